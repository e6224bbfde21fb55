"""A board in the forms of forums, spreadsheets, lists and other programs."""

from __future__ import annotations

import json
from itertools import zip_longest
from typing import TYPE_CHECKING

from kiebitz.patience.notation import BOARD_FORMATS, format_board
from kiebitz.patience.piles import PileKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kiebitz.patience import Position

# Cards

_SYMBOLS = dict(zip("CDHS", "♣♦♥♠", strict=True))
_GLYPHS = {"S": 0x1F0A0, "H": 0x1F0B0, "D": 0x1F0C0, "C": 0x1F0D0}
_RUSSIAN = str.maketrans("AJQKCDHS", "ТВДКТБЧП")


def _ten(card: str) -> str:
    return card.replace("T", "10")


def _symbols(card: str) -> str:
    return _ten(card[0]) + _SYMBOLS[card[1]]


def _coloured(card: str) -> str:
    return f"\x1b[{31 if card[1] in 'DH' else 30};1m{card}\x1b[0m"


WRITINGS: dict[str, Callable[[str], str]] = {
    "small": str.lower,
    "10": _ten,
    "suit first": lambda card: card[1] + card[0],
    "symbols": _symbols,
    "symbols apart": lambda card: f"{_symbols(card)[:-1]} {_symbols(card)[-1]}",
    "emoji": lambda card: _symbols(card) + "\N{VARIATION SELECTOR-16}",
    "glyphs": lambda card: chr(_GLYPHS[card[1]] + "?A23456789TJ?QK".index(card[0])),
    "colours": _coloured,
    "brackets": "[{}]".format,
    "parentheses": "({})".format,
    "quotes": '"{}"'.format,
    "german": lambda card: _ten(card[0]).translate(str.maketrans("JQ", "BD")) + _SYMBOLS[card[1]],
    "german letters": lambda card: (
        dict(zip("CDHS", ("Kr", "Ka", "He", "Pi"), strict=True))[card[1]]
        + _ten(card[0]).translate(str.maketrans("JQ", "BD"))
    ),
    "russian": lambda card: _ten(card[0]).translate(_RUSSIAN) + card[1].translate(_RUSSIAN),
}


class Board:
    """The columns of a position as texts, its cells, and all cards in dealing order."""

    def __init__(self, position: Position, write: Callable[[str], str] = str) -> None:
        self.rules = position.rules
        self.columns = [
            [write(str(card)) if place >= down or write is not str else f"<{card}>" for place, card in enumerate(cards)]
            for cards, down in zip(position.columns, position.face_down, strict=True)
        ]
        self.cells = [write(str(card)) if card else None for card in position.cells]
        if any(self.cells):
            while self.cells[-1] is None:
                self.cells.pop()

    def rows(self, gap: str | None = None) -> list[list[str | None]]:
        """Return the rows, each up to its last card."""
        rows = [list(row) for row in zip_longest(*self.columns, fillvalue=gap)]
        for row in rows:
            while row[-1] == gap:
                row.pop()
        return rows

    def in_order(self) -> list[str]:
        """Return the cards in dealing order."""
        left = [iter(column) for column in self.columns]
        piles = self.rules.destinations
        return [
            next(left[pile.index]) if pile.kind is PileKind.COLUMN else str(self.cells[pile.index]) for pile in piles
        ]

    def head(self, name: str = "Cells:", between: str = " ", gap: str = "--") -> str:
        """Return the line of the cells, if any holds a card."""
        return f"{name} {between.join(card or gap for card in self.cells)}\n" if any(self.cells) else ""

    def full(self) -> list[list[str]]:
        """Return the rows as a rectangular table."""
        return [[card or "" for card in row] for row in zip_longest(*self.columns, fillvalue="")]


def _lines(rows: Sequence[Sequence[str | None]], between: str = " ", gap: str = "--") -> str:
    return "".join(between.join(card or gap for card in row) + "\n" for row in rows)


