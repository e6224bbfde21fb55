"""Single keys from a terminal, without Enter and echo, on POSIX systems and Windows.

A replay runs without the extra `play`, so without Textual, and Rich reads no keys.
"""

from __future__ import annotations

import os
import sys
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from types import TracebackType

_NAMES = {
    b"\x1b[A": "up",
    b"\x1b[B": "down",
    b"\x1b[C": "right",
    b"\x1b[D": "left",
    b"\x1b[H": "home",
    b"\x1b[F": "end",
    b"\x1b[1~": "home",
    b"\x1b[4~": "end",
    b"\x1b": "escape",
}
_WINDOWS_NAMES = {"H": "up", "P": "down", "M": "right", "K": "left", "G": "home", "O": "end"}
_NAP = 0.02  # seconds between two polls on Windows


class Keys:
    """Context manager for the keyboard; `next` waits for a key."""

    def __init__(self) -> None:
        self._before: list[Any] = []

    def __enter__(self) -> Self:
        if sys.platform != "win32":
            import termios
            import tty

            self._before = termios.tcgetattr(sys.stdin.fileno())
            tty.setcbreak(sys.stdin.fileno())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if sys.platform != "win32":
            import termios

            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._before)

    def next(self, seconds: float) -> str:
        """Return the next key, a character or a name such as `left`; an empty string after *seconds* without one.

        Return `end of input` if standard input is closed.
        """
        if sys.platform == "win32":
            return self._next_on_windows(seconds)
        import select

        stream = sys.stdin.fileno()
        if not select.select([stream], [], [], seconds)[0]:
            return ""
        pressed = os.read(stream, 16)
        if not pressed:
            return "end of input"
        pressed = pressed.replace(b"\x1bO", b"\x1b[")  # arrow keys of some terminals
        if pressed in _NAMES:
            return _NAMES[pressed]
        return pressed[:1].decode("ascii", errors="replace") if pressed[:1] != b"\x1b" else "unknown"

    def _next_on_windows(self, seconds: float) -> str:
        if sys.platform != "win32":
            raise AssertionError(sys.platform)
        import msvcrt

        end = monotonic() + seconds
        while not msvcrt.kbhit():
            if monotonic() >= end:
                return ""
            sleep(min(_NAP, seconds))
        sign = msvcrt.getwch()
        if sign in ("\x00", "\xe0"):
            return _WINDOWS_NAMES.get(msvcrt.getwch(), "unknown")
        return "escape" if sign == "\x1b" else sign
