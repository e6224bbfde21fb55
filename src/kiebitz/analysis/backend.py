"""What runs the kernel, and how it was built; for version lines and reports."""

from __future__ import annotations

from kiebitz.kernel import functions as kernel
from kiebitz.kernel import host


def backend() -> str:
    """Return what runs the kernel: `native`, or `wasm` where the page's module answers.

    >>> backend() in ("native", "wasm")
    True
    """
    return host.backend


def kernel_name() -> str:
    """Return what runs the kernel, and what that computes with: such as `native, vector`."""
    return f"{host.backend}, {kernel.simd()}"


def kernel_build() -> str:
    """Return the compiler and the options by which the kernel that answers was built, in one line."""
    return kernel.build_info()
