"""What a command came to, as the tests of the command line speak of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Ran(NamedTuple):
    """The exit code, and what went to standard output and standard error."""

    code: int
    out: str
    err: str


#: A function that runs a command with these arguments and this standard input.
Kiebitz = Callable[..., Ran]
