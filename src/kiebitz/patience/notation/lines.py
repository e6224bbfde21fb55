"""Turning anything that claims to be text into lines and words that know where they stand.

Every reader of this package begins with `read_lines`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The longest text that is read, in characters (in bytes where bytes come in). fc-solve's most talkative account of a
#: solution of a thousand moves has about 230,000, in 14,000 lines.
LONGEST_TEXT = 2_000_000
MOST_LINES = 100_000
#: The longest single line that is read, in characters.
LONGEST_LINE = 100_000

#: Signs that only some programs take for white space or for the end of a line: the page, or Python. They are read as
#: spaces here, and by the page too, whose list `text_lines.js` has.
RARE_SPACES = "\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029\ufeff"

_RARE = re.compile(f"[{RARE_SPACES}]")
_WORD = re.compile(r"\S+")
_LINE_END = re.compile(r"\r\n?|\n")
_HEAD = 40  # of a text that is not quoted whole


@dataclass(frozen=True, slots=True)
class Word:
    """A run of characters without white space, and its place in the text (line and column count from 1)."""

    text: str
    line: int
    column: int

    @property
    def place(self) -> str:
        """The place as messages name it."""
        return f"line {self.line}, column {self.column}"

    def error(self, expected: str) -> NotationError:
        """Return the complaint that something else was expected here."""
        return NotationError(self.text, self.place, expected)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a text, without its end, and its number from 1; `start` is the column of its first character."""

    text: str
    number: int
    start: int = 1

    @property
    def place(self) -> str:
        """The place as messages name it."""
        return f"line {self.number}"

    def words(self) -> Iterator[Word]:
        """Yield the words of the line, tabs and every other white space counting as one space."""
        for match in _WORD.finditer(self.text):
            yield Word(match.group(), self.number, self.start + match.start())

    def after(self, offset: int) -> Line:
        """Return the rest of the line from this offset, which keeps its place in the text."""
        return Line(self.text[offset:], self.number, self.start + offset)

    def error(self, expected: str) -> NotationError:
        """Return the complaint that something else was expected in this line."""
        return NotationError(self.text, self.place, expected)


def with_spaces(text: str) -> str:
    """Return the text with ordinary spaces in the place of `RARE_SPACES`."""
    return _RARE.sub(" ", text)


def decode(text: str | bytes) -> str:
    """Return the characters of a text: UTF-8, or UTF-16 with its byte order mark; a mark at the beginning is dropped.

    Rare white space has become spaces.

    Raises `NotationError` for a text that is longer than `LONGEST_TEXT` or no text at all.
    """
    if len(text) > LONGEST_TEXT:
        head = text[:_HEAD]
        shown = head if isinstance(head, str) else head.decode("latin-1")
        raise NotationError(shown, "the whole text", f"at most {LONGEST_TEXT:,} characters")
    if isinstance(text, str):
        return with_spaces(text.removeprefix("\ufeff"))
    # Windows' editors still save "Unicode" as UTF-16; without its mark it is not guessed.
    encoding = "utf-16" if text[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return with_spaces(text.decode(encoding))
    except UnicodeDecodeError as error:
        at = error.start
        around = text[at : at + _HEAD].decode("latin-1")
        raise NotationError(around, f"byte {at + 1}", "text in UTF-8") from None


def without_header(text: str) -> str:
    """Return the lines of a solution that are no header lines and no comments."""
    return "\n".join(line.text for line in read_lines(text) if not line.text.lstrip().startswith("#"))


def read_lines(text: str | bytes) -> list[Line]:
    """Split a text into lines, whatever ends them (LF, CRLF or CR); a last line that is empty is left out.

    Raises `NotationError` for more lines than `MOST_LINES` or longer ones than `LONGEST_LINE`, and for what `decode`
    refuses.
    """
    parts = _LINE_END.split(decode(text))
    if len(parts) > MOST_LINES + 1:
        raise NotationError(parts[MOST_LINES], f"line {MOST_LINES + 1}", f"at most {MOST_LINES} lines")
    lines = [Line(part, number) for number, part in enumerate(parts, 1)]
    for line in lines:
        if len(line.text) > LONGEST_LINE:
            raise NotationError(line.text, line.place, f"at most {LONGEST_LINE} characters in a line")
    if not lines[-1].text:
        lines.pop()
    return lines
