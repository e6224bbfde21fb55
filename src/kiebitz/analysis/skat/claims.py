"""Claims of all remaining tricks: checked in every world that the claimant cannot exclude, then played to the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.kernel import skat as kernel
from kiebitz.skat.encoding import CARDS, encode_session
from kiebitz.skat.seats import Seat

if TYPE_CHECKING:
    from kiebitz.cards import Card
    from kiebitz.skat.session import Session


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of a seat to play that its side takes all remaining tricks, or in Null that the declarer takes none.

    - `worlds`: the number of worlds that agree with the seat's view
    - `is_checked`: whether all were checked; false if there are more than 20,000
    - `refused_by`: if it was not checked, the others that do not agree when they see the seat's cards: it does not hold
      with open cards in every world that they cannot exclude then
    - `cards`: if the claim holds, or the others agree, the cards that play the game to its end, in Null to the
      declarer's first trick
    - `against`: if it does not hold, the hands of a world in which it fails
    """

    worlds: int
    is_checked: bool
    refused_by: tuple[Seat, ...]
    cards: tuple[Card, ...]
    against: tuple[tuple[Card, ...], ...]


def claim(session: Session) -> Claim:
    """Return the claim of the seat to play."""
    worlds, is_checked, others, line, hands = kernel.skat_claim(*encode_session(session))
    against = [tuple(CARDS[code] for code in hand) for hand in hands] if is_checked and not line else []
    cards = tuple(CARDS[code] for code in line)
    return Claim(worlds, is_checked, tuple(map(Seat, sorted(others))), cards, tuple(against))
