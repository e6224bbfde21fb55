"""The pure-Python kernel's search for the fewest moves of a player: A*, every position kept.

The bound counts sequences that must leave their column before they can go home; the argument stands in
`native/src/player_lines/fewest.cpp`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import KernelInputError
from kiebitz.kernel.answers import Limits, Play, Shortest
from oracle.board import BOTTOM, MADE, NO_AUTOPLAY, Board, Table, steps_of
from oracle.budget import IMPOSSIBLE, NO_LIMIT, NO_LIMITS, SOLVED, UNDECIDED, Budget
from oracle.player import checked_play
from oracle.search import Node, Search
from oracle.table import NO_CARD, Rules, read_state

if TYPE_CHECKING:
    from collections.abc import Iterator


def fewest_moves(
    rules: bytes,
    position: bytes,
    play: Play,
    limits: Limits = NO_LIMITS,
    *,
    known: int = 0,
    progress: object | None = None,
    ask: object | None = None,
) -> Shortest:
    """Return a line with the fewest player's moves, if it has fewer than *known* (0: none is known).

    *progress* and *ask* are as of `shortest_line`.
    """
    parsed = Rules(rules)
    if parsed.any or parsed.forced or parsed.whole_suits or parsed.stock:
        what = "sequences that move, cards that go home one by one and no stock expected"
        raise KernelInputError("rules", what)
    if known < 0:
        raise KernelInputError("known", "0 or more expected")
    start = read_state(parsed, position)
    table = Table(parsed, *checked_play(parsed, play))
    budget = Budget(limits, ask)
    below = known or 2**31

    def rank(node: Node) -> int | None:
        least = node.cost + _bound(table, node.state, play)
        return least if least < below else None

    def followers(node: Node) -> Iterator[Node]:
        for step in table.steps(node.state):
            board = node.state.copy()
            if table.make(board, step, []) == MADE:
                yield Node(board, (node.line, step), node.cost + 1)

    board = Board(parsed, start)
    if table.won(board):
        return Shortest(SOLVED, b"", 0, NO_LIMIT, 0, 0, 0)
    search = Search(budget, followers, rank, lambda board: tuple(board.below))
    lowest = _bound(table, board, play)
    told = 0
    for node in search.nodes(Node(board, None)) if lowest < below else ():
        lowest = search.lowest
        if lowest > told and callable(progress):
            progress(lowest, -1)
        told = lowest
        if table.won(node.state):
            line = table.written(start, steps_of(node.line))
            return Shortest(SOLVED, line, lowest, NO_LIMIT, budget.states, len(search.costs), budget.memory)
    if budget.limit:
        return Shortest(UNDECIDED, b"", lowest, budget.limit, budget.states, len(search.costs), budget.memory)
    return Shortest(IMPOSSIBLE, b"", known, NO_LIMIT, budget.states, len(search.costs), budget.memory)


def _bound(table: Table, board: Board, play: Play) -> int:
    """Return how many moves of the player it takes at least."""
    blocking = sum(_blocking(table, board, end) for end in board.ends if end != NO_CARD)
    left = table.rules.number_of_cards - sum(board.home)
    return blocking + left if play.autoplay == NO_AUTOPLAY else max(blocking, int(left > 0))


def _blocking(table: Table, board: Board, end: int) -> int:
    """Return how many sequences of a column have a card over a lower one of its own suit."""
    column = [end]
    while (lower := board.below[column[-1]]) != BOTTOM:
        column.append(lower)
    lowest = [NO_CARD] * 4
    found, counted, under = 0, False, NO_CARD
    for card in reversed(column):
        rank, suit = divmod(card, 4)
        if under != NO_CARD and not table.joined(card, under):
            counted = False
        if rank > lowest[suit] and not counted:
            counted = True
            found += 1
        lowest[suit] = min(lowest[suit], rank)
        under = card
    return found
