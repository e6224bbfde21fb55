"""Data sets for machine learning: positions, their legal moves, and which moves keep the win by the analyst.

Deals are spread over processes and written in order, in groups of rows, so that memory does not grow with them.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import kiebitz
from kiebitz.analysis.analyst import QUICK, Analyst, effect
from kiebitz.analysis.answers import Effect
from kiebitz.analysis.limits import Verdict
from kiebitz.errors import NumberRangeError, counted
from kiebitz.patience.notation import format_board
from kiebitz.patience.notation.moves import format_step
from kiebitz.patience.referee import Table, legal_moves
from kiebitz.patience.rule_options import Autoplay
from kiebitz.patience.session import Session
from kiebitz.studies.chunks import Chunks, InOrder
from kiebitz.studies.engine import number_of_jobs, run_source
from kiebitz.studies.parquet import ListWriter
from kiebitz.studies.spans import head, in_words, size

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kiebitz.analysis.answers import Answer
    from kiebitz.analysis.limits import Limit
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules
    from kiebitz.studies.chunks import Chunk
    from kiebitz.studies.parquet import Sink
    from kiebitz.studies.spans import Span

KEEPS, LOSES, OPEN = 1, 0, -1
_LABELS = {Effect.KEPT: KEEPS, Effect.LOST: LOSES, Effect.GONE: LOSES, Effect.UNKNOWN: OPEN}
_GROUP = 1_000  # rows in memory before they are written
#: The width of the search for short lines, in positions a level: on walks through a hundred positions of FreeCell,
#: lines were 4 % longer than with eight times as many, in a sixth of the time.
_WIDTH = 32
_KEPT = 0.75  # the probability of a move that keeps the win, if there is one

#: The columns: name, Arrow type and meaning.
COLUMNS = {
    "deal": ("int64", "number of the deal"),
    "ply": ("int16", "moves of the player before this position"),
    "board": ("string", "the position, a line a column, in the form `columns` of the notation"),
    "verdict": (
        "string",
        "solved: it can be won from here, impossible: proven that not, undecided: at the limit",
    ),
    "score": ("int16", "of a scored game, the most cards that are known to come home; else null"),
    "bound": ("int16", "of a scored game, the cards that no line exceeds; else null"),
    "rest": ("int16", "moves of the player on the line found that wins, or scores best, from here; null without one"),
    "moves": ("list<string>", "all legal moves in standard notation; free cells are one target, so are empty columns"),
    "keeps": ("list<int8>", "for each move: 1 keeps the win (the best score), 0 loses it or it is lost, -1 undecided"),
    "played": ("int16", "the place in `moves` of the move by which the game goes on; null at the last position"),
}

#: The text after the game in the first line of a card.
CARD_TITLE = "positions, and the moves that keep the win"

_CARD = """\
# {title}: {what}

`{name}`: {count:,} positions of the {numbering} deals {deals}, written by Kiebitz {version}.{left_out}

## Columns

| column | type | meaning |
| --- | --- | --- |
{columns}

## Verdicts

{verdicts}

## How it was made

Each deal is walked for at most {positions} positions (seed {seed}): three times out of four by a move that keeps the
win, if there is one, else by any legal move. So positions are not those of a good player, nor of chance. After each
move the program sends cards home by the rule `{autoplay}`. Verdicts come from searches of at most {states}; each line
was replayed by a referee that shares no code with the search, and `impossible` is only said after a complete one.

## What it is not

