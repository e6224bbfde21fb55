"""Conversion of a player's request into a game: a number, a game's name, a link, or a random deal."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from kiebitz.analysis.limits import Limit  # delays no first board: only other games need this module
from kiebitz.analysis.ranges import winnable
from kiebitz.deals import numbering
from kiebitz.errors import InputError
from kiebitz.patience.games import game
from kiebitz.patience.links import read_link
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.patience.rules import Rules

#: Random deals come from this many positive numbers of a numbering.
_RANDOM_NUMBERS = 1_000_000
#: Deals tried for a winnable one, each for some hundredths of a second.
_TRIES = 100
_STATES = 20_000
_WINNABLE = "winnable"


def parse_request(text: str, current: Session) -> Session:
    """Return the requested game, with numbering and autoplay of *current*; raise `KiebitzError` if there is none."""
    text = text.strip()
    if "=" in text:
        return read_link(text)
    numbers = "microsoft" if current.deal is None else current.deal.numbering
    words = text.split()
    winnable = words[:1] == [_WINNABLE]
    words = words[winnable:]
    last = words[-1].replace("\N{MINUS SIGN}", "-") if words else ""
    number = numbering(numbers).parse(last) if last.removeprefix("-").replace(",", "").isdecimal() else None
    name = " ".join(words if number is None else words[:-1])
    rules = game(name) if name else current.rules
    return new_session(rules, number, numbers, current.autoplay, winnable=winnable)


def new_session(
    rules: Rules, number: int | None, numbers: str, autoplay: Autoplay, *, winnable: bool = False
) -> Session:
    """Return a numbered deal or, without a number, a random one; *winnable* requires a solved one.

    Raises `InputError` if none of `_TRIES` deals was solved, or for *winnable* with a number.
    """
    if winnable and number is not None:
        raise InputError("", f"expected a random winnable deal or number {number}, not both")
    if number is None:
        number = _random_winnable(rules, numbers) if winnable else _random_number(numbers)
    return Session.new(number=number, numbering=numbers, rules=rules, autoplay=autoplay)


def _random_winnable(rules: Rules, numbers: str) -> int:
    numbers_to_try = (_random_number(numbers) for _ in range(_TRIES))
    for answer in winnable(rules, numbers_to_try, Limit(states=_STATES), numbering=numbers):
        return answer.first
    raise InputError("", f"no deal of {rules.title} that can be won was found among {_TRIES}")


def _random_number(numbers: str) -> int:
    first = max(1, numbering(numbers).range.start)
    last = min(first + _RANDOM_NUMBERS, numbering(numbers).range.stop)
    return random.randrange(first, last)  # noqa: S311 a game, not a secret
