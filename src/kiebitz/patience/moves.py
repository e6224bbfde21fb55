"""A move: from one pile to another, so many cards.

Whether a move is legal is for `kiebitz.patience.referee`; how lines of moves are written, for `notation`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kiebitz.errors import KiebitzError, shown
from kiebitz.patience.piles import Pile, from_code

BYTES_PER_MOVE = 3


@dataclass(frozen=True, slots=True)
class Move:
    """Take the last *count* cards of *source* and put them, in the same order, onto *target*.

    >>> from kiebitz.patience.piles import cell, column
    >>> str(Move(column(1), column(5), 3)), str(Move(column(4), cell(0)))
    ('26', '5a')
    """

    source: Pile
    target: Pile
    count: int = 1

    def kernel_bytes(self) -> bytes:
        """Return the move as the kernel's three bytes: from, to, count."""
        return bytes((self.source.code, self.target.code, self.count))

    @staticmethod
    def from_kernel(three: bytes) -> Move:
        """Read the kernel's three bytes; a `KiebitzError` where they name no pile."""
        if len(three) != BYTES_PER_MOVE:
            raise KiebitzError(f"a move of {len(three)} bytes {shown(three.hex())}; expected {BYTES_PER_MOVE}")
        return move_of_codes(*three)

    def __str__(self) -> str:
        return self.source.letter + self.target.letter

    def __repr__(self) -> str:
        count = f", {self.count}" if self.count != 1 else ""
        return f"Move({self.source!r}, {self.target!r}{count})"


@lru_cache(maxsize=1 << 14)  # more than there are moves; made once, since a search meets the same few again and again
def move_of_codes(source: int, target: int, count: int) -> Move:
    """Return the move between the piles with these kernel codes: the same object every time.

    >>> move_of_codes(1, 32, 1)
    Move(column(1), foundation(Suit.CLUBS))
    """
    return Move(from_code(source), from_code(target), count)


def moves_from_kernel(line: bytes) -> tuple[Move, ...]:
    """Read a kernel's line, three bytes a move."""
    if len(line) % BYTES_PER_MOVE:
        raise KiebitzError(f"a line of {len(line)} bytes; expected a multiple of {BYTES_PER_MOVE}")
    return tuple(move_of_codes(*line[at : at + BYTES_PER_MOVE]) for at in range(0, len(line), BYTES_PER_MOVE))
