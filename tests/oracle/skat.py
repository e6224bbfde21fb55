"""Skat with open cards: cards as two letters, hands as sets, every legal card tried.

It shares nothing with Kiebitz, not even card codes. `values` visits every ending; `value`, for whole deals, prunes, and
tests compare it with `values`.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

SUITS = "CSHD"
PACK = [rank + suit for suit in SUITS for rank in "789TJQKA"]
GAMES = ["C", "S", "H", "D", "grand", "null"]
POINTS = {"7": 0, "8": 0, "9": 0, "J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}
ALL = 120  # points
JACKS = ["JD", "JH", "JS", "JC"]  # the lowest first


class Ending(NamedTuple):
    """Three hands, the seat to play, and the cards of the trick in order."""

    hands: tuple[frozenset[str], frozenset[str], frozenset[str]]
    turn: int
    trick: tuple[str, ...]


def is_trump(game: str, card: str) -> bool:
    return game != "null" and (card[0] == "J" or card[1] == game)


@cache
def follows(game: str, led: str, card: str) -> bool:
    """Return whether a card follows the lead: trump on trump, or the same plain suit."""
    if is_trump(game, led) or is_trump(game, card):
        return is_trump(game, led) and is_trump(game, card)
    return led[1] == card[1]


@cache
def beats(game: str, card: str, other: str) -> bool:
    """Return whether a card, played after another, takes the trick from it."""
    if card in JACKS and game != "null":
        return other not in JACKS or JACKS.index(card) > JACKS.index(other)
    if is_trump(game, card) and not is_trump(game, other):
        return True
    if not follows(game, other, card) or (other in JACKS and game != "null"):
        return False
    order = "789TJQKA" if game == "null" else "789QKTA"
    return order.index(card[0]) > order.index(other[0])


def legal(game: str, ending: Ending) -> list[str]:
    hand = sorted(ending.hands[ending.turn])
    following = [card for card in hand if ending.trick and follows(game, ending.trick[0], card)]
    return following or hand


def after(game: str, ending: Ending, card: str) -> tuple[Ending, int | None, int]:
    """Return the next ending; and once the trick is full, the seat that takes it and its points."""
    hands = list(ending.hands)
    hands[ending.turn] = hands[ending.turn] - {card}
    trick = (*ending.trick, card)
    if len(trick) < 3:
        return Ending((hands[0], hands[1], hands[2]), (ending.turn + 1) % 3, trick), None, 0
    best = 0
    for place in (1, 2):
        if beats(game, trick[place], trick[best]):
            best = place
    taker = (ending.turn + 1 + best) % 3
    points = sum(POINTS[played[0]] for played in trick)
    return Ending((hands[0], hands[1], hands[2]), taker, ()), taker, points


def values(game: str, declarer: int, start: Ending, *, by_tricks: bool = False) -> dict[str, int]:
    """Return the value of each legal card: the declarer's further points; in Null 1 for no further trick.

    With *by_tricks* every trick counts 3.
    """

    @cache
    def value(ending: Ending) -> int:
        if not ending.hands[ending.turn]:
            return 1 if game == "null" else 0
        worths = [worth(ending, card) for card in legal(game, ending)]
        return max(worths) if ending.turn == declarer else min(worths)

    def worth(ending: Ending, card: str) -> int:
        following, taker, points = after(game, ending, card)
        if taker != declarer:
            return value(following)
        return 0 if game == "null" else (3 if by_tricks else points) + value(following)

    return {card: worth(start, card) for card in legal(game, start)}


def value(game: str, declarer: int, start: Ending, low: int = -1, high: int = ALL + 1) -> int:
    """Return the value of best play, for long deals: exact between *low* and *high*, else a bound.

    Alpha-beta with a table of positions at the start of tricks.
    """
    known: dict[Ending, tuple[int, int]] = {}  # bounds of an ending's value

    def search(ending: Ending, low: int, high: int) -> int:
        if not ending.hands[ending.turn]:
            return int(game == "null")
        least, most = known.get(ending, (0, ALL))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        declares = ending.turn == declarer
        best, alpha, beta = -1 if declares else ALL + 1, low, high
        for card in sorted(legal(game, ending), key=lambda card: promise(game, ending.trick, card)):
            worth = after_card(ending, card, alpha, beta)
            best = max(best, worth) if declares else min(best, worth)
            alpha, beta = (max(alpha, best), beta) if declares else (alpha, min(beta, best))
            if alpha >= beta:
                break
        if not ending.trick:
            known[ending] = max(least, best) if best > low else least, min(most, best) if best < high else most
        return best

    def after_card(ending: Ending, card: str, low: int, high: int) -> int:
        following, taker, points = after(game, ending, card)
        if taker != declarer:
            return search(following, low, high)
        return 0 if game == "null" else points + search(following, low - points, high - points)

    return search(start, low, high)


def promise(game: str, trick: tuple[str, ...], card: str) -> int:
    """Return a sort key: high cards that take the trick first, then cheap ones; in Null low cards."""
    if game == "null":
        return "789TJQKA".index(card[0])
    return -POINTS[card[0]] if all(beats(game, card, other) for other in trick) else POINTS[card[0]]


# --- the kernel's encoding ---


def code(card: str) -> int:
    """Return the kernel's code of a card: suits C D H S, places 7 8 9 T J Q K A."""
    return 8 * "CDHS".index(card[1]) + "789TJQKA".index(card[0])


def card_of(number: int) -> str:
    return "789TJQKA"[number % 8] + "CDHS"[number // 8]


def game_code(game: str) -> int:
    return ["C", "D", "H", "S", "grand", "null"].index(game)


def hands_bytes(ending: Ending) -> bytes:
    return b"".join(sum(1 << code(card) for card in hand).to_bytes(4, "little") for hand in ending.hands)


def trick_bytes(ending: Ending) -> bytes:
    return bytes(code(card) for card in ending.trick)
