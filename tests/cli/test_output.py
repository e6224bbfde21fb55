"""Tests of output: foreign text is harmless on a terminal, files are complete or absent, streams may be full."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest

from kiebitz.cli import output
from kiebitz.errors import FileError
from waiting import PATIENCE

if TYPE_CHECKING:
    from command_line import Kiebitz

RECORD = Path(__file__).parents[1] / "data" / "iss" / "61-points.sgf"
#: Escape sequences in 7 and 8 bits, a bell, a right-to-left override, a line separator, delete.
HOSTILE = "\x1b[2J\x9b31m\x07\u202e\u2028\x7f"
COMMAND = [sys.executable, "-m", "kiebitz"]


@pytest.mark.skipif(os.name != "posix", reason="limits of a process")
def test_what_no_process_could_be_started_for_is_not_blamed_on_an_output() -> None:
    few = 'ulimit -n 12; exec "$@"'
    ran = subprocess.run(
        ["sh", "-c", few, "sh", *COMMAND, "solve", "1-100", "--jobs", "2"], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    fault = "a process cannot be started: Too many open files; expected fewer of them, or a system that allows more"
    assert ran.stderr == f"kiebitz: {fault}\n"


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_what_a_record_says_cannot_command_the_terminal(kiebitz: Kiebitz, tmp_path: Path, arguments: list[str]) -> None:
    file = tmp_path / "games.sgf"
    text = RECORD.read_text()
    hostile = text.replace("6326040", HOSTILE, 1).replace("2020-04-28", HOSTILE)
    file.write_text(hostile + hostile.replace("w C9", f"w {HOSTILE}"))
    ran = kiebitz("skat", "score", file, *arguments)
    assert ran.code == 2
    assert "\\x1b[2J" in ran.err
    for line in (ran.out + ran.err).split("\n"):
        assert line.isprintable()
    if arguments:
        assert json.loads(ran.out)["games"][0]["number"] == HOSTILE


def test_names_on_the_command_line_are_harmless_too(kiebitz: Kiebitz) -> None:
    for words in (["deal", HOSTILE], ["deal", "1", HOSTILE], ["deal", "1", "--game", HOSTILE], ["skat", HOSTILE]):
        ran = kiebitz(*words)
        assert ran.code == 2
        assert ran.err[:-1].isprintable()


def test_coloured_boards_stay_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    run = subprocess.run([*COMMAND, "deal", "1", "-f", "unicode"], capture_output=True, text=True, check=True)
    assert "\x1b[31m" in run.stdout


needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


@needs_full
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["solve", "no-such-file"], 2),
        (["solve"], 2),
        (["deal", "-1"], 0),  # with a remark
        (["solve", "11982"], 1),
    ],
)
def test_standard_error_that_cannot_be_written_changes_no_exit_code(words: list[str], code: int) -> None:
    with Path("/dev/full").open("w") as full:
        run = subprocess.run([*COMMAND, *words], stdout=subprocess.DEVNULL, stderr=full, check=False)
    assert run.returncode == code


@needs_full
@pytest.mark.parametrize("words", [["--help"], ["deal", "--help"], ["--version"]])
def test_help_that_cannot_be_written_is_no_success(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        run = subprocess.run([*COMMAND, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (run.returncode, run.stderr) == (2, "kiebitz: standard output: No space left on device\n")


def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("old")
    for mode in (0o600, 0o640, 0o666):
        file.chmod(mode)
        output.write("new\n", str(file))
        assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == ("new\n", mode)


def test_a_read_only_file_is_not_replaced(kiebitz: Kiebitz, tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("mine")
    file.chmod(0o444)
    ran = kiebitz("deal", 1, "--output", file)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("board.txt' cannot be written: it is read-only\n")
    assert (file.read_text(), [file]) == ("mine", list(tmp_path.iterdir()))


def test_names_may_be_as_long_as_files_have_them(tmp_path: Path) -> None:
    file = tmp_path / ("a" * 246 + ".txt")
    output.write("board\n", str(file))
    assert (file.read_text(), [file]) == ("board\n", list(tmp_path.iterdir()))
    with pytest.raises(FileError, match="File name too long"):
        output.write("board\n", str(tmp_path / ("a" * 300)))


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs /dev")
def test_no_file_is_made_among_the_devices(kiebitz: Kiebitz) -> None:
    ran = kiebitz("replay", 617, "--output", "/dev/kiebitz-test.html")
    try:
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == "kiebitz: file '/dev/kiebitz-test.html' cannot be written: there is no such device\n"
    finally:
        made = Path("/dev/kiebitz-test.html")
        if made.exists():
            made.unlink()
    assert kiebitz("deal", 1, "--output", "/dev/null").code == 0


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="needs /dev")
def test_a_pipe_is_written_through_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to("/dev/stdout")
    command = [*COMMAND, "solve", "1-3", "--output", str(link)]
    ran = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.stderr == ""
    assert [line[:11] for line in ran.stdout.splitlines()[:3]] == ['{"deal": 1,', '{"deal": 2,', '{"deal": 3,']
    assert link.is_symlink()


@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM"])
def test_a_signal_leaves_no_unfinished_file(tmp_path: Path, name: str) -> None:
    command = [*COMMAND, "solve", "1-1000000", "--jobs", "1", "--output", str(tmp_path / "lines.txt")]
    number = getattr(signal, name)
    before = signal.signal(number, signal.SIG_DFL)  # under nohup, SIGHUP is ignored here too
    try:
        run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    finally:
        signal.signal(number, before)
    with run:
        end = monotonic() + PATIENCE
        while not list(tmp_path.iterdir()) and monotonic() < end:
            sleep(0.05)
        assert [file.suffix for file in tmp_path.iterdir()] == [".part"]
        run.send_signal(number)
        try:
            run.communicate(timeout=PATIENCE)
        finally:
            run.kill()
        # CPython dies of the signal itself if it arrives while a class is made from text.
        assert run.returncode in (130, -signal.SIGINT)
    assert not list(tmp_path.iterdir())


def test_a_signal_that_is_ignored_stays_so(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as under nohup
    try:
        with output.File(str(tmp_path / "a")) as file:
            os.kill(os.getpid(), signal.SIGHUP)
            file.write("a")
    finally:
        signal.signal(signal.SIGHUP, before)
    assert (tmp_path / "a").read_text() == "a"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("command", ["find", "check"])
def test_a_pipe_says_whom_it_waits_for(kiebitz: Kiebitz, tmp_path: Path, command: str) -> None:
    board, pipe = kiebitz("deal", 617).out, tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(
        [*COMMAND, command, str(pipe)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stderr is not None
        assert run.stderr.readline() == f"kiebitz: '{pipe}' is a pipe: waiting for another program to write to it\n"
        pipe.write_text(board)
        fault = f"kiebitz: file '{pipe}' cannot be read as a certificate: the first line is"
        out, err = run.communicate(timeout=PATIENCE)
        assert (out, err[: len(fault)]) == {"find": ("617\n", ""), "check": ("", fault)}[command]
