"""The exhaustive search behind the count of supermoves finds what the rules allow, whatever is free."""

from __future__ import annotations

import pytest

import supermoves
from kiebitz.patience import EmptyColumn, Supermoves
from kiebitz.patience.rules import supermove_capacity

_QUICK = [(cells, columns) for cells in range(9) for columns in range(5) if columns < 4 or cells < 4]
_LONG = [(cells, 4) for cells in range(4, 9)]


def _counted(cells: int, columns: int) -> int:
    return supermove_capacity(Supermoves.STANDARD, cells, columns, False, EmptyColumn.ANY)


@pytest.mark.parametrize(("cells", "columns"), _QUICK)
def test_the_rules_allow_what_single_cards_can_carry(cells: int, columns: int) -> None:
    assert supermoves.carried(cells, columns) == _counted(cells, columns)


@pytest.mark.slow
@pytest.mark.parametrize(("cells", "columns"), _LONG)
def test_the_rules_allow_what_single_cards_can_carry_with_many_cells(cells: int, columns: int) -> None:
    assert supermoves.carried(cells, columns) == _counted(cells, columns)


def test_the_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["supermoves.py", "--cells", "1", "--columns", "2"])
    supermoves.main()
    assert capsys.readouterr().out.splitlines()[-1] == "| 1 | 2 | 8 | 8 | 14 |"
