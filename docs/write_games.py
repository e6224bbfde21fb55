"""Writes games.md, the page of all games, from the catalogue: `python docs/write_games.py`, or with `-` to see it.

Nothing is said here about a single game; that stands in its file in `kiebitz.patience.games`.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.patience.games import games, page
from kiebitz.patience.rule_options import CellUse

if TYPE_CHECKING:
    from kiebitz.patience.games import Page
    from kiebitz.patience.rules import Rules

PAGE = Path(__file__).parent / "games.md"
REFUSED = ("double_freecell", "klondike", "spider")

HEAD = """\
# Games

Every game here is played with all cards known: where some lie face down, the player may see them all the same, which is
called thoughtful play. A game is won when all cards are on the foundations. Options change its rules, see
[rules](rules.md).

`--game` takes the id, the title or another name of a game, in English or Russian. Case, spaces, hyphens, underscores
and apostrophes make no difference.
"""

BUILD = {"alternate_colour": "alternating colours", "same_suit": "by suit", "any_suit": "regardless of suit"}
EMPTY = {"any": "any card", "kings": "kings only", "none": "nothing"}


def table(pages: list[Page]) -> str:
    """Return the table of all games: what they are played with, and by which rules."""
    rows = [("game", "cards", "columns", "cells", "built", "empty column takes", "sequences", "foundations")]
    rows.append(("---",) * len(rows[0]))
    rows += [_row(one.id, one.rules) for one in pages if one.rules is not None]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _row(name: str, rules: Rules) -> tuple[str, ...]:
    return (
        f"[{name}](#{name})",
        str(len(rules.pack)),
        str(rules.columns),
        f"{rules.cells} in reserve" if rules.cell_use is CellUse.RESERVE else str(rules.cells),
        BUILD[rules.build.value],
        EMPTY[rules.empty_column.value],
        rules.supermoves.value,
        rules.foundations.value,
    )


def section(one: Page) -> str:
    """Return what the catalogue says about one game."""
    parts = [f"## {one.id}\n", f"**{one.title}** / {one.title_ru}\n"]
    if one.aliases:
        parts.append(_paragraph(f"Also called: {', '.join(one.aliases)}."))
    parts += [_paragraph(text) for text in one.description.split("\n\n")]
    if one.based_on:
        parts.append(_paragraph(f"The file of its rules states what differs from [{one.based_on}](#{one.based_on})."))
    if one.refused:
        parts.append(_paragraph(f"Not offered: {one.refused}."))
    parts.append(_paragraph(f"Source: {one.source}"))
    return "\n".join(parts)


def _paragraph(text: str) -> str:
    return textwrap.fill(" ".join(text.split()), 118, break_long_words=False, break_on_hyphens=False) + "\n"


def whole_page() -> str:
    """Return the page."""
    pages = [page(name) for name in games()]
    return "\n".join([HEAD, table(pages), *map(section, [*pages, *map(page, REFUSED)])])


if __name__ == "__main__":
    if sys.argv[1:] == ["-"]:
        sys.stdout.write(whole_page())
    else:
        PAGE.write_text(whole_page(), encoding="utf-8", newline="\n")
