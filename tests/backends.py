"""What answers the kernel's questions in tests: the kernel, and `oracle`, a slow one in Python that judges it.

The oracle shares no code with the kernel, and no tricks: one test run compares the two.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

NAMES = ("kernel", "oracle")


def backend(name: str) -> ModuleType:
    """Return what has this name."""
    return importlib.import_module("oracle" if name == "oracle" else "kernel_functions")
