"""Which kernel answers, and how it was built; for version lines, reports and what depends on its speed."""

from __future__ import annotations

from kiebitz import kernel


def backend() -> str:
    """Return which kernel answers: `native`, `plain`, or in a Python that runs in a browser `wasm`.

    >>> backend() in ("native", "wasm", "plain")
    True
    """
    return kernel.backend


def kernel_name() -> str:
    """Return which kernel answers, and what it computes with: such as `native, vector` or `plain`."""
    return kernel.backend if kernel.backend == "plain" else f"{kernel.backend}, {kernel.simd()}"


def kernel_build() -> str:
    """Return the compiler and the options by which the kernel that answers was built, in one line."""
    return kernel.build_info()
