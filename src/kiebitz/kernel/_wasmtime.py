"""The kernel as a module of WebAssembly, run by wasmtime where the native one was not built.

No signal may find Python inside wasmtime: what a handler raises there, as that of Ctrl-C does, ends the interpreter. So
the module works in a thread of its own, where no handler runs, and the caller waits for it. The wish to end the work is
a byte in a memory that both see, and `progress` a message to the caller. A module serves one call at a time; callers in
several threads have one each.
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

_BETWEEN_LOOKS = 0.02  # seconds between two looks at the caller's wish
_MOST_KEPT = 64 << 20  # bytes; a module that has grown beyond this is given up, for its memory never shrinks
_MALFORMED, _OUT_OF_MEMORY, _INTERRUPTED = 1, 2, 3  # what `refusal` says
_DIGEST_SIZE = 32

_MODULE = files("kiebitz") / "web" / "static" / "kernel.wasm"
if not _MODULE.is_file():
    raise ImportError("in this wheel, which has a native kernel, the page's is packed")

# Says whether the work shall end: by a byte that whoever asked can set from another thread.
_WISH = '(module (memory (export "wish") 1) (func (export "ended") (result i32) i32.const 0 i32.load8_u))'


class _Compiled(NamedTuple):
    engine: wasmtime.Engine
    kernel: wasmtime.Module
    wish: wasmtime.Module


class _Told(NamedTuple):
    bound: int
    length: int


class _Instance:
    """A kernel with its memory."""

    def __init__(self, tell: Callable[[int, int], None]) -> None:
        engine, kernel, wish = _compiled()
        self._store = wasmtime.Store(engine)
        self._store.set_wasi(wasmtime.WasiConfig())
        wishes: Any = wasmtime.Instance(self._store, wish, []).exports(self._store)
        self.wish = wishes["wish"].data_ptr(self._store)  # this memory never grows, so it stays where it is
        linker = wasmtime.Linker(engine)
        linker.define_wasi()
        linker.define(self._store, "host", "ended", wishes["ended"])
        i32 = wasmtime.ValType.i32()
        linker.define_func("host", "progress", wasmtime.FuncType([i32, i32], []), tell)
        exports: Any = linker.instantiate(self._store, kernel).exports(self._store)
        self._memory = exports["memory"]
        self._functions = {name: exports[name] for name in ("room", "call", "answer", "answer_size", "refusal")}
        exports["_initialize"](self._store)

    def answer(self, request: bytes) -> bytes | BaseException:
        """Answer a message; an exception, after which this is of no more use, for one that is refused."""
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
    """A thread in which a kernel works."""

    def __init__(self) -> None:
        self._requests: SimpleQueue[bytes] = SimpleQueue()
        self._events: SimpleQueue[_Told | None] = SimpleQueue()  # what the caller is woken by
        self._answer: bytes | BaseException | None = None
        self._instance: _Instance | None = None
        self._wanted = False  # whether the caller wants an end
        threading.Thread(target=self._work, name="kiebitz kernel", daemon=True).start()

    def call(
        self, request: bytes, ask: Callable[[], object] | None, progress: Callable[[int, int], object] | None
    ) -> bytes:
        """Have a message answered, and wait for it, whatever is raised meanwhile by *ask*, *progress* or a signal."""
        self._answer, self._events = None, SimpleQueue()
        self._wish(False)
        self._requests.put(request)
        raised: BaseException | None = None
        while self._answer is None:
            try:
                self._wait(ask, progress)
            except BaseException as error:  # noqa: BLE001  raised below
                raised = raised or error
                ask = progress = None
                self._wish(True)
        if raised is not None:
            raise raised
        if isinstance(self._answer, BaseException):
            raise self._answer
        return self._answer

    def leave(self) -> bool:
        """Say whether the work is done; if not, as where a second Ctrl-C ended the waiting, it is told to end."""
        if self._answer is None:
            self._wish(True)
            return False
        self._answer = b""  # which may be large
        return True

    def _wait(self, ask: Callable[[], object] | None, progress: Callable[[int, int], object] | None) -> None:
        next_look = monotonic() + _BETWEEN_LOOKS
        while self._answer is None:  # not in an event, which is lost where a signal comes just then
            try:
                told = self._events.get(timeout=_BETWEEN_LOOKS)
            except Empty:
                self._wish(self._wanted)  # to a kernel that has begun since
            else:
                if told is not None and progress is not None:
                    progress(*told)
            if ask is not None and monotonic() >= next_look:
                if ask():
                    self._wish(True)
                next_look = monotonic() + _BETWEEN_LOOKS

    def _wish(self, wanted: bool) -> None:
        self._wanted = wanted
        if (instance := self._instance) is not None:
            instance.wish[0] = wanted

    def _work(self) -> None:
        while True:
            request = self._requests.get()
            answer: bytes | BaseException
            try:
                if self._instance is None:
                    self._instance = _Instance(lambda bound, length: self._events.put(_Told(bound, length)))
                    self._instance.wish[0] = self._wanted
                answer = self._instance.answer(request)
            except BaseException as error:  # noqa: BLE001  whoever waits raises it
                answer = error
            if isinstance(answer, BaseException) or (self._instance and self._instance.size > _MOST_KEPT):
                self._instance = None
            self._answer = answer
            self._events.put(None)
            del request, answer


_idle: list[_Worker] = []


def call(
    request: bytes, ask: Callable[[], object] | None = None, progress: Callable[[int, int], object] | None = None
) -> bytes:
    """Answer a message of values; *ask* and *progress* are as of the native module."""
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _Worker()
    try:
        return worker.call(request, ask, progress)
    finally:
        if worker.leave():
            _idle.append(worker)


# --- the module, compiled once a process, and kept for the next one ---

_compiling = threading.Lock()
_ready: _Compiled | None = None


def _compiled() -> _Compiled:
    global _ready  # noqa: PLW0603  made once
    with _compiling:
        if _ready is None:
            engine = wasmtime.Engine()
            _ready = _Compiled(engine, _kernel(engine, _MODULE.read_bytes()), wasmtime.Module(engine, _WISH))
        return _ready


def _kernel(engine: wasmtime.Engine, wasm: bytes) -> wasmtime.Module:
    """Return the module, compiled before where that lies in the user's own folder: it takes half a second otherwise."""
    name = _digest(wasm + f"{version('wasmtime')} {sys.platform}".encode()).hex()[:32]
    path = _folder() / f"kernel-{name}.bin"
    try:
        kept = _own_file(path)
        if kept[:_DIGEST_SIZE] == _digest(kept[_DIGEST_SIZE:]):
            return wasmtime.Module.deserialize(engine, kept[_DIGEST_SIZE:])
    except (OSError, wasmtime.WasmtimeError):
        pass
    module = wasmtime.Module(engine, wasm)
    with suppress(OSError):  # where nothing can be kept, each process compiles
        code = bytes(module.serialize())
        _keep(path, _digest(code) + code)
    return module


def _folder() -> Path:
    """Return the folder for what can be made anew, where the XDG base directory specification wants it."""
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if named.is_absolute():
        return named / "kiebitz"
    if os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"]) / "kiebitz"
    return Path.home() / ".cache" / "kiebitz"


def _own_file(path: Path) -> bytes:
    """Read a file that nobody but this user can have written: what is in it will be run."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        for status in (os.fstat(file.fileno()), path.parent.stat()):
            if os.name != "nt" and (status.st_uid != os.geteuid() or status.st_mode & 0o022):
                raise PermissionError(path)
        return file.read()


def _keep(path: Path, content: bytes) -> None:
    """Write a file for this user alone, in the place of those of other versions."""
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
    """After a fork the threads are gone, and nobody holds the lock."""
    global _compiling  # noqa: PLW0603  as above
    _lost.extend(_idle)  # what they hold is not to be taken down here
    _idle.clear()
    _compiling = threading.Lock()


_lost: list[_Worker] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)
