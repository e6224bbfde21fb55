"""Fuzz the readers of solutions: any bytes give a solution or a `KiebitzError`, and a line read comes back as written.

Needs atheris, which is no dependency of Kiebitz: `python -m pip install atheris`, then for example
`python fuzz/solutions.py -max_total_time=60 build/corpus tests/data/solutions tests/data/wrong`. Arguments are
libFuzzer's; new inputs are written to the first folder.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import atheris

with atheris.instrument_imports(include=["kiebitz"]):
    from kiebitz.errors import KiebitzError
    from kiebitz.patience.dealing import deal
    from kiebitz.patience.notation import SOLUTION_FORMATS, format_solution, parse_header, parse_solution

if TYPE_CHECKING:
    from kiebitz.patience import Position


def test_one_input(data: bytes) -> None:
    """Read the bytes as a solution in each form, of the deal that the header names if it names one."""
    try:
        position = start(data)
    except KiebitzError as error:
        check(str(error).isprintable(), f"not printable: {error!r}")
        return
    for form in ("auto", *SOLUTION_FORMATS):
        try:
            solution = parse_solution(data, position, format=form)
        except KiebitzError as error:
            check(str(error).isprintable(), f"not printable: {error!r}")
            continue
        for other in SOLUTION_FORMATS:
            text = format_solution(solution.position, solution.moves, solution.autoplay, solution.header.deal, other)
            check(parse_solution(text, solution.position).moves == solution.moves, f"{other} does not come back")


def start(data: bytes) -> Position:
    """Return the position that the header names."""
    header = parse_header(data)
    words = (header.deal or "").split()
    number = int(words[1]) if len(words) == 2 and words[1].isdecimal() and len(words[1]) < 6 else 1
    return deal(number, header.rules())


def check(condition: bool, what: str) -> None:
    """Raise what libFuzzer reports as a crash; an `assert` would vanish under -O."""
    if not condition:
        raise RuntimeError(what)


if __name__ == "__main__":
    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()
