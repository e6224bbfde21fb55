"""`kiebitz check`: check a certificate with a program independent of the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cli import output
from kiebitz.cli.parser import file_name

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser

DESCRIPTION = "Check whether a certificate proves that a deal cannot be won, or not in fewer moves."
EPILOG = """\
examples:
  kiebitz prove 11982 --certificate 11982.cert
  kiebitz check 11982.cert

The answer comes from a checker that shares nothing with the search. The file check_certificate.py of this package does
the same without Kiebitz, for certificates of up to 5 million positions: it can be sent along with them.

Exit codes: 0 proven, 1 not proven, 2 a file that is no certificate.

A certificate states all its rules. The answer names the game of the catalogue with these rules, or reports that there
is none.

--json prints: proven (true or false), statement (what is proven, or why it is not), games (of the catalogue, with these
rules)
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz check`."""
    parser.add_argument("file", metavar="FILE", type=file_name, help="the name of a certificate")
    parser.add("json")


def run(args: Namespace) -> int:
    """Check the certificate."""
    from kiebitz.analysis.certificates import check, games_of

    with output.waiting(args.file, "write to it"):
        proven, statement = check(args.file)
    games = games_of(statement) if proven else []
    if args.json:
        output.write_json({"proven": proven, "statement": statement, "games": [rules.game for rules in games]})
    else:
        named = " or ".join(rules.title for rules in games) or "none of the catalogue"
        output.write(f"{'yes' if proven else 'no'}: {statement}{f'; the game is {named}' if proven else ''}\n")
    return 0 if proven else 1
