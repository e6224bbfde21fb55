"""The 52 cards, one object each."""

from __future__ import annotations

from kiebitz.cards.suits import Colour, Rank, Suit
from kiebitz.errors import InputError, NotationError, shown

TYPE_CHECKING = False  # true for type checkers; avoids importing `typing`
if TYPE_CHECKING:
    from typing import NoReturn


class Card:
    """A playing card: immutable, and one object per rank and suit.

    Cards sort by `index` = 4·(rank − 1) + suit, the order of Microsoft's deck (ace of clubs 0, king of spades 51). Hash
    and equality are by identity, which is fast, but makes the iteration order of sets differ between runs: sort them
    where order matters.

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

    def __new__(cls, rank: Rank, suit: Suit) -> Card:  # noqa: PYI034  returns one of the 52 below
        """Return the card of this rank and suit; an `InputError` if there is none."""
        card = _BY_RANK_AND_SUIT.get((rank, suit))
        if card is None:
            raise InputError("", f"no card has rank {shown(rank)} and suit {shown(suit)}", "a Rank and a Suit")
        return card

    @staticmethod
    def from_index(index: int) -> Card:
        """Return the card with this index, 0 to 51; an `InputError` otherwise."""
        if not 0 <= index < len(_CARDS):
            raise InputError("", f"no card has index {shown(index)}", "0 to 51")
        return _CARDS[index]

    @staticmethod
    def parse(text: str, spelling: str = "english") -> Card:
        """Read a card, ignoring white space around it; a `NotationError` describes valid cards.

        *spelling* is one of `kiebitz.cards.spelling.SPELLINGS`; it is never guessed.

        >>> Card.parse("BKr", "german")
        Card.parse('JC')
        """
        card = (_BY_TEXT.get(spelling) or _by_text(spelling)).get(text.strip())
        if card is None:
            from kiebitz.cards.spelling import expected

            raise NotationError(text, "", expected(spelling, text))
        return card

    def text(self, spelling: str = "english") -> str:
        """Return the card as text: a letter for the suit in English, else a symbol.

        >>> [Card.parse("TD").text(spelling) for spelling in ("english", "unicode", "german", "russian")]
        ['TD', '10♦', '10♦', '10♦']
        >>> Card.parse("JS").text("german"), Card.parse("JS").text("russian")
        ('B♠', 'В♠')
        """
        if spelling == "english":
            return self._text
        from kiebitz.cards.spelling import rank_text  # slow to import, rarely needed

        return rank_text(self.rank, spelling) + self.suit.symbol

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
        # Copies and pickles return the same object.
        return Card, (self.rank, self.suit)


def _make_deck() -> tuple[Card, ...]:
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


_CARDS = _make_deck()
_BY_RANK_AND_SUIT = {(card.rank, card.suit): card for card in _CARDS}
_BY_TEXT: dict[str, dict[str, Card]] = {}


def _by_text(spelling: str) -> dict[str, Card]:
    """Return the cards of a spelling by their texts."""
    from kiebitz.cards.spelling import texts  # slow to import, rarely needed

    table = {text: _BY_RANK_AND_SUIT[named] for text, named in texts(spelling).items()}
    _BY_TEXT[spelling] = table
    return table
