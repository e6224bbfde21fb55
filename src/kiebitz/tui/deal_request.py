"""From what was asked for to the game: a number, a game, a link, or a deal by chance.

How numbers, names and links are written is known to `deals` and `patience`.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from kiebitz.analysis.limits import Limit  # the first board of other games need not wait for the solver
from kiebitz.analysis.ranges import winnable
from kiebitz.deals import numbering
from kiebitz.errors import DealError, UsageError
from kiebitz.patience.games import game
from kiebitz.patience.links import read_link
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.patience.rules import Rules

#: Deals by chance are taken from the first of a numbering's positive numbers.
_CHANCES = 1_000_000
#: A deal that can be won is looked for among this many, at each of them for a few hundredths of a second.
_TRIES = 100
_STATES = 20_000
_WINNABLE = "winnable"


def wanted(text: str, like: Session) -> Session:
    """Return the game that was asked for; a `KiebitzError` says what is wrong with the answer."""
    text = text.strip()
    if "=" in text:
        return read_link(text)
    numbers = "microsoft" if like.deal is None else like.deal.numbering
    words = text.split()
    winnable = words[:1] == [_WINNABLE]
    words = words[winnable:]
    last = words[-1].replace("\N{MINUS SIGN}", "-") if words else ""
    number = numbering(numbers).parse(last) if last.removeprefix("-").replace(",", "").isdecimal() else None
    name = " ".join(words if number is None else words[:-1])
    rules = game(name) if name else like.rules
    return new_session(rules, number, numbers, like.autoplay, winnable=winnable)


def new_session(
    rules: Rules, number: int | None, numbers: str, autoplay: Autoplay, *, winnable: bool = False
) -> Session:
    """Return a numbered deal, or without a number one by chance; *winnable*, one that the solver has won.

    A `DealError` where none of a hundred was, a `UsageError` if a number was given that leaves no chance.
    """
    if winnable and number is not None:
        raise UsageError("", f"a deal by chance that can be won, or number {number}: not both")
    if number is None:
        number = _by_chance_to_be_won(rules, numbers) if winnable else _by_chance(numbers)
    return Session.new(number=number, numbering=numbers, rules=rules, autoplay=autoplay)


def _by_chance_to_be_won(rules: Rules, numbers: str) -> int:
    tried = (_by_chance(numbers) for _ in range(_TRIES))
    for found in winnable(rules, tried, Limit(states=_STATES), numbering=numbers):
        return found.first
    raise DealError("", f"no deal of {rules.title} that can be won was found among {_TRIES}")


def _by_chance(numbers: str) -> int:
    first = max(1, numbering(numbers).range.start)
    last = min(first + _CHANCES, numbering(numbers).range.stop)
    return random.randrange(first, last)  # noqa: S311  a game, not a secret
