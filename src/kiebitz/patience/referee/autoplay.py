"""The moves home that the program makes by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.patience.moves import Move, move_of_codes
from kiebitz.patience.piles import FOUNDATION_CODE
from kiebitz.patience.referee.refusals import fitting_home, unchecked
from kiebitz.patience.rules import Autoplay, Build, Foundations, Rules, Supermoves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.cards import Card
    from kiebitz.patience.position import Position


def is_safe(rules: Rules, foundations: Sequence[int], card: Card) -> bool:
    """Say whether the rule `Autoplay.SAFE` sends *card* home, given that it fits its foundation.

    Such a move never loses a won game. A card on its foundation is missed only by cards that could be built on it, so:

    - Foundations built up, alternating colours (Microsoft's rule): safe if both foundations of the other colour hold
      all lower ranks, for then nothing is left to be built on the card. The first two ranks are always safe: only an
      ace could lie on the second, and an ace can go home instead. Where any card moves with all that lies on it, an ace
      may have to go onto a second to set free what it covers: then only the first rank is always safe.
    - Foundations built up, by suit: always safe. Only the next lower card of the suit could lie on it, and that one is
      home already.
    - Foundations built down, alternating colours: safe if both foundations of the other colour hold the next rank, the
      only one that could be built on the card. (Where the low ace goes home first, only aces, which are home, could be
      built on the last rank; that is left out of account.)
    - Foundations built down, by suit: safe where single-card moves do it all. Where the winning line puts the next
      lower card of the suit, or a sequence that begins with it, onto the card, it now sends those cards home instead,
      as the single moves bring them along; they are then in nobody's way. If sequences move whole, or any card with all
      that lies on it, cards could lie on the card that there is no room to take apart: then only the last card of the
      suit is safe.
    - Foundations built up, regardless of suit: as with alternating colours, but all other foundations count.
    - A whole suit at once: safe if all others are home. Until then a card of another suit may have to lie on one of it.
    """
    step = rules.steps[card]
    ranks = len(rules.pack.rank_order)
    up = rules.foundations is Foundations.UP
    if rules.foundations is Foundations.WHOLE_RUNS:
        return all(foundations[suit] for suit in rules.pack.suits if suit is not card.suit)
    if rules.build is Build.SAME_SUIT:
        whole = rules.supermoves in (Supermoves.WHOLE, Supermoves.ANY)
        return up or not whole or step == ranks - 1
    if up and step <= (0 if rules.supermoves is Supermoves.ANY else 1):
        return True
    needed = step if up else min(step + 2, ranks)
    if rules.build is Build.ANY_SUIT:
        others = [suit for suit in rules.pack.suits if suit is not card.suit]
    else:
        others = [suit for suit in rules.pack.suits if suit.colour is not card.colour]
    return all(foundations[suit] >= needed for suit in others)


def autoplay_moves(position: Position, rule: Autoplay) -> list[Move]:
    """Return the moves that the named rule makes in *position*, in order: always the lowest step, then C D H S.

    `MAX` sends home all that fits, `SAFE` what `is_safe` allows, `NONE` nothing. While a stock is to be placed, nothing
    goes home.
    """
    moves: list[Move] = []
    if rule is Autoplay.NONE:
        return moves
    rules = position.rules
    while not position.stock:
        ready = [
            (rules.steps[card], card.suit, source, count)
            for source, card, count in fitting_home(position)
            if rule is Autoplay.MAX or is_safe(rules, position.foundations, card)
        ]
        if not ready:
            break
        _, suit, source, count = min(ready)
        moves.append(move_of_codes(source, FOUNDATION_CODE + suit, count))
        position = unchecked(position, moves[-1])
    return moves
