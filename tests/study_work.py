"""Chunk functions of studies that kill their process; importable by worker processes."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING

from kiebitz.studies.study.runner import answer

if TYPE_CHECKING:
    from kiebitz.studies.columns import Rows
    from kiebitz.studies.study.runner import Job

_DEADLY = 76  # the row of deal 77 in the first cell of the grid


def deadly(job: Job, first: int, last: int) -> Rows:
    """Die at deal 77 of the grid's first cell, always."""
    if first <= _DEADLY <= last:
        os.kill(os.getpid(), signal.SIGKILL)
    return answer(job, first, last)


def deadly_once(job: Job, first: int, last: int) -> Rows:
    """Die at deal 77, once per parent process."""
    mark = Path(gettempdir()) / f"kiebitz-study-{os.getppid()}"
    if first <= _DEADLY <= last:
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        mark.unlink()
    return answer(job, first, last)
