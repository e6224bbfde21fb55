"""From the search's line to a player's: without detours, in moves the rules allow, with autoplay done by the program.

Every move is made by the referee, so what comes out has been played. Lines that win are shortened, those to a score
are left as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING

from kiebitz.errors import IllegalMoveError, KernelFaultError, KiebitzError
from kiebitz.patience import referee
from kiebitz.patience.moves import Move
from kiebitz.patience.piles import STOCK, Pile, PileKind, cell, column, foundation
from kiebitz.patience.rules import EmptyColumn, Supermoves

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kiebitz.cards import Card
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Autoplay, Rules

    #: Foundations, cells, columns (each with the number of its face-down cards) and stock of a position.
    _Key = tuple[tuple[int, ...], frozenset[Card | None], frozenset[tuple[tuple[Card, ...], int]], tuple[Card, ...]]

_PILES_OF_A_MOVE = 2


class Spot(Enum):
    """Where a card goes when it does not go onto another card; cells are alike, and so are empty columns."""

    HOME = "home"
    CELL = "cell"
    EMPTY = "empty column"


@dataclass(frozen=True, slots=True)
class CardMove:
    """A move told by cards instead of piles: *card*, with all that lies on it, goes *onto* a card or a spot.

    Told so, a move means the same when columns or cells have changed places and when autoplay came first.
    """

    card: Card
    onto: Card | Spot


class LostLineError(KiebitzError):
    """A step that can't be made, because autoplay has taken a card home that the line still needed."""


def steps_of(position: Position, moves: Iterable[Move], *, shorten: bool = True) -> list[CardMove]:
    """Return a line of legal moves as steps, with its detours cut out if *shorten*.

    A detour leads back to a position seen before, up to the order of columns and cells, or to one that a single move
    could have reached: so cards that were moved one by one now move at once. Multi-card moves may be as long as
    single-card moves through cells and empty columns allow, whatever the rules say about them; `split` sees to that.
    An `IllegalMoveError` says which move the referee refuses.
    """
    position = _relaxed(position)
    positions = [position]
    steps: list[CardMove] = []
    for move in moves:
        steps.append(_step(positions[-1], move))
        positions.append(referee.apply(positions[-1], move))
    before = len(steps) + 1
    while shorten and len(steps) < before:
        before = len(steps)
        positions, steps = _shortcut(positions, steps)
    return steps


def _shortcut(positions: Sequence[Position], steps: Sequence[CardMove]) -> tuple[list[Position], list[CardMove]]:
    """Walk along the line, from each position by the one move that leads furthest."""
    keys = [_key(position) for position in positions]
    places = {key: at for at, key in enumerate(keys)}  # the last place of each
    at = places[keys[0]]
    walked: list[CardMove] = []
    on_the_way = [positions[at]]
    while at < len(steps):
        position, step, place = positions[at], steps[at], at + 1
        if _may_lead_further(keys, at):
            for move in referee.legal_moves(position, distinct=True):
                further = places.get(_key(referee.unchecked(position, move)), -1)
                if further > place:
                    step, place = _step(position, move), further
        at = places[keys[place]]
        walked.append(step)
        on_the_way.append(positions[at])
    return on_the_way, walked


def _may_lead_further(keys: Sequence[_Key], at: int) -> bool:
    """Say whether a single move may lead past the next position: one that changes two piles and no more.

    Most positions have no such move, and to see that takes far less time than to try their moves.
    """
    home, cells, columns, stock = keys[at]
    most = sum(home) + 1
    for later_home, later_cells, later_columns, later_stock in keys[at + 2 :]:
        if sum(later_home) > most:  # and it never falls again
            return False
        changed = max(len(columns - later_columns), len(later_columns - columns))
        if changed <= _PILES_OF_A_MOVE:
            changed += (home != later_home) + len((cells ^ later_cells) - {None}) + (stock != later_stock)
            if changed <= _PILES_OF_A_MOVE:
                return True
    return False


def split(position: Position, steps: Iterable[CardMove], supermoves: Supermoves | None = None) -> list[CardMove]:
    """Return the same line with each multi-card move that the rules forbid cut into moves they allow.

    *supermoves* takes the place of the rules' own count, unless any card moves with all that lies on it.
    """
    if position.rules.supermoves is Supermoves.ANY:
        return list(steps)
    rules = position.rules if supermoves is None else position.rules.with_(supermoves=supermoves)
    position = _relaxed(position)
    if position.rules is rules:  # which allow what the line takes for granted
        return list(steps)
    allowed: list[CardMove] = []
    for step in steps:
        move = _move(position, step)
        if move.count > 1:
            run = position.columns[move.source.index][-move.count :]
            free = position.cells.count(None)
            helpers = position.columns.count(()) - (step.onto is Spot.EMPTY)
            allowed += _carry(rules, run, step.onto, free, helpers if rules.empty_column is EmptyColumn.ANY else 0)
        else:
            allowed.append(step)
        position = referee.unchecked(position, move)
    return allowed


