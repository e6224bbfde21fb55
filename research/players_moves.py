"""The least number of a player's moves that win Microsoft's deals: proven, or an interval.

    python research/players_moves.py TABLE --deals N [--efforts N] [--autoplay RULE] [--jobs N]
    python research/players_moves.py TABLE --public FOLDER

A player's move takes one card or a sequence; cards that autoplay sends home are free. TABLE, a Parquet file, gets a row
for each of the deals 1 to N and the autoplay rules `safe` and `max`, or one of them: the moves of the best line, the
proven lower bound, and the efforts made: up to four, the last of 30 million positions. More efforts go on with deals
that are not proven. Until the end, results are kept in a file beside the table, whose name ends in `.jsonl`; the same
command resumes, and prints the summary.

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
from typing import TYPE_CHECKING

from pyarrow import parquet, table

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
from shortest_lengths import read, write

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.patience.session import Session

#: The moves of the best line of a deal by a rule, the proven lower bound, and the efforts made.
Known = tuple[int | None, int, int]
#: The same by deal and rule.
Rows = dict[int, dict[str, Known]]

#: The page's rule, and that of the public collection.
RULES = (Autoplay.SAFE, Autoplay.MAX)
#: One after the other until a proof: the positions searched, and those of each level kept for a first line.
EFFORTS = [(50_000, 1_000), (400_000, SHORT), (4_000_000, 16_384), (30_000_000, 65_536)]
_NOTHING = None, 0, 0
STEPS = Path(__file__).parent / "data" / "shortest-lines.parquet"
ADDRESS = "https://macroxue.github.io/freecell/game/freecell.html?deal="


def read_table(file: Path) -> Rows:
    """Return the rows of a table, if it exists."""
    rows: Rows = {}
    if file.exists():
        for row in parquet.read_table(file).to_pylist():
            rows.setdefault(row["deal"], {})[row["autoplay"]] = row["moves"], row["bound"], row["efforts"]
    return rows


def write_table(file: Path, rows: Rows) -> None:
    """Write the rows."""
    columns = "deal", "autoplay", "moves", "bound", "efforts"
    lines = [(deal, rule, *known) for deal, row in sorted(rows.items()) for rule, known in sorted(row.items())]
    write(file, table(dict(zip(columns, zip(*lines, strict=True), strict=True))))


def is_open(known: Known, efforts: int) -> bool:
    """Whether nothing is proven, and fewer efforts than these were made."""
    moves, bound, made = known
    return moves != bound and made < efforts


def measured(number: int, row: dict[str, Known], rules: Iterable[Autoplay], efforts: int) -> dict[str, Known]:
    """Return the row of a deal after some efforts, those of its *row* among them; no line has the moves `None`."""
    row = dict(row)
    for rule in rules:
        while is_open(known := row.get(rule.value, _NOTHING), efforts):
            moves, bound, made = known
            states, width = EFFORTS[made]
            line = shortest(deal(number), Limit(states=states), metric=Metric.PLAYER, autoplay=rule, width=width)
            row[rule.value] = min(filter(None, (moves, line.length)), default=None), max(bound, line.bound), made + 1
    return row


def search(file: Path, deals: range, rules: tuple[Autoplay, ...], efforts: int, jobs: int) -> None:
    """Bring the rows of some deals in a table to a number of efforts."""
    rows, unfinished = read_table(file), file.with_suffix(".jsonl")
    rows |= {row.pop("deal"): row for row in rows_to_continue(unfinished)}
    known = {number: rows.get(number, {}) for number in deals}
    todo = [
        number
        for number, row in known.items()
        if any(is_open(row.get(rule.value, _NOTHING), efforts) for rule in rules)
    ]
    with unfinished.open("a") as out, ProcessPoolExecutor(jobs) as pool:
        results = pool.map(measured, todo, map(known.get, todo), repeat(rules), repeat(efforts), chunksize=4)
        for number, row in zip(todo, results, strict=True):
            rows[number] = row
            out.write(json_lines([{"deal": number, **row}]))
            out.flush()
    write_table(file, rows)
    unfinished.unlink()


def report(rows: Rows) -> None:
    """Print means, the share proven, and the widths of the intervals."""
    without = []
    print("| autoplay | deals | best line, mean | proven bound, mean | proven | widest |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for rule in RULES:
        known = {number: row[rule.value] for number, row in rows.items() if rule.value in row}
        without += [f"no line of deal {number} by `{rule.value}`" for number, (moves, *_) in known.items() if not moves]
        pairs = [(moves, bound) for moves, bound, _ in known.values() if moves]
        if not pairs:
            continue
        proven = sum(moves == bound for moves, bound in pairs) / len(known)
        means = f"{mean(moves for moves, _ in pairs):.2f} | {mean(bound for _, bound in pairs):.2f}"
        widest = max(moves - bound for moves, bound in pairs)
        print(f"| `{rule.value}` | {len(known):,} | {means} | {proven:.1%} | {widest} |")
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


def compare(rows: Rows, folder: Path) -> None:
    """Print how the public lines compare with the best lines and with the proven bounds."""
    least_steps = {row.number: row.bound for row in read(STEPS)}
    best = {number: moves for number, row in rows.items() for moves, *_ in [row.get("max", _NOTHING)] if moves}
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
            if key in best:
                longer[len(game.moves) - best[key]] += 1
                if len(game.moves) < best[key]:
                    print(f"deal {key}: public line of {len(game.moves)} moves, ours of {best[key]}")
    print("moves of the public lines less those of ours, and deals:", *sorted(longer.items()))
    print(
        f"single-card moves of {len(more_steps):,} public lines less the proven bound: "
        f"{min(more_steps)} to {max(more_steps)}, mean {mean(more_steps):.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=Path, metavar="TABLE")
    parser.add_argument("--deals", type=int, default=0, metavar="N", help="Microsoft's deals 1 to N")
    parser.add_argument("--efforts", type=int, default=len(EFFORTS), choices=range(1, len(EFFORTS) + 1))
    parser.add_argument("--autoplay", type=Autoplay, choices=RULES, metavar="RULE", help="only this rule: safe or max")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--public", type=Path, metavar="FOLDER")
    args = parser.parse_args()
    if args.deals:
        rules = (args.autoplay,) if args.autoplay else RULES
        search(args.table, range(1, args.deals + 1), rules, args.efforts, args.jobs)
    rows = read_table(args.table)
    if args.public:
        compare(rows, args.public)
    else:
        report({number: rows[number] for number in range(1, args.deals + 1)} or rows)


if __name__ == "__main__":
    main()
