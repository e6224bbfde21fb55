"""Wording of the referee's reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards import Rank, Suit
from kiebitz.errors import counted
from kiebitz.patience.piles import PileKind
from kiebitz.patience.rule_options import Build

if TYPE_CHECKING:
    from kiebitz.cards import Card
    from kiebitz.patience.piles import Pile
    from kiebitz.patience.rules import Rules


def no_such_pile(rules: Rules, pile: Pile) -> str:
    """Return that the game has no such pile, and which piles it has."""
    if pile.kind is PileKind.COLUMN:
        return f"there is no {pile}: {rules.title} is played with {counted(rules.columns, 'column')}"
    if pile.kind is PileKind.CELL:
        return f"there is no {pile}: {rules.title} is played with {counted(rules.cells, 'free cell')}"
    if pile.kind is PileKind.FOUNDATION:
        suits = " and ".join(map(str, rules.pack.suits))
        return f"there is no {Suit(pile.index)} foundation: {rules.title} is played with {suits}"
    return f"{rules.title} has no stock"


def misfit(rules: Rules, card: Card, lower: Card) -> str:
    """Return why *card* may not be put onto *lower* in a column."""
    cards = f"{name(rules, card)} on {name(rules, lower)}"
    if rules.heights[lower] - rules.heights[card] == 1:
        return f"{cards}: " + ("suits must match" if rules.build is Build.SAME_SUIT else "colours must alternate")
    fitting = sorted(rules.builds[lower])
    if not fitting:
        return f"{cards}: nothing goes there"
    return f"{cards}: only {_article(name(rules, fitting[0]))} goes there"


def parted(card: Card, lower: Card) -> str:
    """Return why *card* does not move together with *lower*, the card below it."""
    return f"{full_name(card)} on {full_name(lower)}: only cards of one suit move together"


def full_name(card: Card) -> str:
    """Return rank and suit: `10 of spades`."""
    return f"{_rank_name(card.rank)} of {card.suit}"


def name(rules: Rules, card: Card) -> str:
    """Return the attributes of a card that these rules compare: `red 10`, `10 of hearts` or `10`."""
    if rules.build is Build.SAME_SUIT:
        return full_name(card)
    if rules.build is Build.ANY_SUIT:
        return _rank_name(card.rank)
    return f"{card.colour.value} {_rank_name(card.rank)}"


def _rank_name(rank: Rank) -> str:
    return str(int(rank)) if Rank.TWO <= rank <= Rank.TEN else str(rank)


def _article(name: str) -> str:
    # Several cards share a colour and a rank, only one has this suit and rank.
    if " of " in name:
        return f"the {name}"
    return f"{'an' if name in ('ace', '8') else 'a'} {name}"
