"""How many deals of a study go into one file: enough that a file costs little, few enough that progress is smooth.

It is estimated by what a few deals cost, as their question puts it: the same study is always cut in the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kiebitz.studies.questions import Asked
    from kiebitz.studies.study.plan import Deals, Study

_CHUNK_SECONDS = 0.6  # of one process: long enough to make a file's cost not matter, short enough for a smooth bar
_LARGEST_CHUNK = 1 << 16
_MOST_FILES = 2000  # in one cell of the grid
_SAMPLE = 64
_MOST_SAMPLE_STATES = 200_000


def chunks(study: Study) -> tuple[int, ...]:
    """Return how many deals a file should hold, for each cell of the grid; complain where a cell can't be searched."""
    count = study.deals.count
    # Neither so few files that some process has nothing to do, nor thousands of them.
    most, fewest = min(_LARGEST_CHUNK, max(64, -(-count // 32))), -(-count // _MOST_FILES)
    return tuple(max(1, min(_size(study.deals, asked), most), fewest) for asked in study.asked())


def _size(deals: Deals, asked: Asked) -> int:
    seconds, sampled, looked_at = 0.0, 0, 0
    while sampled < _SAMPLE and looked_at < _MOST_SAMPLE_STATES:
        cost, states = asked.question.cost(asked, deals.place((deals.count - 1) * sampled // _SAMPLE))
        seconds += cost
        looked_at += states
        sampled += 1
    return int(_CHUNK_SECONDS * sampled / seconds)