`rest` is the length of a line that was found, an upper bound of the shortest. Positions of one deal resemble each
other: split by `deal`, not by row.
"""


@dataclass(frozen=True, slots=True)
class WalkPlan:
    """The positions to collect: at most *positions* of each deal in *spans*, on a walk determined by *seed*."""

    rules: Rules
    numbering: str
    spans: Sequence[Span]
    positions: int = 20
    seed: int = 1
    autoplay: Autoplay = Autoplay.SAFE
    limit: Limit = QUICK

    def __post_init__(self) -> None:
        if self.positions < 1:
            raise NumberRangeError(self.positions, "1 position of a deal or more")


class WalkRow(NamedTuple):
    """One position with its labels; the fields are those of `COLUMNS`."""

    deal: int
    ply: int
    board: str
    verdict: str
    score: int | None
    bound: int | None
    rest: int | None
    moves: list[str]
    keeps: list[int]
    played: int | None


@dataclass(frozen=True, slots=True)
class Walked:
    """The rows of consecutive deals, and their wall time."""

    rows: list[WalkRow]
    seconds: float


def walk(plan: WalkPlan, first: int, last: int) -> Walked:
    """Return the rows of random walks through the deals *first* to *last*.

    With probability `_KEPT` a walk goes on by a move that keeps the win, if there is one, else by any legal move.
    """
    start = perf_counter()
    return Walked([row for number in range(first, last + 1) for row in _rows(plan, number)], perf_counter() - start)


def _rows(plan: WalkPlan, number: int) -> list[WalkRow]:
    analyst = Analyst(short=_WIDTH)  # new for each deal, so that rows do not depend on earlier deals
    chance = Random(f"{plan.seed} {number}")  # noqa: S311  nothing secret
    session = Session.new(number=number, numbering=plan.numbering, rules=plan.rules, autoplay=plan.autoplay)
    rows: list[WalkRow] = []
    for remaining in reversed(range(plan.positions)):
        position = session.position
        now = analyst.status(position, plan.limit)
        moves = [] if session.is_won else list(legal_moves(position, distinct=True))
        keeps = [_keeps(now, analyst.status(_after(position, move, plan.autoplay), plan.limit)) for move in moves]
        good = [place for place, label in enumerate(keeps) if label == KEEPS]
        played = None
        if moves and remaining:
            played = chance.choice(good) if good and chance.random() < _KEPT else chance.randrange(len(moves))
        line = analyst.solution(position, plan.limit, plan.autoplay)
        has_line = now.verdict is Verdict.SOLVED or now.score is not None
        rows.append(
            WalkRow(
                number,
                session.ply,
                format_board(position, "columns"),
                now.verdict.value,
                now.score,
                now.bound,
                len(line.moves) if has_line else None,
                [_word(session, move) for move in moves],
                keeps,
                played,
            )
        )
        if played is None:
            break
        session.push(moves[played])
    return rows


class DatasetWriter:
    """Makes a data set in *jobs* processes (0: one per core) and writes it to *stream*.

    A `DependencyError` if pyarrow is missing.
    """

    def __init__(self, plan: WalkPlan, stream: Sink, jobs: int = 1) -> None:
        self._writer = ListWriter(stream, {name: kind for name, (kind, _) in COLUMNS.items()})
        self._plan = plan
        self._jobs = number_of_jobs(jobs)
        self._chunks = Chunks(plan.spans, self._jobs, size=1)
        self._parts = InOrder[tuple[int, list[WalkRow]]](plan.spans, self._take)
        self._waiting: list[WalkRow] = []
        self.deals = 0
        self.rows = 0
        self.verdicts: Counter[str] = Counter()
        self.left_out: list[int] = []
        self.remarks: list[str] = []

    @property
    def plan(self) -> WalkPlan:
        """The plan up to the last finished deal."""
        return replace(self._plan, spans=head(self._plan.spans, self.deals))

    @property
    def is_whole(self) -> bool:
        return self.deals == size(self._plan.spans)

    def run(self, progress: Callable[[], None]) -> None:
        run_source(walk, self._plan, self._chunks, self._jobs, self, progress)
        while self._waiting:
            self._write_group()
        self._writer.close({"kiebitz": json.dumps(about(self))})

    def stop(self) -> None:
        self._chunks.stopped = True

    def add(self, chunk: Chunk, answer: Walked) -> None:
        self._parts.add(chunk.first, chunk.last, (chunk.size, answer.rows))

    def lose(self, number: int) -> None:
        self.left_out.append(number)
        self.remark(f"deal {number} is left out: every process that tried it died")
        self._parts.add(number, number, (1, []))

    def remark(self, line: str) -> None:
        self.remarks.append(line)

    def _take(self, part: tuple[int, list[WalkRow]]) -> None:
        deals, rows = part
        self.deals += deals
        self.rows += len(rows)
        self.verdicts.update(row.verdict for row in rows)
        self._waiting += rows
        while len(self._waiting) >= _GROUP:
            self._write_group()

    def _write_group(self) -> None:
        group, self._waiting = self._waiting[:_GROUP], self._waiting[_GROUP:]
        self._writer.write(group)


def about(writer: DatasetWriter) -> dict[str, Any]:
    plan = writer.plan
    return {
        "kiebitz": kiebitz.__version__,
        "game": plan.rules.game,
        "numbering": plan.numbering,
        "deals": [plan.spans[0][0], plan.spans[-1][1]] if plan.spans else [],
        "ranges": plan.spans,
        "left_out": writer.left_out,
        "positions": plan.positions,
        "seed": plan.seed,
        "autoplay": plan.autoplay.value,
        "limit_states": plan.limit.states,
    }


def card(writer: DatasetWriter, name: str) -> str:
    """Return the card of the file *name*, in Markdown."""
    plan = writer.plan
    left_out = ", ".join(map(str, writer.left_out))
    return _CARD.format(
        title=plan.rules.title,
        what=CARD_TITLE,
        name=name,
        count=writer.rows,
        numbering=plan.numbering,
        deals=in_words(plan.spans),
        version=kiebitz.__version__,
        columns="\n".join(f"| `{column}` | {kind} | {meaning} |" for column, (kind, meaning) in COLUMNS.items()),
        left_out=f"\n\nLeft out, because every process that tried them died: {left_out}." if left_out else "",
        verdicts="\n".join(f"- {verdict}: {number:,}" for verdict, number in sorted(writer.verdicts.items())),
        positions=plan.positions,
        seed=plan.seed,
        autoplay=plan.autoplay.value,
        states=counted(plan.limit.states, "state") if plan.limit.states else "any length",
    )


def _after(position: Position, move: Move, autoplay: Autoplay) -> Position:
    table = Table(position, autoplay)
    table.push(move)
    return table.position


def _keeps(now: Answer, after: Answer) -> int:
    is_lost = after.score is None and after.verdict is Verdict.IMPOSSIBLE  # even if the position before is undecided
    return LOSES if is_lost else _LABELS[effect(now, after)]


def _word(session: Session, move: Move) -> str:
    """Return a move in notation that is read back as the same move."""
    implied = session.move_between(move.source, move.target).count == move.count
    return format_step(move, counted=not implied)
