"""Generation of legal moves, and perft."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.patience.moves import Move, move_of_codes
from kiebitz.patience.piles import CELL_CODE, FOUNDATION_CODE, STOCK, PileKind
from kiebitz.patience.referee.refusals import fitting_home, is_legal, unchecked
from kiebitz.patience.rule_options import CellUse, HomeMoves, Supermoves

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kiebitz.cards import Card
    from kiebitz.patience.position import Position


class LegalMoves:
    """The legal moves of a position, found lazily: iterable, `in`, `len`, true or false.

    With *distinct*, moves that differ only by the free cell or empty column are listed once, and moves between cells
    are left out.
    """

    __slots__ = ("_all", "_distinct", "_position")

    def __init__(self, position: Position, *, distinct: bool = False) -> None:
        self._position = position
        self._distinct = distinct
        self._all: tuple[Move, ...] | None = None  # cached by `len`, which `list` calls first

    def __getstate__(self) -> object:
        return object.__getstate__(self)  # without it, pickle protocols 0 and 1 refuse a class with slots

    def __iter__(self) -> Iterator[Move]:
        return _legal_moves(self._position, self._distinct) if self._all is None else iter(self._all)

    def __len__(self) -> int:
        if self._all is None:
            self._all = tuple(_legal_moves(self._position, self._distinct))
        return len(self._all)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        return any(move == legal for legal in self) if self._distinct else is_legal(self._position, move)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def count(self) -> int:
        """Return the number of legal moves."""
        return len(self)

    def __repr__(self) -> str:
        return f"<LegalMoves {' '.join(map(str, self))}>"


def legal_moves(position: Position, *, distinct: bool = False) -> LegalMoves:
    """Return the legal moves: home, onto columns, into empty columns, into cells, from foundations by suit.

    If home moves are forced and there is one, there are no others.
    """
    return LegalMoves(position, distinct=distinct)


def _legal_moves(position: Position, distinct: bool) -> Iterator[Move]:
    columns = position.columns
    free = [CELL_CODE + index for index, card in enumerate(position.cells) if card is None]
    if position.rules.cell_use is CellUse.RESERVE:
        free = []
    empty = [index for index, cards in enumerate(columns) if not cards]
    targets = (free[:1], empty[:1]) if distinct else (free, empty)
    if position.stock:
        filled = [index for index, cards in enumerate(columns) if cards]
        for target in (*filled, *targets[1]):
            yield move_of_codes(STOCK.code, target, 1)
        return
    home = False
    for source, fitting, count in fitting_home(position):
        yield move_of_codes(source, FOUNDATION_CODE + fitting.suit, count)
        home = True
    if home and position.rules.home_moves is HomeMoves.FORCED:
        return
    onto_cards = position.rules.capacity(len(free), len(empty), False)
    onto_nothing = position.rules.capacity(len(free), len(empty), True) if empty else 0
    yield from _moves_onto_cards(position, onto_cards)
    yield from _moves_into_empty_columns(position, targets[1], onto_nothing)
    for target in targets[0]:
        for index, cards in enumerate(columns):
            if cards:
                yield move_of_codes(index, target, 1)
        if not distinct:
            for index, card in enumerate(position.cells):
                if card is not None:
                    yield move_of_codes(CELL_CODE + index, target, 1)
    if position.rules.cards_return:
        yield from _moves_back(position, (*targets[1], *targets[0]))


def _moves_back(position: Position, open_places: Sequence[int]) -> Iterator[Move]:
    rules = position.rules
    for suit, held in enumerate(position.foundations):
        if not held:
            continue
        card = rules.ladders[suit][held - 1]
        for target, cards in enumerate(position.columns):
            if cards and card in rules.builds[cards[-1]]:
                yield move_of_codes(FOUNDATION_CODE + suit, target, 1)
        for target in open_places:
            if target >= CELL_CODE or card in rules.openers:
                yield move_of_codes(FOUNDATION_CODE + suit, target, 1)


def _moves_onto_cards(position: Position, capacity: int) -> Iterator[Move]:
    rules = position.rules
    builds = rules.builds
    targets_of: dict[Card, list[int]] = {}  # for each card the columns that would take it
    for target, cards in enumerate(position.columns):
        if cards:
            for card in builds[cards[-1]]:
                if card in targets_of:
                    targets_of[card].append(target)
                else:
                    targets_of[card] = [target]
    for index, held in enumerate(position.cells):
        if held in targets_of:
            for target in targets_of[held]:
                yield move_of_codes(CELL_CODE + index, target, 1)
    if rules.supermoves is Supermoves.ANY:
        yield from _moves_of_any_cards(position, targets_of)
        return
    joins = rules.joins
    for index, cards in enumerate(position.columns):
        if not cards:
            continue
        last = cards[-1]
        moves = [(target, 1) for target in targets_of[last]] if last in targets_of else []
        # A target's last card determines the next card and so the number of cards to move: each target occurs once.
        longest = min(capacity, len(cards) - position.face_down[index])
        for count in range(2, longest + 1):
            card = cards[-count]
            if last not in joins[card]:
                break
            last = card
            if card in targets_of:
                moves += [(target, count) for target in targets_of[card]]
        if len(moves) > 1:
            moves.sort()
        for target, count in moves:
            yield move_of_codes(index, target, count)


def _moves_of_any_cards(position: Position, targets_of: Mapping[Card, Sequence[int]]) -> Iterator[Move]:
    for index, cards in enumerate(position.columns):
        for count in range(1, _most_movable(position, index) + 1):
            for target in targets_of.get(cards[-count], ()):
                if target != index:
                    yield move_of_codes(index, target, count)


def _moves_into_empty_columns(position: Position, empty: list[int], capacity: int) -> Iterator[Move]:
    if not empty:
        return
    openers = position.rules.openers
    for index, card in enumerate(position.cells):
        if card in openers:
            for target in empty:
                yield move_of_codes(CELL_CODE + index, target, 1)
    for index, cards in enumerate(position.columns):
        for count in range(1, min(_most_movable(position, index), capacity) + 1):
            if cards[-count] in openers:
                for target in empty:
                    yield move_of_codes(index, target, count)


def _most_movable(position: Position, index: int) -> int:
    if position.rules.supermoves is Supermoves.ANY:
        return len(position.columns[index]) - position.face_down[index]
    return run_length(position, index)


def run_length(position: Position, index: int) -> int:
    """Return how many face-up cards at the end of a column move together."""
    cards, joins = position.columns[index], position.rules.joins
    face_up = len(cards) - position.face_down[index]
    length = min(face_up, 1)
    while length < face_up and cards[-length] in joins[cards[-length - 1]]:
        length += 1
    return length


def perft(position: Position, depth: int) -> int:
    """Count the sequences of *depth* single-card moves without autoplay, to compare move generators.

    All free cells count as one target, and so do all empty columns. Moves between cells are not counted, moves of a
    column's only card into an empty column are. Whole suits go home in one move. If any card moves with all that lies
    on it, every move counts.

    >>> from kiebitz.patience.dealing import deal
    >>> [perft(deal(617), depth) for depth in (1, 2, 3)]
    [11, 116, 1213]
    """
    if depth == 0:
        return 1
    any_count = position.rules.supermoves is Supermoves.ANY
    moves = (
        move
        for move in _legal_moves(position, distinct=True)
        if any_count or move.count == 1 or move.target.kind is PileKind.FOUNDATION
    )
    if depth == 1:
        return sum(1 for _ in moves)
    return sum(perft(unchecked(position, move), depth - 1) for move in moves)
