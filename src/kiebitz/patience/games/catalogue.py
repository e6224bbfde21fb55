"""The catalogue: rules and texts of games by name, from the TOML files beside it.

A file states every rule, or its differences from the game in `based_on`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import EditionError, InputError, UnknownGameError
from kiebitz.patience import game_files
from kiebitz.patience.rules import STATED, Rules

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Signs that names ignore, and signs to replace.
_ALIKE = str.maketrans({"ё": "е", "×": "x", **dict.fromkeys(" -_'’")})


class Page(NamedTuple):
    """A game in the catalogue: names, texts and rules; the other fields are those of `GameFile`."""

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

    def unnamed_edition(self, *, with_moves: bool) -> int:
        """Return the edition of a link that names none: the first, by which links were written without a name.

        A deal without moves is read by the current rules if changed rules cannot express the first edition.
        """
        return 1 if with_moves or self.edition_1 is not None else self.edition

    def changes_of(self, edition: int, place: str) -> Mapping[str, int | str]:
        """Return the rules by which an edition differs from the current one.

        An `EditionError` about *place*, the kind of text, if changed rules cannot express it.
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
    """Return the rules of the game with this id, alias or title; an `UnknownGameError` for any other name.

    Case, spaces, hyphens, underscores and apostrophes make no difference.

    >>> game("Baker's Game").game, game("Солитер").game
    ('bakers_game', 'bakers_game')
    """
    entry = page(name)
    if entry.rules is None:
        raise UnknownGameError(name, games(), reason=entry.refused)
    return entry.rules


def page(name: str) -> Page:
    """Return the page of the game with this id, alias or title, even if the game is refused."""
    if name in game_files.ids():
        return _read(name)
    game_id = _names().get(_folded(name)) if isinstance(name, str) else None
    if game_id is None:
        raise UnknownGameError(name, games())
    return _read(game_id)


@cache
def _names() -> dict[str, str]:
    """Return the id for every folded name of a game; ids win over titles, titles over aliases."""
    pages = [_read(name) for name in game_files.ids()]
    names: dict[str, str] = {}
    for entry in pages:
        names.setdefault(_folded(entry.id), entry.id)
    for entry in pages:
        names.setdefault(_folded(entry.title), entry.id)
        names.setdefault(_folded(entry.title_ru), entry.id)
    for entry in pages:
        for alias in entry.aliases:
            names.setdefault(_folded(alias), entry.id)
    return names


def _folded(name: str) -> str:
    return name.casefold().translate(_ALIKE)


@cache
def _read(name: str) -> Page:
    return _page(game_files.game_file(name))


def parse_page(name: str, text: str) -> Page:
    """Parse the TOML text of the game *name*; an `InputError` names an unknown or missing key."""
    return _page(game_files.parse(name, text))


def _page(file: game_files.GameFile) -> Page:
    unknown = [key for key in file.rules if key not in STATED]
    if unknown:
        raise InputError(f"game file {file.id}", f"unknown key {', '.join(unknown)}", ", ".join(STATED))
    lacking = [key for key, value in file.about.items() if value is None]
    if not file.refused:
        lacking += [key for key in STATED if key not in file.rules]
    if lacking:
        raise InputError(f"game file {file.id}", f"missing key {', '.join(lacking)}")
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
