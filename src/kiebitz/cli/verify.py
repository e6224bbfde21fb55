"""`kiebitz verify`: the referee's replay of a solution: whether it wins, or which move breaks the rules."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kiebitz.cli import deal_argument, output, solution_argument
from kiebitz.cli.language import translated
from kiebitz.cli.parser import TARGET_HELP, name_in
from kiebitz.cli.solution_list_reader import header_in, is_listing, lines_in
from kiebitz.deals import numbering
from kiebitz.errors import (
    ContentError,
    IllegalMoveError,
    InputError,
    NotationError,
    NotWonError,
    WrongScoreError,
    counted,
    shown,
)
from kiebitz.patience import Position, referee
from kiebitz.patience.notation import parse_header, parse_solution
from kiebitz.patience.rule_options import Autoplay, Supermoves

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator

    from kiebitz.cli.parser import Parser
    from kiebitz.cli.solution_list_reader import Listed
    from kiebitz.patience.notation import Solution

DESCRIPTION = "Replay a solution by the rules and report whether it wins (or scores), or which move is illegal and why."
EPILOG = """\
examples:
  kiebitz verify 617 solution.txt
  kiebitz solve 617 --format notation | kiebitz verify -
  kiebitz verify board.txt solution.txt --game bakers_game --autoplay max

A solution begins with lines such as '# game: freecell', '# deal: microsoft 617', '# autoplay: safe'; options overrule
them. DEAL may be left out if the solution names its deal. Without an autoplay rule no card goes home by itself. A line
that does not win names its score: '# score: 17'. For the file of 'kiebitz solve A-B --output FILE', as text, .jsonl
or .parquet, all its solutions are replayed, or that of DEAL.

--json prints: deal (its number or null), game, verdict (correct, illegal, not_won or wrong_score), moves (number of
moves read, null if illegal), ply and move (of the illegal move) and reason (each null if correct), score (that the line
claims, or null)
"""
#: The largest file in bytes: some million deals.
_LONGEST = 1 << 30


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz verify`."""
    parser.add_argument("deal", metavar="DEAL", nargs="?", help=TARGET_HELP)
    parser.add_argument("solution", metavar="SOLUTION", help="the name of a file with a solution, or -")
    parser.add_argument(
        "--notation",
        default="auto",
        metavar="FORM",
        type=name_in("auto", "standard", "strict", "fc-solve", "fc-solve-snx", notation="standard"),
        help="form of the solution: auto (the default), standard, strict, fc-solve or fc-solve-snx",
    )
    parser.add_autoplay(default=None)
    parser.add("json", "numbering", "from", "cards")
    parser.add_rules()


def run(args: Namespace) -> int:
    """Replay the solution."""
    if args.deal == "-" and args.solution == "-":
        raise InputError("", "the board and the solution cannot both come from standard input")
    text = solution_argument.read(args.solution, _LONGEST)
    if is_listing(text):
        return _verify_lines(args, text)
    target = solution_argument.header_target(args, text)
    with deal_argument.named(args.solution):
        score = parse_header(text).score

    def read() -> Solution:
        with deal_argument.named(args.solution):
            return parse_solution(
                text,
                target.position,
                None if args.autoplay is None else Autoplay(args.autoplay),
                Supermoves(changed) if (changed := args.changes.get("supermoves")) else None,
                args.notation,
            )

    fields, sentence, solution = _replayed(read, score)
    if solution is not None:
        count = len(solution.moves)
        ending = "s" if count == 1 else ""
        won = f"{counted(count, 'move')} " + (f"win{ending}" if score is None else f"score{ending} {score}")
        sentence = f"correct: {won} (autoplay {solution.autoplay.value})"
    return _print_verdict(
        args, {"deal": target.number, "game": target.position.rules.game} | fields | {"score": score}, sentence
    )


def _replayed(read: Callable[[], Solution], score: int | None = None) -> tuple[dict[str, object], str, Solution | None]:
    """Replay the solution that *read* returns; return fields of JSON, the fault, and the solution if it is right."""
    fields: dict[str, object] = {"verdict": "correct", "moves": None, "ply": None, "move": None, "reason": None}
    try:
        solution = read()
        referee.verify(solution.position, solution.moves, solution.autoplay, score)
    except (NotWonError, WrongScoreError) as error:
        verdict = "not_won" if isinstance(error, NotWonError) else "wrong_score"
        return fields | {"verdict": verdict, "moves": error.moves, "reason": str(error)}, str(error), None
    except IllegalMoveError as error:
        move = None if error.move is None else str(error.move)
        illegal = {"verdict": "illegal", "ply": error.ply, "move": move, "reason": error.reason}
        return fields | illegal, str(error), None
    return fields | {"moves": len(solution.moves)}, "", solution


def _verify_lines(args: Namespace, text: bytes) -> int:
    """Replay all lines of `kiebitz solve A-B --output FILE`, or that of the deal in *args*."""
    with deal_argument.named(args.solution):
        header = parse_header(header_in(text))
    rules = deal_argument.header_rules(args, header)
    numbers = header.deal.split()[0] if header.deal else args.numbering
    only = None if args.deal is None else deal_argument.number_in(args.deal, numbering(numbers))
    if args.deal is not None and only is None:
        raise InputError("", f"{shown(args.deal)} is not a deal of the file", "the number of one, or no deal")
    count = moves = 0
    for place, line in _lines(args, text):
        if line is None:
            raise ContentError(args.solution, NotationError("", place, "number, verdict and solution"))
        if line.verdict != "solved" or (only is not None and line.number != only):
            continue
        position = Position.deal(rules, numbering(numbers).cards(line.number, rules.pack))
        rule = Autoplay(args.autoplay or line.autoplay or header.autoplay or Autoplay.NONE)
        try:
            fields, sentence, solution = _replayed(partial(parse_solution, line.moves, position, rule))
        except NotationError as error:
            raise ContentError(args.solution, NotationError(error.text, place, error.expected)) from None
        if solution is None:
            answer = {"deal": line.number, "game": rules.game} | fields | {"score": None}
            return _print_verdict(args, answer, f"deal {line.number}: {sentence}")
        count += 1
        moves += len(solution.moves)
    if only is not None and not count:
        raise InputError("", f"the file has no solution of deal {only}")
    answer = {"deal": only, "game": rules.game, "verdict": "correct", "moves": moves}
    answer |= {"ply": None, "move": None, "reason": None, "score": None}
    return _print_verdict(args, answer, f"correct: {counted(count, 'line')} of {counted(moves, 'move')} in all win")


def _lines(args: Namespace, text: bytes) -> Iterator[tuple[str, Listed | None]]:
    with deal_argument.named(args.solution):
        yield from lines_in(text)


def _print_verdict(args: Namespace, answer: dict[str, object], line: str) -> int:
    if args.json:
        output.write_json(answer)
    else:
        output.write(translated(line) + "\n")
    return 0 if answer["verdict"] == "correct" else 1
