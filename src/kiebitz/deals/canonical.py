"""Which deals are the same game under other names, and how many different ones there are.

All figures are exact whole numbers.

A deal gives each place of the table one card. Two kinds of renaming leave the game as it is:

*Columns.* No rule of the FreeCell family says which of two columns is left of the other, so any order of the columns
gives the same game. Columns of unequal height cannot change places within deals of one shape, so what remains are the
permutations of columns of equal height.

*Suits.* A renaming of the suits keeps the game if it keeps every rule. Foundations are built by suit from one rank to
the next: every permutation of the suits keeps that. Building on columns decides the rest.

- `alternate_colour`: a card goes on one of the next rank and the other colour. A permutation of the suits keeps this
  if and only if it maps pairs of suits of unequal colour to such pairs, that is if it keeps the two colours or
  exchanges them as wholes: 2·2·2 = 8 permutations. That black becomes red does no harm, no rule names a colour.
- `same_suit`: a card goes on one of the next rank and its own suit; all 24 permutations keep "the same suit".
- `within_colours`: only suits of equal colour change places, 2·2 = 4 permutations. That is the count often printed; it
  tells apart deals that differ in nothing but black and red.

Both kinds together form a group G, the direct product of the column permutations H and the suit permutations S, acting
on the set of deals. The *orbit* of a deal is the set of all deals that are the same game.
"""

from __future__ import annotations

from itertools import permutations
from math import factorial, prod

from kiebitz.cards import PACKS, Card, Colour, Suit
from kiebitz.errors import ChoiceError

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kiebitz.cards import Pack

    Columns = tuple[tuple[Card, ...], ...]

#: The names for what a renaming of the suits has to keep; see the head of this module.
BUILDS = ("alternate_colour", "same_suit", "within_colours")

_FULL_PACK = PACKS["52"]


def canonical(columns: Iterable[Sequence[Card]], build: str = "alternate_colour") -> Columns:
    """Return the first of all deals that are the same game as this one: equal results mean equal games.

    First is the one whose columns, sorted by falling height and then by their cards' indices, come first. Sorting is
    the choice of one member among all orders of equally high columns, and the least over all renamings of the suits is
    one member of the orbit that does not depend on which member was given; so two deals have the same canonical form
    exactly if they lie in one orbit. Empty columns are left out.

    >>> from kiebitz.deals import columns, microsoft
    >>> one = columns(microsoft.cards(1))
    >>> canonical(one) == canonical(one[3::-1] + one[4:])
    True
    """
    least = min(_forms(columns, build))
    return tuple(tuple(Card.from_index(index) for index in column) for _, column in least)


def symmetries(columns: Iterable[Sequence[Card]], build: str = "alternate_colour") -> int:
    """Return how many different deals are the same game as this one, itself included.

    This is the size of the orbit. The columns can be put in order in ∏ h! ways (h columns of each height), all of
    them different since no two columns hold the same cards; and the orbit falls into one such set for each of the
    different sorted forms among the renamings of the suits. For eight columns of 52 cards built by alternate colours
    that is 4!·4!·8 = 4608 unless a renaming of the suits gives nothing but another order of the columns.
    """
    piles = [tuple(column) for column in columns]
    return _orders(map(len, piles)) * len(set(_forms(piles, build)))


