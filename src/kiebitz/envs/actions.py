"""What counts as the number of an action."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex, cast


def number_of(action: object) -> int | None:
    """Return a whole number of Python or numpy as an `int`, and `None` for anything else, such as 1.5."""
    try:
        return index(cast("SupportsIndex", action))
    except TypeError:
        return None
