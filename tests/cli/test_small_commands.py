"""Tests of `kiebitz games`, `find` and `completion`."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from kiebitz.cli.commands import COMMANDS
from kiebitz.patience.games import games, page

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz


def test_every_game_is_listed(kiebitz: Kiebitz) -> None:
    ran = kiebitz("games")
    assert ran.code == 0
    assert [line.split()[0] for line in ran.out.splitlines()[1 : 1 + len(games())]] == list(games())
    assert [one["id"] for one in json.loads(kiebitz("games", "--json").out)["games"]] == list(games())


@pytest.mark.parametrize("name", ["bakers_game", "Baker's Game", "Солитер"])
def test_a_game_has_a_page(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    ran = kiebitz("games", name)
    assert ran.out.startswith("Baker's Game / Солитер (bakers_game)\n")
    assert max(map(len, ran.out.splitlines())) <= 50
    shown = json.loads(kiebitz("games", name, "--json").out)
    assert shown["description"] == page("bakers_game").description
    assert shown["build"] == "same_suit"


def test_a_game_known_by_name_only(kiebitz: Kiebitz) -> None:
    ran = kiebitz("games", "double_freecell")
    assert (ran.code, ran.out) == (2, "")
    assert "two packs" in ran.err


@pytest.mark.parametrize("form", ["text", "unicode", "columns", "fc-solve", "json"])
def test_find_tells_the_number(kiebitz: Kiebitz, tmp_path: Path, form: str) -> None:
    board = tmp_path / "board.txt"
    board.write_text(kiebitz("deal", 617, "--format", form).out)
    assert kiebitz("find", board, "--range", "1-1000") == (0, "617\n", "")


def test_find_says_so_when_there_is_none(kiebitz: Kiebitz) -> None:
    board = kiebitz("deal", 617).out
    ran = kiebitz("find", "-", "--range", "1-616", stdin=board)
    assert ran == (1, "no deal from 1 to 616 is this board\n", "")
    ran = kiebitz("find", "-", "--range", "1-616", "--json", stdin=board)
    assert (ran.code, json.loads(ran.out)) == (1, {"deals": [], "range": [1, 616]})


def test_find_wants_a_fresh_deal(kiebitz: Kiebitz) -> None:
    board = kiebitz("deal", 617).out.replace("JD KS KC 4H\n", "KS KC 4H\n".replace("KS", "-- KS"))
    ran = kiebitz("find", "-", stdin="Cells: JD\n" + board)
    assert (ran.code, ran.out) == (2, "")
    assert "not a fresh deal" in ran.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh"])
def test_completion_knows_all_commands(kiebitz: Kiebitz, shell: str) -> None:
    ran = kiebitz("completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert all(name in ran.out for name in (*COMMANDS, "bakers_game", "limit-states"))


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes(kiebitz: Kiebitz, tmp_path: Path) -> None:
    script = tmp_path / "kiebitz.bash"
    script.write_text(kiebitz("completion", "bash").out)
    ask = (
        f'source {script}; COMP_WORDS=(kiebitz solve --game mar); COMP_CWORD=3; COMP_LINE="kiebitz solve --game mar";'
        ' COMP_POINT=${#COMP_LINE}; _shtab_kiebitz; echo "${COMPREPLY[@]}"'
    )
    run = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True)
    assert run.stdout == "marseille\n"
