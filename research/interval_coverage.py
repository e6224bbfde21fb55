"""How often the étude's 95 % interval of the mean score holds the mean, by the number of games.

    kiebitz etude 100000 --paths none --replay 0 --json > etude.json
    python research/interval_coverage.py etude.json [--samples 20000]

The scores of that run stand for all there are: samples are drawn from them, and it is counted how often the interval
holds their mean, and where it lies otherwise; by the normal distribution alone, and as the étude has it.
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
WIDTHS = (14, 8, 9, 15, 8, 9)  # of the columns


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
        found: list[Counter[str]] = [Counter(), Counter()]
        for _ in range(args.samples):
            sample = Sample.of(Counter(chance.choices(range(len(times)), times, k=size)))
            for kind, interval in zip(found, (sample.interval, sample.interval_within(0, CARDS)), strict=True):
                low, high = interval or (0.0, 0.0)
                kind["too low" if high < mean else "too high" if low > mean else "holds"] += 1
        shares = [100 * kind[name] / args.samples for kind in found for name in ("holds", "too low", "too high")]
        print(f"{size:5} " + " ".join(f"{share:{wide}.1f}" for share, wide in zip(shares, WIDTHS, strict=True)))


if __name__ == "__main__":
    main()
