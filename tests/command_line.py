"""What a command came to, as the tests of the command line speak of it, and work that kills its process.

The work lies here and not in a test, because the processes must be able to import it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir
from typing import NamedTuple

from kiebitz.cli.ranges import Job, Report, work
from kiebitz.studies.etude import Played, Question, play


class Ran(NamedTuple):
    """The exit code, and what went to standard output and standard error."""

    code: int
    out: str
    err: str


#: A function that runs a command with these arguments and this standard input.
Kiebitz = Callable[..., Ran]


def deadly(job: Job, first: int, last: int) -> Report:
    """Work that kills its process at deal 77."""
    if first <= 77 <= last:
        os.kill(os.getpid(), signal.SIGKILL)
    return work(job, first, last)


def deadly_once(job: Job, first: int, last: int) -> Report:
    """Work that kills its process at deal 77, the first time in the life of the parent process."""
    mark = Path(gettempdir()) / f"kiebitz-{os.getppid()}"
    if first <= 77 <= last:
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        mark.unlink()
    return work(job, first, last)


def always_deadly(job: Job, first: int, last: int) -> Report:  # noqa: ARG001  it has to look like work
    """Work that kills every process."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def deadly_game(question: Question, first: int, last: int) -> Played:
    """An étude that kills its process at game 77."""
    if first <= 77 <= last:
        os.kill(os.getpid(), signal.SIGKILL)
    return play(question, first, last)


def deadly_game_once(question: Question, first: int, last: int) -> Played:
    """An étude that kills its process at game 77, the first time in the life of the parent process."""
    mark = Path(gettempdir()) / f"kiebitz-etude-{os.getppid()}"
    if first <= 77 <= last:
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        mark.unlink()
    return play(question, first, last)
