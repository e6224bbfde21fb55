"""The review of a game with open cards: the value of each card, the card that lost the game, the cards that held it.

Values assume best play with open cards, so an unlucky card may look like a mistake (see `fair_view`). Schwarz is
ignored, because the search counts points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.double_dummy import best_discard, check_trace, solve
from kiebitz.analysis.skat.encoding import (
    CARDS,
    cards_of,
    decode_contract,
    encode_cards,
    encode_contract,
    encode_deal,
    encode_game,
)
from kiebitz.analysis.skat.world_outcomes import Outcome
from kiebitz.kernel import skat as kernel
from kiebitz.skat.bidding import BIDS, highest_bid
from kiebitz.skat.contract import TRUMP_GAMES, Contract, Game
from kiebitz.skat.score import ALL_TRICKS, Finished, Score, score, seeger_fabian
from kiebitz.skat.seats import Seat
from kiebitz.skat.trick import ALL_POINTS, trick_of

if TYPE_CHECKING:
    from kiebitz.cards import Card
    from kiebitz.skat.records import RecordedGame
    from kiebitz.skat.referee import Deal, Play

_SOME_TRICKS = 5  # any number that leaves no side schwarz
_SETTLES = ("", "schneider", "game")


def tournament_at(game: RecordedGame, value: int) -> tuple[int, ...]:
    """Return each seat's points by Seeger and Fabian, at a table of three, for a game that ends with this value.

    Values are as in `ReviewedCard`. All zero if all passed.
    """
    if game.contract is None or game.declarer is None:
        return (0,) * len(Seat)
    points = seeger_fabian(_score(game.contract, game.bid, value, game.deal, game.declarer))
    return tuple(points.declarer if seat is game.declarer else points.opponents for seat in Seat)


@dataclass(frozen=True, slots=True)
class ReviewedCard:
    """A card of a game: `values` holds each legal card with its outcome, best first.

    Outcomes are the declarer's card points at the end, the skat included; in Null 1 for no trick, else 0.
    """

    number: int
    seat: Seat
    is_declarer: bool
    card: Card
    values: tuple[tuple[Card, int], ...]

    def as_data(self) -> dict[str, object]:
        """Return the card as JSON data, without the values of other cards."""
        return {
            "number": self.number,
            "trick": trick_of(self.number),
            "seat": str(self.seat),
            "card": str(self.card),
            "before": self.before,
            "after": self.after,
            "best": list(map(str, self.best)),
        }

    @property
    def before(self) -> int:
        """The value before the card, that of the best card."""
        return self.values[0][1]

    @property
    def after(self) -> int:
        return dict(self.values)[self.card]

    @property
    def best(self) -> tuple[Card, ...]:
        return tuple(card for card, value in self.values if value == self.before)

    @property
    def lost(self) -> int:
        """The cost of the card to its side: card points, or 1 in Null."""
        return abs(self.after - self.before)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A card that changed the outcome, and the cards that would have held it.

    `line` is best play from the best card on, replayed by the referee. `decides` is `game` or `schneider` if the card
    settled it for good, else empty.
    """

    step: ReviewedCard
    before: Outcome
    after: Outcome
    holding: tuple[Card, ...]
    line: tuple[Card, ...]
    decides: str = ""


@dataclass(frozen=True, slots=True)
class DiscardReview:
    """The discard and its value, with the best discard and its value; values as in `ReviewedCard`."""

    cards: tuple[Card, ...]
    value: int
    best: tuple[Card, ...]
    best_value: int


