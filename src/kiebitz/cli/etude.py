"""`kiebitz etude`: statistics of random games of Russian Solitaire, each played to its best score."""

from __future__ import annotations

import argparse
import os
from contextlib import ExitStack
from math import isfinite
from time import monotonic
from typing import TYPE_CHECKING, Any

from kiebitz.cli import output
from kiebitz.cli.commands import INTERRUPTED
from kiebitz.cli.language import translated
from kiebitz.cli.parser import amount, file_name, name_in, seed, whole
from kiebitz.cli.score_output import counts, folded, histogram, mean_lines, number, percent, with_interval
from kiebitz.errors import FileError, InputError, LimitError, counted, reason_of, shown, shown_file

# `run` imports games and kernel, so that help and completion stay fast.
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from kiebitz.cli.parser import Parser
    from kiebitz.studies.etude import Etude, EtudeFigures
    from kiebitz.studies.row_writer import Form, RowWriter
    from kiebitz.studies.sample_statistics import Sample

DESCRIPTION = "Play random games of Russian Solitaire to their best score, and report the statistics."
EPILOG = """\
examples:
  kiebitz etude 20000
  kiebitz etude 1000000 --jobs 0 --json
  kiebitz etude 100000 --shuffle wetherell --seed 7
  kiebitz etude 5000 --output games.parquet --plots plots
  kiebitz etude 5000 --store-size 1000 --eviction lfu

This is the patience chapter of C. Wetherell's Etudes for Programmers. The score of a game is the number of cards on the
foundations at its end. Each game is played with the face-down cards known, by a complete search: no game is skipped,
stopped or estimated. The native checker replays every line to a best score, and the referee in Python the first of them
(--replay).

Game i of a run (from 0) is the shuffle whose number is output i of the generator splitmix64 seeded with --seed. The
same seed gives the same games and figures for any number of processes. A row of --output names the number, which shows
the game: kiebitz deal NUMBER --game russian --numbering fisher-yates (or wetherell).

definitions:
  path            a shortest line to the best score, by the number of moves
                  between columns. Moves to the foundations are forced and do
                  not count
  decision point  a position on the path in which two or more different moves
                  between columns are legal; the empty columns are one target.
                  The path is one with the fewest decision points
  no move at all  no card can move between columns once the forced moves home
                  are made
  intervals       95 %. For the mean score: mean ± 1.96 standard deviations /
                  square root of the number, with one more game of 0 cards and
                  one of 52, so that it holds for few games, too. For other
                  means: without these games, too narrow below some hundred.
                  For shares: Wilson's formula
  needed games    the number for which the interval of the mean is no wider
                  than the precision to either side; at least 30
  casino          a deck costs 52 + 3 dollars and pays 5 for each card brought
                  home, so 11 cards break even
  position        counted if the search tries its moves: it is not in the store
                  and may lead to a better score than the best so far

--json prints: game, games (how many were played), complete (false after an interruption), seed, shuffle, mean,
standard_deviation, interval_95 (two numbers), precision, games_needed, precision_reached, share_won,
share_without_move, share_11_or_more, share_12_or_more (each with its interval: share_won_interval_95 and so on),
histogram (how many games have the score 0, 1, …, 52), paths (an object: games, mean_moves, mean_decisions, each with
its interval, moves, decisions: how many paths have 0, 1, 2, …), casino (stake, paid_per_card, profit,
profit_interval_95, profit_standard_deviation, house_edge, house_edge_interval_95), store (size or null, eviction,
entries, lookups, hits, hit_rate, evictions, memory in bytes), positions (total, mean, most, by_binary_digits: how many
games took a number of positions with 0, 1, 2, … binary digits), convergence (objects: games, mean, interval_95),
checked, replayed (how many lines by checker and referee), lost_games (places in the run, games whose process died
twice), seconds. What needs more games than there are is null

Exit codes: 0 done, 2 bad usage, a file that can't be written or a missing extra, 130 interrupted, with the figures so
far.
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz etude`."""
    parser.add_argument("games", metavar="N", type=amount, help="how many games to play, such as 20000 or 1M")
    parser.add_argument("--seed", type=seed, default=1, metavar="SEED", help="seed of the run (default 1)")
    parser.add_argument(
        "--shuffle",
        type=name_in("fisher-yates", "wetherell"),
        default="fisher-yates",
        metavar="NAME",
        help="fisher-yates (the default), which is fair, or wetherell, the book's, which is not",
    )
    parser.add_argument("-j", "--jobs", type=whole, default=1, metavar="N", help="processes; 0: all cores")
    parser.add_argument(
        "--precision",
        type=_precision,
        default=0.1,
        metavar="X",
        help="precision of the mean, in cards to either side (default 0.1)",
    )
    parser.add_argument(
        "--paths",
        type=_path_games("sample", "all", "none"),
        default="sample",
        metavar="WHICH",
        help="games whose shortest path is computed: sample, the first 2,000 (the default), all, none, or a number",
    )
    parser.add_argument(
        "--replay",
        type=whole,
        metavar="N",
        help="how many lines are replayed by the referee in Python (default: all of up to 500, else the first 500); "
        "the native checker replays all",
    )
    store = parser.add_argument_group("store of old positions (small ones cost time, never an answer)")
    store.add_argument("--store-size", type=amount, metavar="N", help="capacity in positions, such as 10k")
    store.add_argument(
        "--eviction",
        type=name_in("none", "lru", "lfu"),
        default="lru",
        metavar="SCHEME",
        help="eviction from a full store: lru (the default) drops the least recently used position, lfu the least "
        "frequently used one; with none it accepts no more",
    )
    parser.add("json")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=file_name,
        help="write a row for each game to this file, complete or not at all: .csv, .json, .jsonl or .parquet",
    )
    parser.add_argument("--plots", metavar="FOLDER", type=file_name, help="draw plots, as SVG files in this folder")


