"""The rows about the terminal: how long `kiebitz play` takes from the start of its process to the first board.

What is on the board is not judged, except that it is all there.
"""

from __future__ import annotations

import os
import re
import select
import statistics
import struct
import subprocess
import sys
import tempfile
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

    terminal, its_end = pty.openpty()
    fcntl.ioctl(its_end, termios.TIOCSWINSZ, _SIZE)
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        environment |= {"XDG_STATE_HOME": folder, "TERM": "xterm-256color"}
        start = perf_counter()
        process = subprocess.Popen(command, stdin=its_end, stdout=its_end, stderr=its_end, env=environment)
        os.close(its_end)
        try:
            seen = b""
            while not is_board(seen):
                piece = _read(terminal)
                if not piece:
                    last = text_of(seen).strip()[-200:]
                    raise RuntimeError(f"{processes.shown(command)}: no board, but {last!r}")
                seen += piece
            taken = perf_counter() - start
            os.write(terminal, b"q")
            while _read(terminal):
                pass
        finally:
            process.kill()  # by now it has ended, or does not want to
            process.wait()
            os.close(terminal)
    return taken


def is_board(output: bytes) -> bool:
    """Say whether all of the board has been written."""
    text = text_of(output)
    return all(part in text for part in _BOARD)


def text_of(output: bytes) -> str:
    """Return what a terminal's output says, without what steers it."""
    return _ESCAPES.sub(b"", output).decode("utf-8", errors="replace")


def _read(terminal: int) -> bytes:
    """Return what comes out of the terminal next, nothing if it is closed or nothing comes for long."""
    if not select.select([terminal], [], [], _PATIENCE)[0]:
        return b""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # as Linux says that the other end was closed
        return b""


#: The rows by name, in the order of the table.
ROWS: dict[str, Callable[[Sizes], Row]] = {"play-start": play_start}
