"""Cards that win whatever the unseen cards are: every world that agrees with what a seat has seen is looked at.

In each world all see all cards afterwards and play as well as can be. It is not asked whether the seat, which does not
see them, can go on without a guess; at its next card the question can be asked again, with fewer worlds.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.beliefs import Beliefs, points_in
from kiebitz.analysis.skat.double_dummy import levels_reached, moment_of
from kiebitz.skat.contract import Game
from kiebitz.skat.score import needed

if TYPE_CHECKING:
    from kiebitz.cards import Card
    from kiebitz.skat.view import Course, View

_AT_A_TIME = 64  # most cards fail in one of the first worlds


def sure_cards(view: View, most: int, seen: Course | None = None) -> tuple[Card, ...]:
    """Return the cards after which the seat's side wins in every world, if there are at most *most* worlds; else none.

    The declarer's side wins by the points that the contract needs, or in Null by no trick; the others, if he does not.
    """
    seen = seen or view.course
    contract = view.announced
    beliefs = Beliefs(view, seen)
    if beliefs.count > most or view.declarer is None:
        return ()
    null = contract.game is Game.NULL
    taken = 0 if null else seen.points[view.declarer]
    moment = moment_of(view, seen)
    left = list(range(len(moment.cards)))
    worlds = beliefs.all()
    while left and (some := list(islice(worlds, _AT_A_TIME))):
        had = [taken + (0 if null else points_in(world.skat)) for world in some]
        rows = levels_reached(moment, [world.hands for world in some], had, [needed(contract)])
        left = [at for at in left if all(row[at] == view.is_declarer for row in rows)]
    return tuple(moment.cards[at] for at in left)
