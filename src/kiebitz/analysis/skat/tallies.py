"""How worlds end for the declarer, counted, and what that is worth to him at a bid; which skats overbid a contract."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from kiebitz.cards import PACKS
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.hand import HAND, SKAT
from kiebitz.skat.score import Finished, score, seeger_fabian
from kiebitz.skat.valuation import Matadors, matadors, valuation, value_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Card


class Outcome(IntEnum):
    """How a world ends for the declarer, if all play as well as can be with open cards."""

    LOST_SCHWARZ = 0
    LOST_SCHNEIDER = 1
    LOST = 2
    WON = 3
    WON_SCHNEIDER = 4
    WON_SCHWARZ = 5

    @property
    def is_won(self) -> bool:
        """Whether the declarer wins, if he did not overbid."""
        return self >= Outcome.WON

    @property
    def words(self) -> str:
        """Its name in words: `lost schwarz`, `lost schneider`, `lost`, `won`, `won schneider`, `won schwarz`."""
        return self.name.lower().replace("_", " ")


#: Matadors as a number, negative if without, 0 in Null; and how the world ends.
Kind = tuple[int, Outcome]


@dataclass(slots=True)
class Tally:
    """Worlds of one contract by matadors and outcome, and what they are worth to the declarer."""

    contract: Contract
    cards: tuple[Card, ...] = ()
    kinds: Counter[Kind] = field(default_factory=Counter)

    @property
    def worlds(self) -> int:
        """How many worlds were judged."""
        return self.kinds.total()

    @property
    def won(self) -> int:
        """In how many of them the declarer wins, overbid or not."""
        return sum(count for (_, outcome), count in self.kinds.items() if outcome.is_won)

    def ending(self, outcome: Outcome) -> int:
        """Return in how many of them the game ends so."""
        return sum(count for (_, one), count in self.kinds.items() if one is outcome)

    def expected(self, bid: int, *, tournament: bool = False) -> float | None:
        """Return the declarer's mean score at this bid, or his mean points by Seeger and Fabian; `None` of nothing."""
        if not self.worlds:
            return None
        total = sum(self._worth(kind, bid, tournament=tournament) * count for kind, count in self.kinds.items())
        return total / self.worlds

    def break_even(self, bid: int, *, tournament: bool = False) -> float | None:
        """Return the chance to win at which the mean would be 0, given what won and lost games are worth here.

        Where none is won, or none lost, what the other half is worth is that of a game without Schneider.
        `None` of nothing, and where even a game that is won costs points, because it is overbid.
        """
        sides: dict[bool, list[float]] = {}
        for won, usual in ((True, Outcome.WON), (False, Outcome.LOST)):
            kinds = {kind: count for kind, count in self.kinds.items() if kind[1].is_won is won}
            if not kinds:
                for (signed, _), count in self.kinds.items():
                    kinds[signed, usual] = kinds.get((signed, usual), 0) + count
            worth = sum(self._worth(kind, bid, tournament=tournament) * count for kind, count in kinds.items())
            sides[won] = [worth, sum(kinds.values())]
        if not self.worlds:
            return None
        gain, loss = (sides[won][0] / sides[won][1] for won in (True, False))
        return -loss / (gain - loss) if gain > 0 > loss else None

    def highest_paying_bid(self, *, tournament: bool = False) -> int | None:
        """Return the highest bid at which the mean is above 0, `None` where there is none."""
        paying = None
        for bid in BIDS:
            mean = self.expected(bid, tournament=tournament)
            if mean is None or mean <= 0:
                break  # a higher bid only overbids more often
            paying = bid
        return paying

    def _worth(self, kind: Kind, bid: int, *, tournament: bool) -> float:
        return _worth(self.contract, self.cards, kind, bid, tournament)


#: Card points and tricks that stand for an outcome.
_ENDS = {
    Outcome.LOST_SCHWARZ: (0, 0),
    Outcome.LOST_SCHNEIDER: (30, 1),
    Outcome.LOST: (60, 5),
    Outcome.WON: (61, 5),
    Outcome.WON_SCHNEIDER: (90, 9),
    Outcome.WON_SCHWARZ: (120, 10),
}


@cache
def _worth(contract: Contract, cards: tuple[Card, ...], kind: Kind, bid: int, tournament: bool) -> float:
    signed, outcome = kind
    if contract.game is Game.NULL:
        finished = [
            Finished(contract, bid, tricks=0 if outcome.is_won else 1, cards=(*cards, *skat)) for skat in _skats(cards)
        ]
        if bid <= value_of(contract).value:
            finished = finished[:1]  # the cards only matter for the game that an overbid Null is counted as
    else:
        announced = Outcome.WON_SCHWARZ if contract.schwarz else Outcome.WON_SCHNEIDER
        is_announced = contract.schneider and outcome is Outcome.WON
        taken, tricks = _ENDS[announced if is_announced else outcome]
        counted_matadors = Matadors(abs(signed), signed > 0)
        finished = [Finished(contract, bid, points=taken, tricks=tricks, matadors=counted_matadors)]
    scores = [score(game) for game in finished]
    written = [seeger_fabian(one).declarer if tournament else one.score for one in scores]
    return sum(written) / len(written)


def _skats(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Return the skats that are possible with these cards: the empty one where twelve are known."""
    if len(cards) != HAND:
        return [()]
    return list(combinations([card for card in sorted(PACKS["32"]) if card not in cards], SKAT))


@dataclass(frozen=True, slots=True)
class Overbids:
    """At a bid, how many of how many skats make the game worth less than was bid: an exact count."""

    bid: int
    skats: int
    of: int


def overbids(hand: Iterable[Card], contract: Contract, bid: int | None = None, skat: tuple[Card, ...] = ()) -> Overbids:
    """Count the skats that overbid a contract: the highest bid that the ten cards cover by themselves if none is named.

    A jack in the skat makes matadors where there were none, and breaks off those that were missing. Won without
    Schneider, unless it is announced. A *skat* that is known is the only one.

    >>> from kiebitz.skat.hand import read_hand
    >>> overbids(read_hand("JH JD AS TS KS 9S 8S AC KC 7D"), Contract.parse("spades"))
    Overbids(bid=33, skats=40, of=231)
    """
    ten = tuple(hand)
    at = valuation(ten, contract).value if bid is None else bid
    skats = [skat] if skat else _skats(ten)
    if contract.game is Game.NULL:
        return Overbids(at, len(skats) if value_of(contract).value < at else 0, len(skats))
    count = sum(value_of(contract, matadors((*ten, *two), contract.game)).value < at for two in skats)
    return Overbids(at, count, len(skats))
