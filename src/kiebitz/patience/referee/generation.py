"""All legal moves of a position, and how many sequences of moves there are."""

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
    """The legal moves of a position, found only as far as somebody asks: iterable, `in`, `len`, true or false.

    With *distinct* moves that differ only by the name of a free cell or of an empty column are listed once (the first
    of each is the target), and moves between two free cells are left out.
    """

    __slots__ = ("_all", "_distinct", "_position")

    def __init__(self, position: Position, *, distinct: bool = False) -> None:
        self._position = position
        self._distinct = distinct
        self._all: tuple[Move, ...] | None = None  # where they were counted, which whoever makes a list of them does

    def __getstate__(self) -> object:
        return object.__getstate__(self)  # else the oldest forms of pickles refuse a class with slots

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
    """Return the legal moves as a lazy view: home first, then onto columns, into empty columns, into free cells.

    Last come those of cards that may come back from the foundations, suit by suit.
    Where home moves are forced and there is one, there are no others.
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
    wanted: dict[Card, list[int]] = {}  # the columns that would take a card
    for target, cards in enumerate(position.columns):
        if cards:
            for card in builds[cards[-1]]:
                if card in wanted:
                    wanted[card].append(target)
                else:
                    wanted[card] = [target]
    for index, held in enumerate(position.cells):
        if held in wanted:
            for target in wanted[held]:
                yield move_of_codes(CELL_CODE + index, target, 1)
    if rules.supermoves is Supermoves.ANY:
        yield from _moves_of_any_cards(position, wanted)
        return
    joins = rules.joins
    for index, cards in enumerate(position.columns):
        if not cards:
            continue
        last = cards[-1]
        found = [(target, 1) for target in wanted[last]] if last in wanted else []
        # A column's end says which card has to come, and so how many of a run must move: each target is met once.
        most = min(capacity, len(cards) - position.face_down[index])
        for count in range(2, most + 1):
            card = cards[-count]
            if last not in joins[card]:
                break
            last = card
            if card in wanted:
                found += [(target, count) for target in wanted[card]]
        if len(found) > 1:
            found.sort()
        for target, count in found:
            yield move_of_codes(index, target, count)


def _moves_of_any_cards(position: Position, wanted: Mapping[Card, Sequence[int]]) -> Iterator[Move]:
    for index, cards in enumerate(position.columns):
        for count in range(1, _most_movable(position, index) + 1):
            for target in wanted.get(cards[-count], ()):
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
    """How many cards at the end of a column may move as far as they alone decide: face up, and a run if need be."""
    if position.rules.supermoves is Supermoves.ANY:
        return len(position.columns[index]) - position.face_down[index]
    return run_length(position, index)


def run_length(position: Position, index: int) -> int:
    """Return how many face-up cards at the end of a column lie in such an order that they move as one."""
    cards, joins = position.columns[index], position.rules.joins
    face_up = len(cards) - position.face_down[index]
    length = min(face_up, 1)
    while length < face_up and cards[-length] in joins[cards[-length - 1]]:
        length += 1
    return length


def perft(position: Position, depth: int) -> int:
    """Count the sequences of *depth* single-card moves, without autoplay: a number to compare move generators by.

    Suits that go home whole do so in one move.

    Every free cell counts as the same target, so does every empty column; moves between cells are not counted, moves
    of a column's only card into an empty column are. Where any card moves with all that lies on it, every move counts,
    whatever its number of cards.

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
