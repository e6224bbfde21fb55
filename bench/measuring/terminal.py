"""The rows about the terminal: how long `kiebitz play` takes from the start of its process to the first board.

What is on the board is not judged, except that it is all there.
"""

from __future__ import annotations

import os
import re
import select
import signal
import statistics
import struct
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from measuring import processes
from measuring.processes import Spread
from measuring.rows import Row, Sizes

if TYPE_CHECKING:
    from collections.abc import Callable

_BAR = 1.0
_PATIENCE = 20.0
_SIZE = struct.pack("HHHH", 24, 80, 0, 0)
#: What deal 1 shows last: the end of its longest columns, and what stands below the board.
_BOARD = ("6♠", "9♣", "2♥", "6♥", "keys", "quit")
_ESCAPES = re.compile(rb"\x1b(\[[0-9;:?<>=$]*[A-Za-z~]|\][^\x07\x1b]*(\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[=>])")


def play_start(sizes: Sizes) -> Row:
    """`kiebitz play 1` in a pseudo-terminal, until all of the first board has come out of it."""
    command = [str(Path(sys.executable).with_name("kiebitz")), "play", "1"]
    print(f"bench: kiebitz play 1, {sizes.starts} times", file=sys.stderr)
    first_board(command)  # once for the disk's cache and for the bytecode
    times = [first_board(command) for _ in range(sizes.starts)]
    spread = Spread.of(times)
    return Row(
        "`kiebitz play 1` to its first board",
        "< 1 s",
        f"{statistics.median(times):.2f} s",
        spread.median < _BAR,
        commands=[processes.shown(command)],
        notes=[
            f"wall time in a pseudo-terminal of 80 by 24, median of {sizes.starts} (least–largest): {spread}",
            "until every card and the lines below the board have been written",
        ],
        values={"seconds": times},
    )


def first_board(command: list[str]) -> float:
    """Return the seconds from the start of the process to its first board; a `RuntimeError` if none comes."""
    import fcntl
    import pty
    import termios

    with tempfile.TemporaryDirectory() as folder:
        start = perf_counter()
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ |= {"XDG_STATE_HOME": folder, "TERM": "xterm-256color"}
            os.environ.pop("NO_COLOR", None)
            os.execvp(command[0], command)
        try:
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, _SIZE)
            seen = b""
            while not is_board(seen):
                ready, _, _ = select.select([terminal], [], [], _PATIENCE)
                piece = _read(terminal) if ready else b""
                if not piece:
                    last = text_of(seen).strip()[-200:]
                    raise RuntimeError(f"{processes.shown(command)}: no board, but {last!r}")
                seen += piece
            taken = perf_counter() - start
            os.write(terminal, b"q")
            while select.select([terminal], [], [], _PATIENCE)[0] and _read(terminal):
                pass
        finally:
            os.close(terminal)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)  # by now it has ended, or does not want to
            os.waitpid(pid, 0)
    return taken


def is_board(output: bytes) -> bool:
    """Say whether all of the board has been written."""
    text = text_of(output)
    return all(part in text for part in _BOARD)


def text_of(output: bytes) -> str:
    """Return what a terminal's output says, without what steers it."""
    return _ESCAPES.sub(b"", output).decode("utf-8", errors="replace")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # as Linux says that the other end was closed
        return b""


#: The rows by name, in the order of the table.
ROWS: dict[str, Callable[[Sizes], Row]] = {"play-start": play_start}
