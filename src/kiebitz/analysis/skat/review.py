"""The review of a game with open cards: the value of each card, the card that lost the game, the cards that held it.

Values assume best play with open cards, so an unlucky card may look like a mistake (see `fair_view`). Schwarz is
ignored, because the search counts points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.double_dummy import check_trace, solve
from kiebitz.analysis.skat.world_outcomes import Outcome
from kiebitz.kernel import skat as kernel
from kiebitz.skat.encoding import CARDS, decode_contract, encode_record
from kiebitz.skat.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Card
    from kiebitz.skat.contract import Contract
    from kiebitz.skat.records import RecordedGame
    from kiebitz.skat.referee import Play
    from kiebitz.skat.score import Score

_SETTLES = ("", "schneider", "game")


def tournament_at(game: RecordedGame, value: int) -> tuple[int, ...]:
    """Return each seat's points by Seeger and Fabian, at a table of three, for a game that ends with this value.

    Values are as in `ReviewedCard`. All zero if all passed.
    """
    if game.declarer is None:
        return (0,) * len(Seat)
    _, declarer, defender = kernel.skat_covers(*encode_record(game), value)
    return tuple(declarer if seat is game.declarer else defender for seat in Seat)


@dataclass(frozen=True, slots=True)
class ReviewedCard:
    """A card of a game: `values` holds each legal card with its outcome, best first.

    Outcomes are the declarer's card points at the end, the skat included; in Null 1 for no trick, else 0.
    """

    number: int
    trick: int
    seat: Seat
    is_declarer: bool
    card: Card
    values: tuple[tuple[Card, int], ...]

    def as_data(self) -> dict[str, object]:
        """Return the card as JSON data, without the values of other cards."""
        return {
            "number": self.number,
            "trick": self.trick,
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
    18. The contract `is_best` if it has the best score of those of the seat that win their bid.
    """

    seat: Seat
    contract: Contract
    discard: tuple[Card, ...]
    value: int
    outcome: Outcome
    score: int
    is_best: bool


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game with open cards; if all passed, only `par`.

    `start` is the declarer's value after the discard, `end` that of best play from the last recorded card, which
    differs from the result if a player gave up. Both are `None` if all passed. `score` is by the rules of Skat.
    `highest_bid` is the highest bid that the game covers with open cards; `None` if it is lost or all passed.
    """

    game: RecordedGame
    score: Score | None
    start: int | None
    end: int | None
    steps: tuple[ReviewedCard, ...]
    turning_points: tuple[TurningPoint, ...]
    discard: DiscardReview | None
    par: tuple[Par, ...]
    highest_bid: int | None = None

    def deciding(self, what: str = "game") -> TurningPoint | None:
        """Return the card that settled the `game`, or `schneider`; `None` if no card changed it."""
        return next((point for point in self.turning_points if point.decides == what), None)

    def best_of(self, seat: Seat) -> Par | None:
        """Return a seat's contract with the best score; `None` if it wins none that its bid allows."""
        return next((par for par in self.par if par.seat is seat and par.is_best), None)


def review(game: RecordedGame, *, par: bool = True) -> Review:
    """Review a game; without *par*, leave out the contracts that were not played.

    Raises `KernelFaultError` if kernel and referee disagree, a bug in Kiebitz.
    """
    words = encode_record(game)
    pars = tuple(contract_par for seat in Seat for contract_par in _par(words, seat)) if par else ()
    if game.play is None:
        return Review(game, None, None, None, (), (), None, pars)
    reviewed, start = kernel.skat_steps(*words), game.start()
    values = [dict(zip(_cards(row[3]), row[4], strict=True)) for row in reviewed]
    line = check_trace(start, game.cards, values)
    steps, points = [], []
    for number, (play, card_values, row) in enumerate(zip(line, values, reviewed, strict=False), 1):
        trick, seat, card, *_, holding, before, after, settles = row
        is_declarer = play.turn is play.declarer
        step = ReviewedCard(number, trick, Seat(seat), is_declarer, CARDS[card], tuple(card_values.items()))
        steps.append(step)
        if before != after:
            best = (step.best[0], *solve(play.after(step.best[0])).line)
            holds = _cards(holding)
            points.append(TurningPoint(step, Outcome(before), Outcome(after), holds, best, _SETTLES[settles]))
    first = steps[0].before if steps else _value(start)
    covers, *_ = kernel.skat_covers(*words, first)
    discard = None
    if (put := kernel.skat_put(*words, first)) is not None and game.discard is not None:
        value, pair = put
        discard = DiscardReview(game.discard, first, game.discard if value == first else _cards(pair), value)
    end = _value(line[-1])
    return Review(game, game.score(), first, end, tuple(steps), tuple(points), discard, pars, covers or None)


def _cards(codes: Iterable[int]) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in codes)


def _value(play: Play) -> int:
    solution = solve(play)
    return int(solution.reached) if solution.points is None else solution.points


def _par(words: tuple[int, str], seat: Seat) -> list[Par]:
    best, rows = kernel.skat_par(*words, seat)
    return [
        Par(seat, decode_contract(code, announced), _cards(pair), value, Outcome(end), score, place == best)
        for place, (code, announced, pair, value, end, score) in enumerate(rows)
    ]
