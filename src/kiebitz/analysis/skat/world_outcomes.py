"""How worlds end for the declarer, counted, and what that is worth to him at a bid; which skats overbid a contract."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import combinations
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.encoding import encode_contract, mask
from kiebitz.cards import PACKS
from kiebitz.kernel import skat as kernel
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.hand import SKAT
from kiebitz.skat.valuation import matadors, valuation, value_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
        return self._pays(bid)[tournament][0] if self.worlds else None

    def break_even(self, bid: int, *, tournament: bool = False) -> float | None:
        """Return the chance to win at which the mean would be 0, given what won and lost games are worth here.

        Where none is won, or none lost, what the other half is worth is that of a game without Schneider.
        `None` of nothing, and where even a game that is won costs points, because it is overbid.
        """
        return self._pays(bid)[tournament][1] if self.worlds else None

    def highest_paying_bid(self, *, tournament: bool = False) -> int | None:
        """Return the highest bid at which the mean is above 0, `None` where there is none."""
        return self._pays(BIDS[0])[tournament][2] if self.worlds else None

    def _pays(self, bid: int) -> list[tuple[float, float | None, int | None]]:
        """Return mean, break-even chance and highest bid, by score and in tournaments."""
        return kernel.skat_pays(*encode_contract(self.contract), mask(self.cards), (0, numbers_of(self.kinds)), bid)


def kinds_of(numbers: Sequence[int]) -> Counter[Kind]:
    """Return worlds by kinds, of which the kernel gives three numbers each."""
    return Counter(
        {
            (matadors, Outcome(outcome)): count
            for matadors, outcome, count in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
        }
    )


def numbers_of(kinds: Counter[Kind]) -> list[int]:
    """Return the numbers of which `kinds_of` makes worlds by kinds."""
    return [number for (matadors, outcome), count in kinds.items() for number in (matadors, outcome, count)]


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
    skats = [skat] if skat else list(combinations([card for card in sorted(PACKS["32"]) if card not in ten], SKAT))
    if contract.game is Game.NULL:
        return Overbids(at, len(skats) if value_of(contract).value < at else 0, len(skats))
    count = sum(value_of(contract, matadors((*ten, *two), contract.game)).value < at for two in skats)
    return Overbids(at, count, len(skats))
