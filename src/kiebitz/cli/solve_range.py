"""`kiebitz solve A-B`: the results of a range of deals as text, as JSON, and line by line in a file."""

from __future__ import annotations

import textwrap
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kiebitz.cli import deal_argument, output
from kiebitz.cli.commands import INTERRUPTED, UNDECIDED
from kiebitz.cli.language import gettext as _
from kiebitz.cli.language import ngettext, number, states, translated
from kiebitz.cli.parser import terminal_width
from kiebitz.cli.progress import Progress
from kiebitz.cli.score_output import counts, folded, histogram, mean_lines, percent
from kiebitz.cli.signals import stopped_like_ctrl_c
from kiebitz.errors import InputError, counted, shown_file
from kiebitz.studies import range_counts
from kiebitz.studies.range_counts import Tally, request_of
from kiebitz.studies.spans import size

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from kiebitz.analysis.limits import Limit
    from kiebitz.cli.solution_list import Form
    from kiebitz.patience.rules import Rules

_MOST_LISTED = 1000


def run_ranges(args: Namespace, limit: Limit, spans: list[tuple[int, int]]) -> int:
    """Solve the deals of *spans*, which ascend, print the results, and return the exit code."""
    if args.format not in ("text", "json"):
        expected = "text or json, or --output FILE for solutions"
        raise InputError("", f"a range has no form {args.format!r}", expected)
    rules, form = deal_argument.rules_of(args), _form(args)
    make = None if form is None else form.lines
    request = request_of(rules, limit, complete=args.prove, numbering=args.numbering, lines=make)
    tally = Tally(request)
    interrupted = False
    try:
        with (
            stopped_like_ctrl_c(),
            _listed(args, form, rules, spans, tally),
            Progress(size(spans), "deals") as progress,
        ):

            def note() -> None:
                progress.update(tally.done, _counts(tally))

            range_counts.run_spans(spans, args.jobs, tally, note)
    except KeyboardInterrupt:
        interrupted = True
        if args.output:
            output.warn(f"file {shown_file(args.output)} is not written, because the run was interrupted")
    for line in tally.remarks:
        output.warn(line)
    if args.json:
        bounds = {"first": spans[0][0], "last": spans[-1][1], "ranges": spans}
        answer = {"game": rules.game, **bounds, "numbering": args.numbering}
        output.write_json(answer | _object(tally, rules) | {"complete": not interrupted})
    else:
        lines = _lines(tally, rules, spans, interrupted=interrupted)
        output.write("\n".join(lines) + "\n")
    if interrupted:
        return INTERRUPTED
    return UNDECIDED if tally.undecided else 0


def _form(args: Namespace) -> Form | None:
    if args.output is None:
        return None
    if args.output == "-":
        raise InputError("", "the solutions of a range go into a file", "its name after --output")
    from kiebitz.cli.solution_list import JSON_LINES, PARQUET, Form
    from kiebitz.patience.rule_options import Autoplay

    name = args.output.lower()
    if name.endswith(PARQUET):
        from kiebitz.studies import parquet

        parquet.need()  # fails before the first deal
    ending = next((ending for ending in (JSON_LINES, PARQUET) if name.endswith(ending)), "")
    return Form(Autoplay(args.autoplay), ending)


@contextmanager
def _listed(
    args: Namespace, form: Form | None, rules: Rules, spans: list[tuple[int, int]], tally: Tally
) -> Iterator[None]:
    """Write the lines that the tally receives to a file."""
    if form is None:
        yield
        return
    with output.File(args.output, binary=form.binary) as file:
        listing = form.listing(file, rules, args.numbering, spans)
        tally.lines = listing.add
        yield
        listing.close()


def _object(tally: Tally, rules: Rules) -> dict[str, object]:
    solved, impossible, undecided = tally.counts
    scores = None
    if rules.is_scored:
        score, won = tally.findings.values["score"], tally.findings.share("solved")
        scores = {
            "count": score.count,
            "mean": score.mean,
            "standard_deviation": score.sample.deviation,
            "interval_95": score.sample.interval_within(0, len(rules.pack)),
            "share_won": won.value,
            "share_won_interval_95": tally.findings.interval("solved"),
            "histogram": counts(score.counts, len(rules.pack)),
        }
    return {
        "solved": solved,
        "impossible": impossible,
        "undecided": undecided,
        "impossible_deals": tally.impossible,
        "undecided_deals": tally.undecided,
        "lost_deals": sorted(tally.lost),
        "scores": scores,
        "states": tally.states,
        "seconds": round(tally.seconds, 3),
    }


def _counts(tally: Tally) -> str:
    solved, impossible, undecided = tally.counts
    text = _("{solved} solved, {impossible} impossible, {undecided} undecided")
    return text.format(solved=number(solved), impossible=number(impossible), undecided=number(undecided))


def _lines(tally: Tally, rules: Rules, spans: list[tuple[int, int]], *, interrupted: bool) -> Iterator[str]:
    (first, last), *others = spans
    if others:
        named = _("{game} deals {deals}: {counts}")
        deals = ", ".join(f"{low}-{high}" if high > low else f"{low}" for low, high in spans)
        yield named.format(game=_(rules.title), deals=deals, counts=_counts(tally))
    else:
        named = _("{game} deals {first} to {last}: {counts}")
        yield named.format(game=_(rules.title), first=first, last=last, counts=_counts(tally))
    if interrupted:
        deals = ngettext("{count} deal", "{count} deals", size(spans))
        yield _("interrupted after {done} of {deals}").format(done=number(tally.done), deals=deals)
    if rules.is_scored:
        yield from _scores(tally)
    listed = [(_("impossible"), [] if rules.is_scored else tally.impossible), (_("undecided"), tally.undecided)]
    for name, numbers in listed:
        if numbers:
            more = len(numbers) - _MOST_LISTED
            text = f"{name}: {' '.join(map(str, numbers[:_MOST_LISTED]))}"
            text += " " + _("… and {more} more (--json lists all)").format(more=number(more)) if more > 0 else ""
            yield textwrap.fill(text, terminal_width(), subsequent_indent="  ")
    rate = tally.done / tally.seconds if tally.seconds else 0
    checked = _("every line replayed") if rules.is_scored else _("every solution replayed")
    yield _("{seconds} s, {rate} deals/s, {states}; {checked}").format(
        seconds=number(tally.seconds, ".2f"), rate=number(rate, ",.0f"), states=states(tally.states), checked=checked
    )


def _scores(tally: Tally) -> Iterator[str]:
    """Yield the lines on the known best scores."""
    score = tally.findings.values["score"]
    if score.count < tally.done:
        yield translated(f"best scores are known for {counted(score.count, 'deal')}")
    if not score.count:
        return
    won = f"won outright: {percent(tally.findings.share('solved'), tally.findings.interval('solved'))}"
    yield from folded([*mean_lines(score.sample), won, "", *histogram(score.counts), ""])
