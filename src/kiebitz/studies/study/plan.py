"""What a study asks: the question, the game and its grid of rules, the deals, the limits; as frozen data and as JSON.

Nothing is searched and no file is opened here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from math import prod
from typing import TYPE_CHECKING, Any

from kiebitz.deals import numbering as numbering_named
from kiebitz.deals.shuffles import nth
from kiebitz.errors import KiebitzError, NumberRangeError, shown
from kiebitz.patience.best import SHUFFLES
from kiebitz.patience.shortest import NUMBERING, shortest_lines
from kiebitz.patience.solve import Limit
from kiebitz.studies.study.grid import DIMENSIONS, SKAT, cells_of, settled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kiebitz.studies.study.grid import Cell, Value, Values

#: What can be asked of a deal: whether it can be won, how many cards can be brought home, how short a line can be; and
#: in Skat how a contract ends if all cards are seen.
QUESTIONS = ("solve", "score", "shortest", "skat")
#: The numbering of the deals of Skat: 32 cards as the fair shuffle leaves them.
SKAT_NUMBERING = "fisher-yates"

_FIELDS = {name: "contracts" if name == "contract" else name for name in DIMENSIONS}
_MOST_GRID_CELLS = 1000
_MOST_ROWS = 10**12


@dataclass(frozen=True, slots=True)
class Deals:
    """The deals *first* to *last* of a numbering; given a *seed*, the places *first* to *last* of that random run.

    The deal in place i of a run (0 the first) has the number `kiebitz.deals.shuffles.nth(seed, i)`, and the numbering
    is one of the shuffles. Raises `NumberRangeError` for deals that there are not; Microsoft's jokes, which have
    negative numbers, belong to no study.

    >>> Deals.random(3, seed=1).number(0)
    10451216379200822465
    """

    first: int
    last: int
    numbering: str = "microsoft"
    seed: int | None = None

    def __post_init__(self) -> None:
        numbers = numbering_named(self.numbering).range
        for place in (self.first, self.last):
            if not isinstance(place, int) or isinstance(place, bool) or place < 0:
                raise NumberRangeError(place, "a deal of a study, which is 0 or more")
            if self.seed is None and place not in numbers:
                raise NumberRangeError(place, f"a whole number from {max(numbers.start, 0)} to {numbers.stop - 1}")
        if self.last < self.first:
            raise NumberRangeError(f"{self.first}-{self.last}", "a range whose first number is not above its last")
        if self.seed is not None:
            if self.numbering not in SHUFFLES:
                raise KiebitzError(
                    f"random deals have no numbering {shown(self.numbering)}; expected one of: {', '.join(SHUFFLES)}"
                )
            nth(self.seed, self.last)  # complains about either

    @staticmethod
    def random(count: int, seed: int = 1, shuffle: str = "fisher-yates") -> Deals:
        """Return the first *count* deals of the random run *seed*."""
        return Deals(0, count - 1, shuffle, seed)

    @property
    def count(self) -> int:
        """How many deals these are."""
        return self.last - self.first + 1

    def number(self, place: int) -> int:
        """Return the number that the deal in this place has in the numbering."""
        return place if self.seed is None else nth(self.seed, place)


@dataclass(frozen=True, slots=True)
class Study:
    """One question about the *deals* of one *game*, under all combinations of the rules that are given.

    *question* is `solve` (can it be won?), `score` (Russian Solitaire: how many cards can be brought home?), `shortest`
    (the 13-card game: how short is a shortest line, moves home included?) or `skat` (how does a hand game of forehand
    end, if all see all cards and play as well as can be?). *cells*, *columns*, *build*, *empty_column* and *supermoves*
    are values for the grid, the game's own where there are none; of *contracts*, which are Skat's, these are all six.
    *limit* holds for each deal; *complete* asks for the complete search alone, as `kiebitz.prove` does. *paths* asks
    for the shortest line to the best score, *times* for the wall time of each deal, which makes quick deals a little
    slower.

    >>> study = Study("freecell", Deals(1, 32000), cells=(3, 4))
    >>> [cell.values["cells"] for cell in study.grid()], study.size
    ([3, 4], 64000)
    """

    game: str
    deals: Deals
    question: str = "solve"
    cells: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    build: tuple[str, ...] = ()
    empty_column: tuple[str, ...] = ()
    supermoves: tuple[str, ...] = ()
    contracts: tuple[str, ...] = ()
    limit: Limit = field(default_factory=Limit)
    complete: bool = False
    paths: bool = False
    times: bool = False

    def __post_init__(self) -> None:
        """Put everything into the one form that it has in the manifest, or complain."""
        if self.question not in QUESTIONS:
            raise KiebitzError(f"unknown question {shown(self.question)}; expected one of: {', '.join(QUESTIONS)}")
        game, values = settled(self.game, self._values)
        if (game == SKAT) is not (self.question == "skat"):
            raise KiebitzError(
                "question skat is asked about game skat, and no other question is; expected both or none"
            )
        self._set("game", game)
        for name, chosen in values.items():
            self._set(_FIELDS[name], chosen)
        if self._grid_size > _MOST_GRID_CELLS:
            raise KiebitzError(f"the grid has more than {_MOST_GRID_CELLS} cells; expected fewer values")
        if self.size > _MOST_ROWS:
            raise NumberRangeError(self.size, f"up to {_MOST_ROWS} deals in all")
        self.grid()  # complains about values that no game has
        if self.question == "score":
            self._check_score()
        elif self.question == "shortest":
            self._check_shortest()
        elif self.question == "skat":
            self._check_skat()
        if self.paths and self.question != "score":
            raise KiebitzError("shortest lines are looked for in studies of the best score; expected question score")

    @property
    def size(self) -> int:
        """How many rows the finished study has."""
        return self.deals.count * self._grid_size

    @property
    def _grid_size(self) -> int:
        return prod(len(values) for values in self._values.values() if values)

    @property
    def _values(self) -> Values:
        return {name: self.values(name) for name in DIMENSIONS}

    def values(self, dimension: str) -> tuple[Value, ...]:
        """Return the values that one dimension of the grid takes; none if the game does not have it."""
        values: tuple[Value, ...] = getattr(self, _FIELDS[dimension])
        return values

    @property
    def varied(self) -> tuple[str, ...]:
        """The dimensions that tell the cells of the grid apart; the game's first where there is one cell."""
        own = [name for name in DIMENSIONS if self.values(name)]
        return tuple(name for name in own if len(self.values(name)) > 1) or (own[0],)

    def grid(self) -> tuple[Cell, ...]:
        """Return the cells of the grid; the first dimension varies slowest, the last quickest."""
        return cells_of(self.game, self._values)

    def to_object(self) -> dict[str, Any]:
        """Return the study as the manifest holds it."""
        deals: dict[str, Any] = {name.name: getattr(self.deals, name.name) for name in fields(Deals)}
        limit = {name.name: getattr(self.limit, name.name) for name in fields(Limit)}
        own = {name.name: getattr(self, name.name) for name in fields(Study)}
        return own | {name: list(own[name]) for name in _FIELDS.values()} | {"deals": deals, "limit": limit}

    @staticmethod
    def from_object(value: Mapping[str, Any]) -> Study:
        """Return the study that an object of `to_object` describes; a `KiebitzError` if it describes none."""
        try:
            parts = {"contracts": (), **value}  # studies that were begun before there was Skat do not name any
            parts |= {name: tuple(parts[name]) for name in _FIELDS.values()}
            parts |= {"deals": Deals(**parts["deals"]), "limit": Limit(**parts["limit"])}
            return Study(**parts)
        except KiebitzError:
            raise
        except (TypeError, KeyError, AttributeError, ValueError) as error:
            raise KiebitzError(f"no description of a study: {error}") from None

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _check_score(self) -> None:
        rules = self.grid()[0].rules
        if self.game != "russian" or self._grid_size > 1 or rules is None or not rules.is_scored:
            raise KiebitzError("best scores are those of Russian Solitaire; expected game russian and its own rules")
        if self.deals.seed is None:
            raise KiebitzError("best scores are had of random deals only; expected deals with a seed")
        if self.limit != Limit() or self.complete or self.times:
            raise KiebitzError("best scores know no limit, no proof and no times; expected none of them")

    def _check_shortest(self) -> None:
        if self.game != "solitaire_one_suit" or self.deals.numbering != NUMBERING:
            raise KiebitzError(
                f"shortest lines are those of the 13-card game; expected game solitaire_one_suit, numbering {NUMBERING}"
            )
        if self.limit != Limit() or self.complete or self.times:
            raise KiebitzError("shortest lines know no limit, no proof and no times; expected none of them")
        for cell in self.grid():
            if cell.rules is not None:
                shortest_lines(cell.rules, self.deals.first)  # complains about rules that it does not know

    def _check_skat(self) -> None:
        if self.deals.numbering != SKAT_NUMBERING:
            raise KiebitzError(
                f"Skat is dealt by the fair shuffle; expected random deals, or numbering {SKAT_NUMBERING}"
            )
        if self.limit != Limit() or self.complete:
            raise KiebitzError("Skat is always searched to its end; expected no limit and no proof")


