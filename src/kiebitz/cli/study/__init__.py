"""`kiebitz study`: its subcommands, each a module of this package."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

from kiebitz.cli.parser import unknown

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser

#: The subcommands, with their descriptions.
SUBCOMMANDS = {
    "run": "run a study, or resume one",
    "report": "show the results of a study: shares, intervals, effort, rare deals, plots",
    "status": "show the progress of a study",
}

DESCRIPTION = "Ask one question about many deals under a grid of rules, and keep the answers as Parquet files."
EPILOG = """\
examples:
  kiebitz study run --game freecell --cells 0-7 --deals 1-32000 --output DIR
  kiebitz study status DIR
  kiebitz study report DIR --plot PICTURES
  kiebitz study run --help

Studies need pyarrow, plots need matplotlib: pip install 'kiebitz[study]'
"""


def add_arguments(parser: Parser) -> None:
    """Declare an argument that refuses unknown subcommands; known ones never get here."""
    parser.add_argument("command", metavar="COMMAND", type=_unknown, help=argparse.SUPPRESS)


def run(args: Namespace) -> int:
    """Fail: the parser refuses a missing subcommand, and a known one runs its own module."""
    raise AssertionError(args)


def _unknown(text: str) -> NoReturn:
    raise unknown("command", text, SUBCOMMANDS)
