"""What a command came to, as the tests of the command line speak of it, and work that kills its process.

The work lies here and not in a test, because the processes must be able to import it.
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
    from kiebitz.studies.questions import Asked


class Ran(NamedTuple):
    """The exit code, and what went to standard output and standard error."""

    code: int
    out: str
    err: str


#: A function that runs a command with these arguments and this standard input.
Kiebitz = Callable[..., Ran]


def deadly(asked: Asked, first: int, last: int) -> Rows:
    """Work that kills its process at deal 77, or at the game in place 77 of a run."""
    if first <= 77 <= last:
        os.kill(os.getpid(), signal.SIGKILL)
    return questions.answer(asked, first, last)


def deadly_once(asked: Asked, first: int, last: int) -> Rows:
    """Work that kills its process at deal 77, the first time in the life of the parent process."""
    mark = Path(gettempdir()) / f"kiebitz-{os.getppid()}"
    if first <= 77 <= last:
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        mark.unlink()
    return questions.answer(asked, first, last)


def always_deadly(asked: Asked, first: int, last: int) -> Rows:  # noqa: ARG001  it has to look like work
    """Work that kills every process."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError
