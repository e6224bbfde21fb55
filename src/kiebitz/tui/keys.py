"""Which key does what: the letters of standard notation, and the commands on the keys that it leaves over.

What a command does stands in `commands`; help and key line are made of this table, so they cannot say anything else.
"""

from __future__ import annotations

from typing import NamedTuple

from kiebitz.cards import Suit
from kiebitz.patience.piles import (
    CELL_LETTERS,
    COLUMN_LETTERS,
    HOME_LETTER,
    STOCK,
    STOCK_LETTER,
    Pile,
    cell,
    column,
    foundation,
)


class Command(NamedTuple):
    """A command: its keys as Textual calls them, the key as people call it, a word and a sentence about it."""

    keys: tuple[str, ...]
    shown: str
    action: str
    word: str
    sentence: str


#: The commands, in the order of the help.
COMMANDS = (
    Command(("u",), "u", "undo", "undo", "take back a move"),
    Command(("r",), "r", "redo", "redo", "make it again"),
    Command(("U",), "U", "undo_all", "", "take back all moves"),
    Command(("R",), "R", "redo_all", "", "make all of them again"),
    Command(("H",), "H", "hint", "hint", "show a move of a winning line"),
    Command(("p",), "p", "solve", "solve", "play a winning line from here"),
    Command(("space",), "Space", "pause", "", "pause, go on; also replays moves that were taken back"),
    Command(("w",), "w", "winnable", "", "back to the last position that can be won"),
    Command(("n",), "n", "new", "new", "another deal or game"),
    Command(("L",), "L", "light", "", "light on or off"),
    Command(("t",), "t", "look", "", "next look: dark, light, mono, ascii"),
    Command(("F",), "F", "four_colours", "", "two colours or four"),
    Command(("o",), "o", "faces", "", "show or hide the faces of face-down cards"),
    Command(("y",), "y", "link", "", "copy a link to this game"),
    Command(("question_mark",), "?", "help", "help", "this help"),
    Command(("q", "ctrl+c", "ctrl+q"), "q", "quit", "quit", "keep the game and leave"),
)

#: The action of each key that is a command.
ACTIONS = {key: command.action for command in COMMANDS for key in command.keys}

#: The cursor keys; a letter that names a pile of the game is that pile's.
DIRECTIONS = {
    "left": "left",
    "down": "down",
    "up": "up",
    "right": "right",
    "h": "left",
    "j": "down",
    "k": "up",
    "l": "right",
}

_LETTERS = COLUMN_LETTERS + CELL_LETTERS + STOCK_LETTER + HOME_LETTER
_HEXADECIMAL = "0123456789abcdef"


def begins_move(letter: str, cells: int) -> bool:
    """Say whether a letter begins a typed move: a pile that is no cursor key, or a free cell of a game with so many."""
    return letter in _LETTERS and (letter not in DIRECTIONS or letter in CELL_LETTERS[:cells])


def ends_move(letter: str) -> bool:
    """Say whether a letter ends a typed move: after a source every letter of the notation is one."""
    return letter in _LETTERS and letter != STOCK_LETTER


def counts(letter: str) -> bool:
    """Say whether this is a hexadecimal digit, as counts are written."""
    return letter in _HEXADECIMAL


def pile_of(letter: str) -> Pile:
    """Return the pile that a letter of the notation names; for home any foundation."""
    if letter in COLUMN_LETTERS:
        return column(COLUMN_LETTERS.index(letter))
    if letter == STOCK_LETTER:
        return STOCK
    return foundation(Suit.CLUBS) if letter == HOME_LETTER else cell(CELL_LETTERS.index(letter))
