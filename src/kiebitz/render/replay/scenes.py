"""Scenes of an animation: where the cards lie and for how long; cards glide to their places."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.render.layout import Layout, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.cards import Card
    from kiebitz.render.replay.frames import Frame, Replay

FIRST, LAST = 1.2, 3.0  # seconds for the first and for the last frame
MOVE, AUTOMATIC = 0.5, 0.2  # seconds for other frames, until the next card moves
GLIDE = 0.03  # seconds between two places of a gliding card
GLIDES = 5  # places of a gliding card on its way


class Scene(NamedTuple):
    """Cards in drawing order, cards with a ring, the counter's text, and the duration in seconds."""

    places: tuple[Place, ...]
    ringed: frozenset[Card]
    counter: str
    seconds: float


def layout_of(replay: Replay) -> Layout:
    """Return the layout that fits every frame, and the line with title and counter."""
    return Layout((frame.position for frame in replay.frames), lines=1)


def number_of_scenes(replay: Replay, glides: int = GLIDES) -> int:
    """Return the number of scenes."""
    return 1 + (len(replay.frames) - 1) * (glides + 1)


def scenes(replay: Replay, layout: Layout, speed: float = 1.0, glides: int = GLIDES) -> Iterator[Scene]:
    """Yield the scenes of a replay at *speed* times the usual pace; a gliding card has *glides* places on its way."""
    last = len(replay.frames) - 1
    places = tuple(layout.places(replay.frames[0].position))
    for index, frame in enumerate(replay.frames):
        counter = replay.counter(index)
        ringed = frozenset(frame.moved)
        after = tuple(layout.places(frame.position))
        if index:
            for between in _glides(places, after, frame, glides):
                yield Scene(between, ringed, counter, GLIDE / speed)
        places = after
        seconds = LAST if index == last else FIRST if index == 0 else AUTOMATIC if frame.automatic else MOVE
        yield Scene(places, ringed, counter, seconds / speed)


def _glides(
    before: tuple[Place, ...], after: tuple[Place, ...], frame: Frame, number: int
) -> Iterator[tuple[Place, ...]]:
    moved = set(frame.moved)
    start = {place.card: place for place in before if place.card in moved}
    end = [place for place in after if place.card in moved]
    resting = tuple(place for place in before if place.card not in moved)
    for step in range(1, number + 1):
        part = step / (number + 1)
        part = part * part * (3 - 2 * part)  # slow at both ends
        yield resting + tuple(_between(start[place.card], place, part) for place in end)


def _between(start: Place, end: Place, part: float) -> Place:
    x, y = (round(a + (b - a) * part) for a, b in ((start.x, end.x), (start.y, end.y)))
    return Place(end.card, x, y, False)
