"""A replay as an animated GIF: one palette, and for each scene only the pixels that change.

The file is produced in pieces, so that memory does not grow with the length of the replay.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from kiebitz.render.replay.scene_drawing import Stage
from kiebitz.render.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kiebitz.render.replay.frames import Replay
    from kiebitz.render.themes import Theme

_COLOURS = 128  # the last colour means "unchanged"
_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


def gif(
    replay: Replay,
    theme: Theme = THEMES["light"],
    scale: float = 1.0,
    speed: float = 1.0,
    tell: Callable[[int], None] | None = None,
) -> Iterator[bytes]:
    """Yield the pieces of a GIF file that loops, at *speed* times the usual pace; call *tell* with each frame's number.

    *scale* is the number of pixels per unit of the layout, in which a card is 72 wide. A `DependencyError` without the
    extra `picture`.
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
        image = before.copy()
        for box in boxes:
            indexes = stage.canvas.crop(box).quantize(palette=colours, dither=Image.Dither.NONE)
            image.paste(Image.frombytes("L", indexes.size, indexes.tobytes()), box)
        if number == 0:
            indexes = stage.canvas.quantize(palette=colours, dither=Image.Dither.NONE)
            image = Image.frombytes("L", indexes.size, indexes.tobytes())
        changed = ImageChops.difference(before, image).point(lambda value: 255 if value else 0)
        box = changed.getbbox() or (0, 0, 1, 1)
        part = Image.composite(image, unchanged, changed).crop(box)
        # Delays are whole hundredths of a second; the rounding error is carried to the next scene.
        hundredths += scene.seconds * 100
        shown = max(round(hundredths), 2)  # browsers replace shorter delays by their own
        hundredths -= shown
        yield from GifImagePlugin.getdata(part, box[:2], duration=shown * 10, transparency=_COLOURS - 1, disposal=1)
        before = image
    yield b";"
