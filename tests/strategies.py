"""Hypothesis strategies for cards, packs and deals."""

from __future__ import annotations

from hypothesis import strategies as st

from kiebitz.cards import PACKS, Card, Pack, Rank, Suit
from kiebitz.cards.spelling import SPELLINGS
from kiebitz.deals import microsoft


def cards() -> st.SearchStrategy[Card]:
    """Any of the 52 cards."""
    return st.integers(0, 51).map(Card.from_index)


def spellings() -> st.SearchStrategy[str]:
    """The name of any spelling of cards."""
    return st.sampled_from(SPELLINGS)


def packs() -> st.SearchStrategy[Pack]:
    """Any of the named packs."""
    return st.sampled_from(list(PACKS.values()))


def small_packs() -> st.SearchStrategy[Pack]:
    """Packs of a few ranks and one to four suits, at most twelve cards."""
    suits = st.lists(st.sampled_from(list(Suit)), min_size=1, unique=True)
    return st.builds(lambda ranks, some: Pack("small", tuple(Rank)[:ranks], sorted(some)), st.integers(1, 3), suits)


def shuffled(pack: Pack = PACKS["52"]) -> st.SearchStrategy[tuple[Card, ...]]:
    """The cards of a pack in any dealing order."""
    return st.permutations(pack.cards).map(tuple)


def microsoft_numbers(first: int = microsoft.FIRST, last: int = microsoft.LAST) -> st.SearchStrategy[int]:
    """Numbers of Microsoft's numbering, often at the bounds of its ranges."""
    borders = (-4, -1, 0, 1, 32_000, 1_000_000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1)
    known = st.sampled_from([number for number in borders if first <= number <= last])
    return st.integers(first, last) | known
