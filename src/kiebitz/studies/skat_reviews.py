"""Rows and reports about the players of many reviewed games of Skat: mistakes, and points due to cards or play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.review import tournament_at
from kiebitz.errors import counted
from kiebitz.skat.score import seeger_fabian
from kiebitz.skat.seats import Seat
from kiebitz.studies.columns import TEXT, Column
from kiebitz.studies.parquet import Writer
from kiebitz.studies.sample_statistics import Sample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.analysis.skat.fair_view import FairStep
    from kiebitz.analysis.skat.review import Review
    from kiebitz.studies.parquet import Sink

_POINTS = "Seeger-Fabian points"
#: The columns of the file, which has a row for each seat of each game.
COLUMNS = (
    Column("game", "uint32", "place of the game among those that were reviewed, 1 the first", nullable=False),
    Column("number", TEXT, "the game's number in its record"),
    Column("player", TEXT, "name in the record, else the seat"),
    Column("seat", TEXT, "forehand, middlehand or rearhand"),
    Column("contract", TEXT, "the contract that was played"),
    Column("bid", "uint16", "the declarer's bid", nullable=False),
    Column("declares", "uint8", "1 for the declarer", nullable=False),
    Column("won", "uint8", "1 where the declarer won", nullable=False),
    Column("cards", "uint8", "cards that the seat played", "cards", nullable=False),
    Column("below", "uint8", "of these below the best one, with open cards", "cards", nullable=False),
    Column("given", "uint16", "card points that these gave away; 0 in Null", "card points", nullable=False),
    Column("decided", "uint8", "of these settled the game against the seat's side", "cards", nullable=False),
    Column("points", "int64", "what the game brought the seat", _POINTS, nullable=False),
    Column("deal", "int64", "what best play of all would have brought, discard and all", _POINTS, nullable=False),
    Column("own", "int64", "what the seat's own discard and cards changed", _POINTS, nullable=False),
    Column("others", "int64", "what those of the other seats changed", _POINTS, nullable=False),
    Column("rest", "int64", "what is left: Schwarz, and games given up", _POINTS, nullable=False),
    Column("judged", "uint8", "cards judged by what the player could know", "cards"),
    Column("mistakes", "uint8", "of these mistakes", "cards"),
    Column("lost", "float32", "share of the worlds that these mistakes lost, added up"),
)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """The play and points of a seat in a game; the fields are those of `COLUMNS`, None is null.

    `points` is the sum of `deal`, `own`, `others` and `rest`.
    """

    game: int
    number: str
    player: str
    seat: str
    contract: str
    bid: int
    declares: int
    won: int
    cards: int
    below: int
    given: int
    decided: int
    points: int
    deal: int
    own: int
    others: int
    rest: int
    judged: int | None = None
    mistakes: int | None = None
    lost: float | None = None


def rows_of(place: int, review: Review, fair: Sequence[FairStep] | None = None) -> list[SeatRow]:
    """Return the three rows of a game, none if all passed; *fair* is the fair view of its cards.

    Points are those of a table of three. A card or a discard changes them if it changes the end of the game under best
    play; all changes together lead from the value of the deal to the result.
    """
    game = review.game
    if game.contract is None or game.declarer is None or review.start is None or review.end is None:
        return []
    is_null = game.contract.game.base == 0
    dealt = review.start if review.discard is None else review.discard.best_value
    changes = [(game.declarer, dealt, review.start)]
    changes += [(step.seat, step.before, step.after) for step in review.steps if step.lost]
    result = seeger_fabian(review.score)
    rows = []
    for seat in Seat:

        def worth(value: int, seat: Seat = seat) -> int:
            return tournament_at(game, value)[seat]

        points = result.declarer if seat is game.declarer else result.opponents
        own = sum(worth(after) - worth(before) for by, before, after in changes if by is seat)
        others = sum(worth(after) - worth(before) for by, before, after in changes if by is not seat)
        mine = [step for step in review.steps if step.seat is seat]
        decided = sum(point.decides == "game" for point in review.turning_points if point.step.seat is seat)
        judged = None if fair is None else [step for step in fair if step.seat is seat]
        mistakes = None if judged is None else [step for step in judged if step.is_mistake]
        rows.append(
            SeatRow(
                place,
                game.number,
                game.players[seat] or str(seat),
                str(seat),
                str(game.contract),
                game.bid,
                int(seat is game.declarer),
                int(review.score is not None and review.score.won),
                len(mine),
                sum(step.lost > 0 for step in mine),
                0 if is_null else sum(step.lost for step in mine),
                decided,
                points,
                worth(dealt),
                own,
                others,
                points - worth(dealt) - own - others,
                None if judged is None else len(judged),
                None if mistakes is None else len(mistakes),
                None if mistakes is None else sum(step.lost for step in mistakes),
            )
        )
    return rows


def write(rows: Sequence[SeatRow], stream: Sink) -> None:
    """Write rows as a Parquet file; a `DependencyError` if pyarrow is missing."""
    writer = Writer(stream, COLUMNS)
    data: dict[str, bytes | list[str]] = {}
    for column in COLUMNS:
        values = [getattr(row, column.name) for row in rows]
        data[column.name] = values if column.kind == TEXT else column.numbers(values)
    writer.add(data, len(rows))
    writer.close({f"kiebitz.{column.name}": column.meaning for column in COLUMNS})


@dataclass(slots=True)
class Players:
    """The rows of many games; players are named as in the records, else by seat."""

    games: int = 0
    rows: list[SeatRow] = field(default_factory=list)

    def add(self, review: Review, fair: Sequence[FairStep] | None = None) -> None:
        self.games += 1
        self.rows += rows_of(self.games, review, fair)

    def lines(self) -> list[str]:
        turned = len({row.game for row in self.rows if row.decided})
        lines = [f"{self.games} games reviewed; in {turned} of them a card lost the game"]
        for name in sorted({row.player for row in self.rows}):
            lines += _player_lines(name, [row for row in self.rows if row.player == name])
        return lines


def _player_lines(name: str, rows: Sequence[SeatRow]) -> list[str]:
    cards, below = sum(row.cards for row in rows), sum(row.below for row in rows)
    share = f"{100 * below / cards:.1f} %" if cards else "none"
    given = counted(sum(row.given for row in rows), "card point")
    decided = sum(row.decided for row in rows)
    mistaken = f"{below} below the best ({share}), {given} given away"
    lines = [f"{name}: {counted(cards, 'card')}, {mistaken}, games lost by a card: {decided}"]
    judged = [row for row in rows if row.judged is not None]
    if judged:
        mistakes, lost = sum(row.mistakes or 0 for row in judged), sum(row.lost or 0 for row in judged)
        of = counted(sum(row.judged or 0 for row in judged), "card")
        lines.append(f"  by what could be known {counted(mistakes, 'mistake')} of {of}, {lost:.2f} games lost by them")
    points = _mean([row.points for row in rows])
    parts = ", ".join(
        f"{words} {_mean([getattr(row, part) for row in rows])}"
        for part, words in (("deal", "the deal"), ("own", "own play"), ("others", "the others' play"), ("rest", "rest"))
    )
    lines.append(f"  {_POINTS} a game, of {counted(len(rows), 'game')}: {points}, of which {parts}")
    return lines


def _mean(values: Sequence[int]) -> str:
    """Return a mean, with half the width of its 95 % interval from two values on."""
    sample = Sample(len(values), sum(values), sum(value * value for value in values))
    half = sample.half_width
    return f"{sample.mean or 0:+.1f}" + ("" if half is None else f" ± {half:.1f}")
