"""The spellings of cards: English, Unicode, German and Russian."""

from __future__ import annotations

from functools import cache

from kiebitz.cards.suits import Rank, Suit
from kiebitz.errors import ChoiceError

#: `english` writes TS, and reads T, 10 or 0 for the ten and a letter or symbol for the suit. `unicode` writes 10♠ and
#: reads the same. `german` is A K D B 10 … with a symbol or Kr, Ka, H(e), P(i), but not K, which could be Kreuz or
#: Karo. `russian` is Т К Д В 10 … in Cyrillic with a symbol or Т (трефы), Б (бубны), Ч (червы), П (пики). All are read
#: in either case, with rank or suit first.
SPELLINGS = ("english", "unicode", "german", "russian")

# Ranks from ace to king and suits from clubs to spades; the first of several alternatives is written.
_ENGLISH = "A 2 3 4 5 6 7 8 9 10/T/0 J Q K", "C D H S"
_WORDS = {
    "english": _ENGLISH,
    "unicode": _ENGLISH,
    "german": ("A 2 3 4 5 6 7 8 9 10 B D K", "Kr Ka H/He P/Pi"),
    "russian": ("Т 2 3 4 5 6 7 8 9 10 В Д К", "Т Б Ч П"),
}
_SYMBOLS = ("♣♧", "♦♢", "♥♡", "♠♤")
# Variation selectors that often follow pasted suit symbols: text style (U+FE0E), emoji style (U+FE0F).
_STYLES = ("", "\ufe0e", "\ufe0f")
_EXPECTED = {
    "english": "a card such as AS, TS, 10S or ♠10",
    "unicode": "a card such as A♠, 10♠ or TS",
    "german": "a German card such as A♠, 10♥, DKr or BPi",
    "russian": "a Russian card such as Т♠, 10Ч, ДБ or ВП",
}


def expected(spelling: str, text: str = "") -> str:
    """Return the description of a valid card for error messages, with a hint if *text* is a card of another spelling.

    >>> expected("english", "BKr")
    'a card such as AS, TS, 10S or ♠10 (german cards are read as such: --cards german)'
    """
    other = next((name for name in ("german", "russian") if name != spelling and text in texts(name)), None)
    hint = f" ({other} cards are read as such: --cards {other})" if other else ""
    return _EXPECTED[spelling] + hint


def spelling_code(spelling: str) -> int:
    """Return the kernel's code of a spelling; a `ChoiceError` for an unknown one."""
    if spelling not in SPELLINGS:
        raise ChoiceError("spelling of cards", spelling, SPELLINGS)
    return SPELLINGS.index(spelling)


def rank_text(rank: Rank, spelling: str) -> str:
    """Return the text of a rank; a `ChoiceError` for an unknown spelling."""
    return _words(spelling)[0][rank - 1][0]


@cache
def texts(spelling: str) -> dict[str, tuple[Rank, Suit]]:
    """Return all texts that are read as cards, with rank and suit; a `ChoiceError` for an unknown spelling.

    The table lists upper and lower case forms, because Unicode's case folding would also map signs such as the long s
    (ſ) to letters.
    """
    ranks, suits = (
        [[form for word in words for form in (word, word.upper(), word.lower())] for words in of_all]
        for of_all in _words(spelling)
    )
    table = {}
    for suit, symbols, words in zip(Suit, _SYMBOLS, suits, strict=True):
        for suit_word in (*words, *[symbol + style for symbol in symbols for style in _STYLES]):
            for rank, rank_words in zip(Rank, ranks, strict=True):
                for rank_word in rank_words:
                    table[rank_word + suit_word] = table[suit_word + rank_word] = rank, suit
    return table


@cache
def _words(spelling: str) -> tuple[list[list[str]], ...]:
    """Return the words for each rank, and those for each suit."""
    if spelling not in _WORDS:
        raise ChoiceError("spelling of cards", spelling, SPELLINGS)
    return tuple([words.split("/") for words in line.split()] for line in _WORDS[spelling])
