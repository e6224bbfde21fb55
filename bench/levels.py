"""How players without a plan fare on deals of each level: `python bench/levels.py [GAME …] --first N --deals N`.

The level of a deal comes from twenty games; here the same players play as many others, with other random numbers, and
the table has the share that they win, with a 95 % interval over the deals.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict

from kiebitz.analysis.difficulty import AHEAD, GAMES
from kiebitz.analysis.encoding import encode_play
from kiebitz.analysis.levels import LEVELS, Level, level, require
from kiebitz.analysis.limits import Limit
from kiebitz.errors import UnsupportedRulesError
from kiebitz.kernel.host import call
from kiebitz.patience import Autoplay
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import encode_position, encode_rules
from kiebitz.patience.games import game, games
from kiebitz.studies.sample_statistics import Sample

#: The seed of the games played here; those of the level have multiples of splitmix64's step.
SEED = 617


def measured(name: str, first: int, deals: int) -> dict[Level, Counter[int]]:
    """Return for each level the deals by the games of `AHEAD` and `GAMES` won anew."""
    rules, won = game(name), defaultdict[Level, Counter[int]](Counter)
    for number in range(first, first + deals):
        start = deal(number, rules)
        found = level(start, Limit(states=200_000)).level
        if found is not None:
            question = encode_rules(rules), encode_position(start), *encode_play(rules, Autoplay.SAFE)
            won[found][sum(call("greedy_games", *question, ahead, GAMES, SEED)[0] for ahead in AHEAD)] += 1
    return won


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--first", type=int, default=2_010_001)
    parser.add_argument("--deals", type=int, default=200)
    args = parser.parse_args()
    all_games = len(AHEAD) * GAMES
    print("| game |", *(f"{each.value} |" for each in LEVELS))
    for name in args.games or games():
        try:
            require(game(name))
        except UnsupportedRulesError:
            continue
        won, cells = measured(name, args.first, args.deals), []
        for each in LEVELS:
            sample = Sample.of(won[each])
            share = "" if sample.mean is None else f": {100 * sample.mean / all_games:.1f}"
            half = sample.half_width
            cells.append(f"{sample.count}{share}" + ("" if half is None else f" ± {100 * half / all_games:.1f}") + " |")
        print(f"| {game(name).title} |", *cells, flush=True)


if __name__ == "__main__":
    main()
