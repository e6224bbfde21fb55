"""Parts of answers that several commands print: lines of play, costs, limits, and fields of JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.analysis.limits import Verdict
from kiebitz.cli.commands import UNDECIDED
from kiebitz.cli.language import gettext as _
from kiebitz.cli.language import number, states, translated
from kiebitz.deals import numbering

if TYPE_CHECKING:
    from kiebitz.analysis.answers import Result
    from kiebitz.analysis.difficulty import Difficulty
    from kiebitz.analysis.limits import Statistics
    from kiebitz.analysis.shortest import ShortestLine
    from kiebitz.cli.deal_argument import Target


def name_of(target: Target) -> str:
    """Return game and deal in the language of the process: `FreeCell deal 617`."""
    game = _(target.position.rules.title)
    if target.number is None:
        return _("{game} board").format(game=game)
    return _("{game} deal {number}").format(game=game, number=numbering(target.numbering).numbered(target.number))


def cost_of(numbers: Statistics) -> str:
    """Return the cost of a search: `2,000 states, 0.01 s`."""
    return _("{states}, {seconds} s").format(states=states(numbers.states), seconds=number(numbers.seconds, ".3g"))


def limit_named(hit: str | None) -> str:
    """Return the name of a limit in the language of the process."""
    return {"states": _("states"), "seconds": _("seconds"), "memory": _("memory")}.get(hit or "", str(hit))


def exit_code(verdict: Verdict) -> int:
    """Return the exit code of a verdict."""
    return {Verdict.SOLVED: 0, Verdict.IMPOSSIBLE: 1, Verdict.UNDECIDED: UNDECIDED}[verdict]


def with_line(head: str, answer: Result | ShortestLine, *, tells: bool = False) -> str:
    """Return *head* with the moves of the line, if any, in rows below, and the line's story if *tells*."""
    rows = answer.line.rows()
    if not rows:
        return head
    if tells:
        from kiebitz.analysis.story import story

        rows += ["", *(translated(str(event)) for event in story(answer.line))]
    return "\n".join([head, *rows, ""])


def line_fields(answer: Result | ShortestLine | Difficulty) -> dict[str, object]:
    """Return line, limit and statistics of an answer as fields of JSON."""
    return {
        "moves": [{"from": move.source.sign, "to": move.target.letter, "count": move.count} for move in answer.moves],
        "notation": " ".join(answer.line.words()),
        "autoplay": answer.autoplay.value,
        "limit_hit": answer.limit_hit,
        "statistics": statistics_fields(answer.statistics),
    }


def statistics_fields(numbers: Statistics) -> dict[str, object]:
    """Return the cost of a search as fields of JSON."""
    return {
        "states": numbers.states,
        "stored": numbers.stored,
        "memory": numbers.memory,
        "seconds": round(numbers.seconds, 6),
    }
