"""How many deals of a study go into one file: so many that a file costs little, so few that progress is smooth.

It is estimated by the states that a few deals take, never by the clock: the same study is always cut in the same way.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from kiebitz.patience.solve import Limit, Verdict, kernel_name, solve_range
from kiebitz.studies.study import questions

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.studies.study.grid import Cell
    from kiebitz.studies.study.plan import Study

_CHUNK_SECONDS = 0.6  # of one process: long enough to make a file's cost not matter, short enough for a smooth bar
_LARGEST_CHUNK = 1 << 16
_MOST_FILES = 2000  # in one cell of the grid
_SAMPLE = 64
# What a deal, a state, and a trick of Skat cost, roughly; a deal in the kernel's own loop, and where Python deals.
_SECONDS_A_DEAL = 10e-6
_SECONDS_A_DEAL_IN_PYTHON = 150e-6
_SECONDS_A_STATE = 0.2e-6  # of quick attempts, with which every search begins …
_SECONDS_A_LATER_STATE = 0.8e-6  # … and of complete searches, which most of the states of hard deals belong to
_QUICK_STATES = 1_000
_SECONDS_A_TRICK = 0.2e-6
_SAMPLE_STATES = 30_000
_MOST_SAMPLE_STATES = 200_000


def chunks(study: Study) -> tuple[int, ...]:
    """Return how many deals a file should hold, for each cell of the grid; complain where a cell can't be searched."""
    count = study.deals.count
    # Neither so few files that some process has nothing to do, nor thousands of them.
    most, fewest = min(_LARGEST_CHUNK, max(64, -(-count // 32))), -(-count // _MOST_FILES)
    return tuple(max(1, min(_SIZES[study.question](study, cell), most), fewest) for cell in study.grid())


def _size_solve(study: Study, cell: Cell) -> int:
    rules, deals = questions.rules_of(cell), study.deals
    slow, share = (100, 30) if kernel_name() == "plain" else (1, 1)
    in_kernel = deals.numbering == "microsoft" and len(rules.pack) == questions.CARDS
    states = min(_SAMPLE_STATES // share, study.limit.states or _SAMPLE_STATES)
    limit = Limit(states, study.limit.seconds, study.limit.memory)
    seconds, asked, looked_at = 0.0, 0, 0
    while asked < _SAMPLE and looked_at < _MOST_SAMPLE_STATES // share:
        number = deals.number(_sampled(study, asked))
        found = solve_range(rules, number, number, limit, complete=study.complete, numbering=deals.numbering)
        asked += 1
        looked_at += found.states[0]
        seconds += slow * (_SECONDS_A_DEAL if in_kernel else _SECONDS_A_DEAL_IN_PYTHON)
        # How much more a search would take that was cut short here, nobody knows.
        short = found.count(Verdict.UNDECIDED) and states != study.limit.states
        later = max(0, found.states[0] - _QUICK_STATES)
        searching = _SECONDS_A_STATE * (found.states[0] - later) + _SECONDS_A_LATER_STATE * later
        seconds += slow * searching * (10 if short else 1)
    return int(_CHUNK_SECONDS * asked / seconds)


def _size_score(study: Study, cell: Cell) -> int:
    del cell
    return _LARGEST_CHUNK >> 4 if study.paths else _LARGEST_CHUNK


def _size_shortest(study: Study, cell: Cell) -> int:
    del study, cell
    return _LARGEST_CHUNK if kernel_name() != "plain" else 64


def _size_skat(study: Study, cell: Cell) -> int:
    slow, share = (35, 30) if kernel_name() == "plain" else (1, 1)
    seconds, asked, looked_at = 0.0, 0, 0
    while asked < min(_SAMPLE, study.deals.count) and looked_at < _MOST_SAMPLE_STATES // share:
        place = _sampled(study, asked)
        (tricks,) = array("Q", questions.QUESTIONS["skat"](study, cell, place, place).states)
        asked += 1
        looked_at += tricks
        seconds += _SECONDS_A_DEAL_IN_PYTHON + slow * _SECONDS_A_TRICK * tricks
    return int(_CHUNK_SECONDS * asked / seconds)


def _sampled(study: Study, number: int) -> int:
    """Return the place of a deal of the sample, which is spread over all of them."""
    return study.deals.first + (study.deals.count - 1) * number // _SAMPLE


_SIZES: dict[str, Callable[[Study, Cell], int]] = {
    "solve": _size_solve,
    "score": _size_score,
    "shortest": _size_shortest,
    "skat": _size_skat,
}
