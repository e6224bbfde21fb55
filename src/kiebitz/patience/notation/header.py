"""The lines above a solution (`# game: freecell`, `# autoplay: safe`) that say what it solves and by which rules.

The moves themselves are read in `solutions`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.errors import KiebitzError
from kiebitz.patience.games import game
from kiebitz.patience.rules import Autoplay, Supermoves, choice_named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.errors import NotationError
    from kiebitz.patience.notation.lines import Line
    from kiebitz.patience.rules import Rules

_ENTRY = re.compile(r"\s*#\s*([A-Za-z_]+)\s*:(.*)", re.ASCII | re.DOTALL)
_PLAIN = ("game", "deal", "autoplay", "supermoves", "score")
_COUNTS = ("columns", "cells")
_CHANGES = (*_COUNTS, "build", "empty_column", "foundations", "home_moves")
_KEYS = (*_PLAIN, *_CHANGES, "note")


@dataclass(frozen=True, slots=True)
class Header:
    """What a solution says of itself; None where it is silent.

    `deal` is free text such as `microsoft 617`, `score` the number of cards home after the line, where it claims that
    instead of a win. `changes` are the game's rules that differ from the catalogue's, by
    name. Lines that begin with `#` and are not of the form `# key: value` are comments, and so is `# note: …`; a key
    that is not known is an error, since a slip in `autoplay` would change the meaning of every move after it.
    """

    game: str | None = None
    deal: str | None = None
    autoplay: Autoplay | None = None
    supermoves: Supermoves | None = None
    changes: tuple[tuple[str, object], ...] = ()
    score: int | None = None

    def rules(self) -> Rules:
        """Return the rules that the header names, those of `freecell` where it names no game."""
        changes = dict(self.changes)
        if self.supermoves is not None:
            changes["supermoves"] = self.supermoves
        rules = game(self.game or "freecell")
        return rules.with_(**changes) if changes else rules

    def __str__(self) -> str:
        entries: list[tuple[str, object]] = [("game", self.game), ("deal", self.deal), *self.changes]
        entries.append(("supermoves", self.supermoves and self.supermoves.value))
        entries.append(("autoplay", self.autoplay and self.autoplay.value))
        entries.append(("score", self.score))
        return "".join(f"# {key}: {value}\n" for key, value in entries if value is not None)


def header_of(rules: Rules, autoplay: Autoplay, deal: str | None, score: int | None = None) -> Header:
    """Return the header that names these rules in full, and the score if the line is no win."""
    changes = tuple((name, value) for name, value in rules.changes if name != "supermoves")
    one_line = None if deal is None else " ".join(deal.split())
    return Header(rules.game, one_line or None, autoplay, rules.supermoves, changes, score)


def is_header(line: Line) -> bool:
    """Tell whether a line is a header line or a comment."""
    return line.text.lstrip().startswith("#")


def read_header(lines: Iterable[Line]) -> Header:
    """Read the header lines among *lines*; a `NotationError` for an unknown key, a doubled one or a wrong value."""
    values: dict[str, object] = {}
    changes: dict[str, object] = {}
    for line in lines:
        match = _ENTRY.fullmatch(line.text)
        if match is None:
            continue
        key, text = match.group(1).lower(), match.group(2).strip()
        if key not in _KEYS:
            raise line.error(f"one of the keys {', '.join(_KEYS)}")
        if key == "note":
            continue
        if key in values or key in changes:
            raise line.error(f"one line for {key} only")
        if not text:
            raise line.error(f"a value for {key}")
        if key in _PLAIN:
            values[key] = _plain(key, text, line)
        else:
            changes[key] = _change(key, text, line)
    return Header(**values, changes=tuple(changes.items()))  # type: ignore[arg-type]  # checked by `_plain`


def _plain(key: str, text: str, line: Line) -> object:
    if key == "score":
        if not (text.isascii() and text.isdigit() and len(text) <= 2):
            raise line.error("a number of cards home")
        return int(text)
    try:
        if key == "autoplay":
            return choice_named(Autoplay, text.lower())
        if key == "supermoves":
            return choice_named(Supermoves, text.lower())
        return game(text).game if key == "game" else text
    except KiebitzError as error:
        raise _wrong(line, error) from None


def _change(key: str, text: str, line: Line) -> object:
    if key in _COUNTS:
        if not (text.isascii() and text.isdigit() and len(text) <= 2):
            raise line.error(f"a number of {key}")
        value: object = int(text)
    else:
        value = text.lower()
    try:
        game("freecell").with_(**{key: value})
    except KiebitzError as error:
        raise _wrong(line, error) from None
    return value


def _wrong(line: Line, error: KiebitzError) -> NotationError:
    _, _, expected = str(error).partition("expected ")
    return line.error(expected or str(error))
