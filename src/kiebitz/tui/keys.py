"""The table of key bindings for keys, footer, help and command palette.

A key may occur more than once: the first binding whose command `GameScreen.check_action` allows gets the key. So the
letters of standard notation come first, and last, for each conditional command, the reason why it is unavailable.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual.binding import Binding

from kiebitz.patience.piles import CELL_LETTERS, COLUMN_LETTERS, HOME_LETTER, STOCK_LETTER

if TYPE_CHECKING:
    from textual.binding import BindingType

#: Separates a typed move from its number of cards.
COUNT_LETTER = "v"
HEXADECIMAL = "0123456789abcdef"
_NOTATION = dict.fromkeys(COLUMN_LETTERS + CELL_LETTERS + STOCK_LETTER + HOME_LETTER + COUNT_LETTER + HEXADECIMAL)
#: Commands that are not always available (see `availability.refusal`).
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
#: The Russian letters on the keys of the Latin ones.
_RUSSIAN = dict(zip("qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзфывапролдячсмить", strict=True))


def _binding(
    keys: str, action: str, name: str = "", description: str = "", display: str = "", *, show: bool = False
) -> Binding:
    """Return a binding; a Latin letter also gets the Russian letter on the same key."""
    russian = [_RUSSIAN[key.lower()] for key in keys.split(",") if key.lower() in _RUSSIAN]
    russian = [letter.upper() if keys[0].isupper() else letter for letter in russian]
    return Binding(
        ",".join([keys, *russian]),
        action,
        name,
        show=show,
        key_display=display or (keys if len(keys) == 1 else None),
        tooltip=description,
        id=action,
        system=not description,
    )


_MOVE_CURSOR = "or h j k l: move the cursor; up selects more cards"
_COMMANDS = [
    *(
        _binding(f"{arrow},{letter}", f"point('{arrow}')", "", _MOVE_CURSOR, "arrows")
        for arrow, letter in (("left", "h"), ("down", "j"), ("up", "k"), ("right", "l"))
    ),
    _binding("enter", "pick", "", "pick cards up or put them down; Esc cancels", "Enter"),
    _binding("escape,backspace", "let_go"),
    _binding("question_mark", "help", "help", "this help", show=True),
    _binding("q", "app.quit", "quit", "save the game and quit", show=True),
    _binding("u", "undo", "undo", "undo a move", show=True),
    _binding("r", "redo", "redo", "redo a move", show=True),
    _binding("U", "undo_all", "undo all", "undo all moves"),
    _binding("R", "redo_all", "redo all", "redo all moves"),
    _binding("V", "variation", "variation", "the next of the moves tried in place of the last one"),
    _binding("H", "hint", "hint", "show a move of a winning line", show=True),
    _binding("p", "solve", "solve", "play a winning line from here", show=True),
    _binding("space", "pause", "pause", "pause or resume; also replays undone moves", "Space"),
    _binding("w", "winnable", "back to winnable", "back to the last position that can be won"),
    _binding("n", "new", "new", "another deal or game", show=True),
    _binding("L", "light", "light", "light on or off"),
    _binding("t", "look", "look", "next look: dark, light, mono, ascii"),
    _binding("F", "four_colours", "four colours", "two colours or four"),
    _binding("o", "faces", "faces", "show or hide the faces of face-down cards"),
    _binding("y", "link", "link", "copy a link to this game"),
]

#: The command letters that are notation only if they name a pile of the game.
COMMAND_LETTERS = frozenset(key for binding in _COMMANDS for key in binding.key.split(",") if len(key) == 1)

BINDINGS: list[BindingType] = [
    *(_binding(letter, f"type('{letter}')") for letter in _NOTATION),
    *_COMMANDS,
    *(
        replace(binding, action=f"refuse('{binding.action}')", show=False, tooltip="", id=None, system=True)
        for binding in _COMMANDS
        if binding.action in CONDITIONAL
    ),
]
