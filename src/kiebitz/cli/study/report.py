"""`kiebitz study report`: the figures of a study as text, Markdown, JSON or plots."""

from __future__ import annotations

import os
import textwrap
from math import ceil, log10
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.cli import output
from kiebitz.cli.parser import file_name, name_in, terminal_width
from kiebitz.errors import FileError, counted, reason_of
from kiebitz.studies.columns import COLUMNS
from kiebitz.studies.grid import DIMENSIONS
from kiebitz.studies.spans import shortened

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from kiebitz.cli.parser import Parser
    from kiebitz.studies.row_counts import CellFindings
    from kiebitz.studies.sample_statistics import Distribution
    from kiebitz.studies.study.figures import Figures
    from kiebitz.studies.study.filters import Filter
    from kiebitz.studies.study.folder import Folder

DESCRIPTION = "Show the results of a study: shares with their intervals, effort, rare deals."
EPILOG = f"""\
examples:
  kiebitz study report DIR
  kiebitz study report DIR --where cells=4 --where verdict=solved
  kiebitz study report DIR --format markdown --output report.md
  kiebitz study report DIR --plot PICTURES

The report covers the rows on disk, also of an unfinished study. The 95 % interval of a share counts the undecided deals
both ways: its lower bound is that of Wilson's interval without them, its upper bound with all of them. 50 % and 99 % of
the deals do not exceed the median and the 99 % value. States are positions searched, moves those of the line found,
which is not the shortest. Deals with a verdict are listed if there are at most 20 of them and at most a tenth of all;
undecided deals are always listed.

A filter keeps rows by one column: COLUMN=VALUE, or one of != < <= > >=. Several must all hold. The columns:
{", ".join(column.name for column in COLUMNS)}.
A column that the game does not have is null, and fails every comparison.

A file that the study did not write is an error: each file names its study and deals, and rows.sha256 has all checksums
(sha256sum -c reads it). --verify also checks the rows of each file against its deals and counts, which matters if
checksums are missing, as in studies of version 0.1.

In Skat solved means that the declarer wins, impossible that he loses; the score is his card points, and states are
tricks begun in the search.

--json prints: question, game, study (as in study.json), program, filters, deals, finished, cells: for each cell of the
grid an object with {", ".join(DIMENSIONS)}, deals, expected, solved, impossible and
undecided (each with count, share, interval_95), limits_hit, states, moves, score, decisions and times (each with count,
mean, median, percentile_99, most, most_deal; score also with standard_deviation and interval_95), seconds, rare_solved,
rare_impossible, undecided_deals
"""
_MAX_LISTED = 1000


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz study report`."""
    parser.add_argument("folder", metavar="DIR", type=file_name, help="the folder of the study")
    parser.add_argument("--where", metavar="FILTER", action="append", default=[], help="keep rows, such as cells=4")
    parser.add_argument(
        "-f",
        "--format",
        type=name_in("text", "markdown", "json"),
        default="text",
        metavar="FORMAT",
        help="form of the report: text (the default), markdown or json",
    )
    parser.add_argument(
        "--plot", metavar="FOLDER", type=file_name, help="draw plots as well, as PNG and SVG files in this folder"
    )
    parser.add_argument(
        "--verify", action="store_true", help="also check the rows of each file against its deals and counts"
    )
    parser.add("json", "output")


def run(args: Namespace) -> int:
    """Print the report and write the plots."""
    from kiebitz.cli.progress import Progress
    from kiebitz.studies.study.figures import as_object, figures
    from kiebitz.studies.study.filters import Filter
    from kiebitz.studies.study.folder import Folder
    from kiebitz.studies.study.schema import columns_of

    folder = Folder.read(Path(args.folder))
    filters = [Filter.parse(text, columns_of(folder.plan.study.asks)) for text in args.where]
    if args.plot is not None:
        _prepare(args.plot)
    with Progress(folder.plan.study.size, "deals") as progress:
        report = figures(folder, filters, progress.update, verify=args.verify)
    if args.json or args.format == "json":
        output.write_json(as_object(folder, report, filters), args.output)
    else:
        text = _ReportText(folder, report, filters)
        lines = text.markdown() if args.format == "markdown" else text.plain(terminal_width())
        output.write("\n".join(lines) + "\n", args.output)
    if args.plot is not None:
        from kiebitz.studies.study.plots import plots

        for name, data in plots(folder.plan.study, report).items():
            output.write_bytes(data, os.path.join(args.plot, name), within=True)  # noqa: PTH118
    return 0


def _prepare(folder: str) -> None:
    """Raise a `KiebitzError` for a missing library or an impossible folder, before the rows are read."""
    from kiebitz.studies.plot_style import need

    need()
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise FileError(folder, f"cannot be made: {reason_of(error)}", kind="folder") from None


class _ReportText:
    """The figures as lines of text or of Markdown."""

    def __init__(self, folder: Folder, report: Figures, filters: Sequence[Filter]) -> None:
        self._folder = folder
        self._study = folder.plan.study
        self._report = report
        self._filters = filters
        self._cells = [cell for cell in report.cells if cell.deals]

    def plain(self, width: int) -> list[str]:
        """Return the report for a terminal of *width* columns."""
        lines = [line for part in self._head() for line in textwrap.wrap(part, width)]
        for table in self._tables():
            lines += ["", *_table(table, width)]
        for note in self._notes():
            lines += ["", *textwrap.wrap(note, width, subsequent_indent="  ")]
        return lines

    def markdown(self) -> list[str]:
        """Return the report as Markdown."""
        title, *about = self._head()
        lines = [f"# {title}", "", *about]
        for table in self._tables():
            rows = ["| " + " | ".join(cells) + " |" for cells in table]
            rule = "|" + "|".join(" --- " if place == 0 else " ---: " for place in range(len(table[0]))) + "|"
            lines += ["", rows[0], rule, *rows[1:]]
        notes = [f"- {note}" for note in self._notes()]
        return lines + (["", *notes] if notes else [])

    def _head(self) -> list[str]:
        study, deals = self._study, self._study.deals
        if deals.seed is None:
            which = f"{deals.numbering} deals {shortened(deals.spans)}"
        else:
            which = f"random deals {shortened(deals.spans)} of run {deals.seed} ({deals.numbering})"
        title = study.grid()[0].title
        lines = [f"{title}, {which}: {study.asks.headline}"]
        limits = [f"{name} {value:,}" for name, value in study.to_object()["limit"].items() if value is not None]
        about = counted(self._report.deals, "deal")
        about += f" where {' and '.join(map(str, self._filters))}" if self._filters else ""
        about += "" if self._report.finished else f"; the study is not finished ({study.size:,} in all)"
        about += f"; limits for each deal: {', '.join(limits)}" if limits else ""
        program = self._folder.program
        about += f"; Kiebitz {program.get('kiebitz')}, {program.get('kernel')} kernel"
        return [*lines, about]

    def _tables(self) -> list[list[list[str]]]:
        from kiebitz.studies.columns import COLUMNS
        from kiebitz.studies.sample_statistics import Distribution

        varied = self._study.varied
        names = [[_rule(cell, name) for name in varied] for cell in self._cells]
        if not self._cells:
            return []
        won = [[*varied, "deals", "solved", "impossible", "undecided", "solved%", "95 % interval"]]
        effort = [[*varied, "states: mean", "median", "99%", "most", "moves: mean", "most", "ms/deal"]]
        for name, cell in zip(names, self._cells, strict=True):
            counts = [f"{cell.verdicts[verdict]:,}" for verdict in ("solved", "impossible", "undecided")]
            won.append([*name, f"{cell.deals:,}", *counts, *_share(cell)])
            each = "–" if cell.seconds is None else f"{1000 * cell.seconds / cell.deals:.3g}"
            states, moves = cell.values["states"], cell.values["moves"]
            effort.append([*name, *_four(states), _mean(moves), _whole(moves.most), each])
        tables = [won, effort]
        if any(cell.values["score"].counts for cell in self._cells):
            scores = [[*varied, "score: mean", "95 % interval", "median", "99%", "most", "decisions: mean"]]
            for name, cell in zip(names, self._cells, strict=True):
                score = cell.values["score"]
                mean, *others = _four(score)
                scores.append([*name, mean, _between(score.sample.interval), *others, _mean(cell.values["decisions"])])
            tables.insert(1, scores)
        if any(cell.values["seconds"].counts for cell in self._cells):
            times = [[*varied, "ms: mean", "median", "99%", "most"]]
            for name, cell in zip(names, self._cells, strict=True):
                values = cell.values["seconds"]
                seconds = (values.mean, values.at(0.5), values.at(0.99), values.most)
                times.append([*name, *("–" if value is None else f"{1000 * value:.3g}" for value in seconds)])
            tables.append(times)
        standard = {column.name for column in COLUMNS}
        for column in self._study.asks.columns:
            if column.name not in standard and not column.words:
                own = [[*varied, f"{column.name}: mean", "95 % interval", "median", "99%", "most"]]
                for name, cell in zip(names, self._cells, strict=True):
                    values = cell.values.get(column.name, Distribution())
                    mean, *others = _four(values)
                    own.append([*name, mean, _between(values.interval), *others])
                tables.append(own)
        return tables

    def _notes(self) -> list[str]:
        notes = []
        for cell in self._cells:
            where = ", ".join(f"{name} {_rule(cell, name)}" for name in self._study.varied)
            for what, numbers in (("impossible", cell.rare("impossible")), ("solved", cell.rare("solved"))):
                if numbers:
                    notes.append(f"{where}, {what}: {_listed(numbers)}")
            if cell.undecided:
                hit = [f"{name} {count:,}" for name, count in cell.limits.items()]
                why = f" (stopped by: {', '.join(hit)})" if hit else ""
                notes.append(f"{where}, undecided{why}: {_listed(cell.undecided)}")
            states, moves = cell.values["states"], cell.values["moves"]
            if states.deal is not None:
                extremes = f"{where}, most states: {_whole(states.most)} in deal {states.deal}"
                if moves.deal is not None:
                    extremes += f"; most moves: {_whole(moves.most)} in deal {moves.deal}"
                notes.append(extremes)
        return notes


def _rule(cell: CellFindings, name: str) -> str:
    return str(cell.cell.values[name])


def _share(cell: CellFindings) -> list[str]:
    """Return the share of solved deals and its interval, with as many decimals as the interval justifies."""
    share, interval = cell.share("solved").value, cell.interval("solved")
    if share is None or interval is None:
        return ["–", "–"]
    low, high = (100 * border for border in interval)
    places = min(7, max(1, ceil(-log10(max(high - low, 1e-7))) + 1))
    return [f"{100 * share:.{places}f}", f"{low:.{places}f} to {high:.{places}f}"]


def _between(interval: tuple[float, float] | None) -> str:
    return "–" if interval is None else f"{interval[0]:.3f} to {interval[1]:.3f}"


def _four(values: Distribution) -> list[str]:
    others = (values.at(0.5), values.at(0.99), values.most)
    if values.whole:
        return [_mean(values), *map(_whole, others)]
    return ["–" if value is None else f"{value:,.3f}" for value in (values.mean, *others)]


def _mean(values: Distribution) -> str:
    return "–" if values.mean is None else f"{values.mean:,.1f}"


def _whole(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"


def _listed(numbers: Sequence[int]) -> str:
    more = len(numbers) - _MAX_LISTED
    return " ".join(map(str, numbers[:_MAX_LISTED])) + (f" … and {more:,} more (--json lists all)" if more > 0 else "")


def _table(rows: list[list[str]], width: int) -> list[str]:
    """Return the lines of a table, or a paragraph for each row if the table is too wide."""
    lines = output.aligned(rows)
    if max(map(len, lines)) <= width:
        return lines
    heads, *body = rows
    lines = []
    for row in body:
        parts = [f"{head} {value}" for head, value in zip(heads, row, strict=True)]
        lines += textwrap.wrap("; ".join(parts), width, subsequent_indent="  ")
    return lines
