"""Claims of all remaining tricks: checked in every world that the claimant cannot exclude, then played to the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.encoding import CARDS, encode_play, encode_view, mask
from kiebitz.kernel import skat as kernel
from kiebitz.skat.contract import Game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Card
    from kiebitz.skat.referee import Play
    from kiebitz.skat.view import View


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of a seat to play that its side takes all remaining tricks, or in Null that the declarer takes none.

    - `worlds`: the number of worlds that agree with the seat's view
    - `is_checked`: whether all were checked; false if there are more than 20,000
    - `cards`: the legal cards after which the claim holds in every world, with open cards in each
    - `against`: without such a card, the hands of a world in which the claim fails
    """

    worlds: int
    is_checked: bool
    cards: tuple[Card, ...]
    against: tuple[tuple[Card, ...], ...]

    @property
    def holds(self) -> bool:
        """Whether the claim holds in every world."""
        return bool(self.cards)


def claim(view: View) -> Claim:
    """Return the claim of a seat that has to play."""
    worlds, is_checked, cards, hands = kernel.skat_claim(encode_view(view))
    against = tuple(tuple(CARDS[code] for code in hand) for hand in hands) if is_checked and not cards else ()
    return Claim(worlds, is_checked, tuple(CARDS[code] for code in cards), against)


def agrees(view: View, shown: Iterable[Card]) -> bool:
    """Return whether a seat agrees to the claim of the seat to play, which shows its cards.

    It does if it is on the same side, or if with open cards the claim holds in every world that it cannot exclude then.
    """
    return kernel.skat_agrees(encode_view(view), mask(shown))


def rest_of(play: Play) -> tuple[Card, ...]:
    """Return the cards that play a claimed game to its end, in Null to the declarer's first trick."""
    request = encode_play(play, by_tricks=play.game is not Game.NULL)
    return tuple(CARDS[code] for code in kernel.skat_best(*request).line)