def run(args: Namespace) -> int:
    """Play the games."""
    from kiebitz.cli.progress import Progress
    from kiebitz.cli.signals import stopped_like_ctrl_c
    from kiebitz.studies.etude import EtudeFigures, run_etude

    form = _form(args)
    etude = _etude(args)
    if args.plots is not None:
        _prepare_plots(args.plots)
    figures = EtudeFigures()
    remarks: list[str] = []
    start = monotonic()
    interrupted = False
    try:
        with stopped_like_ctrl_c(), ExitStack() as stack:
            writer = _writer(args, etude, form, stack)
            progress = stack.enter_context(Progress(args.games, "games"))

            def note() -> None:
                mean = figures.score.mean
                progress.update(figures.games, "" if mean is None else translated(f"games, mean {mean:.3f}"))

            try:
                run_etude(
                    etude, args.games, args.jobs, figures=figures, remark=remarks.append, progress=note, writer=writer
                )
            except LimitError as error:
                raise InputError("", f"--store-size {error.value} is too large", error.expected) from None
            if writer is not None:
                writer.close()
    except KeyboardInterrupt:
        interrupted = True
        if args.output:
            output.warn(f"file {shown_file(args.output)} is not written, because the run was interrupted")
        if args.plots:
            output.warn("the plots are not drawn, because the run was interrupted")
    for line in remarks:
        output.warn(line)
    seconds = monotonic() - start
    if args.json:
        output.write_json(_object(args, etude, figures, seconds, complete=not interrupted))
    else:
        output.write("\n".join(folded(_lines(args, etude, figures, seconds, interrupted=interrupted))) + "\n")
    if interrupted:
        return INTERRUPTED
    if args.plots is not None:
        _plot(figures, args.plots)
    return 0


def _form(args: Namespace) -> Form | None:
    """Return the form of the file for rows, if any."""
    from kiebitz.studies.row_writer import form_of

    if args.output is None:
        return None
    if os.path.isdir(args.output):  # noqa: PTH112
        raise FileError(args.output, "cannot be written: Is a directory")
    return form_of(args.output)


def _etude(args: Namespace) -> Etude:
    from kiebitz.analysis.score_stores import Eviction, Store
    from kiebitz.studies.etude import PATH_GAMES, REPLAYED_GAMES, Etude

    return Etude(
        args.seed,
        args.shuffle,
        Store(args.store_size, Eviction(args.eviction)),
        {"sample": PATH_GAMES, "all": args.games, "none": 0}.get(args.paths, args.paths),
        REPLAYED_GAMES if args.replay is None else args.replay,
    )


