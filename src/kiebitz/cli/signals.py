"""Handlers of signals for long commands and those that write files: interrupt at once, or stop in two steps."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType


#: The signals of service managers and of a closed terminal.
_ENDS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def stopped_like_ctrl_c() -> Iterator[None]:
    """Make SIGTERM and SIGHUP interrupt like Ctrl-C, so that no unfinished file remains.

    Signals that are handled already, or ignored as with nohup, stay so.
    """
    ours = [number for number in _ENDS if signal.getsignal(number) is signal.SIG_DFL]
    with _handled(ours, signal.default_int_handler):
        yield


@contextmanager
def stopped_in_two_steps(stop: Callable[[], None]) -> Iterator[None]:
    """Make the first Ctrl-C, SIGTERM or SIGHUP call *stop*, which requests an end, and the second interrupt."""
    requested = False

    def ask(_signal: int, _frame: FrameType | None) -> None:
        nonlocal requested
        if requested:
            raise KeyboardInterrupt
        requested = True
        stop()

    heard = [number for number in (signal.SIGINT, *_ENDS) if signal.getsignal(number) is not signal.SIG_IGN]
    with _handled(heard, ask):
        yield


@contextmanager
def _handled(numbers: Sequence[int], handler: Callable[[int, FrameType | None], object]) -> Iterator[None]:
    """Set a handler; do nothing outside the main thread, where that is impossible."""
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
