"""A data set for programs that learn: positions of games, all their legal moves, which of these keep the win.

Labels are the analyst's. Rows are written in groups, so that memory does not grow with them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import kiebitz
from kiebitz.analysis.analyst import QUICK, Analyst
from kiebitz.analysis.limits import Verdict
from kiebitz.errors import NumberRangeError, counted
from kiebitz.patience.notation import format_board
from kiebitz.patience.notation.steps import format_step
from kiebitz.patience.referee import Table, legal_moves
from kiebitz.patience.rules import Autoplay
from kiebitz.patience.session import Session
from kiebitz.studies.parquet import need

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.analysis.answers import Answer
    from kiebitz.analysis.limits import Limit
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules
    from kiebitz.studies.rows import Sink

KEEPS, LOSES, OPEN = 1, 0, -1
_GROUP = 1_000  # rows that are held before they are written
_KEPT = 0.75  # how often the game goes on by a move that keeps the win, where there is one

#: The columns, what they mean, and their types in Arrow's words.
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

#: What the first line of a card says behind the name of the game.
CARD_TITLE = "positions, and the moves that keep the win"

_CARD = """\
# {title}: {what}

`{name}`: {count:,} positions of the {numbering} deals {first} to {last}, written by Kiebitz {version}.

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
class Plan:
    """Which positions: of the deals *first* to *last*, at most *positions* of each on a walk that *seed* chooses."""

    rules: Rules
    numbering: str
    first: int
    last: int
    positions: int = 20
    seed: int = 1
    autoplay: Autoplay = Autoplay.SAFE
    limit: Limit = QUICK

    def __post_init__(self) -> None:
        if self.positions < 1:
            raise NumberRangeError(self.positions, "1 position of a deal or more")


class Row(NamedTuple):
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


def rows(plan: Plan) -> Iterator[Row]:
    """Yield the rows, deal by deal: a walk that keeps the win three times out of four, and else goes by chance."""
    for number in range(plan.first, plan.last + 1):
        analyst = Analyst()  # a new one, so that a deal's rows do not depend on the deals before it
        chance = Random(f"{plan.seed} {number}")  # noqa: S311  nothing secret
        session = Session.new(number=number, numbering=plan.numbering, rules=plan.rules, autoplay=plan.autoplay)
        for left in reversed(range(plan.positions)):
            position = session.position
            now = analyst.status(position, plan.limit)
            moves = [] if session.is_won else list(legal_moves(position, distinct=True))
            keeps = [_keeps(now, analyst.status(_after(position, move, plan.autoplay), plan.limit)) for move in moves]
            good = [place for place, label in enumerate(keeps) if label == KEEPS]
            played = None
            if moves and left:
                played = chance.choice(good) if good and chance.random() < _KEPT else chance.randrange(len(moves))
            line = analyst.solution(position, plan.limit, plan.autoplay)
            found = now.verdict is Verdict.SOLVED or now.score is not None
            yield Row(
                number,
                session.ply,
                format_board(position, "columns"),
                now.verdict.value,
                now.score,
                now.bound,
                len(line.moves) if found else None,
                [_word(session, move) for move in moves],
                keeps,
                played,
            )
            if played is None:
                break
            session.push(moves[played])


def write(plan: Plan, stream: Sink) -> Iterator[Row]:
    """Write the rows into a Parquet file, and yield each on its way; a `DependencyError` where pyarrow is missing."""
    pa, parquet = need()
    types = {"list<string>": pa.list_(pa.string()), "list<int8>": pa.list_(pa.int8())}
    schema = pa.schema(
        [(name, types.get(kind) or getattr(pa, kind)()) for name, (kind, _) in COLUMNS.items()],
        metadata={"kiebitz": json.dumps(about(plan))},
    )
    with parquet.ParquetWriter(stream, schema, compression="zstd") as writer:
        waiting: list[Row] = []

        def put() -> None:
            columns = zip(zip(*waiting, strict=True), schema, strict=True)
            arrays = [pa.array(values, field.type) for values, field in columns]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
            waiting.clear()

        for row in rows(plan):
            waiting.append(row)
            yield row
            if len(waiting) == _GROUP:
                put()
        if waiting:
            put()


def about(plan: Plan) -> dict[str, Any]:
    """Return what the file says about itself."""
    return {
        "kiebitz": kiebitz.__version__,
        "game": plan.rules.game,
        "numbering": plan.numbering,
        "deals": [plan.first, plan.last],
        "positions": plan.positions,
        "seed": plan.seed,
        "autoplay": plan.autoplay.value,
        "limit_states": plan.limit.states,
    }


def card(plan: Plan, name: str, count: int, verdicts: dict[str, int]) -> str:
    """Return the card that goes with the file of this *name*: what is in it, how it was made, what it is not."""
    return _CARD.format(
        title=plan.rules.title,
        what=CARD_TITLE,
        name=name,
        count=count,
        numbering=plan.numbering,
        first=plan.first,
        last=plan.last,
        version=kiebitz.__version__,
        columns="\n".join(f"| `{column}` | {kind} | {meaning} |" for column, (kind, meaning) in COLUMNS.items()),
        verdicts="\n".join(f"- {verdict}: {number:,}" for verdict, number in sorted(verdicts.items())),
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
    if now.score is not None and after.score is not None and after.bound is not None:
        if now.bound == now.score:
            return KEEPS if after.score >= now.score else LOSES if after.bound < now.score else OPEN
        return OPEN
    return {Verdict.SOLVED: KEEPS, Verdict.IMPOSSIBLE: LOSES, Verdict.UNDECIDED: OPEN}[after.verdict]


def _word(session: Session, move: Move) -> str:
    """Return a move so that it is read back as itself."""
    implied = session.move_between(move.source, move.target).count == move.count
    return format_step(move, counted=not implied)