def tables(board: Board) -> Iterator[tuple[str, str]]:
    """Yield rows between separators, with and without heads."""
    head, rows, width = board.head(), board.rows(), len(board.columns)
    numbers = [str(number) for number in range(1, width + 1)]
    yield "rows", head + _lines(rows)
    yield "aligned", head + _lines([[(card or "").ljust(5) for card in row] for row in rows], "")
    yield "to the right", head + _lines([[(card or "--").rjust(5) for card in row] for row in rows], "")
    for name, between in (("commas", ", "), ("csv", ","), ("semicolons", ";"), ("tabs", "\t")):
        yield name, head + _lines(rows, between, "")
        yield f"{name}, full", head + _lines(board.full(), between, "")
        for label in ("", "Column ", "C", "T"):
            heading = between.join(label + number for number in numbers)
            yield f"{name} under {label}1", f"{head}{heading}\n{_lines(rows, between, '')}"
        quoted = [[f'"{card or ""}"' for card in row] for row in board.full()]
        yield (
            f"{name}, quotes",
            head + between.join(f'"{number}"' for number in numbers) + "\n" + _lines(quoted, between),
        )
        numbered = [[str(number), *row] for number, row in enumerate(board.full(), 1)]
        yield f"{name}, numbered", head + _lines([["", *numbers], *numbered], between, "")
    bars = [f"| {' | '.join(row)} |\n" for row in board.full()]
    yield "markdown", f"{head}| {' | '.join(numbers)} |\n|{'---|' * width}\n{''.join(bars)}"
    yield "bars", head + " | ".join(numbers) + f"\n{'---|' * width}\n" + _lines(board.full(), " | ", "")
    ruler = f"+{'----+' * width}\n"
    yield "ruled", head + ruler + "".join(bars) + ruler
    yield "frame", f"{head}┌{'──┬' * width}┐\n{''.join(bars).replace('|', '│')}└{'──┴' * width}┘\n"
    columns = [f"| {number} | {' '.join(column)} |\n" for number, column in enumerate(board.columns, 1)]
    yield "columns in a table", f"{head}| Column | Cards |\n|---|---|\n{''.join(columns)}"


def _around(board: Board) -> Iterator[tuple[str, str]]:
    """Yield a board inside the markup of forums."""
    text = board.head() + _lines(board.rows())
    for title in ("Game #617", "Hand 617", "FreeCell Deal No. 617:", "Deal: 617", "ms617", "# a comment", "Seed: 617"):
        yield title, f"{title}\n\n{text}"
    for sign in ("> ", ">> ", "    ", "\t"):
        yield f"after {sign!r}", "".join(f"{sign}{line}\n" for line in text.splitlines())
    yield "fence", f"Who can solve this one?\n\n```text\n{text}```\nThanks!\n"
    yield "sentences", f"Who can solve this one?\n\n{text}\nThanks in advance, everybody\n"
    for name, between, gap in (
        ("Free cells:", " ", "-"),
        ("Cells:", ", ", "none"),
        ("Freecells:", " ", "[]"),
        ("FC:", " ", "-"),
    ):
        yield f"under {name}", board.head(name, between, gap) + _lines(board.rows())
        columns = "".join(f": {' '.join(column)}\n" for column in board.columns)
        yield f"under {name} in columns", board.head(name, between, gap) + columns
    if not any(board.cells):
        yield "under empty foundations", "Foundations: -- -- -- --\n" + _lines(board.rows())


