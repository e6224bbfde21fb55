"""Says what Kiebitz depends on; a provider of `[[tool.dynamic-metadata]]`, which the build asks for each package.

A wheel with a native module needs nothing to run the kernel. One of Python alone has `wasmtime` for it, where there is
one: it is made where KIEBITZ_PURE is set, and where the compiler failed. Then the build begins a wheel a second time,
and that is how it is known here.
"""

from __future__ import annotations

import os
from typing import Any

#: Systems for which wasmtime has wheels; the markers are equalities, for `in` would be a test for a part of a word.
_SYSTEMS = (
    ("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "x86_64"), ("darwin", "arm64"), ("win32", "AMD64"),
    ("win32", "ARM64"),
)  # fmt: skip

_state = ""
_wheels_begun = 0


def build_state(state: str) -> None:
    """Take note of what is built."""
    global _state  # noqa: PLW0603  the build tells it before it asks
    _state = state


def dynamic_metadata(settings: dict[str, Any], project: dict[str, Any]) -> dict[str, list[str]]:
    """Return the dependencies: those of *settings*, and for a wheel of Python alone what runs the kernel there."""
    del project
    global _wheels_begun  # noqa: PLW0603  the build says nothing of a second beginning
    _wheels_begun += _state == "wheel"
    pure = _state == "wheel" and (_wheels_begun > 1 or bool(os.environ.get("KIEBITZ_PURE")))
    where = " or ".join(
        f"sys_platform == '{system}' and platform_machine == '{machine}'" for system, machine in _SYSTEMS
    )
    return {"dependencies": [*settings["always"], *([f"{settings['without-compiler']}; {where}"] if pure else [])]}


def dynamic_wheel(settings: dict[str, Any]) -> dict[str, bool]:
    """Say that the source package does not know the dependencies of a wheel."""
    del settings
    return {"dependencies": True}
