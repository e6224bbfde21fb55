"""The least number of a player's moves that win Microsoft's deals: proven, or an interval.

    python research/players_moves.py FILE --deals N [--efforts N] [--autoplay RULE] [--jobs N]
    python research/players_moves.py FILE --public FOLDER

A player's move takes one card or a sequence; cards that autoplay sends home are free. FILE gets one line of JSON for
each of the deals 1 to N: for the autoplay rules `safe` and `max`, or one of them, the moves of the best line, the
proven lower bound, and the efforts made: up to four, the last of 30 million positions. The same command resumes,
and prints the summary; with more efforts it goes on with deals that are not proven.

--public compares the lines with those of github.com/macroxue/freecell (its folder `solutions`), which follow the rule
`max`, and counts their single-card moves, too: none may be shorter than a line that is proven to be shortest.
"""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any

from kiebitz.analysis.encoding import encode_play
from kiebitz.analysis.limits import Limit
from kiebitz.analysis.shortest import Metric, shortest
from kiebitz.analysis.solving import SHORT
from kiebitz.kernel import host as kernel
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import encode_position, encode_rules
from kiebitz.patience.game_text import read_game
from kiebitz.patience.rule_options import Autoplay
from resumable import json_lines, rows_to_continue
from shortest_lengths import read

if TYPE_CHECKING:
    from kiebitz.patience.session import Session

#: The page's rule, and that of the public collection.
RULES = (Autoplay.SAFE, Autoplay.MAX)
#: One after the other until a proof: the positions searched, and those of each level kept for a first line.
EFFORTS = [(50_000, 1_000), (400_000, SHORT), (4_000_000, 16_384), (30_000_000, 65_536)]
_NOTHING = None, 0, 0
STEPS = Path(__file__).parent / "data" / "shortest-lines.parquet"
ADDRESS = "https://macroxue.github.io/freecell/game/freecell.html?deal="


def is_open(known: dict[str, Any], rule: Autoplay, efforts: int) -> bool:
    """Whether a deal is not proven for a rule, and fewer efforts than these were made."""
    moves, bound, made = known.get(rule.value, _NOTHING)
    return bool(moves != bound and made < efforts)


def measured(known: dict[str, Any], rules: tuple[Autoplay, ...], efforts: int) -> dict[str, Any]:
    """Return the row of a deal after some efforts, those of its *known* row among them.

    The moves are `None` without a line.
    """
    row = dict(known)
    for rule in rules:
        while is_open(row, rule, efforts):
            moves, bound, made = row.get(rule.value, _NOTHING)
            states, width = EFFORTS[made]
            line = shortest(deal(row["deal"]), Limit(states=states), metric=Metric.PLAYER, autoplay=rule, width=width)
            row[rule.value] = [min(filter(None, (moves, line.length)), default=None), max(bound, line.bound), made + 1]
    return row


def report(rows: list[dict[str, Any]]) -> None:
    """Print means, the share proven, and the widths of the intervals."""
    without = []
    print(f"{len(rows):,} deals\n\n| autoplay | best line, mean | proven bound, mean | proven | widest |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for rule in RULES:
        known = [(row["deal"], *row[rule.value]) for row in rows if rule.value in row]
        without += [f"no line of deal {number} by `{rule.value}`" for number, moves, *_ in known if not moves]
        pairs = [(moves, bound) for _, moves, bound, _ in known if moves]
        if not pairs:
            continue
        proven = sum(moves == bound for moves, bound in pairs) / len(known)
        means = f"{mean(moves for moves, _ in pairs):.2f} | {mean(bound for _, bound in pairs):.2f}"
        print(f"| `{rule.value}` | {means} | {proven:.1%} | {max(moves - bound for moves, bound in pairs)} |")
    if without:
        print("", *without, sep="\n")


def steps(game: Session) -> int:
    """Return the single-card moves of a game, those of autoplay among them."""
    request = encode_rules(game.rules), *encode_play(game.rules, game.autoplay)
    moves = ((turn.before, turn.move) for turn in game.history)
    return sum(
        kernel.call("turn", *request, encode_position(before), move.source.code, move.target.code, move.count)[-1]
        for before, move in moves
    )


def compare(rows: list[dict[str, Any]], folder: Path) -> None:
    """Print how the public lines compare with the best lines and with the proven bounds."""
    least_steps = {row.number: row.bound for row in read(STEPS)}
    best = {row["deal"]: row["max"] for row in rows if "max" in row}
    longer: Counter[int] = Counter()
    more_steps = []
    for file in folder.glob("block.*"):
        for text in file.read_text().splitlines():
            number, _, line = text.partition(":")
            if (key := int(number)) not in best and key not in least_steps:
                continue
            game = read_game(ADDRESS + text)
            if not (line and game.is_won):
                continue
            if key in least_steps:
                more_steps.append(steps(game) - least_steps[key])
            if key in best and best[key][0]:
                longer[len(game.moves) - best[key][0]] += 1
                if len(game.moves) < best[key][0]:
                    print(f"deal {key}: public line of {len(game.moves)} moves, ours of {best[key][0]}")
    print("moves of the public lines less those of ours, and deals:", *sorted(longer.items()))
    print(
        f"single-card moves of {len(more_steps):,} public lines less the proven bound: "
        f"{min(more_steps)} to {max(more_steps)}, mean {mean(more_steps):.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--deals", type=int, default=0, metavar="N", help="Microsoft's deals 1 to N")
    parser.add_argument("--efforts", type=int, default=len(EFFORTS), choices=range(1, len(EFFORTS) + 1))
    parser.add_argument("--autoplay", type=Autoplay, choices=RULES, metavar="RULE", help="only this rule: safe or max")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--public", type=Path, metavar="FOLDER")
    args = parser.parse_args()
    rows = {row["deal"]: row for row in rows_to_continue(args.file)}
    rules = (args.autoplay,) if args.autoplay else RULES
    known = [rows.get(number, {"deal": number}) for number in range(1, args.deals + 1)]
    todo = [row for row in known if any(is_open(row, rule, args.efforts) for rule in rules)]
    with args.file.open("a") as out, ProcessPoolExecutor(args.jobs) as pool:
        for row in pool.map(measured, todo, repeat(rules), repeat(args.efforts), chunksize=4):
            rows[row["deal"]] = row
            out.write(json_lines([row]))
            out.flush()
    if args.public:
        compare([*rows.values()], args.public)
    else:
        report([*rows.values()])


if __name__ == "__main__":
    main()