def distinct_deals(pack: Pack = _FULL_PACK, columns: int = 8, build: str = "alternate_colour") -> int:
    """Return the exact number of different games when the pack is dealt round-robin to *columns* columns.

    By the lemma of Cauchy, Frobenius and Burnside the number of orbits is the mean, over all g in G, of the number of
    deals that g leaves as they are. Let g consist of the column permutation π, seen as a permutation of the places, and
    the suit permutation σ, seen as a permutation of the cards. A deal is a bijection d from places to cards, g turns
    it into σ∘d∘π⁻¹, and d stays as it is if and only if σ = d∘π∘d⁻¹. Such d exist if and only if π and σ have equally
    many cycles of each length; then there are as many as permutations that commute with σ: ∏ kᵐ·m!, over the lengths k
    with m cycles each (each cycle goes to one of the m, at one of its k beginnings). So it is enough to know, for both
    kinds, how many permutations have which cycle lengths. For the full pack in eight columns this gives

    (52! + 2·36·26!·2¹³·13! + 3·9·26!·2²⁶ + 2·36·13!·4¹³) / (4!·4!·8) = 52!/4608 and a little more.

    >>> distinct_deals() - factorial(52) // 4608
    321447111143569063310253014144306380800
    """
    heights = [len(pack) // columns + (column < len(pack) % columns) for column in range(columns)]
    suit_maps = _suit_maps(pack.suits, build)
    cards_of_a_suit = len(pack.rank_order)
    column_types = _cycle_types_of_columns(heights)
    fixed = 0
    for suit_map in suit_maps:
        cycles = [length for length in _cycles(suit_map) for _ in range(cards_of_a_suit)]
        kind = tuple(sorted(cycles))
        commuting = prod(length ** kind.count(length) * factorial(kind.count(length)) for length in set(kind))
        fixed += column_types.get(kind, 0) * commuting
    total, rest = divmod(fixed, _orders(heights) * len(suit_maps))
    if rest:
        raise AssertionError("a number of orbits must be whole")
    return total


def _suit_maps(suits: Sequence[Suit], build: str) -> set[tuple[tuple[Suit, Suit], ...]]:
    """Return the renamings of a pack's suits that keep the game, each as pairs (old, new).

    They are the renamings of all four suits that map the pack's suits to themselves, cut down to these.
    """
    if build not in BUILDS:
        raise ChoiceError("way of building", build, BUILDS)
    maps = set()
    for image in permutations(Suit):
        reds = {image[suit].colour for suit in Suit if suit.colour is Colour.RED}
        keeps = {
            "alternate_colour": len(reds) == 1,
            "same_suit": True,
            "within_colours": reds == {Colour.RED},
        }[build]
        if keeps and {image[suit] for suit in suits} == set(suits):
            maps.add(tuple((suit, image[suit]) for suit in suits))
    return maps


def _forms(columns: Iterable[Sequence[Card]], build: str) -> Iterator[tuple[tuple[int, tuple[int, ...]], ...]]:
    """Give, for each renaming of the suits, the sorted columns as pairs of negative height and card indices."""
    piles = [[(4 * (card.rank - 1), card.suit) for card in column] for column in columns if column]
    suits = sorted({suit for pile in piles for _, suit in pile})
    for suit_map in _suit_maps(suits, build):
        new = dict(suit_map)
        yield tuple(sorted((-len(pile), tuple(base + new[suit] for base, suit in pile)) for pile in piles))


def _orders(heights: Iterable[int]) -> int:
    """Return the number of ways to put columns of equal height in order; empty columns count as none."""
    filled = [height for height in heights if height]
    return prod(factorial(filled.count(height)) for height in set(filled))


def _cycles(mapping: Iterable[tuple[object, object]]) -> list[int]:
    """Return the lengths of a permutation's cycles."""
    left = dict(mapping)
    lengths = []
    while left:
        start, image = left.popitem()
        length = 1
        while image != start:
            image = left.pop(image)
            length += 1
        lengths.append(length)
    return lengths


def _cycle_types_of_columns(heights: Sequence[int]) -> dict[tuple[int, ...], int]:
    """Return how many permutations of equally high columns have which cycle lengths as permutations of the places.

    A cycle of k columns of height h moves their places in h cycles of length k. Whole partitions are counted instead of
    permutations: m columns have m!/∏ kᵃ·a! permutations with a cycles of each length k.
    """
    types: dict[tuple[int, ...], int] = {(): 1}
    filled = [height for height in heights if height]
    for height in sorted(set(filled)):
        number = filled.count(height)
        longer: dict[tuple[int, ...], int] = {}
        for parts in _partitions(number, number):
            ways = factorial(number) // prod(
                part ** parts.count(part) * factorial(parts.count(part)) for part in set(parts)
            )
            for kind, count in types.items():
                key = tuple(sorted([*kind, *(part for part in parts for _ in range(height))]))
                longer[key] = longer.get(key, 0) + count * ways
        types = longer
    return types


def _partitions(number: int, largest: int) -> Iterator[tuple[int, ...]]:
    if number == 0:
        yield ()
    for part in range(min(number, largest), 0, -1):
        for rest in _partitions(number - part, part):
            yield (part, *rest)