def _writer(args: Namespace, etude: Etude, form: Form | None, stack: ExitStack) -> RowWriter | None:
    """Return the writer of rows, if any; *stack* closes the file."""
    if form is None:
        return None
    import kiebitz
    from kiebitz.studies.row_writer import RowWriter

    file = stack.enter_context(output.File(args.output, binary=True))
    about = {"program": f"kiebitz {kiebitz.__version__}", "seed": str(etude.seed), "shuffle": etude.shuffle}
    return RowWriter(file, form, etude.request, about)


def _prepare_plots(folder: str) -> None:
    """Raise a `KiebitzError` for a missing library or an impossible folder, before the games."""
    from kiebitz.studies.plot_style import need

    need()
    try:
        os.makedirs(folder, exist_ok=True)  # noqa: PTH103
    except (OSError, ValueError) as error:
        raise FileError(folder, f"cannot be made: {reason_of(error)}", kind="folder") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise FileError(folder, "cannot be written to: Permission denied", kind="folder")


def _plot(figures: EtudeFigures, folder: str) -> None:
    from kiebitz.studies.etude_plots import plots

    for name, text in plots(figures).items():
        output.write(text, os.path.join(folder, name), within=True)  # noqa: PTH118


# JSON


def _object(
    args: Namespace, etude: Etude, figures: EtudeFigures, seconds: float, *, complete: bool
) -> dict[str, object]:
    from kiebitz.studies.etude import PAID, STAKE, Casino
    from kiebitz.studies.questions.score import CARDS

    score = figures.score
    needed = score.needed(args.precision)
    moves, decisions = figures.path_moves, figures.path_decisions
    casino = Casino(score)
    shares = {
        "share_won": figures.won,
        "share_without_move": figures.without_move,
        "share_11_or_more": figures.at_least(11),
        "share_12_or_more": figures.at_least(12),
    }
    answer: dict[str, object] = {
        "game": "russian",
        "games": figures.games,
        "complete": complete,
        "seed": etude.seed,
        "shuffle": etude.shuffle,
        "mean": score.mean,
        "standard_deviation": score.deviation,
        "interval_95": score.interval_within(0, CARDS),
        "precision": args.precision,
        "games_needed": needed,
        "precision_reached": None if needed is None else needed <= figures.games,
    }
    for name, share in shares.items():
        answer |= {name: share.value, f"{name}_interval_95": share.interval}
    return answer | {
        "histogram": counts(figures.scores, CARDS),
        "paths": {
            "games": moves.count,
            "mean_moves": moves.mean,
            "mean_moves_interval_95": _not_below_0(moves.interval),
            "mean_decisions": decisions.mean,
            "mean_decisions_interval_95": _not_below_0(decisions.interval),
            "moves": counts(figures.moves),
            "decisions": counts(figures.decisions),
        },
        "casino": {
            "stake": STAKE,
            "paid_per_card": PAID,
            "profit": casino.profit,
            "profit_interval_95": casino.interval,
            "profit_standard_deviation": casino.deviation,
            "house_edge": casino.edge,
            "house_edge_interval_95": casino.edge_interval,
        },
        "store": {
            "size": etude.store.size,
            "eviction": etude.store.eviction.value,
            "entries": figures.store.entries,
            "lookups": figures.store.lookups,
            "hits": figures.store.hits,
            "hit_rate": figures.hit_rate,
            "evictions": figures.store.evictions,
            "memory": figures.store.memory,
        },
        "positions": {
            "total": figures.states.total,
            "mean": figures.states.mean,
            "most": figures.most_positions,
            "by_binary_digits": counts(figures.effort),
        },
        "convergence": [
            {"games": sample.count, "mean": sample.mean, "interval_95": sample.interval_within(0, CARDS)}
            for sample in figures.convergence()
        ],
        "checked": figures.checked,
        "replayed": figures.replayed,
        "lost_games": figures.lost,
        "seconds": round(seconds, 3),
    }


# Text


def _lines(args: Namespace, etude: Etude, figures: EtudeFigures, seconds: float, *, interrupted: bool) -> Iterator[str]:
    games = figures.games
    run = f"seed {etude.seed}, shuffle {etude.shuffle}"
    yield f"Wetherell's étude: {counted(games, 'game')} of Russian Solitaire, each played to its best score ({run})"
    if interrupted:
        yield f"interrupted after {games:,} of {counted(args.games, 'game')}"
    if figures.lost:
        places = " ".join(map(str, figures.lost[:100])) + (" …" if len(figures.lost) > 100 else "")
        yield f"lost and not counted: {len(figures.lost):,} of the games, at {places} (0 the first)"
    if not games:
        return
    yield from ("", *_scores(figures, args.precision), "", *histogram(figures.scores), "", *_paths(figures))
    yield from (*_casino(figures), "", *_effort(etude, figures))
    rate = games / seconds if seconds else 0
    yield f"every line replayed by the checker, {figures.replayed:,} of {games:,} by the referee in Python, too"
    yield f"time: {seconds:.2f} s, {rate:,.0f} games/s"


