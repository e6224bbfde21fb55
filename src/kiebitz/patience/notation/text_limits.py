"""Limits and white space of all texts that are read."""

from __future__ import annotations

import re

#: The longest text that the kernel reads, in characters. fc-solve's longest account of a solution of a thousand moves
#: has about 230,000.
LONGEST_TEXT = 2_000_000

#: Signs that are white space or line ends for Python but not for JavaScript, or the other way round. Python, the kernel
#: and the page (`white_space.js`) read them as spaces.
RARE_SPACES = "\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029\ufeff"

_RARE = re.compile(f"[{RARE_SPACES}]")


def with_spaces(text: str) -> str:
    """Return the text with `RARE_SPACES` replaced by ordinary spaces."""
    return _RARE.sub(" ", text)
