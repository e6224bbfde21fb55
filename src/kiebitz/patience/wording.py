"""How the referee's reasons are worded: cards by what matters of them, piles by their names.

What is legal is decided in `kiebitz.patience.referee`; here a decision is only put into plain words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards import Rank
from kiebitz.patience.piles import Pile, PileKind
from kiebitz.patience.rules import Build

if TYPE_CHECKING:
    from kiebitz.cards import Card
    from kiebitz.patience.rules import Rules


def no_such_pile(rules: Rules, pile: Pile) -> str:
    if pile.kind is PileKind.COLUMN:
        return f"there is no {pile}: {rules.title} is played with {rules.columns} columns"
    if pile.kind is PileKind.CELL:
        return f"there is no {pile}: {rules.title} is played with {number(rules.cells, 'free cell')}"
    if pile.kind is PileKind.FOUNDATION:
        return (
            f"there is no foundation {pile.index}: {rules.title} is played with {' '.join(map(str, rules.pack.suits))}"
        )
    return f"{rules.title} has no stock"


def misfit(rules: Rules, card: Card, lower: Card) -> str:
    what = f"{name(rules, card)} on {name(rules, lower)}"
    if rules.heights[lower] - rules.heights[card] == 1:
        return f"{what}: " + ("suits must match" if rules.build is Build.SAME_SUIT else "colours must alternate")
    fitting = sorted(rules.builds[lower])
    if not fitting:
        return f"{what}: nothing goes there"
    return f"{what}: only {article(name(rules, fitting[0]))} goes there"


def full_name(card: Card) -> str:
    return f"{_rank_name(card.rank)} of {card.suit}"


def name(rules: Rules, card: Card) -> str:
    """What matters of a card under these rules: its colour or its suit."""
    if rules.build is Build.SAME_SUIT:
        return full_name(card)
    return f"{card.colour.value} {_rank_name(card.rank)}"


def _rank_name(rank: Rank) -> str:
    return str(int(rank)) if Rank.TWO <= rank <= Rank.TEN else str(rank)


def article(name: str) -> str:
    """A colour's card is one of several, a suit's card is the only one."""
    return f"the {name}" if " of " in name else f"a {name}"


def number(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"
