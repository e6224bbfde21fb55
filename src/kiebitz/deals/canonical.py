"""Canonical deals: which deals are the same game, and how many different games there are.

A deal assigns a card to each place of the table. Two kinds of renaming keep the game:

*Columns.* The rules of the FreeCell family treat all columns alike. Within deals of one shape, columns of equal height
can be permuted.

*Suits.* A permutation of the suits keeps the game if it keeps every rule. Foundations, built by suit, allow all 24;
building on columns decides:

- `alternate_colour`: the permutation must map suits of unequal colour to suits of unequal colour, so it keeps the
colours or swaps them: 2·2·2 = 8 permutations. Swapping is allowed, because no rule names a colour.

- `same_suit`: all 24 permutations.

- `within_colours`: only suits of equal colour are swapped, 2·2 = 4 permutations. This count is often published; it
distinguishes deals that differ only in black and red.

The renamings form a group G, the direct product of the column permutations H and the suit permutations S, which acts on
the set of deals. The *orbit* of a deal is the set of deals that are the same game.
"""

from __future__ import annotations

from itertools import permutations
from math import factorial, prod

from kiebitz.cards import PACKS, Card, Colour, Suit
from kiebitz.errors import ChoiceError

TYPE_CHECKING = False  # true for type checkers; avoids importing `typing`
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kiebitz.cards import Pack

    Columns = tuple[tuple[Card, ...], ...]

#: The names of the rules that a suit permutation has to keep; see the module's docstring.
BUILDS = ("alternate_colour", "same_suit", "within_colours")

_FULL_PACK = PACKS["52"]


def canonical(columns: Iterable[Sequence[Card]], build: str = "alternate_colour") -> Columns:
    """Return the first of all deals that are the same game: equal results mean equal games.

    The order compares columns, sorted by falling height and then by card indices. Sorting picks one member among all
    column orders, and the minimum over the suit permutations depends only on the orbit; so two deals have the same
    canonical form if and only if they are in the same orbit. Empty columns are omitted.

    >>> from kiebitz.deals import columns, microsoft
    >>> one = columns(microsoft.cards(1))
    >>> canonical(one) == canonical(one[3::-1] + one[4:])
    True
    """
    least = min(_forms(columns, build))
    return tuple(tuple(Card.from_index(index) for index in column) for _, column in least)


def symmetries(columns: Iterable[Sequence[Card]], build: str = "alternate_colour") -> int:
    """Return the size of a deal's orbit: how many different deals are the same game, itself included.

    The columns can be ordered in ∏ h! ways (h columns of each height), all different because no two columns hold the
    same cards. The orbit consists of one such set for each distinct sorted form under the suit permutations. For eight
    columns of 52 cards built by alternate colours that is 4!·4!·8 = 4608, unless a suit permutation only reorders the
    columns.
    """
    piles = [tuple(column) for column in columns]
    return _orders(map(len, piles)) * len(set(_forms(piles, build)))


def distinct_deals(pack: Pack = _FULL_PACK, columns: int = 8, build: str = "alternate_colour") -> int:
    """Return the number of different games for a pack dealt round-robin to *columns* columns.

    By the lemma of Cauchy, Frobenius and Burnside, the number of orbits is the mean over all g in G of the number of
    deals that g fixes. Let g consist of the column permutation π, as a permutation of the places, and the suit
    permutation σ, as a permutation of the cards. A deal is a bijection d from places to cards; g maps it to σ∘d∘π⁻¹, so
    it is fixed if and only if σ = d∘π∘d⁻¹. Such d exist if and only if π and σ have equally many cycles of each length;
    their number is that of the permutations that commute with σ: ∏ kᵐ·m!, over the lengths k with m cycles each (each
    cycle maps to one of the m, in one of k rotations). So the cycle types of both kinds suffice. For the full pack in
    eight columns this gives

    (52! + 2·36·26!·2¹³·13! + 3·9·26!·2²⁶ + 2·36·13!·4¹³) / (4!·4!·8), slightly above 52!/4608.

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
    total, remainder = divmod(fixed, _orders(heights) * len(suit_maps))
    if remainder:
        raise AssertionError("a number of orbits must be whole")
    return total


def _suit_maps(suits: Sequence[Suit], build: str) -> set[tuple[tuple[Suit, Suit], ...]]:
    """Return the permutations of the four suits that keep the game and the pack's suits, as pairs (old, new)."""
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
    """Yield for each suit permutation the sorted columns, as pairs of negative height and card indices."""
    piles = [[(4 * (card.rank - 1), card.suit) for card in column] for column in columns if column]
    suits = sorted({suit for pile in piles for _, suit in pile})
    for suit_map in _suit_maps(suits, build):
        new = dict(suit_map)
        yield tuple(sorted((-len(pile), tuple(base + new[suit] for base, suit in pile)) for pile in piles))


def _orders(heights: Iterable[int]) -> int:
    """Return the number of orders of the columns of equal height; empty columns do not count."""
    filled = [height for height in heights if height]
    return prod(factorial(filled.count(height)) for height in set(filled))


def _cycles(mapping: Iterable[tuple[object, object]]) -> list[int]:
    remaining = dict(mapping)
    lengths = []
    while remaining:
        start, image = remaining.popitem()
        length = 1
        while image != start:
            image = remaining.pop(image)
            length += 1
        lengths.append(length)
    return lengths


def _cycle_types_of_columns(heights: Sequence[int]) -> dict[tuple[int, ...], int]:
    """Return the number of permutations of equally high columns by their cycle type on the places.

    A cycle of k columns of height h moves their places in h cycles of length k. The sum is over partitions: m columns
    have m!/∏ kᵃ·a! permutations with a cycles of each length k.
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
        for partition in _partitions(number - part, part):
            yield (part, *partition)
