"""Lists of cards as text: cards and white space only, in any spelling of `kiebitz.cards.spelling`.

Whole boards and moves are read in the packages of the games.
"""

from __future__ import annotations

import re

from kiebitz.cards.card import Card
from kiebitz.cards.spelling import expected, texts
from kiebitz.errors import NotationError

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from collections.abc import Iterable


def parse_cards(text: str, spelling: str = "english") -> list[Card]:
    """Read cards with white space between them; a `NotationError` gives line, column and the word at fault.

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
            found = table.get(word)
            if found is None:
                raise NotationError(word, f"line {line_number}, column {start + 1}", expected(spelling, word))
            cards.append(Card(*found))
    return cards


def format_cards(cards: Iterable[Card], spelling: str = "english") -> str:
    """Write cards in one line with a space between them; `parse_cards` reads it back."""
    return " ".join(card.text(spelling) for card in cards)


# What is quoted, and cards such as TS.
_QUOTED_OR_CARD = re.compile(r"(?<!\w)'[^']*'|\b[A2-9TJQK][CDHS]\b")


def respelt(message: str, spelling: str) -> str:
    """Return a message with the cards that it names in another spelling; what it quotes stays as it was typed.

    >>> respelt("card 2 'JC JC': JC stands there for the second time", "german")
    "card 2 'JC JC': B♣ stands there for the second time"
    """
    return _QUOTED_OR_CARD.sub(
        lambda found: found[0] if "'" in found[0] else Card.parse(found[0]).text(spelling), message
    )
