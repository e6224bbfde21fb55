"""`kiebitz convert`: a board or a solution in another form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cli import deal, deal_argument, output, picture_options, solution_argument
from kiebitz.cli.parser import TARGET_HELP, file_name, name_in
from kiebitz.errors import InputError, shown
from kiebitz.patience.notation import (
    BOARD_FORMATS,
    SOLUTION_FORMATS,
    format_moves,
    format_solution,
    parse_solution,
    under_autoplay,
)
from kiebitz.patience.rule_options import Autoplay

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser

DESCRIPTION = "Turn a board into another form, or with --solution a solution."
EPILOG = """\
examples:
  kiebitz convert board.txt --to fc-solve
  kiebitz convert - --to svg --output board.svg < board.txt
  kiebitz convert --solution solution.txt --to strict
  kiebitz convert 617 --solution theirs.txt --to standard --autoplay safe

forms of boards: text, unicode, columns, fc-solve, json; svg and png to write only

forms of solutions: standard, strict, fc-solve, fc-solve-snx

With --solution, DEAL may be omitted if the solution names its deal. --autoplay is then the autoplay rule of the
solution that is written. The solution is replayed: an illegal move is an error.

--json prints a board in Kiebitz's own form (see kiebitz deal --help), for a solution: deal, game, moves (in standard
notation), autoplay
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz convert`."""
    forms = dict.fromkeys((*deal.FORMATS, *SOLUTION_FORMATS))
    parser.add_argument("deal", metavar="DEAL", nargs="?", help=TARGET_HELP)
    parser.add_argument("--solution", metavar="FILE", type=file_name, help="convert the solution in this file (or -)")
    parser.add_argument("--to", metavar="FORM", type=name_in(*forms, notation="standard"), help="the form to write")
    parser.add_argument(
        "--from",
        dest="source_form",
        default="auto",
        metavar="FORM",
        type=name_in("auto", *forms, notation="standard"),
        help="the form to read",
    )
    parser.add("cards")
    parser.add_autoplay(default=None)
    parser.add("json", "output")
    picture_options.add_looks(parser)
    parser.add("numbering")
    parser.add_rules()


def run(args: Namespace) -> int:
    """Convert the board or the solution."""
    if args.to is None and not args.json:
        raise InputError("", "nothing is said about the form to write", "--to FORM or --json")
    args.board_format = "auto" if args.solution else args.source_form
    if args.solution:
        return _solution(args)
    if args.deal is None:
        raise InputError("", "nothing to convert", "a deal number, a board file or --solution FILE")
    form = "json" if args.json else args.to
    _one_of(form, deal.FORMATS, "a board")
    if args.source_form != "auto":
        _one_of(args.source_form, BOARD_FORMATS, "a board")
    deal.write_board(deal_argument.target_of(args), form, args)
    return 0


def _solution(args: Namespace) -> int:
    if args.deal == "-" and args.solution == "-":
        raise InputError("", "the board and the solution cannot both come from standard input")
    if args.to is not None:
        _one_of(args.to, SOLUTION_FORMATS, "a solution")
    if args.source_form != "auto":
        _one_of(args.source_form, SOLUTION_FORMATS, "a solution")
    text = solution_argument.read(args.solution)
    target = solution_argument.header_target(args, text)
    with deal_argument.named(args.solution):
        solution = parse_solution(text, target.position, format=args.source_form)
    if args.autoplay is not None:
        solution = under_autoplay(solution, Autoplay(args.autoplay))
    if args.json:
        answer = {
            "deal": target.number,
            "game": target.position.rules.game,
            "moves": format_moves(solution.position, solution.moves, solution.autoplay),
            "autoplay": solution.autoplay.value,
        }
        output.write_json(answer, args.output)
    else:
        named = target.deal or solution.header.deal
        line = (solution.position, solution.moves, solution.autoplay)
        output.write(format_solution(*line, named, args.to, solution.header.score), args.output)
    return 0


def _one_of(form: str, forms: tuple[str, ...], what: str) -> None:
    if form not in forms:
        raise InputError("", f"{what} has no form {shown(form)}", f"one of: {', '.join(forms)}")
