"""`kiebitz solve DEAL --shortest`: the shortest line of a position, or bounds of its length."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING, Self

from kiebitz.analysis.limits import STOPPED, Verdict
from kiebitz.analysis.shortest import Metric, shortest
from kiebitz.cli import output
from kiebitz.cli.answer_output import cost_of, limit_named, line_fields, name_of, with_line
from kiebitz.cli.commands import INTERRUPTED, UNDECIDED
from kiebitz.cli.language import gettext as _
from kiebitz.cli.language import moves, ngettext, translated
from kiebitz.cli.signals import stopped_in_two_steps
from kiebitz.errors import counted
from kiebitz.patience.notation import format_solution
from kiebitz.patience.rule_options import Autoplay

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.analysis.limits import Limit
    from kiebitz.analysis.shortest import ShortestLine
    from kiebitz.cli.deal_argument import Target

_PATIENCE = 0.8  # seconds before the first progress
_WIDTH = 60  # columns of the progress


def run_shortest(args: Namespace, limit: Limit, target: Target) -> int:
    """Search and print the answer; the first Ctrl-C stops the search and prints the answer so far."""
    stopped = False

    def stop() -> None:
        nonlocal stopped
        stopped = True

    progress = ReportedProgress()
    with stopped_in_two_steps(stop), progress:
        answer = shortest(
            target.position,
            limit,
            metric=Metric(args.metric or "single"),
            autoplay=Autoplay(args.autoplay),
            progress=progress.update,
            stop=lambda: stopped,
        )
    if args.json:
        output.write_json(_object(target, answer), args.output)
    else:
        output.write(_text(target, answer, args.format, tells=args.story), args.output)
    if answer.limit_hit == STOPPED:
        return INTERRUPTED
    if not answer.proven:
        return UNDECIDED
    return int(answer.verdict is Verdict.IMPOSSIBLE)


class ReportedProgress:
    """The bound and the best length so far, in one line of a terminal, erased at the end."""

    def __init__(self) -> None:
        self._start = monotonic()
        self._shows = sys.stderr.isatty()
        self._shown = False

    def update(self, bound: int, length: int | None) -> None:
        if self._shows and monotonic() - self._start >= _PATIENCE:
            best = "" if length is None else f", the best line so far {length}"
            output.write_error("\r" + translated(f"at least {counted(bound, 'move')}{best}").ljust(_WIDTH))
            self._shown = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            output.write_error("\r" + " " * _WIDTH + "\r")


def _text(target: Target, answer: ShortestLine, form: str, *, tells: bool) -> str:
    if form != "text" and answer.moves:
        form = "standard" if form == "notation" else form
        return format_solution(answer.position, answer.moves, answer.autoplay, deal=target.deal, format=form)
    count, rule = _single_moves, ""
    if answer.metric is Metric.PLAYER:
        count, rule = moves, _("autoplay {rule}; ").format(rule=answer.autoplay.value)
    why = (
        _("stopped")
        if answer.limit_hit == STOPPED
        else _("limit on {limit}").format(limit=limit_named(answer.limit_hit))
    )
    if answer.verdict is Verdict.IMPOSSIBLE:
        sentence = _("{name}: impossible, proven by complete search ({cost})")
    elif answer.length is None:
        sentence = _("{name}: at least {most}, no line found ({rule}{why}; {cost})")
    elif answer.proven:
        sentence = _("{name}: {length}, the shortest line ({rule}proven; {cost}; verified)")
    else:
        sentence = _("{name}: {length}, the shortest line has at least {bound} ({rule}{why}; {cost}; verified)")
    head = sentence.format(
        name=name_of(target),
        cost=cost_of(answer.statistics),
        rule=rule,
        why=why,
        bound=answer.bound,
        most=count(answer.bound),
        length=count(answer.length or 0),
    )
    return with_line(head + "\n", answer, tells=tells)


def _single_moves(count: int) -> str:
    if not count:
        return _("no single-card moves")
    return ngettext("{count} single-card move", "{count} single-card moves", count)


def _object(target: Target, answer: ShortestLine) -> dict[str, object]:
    return {
        "deal": target.number,
        "game": answer.position.rules.game,
        "verdict": answer.verdict.value,
        "metric": answer.metric.value,
        "length": answer.length,
        "bound": answer.bound,
        "proven": answer.proven,
        **line_fields(answer),
    }
