"""Wording of the kernel's complaints about a text, which have a code, a place and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz.cards import Suit
from kiebitz.cards.spelling import expected
from kiebitz.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.patience.rules import Rules

_PARTS = ("home", "cells", "stock")
_KEYS = ("format", "version", "game", "foundations", "cells", "columns", "stock")
_JSON = (
    "Expecting property name enclosed in double quotes", "Expecting value", "Expecting ':' delimiter",
    "Expecting ',' delimiter", "Extra data", "Unterminated string starting at", "Invalid control character at",
    "Invalid \\escape",
)  # fmt: skip

#: What each complaint (`text.hpp`) expects; the fields are the numbers of the complaint, the game and its title.
#: `cards.spelling` words what a card may look like.
MOVE_EXPECTED = "a move such as 26, 5a, ah or 3h, with v and a hexadecimal count where needed"
EXPECTED = {
    "too_long": "at most {0:,} characters",
    "too_many_lines": "at most {0} lines",
    "line_too_long": "at most {0} characters in a line",
    "not_utf8": "text in UTF-8",
    "heading_late": "the lines for foundations, cells and stock above the cards",
    "heading_unknown": "Home:, Cells: or Stock:",
    "heading_twice": "one line for the {part} only",
    "card_strange": "a card that {game} is played with",
    "suit_twice": "each suit once, and {suit} stand here already",
    "too_many_cells": "at most {0} cells in {game}",
    "both_ways": "a mark, as the cards can be read by rows and by columns: "
    "name the format, or write ': ' before columns",
    "row_too_long": "at most {0} cards in a row",
    "column_ended": "no card here: column {0} ended in an earlier row",
    "row_short": "-- where a column has ended, as these cards stand below no others",
    "no_board": "a board",
    "too_many_columns": "no more cards, as {game} has {0} columns",
    "mark_missing": "a mark such as ':' before every column or none",
    "mark_wrong": "column {0}",
    "too_few_columns": "{0} columns, and {1} are there (an empty one is a line with ':' alone)",
    "none_face_down": "a face-up card, as {title} deals no others; is it the board of another game?",
    "face_up_below": "a face-up card, as only the first cards of a column lie face down",
    "other_game": "a board of {game}, and these lines are as long as those of a deal of {other}: name the game, or "
    "write ': ' before columns and 'Cells:' above rows",
    "other_columns": "a board of {columns} columns, and these lines are as long as those of a deal in {0}: "
    "--columns {0}, or write ': ' before columns and 'Cells:' above rows",
    "json": "JSON ({json})",
    "json_unread": "a board in JSON",
    "json_object": "a JSON object",
    "json_number": "JSON, which has no such number",
    "key_unknown": "only {keys}",
    "key_missing": "{key} too",
    "key_twice": "each key once",
    "value": "{value}",
    "array": "an array",
    "array_length": "an array of {0}, not of {1}",
    "card_text": "a card such as 'TS'",
    "foundations": "an object with the keys C D H S",
    "card_of_suit": "a card of {suit} that {game} is played with",
    "move": MOVE_EXPECTED,
    "count_zero": "a count of at least 1 after v",
    "sentence": "a line of fc-solve such as 'Move a card from stack 3 to freecell 0'",
    "pile_number": "a {pile} of the game, counted from 0",
    "named_move": "a move of a card such as '5C to 6D', '2S to temp' or 'AC out'",
    "unsolved": "a solution",
    "no_moves": "moves, and here are only boards (fc-solve prints moves with -m)",
    "header_key": "one of the keys {all_keys}",
    "header_twice": "one line for {header_key} only",
    "header_empty": "a value for {header_key}",
    "header_late": "header lines and comments above the moves",
    "tree": "moves, variations in (round brackets) and comments in {{curly ones}}",
    "tree_open": "as many closing brackets as opening ones",
}


def complaint(
    answer: Sequence[Any],
    rules: Rules | None = None,
    spellings: Sequence[str] = (),
    other_titles: Sequence[str] = (),
    keys: Sequence[str] = (),
) -> NotationError:
    """Return the error for a complaint of the kernel: name, text, path, line, column, numbers.

    *others* are the titles of other games, *keys* those of a header.
    """
    name, text, path, line, column, numbers = answer
    code = name.decode()
    quoted = text.decode()
    if code == "card":
        words = " or ".join(dict.fromkeys(expected(spelling, quoted) for spelling in spellings))
    else:
        words = EXPECTED[code].format(
            *numbers,
            game=rules.game if rules else "",
            title=rules.title if rules else "",
            columns=rules.columns if rules else "",
            part=_among(_PARTS, numbers),
            suit=_among(tuple(map(str, Suit)), numbers),
            json=_among(_JSON, numbers),
            key=_among(_KEYS, numbers),
            keys=" ".join(_KEYS),
            value=_among(('"kiebitz-board"', "1", f'"{rules.game}"' if rules else ""), numbers),
            pile=_among(("stack", "freecell"), numbers),
            all_keys=", ".join(keys),
            header_key=_among(keys, numbers),
            other=_among(other_titles, numbers) if code == "other_game" else "",
        )
    return NotationError(quoted, _place(code, path.decode(), line, column), words)


def _among(names: Sequence[str], numbers: Sequence[int]) -> str:
    return names[numbers[0]] if numbers and numbers[0] < len(names) else ""


def _place(code: str, path: str, line: int, column: int) -> str:
    if path:
        return path
    if code == "not_utf8":
        return f"byte {column}"
    if code == "too_few_columns":
        return f"after line {line}" if line else "the whole text"
    if code.startswith("key_"):
        return "the board's keys"
    if code == "json_number":
        return "the board"
    if not line:
        return "the whole text"
    return f"line {line}, column {column}" if column else f"line {line}"
