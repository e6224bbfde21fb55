"""The examples of a page: its fenced blocks, the files that they are, and the commands in them."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

FENCED = re.compile(r"^```(?P<language>\S*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"as\s+`(?P<name>[\w.-]+)`:\s*\Z")
_OF_A_SHELL = re.compile(r"[|&;<>()]+|.*[$`*].*")


class Block(NamedTuple):
    """A fenced block: its language, its text, its place in the page and the file that the page calls it, if any."""

    language: str
    text: str
    start: int
    end: int
    file: str | None


class Example(NamedTuple):
    """A command and its expected output."""

    command: str
    output: str


def blocks(page: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page's text."""
    end = 0
    for match in FENCED.finditer(page):
        file = _FILE.search(page[end : match.start()])
        end = match.end()
        yield Block(match["language"], match["text"], match.start(), end, file and file["name"])


def examples(text: str) -> list[Example]:
    """Return the examples of a console block."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    return [Example(command, output) for command, _, output in (part.partition("\n") for part in parts)]


def arguments(command: str) -> list[str] | None:
    """Return the arguments of a command that is `kiebitz` alone; None for one that needs a shell.

    >>> arguments("kiebitz skat 'JC JS'"), arguments("kiebitz deal 1 | head")
    (['skat', 'JC JS'], None)
    """
    words = shlex.shlex(command, posix=True, punctuation_chars=True)
    words.whitespace_split = True
    name, *rest = words
    return None if name != "kiebitz" or any(map(_OF_A_SHELL.fullmatch, rest)) else rest
