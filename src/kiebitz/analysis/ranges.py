"""Many numbered deals in one call, decided one after the other; the checker replays every line.

What runs over processes, and what is kept in files, is for `studies`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from operator import sub
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.analysis import solving
from kiebitz.analysis.answers import NO_SCORE, InARow
from kiebitz.analysis.encoding import decode_numbers, encode_deals, encode_numbers
from kiebitz.analysis.kernel_faults import as_kernel_fault
from kiebitz.analysis.limits import LIMITS, VERDICTS, Limit, Verdict, limit_or
from kiebitz.analysis.search_support import Search, search_for
from kiebitz.deals import numbering as numbering_named
from kiebitz.deals import shuffles
from kiebitz.deals.shuffles import SHUFFLES
from kiebitz.errors import ChoiceError, LinesNotKeptError, NumberRangeError
from kiebitz.kernel import analyst as kernel
from kiebitz.kernel.analyst import FIRST, PROVE
from kiebitz.patience import referee
from kiebitz.patience.encoding import (
    AUTOPLAYS,
    BYTES_PER_MOVE,
    decode_player_moves,
    encode_game,
    encode_layout,
    encode_moves,
    encode_position,
)
from kiebitz.patience.position import Position
from kiebitz.patience.rule_options import Autoplay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kiebitz.analysis.solutions import Solutions
    from kiebitz.deals import Numbering
    from kiebitz.patience.moves import Move
    from kiebitz.patience.rules import Rules

_LAST_NUMBER = 2**63 - 2  # that the kernel deals in a range, so that there is a number after it
_PACKS = {"pysolfc": 52, "one-suit": 13}  # how many cards they deal; the others deal any pack


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeResult(InARow):
    """The answers about the deals `first` to `last`: a verdict and a number of states each, and the lines.

    With a `seed` the deals are called by their places in that seeded run, counted from 0.

    Every line has been replayed by the checker. Lines are kept only on request, since a million of them take 300 MB.
    Of a scored game `scores` holds a byte a deal, the best score or `NO_SCORE` where a limit left it open; it is empty
    elsewhere. So do `path_moves` and `decisions` of a shortest line to it, `NO_MOVES` moves where a limit left that
    open, if they were asked for. `verdicts` and `limits_hit` hold the kernel's codes, a byte a deal: ask the methods
    what they mean.
    """

    rules: Rules
    last: int
    verdicts: bytes
    numbering: str = "microsoft"
    scores: bytes = field(default=b"", repr=False)
    limits_hit: bytes = field(default=b"", repr=False)
    seed: int | None = None
    path_moves: bytes = field(default=b"", repr=False)
    decisions: bytes = field(default=b"", repr=False)

    def limit_hit(self, number: int) -> str | None:
        """Return the limit that left a deal of the range undecided, `None` where none did."""
        return LIMITS[self.limits_hit[self.index(number)]]

    def verdict(self, number: int) -> Verdict:
        """Return the verdict on one deal of the range."""
        return VERDICTS[self.verdicts[self.index(number)]]

    def count(self, verdict: Verdict) -> int:
        """Return how many deals have this verdict."""
        return self.verdicts.count(VERDICTS.index(verdict))

    def numbers(self, verdict: Verdict) -> list[int]:
        """Return the numbers of the deals that have this verdict, in ascending order."""
        wanted = VERDICTS.index(verdict)
        return [self.first + index for index, code in enumerate(self.verdicts) if code == wanted]

    def limits_of_undecided(self) -> bytes:
        """Return a byte a deal: the code of the limit that left it undecided, 0 where it is decided."""
        undecided = VERDICTS.index(Verdict.UNDECIDED)
        if undecided not in self.verdicts:
            return bytes(len(self.verdicts))
        pairs = zip(self.verdicts, self.limits_hit, strict=True)
        return bytes(hit if verdict == undecided else 0 for verdict, hit in pairs)

    def lengths(self) -> list[int | None]:
        """Return how many moves each line has, those home counted, `None` where the deal is not solved.

        A `LinesNotKeptError` if lines were not kept.
        """
        if not self.ends:
            raise LinesNotKeptError
        lengths: list[int | None] = [size // BYTES_PER_MOVE for size in map(sub, self.ends, chain((0,), self.ends))]
        solved = VERDICTS.index(Verdict.SOLVED)
        if self.verdicts.count(solved) < len(lengths):  # seldom, and this is asked of millions of deals
            lengths = [length if code == solved else None for code, length in zip(self.verdicts, lengths, strict=True)]
        return lengths

    def moves(self, number: int) -> tuple[Move, ...]:
        """Return the line of one deal, every move to a foundation spelt out; none unless the deal is solved.

        Multi-card moves in it are as long as single-card moves through cells and empty columns allow. A
        `LinesNotKeptError` if lines were not kept.
        """
        return self.line(number)

    def solution(self, number: int, autoplay: Autoplay = Autoplay.SAFE) -> tuple[tuple[Move, ...], Autoplay]:
        """Return the line of one deal as `solve` hands it out, and the autoplay rule that it is for.

        The referee has replayed it. No moves unless the deal is solved; a `LinesNotKeptError` if lines were not kept.
        """
        line = self.moves(number)
        if self.verdict(number) is not Verdict.SOLVED:
            return (), autoplay
        position = self.position(number)
        if self.rules.is_scored:  # `solve` hands out a shortest line then, which this one need not be
            found = solving.solve(position, autoplay=autoplay)
            return found.moves, found.autoplay
        question = encode_game(self.rules), encode_position(position), encode_moves(line), None
        with as_kernel_fault():
            told, code = kernel.for_player(*question, AUTOPLAYS.index(autoplay), Limit().allowance())
            moves, rule = decode_player_moves(told), AUTOPLAYS[code]
            referee.verify(position, moves, rule)
        return moves, rule

    def solutions(self, autoplay: Autoplay = Autoplay.SAFE) -> Solutions:
        """Return the lines of all solved deals as `solution` does, made and checked in the kernel in one go.

        The checker has replayed them. A `LinesNotKeptError` if lines were not kept.
        """
        if not self.ends:
            raise LinesNotKeptError
        from kiebitz.analysis.solutions import solutions  # here, because few want lines, and they need the notation

        in_kernel = dealt_by_kernel(self.rules, self.numbering, self.first, self.last)
        wins = search_for(self.rules) is not Search.RUSSIAN  # whose lines need not be the shortest
        return solutions(self, autoplay, in_kernel=in_kernel and wins)

    def position(self, number: int) -> Position:
        """Return the position in which one deal of the range begins."""
        (number,) = shuffles.numbers(self.seed, range(number, number + 1))
        return Position.deal(self.rules, numbering_named(self.numbering).cards(number, self.rules.pack))


def dealt_by_kernel(rules: Rules, numbering: str, first: int, last: int) -> bool:
    """Say whether the kernel deals and searches the deals *first* to *last* in one call."""
    has_pack = _PACKS.get(numbering, len(rules.pack)) == len(rules.pack)
    return has_pack and first >= 0 and last <= _LAST_NUMBER


def solve_range(
    rules: Rules,
    first: int,
    last: int,
    limit: Limit | None = None,
    *,
    complete: bool = False,
    keep_lines: bool = False,
    numbering: str = "microsoft",
    seed: int | None = None,
    paths: bool = False,
) -> RangeResult:
    """Decide the deals *first* to *last* of a numbering, each within *limit*; the checker replays every line.

    With a *seed* they are places in that seeded run, counted from 0, of a numbering of shuffles. *complete* asks for
    the complete search alone, as `prove` does. With *paths* the kernel looks for shortest lines to the best scores of a
    scored game, too, where it deals (`dealt_by_kernel`). Raises `NumberRangeError` for a range that runs backwards or
    leaves the numbering.
    """
    deals = numbering_named(numbering)
    if seed is not None and numbering not in SHUFFLES:
        raise ChoiceError("numbering of a seeded run", numbering, SHUFFLES)
    search_for(rules)  # complains
    for number in (first, last):
        if type(number) is not int or number not in deals.range:
            raise NumberRangeError(number, f"a whole number from {deals.range.start} to {deals.range.stop - 1}")
    if last < first:
        raise NumberRangeError(f"{first}-{last}", "a range whose first number is not above its last")
    limit = limit_or(limit)
    start = perf_counter()
    if dealt_by_kernel(rules, numbering, first, last):
        dealt = encode_game(rules), encode_layout(rules), first, last
        how = PROVE if complete else FIRST, limit.allowance(), encode_deals(numbering, seed)
        with as_kernel_fault():
            found = kernel.answer_range(*dealt, *how, lines=keep_lines, paths=paths)
    else:
        numbers = shuffles.numbers(seed, range(first, last + 1))
        found = _one_by_one(rules, deals, numbers, limit, complete=complete, lines=keep_lines)
    columns = found._asdict() | {"states": decode_numbers(found.states), "ends": decode_numbers(found.ends)}
    seconds = perf_counter() - start
    return RangeResult(rules=rules, first=first, last=last, numbering=numbering, seed=seed, seconds=seconds, **columns)


def winnable(
    rules: Rules, numbers: Iterable[int], limit: Limit | None = None, *, numbering: str = "microsoft"
) -> Iterator[RangeResult]:
    """Yield the answers about those of the deals *numbers* that are won within *limit*, as they are found."""
    for number in numbers:
        answer = solve_range(rules, number, number, limit, numbering=numbering)
        if answer.count(Verdict.SOLVED):
            yield answer


def _one_by_one(
    rules: Rules, deals: Numbering, numbers: Sequence[int], limit: Limit, *, complete: bool, lines: bool
) -> kernel.Columns:
    """Do the same for the jokes and for numbers beyond the kernel's."""
    verdicts, limits_hit, kept, scores = bytearray(), bytearray(), bytearray(), bytearray()
    states, ends = [], []
    for number in numbers:
        position = Position.deal(rules, deals.cards(number, rules.pack))
        with as_kernel_fault(f"deal {number}: "):
            found = solving.answer(position, limit, complete=complete)
        if found.verdict is Verdict.SOLVED and lines:
            kept += encode_moves(found.line)
        if found.score is not None:
            scores.append(found.score if found.score == found.bound else NO_SCORE)
        verdicts.append(VERDICTS.index(found.verdict))
        limits_hit.append(LIMITS.index(found.limit_hit))
        states.append(found.states)
        ends.append(len(kept))
    return kernel.Columns(
        verdicts=bytes(verdicts),
        limits_hit=bytes(limits_hit),
        states=encode_numbers(states),
        lines=bytes(kept),
        ends=encode_numbers(ends if lines else ()),
        scores=bytes(scores),
        path_moves=b"",
        decisions=b"",
    )
