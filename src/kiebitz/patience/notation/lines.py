"""What is settled before a text is read: how long it may be, and which signs count as spaces."""

from __future__ import annotations

import re

#: The longest text that the kernel reads, in characters. fc-solve's most talkative account of a solution of a thousand
#: moves has about 230,000.
LONGEST_TEXT = 2_000_000

#: Signs that only some programs take for white space or for the end of a line: the page, or Python. They are read as
#: spaces here, in the kernel, and by the page too, whose list `text_lines.js` has.
RARE_SPACES = "\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029\ufeff"

_RARE = re.compile(f"[{RARE_SPACES}]")


def with_spaces(text: str) -> str:
    """Return the text with ordinary spaces in the place of `RARE_SPACES`."""
    return _RARE.sub(" ", text)
