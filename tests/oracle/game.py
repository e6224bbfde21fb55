"""The pure-Python kernel's moves: which are legal in a position, what comes of them, and how many sequences there are.

One state and one list of moves serve every game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import KernelInputError
from oracle.table import CELL, FACE_DOWN, HOME, NO_CARD, STOCK, Rules, State, read_state

if TYPE_CHECKING:
    Move = tuple[int, int, int]  # source, target, number of cards
    Line = tuple["Line", Move] | None  # what came before, and the last move

_FREE, _SEPARATOR = bytes([NO_CARD]), b"\xff"


def moves(rules: Rules, state: State) -> list[Move]:
    """Return every legal move; several free cells are one target, so are several empty columns."""
    columns, cells, _, stock = state
    if stock:
        return [(STOCK, at, 1) for at, column in enumerate(columns) if column or b"" not in columns[:at]]
    found = home_moves(rules, state)
    if found and rules.forced:
        return found
    onto = {column[-1]: target for target, column in enumerate(columns) if column}
    hole = columns.index(b"") if b"" in columns else -1
    cell = -1 if rules.reserve else cells.find(NO_CARD)
    most = _capacity(rules, state, columns.count(b""))
    most_into_hole = _capacity(rules, state, columns.count(b"") - 1) if hole >= 0 else 0
    for source, column in enumerate(columns):
        for count in range(1, _movable(rules, column) + 1):
            head = column[-count]
            for parent in rules.parents[head]:
                target = onto.get(parent, source)
                if target != source and count <= most:
                    found.append((source, target, count))
            if count <= most_into_hole and rules.opens[head]:
                found.append((source, hole, count))
        if column and cell >= 0:
            found.append((source, CELL + cell, 1))
    for index, card in enumerate(cells):
        if card != NO_CARD:
            found += [(CELL + index, onto[parent], 1) for parent in rules.parents[card] if parent in onto]
            if hole >= 0 and rules.opens[card]:
                found.append((CELL + index, hole, 1))
    return found


def home_moves(rules: Rules, state: State) -> list[Move]:
    """Return the moves to the foundations: of single cards, or of whole suits from king to ace."""
    columns, cells, home, stock = state
    if stock:
        return []
    found: list[Move] = []
    if rules.whole_suits:
        whole = [(HOME + suit, bytes(range(4 * rules.ranks - 4 + suit, -1, -4))) for suit in rules.suits]
        ends = enumerate(columns)
        return [(at, pile, rules.ranks) for at, column in ends for pile, suit in whole if column.endswith(suit)]
    for source, column in enumerate(columns):
        if column and home[column[-1] & 3] == column[-1] >> 2:
            found.append((source, HOME + (column[-1] & 3), 1))
    for index, card in enumerate(cells):
        if card != NO_CARD and home[card & 3] == card >> 2:
            found.append((CELL + index, HOME + (card & 3), 1))
    return found


def _movable(rules: Rules, column: bytes) -> int:
    """How many cards at a column's end may be lifted: all that lie face up, or those that are in order."""
    count = min(len(column), 1)
    while count < len(column):
        beneath = column[-count - 1]
        if beneath >= FACE_DOWN or not (rules.any or beneath in rules.leaders[column[-count]]):
            break
        count += 1
    return count


def _capacity(rules: Rules, state: State, helpers: int) -> int:
    """How many cards may move at once if *helpers* empty columns can hold some on the way."""
    if rules.whole or rules.any:
        return rules.number_of_cards
    free = 0 if rules.reserve else state.cells.count(NO_CARD)
    return int((free + 1) << (helpers if rules.stages else 0))


def after(state: State, move: Move) -> State:
    """Return the position after a legal move; the card that it bares is turned up."""
    source, target, count = move
    columns, cells, home, stock = list(state.columns), state.cells, state.home, state.stock
    if source == STOCK:
        cards, stock = stock[:1], stock[1:]
    elif source < CELL:
        cards, left = columns[source][-count:], columns[source][:-count]
        if left and left[-1] >= FACE_DOWN:
            left = left[:-1] + bytes((left[-1] - FACE_DOWN,))
        columns[source] = left
    else:
        at = source - CELL
        cards, cells = cells[at : at + 1], cells[:at] + _FREE + cells[at + 1 :]
    if target < CELL:
        columns[target] += cards
    elif target < HOME:
        at = target - CELL
        cells = cells[:at] + cards + cells[at + 1 :]
    else:
        suit = target - HOME
        home = (*home[:suit], home[suit] + count, *home[suit + 1 :])
    return State(tuple(columns), cells, home, stock)


def settled(rules: Rules, state: State, line: Line) -> tuple[State, Line]:
    """Send home what may go at once: all that fits where such moves are forced, else what no other card can need.

    Nothing can need a card if all cards that could be built on it are home. For let a line win after it stays: play it
    with the card home and leave out the card's own moves. Nothing is ever put onto it, and all that lay under it is
    there earlier, face up, or an empty column. Of a suit that goes home whole a card may be parted from the others to
    take one of another suit, so that is left to choice.
    """
    again = True
    while again:
        again = False
        for move in home_moves(rules, state):
            card = 4 * state.home[move[1] - HOME] + move[1] - HOME
            useless = all(state.home[child & 3] > child >> 2 for child in rules.children[card])
            if rules.forced or (useless and not rules.whole_suits):
                state, line, again = after(state, move), (line, move), True
    return state, line


def key(state: State) -> bytes:
    """Return what positions share that differ only by the order of their columns or cells."""
    return _SEPARATOR.join((*sorted(state.columns), bytes(sorted(state.cells)), state.stock))


def unrolled(line: Line) -> bytes:
    """Return a line as bytes, three a move."""
    parts = []
    while line is not None:
        line, move = line
        parts.append(bytes(move))
    return b"".join(reversed(parts))


def perft(rules: bytes, position: bytes, depth: int) -> int:
    """Count the sequences of *depth* moves: single cards, whole suits home, any number where any card moves."""
    parsed = Rules(rules)
    if depth < 0:
        raise KernelInputError("depth", f"0 or more expected, not {depth}")

    def count(state: State, left: int) -> int:
        if left == 0:
            return 1
        counted = [move for move in moves(parsed, state) if parsed.any or move[2] == 1 or HOME <= move[1] < STOCK]
        return len(counted) if left == 1 else sum(count(after(state, move), left - 1) for move in counted)

    return count(read_state(parsed, position), depth)
