"""How signals stop the commands that take long or write files: at once like Ctrl-C, or first by asking for an end."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType


#: By which service managers end a run, and which a terminal sends that is closed.
_ENDS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def stopped_like_ctrl_c() -> Iterator[None]:
    """Let SIGTERM and SIGHUP leave the figures so far and no unfinished file.

    A signal that somebody handles already, or ignores as nohup does, is left alone.
    """
    ours = [number for number in _ENDS if signal.getsignal(number) is signal.SIG_DFL]
    with _handled(ours, signal.default_int_handler):
        yield


@contextmanager
def stopped_in_two_steps(stop: Callable[[], None]) -> Iterator[None]:
    """Let the first Ctrl-C, SIGTERM or SIGHUP call *stop*, which only asks for an end, and a second one interrupt."""
    asked = False

    def ask(_signal: int, _frame: FrameType | None) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True
        stop()

    heard = [number for number in (signal.SIGINT, *_ENDS) if signal.getsignal(number) is not signal.SIG_IGN]
    with _handled(heard, ask):
        yield


@contextmanager
def _handled(numbers: Sequence[int], handler: Callable[[int, FrameType | None], object]) -> Iterator[None]:
    """Handle signals in this way; outside the main thread, where none can be handled, not."""
    before = {}
    try:
        for number in numbers:
            before[number] = signal.signal(number, handler)
    except ValueError:
        yield
        return
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
