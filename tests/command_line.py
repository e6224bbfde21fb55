"""The result of a command, and chunk functions that kill their process.

The chunk functions are importable by worker processes.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.studies import questions

if TYPE_CHECKING:
    from kiebitz.studies.columns import Rows
    from kiebitz.studies.questions import Request


class Ran(NamedTuple):
    """Exit code, standard output and standard error."""

    code: int
    out: str
    err: str


#: Runs a command with arguments and standard input.
Kiebitz = Callable[..., Ran]


def deadly(request: Request, first: int, last: int) -> Rows:
    """Kill the process at deal 77, or at game 77 of a run."""
    if first <= 77 <= last:
        os.kill(os.getpid(), signal.SIGKILL)
    return questions.answer(request, first, last)


def deadly_once(request: Request, first: int, last: int) -> Rows:
    """Kill the process at deal 77, once per parent process."""
    mark = Path(gettempdir()) / f"kiebitz-{os.getppid()}"
    if first <= 77 <= last:
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        mark.unlink()
    return questions.answer(request, first, last)


def always_deadly(request: Request, first: int, last: int) -> Rows:  # noqa: ARG001  the signature of a chunk function
    """Kill the process."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError
