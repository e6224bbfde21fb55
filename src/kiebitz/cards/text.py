"""Lists of cards as text, in any spelling."""

from __future__ import annotations

import re

from kiebitz.cards.card import Card
from kiebitz.cards.spelling import expected, texts
from kiebitz.errors import NotationError

TYPE_CHECKING = False  # true for type checkers; avoids importing `typing`
if TYPE_CHECKING:
    from collections.abc import Iterable


def parse_cards(text: str, spelling: str = "english") -> list[Card]:
    """Read cards separated by white space; a `NotationError` names line, column and the faulty word.

    >>> parse_cards("AS 10h ♦K")
    [Card.parse('AS'), Card.parse('TH'), Card.parse('KD')]
    """
    table = texts(spelling)
    cards = []
    for line_number, line in enumerate(text.splitlines(), 1):
        end = 0
        for word in line.split():
            start = line.index(word, end)
            end = start + len(word)
            card = table.get(word)
            if card is None:
                raise NotationError(word, f"line {line_number}, column {start + 1}", expected(spelling, word))
            cards.append(Card(*card))
    return cards


def format_cards(cards: Iterable[Card], spelling: str = "english") -> str:
    """Return cards in one line, separated by spaces."""
    return " ".join(card.text(spelling) for card in cards)


# Quoted text, and cards such as TS.
_QUOTED_OR_CARD = re.compile(r"(?<!\w)'[^']*'|\b[A2-9TJQK][CDHS]\b")


def respelt(message: str, spelling: str) -> str:
    """Return a message with its cards in another spelling; quoted text is unchanged.

    >>> respelt("card 2 'JC JC': JC occurs twice", "german")
    "card 2 'JC JC': B♣ occurs twice"
    """
    return _QUOTED_OR_CARD.sub(
        lambda match: match[0] if "'" in match[0] else Card.parse(match[0]).text(spelling), message
    )
