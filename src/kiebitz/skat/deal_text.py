"""Typed deals of Skat: three hands and a skat, with names or in order."""

from __future__ import annotations

from kiebitz.errors import HandError, NotationError
from kiebitz.skat.hand import HAND, SKAT, card_words, read_cards
from kiebitz.skat.referee import Deal
from kiebitz.skat.seats import FOREHAND, MIDDLEHAND, REARHAND, Seat

TYPE_CHECKING = False  # true for type checkers; importing `typing` would slow every start
if TYPE_CHECKING:
    from collections.abc import Sequence

_SKAT = "skat"
_NAMES = (*(str(seat) for seat in Seat), _SKAT)
_EXPECTED = "forehand:, middlehand:, rearhand: or skat: before the cards, each once, or 32 cards without names"
_PACK = 3 * HAND + SKAT


def read_deal(text: str, spelling: str = "english") -> Deal:
    """Return the deal of 32 cards with white space between them: forehand, middlehand, rearhand, skat.

    The parts may have any order if each follows its name, such as `skat:`. Raises `NotationError` or `HandError` with
    the card at fault, its place and what was expected.

    >>> text = "skat: JH JD rearhand: 7H AD TD KD QD 9D 8D 7D JC JS forehand: AC TC KC QC 9C 8C 7C AS TS KS"
    >>> read_deal(text + " middlehand: QS 9S 8S 7S AH TH KH QH 9H 8H").skat
    (Card.parse('JD'), Card.parse('JH'))
    """
    words = card_words(text.replace(":", ": "))
    parts = _named(words) if any(word.endswith(":") for word in words) else _in_order(words)
    hands = [read_cards(parts[str(seat)], HAND, f"{seat}'s hand", spelling) for seat in Seat]
    skat = read_cards(parts[_SKAT], SKAT, "the skat", spelling)
    return Deal((hands[FOREHAND], hands[MIDDLEHAND], hands[REARHAND]), skat)


def _named(words: Sequence[str]) -> dict[str, list[str]]:
    parts: dict[str, list[str]] = {}
    name = ""
    for word in words:
        if word.endswith(":"):
            name = word[:-1].lower()
            if name not in _NAMES or name in parts:
                raise NotationError(word, "deal", _EXPECTED)
            parts[name] = []
        elif not name:
            raise NotationError(word, "deal", _EXPECTED)
        else:
            parts[name].append(word)
    for name in _NAMES:
        if name not in parts:
            raise HandError("deal", f"no {name}:", "forehand:, middlehand:, rearhand: and skat:")
    return parts


def _in_order(words: Sequence[str]) -> dict[str, list[str]]:
    if len(words) != _PACK:
        raise HandError(
            "deal",
            f"{len(words)} cards",
            "32: ten each of forehand, middlehand and rearhand, then the two of the skat",
        )
    ends = [HAND * number for number in range(4)] + [_PACK]
    return {name: list(words[first:last]) for name, first, last in zip(_NAMES, ends[:-1], ends[1:], strict=True)}
