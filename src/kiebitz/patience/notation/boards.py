"""Boards as text: converts between Python values and the forms that the kernel reads and writes.

| format | content |
|---|---|
| `text` | rows of one card a column, as a deal lies on the table; `--` where a column has ended |
| `unicode` | the same with ♣♦♥♠ and 10 |
| `columns` | a line for each column, `1: JD KD 2S` … , the playable card last |
| `fc-solve` | the form of fc-solve's README (version 5.0.0), which PySolFC exports, too |
| `json` | Kiebitz' own, see `docs/json.md` |

Lines for the foundations (`Home:`), cells (`Cells:`) and undealt cards (`Stock:`) may precede the cards; without the
first, no card is home. A face-down card of a column is in angle brackets (`<7H>`), as in PySolFC. `docs/notation.md`
lists everything else that is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kiebitz.cards import Card
from kiebitz.cards.spelling import SPELLINGS, spelling_code
from kiebitz.errors import ChoiceError
from kiebitz.kernel import text as text_kernel
from kiebitz.patience.board_text import board_in_rows
from kiebitz.patience.encoding import encode_layout
from kiebitz.patience.games import game, games
from kiebitz.patience.notation.reading_errors import complaint
from kiebitz.patience.piles import PileKind
from kiebitz.patience.position import Setup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.kernel.answers import BoardRead
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules

BOARD_FORMATS = ("text", "unicode", "columns", "fc-solve", "json")

# The kernel's codes of layouts.
_AUTOMATIC, _ROWS, _COLUMNS, _IN_LINE, _JSON = range(5)
_LAYOUTS = {
    "auto": _AUTOMATIC, "text": _ROWS, "unicode": _ROWS, "columns": _COLUMNS, "fc-solve": _COLUMNS, "json": _JSON,
}  # fmt: skip
_FORMS = {"columns": 0, "fc-solve": 1, "json": 2}
_NO_CARD, _FACE_DOWN = 255, 64


@dataclass(frozen=True, slots=True)
class BoardText:
    """A board that was read; *remark* describes how the reader resolved an ambiguity, or is empty."""

    setup: Setup
    remark: str


def parse_board(
    text: str | bytes,
    rules: Rules,
    format: str = "auto",  # noqa: A002
    spelling: str | tuple[str, ...] = "english",
) -> Setup:
    """Return the board of a game in a text; *format* is one of `BOARD_FORMATS` or `auto`.

    With several spellings, each card may have any of them; but if all cards fit German, or all fit Russian, the text is
    read in that spelling.

    `auto` reads a text that begins with a brace as JSON. Otherwise it decides by the marks of the lines and the
    headings, else by the number of cards in each line: a fresh deal by rows or by columns; as many lines as columns; or
    lines that never grow longer and have at most a card per column. A text that can be read both ways, or that is a
    fresh deal of another game, is an error. Raises `NotationError` with line and column.

    >>> from kiebitz.patience.games import game
    >>> parse_board("1: KS QS|2: 3S|3: JS TS 9S|4: 8S 7S 6S 5S 4S|5:".replace("|", chr(10)), game("solitaire_one_suit"))
    Setup(game('solitaire_one_suit'), ['KS QS', '3S', 'JS TS 9S', '8S 7S 6S 5S 4S', ''], cells='-', foundations=None)
    """
    return read_board(text, rules, format, spelling).setup


def read_board(
    text: str | bytes,
    rules: Rules,
    format: str = "auto",  # noqa: A002
    spelling: str | tuple[str, ...] = "english",
) -> BoardText:
    """Return the board as `parse_board` does, with a remark."""
    if format not in _LAYOUTS:
        raise ChoiceError("board format", format, ("auto", *BOARD_FORMATS))
    spellings = (spelling,) if isinstance(spelling, str) else spelling
    written = text.encode("utf-8", "backslashreplace") if isinstance(text, str) else text
    arguments = (written, _LAYOUTS[format], bytes(map(spelling_code, spellings)))
    read = text_kernel.read_board(_shape(rules), (), *arguments)
    titles: tuple[str, ...] = ()
    if read.doubtful:  # it may be a deal of another game; rare, so the other games are loaded only now
        titles, heights = _other_games(rules)
        read = text_kernel.read_board(_shape(rules), heights, *arguments)
    if read.complaint:
        raise complaint(read.complaint, rules, spellings, titles)
    setup = Setup(
        rules,
        columns=[[_typed(card) for card in cards] for cards in read.columns],
        cells=[None if card == _NO_CARD else Card.from_index(card) for card in read.cells.ljust(rules.cells, b"\xff")],
        foundations=None if read.home is None else tuple(read.home),
        stock=[Card.from_index(card) for card in read.stock],
    )
    return BoardText(setup, _remark(read, rules, titles))


def format_board(position: Position, format: str = "text", spelling: str = "english") -> str:  # noqa: A002
    """Return the text of a position in one of `BOARD_FORMATS`, which `parse_board` reads back.

    *spelling* applies to `text` and `columns`; the other formats have their own.
    """
    if format in ("text", "unicode"):
        return board_in_rows(position, "unicode" if format == "unicode" else spelling)
    if format not in _FORMS:
        raise ChoiceError("board format", format, BOARD_FORMATS)
    columns = [
        bytes(card.index + _FACE_DOWN * (place < down) for place, card in enumerate(cards))
        for cards, down in zip(position.columns, position.face_down, strict=True)
    ]
    cells = bytes(_NO_CARD if card is None else card.index for card in position.cells)
    stock = bytes(card.index for card in position.stock)
    board = (columns, cells, bytes(position.foundations), stock)
    return text_kernel.write_board(_shape(position.rules), *board, _FORMS[format], spelling_code(spelling))


@lru_cache(maxsize=64)
def _shape(rules: Rules) -> tuple[Any, ...]:
    """Return the parameters with which the kernel reads a game's boards, see `text.hpp`."""
    ladder = next(cards for cards in rules.ladders if cards)
    return (
        rules.columns,
        rules.cells,
        rules.stock,
        sum(1 << suit for suit in rules.suits),
        bool(rules.face_down),
        bytes(card.rank for card in ladder),
        encode_layout(rules)[: len(rules.destinations)],
        rules.game.encode(),
    )


