"""API handlers for Skat hands: values, and chances that are refined over time."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from kiebitz.cards import Card
from kiebitz.errors import KiebitzError, NotationError
from kiebitz.skat.pack import HAND, SKAT, check_apart, check_cards
from kiebitz.web.skat_schema import (
    Chances,
    ChancesRequest,
    ContractChance,
    ContractValue,
    HandRequest,
    HandValue,
    Textbook,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kiebitz.analysis.cancellation import Stop
    from kiebitz.analysis.skat.chances import ChanceRow
    from kiebitz.analysis.skat.chances import Chances as Figures
    from kiebitz.skat.textbook import Appraisal
    from kiebitz.skat.valuation import Valuation
    from kiebitz.web.schema import Code

#: Error codes that differ here: an unreadable card means a wrong hand.
CODES: dict[type[KiebitzError], Code] = {NotationError: "bad_cards"}
_REFINEMENT = 0.25


class _StoppedError(Exception):
    """The client disconnected, or the time is up."""


def value(request: HandRequest, _stop: Stop) -> HandValue:
    """Return the textbook value and the official value of each contract."""
    from kiebitz.skat.textbook import appraise
    from kiebitz.skat.valuation import valuations

    hand, skat = _cards(request)
    return HandValue(
        hand=_names(hand),
        skat=_names(skat) or None,
        textbook=_textbook(appraise(hand)),
        contracts=list(map(_contract, valuations(hand, skat or None))),
    )


def chances(request: ChancesRequest, stop: Stop, send: Callable[[Chances], object]) -> Chances | None:
    """Send the figures several times a second and return the final ones; `None` if the client disconnected."""
    from kiebitz.analysis.skat.chances import Chances as Figures
    from kiebitz.analysis.skat.chances import Comparison
    from kiebitz.skat.bidding import check_bid
    from kiebitz.skat.seats import Seat
    from kiebitz.studies.skat_chances import run_chances

    hand, skat = _cards(request)
    seat = Seat[request.seat.upper()]
    question = Comparison(hand, skat, seat=seat, bid=check_bid(request.bid), worlds=request.worlds, seed=request.seed)
    figures = Figures(question)
    start = latest = monotonic()

    def progress() -> None:
        nonlocal latest
        if stop():
            raise _StoppedError
        if monotonic() - latest >= _REFINEMENT:
            send(_figures(figures, monotonic() - start, done=False))
            latest = monotonic()

    try:
        run_chances(figures, 1, progress)
    except _StoppedError:
        if stop.is_cancelled:
            return None
    return _figures(figures, monotonic() - start, done=True)


def _cards(request: HandRequest) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    hand = _card_list(request.cards, HAND, "hand")
    if request.skat is None:
        return hand, ()
    skat = _card_list(request.skat, SKAT, "skat")
    check_apart(skat, hand)
    return hand, skat


def _card_list(words: Sequence[str], count: int, place: str) -> tuple[Card, ...]:
    cards = []
    for number, word in enumerate(words, 1):
        try:
            cards.append(Card.parse(word))
        except NotationError as error:
            raise NotationError(word, f"{place}, card {number}", error.expected) from None
    return check_cards(cards, count, place)


def _textbook(appraisal: Appraisal) -> Textbook:
    return Textbook(
        value=appraisal.value,
        suit=None if appraisal.suit is None else str(appraisal.suit),
        jack_factor=appraisal.jack_factor,
        suit_factor=appraisal.suit_factor,
        trumps=appraisal.trumps,
        reason=appraisal.reason,
    )


def _contract(valuation: Valuation) -> ContractValue:
    return ContractValue(
        contract=str(valuation.contract),
        matadors=None if valuation.matadors is None else str(valuation.matadors),
        value=valuation.value,
        words=valuation.words,
        with_schneider=valuation.schneider,
        with_schwarz=valuation.schwarz,
        least=valuation.least,
        most=valuation.most,
        highest_bid=valuation.highest_bid,
    )


def _figures(figures: Figures, seconds: float, *, done: bool) -> Chances:
    return Chances(
        done=done,
        complete=figures.has_all_worlds,
        played=figures.played,
        total=figures.total,
        seconds=round(seconds, 3),
        contracts=[_chance(row, figures.question.bid) for row in figures.rows()],
    )


def _chance(row: ChanceRow, bid: int) -> ContractChance:
    low, high = row.interval or (None, None)
    return ContractChance(
        contract=str(row.contract),
        won=row.won.count,
        worlds=row.won.of,
        chance=row.won.value,
        low=low,
        high=high,
        chance_at_table=row.at_table,
        stage=row.stage,
        score=row.tally.expected(bid),
        highest_bid=row.tally.highest_paying_bid(),
        discard=_names(row.discard) or None,
    )


def _names(cards: tuple[Card, ...]) -> list[str]:
    return list(map(str, cards))
