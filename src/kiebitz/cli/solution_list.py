"""A file with one line for each deal of a range: number, verdict, solution.

The processes that solve the deals make the lines; this one writes them in order.
"""

from __future__ import annotations

import json
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from kiebitz.deals import numbering as numbering_named
from kiebitz.patience.notation.header import header_of
from kiebitz.patience.rule_options import Autoplay
from kiebitz.studies import parquet
from kiebitz.studies.chunks import InOrder
from kiebitz.studies.columns import DEAL, VERDICT, Column
from kiebitz.studies.spans import in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.analysis.limits import Verdict
    from kiebitz.analysis.ranges import RangeResult
    from kiebitz.cli.output import File
    from kiebitz.patience.rules import Rules

    #: Successive deals as columns: verdicts, autoplay rules, numbers of moves, lines in notation.
    Columns = tuple[bytes, bytes, bytes, list[str]]

#: The endings of files with JSON objects, and of Parquet files.
JSON_LINES, PARQUET = ".jsonl", ".parquet"

_AUTOPLAY = Column(
    "autoplay",
    "string",
    "the autoplay rule that the line is for",
    nullable=False,
    words=tuple(a.value for a in Autoplay),
)
_MOVES = Column("moves", "uint16", "the player's moves of the line; null where there is none", "moves")
_NOTATION = Column(
    "notation", "text", "the player's moves in standard notation; empty where there is none", nullable=False
)


class Listing(Protocol):
    """A file for the lines: takes chunks in any order, writes them in the order of the deals."""

    def add(self, first: int, last: int, parts: Sequence[Any]) -> None:
        """Add the results of `Form.lines` for the deals *first* to *last*."""

    def close(self) -> None:
        """Write the end of the file."""


@dataclass(frozen=True, slots=True)
class Form:
    """The form of the lines: the autoplay rule of the solutions, and the ending of the file's name."""

    autoplay: Autoplay
    ending: str = ""

    @property
    def binary(self) -> bool:
        """Whether the file is binary."""
        return self.ending == PARQUET

    def listing(self, file: File, rules: Rules, numbering: str, spans: list[tuple[int, int]]) -> Listing:
        """Begin the file for the deals of *spans*; a `DependencyError` if Parquet's library is missing."""
        about = f"{numbering} {in_words(spans)}"
        header = str(header_of(rules, self.autoplay, about))
        if self.ending == PARQUET:
            fields = {"game": rules.game, "deals": about, "autoplay": self.autoplay.value, "header": header}
            return _Rows(file, spans, numbering, fields)
        if self.ending != JSON_LINES:
            file.write(f"{header}# note: number, verdict, solution\n")
        return _Lines(file, spans)

    def lines(self, result: RangeResult) -> str | Columns:
        """Return the deals of *result* as lines, or as columns for Parquet."""
        solutions = result.solutions(self.autoplay)
        if self.ending == PARQUET:
            texts = list(solutions.texts())
            moves = array(_MOVES.code, (text.count(" ") + 1 if text else _MOVES.nothing for text in texts))
            return result.verdicts, solutions.rules, moves.tobytes(), texts
        write = _as_json if self.ending == JSON_LINES else self._as_text
        return "".join(
            write(number, result.verdict(number), solutions.rule(number), line)
            for number, line in enumerate(solutions.texts(), result.first)
        )

    def _as_text(self, number: int, verdict: Verdict, autoplay: Autoplay, line: str) -> str:
        # The header names the rule; only a solution for another rule names its own.
        note = "" if autoplay is self.autoplay else f" (autoplay {autoplay.value})"
        return f"{number} {verdict.value}{note}{line and ' '}{line}\n"


def _as_json(number: int, verdict: Verdict, autoplay: Autoplay, line: str) -> str:
    answer = {"deal": number, "verdict": verdict.value, "autoplay": autoplay.value, "notation": line}
    return json.dumps(answer) + "\n"


class _Lines:
    def __init__(self, file: File, spans: list[tuple[int, int]]) -> None:
        self._order = InOrder(spans, file.write)

    def add(self, first: int, last: int, parts: Sequence[Any]) -> None:
        self._order.add(first, last, "".join(parts))

    def close(self) -> None:
        """Do nothing: the file ends with its last line."""


class _Rows:
    def __init__(self, file: File, spans: list[tuple[int, int]], numbering: str, about: dict[str, str]) -> None:
        kind = "int64" if numbering_named(numbering).range.start < 0 else DEAL.kind
        self._deal = Column(DEAL.name, kind, DEAL.meaning, nullable=False)
        self._file = parquet.Writer(file, (self._deal, VERDICT, _AUTOPLAY, _MOVES, _NOTATION))
        self._order = InOrder(spans, self._write)
        self._about = about

    def add(self, first: int, last: int, parts: Sequence[Any]) -> None:
        self._order.add(first, last, (first, parts))

    def close(self) -> None:
        self._file.close(self._about)

    def _write(self, chunk: tuple[int, Sequence[Columns]]) -> None:
        first, parts = chunk
        for verdicts, rules, moves, texts in parts:
            data: dict[str, bytes | list[str]] = {
                DEAL.name: self._deal.numbers(range(first, first + len(verdicts))),
                VERDICT.name: verdicts,
                _AUTOPLAY.name: rules,
                _MOVES.name: moves,
                _NOTATION.name: texts,
            }
            self._file.add(data, len(verdicts))
            first += len(verdicts)
