"""Fuzz the reader of recorded games of Skat: any text gives a game that can be scored, or a `KiebitzError` in one line.

Needs atheris, which is no dependency of Kiebitz: `python -m pip install atheris`, then for example
`python fuzz/iss.py -max_total_time=60 build/corpus tests/data/iss`. Arguments are libFuzzer's; new inputs are written
to the first folder.
"""

from __future__ import annotations

import sys

import atheris

from kiebitz.errors import KiebitzError
from kiebitz.skat.iss import read_game


def test_one_input(data: bytes) -> None:
    """Read the bytes as a game, and score it."""
    try:
        game = read_game(data.decode("utf-8", "surrogateescape"))
        found = game.score()
    except KiebitzError as error:
        check(str(error).isprintable(), f"not printable: {error!r}")
        return
    game.differences(found)
    check((found is None) == (game.declarer is None), "a score without a declarer")
    if game.play is not None:
        check(len(game.cards) + sum(map(len, game.play.hands)) == 30, "cards are lost")


def check(condition: bool, what: str) -> None:
    """Raise what libFuzzer reports as a crash; an `assert` would vanish under -O."""
    if not condition:
        raise RuntimeError(what)


if __name__ == "__main__":
    atheris.instrument_all()  # imports of an editable install are not instrumented by `instrument_imports`
    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()
