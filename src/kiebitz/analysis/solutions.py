"""The player's lines of a range of deals: made and checked in the kernel in one go, and written in standard notation.

A deal whose line does not survive the autoplay rule, or that the kernel does not deal, is asked alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from sys import byteorder
from typing import TYPE_CHECKING

from kiebitz.analysis.encoding import decode_numbers, encode_deals, encode_numbers, encode_play
from kiebitz.analysis.limits import VERDICTS, Verdict
from kiebitz.errors import KernelFaultError
from kiebitz.kernel import functions as kernel
from kiebitz.patience.encoding import (
    AUTOPLAYS,
    BYTES_PER_PLAYER_MOVE,
    decode_player_moves,
    encode_layout,
    encode_move,
    encode_rules,
)
from kiebitz.patience.notation.solutions import implied_count
from kiebitz.patience.notation.steps import format_step
from kiebitz.patience.referee import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kiebitz.analysis.ranges import RangeResult
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.rule_options import Autoplay


@dataclass(frozen=True, slots=True)
class Solutions:
    """The player's lines of the solved deals of a range that begins with *first*, for the rule *autoplay* if they can.

    `rules` holds a byte a deal, the place in `AUTOPLAYS` of the rule that its line is for; the lines have four bytes a
    move, and a number of `ends` a deal.
    """

    first: int
    autoplay: Autoplay
    rules: bytes
    lines: bytes = field(repr=False)
    ends: Sequence[int] = field(repr=False)

    def moves(self, number: int) -> tuple[Move, ...]:
        """Return the player's moves of one deal."""
        index = number - self.first
        return decode_player_moves(self.lines[self.ends[index - 1] if index else 0 : self.ends[index]])

    def rule(self, number: int) -> Autoplay:
        """Return the autoplay rule that the line of one deal is for."""
        return AUTOPLAYS[self.rules[number - self.first]]

    def texts(self) -> Iterator[str]:
        """Yield each deal's line in standard notation, as `notation` writes it; empty where there is none."""
        codes = memoryview(self.lines).cast("I")
        begin = 0
        for stop in self.ends:
            yield " ".join(map(_WORDS.__getitem__, codes[begin : stop // BYTES_PER_PLAYER_MOVE]))
            begin = stop // BYTES_PER_PLAYER_MOVE


class _Words(dict[int, str]):
    """A player's moves in standard notation, by the machine number that their four bytes make."""

    def __missing__(self, code: int) -> str:
        told = code.to_bytes(BYTES_PER_PLAYER_MOVE, byteorder)
        (move,) = decode_player_moves(told)
        word = format_step(move, counted=told[2] != told[3])
        self[code] = word
        return word


_WORDS = _Words()


def solutions(answers: RangeResult, autoplay: Autoplay, *, in_kernel: bool) -> Solutions:
    """Return the player's lines of the solved deals of a range; *in_kernel* says whether the kernel deals them."""
    rules, first, last = answers.rules, answers.first, answers.last
    solved = bytes(verdict == _SOLVED for verdict in answers.verdicts)
    if not in_kernel:
        return _completed(answers, solved, bytes(len(solved)), b"", [0] * len(solved), autoplay)
    play, deals = encode_play(rules, autoplay), encode_deals(answers.numbering, answers.seed)
    asked = encode_rules(rules), encode_layout(rules), first, last
    found = kernel.player_lines(*asked, answers.verdicts, answers.lines, encode_numbers(answers.ends), play, deals)
    wrong = kernel.check_player_lines(*asked, found.made, found.lines, found.ends, play, deals)
    if wrong <= last:
        raise KernelFaultError(f"deal {wrong}: the checker refuses the line made for players")
    ends = decode_numbers(found.ends)
    if found.made != solved:
        return _completed(answers, solved, found.made, found.lines, ends, autoplay)
    return Solutions(first, autoplay, bytes([AUTOPLAYS.index(autoplay)]) * len(solved), found.lines, ends)


_SOLVED = VERDICTS.index(Verdict.SOLVED)


def _completed(
    answers: RangeResult, solved: bytes, made: bytes, lines: bytes, ends: Sequence[int], autoplay: Autoplay
) -> Solutions:
    """Return these lines with those of the solved deals that are not among the *made*, asked one by one."""
    rules, every, stops, begin = bytearray(), bytearray(), [], 0
    for number, is_solved, has_line, end in zip(
        range(answers.first, answers.last + 1), solved, made, ends, strict=True
    ):
        rule = autoplay
        if is_solved and not has_line:
            moves, rule = answers.solution(number, autoplay)
            every += _told(answers.position(number), moves, rule)
        else:
            every += lines[begin:end]
        begin = end
        rules.append(AUTOPLAYS.index(rule))
        stops.append(len(every))
    return Solutions(answers.first, autoplay, bytes(rules), bytes(every), stops)


def _told(position: Position, moves: Iterable[Move], autoplay: Autoplay) -> bytes:
    """Return a player's moves as the kernel tells them."""
    table = Table(position, autoplay)
    told = bytearray()
    for move in moves:
        told += encode_move(move)
        told.append(implied_count(table.position, move.source, move.target))
        table.push(move)
    return bytes(told)
