"""Answers of searches, as frozen dataclasses with keyword-only fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, overload

from kiebitz.analysis.limits import Effort, Statistics, Verdict
from kiebitz.errors import InputError, NumberRangeError
from kiebitz.patience.encoding import decode_moves, decode_player_moves
from kiebitz.patience.rule_options import Autoplay, Choice

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position

#: Marks an unknown best score, or the unknown length of a shortest line.
NO_SCORE = NO_MOVES = 255

_NO_EFFORT = Effort()


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of play: moves from *position* at a table where the program autoplays by a rule after each move.

    It is a sequence of its moves. `counts` holds for each move the number of cards that standard notation implies
    without a count, if the kernel supplied them.

    >>> from kiebitz.analysis.solving import solve
    >>> from kiebitz.patience.dealing import deal
    >>> line = solve(deal(617)).line
    >>> len(line) == len(line.moves), line[0] == line.moves[0], line.words()[:3]
    (True, True, ['83', '8a', '83'])
    """

    position: Position
    moves: tuple[Move, ...] = ()
    autoplay: Autoplay = Autoplay.NONE
    counts: bytes = field(default=b"", compare=False, repr=False)

    @classmethod
    def decoded(cls, position: Position, moves: bytes, autoplay: Autoplay) -> Line:
        """Return a player's line from the kernel's encoding: four bytes per move, the last one its implied count."""
        return cls(position=position, moves=decode_player_moves(moves), autoplay=autoplay, counts=moves[3::4])

    def words(self) -> list[str]:
        """Return the moves in standard notation."""
        if len(self.counts) == len(self.moves):
            from kiebitz.patience.notation.moves import format_step  # slow to import, rarely needed

            return [format_step(move, move.count != count) for move, count in zip(self.moves, self.counts, strict=True)]
        from kiebitz.patience.notation import format_moves  # slow to import, rarely needed

        return format_moves(self.position, self.moves, self.autoplay)

    def rows(self) -> list[str]:
        """Return the moves in standard notation, ten to a row."""
        from kiebitz.patience.notation.moves import rows_of  # slow to import, rarely needed

        return rows_of(self.words())

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, place: int | slice) -> Move | tuple[Move, ...]:
        return self.moves[place]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAnswer:
    """Base of all answers: the effort they took."""

    effort: Effort = _NO_EFFORT

    @property
    def limit_hit(self) -> str | None:
        """The limit that left the answer open (`states`, `seconds`, `memory` or `stopped`), else `None`."""
        return self.effort.limit_hit

    @property
    def statistics(self) -> Statistics:
        """The effort of the search."""
        return self.effort.statistics


