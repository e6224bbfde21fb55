"""Which deal a solution belongs to: the one named on the command line, or else the one that its header names.

Shared by the commands that read solutions; the moves are read in `kiebitz.patience.notation`.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from kiebitz.cli import targets
from kiebitz.deals import numbering
from kiebitz.errors import ContentError, NotationError, UsageError, shown
from kiebitz.patience.games import game
from kiebitz.patience.notation import parse_header

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from kiebitz.cli.targets import Target

#: What is said of a solution that leaves its deal open.
NAMELESS = "the solution does not name its deal ('# deal: microsoft 617'); give the deal before it"


def read(name: str) -> bytes:
    """Return the text of a solution; a link becomes that of its game."""
    text = targets.read(name, "the name of a file with a solution, or -")
    if len(text.split(maxsplit=1)) == 1 and (b"game=" in text or b"deal=" in text):
        from kiebitz.patience.texts import read_game  # here, because few read links

        with named(name):
            return read_game(text.decode("utf-8", "replace")).notation().encode()
    return text


@contextmanager
def named(name: str) -> Iterator[None]:
    """Put the file's name before complaints about what cannot be read in a solution."""
    try:
        yield
    except NotationError as error:
        raise ContentError(name, error) from None


def header_target(args: Namespace, text: bytes) -> Target:
    """Return the position that a solution starts from; a `UsageError` if nobody names one.

    The game and the changed rules are the header's, unless the command line names others.
    """
    with named(args.solution):
        header = parse_header(text)
    rules = header.rules() if args.game is None else game(args.game)
    if args.changes:
        rules = rules.with_(**args.changes)
    if args.deal is not None:
        number = targets.number_in(args.deal, numbering(args.numbering))
        if number is None:
            return targets.Target(targets.board(args.deal, rules, args))
        return targets.Target(targets.dealt(rules, number, args.numbering), number, args.numbering)
    try:
        found = header.numbered_deal(args.numbering)
    except NotationError:
        fault = f"the solution's header names the deal {shown(header.deal)}"
        raise UsageError("", f"{fault}; give the board before the solution") from None
    if found is None:
        raise UsageError("", NAMELESS)
    deals, number = found
    return targets.Target(targets.dealt(rules, number, deals.name), number, deals.name)
