"""Write games.md, the page of all games, from the catalogue: `python docs/write_games.py`; `-` prints it instead.

Texts about single games are in the catalogue's files, `kiebitz.patience.games`.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.patience import game_files
from kiebitz.patience.games import page
from kiebitz.patience.rule_options import CellUse

if TYPE_CHECKING:
    from kiebitz.patience.games import Page
    from kiebitz.patience.rules import Rules

PAGE = Path(__file__).parent / "games.md"

HEAD = """\
# Games

For players: every game with its rules and their source. All cards are known to the player, including face-down ones
("thoughtful" play). A game is won when all cards are on the foundations. [Options](rules.md) change its rules.

`--game` accepts the id, the title or another name of a game, in English or Russian. It ignores case, spaces, hyphens,
underscores and apostrophes. In the table, the column *sequences* names the rule for
[moving several cards at once](rules.md#how-many-cards-may-move-at-once).
"""

BUILD = {"alternate_colour": "alternating colours", "same_suit": "by suit", "any_suit": "regardless of suit"}
EMPTY = {"any": "any card", "kings": "kings only", "none": "nothing"}


def table(pages: list[Page]) -> str:
    """Return the table of all games: cards, piles and rules."""
    rows = [("game", "cards", "columns", "cells", "built", "empty column takes", "sequences", "foundations")]
    rows.append(("---",) * len(rows[0]))
    rows += [_row(game.id, game.rules) for game in pages if game.rules is not None]
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


def section(game: Page) -> str:
    """Return the section on a game from the catalogue."""
    parts = [f"## {game.id}\n", f"**{game.title}** / {game.title_ru}\n"]
    if game.aliases:
        parts.append(_paragraph(f"Also called: {', '.join(game.aliases)}."))
    parts += [_paragraph(text) for text in game.description.split("\n\n")]
    if game.based_on:
        base = f"[{game.based_on}](#{game.based_on})"
        parts.append(_paragraph(f"The catalogue defines it by its differences from {base}."))
    if game.refused:
        parts.append(_paragraph(f"Not offered: {game.refused}."))
    parts.append(_paragraph(f"Source: {game.source}"))
    return "\n".join(parts)


def _paragraph(text: str) -> str:
    return textwrap.fill(" ".join(text.split()), 118, break_long_words=False, break_on_hyphens=False) + "\n"


def whole_page() -> str:
    """Return the page."""
    pages = [page(name) for name in game_files.ids()]
    offered = [one for one in pages if not one.refused]
    refused = [one for one in pages if one.refused]
    return "\n".join([HEAD, table(offered), *map(section, offered + refused)])


if __name__ == "__main__":
    if sys.argv[1:] == ["-"]:
        sys.stdout.write(whole_page())
    else:
        PAGE.write_text(whole_page(), encoding="utf-8", newline="\n")
