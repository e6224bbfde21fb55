"""What runs the kernel, and the one call through which it is asked.

A host is a module with `call(request, ask, progress)`, which takes a message of values and returns one (`wire`), and
`check_certificate(path)`. `native` is the module for this Python, and `wasm` the page's in a Python that runs in a
browser (Pyodide). `plain` has no door: it is the kernel in Python, which steps in where neither is there and says so
once, because it is slower. `KIEBITZ_BACKEND` with one of these names insists on it.
"""

from __future__ import annotations

from importlib import import_module
from os import environ
from typing import TYPE_CHECKING, Any

from kiebitz.errors import DependencyError, UsageError
from kiebitz.kernel.wire import pack, unpack

if TYPE_CHECKING:
    from collections.abc import Callable

_COMPILED = ("native", "wasm")


class SlowKernelWarning(RuntimeWarning):
    """The native module is not there, so the pure-Python kernel does the work."""


def _warn_once() -> None:
    import sys
    import warnings

    processes = sys.modules.get("multiprocessing")
    if processes is None or processes.parent_process() is None:  # the parent has said it for its workers
        # Said of the kernel as a whole: the line that happens to import it first is nothing to show a user.
        warnings.warn_explicit(
            "the native kernel was not built, so the pure-Python kernel works in its place: same answers, many times "
            "slower (KIEBITZ_BACKEND=plain silences this)",
            SlowKernelWarning,
            filename="kiebitz.kernel",
            lineno=0,
        )


def _chosen() -> tuple[str, Any]:
    wanted = environ.get("KIEBITZ_BACKEND", "")
    if wanted not in ("", *_COMPILED, "plain"):
        raise UsageError("", f"KIEBITZ_BACKEND={wanted[:60]!r}", "native, wasm or plain")
    for name in _COMPILED:
        if wanted in ("", name):
            try:
                return name, import_module(f"kiebitz.kernel._{name}")
            except ImportError as error:
                if wanted:
                    reason = str(error).split("\n", 1)[0]
                    raise DependencyError(
                        f"KIEBITZ_BACKEND={name}, but", f"the {name} kernel cannot be loaded", reason
                    ) from None
    if not wanted:
        _warn_once()
    return "plain", None


backend, _host = _chosen()


def call(
    name: str,
    *values: Any,
    ask: Callable[[], object] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[Any]:
    """Ask the kernel's function *name* and return the values of its answer.

    A `ValueError` refuses values that the function does not take, a `TypeError` what is no value at all; a
    `MemoryError` says that the machine has no more.
    """
    return unpack(_host.call(pack(name, values), ask, progress))


def check_certificate(path: str) -> tuple[int, str]:
    """Return 0 proven, 1 not proven, 2 unreadable; and what is proven, or why it is not."""
    verdict, statement = _host.check_certificate(path)
    return verdict, statement
