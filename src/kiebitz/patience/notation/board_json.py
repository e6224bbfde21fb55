"""Kiebitz' own board form, a JSON object that says which game and which version of the form it is written in.

Version 1 has exactly these keys, all of them required and none other allowed:

| key           | value |
|---------------|-------|
| `format`      | `"kiebitz-board"` |
| `version`     | `1` |
| `game`        | the name of the game, such as `"freecell"` |
| `foundations` | an object with the keys C D H S: the top card of each foundation, or null |
| `cells`       | an array with a card or null for each cell |
| `columns`     | an array of arrays of cards, in each the playable card last |
| `stock`       | an array of the cards not yet dealt, the next one first |

A card is a string such as `"TS"`, `"<TS>"` if it lies face down in its column. Other forms live in `boards`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from kiebitz.cards import Card, Suit
from kiebitz.errors import NotationError
from kiebitz.patience.board_text import FACE_UP_EXPECTED, bare_text, column_texts, home_count, top_cards
from kiebitz.patience.notation.lines import decode
from kiebitz.patience.position import Setup

if TYPE_CHECKING:
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules

FORMAT = "kiebitz-board"
VERSION = 1
_KEYS = ("format", "version", "game", "foundations", "cells", "columns", "stock")


def write(position: Position) -> str:
    """Write a position as a JSON object, a column in a line."""
    rules = position.rules
    parts = {
        "format": FORMAT,
        "version": VERSION,
        "game": rules.game,
        "foundations": {suit.letter: card and str(card) for suit, card in top_cards(position).items()},
        "cells": [card and str(card) for card in position.cells],
        "stock": [str(card) for card in position.stock],
    }
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in parts.items()]
    columns = [
        f"    {json.dumps(column_texts(cards, face_down))}"
        for cards, face_down in zip(position.columns, position.face_down, strict=True)
    ]
    return "{\n" + ",\n".join(lines) + ',\n  "columns": [\n' + ",\n".join(columns) + "\n  ]\n}\n"


def parse(text: str | bytes, rules: Rules) -> Setup:
    """Read what `write` writes; a `NotationError` names the line and column, or the key, at fault."""
    board = _load(text)
    for key in board:
        if key not in _KEYS:
            raise NotationError(key, "the board's keys", f"only {' '.join(_KEYS)}")
    for key in _KEYS:
        if key not in board:
            raise NotationError(" ".join(board), "the board's keys", f"{key} too")
    _same(board, "format", FORMAT)
    _same(board, "version", VERSION)
    _same(board, "game", rules.game)
    tops = board["foundations"]
    letters = [suit.letter for suit in Suit]
    if not isinstance(tops, dict) or sorted(tops) != letters:
        raise _error(tops, "foundations", "an object with the keys C D H S")
    cells = [
        None if item is None else _card(item, f"cells[{number}]")
        for number, item in enumerate(_array(board["cells"], "cells", rules.cells))
    ]
    columns = [
        _column(rules, _array(column, f"columns[{number}]"), f"columns[{number}]")
        for number, column in enumerate(_array(board["columns"], "columns", rules.columns))
    ]
    stock = [_card(item, f"stock[{number}]") for number, item in enumerate(_array(board["stock"], "stock"))]
    return Setup(
        rules,
        columns=tuple(map(tuple, columns)),
        cells=tuple(cells),
        foundations=tuple(_home(rules, suit, tops[suit.letter]) for suit in Suit),
        stock=tuple(stock),
    )


def _load(text: str | bytes) -> dict[str, Any]:
    characters = decode(text)
    try:
        board = json.loads(characters, object_pairs_hook=_without_doubles, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        rest = characters[error.pos : error.pos + 80]
        raise NotationError(rest, f"line {error.lineno}, column {error.colno}", f"JSON ({error.msg})") from None
    except NotationError:
        raise
    except (RecursionError, ValueError):  # nested too deeply; a number of more digits than Python reads
        raise NotationError(characters[:80], "the whole text", "a board in JSON") from None
    if not isinstance(board, dict):
        raise NotationError(characters[:80], "the whole text", "a JSON object")
    return board


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise NotationError(key, "the board's keys", "each key once")
        found[key] = value
    return found


def _no_constant(name: str) -> None:
    raise NotationError(name, "the board", "JSON, which has no such number")


def _same(board: dict[str, Any], key: str, value: object) -> None:
    found = board[key]
    if type(found) is not type(value) or found != value:
        raise _error(found, key, json.dumps(value))


def _array(value: object, place: str, length: int | None = None) -> list[object]:
    if not isinstance(value, list):
        raise _error(value, place, "an array")
    if length is not None and len(value) != length:
        raise _error(value, place, f"an array of {length}, not of {len(value)}")
    return value


def _column(rules: Rules, items: list[object], place: str) -> list[Card | str]:
    """Return the cards of a column, a face-down one as the text by which `Setup` knows it."""
    column: list[Card | str] = []
    for number, item in enumerate(items):
        text, face_down = bare_text(item) if rules.face_down and isinstance(item, str) else (item, False)
        card = _card(text, f"{place}[{number}]")
        if face_down and column and isinstance(column[-1], Card):
            raise _error(item, f"{place}[{number}]", FACE_UP_EXPECTED)
        column.append(f"<{card}>" if face_down else card)
    return column


def _card(value: object, place: str) -> Card:
    if not isinstance(value, str):
        raise _error(value, place, "a card such as 'TS'")
    try:
        return Card.parse(value)
    except NotationError as error:
        raise _error(value, place, error.expected) from None


def _home(rules: Rules, suit: Suit, value: object) -> int:
    if value is None:
        return 0
    place = f"foundations.{suit.letter}"
    card = _card(value, place)
    count = home_count(rules, card)
    if card.suit != suit or not count:
        raise _error(value, place, f"a card of {suit} that {rules.game} is played with")
    return count


def _error(value: object, place: str, expected: str) -> NotationError:
    if isinstance(value, dict | list):  # not spelt out: it may be long, and nested deeper than can be written
        what = f"an {'object' if isinstance(value, dict) else 'array'} of {len(value)}"
    else:
        what = value if isinstance(value, str) else json.dumps(value)
    return NotationError(what, place, expected)
