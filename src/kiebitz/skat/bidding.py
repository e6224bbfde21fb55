"""The ladder of bids, which follows from the base values."""

from __future__ import annotations

from kiebitz.errors import NumberRangeError
from kiebitz.skat.contract import TRUMP_GAMES, Game

#: Values of Null by (Hand, ouvert).
NULL_VALUES = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}

#: The most matadors: four jacks, and in suit games seven more cards.
MOST_MATADORS: dict[Game, int] = {game: 4 if game is Game.GRAND else 11 for game in TRUMP_GAMES}

#: Levels on top of the matadors: game, Hand, Schneider, Schneider announced, Schwarz, Schwarz announced, ouvert.
MOST_LEVELS = 7


def _ladder() -> tuple[int, ...]:
    values = set(NULL_VALUES.values())
    for game, matadors in MOST_MATADORS.items():
        values |= {game.base * factor for factor in range(2, matadors + MOST_LEVELS + 1)}
    return tuple(sorted(values))


#: All values of games, and so all bids, from 18 to 264.
BIDS = _ladder()


def check_bid(bid: int) -> int:
    """Return the bid; a `NumberRangeError` with its neighbours if it is not on the ladder."""
    if bid in BIDS:
        return bid
    below = [other for other in BIDS if other < bid][-1:]
    above = [other for other in BIDS if other > bid][:1]
    raise NumberRangeError(bid, f"a bid of Skat, such as {' or '.join(map(str, below + above))}")
