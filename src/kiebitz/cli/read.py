"""`kiebitz read`: the board that a picture of a screen shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cli import deal_argument, output
from kiebitz.cli.commands import UNDECIDED
from kiebitz.cli.parser import file_name, name_in
from kiebitz.deals import numbering
from kiebitz.errors import InputError, SetupError

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.analysis.picture import PictureBoard
    from kiebitz.cli.parser import Parser
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules

DESCRIPTION = "Read a board off a picture of a screen. An experiment: check the board before you trust it."
EPILOG = """\
examples:
  kiebitz read screen.png
  kiebitz read screen.png > board.txt && kiebitz solve board.txt
  kiebitz read - < screen.jpg
  kiebitz read screen.png --deal 617
  kiebitz read screen.png --reading 2
  kiebitz solve screen.png

PICTURE is a PNG, JPEG, WebP, AVIF, GIF or BMP with the columns of a game whose cards all lie open. The board is
printed in fc-solve's form. Cards that are not sure are listed on standard error, with other guesses, and the exit code
is 3. It is 2 if the picture shows no board.

If you know the number of the deal, name it with --deal: the cards are then compared with it, which settles those that
the picture leaves open. A board that does not agree with it is read without it, and the exit code is 3.

Where cards are doubtful, up to eight whole boards that fit are found, the likeliest first: --reading 2 prints the
second one.

Needs the extra picture: pip install 'kiebitz[picture]'

--json prints: game, status ("read", or "doubtful" if a card is not sure, the cards are not one pack or do not agree
with the given deal), agrees (whether they do, or null), deal (the number of Microsoft's deal with which the board
began, if no given one agrees, or null), columns, cells, home (cards on each foundation, or null), doubtful (for each
card that is not sure: place, card, confidence, guesses, and box: left, top, width and height), readings (if cards are
doubtful, the boards that fit: columns, cells, home)
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz read`."""
    parser.add_argument("picture", metavar="PICTURE", type=file_name, help="the file of a picture, or -")
    parser.add_argument("--deal", metavar="N", help="the number of the deal that the board began as")
    parser.add("numbering")
    parser.add_argument(
        "--reading", metavar="N", type=name_in(*"12345678"), default="1", help="the board to print, of those that fit"
    )
    parser.add("json", "output")
    parser.add_rules()


def run(args: Namespace) -> int:
    """Print the board; list the doubtful cards."""
    from kiebitz.patience.notation import format_board

    rules = deal_argument.rules_of(args)
    data = deal_argument.read(args.picture, "the file of a picture, or -")
    deals = numbering(args.numbering)
    number = None if args.deal is None else deals.parse(args.deal)
    dealt = None if number is None else deal_argument.dealt(rules, number, args.numbering)
    seen = deal_argument.picture_board(data, args.picture, dealt)
    if (index := int(args.reading) - 1) > 0:
        if index >= len(seen.readings):
            raise InputError("", f"boards that fit the picture: {len(seen.readings)}")
        seen = seen.showing(seen.readings[index])
    if args.json:
        output.write_json({"game": rules.game, **seen.fields()}, args.output)
        return _exit_code(seen)
    try:
        position = seen.position(rules)
    except SetupError as error:
        output.warn(f"the board is not whole: {error}")
        position = _as_seen(seen, rules)
    output.write(format_board(position, "fc-solve"), args.output)
    if number is not None and not seen.agrees:
        output.warn(f"the board does not agree with deal {deals.numbered(number)}")
    began = deals.numbered(number) if number is not None and seen.agrees else seen.deal
    if began is not None:
        output.warn(f"the board is, or began as, deal {began}")
    if len(seen.readings) > 1 and index == 0:
        output.warn(f"boards that fit the picture: {len(seen.readings)}; --reading 2 prints the second one")
    for place, card in seen.doubtful():
        output.warn(f"{place}: {card.card} is doubtful; perhaps {' or '.join(map(str, card.guesses))}")
    return _exit_code(seen)


def _exit_code(seen: PictureBoard) -> int:
    return UNDECIDED if seen.status.value == "doubtful" else 0


def _as_seen(seen: PictureBoard, rules: Rules) -> Position:
    """Return the board as it was read, though it is no position of the game."""
    from kiebitz.patience.position import Position

    setup = seen.setup(rules)
    return Position(rules, seen.home or (0,) * 4, setup.cells, setup.columns)
