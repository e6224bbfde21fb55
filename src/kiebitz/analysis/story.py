"""The story of a line of play: when aces come home and a column is empty, where it is tightest, the turning point."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.errors import counted
from kiebitz.kernel import analyst as kernel
from kiebitz.patience.encoding import AUTOPLAYS, encode_game, encode_moves, encode_position
from kiebitz.patience.refusal_text import full_name
from kiebitz.patience.rule_options import Choice

if TYPE_CHECKING:
    from kiebitz.analysis.answers import Line
    from kiebitz.cards import Card


class EventKind(Choice):
    """The kind of an event: the words for its place in the story.

    `HOME`: the first card of a suit comes home. `EMPTY_COLUMN`: a column is empty for the first time. `TIGHTEST`: the
    fewest places of the line are free, for the first time. `TURNING_POINT`: so few are free for the last time. Free
    places are free cells and empty columns.
    """

    HOME = "home"
    EMPTY_COLUMN = "empty_column"
    TIGHTEST = "tightest"
    TURNING_POINT = "turning_point"


class Event(NamedTuple):
    """An event after a *move* of the line (1 for the first) and the automatic moves that follow it.

    `card` is the one that came home, `column` counts from 1, `free_places` belongs to the last two kinds; the others
    are `None`. The text of an event is a sentence.
    """

    kind: EventKind
    move: int
    card: Card | None = None
    column: int | None = None
    free_places: int | None = None

    def __str__(self) -> str:
        places = counted(self.free_places or 0, "free place")
        words = {
            EventKind.HOME: f"the {self.card and full_name(self.card)} goes home",
            EventKind.EMPTY_COLUMN: f"column {self.column} is the first to be empty",
            EventKind.TIGHTEST: f"the tightest position, {places}",
            EventKind.TURNING_POINT: f"the turning point, {places} for the last time",
        }
        return f"Move {self.move}: {words[self.kind]}."


def story(line: Line) -> list[Event]:
    """Return the events of a line in order, from its moves alone: no search takes part.

    There is no tightest position if as few places were free before the line, and no turning point if the line ends
    there. A `ValueError` for an illegal move.

    >>> from kiebitz.analysis.solving import short
    >>> from kiebitz.patience.dealing import deal
    >>> print(story(short(deal(617)).line)[0])
    Move 8: the ace of clubs goes home.
    """
    rules = line.position.rules
    game, position = encode_game(rules), encode_position(line.position)
    events = []
    for code, move, value in kernel.story(game, position, encode_moves(line.moves), AUTOPLAYS.index(line.autoplay)):
        kind = tuple(EventKind)[code]
        if kind is EventKind.HOME:
            events.append(Event(kind, move, card=rules.ladders[value][0]))
        elif kind is EventKind.EMPTY_COLUMN:
            events.append(Event(kind, move, column=value + 1))
        else:
            events.append(Event(kind, move, free_places=value))
    return events
