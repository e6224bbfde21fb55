"""`kiebitz verify`: the referee replays a solution and says whether it wins, or where it breaks the rules.

Reading and judging are done in `kiebitz.patience`; here the answer is put into words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cli import output, solutions
from kiebitz.cli.parser import TARGET_HELP, name_in
from kiebitz.errors import IllegalMoveError, NotWonError, UsageError, WrongScoreError, counted
from kiebitz.patience import referee
from kiebitz.patience.choices import Autoplay, Supermoves
from kiebitz.patience.notation import parse_header, parse_solution

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser

DESCRIPTION = "Replay a solution by the rules and say whether it wins (or scores), or which move is illegal and why."
EPILOG = """\
examples:
  kiebitz verify 617 solution.txt
  kiebitz solve 617 --format notation | kiebitz verify -
  kiebitz verify board.txt solution.txt --game bakers_game --autoplay max

A solution begins with lines such as '# game: freecell', '# deal: microsoft 617', '# autoplay: safe'; what is given on
the command line overrules them. DEAL may be left out if the solution names its deal. Without a word about autoplay
no card goes home by itself. A line that is no win says how many cards it brings home: '# score: 17'.

--json prints: deal (its number or null), game, verdict (correct, illegal, not_won or wrong_score), moves (number of
moves read, null if illegal), ply and move (of the illegal move) and reason (each null if correct), score (that the line
claims, or null)
"""


def add_arguments(parser: Parser) -> None:
    """Declare what `kiebitz verify` takes."""
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
        raise UsageError("", "the board and the solution cannot both come from standard input")
    text = solutions.read(args.solution)
    target = solutions.header_target(args, text)
    answer: dict[str, object] = {"deal": target.number, "game": target.position.rules.game}
    with solutions.named(args.solution):
        score = parse_header(text).score
    try:
        with solutions.named(args.solution):
            solution = parse_solution(
                text,
                target.position,
                None if args.autoplay is None else Autoplay(args.autoplay),
                Supermoves(changed) if (changed := args.changes.get("supermoves")) else None,
                args.notation,
            )
        referee.verify(solution.position, solution.moves, solution.autoplay, score)
    except (NotWonError, WrongScoreError) as error:
        verdict = "not_won" if isinstance(error, NotWonError) else "wrong_score"
        answer |= {"verdict": verdict, "moves": error.moves, "ply": None, "move": None, "reason": str(error)}
        return _tell(args, answer | {"score": score}, str(error))
    except IllegalMoveError as error:
        move = None if error.move is None else str(error.move)
        answer |= {"verdict": "illegal", "moves": None, "ply": error.ply, "move": move, "reason": error.reason}
        return _tell(args, answer | {"score": score}, str(error))
    answer |= {"verdict": "correct", "moves": len(solution.moves), "ply": None, "move": None, "reason": None}
    count = len(solution.moves)
    ending = "s" if count == 1 else ""
    done = f"{counted(count, 'move')} " + (f"win{ending}" if score is None else f"score{ending} {score}")
    return _tell(args, answer | {"score": score}, f"correct: {done} (autoplay {solution.autoplay.value})")


def _tell(args: Namespace, answer: dict[str, object], line: str) -> int:
    if args.json:
        output.write_json(answer)
    else:
        output.write(line + "\n")
    return 0 if answer["verdict"] == "correct" else 1
