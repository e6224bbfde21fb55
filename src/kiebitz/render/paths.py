"""Outlines as SVG paths, scaled, turned and moved."""

from __future__ import annotations

import re

_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
#: The parameters of an arc: radii, their turn, two flags, and its end.
_ARC = 7


def placed(path: str, x: float, y: float, scale: float) -> str:
    """Return a path scaled around the origin and then moved by *x* and *y*; a negative scale turns it upside down.

    The commands M, L, H, V, C, S, A, Z are supported, absolute and relative.

    >>> placed("M1 2h3a.5.5 0 1 1 0 4z", 10, 20, -2)
    'M8 16h-6a1 1 0 1 1 0 -8z'
    """
    return "".join(name + _numbers(name, values, x, y, scale) for name, values in _COMMAND.findall(path))


def _numbers(name: str, text: str, x: float, y: float, scale: float) -> str:
    """Return the transformed numbers of one command."""
    values = [float(value) for value in _NUMBER.findall(text)]
    across, down = (x, y) if name.isupper() else (0, 0)
    if name in "Aa":
        written = (
            value
            for at in range(0, len(values), _ARC)
            for rx, ry, *kept, to_x, to_y in [values[at : at + _ARC]]
            for value in (abs(rx * scale), abs(ry * scale), *kept, across + to_x * scale, down + to_y * scale)
        )
    else:
        moves = {"H": (across,), "V": (down,)}.get(name.upper(), (across, down))
        written = (moves[at % len(moves)] + value * scale for at, value in enumerate(values))
    return " ".join(_short(value) for value in written)


def _short(value: float) -> str:
    """Write a number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0.", "-.").removeprefix("0") or "0"
