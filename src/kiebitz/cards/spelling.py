"""How cards are spelt: English, Unicode, German and Russian, each under its own name and none ever guessed.

Single cards only, as rank and suit; lists of them are read and written in `kiebitz.cards.text`.
"""

from __future__ import annotations

from kiebitz.cards.suits import Rank, Suit
from kiebitz.errors import ChoiceError

#: `english` writes TS and reads T, 10 or 0 for the ten and a letter or a symbol for the suit. `unicode` writes 10♠ and
#: reads what `english` reads. `german` is A K D B 10 … with a symbol or Kr, Ka, H(e), P(i): a bare K for a suit could
#: be Kreuz or Karo and is refused. `russian` is Т К Д В 10 … in Cyrillic with a symbol or Т (трефы), Б (бубны),
#: Ч (червы), П (пики). All are read in either case and with rank or suit first.
SPELLINGS = ("english", "unicode", "german", "russian")

_SYMBOLS = {Suit.CLUBS: "♣♧", Suit.DIAMONDS: "♦♢", Suit.HEARTS: "♥♡", Suit.SPADES: "♠♤"}
# Pasted suit symbols often bring an invisible sign that asks for text (U+FE0E) or emoji (U+FE0F) style.
_STYLES = ("", "\ufe0e", "\ufe0f")

# Spellings of ranks and suits, separated by spaces; the first one is the one that is written.
_NUMBERS = {rank: str(rank.value) for rank in Rank if Rank.TWO <= rank <= Rank.TEN}
_ENGLISH_RANKS = _NUMBERS | {
    Rank.ACE: "A",
    Rank.TEN: "10 T 0",
    Rank.JACK: "J",
    Rank.QUEEN: "Q",
    Rank.KING: "K",
}
_GERMAN_RANKS = _NUMBERS | {Rank.ACE: "A", Rank.JACK: "B", Rank.QUEEN: "D", Rank.KING: "K"}
_RUSSIAN_RANKS = _NUMBERS | {Rank.ACE: "Т", Rank.JACK: "В", Rank.QUEEN: "Д", Rank.KING: "К"}

_ENGLISH_SUITS = {suit: suit.letter for suit in Suit}
_GERMAN_SUITS = {Suit.CLUBS: "Kr", Suit.DIAMONDS: "Ka", Suit.HEARTS: "H He", Suit.SPADES: "P Pi"}
_RUSSIAN_SUITS = {Suit.CLUBS: "Т", Suit.DIAMONDS: "Б", Suit.HEARTS: "Ч", Suit.SPADES: "П"}

_ALPHABETS = {
    "english": (_ENGLISH_RANKS, _ENGLISH_SUITS),
    "unicode": (_ENGLISH_RANKS, _ENGLISH_SUITS),
    "german": (_GERMAN_RANKS, _GERMAN_SUITS),
    "russian": (_RUSSIAN_RANKS, _RUSSIAN_SUITS),
}
_EXPECTED = {
    "english": "a card such as AS, TS, 10S or ♠10",
    "unicode": "a card such as A♠, 10♠ or TS",
    "german": "a German card such as A♠, 10♥, DKr or BPi",
    "russian": "a Russian card such as Т♠, 10Ч, ДБ or ВП",
}

_tables: dict[str, dict[str, tuple[Rank, Suit]]] = {}


def expected(spelling: str, found: str = "") -> str:
    """Return what complaints say was expected where no card of this spelling stands, but what was *found*.

    >>> expected("english", "BKr")
    'a card such as AS, TS, 10S or ♠10 (german cards are read as such: --cards german)'
    """
    other = next((name for name in ("german", "russian") if name != spelling and found in texts(name)), None)
    hint = f" ({other} cards are read as such: --cards {other})" if other else ""
    return _EXPECTED[spelling] + hint


def rank_text(rank: Rank, spelling: str) -> str:
    """Return how a rank is written; a `ChoiceError` if there is no such spelling."""
    ranks, _ = _alphabet(spelling)
    return ranks[rank].split()[0]


def texts(spelling: str) -> dict[str, tuple[Rank, Suit]]:
    """Return every text that is read as a card, with its rank and suit; a `ChoiceError` if there is no such spelling.

    The table is built at the first question and is everybody's. All upper and lower case forms are listed instead of
    folding the text: Unicode's folding would also turn signs like the long s (ſ) into letters of the alphabet.
    """
    table = _tables.get(spelling)
    if table is None:
        ranks, suits = _alphabet(spelling)
        table = {}
        for rank, rank_names in ranks.items():
            for suit, suit_names in suits.items():
                symbols = [symbol + style for symbol in _SYMBOLS[suit] for style in _STYLES]
                for suit_word in [form for name in suit_names.split() for form in _cases(name)] + symbols:
                    for rank_word in [form for name in rank_names.split() for form in _cases(name)]:
                        table[rank_word + suit_word] = table[suit_word + rank_word] = rank, suit
        _tables[spelling] = table
    return table


def _alphabet(spelling: str) -> tuple[dict[Rank, str], dict[Suit, str]]:
    try:
        return _ALPHABETS[spelling]
    except (KeyError, TypeError):
        raise ChoiceError("spelling of cards", spelling, SPELLINGS) from None


def _cases(word: str) -> set[str]:
    return {word, word.upper(), word.lower()}
