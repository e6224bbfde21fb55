"""The argument for a solution, and its deal: from the command line, or else from its header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cli import deal_argument
from kiebitz.cli.deal_argument import Target, named
from kiebitz.errors import InputError
from kiebitz.patience.notation import parse_header
from kiebitz.patience.notation.solutions import board_in, is_of_boards

if TYPE_CHECKING:
    from argparse import Namespace


def read(name: str, longest: int | None = None) -> bytes:
    """Return the text of a solution, at most *longest* + 1 bytes; a link becomes the solution of its game."""
    text = deal_argument.read(name, "the name of a file with a solution, or -", longest)
    if deal_argument.is_link(text):
        from kiebitz.patience.game_text import read_game  # seldom needed

        with named(name):
            return read_game(text.decode("utf-8", "replace")).notation().encode()
    return text


def header_target(args: Namespace, text: bytes) -> Target:
    """Return the start of a solution; a `InputError` if neither command line nor solution names it.

    Game and rules on the command line override the header's. A board of fc-solve above the moves is the start.
    """
    with named(args.solution):
        header = parse_header(text)
    if args.deal is not None:
        return deal_argument.target_of(args, deal_argument.header_rules(args, header))
    if header.deal is None and is_of_boards(text):
        raise InputError("", deal_argument.BOARDS)
    if header.deal is None and (board := board_in(text)):
        return Target(deal_argument.board_in(board, args.solution, deal_argument.header_rules(args, header), args))
    return deal_argument.deal_named(args, header)
