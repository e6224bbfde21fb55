"""The growth of FreeCell's search effort with the pack: four suits of 5 to 13 ranks, columns and cells in proportion.

    python research/pack_size.py FILE [--deals N] [--plot FOLDER]

Each pack is dealt at random to the numbers of columns and cells nearest in proportion to 8 and 4 for 52 cards. Two
searches, each limited to 3 million positions, solve each deal: the kernel's complete search without quick attempts and
reductions (plain), and that of `kiebitz solve --prove`, which gives the verdicts. FILE gets one line of JSON per
finished pack; the same command resumes after the last line. With fewer ranks, the lowest cards count as home.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from typing import Any

import kiebitz
from kiebitz.kernel import functions as kernel
from kiebitz.kernel.answers import Limits
from kiebitz.patience import Position, Setup
from kiebitz.patience.encoding import encode_position, encode_rules
from kiebitz.studies.plot_style import blank, need, style, svg
from resumable import json_lines, rows_to_continue

RANKS = range(5, 14)
_FULL = 13
_PROVE, _PLAIN = 1, 2  # the kernel's modes
_LIMIT = 3_000_000
_VERDICTS = ("solved", "impossible", "undecided")


def dealt(ranks: int, number: int) -> Position:
    """Return random deal *number* of the pack with the *ranks* highest ranks."""
    rules = kiebitz.game("freecell").with_(columns=round(8 * ranks / _FULL), cells=round(4 * ranks / _FULL))
    home = _FULL - ranks
    cards = [card for card in rules.pack if rules.steps[card] >= home]
    Random(f"{ranks}/{number}").shuffle(cards)  # a text seed gives the same shuffle in every version of Python
    columns = [cards[place :: rules.columns] for place in range(rules.columns)]
    return Setup(rules, columns, foundations=[home] * 4).position()


def effort(ranks: int, deals: int) -> dict[str, Any]:
    """Return the effort of both searches on these deals."""
    verdicts, plain, proved = [], [], []
    limits = Limits(states=_LIMIT)
    for number in range(deals):
        position = dealt(ranks, number)
        code, board = encode_rules(position.rules), encode_position(position)
        plain.append(kernel.solve(code, board, _PLAIN, limits).states)
        result = kernel.solve(code, board, _PROVE, limits)
        verdicts.append(_VERDICTS[result.verdict])
        proved.append(result.states)
    rules = dealt(ranks, 0).rules
    row = {"ranks": ranks, "columns": rules.columns, "cells": rules.cells, "deals": deals}
    row |= {verdict: verdicts.count(verdict) for verdict in _VERDICTS}
    for name, states in (("complete", plain), ("prove", proved)):
        states.sort()
        row |= {
            f"{name}_median": states[deals // 2],
            f"{name}_90": states[deals * 9 // 10],
            f"{name}_stopped": sum(count >= _LIMIT for count in states),
        }
    return row


def table(rows: list[dict[str, Any]]) -> str:
    """Return the rows as a Markdown table."""
    lines = [
        "| cards | columns | cells | can be won, % | exhaustive: median | 90 % | stopped | `--prove`: median | 90 % |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        won = 100 * row["solved"] / row["deals"]
        cells = [f"{4 * row['ranks']}", f"{row['columns']}", f"{row['cells']}", f"{won:.1f}"]
        cells += [f"{row[f'complete_{name}']:,}" for name in ("median", "90", "stopped")]
        cells += [f"{row[f'prove_{name}']:,}" for name in ("median", "90")]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def plot(rows: list[dict[str, Any]]) -> str:
    """Return the growth as the text of an SVG file."""
    need()
    with style():
        figure, axes = blank("cards in the pack", "positions looked at in one deal")
        cards = [4 * row["ranks"] for row in rows]
        for name, label, colour, dash in (
            ("complete_90", "complete search, 90 %", "#30659b", "-"),
            ("complete_median", "complete search, median", "#30659b", ":"),
            ("prove_90", "with quick look and reductions, 90 %", "#b5382a", "-"),
            ("prove_median", "with quick look and reductions, median", "#b5382a", ":"),
        ):
            axes.plot(cards, [row[name] for row in rows], dash, color=colour, marker="o", markersize=3, label=label)
        axes.set_yscale("log")
        axes.set_xticks(cards, [f"{row['columns']} + {row['cells']}\n{4 * row['ranks']}" for row in rows])
        axes.set_title("FreeCell with four suits of 5 to 13 ranks (columns + cells)")
        axes.legend(frameon=False)
        return svg(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--deals", type=int, default=500, help="deals of each pack (default 500)")
    parser.add_argument("--plot", type=Path, metavar="FOLDER", help="write pack-size.svg there")
    args = parser.parse_args()
    rows = rows_to_continue(args.file)
    for ranks in RANKS:
        if all(row["ranks"] != ranks for row in rows):
            rows.append(effort(ranks, args.deals))
            with args.file.open("a") as out:
                out.write(json_lines(rows[-1:]))
    print(table(rows))
    if args.plot:
        args.plot.mkdir(parents=True, exist_ok=True)
        (args.plot / "pack-size.svg").write_text(plot(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