def _scores(figures: EtudeFigures, precision: float) -> Iterator[str]:
    score = figures.score
    yield from mean_lines(score)
    needed = score.needed(precision)
    if needed is None:
        yield f"precision ±{precision:g}: one game is too few to show it"
    else:
        reached = "reached" if needed <= figures.games else "not reached"
        yield f"precision ±{precision:g}: {reached}; needs {counted(needed, 'game')}"
    steps = [sample for sample in figures.convergence() if sample.half_width is not None and _is_round(sample)]
    if len(steps) > 1:
        words = (f"{sample.mean:.2f} ±{sample.half_width:.2g} ({sample.count:,} games)" for sample in steps)
        yield "the running mean: " + ", ".join(words)
    yield f"won outright (52): {percent(figures.won)}"
    yield f"no move at all: {percent(figures.without_move)}"
    yield f"11 cards or more: {percent(figures.at_least(11))}"
    yield f"12 cards or more: {percent(figures.at_least(12))}"


def _paths(figures: EtudeFigures) -> Iterator[str]:
    moves, decisions = figures.path_moves, figures.path_decisions
    if not moves.count:
        yield "shortest paths: not computed"
        return
    which = "every game" if moves.count == figures.games else f"{moves.count:,} of the games, the first of the run"
    yield f"moves on the shortest path: {with_interval(moves.mean, _not_below_0(moves.interval), 3)} ({which})"
    yield f"decision points on it: {with_interval(decisions.mean, _not_below_0(decisions.interval), 3)}"


def _casino(figures: EtudeFigures) -> Iterator[str]:
    from kiebitz.studies.etude import PAID, STAKE, Casino

    casino = Casino(figures.score)
    yield (
        f"casino ({STAKE} dollars a deck, {PAID} a card): expected profit "
        f"{with_interval(casino.profit, casino.interval, 2, ' dollars')}; standard deviation "
        f"{number(casino.deviation, 2)}"
    )
    edge, interval = casino.edge, casino.edge_interval
    borders = None if interval is None else (100 * interval[0], 100 * interval[1])
    yield f"house edge: {with_interval(None if edge is None else 100 * edge, borders, 2, ' % of the stake')}"


def _effort(etude: Etude, figures: EtudeFigures) -> Iterator[str]:
    states, store = figures.states, etude.store
    yield f"positions searched: {states.total:,}, {states.mean:,.1f} a game, at most {figures.most_positions:,}"
    rate = "" if figures.hit_rate is None else f" ({100 * figures.hit_rate:.2f} %)"
    size = "standard size" if store.size is None else f"room for {store.size:,}"
    kept = f"{size}, eviction {store.eviction.value}"
    yield (
        f"store ({kept}): at most {figures.store.entries:,} entries, "
        f"{figures.store.lookups:,} lookups, {figures.store.hits:,} hits{rate}, "
        f"{figures.store.evictions:,} evictions, {_bytes(figures.store.memory)}"
    )


def _is_round(sample: Sample) -> bool:
    """Return whether the sample's size is a power of ten from 100 on."""
    return sample.count >= 100 and str(sample.count).strip("0") == "1"


def _bytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1_000_000 else f"{count / 1e3:.1f} kB"


# Types of arguments


class _path_games(name_in):  # noqa: N801  as `name_in`
    """A type for a name or a number of games; completion offers the names."""

    def __call__(self, text: str) -> Any:
        """Return the name or the number."""
        return amount(text) if text[:1].isdigit() else super().__call__(text)


def _precision(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if isfinite(value) and 1e-6 <= value <= 52:
        return value
    raise argparse.ArgumentTypeError(f"{shown(text)} cannot be read; expected a number of cards from 0.000001 to 52")


def _not_below_0(interval: tuple[float, float] | None) -> tuple[float, float] | None:
    return interval and (max(interval[0], 0.0), interval[1])
