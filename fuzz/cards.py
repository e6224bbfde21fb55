"""Fuzz the reader of cards: any text gives a card or a `KiebitzError`, and a card read comes back as written.

Needs atheris, which is no dependency of Kiebitz: `python -m pip install atheris`, then for example
`python fuzz/cards.py -max_total_time=20 -max_len=16`. Arguments are libFuzzer's.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["kiebitz"]):
    from kiebitz.cards import Card
    from kiebitz.cards.spelling import SPELLINGS
    from kiebitz.errors import KiebitzError


def test_one_input(data: bytes) -> None:
    """Read the bytes as a card in each spelling."""
    text = data.decode("utf-8", "surrogateescape")
    for spelling in SPELLINGS:
        try:
            card = Card.parse(text, spelling)
        except KiebitzError as error:
            check(str(error).isprintable(), f"not printable: {error!r}")
            continue
        check(Card.parse(card.text(spelling), spelling) is card, f"{card} does not come back")


def check(condition: bool, what: str) -> None:
    """Raise what libFuzzer reports as a crash; an `assert` would vanish under -O."""
    if not condition:
        raise RuntimeError(what)


if __name__ == "__main__":
    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()
