"""The description of a study (question, game, grid of rules, deals, limits) as frozen data and as JSON."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import chain, pairwise
from math import prod
from typing import TYPE_CHECKING, Any

from kiebitz.analysis.limits import Limit
from kiebitz.deals import numbering as numbering_named
from kiebitz.deals.shuffles import SHUFFLES, nth
from kiebitz.errors import InputError, KiebitzError, NumberRangeError, shown
from kiebitz.patience.games import page
from kiebitz.studies import questions
from kiebitz.studies.grid import DIMENSIONS, SKAT, cells_of, settled
from kiebitz.studies.questions import OPTIONS, Request
from kiebitz.studies.spans import index_of, number_at, size

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kiebitz.studies.grid import Cell, Value, Values
    from kiebitz.studies.questions import Question
    from kiebitz.studies.spans import Span

#: The dimensions of the grid, each with the name of its values in `Study` and its manifest.
FIELDS = {name: "contracts" if name == "contract" else name for name in DIMENSIONS}
_MAX_GRID_CELLS = 1000
_MAX_ROWS = 10**12
_MAX_FILES = 10_000  # in one cell of the grid
_MAX_SPANS = 5_000  # each has its own files


@dataclass(frozen=True, slots=True)
class Deals:
    """The deals *first* to *last* of a numbering; with a *seed*, the places *first* to *last* of that random run.

    Place i of a run, 0 the first, has the number `kiebitz.deals.shuffles.nth(seed, i)`, and *numbering* is a shuffle.
    *spans*, ascending and apart, restrict the deals to lists. Raises `NumberRangeError` for deals that do not exist and
    for negative numbers.

    >>> Deals.random(3, seed=1).number(0)
    10451216379200822465
    >>> Deals.of([(1, 2), (5, 9)]).count
    7
    """

    first: int
    last: int
    numbering: str = "microsoft"
    seed: int | None = None
    spans: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "spans", tuple((first, last) for first, last in self.spans or [self.bounds]))
        if len(self.spans) > _MAX_SPANS:
            raise NumberRangeError(len(self.spans), f"up to {_MAX_SPANS:,} ranges of deals")
        numbers = numbering_named(self.numbering).range
        for place in chain((self.first, self.last), *self.spans):
            if not isinstance(place, int) or isinstance(place, bool) or place < 0:
                raise NumberRangeError(place, "a deal of a study, which is 0 or more")
            if self.seed is None and place not in numbers:
                raise NumberRangeError(place, f"a whole number from {max(numbers.start, 0)} to {numbers.stop - 1}")
        for first, last in (self.bounds, *self.spans):
            if last < first:
                raise NumberRangeError(f"{first}-{last}", "a range whose first number is not above its last")
        apart = all(after[0] > before[1] + 1 for before, after in pairwise(self.spans))
        if not apart or self.bounds != (self.spans[0][0], self.spans[-1][1]):
            raise InputError("", "the ranges of deals overlap or do not fit their bounds", "ranges in ascending order")
        if self.seed is not None:
            if self.numbering not in SHUFFLES:
                fault = f"random deals have no numbering {shown(self.numbering)}"
                raise InputError("", fault, f"one of: {', '.join(SHUFFLES)}")
            nth(self.seed, self.last)  # checks both

    @staticmethod
    def random(count: int, seed: int = 1, shuffle: str = "fisher-yates") -> Deals:
        """Return the first *count* deals of the random run *seed*."""
        return Deals(0, count - 1, shuffle, seed)

    @staticmethod
    def of(spans: Sequence[Span], numbering: str = "microsoft", seed: int | None = None) -> Deals:
        """Return the deals in *spans*, ascending and apart."""
        return Deals(spans[0][0], spans[-1][1], numbering, seed, tuple(spans))

    @property
    def bounds(self) -> Span:
        return self.first, self.last

    @property
    def count(self) -> int:
        return size(self.spans)

    def place(self, index: int) -> int:
        """Return the place of a deal by its index, 0 for the first."""
        return number_at(self.spans, index)

    def index(self, place: int) -> int:
        """Return the index of a deal, the inverse of `place`."""
        return index_of(self.spans, place)

    def to_object(self) -> dict[str, Any]:
        """Return an object for the manifest, with `spans` only if there are several."""
        value: dict[str, Any] = {name.name: getattr(self, name.name) for name in fields(Deals)}
        spans = value.pop("spans")
        return value | ({"spans": [list(span) for span in spans]} if len(spans) > 1 else {})

    def number(self, place: int) -> int:
        return place if self.seed is None else nth(self.seed, place)


@dataclass(frozen=True, slots=True, init=False)
class Study:
    """One question about the *deals* of one *game*, under all combinations of the given rules.

    | parameter | meaning |
    | --- | --- |
    | *question* | a name in `kiebitz.studies.questions` |
    | *cells*, *build*, *contracts* … (`FIELDS`) | values of the grid; by default the game's own, or all six contracts |
    | *limit* | for each deal |
    | *complete* | use the complete search alone, as `kiebitz.prove` |
    | *paths* | search the shortest line to the best score |
    | *times* | measure the wall time of each deal, which slows down quick deals a little |
    | *edition* | of the game's rules, by default the last |

    >>> study = Study("freecell", Deals(1, 32000), cells=(3, 4))
    >>> [cell.values["cells"] for cell in study.grid()], study.size
    ([3, 4], 64000)
    """

    game: str
    deals: Deals
    question: str
    settled: tuple[tuple[Value, ...], ...]  # the values of each dimension
    limit: Limit
    complete: bool
    paths: bool
    times: bool
    edition: int

    def __init__(
        self,
        game: str,
        deals: Deals,
        question: str = "solve",
        *,
        limit: Limit | None = None,
        complete: bool = False,
        paths: bool = False,
        times: bool = False,
        edition: int | None = None,
        **values: Sequence[Value],
    ) -> None:
        unknown = values.keys() - FIELDS.values()
        if unknown:
            raise TypeError(
                f"a study has no values for {', '.join(sorted(unknown))}; it has {', '.join(FIELDS.values())}"
            )
        limit = limit or Limit()
        flags = {"complete": complete, "paths": paths, "times": times}
        for name, value in ({"deals": deals, "question": question, "limit": limit} | flags).items():
            self._set(name, value)
        for name in flags:
            if type(getattr(self, name)) is not bool:
                raise InputError("", f"{name} is {shown(getattr(self, name))}", "true or false")
        asks = self.asks
        game, chosen = settled(game, {name: tuple(values.get(key, ())) for name, key in FIELDS.items()})
        if (game == SKAT) is not (asks.game == SKAT):
            fault = "question skat is asked about game skat, and no other question is"
            raise InputError("", fault, "both or none")
        self._set("game", game)
        self._set("edition", edition or (1 if game == SKAT else page(game).edition))
        self._set("settled", tuple(tuple(chosen.get(name, ())) for name in DIMENSIONS))
        if self._grid_size > _MAX_GRID_CELLS:
            raise InputError("", f"the grid has more than {_MAX_GRID_CELLS} cells", "fewer values")
        if self.size > _MAX_ROWS:
            raise NumberRangeError(self.size, f"up to {_MAX_ROWS} deals in all")
        self.grid()  # checks the values
        used = {name: getattr(self, name) for name in OPTIONS} | {"limit": limit != Limit()}
        for name, word in OPTIONS.items():
            if used[name] and name not in asks.takes:
                others = [other for other in questions.names() if name in questions.named(other).takes]
                expected = f"none, or question {' or '.join(others)}"
                raise InputError("", f"question {asks.name} knows no {word}", expected)
        for request in self.requests():
            asks.check(request, deals.first)

    def __getattr__(self, name: str) -> tuple[Value, ...]:
        for dimension, key in FIELDS.items():
            if key == name:
                return self.values(dimension)
        raise AttributeError(f"a study has no attribute {name!r}")

    @property
    def asks(self) -> Question:
        return questions.named(self.question)

    @property
    def size(self) -> int:
        """The number of rows of the finished study."""
        return self.deals.count * self._grid_size

    @property
    def _grid_size(self) -> int:
        return prod(len(values) for values in self._values.values() if values)

    @property
    def _values(self) -> Values:
        return {name: self.values(name) for name in DIMENSIONS}

    def values(self, dimension: str) -> tuple[Value, ...]:
        """Return the values of a dimension; none if the game lacks it."""
        return self.settled[DIMENSIONS.index(dimension)]

    @property
    def varied(self) -> tuple[str, ...]:
        """The dimensions with several values, or the game's first if there is one cell."""
        own = [name for name in DIMENSIONS if self.values(name)]
        return tuple(name for name in own if len(self.values(name)) > 1) or (own[0],)

    def grid(self) -> tuple[Cell, ...]:
        """Return the cells of the grid; the last dimension varies quickest."""
        return cells_of(self.game, self._values, self.edition)

    def requests(self) -> tuple[Request, ...]:
        return _requests(self)

    def to_object(self) -> dict[str, Any]:
        limit = {name.name: getattr(self.limit, name.name) for name in fields(Limit)}
        lists = {key: list(self.values(name)) for name, key in FIELDS.items()}
        own: dict[str, Any] = {"game": self.game, "deals": self.deals.to_object(), "question": self.question}
        own |= {**lists, "limit": limit}
        own |= {name: getattr(self, name) for name in ("complete", "paths", "times")}
        return own | ({"edition": self.edition} if self.edition > 1 else {})

    @staticmethod
    def from_object(value: Mapping[str, Any]) -> Study:
        """Return the study of an object made by `to_object`.

        Raises a `InputError` for other objects, and an `EditionError` for rules that have been corrected since.
        """
        try:
            # Older studies lack newer dimensions.
            parts: dict[str, Any] = {**dict.fromkeys(FIELDS.values(), ()), **value}
            parts["edition"] = int(parts.get("edition", 1))
            parts |= {name: tuple(parts[name]) for name in FIELDS.values()}
            parts |= {"deals": Deals(**parts["deals"]), "limit": Limit(**parts["limit"])}
            return Study(**parts)
        except KiebitzError:
            raise
        except (TypeError, KeyError, AttributeError, ValueError) as error:
            raise InputError("", f"no description of a study: {error}") from None

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)