@dataclass(frozen=True, slots=True)
class Par:
    """A contract that a seat would have won as declarer if all played best with open cards.

    `discard` is the best one, empty in Hand games. `score` is for the actual bid if the seat was the declarer, else for
    18.
    """

    seat: Seat
    contract: Contract
    discard: tuple[Card, ...]
    value: int
    outcome: Outcome
    score: Score


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game with open cards; if all passed, only `par`.

    `start` is the declarer's value after the discard, `end` that of best play from the last recorded card, which
    differs from the result if a player gave up. Both are `None` if all passed. `score` is by the rules of Skat.
    """

    game: RecordedGame
    score: Score | None
    start: int | None
    end: int | None
    steps: tuple[ReviewedCard, ...]
    turning_points: tuple[TurningPoint, ...]
    discard: DiscardReview | None
    par: tuple[Par, ...]

    def deciding(self, what: str = "game") -> TurningPoint | None:
        """Return the card that settled the `game`, or `schneider`; `None` if no card changed it."""
        return next((point for point in self.turning_points if point.decides == what), None)

    def best_of(self, seat: Seat) -> Par | None:
        """Return a seat's contract with the best score; `None` if it wins none that its bid allows."""
        mine = [par for par in self.par if par.seat is seat and par.score.won]
        return max(mine, key=lambda par: par.score.score) if mine else None

    @property
    def highest_bid(self) -> int | None:
        """The highest bid that the game covers with open cards; `None` if it is lost or all passed."""
        if self.start is None or self.game.contract is None or self.game.declarer is None:
            return None
        result = _score(self.game.contract, BIDS[0], self.start, self.game.deal, self.game.declarer)
        return highest_bid(result.value) if result.won else None


def review(game: RecordedGame, *, par: bool = True) -> Review:
    """Review a game; without *par*, leave out the contracts that were not played.

    Raises `KernelFaultError` if kernel and referee disagree, a bug in Kiebitz.
    """
    pars = tuple(contract_par for seat in Seat for contract_par in _par(game, seat)) if par else ()
    if game.declarer is None or game.contract is None or game.play is None:
        return Review(game, None, None, None, (), (), None, pars)
    contract, start = game.contract, game.start()
    hands, skat = encode_deal(start)
    reviewed = kernel.skat_review(*encode_contract(contract), game.declarer, hands, skat, encode_cards(game.cards))
    values = [
        {CARDS[code]: value for code, value in zip(card_values[::2], card_values[1::2], strict=True)}
        for _, card_values, *_ in reviewed
    ]
    line = check_trace(start, game.cards, values)
    steps, points = [], []
    for number, (card, play, card_values, row) in enumerate(zip(game.cards, line, values, reviewed, strict=False), 1):
        seat, _, before, after, holding, settles = row
        step = ReviewedCard(number, Seat(seat), play.turn is play.declarer, card, tuple(card_values.items()))
        steps.append(step)
        if before != after:
            best = (step.best[0], *solve(play.after(step.best[0])).line)
            holding_cards = cards_of(holding)
            holds = tuple(card for card in card_values if card in holding_cards)
            points.append(TurningPoint(step, Outcome(before), Outcome(after), holds, best, _SETTLES[settles]))
    first = steps[0].before if steps else _value(start)
    return Review(
        game, game.score(), first, _value(line[-1]), tuple(steps), tuple(points), _put(game, contract, first), pars
    )


def _value(play: Play) -> int:
    solution = solve(play)
    return int(solution.reached) if solution.points is None else solution.points


def _put(game: RecordedGame, contract: Contract, value: int) -> DiscardReview | None:
    if game.discard is None or game.declarer is None:
        return None
    better = best_discard(game.deal, contract.game, game.declarer, value + 1)
    best, best_value = (game.discard, value) if better is None else better
    return DiscardReview(game.discard, value, best, best_value)


def _par(game: RecordedGame, seat: Seat) -> list[Par]:
    deal, bid = game.deal, game.bid if seat is game.declarer else BIDS[0]
    pars = []
    for game_kind in (*TRUMP_GAMES, Game.NULL):
        for code, announced, pair, value, end, *_ in kernel.skat_par(
            *encode_deal(deal), encode_game(game_kind), seat, bid
        ):
            contract = decode_contract(code, announced)
            score_at = _score(contract, bid, value, deal, seat)
            pars.append(Par(seat, contract, cards_of(pair), value, Outcome(end), score_at))
    return pars


def _score(contract: Contract, bid: int, value: int, deal: Deal, seat: Seat) -> Score:
    cards = (*deal.hands[seat], *deal.skat)
    if contract.game is Game.NULL:
        return score(Finished(contract, bid, tricks=1 - value, cards=cards))
    tricks = ALL_TRICKS if contract.schwarz and value == ALL_POINTS else _SOME_TRICKS
    return score(Finished(contract, bid, points=value, tricks=tricks, cards=cards))
