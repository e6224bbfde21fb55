"""The random steps per second of CPU time of a patience environment, on one core.

python bench/env_steps.py freecell 100000
"""

import argparse
from time import process_time
from typing import Any

import numpy as np

from kiebitz.envs.patience import PatienceEnv


def main() -> None:
    """Make the steps and print their rate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="freecell")
    parser.add_argument("steps", nargs="?", type=int, default=100_000)
    args = parser.parse_args()
    env = PatienceEnv(args.game)
    chance = np.random.default_rng(1)
    numbers = chance.random(args.steps)
    start = process_time()
    deals, over, cut = 0, True, False
    info: dict[str, Any] = {}
    for number in numbers:
        while over or cut:
            deals += 1
            _, info = env.reset(seed=2_000_000 + deals)
            over, cut = not info["action_mask"].any(), False
        legal = info["action_mask"].nonzero()[0]
        over, cut, info = env.step(legal[int(number * len(legal))])[2:]
    seconds = process_time() - start
    print(f"{args.game}: {args.steps:,} steps in {deals:,} deals, {seconds:.2f} s of processor time", end="")
    print(f": {args.steps / seconds:,.0f} steps a second")


if __name__ == "__main__":
    main()