def columns_of(board: Board) -> Iterator[tuple[str, str]]:
    """Return a line per column."""
    labels = (
        "", ": ", "{}: ", "{}. ", "{}) ", "#{}: ", "{} - ", "{} -> ", "Column {}: ", "COLUMN #{}: ", "Col {}: ",
        "C{}: ", "T{}: ", "Stack {}: ", "Tableau {}: ", "Tableau column {}: ", "Pile {}: ", "Cascade {}: ",
        "Spalte {}: ", "**Column {}:** ", "- ", "* ", "• ", "{}:\t", "{}\t|\t",
    )  # fmt: skip
    for label in labels:
        for between in (" ", ", "):
            texts = [label.format(number) + between.join(column) for number, column in enumerate(board.columns, 1)]
            yield f"columns after {label!r}, {between!r}", board.head() + "\n".join(texts)
    for label in ("{}: ", "Stack {}: "):
        texts = [label.format(number) + " ".join(column) for number, column in enumerate(board.columns)]
        yield f"columns from 0 after {label!r}", board.head() + "\n".join(texts)
    yield "columns in brackets", board.head() + "".join(f"[{', '.join(column)}]\n" for column in board.columns)
    yield "columns one list a line", board.head() + "".join(f"{column!r},\n" for column in board.columns)
    yield (
        "columns under a name",
        f"{board.head()}Tableau:\n" + "".join(f": {' '.join(column)}\n" for column in board.columns),
    )


def _lists(board: Board) -> Iterator[tuple[str, str]]:
    """Yield JSON and Python literals."""
    cells = {"cells": board.cells} if any(board.cells) else {}
    for name in ("columns", "tableau", "piles", "cascades", "tableau piles", "stacks"):
        yield f'"{name}"', json.dumps({"game": 617, name: board.columns, **cells, "foundations": []})
    yield "reserve", json.dumps({"tableau piles": board.columns, "reserve": board.cells})
    yield "rows by name", json.dumps({"rows": board.rows(), **cells})
    for label in ("{}", "column{}", "C{}"):
        columns = {label.format(number): column for number, column in enumerate(board.columns, 1)}
        yield f'"{label}"', json.dumps({**cells, **columns}, indent=1)
        yield f'"{label}" inside', json.dumps({"columns": columns, **cells})
    texts = [" ".join(column) for column in board.columns]
    yield "columns as texts", json.dumps({"columns": texts, **cells})
    if not cells:
        for name, lists in (("columns", board.columns), ("rows", board.rows()), ("full rows", board.full())):
            yield f"list of {name}", json.dumps(lists)
            yield f"indented {name}", f"```json\n{json.dumps(lists, indent=2)}\n```\n"
            yield f"Python's {name}", repr(lists)
            yield f"tuples of {name}", f"board = {[tuple(cards) for cards in lists]!r}"
            if name != "full rows":
                yield f"bare {name}", repr(lists).replace("'", "").replace("None", "null")
        yield "list of texts", json.dumps(texts)
    order = board.in_order()
    for between in (" ", ",", ", "):
        yield f"one line, {between!r}", between.join(order)
    yield "one line of JSON", json.dumps(order)
    yield "one line of Python", repr(tuple(order))
    if not cells:
        yield "a card a line", "\n".join(order)


def forms(position: Position) -> Iterator[tuple[str, str]]:
    """Yield the forms of a fresh deal by name."""
    board = Board(position)
    for part in (tables, _around, columns_of, _lists):
        yield from part(board)
    for name, write in WRITINGS.items():
        written = Board(position, write)
        yield f"{name} in rows", written.head() + _lines(written.rows())
        yield (
            f"{name} in columns",
            written.head()
            + "".join(f"{number}: {' '.join(column)}\n" for number, column in enumerate(written.columns, 1)),
        )
        if name in ("symbols", "glyphs", "brackets", "10", "colours"):
            yield f"{name} without spaces", written.head() + _lines(written.rows(), "", "[]")
    objects = [
        [{"rank": _ten(card[0]), "suit": card[1]} for card in column] for column in Board(position, str.upper).columns
    ]
    yield "objects", json.dumps({"columns": objects, "cells": board.cells})
    for form in BOARD_FORMATS:
        yield f"our own {form}", format_board(position, form)
