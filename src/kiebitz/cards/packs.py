"""The packs that games are played with: which cards they hold, and in which order the ranks stand.

Shuffling and dealing them is the business of `kiebitz.deals`.
"""

from __future__ import annotations

from kiebitz.cards.card import Card
from kiebitz.cards.suits import Rank, Suit
from kiebitz.errors import CardError

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Pack:
    """A named set of cards in deck order: rank by rank from low to high, within a rank clubs to spades.

    `rank_order` holds the ranks from low to high, `suits` the suits, `cards` the whole deck; packs of equal content
    and name are equal.

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
            raise CardError("", f"pack {name!r} needs at least one rank and one suit, none of them twice")

    def __getstate__(self) -> object:
        return object.__getstate__(self)  # else the oldest forms of pickles refuse a class with slots

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

#: The packs by name. The ace comes first in all of them: in "36" (A 6 7 … K, the Russian pack) and "32" (A 7 8 … K, the
#: Skat pack) the lowest number card follows it. "26" is clubs and hearts, one suit of each colour, and "13" is spades
#: alone.
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
