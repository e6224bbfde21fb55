"""Tests of `kiebitz difficulty`: text and JSON for a deal and for a board."""

from __future__ import annotations

import json
import re
from statistics import NormalDist, fmean, stdev
from typing import TYPE_CHECKING

from kiebitz.analysis.difficulty import difficulty
from kiebitz.analysis.limits import Limit
from kiebitz.patience.dealing import deal
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.runner import run_study
from small_study import rows_of

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz

#: Six cards remain; `tests/analysis/test_difficulty.py` derives the figures.
BOARD = "Foundations: H-T C-K D-K S-T\nFreecells:\nQS QH KS\nJS JH KH\n"


def test_a_deal(kiebitz: Kiebitz) -> None:
    ran = kiebitz("difficulty", 617)
    assert (ran.code, ran.err) == (0, "")
    head, level, *rows, last = ran.out.splitlines()
    assert level.split() == ["level", "expert"]
    assert head.startswith("FreeCell deal 617: the way to a win (autoplay safe; ")
    assert [row.split("  ")[1] for row in rows] == [
        "moves of the judged line",
        "moves that keep the win",
        "positions with one only",
        "wins looking 1 move ahead",
        "wins looking 2 moves ahead",
    ]
    assert last.endswith("Not tested with people.")
    assert all("   harder than " in row for row in rows)


def test_json_has_it_all(kiebitz: Kiebitz) -> None:
    answer = json.loads(kiebitz("difficulty", 617, "--json").out)
    result = difficulty(deal(617))
    assert (answer["share_kept"]["least"], answer["share_kept"]["most"]) == result.share_kept
    assert (answer["only_moves"]["least"], answer["only_moves"]["most"]) == result.only_moves
    assert [tuple(row.values()) for row in answer["positions"]] == list(
        zip(result.kept, result.lost, result.left_open, strict=True)
    )
    assert answer["level"] == "expert"
    assert (tuple(answer["won"].values()), answer["games"]) == (result.won, 10)
    assert len(answer["moves"]) == len(result.moves)


def test_a_board(kiebitz: Kiebitz, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(BOARD, encoding="ascii")
    rules = ("--cells", 1, "--columns", 2)
    ran = kiebitz("difficulty", tmp_path / "board.txt", *rules)
    assert ran.code == 0
    assert [row.split()[-1] for row in ran.out.splitlines()[2:5]] == ["2", "%", "1"]
    assert "moves that keep the win             75.0 %\n" in ran.out
    answer = json.loads(kiebitz("difficulty", tmp_path / "board.txt", *rules, "--json").out)
    assert (answer["deal"], answer["harder_than"]) == (None, None)
    assert answer["positions"] == [{"kept": 1, "lost": 1, "left_open": 0}, {"kept": 2, "lost": 0, "left_open": 0}]


def test_without_a_line_the_exit_code_says_so(kiebitz: Kiebitz) -> None:
    ran = kiebitz("difficulty", 617, "--limit-states", 1)
    assert ran.code == 3
    assert ran.out.startswith("FreeCell deal 617: undecided, stopped by the limit on states (")
    ran = kiebitz("difficulty", 1, "--columns", 2, "--cells", 0, "--json")
    assert (ran.code, json.loads(ran.out)["verdict"], json.loads(ran.out)["won"]) == (1, "impossible", None)
    assert difficulty(deal(617), Limit(states=1)).won == ()


def test_a_range_is_for_the_study(kiebitz: Kiebitz) -> None:
    for deals in ("1-9", "1,2,5-9"):
        ran = kiebitz("difficulty", deals)
        assert ran.code == 2
        assert ran.err == (
            "kiebitz: a range of deals; expected one deal or board; kiebitz study run --question difficulty asks many\n"
        )
    ran = kiebitz("difficulty", 1, "--game", "yukon")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "kiebitz: Yukon has no difficulty that can be measured, so no levels; all games have levels except "
        "Marseille, Russian Solitaire, Simple Simon and Yukon\n"
    )
    ran = kiebitz("difficulty", 1, "--supermoves", "any")
    assert ran.err.startswith("kiebitz: FreeCell has no difficulty that can be measured: supermoves any; expected ")


def test_a_report_of_shares_rounds_nothing_away(tmp_path: Path, kiebitz: Kiebitz) -> None:
    run_study(Study("freecell", Deals(1, 3), "difficulty"), tmp_path / "narrow", 1)
    shares = [row["kept_least"] for row in rows_of(tmp_path / "narrow")]
    ran = kiebitz("study", "report", tmp_path / "narrow", "--format", "markdown")
    (row,) = re.findall(r"kept_least: mean.*\n.*\n(.*)", ran.out)
    half = NormalDist().inv_cdf(0.975) * stdev(shares) / 3**0.5
    cells, mean, interval, *others = (cell.strip() for cell in row.strip("|").split("|"))
    assert (cells, mean, interval) == (
        "4",
        f"{fmean(shares):.3f}",
        f"{fmean(shares) - half:.3f} to {fmean(shares) + half:.3f}",
    )
    assert others == [f"{value:.3f}" for value in (sorted(shares)[1], max(shares), max(shares))]
