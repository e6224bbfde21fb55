"""Equal games under other names: classes and counts, compared with brute force on tiny packs."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.cards import Card, Pack, Rank, Suit
from kiebitz.deals import columns, microsoft
from kiebitz.deals.canonical import BUILDS, canonical, distinct_deals, symmetries
from kiebitz.errors import KiebitzError
from strategies import microsoft_numbers, shuffled

_C, _D, _H, _S = Suit
_TINY = [
    (Pack("four aces", (Rank.ACE,)), 1),
    (Pack("four aces", (Rank.ACE,)), 2),
    (Pack("four aces", (Rank.ACE,)), 3),
    (Pack("four aces", (Rank.ACE,)), 4),
    (Pack("four aces", (Rank.ACE,)), 6),
    (Pack("two suits", tuple(Rank)[:3], (_C, _H)), 2),
    (Pack("two suits", tuple(Rank)[:3], (_C, _H)), 4),
    (Pack("two blacks", tuple(Rank)[:3], (_C, _S)), 3),
    (Pack("one suit", tuple(Rank)[:6], (_S,)), 3),
    (Pack("three suits", tuple(Rank)[:2], (_C, _D, _H)), 4),
]


def _swapped(card: Card, build: str) -> list[Card]:
    """Return the card under each renaming of the suits, listed by hand as the new order of C D H S."""
    colours = ["CDHS", "SDHC", "CHDS", "SHDC"]
    names = {
        "within_colours": colours,
        "alternate_colour": [*colours, "DCSH", "DSCH", "HCSD", "HSCD"],
        "same_suit": ["".join(order) for order in permutations("CDHS")],
    }[build]
    return [Card.parse(card.rank.letter + name[card.suit]) for name in names]


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize(("pack", "width"), _TINY, ids=lambda value: getattr(value, "name", str(value)))
def test_classes_and_counts_agree_with_brute_force(pack: Pack, width: int, build: str) -> None:
    # Two deals are one game if a renaming of the suits makes equal sets of columns.
    images = {card: _swapped(card, build) for card in pack}
    renamings = [
        index for index in range(len(images[pack.cards[0]])) if {images[card][index] for card in pack} == set(pack)
    ]
    sizes: Counter[frozenset[frozenset[tuple[Card, ...]]]] = Counter()
    forms: dict[tuple[tuple[Card, ...], ...], frozenset[frozenset[tuple[Card, ...]]]] = {}
    for deal in permutations(pack.cards):
        table = columns(deal, width)
        orbit = frozenset(
            frozenset(tuple(images[card][index] for card in column) for column in table if column)
            for index in renamings
        )
        sizes[orbit] += 1
        assert forms.setdefault(canonical(table, build), orbit) == orbit
        assert symmetries(table, build) == symmetries(canonical(table, build), build)
    assert len(forms) == len(sizes) == distinct_deals(pack, width, build)
    assert all(symmetries(form, build) == sizes[orbit] for form, orbit in forms.items())


def test_the_full_packs_count_is_as_proven() -> None:
    fixed = (
        factorial(52)
        + 2 * 36 * factorial(26) * 2**13 * factorial(13)
        + 3 * 9 * factorial(26) * 2**26
        + 2 * 36 * factorial(13) * 4**13
    )
    assert fixed % 4608 == 0
    assert distinct_deals() == fixed // 4608
    # The encyclopaedia's round figure for FreeCell.
    assert f"{distinct_deals():.2e}" == "1.75e+64"


@given(shuffled(), st.permutations(range(4)), st.permutations(range(4, 8)), st.sampled_from(BUILDS), st.data())
def test_renamings_keep_the_canonical_form(
    deal: tuple[Card, ...], high: list[int], low: list[int], build: str, data: st.DataObject
) -> None:
    table = columns(deal)
    index = data.draw(st.integers(0, len(_swapped(deal[0], build)) - 1))
    renamed = [[_swapped(card, build)[index] for card in table[column]] for column in (*high, *low)]
    assert canonical(renamed, build) == canonical(table, build)
    assert canonical(canonical(table, build), build) == canonical(table, build)


@given(microsoft_numbers(first=0))
def test_numbered_deals_have_no_symmetry_of_their_own(number: int) -> None:
    table = columns(microsoft.cards(number))
    assert symmetries(table) == 4608
    assert symmetries(table, "within_colours") == 2304
    assert symmetries(table, "same_suit") == 576 * 24


def test_the_jokes_are_symmetric() -> None:
    assert [symmetries(columns(microsoft.cards(number))) for number in (-1, -2, -3, -4)] == [576, 576, 576, 4608]


def test_an_unknown_way_of_building_is_refused() -> None:
    with pytest.raises(KiebitzError, match="'up'"):
        canonical(columns(microsoft.cards(1)), "up")
