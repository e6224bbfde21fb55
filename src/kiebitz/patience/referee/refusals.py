"""Legality of moves, reasons for illegal ones, and the position after a move."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from kiebitz.cards import Suit
from kiebitz.errors import FaultError, IllegalMoveError, counted, shown
from kiebitz.patience.moves import Move
from kiebitz.patience.piles import CELL_CODE, PileKind
from kiebitz.patience.position import Position
from kiebitz.patience.refusal_text import full_name, misfit, name, no_such_pile, parted
from kiebitz.patience.rule_options import CellUse, EmptyColumn, Foundations, HomeMoves, Supermoves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.cards import Card
    from kiebitz.patience.piles import Pile

_T = TypeVar("_T")


def refusal(position: Position, move: Move) -> str | None:
    """Return the reason why *move* is illegal, or `None`; a `KiebitzError` if *move* is not a `Move`.

    >>> from kiebitz.patience.dealing import deal
    >>> from kiebitz.patience.piles import column
    >>> refusal(deal(617), Move(column(0), column(7)))
    'red jack on red queen: colours must alternate'
    """
    if not isinstance(move, Move):
        raise FaultError("", f"{shown(move)} is no move", "a Move, such as Move(column(1), column(5))")
    source, target, count = move.source, move.target, move.count
    rules = position.rules
    for pile in (source, target):
        if pile.code not in rules.pile_codes:
            return no_such_pile(rules, pile)
    if source == target:
        return f"{source} is both source and target"
    if source.kind is PileKind.FOUNDATION and not rules.cards_return:
        return "cards on a foundation stay there"
    if target.kind is PileKind.STOCK:
        return "nothing goes back to the stock"
    if position.stock and source.kind is not PileKind.STOCK:
        return f"the stock comes first: the {full_name(position.stock[0])} must be placed before any other move"
    cards = _movable(position, source)
    if count < 1:
        return f"{count} cards: at least one must move"
    if not cards:
        return f"{source} is empty"
    if count > len(cards):
        if source.kind is PileKind.COLUMN:
            return f"{count} cards from {source}, which holds {len(cards)}"
        return f"{count} cards from {source}, which gives one at a time"
    if source.kind is PileKind.COLUMN and count > len(cards) - position.face_down[source.index]:
        return f"the {full_name(cards[-count])} lies face down"
    if rules.home_moves is HomeMoves.FORCED and target.kind is not PileKind.FOUNDATION and not position.stock:
        for _, card, together in fitting_home(position)[:1]:
            return f"the {full_name(card) if together == 1 else card.suit} must go home first"
    if source.kind is PileKind.STOCK:
        return None if target.kind is PileKind.COLUMN else "cards of the stock go onto columns"
    if target.kind is PileKind.CELL:
        return _refused_by_cell(position, target, count)
    if target.kind is PileKind.FOUNDATION:
        if source.kind is PileKind.FOUNDATION:
            return "a card of a foundation comes back to a column or a cell"
        if rules.foundations is Foundations.WHOLE_RUNS:
            return _refused_as_a_whole(position, source, target, count)
        return _refused_by_foundation(position, cards[-1], target, count)
    return _refused_by_column(position, cards[-count:], position.columns[target.index])


def is_legal(position: Position, move: Move) -> bool:
    """Return whether *move* is legal."""
    return refusal(position, move) is None


def apply(position: Position, move: Move) -> Position:
    """Return the position after *move*, without autoplay; an `IllegalMoveError` with the reason if it is illegal."""
    reason = refusal(position, move)
    if reason is not None:
        raise IllegalMoveError(reason, move)
    return unchecked(position, move)


def is_home(position: Position, card: Card) -> bool:
    """Return whether a card is on its foundation."""
    return position.rules.steps[card] < position.foundations[card.suit]


def is_won(position: Position) -> bool:
    """Return whether all cards are home."""
    return sum(position.foundations) == len(position.rules.pack)


def unchecked(position: Position, move: Move) -> Position:
    """Return the position after a legal move; for any other move use `apply`."""
    source, target, count = move.source, move.target, move.count
    foundations, cells, columns = position.foundations, position.cells, list(position.columns)
    stock, face_down = position.stock, position.face_down
    if source.kind is PileKind.COLUMN:
        index, cards = source.index, columns[source.index]
        columns[index], moved = cards[:-count], cards[-count:]
        if face_down[index] and face_down[index] == len(columns[index]):  # turn up the last card
            face_down = _with(face_down, index, face_down[index] - 1)
    elif source.kind is PileKind.CELL:
        moved = cells[source.index : source.index + 1]  # type: ignore[assignment]  # the cell holds a card
        cells = _with(cells, source.index, None)
    elif source.kind is PileKind.FOUNDATION:
        moved = _movable(position, source)
        foundations = _with(foundations, source.index, foundations[source.index] - 1)
    else:
        moved, stock = stock[:1], stock[1:]
    if target.kind is PileKind.COLUMN:
        columns[target.index] += moved
    elif target.kind is PileKind.CELL:
        cells = _with(cells, target.index, moved[0])
    else:
        foundations = _with(foundations, target.index, foundations[target.index] + count)
    return Position(position.rules, foundations, cells, tuple(columns), stock, face_down)


def _with(things: tuple[_T, ...], index: int, thing: _T) -> tuple[_T, ...]:
    return (*things[:index], thing, *things[index + 1 :])


def _movable(position: Position, source: Pile) -> tuple[Card, ...]:
    if source.kind is PileKind.COLUMN:
        return position.columns[source.index]
    if source.kind is PileKind.FOUNDATION:
        held = position.foundations[source.index]
        return position.rules.ladders[source.index][held - 1 : held] if held else ()
    card = position.cells[source.index] if source.kind is PileKind.CELL else next(iter(position.stock), None)
    return () if card is None else (card,)


def _refused_by_cell(position: Position, target: Pile, count: int) -> str | None:
    if position.rules.cell_use is CellUse.RESERVE:
        return f"{target} takes no card: those of the reserve are not replaced"
    if count > 1:
        return f"{count} cards to {target}: a free cell holds one card"
    occupant = position.cells[target.index]
    return None if occupant is None else f"{target} is taken by the {full_name(occupant)}"


def _refused_by_foundation(position: Position, card: Card, target: Pile, count: int) -> str | None:
    if count > 1:
        return f"{count} cards to {target}: cards go home one at a time"
    if card.suit != target.index:
        return f"{full_name(card)} on {target}: it is built by suit"
    rules = position.rules
    home = position.foundations[target.index]
    if rules.steps[card] == home:
        return None
    return f"{full_name(card)} on {target}: the {full_name(rules.ladders[target.index][home])} must go there first"


def _refused_as_a_whole(position: Position, source: Pile, target: Pile, count: int) -> str | None:
    suit, ladder = Suit(target.index), position.rules.ladders[target.index]
    whole = f"the {suit} go home as one, from {ladder[-1].rank} to {ladder[0].rank}"
    if source.kind is not PileKind.COLUMN or count != len(ladder):
        return f"{counted(count, 'card')} to {target}: {whole}"
    if position.columns[source.index][-count:] != tuple(reversed(ladder)):
        return f"the end of {source}: {whole}"
    return None


def _refused_by_column(position: Position, moved: Sequence[Card], onto: Sequence[Card]) -> str | None:
    rules = position.rules
    builds = rules.builds
    if rules.supermoves is not Supermoves.ANY:
        for lower, upper in pairwise(moved):
            if upper not in builds[lower]:
                return f"{len(moved)} cards are no sequence: {misfit(rules, upper, lower)}"
            if upper not in rules.joins[lower]:
                return f"{len(moved)} cards are no sequence: {parted(upper, lower)}"
    if onto:
        if moved[0] not in builds[onto[-1]]:
            return misfit(rules, moved[0], onto[-1])
    elif moved[0] not in rules.openers:
        if rules.empty_column is EmptyColumn.NONE:
            return "an empty column stays empty"
        return f"{name(rules, moved[0])} into an empty column: only {rules.ranks[-1]}s may go there"
    if len(moved) == 1:
        return None
    free, empty = _free_cells(position), position.columns.count(())
    capacity = rules.capacity(free, empty, not onto)
    if len(moved) <= capacity:
        return None
    if rules.supermoves is Supermoves.SINGLE:
        return f"{len(moved)} cards at once: only single cards may move"
    means = counted(free, "free cell")
    if rules.empty_column is EmptyColumn.ANY:
        means += f" and {counted(empty - (not onto), 'other empty column' if not onto else 'empty column')}"
    return f"{len(moved)} cards at once: {means} allow {capacity} ({rules.supermoves.value} count)"


def _free_cells(position: Position) -> int:
    return 0 if position.rules.cell_use is CellUse.RESERVE else position.cells.count(None)


def fitting_home(position: Position) -> list[tuple[int, Card, int]]:
    """Return the cards that may go home, each with its pile's code and the number of cards that go at once."""
    steps, ladders, home = position.rules.steps, position.rules.ladders, position.foundations
    fitting = []
    if position.rules.foundations is Foundations.WHOLE_RUNS:
        for index, cards in enumerate(position.columns):
            ladder = ladders[cards[-1].suit] if cards else ()
            face_up = len(cards) - position.face_down[index]
            if 0 < len(ladder) <= face_up and cards[-len(ladder) :] == ladder[::-1]:
                fitting.append((index, cards[-1], len(ladder)))
        return fitting
    for index, cards in enumerate(position.columns):
        if cards:
            last = cards[-1]
            if steps[last] == home[last.suit]:
                fitting.append((index, last, 1))
    for index, card in enumerate(position.cells):
        if card is not None and steps[card] == home[card.suit]:
            fitting.append((CELL_CODE + index, card, 1))
    return fitting
