"""Autoplay: the moves home that the program makes."""

from __future__ import annotations

from operator import ge
from typing import TYPE_CHECKING

from kiebitz.patience.moves import Move, move_of_codes
from kiebitz.patience.piles import FOUNDATION_CODE
from kiebitz.patience.referee.refusals import fitting_home, unchecked
from kiebitz.patience.rule_options import Autoplay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.cards import Card
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules


def is_safe(rules: Rules, foundations: Sequence[int], card: Card) -> bool:
    """Return whether `Autoplay.SAFE` sends *card* home if it fits; `Rules.safe_after` proves the rule."""
    return all(map(ge, foundations, rules.safe_after[card]))


def autoplay_moves(position: Position, rule: Autoplay) -> list[Move]:
    """Return the moves that the autoplay rule makes in *position*, in order: always the lowest step, then C D H S.

    `MAX` sends home all cards that fit, `SAFE` those that `is_safe` allows, `NONE` none. While a stock is to be placed,
    no card goes home.
    """
    return autoplayed(position, rule)[0]


def autoplayed(position: Position, rule: Autoplay) -> tuple[list[Move], Position]:
    """Return the moves that the autoplay rule makes in *position*, and the position after them."""
    moves: list[Move] = []
    if rule is Autoplay.NONE:
        return moves, position
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
    return moves, position
