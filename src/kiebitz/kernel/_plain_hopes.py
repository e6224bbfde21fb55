"""The pure-Python kernel where any card moves: what may at best ever come of a position.

Only bounds here; nothing is searched, and nothing that is said to be possible need be so.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kiebitz.kernel._plain_table import Rules
    from kiebitz.kernel._plain_yukon import State


class Reach(NamedTuple):
    """Cards home by suit, the set of cards that are led (a bit each), and how many columns are emptied, at most."""

    home: list[int]
    led: int
    holes: int


def reach(rules: Rules, state: State, may_open: int) -> Reach:
    """Let everything happen that some line might make happen, whatever it excludes.

    A card is *bared* when it becomes the last of a column: for that, the card that lies on it now must be led away or
    go home. It goes home when it is bared and the suit's cards before it are home. It is led when it is face up or
    bared, and a card it may lie on is bared; where that one lies above it in the same column, they must be parted
    first, so one of the cards from just above the lower one up to the higher one must be led. Or it is one of the cards
    *may_open*, lies on another card, and some column is emptied. Each rule only asks for what must have happened
    before in any line, so what no rule brings in never happens.
    """
    home = list(state.home)
    above = [0] * (4 * rules.ranks)
    todo = []
    empty = 0
    for column, down in zip(state.columns, state.face_down, strict=True):
        cover, on = 0, -1
        for at in range(len(column) - 1, -1, -1):
            card = column[at]
            above[card] = cover
            todo.append((card, 1 << card, on, at >= down, at == 0))
            cover |= 1 << card
            on = card
        empty += not column
    parents = rules.parents
    bared = led = 0
    hole = empty > 0
    more = True
    while more:
        more = False
        for card, bit, on, up, base in todo:
            if not bared & bit:
                if on >= 0 and not led >> on & 1 and home[on & 3] <= on >> 2:
                    if led & bit or not up:
                        continue
                else:
                    bared |= bit
                    more = True
            if bared & bit and home[card & 3] == card >> 2:
                home[card & 3] += 1
                more = True
            if not led & bit:
                for parent in parents[card]:
                    if bared >> parent & 1 and (not above[card] >> parent & 1 or above[card] & ~above[parent] & led):
                        led |= bit
                        more = True
                        break
                else:
                    if hole and not base and may_open & bit:
                        led |= bit
                        more = True
            if base and not hole and (led & bit or home[card & 3] > card >> 2):
                hole = more = True
    gone = sum(1 for card, bit, _, _, base in todo if base and (led & bit or home[card & 3] > card >> 2))
    return Reach(home, led, empty + gone)


def openers(rules: Rules) -> int:
    """Return the cards that may be led into an empty column, a bit each."""
    return sum(1 << card for card in rules.pack if rules.opens[card])


def may_be_won(rules: Rules, state: State, may_open: int) -> bool:
    """Say whether all cards may come home; no is certain."""
    return sum(reach(rules, state, may_open).home) == rules.number_of_cards


def most_home(rules: Rules, state: State, kings: int) -> int:
    """Return how many cards may come home at most, where only kings go into empty columns and each does so once.

    A line leads some set of kings. Each takes an empty column: one that is empty now, one whose first card left, or
    one that a led king emptied by going home. So only sets count that are no larger than what they may empty.
    """
    whole = reach(rules, state, kings)
    if _has_room(whole, kings):
        return sum(whole.home)
    led = [card for card in range(4 * rules.ranks) if whole.led & kings & 1 << card]
    best = 0
    for size in range(len(led)):
        for some in combinations(led, size):
            part = reach(rules, state, sum(1 << card for card in some))
            if sum(part.home) > best and _has_room(part, kings):
                best = sum(part.home)
    return best


def _has_room(some: Reach, kings: int) -> bool:
    led = [card for card in range(kings.bit_length()) if some.led & kings & 1 << card]
    emptied_again = sum(1 for card in led if some.home[card & 3] > card >> 2)
    return len(led) <= some.holes + emptied_again
