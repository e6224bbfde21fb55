"""Single moves as text: the two letters of standard notation, and fc-solve's sentences.

A step is what stands in the text; how many cards an unnumbered step moves is found by replaying it, in `solutions`.
The letters are those of `piles`. Where standard notation settles nothing fc-solve has others: it skips i and j too, so
that its cells are a to g and k to o, and its tenth column is 10 (seen in its `fc_solve__freecell_to_char` and in its
output for Eight Off). It writes further columns as 11, 12 …, so that `112` has two meanings: games with more than
`FC_SOLVE_COLUMNS` have no text in its dialect.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.patience import piles
from kiebitz.patience.choices import MAX_CELLS, MAX_COLUMNS
from kiebitz.patience.piles import Pile, PileKind

if TYPE_CHECKING:
    from kiebitz.patience.moves import Move
    from kiebitz.patience.notation.lines import Line, Word

_FLAGS = re.IGNORECASE | re.ASCII
_PILES = piles.COLUMN_LETTERS + piles.CELL_LETTERS
_STANDARD = re.compile(
    f"([{_PILES}{piles.STOCK_LETTER}])([{_PILES}{piles.HOME_LETTER}])(?:v([0-9a-f]{{1,2}}))?", _FLAGS
)
_FC_SOLVE = re.compile(r"(10|[1-9]|[a-gk-os])(10|[1-9]|[a-hk-o])(?:v([0-9a-f]{1,2}))?", _FLAGS)
_FC_SOLVE_CELLS = "abcdefgklmno"
#: The most columns that fc-solve's dialect of standard notation has signs for.
FC_SOLVE_COLUMNS = 10
_SENTENCE = re.compile(
    r"\s*Move (?:a card|([1-9][0-9]?) cards?) from (?:(stack|freecell) ([0-9]{1,2})|the stock)"
    r" to (?:the foundations|(stack|freecell) ([0-9]{1,2}))\s*"
)

EXPECTED = "a move such as 26, 5a, ah or 3h, with v and a hexadecimal count where needed"
EXPECTED_SENTENCE = "a line of fc-solve such as 'Move a card from stack 3 to freecell 0'"


@dataclass(frozen=True, slots=True)
class Step:
    """One move as it is written: *target* is None for home, *count* None where the text leaves it open."""

    text: str
    source: Pile
    target: Pile | None
    count: int | None
    place: str


def parse_step(word: Word, fc_solve: bool = False) -> Step:
    """Read one move of standard notation, or of fc-solve's dialect; a `NotationError` otherwise."""
    match = (_FC_SOLVE if fc_solve else _STANDARD).fullmatch(word.text)
    if match is None:
        raise word.error(EXPECTED)
    source, target, count = match.groups()
    if count and not int(count, 16):
        raise word.error("a count of at least 1 after v")
    return Step(
        word.text,
        piles.STOCK if source in "sS" else _pile(source, fc_solve),
        None if target in "hH" else _pile(target, fc_solve),
        int(count, 16) if count else None,
        word.place,
    )


def parse_sentence(line: Line) -> Step:
    """Read one sentence of fc-solve's list of moves; a `NotationError` otherwise."""
    match = _SENTENCE.fullmatch(line.text)
    if match is None:
        raise line.error(EXPECTED_SENTENCE)
    count, source_kind, source, target_kind, target = match.groups()
    return Step(
        line.text.strip(),
        piles.STOCK if source_kind is None else _numbered(source_kind, int(source), line),
        None if target is None else _numbered(target_kind, int(target), line),
        int(count or 1),
        line.place,
    )


def format_step(move: Move, counted: bool, fc_solve: bool = False) -> str:
    """Write a move in standard notation or fc-solve's dialect of it, its count appended if *counted*."""
    letters = _fc_solve_letters(move.source) + _fc_solve_letters(move.target) if fc_solve else str(move)
    return f"{letters}v{move.count:x}" if counted else letters


def format_sentence(move: Move) -> str:
    """Write a move as fc-solve does; undealt cards, which it does not know, come from `the stock`."""
    # Between columns it counts even one card: "1 cards".
    between = move.source.kind is move.target.kind is PileKind.COLUMN
    cards = f"{move.count} cards" if between or move.count > 1 else "a card"
    return f"Move {cards} from {_name(move.source)} to {_name(move.target)}"


def _pile(letter: str, fc_solve: bool) -> Pile:
    if fc_solve:
        return piles.column(int(letter) - 1) if letter.isdigit() else piles.cell(_FC_SOLVE_CELLS.index(letter.lower()))
    if letter.upper() in piles.COLUMN_LETTERS:
        return piles.column(piles.COLUMN_LETTERS.index(letter.upper()))
    return piles.cell(piles.CELL_LETTERS.index(letter.lower()))


def _fc_solve_letters(pile: Pile) -> str:
    if pile.kind is PileKind.COLUMN:
        return str(pile.index + 1)
    return _FC_SOLVE_CELLS[pile.index] if pile.kind is PileKind.CELL else pile.letter


def _name(pile: Pile) -> str:
    if pile.kind is PileKind.COLUMN:
        return f"stack {pile.index}"
    if pile.kind is PileKind.CELL:
        return f"freecell {pile.index}"
    return "the foundations" if pile.kind is PileKind.FOUNDATION else "the stock"


def _numbered(kind: str, index: int, line: Line) -> Pile:
    stack = kind == "stack"
    if index >= (MAX_COLUMNS if stack else MAX_CELLS):
        raise line.error(f"a {kind} of the game, counted from 0")
    return piles.column(index) if stack else piles.cell(index)