@lru_cache(maxsize=64)
def _other_games(own_rules: Rules) -> tuple[tuple[str, ...], tuple[bytes, ...]]:
    """Return titles and layouts of other games: numbers of ranks dealt home, cards in cells and in each column."""
    own = bytes(_heights(own_rules))
    titles: dict[bytes, str] = {}
    for rules in map(game, games()):
        heights = bytes(_heights(rules))
        if heights != own and not rules.stock:
            titles.setdefault(bytes([rules.dealt_home, len(rules.dealt_to_cells)]) + heights, rules.title)
    return tuple(titles.values()), tuple(titles)


def _heights(rules: Rules) -> list[int]:
    dealt = [pile.index for pile in rules.destinations if pile.kind is PileKind.COLUMN]
    return [dealt.count(index) for index in range(rules.columns)]


def _typed(card: int) -> Card | str:
    return Card.from_index(card) if card < _FACE_DOWN else f"<{Card.from_index(card - _FACE_DOWN)}>"


def _remark(read: BoardRead, rules: Rules, titles: Sequence[str]) -> str:
    remarks = []
    if 0 <= read.other < len(titles):
        remarks.append(f"the board lies as a deal of {titles[read.other]} does, and was read as one of {rules.title}")
    if read.by_shape and read.layout == _COLUMNS:
        remarks.append(f"the lines were read as the {rules.columns} columns")
    if read.by_shape and read.layout == _ROWS:
        remarks.append("the lines were read as rows")
    if read.by_shape and read.layout == _IN_LINE:
        remarks.append("the line was read in the order in which the game deals")
    if read.hidden:
        remarks.append("the cards that are dealt face down were taken to lie so")
    if read.spelling:
        remarks.append(f"the cards were read as {SPELLINGS[read.spelling]} ones")
    return "; ".join(remarks)
