"""A replay in the terminal: live, with keys to pause and step, or printed board by board."""

from __future__ import annotations

import os
import sys
from time import monotonic
from typing import TYPE_CHECKING

from kiebitz.cli import output
from kiebitz.cli.language import gettext as _
from kiebitz.cli.language import translated
from kiebitz.cli.signals import stopped_like_ctrl_c
from kiebitz.cli.terminal_keys import Keys
from kiebitz.patience.board_text import CELLS, HOME, STOCK
from kiebitz.render import text
from kiebitz.render.replay.scenes import AUTOMATIC, FIRST, MOVE

if TYPE_CHECKING:
    from kiebitz.render.replay import Replay

_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
_HELP = ("Space pause  ←→ step  Home End  +− speed  q quit", "Space ←→ +− q")
_SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
_STEPS = {"left": -1, "h": -1, "k": -1, "up": -1, "right": 1, "l": 1, "j": 1, "down": 1}


def can_watch() -> bool:
    """Return whether input and output are a terminal."""
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams) and os.environ.get("TERM") != "dumb"


def print_boards(replay: Replay, _speed: float = 1.0, *, colour: bool, four_colours: bool) -> None:
    """Print every frame, separated by empty lines."""
    for index, frame in enumerate(replay.frames):
        head, _, *board = _screen(replay, index, colour=colour, four_colours=four_colours)
        if frame.move is not None:
            head = f"{frame.ply}/{replay.plies}  {frame.text}  {translated(frame.sentence)}"
        output.write("\n".join(["", head, *board, ""] if index else [head, *board, ""]), coloured=True)


def watch(replay: Replay, speed: float = 1.0, *, colour: bool, four_colours: bool) -> None:
    """Show the replay until the viewer quits."""
    watching = _Watching(replay, speed, colour, four_colours)
    with stopped_like_ctrl_c(), Keys() as keys:
        sys.stdout.write(_ENTER)
        try:
            watching.run(keys)
        finally:
            sys.stdout.write(_LEAVE)
            sys.stdout.flush()


class _Watching:
    """The state of a live replay: frame, pause, speed."""

    def __init__(self, replay: Replay, speed: float, colour: bool, four_colours: bool) -> None:
        self._replay = replay
        self._speed = speed
        self._colour = colour
        self._four_colours = four_colours
        self._last = len(replay.frames) - 1
        self._index = 0
        self._paused = False
        bare = [_screen(replay, index, colour=False, four_colours=False) for index in range(self._last + 1)]
        #: Columns and rows that the largest frame needs, with two lines below.
        self._needed = max(len(line) for lines in bare for line in lines), max(map(len, bare)) + 2

    def run(self, keys: Keys) -> None:
        due = monotonic() + self._seconds()
        while True:
            self._draw()
            key = keys.next(max(0.0, due - monotonic()) if self._runs() else 0.5)
            if key in ("q", "escape", "\x03", "end of input"):
                return
            if key:
                self._obey(key)
            elif self._runs() and monotonic() >= due:
                self._index += 1
            else:
                continue  # redraw: the window's size may have changed
            due = monotonic() + self._seconds()

    def _runs(self) -> bool:
        return not self._paused and self._index < self._last

    def _seconds(self) -> float:
        following = self._replay.frames[min(self._index + 1, self._last)]
        return (FIRST if self._index == 0 else AUTOMATIC if following.automatic else MOVE) / self._speed

    def _obey(self, key: str) -> None:
        if key in (" ", "p"):
            if self._index == self._last:  # at the end: start again
                self._index, self._paused = 0, False
            else:
                self._paused = not self._paused
        elif key in _STEPS:
            self._paused = True
            self._index = max(0, min(self._last, self._index + _STEPS[key]))
        elif key in ("home", "g", "end", "G"):
            self._paused = True
            self._index = 0 if key in ("home", "g") else self._last
        elif key in ("+", "="):
            self._speed = min((speed for speed in _SPEEDS if speed > self._speed), default=self._speed)
        elif key in ("-", "_"):
            self._speed = max((speed for speed in _SPEEDS if speed < self._speed), default=self._speed)
        elif key == "4":
            self._four_colours = not self._four_colours

    def _draw(self) -> None:
        width, height = os.get_terminal_size(sys.stdout.fileno())
        lines = _screen(self._replay, self._index, colour=self._colour, four_colours=self._four_colours)
        needed = self._needed
        if needed[0] > width or needed[1] > height:
            lines = [translated(f"{needed[0]} × {needed[1]} needed,"), translated(f"{width} × {height} there")][:height]
        else:
            lines += [""] * (needed[1] - len(lines) - 2)
            lines += [translated(self._replay.frames[self._index].sentence)[:width], self._foot(width)]
        screen = "\r\n".join(line + "\x1b[K" for line in lines)
        output.write(f"\x1b[H{screen}\x1b[J", coloured=True)
        sys.stdout.flush()

    def _foot(self, width: int) -> str:
        state = "end" if self._index == self._last else "paused" if self._paused else "plays"
        foot = f"{_(state)} {self._speed:g}×  "
        return next((foot + text for text in map(_, _HELP) if len(foot + text) <= width), foot[:width])


def _screen(replay: Replay, index: int, *, colour: bool, four_colours: bool) -> list[str]:
    """Return the lines of a frame: title and counter, an empty line, the board.

    Empty foundations, cells and stock keep their lines, so that the board does not jump.
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
