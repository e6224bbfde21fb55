"""The coverage of the étude's 95 % interval of the mean score, by number of games.

    kiebitz etude 100000 --paths none --replay 0 --json > etude.json
    python research/interval_coverage.py etude.json [--samples 20000]

The scores of that run serve as the population. For samples drawn from them, the table states how often the interval
contains the population's mean, or lies below or above it: for the normal approximation and for the étude's interval.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from random import Random

from kiebitz.studies.questions.score import CARDS
from kiebitz.studies.sample_statistics import Sample

SIZES = (5, 10, 20, 30, 50, 100, 200, 500)
WIDTHS = (14, 8, 9, 15, 8, 9)  # widths of the columns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path)
    parser.add_argument("--samples", type=int, default=20_000)
    args = parser.parse_args()
    times = json.loads(args.run.read_text(encoding="utf-8"))["histogram"]
    mean = Sample.of(dict(enumerate(times))).mean or 0.0
    chance = Random(1)
    print("games  normal: holds  too low  too high   étude: holds  too low  too high   (%)")
    for size in SIZES:
        tallies: list[Counter[str]] = [Counter(), Counter()]
        for _ in range(args.samples):
            sample = Sample.of(Counter(chance.choices(range(len(times)), times, k=size)))
            for kind, interval in zip(tallies, (sample.interval, sample.interval_within(0, CARDS)), strict=True):
                low, high = interval or (0.0, 0.0)
                kind["too low" if high < mean else "too high" if low > mean else "holds"] += 1
        shares = [100 * kind[name] / args.samples for kind in tallies for name in ("holds", "too low", "too high")]
        print(f"{size:5} " + " ".join(f"{share:{wide}.1f}" for share, wide in zip(shares, WIDTHS, strict=True)))


if __name__ == "__main__":
    main()
