"""The pure-Python kernel's certificates: all positions that matter to a claim, packed as docs/certificates.md says.

No reduction of any kind is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import KernelInputError
from kiebitz.kernel import _plain_game
from kiebitz.kernel._plain_budget import IMPOSSIBLE, NO_LIMITS, SOLVED, UNDECIDED, Budget
from kiebitz.kernel._plain_table import NO_CARD, Rules, read_state
from kiebitz.kernel.answers import Limits, Proof

if TYPE_CHECKING:
    from kiebitz.kernel._plain_table import State

_MOST_MOVES, _LOST = 254, 255
_IN_CELL, _AT_BOTTOM, _ON_SUIT, _AS_DEALT = 1, 2, 3, 7
_BYTES_PER_POSITION = 700  # about, as Python holds one with its number


def certificate(
    rules: bytes, position: bytes, moves: int, limits: Limits = NO_LIMITS, ask: object | None = None
) -> Proof:
    """Prove that a position cannot be won (*moves* = 0), or not in fewer than *moves* moves of single cards."""
    parsed = Rules(rules)
    if (
        parsed.any
        or parsed.whole
        or parsed.forced
        or parsed.stock
        or parsed.reserve
        or parsed.whole_suits
        or parsed.build_any
    ):
        raise KernelInputError("rules", "a game that certificates know expected")
    if parsed.reserve or parsed.whole_suits:
        raise KernelInputError("rules", "free cells and single cards home expected")
    if not 0 <= moves <= _MOST_MOVES:
        raise KernelInputError("moves", f"0 to {_MOST_MOVES} expected, not {moves}")
    budget = Budget(limits, ask)
    start = read_state(parsed, position)
    numbers = _Numbers(parsed)
    made = {numbers.of(start): 0}
    layer, steps = [start], 0
    while layer:
        following = []
        for state in layer:
            if sum(state.home) == parsed.number_of_cards:
                return Proof(SOLVED, steps if moves else -1, 0, b"", 0, budget.states, budget.memory)
            hit = budget.hit(len(made), len(made) * _BYTES_PER_POSITION)
            if hit:
                return Proof(UNDECIDED, -1, 0, b"", hit, budget.states, budget.memory)
            for move in _plain_game.moves(parsed, state):
                if move[2] > 1:
                    continue
                next_state = _plain_game.after(state, move)
                number = numbers.of(next_state)
                if number not in made and (not moves or steps + 1 + numbers.bound(next_state) < moves):
                    made[number] = steps + 1
                    following.append(next_state)
        layer, steps = following, steps + 1
    body = _packed({number: moves - step if moves else _LOST for number, step in made.items()}, parsed.number_of_cards)
    return Proof(IMPOSSIBLE, -1, len(made), body, 0, budget.states, budget.memory)


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
        """Return how many moves remain at least."""
        beneath = {card: column[:depth] for column in state.columns for depth, card in enumerate(column) if depth}
        waits = {
            (card, other): any(low % 4 == card % 4 and low < card for low in below)
            for other, below in beneath.items()
            for card in beneath
        }
        moves = self._rules.number_of_cards - sum(state.home)
        moves += sum(waits[card, card] for card in beneath)
        free = sorted(card for card in beneath if not waits[card, card])
        while free:
            card = free.pop(0)
            other = next((other for other in free if waits[card, other] and waits[other, card]), None)
            if other is not None:
                free.remove(other)
                moves += 1
        return moves


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
