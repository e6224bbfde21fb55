"""Run the page's kernel module in wasmtime, for installations without the native module.

A Python exception raised by a signal handler inside wasmtime, such as Ctrl-C, aborts the interpreter. So the module
runs in a thread, where no handlers run, and the caller waits. A byte in shared memory requests cancellation; `progress`
is a message to the caller. A module serves one call at a time, so concurrent callers have one each.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
import threading
from contextlib import suppress
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import wasmtime

if TYPE_CHECKING:
    from collections.abc import Callable

_POLL_SECONDS = 0.02  # seconds between polls
_LARGEST_INSTANCE = 64 << 20  # bytes; a larger instance is dropped, because its memory never shrinks
_MALFORMED, _OUT_OF_MEMORY, _INTERRUPTED = 1, 2, 3  # codes of `refusal`
_DIGEST_SIZE = 32

_MODULE = files("kiebitz") / "web" / "static" / "kernel.wasm"
if not _MODULE.is_file():
    raise ImportError("this wheel has a native kernel and no uncompressed kernel.wasm")

# Exports `ended`, which reads a byte that another thread sets to cancel the work.
_CANCEL_FLAG = '(module (memory (export "cancel") 1) (func (export "ended") (result i32) i32.const 0 i32.load8_u))'


class _Compiled(NamedTuple):
    engine: wasmtime.Engine
    kernel: wasmtime.Module
    cancel: wasmtime.Module


class _Progress(NamedTuple):
    bound: int
    length: int


class _Instance:
    def __init__(self, report: Callable[[int, int], None]) -> None:
        engine, kernel, cancel = _compiled()
        self._store = wasmtime.Store(engine)
        self._store.set_wasi(wasmtime.WasiConfig())
        flag: Any = wasmtime.Instance(self._store, cancel, []).exports(self._store)
        self.cancel_flag = flag["cancel"].data_ptr(self._store)  # stable, because this memory never grows
        linker = wasmtime.Linker(engine)
        linker.define_wasi()
        linker.define(self._store, "host", "ended", flag["ended"])
        i32 = wasmtime.ValType.i32()
        linker.define_func("host", "progress", wasmtime.FuncType([i32, i32], []), report)
        exports: Any = linker.instantiate(self._store, kernel).exports(self._store)
        self._memory = exports["memory"]
        self._functions = {name: exports[name] for name in ("room", "call", "answer", "answer_size", "refusal")}
        exports["_initialize"](self._store)

    def answer(self, request: bytes) -> bytes | BaseException:
        """Answer a message, or return the exception for a failed call, which leaves the instance unusable."""
        try:
            at = self._ask("room", len(request))
            ctypes.memmove(self._address(at, len(request)), request, len(request))
            self._ask("call")
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            refusal = self._ask("refusal")
            words = self._answer().decode(errors="replace")
            if refusal == _MALFORMED:
                return ValueError(words)
            if refusal == _OUT_OF_MEMORY:
                return MemoryError()
            return KeyboardInterrupt() if refusal == _INTERRUPTED else RuntimeError(words or str(error))
        return self._answer()

    @property
    def size(self) -> int:
        return int(self._memory.data_len(self._store))

    def _answer(self) -> bytes:
        at, size = self._ask("answer"), self._ask("answer_size")
        return ctypes.string_at(self._address(at, size), size) if size else b""

    def _ask(self, name: str, *numbers: int) -> int:
        return int(self._functions[name](self._store, *numbers) or 0) & 0xFFFFFFFF

    def _address(self, at: int, size: int) -> int:
        if at + size > self.size:
            raise RuntimeError("the kernel names a place outside its memory")
        return ctypes.addressof(self._memory.data_ptr(self._store).contents) + at


class _Worker:
    """A thread that runs an instance."""

    def __init__(self) -> None:
        self._requests: SimpleQueue[bytes] = SimpleQueue()
        self._events: SimpleQueue[_Progress | None] = SimpleQueue()  # wake the caller
        self._answer: bytes | BaseException | None = None
        self._instance: _Instance | None = None
        self._is_cancelled = False  # whether the caller cancelled
        threading.Thread(target=self._work, name="kiebitz kernel", daemon=True).start()

    def call(
        self, request: bytes, ask: Callable[[], object] | None, progress: Callable[[int, int], object] | None
    ) -> bytes:
        """Return the answer to a message, waiting for it even if *ask*, *progress* or a signal handler raises."""
        self._answer, self._events = None, SimpleQueue()
        self._set_cancel(False)
        self._requests.put(request)
        raised: BaseException | None = None
        while self._answer is None:
            try:
                self._wait(ask, progress)
            except BaseException as error:  # noqa: BLE001  raised below
                raised = raised or error
                ask = progress = None
                self._set_cancel(True)
        if raised is not None:
            raise raised
        if isinstance(self._answer, BaseException):
            raise self._answer
        return self._answer

    def leave(self) -> bool:
        """Return whether the work is done; if not, as after a second Ctrl-C, cancel it."""
        if self._answer is None:
            self._set_cancel(True)
            return False
        self._answer = b""  # may be large
        return True

    def _wait(self, ask: Callable[[], object] | None, progress: Callable[[int, int], object] | None) -> None:
        next_poll = monotonic() + _POLL_SECONDS
        while self._answer is None:  # a `threading.Event` could miss a signal
            try:
                event = self._events.get(timeout=_POLL_SECONDS)
            except Empty:
                self._set_cancel(self._is_cancelled)  # the instance may be new
            else:
                if event is not None and progress is not None:
                    progress(*event)
            if ask is not None and monotonic() >= next_poll:
                if ask():
                    self._set_cancel(True)
                next_poll = monotonic() + _POLL_SECONDS

    def _set_cancel(self, cancel: bool) -> None:
        self._is_cancelled = cancel
        if (instance := self._instance) is not None:
            instance.cancel_flag[0] = cancel

    def _work(self) -> None:
        while True:
            request = self._requests.get()
            answer: bytes | BaseException
            try:
                if self._instance is None:
                    self._instance = _Instance(lambda bound, length: self._events.put(_Progress(bound, length)))
                    self._instance.cancel_flag[0] = self._is_cancelled
                answer = self._instance.answer(request)
            except BaseException as error:  # noqa: BLE001  `call` raises it
                answer = error
            if isinstance(answer, BaseException) or (self._instance and self._instance.size > _LARGEST_INSTANCE):
                self._instance = None
            self._answer = answer
            self._events.put(None)
            del request, answer


_idle: list[_Worker] = []


def call(
    request: bytes, ask: Callable[[], object] | None = None, progress: Callable[[int, int], object] | None = None
) -> bytes:
    """Answer a message; *ask* and *progress* are as in the native module."""
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _Worker()
    try:
        return worker.call(request, ask, progress)
    finally:
        if worker.leave():
            _idle.append(worker)


# --- the compiled module, cached on disk ---

_compiling = threading.Lock()
_ready: _Compiled | None = None


def _compiled() -> _Compiled:
    global _ready  # noqa: PLW0603  made once
    with _compiling:
        if _ready is None:
            engine = wasmtime.Engine()
            _ready = _Compiled(engine, _kernel(engine, _MODULE.read_bytes()), wasmtime.Module(engine, _CANCEL_FLAG))
        return _ready


def _kernel(engine: wasmtime.Engine, wasm: bytes) -> wasmtime.Module:
    """Return the compiled module, from the user's cache if possible: compiling takes half a second."""
    name = _digest(wasm + f"{version('wasmtime')} {sys.platform}".encode()).hex()[:32]
    path = _folder() / f"kernel-{name}.bin"
    try:
        cached = _own_file(path)
        if cached[:_DIGEST_SIZE] == _digest(cached[_DIGEST_SIZE:]):
            return wasmtime.Module.deserialize(engine, cached[_DIGEST_SIZE:])
    except (OSError, wasmtime.WasmtimeError):
        pass
    module = wasmtime.Module(engine, wasm)
    with suppress(OSError):  # without a cache each process compiles
        code = bytes(module.serialize())
        _keep(path, _digest(code) + code)
    return module


def _folder() -> Path:
    """Return the cache folder by the XDG base directory specification, or the system's equivalent."""
    configured = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if configured.is_absolute():
        return configured / "kiebitz"
    if os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"]) / "kiebitz"
    return Path.home() / ".cache" / "kiebitz"


def _own_file(path: Path) -> bytes:
    """Read a file that only this user can have written, because its content will be executed."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        for status in (os.fstat(file.fileno()), path.parent.stat()):
            if os.name != "nt" and (status.st_uid != os.geteuid() or status.st_mode & 0o022):
                raise PermissionError(path)
        return file.read()


def _keep(path: Path, content: bytes) -> None:
    """Write a file for this user only, and delete those of other versions."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(part, flags, 0o600), "wb") as file:
        file.write(content)
    part.replace(path)
    for other in path.parent.glob("kernel-*.bin"):
        if other != path:
            other.unlink()


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _forget_threads() -> None:
    """Reset after a fork: the child has no threads, and the lock must be free."""
    global _compiling  # noqa: PLW0603  as above
    _lost.extend(_idle)  # keep references: their threads do not exist here
    _idle.clear()
    _compiling = threading.Lock()


_lost: list[_Worker] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)
