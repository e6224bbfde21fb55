"""The bounds on the page on security equal the bounds in the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kiebitz.analysis import limits, request_limits
from kiebitz.patience import link_text
from kiebitz.studies import engine, workers
from kiebitz.studies.study import plan
from kiebitz.web import request_checks, request_reader

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "security.md"
_CHARACTERS = (ROOT / "native" / "src" / "text" / "characters.hpp").read_text(encoding="utf-8")
_KERNEL = {name: int(number.replace("'", "")) for name, number in re.findall(r"(\w+) = ([\d']+)[,;]", _CHARACTERS)}
BOUNDS = {
    "a board or a solution as a file": tuple(_KERNEL[name] for name in ("longest_text", "most_lines", "longest_line")),
    "a link": (link_text.MOST_CHARACTERS, link_text.MOST_MOVES),
    "body of a request": (request_checks.LARGEST_BODY, int(request_reader.BODY_SECONDS), request_limits.LONGEST_TEXT),
    "query of a request": (request_reader.MAX_QUERY,),
    "a study": (plan._MAX_GRID_CELLS, plan._MAX_FILES, plan._MAX_ROWS),
    "processes of one run": (engine._MOST_JOBS,),
    "consecutive processes that die without an answer, before a run gives up": (workers._MAX_DEATHS,),
}


def table() -> dict[str, str]:
    bounds = PAGE.read_text(encoding="utf-8").partition("## Bounds")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+) \| (.+) \|$", bounds, re.MULTILINE)
    return {name: bound for name, bound in rows if name not in ("input", "---")}


@pytest.mark.parametrize("name", BOUNDS)
def test_bounds_equal_the_code(name: str) -> None:
    numbers = tuple(int(text.replace(",", "")) for text in re.findall(r"\d[\d,]*", table()[name]))
    assert numbers == BOUNDS[name]


def test_every_bound_is_tested() -> None:
    assert table().keys() - BOUNDS.keys() == {"memory of a search without a limit"}
    assert limits.MEMORY_SHARE == 0.5
