"""The pure-Python kernel where any card moves: an upper bound on the cards that can come home from a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.table import FACE_DOWN

if TYPE_CHECKING:
    from oracle.table import Rules, State


def most_home(rules: Rules, state: State) -> int:
    """Return how many cards come home at most, if all happens that some line might make happen, whatever it excludes.

    A card is *bared* when it becomes the last of a column: for that, the card that lies on it now must be led away or
    go home. It goes home when it is bared and the suit's cards before it are home. It is *led* when it is face up or
    bared, and a card it may lie on is bared; where that one lies above it in the same column, they must be parted
    first, so one of the cards from just above the lower one up to the higher one must be led. Or it may open a column,
    lies on another card, and some column is emptied. Each rule only asks for what must have happened before in any
    line, so what no rule brings in never happens.
    """
    home = list(state.home)
    above = [0] * (4 * rules.ranks)  # for each card those that lie above it, a bit each
    places = []  # card, the one that lies on it or −1, whether it is face up, whether it is a column's first
    for column in state.columns:
        cover, on = 0, -1
        for at in range(len(column) - 1, -1, -1):
            card = column[at] % FACE_DOWN
            above[card] = cover
            places.append((card, on, column[at] < FACE_DOWN, at == 0))
            cover |= 1 << card
            on = card
    bared = led = 0
    emptied = b"" in state.columns
    more = True
    while more:
        more = False
        for card, on, up, first in places:
            bit = 1 << card
            if not bared & bit and (on < 0 or led >> on & 1 or home[on & 3] > on >> 2):
                bared |= bit
                more = True
            if bared & bit and home[card & 3] == card >> 2:
                home[card & 3] += 1
                more = True
            if not led & bit and (up or bared & bit):
                onto_card = any(
                    bared >> parent & 1 and (not above[card] >> parent & 1 or above[card] & ~above[parent] & led)
                    for parent in rules.parents[card]
                )
                if onto_card or (emptied and not first and rules.opens[card]):
                    led |= bit
                    more = True
            if first and not emptied and (led & bit or home[card & 3] > card >> 2):
                emptied = more = True
    return sum(home)
