"""A range of deals as a file with one line a deal: its number, its verdict, its solution.

The lines are made where the deals are solved, in whatever process that is; here they are put in order again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.patience.notation.header import header_of
from kiebitz.studies.chunks import InOrder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.analysis.limits import Verdict
    from kiebitz.analysis.ranges import RangeResult
    from kiebitz.cli.output import File
    from kiebitz.patience.rules import Autoplay, Rules

#: How the name of a file ends whose lines are JSON objects.
JSON_LINES = ".jsonl"


@dataclass(frozen=True, slots=True)
class Form:
    """How to write the lines: the autoplay rule that solutions are for, and whether each line is a JSON object."""

    autoplay: Autoplay
    json: bool = False

    def head(self, rules: Rules, numbering: str, first: int, last: int) -> str:
        """Return what stands above the lines; nothing in JSON."""
        if self.json:
            return ""
        return f"{header_of(rules, self.autoplay, f'{numbering} {first} to {last}')}# note: number, verdict, solution\n"

    def lines(self, result: RangeResult) -> str:
        """Return the lines of these deals."""
        found = result.solutions(self.autoplay)
        write = _as_json if self.json else self._as_text
        return "".join(
            write(number, result.verdict(number), found.rule(number), line)
            for number, line in enumerate(found.texts(), result.first)
        )

    def _as_text(self, number: int, verdict: Verdict, autoplay: Autoplay, line: str) -> str:
        # The header names the rule; a solution that could be had for another one only says so.
        note = "" if autoplay is self.autoplay else f" (autoplay {autoplay.value})"
        return f"{number} {verdict.value}{note}{line and ' '}{line}\n"


def _as_json(number: int, verdict: Verdict, autoplay: Autoplay, line: str) -> str:
    answer = {"deal": number, "verdict": verdict.value, "autoplay": autoplay.value, "notation": line}
    return json.dumps(answer) + "\n"


class Listing:
    """The file with the lines: chunks of deals may come in any order, and are written in the order of the deals."""

    def __init__(self, file: File, first: int) -> None:
        self._order = InOrder(first, file.write)

    def add(self, first: int, last: int, lines: Sequence[str]) -> None:
        """Take the lines of the deals *first* to *last*."""
        self._order.add(first, last, "".join(lines))
