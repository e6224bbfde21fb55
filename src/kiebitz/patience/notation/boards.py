"""Boards as text: rows as in the deal's picture, columns, fc-solve's own form, and all that `parse_board` reads.

The kernel reads and writes; this module converts its answers to Python values. `reading_errors` words what it cannot
read, and `Setup` decides whether a board makes a position.

| format     | how it looks |
|------------|--------------|
| `text`     | rows of one card a column, as a deal lies on the table; `--` where a column has ended |
| `unicode`  | the same with ♣♦♥♠ and 10 |
| `columns`  | a line for each column, `1: JD KD 2S` … , the playable card last |
| `fc-solve` | fc-solve's: `Foundations: H-0 C-0 D-0 S-0`, `Freecells: - - - -`, a line `: JD KD 2S` for each column |
| `json`     | Kiebitz' own, see below |

Above the cards there may be a line each for the foundations (`Home:`, or fc-solve's `Foundations:` and `Founds:`), the
cells (`Cells:`, or `Freecells:` and `FC:`) and the undealt cards (`Stock:`), and comments that begin with `#`. Home
takes the top card of each suit (`5H`) or fc-solve's `H-5`; without the line nothing is home, so every card must be on
the board. A card of a column that lies face down stands in angle brackets (`<7H>`), as PySolFC writes it. fc-solve's
form is that of its README (version 5.0.0), which PySolFC exports too.

Version 1 of the JSON form has exactly these keys, all of them required and none other allowed:

| key           | value |
|---------------|-------|
| `format`      | `"kiebitz-board"` |
| `version`     | `1` |
| `game`        | the name of the game, such as `"freecell"` |
| `foundations` | an object with the keys C D H S: the top card of each foundation, or null |
| `cells`       | an array with a card or null for each cell |
| `columns`     | an array of arrays of cards, in each the playable card last |
| `stock`       | an array of the cards not yet dealt, the next one first |

A card is a string such as `"TS"`, `"<TS>"` if it lies face down in its column.

Read besides: the cards of a whole deal in one line; lists of cards in JSON or as Python writes them; commas,
semicolons, tabs and tables between cards, brackets and quotes around them; labels of lines (`Column 1:`, `C1:`,
`1.`, `-`), titles (`Game #617`), sentences beside the board, quoted text (`>`), code fences, the colours of terminals,
signs of playing cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kiebitz.cards import Card
from kiebitz.cards.spelling import SPELLINGS
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

#: The formats that `format_board` writes and `parse_board` reads.
BOARD_FORMATS = ("text", "unicode", "columns", "fc-solve", "json")

# The kernel's codes.
_AUTOMATIC, _ROWS, _COLUMNS, _IN_LINE, _JSON = range(5)
_LAYOUTS = {
    "auto": _AUTOMATIC, "text": _ROWS, "unicode": _ROWS, "columns": _COLUMNS, "fc-solve": _COLUMNS, "json": _JSON,
}  # fmt: skip
_FORMS = {"columns": 0, "fc-solve": 1, "json": 2}
_NO_CARD, _FACE_DOWN = 255, 64


@dataclass(frozen=True, slots=True)
class BoardText:
    """A board as it was read: *remark* says how, where the text left that open, and is empty otherwise."""

    setup: Setup
    remark: str


def parse_board(
    text: str | bytes,
    rules: Rules,
    format: str = "auto",  # noqa: A002
    spelling: str | tuple[str, ...] = "english",
) -> Setup:
    """Read a board of the game in the named format of `BOARD_FORMATS`; *spelling* says how its cards are spelt.

    Of several spellings each card may have any; a text in which all cards are German, or all are Russian, is read so.

    `auto` takes JSON for what begins with a brace and otherwise goes by the marks of the lines and the spelling of the
    headings; without any, by the number of cards in them: a fresh deal by rows or by columns, else as many lines as
    columns, or lines that never grow longer and have at most a card a column. A text that can be read both ways, or
    that is a fresh deal of another game, is refused rather than guessed. Raises `NotationError` with line and column.

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
    """Read a board as `parse_board` does, and say how it was read."""
    if format not in _LAYOUTS:
        raise ChoiceError("board format", format, ("auto", *BOARD_FORMATS))
    spellings = (spelling,) if isinstance(spelling, str) else spelling
    written = text.encode("utf-8", "backslashreplace") if isinstance(text, str) else text
    asked = (written, _LAYOUTS[format], bytes(map(_spelling_code, spellings)))
    read = text_kernel.read_board(_shape(rules), (), *asked)
    others: tuple[str, ...] = ()
    if read.doubtful:  # it may be a deal of another game; few boards are, so the others are looked up only now
        others, heights = _other_games(rules)
        read = text_kernel.read_board(_shape(rules), heights, *asked)
    if read.complaint:
        raise complaint(read.complaint, rules, spellings, others)
    setup = Setup(
        rules,
        columns=[[_typed(card) for card in cards] for cards in read.columns],
        cells=[None if card == _NO_CARD else Card.from_index(card) for card in read.cells.ljust(rules.cells, b"\xff")],
        foundations=None if read.home is None else tuple(read.home),
        stock=[Card.from_index(card) for card in read.stock],
    )
    return BoardText(setup, _remark(read, rules, others))


def format_board(position: Position, format: str = "text", spelling: str = "english") -> str:  # noqa: A002
    """Write a position in the named format of `BOARD_FORMATS`; `parse_board` reads every one of them back.

    *spelling* holds for `text` and `columns`; the other formats have their own.
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
    return text_kernel.write_board(_shape(position.rules), *board, _FORMS[format], _spelling_code(spelling))


@lru_cache(maxsize=64)
def _shape(rules: Rules) -> tuple[Any, ...]:
    """Return what the kernel has to know of a game to read its boards, see `text.hpp`."""
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
def _other_games(rules: Rules) -> tuple[tuple[str, ...], tuple[bytes, ...]]:
    """Return the titles of the catalogue's games that deal otherwise, none to a stock, and how each deals.

    That is: how many ranks lie on the foundations before the deal, and how many cards the cells and each column get.
    """
    own = bytes(_heights(rules))
    titles: dict[bytes, str] = {}
    for other in map(game, games()):
        heights = bytes(_heights(other))
        if heights != own and not other.stock:
            titles.setdefault(bytes([other.dealt_home, len(other.dealt_to_cells)]) + heights, other.title)
    return tuple(titles.values()), tuple(titles)


def _heights(rules: Rules) -> list[int]:
    dealt = [pile.index for pile in rules.destinations if pile.kind is PileKind.COLUMN]
    return [dealt.count(index) for index in range(rules.columns)]


def _spelling_code(spelling: str) -> int:
    if spelling not in SPELLINGS:
        raise ChoiceError("spelling of cards", spelling, SPELLINGS)
    return SPELLINGS.index(spelling)


def _typed(card: int) -> Card | str:
    """Return a card of a column, a face-down one as the text by which `Setup` knows it."""
    return Card.from_index(card) if card < _FACE_DOWN else f"<{Card.from_index(card - _FACE_DOWN)}>"


def _remark(read: BoardRead, rules: Rules, others: Sequence[str]) -> str:
    remarks = []
    if 0 <= read.other < len(others):
        remarks.append(f"the board lies as a deal of {others[read.other]} does, and was read as one of {rules.title}")
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
