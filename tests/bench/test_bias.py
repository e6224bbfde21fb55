"""The measured bias of the étude's shuffle: the exact chances are those of counting every way the draws can fall."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

import bias
from kiebitz.deals.shuffles import naive_shuffle


@pytest.mark.parametrize("places", [1, 2, 3, 4, 5])
def test_chances_are_counted(places: int) -> None:
    counted: Counter[tuple[int, int]] = Counter()
    for draws in product(range(places), repeat=places):
        deck, left = list(range(places)), iter(draws)
        naive_shuffle(deck, lambda _, left=left: next(left))  # type: ignore[misc]
        counted.update((card, place) for place, card in enumerate(deck))
    assert bias.place_chances(places) == [
        [Fraction(counted[card, place], places**places) for place in range(places)] for card in range(places)
    ]


def test_chances_add_up() -> None:
    table = bias.place_chances(52)
    assert all(sum(row) == 1 for row in table)
    assert all(sum(column) == 1 for column in zip(*table, strict=True))
    assert 0 < max(map(bias.total_variation, table)) < Fraction(1, 10)
    assert bias.total_variation([Fraction(1, 52)] * 52) == 0


def test_the_report(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["bias.py", "12"])
    bias.main()
    out = capsys.readouterr().out
    assert "least likely: card 52 (KS) in place 1 of the deal, 1.4287 %" in out
    assert "12 games with either shuffle" in out
    assert "mean best score: wetherell " in out