def played(position: Position, steps: Sequence[CardMove], autoplay: Autoplay) -> tuple[Move, ...]:
    """Return the player's moves when the program plays by this autoplay rule after each of them.

    Steps that autoplay has done already are left out, and a card whose target has gone home follows it if it can. If it
    can't, the card stays where it is: the line may win without this step, having more cards home. If it does not win, a
    `LostLineError` names the first such step. With `none` that can't happen, and with `safe` not to a line of
    single-card moves (see `referee.is_safe`).
    """
    moves = []
    lost = ""
    for step in steps:
        if _is_home(position, step.card):
            continue
        lost_target = not isinstance(step.onto, Spot) and _is_home(position, step.onto)
        try:
            move = _move(position, CardMove(step.card, Spot.HOME) if lost_target else step)
        except LostLineError as error:
            lost = lost or str(error)
            continue
        moves.append(move)
        position = referee.unchecked(position, move)
        for automatic in referee.autoplay_moves(position, autoplay):
            position = referee.unchecked(position, automatic)
    if lost and not referee.is_won(position):
        raise LostLineError(lost)
    return tuple(moves)


def played_to_score(position: Position, line: Iterable[Move], autoplay: Autoplay, score: int) -> tuple[Move, ...]:
    """Return the player's moves of a line to a score, when the program plays by this autoplay rule after each of them.

    A `KernelFaultError` unless they bring *score* cards home.
    """
    table = referee.Table(position, autoplay)
    moves = []
    along = position
    for move in line:
        card = along.columns[move.source.index][-1] if move.target.kind is PileKind.FOUNDATION else None
        done = card is not None and _is_home(table.position, card)
        along = referee.apply(along, move)
        if not done:
            table.push(move)
            moves.append(move)
    home = sum(table.position.foundations)
    if home != score:
        raise KernelFaultError(f"the line brings {home} cards home, not {score}")
    return tuple(moves)


def _relaxed(position: Position) -> Position:
    """Return the position under rules that let as many cards move as single-card moves could carry."""
    rules = position.rules
    if rules.supermoves in (Supermoves.STANDARD, Supermoves.WHOLE, Supermoves.ANY):
        return position
    return position.under(rules.with_(supermoves=Supermoves.STANDARD))


def _carry(rules: Rules, run: Sequence[Card], onto: Card | Spot, free: int, helpers: int) -> list[CardMove]:
    """Return the steps that carry *run* with *free* cells and *helpers* empty columns besides the target.

    With h helpers (free + 1)·2^h cards can be carried: part of the run goes to an empty column over the other h - 1,
    the rest, no more than (free + 1)·2^(h - 1), to the target, and the part after it. Without helpers all cards but
    the first wait in cells.
    """
    to_empty = onto is Spot.EMPTY
    if len(run) <= rules.capacity(free, helpers + to_empty, to_empty):
        return [CardMove(run[0], onto)]
    if helpers:
        most = (free + 1) << (helpers - 1)
        cut = min(most, len(run) - 1)
        high, low = run[:cut], run[cut:]
        return [
            *_carry(rules, low, Spot.EMPTY, free, helpers - 1),
            *_carry(rules, high, onto, free, helpers - 1),
            *_carry(rules, low, high[-1], free, helpers - 1),
        ]
    away = [CardMove(card, Spot.CELL) for card in reversed(run[1:])]
    back = [CardMove(card, lower) for lower, card in pairwise(run)]
    return [*away, CardMove(run[0], onto), *back]


def _step(position: Position, move: Move) -> CardMove:
    source, target = move.source, move.target
    if source.kind is PileKind.COLUMN:
        cards: Sequence[Card | None] = position.columns[source.index]
    else:
        cards = position.stock[:1] if source is STOCK else position.cells[source.index : source.index + 1]
    card = cards[-move.count] if 0 < move.count <= len(cards) else None
    if card is None:
        referee.apply(position, move)  # says why it is illegal
        raise IllegalMoveError("it moves no card", move)
    if target.kind is PileKind.FOUNDATION:
        return CardMove(card, Spot.HOME)
    if target.kind is PileKind.CELL:
        return CardMove(card, Spot.CELL)
    below = position.columns[target.index]
    return CardMove(card, below[-1] if below else Spot.EMPTY)


def _move(position: Position, step: CardMove) -> Move:
    """Return the step as a legal move; a `LostLineError` if it can't be made here."""
    source, count = _place(position, step.card)
    onto = step.onto
    target: Pile | None
    if onto is Spot.HOME:
        target = foundation(step.card.suit)
    elif onto is Spot.CELL:
        target = next((cell(index) for index, card in enumerate(position.cells) if card is None), None)
    elif onto is Spot.EMPTY:
        target = next((column(index) for index, cards in enumerate(position.columns) if not cards), None)
    else:
        target = next((column(index) for index, cards in enumerate(position.columns) if cards[-1:] == (onto,)), None)
    if target is None:
        reason: str | None = f"no {onto.value}" if isinstance(onto, Spot) else f"{onto} is not there"
    else:
        move = Move(source, target, count)
        reason = referee.refusal(position, move)
        if reason is None:
            return move
    raise LostLineError(f"{step.card} cannot be moved as planned: {reason}")


def _place(position: Position, card: Card) -> tuple[Pile, int]:
    """Return where a card lies, and how many cards move with it."""
    for index, cards in enumerate(position.columns):
        if card in cards:
            return column(index), len(cards) - cards.index(card)
    if card in position.cells:
        return cell(position.cells.index(card)), 1
    return STOCK, 1


def _is_home(position: Position, card: Card) -> bool:
    return position.rules.steps[card] < position.foundations[card.suit]


def _key(position: Position) -> _Key:
    """Return what two positions have in common that differ only in the order of columns and cells."""
    columns = frozenset(zip(position.columns, position.face_down, strict=True))
    return position.foundations, frozenset(position.cells), columns, position.stock
