"""Days and their deals: the visits of the tests are on 10 December 2026."""

from __future__ import annotations

from typing import Any

NOW = "2026-12-10T12:00:00"


def number_of(day: int) -> int:
    """Return the number of a day's deal by the rule of `docs/page.md`."""
    return 2473 * day % 4000 + 1


#: Days from 1970 to 10 December 2026.
DAY = 20_797
TODAY = number_of(DAY)


def won(day: int, *, at: str | None = None, helped: bool = False) -> dict[str, Any]:
    """Return a record of a win of a day's deal, by default on that day."""
    return {
        "at": at or f"2026-12-{10 + day:02}T12:00:00.000", "game": "freecell",
        "deal": f"microsoft {number_of(DAY + day)}", "won": True, "helped": helped, "seconds": 60, "moves": 50,
    }  # fmt: skip
