"""`kiebitz skat chances`: how often a hand wins each contract with open cards, and how high to bid."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING, Self

from kiebitz.cards.text import respelt
from kiebitz.cli import output
from kiebitz.cli.commands import INTERRUPTED
from kiebitz.cli.language import translated
from kiebitz.cli.parser import amount, seed, terminal_width, whole
from kiebitz.cli.skat.arguments import (
    add_contract,
    add_hand,
    add_level,
    add_seat,
    add_skat,
    contract_of,
    hand_of,
    skat_of,
)
from kiebitz.errors import InputError, counted

# `run` imports games and kernel, so that help and completion stay fast.
if TYPE_CHECKING:
    from argparse import Namespace
    from types import TracebackType

    from rich.live import Live

    from kiebitz.analysis.skat.chances import ChanceRow, Chances, Comparison
    from kiebitz.cards import Card
    from kiebitz.cli.parser import Parser
    from kiebitz.skat.contract import Contract

DESCRIPTION = (
    "Estimate how often a Skat hand wins each contract, with open cards and at the table, and how high to bid."
)
EPILOG = """\
examples:
  kiebitz skat chances JC JS JD AC KC 9C AS TS 8D 8C
  kiebitz skat chances JS JH AC TC KC 9C AS TS AD 7D --skat KH 8S --seat rearhand
  kiebitz skat chances JC JS JD AC KC 9C AS TS 8D 8C --contract grand hand --bid 72 --worlds 2000
  kiebitz skat chances JS JH AC TC KC 9C AS TS AD 7D --skat KH 8S --contract clubs --exact --jobs 2
  kiebitz skat chances JC JS JH JD QC 9C 7C AS 7H KD --contract clubs hand --exact --jobs 2

Open cards: in each world (one way in which the unseen cards may lie) all three see all cards and play as well as
possible. At the table all see their own cards only; this chance is estimated from the share of worlds, by curves
that were fitted to games of the engine. Scores and bids go by the chance at the table.

Without --skat a Hand game leaves the skat unseen; the other games take it up, and the discard is chosen for each skat
among its three likeliest (in Null six) on three (six) worlds drawn for that alone, so these chances are rather too low.
A survey of all contracts uses a fifth of the worlds, and the three best go on to fresh ones. With --skat all 66
discards are compared on common worlds, in rounds, and judged on fresh ones: three discards of the best contract, one of
the others. With --exact all worlds of one contract are counted: 184,756 with --skat, and 42,678,636 of a Hand game
without it, which takes a few minutes.

With --table three engine players of one --level, who see their own cards, play out the best contract, one game in each
of N worlds. Beside the games won is the share of the same worlds that is won with open cards. The declarer has bid 18,
the others have passed.

A contract whose games take long to search gets fewer worlds, so that an answer takes some seconds; --worlds insists on
its number. The effort is counted in tricks searched, so the figures are the same on every machine.

