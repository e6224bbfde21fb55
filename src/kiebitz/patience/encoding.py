"""The kernel's bytes and codes for rules, positions and moves of patiences."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kiebitz.cards import Rank
from kiebitz.errors import KernelFaultError, NumberRangeError
from kiebitz.patience.moves import move_of_codes
from kiebitz.patience.piles import PileKind
from kiebitz.patience.rule_options import (
    Autoplay,
    Build,
    CellUse,
    EmptyColumn,
    Foundations,
    HomeMoves,
    Sequences,
    Supermoves,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Card
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules

#: The kernel's codes of autoplay rules are the indices of this tuple.
AUTOPLAYS = tuple(Autoplay)

#: Index of the byte for forced home moves in `encode_rules`.
FORCED_HOME = 8

BYTES_PER_MOVE = 3
#: A player's move also has the largest number of cards that could move between the two piles.
BYTES_PER_PLAYER_MOVE = 4
_NO_CARD = 255
_FACE_DOWN = 64

#: Cards of a sequence that move at once: 0 what single cards could carry, 1 one card, 2 as 0 with one empty column at
#: most.
AT_ONCE = {Supermoves.SINGLE: 1, Supermoves.MICROSOFT: 2}


@lru_cache(maxsize=64)  # programs use few rules
def encode_rules(rules: Rules) -> bytes:
    """Return the rules as twelve bytes.

    | byte | content |
    |---|---|
    | 0 | number of ranks |
    | 1 | mask of suits |
    | 2 | columns |
    | 3 | cells |
    | 4 | build |
    | 5 | direction of the foundations, see `_direction` |
    | 6 | empty column |
    | 7 | cards at once: 0 what single-card moves can carry, 1 whole sequences, 2 any card with all that lies on it |
    | 8 | home moves |
    | 9 | cards of the stock |
    | 10 | whether only cards of one suit move together |
    | 11 | whether cells are a reserve |
    """
    return bytes(
        (
            len(rules.pack.rank_order),
            sum([1 << suit for suit in rules.pack.suits]),
            rules.columns,
            rules.cells,
            list(Build).index(rules.build),
            _direction(rules),
            list(EmptyColumn).index(rules.empty_column),
            {Supermoves.WHOLE: 1, Supermoves.ANY: 2}.get(rules.supermoves, 0),
            list(HomeMoves).index(rules.home_moves),
            rules.stock,
            list(Sequences).index(rules.sequences),
            list(CellUse).index(rules.cell_use),
        )
    )


@lru_cache(maxsize=64)
def encode_game(rules: Rules) -> bytes:
    """Return the bytes of a game for the kernel's analyst.

    They are `encode_rules`, the code of `AT_ONCE`, whether the goal is the best score, the number of face-down cards,
    and `encode_ranks`.
    """
    about = AT_ONCE.get(rules.supermoves, 0), rules.is_scored, sum(rules.face_down)
    return encode_rules(rules) + bytes(about) + encode_ranks(rules)


def encode_ranks(rules: Rules) -> bytes:
    """Return for each rank, in the order in which cards go home, its index among all ranks, ace first."""
    ladder = next(filter(None, rules.ladders))
    return bytes([card.rank - Rank.ACE for card in ladder])


def _direction(rules: Rules) -> int:
    """Return 0 for the opposite direction, 1 the same, 2 opposite by whole suits, 3 the same after the low ace."""
    if rules.foundations is Foundations.UP:
        return 0
    if rules.foundations is Foundations.WHOLE_RUNS:
        return 2
    lowest_first = rules.foundations is Foundations.ACE_DOWN and rules.ranks[0] is Rank.ACE
    return 3 if lowest_first else 1


@lru_cache(maxsize=64)
def encode_layout(rules: Rules) -> bytes:
    """Return how the game deals its pack.

    First the code of each dealt card's pile, plus 64 if face down; then the pack in the order of its deck; then the
    cards dealt before all others.
    """
    piles, down = [], list(rules.face_down)
    for pile in rules.destinations:
        hidden = pile.kind is PileKind.COLUMN and bool(down) and down[pile.index] > 0
        if hidden:
            down[pile.index] -= 1
        piles.append(pile.code + _FACE_DOWN * hidden)
    return bytes((*piles, *map(card_codes(rules).__getitem__, (*rules.pack, *rules.dealt_first))))


def encode_position(position: Position) -> bytes:
    """Return the bytes of a position.

    They are: four foundation counts; the number of cells, and for each its card or 255; the number of columns, and for
    each its length and cards; if any card may move, the face-down counts; if the rules have a stock, its length and
    cards.
    """
    rules = position.rules
    codes = card_codes(rules)
    parts = bytearray(position.foundations)
    parts.append(len(position.cells))
    parts += bytes([_NO_CARD if card is None else codes[card] for card in position.cells])
    parts.append(len(position.columns))
    for cards in position.columns:
        parts.append(len(cards))
        parts += bytes([codes[card] for card in cards])
    if rules.supermoves is Supermoves.ANY:
        parts += bytes(position.face_down)
    if rules.stock:
        parts.append(len(position.stock))
        parts += bytes([codes[card] for card in position.stock])
    return bytes(parts)


def encode_table(position: Position) -> bytes:
    """Return the bytes of a position to play on: `encode_position`, plus face-down counts that it leaves out."""
    is_hidden = position.rules.supermoves is not Supermoves.ANY and any(position.face_down)
    return encode_position(position) + bytes(position.face_down if is_hidden else ())


@lru_cache(maxsize=64)
def card_codes(rules: Rules) -> dict[Card, int]:
    """Return the byte of each card: 4 · (index in its foundation) + suit."""
    return {card: 4 * step + card.suit for card, step in rules.steps.items()}


def encode_move(move: Move) -> bytes:
    """Return a move as three bytes: source, target, count."""
    return bytes((move.source.code, move.target.code, move.count))


def encode_moves(moves: Iterable[Move]) -> bytes:
    """Return a line of moves, three bytes each."""
    return b"".join(map(encode_move, moves))


def decode_moves(line: bytes, size: int = BYTES_PER_MOVE) -> tuple[Move, ...]:
    """Return the moves of a line, *size* bytes each; a `KernelFaultError` for other bytes."""
    if len(line) % size:
        raise KernelFaultError(f"a line of {len(line)} bytes; expected a multiple of {size}")
    try:
        return tuple(map(move_of_codes, line[::size], line[1::size], line[2::size]))
    except NumberRangeError as error:
        raise KernelFaultError(str(error)) from None


def decode_player_moves(line: bytes) -> tuple[Move, ...]:
    """Return a player's moves, four bytes each; a `KernelFaultError` for other bytes."""
    return decode_moves(line, BYTES_PER_PLAYER_MOVE)
