"""How cards are spelt: English, Unicode, German and Russian, each under its own name and none ever guessed.

Whole boards and moves are read elsewhere; a text here holds cards and white space only.
"""

from __future__ import annotations

from kiebitz.cards.card import Card, Rank, Suit
from kiebitz.errors import KiebitzError, NotationError, shown

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from collections.abc import Iterable

#: `english` writes TS and reads T, 10 or 0 for the ten and a letter or a symbol for the suit. `unicode` writes 10♠ and
#: reads what `english` reads. `german` is A K D B 10 … with a symbol or Kr, Ka, H(e), P(i): a bare K for a suit could
#: be Kreuz or Karo and is refused. `russian` is Т К Д В 10 … in Cyrillic with a symbol or Т (трефы), Б (бубны),
#: Ч (червы), П (пики). All are read in either case and with rank or suit first.
NOTATIONS = ("english", "unicode", "german", "russian")

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

_tables: dict[str, dict[str, Card]] = {}


def parse_card(text: str, notation: str = "english") -> Card:
    """Read one card, white space around it allowed; a `NotationError` otherwise.

    >>> parse_card("BKr", "german")
    Card.parse('JC')
    """
    card = _table(notation).get(text.strip())
    if card is None:
        raise NotationError(text, "", _EXPECTED[notation])
    return card


def parse_cards(text: str, notation: str = "english") -> list[Card]:
    """Read cards with white space between them; a `NotationError` gives line, column and the word at fault.

    >>> parse_cards("AS 10h ♦K")
    [Card.parse('AS'), Card.parse('TH'), Card.parse('KD')]
    """
    table = _table(notation)
    cards = []
    for line_number, line in enumerate(text.splitlines(), 1):
        end = 0
        for word in line.split():
            start = line.index(word, end)
            end = start + len(word)
            card = table.get(word)
            if card is None:
                raise NotationError(word, f"line {line_number}, column {start + 1}", _EXPECTED[notation])
            cards.append(card)
    return cards


def format_card(card: Card, notation: str = "english") -> str:
    """Write a card in the named notation: a letter for the suit in English, the symbol in all others."""
    ranks, _ = _alphabet(notation)
    return str(card) if notation == "english" else ranks[card.rank].split()[0] + card.suit.symbol


def format_cards(cards: Iterable[Card], notation: str = "english") -> str:
    """Write cards in one line with a space between them; `parse_cards` reads it back."""
    return " ".join(card.text(notation) for card in cards)


def spellings(notation: str = "english") -> dict[str, Card]:
    """Return every text that the named notation reads as a card, with its card."""
    return dict(_table(notation))


def _alphabet(notation: str) -> tuple[dict[Rank, str], dict[Suit, str]]:
    try:
        return _ALPHABETS[notation]
    except (KeyError, TypeError):
        names = ", ".join(NOTATIONS)
        raise KiebitzError(f"unknown card notation {shown(notation)}; expected one of: {names}") from None


def _table(notation: str) -> dict[str, Card]:
    """Return the spellings of a notation, built at the first question.

    All upper and lower case forms are listed instead of folding the text: Unicode's folding would also turn signs like
    the long s (ſ) into letters of the alphabet.
    """
    table = _tables.get(notation)
    if table is None:
        ranks, suits = _alphabet(notation)
        table = {}
        for rank, rank_names in ranks.items():
            for suit, suit_names in suits.items():
                card = Card(rank, suit)
                symbols = [symbol + style for symbol in _SYMBOLS[suit] for style in _STYLES]
                for suit_word in [form for name in suit_names.split() for form in _cases(name)] + symbols:
                    for rank_word in [form for name in rank_names.split() for form in _cases(name)]:
                        table[rank_word + suit_word] = card
                        table[suit_word + rank_word] = card
        _tables[notation] = table
    return table


def _cases(word: str) -> set[str]:
    return {word, word.upper(), word.lower()}
