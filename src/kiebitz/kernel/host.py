"""Choose the host of the kernel and call it.

A host is a module with `call(request, ask, progress)`, which takes and returns messages (`wire`). `backend` is `native`
if that module exists for this Python, else `wasm`: the page's module, run by `wasmtime` or, in a Python inside a
browser (Pyodide), by the browser. `KIEBITZ_BACKEND` forces one of the two.
"""

from __future__ import annotations

import sys
from importlib import import_module
from os import environ
from typing import TYPE_CHECKING, Any

from kiebitz.errors import DependencyError, InputError
from kiebitz.kernel.wire import pack, unpack

if TYPE_CHECKING:
    from collections.abc import Callable

_HOSTS = {"native": "_native", "wasm": "_pyodide" if sys.platform == "emscripten" else "_wasmtime"}


def _load_host() -> tuple[str, Any]:
    forced = environ.get("KIEBITZ_BACKEND", "")
    if forced not in ("", *_HOSTS):
        raise InputError("", f"KIEBITZ_BACKEND={forced[:60]!r}", " or ".join(_HOSTS))
    for name in (forced,) if forced else _HOSTS:
        try:
            return name, import_module(f"kiebitz.kernel.{_HOSTS[name]}")
        except (ImportError, OSError, RuntimeError) as error:  # wasmtime without its library raises any of these
            reason = str(error).split("\n", 1)[0]
    if forced:
        raise DependencyError(
            f"KIEBITZ_BACKEND={forced}, but", f"the {forced} kernel cannot be loaded", reason
        ) from None
    raise DependencyError(
        "nothing here runs the kernel: no native module was built, and",
        f"wasmtime cannot be loaded ({reason})",
        "install a C++20 compiler and Kiebitz again, or `pip install wasmtime` where there is one for this system",
    ) from None


backend, _host = _load_host()


def call(
    name: str,
    *values: Any,
    ask: Callable[[], object] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[Any]:
    """Call the kernel's function *name* and return the values of its answer.

    Raises `ValueError` for invalid arguments, `TypeError` for values of an unknown type, and `MemoryError`.
    """
    return unpack(_host.call(pack(name, values), ask, progress))


def check_certificate(path: str) -> tuple[int, str]:
    """Return 0 proven, 1 not proven, 2 unreadable; and the proven statement or the reason."""
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
