"""The level of a deal that can be won, by the games that players without a plan win, and random deals of a level.

`docs/difficulty.md` has the bands, and how the players fare in other games of these deals.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.analysis import solving
from kiebitz.analysis.kernel_faults import as_kernel_fault
from kiebitz.analysis.limits import VERDICTS, Limit, Verdict, limit_or
from kiebitz.analysis.request_limits import MEMORY
from kiebitz.analysis.supported_rules import Search, require_search, unmet_condition
from kiebitz.deals import numbering as numbering_named
from kiebitz.errors import InputError, UnsupportedRulesError
from kiebitz.kernel import analyst as kernel
from kiebitz.patience.encoding import AUTOPLAYS, encode_game, encode_position
from kiebitz.patience.games import game, games
from kiebitz.patience.position import Position
from kiebitz.patience.rule_options import Choice

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from kiebitz.patience.referee import Table
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.patience.rules import Rules
    from kiebitz.patience.session import Session

    Stop = Callable[[], bool] | None

#: The deals tried for a random one, and the limit on each.
_TRIES = 3_000
_EACH = Limit(states=200_000, memory=MEMORY)


class Level(Choice):
    """The levels, from the one where players without a plan win most of their games to the one where they win none."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


#: The kernel's codes of levels are the indices of this tuple.
LEVELS = tuple(Level)


class LevelAnswer(NamedTuple):
    """The verdict on a position, the states that it took, and the level if it can be won."""

    verdict: Verdict
    states: int
    level: Level | None


def require(rules: Rules) -> None:
    """Raise an `UnsupportedRulesError` for rules that have no difficulty and no level."""
    search, lack = Search.SHORTEST_PLAYER_LINE, "has no difficulty that can be measured"
    if unmet_condition(rules, search) is None:
        return
    without = [each for each in map(game, games()) if unmet_condition(each, search)]
    if rules not in without:
        require_search(rules, search, f"{lack}:")  # a changed rule is to blame
    *others, last = (each.title for each in without)
    names = f"{', '.join(others)} and {last}"
    raise UnsupportedRulesError(rules.title, f"{lack}, so no levels; all games have levels except {names}")


def level(
    position: Position | Session | Table,
    limit: Limit | None = None,
    autoplay: Autoplay | str | None = None,
    *,
    among: Collection[Level] = LEVELS,
    stop: Stop = None,
) -> LevelAnswer:
    """Return the level of a position, the same as that of `difficulty`, at a fraction of its cost.

    *limit* applies to the search for the verdict. A level outside *among* may be left open, which saves that search and
    games. *stop* and errors: see `solve` and `require`.

    >>> from kiebitz.patience.dealing import deal
    >>> level(deal(617)).level, level(deal(11982)).level
    (Level.EXPERT, None)
    """
    position, rule = solving.state_of(position, autoplay)
    require(position.rules)
    game, board, allowance = encode_game(position.rules), encode_position(position), limit_or(limit).allowance()
    with as_kernel_fault():
        status, code = kernel.level(game, board, AUTOPLAYS.index(rule), _bits(among), allowance, ask=stop)
    return LevelAnswer(VERDICTS[status.verdict], status.states, None if code is None else LEVELS[code])


def _bits(levels: Collection[Level]) -> int:
    return sum(1 << at for at, each in enumerate(LEVELS) if each in levels)


def winnable_deals(
    rules: Rules, numbers: Iterable[int], required: Level | None = None, *, numbering: str = "microsoft"
) -> Iterator[tuple[int, LevelAnswer]]:
    """Yield those deals of *numbers* that are won within some states and have the *required* level if there is one.

    The level is left out of the answers unless a level is required. Raises as `require` if one is.
    """
    deals = numbering_named(numbering)
    for number in numbers:
        position = Position.deal(rules, deals.cards(number, rules.pack))
        if required is None:
            answer = solving.answer(position, _EACH)
            judged = LevelAnswer(answer.verdict, answer.states, None)
        else:
            judged = level(position, _EACH, among=(required,))
        if judged.verdict is Verdict.SOLVED and judged.level is required:
            yield number, judged


def random_deal(
    rules: Rules, numbering: str = "microsoft", required: Level | None = None, *, stop: Stop = None
) -> tuple[int, LevelAnswer]:
    """Return a random winnable deal with the *required* level if there is one; an `InputError` if none is found.

    Raises as `require` if a level is required.
    """
    deals = numbering_named(numbering)

    def numbers() -> Iterator[int]:
        while stop is None or not stop():
            yield deals.random_number()

    for winnable_deal in winnable_deals(rules, islice(numbers(), _TRIES), required, numbering=numbering):
        return winnable_deal
    kind = "deal" if required is None else f"{required.value} deal"
    raise InputError("", f"no {kind} of {rules.title} that can be won was found among {_TRIES:,}")
