"""Finding a game by name: its rules and its page of text, made of the TOML files beside it.

A file either states every rule or names the game it is `based_on` and states its differences; an unknown key, or one
that nobody stated, is an error.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import EditionError, RulesError, UnknownGameError
from kiebitz.patience import game_files
from kiebitz.patience.rules import STATED, Rules

if TYPE_CHECKING:
    from collections.abc import Mapping

#: What makes no difference in a name: signs left out, and signs that stand for another.
_ALIKE = str.maketrans({"ё": "е", "×": "x", **dict.fromkeys(" -_'’")})


class Page(NamedTuple):
    """What the catalogue tells about a game: its names, its text, the game it is based on, and its rules.

    `edition` counts the corrections of its rules, from 1 on; `edition_1` are the rules by which the first one differs,
    by name, where changed rules can say it, else `None`. `refused` is empty, or the reason why the game is known by
    name but not offered; then there are no rules.
    """

    id: str
    title: str
    title_ru: str
    aliases: tuple[str, ...]
    description: str
    source: str
    based_on: str
    edition: int
    edition_1: Mapping[str, int | str] | None
    refused: str
    rules: Rules | None

    def changes_of(self, edition: int, place: str) -> Mapping[str, int | str]:
        """Return the rules by which an edition differs from the last one.

        An `EditionError` about *place*, what was written of it, where no changed rules say it.
        """
        if edition == self.edition:
            return {}
        if edition != 1 or self.edition_1 is None:
            raise EditionError(place, self.title, edition, self.edition)
        return self.edition_1


def games() -> tuple[str, ...]:
    """Return the ids of all games that can be played, in alphabetical order.

    >>> "freecell" in games(), "double_freecell" in games()
    (True, False)
    """
    return tuple(name for name in game_files.ids() if not page(name).refused)


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
    if name in game_files.ids():
        return _read(name)
    found = _names().get(_folded(name)) if isinstance(name, str) else None
    if found is None:
        raise UnknownGameError(name, games())
    return _read(found)


@cache
def _names() -> dict[str, str]:
    """Every name that a game goes by, folded, with its id; ids win over titles, titles over aliases."""
    pages = [_read(name) for name in game_files.ids()]
    names: dict[str, str] = {}
    for found in pages:
        names.setdefault(_folded(found.id), found.id)
    for found in pages:
        names.setdefault(_folded(found.title), found.id)
        names.setdefault(_folded(found.title_ru), found.id)
    for found in pages:
        for alias in found.aliases:
            names.setdefault(_folded(alias), found.id)
    return names


def _folded(name: str) -> str:
    return name.casefold().translate(_ALIKE)


@cache
def _read(name: str) -> Page:
    return _page(game_files.game_file(name))


def parse_page(name: str, text: str) -> Page:
    """Read the TOML text of the game *name*; a `RulesError` names a key that is unknown or missing."""
    return _page(game_files.parse(name, text))


def _page(file: game_files.GameFile) -> Page:
    unknown = [key for key in file.rules if key not in STATED]
    if unknown:
        raise RulesError(f"game file {file.id}", f"unknown key {', '.join(unknown)}", ", ".join(STATED))
    lacking = [key for key, value in file.about.items() if value is None]
    if not file.refused:
        lacking += [key for key in STATED if key not in file.rules]
    if lacking:
        raise RulesError(f"game file {file.id}", f"nothing is said about {', '.join(lacking)}")
    about = file.about
    return Page(
        id=file.id,
        title=about["title"],
        title_ru=about["title_ru"],
        aliases=tuple(about["aliases"]),
        description=about["description"].strip(),
        source=about["source"].strip(),
        based_on=file.based_on,
        edition=file.edition,
        edition_1=file.edition_1,
        refused=file.refused,
        rules=None if file.refused else Rules.stated(file.id, about["title"], file.rules),
    )
