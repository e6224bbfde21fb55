"""Which deal a solution belongs to: the one named on the command line, or else the one that its header names.

Shared by the commands that read solutions; the moves are read in `kiebitz.patience.notation`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cli import deal_argument
from kiebitz.cli.deal_argument import Target, named
from kiebitz.errors import UsageError
from kiebitz.patience.notation import parse_header
from kiebitz.patience.notation.solutions import board_in, is_of_boards

if TYPE_CHECKING:
    from argparse import Namespace


def read(name: str, longest: int | None = None) -> bytes:
    """Return the text of a solution, of at most *longest* bytes; a link becomes that of its game."""
    text = deal_argument.read(name, "the name of a file with a solution, or -", longest)
    if deal_argument.is_link(text):
        from kiebitz.patience.game_text import read_game  # here, because few read links

        with named(name):
            return read_game(text.decode("utf-8", "replace")).notation().encode()
    return text


def header_target(args: Namespace, text: bytes) -> Target:
    """Return the position that a solution starts from; a `UsageError` if nobody names one.

    The game and the changed rules are the header's, unless the command line names others; a board that fc-solve has
    written above the moves is the deal.
    """
    with named(args.solution):
        header = parse_header(text)
    if args.deal is not None:
        return deal_argument.target_of(args, deal_argument.header_rules(args, header))
    if header.deal is None and is_of_boards(text):
        raise UsageError("", deal_argument.BOARDS)
    if header.deal is None and (board := board_in(text)):
        return Target(deal_argument.board_in(board, args.solution, deal_argument.header_rules(args, header), args))
    return deal_argument.deal_named(args, header)
