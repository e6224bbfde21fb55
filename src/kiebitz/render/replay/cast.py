"""A replay as a recording of a terminal in the form asciicast v2: boards as text, each with its time.

The format is that of asciinema's manual (asciicast file format, version 2): a header in JSON, then an event a line.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from kiebitz.patience.board_text import CELLS, HOME, STOCK
from kiebitz.render import text
from kiebitz.render.replay.scenes import AUTOMATIC, FIRST, LAST, MOVE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.render.replay.frames import Replay

_CLEAR = "\x1b[H\x1b[2J"
_LEAST_WIDTH = 40


def cast(replay: Replay, speed: float = 1.0, *, four_colours: bool = False) -> Iterator[str]:
    r"""Yield the lines of a recording, *speed* times as fast as usual.

    >>> from kiebitz.patience.dealing import deal
    >>> from kiebitz.render.replay import Replay
    >>> header, first = cast(Replay.of(deal(617), [], title="FreeCell deal 617"))
    >>> header
    '{"version": 2, "width": 40, "height": 11, "title": "FreeCell deal 617"}\n'
    """
    screens = [screen_of(replay, index, colour=False, four_colours=False) for index in range(len(replay.frames))]
    width = max(_LEAST_WIDTH, *(len(line) for screen in screens for line in screen))
    height = max(map(len, screens))
    header = {"version": 2, "width": width, "height": height, "title": replay.title}
    yield json.dumps(header, ensure_ascii=False) + "\n"
    time = 0.0
    last = len(replay.frames) - 1
    for index, frame in enumerate(replay.frames):
        screen = "\r\n".join(screen_of(replay, index, colour=True, four_colours=four_colours))
        yield json.dumps([round(time, 3), "o", _CLEAR + screen], ensure_ascii=False) + "\n"
        follower = index < last and replay.frames[index + 1].automatic
        time += (FIRST if index == 0 else AUTOMATIC if frame.automatic or follower else MOVE) / speed
    yield from [json.dumps([round(time + LAST / speed, 3), "o", ""]) + "\n"] if last else []


def screen_of(replay: Replay, index: int, *, colour: bool, four_colours: bool) -> list[str]:
    """Return the lines that show a frame: title and counter, an empty line, the board.

    The lines for foundations, cells and stock are always there, so that nothing jumps.
    """
    frame = replay.frames[index]
    start = replay.frames[0].position
    moved = frame.moved if colour else ()
    heads, rows = text.parts(frame.position, colour, four_colours, moved, replay.spelling)
    labels = [HOME, *[CELLS] * bool(start.cells), *[STOCK] * bool(start.stock)]
    return [
        f"{replay.title}   {replay.counter(index)}",
        "",
        *(heads.get(label, f"{label}:") for label in labels),
        *rows,
    ]
