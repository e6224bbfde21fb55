"""How the commands that take long let themselves be stopped.

What they say and leave behind then is their own business.
"""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def stopped_like_ctrl_c() -> Iterator[None]:
    """Let SIGTERM, by which service managers end a run, leave the figures so far and no unfinished file."""
    try:
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
