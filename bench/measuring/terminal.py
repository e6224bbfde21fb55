"""The row about the terminal: time from the start of `kiebitz play` to the first complete board."""

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
_TIMEOUT = 20.0
_SIZE = struct.pack("HHHH", 24, 80, 0, 0)
#: The last parts of deal 1 to appear: ends of its longest columns, and texts below the board.
_BOARD = ("6♠", "9♣", "2♥", "6♥", "keys", "quit")
_ESCAPES = re.compile(rb"\x1b(\[[0-9;:?<>=$]*[A-Za-z~]|\][^\x07\x1b]*(\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[=>])")


def play_start(sizes: Sizes) -> Row:
    """Measure `kiebitz play 1` in a pseudo-terminal until the first board is complete."""
    command = [str(Path(sys.executable).with_name("kiebitz")), "play", "1"]
    print(f"bench: kiebitz play 1, {sizes.starts} times", file=sys.stderr)
    first_board(command)  # warms the disk's cache and the bytecode
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
    """Return the seconds from the start of the process to its first board; raise `RuntimeError` if none appears."""
    import fcntl
    import pty
    import termios

    terminal, child_end = pty.openpty()
    fcntl.ioctl(child_end, termios.TIOCSWINSZ, _SIZE)
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        environment |= {"XDG_STATE_HOME": folder, "TERM": "xterm-256color"}
        start = perf_counter()
        process = subprocess.Popen(command, stdin=child_end, stdout=child_end, stderr=child_end, env=environment)
        os.close(child_end)
        try:
            output = b""
            while not is_board(output):
                piece = _read(terminal)
                if not piece:
                    last = text_of(output).strip()[-200:]
                    raise RuntimeError(f"{processes.shown(command)}: no board, but {last!r}")
                output += piece
            seconds = perf_counter() - start
            os.write(terminal, b"q")
            while _read(terminal):
                pass
        finally:
            process.kill()  # it has ended or is stuck
            process.wait()
            os.close(terminal)
    return seconds


def is_board(output: bytes) -> bool:
    """Return whether the whole board has been written."""
    text = text_of(output)
    return all(part in text for part in _BOARD)


def text_of(output: bytes) -> str:
    """Return a terminal's output without escape sequences."""
    return _ESCAPES.sub(b"", output).decode("utf-8", errors="replace")


def _read(terminal: int) -> bytes:
    """Return the terminal's next output; empty if it is closed or silent for long."""
    if not select.select([terminal], [], [], _TIMEOUT)[0]:
        return b""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # Linux's sign that the other end was closed
        return b""


#: The rows by name, in the order of the table.
ROWS: dict[str, Callable[[Sizes], Row]] = {"play-start": play_start}
