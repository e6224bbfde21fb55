"""Which key does what: the one table of which keys, footer, help and command palette are made.

A key may stand in it more than once: `GameScreen.check_action` says of each command whether it is possible now, and
the first that is gets the key. So the letters of standard notation come first, and last, for each command that is not
always possible, the reason why it is not. What a command does is written in `game_screen`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual.binding import Binding

from kiebitz.patience.piles import CELL_LETTERS, COLUMN_LETTERS, HOME_LETTER, STOCK_LETTER

if TYPE_CHECKING:
    from textual.binding import BindingType

#: Follows a typed move and announces the number of its cards.
COUNT_LETTER = "v"
HEXADECIMAL = "0123456789abcdef"
_NOTATION = dict.fromkeys(COLUMN_LETTERS + CELL_LETTERS + STOCK_LETTER + HOME_LETTER + COUNT_LETTER + HEXADECIMAL)
#: The commands that are not always possible, as `possible.refusal` says.
CONDITIONAL = (
    "undo",
    "redo",
    "undo_all",
    "redo_all",
    "variation",
    "hint",
    "solve",
    "pause",
    "winnable",
    "four_colours",
    "faces",
)
#: The letters of a Russian keyboard, on the keys where others have the Latin ones.
_RUSSIAN = dict(zip("qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзфывапролдячсмить", strict=True))


def _bound(
    keys: str, action: str, word: str = "", sentence: str = "", display: str = "", *, show: bool = False
) -> Binding:
    """Bind keys to an action; a letter is also bound where a Russian keyboard has it."""
    russian = [_RUSSIAN[key.lower()] for key in keys.split(",") if key.lower() in _RUSSIAN]
    russian = [letter.upper() if keys[0].isupper() else letter for letter in russian]
    return Binding(
        ",".join([keys, *russian]),
        action,
        word,
        show=show,
        key_display=display or (keys if len(keys) == 1 else None),
        tooltip=sentence,
        id=action,
        system=not sentence,
    )


_MOVE_CURSOR = "or h j k l: move the cursor; up takes in more cards"
_COMMANDS = [
    *(
        _bound(f"{arrow},{letter}", f"point('{arrow}')", "", _MOVE_CURSOR, "arrows")
        for arrow, letter in (("left", "h"), ("down", "j"), ("up", "k"), ("right", "l"))
    ),
    _bound("enter", "pick", "", "pick cards up, and put them down; Esc lets go", "Enter"),
    _bound("escape,backspace", "let_go"),
    _bound("question_mark", "help", "help", "this help", show=True),
    _bound("q", "app.quit", "quit", "keep the game and leave", show=True),
    _bound("u", "undo", "undo", "take back a move", show=True),
    _bound("r", "redo", "redo", "make it again", show=True),
    _bound("U", "undo_all", "undo all", "take back all moves"),
    _bound("R", "redo_all", "redo all", "make all of them again"),
    _bound("V", "variation", "variation", "the next of the moves tried in place of the last one"),
    _bound("H", "hint", "hint", "show a move of a winning line", show=True),
    _bound("p", "solve", "solve", "play a winning line from here", show=True),
    _bound("space", "pause", "pause", "pause, go on; also replays moves that were taken back", "Space"),
    _bound("w", "winnable", "back to winnable", "back to the last position that can be won"),
    _bound("n", "new", "new", "another deal or game", show=True),
    _bound("L", "light", "light", "light on or off"),
    _bound("t", "look", "look", "next look: dark, light, mono, ascii"),
    _bound("F", "four_colours", "four colours", "two colours or four"),
    _bound("o", "faces", "faces", "show or hide the faces of face-down cards"),
    _bound("y", "link", "link", "copy a link to this game"),
]

#: The letters that are commands where they name no pile of the game.
COMMAND_LETTERS = frozenset(key for binding in _COMMANDS for key in binding.key.split(",") if len(key) == 1)

BINDINGS: list[BindingType] = [
    *(_bound(letter, f"type('{letter}')") for letter in _NOTATION),
    *_COMMANDS,
    *(
        replace(binding, action=f"refuse('{binding.action}')", show=False, tooltip="", id=None, system=True)
        for binding in _COMMANDS
        if binding.action in CONDITIONAL
    ),
]
