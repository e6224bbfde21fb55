"""Deal numbers to positions."""

from __future__ import annotations

from kiebitz.deals import numbering as numbering_named
from kiebitz.patience.games import game as game_named
from kiebitz.patience.position import Position
from kiebitz.patience.rules import Rules


def deal(number: int, game: str | Rules = "freecell", numbering: str = "microsoft") -> Position:
    """Return the position of a numbered deal.

    *game* is a name of the catalogue or a `Rules`. *numbering* is one of `kiebitz.deals.NUMBERINGS`, which have the
    range and source of each: `microsoft` (−4 to 8,589,934,591), `pysolfc`, `fisher-yates`, `wetherell`, `one-suit`.
    Raises `NumberRangeError` for a number outside that range, `UnknownGameError` for an unknown game, `KiebitzError`
    for an unknown numbering.

    >>> [str(card) for card in deal(617).columns[0]]
    ['7D', 'TD', 'TH', 'KD', '4C', '4S', 'JD']
    """
    rules = game if isinstance(game, Rules) else game_named(game)
    return Position.deal(rules, numbering_named(numbering).cards(number, rules.pack))
