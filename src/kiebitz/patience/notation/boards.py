"""Boards as text: rows as in the deal's picture, columns, fc-solve's own form; and `parse_board`, which reads them all.

What stands in the text is read here and nothing more: whether it makes a position is for `Setup` to say. The JSON form
is in `board_json`.

| format     | how it looks |
|------------|--------------|
| `text`     | rows of one card a column, as a deal lies on the table; `--` where a column has ended |
| `unicode`  | the same with ♣♦♥♠ and 10 |
| `columns`  | a line for each column, `1: JD KD 2S` … , the playable card last |
| `fc-solve` | fc-solve's: `Foundations: H-0 C-0 D-0 S-0`, `Freecells: - - - -`, a line `: JD KD 2S` for each column |
| `json`     | see `board_json` |

Above the cards there may be a line each for the foundations (`Home:`, or fc-solve's `Foundations:` and `Founds:`), the
cells (`Cells:`, or `Freecells:` and `FC:`) and the undealt cards (`Stock:`), and comments that begin with `#`. Home
takes the top card of each suit (`5H`) or fc-solve's `H-5`; without the line nothing is home, so every card must be on
the board. A card of a column that lies face down stands in angle brackets (`<7H>`), as PySolFC writes it. fc-solve's
form is that of its README (version 5.0.0), which PySolFC exports too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kiebitz.cards import Card, Suit
from kiebitz.errors import ChoiceError, NotationError
from kiebitz.patience.board_text import (
    FACE_UP_EXPECTED,
    GAP,
    bare_text,
    board_in_rows,
    headings,
    home_count,
    texts_of_columns,
    top_cards,
)
from kiebitz.patience.notation import board_json
from kiebitz.patience.notation.lines import Line, Word, decode, read_lines
from kiebitz.patience.position import Setup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules

#: The formats that `format_board` writes and `parse_board` reads.
BOARD_FORMATS = ("text", "unicode", "columns", "fc-solve", "json")

_HEADINGS = {
    "home": "home",
    "foundations": "home",
    "founds": "home",
    "cells": "cells",
    "freecells": "cells",
    "fc": "cells",
    "stock": "stock",
}
_FC_SOLVE_HEADINGS = frozenset({"foundations", "founds", "freecells", "fc"})
_HEADING = re.compile(r"\s*([A-Za-z]+)\s*:")
_MARK = re.compile(r"\s*(\d{0,2}):")
_HOME = re.compile(r"([CDHScdhs])-(.{1,2})")
_SLOT = re.compile(r"(?: {4}| {2}\S\S| \S{3})*(?: {0,3})")
GAPS = frozenset({"-", "--", "---"})
# What fc-solve prints between the parts of a solution; a board copied together with it is still a board.
_RULER = re.compile(r"[-=]{5,}\s*")


def parse_board(
    text: str | bytes,
    rules: Rules,
    format: str = "auto",  # noqa: A002
    spelling: str | tuple[str, ...] = "english",
) -> Setup:
    """Read a board of the game in the named format of `BOARD_FORMATS`; *spelling* says how its cards are spelt.

    Of several spellings each card may have any; no text is one card in this spelling and another in that.

    `auto` takes JSON for what begins with a brace and otherwise goes by the marks of the lines and the spelling of the
    headings; without any, by the shape: as many lines as columns, or lines that never grow longer and have at most a
    card a column. A text that can be read both ways is refused rather than guessed. Raises `NotationError` with line
    and column.

    >>> from kiebitz.patience.games import game
    >>> parse_board("1: KS QS|2: 3S|3: JS TS 9S|4: 8S 7S 6S 5S 4S|5:".replace("|", chr(10)), game("solitaire_one_suit"))
    Setup(game('solitaire_one_suit'), ['KS QS', '3S', 'JS TS 9S', '8S 7S 6S 5S 4S', ''], cells='-', foundations=None)
    """
    if format == "json" or (format == "auto" and decode(text).lstrip()[:1] == "{"):
        return board_json.parse(text, rules)
    layouts = {"auto": "auto", "text": "rows", "unicode": "rows", "columns": "columns", "fc-solve": "columns"}
    if format not in layouts:
        raise ChoiceError("board format", format, ("auto", *BOARD_FORMATS))
    spellings = (spelling,) if isinstance(spelling, str) else spelling
    return _Reader(rules, spellings).read(read_lines(text), layouts[format])


def format_board(position: Position, format: str = "text", spelling: str = "english") -> str:  # noqa: A002
    """Write a position in the named format of `BOARD_FORMATS`; `parse_board` reads every one of them back.

    *spelling* holds for `text` and `columns`; the other formats have their own.
    """
    if format == "json":
        return board_json.write(position)
    if format == "fc-solve":
        return _fc_solve(position)
    if format == "columns":
        columns = [
            f"{number}: {' '.join(column)}".rstrip()
            for number, column in enumerate(texts_of_columns(position, spelling), 1)
        ]
        return "\n".join([*headings(position, spelling).values(), *columns]) + "\n"
    if format in ("text", "unicode"):
        return board_in_rows(position, "unicode" if format == "unicode" else spelling)
    raise ChoiceError("board format", format, BOARD_FORMATS)


def _fc_solve(position: Position) -> str:
    tops = top_cards(position)
    in_order = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
    home = [f"{suit.letter}-{top.rank.letter if (top := tops[suit]) else '0'}" for suit in in_order]
    lines = ["Foundations: " + " ".join(home)]
    lines.append(("Freecells: " + " ".join(str(card) if card else "-" for card in position.cells)).rstrip())
    if position.stock:
        lines.append("Stock: " + " ".join(map(str, position.stock)))
    lines += [(": " + " ".join(column)).rstrip() for column in texts_of_columns(position, "english")]
    return "\n".join(lines) + "\n"


@dataclass(slots=True)
class _Reader:
    """The reader of every text form: first the headings, then the lines of cards by rows or by columns."""

    rules: Rules
    spellings: tuple[str, ...]
    home: tuple[int, ...] | None = None
    cells: list[Card | None] = field(default_factory=list)
    stock: list[Card] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def read(self, lines: Sequence[Line], layout: str) -> Setup:
        body: list[Line] = []
        marked = False
        for line in lines:
            if line.text.lstrip().startswith("#") or _RULER.fullmatch(line.text):
                continue
            heading = _HEADING.match(line.text)
            if heading is not None:
                if any(part.text.strip() for part in body):
                    raise line.error("the lines for foundations, cells and stock above the cards")
                body.clear()  # blank lines between headings
                self._heading(heading.group(1), line, line.after(heading.end()))
                continue
            marked = marked or _MARK.match(line.text) is not None
            body.append(line)
        if layout == "auto":
            layout = self._layout(body, marked)
        columns = self._by_rows(body) if layout == "rows" else self._by_columns(body, marked)
        self.cells += [None] * (self.rules.cells - len(self.cells))
        return Setup(
            self.rules,
            columns=tuple(map(tuple, columns)),
            cells=tuple(self.cells),
            foundations=self.home,
            stock=tuple(self.stock),
        )

    # Headings

    def _heading(self, name: str, line: Line, rest: Line) -> None:
        kind = _HEADINGS.get(name.lower())
        if kind is None:
            raise Word(name, line.number, line.text.index(name) + 1).error("Home:, Cells: or Stock:")
        if kind in {_HEADINGS[other] for other in self.seen}:
            raise line.error(f"one line for the {kind} only")
        self.seen.add(name.lower())
        if kind == "home":
            self._home(rest)
        elif kind == "cells":
            self._cells(rest)
        else:
            self.stock = [self._card(word) for word in rest.words()]

    def _home(self, rest: Line) -> None:
        counts = [0] * len(Suit)
        told: set[Suit] = set()
        for word in rest.words():
            if word.text in GAPS:
                continue
            pair = _HOME.fullmatch(word.text)
            if pair is not None and pair.group(2) == "0":
                suit, count = Suit("CDHS".index(pair.group(1).upper())), 0
            else:
                card = self._card(Word(pair.group(2) + pair.group(1), word.line, word.column) if pair else word)
                suit, count = card.suit, home_count(self.rules, card)
                if not count:
                    raise word.error(f"a card that {self.rules.game} is played with")
            if suit in told:
                raise word.error(f"each suit once, and {suit} stand here already")
            told.add(suit)
            counts[suit] = count
        self.home = tuple(counts)

    def _cells(self, rest: Line) -> None:
        text = rest.text
        # fc-solve prints each cell in four characters and an empty one as four spaces.
        if text.strip() and _SLOT.fullmatch(text):
            slots = [text[at : at + 4] for at in range(0, len(text), 4)]
            words = [Word(slot.strip() or GAP, rest.number, rest.start + 4 * at) for at, slot in enumerate(slots)]
            while words and words[-1].text == GAP:
                words.pop()
        else:
            words = list(rest.words())
        for number, word in enumerate(words):
            if number >= self.rules.cells:
                raise word.error(f"at most {self.rules.cells} cells in {self.rules.game}")
            self.cells.append(None if word.text in GAPS else self._card(word))

    # Cards

    def _layout(self, body: Sequence[Line], marked: bool) -> str:
        if marked:
            return "columns"
        counts = [len(line.text.split()) for line in body if line.text.strip()]
        if self.seen:
            return "columns" if self.seen & _FC_SOLVE_HEADINGS else "rows"
        if any(word.text in GAPS for line in body for word in line.words()):
            return "rows"
        by_columns = len(counts) == self.rules.columns
        by_rows = all(count <= self.rules.columns for count in counts) and counts == sorted(counts, reverse=True)
        if by_columns and by_rows:
            raise next(line for line in body if line.text.strip()).error(
                "a mark, as the cards can be read by rows and by columns: name the format, or write ': ' before columns"
            )
        return "columns" if by_columns else "rows"

    def _by_rows(self, body: Sequence[Line]) -> list[list[Card | str]]:
        columns: list[list[Card | str]] = [[] for _ in range(self.rules.columns)]
        ended = [False] * self.rules.columns
        for line in body:
            words = list(line.words())
            if not words:
                continue
            if len(words) > self.rules.columns:
                raise words[self.rules.columns].error(f"at most {self.rules.columns} cards in a row")
            for index in range(self.rules.columns):
                if index >= len(words) or words[index].text in GAPS:
                    ended[index] = True
                elif ended[index]:
                    raise words[index].error(f"no card here: column {index + 1} ended in an earlier row")
                else:
                    self._put(words[index], columns[index])
        if not any(columns) and self.home is None and not self.seen:
            raise NotationError("\n".join(line.text for line in body), "the whole text", "a board")
        return columns

    def _by_columns(self, body: Sequence[Line], marked: bool) -> list[list[Card | str]]:
        if marked or not self.seen & _FC_SOLVE_HEADINGS:
            lines = [line for line in body if line.text.strip()]
        else:
            lines = self._with_blank_columns(body)
        columns: list[list[Card | str]] = []
        for number, line in enumerate(lines, 1):
            if number > self.rules.columns:
                raise line.error(f"no more cards, as {self.rules.game} has {self.rules.columns} columns")
            mark = _MARK.match(line.text)
            if (mark is not None) != marked:
                raise line.error("a mark such as ':' before every column or none")
            if mark is not None and mark.group(1) and int(mark.group(1)) != number:
                raise line.error(f"column {number}")
            cards = line if mark is None else line.after(mark.end())
            columns.append([])
            for word in cards.words():
                self._put(word, columns[-1])
        if len(columns) < self.rules.columns:
            last = body[-1] if body else None
            raise NotationError(
                last.text if last else "",
                f"after {last.place}" if last else "the whole text",
                f"{self.rules.columns} columns, and {len(columns)} are there (an empty one is a line with ':' alone)",
            )
        return columns

    def _with_blank_columns(self, body: Sequence[Line]) -> list[Line]:
        """Return the lines of an fc-solve board without marks, where PySolFC leaves an empty column's line blank."""
        lines = [line for line in body if line.text.strip()]
        if len(lines) >= self.rules.columns:
            return lines
        lines = list(body)
        while len(lines) > self.rules.columns and not lines[-1].text.strip():
            lines.pop()
        if self.home is not None:
            # Blank lines at the end get lost on the way; with the foundations stated, no card gets lost with them.
            after = body[-1].number + 1 if body else 1
            lines += [Line("", after)] * (self.rules.columns - len(lines))
        return lines

    def _put(self, word: Word, column: list[Card | str]) -> None:
        """Add a card to a column: a face-down one as the text by which `Setup` knows it."""
        text, face_down = bare_text(word.text)
        if not face_down:
            column.append(self._card(word))
            return
        card = self._card(Word(text, word.line, word.column + 1))
        if not self.rules.face_down:
            raise word.error(f"a face-up card, as {self.rules.title} deals no others; is it the board of another game?")
        if column and isinstance(column[-1], Card):
            raise word.error(FACE_UP_EXPECTED)
        column.append(f"<{card}>")

    def _card(self, word: Word) -> Card:
        expected = []
        for spelling in self.spellings:
            try:
                return Card.parse(word.text, spelling)
            except NotationError as error:
                expected.append(error.expected)
        raise word.error(" or ".join(expected))
