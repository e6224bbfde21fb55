"""Screens simulated for many glyphs at once: large pictures shown small, blurred, and cut out as the reader does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
from glyph_pictures import MARGIN, MASTER, MASTER_ROOM, SIDE
from torch.nn import functional

if TYPE_CHECKING:
    from torch import Tensor

_GROUPS = 4  # sizes in a batch
_SMALLEST, _LARGEST = 6, 32  # pixels of a glyph's longer side on the screen


def cut_out(masters: Tensor, random: np.random.Generator) -> Tensor:
    """Return glyphs of SIDE by SIDE pixels for large pictures in bytes, a quarter of them each in one screen size."""
    return torch.cat([_one_size(part.float()[:, None] / 255, random) for part in masters.chunk(_GROUPS)])


def _one_size(ink: Tensor, random: np.random.Generator) -> Tensor:
    size = float(np.exp(random.uniform(np.log(_SMALLEST), np.log(_LARGEST))))
    shrunk = MASTER_ROOM / size
    if shrunk >= 1.6 and random.random() < 0.85:
        ink = functional.avg_pool2d(ink, round(shrunk), ceil_mode=True, count_include_pad=False)
    side = round(MASTER / shrunk)
    offset = torch.from_numpy(random.uniform(-1, 1, (len(ink), 2)) / side)
    stretch = torch.from_numpy(np.exp(random.uniform(-0.12, 0.12, len(ink))))
    mode = "nearest" if random.random() < 0.06 else "bilinear"
    screen = _seen(ink, offset, torch.stack([1 / stretch, stretch], 1), side, mode)
    if random.random() < 0.35:
        factor = float(np.exp(random.uniform(np.log(0.85 if size < 16 else 0.6), np.log(min(2.2, 36 / size)))))
        again = str(random.choice(["bilinear", "bicubic", "nearest"], p=(0.45, 0.4, 0.15)))
        screen = functional.interpolate(screen, scale_factor=factor, mode=again).clamp(0, 1)
    screen = _blurred(screen, random)
    count = len(screen)
    strength = torch.from_numpy(random.uniform(0.35, 1, (count, 1, 1, 1)).astype(np.float32))
    noise = torch.randn_like(screen)
    loud = torch.from_numpy(
        (random.uniform(0, 0.035, (count, 1, 1, 1)) * (random.random((count, 1, 1, 1)) < 0.3)).astype(np.float32)
    )
    return _cut((screen * strength + noise * loud), random)


def _seen(ink: Tensor, centre: Tensor, half: Tensor, side: int, mode: str = "bilinear") -> Tensor:
    """Return the part of each picture around a centre (x, y), `half` to each side; the edges are at -1 and 1."""
    turn = torch.zeros(len(ink), 2, 3, dtype=torch.float32)
    turn[:, 0, 0], turn[:, 1, 1], turn[:, :, 2] = half[:, 0], half[:, 1], centre
    grid = functional.affine_grid(turn, [len(ink), 1, side, side], align_corners=False)
    return functional.grid_sample(ink, grid, mode=mode, padding_mode="zeros", align_corners=False)


def _blurred(screen: Tensor, random: np.random.Generator) -> Tensor:
    count = (len(screen), 1, 1, 1)
    across = torch.from_numpy((random.uniform(0, 1, count) * (random.random(count) < 0.2)).astype(np.float32))
    around = torch.from_numpy((random.uniform(0, 1, count) * (random.random(count) < 0.3)).astype(np.float32))
    screen = screen + across * (functional.avg_pool2d(screen, (1, 3), 1, (0, 1)) - screen)
    return screen + around * (functional.avg_pool2d(screen, 3, 1, 1) - screen)


def _cut(ink: Tensor, random: np.random.Generator) -> Tensor:
    """Find the ink near the middle of each picture and scale it to a glyph."""
    count, side = len(ink), ink.shape[-1]
    around = round(side * (1 - (MASTER_ROOM + 6) / MASTER) / 2)
    inner = ink[:, 0, around : side - around, around : side - around]
    strongest = inner.amax((1, 2)).clamp(min=0.02)
    share = torch.from_numpy(random.uniform(0.28, 0.5, count).astype(np.float32))
    strong = inner > (strongest * share)[:, None, None]
    edges = []
    for axis in (1, 2):  # columns, then rows
        line = strong.any(axis).float()
        first = line.argmax(1)
        last = line.shape[1] - line.flip(1).argmax(1)
        edges.append((first + around, last + around))
    wobble = torch.from_numpy(random.integers(-1, 2, (4, count)) * (random.random(count) < 0.12))
    (left, right), (top, bottom) = edges
    left, right, top, bottom = left + wobble[0], right + wobble[1], top + wobble[2], bottom + wobble[3]
    faint = torch.from_numpy(random.choice((0.0, 0.12, 0.12), count).astype(np.float32))[:, None, None, None]
    ink = ((ink / strongest[:, None, None, None] - faint) / (1 - faint)).clamp(0, 1)
    place = torch.arange(side)
    columns = (place >= left[:, None]) & (place < right[:, None])
    rows = (place >= top[:, None]) & (place < bottom[:, None])
    inside = rows[:, None, :, None] & columns[:, None, None, :]
    seen = inside | torch.from_numpy(random.random((count, 1, 1, 1)) < 0.2)
    half = torch.maximum(right - left, bottom - top).clamp(min=2).float() * SIDE / (SIDE - 2 * MARGIN) / side
    centre = torch.stack([left + right, top + bottom], 1).float() / side - 1
    fine = _seen(ink * seen, centre, torch.stack([half, half], 1), 2 * SIDE)
    return functional.avg_pool2d(fine, 2)
