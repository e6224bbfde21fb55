"""`kiebitz deal`: the cards of a numbered deal, or a board from a file, in any form.

A numbered FreeCell deal is printed without importing rules or catalogue, which keeps the start fast.
"""

from __future__ import annotations

from kiebitz.cli import deal_argument, output, picture_options
from kiebitz.cli.parser import TARGET_HELP, name_in
from kiebitz.deals import numbering, rows

TYPE_CHECKING = False  # true for the type checker; importing `typing` would slow the start
if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.deal_argument import Target
    from kiebitz.cli.parser import Parser

DESCRIPTION = "Show the board of a numbered deal, or of a board file, in any form."
EPILOG = """\
examples:
  kiebitz deal 617
  kiebitz deal 617 --format unicode
  kiebitz deal --random --winnable --level hard
  kiebitz deal 11982 --output 11982.svg
  kiebitz deal 617 --theme dark --four-colours --output 617.png
  kiebitz deal 100000 --numbering pysolfc
  kiebitz deal 1 --game bakers_game --format fc-solve
  kiebitz deal 1 --game russian --numbering fisher-yates

--json prints the board in Kiebitz's own form, which every command reads back: format "kiebitz-board", version, game,
foundations (the top card or null for each of C D H S), cells (a card or null each), stock, columns (playable card
last). A card that lies face down is written <7H> in every form
"""
PICTURES = ("svg", "png")
_ENDINGS = ("json", *PICTURES)
FORMATS = ("text", "unicode", "columns", "fc-solve", "json", *PICTURES)


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz deal`."""
    parser.add_argument("deal", metavar="DEAL", nargs="?", help=TARGET_HELP)
    parser.later(lambda: deal_argument.add_random(parser))
    parser.add_argument(
        "-f",
        "--format",
        type=name_in(*FORMATS),
        metavar="FORMAT",
        help="text, unicode (with colour on terminals), columns, fc-solve, json, svg or png; without it the name after "
        "--output decides: .svg, .png and .json say what they are, any other is text",
    )
    parser.add("json", "output")
    picture_options.add_looks(parser)
    parser.add("numbering", "from", "cards")
    parser.add_rules()


def run(args: Namespace) -> int:
    """Show the board."""
    deal_argument.choose(args)
    form = "json" if args.json else args.format or _form_of(args.output)
    quick = _quick(args, form)
    if quick is None:
        write_board(deal_argument.target_of(args), form, args)
    else:
        output.write(quick, args.output)
    return 0


def _form_of(file: str | None) -> str:
    """Return the form for the ending of a file's name."""
    name = (file or "").lower()
    return next((form for form in _ENDINGS if name.endswith(f".{form}")), "text")


def write_board(target: Target, form: str, args: Namespace) -> None:
    """Write a position in the form *form*."""
    if form == "png":
        from kiebitz.render import png

        output.write_bytes(
            png.board(target.position, target.title, picture_options.theme_of(args), args.cards), args.output
        )
        return
    output.write(_board_text(target, form, args), args.output, coloured=form == "unicode")


def _board_text(target: Target, form: str, args: Namespace) -> str:
    if form == "svg":
        from kiebitz.render import svg

        return svg.board(target.position, target.title, picture_options.theme_of(args), args.cards)
    if form == "unicode":
        from kiebitz.render import text

        return text.board(target.position, output.wants_colour(args.output), args.four_colours, spelling=args.cards)
    from kiebitz.patience.notation import format_board

    return format_board(target.position, form, args.cards)


def _quick(args: Namespace, form: str) -> str | None:
    """Return the text of a numbered deal of plain FreeCell; None for any other request."""
    if args.game or args.changes or form != "text" or args.cards != "english":
        return None
    number = deal_argument.number_in(args.deal, numbering(args.numbering))
    if number is None:
        return None
    deal_argument.remark(number, args.numbering)
    table = rows(numbering(args.numbering).cards(number))
    return "".join(" ".join(map(str, row)) + "\n" for row in table)
