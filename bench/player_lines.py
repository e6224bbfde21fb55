"""Lines for players, made by both kernels and compared move by move, over all games; referee and checkers judge.

    python bench/player_lines.py 4000                       # 4,000 deals of each game, from a few minutes to an hour
    python bench/player_lines.py 200 --games yukon marseille

The deals are those of the fair shuffle with numbers from 1 on. By turns they are for each rule of autoplay, and for
each number of cards at once that the game leaves open. Exit code 1 if anything differs.
"""

from __future__ import annotations

import argparse
from itertools import cycle, product
from time import process_time

from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.analysis.solving import answer
from kiebitz.deals import numbering
from kiebitz.errors import IllegalMoveError
from kiebitz.kernel import _plain, functions
from kiebitz.patience import referee
from kiebitz.patience.encoding import decode_player_moves, encode_moves, encode_play, encode_position, encode_rules
from kiebitz.patience.games import game, games
from kiebitz.patience.position import Position
from kiebitz.patience.rules import Autoplay, Supermoves

_LIMIT = Limit(states=20_000)
_OPEN = (Supermoves.STANDARD, Supermoves.SINGLE, Supermoves.MICROSOFT)


def main() -> int:
    """Compare what the command line asks for, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("deals", type=int, help="deals of each game")
    parser.add_argument("--games", nargs="+", default=games(), help="these games only")
    parser.add_argument("--first", type=int, default=1, help="the number of the first deal")
    args = parser.parse_args()
    deals = lines = faults = 0
    for name in args.games:
        begun = process_time()
        counted, wrong = compare(name, range(args.first, args.first + args.deals))
        print(
            f"{name:26} {counted:7,} lines, {len(wrong)} differ, {process_time() - begun:.0f} s", *wrong[:5], flush=True
        )
        deals, lines, faults = deals + args.deals, lines + counted, faults + len(wrong)
    print(f"{deals:,} deals, {lines:,} lines, {faults:,} differ")
    return 1 if faults else 0


def compare(name: str, numbers: range) -> tuple[int, list[str]]:
    """Return how many lines of a game's deals were compared, and what was wrong with some of them."""
    rules = game(name)
    ways = _OPEN if rules.supermoves in _OPEN else (rules.supermoves,)
    lines, wrong = 0, []
    for number, (autoplay, supermoves) in zip(numbers, cycle(product(Autoplay, ways)), strict=False):
        changed = rules.with_(supermoves=supermoves)
        position = Position.deal(changed, numbering("fisher-yates").cards(number, rules.pack))
        found = answer(position, _LIMIT)
        if found.verdict is not Verdict.SOLVED:
            continue
        asked = encode_rules(changed), encode_position(position)
        line, play = encode_moves(found.line), encode_play(changed, autoplay)
        made, reference = (kernel.player_line(*asked, line, play) for kernel in (functions, _plain))
        lines += 1
        if made != reference:
            wrong.append(f"{number}: not the same line for autoplay {autoplay.value}, {supermoves.value}")
        elif made is not None:
            checked = [kernel.check_player_line(*asked, made, play) for kernel in (functions, _plain)]
            if checked != [-1, -1]:
                wrong.append(f"{number}: the checkers say {checked} for autoplay {autoplay.value}, {supermoves.value}")
            try:
                referee.verify(position, decode_player_moves(made), autoplay)
            except IllegalMoveError as error:
                wrong.append(f"{number}: {error}")
        elif autoplay is Autoplay.NONE:
            wrong.append(f"{number}: no line without autoplay")
    return lines, wrong


if __name__ == "__main__":
    raise SystemExit(main())
