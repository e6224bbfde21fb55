"""Conversion of a player's request into a game: a number, a game's name, a link, or a random deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.analysis.levels import Level, random_deal
from kiebitz.deals import numbering
from kiebitz.errors import InputError
from kiebitz.patience.games import game
from kiebitz.patience.links import read_link
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.patience.rules import Rules

#: The first words that ask for a random deal that can be won: of any level, or of one.
_WINNABLE: dict[str, Level | None] = {"winnable": None, **{level.value: level for level in Level}}


def parse_request(text: str, current: Session) -> Session:
    """Return the requested game, with numbering and autoplay of *current*; raise `KiebitzError` if there is none."""
    text = text.strip()
    if "=" in text:
        return read_link(text)
    numbers = "microsoft" if current.deal is None else current.deal.numbering
    words = text.split()
    winnable = words[:1] and words[0] in _WINNABLE
    level = _WINNABLE[words.pop(0)] if winnable else None
    last = words[-1].replace("\N{MINUS SIGN}", "-") if words else ""
    number = numbering(numbers).parse(last) if last.removeprefix("-").replace(",", "").isdecimal() else None
    name = " ".join(words if number is None else words[:-1])
    rules = game(name) if name else current.rules
    return new_session(rules, number, numbers, current.autoplay, winnable=bool(winnable), level=level)


def new_session(
    rules: Rules,
    number: int | None,
    numbers: str,
    autoplay: Autoplay,
    *,
    winnable: bool = False,
    level: Level | None = None,
) -> Session:
    """Return a numbered deal or, without a number, a random one; *winnable* requires a solved one, of a *level* if any.

    Raises `InputError` if none was found, or for *winnable* with a number.
    """
    if winnable and number is not None:
        raise InputError("", f"expected a random winnable deal or number {number}, not both")
    if number is None:
        number = random_deal(rules, numbers, level)[0] if winnable else numbering(numbers).random_number()
    return Session.new(number=number, numbering=numbers, rules=rules, autoplay=autoplay)
