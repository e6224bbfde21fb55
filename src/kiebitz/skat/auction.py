"""The bidding: turns, valid words, and the declarer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kiebitz.errors import RecordError, shown
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.seats import FOREHAND, MIDDLEHAND, REARHAND, Seat

PASS, HOLD = "p", "y"


@dataclass(frozen=True, slots=True)
class Auction:
    """The bidding so far; each word is a bid, `y` (hold) or `p` (pass), as in recorded games.

    Middlehand bids to forehand, then rearhand to the winner; if both pass without a bid, forehand may take the game
    with a bid of its own.

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
        """The seat to speak, None when the bidding is over."""
        if self.is_over:
            return None
        return self.holder if self.is_asked else self.bidder

    @property
    def declarer(self) -> Seat | None:
        """The seat that got the game; None during the bidding and if all passed."""
        return self.holder if self.is_over and self.bid else None

    @property
    def at_stake(self) -> int | None:
        """The bid to hold, or the next possible bid; None if there is no higher one."""
        if self.is_asked:
            return self.bid
        return next((bid for bid in BIDS if bid > self.bid), None)

    @property
    def expected(self) -> str:
        """The valid words, as text for errors."""
        return f"{HOLD} or {PASS}" if self.is_asked else f"a bid or {PASS}"

    def fault(self, word: str) -> RecordError | None:
        """Return the error for a word, or None if the word is valid."""
        if self.is_over:
            return RecordError("", "the bidding is over", "no further bid")
        if word == PASS or (self.is_asked and word == HOLD):
            return None
        if self.is_asked:
            return RecordError("", "it is not an answer to a bid", self.expected)
        number = int(word) if word.isascii() and word.isdigit() and len(word) <= 3 else 0
        if number in BIDS and number > self.bid:
            return None
        base = max(self.bid, min(number, BIDS[-1] - 1))  # the bids above a number are examples
        above = ", ".join(map(str, [bid for bid in BIDS if bid > base][:3]))
        least = f" of Skat above {self.bid}" if self.bid else ""
        return RecordError("", f"{shown(word)} is not a bid", f"a bid{least} such as {above}, or {PASS}")

    def after(self, word: str) -> Auction:
        """Return the bidding after a word of the seat whose turn it is; a `RecordError` for an invalid word."""
        fault = self.fault(word)
        if fault is not None:
            raise fault
        seat = self.holder if self.is_asked else self.bidder
        words = (*self.words, (seat, word if word in (HOLD, PASS) else str(int(word))))  # 18 for 018
        if word == HOLD:
            return replace(self, words=words, is_asked=False)
        if word != PASS:
            # After two passes, forehand's own bid needs no answer.
            alone = self.bidder is self.holder
            return replace(self, words=words, bid=int(word), is_asked=not alone, is_over=alone)
        winner = self.bidder if self.is_asked else self.holder
        if self.bidder is self.holder:
            return replace(self, words=words, is_over=True)
        if self.bidder is not REARHAND:
            return replace(self, words=words, bidder=REARHAND, holder=winner, is_asked=False)
        if self.bid:
            return replace(self, words=words, bidder=winner, holder=winner, is_asked=False, is_over=True)
        return replace(self, words=words, bidder=FOREHAND, holder=FOREHAND)
