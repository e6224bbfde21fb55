"""Tests of the command line as a whole: help, version, errors of one line, exit codes."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import kiebitz as package
from kiebitz.cli import main
from kiebitz.cli.commands import COMMANDS
from kiebitz.cli.parser import amount

if TYPE_CHECKING:
    from command_line import Kiebitz


def started(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kiebitz", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload, no-any-return]


def test_version_names_kernel_and_instructions(kiebitz: Kiebitz) -> None:
    ran = kiebitz("--version")
    assert ran.code == 0
    assert ran.out.startswith(f"kiebitz {package.__version__} ({package.backend}")


def test_help_names_every_command(kiebitz: Kiebitz) -> None:
    ran = kiebitz("--help")
    assert ran.code == 0
    assert all(f"\n  {name} " in ran.out for name in COMMANDS)
    assert kiebitz("help") == ran


def test_without_a_command_the_first_steps_fit_a_small_terminal(kiebitz: Kiebitz) -> None:
    ran = kiebitz()
    assert (ran.code, ran.err) == (2, "")
    lines = ran.out.splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    named = [line.split()[1] for line in lines if line.startswith("  kiebitz ")]
    assert [name for name in named if name not in COMMANDS] == ["--help", "help"]


def test_a_number_alone_is_solved(kiebitz: Kiebitz) -> None:
    assert (
        kiebitz("617", "--json").out.split('"seconds"')[0]
        == kiebitz("solve", "617", "--json").out.split('"seconds"')[0]
    )
    assert kiebitz("1-3").out.splitlines()[0] == kiebitz("solve", "1-3").out.splitlines()[0]


@pytest.mark.parametrize("words", [["solve"], ["study", "run"], ["skat"], ["skat", "chances"]])
def test_help_can_be_asked_for_by_name(kiebitz: Kiebitz, words: list[str]) -> None:
    ran = kiebitz("help", *words)
    assert ran == kiebitz(*words, "--help")
    assert ran.code == 0


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["sovle", "1"], "solve"),
        (["help", "sovle"], "solve"),
        (["study", "rnu"], "run"),
        (["solve", "1", "--limt-states", "3"], "--limit-states"),
        (["solve", "1", "--limt-states=3"], "--limit-states"),
        (["deal", "1", "--game", "frecell"], "freecell"),
        (["solve", "1", "--autoplay", "saef"], "safe"),
    ],
)
def test_a_slip_of_the_finger_gets_its_neighbour(kiebitz: Kiebitz, words: list[str], meant: str) -> None:
    ran = kiebitz(*words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert f"(did you mean {meant}?)" in ran.err


def test_german_cards_are_told_how_they_are_read(kiebitz: Kiebitz) -> None:
    assert (
        "--cards german"
        in kiebitz("skat", *["KrB", "PiB", "HeB", "AKr", "10Kr", "KKr", "9Kr", "APi", "7He", "DHe"]).err
    )
    assert "--cards" not in kiebitz("skat", *["JX", "JS", "JD", "AC", "KC", "9C", "AS", "7H", "QD", "8D"]).err


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("width", ["40", "100"])
def test_help_has_examples(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch, name: str, width: str) -> None:
    monkeypatch.setenv("COLUMNS", width)
    ran = kiebitz(name, "--help")
    assert ran.code == 0
    assert "examples:\n" in ran.out
    assert f"kiebitz {name} " in ran.out
    *_, paragraph = ran.out.rstrip().split("\n\n")
    assert "\n  " in paragraph or max(map(len, paragraph.splitlines())) <= int(width)


BAD = {
    "unknown command": (["juggle"], "unknown command 'juggle'"),
    "no deal": (["deal"], "arguments are required: DEAL"),
    "unknown option": (["deal", "1", "--fast"], "unrecognized arguments: --fast"),
    "unknown game": (["deal", "1", "--game", "bridge"], "unknown game 'bridge'"),
    "two packs": (["solve", "1", "--game", "double_freecell"], "two packs"),
    "number too high": (["deal", "8589934592"], "'8589934592' is out of range; expected a whole number from -4 to"),
    "no group of thousands": (["deal", "1,3"], "'1,3' cannot be read; expected a deal number"),
    "number as a solution": (["verify", "617"], "'617' cannot be read; expected the name of a file with a solution"),
    "number as a board": (["find", "617"], "'617' cannot be read; expected the name of a board file"),
    "number too low": (["solve", "-5"], "'-5' is out of range"),
    "huge number": (["deal", "9" * 5000], "(5000 characters) is out of range"),
    "no file": (
        ["solve", "no-such-board"],
        "'no-such-board' cannot be read; expected a deal number, random, a link, the name of a file",
    ),
    "a folder": (["solve", "/"], "file '/' cannot be read: "),
    "null in name": (["solve", "a\0b"], "cannot be read"),
    "range backwards": (["solve", "9-1"], "'9-1' is out of range"),
    "range beyond": (["solve", "1-99999999999"], "'99999999999' is out of range"),
    "cells": (["deal", "1", "--cells", "13"], "expected 0 to 12 cells"),
    "cells in words": (["deal", "1", "--cells", "four"], "'four' cannot be read; expected a whole number"),
    "limit": (["solve", "1", "--limit-states", "0"], "'0' cannot be read; expected a number above 0"),
    "seconds": (["solve", "1", "--limit-seconds", "nan"], "expected a number of seconds above 0"),
    "autoplay": (["solve", "1", "--autoplay", "some"], "unknown name 'some'; expected one of: none, safe, max"),
    "two inputs": (["verify", "-", "-"], "cannot both come from standard input"),
    "nothing to convert": (["convert", "--to", "text"], "nothing to convert"),
    "no form": (["convert", "1"], "expected --to FORM or --json"),
    "form of solutions": (["convert", "1", "--to", "strict"], "a board has no form 'strict'"),
    "unknown shell": (["completion", "cmd"], "unknown name 'cmd'"),
    "find nothing": (["find", "none.txt"], "'none.txt' cannot be read"),
    "no name of a folder": (["page", ""], "argument DIR: '' cannot be read; expected the name of a file or folder"),
    "no name of a file": (["solve", "1", "-o", ""], "'' cannot be read; expected the name of a file or folder"),
    "find range": (["find", "-", "--range", "ten"], "'ten' cannot be read; expected a range such as 1-32000, or all"),
}


def test_amounts() -> None:
    for text, value in (
        ("500k", 500_000),
        ("2G", 2 * 10**9),
        ("4.4M", 4_400_000),
        ("0.5k", 500),
        ("1000000000", 10**9),
        ("1,000,000,000", 10**9),
        ("1_500k", 1_500_000),
    ):
        assert amount(text) == value
    for text in (
        "0",
        "0k",
        "0.0k",
        "k",
        "1T",
        "-1",
        "1000000000G",
        "9" * 19,
        "²",
        "1.5",
        "1,5G",
        "1.2345k",
        ".5M",
        "1.M",
    ):
        with pytest.raises(argparse.ArgumentTypeError, match="above 0"):
            amount(text)


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_one_line(kiebitz: Kiebitz, case: str) -> None:
    arguments, message = BAD[case]
    ran = kiebitz(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 500


BOARDS = {
    "empty": b"",
    "noise": bytes(range(256)) * 40,
    "one card": b"1H 1X\n",
    "a very long line": b"x" * 10_000_000,
    "many cards": b"AS " * 100_000,
    "zeros": b"\0" * 1000,
    "half a board": b"JD 2D 9H JC 5D 7H 7C 5H\nKD KC 9S 5S AD QC KH 3H\n",
    "json": b'{"format": "kiebitz-board"}',
}


@pytest.mark.parametrize("case", BOARDS)
@pytest.mark.parametrize("command", [["deal"], ["solve"], ["find"], ["convert", "--to", "json"]])
def test_bad_boards_get_one_line(kiebitz: Kiebitz, case: str, command: list[str]) -> None:
    ran = kiebitz(*command, "-", stdin=BOARDS[case])
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("kiebitz: ")
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 500


def test_doubled_and_missing_cards_are_named(kiebitz: Kiebitz) -> None:
    board = kiebitz("deal", 1).out
    ran = kiebitz("solve", "-", stdin=board.replace("6H", "6S"))
    assert (ran.code, ran.out) == (2, "")
    assert "missing 6H" in ran.err
    assert "more than once 6S" in ran.err


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(words=st.lists(st.text(max_size=12) | st.sampled_from([*COMMANDS, "-", "617", "--game", "--json"]), max_size=4))
@example(words=["serve"])
def test_no_command_line_ends_in_a_traceback(words: list[str]) -> None:
    if words[:1] in (["solve"], ["etude"]) and len(words) > 1:
        words[1] = "!"  # a valid argument would start long work
    if "-" in words:
        words[words.index("-")] = "no-file"
    if "-o" not in words and not any(word.startswith(("--o", "-o")) for word in words):
        with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)  # `page` may write here
            patch.setattr("uvicorn.Server.run", lambda *_, **__: None)  # it would serve without end
            assert main([word for word in words if word != "-"]) in (0, 1, 2)


@pytest.mark.parametrize("words", [["--version"], ["solve", "1"], ["solve", "1-2", "--jobs", "2"]])
def test_insisting_on_a_kernel_that_is_not_there_is_one_line(words: list[str]) -> None:
    code = (
        "import sys; sys.modules['kiebitz.kernel._native'] = None; from kiebitz.cli import main;"
        f"sys.exit(main({words}))"
    )
    env = {**os.environ, "KIEBITZ_BACKEND": "native"}
    run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("kiebitz: KIEBITZ_BACKEND=native, but the native kernel cannot be loaded: ")
    assert run.stderr.count("\n") == 1


def test_broken_pipe_is_quiet() -> None:
    command = [sys.executable, "-m", "kiebitz", "games", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 141)


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="needs a shell")
@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("solve - <&-", "standard input is closed"),
        ("deal 1 >&-", "standard output is closed"),
        ("solve 1-3 >&-", "standard output is closed"),
    ],
)
def test_closed_streams_get_one_line(command: str, complaint: str) -> None:
    shell = ["/bin/sh", "-c", f"{sys.executable} -m kiebitz {command}"]
    run = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (2, "", f"kiebitz: {complaint}\n")


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="needs a shell")
def test_complaints_never_turn_to_standard_output() -> None:
    shell = ["/bin/sh", "-c", f"{sys.executable} -m kiebitz deal no-such-file 2>&-"]
    run = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk_gets_one_line() -> None:
    command = [sys.executable, "-m", "kiebitz", "deal", "1"]
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert run.returncode == 2
    assert run.stderr.decode() == "kiebitz: standard output: No space left on device\n"


def test_terminals_without_suits_still_get_an_answer() -> None:
    run = started("deal", "1", "--format", "unicode", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert run.returncode == 0
    assert run.stdout.startswith("J?  2?")
    run = started("--help", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert run.returncode == 0
    assert run.stdout.startswith("usage: kiebitz")


def test_json_is_one_object_and_nothing_else(kiebitz: Kiebitz, tmp_path: Path) -> None:
    import json

    board = tmp_path / "board.txt"
    board.write_text(kiebitz("deal", 617).out)
    commands = (
        ["deal", "617"],
        ["games"],
        ["games", "freecell"],
        ["find", board, "--range", "600-700"],
        ["convert", board],
    )
    for command in commands:
        ran = kiebitz(*command, "--json")
        assert (ran.code, ran.err) == (0, "")
        assert isinstance(json.loads(ran.out), dict)
