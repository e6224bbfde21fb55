"""Tests of `kiebitz study`: options, results as text, errors of one line."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.analysis.proportions import Share
from kiebitz.analysis.ranges import solve_range
from kiebitz.cli import main
from kiebitz.cli.study import SUBCOMMANDS
from kiebitz.errors import KiebitzError
from kiebitz.patience.games import game
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.filters import Filter
from kiebitz.studies.study.folder import Folder
from processes import Started, wait_until_busy
from small_study import rows_of
from waiting import PATIENCE

if TYPE_CHECKING:
    from command_line import Kiebitz

SMALL = ["--cells", "0,4", "--deals", "1-200", "--limit-states", "2k"]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished") / "small"
    assert main(["study", "run", *SMALL, "-o", str(folder), "--jobs", "1"]) == 3
    return folder


@pytest.fixture
def small(finished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "small"))


def figures_of(kiebitz: Kiebitz, folder: Path, *filters: str) -> dict[str, Any]:
    words = [word for text in filters for word in ("--where", text)]
    figures: dict[str, Any] = json.loads(kiebitz("study", "report", folder, "--json", *words).out)
    return figures


# Run


def test_a_run_in_words(kiebitz: Kiebitz, tmp_path: Path) -> None:
    folder = tmp_path / "a b"
    ran = kiebitz("study", "run", "--cells", "6-7", "--deals", "1-50", "-o", folder, "--jobs", "1")
    assert (ran.code, ran.err) == (0, "")
    counts, rate, see = ran.out.splitlines()
    assert counts == f"FreeCell, study in '{folder}': 100 solved, 0 impossible, 0 undecided"
    assert rate.endswith(" deals/s; every line replayed by the checker")
    assert see == f"see: kiebitz study report '{folder}'"
    again = kiebitz("study", "run", "-o", folder)
    assert (again.code, again.out.splitlines()) == (0, [counts, see])


def test_undecided_deals_make_exit_code_3(kiebitz: Kiebitz, tmp_path: Path) -> None:
    ran = kiebitz("study", "run", *SMALL, "-o", tmp_path / "s", "--json", "--jobs", 1)
    assert ran.code == 3
    answer = json.loads(ran.out)
    assert (answer["size"], answer["deals"], answer["finished"]) == (400, 400, True)
    assert answer["solved"] + answer["impossible"] + answer["undecided"] == 400
    assert answer["undecided"] > 0
    assert answer["files"] == len(list((tmp_path / "s" / "rows").iterdir()))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("--deals 1-9", Study("freecell", Deals(1, 9))),
        ("--deals 617", Study("freecell", Deals(617, 617))),
        (
            "--deals 1\N{EN DASH}9 --cells 0-2,5 --columns 7,8",
            Study("freecell", Deals(1, 9), cells=(0, 1, 2, 5), columns=(7, 8)),
        ),
        ("--game bakers_game --random 7", Study("bakers_game", Deals.random(7))),
        ("--random 3-9 --seed 4 --numbering wetherell", Study("freecell", Deals(3, 9, "wetherell", 4))),
        ("--deals 1-2 --numbering pysolfc --prove", Study("freecell", Deals(1, 2, "pysolfc"), complete=True)),
        ("--question score --random 5 --paths", Study("russian", Deals.random(5), "score", paths=True)),
        (
            "--question shortest --supermoves single --empty-column any,kings --deals 5-7",
            Study(
                "solitaire_one_suit",
                Deals(5, 7, "one-suit"),
                "shortest",
                supermoves=("single",),
                empty_column=("kings", "any"),
            ),
        ),
        (
            "--question skat --contract null,clubs --random 2 --seed 4",
            Study("skat", Deals.random(2, 4), "skat", contracts=("clubs", "null")),
        ),
        (
            "--game skat --contract null --deals 5-6",
            Study("skat", Deals(5, 6, "fisher-yates"), "skat", contracts=("null",)),
        ),
        (
            "--deals 1-2 --columns 8,9 --build same_suit --supermoves whole,single --times --limit-seconds 2",
            Study(
                "freecell",
                Deals(1, 2),
                columns=(8, 9),
                build=("same_suit",),
                supermoves=("whole", "single"),
                times=True,
                limit=Limit(None, 2.0),
            ),
        ),
    ],
)
def test_options_become_a_study(kiebitz: Kiebitz, tmp_path: Path, words: str, expected: Study) -> None:
    assert kiebitz("study", "run", *words.split(), "-o", tmp_path / "s", "--jobs", 1).code in (0, 3)
    assert Folder.read(tmp_path / "s").plan.study == expected


BAD = {
    "backwards": ("run --deals 5-1 -o s", "'5-1' is out of range"),
    "no range": ("run --deals many -o s", "deals 'many' cannot be read"),
    "no deals": ("run --cells 3 -o s", "neither --deals nor --random"),
    "both": ("run --deals 1-2 --random 5 -o s", "both --deals and --random"),
    "a seed for numbered deals": ("run --deals 1-2 --seed 5 -o s", "numbered deals have no seed"),
    "jokes": ("run --deals -2-3 -o s", "which is 0 or more"),
    "too high": ("run --deals 1-8589934592 -o s", "'1-8589934592'|8589934591"),
    "no list": ("run --deals 1-2 --cells a -o s", "'a' cannot be read; expected numbers such as 4, 3,4 or 0-7"),
    "a list backwards": ("run --deals 1-2 --cells 7-0 -o s", "'7-0' runs backwards"),
    "too many cells": ("run --deals 1-2 --cells 13 -o s", "0 to 12 cells"),
    "unknown game": ("run --deals 1-2 --game bridge -o s", "unknown game 'bridge'"),
    "unknown rule": ("run --deals 1-2 --build up -o s", "unknown build 'up'"),
    "random letters": ("run --random x -o s", "random deals: 'x' cannot be read"),
    "shuffle": ("run --random 5 --numbering microsoft -o s", "random deals have no numbering 'microsoft'"),
    "shortest of another game": (
        "run --question shortest --game yukon --numbering microsoft --deals 1-2 -o s",
        "Yukon has no search for shortest lines",
    ),
    "shortest with open counts": ("run --question shortest --deals 1-2 -o s", "expected single or whole"),
    "no such deal": ("run --question shortest --supermoves whole --deals 0-518918400 -o s", "0 to 518918399"),
    "no such contract": ("run --question skat --contract ramsch --random 5 -o s", "unknown contract 'ramsch'"),
    "contracts of a patience": ("run --contract grand --deals 1-2 -o s", "expected no values for contract"),
    "cells in Skat": ("run --question skat --cells 4 --random 5 -o s", "expected no values for cells"),
    "Skat with a limit": ("run --question skat --limit-states 5 --random 5 -o s", "question skat knows no limit"),
    "another question about Skat": ("run --question solve --game skat --random 5 -o s", "question skat is asked about"),
    "no folder": ("run --deals 1-2", "required: -o/--output"),
    "nothing to go on with": ("run -o s", "folder 's' holds no study"),
    "no study to report on": ("report s", "folder 's' holds no study"),
    "no study to look at": ("status s", "folder 's' holds no study"),
    "a null character": ("status s\0", "cannot be read"),
    "unknown word": ("begin", "unknown command 'begin'; expected one of: run, report, status"),
    "no word": ("", "the following arguments are required: COMMAND"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(kiebitz: Kiebitz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    words, message = BAD[name]
    ran = kiebitz("study", *words.split(" ") if words else ())
    assert (ran.code, ran.out) == (2, "")
    assert any(part in ran.err for part in message.split("|"))
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_another_study_is_refused(kiebitz: Kiebitz, small: Path) -> None:
    ran = kiebitz("study", "run", "--cells", "0,4", "--deals", "1-201", "--limit-states", "2k", "-o", small)
    assert ran.code == 2
    assert "holds another study, with deals {" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_finishes_the_chunk_in_hand(tmp_path: Path, jobs: str, stop: signal.Signals) -> None:
    command = [sys.executable, "-m", "kiebitz", "study", "run", "--deals", "1-3000000", "--jobs", jobs]
    with Started([*command, "-o", "s"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as run:
        while not list(tmp_path.glob("s/rows/*.parquet")):
            time.sleep(0.05)
        before = set(tmp_path.glob("s/rows/*.parquet"))
        run.send_signal(stop)
        out, err = run.communicate(timeout=50)
    assert run.returncode == 130
    assert err == "kiebitz: finishing the chunks in hand; Ctrl-C again ends the run at once\n"
    counts, interrupted, *_ = out.splitlines()
    after = {path for path in tmp_path.glob("s/rows/*") if not path.name.startswith(".")}
    assert before <= after  # the signal may come between two chunks
    assert interrupted.startswith("interrupted after ")
    assert interrupted.endswith("of 3,000,000 deals; go on with: kiebitz study run --output s")
    solved = int(counts.split(": ")[1].split()[0].replace(",", ""))
    assert (
        solved
        == json.loads(
            subprocess.run(
                [sys.executable, "-m", "kiebitz", "study", "status", "s", "--json"],
                cwd=tmp_path,
                capture_output=True,
                text=True,
                check=False,
            ).stdout
        )["solved"]
    )


def test_a_second_ctrl_c_ends_the_run_at_once(tmp_path: Path) -> None:
    # Complete search takes minutes for some of these, so their chunk stays unfinished.
    command = [sys.executable, "-m", "kiebitz", "study", "run", "--game", "yukon", "--deals", "1-12", "--prove"]
    command += ["--limit-memory", "1G", "--jobs", "2", "-o", "s"]
    with Started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as run:
        while not (tmp_path / "s" / "study.json").exists():
            time.sleep(0.05)
        wait_until_busy(run, 2)
        run.send_signal(signal.SIGINT)
        assert run.stderr is not None
        assert "Ctrl-C again ends the run at once" in run.stderr.readline()
        assert run.poll() is None
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=PATIENCE)
    assert run.returncode == 130
    assert "interrupted after " in out
    assert "Traceback" not in err


# Status


def test_status(kiebitz: Kiebitz, small: Path) -> None:
    ran = kiebitz("study", "status", small)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(
        f"FreeCell, study in '{small}': microsoft deals 1 to 200, cells 0 4\n400 of 400 deals in "
    )
    assert ran.out.endswith("\nfinished\n")
    min((small / "rows").iterdir()).unlink()
    ran = kiebitz("study", "status", small)
    assert ran.code == 1
    assert ran.out.endswith(f"\ngo on with: kiebitz study run --output {small}\n")
    answer = json.loads(kiebitz("study", "status", small, "--json").out)
    assert (answer["finished"], answer["at_work"], answer["size"]) == (False, False, 400)
    assert answer["files_in_all"] - answer["files"] == 1
    assert answer["deals"] < 400


# Report


def test_figures_are_those_of_the_rows(kiebitz: Kiebitz, small: Path) -> None:
    output = figures_of(kiebitz, small)
    assert (output["deals"], output["finished"], [cell["cells"] for cell in output["cells"]]) == (400, True, [0, 4])
    for cell in output["cells"]:
        rules = game("freecell").with_(cells=cell["cells"])
        solved = solve_range(rules, 1, 200, Limit(states=2000), keep_lines=True)
        for verdict in Verdict:
            assert cell[verdict.value]["count"] == solved.count(verdict)
        undecided = solved.count(Verdict.UNDECIDED)
        low, high = cell["solved"]["interval_95"]
        for count, border in ((solved.count(Verdict.SOLVED), 0), (solved.count(Verdict.SOLVED) + undecided, 1)):
            interval = Share(count, 200).interval
            assert interval is not None
            assert (low, high)[border] == interval[border]
        assert cell["undecided_deals"] == solved.numbers(Verdict.UNDECIDED)
        assert cell["limits_hit"]["states"] == undecided
        states = sorted(solved.states)
        assert cell["states"]["mean"] == sum(states) / 200
        assert (cell["states"]["median"], cell["states"]["percentile_99"]) == (states[99], states[197])
        assert cell["states"]["most"] == states[-1]
        assert solved.states[cell["states"]["most_deal"] - 1] == states[-1]
        moves = [len(solved.moves(number)) for number in solved.numbers(Verdict.SOLVED)]
        assert cell["moves"]["most"] == max(moves, default=None)
        assert cell["moves"]["count"] == len(moves)
        assert cell["seconds"] > 0


def test_rare_deals_are_listed(kiebitz: Kiebitz, tmp_path: Path) -> None:
    kiebitz("study", "run", "--deals", "11930-12029", "--cells", "4", "-o", tmp_path / "s", "--jobs", 1)
    assert figures_of(kiebitz, tmp_path / "s")["cells"][0]["rare_impossible"] == [11982]
    assert "\ncells 4, impossible: 11982\n" in kiebitz("study", "report", tmp_path / "s").out


@pytest.mark.parametrize("width", [30, 60, 100])
def test_the_report_fits_the_terminal(
    kiebitz: Kiebitz, small: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    ran = kiebitz("study", "report", small)
    assert (ran.code, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= width
    assert "undecided (stopped by: states" in " ".join(ran.out.split())


def test_markdown(kiebitz: Kiebitz, small: Path, tmp_path: Path) -> None:
    file = tmp_path / "report.md"
    assert kiebitz("study", "report", small, "--format", "markdown", "-o", file).out == ""
    lines = file.read_text().splitlines()
    assert lines[0] == "# FreeCell, microsoft deals 1 to 200: can they be won?"
    tables = [line for line in lines if line.startswith("|")]
    assert len(tables) == 8
    assert len({line.count("|") for line in tables[:4]}) == 1
    assert tables[1] == "| --- |" + " ---: |" * 6


@pytest.mark.parametrize(
    ("filters", "deals"),
    [
        (["cells=4"], 200),
        (["cells>4"], 0),
        (["deal<=10"], 20),
        (["deal<=10", "cells != 0"], 10),
        (["game=freecell", "numbering=microsoft", "deal=617"], 0),
        (["limit_hit=seconds"], 0),
        (["seconds>0.5"], 0),
        (["states>=99999999999999999999"], 0),
    ],
)
def test_filters(kiebitz: Kiebitz, small: Path, filters: list[str], deals: int) -> None:
    output = figures_of(kiebitz, small, *filters)
    assert output["deals"] == deals
    assert output["filters"] == [text.replace(" ", "") for text in filters]
    ran = kiebitz("study", "report", small, *[word for text in filters for word in ("--where", text)])
    assert (ran.code, ran.err) == (0, "")


def test_filters_by_what_was_found(kiebitz: Kiebitz, small: Path) -> None:
    whole = figures_of(kiebitz, small)["cells"][0]
    impossible = figures_of(kiebitz, small, "cells=0", "verdict=impossible")["cells"][0]
    assert impossible["deals"] == whole["impossible"]["count"]
    assert impossible["seconds"] is None
    undecided = figures_of(kiebitz, small, "cells=0", "limit_hit=states")["cells"][0]
    assert undecided["undecided_deals"] == whole["undecided_deals"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colour=red", "no column is called 'colour'; expected one of: game, cells,"),
        ("=4", "no column is called ''"),
        ("cells", "cannot be read; expected COLUMN=VALUE"),
        ("cells=four", "'four' cannot be read; expected a whole number"),
        ("cells=-1", "expected a whole number"),
        ("seconds=fast", "expected a number"),
        ("verdict<solved", "column verdict holds words; expected = or !="),
        ("states=" + "9" * 5000, "expected a whole number"),
    ],
)
def test_bad_filters(kiebitz: Kiebitz, small: Path, text: str, message: str) -> None:
    with pytest.raises(KiebitzError):
        Filter.parse(text)
    ran = kiebitz("study", "report", small, "--where", text)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert message in ran.err


def test_plots(kiebitz: Kiebitz, small: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert kiebitz("study", "report", small, "--plot", tmp_path / name).code == 0
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == ["effort.png", "effort.svg", "winnable.png", "winnable.svg"]
    for name in names:
        data = (tmp_path / "one" / name).read_bytes()
        assert data == (tmp_path / "two" / name).read_bytes()
        if name.endswith(".png"):
            assert data.startswith(b"\x89PNG\r\n")
        else:
            assert ET.fromstring(data).tag.endswith("svg")


def test_links_among_the_plots_are_not_followed(kiebitz: Kiebitz, small: Path, tmp_path: Path) -> None:
    mine, plots = tmp_path / "mine", tmp_path / "plots"
    mine.write_text("mine")
    plots.mkdir()
    for name in ("winnable.png", "winnable.svg", "effort.png"):
        (plots / name).symlink_to(mine)
    assert kiebitz("study", "report", small, "--plot", plots).code == 0
    assert mine.read_text() == "mine"
    assert not (plots / "winnable.png").is_symlink()


def test_plots_of_scores_and_of_nothing(kiebitz: Kiebitz, small: Path, tmp_path: Path) -> None:
    kiebitz("study", "run", "--question", "score", "--random", "300", "-o", tmp_path / "s", "--jobs", 1)
    ran = kiebitz("study", "report", tmp_path / "s", "--plot", tmp_path / "plots")
    assert "score: mean" in ran.out
    assert (tmp_path / "plots" / "scores.svg").exists()
    ran = kiebitz("study", "report", small, "--where", "deal=9999", "--plot", tmp_path / "plots")
    assert (ran.code, ran.err) == (2, "kiebitz: there are no deals to be plotted\n")


def test_skat_from_run_to_plots(kiebitz: Kiebitz, tmp_path: Path) -> None:
    options = [
        "--question",
        "skat",
        "--contract",
        "grand,null",
        "--random",
        "366-369",
        "-o",
        tmp_path / "s",
        "--jobs",
        1,
    ]
    ran = kiebitz("study", "run", *options)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Skat, study in '{tmp_path / 's'}': ")
    assert "checker" not in ran.out  # Skat has no lines to check
    output = figures_of(kiebitz, tmp_path / "s")
    assert [(cell["contract"], cell["cells"], cell["deals"]) for cell in output["cells"]] == [
        ("grand", None, 4),
        ("null", None, 4),
    ]
    grand, null = output["cells"]
    assert grand["score"]["count"] == 4
    assert grand["score"]["interval_95"][0] < grand["score"]["mean"] < grand["score"]["interval_95"][1]
    assert (null["score"]["count"], null["score"]["mean"]) == (0, None)
    assert figures_of(kiebitz, tmp_path / "s", "contract=grand")["cells"] == [grand]
    lines = kiebitz("study", "report", tmp_path / "s", "--format", "markdown").out.splitlines()
    assert lines[0] == "# Skat, random deals 366 to 369 of run 1 (fisher-yates): hand games of forehand, all cards seen"
    assert lines[2].startswith("8 deals; Kiebitz ")
    assert [line.split(" | ")[1] for line in lines if line.startswith("| null | ")][:2] == ["4", "–"]
    status = kiebitz("study", "status", tmp_path / "s").out
    assert status.startswith(
        f"Skat, study in '{tmp_path / 's'}': fisher-yates deals 366 to 369 of run 1, contract grand null\n"
    )
    assert kiebitz("study", "report", tmp_path / "s", "--plot", tmp_path / "plots").code == 0
    assert {path.name for path in (tmp_path / "plots").glob("*.png")} == {"effort.png", "scores.png", "winnable.png"}
    only = ["--where", "contract=null", "--plot", tmp_path / "null"]
    assert kiebitz("study", "report", tmp_path / "s", *only).code == 0
    assert {path.name for path in (tmp_path / "null").glob("*.png")} == {"effort.png", "winnable.png"}


@pytest.mark.parametrize("missing", ["pyarrow", "matplotlib"])
def test_missing_extras(
    kiebitz: Kiebitz, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    ran = kiebitz("study", "report", small, "--plot", tmp_path / "plots")
    assert ran.code == 2
    assert ran.err.endswith("pip install 'kiebitz[study]'\n")
    assert ran.err.count("\n") == 1


def test_times(kiebitz: Kiebitz, tmp_path: Path) -> None:
    kiebitz("study", "run", "--deals", "1-50", "--times", "-o", tmp_path / "s", "--jobs", 1)
    times = figures_of(kiebitz, tmp_path / "s")["cells"][0]["times"]
    assert times["count"] == 50
    assert 0 < times["median"] <= times["percentile_99"] <= times["most"]
    assert "ms: mean" in kiebitz("study", "report", tmp_path / "s").out


@pytest.mark.parametrize("name", SUBCOMMANDS)
@pytest.mark.parametrize("width", ["40", "100"])
def test_help_has_examples(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch, name: str, width: str) -> None:
    monkeypatch.setenv("COLUMNS", width)
    ran = kiebitz("study", name, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"usage: kiebitz study {name} ")
    assert f"\n  kiebitz study {name} " in ran.out
    assert f"  kiebitz study {name} " in " ".join(kiebitz("study", "--help").out.split(" "))


def test_help_is_quick() -> None:
    code = "import sys; from kiebitz.cli import main; main(['study', 'run', '--help']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ})
    loaded = set(ran.stdout.splitlines()[-1].split())
    assert not loaded & {"pyarrow", "matplotlib", "distributed", "numpy", "kiebitz.kernel", "rich"}


def test_the_command_takes_and_shows_a_list(kiebitz: Kiebitz, tmp_path: Path) -> None:
    ran = kiebitz("study", "run", "--deals", "9,1-2,5-8", "-o", tmp_path / "list", "-j", 1)
    assert ran.code == 0
    assert "study in " in ran.out
    ran = kiebitz("study", "status", tmp_path / "list")
    assert "microsoft deals 1 to 2, 5 to 9\n7 of 7 deals in 2 of 2 files" in ran.out
    ran = kiebitz("study", "report", tmp_path / "list", "--verify")
    assert ran.out.startswith("FreeCell, microsoft deals 1 to 2, 5 to 9: can they be won?\n7 deals;")
    ran = kiebitz("study", "run", "--random", "0-1,5", "--question", "score", "-o", tmp_path / "random", "-j", 1)
    assert ran.code == 0
    assert sorted(row["index"] for row in rows_of(tmp_path / "random")) == [0, 1, 5]
