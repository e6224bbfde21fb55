"""The packs of the games: their cards, and the order of their ranks."""

from __future__ import annotations

from kiebitz.cards.card import Card
from kiebitz.cards.suits import Rank, Suit
from kiebitz.errors import InputError

TYPE_CHECKING = False  # true for type checkers; avoids importing `typing`
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Pack:
    """A named set of cards in deck order: by rank from low to high, then clubs to spades.

    `rank_order` holds the ranks from low to high, `suits` the suits, `cards` the deck. Packs with equal names and cards
    are equal.

    >>> PACKS["36"].rank_order[:3], len(PACKS["36"])
    ((Rank.ACE, Rank.SIX, Rank.SEVEN), 36)
    """

    __slots__ = ("cards", "name", "rank_order", "suits")

    def __init__(self, name: str, ranks: Iterable[Rank], suits: Iterable[Suit] = tuple(Suit)) -> None:
        self.name = name
        self.rank_order = tuple(ranks)
        self.suits = tuple(suits)
        self.cards = tuple([Card(rank, suit) for rank in self.rank_order for suit in self.suits])
        if not self.cards or len(set(self.cards)) != len(self.cards):
            raise InputError("", f"pack {name!r} needs at least one rank and one suit, none of them twice")

    def __getstate__(self) -> object:
        return object.__getstate__(self)  # for old pickle protocols, which reject slots

    def of_suits(self, suits: Iterable[Suit]) -> Pack:
        """Return the same ranks in other suits.

        >>> [str(card) for card in PACKS["13"].of_suits([Suit.HEARTS])][:2]
        ['AH', '2H']
        """
        return Pack(self.name, self.rank_order, suits)

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pack):
            return NotImplemented
        return self.name == other.name and self.cards == other.cards

    def __hash__(self) -> int:
        return hash((self.name, self.cards))

    def __repr__(self) -> str:
        return f"Pack({self.name!r}, {self.rank_order!r}, {self.suits!r})"


_SIX_UP = tuple(rank for rank in Rank if rank >= Rank.SIX)

#: The packs by name. The ace is the lowest card: "36" (Russian pack) is A 6 7 … K, "32" (Skat) is A 7 8 … K. "26" has
#: clubs and hearts, "13" spades only.
PACKS = {
    pack.name: pack
    for pack in (
        Pack("52", Rank),
        Pack("36", (Rank.ACE, *_SIX_UP)),
        Pack("32", (Rank.ACE, *_SIX_UP[1:])),
        Pack("26", Rank, (Suit.CLUBS, Suit.HEARTS)),
        Pack("13", Rank, (Suit.SPADES,)),
    )
}
