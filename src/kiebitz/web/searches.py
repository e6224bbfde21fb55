"""What the API finds out by searching: the light, the losing move, hints, solutions, winnable deals.

The kernel is asked by the rooms below, in slices, so that a search can be stopped between two of them; nothing is
searched for longer than the limits here allow.
"""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

from kiebitz.patience.games import game as game_named
from kiebitz.patience.links import write_link
from kiebitz.patience.session import Session
from kiebitz.patience.solve import Limit, Verdict, solve_range
from kiebitz.web.faults import RefusedError
from kiebitz.web.schema import DealFound

if TYPE_CHECKING:
    from kiebitz.web.lanes import Stop
    from kiebitz.web.schema import DealAsked

_MEMORY = 256 << 20
#: Random deals are taken from those that every program with Microsoft's numbers knows.
_NUMBERS = 1_000_000
#: So many winnable deals are looked at, and the one that took the search least, most or middling is chosen.
_SAMPLE = 15
_DEAL_STATES = 200_000
_CHOICE = {"easy": 0, "medium": _SAMPLE // 2, "hard": _SAMPLE - 1}
_random = SystemRandom()


def deal(asked: DealAsked, stop: Stop) -> DealFound:
    """Return a random deal, or one that can be won and is as hard as was wanted."""
    rules = game_named(asked.game)
    if asked.kind == "random":
        return _found(asked, _random.randint(1, _NUMBERS), None)
    winnable: list[tuple[int, int]] = []
    wanted = 1 if asked.difficulty == "any" else _SAMPLE
    while len(winnable) < wanted and not stop():
        number = _random.randint(1, _NUMBERS)
        answer = solve_range(rules, number, number, Limit(states=_DEAL_STATES, memory=_MEMORY))
        if answer.count(Verdict.SOLVED):
            winnable.append((answer.states[0], number))
    if not winnable:
        raise RefusedError(503, "timeout", f"no winnable deal of {rules.title} was found in time", {"game": rules.game})
    winnable.sort()
    place = _CHOICE.get(asked.difficulty, 0) * len(winnable) // _SAMPLE
    states, number = winnable[place]
    return _found(asked, number, states)


def _found(asked: DealAsked, number: int, states: int | None) -> DealFound:
    session = Session.new(number=number, rules=game_named(asked.game))
    return DealFound(link=write_link(session), number=number, states=states)
