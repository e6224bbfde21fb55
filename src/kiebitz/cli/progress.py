"""A progress bar on standard error, for terminals and long work only.

Rich is imported when the first bar is drawn.
"""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING, Self

from kiebitz.cli.language import translated

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress as RichProgress
    from rich.progress import Task, TaskID

_PATIENCE = 0.8  # seconds before the bar appears
_BESIDE = 76  # usual width of the columns beside the bar, so that a terminal of 80 cuts no words


class Progress:
    """The bar for *total* things, named by *what*; a context manager that removes it at the end."""

    def __init__(self, total: int, what: str) -> None:
        self._total = total
        self._what = what
        self._start = monotonic()
        self._shows = sys.stderr.isatty()
        self._bar: RichProgress | None = None
        self._task: TaskID | None = None

    def update(self, done: int, note: str = "") -> None:
        """Show the number of things *done*, and a note."""
        if not self._shows:
            return
        if self._bar is None:
            if monotonic() - self._start < _PATIENCE:
                return
            self._open(done)  # the rate ignores earlier work
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done, note=note or translated(self._what))

    def _open(self, done: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress
        from rich.text import Text

        class Rate(ProgressColumn):
            """Things per second."""

            def render(self, task: Task) -> Text:
                return Text(f"{task.speed:,.{0 if task.speed >= 10 else 1}f}/s" if task.speed else "", no_wrap=True)

        console = Console(stderr=True)
        bar = BarColumn(bar_width=max(4, min(40, console.width - _BESIDE)))
        columns = [bar, MofNCompleteColumn(), Rate(), TimeRemainingColumn(compact=True)]
        if console.width >= 60:
            columns.append(TextColumn("{task.fields[note]}"))
        self._bar = RichProgress(*columns, console=console, transient=True)
        self._task = self._bar.add_task(self._what, total=self._total, completed=done, note=translated(self._what))
        self._bar.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
