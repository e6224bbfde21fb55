"""The dependencies of a wheel, as a provider of `[[tool.dynamic-metadata]]`.

A wheel with a native module needs nothing to run the kernel; a pure Python one needs `wasmtime` where it exists. Pure
wheels are built with KIEBITZ_PURE set, and after the compiler failed: then the build starts a wheel a second time.
"""

from __future__ import annotations

import os
from typing import Any

#: Systems with wasmtime wheels; the markers use equality, because `in` would match parts of a word.
_SYSTEMS = (
    ("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "x86_64"), ("darwin", "arm64"), ("win32", "AMD64"),
    ("win32", "ARM64"),
)  # fmt: skip

_state = ""
_wheels_begun = 0


def build_state(state: str) -> None:
    """Remember the kind of build."""
    global _state  # noqa: PLW0603 the build calls this before asking for metadata
    _state = state


def dynamic_metadata(settings: dict[str, Any], project: dict[str, Any]) -> dict[str, list[str]]:
    """Return the dependencies of *settings*, for a pure Python wheel including the one that runs the kernel."""
    del project
    global _wheels_begun  # noqa: PLW0603 the build does not report its second start
    _wheels_begun += _state == "wheel"
    pure = _state == "wheel" and (_wheels_begun > 1 or bool(os.environ.get("KIEBITZ_PURE")))
    where = " or ".join(
        f"sys_platform == '{system}' and platform_machine == '{machine}'" for system, machine in _SYSTEMS
    )
    return {"dependencies": [*settings["always"], *([f"{settings['without-compiler']}; {where}"] if pure else [])]}


def dynamic_wheel(settings: dict[str, Any]) -> dict[str, bool]:
    """Declare that the source package does not determine the dependencies of a wheel."""
    del settings
    return {"dependencies": True}
