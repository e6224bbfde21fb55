"""The bidding: who speaks, which bid is asked for or has to be held, and who becomes the declarer.

What a hand is worth is for `valuation`; whether a bid pays, for `kiebitz.analysis.skat`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kiebitz.errors import RecordError, shown
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.seats import FOREHAND, MIDDLEHAND, REARHAND, Seat

PASS, HOLD = "p", "y"


@dataclass(frozen=True, slots=True)
class Auction:
    """The bidding so far; each word is a bid, `y` (held) or `p` (passed), as recorded games have them.

    Middlehand bids to forehand, then rearhand to the one who is left; where nobody bid, forehand may take the game at
    a bid of its own. `bid` is the highest so far, 0 for none; `turn` is None when the bidding is over, and then
    `declarer` is who got the game, or None where all passed.

    >>> auction = Auction()
    >>> for word in ("18", "p", "p"):
    ...     auction = auction.after(word)
    >>> auction.declarer, auction.bid
    (Seat.MIDDLEHAND, 18)
    """

    words: tuple[tuple[Seat, str], ...] = ()
    bid: int = 0
    bidder: Seat = MIDDLEHAND
    holder: Seat = FOREHAND
    is_asked: bool = False  # whether the holder has to answer a bid
    is_over: bool = False

    @property
    def turn(self) -> Seat | None:
        """Who speaks."""
        if self.is_over:
            return None
        return self.holder if self.is_asked else self.bidder

    @property
    def declarer(self) -> Seat | None:
        """Who got the game, once the bidding is over."""
        return self.holder if self.is_over and self.bid else None

    @property
    def at_stake(self) -> int | None:
        """The bid that is to be held, or the next one that could be said; None where there is no higher one."""
        if self.is_asked:
            return self.bid
        return next((bid for bid in BIDS if bid > self.bid), None)

    @property
    def expected(self) -> str:
        """What may be said now, in words."""
        return f"{HOLD} or {PASS}" if self.is_asked else f"a bid or {PASS}"

    def fault(self, word: str) -> RecordError | None:
        """Return what is wrong with a word, or None if it may be said."""
        if self.is_over:
            return RecordError("", "the bidding is over", "no further bid")
        if word == PASS or (self.is_asked and word == HOLD):
            return None
        if self.is_asked:
            return RecordError("", "it answers no bid", self.expected)
        number = int(word) if word.isascii() and word.isdigit() and len(word) <= 3 else 0
        if number in BIDS and number > self.bid:
            return None
        known = max(self.bid, min(number, BIDS[-1] - 1))  # the bids beside what was said, if it is a number
        above = ", ".join(map(str, [bid for bid in BIDS if bid > known][:3]))
        least = f" of Skat above {self.bid}" if self.bid else ""
        return RecordError("", f"{shown(word)} is no bid", f"a bid{least} such as {above}, or {PASS}")

    def after(self, word: str) -> Auction:
        """Return the bidding after a word of the seat whose turn it is; a `RecordError` if it may not be said."""
        fault = self.fault(word)
        if fault is not None:
            raise fault
        seat = self.holder if self.is_asked else self.bidder
        words = (*self.words, (seat, word))
        if word == HOLD:
            return replace(self, words=words, is_asked=False)
        if word != PASS:
            # A forehand that bids after all others have passed is asked by nobody.
            alone = self.bidder is self.holder
            return replace(self, words=words, bid=int(word), is_asked=not alone, is_over=alone)
        left = self.bidder if self.is_asked else self.holder
        if self.bidder is self.holder:
            return replace(self, words=words, is_over=True)
        if self.bidder is not REARHAND:
            return replace(self, words=words, bidder=REARHAND, holder=left, is_asked=False)
        if self.bid:
            return replace(self, words=words, bidder=left, holder=left, is_asked=False, is_over=True)
        return replace(self, words=words, bidder=FOREHAND, holder=FOREHAND)
