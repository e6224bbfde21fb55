"""The kernel's levels of play for the Skat engine."""

from __future__ import annotations

from typing import NamedTuple

from kiebitz.kernel import skat as kernel


class Level(NamedTuple):
    """The strength of the engine: worlds per card and per bid or discard, and whether it infers from the bidding.

    Without inference (`listens`), all worlds that agree with the cards are equally likely. An engine that does not
    *remember* forgets after each trick which suits the others could not follow. `margin` is the mean number of
    tournament points that a bid must gain. With at most `sure` worlds, the engine seeks cards that win in all. A
    *calibrated* engine bids by chances at the table instead of shares of open-card worlds.
    """

    worlds: int = 24
    bidding: int = 16
    listens: bool = True
    remembers: bool = True
    margin: float = 0.0
    sure: int = 1000
    calibrated: bool = True


def _levels() -> dict[str, Level]:
    return {
        name.decode(): Level(worlds, bidding, bool(listens), bool(remembers), margin, sure, bool(calibrated))
        for name, worlds, bidding, listens, remembers, margin, sure, calibrated in kernel.skat_named_levels()
    }


#: The levels by name.
LEVELS = _levels()
