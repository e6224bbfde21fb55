"""TOML files of the games: titles and texts, and the rules as numbers and words."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from kiebitz.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

# Every command reads one of these files, and importing pathlib takes longer than that.
_FOLDER = os.path.join(os.path.dirname(__file__), "games")  # noqa: PTH118, PTH120
_ENDING = ".toml"
#: Keys that a file must have besides its rules. Optional keys: `based_on`, `refused`, `edition`, `edition_1`.
_ABOUT = ("title", "title_ru", "aliases", "description", "source")


class GameFile(NamedTuple):
    """A game's file: its texts (`None` if missing) and its rules, with those of the game it is based on.

    `edition` counts the corrections of the rules from 1. `edition_1` has the rules of the first edition that differ, or
    `None` if changed rules cannot express them. `refused` is the reason why the game is not offered, or empty.
    """

    id: str
    about: Mapping[str, Any]
    based_on: str
    refused: str
    edition: int
    edition_1: Mapping[str, Any] | None
    rules: Mapping[str, Any]


@cache
def ids() -> tuple[str, ...]:
    """Return the ids of all games, in alphabetical order."""
    names = os.listdir(_FOLDER)  # noqa: PTH208
    return tuple(sorted(name.removesuffix(_ENDING) for name in names if name.endswith(_ENDING)))


@cache
def game_file(game: str) -> GameFile:
    """Return the file of the game with this id."""
    with open(os.path.join(_FOLDER, game + _ENDING), encoding="utf-8") as file:  # noqa: PTH118, PTH123
        return parse(game, file.read())


def parse(game: str, text: str) -> GameFile:
    """Parse the TOML text of a game's file; an `InputError` for invalid TOML or an unknown `based_on`."""
    try:
        stated = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"game file {game}", str(error)) from None
    about = {key: stated.pop(key, None) for key in _ABOUT}
    based_on, refused = stated.pop("based_on", ""), stated.pop("refused", "")
    edition, edition_1 = stated.pop("edition", 1), stated.pop("edition_1", None)
    if based_on and (based_on not in ids() or game_file(based_on).refused):
        raise InputError(f"game file {game}", f"it is based on {based_on!r}", "a game that is offered")
    inherited = game_file(based_on).rules if based_on else {}
    return GameFile(game, about, based_on, refused, edition, edition_1, {**inherited, **stated})
