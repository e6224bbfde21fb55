"""What runs the kernel, and the one call through which it is asked.

A host is a module with `call(request, ask, progress)`, which takes a message of values and returns one (`wire`).
`backend` is `native` where that is the module for this Python, and else `wasm`: the page's module, run by `wasmtime`
or, in a Python that runs in a browser itself (Pyodide), by that browser. `KIEBITZ_BACKEND` with one of these names
insists on it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from os import environ
from typing import TYPE_CHECKING, Any

from kiebitz.errors import DependencyError, UsageError
from kiebitz.kernel.wire import pack, unpack

if TYPE_CHECKING:
    from collections.abc import Callable

_HOSTS = {"native": "_native", "wasm": "_pyodide" if sys.platform == "emscripten" else "_wasmtime"}


def _chosen() -> tuple[str, Any]:
    wanted = environ.get("KIEBITZ_BACKEND", "")
    if wanted not in ("", *_HOSTS):
        raise UsageError("", f"KIEBITZ_BACKEND={wanted[:60]!r}", " or ".join(_HOSTS))
    for name in (wanted,) if wanted else _HOSTS:
        try:
            return name, import_module(f"kiebitz.kernel.{_HOSTS[name]}")
        except (ImportError, OSError, RuntimeError) as error:  # wasmtime ends by one of these where it has no library
            reason = str(error).split("\n", 1)[0]
    if wanted:
        raise DependencyError(
            f"KIEBITZ_BACKEND={wanted}, but", f"the {wanted} kernel cannot be loaded", reason
        ) from None
    raise DependencyError(
        "nothing here runs the kernel: no native module was built, and",
        f"wasmtime cannot be loaded ({reason})",
        "install a C++20 compiler and Kiebitz again, or `pip install wasmtime` where there is one for this system",
    ) from None


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
    if backend == "native":
        verdict, statement = _host.check_certificate(path)
        return verdict, statement
    from kiebitz import check_certificate as checker

    try:
        with open(path, "rb") as file:  # noqa: PTH123  pathlib would slow the start
            return 0, checker.check(file)
    except checker.NotProven as fault:
        return 1, str(fault)
    except checker.Unreadable as fault:
        return 2, str(fault)
    except (OSError, ValueError) as error:
        return 2, str(getattr(error, "strerror", None) or error)
