"""Finding a game by name: reads the TOML files beside it, strictly, into rules and a page of text.

A file either states every rule or names the game it is `based_on` and states its differences; an unknown key, or one
that nobody stated, is an error.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kiebitz.cards import PACKS
from kiebitz.cards.text import parse_cards
from kiebitz.errors import KiebitzError, UnknownGameError
from kiebitz.patience.piles import CELL_LETTERS
from kiebitz.patience.rules import Build, EmptyColumn, Foundations, HomeMoves, Rules, Supermoves, choice_named

_FOLDER = Path(__file__).parent
#: What makes no difference in a name: signs left out, and signs that stand for another.
_ALIKE = str.maketrans({"ё": "е", "×": "x", **dict.fromkeys(" -_'’")})

#: What a page must say; `based_on` and `refused` may stand beside it.
_PAGE_KEYS = ("title", "title_ru", "aliases", "description", "source")
_READERS: dict[str, Any] = {
    "pack": PACKS.__getitem__,
    "columns": int,
    "cells": int,
    "build": lambda name: choice_named(Build, name),
    "empty_column": lambda name: choice_named(EmptyColumn, name),
    "supermoves": lambda name: choice_named(Supermoves, name),
    "foundations": lambda name: choice_named(Foundations, name),
    "dealt_to_cells": lambda letters: tuple(CELL_LETTERS.index(letter) for letter in letters),
    "stock": int,
    "dealt_first": lambda text: tuple(parse_cards(text)),
    "dealt_rows": lambda text: tuple(text.split()),
    "face_down": lambda digits: tuple(map(int, digits)),
    "home_moves": lambda name: choice_named(HomeMoves, name),
}


@dataclass(frozen=True, slots=True)
class Page:
    """What the catalogue tells about a game: its names, its text, the game it is based on, and its rules.

    `refused` is empty, or the reason why the game is known by name but not offered; then there are no rules.
    """

    id: str
    title: str
    title_ru: str
    aliases: tuple[str, ...]
    description: str
    source: str
    based_on: str
    refused: str
    rules: Rules | None


def games() -> tuple[str, ...]:
    """Return the ids of all games that can be played, in alphabetical order.

    >>> "freecell" in games(), "double_freecell" in games()
    (True, False)
    """
    return tuple(name for name in _ids() if not page(name).refused)


def game(name: str) -> Rules:
    """Return the rules of the game with this id, alias or title; an `UnknownGameError` if there is none.

    Case, spaces, hyphens, underscores and apostrophes make no difference.

    >>> game("Baker's Game").game, game("Солитер").game
    ('bakers_game', 'bakers_game')
    """
    found = page(name)
    if found.rules is None:
        raise UnknownGameError(name, games(), reason=found.refused)
    return found.rules


def page(name: str) -> Page:
    """Return the page of the game with this id, alias or title, also of one that is refused."""
    if name in _ids():
        return _read(name)
    found = _names().get(_plain(name)) if isinstance(name, str) else None
    if found is None:
        raise UnknownGameError(name, games())
    return _read(found)


@cache
def _ids() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def _names() -> dict[str, str]:
    """Every name that a game goes by, in plain form, with its id; ids win over titles, titles over aliases."""
    pages = [_read(name) for name in _ids()]
    names: dict[str, str] = {}
    for found in pages:
        names.setdefault(_plain(found.id), found.id)
    for found in pages:
        names.setdefault(_plain(found.title), found.id)
        names.setdefault(_plain(found.title_ru), found.id)
    for found in pages:
        for alias in found.aliases:
            names.setdefault(_plain(alias), found.id)
    return names


def _plain(name: str) -> str:
    return name.casefold().translate(_ALIKE)


@cache
def _read(name: str) -> Page:
    return parse_page(name, (_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def parse_page(name: str, text: str) -> Page:
    """Read the TOML text of the game *name*; a `KiebitzError` names a key that is unknown or missing."""
    try:
        stated = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KiebitzError(f"game file {name}: {error}") from None
    about = {key: stated.pop(key, None) for key in _PAGE_KEYS}
    lacking = [key for key, value in about.items() if value is None]
    based_on = stated.pop("based_on", "")
    refused = stated.pop("refused", "")
    unknown = [key for key in stated if key not in _READERS]
    if unknown:
        raise KiebitzError(f"game file {name}: unknown key {', '.join(unknown)}; expected {', '.join(_READERS)}")
    rules = None
    if not refused:
        inherited = _rule_values(_read(based_on).rules) if based_on else {}
        values = inherited | {key: _value(name, key, value) for key, value in stated.items()}
        lacking += [key for key in _READERS if key not in values]
        if not lacking:
            rules = Rules(game=name, title=about["title"], **values)
    if lacking:
        raise KiebitzError(f"game file {name}: nothing is said about {', '.join(lacking)}")
    return Page(
        id=name,
        title=about["title"],
        title_ru=about["title_ru"],
        aliases=tuple(about["aliases"]),
        description=about["description"].strip(),
        source=about["source"].strip(),
        based_on=based_on,
        refused=refused,
        rules=rules,
    )


def _rule_values(rules: Rules | None) -> dict[str, Any]:
    if rules is None:
        raise KiebitzError("a game cannot be based on one that is refused")
    return {key: getattr(rules, key) for key in _READERS}


def _value(name: str, key: str, value: object) -> object:
    try:
        return _READERS[key](value)
    except (KeyError, TypeError, ValueError) as error:
        raise KiebitzError(f"game file {name}: {key} = {value!r} makes no sense ({error})") from None
