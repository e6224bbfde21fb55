"""The levels of the engine; they are the kernel's, as all numbers by which it decides are."""

from __future__ import annotations

from typing import NamedTuple

from kiebitz.kernel import skat as kernel


class Level(NamedTuple):
    """How strong the engine is: worlds for a card, for a bid and for a discard, and whether it listens.

    Where there are no more than `sure` worlds it looks for cards that win in all of them.

    Weaker levels look at fewer worlds and take all that agree with the cards for equally likely; nothing is done badly
    on purpose. `margin` are the tournament points that a bid has to bring in the mean.
    """

    worlds: int = 24
    bidding: int = 16
    listens: bool = True
    margin: float = 0.0
    sure: int = 1000


def _levels() -> dict[str, Level]:
    return {
        name.decode(): Level(worlds, bidding, bool(listens), margin, sure)
        for name, worlds, bidding, listens, margin, sure in kernel.skat_named_levels()
    }


#: The levels by name.
LEVELS = _levels()
