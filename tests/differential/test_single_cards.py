"""The exhaustive search behind the count of supermoves agrees with the rules for any free piles."""

from __future__ import annotations

import pytest

import supermoves
from kiebitz.patience import EmptyColumn, Supermoves
from kiebitz.patience.rules import supermove_capacity

QUICK = [(cells, columns) for cells in range(9) for columns in range(5) if columns < 4 or cells < 4]


@pytest.mark.parametrize(("cells", "columns"), QUICK)
def test_the_rules_allow_what_single_cards_can_carry(cells: int, columns: int) -> None:
    counted = supermove_capacity(Supermoves.STANDARD, cells, columns, False, EmptyColumn.ANY)
    assert supermoves.carried(cells, columns) == counted
