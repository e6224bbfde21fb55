"""The questions that can be asked of many deals: what a question is, and the list of them.

Each module of this package holds one, the `QUESTION` that has its name; one of another package joins them by
`register`. What is heavy is imported by those who answer, so that help and completion can list the questions.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from kiebitz.errors import ChoiceError, StudyError
from kiebitz.studies.columns import COLUMNS, LIMIT_MEMORY, LIMITS, VERDICTS, Rows, lost

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kiebitz.analysis.limits import Limit, Verdict
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules
    from kiebitz.studies.columns import Column
    from kiebitz.studies.grid import Cell
    from kiebitz.studies.row_counts import CellFindings

    #: What stands over a plot of some cells of a grid: their game, and how many deals each has.
    Title = Callable[[Sequence[CellFindings]], str]

#: What was found out about a deal: the verdict, the limit that was hit, and the values of the other columns by name.
Found = tuple["Verdict", "str | None", "Mapping[str, float | None]"]

#: The options of a study that a question may take, with the names that they have in messages.
OPTIONS = {"limit": "limit", "complete": "proof", "paths": "shortest lines", "times": "times"}


class Question:
    """A question that can be asked of many deals; a subclass says all there is to say of it, and has no arguments.

    `name` is what it is called, `asks` the question itself in words. A study of it is about `game` and the deals of
    `numbering` unless it says otherwise, and takes those of `OPTIONS` that `takes` names. `columns` are those that it
    fills: `verdict`, `limit_hit` (if only for deals that kill their process) and any others. Those that have the name
    of a column of all studies have its type as well.

    The other words are for reports and plots: `headline` stands for the question, `won` for the deals that are solved,
    `effort` for what the column `states` counts, and `checked` for what is known of every row.
    """

    name: str
    asks: str
    headline: str
    won = "deals that can be won"
    effort = "states"
    checked = ""
    game = "freecell"
    numbering = "microsoft"
    takes: tuple[str, ...] = ()
    columns: tuple[Column, ...]

    def check(self, asked: Asked, place: int) -> None:
        """Raise a `KiebitzError` if it can't be asked so, of the deal in this place and those behind it."""

    def cost(self, asked: Asked, place: int) -> tuple[float, int]:
        """Return about how many seconds the deal in this place takes, and how many states were looked at to say so.

        It is estimated by states and never by the clock, so that the same study is always cut in the same way.
        """
        rows = self.answer(asked, place, place)
        states = sum(self.column("states").values(rows.columns["states"])) if "states" in rows.columns else 0
        return SECONDS_A_DEAL + SECONDS_A_STATE * states, states

    def answer(self, asked: Asked, first: int, last: int) -> Rows:
        """Answer it about the deals in the places *first* to *last*."""
        raise NotImplementedError

    def one_by_one(self, asked: Asked, first: int, last: int, ask: Callable[[Position], Found]) -> Rows:
        """Return the rows of deals that are asked one after the other."""
        from kiebitz.deals import numbering
        from kiebitz.patience.position import Position

        start = perf_counter()
        deals, pack = numbering(asked.numbering), asked.rules.pack
        rows: dict[str, list[Any]] = {}
        for number in asked.numbers(first, last):
            begun = perf_counter()
            verdict, limit_hit, values = ask(Position.deal(asked.rules, deals.cards(number, pack)))
            limit = None if limit_hit is None else LIMITS.index(limit_hit)
            row = {"verdict": VERDICTS.index(verdict.value), "limit_hit": limit, **values}
            if asked.times:
                row["seconds"] = perf_counter() - begun
            for name, value in row.items():
                rows.setdefault(name, []).append(value)
        columns = {name: self.column(name).numbers(values) for name, values in rows.items()}
        return Rows(columns, perf_counter() - start)

    def lost(self, asked: Asked, place: int, limit: int) -> Rows:
        """Return the row of the deal in this place if nothing is known of it because of a *limit* (a code)."""
        del asked, place
        return lost(self.columns, limit)

    def plots(self, cells: Sequence[CellFindings], title: Title) -> Mapping[str, Any]:
        """Return the plots that only this question has, by name, drawn by matplotlib; *title* says what is over one."""
        del cells, title
        return {}

    def column(self, name: str) -> Column:
        """Return one of its columns."""
        return next(column for column in self.columns if column.name == name)

    def __reduce__(self) -> tuple[Any, ...]:
        return _arrived, (type(self),)  # so that the processes that answer it know it, too


#: What a deal costs that Python deals, and a state that a search looks at, roughly.
SECONDS_A_DEAL = 150e-6
SECONDS_A_STATE = 0.2e-6


class Asked(NamedTuple):
    """What is asked of deals of one game: all that a process needs to know in order to answer.

    The deal in place i has the number i, or with a *seed* that of place i in the random run. *settings* is what only
    one question understands.
    """

    question: Question
    cell: Cell
    numbering: str
    seed: int | None
    limit: Limit
    complete: bool = False
    paths: bool = False
    times: bool = False
    settings: Any = None

    @property
    def rules(self) -> Rules:
        """The rules of the patience that is asked about; a `KiebitzError` in another game."""
        if self.cell.rules is None:
            raise StudyError("", f"{self.cell.title} is no patience", f"question {self.cell.game}")
        return self.cell.rules

    def numbers(self, first: int, last: int) -> Sequence[int]:
        """Return the numbers of the deals in the places *first* to *last*."""
        from kiebitz.deals.shuffles import numbers

        return numbers(self.seed, range(first, last + 1))


def answer(asked: Asked, first: int, last: int) -> Rows:
    """Let a question answer: what every process does, again and again.

    A deal that takes more memory than there is becomes undecided, and the others are answered without it.
    """
    try:
        return asked.question.answer(asked, first, last)
    except MemoryError:
        if first == last:
            return asked.question.lost(asked, first, LIMIT_MEMORY)
    middle = (first + last) // 2
    parts = [answer(asked, first, middle), answer(asked, middle + 1, last)]
    return Rows.joined(parts, asked.question.columns)


# The list


def names() -> list[str]:
    """Return the names of all questions."""
    return sorted({*_own(), *_others})


def named(name: str) -> Question:
    """Return the question of this name; a `KiebitzError` lists those that there are."""
    if name in _own():
        question: Question = import_module(f"{__name__}.{name}").QUESTION
        return question
    if name not in _others:
        raise ChoiceError("question", name, names())
    return _others[name]


def register(question: Question) -> None:
    """Add a question to those that studies can ask; a `ValueError` about a name or a column that means something else.

    A program that runs or reports on a study of it has to do so each time, before anything else.
    """
    if question.name in names() and type(named(question.name)) is not type(question):
        raise ValueError(f"there is another question called {question.name!r}")
    kinds = {column.name: column.kind for column in COLUMNS}
    for column in question.columns:
        if kinds.get(column.name, column.kind) != column.kind:
            raise ValueError(f"column {column.name!r} has type {column.kind!r}; expected {kinds[column.name]!r}")
    for name in ("verdict", "limit_hit"):
        if name not in (column.name for column in question.columns):
            raise ValueError(f"question {question.name!r} has no column {name!r}")
    if question.name not in _own():
        _others[question.name] = question


_others: dict[str, Question] = {}


@cache
def _own() -> frozenset[str]:
    return frozenset(module.name for module in iter_modules(__path__))


def _arrived(kind: type[Question]) -> Question:
    question = kind()
    register(question)
    return named(question.name)
