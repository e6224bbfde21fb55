"""The questions of studies: their base class, requests, and the list of questions.

Each module of this package defines one, `QUESTION`; other packages add theirs by `register`. Solvers are imported when
needed, for the sake of help and completion.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from kiebitz.errors import ChoiceError, InputError
from kiebitz.studies.columns import COLUMNS, LIMIT_MEMORY, LIMITS, VERDICTS, Rows, lost

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kiebitz.analysis.limits import Limit, Verdict
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules
    from kiebitz.studies.columns import Column
    from kiebitz.studies.grid import Cell
    from kiebitz.studies.row_counts import CellFindings

    #: Returns the title of a plot of some cells of a grid: game and numbers of deals.
    Title = Callable[[Sequence[CellFindings]], str]

#: The answer about a deal: the verdict, the limit that was hit, and the values of the other columns by name.
DealAnswer = tuple["Verdict", "str | None", "Mapping[str, float | None]"]

#: The options of a study that a question may take, with their names in messages.
OPTIONS = {"limit": "limit", "complete": "proof", "paths": "shortest lines", "times": "times"}


class Question:
    """A question about many deals; subclasses define it and take no arguments.

    | attribute | meaning |
    | --- | --- |
    | `name`, `asks` | its name, and the question in words |
    | `game`, `numbering` | the defaults of a study |
    | `takes` | the names in `OPTIONS` that it supports |
    | `columns` | the columns that it fills, among them `verdict` and `limit_hit`; a standard column keeps its type |
    | `headline`, `won` | words of reports and plots for the question and for solved deals |
    | `effort`, `checked` | the same for the unit of the column `states` and for the check of every row |
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

    def check(self, request: Request, place: int) -> None:
        """Raise a `KiebitzError` if it cannot be asked about the deals from *place* on."""

    def cost(self, request: Request, place: int) -> tuple[float, int]:
        """Return the estimated seconds of the deal in *place*, and the states searched for the estimate.

        Estimates use states, not clocks, so that equal studies have equal files.
        """
        rows = self.answer(request, place, place)
        states = sum(self.column("states").values(rows.columns["states"])) if "states" in rows.columns else 0
        return SECONDS_A_DEAL + SECONDS_A_STATE * states, states

    def answer(self, request: Request, first: int, last: int) -> Rows:
        """Return the answers about the deals in the places *first* to *last*."""
        raise NotImplementedError

    def one_by_one(self, request: Request, first: int, last: int, ask: Callable[[Position], DealAnswer]) -> Rows:
        from kiebitz.deals import numbering
        from kiebitz.patience.position import Position

        start = perf_counter()
        deals, pack = numbering(request.numbering), request.rules.pack
        rows: dict[str, list[Any]] = {}
        for number in request.numbers(first, last):
            begun = perf_counter()
            verdict, limit_hit, values = ask(Position.deal(request.rules, deals.cards(number, pack)))
            limit = None if limit_hit is None else LIMITS.index(limit_hit)
            row = {"verdict": VERDICTS.index(verdict.value), "limit_hit": limit, **values}
            if request.times:
                row["seconds"] = perf_counter() - begun
            for name, value in row.items():
                rows.setdefault(name, []).append(value)
        columns = {name: self.column(name).numbers(values) for name, values in rows.items()}
        return Rows(columns, perf_counter() - start)

    def lost(self, request: Request, place: int, limit: int) -> Rows:
        """Return the row of the deal in *place*, left open by *limit* (a code)."""
        del request, place
        return lost(self.columns, limit)

    def plots(self, cells: Sequence[CellFindings], title: Title) -> Mapping[str, Any]:
        """Return further matplotlib figures by name; *title* returns the title of a plot."""
        del cells, title
        return {}

    def column(self, name: str) -> Column:
        return next(column for column in self.columns if column.name == name)

    def __reduce__(self) -> tuple[Any, ...]:
        return _arrived, (type(self),)  # registers it in worker processes


#: Rough costs of a deal that Python deals, and of a state of a search.
SECONDS_A_DEAL = 150e-6
SECONDS_A_STATE = 0.2e-6


class Request(NamedTuple):
    """A question about deals of one game, with all that a worker process needs.

    Place i is the deal i, or with a *seed* the deal in place i of the random run. *settings* depend on the question.
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
        """The rules of the patience; a `InputError` for another game."""
        if self.cell.rules is None:
            raise InputError("", f"{self.cell.title} is no patience", f"question {self.cell.game}")
        return self.cell.rules

    def numbers(self, first: int, last: int) -> Sequence[int]:
        from kiebitz.deals.shuffles import numbers

        return numbers(self.seed, range(first, last + 1))


def answer(request: Request, first: int, last: int) -> Rows:
    """Return the answers about the deals *first* to *last*; a deal that exhausts the memory is undecided."""
    try:
        return request.question.answer(request, first, last)
    except MemoryError:
        if first == last:
            return request.question.lost(request, first, LIMIT_MEMORY)
    middle = (first + last) // 2
    parts = [answer(request, first, middle), answer(request, middle + 1, last)]
    return Rows.joined(parts, request.question.columns)


# The list


def names() -> list[str]:
    return sorted({*_own(), *_others})


def named(name: str) -> Question:
    """Return the question of this name; a `ChoiceError` lists the names."""
    if name in _own():
        question: Question = import_module(f"{__name__}.{name}").QUESTION
        return question
    if name not in _others:
        raise ChoiceError("question", name, names())
    return _others[name]


def register(question: Question) -> None:
    """Add a question, before its studies are run or reported on; a `ValueError` if its name or a column conflicts."""
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
