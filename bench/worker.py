"""A process of a benchmark: times the kernel's searches of some deals and prints the results as JSON.

The rows start it by its command line, so that every measurement has a fresh process. The checker replays every line
after the clock has stopped.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
from array import array
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from kiebitz.analysis.encoding import encode_dealing
from kiebitz.deals.shuffles import fisher_yates, nth
from kiebitz.kernel import functions as kernel
from kiebitz.kernel.answers import Limits
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import encode_layout, encode_position, encode_rules
from kiebitz.patience.games import game
from kiebitz.patience.position import Position
from measuring.processes import PEAK_UNIT

if TYPE_CHECKING:
    from kiebitz.patience.rules import Rules

MODES = {"first": 0, "prove": 1, "exhaustive": 2}
VERDICTS = ("solved", "impossible", "undecided")


def main() -> None:
    """Run the command and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="freecell", help="a game of `kiebitz games` (default: freecell)")
    parser.add_argument("--cells", type=int, help="another number of cells")
    parser.add_argument("--mode", choices=MODES, default="first", help="the kernel's kind of search (default: first)")
    parser.add_argument("--states", type=int, default=0, help="limit on the positions searched per deal")
    commands = parser.add_subparsers(required=True)
    batch = commands.add_parser("range", help="all deals of a range by one call, lines kept")
    batch.add_argument("first", type=int)
    batch.add_argument("last", type=int)
    batch.set_defaults(work=solve_range)
    single = commands.add_parser("deals", help="one call for each deal")
    single.add_argument("numbers", type=int, nargs="+")
    single.set_defaults(work=solve_deals)
    run = commands.add_parser(
        "etude", help="best scores of random deals by one call, lines kept; --mode exhaustive, too"
    )
    run.add_argument("first", type=int, help="place in the run, 0 the first")
    run.add_argument("last", type=int)
    run.add_argument("--seed", type=int, default=1)
    run.add_argument("--literal", action="store_true", help="ask the oracle of the tests, without any lines")
    run.set_defaults(work=best_scores, game="russian")
    args = parser.parse_args()
    rules = game(args.game)
    if args.cells is not None:
        rules = rules.with_(cells=args.cells)
    print(json.dumps(args.work(args, rules)))


def solve_range(args: argparse.Namespace, rules: Rules) -> dict[str, object]:
    """Search a range in one call; `wrong` is the first deal whose line the checker refuses, or null."""
    code, layout = encode_rules(rules), encode_layout(rules)
    wall, cpu = perf_counter(), process_time()
    limits = Limits(states=args.states)
    verdicts, states, lines, ends, *_ = kernel.solve_range(
        code, layout, args.first, args.last, MODES[args.mode], limits
    )
    cpu, wall = process_time() - cpu, perf_counter() - wall
    wrong = kernel.check_range(code, layout, args.first, args.last, verdicts, lines, ends)
    return {
        "cpu": cpu,
        "wall": wall,
        "deals": len(verdicts),
        **{name: [args.first + at for at, v in enumerate(verdicts) if v == k] for k, name in enumerate(VERDICTS) if k},
        "states": sum(array("I", states)),
        "moves": len(lines) // 3,
        "wrong": wrong if wrong <= args.last else None,
        "peak": _peak(),
    }


def solve_deals(args: argparse.Namespace, rules: Rules) -> dict[str, object]:
    """Search deals one by one; `memory` is the kernel's count at its peak, `growth` the growth of the process.

    Only the first deal's growth is meaningful, because a process does not shrink.
    """
    code = encode_rules(rules)
    results = []
    for number in args.numbers:
        position = encode_position(deal(number, rules))
        before = _peak()
        wall, cpu = perf_counter(), process_time()
        result = kernel.solve(code, position, MODES[args.mode], Limits(states=args.states))
        cpu, wall = process_time() - cpu, perf_counter() - wall
        results.append(
            {
                "deal": number,
                "verdict": VERDICTS[result.verdict],
                "cpu": cpu,
                "wall": wall,
                "states": result.states,
                "stored": result.stored,
                "memory": result.memory,
                "growth": _peak() - before,
                "wrong": result.verdict == 0 and kernel.check(code, position, result.line) != -1,
            }
        )
    return {"deals": results, "peak": _peak()}


def best_scores(args: argparse.Namespace, rules: Rules) -> dict[str, object]:
    """Compute best scores of a run's deals, including the shuffle: two hexadecimal digits each; `wrong` as above."""
    rules_and_first = encode_rules(rules), encode_layout(rules), args.first
    deals = encode_dealing("fisher-yates", args.seed)
    count = args.last - args.first + 1
    wall, cpu = perf_counter(), process_time()
    if args.literal:
        scores, states, checked = _oracle_scores(args.seed, range(args.first, args.last + 1)), b"", count
    else:
        scores, states, lines, ends, *_ = kernel.best_scores(
            *rules_and_first, count, exhaustive=args.mode == "exhaustive", deals=deals
        )
    cpu, wall = process_time() - cpu, perf_counter() - wall
    if not args.literal:
        checked = kernel.check_scores(*rules_and_first, scores, lines, ends, deals)
    return {
        "cpu": cpu,
        "wall": wall,
        "scores": scores.hex(),
        "states": sum(array("I", states)),
        "wrong": args.first + checked if checked < count else None,
        "peak": _peak(),
    }


def _oracle_scores(seed: int, deals: range) -> bytes:
    """Run the tests' oracle on cards not shuffled by the kernel."""
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    import oracle

    positions = (Position.deal(game("russian"), fisher_yates(nth(seed, deal))) for deal in deals)
    return bytes(score for position in positions if (score := oracle.most_home(position)) is not None)


def _peak() -> int:
    """Return the peak memory of the process in bytes; getrusage, used outside Linux, includes the parent's."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * PEAK_UNIT


if __name__ == "__main__":
    main()
