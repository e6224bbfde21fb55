"""Suits, ranks and the 52 cards, each of which exists once.

How cards are spelt lives in `kiebitz.cards.text`; which of them a game uses, in `kiebitz.cards.packs`.
"""

from __future__ import annotations

from enum import Enum, IntEnum

from kiebitz.errors import KiebitzError, shown

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from typing import NoReturn

_RANK_LETTERS = "A23456789TJQK"
_SUIT_LETTERS = "CDHS"
_SUIT_SYMBOLS = "♣♦♥♠"


class Colour(Enum):
    """The colour of a suit."""

    BLACK = "black"
    RED = "red"

    def __repr__(self) -> str:
        return f"Colour.{self.name}"


class Suit(IntEnum):
    """The four suits, in the order of Microsoft's deck."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def colour(self) -> Colour:
        """Red for diamonds and hearts, black for clubs and spades."""
        return Colour.RED if self in (Suit.DIAMONDS, Suit.HEARTS) else Colour.BLACK

    @property
    def letter(self) -> str:
        """The English letter: C D H S."""
        return _SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """The filled symbol: ♣ ♦ ♥ ♠."""
        return _SUIT_SYMBOLS[self]

    def __repr__(self) -> str:
        return f"Suit.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()


class Rank(IntEnum):
    """The thirteen ranks; the ace counts one."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """The English letter or digit: A 2 … 9 T J Q K."""
        return _RANK_LETTERS[self - 1]

    def __repr__(self) -> str:
        return f"Rank.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()


class Card:
    """One of the 52 cards: immutable, and the same object whenever rank and suit are the same.

    Cards sort by `index` = 4·(rank − 1) + suit, the order of Microsoft's deck (ace of clubs 0, king of spades 51).
    Because each card exists once, equality and hash are those of the object: fast, but the order in which a set of
    cards is walked through differs from run to run, so sort it where order matters.

    >>> Card(Rank.TEN, Suit.SPADES)
    Card.parse('TS')
    >>> Card.parse("♠10") is Card.parse("0s")
    True
    """

    __slots__ = ("_text", "colour", "index", "rank", "suit")

    rank: Rank
    suit: Suit
    colour: Colour
    index: int
    _text: str

    def __new__(cls, rank: Rank, suit: Suit) -> Card:  # noqa: PYI034  a card always is one of the 52 below
        """Return the card of this rank and suit; a `KiebitzError` if there is none."""
        card = _BY_RANK_AND_SUIT.get((rank, suit))
        if card is None:
            raise KiebitzError(f"no card has rank {shown(rank)} and suit {shown(suit)}; expected a Rank and a Suit")
        return card

    @staticmethod
    def from_index(index: int) -> Card:
        """Return the card at this place of Microsoft's deck, 0 (ace of clubs) to 51 (king of spades)."""
        if not 0 <= index < len(_CARDS):
            raise KiebitzError(f"no card has index {shown(index)}; expected 0 to 51")
        return _CARDS[index]

    @staticmethod
    def parse(text: str, notation: str = "english") -> Card:
        """Read one card in the named notation; a `NotationError` says what else was expected.

        The notations are those of `kiebitz.cards.text.NOTATIONS`; none is ever guessed from the text.
        """
        from kiebitz.cards.text import parse_card  # here, because `text` builds its tables out of cards

        return parse_card(text, notation)

    def text(self, notation: str = "english") -> str:
        """Write the card in the named notation of `kiebitz.cards.text.NOTATIONS`.

        >>> [Card.parse("TD").text(notation) for notation in ("english", "unicode", "german", "russian")]
        ['TD', '10♦', '10♦', '10♦']
        >>> Card.parse("JS").text("german"), Card.parse("JS").text("russian")
        ('B♠', 'В♠')
        """
        if notation == "english":
            return self._text
        from kiebitz.cards.text import format_card  # here, because `text` builds its tables out of cards

        return format_card(self, notation)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Card.parse({self._text!r})"

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __le__(self, other: Card) -> bool:
        return self.index <= other.index if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: Card) -> bool:
        return self.index > other.index if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: Card) -> bool:
        return self.index >= other.index if isinstance(other, Card) else NotImplemented

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card cannot be changed, so {name!r} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card cannot be changed, so {name!r} cannot be deleted")

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit]]:
        # Copies and pickles lead back to the one object.
        return Card, (self.rank, self.suit)


def _print_deck() -> tuple[Card, ...]:
    deck: list[Card] = []
    for rank in Rank:
        for suit in Suit:
            card = object.__new__(Card)
            fields = (
                ("rank", rank),
                ("suit", suit),
                ("colour", suit.colour),
                ("index", len(deck)),
                ("_text", rank.letter + suit.letter),
            )
            for name, value in fields:
                object.__setattr__(card, name, value)
            deck.append(card)
    return tuple(deck)


_CARDS = _print_deck()
_BY_RANK_AND_SUIT = {(card.rank, card.suit): card for card in _CARDS}
