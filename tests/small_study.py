"""A fast study, and helpers to inspect its folder."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.dataset

from kiebitz.analysis.limits import Limit
from kiebitz.studies.grid import RULES
from kiebitz.studies.study import Deals, Study

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SMALL = Study("freecell", Deals(1, 150), cells=(0, 4), limit=Limit(states=3000))


def rows_of(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pa.dataset.dataset(path / "rows").to_table().to_pylist()
    return rows


def names_in(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.iterdir())


def key(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[name] for name in (*RULES, "deal"))


@contextmanager
def two_threads() -> Iterator[tuple[Any, int]]:
    yield ThreadPoolExecutor, 2
