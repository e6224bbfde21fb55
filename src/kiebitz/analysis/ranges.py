"""Verdicts on a range of numbered deals in one call; the checker replays every line."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from operator import sub
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.analysis import solving
from kiebitz.analysis.answers import NO_SCORE, RangeAnswers
from kiebitz.analysis.encoding import decode_numbers, encode_dealing, encode_numbers
from kiebitz.analysis.kernel_faults import as_kernel_fault
from kiebitz.analysis.limits import LIMITS, VERDICTS, Limit, Verdict, limit_or
from kiebitz.analysis.supported_rules import Search, search_for
from kiebitz.deals import numbering as numbering_named
from kiebitz.deals import shuffles
from kiebitz.deals.shuffles import SHUFFLES
from kiebitz.errors import ChoiceError, NumberRangeError
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

    from kiebitz.analysis.range_solutions import Solutions
    from kiebitz.deals import Numbering
    from kiebitz.patience.moves import Move
    from kiebitz.patience.rules import Rules

_LAST_NUMBER = 2**63 - 2  # last number that the kernel deals: last + 1 must fit
_PACKS = {"pysolfc": 52, "one-suit": 13}  # cards per deal; the other numberings deal any pack


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeResult(RangeAnswers):
    """The answers about the deals `first` to `last`: verdicts, states and lines.

    With a `seed`, deal numbers are indices into that seeded run, counted from 0. The checker has replayed every line.
    Lines are kept only on request: a million of them take 300 MB.

    Columns of one byte per deal: `verdicts` and `limits_hit` hold the kernel's codes, which the methods decode. In
    scored games `scores` holds the best score, or `NO_SCORE` if a limit left it open. On request `path_moves` and
    `decisions` describe a shortest line to it, with `NO_MOVES` moves if a limit left it open.
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
        """Return the limit that left a deal undecided, `None` if it is decided."""
        return LIMITS[self.limits_hit[self.index(number)]]

    def verdict(self, number: int) -> Verdict:
        """Return the verdict on a deal."""
        return VERDICTS[self.verdicts[self.index(number)]]

    def count(self, verdict: Verdict) -> int:
        """Return the number of deals with this verdict."""
        return self.verdicts.count(VERDICTS.index(verdict))

    def numbers(self, verdict: Verdict) -> list[int]:
        """Return the numbers of the deals with this verdict, in ascending order."""
        target = VERDICTS.index(verdict)
        return [self.first + index for index, code in enumerate(self.verdicts) if code == target]

    def limits_of_undecided(self) -> bytes:
        """Return a byte per deal: the code of the limit that left it undecided, 0 if it is decided."""
        undecided = VERDICTS.index(Verdict.UNDECIDED)
        if undecided not in self.verdicts:
            return bytes(len(self.verdicts))
        pairs = zip(self.verdicts, self.limits_hit, strict=True)
        return bytes(hit if verdict == undecided else 0 for verdict, hit in pairs)

    def lengths(self) -> list[int | None]:
        """Return the number of moves of each line, moves home included; `None` if not solved. Errors: see `line`."""
        self.require_lines()
        lengths: list[int | None] = [size // BYTES_PER_MOVE for size in map(sub, self.ends, chain((0,), self.ends))]
        solved = VERDICTS.index(Verdict.SOLVED)
        if self.verdicts.count(solved) < len(lengths):  # rare; skips the slow path for millions of deals
            lengths = [length if code == solved else None for code, length in zip(self.verdicts, lengths, strict=True)]
        return lengths

    def moves(self, number: int) -> tuple[Move, ...]:
        """Return the line of a deal with all moves home; empty unless it is solved.

        Multi-card moves are as long as single-card moves through cells and empty columns allow. Errors: see `line`.
        """
        return self.line(number)

    def solution(self, number: int, autoplay: Autoplay = Autoplay.SAFE) -> tuple[tuple[Move, ...], Autoplay]:
        """Return the line of a deal as `solve` does, verified by the referee, and its autoplay rule.

        The line is empty unless the deal is solved. Errors: see `line`.
        """
        line = self.moves(number)
        if self.verdict(number) is not Verdict.SOLVED:
            return (), autoplay
        position = self.position(number)
        if self.rules.is_scored:  # `solve` returns a shortest line; this one may be longer
            result = solving.solve(position, autoplay=autoplay)
            return result.moves, result.autoplay
        request = encode_game(self.rules), encode_position(position), encode_moves(line), None
        with as_kernel_fault():
            encoded, code = kernel.for_player(*request, AUTOPLAYS.index(autoplay), Limit().allowance())
            moves, rule = decode_player_moves(encoded), AUTOPLAYS[code]
            referee.verify(position, moves, rule)
        return moves, rule

    def solutions(self, autoplay: Autoplay = Autoplay.SAFE) -> Solutions:
        """Return the player's lines of all solved deals, made and checked in one kernel call. Errors: see `line`."""
        self.require_lines()
        from kiebitz.analysis.range_solutions import solutions  # slow to import, rarely needed

        in_kernel = dealt_by_kernel(self.rules, self.numbering, self.first, self.last)
        wins = search_for(self.rules) is not Search.RUSSIAN  # its lines may not be shortest ones
        return solutions(self, autoplay, in_kernel=in_kernel and wins)

    def position(self, number: int) -> Position:
        """Return the start position of a deal."""
        (number,) = shuffles.numbers(self.seed, range(number, number + 1))
        return Position.deal(self.rules, numbering_named(self.numbering).cards(number, self.rules.pack))


def dealt_by_kernel(rules: Rules, numbering: str, first: int, last: int) -> bool:
    """Return whether the kernel can deal and search the deals *first* to *last* in one call."""
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

    With a *seed*, deal numbers are indices into that seeded run of a shuffle, counted from 0. *complete* runs the
    complete search only, as `prove` does. *paths* adds shortest lines to the best scores, in scored games that the
    kernel deals (`dealt_by_kernel`). Raises `NumberRangeError` for a range that runs backwards or leaves the numbering.
    """
    deals = numbering_named(numbering)
    if seed is not None and numbering not in SHUFFLES:
        raise ChoiceError("numbering of a seeded run", numbering, SHUFFLES)
    search_for(rules)  # raises for unsupported rules
    for number in (first, last):
        if type(number) is not int or number not in deals.range:
            raise NumberRangeError(number, f"a whole number from {deals.range.start} to {deals.range.stop - 1}")
    if last < first:
        raise NumberRangeError(f"{first}-{last}", "a range whose first number is not above its last")
    limit = limit_or(limit)
    start = perf_counter()
    if dealt_by_kernel(rules, numbering, first, last):
        request = encode_game(rules), encode_layout(rules), first, last
        options = PROVE if complete else FIRST, limit.allowance(), encode_dealing(numbering, seed)
        with as_kernel_fault():
            answers = kernel.answer_range(*request, *options, lines=keep_lines, paths=paths)
    else:
        numbers = shuffles.numbers(seed, range(first, last + 1))
        answers = _one_by_one(rules, deals, numbers, limit, complete=complete, lines=keep_lines)
    columns = answers._asdict() | {"states": decode_numbers(answers.states), "ends": decode_numbers(answers.ends)}
    seconds = perf_counter() - start
    return RangeResult(rules=rules, first=first, last=last, numbering=numbering, seed=seed, seconds=seconds, **columns)


def winnable(
    rules: Rules, numbers: Iterable[int], limit: Limit | None = None, *, numbering: str = "microsoft"
) -> Iterator[RangeResult]:
    """Yield the answers about those deals of *numbers* that are won within *limit*, one by one."""
    for number in numbers:
        answer = solve_range(rules, number, number, limit, numbering=numbering)
        if answer.count(Verdict.SOLVED):
            yield answer


def _one_by_one(
    rules: Rules, deals: Numbering, numbers: Sequence[int], limit: Limit, *, complete: bool, lines: bool
) -> kernel.Columns:
    """Solve one by one the deals that the kernel cannot number: negative Microsoft deals and those above 2⁶³."""
    verdicts, limits_hit, line_bytes, scores = bytearray(), bytearray(), bytearray(), bytearray()
    states, ends = [], []
    for number in numbers:
        position = Position.deal(rules, deals.cards(number, rules.pack))
        with as_kernel_fault(f"deal {number}: "):
            answer = solving.answer(position, limit, complete=complete)
        if answer.verdict is Verdict.SOLVED and lines:
            line_bytes += encode_moves(answer.line)
        if answer.score is not None:
            scores.append(answer.score if answer.score == answer.bound else NO_SCORE)
        verdicts.append(VERDICTS.index(answer.verdict))
        limits_hit.append(LIMITS.index(answer.limit_hit))
        states.append(answer.states)
        ends.append(len(line_bytes))
    return kernel.Columns(
        verdicts=bytes(verdicts),
        limits_hit=bytes(limits_hit),
        states=encode_numbers(states),
        lines=bytes(line_bytes),
        ends=encode_numbers(ends if lines else ()),
        scores=bytes(scores),
        path_moves=b"",
        decisions=b"",
    )
