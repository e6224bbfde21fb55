"""Seeded shuffles: the generator's published values, fairness of one shuffle and the known bias of the other."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.deals.shuffles import SplitMix64, fisher_yates, naive_shuffle, nth, shuffle, wetherell
from kiebitz.errors import NumberRangeError
from strategies import packs

if TYPE_CHECKING:
    from kiebitz.cards import Pack


def test_splitmix64_gives_the_published_values() -> None:
    # Rosetta Code, "Pseudo-random numbers/Splitmix64", seed 1234567.
    generator = SplitMix64(1234567)
    assert [generator.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(st.integers(0, 2**64 - 1), st.integers(0, 50))
def test_any_deal_of_a_run_is_had_at_once(seed: int, index: int) -> None:
    generator = SplitMix64(seed)
    for _ in range(index):
        generator.next()
    assert nth(seed, index) == generator.next()


def test_a_run_comes_round_to_its_first_deal() -> None:
    assert nth(0, 2**64 - 1) == SplitMix64(2**64 - 0x9E3779B97F4A7C15).next() == 0


@pytest.mark.parametrize("index", [-1, 2**64, 0.5, True, None])
def test_other_places_in_a_run_are_refused(index: object) -> None:
    with pytest.raises(NumberRangeError, match="the place of a deal in its run"):
        nth(1, index)  # type: ignore[arg-type]


@given(st.integers(0, 2**64 - 1), packs())
def test_shuffles_are_orders_of_the_pack_and_repeat(seed: int, pack: Pack) -> None:
    for deal in (fisher_yates, wetherell):
        assert sorted(deal(seed, pack)) == sorted(pack.cards)
        assert deal(seed, pack) == deal(seed, pack)


@pytest.mark.parametrize("seed", [-1, 2**64, 0.5, None])
def test_other_seeds_are_refused(seed: object) -> None:
    with pytest.raises(NumberRangeError, match="0 to 18446744073709551615"):
        fisher_yates(seed)  # type: ignore[arg-type]


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**40))
def test_draws_stay_below_their_bound(seed: int, bound: int) -> None:
    generator = SplitMix64(seed)
    assert all(0 <= generator.below(bound) < bound for _ in range(5))


def test_draws_are_fair_enough_to_see() -> None:
    generator = SplitMix64(617)
    counts = Counter(generator.below(6) for _ in range(60_000))
    assert all(abs(counts[face] - 10_000) < 500 for face in range(6))  # 5.5 standard deviations


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_fisher_yates_reaches_each_order_once(size: int) -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for draws in product(*(range(bound) for bound in range(size, 1, -1))):
        deck = list(range(size))
        left = iter(draws)
        shuffle(deck, lambda _bound, left=left: next(left))  # type: ignore[misc]
        orders[tuple(deck)] += 1
    assert orders == Counter(permutations(range(size)))


def test_the_naive_shuffle_is_biased_on_three_cards() -> None:
    # 27 outcomes for 6 orders, counted by hand: three orders occur five times, three four times.
    orders: Counter[tuple[int, ...]] = Counter()
    for draws in product(range(3), repeat=3):
        deck = [0, 1, 2]
        left = iter(draws)
        naive_shuffle(deck, lambda _bound, left=left: next(left))  # type: ignore[misc]
        orders[tuple(deck)] += 1
    assert orders == {(0, 1, 2): 4, (0, 2, 1): 5, (1, 0, 2): 5, (1, 2, 0): 5, (2, 0, 1): 4, (2, 1, 0): 4}