@lru_cache(maxsize=4)
def _requests(study: Study) -> tuple[Request, ...]:
    deals = study.deals
    options = {name: getattr(study, name) for name in OPTIONS}
    return tuple(Request(study.asks, cell, deals.numbering, deals.seed, **options) for cell in study.grid())


FORMAT = "kiebitz-study"
#: The version of the manifest; version 1, which Kiebitz 0.1 wrote, has no checksums.
VERSION = 2
#: The keys of a manifest's entry on the program that began the study.
PROGRAM = ("kiebitz", "kernel", "build")


@dataclass(frozen=True, slots=True)
class Piece:
    """The deals of one file: the places *first* to *last*, within one span, of one cell of the grid."""

    cell: int
    first: int
    last: int

    @property
    def count(self) -> int:
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Plan:
    """A study cut into files, of *chunks* deals in each cell of the grid, also if killed and resumed."""

    study: Study
    chunks: tuple[int, ...]
    version: int = VERSION

    def __post_init__(self) -> None:
        if len(self.chunks) != len(self.study.grid()) or not all(
            isinstance(chunk, int) and not isinstance(chunk, bool) and chunk > 0 for chunk in self.chunks
        ):
            raise InputError("", "no description of a study: its chunks do not fit its grid")
        spans = self.study.deals.spans
        if any(sum(-(-size([span]) // chunk) for span in spans) > _MAX_FILES for chunk in self.chunks):
            raise InputError("", f"no description of a study: a cell of its grid has more than {_MAX_FILES:,} files")

    def pieces(self) -> list[Piece]:
        return [
            Piece(cell, first, min(first + chunk - 1, end))
            for cell, chunk in enumerate(self.chunks)
            for start, end in self.study.deals.spans
            for first in range(start, end + 1, chunk)
        ]

    def row(self, piece: Piece) -> int:
        """Return the index of a piece's first row in the study."""
        return piece.cell * self.study.deals.count + self.study.deals.index(piece.first)

    def file(self, piece: Piece) -> str:
        """Return the name of a piece's file: the cell of the grid, and the first deal."""
        first = f"{piece.first:0{len(str(self.study.deals.last))}d}"
        return f"{self.study.grid()[piece.cell].name}.{first}.parquet"

    @property
    def checksum(self) -> str:
        """The checksum of study and chunks."""
        return _checksum({"study": self.study.to_object(), "chunks": list(self.chunks)})

    def to_json(self, program: Mapping[str, str]) -> str:
        """Return the manifest."""
        about = {"format": FORMAT, "version": VERSION, "program": dict(program)}
        about |= {"study": self.study.to_object(), "chunks": list(self.chunks)}
        return json.dumps(about | {"checksum": _checksum(about)}, indent=2) + "\n"

    @staticmethod
    def from_json(text: str) -> tuple[Plan, dict[str, str]]:
        """Return the plan of a manifest, and the program that made it; a `InputError` for other texts."""
        try:
            value = json.loads(text)
            has_known_format = value["format"] == FORMAT and value["version"] in (1, VERSION)
            study, chunks, program = value["study"], tuple(value["chunks"]), dict(value["program"])
            is_whole = value["version"] == 1 or value.pop("checksum") == _checksum(value)
        except (TypeError, KeyError, ValueError, RecursionError) as error:
            raise InputError("", f"no manifest of a study: {error}") from None
        if not has_known_format:
            raise InputError("", f"no manifest of format {FORMAT}, version {VERSION}")
        plan = Plan(Study.from_object(study), chunks, value["version"])
        if not is_whole:
            raise InputError("", "no manifest as it was written: it does not fit its checksum")
        if not all(isinstance(program.get(name), str) for name in PROGRAM):
            raise InputError("", f"no manifest: it does not say which program began it ({', '.join(PROGRAM)})")
        return plan, program


def _checksum(value: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
