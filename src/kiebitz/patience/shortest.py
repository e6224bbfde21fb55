"""Shortest lines where every deal can be searched to its end: the 13-card game, whose deals are all numbered.

The search kernel is asked here and its answers are checked: no length leaves whose line the native checker has not
replayed; that no shorter line exists is what the search proves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz import kernel
from kiebitz.deals import one_suit
from kiebitz.errors import KernelFaultError, KiebitzError, NumberRangeError
from kiebitz.patience import referee
from kiebitz.patience.moves import moves_from_kernel
from kiebitz.patience.position import Position
from kiebitz.patience.rules import Supermoves
from kiebitz.patience.solve import numbers_from_kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.patience.moves import Move
    from kiebitz.patience.rules import Rules

#: The numbering of the deals.
NUMBERING = "one-suit"

_MOST_DEALS = 1 << 20  # in one call; lines take about 60 bytes a deal


@dataclass(frozen=True, slots=True)
class ShortestLines:
    """The lengths of shortest lines of the deals *first*, *first* + 1, … of the 13-card game; one byte a deal.

    A length counts every move, those to the foundation among them; 0 means that the deal is impossible. A move takes
    one card, or where sequences move whole, one sequence. *states* are the positions that each search looked at.
    """

    rules: Rules
    first: int
    lengths: bytes = field(repr=False)
    states: Sequence[int] = field(repr=False)
    lines: bytes = field(repr=False)
    ends: Sequence[int] = field(repr=False)
    seconds: float = 0.0

    def moves(self, number: int) -> tuple[Move, ...]:
        """Return the line of one deal, every move to the foundation spelt out; none if the deal is impossible.

        The referee has replayed it. A `NumberRangeError` for a deal that is not among these.
        """
        index = number - self.first
        if not 0 <= index < len(self.lengths):
            raise NumberRangeError(number, f"a deal from {self.first} to {self.first + len(self.lengths) - 1}")
        line = moves_from_kernel(self.lines[self.ends[index - 1] if index else 0 : self.ends[index]])
        if line:
            try:
                referee.verify(Position.deal(self.rules, one_suit.cards(number, self.rules.pack)), line)
            except KiebitzError as error:
                raise KernelFaultError(f"deal {number}: {error}") from None
        return line


def shortest_lines(rules: Rules, first: int, count: int = 1) -> ShortestLines:
    """Return shortest lines of the deals *first* … *first* + *count* − 1 in the numbering `one-suit`.

    *rules* are those of `solitaire_one_suit`, with supermoves `single` or `whole`, which say how many cards make one
    move, and empty columns that take any card or only kings. The checker has replayed every line. Raises a
    `KiebitzError` for other rules, a `NumberRangeError` for deals that there are not.

    >>> from kiebitz.patience.games import game
    >>> rules = game("solitaire_one_suit").with_(supermoves="single")
    >>> list(shortest_lines(rules, 379948320).lengths)
    [23]
    """
    if rules.supermoves not in (Supermoves.SINGLE, Supermoves.WHOLE):
        raise KiebitzError(
            f"shortest lines with supermoves {rules.supermoves.value} are not searched for; expected single or whole, "
            "which say how many cards make one move"
        )
    if not isinstance(count, int) or not 0 < count <= _MOST_DEALS:
        raise NumberRangeError(count, f"1 to {_MOST_DEALS} deals at a time")
    for number in (first, first + count - 1):
        one_suit.columns(number)  # complains about numbers that no deal has
    start = perf_counter()
    own = rules.kernel_bytes()
    try:
        lengths, states, lines, ends = kernel.one_suit(own, first, count)
    except ValueError as error:
        raise KiebitzError(f"{rules.title}: shortest lines cannot be searched for: {error}") from None
    right = kernel.check_one_suit(own, first, lengths, lines, ends)
    if right != count:
        raise KernelFaultError(f"deal {first + right}: the checker refuses the line that was found")
    return ShortestLines(
        rules, first, lengths, numbers_from_kernel(states), lines, numbers_from_kernel(ends), perf_counter() - start
    )
