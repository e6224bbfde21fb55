"""`kiebitz mcp`: the tools of `kiebitz.mcp` for assistants, over standard input and output."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kiebitz.errors import DependencyError, InputError

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser

DESCRIPTION = "Answer an AI assistant by the Model Context Protocol over standard input and output."
EPILOG = """\
examples:
  kiebitz mcp

The assistant's program starts this command. In its configuration, name the server kiebitz, with the command kiebitz and
the argument mcp. Tools: deal, solve, check, light, losing_move, hint, best_score, skat_value, skat_chances, skat_review

Exit codes: 0 the assistant closed the connection, 2 bad usage
"""


def add_arguments(parser: Parser) -> None:
    """Declare no arguments."""


def run(_args: Namespace) -> int:
    """Serve until standard input ends."""
    if sys.stdin.isatty():
        raise InputError("", "mcp is for programs, and standard input is a terminal", "an assistant that starts it")
    try:
        from kiebitz.mcp.server import create_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "pydantic", "anyio"):
            raise
        raise DependencyError("the server for assistants needs", "mcp", "pip install 'kiebitz[mcp]'") from None
    create_server().run()
    return 0
