"""The kernel, the only way to compiled code, and `backend` says which of the three it is.

`native` is the module for this Python, `wasm` the page's in a Python that runs in a browser (Pyodide), and `plain` the
one in Python, which steps in where neither is there and says so once, because it is slower. `KIEBITZ_BACKEND` with one
of these names insists on it.

Integers and bytes pass here, those that come back under the names of `answers`. Of the package, only `errors` and
`check_certificate` are imported, and of the page, its script and its module are read.
"""

from __future__ import annotations

from importlib import import_module
from os import environ

from kiebitz.errors import DependencyError, UsageError
from kiebitz.kernel.answers import *

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


def _found() -> str:
    wanted = environ.get("KIEBITZ_BACKEND", "")
    if wanted not in ("", *_COMPILED, "plain"):
        raise UsageError("", f"KIEBITZ_BACKEND={wanted[:60]!r}", "native, wasm or plain")
    for name in _COMPILED:
        if wanted in ("", name):
            try:
                import_module(f"kiebitz.kernel._{name}")
            except ImportError as error:
                if wanted:
                    reason = str(error).split("\n", 1)[0]
                    raise DependencyError(
                        f"KIEBITZ_BACKEND={name}, but", f"the {name} kernel cannot be loaded", reason
                    ) from None
            else:
                return name
    if not wanted:
        _warn_once()
    return "plain"


backend = _found()
if backend == "native":
    from kiebitz.kernel._native import *
else:
    from kiebitz.kernel._plain import *

    if backend == "wasm":
        from kiebitz.kernel._wasm import *
