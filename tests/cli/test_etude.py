"""Tests of `kiebitz etude`: the same figures for any number of processes, files complete or not at all."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from command_line import deadly
from kiebitz.analysis.proportions import Share
from kiebitz.deals.shuffles import nth
from kiebitz.studies import etude as study
from kiebitz.studies.sample_statistics import Sample
from processes import Started, wait_until_busy
from waiting import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz

GAMES = 60
SHARES = ("share_won", "share_without_move", "share_11_or_more", "share_12_or_more")
KEYS = [
    *("game", "games", "complete", "seed", "shuffle", "mean", "standard_deviation", "interval_95", "precision"),
    *("games_needed", "precision_reached"),
    *(name for share in SHARES for name in (share, f"{share}_interval_95")),
    *("histogram", "paths", "casino", "store", "positions", "convergence", "checked", "replayed", "lost_games"),
    "seconds",
]


def answer(kiebitz: Kiebitz, *arguments: object) -> dict[str, Any]:
    ran = kiebitz("etude", *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    output: dict[str, Any] = json.loads(ran.out)
    return output


# Figures


def test_the_object_has_what_was_promised(kiebitz: Kiebitz) -> None:
    output = answer(kiebitz, GAMES, "--seed", 5, "--precision", 2)
    assert list(output) == KEYS
    assert (output["games"], output["complete"], output["seed"], output["checked"]) == (GAMES, True, 5, GAMES)
    histogram = dict(enumerate(output["histogram"]))
    assert len(histogram) == 53
    sample = Sample.of(histogram)
    assert sample.count == GAMES
    assert (output["mean"], output["standard_deviation"]) == (sample.mean, sample.deviation)
    assert tuple(output["interval_95"]) == sample.interval_within(0, 52)
    assert output["games_needed"] == sample.needed(2)
    assert output["precision_reached"] == (output["games_needed"] <= GAMES)
    assert output["share_won"] == histogram[52] / GAMES
    assert tuple(output["share_12_or_more_interval_95"]) == Share(sum(output["histogram"][12:]), GAMES).interval
    assert output["casino"]["profit"] == pytest.approx(5 * output["mean"] - 55)
    assert sum(output["paths"]["moves"]) == sum(output["paths"]["decisions"]) == output["paths"]["games"] == GAMES
    assert sum(output["positions"]["by_binary_digits"]) == GAMES
    assert output["convergence"][-1]["games"] == GAMES
    assert output["convergence"][-1]["mean"] == output["mean"]


@pytest.mark.parametrize("options", [(), ("--shuffle", "wetherell", "--store-size", "50", "--eviction", "lfu")])
def test_jobs_change_nothing(kiebitz: Kiebitz, tmp_path: Path, options: tuple[str, ...]) -> None:
    seen = []
    for jobs in (1, 2):
        file = tmp_path / f"{jobs}.csv"
        output = answer(kiebitz, GAMES, *options, "--jobs", jobs, "--output", file)
        del output["seconds"]
        seen.append((output, file.read_bytes()))
    assert seen[0] == seen[1]


def test_seeds_and_shuffles_are_other_games(kiebitz: Kiebitz) -> None:
    usual = answer(kiebitz, GAMES, "--paths", "none", "--replay", 0)
    assert (usual["seed"], usual["shuffle"], usual["replayed"], usual["paths"]["games"]) == (1, "fisher-yates", 0, 0)
    for options in (("--seed", 2), ("--seed", 2**64 - 1), ("--shuffle", "wetherell")):
        assert answer(kiebitz, GAMES, *options)["histogram"] != usual["histogram"]


def test_how_many_paths_and_replays(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "PATH_GAMES", 50)
    monkeypatch.setattr(study, "REPLAYED_GAMES", 30)
    output = answer(kiebitz, 80)
    assert (output["paths"]["games"], output["replayed"]) == (50, 30)
    ran = kiebitz("etude", 80)
    words = " ".join(ran.out.split())
    assert "(50 of the games, the first of the run)" in words
    assert "30 of 80 by the referee in Python" in words
    for paths, games in (("all", 80), (70, 70)):
        output = answer(kiebitz, 80, "--paths", paths, "--replay", 60)
        assert (output["paths"]["games"], output["replayed"]) == (games, 60)


def test_a_row_names_a_deal_that_can_be_shown(kiebitz: Kiebitz, tmp_path: Path) -> None:
    for shuffle in ("fisher-yates", "wetherell"):
        file = tmp_path / f"{shuffle}.jsonl"
        answer(kiebitz, 3, "--shuffle", shuffle, "--output", file)
        for line in file.read_text().splitlines():
            row = json.loads(line)
            assert row["deal"] == nth(1, row["index"])
            options = ("--game", "russian", "--numbering", shuffle)
            assert kiebitz("deal", row["deal"], *options).code == 0


# Text


def test_the_text_answers_the_etude(kiebitz: Kiebitz) -> None:
    ran = kiebitz("etude", GAMES)
    assert (ran.code, ran.err) == (0, "")
    for words in (
        "best score (seed 1, shuffle fisher-yates)",
        "mean score: ",
        "standard deviation: ",
        "precision ±0.1: not reached; needs ",
        "won outright (52): ",
        "no move at all: ",
        "11 cards or more: ",
        "12 cards or more: ",
        "moves on the shortest path: ",
        "decision points on it: ",
        "casino (55 dollars a deck, 5 a card): ",
        "house edge: ",
        "positions searched: ",
        "store (standard size, eviction lru): ",
        f"{GAMES} of {GAMES} by the referee",
    ):
        assert words in " ".join(ran.out.split())
    shares = re.findall(r"^ {0,4}\d[\d-]* +(\d+\.\d\d)", ran.out, re.MULTILINE)
    assert sum(map(float, shares)) == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize("width", [20, 40, 100])
def test_text_fits_the_terminal(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    ran = kiebitz("etude", GAMES, "--paths", "none")
    assert max(map(len, ran.out.splitlines())) <= width
    assert "shortest paths: not computed" in " ".join(ran.out.split())


def test_plain_terminals_get_plain_signs() -> None:
    command = [sys.executable, "-m", "kiebitz", "etude", "5", "--paths", "none"]
    ran = subprocess.run(command, env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=True)
    text = ran.stdout.decode("ascii")
    assert "?" not in text
    assert "precision +-0.1: " in text
    assert "#" in text
    assert "\x1b" not in text


def test_one_game_has_a_mean_and_no_deviation(kiebitz: Kiebitz) -> None:
    output = answer(kiebitz, 1)
    assert (output["standard_deviation"], output["interval_95"], output["precision_reached"]) == (None, None, None)
    assert "one game is too few to show it" in kiebitz("etude", 1).out


def test_help_defines_what_the_figures_depend_on(kiebitz: Kiebitz) -> None:
    ran = kiebitz("etude", "--help")
    assert all(f"\n  {word} " in ran.out for word in ("path", "decision point", "no move at all", "intervals"))


# Files


def test_rows_as_csv(kiebitz: Kiebitz, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    output = answer(kiebitz, GAMES, "--output", file, "--paths", "none")
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert list(rows[0]) == ["index", "deal", "score", "positions", "moves", "decisions"]
    assert sum(int(row["score"]) for row in rows) == pytest.approx(output["mean"] * GAMES)
    assert {row["moves"] for row in rows} == {""}
    assert [path.name for path in tmp_path.iterdir()] == ["games.csv"]


def test_rows_as_parquet(kiebitz: Kiebitz, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "games.parquet"
    output = answer(kiebitz, GAMES, "--seed", 9, "--output", file)
    table = parquet.read_table(file)
    assert table.column_names == ["index", "deal", "score", "positions", "moves", "decisions"]
    assert table.schema.metadata[b"seed"] == b"9"
    assert table["deal"].to_pylist() == [nth(9, index) for index in range(GAMES)]
    assert sum(table["positions"].to_pylist()) == output["positions"]["total"]


def test_plots_are_drawn(kiebitz: Kiebitz, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    folder = tmp_path / "new" / "plots"
    answer(kiebitz, 10, "--plots", folder)
    assert sorted(path.name for path in folder.iterdir()) == ["convergence.svg", "positions.svg", "scores.svg"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["0"], "argument N: '0' cannot be read; expected a number above 0"),
        (["-5"], "argument N: '-5' cannot be read; expected a number above 0"),
        (["abc"], "argument N: 'abc' cannot be read; expected a number above 0"),
        ([""], "argument N: '' cannot be read"),
        ([], "the following arguments are required: N"),
        (["5", "--seed", str(2**64)], "expected a whole number from 0 to 18446744073709551615"),
        (["5", "--seed", "x"], "expected a whole number from 0"),
        (["5", "--precision", "0"], "expected a number of cards"),
        (["5", "--precision", "nan"], "expected a number of cards"),
        (["5", "--shuffle", "riffle"], "expected one of: fisher-yates, wetherell"),
        (["5", "--paths", "some"], "expected one of: sample, all, none"),
        (["5", "--eviction", "fifo"], "expected one of: none, lru, lfu"),
        (["5", "--store-size", "0"], "expected a number above 0"),
        (["5", "--output", "games.txt"], "ends in one of: .csv, .json, .jsonl, .parquet"),
        (["5", "--output", "-"], "ends in one of: "),
        (["5", "--output", "/no/such/folder/games.csv"], "cannot be written: No such file or directory"),
        (["5", "--output", "/dev/full"], "ends in one of: "),
        (["5", "--plots", "/dev/null/plots"], "cannot be made: Not a directory"),
    ],
)
def test_bad_input_is_one_line(kiebitz: Kiebitz, arguments: list[str], complaint: str) -> None:
    ran = kiebitz("etude", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("extra", ["pyarrow", "matplotlib"])
def test_missing_extras_are_named(
    kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, extra, None)
    wants = ("--output", tmp_path / "g.parquet") if extra == "pyarrow" else ("--plots", tmp_path / "plots")
    ran = kiebitz("etude", 5, *wants)
    assert (ran.code, ran.out) == (2, "")
    assert "pip install 'kiebitz[study]'" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("form", "jobs"), [("csv", 1), ("json", 2), ("jsonl", 1), ("parquet", 2)])
def test_a_full_disk_leaves_nothing(tmp_path: Path, form: str, jobs: int) -> None:
    if form == "parquet" and importlib.util.find_spec("pyarrow") is None:
        pytest.skip("needs pyarrow")
    file = tmp_path / f"games.{form}"
    file.write_text("what was there before")
    # The process sets it itself: with threads, code between fork and exec can deadlock.
    limited = "import os, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400)); os.execv(sys.argv[1], "
    limited += "sys.argv[1:])"
    command = [sys.executable, "-m", "kiebitz", "etude", str(GAMES), "-o", str(file), "-j", str(jobs)]
    ran = subprocess.run(
        [sys.executable, "-c", limited, *command, "--paths", "none", "--replay", "0"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"kiebitz: file '{file}' cannot be written: File too large\n"
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    assert file.read_text() == "what was there before"


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_device_that_is_full(kiebitz: Kiebitz, tmp_path: Path, form: str) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    file = tmp_path / f"full.{form}"
    file.symlink_to("/dev/full")
    ran = kiebitz("etude", 5, "-o", file)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"kiebitz: file '{file}' cannot be written: No space left on device\n"


# Long runs


def test_a_lost_game_is_named(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(study, "run_etude", partial(study.run_etude, work=deadly))
    ran = kiebitz("etude", 100, "--jobs", 2, "--json", "-o", tmp_path / "games.csv")
    assert ran.code == 0
    output = json.loads(ran.out)
    assert (output["games"], output["lost_games"]) == (99, [77])
    assert ran.err.endswith("kiebitz: game 77 of the run is lost: every process that tried it died\n")
    assert (tmp_path / "games.csv").read_text().splitlines()[78] == f"77,{nth(1, 77)},,,,"
    ran = kiebitz("etude", 100, "--jobs", 2)
    assert "lost and not counted: 1 of the games, at 77 (0 the first)" in " ".join(ran.out.split())


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_the_figures_so_far(tmp_path: Path, jobs: str, stop: signal.Signals) -> None:
    command = [
        sys.executable,
        "-m",
        "kiebitz",
        "etude",
        "100M",
        "--jobs",
        jobs,
        "--output",
        str(tmp_path / "games.csv"),
    ]
    with Started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_until_busy(process, 3)
        process.send_signal(stop)
        start = time.monotonic()
        out, err = process.communicate(timeout=PATIENCE)
    assert time.monotonic() - start < 20
    assert process.returncode == 130
    played = re.search(r"interrupted after ([\d,]+) of 100,000,000 games", out)
    assert played is not None
    assert int(played[1].replace(",", "")) > 0
    assert "mean score: " in out
    assert "is not written, because the run was interrupted" in err
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_is_stopped_at_once_says_nothing_but_so(
    kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(study, "run_etude", interrupted)
    ran = kiebitz("etude", 9, "--plots", tmp_path)
    assert ran.code == 130
    assert "interrupted after 0 of 9 games" in ran.out
    assert "mean" not in ran.out
    assert ran.err == "kiebitz: the plots are not drawn, because the run was interrupted\n"
    output = json.loads(kiebitz("etude", 9, "--json").out)
    assert (output["games"], output["complete"], output["mean"], output["share_won"]) == (0, False, None, None)


@pytest.mark.slow
def test_memory_stays_flat() -> None:
    peaks = []
    for games in ("20000", "300000"):
        code = (
            "import resource, sys; from kiebitz.cli import main;"
            f"code = main(['etude', '{games}', '--paths', 'none', '--replay', '0', '--json']);"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr); sys.exit(code)"
        )
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        peaks.append(int(ran.stderr) * 1024)
    assert max(peaks) < 100e6
    assert peaks[1] < peaks[0] + 5e6
