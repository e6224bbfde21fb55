"""Russian Solitaire: how many cards can be brought home, exactly; built by suit, each card that fits goes home at once.

Whether a game can be won follows from its best score.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kiebitz import kernel
from kiebitz.analysis.answers import NO_SCORE, Answer, Path, RangeAnswers, RangeQuestion, scored, verdict_of
from kiebitz.analysis.encoding import VERDICTS, decode_numbers, encode_store
from kiebitz.analysis.engines.conditions import among, at_most, exactly, missed
from kiebitz.errors import KernelFaultError
from kiebitz.patience.encoding import decode_moves, encode_layout, encode_position, encode_rules
from kiebitz.patience.rules import Build, EmptyColumn, Foundations, HomeMoves, Supermoves

if TYPE_CHECKING:
    from kiebitz.analysis.budget import Budget
    from kiebitz.analysis.stores import Store, StoreFigures
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position

#: What the theory of this search takes for granted (see `docs/kernel.md`).
CONDITIONS = (
    among("supermoves", Supermoves.ANY),
    among("build", Build.SAME_SUIT),
    among("empty_column", EmptyColumn.KINGS),
    among("foundations", Foundations.UP),
    among("home_moves", HomeMoves.FORCED),
    at_most("cells", 0),
    exactly("ranks", 13),
    at_most("columns", 10),
)
supports = partial(missed, CONDITIONS)
PLAYER_LINES = False


class Best(NamedTuple):
    """What the search for a best score found: *score* and *bound*, equal when it came to its end, and a line to it."""

    score: int
    bound: int
    line: tuple[Move, ...]
    figures: StoreFigures


def answer(position: Position, budget: Budget, *, complete: bool = False, short: bool = False) -> Answer:  # noqa: ARG001
    """Return what can be found out within the budget, its line not checked yet; *short* makes it a shortest one."""
    scored_game = position.rules.is_scored
    best = best_score(position, budget, floor=0 if scored_game else len(position.rules.pack))
    line, hit = best.line, budget.limit_hit
    if short and best.score == best.bound:
        found = shortest(position, best.score, budget)
        line = found[0] if found else line
    known = scored(position, line, best.score, best.bound, hit, budget.statistics())
    if scored_game:
        return known
    line = line if best.score == len(position.rules.pack) else ()
    return Answer(position, known.verdict, line, limit_hit=known.limit_hit, statistics=known.statistics)


def answer_range(asked: RangeQuestion, *, complete: bool = False) -> RangeAnswers:  # noqa: ARG001
    """Return what the search says of deals that the kernel deals, once the checker has replayed every line."""
    rules, cards = asked.rules, len(asked.rules.pack)
    dealt = encode_rules(rules), encode_layout(rules), asked.first
    floor = 0 if rules.is_scored else cards
    count, paths = asked.last - asked.first + 1, asked.paths and rules.is_scored
    found = kernel.best_scores(*dealt, count, asked.limits, paths=paths, floor=floor, deals=asked.deals)
    right = kernel.check_scores(*dealt, found.scores, found.lines, found.ends, asked.deals)
    if right < count:
        raise KernelFaultError(f"deal {asked.first + right}: the checker refuses the line that the search found")
    verdicts, scores, hits, lines, ends = bytearray(), bytearray(), bytearray(), bytearray(), []
    begin = 0
    for score, bound, hit, end in zip(
        found.scores, found.bounds, found.limits_hit, decode_numbers(found.ends), strict=True
    ):
        verdicts.append(VERDICTS.index(verdict_of(cards, score, bound)))
        scores.append(score if score == bound else NO_SCORE)
        hits.append(hit if score < bound else 0)
        if score == cards:
            lines += found.lines[begin:end]
        ends.append(len(lines))
        begin = end
    known = (bytes(scores), found.moves, found.decisions) if rules.is_scored else ()
    return RangeAnswers(bytes(verdicts), bytes(hits), decode_numbers(found.states), bytes(lines), ends, *known)


def best_score(
    position: Position, budget: Budget, store: Store | None = None, *, exhaustive: bool = False, floor: int = 0
) -> Best:
    """Search for the most cards that come home; `budget.limit_hit` names what left it open.

    *exhaustive* looks at every position there is, without bound or theory. A score below *floor* does not count: that
    there is none as high is then known sooner. A `ValueError` says that it knows no such rules.
    """
    from kiebitz.analysis.stores import Store, StoreFigures  # here, because other games need none of it

    question, kept = (encode_rules(position.rules), encode_position(position)), encode_store(store or Store())
    found = budget.spend(
        lambda limits, poll: kernel.best_score(
            *question, limits, exhaustive=exhaustive, floor=floor, store=kept, ask=poll
        )
    )
    if found is None:
        return Best(sum(position.foundations), len(position.rules.pack), (), StoreFigures())
    return Best(found.score, found.bound, decode_moves(found.line), StoreFigures(*found.store))


def shortest(position: Position, score: int, budget: Budget) -> tuple[tuple[Move, ...], Path] | None:
    """Search for a shortest line to a score that can be reached; `None`, and `budget.limit_hit`, if a limit ends it."""
    question = encode_rules(position.rules), encode_position(position), score
    found = budget.spend(lambda limits, poll: kernel.shortest(*question, limits, poll))
    if found is None:
        return None
    if found.moves >= 0:
        return decode_moves(found.line), Path(found.moves, found.decisions)
    if not found.limit_hit:
        raise KernelFaultError(f"no shortest line to the score {score} was found, though a line to it was")
    return None
