"""The pure-Python kernel's certificates: all positions that matter to a claim, packed as docs/certificates.md says.

No reduction of any kind is made.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kiebitz import check_certificate as small_checker
from kiebitz.errors import KernelInputError
from kiebitz.kernel.answers import Limits, Proof
from oracle.budget import IMPOSSIBLE, NO_LIMITS, SOLVED, UNDECIDED, Budget
from oracle.game import after
from oracle.game import moves as legal_moves
from oracle.search import Node, Search
from oracle.table import NO_CARD, Rules, State, read_state

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_MOVES, _LOST = 254, 255
_IN_CELL, _AT_BOTTOM, _ON_SUIT, _AS_DEALT = 1, 2, 3, 7


def certificate(
    rules: bytes, position: bytes, moves: int, limits: Limits = NO_LIMITS, ask: object | None = None
) -> Proof:
    """Prove that a position cannot be won (*moves* = 0), or not in fewer than *moves* moves of single cards."""
    parsed = Rules(rules)
    unknown = parsed.any, parsed.whole, parsed.forced, parsed.stock, parsed.reserve, parsed.whole_suits
    if any(unknown) or parsed.build_any:
        raise KernelInputError("rules", "a game that certificates know expected")
    if not 0 <= moves <= _MOST_MOVES:
        raise KernelInputError("moves", f"0 to {_MOST_MOVES} expected, not {moves}")
    numbers = _Numbers(parsed)

    def rank(node: Node) -> int | None:
        in_time = not moves or not node.cost or node.cost + numbers.bound(node.state) < moves
        return int(node.cost) if in_time else None

    def followers(node: Node) -> Iterator[Node]:
        for move in legal_moves(parsed, node.state):
            if move[2] == 1:
                yield Node(after(node.state, move), None, node.cost + 1)

    budget = Budget(limits, ask)
    made: dict[int, int] = {}
    for node in Search(budget, followers, rank, numbers.of).nodes(Node(read_state(parsed, position), None)):
        if sum(node.state.home) == parsed.number_of_cards:
            return Proof(SOLVED, node.cost if moves else -1, 0, b"", budget.limit, budget.states, budget.memory)
        made[numbers.of(node.state)] = moves - node.cost if moves else _LOST
    if budget.limit:
        return Proof(UNDECIDED, -1, 0, b"", budget.limit, budget.states, budget.memory)
    body = _packed(made, parsed.number_of_cards)
    return Proof(IMPOSSIBLE, -1, len(made), body, budget.limit, budget.states, budget.memory)


def check_certificate(path: str) -> tuple[int, str]:
    """0 proven, 1 not proven, 2 unreadable; and what is proven, or why it is not."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123  pathlib would slow the start
            return 0, small_checker.check(file)
    except small_checker.NotProven as fault:
        return 1, str(fault)
    except small_checker.Unreadable as fault:
        return 2, str(fault)
    except (OSError, ValueError) as error:
        return 2, str(getattr(error, "strerror", None) or error)


class _Numbers:
    """The numbers by which certificates know positions, and their lower bounds."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._weights = {card: 1 << 3 * (rules.number_of_cards - 1 - at) for at, card in enumerate(sorted(rules.pack))}

    def of(self, state: State) -> int:
        """Return a position's number: an octal digit for each card, which says what it lies on."""
        number = sum(self._weights[card] * _IN_CELL for card in state.cells if card != NO_CARD)
        for column in state.columns:
            for depth, card in enumerate(column):
                if not depth:
                    digit = _AT_BOTTOM
                elif column[depth - 1] in self._rules.parents[card]:
                    digit = _ON_SUIT + column[depth - 1] % 4
                else:
                    digit = _AS_DEALT
                number += self._weights[card] * digit
        return number

    def bound(self, state: State) -> int:
        """Return how many moves remain at least: cards not home, and those set aside on the best way there."""
        moves = self._rules.number_of_cards - sum(state.home)
        others = set()
        for column in state.columns:
            stays = bytes(card for at, card in enumerate(column) if not any(_waits(card, low) for low in column[:at]))
            moves += len(column) - len(stays)
            others.add(stays)
        return moves + _set_aside(frozenset(others))


def _waits(card: int, low: int) -> bool:
    return low < card and low % 4 == card % 4


@lru_cache(1 << 16)
def _set_aside(columns: frozenset[bytes]) -> int:
    """Return how many cards have to leave these columns, at least, before they can go home."""
    in_place = b"".join(columns)
    ways = []
    for column in columns:
        for at, card in enumerate(column):
            if not any(_waits(card, low) for low in in_place):
                way = len(column) - at - 1, columns - {column} | {column[:at]}
                if way[0] == 0:
                    return _set_aside(way[1])
                ways.append(way)
    return min((cost + _set_aside(left) for cost, left in ways), default=0)


def _packed(bounds: dict[int, int], cards: int) -> bytes:
    """Return the positions in order, each as the bytes by which it differs from the one before, with its bound."""
    width = (3 * cards + 7) // 8
    body, before = bytearray(), bytes(width)
    for number in sorted(bounds):
        now = number.to_bytes(width, "big")
        shared = next((at for at in range(width - 1) if now[at] != before[at]), width - 1)
        body += bytes((shared, *now[shared:], bounds[number]))
        before = now
    return bytes(body)