@dataclass(frozen=True, slots=True)
class Piece:
    """Deals of one cell of the grid whose rows make up one file: the places *first* to *last* of the study's deals."""

    cell: int
    first: int
    last: int

    @property
    def count(self) -> int:
        """How many deals these are."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Plan:
    """A study cut into files: *chunks* is the number of deals in each file, for every cell of the grid.

    With that fixed, a run that was killed and resumed leaves the same files as one that was not.
    """

    study: Study
    chunks: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.chunks) != len(self.study.grid()) or not all(
            isinstance(chunk, int) and not isinstance(chunk, bool) and chunk > 0 for chunk in self.chunks
        ):
            raise KiebitzError("no description of a study: its chunks do not fit its grid")

    def pieces(self) -> list[Piece]:
        """Return all pieces, cell by cell, in the order of the deals."""
        deals = self.study.deals
        return [
            Piece(cell, first, min(first + chunk - 1, deals.last))
            for cell, chunk in enumerate(self.chunks)
            for first in range(deals.first, deals.last + 1, chunk)
        ]

    def file(self, piece: Piece) -> str:
        """Return the name of a piece's file: the cell of the grid, and the first deal."""
        first = f"{piece.first:0{len(str(self.study.deals.last))}d}"
        return f"{self.study.grid()[piece.cell].name}.{first}.parquet"

    def to_json(self, program: Mapping[str, str]) -> str:
        """Return the manifest: always the same text for the same plan and the same *program*."""
        about = {"format": FORMAT, "version": VERSION, "program": dict(program)}
        return json.dumps(about | {"study": self.study.to_object(), "chunks": list(self.chunks)}, indent=2) + "\n"

    @staticmethod
    def from_json(text: str) -> tuple[Plan, dict[str, str]]:
        """Return the plan of a manifest, and the program that made it; a `KiebitzError` if this is no manifest."""
        try:
            value = json.loads(text)
            known = (value["format"], value["version"]) == (FORMAT, VERSION)
            study, chunks, program = value["study"], tuple(value["chunks"]), dict(value["program"])
        except (TypeError, KeyError, ValueError, RecursionError) as error:
            raise KiebitzError(f"no manifest of a study: {error}") from None
        if not known:
            raise KiebitzError(f"no manifest of format {FORMAT}, version {VERSION}")
        return Plan(Study.from_object(study), chunks), program


FORMAT = "kiebitz-study"
VERSION = 1
