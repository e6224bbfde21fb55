"""What was found out about a position, as frozen values built by keyword.

Each holds a `Line` and an `Effort`: `Answer` all that is known, `Result` with a player's line. `InARow` is what answers
about deals in a row have in common, `Loss` the move that lost a game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, overload

from kiebitz.analysis.limits import Effort, Statistics, Verdict
from kiebitz.errors import LinesNotKeptError, NumberRangeError
from kiebitz.patience.encoding import decode_moves, decode_player_moves
from kiebitz.patience.rule_options import Autoplay

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position

#: What stands for a best score that is not known, and for the moves of a shortest line that is not.
NO_SCORE = NO_MOVES = 255

_NO_EFFORT = Effort()


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of play: the moves from a position at a table where the program plays by a rule after each of them.

    It is the sequence of its moves. `counts` are, where the kernel told them, the numbers of cards that moves have in
    standard notation if none is written.

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
        """Return a player's line as the kernel writes it, four bytes a move, the last of which is its count."""
        return cls(position=position, moves=decode_player_moves(moves), autoplay=autoplay, counts=moves[3::4])

    def words(self) -> list[str]:
        """Return the moves in standard notation."""
        if len(self.counts) == len(self.moves):
            from kiebitz.patience.notation.steps import format_step  # here, because not every line is written

            return [format_step(move, move.count != count) for move, count in zip(self.moves, self.counts, strict=True)]
        from kiebitz.patience.notation import format_moves  # here, because few lines come without counts

        return format_moves(self.position, self.moves, self.autoplay)

    def rows(self) -> list[str]:
        """Return the moves in standard notation, ten to a row."""
        from kiebitz.patience.notation.steps import rows_of  # here, because not every line is written

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
class Tried:
    """What every answer holds: the effort that it took."""

    effort: Effort = _NO_EFFORT

    @property
    def limit_hit(self) -> str | None:
        """What left something open: `states`, `seconds`, `memory`, or `stopped`."""
        return self.effort.limit_hit

    @property
    def statistics(self) -> Statistics:
        """What the search took."""
        return self.effort.statistics


@dataclass(frozen=True, slots=True, kw_only=True)
class Found(Tried):
    """What every answer about one position holds besides: a line, which may be empty."""

    line: Line

    @property
    def position(self) -> Position:
        """The position that was asked about."""
        return self.line.position

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the line."""
        return self.line.moves

    @property
    def autoplay(self) -> Autoplay:
        """The rule by which the program plays after each of the moves."""
        return self.line.autoplay

    def notation(self) -> str:
        """Return the line as `kiebitz solve --format notation` writes it: a header, then the moves."""
        from kiebitz.patience.notation import format_solution  # here, because few lines are written

        return format_solution(self.position, self.moves, self.autoplay, score=getattr(self, "score", None))

    def __str__(self) -> str:
        """The verdict in a line, and below it the moves in standard notation."""
        verdict: Verdict = self.verdict  # type: ignore[attr-defined]  # of every answer about a position
        details = [f"moves: {len(self.moves)}", f"autoplay: {self.autoplay.value}"] if self.moves else []
        score, bound = getattr(self, "score", None), getattr(self, "bound", None)
        details += [f"score: {score}"] * (score is not None) + [f"bound: {bound}"] * (bound is not None)
        details += [f"limit hit: {self.limit_hit}"] * (self.limit_hit is not None)
        head = verdict.value + (f" ({', '.join(details)})" if details else "")
        return "\n".join([head, *self.line.rows()])


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Found):
    """All that is known of a position: `SOLVED` if the game can be won from here, `IMPOSSIBLE` if it is lost.

    In a scored game `score` is the most cards that are known to come home and `bound` what no line can exceed; the
    score is the best one where they are equal, and the game lost where `bound` is below all cards. Elsewhere both are
    `None`. `line` wins, or reaches the score; each move home is spelt out in it, several cards move at once as far as
    single-card moves can carry them, and the checker has replayed it.
    """

    verdict: Verdict
    score: int | None = None
    bound: int | None = None

    @property
    def states(self) -> int:
        """The positions that were looked at to find this out, maybe at an earlier call."""
        return self.statistics.states


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Found):
    """The answer about one position, with a line for a player.

    `moves` are the player's moves of a line that the referee has replayed and found to win, given that the program
    plays by the rule `autoplay` after each of them; empty unless the verdict is `SOLVED`. In a scored game they lead to
    `score`, and no line exceeds `bound`; elsewhere both are `None`.
    """

    verdict: Verdict
    score: int | None = None
    bound: int | None = None

    @property
    def exact(self) -> bool:
        """Whether nothing is open: the verdict is known, and in a scored game the best score is."""
        return self.limit_hit is None


@dataclass(frozen=True, slots=True, kw_only=True)
class InARow:
    """What answers about deals in a row hold, the columns of the kernel: the number of the *first*, and their lines.

    `states` are the positions that each search looked at. A line of `lines` has three bytes a move, each move home
    spelt out; `ends` are the places where each deal's line ends, none where lines were not kept.
    """

    first: int
    states: Sequence[int] = field(repr=False)
    lines: bytes = field(default=b"", repr=False)
    ends: Sequence[int] = field(default=(), repr=False)
    seconds: float = 0.0

    def index(self, number: int) -> int:
        """Return the place of a deal among these; a `NumberRangeError` for a deal that is none of them."""
        if not 0 <= number - self.first < len(self.states):
            raise NumberRangeError(number, f"a deal from {self.first} to {self.first + len(self.states) - 1}")
        return number - self.first

    def line(self, number: int) -> tuple[Move, ...]:
        """Return the line of one deal; a `LinesNotKeptError` if lines were not kept."""
        index = self.index(number)
        if not self.ends:
            raise LinesNotKeptError
        return decode_moves(self.lines[self.ends[index - 1] if index else 0 : self.ends[index]])


class Path(NamedTuple):
    """The length of a shortest line to a score, as the étude counts it.

    *moves* are moves between columns, the fewest that reach the score; moves home are forced and not counted.
    *decisions* are the positions of the line from which such a move is made although another one is legal too (all
    empty columns are one target): the fewest among the lines with the fewest moves.
    """

    moves: int
    decisions: int


class Loss(NamedTuple):
    """The move that lost the game, or in a scored game the last one by which the best score still reachable fell.

    `ply` is the number of the player's move, 1 for the first; 0 says that the deal itself was lost. `last_winnable` is
    the number of moves after which the game was last known to be winnable (in a scored game: to reach more), `None` if
    it never was. The move is `certain` unless there are undecided positions between the two. `score_before` and
    `score_after` are the best scores known there in a scored game, `None` elsewhere.
    """

    ply: int
    last_winnable: int | None
    certain: bool
    score_before: int | None = None
    score_after: int | None = None
