"""How many random steps a second of processor time the environment of a patience makes, on one core.

python bench/env_steps.py freecell 100000
"""

import sys
from time import process_time

import numpy as np

from kiebitz.envs.patience import PatienceEnv

game, steps = sys.argv[1] if len(sys.argv) > 1 else "freecell", int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
env = PatienceEnv(game)
chance = np.random.default_rng(1)
numbers = chance.random(steps)
_, info = env.reset(seed=2_000_001)
begun = process_time()
deals, legal = 1, info["action_mask"].nonzero()[0]
for number in numbers:
    over, cut, info = env.step(legal[int(number * len(legal))])[2:]
    if over or cut:
        deals += 1
        _, info = env.reset(seed=2_000_000 + deals)
    legal = info["action_mask"].nonzero()[0]
spent = process_time() - begun
print(
    f"{game}: {steps:,} steps in {deals:,} deals, {spent:.2f} s of processor time: {steps / spent:,.0f} steps a second"
)
