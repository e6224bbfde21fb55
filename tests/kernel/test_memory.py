"""The memory of searches, each in a process with a limit to stop at or to fit into."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

MEGABYTE = 2**20
MOST_ON_TOP = 16 * MEGABYTE
BY_MEMORY = 3

START = """
import resource
from kiebitz.patience.encoding import encode_layout, encode_position, encode_rules
from kiebitz.deals.shuffles import fisher_yates, nth
from kiebitz.kernel import functions as native
from kiebitz.kernel.answers import Limits, StoreOptions
from kiebitz.patience import Position, game
from kiebitz.patience.dealing import deal
two_cells, yukon, russian = game("freecell").with_(cells=2), game("yukon"), game("russian")
freecell, fan = game("freecell"), game("fan")
long_one = Position.deal(russian, fisher_yates(nth(1, 215230)))
def coded(rules, position):
    return encode_rules(rules), encode_position(position)
def ranged(rules):
    return encode_rules(rules), encode_layout(rules)
endless = coded(two_cells, deal(982, two_cells))
native.solve(*endless, 0, Limits(1000))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
hit = {call}
print(hit, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024)
"""

SEARCHES = {
    "first": ("native.solve(*endless, 0, Limits(0, 0.0, {limit}))[2]", BY_MEMORY),
    "prove": ("native.solve(*endless, 1, Limits(0, 0.0, {limit}))[2]", BY_MEMORY),
    "plain": ("native.solve(*endless, 2, Limits(0, 0.0, {limit}))[2]", BY_MEMORY),
    "yukon": ("native.solve(*coded(yukon, deal(9, yukon)), 1, Limits(0, 0.0, {limit}))[2]", BY_MEMORY),
    "yukon, plain": ("native.solve(*coded(yukon, deal(1, yukon)), 2, Limits(0, 0.0, {limit}))[2]", BY_MEMORY),
    "best score, plain": (
        "native.best_score(*coded(yukon, deal(1, yukon)), Limits(0, 0.0, {limit}), exhaustive=True)[3]",
        BY_MEMORY,
    ),
    # A store for 2^32 positions, 32 GB, is reduced.
    "best score, huge store": (
        "native.best_score(*coded(russian, long_one), Limits(0, 0.0, {limit}), store=StoreOptions(2**32))[3]",
        0,
    ),
    "best first": ("native.solve(*coded(fan, deal(5, fan)), 0, Limits(0, 0.0, {limit}))[2]", BY_MEMORY),
    "range": (
        "native.solve_range(*ranged(two_cells), 982, 982, 0, Limits(0, 0.0, {limit})).limits_hit[0]",
        BY_MEMORY,
    ),
    "certificate": ("native.certificate(*endless, 0, Limits(0, 0.0, {limit})).limit_hit", BY_MEMORY),
    "shortest line": (
        "native.shortest_line(*coded(freecell, deal(617, freecell)), limits=Limits(0, 0.0, {limit})).limit_hit",
        BY_MEMORY,
    ),
    "shortest": ("native.shortest(*coded(russian, long_one), 13, Limits(0, 0.0, {limit} // 16))[3]", BY_MEMORY),
}


@pytest.mark.skipif(sys.platform != "linux", reason="peaks are in kilobytes on Linux")
@pytest.mark.parametrize("name", SEARCHES)
def test_the_peak_stays_within_the_limit(name: str) -> None:
    call, expected = SEARCHES[name]
    limit = 24 * MEGABYTE
    code = START.replace("{call}", call.replace("{limit}", str(limit)))
    memory = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ)
    hit, grown = map(int, memory.stdout.split())
    assert hit == expected
    assert grown <= limit + MOST_ON_TOP
