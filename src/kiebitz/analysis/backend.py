"""The name and the build of the kernel in use, for version lines and reports."""

from __future__ import annotations

from kiebitz.kernel import functions as kernel
from kiebitz.kernel import host


def backend() -> str:
    """Return the kernel's host: `native`, or `wasm` for the page's module.

    >>> backend() in ("native", "wasm")
    True
    """
    return host.backend


def kernel_name() -> str:
    """Return the host and the instruction set, such as `native, vector`."""
    return f"{host.backend}, {kernel.simd()}"


def kernel_build() -> str:
    """Return the compiler and its options in one line."""
    return kernel.build_info()