@dataclass(frozen=True, slots=True, kw_only=True)
class LineAnswer(SearchAnswer):
    """Base of all answers about one position: they hold a line, which may be empty."""

    line: Line

    @property
    def position(self) -> Position:
        """The position searched."""
        return self.line.position

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the line."""
        return self.line.moves

    @property
    def autoplay(self) -> Autoplay:
        """The autoplay rule after each move."""
        return self.line.autoplay

    def notation(self) -> str:
        """Return the line in the format of `kiebitz solve --format notation`: a header, then the moves."""
        from kiebitz.patience.notation import format_solution  # slow to import, rarely needed

        return format_solution(self.position, self.moves, self.autoplay, score=getattr(self, "score", None))

    def __str__(self) -> str:
        """The verdict in one line, followed by the moves in standard notation."""
        verdict: Verdict = self.verdict  # type: ignore[attr-defined]  # every subclass has it
        details = [f"moves: {len(self.moves)}", f"autoplay: {self.autoplay.value}"] if self.moves else []
        score, bound = getattr(self, "score", None), getattr(self, "bound", None)
        details += [f"score: {score}"] * (score is not None) + [f"bound: {bound}"] * (bound is not None)
        details += [f"limit hit: {self.limit_hit}"] * (self.limit_hit is not None)
        head = verdict.value + (f" ({', '.join(details)})" if details else "")
        return "\n".join([head, *self.line.rows()])


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(LineAnswer):
    """The kernel's knowledge of a position: `SOLVED` if it can be won, `IMPOSSIBLE` if it is lost.

    In scored games `score` is the best known score and `bound` an upper bound; in others both are `None`. `line` wins
    or reaches the score, as the checker has verified; it states every move home and moves as many cards at once as
    single-card moves could.
    """

    verdict: Verdict
    score: int | None = None
    bound: int | None = None

    @property
    def states(self) -> int:
        """The positions searched, possibly in an earlier call."""
        return self.statistics.states


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(LineAnswer):
    """An answer with a line for a player.

    `moves` win with autoplay by the rule `autoplay` after each of them, as the referee has verified; empty unless the
    verdict is `SOLVED`. In scored games they reach `score`, and no line exceeds `bound`; in other games both are
    `None`.
    """

    verdict: Verdict
    score: int | None = None
    bound: int | None = None

    @property
    def proven(self) -> bool:
        """Whether nothing is left open: the verdict is known, and in scored games the best score."""
        return self.limit_hit is None

    exact = proven  # the name in earlier versions


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeAnswers:
    """Base of answers about consecutive deals: the number of the *first*, and columns with an entry per deal.

    `states` are the positions searched. `lines` holds three bytes per move, every move home included; `ends` holds the
    end of each deal's line in it, and is empty if lines were not kept.
    """

    first: int
    states: Sequence[int] = field(repr=False)
    lines: bytes = field(default=b"", repr=False)
    ends: Sequence[int] = field(default=(), repr=False)
    seconds: float = 0.0

    def index(self, number: int) -> int:
        """Return the index of deal *number*; a `NumberRangeError` if it is not in the range."""
        if not 0 <= number - self.first < len(self.states):
            raise NumberRangeError(number, f"a deal from {self.first} to {self.first + len(self.states) - 1}")
        return number - self.first

    def require_lines(self) -> None:
        """Raise an `InputError` if lines were not kept."""
        if not self.ends:
            raise InputError("", "the lines of this range were not kept", "a range solved with keep_lines=True")

    def line(self, number: int) -> tuple[Move, ...]:
        """Return the line of a deal; an `InputError` if lines were not kept."""
        index = self.index(number)
        self.require_lines()
        return decode_moves(self.lines[self.ends[index - 1] if index else 0 : self.ends[index]])


class Path(NamedTuple):
    """The length of a shortest line to a score in the étude.

    *moves* is the minimum number of moves between columns; moves home are forced and not counted. *decisions* is the
    number of positions on the line with another legal move between columns (all empty columns count as one target): the
    minimum among the lines with the fewest moves.
    """

    moves: int
    decisions: int


class Loss(NamedTuple):
    """The move that lost the game, or in scored games the last one that lowered the best reachable score.

    `ply` counts from 1; 0 if the deal itself was lost. `last_winnable` is the number of moves after which the game was
    last known to be winnable (in scored games: to reach more), `None` if never; if undecided positions follow it, the
    move is not `certain`. `score_before` and `score_after` are the best known scores, `None` in games without scores.
    """

    ply: int
    last_winnable: int | None
    certain: bool
    score_before: int | None = None
    score_after: int | None = None


class Effect(Choice):
    """The effect of a move on the win, or on the best score; `GONE`: nothing was left to lose."""

    KEPT = "kept"
    LOST = "lost"
    UNKNOWN = "unknown"
    GONE = "gone"


#: Effects by their codes in the kernel.
EFFECTS = tuple(Effect)


class JudgedMove(NamedTuple):
    """A legal move, its effect, and the verdict on the position after it.

    `moves_left` is the number of moves after it on a short line to the win, in scored games to the best known score;
    `None` if no line is known.
    """

    move: Move
    effect: Effect
    verdict: Verdict
    moves_left: int | None
    score: int | None = None
    bound: int | None = None
