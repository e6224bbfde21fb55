"""Filters of reports: comparisons such as `cells=4`, applied to tables of pyarrow."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kiebitz.errors import InputError, shown
from kiebitz.studies.columns import COLUMNS, Column
from kiebitz.studies.parquet import codes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kiebitz.studies.grid import Cell

_COMPARISON = re.compile(r"(\w*)\s*(<=|>=|!=|=|<|>)(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Filter:
    """A comparison such as `cells=4` or `states>1000`; null passes none."""

    column: str
    sign: str
    value: str | float

    @staticmethod
    def parse(text: str, columns: Iterable[Column] = COLUMNS) -> Filter:
        """Parse a comparison; a `InputError` for an unknown column or an impossible value."""
        kinds = {column.name: column.kind for column in columns}
        match = _COMPARISON.fullmatch(text.strip())
        if match is None:
            raise InputError("", f"filter {shown(text)} cannot be read", "COLUMN=VALUE, or one of != < <= > >=")
        name, sign, value = match[1], match[2], match[3].strip()
        kind = kinds.get(name)
        if kind is None:
            fault = f"no column is called {shown(name)}"
            raise InputError(f"filter {shown(text)}", fault, f"one of: {', '.join(kinds)}")
        if kind == "string":
            if sign not in ("=", "!="):
                raise InputError(f"filter {shown(text)}", f"column {name} holds words", "= or !=")
            return Filter(name, sign, value)
        number = float if kind == "float32" else int
        if not re.fullmatch(r"\d{1,15}(\.\d{1,9})?" if number is float else r"\d{1,20}", value, re.ASCII):
            expected = "a number" if number is float else "a whole number"
            raise InputError(f"filter {shown(text)}", f"{shown(value)} cannot be read", expected)
        return Filter(name, sign, number(value))

    def __str__(self) -> str:
        return f"{self.column}{self.sign}{self.value}"

    def allows(self, cell: Cell) -> bool:
        own = {"game": cell.game, **cell.values}
        if self.column not in own:
            return True
        value = own[self.column]
        return value is not None and bool(_COMPARE[self.sign](value, self.value))

    def applied(self, table: Any) -> Any:
        import pyarrow as pa
        import pyarrow.compute as pc

        column = table[self.column]
        if isinstance(self.value, str):
            same = codes(column, [self.value]).is_valid()
            return table.filter(same if self.sign == "=" else pc.and_not(column.is_valid(), same))
        kind = pa.decimal128(38) if isinstance(self.value, int) else column.type
        if isinstance(self.value, int):  # it may exceed the column's type
            column = column.cast(kind)
        return table.filter(getattr(pc, _ARROW[self.sign])(column, pa.scalar(self.value, kind)))


_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ARROW = {"=": "equal", "!=": "not_equal", "<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal"}
