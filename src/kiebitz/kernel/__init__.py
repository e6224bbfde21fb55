"""The kernel, the only way to native code: the native one or the plain one in Python, and `backend` says which.

Integers and bytes pass here, those that come back under the names of `answers`. Of the package, only `errors` and
`check_certificate` are imported.

`KIEBITZ_BACKEND=plain` takes the plain one, `KIEBITZ_BACKEND=native` insists on the native module. Without the variable
the native module is taken where it was built; where it was not, the plain one steps in and says so once, because it is
slower.
"""

from __future__ import annotations

from os import environ

from kiebitz.errors import DependencyError, UsageError
from kiebitz.kernel.answers import *


class SlowKernelWarning(RuntimeWarning):
    """The native module is not there, so the pure-Python kernel does the work."""


def _wanted() -> str:
    wanted = environ.get("KIEBITZ_BACKEND", "")
    if wanted not in ("", "native", "plain"):
        raise UsageError("", f"KIEBITZ_BACKEND={wanted[:60]!r}", "native or plain")
    return wanted


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


backend = "plain"
if _wanted() != "plain":
    try:
        from kiebitz.kernel import _native  # noqa: F401  only to see whether it was built

        backend = "native"
    except ImportError as error:
        if _wanted() == "native":
            reason = str(error).split("\n", 1)[0]
            name = "the native kernel cannot be loaded"
            raise DependencyError("KIEBITZ_BACKEND=native, but", name, reason) from None
        _warn_once()

if backend == "native":
    from kiebitz.kernel._native import *
else:
    from kiebitz.kernel._plain import *