columns:
  open cards  share of the worlds that the declarer wins, with its 95 percent
              interval (Wilson's), and the number of worlds
  at table    chance to win at the bid where all see their own cards only
  score       mean score at the bid, with Schneider and Schwarz; overbid games are
              lost. S-F: mean of the declarer's points by Seeger and Fabian
  needs       share of games to win for a mean of 0, by what games won and lost
              are worth
  pays        highest bid with a mean above 0 by score, and above -6 by S-F less
              the 40 points that an opponent gets for a lost game

--json prints: level (what the chances are), hand, skat, discard (or null), seat, bid, worlds, seed, exact, complete
(false after an interruption), contracts, best_hand_game and best_with_skat (contracts, or null unless both were looked
at), table (null without --table; object: contract, level, games, won, chance, interval_95, won_with_open_cards,
difference, difference_95), lost_worlds (not counted, because processes died over them), seconds. Each of contracts, the
best mean in Seeger-Fabian points first, has: contract, won, worlds, all_worlds, chance (with open cards), interval_95,
chance_at_table (null for contracts that announce Schneider or more), bounds (with --exact: what the worlds not counted
leave open), stage (survey, choice, judged or exact), schneider and schwarz (shares of worlds), score, break_even,
highest_bid, seeger_fabian (object: score, break_even, highest_bid), discard (or null), discards (objects: cards, tried,
tried_won, judged, judged_won), overbid (object: bid, skats, of, chance)

Exit codes: 0 done, 2 bad usage or bad input, 130 interrupted, with the figures so far
"""
_BOUNDS = "–"
_PATIENCE = 0.3
_SHOWN_DISCARDS = 5


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz skat chances`."""
    add_hand(parser)
    add_skat(parser, "the two cards of the skat, if they are known")
    parser.add_argument("--discard", nargs="+", metavar="CARD", help="the two cards put down, with --skat")
    add_seat(parser, "--seat", "the declarer's seat")
    add_contract(parser, "this contract only, such as spades hand; else all games, with and without hand")
    parser.add_argument(
        "--bid",
        type=whole,
        default=18,
        metavar="N",
        help="the bid that chances at the table and scores are for (default 18)",
    )
    parser.add_argument(
        "--worlds", type=amount, metavar="N", help="worlds to judge by (default 60, fewer where games take long)"
    )
    parser.add_argument("--seed", type=seed, default=1, metavar="SEED", help="seed of the worlds (default 1)")
    parser.add_argument(
        "--exact", action="store_true", help="count all worlds of --contract; with --skat, or a Hand game"
    )
    parser.add_argument("--table", type=amount, metavar="N", help="play the best contract out in N worlds, too")
    add_level(parser, "club", "with --table, who plays")
    parser.add_argument("-j", "--jobs", type=whole, default=1, metavar="N", help="processes; 0: all cores")
    parser.add("json")


def run(args: Namespace) -> int:
    """Find the chances and print them."""
    from kiebitz.analysis.skat.chances import Chances
    from kiebitz.cli.signals import stopped_like_ctrl_c
    from kiebitz.studies.skat_chances import run_chances, run_table

    chances = Chances(_question(args))
    start = monotonic()
    interrupted = False
    try:
        with stopped_like_ctrl_c(), _Screen(chances) as screen:
            run_chances(chances, args.jobs, screen.update)
            if args.table:
                run_table(chances, args.table, args.level, args.jobs, screen.update)
    except KeyboardInterrupt:
        interrupted = True
    for line in chances.remarks:
        output.warn(line)
    seconds = monotonic() - start
    if args.json:
        output.write_json(_object(chances, seconds))
    else:
        lines = "\n".join(_lines(chances, seconds, interrupted=interrupted))
        output.write(respelt(lines + "\n", args.cards))
    return INTERRUPTED if interrupted else 0


def _question(args: Namespace) -> Comparison:
    from kiebitz.analysis.skat.chances import WORLDS, Comparison
    from kiebitz.skat.bidding import check_bid
    from kiebitz.skat.hand import read_cards
    from kiebitz.skat.pack import SKAT
    from kiebitz.skat.seats import Seat

    hand = hand_of(args)
    skat = skat_of(args, hand)
    contract = contract_of(args)
    if args.exact and contract is None:
        raise InputError("", "--exact requires --contract", "both, such as --contract clubs")
    if args.exact and skat is None and contract is not None and not contract.hand:
        raise InputError("", "--exact requires --skat", "both, or a Hand game, such as --contract clubs hand")
    discard: tuple[Card, ...] = ()
    if args.discard is not None:
        discard = read_cards(" ".join(args.discard), SKAT, "discard", args.cards)
    return Comparison(
        hand,
        skat or (),
        discard,
        Seat[args.seat.upper()],
        () if contract is None else (contract,),
        check_bid(args.bid),
        args.worlds or WORLDS,
        args.seed,
        args.exact,
        patient=args.worlds is not None,
    )


class _Screen:
    """The figures so far on standard error, if that is a terminal; erased at the end."""

    def __init__(self, chances: Chances) -> None:
        self._chances = chances
        self._shows = sys.stderr.isatty()
        self._live: Live | None = None
        self._next = monotonic() + _PATIENCE

    def update(self) -> None:
        if not self._shows or monotonic() < self._next:
            return
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        if self._live is None:
            self._live = Live(console=Console(stderr=True), transient=True, auto_refresh=False)
            self._live.start()
        self._live.update(Text("\n".join(self._lines()), no_wrap=True), refresh=True)
        self._next = monotonic() + _PATIENCE

    def _lines(self) -> list[str]:
        chances = self._chances
        width = terminal_width() - 24
        done = round(width * min(1.0, chances.played / max(1, chances.total)))
        bar = f"{'━' * done}{'╌' * (width - done)} {translated(f'{chances.played:,} of {chances.total:,}')}"
        return [*_table(chances), bar]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()


# Text


def _lines(chances: Chances, seconds: float, *, interrupted: bool) -> list[str]:
    from kiebitz.analysis.skat.worlds import LEVEL

    question = chances.question
    head = [LEVEL, _subject(question), ""]
    rows = chances.rows()
    if not rows:
        return list(map(translated, [*head, "interrupted before the first world was judged"]))
    lines = [""]
    if interrupted:
        done = f"{chances.played:,} of {counted(chances.total, 'game')}"
        lines.append(f"interrupted after {done}; the figures are partial")
    lines += _exact_lines(rows[0])
    if question.skat:
        lines += _discard_lines(chances, rows[0])
    else:
        lines += [*_choice_line(rows), *_overbid_lines(question, rows)]
    lines += [
        *_table_chance_lines(chances, rows[0]),
        f"{counted(chances.played, 'game')} played out in {seconds:.1f} s",
    ]
    return [*map(translated, head), *_table(chances), *map(translated, lines)]


def _subject(question: Comparison) -> str:
    from kiebitz.cards.text import format_cards

    skat = f"skat {format_cards(question.skat)}" if question.skat else "skat unknown"
    if question.exact:
        return f"{question.seat}, {skat}; bid {question.bid}"
    worlds = counted(question.worlds, "world") + ("" if question.patient else " at most")
    return f"{question.seat}, {skat}; {worlds}, seed {question.seed}; bid {question.bid}"


def _table(chances: Chances) -> list[str]:
    from kiebitz.cards.text import format_cards

    bid = chances.question.bid
    knows_skat = bool(chances.question.skat)
    rows = [
        [
            "contract",
            "open cards",
            "95 %",
            "worlds",
            "at table",
            "score",
            "needs",
            "S-F",
            "needs",
            "pays",
            *(["discard"] if knows_skat else []),
        ]
    ]
    for row in chances.rows():
        tally = row.tally
        cells = [str(row.contract), _percent(row.won.value), _interval(row.interval), f"{tally.worlds:,}"]
        cells.append("–" if row.at_table is None else f"{100 * row.at_table:.0f} %")
        for tournament in (False, True):
            mean = tally.expected(bid, tournament=tournament)
            needs = tally.break_even(bid, tournament=tournament)
            cells += ["" if mean is None else f"{mean:+.0f}", "" if needs is None else f"{100 * needs:.0f} %"]
        paying = [tally.highest_paying_bid(tournament=tournament) for tournament in (False, True)]
        cells.append(" / ".join(str(amount or "–") for amount in paying))
        rows.append([*cells, *([format_cards(row.discard)] if knows_skat else [])])
    return output.aligned([list(map(translated, row)) for row in rows], left=(0, 10))


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f} %"


