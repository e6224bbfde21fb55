"""The kernels that are there to be tested: the native one where it was built, and always the plain one.

Imported directly, so that one test run can compare the two.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

HAS_NATIVE = importlib.util.find_spec("kiebitz.kernel._native") is not None
NAMES = ("native", "plain") if HAS_NATIVE else ("plain",)


def backend(name: str) -> ModuleType:
    """Return the kernel with this name."""
    return importlib.import_module("kiebitz.kernel._plain" if name == "plain" else "kiebitz.kernel.functions")
