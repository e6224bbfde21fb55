"""`kiebitz find`: the numbers under which Microsoft's programs deal a board."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from kiebitz.cli import deal_argument, output
from kiebitz.cli.progress import Progress
from kiebitz.deals import from_columns, microsoft, numbering
from kiebitz.deals.finder import find
from kiebitz.errors import InputError, KiebitzError, shown

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser

DESCRIPTION = "Find the numbers under which Microsoft's programs deal a board."
EPILOG = """\
examples:
  kiebitz find board.txt
  kiebitz deal 617 | kiebitz find -
  kiebitz find board.txt --range 1-2147483648
  kiebitz find board.txt --range all

The board must be a fresh deal in eight columns. By default the numbers 1 to 1000000 are searched; --range all searches
all numbers, -4 to 8589934591. The exit code is 1 if no number is found.

--json prints: deals (the numbers), range ([first, last])
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz find`."""
    parser.add_argument("deal", metavar="BOARD", help="the name of a board file, or - for standard input")
    parser.add_argument(
        "--range",
        type=_range,
        default=[(1, microsoft.LAST_OF_MICROSOFT)],
        metavar="A-B",
        help="the numbers to search, such as 1-32000 or 1,2,5-9, or all (default 1-1000000)",
    )
    parser.add("json", "from", "cards")


def run(args: Namespace) -> int:
    """Print the numbers, one a line."""
    from kiebitz.patience.games import game

    position = deal_argument.board(args.deal, game("freecell"), args, "the name of a board file that exists, or -")
    if any(position.foundations) or any(position.cells):
        fault = "the board is not a fresh deal: there are cards in the cells or on the foundations"
        raise InputError("", fault)
    cards = from_columns(position.columns)
    numbers: list[int] = []
    with Progress(sum(last - first + 1 for first, last in args.range), "deals compared") as progress:
        before = 0
        for first, last in args.range:

            def note(done: int, _: object, before: int = before) -> None:
                progress.update(before + done)

            numbers += find(cards, first, last, note)
            before += last - first + 1
    first, last = args.range[0][0], args.range[-1][1]
    if args.json:
        output.write_json({"deals": numbers, "range": [first, last]})
    elif numbers:
        output.write("".join(f"{number}\n" for number in numbers))
    else:
        output.write(f"no deal from {first} to {last} is this board\n")
    return 0 if numbers else 1


def _range(text: str) -> list[tuple[int, int]]:
    if text.strip().lower() == "all":
        return [(microsoft.FIRST, microsoft.LAST)]
    try:
        spans = deal_argument.spans_in(text, numbering("microsoft"))
    except KiebitzError as error:
        raise ArgumentTypeError(str(error)) from None
    if spans is None:
        raise ArgumentTypeError(f"{shown(text)} cannot be read; expected a range such as 1-32000, or all")
    return spans
