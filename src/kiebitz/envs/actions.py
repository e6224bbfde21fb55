"""Reading of action numbers."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex, cast


def number_of(action: object) -> int | None:
    """Return a whole number of Python or numpy as an `int`, and `None` for any other value, such as 1.5."""
    try:
        return index(cast("SupportsIndex", action))
    except TypeError:
        return None
