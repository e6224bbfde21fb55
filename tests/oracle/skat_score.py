"""The value and the score of a game of Skat: cards as two letters, contracts as words such as `spades hand schneider`.

All that a contract includes is named. Nothing is shared with Kiebitz. The rules are those of the International Skat
Order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection

BASES = {"clubs": 12, "spades": 11, "hearts": 10, "diamonds": 9, "grand": 24}
NULL = {"": 23, "hand": 35, "ouvert": 46, "hand ouvert": 59}


def matadors(game: str, cards: Collection[str]) -> int:
    """Return the matadors of the declarer's cards, negative if they are missing; 0 in Null."""
    if game == "null":
        return 0
    suit = "" if game == "grand" else game[0].upper()
    order = ["JC", "JS", "JH", "JD", *(rank + suit for rank in "ATKQ987" if suit)]
    with_them = "JC" in cards
    count = next((n for n, card in enumerate(order) if (card in cards) is not with_them), len(order))
    return count if with_them else -count


def value(contract: str, count: int, *, schneider: bool = False, schwarz: bool = False) -> int:
    """Return the value of a contract with so many matadors, and with Schneider or Schwarz made."""
    game, *announced = contract.split()
    if game == "null":
        return NULL[" ".join(announced)]
    made = {*announced, *(["schneider"] if schneider or schwarz else []), *(["schwarz"] if schwarz else [])}
    levels = len(made) + sum(name in announced for name in ("schneider", "schwarz"))
    return (abs(count) + 1 + levels) * BASES[game]


class Result(NamedTuple):
    """Whether the declarer won; the value that counts, the score written, and whether the game was overbid."""

    won: bool
    value: int
    written: int
    overbid: bool


def score(contract: str, bid: int, cards: Collection[str], points: int, tricks: int) -> Result:
    """Return the score for the declarer's twelve cards, card points with the skat, and tricks."""
    game, *announced = contract.split()
    null = game == "null"
    schneider, schwarz = not null and not 30 < points < 90, not null and tricks in (0, 10)
    worth = value(contract, matadors(game, cards), schneider=schneider, schwarz=schwarz)
    least = 120 if "schwarz" in announced else 90 if "schneider" in announced else 61
    won = tricks == 0 if null else points >= least and (least < 120 or tricks == 10)
    if worth >= bid:
        return Result(won, worth, worth if won else -2 * worth, False)
    hand = " hand" if "hand" in announced else ""
    games = {each: value(each + hand, matadors(each, cards)) for each in BASES} if null else {game: 0}
    worth = min(max(own, -(-bid // BASES[each]) * BASES[each]) for each, own in games.items())
    return Result(False, worth, -2 * worth, True)
