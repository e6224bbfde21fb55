"""Outcomes of worlds for the declarer: their counts, their worth at a bid, and the skats that overbid a contract."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from kiebitz.kernel import skat as kernel
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.encoding import encode_contract, mask
from kiebitz.skat.seats import FOREHAND, Seat
from kiebitz.skat.valuation import valuation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kiebitz.cards import Card
    from kiebitz.skat.contract import Contract


class Outcome(IntEnum):
    """The declarer's outcome in a world, if all players play best with open cards."""

    LOST_SCHWARZ = 0
    LOST_SCHNEIDER = 1
    LOST = 2
    WON = 3
    WON_SCHNEIDER = 4
    WON_SCHWARZ = 5

    @property
    def is_won(self) -> bool:
        """Whether the declarer wins unless overbid."""
        return self >= Outcome.WON

    @property
    def words(self) -> str:
        return self.name.lower().replace("_", " ")


#: Matadors (negative if without, 0 in Null) and outcome.
Kind = tuple[int, Outcome]


@dataclass(slots=True)
class Tally:
    """Worlds of a contract by matadors and outcome, and their worth to the declarer."""

    contract: Contract
    cards: tuple[Card, ...] = ()
    kinds: Counter[Kind] = field(default_factory=Counter)
    seat: Seat = FOREHAND

    @property
    def worlds(self) -> int:
        return self.kinds.total()

    @property
    def won(self) -> int:
        """The number of worlds that the declarer wins, overbid or not."""
        return sum(count for (_, outcome), count in self.kinds.items() if outcome.is_won)

    def ending(self, outcome: Outcome) -> int:
        """Return the number of worlds with this outcome."""
        return sum(count for (_, end), count in self.kinds.items() if end is outcome)

    def expected(self, bid: int, *, tournament: bool = False) -> float | None:
        """Return the declarer's mean score at a bid, or mean points by Seeger and Fabian; `None` without worlds."""
        return self._pays(bid)[tournament][0] if self.worlds else None

    def break_even(self, bid: int, *, tournament: bool = False) -> float | None:
        """Return the winning chance at which the mean is 0, given the mean worth of won and of lost games.

        If no game was won, or none lost, a game without Schneider represents that side. `None` without worlds, and if
        even won games cost points because they are overbid.
        """
        return self._pays(bid)[tournament][1] if self.worlds else None

    def highest_paying_bid(self, *, tournament: bool = False) -> int | None:
        """Return the highest bid that pays, `None` if there is none.

        By score the mean must be above 0; in tournaments above -6, less an opponent's 40 points for a lost game.
        """
        return self._pays(BIDS[0])[tournament][2] if self.worlds else None

    def _pays(self, bid: int) -> list[tuple[float, float | None, int | None]]:
        """Return mean, break-even chance and highest bid, by score and in tournaments."""
        return kernel.skat_pays(
            *encode_contract(self.contract), mask(self.cards), self.seat, (0, numbers_of(self.kinds)), bid
        )


def kinds_of(numbers: Sequence[int]) -> Counter[Kind]:
    """Return counts of kinds from the kernel's list of three numbers per kind."""
    return Counter(
        {
            (matadors, Outcome(outcome)): count
            for matadors, outcome, count in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
        }
    )


def numbers_of(kinds: Counter[Kind]) -> list[int]:
    """Return the kernel's list for counts of kinds, the inverse of `kinds_of`."""
    return [number for (matadors, outcome), count in kinds.items() for number in (matadors, outcome, count)]


@dataclass(frozen=True, slots=True)
class Overbids:
    """The number of skats that make the game worth less than the bid."""

    bid: int
    skats: int
    of: int


def overbids(hand: Iterable[Card], contract: Contract, bid: int | None = None, skat: tuple[Card, ...] = ()) -> Overbids:
    """Count the possible skats, or the known *skat*, that overbid a contract.

    The default bid is the highest that the ten cards cover. Jacks in the skat can add matadors, or break a sequence of
    missing ones. Games count as won without Schneider unless it is announced.

    >>> from kiebitz.skat.hand import read_hand
    >>> overbids(read_hand("JH JD AS TS KS 9S 8S AC KC 7D"), Contract.parse("spades"))
    Overbids(bid=33, skats=40, of=231)
    """
    ten = tuple(hand)
    threshold = valuation(ten, contract).value if bid is None else bid
    _, _, count, skats = kernel.skat_cover(*encode_contract(contract), mask((*ten, *skat)), threshold)
    return Overbids(threshold, count, skats)
