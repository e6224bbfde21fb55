"""`kiebitz skat engine`: decisions of the engine for other programs, a line for each."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kiebitz.cli import output
from kiebitz.cli.parser import seed
from kiebitz.cli.skat.arguments import add_level
from kiebitz.errors import KiebitzError

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser

DESCRIPTION = "Decide for other programs: read the view of a Skat seat from each line, and answer with a word."
EPILOG = """\
examples:
  kiebitz skat engine --level club < questions.txt
  python bench/skat_tournament.py FILE strong 'program:kiebitz skat engine --level beginner'

Each line is the view of the seat that has to decide, and holds all that this seat may know; docs/skat-engine.md
describes it. The answer is a bid, y (hold) or p (pass); s (take up the skat) or a Hand game such as GH; a game and two
cards to discard, such as C.7H.QD; or a card. A line that cannot be read is answered by error: and the reason.

Exit codes: 0 the input has ended, 2 bad usage
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz skat engine`."""
    add_level(parser, "strong", "of the engine")
    parser.add_argument("--seed", type=seed, default=1, metavar="SEED", help="seed of the engine (default 1)")


def run(args: Namespace) -> int:
    """Answer each line of standard input."""
    from kiebitz.analysis.skat.levels import LEVELS
    from kiebitz.analysis.skat.players import Engine
    from kiebitz.skat.line_protocol import read_line

    engine = Engine(LEVELS[args.level], args.seed)
    for line in sys.stdin or ():
        if not line.strip():
            continue
        try:
            answer = engine.decides(read_line(line))
        except (KiebitzError, ValueError) as error:
            answer = f"error: {error}"
        output.write(f"{answer}\n")
        sys.stdout.flush()
    return 0
