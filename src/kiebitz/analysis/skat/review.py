"""The review of a game with all cards seen: what each card was worth, which one lost the game, what would have held it.

All values are those of best play with open cards, so an unlucky card may look like a mistake; what its player could
know is for `fair_view`. Schwarz is not counted, because the search counts points.
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

_SOME_TRICKS = 5  # any number that makes nobody schwarz
_SETTLES = ("", "schneider", "game")


def tournament_at(game: RecordedGame, value: int) -> tuple[int, ...]:
    """Return what each seat gets by Seeger and Fabian, at a table of three, if a game ends with this value.

    Values are those of `ReviewedCard`. Where all passed it is nothing for anybody.
    """
    if game.contract is None or game.declarer is None:
        return (0,) * len(Seat)
    points = seeger_fabian(_score(game.contract, game.bid, value, game.deal, game.declarer))
    return tuple(points.declarer if seat is game.declarer else points.opponents for seat in Seat)


@dataclass(frozen=True, slots=True)
class ReviewedCard:
    """One card of a game: `values` has each card that might have been played with what it leads to, best ones first.

    Values are the declarer's card points at the end, the skat's among them; in Null 1 for no trick and 0.
    """

    number: int
    seat: Seat
    is_declarer: bool
    card: Card
    values: tuple[tuple[Card, int], ...]

    def told(self) -> dict[str, object]:
        """Return what is said of the card as data, the values of the others left out."""
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
        """The value before the card: that of the best one."""
        return self.values[0][1]

    @property
    def after(self) -> int:
        """The value of the card that was played."""
        return dict(self.values)[self.card]

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards than which none was better."""
        return tuple(card for card, value in self.values if value == self.before)

    @property
    def lost(self) -> int:
        """What the card gave away: card points, or 1 in Null, for the side of its seat."""
        return abs(self.after - self.before)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A card after which the game would end otherwise, and what would have held it.

    `line` is best play from the best card on, which the referee has replayed to its end. `decides` names what this card
    settled for good: `game`, `schneider`, or nothing, where a later card changed it back.
    """

    step: ReviewedCard
    before: Outcome
    after: Outcome
    holding: tuple[Card, ...]
    line: tuple[Card, ...]
    decides: str = ""


@dataclass(frozen=True, slots=True)
class Put:
    """The two cards put down, what they led to, and the best ones; values as in `ReviewedCard`."""

    cards: tuple[Card, ...]
    value: int
    best: tuple[Card, ...]
    best_value: int


@dataclass(frozen=True, slots=True)
class Par:
    """A contract that a seat would have won as declarer if all play as well as can be with open cards.

    `discard` is the best one, empty in Hand games; `score` is for the bid that was made, where the seat is the declarer
    of the game, else for a bid of 18.
    """

    seat: Seat
    contract: Contract
    discard: tuple[Card, ...]
    value: int
    outcome: Outcome
    score: Score


@dataclass(frozen=True, slots=True)
class Review:
    """A game reviewed with all cards seen. Where all passed there is nothing but the par.

    `start` is what the declarer had in the deal after his discard, `end` what best play makes of the end of the record:
    the result, unless somebody gave up; both are None where all passed. `score` is that of the game by the rules.
    """

    game: RecordedGame
    score: Score | None
    start: int | None
    end: int | None
    steps: tuple[ReviewedCard, ...]
    turning_points: tuple[TurningPoint, ...]
    discard: Put | None
    par: tuple[Par, ...]

    def deciding(self, what: str = "game") -> TurningPoint | None:
        """Return the card that settled the `game`, or `schneider`; None if it stood so from the first card on."""
        return next((point for point in self.turning_points if point.decides == what), None)

    def best_of(self, seat: Seat) -> Par | None:
        """Return the contract with the best score for a seat; None if it wins none that its bid allows."""
        mine = [par for par in self.par if par.seat is seat and par.score.won]
        return max(mine, key=lambda par: par.score.score) if mine else None

    @property
    def highest_bid(self) -> int | None:
        """The highest bid that the game played covers with open cards, None if it is lost or all passed."""
        if self.start is None or self.game.contract is None or self.game.declarer is None:
            return None
        found = _score(self.game.contract, BIDS[0], self.start, self.game.deal, self.game.declarer)
        return highest_bid(found.value) if found.won else None


def review(game: RecordedGame, *, par: bool = True) -> Review:
    """Review a game; a `KernelFaultError` means that search and referee do not agree, which is a fault of Kiebitz.

    Without *par* the contracts that were not played are left out.
    """
    pars = tuple(one for seat in Seat for one in _par(game, seat)) if par else ()
    if game.declarer is None or game.contract is None or game.play is None:
        return Review(game, None, None, None, (), (), None, pars)
    contract, start = game.contract, game.start()
    hands, skat = encode_deal(start)
    found = kernel.skat_review(*encode_contract(contract), game.declarer, hands, skat, encode_cards(game.cards))
    values = [{CARDS[code]: value for code, value in zip(each[::2], each[1::2], strict=True)} for _, each, *_ in found]
    line = check_trace(start, game.cards, values)
    steps, points = [], []
    for number, (card, play, each, judged) in enumerate(zip(game.cards, line, values, found, strict=False), 1):
        seat, _, before, after, holding, settles = judged
        step = ReviewedCard(number, Seat(seat), play.turn is play.declarer, card, tuple(each.items()))
        steps.append(step)
        if before != after:
            best = (step.best[0], *solve(play.after(step.best[0])).line)
            held = cards_of(holding)
            holds = tuple(card for card in each if card in held)
            points.append(TurningPoint(step, Outcome(before), Outcome(after), holds, best, _SETTLES[settles]))
    first = steps[0].before if steps else _value(start)
    return Review(
        game, game.score(), first, _value(line[-1]), tuple(steps), tuple(points), _put(game, contract, first), pars
    )


def _value(play: Play) -> int:
    found = solve(play)
    return int(found.reached) if found.points is None else found.points


def _put(game: RecordedGame, contract: Contract, value: int) -> Put | None:
    if game.discard is None or game.declarer is None:
        return None
    found = best_discard(game.deal, contract.game, game.declarer, value + 1)
    best, most = (game.discard, value) if found is None else found
    return Put(game.discard, value, best, most)


def _par(game: RecordedGame, seat: Seat) -> list[Par]:
    deal, bid = game.deal, game.bid if seat is game.declarer else BIDS[0]
    found = []
    for one in (*TRUMP_GAMES, Game.NULL):
        for code, announced, pair, value, end, *_ in kernel.skat_par(*encode_deal(deal), encode_game(one), seat, bid):
            contract = decode_contract(code, announced)
            worth = _score(contract, bid, value, deal, seat)
            found.append(Par(seat, contract, cards_of(pair), value, Outcome(end), worth))
    return found


def _score(contract: Contract, bid: int, value: int, deal: Deal, seat: Seat) -> Score:
    cards = (*deal.hands[seat], *deal.skat)
    if contract.game is Game.NULL:
        return score(Finished(contract, bid, tricks=1 - value, cards=cards))
    tricks = ALL_TRICKS if contract.schwarz and value == ALL_POINTS else _SOME_TRICKS
    return score(Finished(contract, bid, points=value, tricks=tricks, cards=cards))
