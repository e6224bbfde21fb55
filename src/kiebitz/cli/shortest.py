"""`kiebitz solve DEAL --shortest`: the shortest line of one position, or what is known of its length."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING, Self

from kiebitz.analysis.limits import STOPPED, Verdict
from kiebitz.analysis.shortest import Metric, shortest
from kiebitz.cli import output
from kiebitz.cli.answered import line_fields, with_line
from kiebitz.cli.commands import INTERRUPTED, UNDECIDED
from kiebitz.cli.signals import stopped_in_two_steps
from kiebitz.errors import counted
from kiebitz.patience.notation import format_solution
from kiebitz.patience.rules import Autoplay

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.analysis.limits import Limit
    from kiebitz.analysis.shortest import ShortestLine
    from kiebitz.cli.targets import Target

_PATIENCE = 0.8  # seconds without a word
_WIDTH = 60  # columns that a word on progress may fill


def run_shortest(args: Namespace, limit: Limit, target: Target) -> int:
    """Search, and print what was found; the first Ctrl-C ends the search and keeps what is known."""
    stopped = False

    def stop() -> None:
        nonlocal stopped
        stopped = True

    told = Told()
    with stopped_in_two_steps(stop), told:
        found = shortest(
            target.position,
            limit,
            metric=Metric(args.metric or "single"),
            autoplay=Autoplay(args.autoplay),
            progress=told.update,
            stop=lambda: stopped,
        )
    if args.json:
        output.write_json(_object(target, found), args.output)
    else:
        output.write(_text(target, found, args.format), args.output)
    if found.limit_hit == STOPPED:
        return INTERRUPTED
    if not found.proven:
        return UNDECIDED
    return int(found.verdict is Verdict.IMPOSSIBLE)


class Told:
    """Bound and best line so far, in one line on a terminal that somebody looks at, and gone at the end."""

    def __init__(self) -> None:
        self._start = monotonic()
        self._shows = sys.stderr.isatty()
        self._shown = False

    def update(self, bound: int, length: int | None) -> None:
        if self._shows and monotonic() - self._start >= _PATIENCE:
            best = "" if length is None else f", the best line so far {length}"
            output.write_error("\r" + f"at least {counted(bound, 'move')}{best}".ljust(_WIDTH))
            self._shown = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            output.write_error("\r" + " " * _WIDTH + "\r")


def _text(target: Target, found: ShortestLine, form: str) -> str:
    if form != "text" and found.moves:
        form = "standard" if form == "notation" else form
        return format_solution(found.position, found.moves, found.autoplay, deal=target.deal, format=form)
    unit, rule = "single-card move", ""
    if found.metric is Metric.PLAYER:
        unit, rule = "move", f"autoplay {found.autoplay.value}; "
    cost = f"{counted(found.statistics.states, 'state')}, {found.statistics.seconds:.3g} s"
    if found.verdict is Verdict.IMPOSSIBLE:
        return f"{target.title}: impossible, proven by complete search ({cost})\n"
    why = "stopped" if found.limit_hit == STOPPED else f"limit on {found.limit_hit}"
    if found.length is None:
        return f"{target.title}: at least {counted(found.bound, unit)}, no line found ({rule}{why}; {cost})\n"
    length = counted(found.length, unit)
    if found.proven:
        head = f"{target.title}: {length}, the shortest line ({rule}proven; {cost}; verified)\n"
    else:
        head = (
            f"{target.title}: {length}, the shortest line has at least {found.bound} ({rule}{why}; {cost}; verified)\n"
        )
    return with_line(head, found)


def _object(target: Target, found: ShortestLine) -> dict[str, object]:
    return {
        "deal": target.number,
        "game": found.position.rules.game,
        "verdict": found.verdict.value,
        "metric": found.metric.value,
        "length": found.length,
        "bound": found.bound,
        "proven": found.proven,
        **line_fields(found),
    }
