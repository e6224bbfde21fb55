"""MCP tools about Skat: the value of a hand, its chances, and the review of a played game."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from kiebitz.analysis.cancellation import Stop  # noqa: TC001  the server evaluates annotations of tools
from kiebitz.analysis.request_limits import LONG_SECONDS, LONGEST_TEXT, QUICK_SECONDS
from kiebitz.analysis.skat.chances import WORLDS
from kiebitz.errors import NumberRangeError, RecordError
from kiebitz.mcp.results import ToolResult
from kiebitz.skat.hand import read_cards
from kiebitz.skat.pack import HAND, SKAT, check_apart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kiebitz.analysis.skat.chances import ChanceRow
    from kiebitz.analysis.skat.review import Review
    from kiebitz.cards import Card

Hand = Annotated[str, Field(description="ten cards such as 'JC JS AC TC 9C AS TS AH KH 7D'", max_length=200)]
Skat = Annotated[str | None, Field(description="the two cards of the skat, if they are known", max_length=40)]
Record = Annotated[
    str,
    Field(
        description="played games: records of the International Skat Server from (; to ;), or lines 'forehand: …', "
        "'middlehand: …', 'rearhand: …', 'skat: …', 'bidding: …' or 'declarer: …' and 'bid: …', 'contract: …', "
        "'discard: …', 'played: …'",
        max_length=LONGEST_TEXT,
    ),
]


class _StoppedError(Exception):
    """The client disconnected, or the time is up."""


def skat_value(hand: Hand, stop: Stop, skat: Skat = None) -> ToolResult:
    """Value a Skat hand by the textbook rule of thumb, and each contract by the official rules with its highest bid.

    If the skat is unknown, `highest_bid` is the highest bid that no skat overbids.
    """
    from kiebitz.skat.textbook import appraise
    from kiebitz.skat.valuation import valuations

    del stop
    cards, pair = _cards(hand, skat)
    textbook = appraise(cards)
    contracts = [
        {"contract": str(row.contract), "value": row.value, "highest_bid": row.highest_bid, "words": row.words}
        for row in valuations(cards, pair or None)
    ]
    return ToolResult({"textbook": str(textbook), "reason": textbook.reason, "contracts": contracts})


def skat_chances(
    hand: Hand,
    stop: Stop,
    skat: Skat = None,
    seat: Literal["forehand", "middlehand", "rearhand"] = "forehand",
    bid: Annotated[int, Field(description="the bid that has been reached, from 18 on")] = 18,
    worlds: Annotated[int, Field(ge=1, le=2_000)] = WORLDS,
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 1,
) -> ToolResult:
    """Find each contract's chance to win with open cards, with 95 % intervals, and at the table.

    Without a skat the contracts are Hand games; with one, they include the best discard. `complete` is false if the
    time ran out.
    """
    from kiebitz.analysis.skat.chances import Chances, Comparison
    from kiebitz.skat.bidding import check_bid
    from kiebitz.skat.seats import Seat
    from kiebitz.studies.skat_chances import run_chances

    cards, pair = _cards(hand, skat)
    question = Comparison(cards, pair, seat=Seat[seat.upper()], bid=check_bid(bid), worlds=worlds, seed=seed)
    figures = Chances(question)

    def progress() -> None:
        if stop():
            raise _StoppedError

    with suppress(_StoppedError):
        run_chances(figures, 1, progress)
    return ToolResult({"complete": figures.has_all_worlds, "contracts": [_chance(row, bid) for row in figures.rows()]})


def skat_review(
    record: Record,
    stop: Stop,
    number: Annotated[int, Field(ge=1, description="which game of the record")] = 1,
) -> ToolResult:
    """Review a played game of Skat with open cards: the losing card, the saving card, the best discard.

    Values are the declarer's final card points, including the skat, under best play with open cards; in Null 1 for no
    trick, else 0. A card that was reasonable in play may therefore look like a mistake.
    """
    from kiebitz.analysis.skat.review import review
    from kiebitz.skat.game_text import each_recorded

    del stop  # takes half a second at most
    games = list(each_recorded(record))
    if not games:
        raise RecordError("record", "it is empty", "a played game")
    if number > len(games):
        raise NumberRangeError(number, f"the number of a game of the record, 1 to {len(games)}")
    game = games[number - 1]
    if isinstance(game, RecordError):
        raise game
    return ToolResult(_review(review(game)))


def _cards(hand: str, skat: str | None) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    cards = read_cards(hand, HAND, "hand")
    pair = () if skat is None else read_cards(skat, SKAT, "skat")
    check_apart(pair, cards)
    return cards, pair


def _chance(row: ChanceRow, bid: int) -> dict[str, Any]:
    return {
        "contract": str(row.contract),
        "chance": row.won.value,
        "interval_95": row.interval,
        "chance_at_table": row.at_table,
        "worlds": row.won.of,
        "mean_score": row.tally.expected(bid),
        "highest_bid": row.tally.highest_paying_bid(),
        "discard": _names(row.discard) or None,
    }


def _review(review: Review) -> dict[str, Any]:
    game, discard, turn = review.game, review.discard, review.deciding()
    return {
        "declarer": None if game.declarer is None else str(game.declarer),
        "bid": game.bid,
        "contract": None if game.contract is None else str(game.contract),
        "score": None if review.score is None else review.score.score,
        "words": None if review.score is None else review.score.words,
        "value_at_start": review.start,
        "lost_by": None
        if turn is None
        else {**turn.step.as_data(), "holding": _names(turn.holding), "line": _names(turn.line)},
        "below_best": [step.as_data() for step in review.steps if step.lost],
        "discard": None
        if discard is None
        else {
            "cards": _names(discard.cards),
            "value": discard.value,
            "best": _names(discard.best),
            "best_value": discard.best_value,
        },
        "par": [
            {
                "seat": str(entry.seat),
                "contract": str(entry.contract),
                "score": entry.score,
            }
            for entry in review.par
            if entry.score > 0
        ],
    }


def _names(cards: Iterable[Card]) -> list[str]:
    return list(map(str, cards))


#: The tools in the order of the listing, with their limits in seconds.
TOOLS: dict[Callable[..., ToolResult], float] = {
    skat_value: QUICK_SECONDS,
    skat_chances: LONG_SECONDS,
    skat_review: LONG_SECONDS,
}
