"""Typed deals of Skat: three hands and a skat, with names or in order."""

from __future__ import annotations

from kiebitz.skat.hand import read_piles
from kiebitz.skat.referee import Deal
from kiebitz.skat.seats import Seat

_PLACES = (*(f"{seat}'s hand" for seat in Seat), "the skat")


def read_deal(text: str, spelling: str = "english") -> Deal:
    """Return the deal of 32 cards, in the order forehand, middlehand, rearhand, skat, or each after its name.

    Names, such as `skat:`, may come in any order. Without cards, the skat is the two that are left. Raises
    `NotationError` or `HandError` with the card at fault, its place and what was expected.

    >>> text = "skat: JH JD rearhand: 7H AD TD KD QD 9D 8D 7D JC JS forehand: AC TC KC QC 9C 8C 7C AS TS KS"
    >>> read_deal(text + " middlehand: QS 9S 8S 7S AH TH KH QH 9H 8H").skat
    (Card.parse('JD'), Card.parse('JH'))
    """
    first, second, third, skat = read_piles(text, _PLACES, spelling)
    return Deal((first, second, third), skat)
