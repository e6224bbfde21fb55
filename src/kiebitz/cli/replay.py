"""`kiebitz replay`: a line of play move by move, in the terminal (`terminal_replay`) or as GIF or page."""

from __future__ import annotations

import argparse
import codecs
import io
import os
import sys
from typing import TYPE_CHECKING

from kiebitz.cli import deal_argument, output, picture_options, solution_argument
from kiebitz.cli.commands import UNDECIDED
from kiebitz.cli.language import translated
from kiebitz.cli.parser import TARGET_HELP, limit_of
from kiebitz.deals import numbering
from kiebitz.errors import ContentError, InputError, KiebitzError, shown, shown_file

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence

    from kiebitz.cli.parser import Parser
    from kiebitz.patience.moves import Move
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.render.replay import Replay

DESCRIPTION = "Show a line of play move by move: the solution of a deal or board, or any game that was recorded."
EPILOG = """\
examples:
  kiebitz replay 617
  kiebitz replay 617 --output 617.gif
  kiebitz replay 617 --output 617.html --four-colours --theme dark
  kiebitz replay 5 --game russian --output russian.gif
  kiebitz replay solution.txt
  kiebitz replay board.txt solution.txt --output mine.html
  kiebitz replay 'game=freecell&deal=617&moves=26+5a'

A deal or a board is solved first; for an impossible deal of Russian Solitaire, a line to the best score is shown. A
solution may have any form that kiebitz convert reads; leave out the deal if the solution names it. It need not win.
Without --output the replay runs in the terminal, where keys pause it and step both ways; if standard output is no
terminal, the boards are printed one after the other.

The name after --output selects the form: .gif (needs pillow and resvg-py: pip install 'kiebitz[picture]') or .html (one
page with a player that needs no network)

--json prints: deal (its number or null), game, title, autoplay, won, moves (how many the player makes), frames (a list
of objects: ply, move in standard notation or null, automatic, cards)
"""
_SPEEDS, _SCALES = (0.05, 50.0), (0.25, 4.0)
_LOOKED_AT = 20  # words that decide whether a text is moves
_GIF, _HTML = ".gif", ".html"


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz replay`."""
    parser.add_argument("deal", metavar="GAME", help=TARGET_HELP)
    parser.add_argument("solution", metavar="SOLUTION", nargs="?", help="the name of a file with a solution, or -")
    parser.add("output")
    parser.add_argument("--speed", type=_between(*_SPEEDS), default=1.0, metavar="X", help="how fast (default 1)")
    parser.add_argument("--scale", type=_between(*_SCALES), default=1.0, metavar="X", help="size of a GIF (default 1)")
    picture_options.add_looks(parser)
    parser.add_autoplay(default=None)
    parser.add_limits("limits of the search")
    parser.add("json", "numbering", "from", "cards")
    parser.add_rules()
    parser.set_defaults(game=None, numbering=None)  # None: a link refuses these options


class _Unsolved(Exception):
    """There is no line to replay; with the message and the exit code."""

    def __init__(self, line: str, code: int) -> None:
        super().__init__(line)
        self.code = code


def run(args: Namespace) -> int:
    """Show the replay, or write it to a file."""
    _check_output(args)
    try:
        replay, target = _replay(args)
    except _Unsolved as end:
        output.write(translated(f"{end}\n"))
        return end.code
    if args.json:
        output.write_json(_object(replay, target), args.output)
    elif args.output and args.output != "-":
        _write(replay, args)
    else:
        from kiebitz.cli.terminal_replay import can_watch, print_boards, watch

        _write_letters_for_signs()
        show = watch if can_watch() and args.output is None else print_boards
        show(replay, args.speed, colour=output.wants_colour(args.output), four_colours=args.four_colours)
    return 0


_LETTERS = str.maketrans("♣♦♥♠ТКДВ←→−×", "CDHSAKQJ<>-x")


def _write_letters_for_signs() -> None:
    """Make standard output replace signs that its encoding lacks: `6C` for `6♣`, `<>` for the arrows.

    One sign becomes one letter, so columns stay aligned.
    """
    codecs.register_error("kiebitz.letters", _letters)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="kiebitz.letters")


def _letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return lacking.translate(_LETTERS).encode("ascii", "replace").decode(), error.end


# Finding the game


def _replay(args: Namespace) -> tuple[Replay, deal_argument.Target]:
    from kiebitz.patience.rule_options import Autoplay
    from kiebitz.render.replay import Replay

    rule: Autoplay | None
    if "=" in args.deal and not os.path.exists(args.deal):  # noqa: PTH110
        target, moves, rule = _of_link(args)
    else:
        args.game, args.numbering = args.game or "freecell", args.numbering or "microsoft"
        target, moves, rule = _of_files(args, None if args.autoplay is None else Autoplay(args.autoplay))
    autoplay = Autoplay.SAFE if rule is None else rule
    if moves is None:
        moves, autoplay = _solution(target, args, autoplay)
    title = target.title if args.json else translated(target.title)
    return Replay.of(target.position, moves, autoplay, title, args.cards), target


def _of_link(args: Namespace) -> tuple[deal_argument.Target, Sequence[Move] | None, Autoplay]:
    from kiebitz.patience.links import read_link

    if args.solution is not None or args.game or args.numbering or args.autoplay or args.changes:
        raise InputError("", "a link names game, rules, autoplay and moves itself; leave out what says otherwise")
    session = read_link(args.deal)
    deal = session.deal
    target = deal_argument.Target(session.start, *((deal.number, deal.numbering) if deal else ()))
    return target, session.moves + session.undone or None, session.autoplay


def _of_files(
    args: Namespace, autoplay: Autoplay | None
) -> tuple[deal_argument.Target, Sequence[Move] | None, Autoplay | None]:
    """Return deal or board, with moves and autoplay rule of the solution if there is one."""
    from kiebitz.patience.notation import parse_board, parse_header

    if args.solution is None:
        if deal_argument.number_in(args.deal, numbering(args.numbering)) is not None:
            return deal_argument.target_of(args), None, autoplay
        expected = "a deal number, the name of a file that exists, a link, or -"
        text = deal_argument.read(args.deal, expected)
        name, args.deal, args.solution = args.deal, None, args.deal
        with deal_argument.named(name):
            header = parse_header(text)
        if header.deal is None and header.autoplay is None and header.game is None:
            try:
                board = parse_board(text, deal_argument.rules_of(args), args.board_format, args.cards).position()
            except KiebitzError as error:
                if _is_line(text):
                    raise ContentError(name, InputError("", deal_argument.NAMELESS)) from None
                raise ContentError(name, error) from None
            return deal_argument.Target(board), None, autoplay
    else:
        if args.deal == "-" == args.solution:
            raise InputError("", "the board and the solution cannot both come from standard input")
        text = solution_argument.read(args.solution)
    return _of_solution(args, text, autoplay)


def _is_line(text: bytes) -> bool:
    """Return whether a text looks like moves, not cards; 7d can be either."""
    from kiebitz.cards.spelling import texts
    from kiebitz.patience.notation import is_solution

    cards = texts("english")
    for word in str(text, "utf-8", "replace").split(None, _LOOKED_AT)[:_LOOKED_AT]:
        if word == "Move" or word.startswith("-="):
            return True
        if word not in cards:
            return is_solution(word)
    return False


def _of_solution(
    args: Namespace, text: bytes, autoplay: Autoplay | None
) -> tuple[deal_argument.Target, Sequence[Move], Autoplay]:
    from kiebitz.patience.notation import parse_solution
    from kiebitz.patience.rule_options import Supermoves

    target = solution_argument.header_target(args, text)
    supermoves = Supermoves(changed) if (changed := args.changes.get("supermoves")) else None
    with deal_argument.named(args.solution):
        solution = parse_solution(text, target.position, autoplay, supermoves)
    return deal_argument.Target(solution.position, target.number, target.numbering), solution.moves, solution.autoplay


def _solution(target: deal_argument.Target, args: Namespace, autoplay: Autoplay) -> tuple[Sequence[Move], Autoplay]:
    """Return a line that wins or reaches the best score; raise `_Unsolved` if there is none."""
    from kiebitz.analysis.limits import Verdict
    from kiebitz.analysis.solving import solve

    result = solve(target.position, limit_of(args), autoplay)
    if result.verdict is Verdict.SOLVED:
        return result.moves, result.autoplay
    if result.verdict is Verdict.UNDECIDED:
        raise _Unsolved(f"{target.title}: undecided, stopped by the limit on {result.limit_hit}", UNDECIDED)
    if result.score is None:
        raise _Unsolved(f"{target.title}: impossible, so there is no solution to replay", 1)
    return result.moves, result.autoplay


# Writing it


def _check_output(args: Namespace) -> None:
    """Refuse a file name that ends neither in .gif nor in .html, before the search."""
    if args.output in (None, "-") or args.json:
        return
    if not args.output.lower().endswith((_GIF, _HTML)):
        expected = f"a name that ends in {_GIF} or {_HTML}"
        raise InputError(f"file {shown_file(args.output)}", "no kind of replay", expected)


def _write(replay: Replay, args: Namespace) -> None:
    if args.output.lower().endswith(_HTML):
        from kiebitz.render.replay.html import html

        output.write(html(replay, args.theme, args.speed, four_colours=args.four_colours), args.output)
        return
    from kiebitz.cli.progress import Progress
    from kiebitz.cli.signals import stopped_like_ctrl_c
    from kiebitz.render.replay.gif import gif
    from kiebitz.render.replay.scenes import number_of_scenes

    with stopped_like_ctrl_c(), Progress(number_of_scenes(replay), "scenes") as progress:
        pieces = gif(replay, picture_options.theme_of(args), args.scale, args.speed, progress.update)
        with output.File(args.output, binary=True) as file:
            for piece in pieces:
                file.write(piece)


def _object(replay: Replay, target: deal_argument.Target) -> dict[str, object]:
    from kiebitz.patience.referee import is_won

    return {
        "deal": target.number,
        "game": target.position.rules.game,
        "title": replay.title,
        "autoplay": replay.autoplay.value,
        "won": is_won(replay.frames[-1].position),
        "moves": replay.plies,
        "frames": [
            {
                "ply": frame.ply,
                "move": frame.text or None,
                "automatic": frame.automatic,
                "cards": [str(card) for card in frame.moved],
            }
            for frame in replay.frames
        ],
    }


def _between(lowest: float, highest: float) -> Callable[[str], float]:
    def factor(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if lowest <= value <= highest:
            return value
        expected = f"a number from {lowest:g} to {highest:g}"
        raise argparse.ArgumentTypeError(f"{shown(text)} cannot be read; expected {expected}")

    return factor
