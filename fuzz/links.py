"""Fuzz the reader of links: any text gives a game or a `KiebitzError`, and a game read comes back as written.

Needs atheris, which is no dependency of Kiebitz: `python -m pip install atheris`, then for example
`python fuzz/links.py -max_total_time=60 build/corpus`. Arguments are libFuzzer's; new inputs are written to the folder.
"""

from __future__ import annotations

import sys
from urllib.parse import quote_plus

import atheris

with atheris.instrument_imports(include=["kiebitz"]):
    from kiebitz.errors import KiebitzError
    from kiebitz.patience.links import read_link, write_link


def test_one_input(data: bytes) -> None:
    """Read the bytes as a link, as a board in one, and as moves in one."""
    text = data.decode("utf-8", "replace")
    for link in (
        text,
        f"game=freecell&deal=1&moves={text}",
        f"game=russian&board={quote_plus(text)}",
        f"#game=freecell&board={quote_plus(text)}&autoplay=none",
    ):
        try:
            session = read_link(link)
        except KiebitzError as error:
            check(str(error).isprintable(), f"not printable: {error!r}")
            continue
        written = write_link(session, "https://kiebitz.example/")
        check(read_link(written) == session, "the game does not come back")
        check(write_link(read_link(written), "https://kiebitz.example/") == written, "there are two links for one game")


def check(condition: bool, what: str) -> None:
    """Raise what libFuzzer reports as a crash; an `assert` would vanish under -O."""
    if not condition:
        raise RuntimeError(what)


if __name__ == "__main__":
    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()
