"""Tests of `kiebitz solve A-B`: correct figures for any number of processes, also if some are killed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from command_line import always_deadly, deadly, deadly_once
from kiebitz.analysis.limits import Limit
from kiebitz.analysis.range_solutions import Solutions
from kiebitz.analysis.ranges import RangeResult, solve_range
from kiebitz.analysis.scores import best_score
from kiebitz.cli import output
from kiebitz.cli.solution_list import Form
from kiebitz.errors import KiebitzError
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game
from kiebitz.patience.rule_options import Autoplay
from kiebitz.studies import range_counts
from kiebitz.studies.range_counts import Tally, request_of, run_spans
from kiebitz.studies.sample_statistics import Sample
from processes import Started, wait_until_busy
from waiting import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz

REQUEST = request_of(game("solitaire_one_suit"), numbering="fisher-yates")


@pytest.mark.parametrize("jobs", [1, 2])
def test_figures_of_a_range(kiebitz: Kiebitz, jobs: int) -> None:
    ran = kiebitz("solve", "1-60", "--game", "solitaire_two_suits", "--jobs", jobs, "--json")
    assert (ran.code, ran.err) == (0, "")
    figures = json.loads(ran.out)
    promised = (
        "game first last ranges numbering solved impossible undecided impossible_deals undecided_deals lost_deals "
        "scores"
    )
    assert list(figures) == [*promised.split(), "states", "seconds", "complete"]
    assert figures["scores"] is None
    assert figures["solved"] + figures["impossible"] == 60
    assert len(figures["impossible_deals"]) == figures["impossible"] > 0
    for number in figures["impossible_deals"]:
        assert kiebitz("solve", number, "--game", "solitaire_two_suits").code == 1


def test_impossible_deals_are_listed_and_folded(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    ran = kiebitz("solve", "1-120", "--game", "solitaire_two_suits", "--prove")
    head, *rows = ran.out.splitlines()
    assert head.startswith("Solitaire with two suits deals 1 to 120: ")
    assert rows[0].startswith("impossible: ")
    assert rows[-1].endswith("every solution replayed")
    assert max(map(len, rows[:-1])) <= 30


def test_undecided_deals_are_listed_and_make_exit_code_3(kiebitz: Kiebitz) -> None:
    ran = kiebitz("solve", "11981-11983", "--prove", "--limit-states", "1")
    assert ran.code == 3
    assert "undecided: 11981 11982 11983" in ran.out


def test_a_range_has_no_notation(kiebitz: Kiebitz, tmp_path: Path) -> None:
    ran = kiebitz("solve", "1-3", "--format", "notation", "-o", tmp_path / "lines.txt")
    assert ran.code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["3-3", "3\N{EN DASH}3", "0-0", "-4--3"])
def test_ways_to_write_a_range(kiebitz: Kiebitz, text: str) -> None:
    assert "deals" in kiebitz("solve", "--", text).out
    assert "deals" in kiebitz("solve", text).out


# Files with a line a deal


@pytest.mark.parametrize("jobs", [1, 2])
def test_lines_are_the_single_answers_in_order(kiebitz: Kiebitz, tmp_path: Path, jobs: int) -> None:
    file = tmp_path / "lines.txt"
    options = ["--game", "solitaire_two_suits", "--autoplay", "none"]
    ran = kiebitz("solve", "1-60", *options, "--jobs", jobs, "-o", file)
    assert ran.code == 0
    assert ran.out.startswith("Solitaire with two suits deals 1 to 60: ")
    head, lines = file.read_text().split("# note: number, verdict, solution\n")
    assert "# deal: microsoft 1 to 60\n" in head
    assert "# autoplay: none\n" in head
    for number, line in enumerate(lines.splitlines(), 1):
        alone = json.loads(kiebitz("solve", number, *options, "--json").out)
        assert line == f"{number} {alone['verdict']} {alone['notation']}".rstrip()
    assert [path.name for path in tmp_path.iterdir()] == ["lines.txt"]


def test_lines_are_read_back(kiebitz: Kiebitz, tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    summary = kiebitz("solve", "1-5", "--game", "marseille", "--limit-states", "20k", "-o", file, "--json")
    assert json.loads(summary.out)["complete"] is True
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["deal"] for line in lines] == [1, 2, 3, 4, 5]
    for line in lines:
        assert list(line) == ["deal", "verdict", "autoplay", "notation"]
        if line["verdict"] == "solved":
            ran = kiebitz(
                "verify", line["deal"], "-", "--game", "marseille", "--autoplay", "safe", stdin=line["notation"]
            )
            assert ran.code == 0
        else:
            assert line["notation"] == ""


@pytest.mark.parametrize("jobs", [1, 2])
def test_rows_of_a_range_are_its_lines(kiebitz: Kiebitz, jobs: int, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    for ending in ("parquet", "jsonl"):
        ran = kiebitz("solve", "11970-11990", "--jobs", jobs, "--autoplay", "max", "-o", tmp_path / f"lines.{ending}")
        assert ran.code == 0
    lines = [json.loads(line) for line in (tmp_path / "lines.jsonl").read_text().splitlines()]
    rows = pq.read_table(tmp_path / "lines.parquet").to_pylist()
    assert [{name: row[name] for name in lines[0]} for row in rows] == lines
    assert [row["moves"] for row in rows] == [len(line["notation"].split()) or None for line in lines]
    assert [row["deal"] for row in rows if row["verdict"] == "impossible"] == [11982]


def test_rows_of_jokes_have_their_numbers(kiebitz: Kiebitz, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    assert kiebitz("solve", "-1-2", "-o", tmp_path / "lines.parquet").code == 0
    assert pq.read_table(tmp_path / "lines.parquet")["deal"].to_pylist() == [-1, 0, 1, 2]


def test_a_lost_deal_has_its_line(tmp_path: Path) -> None:
    form = Form(Autoplay.SAFE)
    with output.File(str(tmp_path / "lines.txt")) as file:
        request = request_of(game("solitaire_one_suit"), numbering="fisher-yates", lines=form.lines)
        listing = form.listing(file, request.rules, "fisher-yates", [(70, 90)])
        run_spans([(70, 90)], 2, Tally(request, lines=listing.add), lambda: None, work=deadly)
    lines = (tmp_path / "lines.txt").read_text().splitlines()
    lines = [line for line in lines if not line.startswith("#")]
    assert [int(line.split()[0]) for line in lines] == list(range(70, 91))
    assert lines[7] == "77 undecided"


def test_a_solution_for_another_autoplay_rule_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RangeResult, "solutions", lambda *_: Solutions(3, Autoplay.MAX, b"\1", b"", [0]))
    result = solve_range(game("freecell"), 3, 3, keep_lines=True)
    assert Form(Autoplay.MAX).lines(result) == "3 solved (autoplay safe)\n"
    assert json.loads(str(Form(Autoplay.MAX, ".jsonl").lines(result)))["autoplay"] == "safe"


def test_an_interrupted_run_leaves_no_lines(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(range_counts, "run_spans", interrupted)
    ran = kiebitz("solve", "1-9", "-o", tmp_path / "lines.txt")
    assert ran.code == 130
    assert "interrupted after 0 of 9 deals" in ran.out
    assert ran.err.endswith(" is not written, because the run was interrupted\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["-", "/no/such/folder/lines.txt"])
def test_lines_need_a_file(kiebitz: Kiebitz, place: str) -> None:
    ran = kiebitz("solve", "1-9", "-o", place)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


# Scored games


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_range_of_a_scored_game_has_scores(kiebitz: Kiebitz, jobs: int) -> None:
    alone = [best_score(deal(number, "russian")).score for number in range(1, 41)]
    sample = Sample.of(Counter(alone))
    ran = kiebitz("solve", "1-40", "--game", "russian", "--jobs", jobs, "--json")
    assert (ran.code, ran.err) == (0, "")
    result = json.loads(ran.out)
    scores = result["scores"]
    assert scores["histogram"] == [alone.count(score) for score in range(53)]
    assert (scores["count"], scores["mean"], scores["standard_deviation"]) == (40, sample.mean, sample.deviation)
    assert tuple(scores["interval_95"]) == sample.interval_within(0, 52)
    assert result["solved"] == alone.count(52) > 0
    assert scores["share_won"] == result["solved"] / 40
    assert result["impossible_deals"] == [number for number, score in enumerate(alone, 1) if score < 52]


def test_scores_in_words_list_no_impossible_deals(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    ran = kiebitz("solve", "1-40", "--game", "russian")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0].startswith("Russian Solitaire deals 1 to 40: ")
    assert max(map(len, lines[1:-1])) <= 50
    for words in ("mean score: ", "standard deviation: ", "won outright: ", "score, share of games in %"):
        assert any(line.startswith(words) for line in lines)
    assert "impossible:" not in ran.out
    assert lines[-1].endswith("every line replayed")


def test_scores_that_a_limit_left_open_are_not_counted(kiebitz: Kiebitz) -> None:
    options = ("--game", "russian", "--limit-states", "5")
    result = json.loads(kiebitz("solve", "1-40", *options, "--json").out)
    known = [best_score(deal(number, "russian"), Limit(states=5)) for number in range(1, 41)]
    exact = [best.score for best in known if best.exact]
    assert result["scores"]["histogram"] == [exact.count(score) for score in range(53)]
    assert result["undecided_deals"] == [number for number, best in enumerate(known, 1) if best.bound == 52]
    ran = kiebitz("solve", "1-40", *options)
    assert ran.code == 3
    assert f"best scores are known for {len(exact)} deals\n" in ran.out


def test_lines_of_a_scored_game_are_the_single_answers(kiebitz: Kiebitz, tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    assert kiebitz("solve", "1-20", "--game", "russian", "--jobs", 2, "-o", file).code == 0
    for number, line in enumerate(file.read_text().splitlines(), 1):
        result = json.loads(line)
        alone = json.loads(kiebitz("solve", number, "--game", "russian", "--json").out)
        assert (result["deal"], result["verdict"]) == (number, alone["verdict"])
        assert result["notation"] == (alone["notation"] if alone["verdict"] == "solved" else "")


# Many processes


def test_a_killed_process_loses_nothing() -> None:
    tally = Tally(REQUEST)
    run_spans([(1, 200)], 2, tally, lambda: None, work=deadly_once)
    assert tally.done == tally.solved == 200
    assert tally.remarks == ["a process died; its deals were done again"]


def test_a_deal_that_kills_its_process_is_singled_out() -> None:
    tally = Tally(REQUEST)
    run_spans([(1, 200)], 2, tally, lambda: None, work=deadly)
    assert (tally.solved, tally.lost, tally.undecided) == (199, [77], [77])
    assert tally.remarks[-1] == "deal 77 is undecided: every process that tried it died"


def test_processes_that_always_die_are_given_up() -> None:
    with pytest.raises(KiebitzError, match="processes died one after the other"):
        run_spans([(77, 77 + 2**21)], 2, Tally(REQUEST), lambda: None, work=always_deadly)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_the_figures_so_far(jobs: str, stop: signal.Signals) -> None:
    command = [sys.executable, "-m", "kiebitz", "solve", "1-100000000", "--jobs", jobs]
    with Started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_until_busy(process, 2)
        process.send_signal(stop)
        start = time.monotonic()
        out, err = process.communicate(timeout=PATIENCE)
    assert time.monotonic() - start < 20
    assert process.returncode == 130
    assert out.startswith("FreeCell deals 1 to 100000000: ")
    assert "interrupted after " in out
    assert "Traceback" not in err
