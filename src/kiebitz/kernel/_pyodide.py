"""Run the page's kernel module in a Python inside a browser or Node (Pyodide)."""

from __future__ import annotations

from importlib.resources import files
from time import monotonic
from typing import TYPE_CHECKING, Any

import pyodide_js
from js import WebAssembly
from pyodide.code import run_js
from pyodide.ffi import JsException, create_proxy, to_js

if TYPE_CHECKING:
    from collections.abc import Callable

_POLL_SECONDS = 0.02  # seconds between polls


def _load() -> Any:
    """Return an instance of the page's `Kernel` class; its script is evaluated without the module syntax."""
    static = files("kiebitz") / "web" / "static"
    script = (static / "app" / "kernel.js").read_text(encoding="utf-8")
    script = script.replace("\nexport ", "\n").replace("import.meta.url", "null")
    compiled = WebAssembly.Module.new(to_js((static / "kernel.wasm").read_bytes()))
    return run_js(f"{script}\nKernel").new(compiled)


_kernel = _load()


class _Caller:
    """The callbacks of a call, and the exception that they raised."""

    def __init__(self, ask: Callable[[], object] | None, progress: Callable[[int, int], object] | None) -> None:
        self._ask = ask
        self._progress = progress
        self._next_poll = monotonic() + _POLL_SECONDS
        self.raised: BaseException | None = None

    def ended(self) -> bool:
        """Return whether the work should end."""
        if self.raised is not None:
            return True
        if monotonic() < self._next_poll:
            return False
        stop = False
        try:
            pyodide_js.checkInterrupt()
            stop = self._ask is not None and bool(self._ask())
        except BaseException as error:  # noqa: BLE001  raised again by `call`
            self.raised = error
        self._next_poll = monotonic() + _POLL_SECONDS
        return stop or self.raised is not None

    def report(self, bound: int, length: int) -> None:
        """Report progress."""
        if self._progress is not None and self.raised is None:
            try:
                self._progress(bound, length)
            except BaseException as error:  # noqa: BLE001  as above
                self.raised = error


def call(
    request: bytes, ask: Callable[[], object] | None = None, progress: Callable[[int, int], object] | None = None
) -> bytes:
    """Answer a message; *ask* and *progress* are as in the native module."""
    caller = _Caller(ask, progress)
    proxies = create_proxy(caller.ended), create_proxy(caller.report)
    _kernel.ended, _kernel.progress = proxies
    try:
        answer: bytes = _kernel.answer(to_js(request)).to_bytes()
    except JsException as error:
        if caller.raised is not None:
            raise caller.raised from None
        kind = getattr(error, "kind", "")
        if kind == "malformed":
            raise ValueError(error.message) from None
        if kind == "interrupted":
            raise KeyboardInterrupt from None
        if kind == "out_of_memory":
            raise MemoryError from None
        raise
    finally:
        for proxy in proxies:
            proxy.destroy()
    if caller.raised is not None:
        raise caller.raised
    return answer
