"""A replay as an animated GIF: one palette, and of each scene only what has changed.

What the scenes show is for `stage`; the file is handed out piece by piece, so that a long replay needs no more memory.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from kiebitz.render.replay.stage import Stage
from kiebitz.render.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kiebitz.render.replay.frames import Replay
    from kiebitz.render.themes import Theme

_COLOURS = 128  # the last of them stands for "as it was"
_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


def gif(
    replay: Replay,
    theme: Theme = THEMES["light"],
    scale: float = 1.0,
    speed: float = 1.0,
    tell: Callable[[int], None] | None = None,
) -> Iterator[bytes]:
    """Yield the pieces of a GIF file that plays for ever, *speed* times as fast as usual; *tell* hears of each frame.

    *scale* is the number of pixels to a unit of the layout, in which a card is 72 broad. A `DependencyError` where the
    extra `picture` is not installed.
    """
    stage = Stage(replay, theme, scale)
    from PIL import GifImagePlugin, Image, ImageChops

    colours = stage.samples().quantize(_COLOURS - 1, Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
    table = bytes(colours.getpalette() or ())[: 3 * (_COLOURS - 1)].ljust(3 * _COLOURS, b"\0")
    bits = _COLOURS.bit_length() - 2
    yield b"GIF89a" + struct.pack("<HHBBB", *stage.size, 0x80 | bits << 4 | bits, 0, 0) + table + _FOR_EVER
    before = Image.new("L", stage.size, _COLOURS - 1)
    hundredths = 0.0
    unchanged = before.copy()
    for number, (scene, boxes) in enumerate(stage.play(speed)):
        if tell is not None:
            tell(number)
        now = before.copy()
        for box in boxes:
            indexes = stage.canvas.crop(box).quantize(palette=colours, dither=Image.Dither.NONE)
            now.paste(Image.frombytes("L", indexes.size, indexes.tobytes()), box)
        if number == 0:
            indexes = stage.canvas.quantize(palette=colours, dither=Image.Dither.NONE)
            now = Image.frombytes("L", indexes.size, indexes.tobytes())
        changed = ImageChops.difference(before, now).point(lambda value: 255 if value else 0)
        box = changed.getbbox() or (0, 0, 1, 1)
        part = Image.composite(now, unchanged, changed).crop(box)
        # Times are whole hundredths of a second; what rounding leaves over is added to the next.
        hundredths += scene.seconds * 100
        shown = max(round(hundredths), 2)  # below that browsers take their own time
        hundredths -= shown
        yield from GifImagePlugin.getdata(part, box[:2], duration=shown * 10, transparency=_COLOURS - 1, disposal=1)
        before = now
    yield b";"
