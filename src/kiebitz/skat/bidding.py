"""The ladder of bids, derived from the base values, and the place of a game's value on it.

Whether a bid pays is for `kiebitz.analysis.skat.worlds`.
"""

from __future__ import annotations

from kiebitz.errors import NumberRangeError
from kiebitz.skat.contract import TRUMP_GAMES, Game

#: Null, Null Hand, Null ouvert, Null Hand ouvert: by Hand and ouvert.
NULL_VALUES = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}

#: The most matadors: four jacks and seven cards of the trump suit, or four jacks alone in Grand.
MOST_MATADORS = {game: 4 if game is Game.GRAND else 11 for game in TRUMP_GAMES}

#: What is counted on top of the matadors: the game itself always; then Hand, Schneider, Schneider announced, Schwarz,
#: Schwarz announced and ouvert.
MOST_LEVELS = 7


def _ladder() -> tuple[int, ...]:
    values = set(NULL_VALUES.values())
    for game, most in MOST_MATADORS.items():
        values |= {game.base * factor for factor in range(2, most + MOST_LEVELS + 1)}
    return tuple(sorted(values))


#: Every value that a game can have, and so every bid, from 18 to 264.
BIDS = _ladder()


def highest_bid(value: int) -> int:
    """Return the highest bid that a game of this value covers; a `NumberRangeError` below 18, where there is none.

    >>> highest_bid(43), highest_bid(44)
    (40, 44)
    """
    found = [bid for bid in BIDS if bid <= value]
    if not found:
        raise NumberRangeError(value, f"a value from {BIDS[0]} on")
    return found[-1]


def check_bid(bid: int) -> int:
    """Return the bid if there is such a one; a `NumberRangeError` names its neighbours otherwise."""
    if bid in BIDS:
        return bid
    below = [one for one in BIDS if one < bid][-1:]
    above = [one for one in BIDS if one > bid][:1]
    raise NumberRangeError(bid, f"a bid of Skat, such as {' or '.join(map(str, below + above))}")
