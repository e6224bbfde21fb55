"""From what was asked for to the game: a number, a game, a link, or a deal by chance.

Numbers, names and links are read by the rooms that know them; nothing is shown here.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from kiebitz.deals import numbering
from kiebitz.patience.games import game
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from kiebitz.patience.rules import Autoplay, Rules

#: Deals by chance are taken from so many of a numbering's positive numbers.
_CHANCES = 1_000_000


def wanted(text: str, like: Session) -> Session:
    """Return the game that was asked for; a `KiebitzError` says what is wrong with the answer."""
    text = text.strip()
    if "=" in text:
        from kiebitz.patience.links import read_link

        return read_link(text)
    numbers = "microsoft" if like.deal is None else like.deal.numbering
    words = text.split()
    last = words[-1].replace("\N{MINUS SIGN}", "-") if words else ""
    number = numbering(numbers).parse(last) if last.removeprefix("-").replace(",", "").isdecimal() else None
    name = " ".join(words if number is None else words[:-1])
    rules = game(name) if name else like.rules
    return new_session(rules, number, numbers, like.autoplay)


def new_session(rules: Rules, number: int | None, numbers: str, autoplay: Autoplay) -> Session:
    """Return a numbered deal, or without a number one by chance."""
    if number is None:
        first = max(1, numbering(numbers).range.start)
        last = min(first + _CHANCES, numbering(numbers).range.stop)
        number = random.randrange(first, last)  # noqa: S311  a game, not a secret
    return Session.new(number=number, numbering=numbers, rules=rules, autoplay=autoplay)
