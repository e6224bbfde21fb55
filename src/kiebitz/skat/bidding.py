"""The ladder of bids."""

from __future__ import annotations

from kiebitz.errors import NumberRangeError
from kiebitz.kernel import skat as kernel

#: All values of games, and so all bids, from 18 to 264.
BIDS = kernel.skat_bids()


def check_bid(bid: int) -> int:
    """Return the bid; a `NumberRangeError` with its neighbours if it is not on the ladder."""
    if bid in BIDS:
        return bid
    below = [other for other in BIDS if other < bid][-1:]
    above = [other for other in BIDS if other > bid][:1]
    raise NumberRangeError(bid, f"a bid of Skat, such as {' or '.join(map(str, below + above))}")