def _interval(borders: tuple[float, float] | None) -> str:
    return "" if borders is None else f"{100 * borders[0]:.1f}{_BOUNDS}{100 * borders[1]:.1f}"


def _exact_lines(row: ChanceRow) -> list[str]:
    if row.stage != "exact":
        return []
    if row.is_exact:
        lines = [f"exact: {row.tally.won:,} of {counted(row.all_worlds, 'world')} are won"]
        return [*lines, "with open cards this game cannot be lost"] if row.tally.won == row.all_worlds else lines
    if row.bounds is None:
        return []
    counts = f"counted {row.tally.worlds:,} of {counted(row.all_worlds, 'world')}, block by block"
    return [f"{counts}; whatever the others give, the chance lies within {_interval(row.bounds)} %"]


def _table_chance_lines(chances: Chances, row: ChanceRow) -> list[str]:
    from kiebitz.analysis.proportions import Share
    from kiebitz.analysis.skat.table_chances import TABLE

    table = chances.table
    if not table.games:
        return []
    shares = [Share(won, table.games) for won in (table.won, table.won_open)]
    at_table, opened = (f"{_percent(share.value)} ({_interval(share.interval)})" for share in shares)
    lines = [
        f"{TABLE}, level {chances.table_level}, in {counted(table.games, 'world')}",
        f"{row.contract}: at the table {at_table}; the same worlds with open cards {opened}",
    ]
    if table.difference is not None:
        mean, low, high = (100 * bound for bound in table.difference)
        lines.append(f"  the table minus open cards: {mean:+.1f} points of a hundred, 95 % {low:+.1f} to {high:+.1f}")
    return lines


def _discard_lines(chances: Chances, best: ChanceRow) -> list[str]:
    from kiebitz.cards.text import format_cards

    discards = chances.discards(best.contract)
    if not discards:
        return []
    lines = [f"discards for {best.contract}, compared on common worlds; those judged, on fresh ones:"]
    for each in discards[:_SHOWN_DISCARDS]:
        judged = f"; judged: {each.judged.count:,} of {each.judged.of:,}" if each.judged.of else ""
        lines.append(f"  {format_cards(each.cards)}: {each.tried.count:,} of {each.tried.of:,}{judged}")
    return lines


