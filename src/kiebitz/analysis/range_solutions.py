"""The player's lines of a range of deals, in standard notation; the kernel makes and checks them in one call.

Deals that the kernel cannot deal, or whose line fails under the autoplay rule, are solved one by one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from sys import byteorder
from typing import TYPE_CHECKING

from kiebitz.analysis.encoding import decode_numbers, encode_dealing, encode_numbers, encode_play
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
from kiebitz.patience.notation.moves import format_step
from kiebitz.patience.notation.solutions import implied_count
from kiebitz.patience.referee import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kiebitz.analysis.ranges import RangeResult
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.rule_options import Autoplay


@dataclass(frozen=True, slots=True)
class Solutions:
    """The player's lines of the solved deals from number *first* on, for the rule *autoplay* where possible.

    `rules` holds a byte per deal: the index in `AUTOPLAYS` of its line's rule. `lines` holds four bytes per move;
    `ends` holds the end of each deal's line.
    """

    first: int
    autoplay: Autoplay
    rules: bytes
    lines: bytes = field(repr=False)
    ends: Sequence[int] = field(repr=False)

    def moves(self, number: int) -> tuple[Move, ...]:
        index = number - self.first
        return decode_player_moves(self.lines[self.ends[index - 1] if index else 0 : self.ends[index]])

    def rule(self, number: int) -> Autoplay:
        """Return the autoplay rule of a deal's line."""
        return AUTOPLAYS[self.rules[number - self.first]]

    def texts(self) -> Iterator[str]:
        """Yield each deal's line in standard notation, empty if there is none."""
        codes = memoryview(self.lines).cast("I")
        begin = 0
        for stop in self.ends:
            yield " ".join(map(_WORDS.__getitem__, codes[begin : stop // BYTES_PER_PLAYER_MOVE]))
            begin = stop // BYTES_PER_PLAYER_MOVE


class _Words(dict[int, str]):
    """A cache of moves in standard notation, keyed by the native integer of their four bytes."""

    def __missing__(self, code: int) -> str:
        encoded = code.to_bytes(BYTES_PER_PLAYER_MOVE, byteorder)
        (move,) = decode_player_moves(encoded)
        word = format_step(move, counted=encoded[2] != encoded[3])
        self[code] = word
        return word


_WORDS = _Words()


def solutions(answers: RangeResult, autoplay: Autoplay, *, in_kernel: bool) -> Solutions:
    """Return the player's lines of the solved deals of a range; *in_kernel* if the kernel deals them."""
    rules, first, last = answers.rules, answers.first, answers.last
    solved = bytes(verdict == _SOLVED for verdict in answers.verdicts)
    if not in_kernel:
        return _completed(answers, solved, bytes(len(solved)), b"", [0] * len(solved), autoplay)
    play, deals = encode_play(rules, autoplay), encode_dealing(answers.numbering, answers.seed)
    request = encode_rules(rules), encode_layout(rules), first, last
    made = kernel.player_lines(*request, answers.verdicts, answers.lines, encode_numbers(answers.ends), play, deals)
    first_wrong = kernel.check_player_lines(*request, made.made, made.lines, made.ends, play, deals)
    if first_wrong <= last:
        raise KernelFaultError(f"deal {first_wrong}: the checker refuses the line made for players")
    ends = decode_numbers(made.ends)
    if made.made != solved:
        return _completed(answers, solved, made.made, made.lines, ends, autoplay)
    return Solutions(first, autoplay, bytes([AUTOPLAYS.index(autoplay)]) * len(solved), made.lines, ends)


_SOLVED = VERDICTS.index(Verdict.SOLVED)


def _completed(
    answers: RangeResult, solved: bytes, made: bytes, lines: bytes, ends: Sequence[int], autoplay: Autoplay
) -> Solutions:
    """Add the lines of the solved deals that are not in *made*, solved one by one."""
    rules, every, stops, begin = bytearray(), bytearray(), [], 0
    for number, is_solved, has_line, end in zip(
        range(answers.first, answers.last + 1), solved, made, ends, strict=True
    ):
        rule = autoplay
        if is_solved and not has_line:
            moves, rule = answers.solution(number, autoplay)
            every += _encode(answers.position(number), moves, rule)
        else:
            every += lines[begin:end]
        begin = end
        rules.append(AUTOPLAYS.index(rule))
        stops.append(len(every))
    return Solutions(answers.first, autoplay, bytes(rules), bytes(every), stops)


def _encode(position: Position, moves: Iterable[Move], autoplay: Autoplay) -> bytes:
    table = Table(position, autoplay)
    encoded = bytearray()
    for move in moves:
        encoded += encode_move(move)
        encoded.append(implied_count(table.position, move.source, move.target))
        table.push(move)
    return bytes(encoded)
