"""Decode the kernel's bytes of rules and positions for the referee; `None` for invalid bytes."""

from __future__ import annotations

from io import BytesIO
from itertools import chain

from kiebitz.cards import Card, Pack, Rank, Suit
from kiebitz.patience import Build, EmptyColumn, Foundations, HomeMoves, Position, Rules, Supermoves
from kiebitz.patience.rule_options import CellUse, Sequences

_LEAST = (1, 1, 1, *[0] * 9)
_MOST = (13, 15, 18, 12, 2, 3, 2, 2, 2, 8, 1, 1)
_FOUNDATIONS = (Foundations.UP, Foundations.DOWN, Foundations.WHOLE_RUNS, Foundations.ACE_DOWN)
_SUPERMOVES = (Supermoves.STANDARD, Supermoves.WHOLE, Supermoves.ANY)
_NO_CARD = 255


def rules_of(code: bytes) -> Rules | None:
    """Return the rules."""
    if len(code) != len(_MOST):
        return None
    if any(not least <= byte <= most for least, byte, most in zip(_LEAST, code, _MOST, strict=True)):
        return None
    ranks, suits, columns, cells, build, direction, empty, at_once, forced, stock, one_suit, reserve = code
    supermoves, foundations = _SUPERMOVES[at_once], _FOUNDATIONS[direction]
    if supermoves is Supermoves.ANY and (
        cells or stock or forced > 1 or list(Build)[build] is Build.ANY_SUIT or foundations is Foundations.WHOLE_RUNS
    ):
        return None
    return Rules(
        "bytes",
        "Bytes",
        Pack("bytes", tuple(Rank)[:ranks], [suit for suit in Suit if suits >> suit & 1]),
        columns,
        cells,
        list(Build)[build],
        list(EmptyColumn)[empty],
        supermoves,
        foundations,
        stock=stock,
        home_moves=list(HomeMoves)[forced],
        sequences=list(Sequences)[one_suit],
        cell_use=list(CellUse)[reserve],
    )


def position_of(rules: Rules, code: bytes) -> Position | None:
    """Return the position by these rules, if it holds each card of the pack once."""
    cards = {4 * step + card.suit: card for card, step in rules.steps.items()}
    left = BytesIO(code)

    def take(count: int) -> bytes:
        taken = left.read(count)
        if len(taken) < count:
            raise EOFError
        return taken

    def named(codes: bytes) -> tuple[Card, ...]:
        return tuple(cards[card] for card in codes)

    try:
        home = tuple(take(4))
        cells = [None if card == _NO_CARD else cards[card] for card in take(take(1)[0])]
        columns = [named(take(take(1)[0])) for _ in range(take(1)[0])]
        face_down = tuple(take(rules.columns)) if rules.supermoves is Supermoves.ANY else (0,) * rules.columns
        stock = named(take(take(1)[0])) if rules.stock else ()
    except (EOFError, KeyError):
        return None
    if left.read() or (len(cells), len(columns)) != (rules.cells, rules.columns) or len(stock) > rules.stock:
        return None
    ladders = zip(rules.ladders, home, strict=True)
    if any(count > len(ladder) for ladder, count in ladders) or any(
        down and down >= len(column) for column, down in zip(columns, face_down, strict=True)
    ):
        return None
    if rules.foundations is Foundations.WHOLE_RUNS and not {*home} <= {0, len(rules.pack.rank_order)}:
        return None
    at_home = chain.from_iterable(ladder[:count] for ladder, count in zip(rules.ladders, home, strict=True))
    there = [*at_home, *filter(None, cells), *chain.from_iterable(columns), *stock]
    if sorted(there) != sorted(rules.pack):
        return None
    return Position(rules, home, tuple(cells), tuple(columns), stock, face_down)