def _choice_line(rows: list[ChanceRow]) -> list[str]:
    best = _best_of_either(rows)
    if best is None:
        return []
    hand, other = best
    first, second = (hand, other) if rows.index(hand) < rows.index(other) else (other, hand)
    names = {id(hand): "Hand", id(other): "the skat taken up"}
    return [f"by mean score: {names[id(first)]} ({first.contract}), before {names[id(second)]} ({second.contract})"]


def _best_of_either(rows: list[ChanceRow]) -> tuple[ChanceRow, ChanceRow] | None:
    hand = [row for row in rows if row.contract.hand]
    other = [row for row in rows if not row.contract.hand]
    return (hand[0], other[0]) if hand and other else None


def _overbid_lines(question: Comparison, rows: list[ChanceRow]) -> list[str]:
    from kiebitz.analysis.skat.world_outcomes import overbids
    from kiebitz.skat.contract import Game

    lines = []
    for row in rows[:3]:
        if row.contract.game is Game.NULL:
            continue
        overbid = overbids(question.hand, row.contract, _bid_to_count(question))
        how = "bid" if question.bid > _LEAST_BID else "bid, as much as the ten cards cover"
        count = f"{overbid.skats} of {overbid.of} skats ({100 * overbid.skats / overbid.of:.1f} %)"
        lines.append(f"{row.contract}, {overbid.bid} {how}: {count} overbid it")
    return lines


_LEAST_BID = 18


def _bid_to_count(question: Comparison) -> int | None:
    """Return the bid for the count of overbid skats; None for the highest that the ten cards cover."""
    return question.bid if question.bid > _LEAST_BID else None


# JSON


def _object(chances: Chances, seconds: float) -> dict[str, object]:
    from kiebitz.analysis.skat.worlds import LEVEL

    question = chances.question
    rows = chances.rows()
    best = _best_of_either(rows)
    return {
        "level": LEVEL,
        "hand": _names(question.hand),
        "skat": _names(question.skat) or None,
        "discard": _names(question.discard) or None,
        "seat": str(question.seat),
        "bid": question.bid,
        "worlds": question.worlds,
        "seed": question.seed,
        "exact": question.exact,
        "complete": chances.has_all_worlds,
        "contracts": [_row_object(chances, row) for row in rows],
        "best_hand_game": str(best[0].contract) if best else None,
        "best_with_skat": str(best[1].contract) if best else None,
        "table": _table_object(chances),
        "lost_worlds": chances.lost,
        "seconds": round(seconds, 3),
    }


def _table_object(chances: Chances) -> dict[str, object] | None:
    from kiebitz.analysis.proportions import Share

    table = chances.table
    if not table.games:
        return None
    won, difference = Share(table.won, table.games), table.difference
    return {
        "contract": str(chances.rows()[0].contract),
        "level": chances.table_level,
        "games": table.games,
        "won": table.won,
        "chance": won.value,
        "interval_95": won.interval,
        "won_with_open_cards": table.won_open,
        "difference": difference and difference[0],
        "difference_95": difference and difference[1:],
    }


def _row_object(chances: Chances, row: ChanceRow) -> dict[str, object]:
    bid = chances.question.bid
    tally = row.tally
    scores = [
        {
            "score": tally.expected(bid, tournament=tournament),
            "break_even": tally.break_even(bid, tournament=tournament),
            "highest_bid": tally.highest_paying_bid(tournament=tournament),
        }
        for tournament in (False, True)
    ]
    return {
        "contract": str(row.contract),
        "won": row.won.count,
        "worlds": row.won.of,
        "all_worlds": row.all_worlds,
        "chance": row.won.value,
        "interval_95": row.interval,
        "chance_at_table": row.at_table,
        "bounds": row.bounds,
        "stage": row.stage,
        "schneider": row.schneider.value,
        "schwarz": row.schwarz.value,
        **scores[0],
        "seeger_fabian": scores[1],
        "discard": _names(row.discard) or None,
        "discards": [
            {
                "cards": _names(each.cards),
                "tried": each.tried.of,
                "tried_won": each.tried.count,
                "judged": each.judged.of,
                "judged_won": each.judged.count,
            }
            for each in chances.discards(row.contract)
        ],
        "overbid": _overbid(chances.question, row.contract),
    }


def _overbid(question: Comparison, contract: Contract) -> dict[str, object]:
    from kiebitz.analysis.skat.world_outcomes import overbids

    overbid = overbids(question.hand, contract, _bid_to_count(question), question.skat)
    return {"bid": overbid.bid, "skats": overbid.skats, "of": overbid.of, "chance": overbid.skats / overbid.of}


def _names(cards: tuple[Card, ...]) -> list[str]:
    return list(map(str, cards))
