"""The finder: it finds each dealt number, in every range, and rejects bad boards with a reason."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.cards import PACKS, Card
from kiebitz.deals import finder, microsoft
from kiebitz.errors import NumberRangeError, SetupError
from strategies import microsoft_numbers, shuffled


@settings(deadline=None)
@given(microsoft_numbers(), st.integers(0, 500), st.integers(0, 500))
def test_a_deal_is_found_under_its_number(number: int, before: int, after: int) -> None:
    first, last = max(number - before, microsoft.FIRST), min(number + after, microsoft.LAST)
    assert finder.find(microsoft.cards(number), first, last) == [number]


@pytest.mark.parametrize("number", [-4, -3, -2, -1, 0, 1])
def test_jokes_and_zero_are_searched_too(number: int) -> None:
    assert finder.find(microsoft.cards(number), -4, 50) == [number]


@settings(deadline=None, max_examples=10)
@given(shuffled())
def test_a_deal_without_number_is_not_found(deal: tuple[Card, ...]) -> None:
    # The chance that one of 2000 numbers deals one of 52! orders is negligible.
    assert finder.find(deal, 1, 2000) == []


def test_progress_is_told_after_each_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finder, "_CHUNK", 100)
    calls: list[tuple[int, int]] = []
    result = finder.find(microsoft.cards(617), -2, 700, lambda done, total: calls.append((done, total)))
    assert result == [617]
    assert calls == [*((done, 703) for done in range(102, 703, 100)), (703, 703)]


def test_the_search_can_be_stopped_between_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finder, "_CHUNK", 100)

    def stop(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        finder.find(microsoft.cards(617), 1, microsoft.LAST, stop)


def test_boards_of_51_and_53_cards_and_doubled_ones_are_refused() -> None:
    deal = list(microsoft.cards(1))
    with pytest.raises(SetupError, match=r"missing JD$"):
        finder.find(deal[1:])
    with pytest.raises(SetupError, match=r"2D$"):
        finder.find([*deal, deal[1]])
    with pytest.raises(SetupError, match=r"JD.* 2D$"):
        finder.find([deal[1], *deal[1:]])
    with pytest.raises(SetupError, match=r"\(52 in all\)$"):
        finder.find([])


@pytest.mark.parametrize(("first", "last"), [(-5, 10), (1, 2**33), (10, 9), (1.0, 2)])
def test_ranges_outside_the_numbering_are_refused(first: int, last: int) -> None:
    with pytest.raises(NumberRangeError):
        finder.find(PACKS["52"].cards, first, last)
