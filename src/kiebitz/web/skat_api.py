"""What the API says about a Skat hand: its value, and its chances while they sharpen.

Values and chances are found in `kiebitz.skat` and `kiebitz.analysis.skat`; here they are put into the API's types.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from kiebitz.errors import KiebitzError, NotationError
from kiebitz.skat.contract import TRUMP_GAMES, Contract, Game
from kiebitz.skat.hand import HAND, SKAT, check_apart, read_cards
from kiebitz.web.skat_schema import Chances, ChancesAsked, ContractChance, ContractValue, HandAsked, HandValue, Textbook

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.analysis.request_limits import Stop
    from kiebitz.analysis.skat.chances import Chances as Figures
    from kiebitz.analysis.skat.chances import Row
    from kiebitz.cards import Card
    from kiebitz.skat.textbook import Appraisal
    from kiebitz.skat.valuation import Valuation
    from kiebitz.web.schema import Code

#: A card that cannot be read is one more way for a hand to be wrong.
CODES: dict[type[KiebitzError], Code] = {NotationError: "bad_cards"}
_REFINEMENT = 0.25


class _StoppedError(Exception):
    """The client has gone, or the time is up."""


def value(asked: HandAsked, _stop: Stop) -> HandValue:
    """Return the textbook value and the official values per contract."""
    from kiebitz.skat.textbook import appraise
    from kiebitz.skat.valuation import valuation

    hand, skat = _cards(asked)
    wanted = [Contract(game, hand=one) for game in TRUMP_GAMES for one in (False, True)]
    wanted += [Contract(Game.NULL, hand=one, ouvert=two) for two in (False, True) for one in (False, True)]
    return HandValue(
        hand=_names(hand),
        skat=_names(skat) or None,
        textbook=_textbook(appraise(hand)),
        contracts=[_contract(valuation(hand, one, skat or None)) for one in wanted],
    )


def chances(asked: ChancesAsked, stop: Stop, put: Callable[[Chances], object]) -> Chances | None:
    """Hand out the figures several times a second, and return the last ones, or those of the time that there was."""
    from kiebitz.analysis.skat.chances import Chances as Figures
    from kiebitz.analysis.skat.chances import Comparison
    from kiebitz.skat.bidding import check_bid
    from kiebitz.skat.seats import Seat
    from kiebitz.studies.skat_chances import run_chances

    hand, skat = _cards(asked)
    seat = Seat[asked.seat.upper()]
    question = Comparison(hand, skat, seat=seat, bid=check_bid(asked.bid), worlds=asked.worlds, seed=asked.seed)
    figures = Figures(question)
    start = latest = monotonic()

    def progress() -> None:
        nonlocal latest
        if stop():
            raise _StoppedError
        if monotonic() - latest >= _REFINEMENT:
            put(_figures(figures, monotonic() - start, done=False))
            latest = monotonic()

    try:
        run_chances(figures, 1, progress)
    except _StoppedError:
        if stop.asked:
            return None
    return _figures(figures, monotonic() - start, done=True)


def _cards(asked: HandAsked) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    hand = read_cards(asked.cards, HAND, "hand")
    if asked.skat is None:
        return hand, ()
    skat = read_cards(asked.skat, SKAT, "skat")
    check_apart(skat, hand)
    return hand, skat


def _textbook(found: Appraisal) -> Textbook:
    return Textbook(
        value=found.value,
        suit=None if found.suit is None else str(found.suit),
        jack_factor=found.jack_factor,
        suit_factor=found.suit_factor,
        trumps=found.trumps,
        reason=found.reason,
    )


def _contract(one: Valuation) -> ContractValue:
    return ContractValue(
        contract=str(one.contract),
        matadors=None if one.matadors is None else str(one.matadors),
        value=one.value,
        words=one.words,
        with_schneider=one.schneider,
        with_schwarz=one.schwarz,
        least=one.least,
        most=one.most,
        highest_bid=one.highest_bid,
    )


def _figures(figures: Figures, seconds: float, *, done: bool) -> Chances:
    return Chances(
        done=done,
        complete=figures.complete,
        played=figures.played,
        total=figures.total,
        seconds=round(seconds, 3),
        contracts=[_chance(row, figures.question.bid) for row in figures.rows()],
    )


def _chance(row: Row, bid: int) -> ContractChance:
    low, high = row.interval or (None, None)
    return ContractChance(
        contract=str(row.contract),
        won=row.won.count,
        worlds=row.won.of,
        chance=row.won.value,
        low=low,
        high=high,
        stage=row.stage,
        score=row.tally.expected(bid),
        highest_bid=row.tally.highest_paying_bid(),
        discard=_names(row.discard) or None,
    )


def _names(cards: tuple[Card, ...]) -> list[str]:
    return list(map(str, cards))
