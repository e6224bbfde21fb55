"""The number of deals in each file of a study, estimated by the cost of sample deals; it depends on the study only."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kiebitz.studies.questions import Request
    from kiebitz.studies.study.plan import Deals, Study

_CHUNK_SECONDS = 0.6  # long enough to hide the cost of a file, short enough for smooth progress
_LARGEST_CHUNK = 1 << 16
_MAX_FILES = 2000  # in one cell of the grid
_SAMPLE = 64
_MAX_SAMPLE_STATES = 200_000


def chunks(study: Study) -> tuple[int, ...]:
    """Return the number of deals in a file, for each cell of the grid."""
    count = study.deals.count
    # Neither so few files that a process is idle, nor thousands.
    largest, fewest = min(_LARGEST_CHUNK, max(64, -(-count // 32))), -(-count // _MAX_FILES)
    return tuple(max(1, min(_size(study.deals, request), largest), fewest) for request in study.requests())


def _size(deals: Deals, request: Request) -> int:
    seconds, sampled, sample_states = 0.0, 0, 0
    while sampled < _SAMPLE and sample_states < _MAX_SAMPLE_STATES:
        cost, states = request.question.cost(request, deals.place((deals.count - 1) * sampled // _SAMPLE))
        seconds += cost
        sample_states += states
        sampled += 1
    return int(_CHUNK_SECONDS * sampled / seconds)
