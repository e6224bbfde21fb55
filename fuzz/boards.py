"""Fuzz the readers of boards: any bytes give a board or a `KiebitzError`, and a position read is written and read back.

Needs atheris, which is no dependency of Kiebitz: `python -m pip install atheris`, then for example
`python fuzz/boards.py -max_total_time=60 -max_len=2000`. Arguments are libFuzzer's; folders among them are corpora.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["kiebitz"]):
    from kiebitz.errors import KiebitzError
    from kiebitz.patience import game
    from kiebitz.patience.notation import BOARD_FORMATS, format_board, parse_board

GAMES = [game(name) for name in ("freecell", "solitaire_6x6_down", "marseille", "solitaire_one_suit", "russian")]


def test_one_input(data: bytes) -> None:
    """Read the bytes as a board of each game in each form."""
    for rules in GAMES:
        for form in ("auto", *BOARD_FORMATS):
            try:
                position = parse_board(data, rules, form).position()
            except KiebitzError as error:
                check(str(error).isprintable(), f"not printable: {error!r}")
                continue
            for other in BOARD_FORMATS:
                again = parse_board(format_board(position, other), rules, other).position()
                check(again == position, f"{other} does not come back")


def check(condition: bool, what: str) -> None:
    """Raise what libFuzzer reports as a crash; an `assert` would vanish under -O."""
    if not condition:
        raise RuntimeError(what)


if __name__ == "__main__":
    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()
