"""The numbers in the page's file of pars, by deal."""

from __future__ import annotations

from kiebitz.web.site import FOLDER

#: The daily deals are Microsoft's deals 1 to 4,000.
DAILY = 4000
CONTENT = (FOLDER / "pars.bin").read_bytes()


def numbers(part: bytes) -> dict[int, int]:
    return {deal: number for deal, number in enumerate(part, 1) if number}


#: The bounds of the fewest moves of the daily deals, and the proven pars.
LEAST, BEST, PARS = numbers(CONTENT[:DAILY]), numbers(CONTENT[DAILY : 2 * DAILY]), numbers(CONTENT[2 * DAILY :])


def fewest(deal: int) -> str:
    """Return the bounds as the page writes them."""
    return "\u2060–\u2060".join(map(str, sorted({LEAST[deal], BEST[deal]})))
