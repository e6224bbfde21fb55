"""Drawn suits: outlines with random proportions, from fat to thin, filled, outlined, shaded or in coarse pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Points = NDArray[np.float64]
    Drawing = Callable[[np.random.Generator], list[Points]]

SIZE = 192  # pixels of the square in which a shape is drawn
_STEPS = np.linspace(0, 1, 16)[:, None]


def drawn_suit(suit: str, random: np.random.Generator) -> Image.Image:
    """Draw one of ♣♦♥♠ as ink, white on black, cut to its extent."""
    ink = Image.new("L", (SIZE, SIZE))
    pen = ImageDraw.Draw(ink)
    for outline in _DRAWINGS[suit](random):
        pen.polygon([tuple(point) for point in 12 + outline * (SIZE - 24)], fill=255)
    ink = ink.filter(ImageFilter.GaussianBlur(random.uniform(0, 5))).point(lambda value: 255 * (value > 127))
    return in_style(ink.crop(ink.getbbox()), random)


def in_style(ink: Image.Image, random: np.random.Generator) -> Image.Image:
    """Return a filled shape in the style of a deck: most stay filled."""
    style = random.random()
    if style < 0.14:
        return outlined(ink, random)
    if style < 0.22:
        shade = Image.linear_gradient("L").rotate(180 * int(random.integers(2))).resize(ink.size)
        floor = random.uniform(80, 200)
        return ImageChops.multiply(ink, shade.point(lambda value: floor + (255 - floor) * value / 255))
    if style < 0.29:
        light = Image.new("L", ink.size, 255)
        x, y, r = random.uniform(0.2, 0.6) * ink.width, random.uniform(0.1, 0.5) * ink.height, ink.width * 0.15
        ImageDraw.Draw(light).ellipse((x - r, y - r, x + r, y + r), fill=int(random.uniform(60, 180)))
        return ImageChops.multiply(ink, light.filter(ImageFilter.GaussianBlur(random.uniform(2, 12))))
    if style < 0.4:
        return in_pixels(ink, int(random.integers(5, 13)))
    return ink


def outlined(ink: Image.Image, random: np.random.Generator) -> Image.Image:
    """Return only the rim of a shape, inside empty or pale."""
    inside = thicker(ink, -min(ink.size) * random.uniform(0.03, 0.09))
    paleness = random.uniform(0.4, 1)
    return ImageChops.subtract(ink, inside.point(lambda value: value * paleness))


def thicker(ink: Image.Image, by: float) -> Image.Image:
    """Return a shape in a picture of the same size, its edges about `by` pixels farther out, or in if negative."""
    width = abs(by) + 0.5
    roomy = Image.new("L", (ink.width + 2, ink.height + 2))
    roomy.paste(ink, (1, 1))
    level = 40 if by > 0 else 215
    blurred = roomy.filter(ImageFilter.BoxBlur(width)).point(lambda value: max(0, min(255, 4 * (value - level) + 128)))
    return blurred.crop((1, 1, ink.width + 1, ink.height + 1))


def in_pixels(ink: Image.Image, width: int) -> Image.Image:
    """Return a shape as a pixel artist draws it: `width` squares wide."""
    height = max(3, round(width * ink.height / ink.width))
    coarse = ink.resize((width, height), Image.Resampling.BOX).point(lambda value: 255 * (value > 110))
    return coarse.resize((width * 12, height * 12), Image.Resampling.NEAREST)


def curve(*points: tuple[float, float]) -> Points:
    """Return points along a Bézier curve, by de Casteljau's construction."""
    between = np.repeat(np.array(points)[:, None, :], len(_STEPS), axis=1)
    while len(between) > 1:
        between = between[:-1] * (1 - _STEPS) + between[1:] * _STEPS
    result: Points = between[0]
    return result


def mirrored(half: Points) -> Points:
    """Return a closed outline from its right half, whose middle is at x = 0; x then runs from 0 to 1."""
    whole = np.concatenate([half, half[::-1] * np.array((-1, 1))])
    moved: Points = whole + np.array((0.5, 0))
    return moved


def heart(random: np.random.Generator) -> list[Points]:
    wide, notch, bulge = random.uniform(0.4, 0.5), random.uniform(0.1, 0.36), random.uniform(0.22, 0.42)
    upper = curve(
        (0, notch),
        (random.uniform(0.02, 0.2), notch - random.uniform(0.12, 0.42)),
        (wide, bulge - random.uniform(0.2, 0.42)),
        (wide, bulge),
    )
    lower = curve(
        (wide, bulge),
        (wide, bulge + random.uniform(0.08, 0.36)),
        (random.uniform(0.02, 0.3), random.uniform(0.6, 0.95)),
        (0, 1),
    )
    return [mirrored(np.concatenate([upper, lower]))]


def diamond(random: np.random.Generator) -> list[Points]:
    wide, bend = random.uniform(0.3, 0.52), random.uniform(-0.16, 0.08)
    middle = (wide / 2 + bend, 0.25 - bend / 2), (wide / 2 + bend, 0.75 + bend / 2)
    return [mirrored(np.concatenate([curve((0, 0), middle[0], (wide, 0.5)), curve((wide, 0.5), middle[1], (0, 1))]))]


def stem(top: float, random: np.random.Generator) -> list[Points]:
    """Return the foot of a spade or club from `top` down to 1; a few decks draw none."""
    if random.random() < 0.08:
        return []
    narrow, wide = random.uniform(0.015, 0.08), random.uniform(0.08, 0.34)
    if random.random() < 0.15:
        wide = narrow
    side = curve((narrow, top), (narrow, random.uniform(top, 1)), (random.uniform(narrow, wide), 0.98), (wide, 1))
    return [mirrored(np.concatenate([side, [(0, 1)]]))]


def spade(random: np.random.Generator) -> list[Points]:
    tall = random.uniform(0.74, 0.93)
    (body,) = heart(random)
    body = body * np.array((1, -tall)) + np.array((0, tall))
    return [body, *stem(tall * random.uniform(0.5, 0.75), random)]


def club(random: np.random.Generator) -> list[Points]:
    radius, apart, low = random.uniform(0.19, 0.27), random.uniform(0.2, 0.29), random.uniform(0.5, 0.66)
    turn = np.linspace(0, 2 * np.pi, 40)[:, None]
    circle = np.concatenate([np.cos(turn), np.sin(turn)], axis=1) * radius
    centres = np.array([(0.5, radius), (0.5 - apart, low), (0.5 + apart, low)])
    return [*(centre + circle for centre in centres), centres, *stem(random.uniform(0.4, low), random)]


_DRAWINGS: dict[str, Drawing] = {"♣": club, "♦": diamond, "♥": heart, "♠": spade}
