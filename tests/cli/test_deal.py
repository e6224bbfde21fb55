"""`kiebitz deal`: right cards in every form, quickly."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from kiebitz.cli import deal
from kiebitz.deals import deal_board
from kiebitz.patience.dealing import deal as dealt
from kiebitz.patience.games import games
from kiebitz.patience.notation import format_board, parse_board
from kiebitz.patience.position import Setup

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz


@pytest.mark.parametrize("number", [0, 1, 617, 11982, 32000, 1_000_000, 8_589_934_591])
def test_quick_picture_is_the_long_way_s(kiebitz: Kiebitz, number: int) -> None:
    ran = kiebitz("deal", number)
    assert ran == (0, format_board(dealt(number)), "")
    assert [line.split() for line in ran.out.splitlines()] == deal_board(number)


@pytest.mark.parametrize("form", [form for form in deal.FORMATS if form != "svg"])
@pytest.mark.parametrize("name", games())
def test_every_game_in_every_form_comes_back(kiebitz: Kiebitz, name: str, form: str) -> None:
    ran = kiebitz("deal", 5, "--game", name, "--format", form)
    position = dealt(5, name)
    assert ran.code == 0
    assert parse_board(ran.out, position.rules, form).position() == position
    again = kiebitz("convert", "-", "--from", form, "--game", name, "--to", "json", stdin=ran.out)
    assert again.out == format_board(position, "json")


def test_json_is_the_board(kiebitz: Kiebitz) -> None:
    board = json.loads(kiebitz("deal", 617, "--json").out)
    assert board["game"] == "freecell"
    assert board["columns"][0] == ["7D", "TD", "TH", "KD", "4C", "4S", "JD"]


def test_jokes_are_remarked_upon(kiebitz: Kiebitz) -> None:
    ran = kiebitz("deal", "-4")
    assert ran.code == 0
    assert ran.err.startswith("kiebitz: deal -4: ")
    assert ran.err.count("\n") == 1


def test_numbering_of_pysolfc(kiebitz: Kiebitz) -> None:
    own = kiebitz("deal", 100_000, "--numbering", "pysolfc").out
    assert own == format_board(dealt(100_000, numbering="pysolfc"))
    assert own != kiebitz("deal", 100_000).out


def test_colour_only_where_it_is_wanted(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in kiebitz("deal", 1, "--format", "unicode").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = kiebitz("deal", 1, "--format", "unicode").out
    assert "\x1b[31m6♥\x1b[39m" in coloured
    assert "♠\x1b" not in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in kiebitz("deal", 1, "--format", "unicode").out


def test_output_replaces_the_file_and_leaves_nothing_else(kiebitz: Kiebitz, tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("old")
    assert kiebitz("deal", 617, "--output", file) == (0, "", "")
    assert file.read_text() == format_board(dealt(617))
    assert [path.name for path in tmp_path.iterdir()] == ["board.txt"]


def test_output_to_what_is_no_file_leaves_it_what_it_is(kiebitz: Kiebitz, tmp_path: Path) -> None:
    nothing, link, file = tmp_path / "nothing", tmp_path / "link", tmp_path / "file"
    nothing.symlink_to("/dev/null")
    link.symlink_to(file)
    for place in (nothing, link, link):
        assert kiebitz("deal", 617, "--output", place) == (0, "", "")
    assert nothing.is_char_device()
    assert link.is_symlink()
    assert file.read_text() == format_board(dealt(617))
    assert len(list(tmp_path.iterdir())) == 3


def test_output_that_fails_leaves_nothing(kiebitz: Kiebitz, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    ran = kiebitz("deal", 617, "--output", tmp_path / "folder")
    assert ran.code == 2
    assert "cannot be written" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_svg_shows_every_card_and_every_place(kiebitz: Kiebitz) -> None:
    out = kiebitz("deal", 617, "--format", "svg").out
    root = ET.fromstring(out)
    space = "{http://www.w3.org/2000/svg}"
    labels = [group.get("aria-label") for group in root.iter(f"{space}g")]
    assert len(labels) == len(set(labels)) == 52
    assert root.findtext(f"{space}title") == "FreeCell deal 617"
    slots = [rect for rect in root.iter(f"{space}rect") if rect.get("class") == "slot"]
    assert len(slots) == 8


def test_svg_of_a_game_under_way() -> None:
    from kiebitz.patience.games import game
    from kiebitz.render import svg

    position = Setup(game("freecell"), ["KS", "KH"], cells="- QS -", foundations=[13, 13, 12, 11]).position()
    root = ET.fromstring(svg.board(position, "<three & more>"))
    labels = {group.get("aria-label") for group in root.iter("{http://www.w3.org/2000/svg}g")}
    assert labels == {"KS", "KH", "QS", "KC", "KD", "QH", "JS"}
    assert root.get("aria-label") == "<three & more>"


def test_svg_shows_the_back_of_face_down_cards(kiebitz: Kiebitz) -> None:
    space = "{http://www.w3.org/2000/svg}"
    root = ET.fromstring(kiebitz("deal", 2, "--game", "russian", "--format", "svg").out)
    groups = {group.get("aria-label"): group for group in root.iter(f"{space}g")}
    assert len(groups) == 52
    hidden = {label for label in groups if label is not None and label.endswith(" face down")}
    assert len(hidden) == 21
    assert {"QD face down", "QC face down"} <= hidden
    assert all(str(group.get("class")).endswith(" down") == (label in hidden) for label, group in groups.items())
    assert "kiebitz-back" not in kiebitz("deal", 2, "--format", "svg").out


def test_face_down_cards_are_red_with_their_brackets(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    second = kiebitz("deal", 2, "--game", "russian", "--format", "unicode").out.splitlines()[0].split()[1]
    assert second == "\x1b[31m<Q♦>\x1b[39m"


@pytest.mark.parametrize("numbering", ["microsoft", "pysolfc", "fisher-yates", "wetherell"])
@pytest.mark.parametrize("name", ["russian", "yukon"])
def test_every_numbering_deals_games_with_face_down_cards(kiebitz: Kiebitz, name: str, numbering: str) -> None:
    options = ["--game", name, "--numbering", numbering]
    board = kiebitz("deal", 1, *options).out
    assert board.count("<") == board.count(">") == 21
    again = kiebitz("convert", "-", "--game", name, "--to", "fc-solve", stdin=board)
    assert again.out == kiebitz("deal", 1, *options, "--format", "fc-solve").out
    assert kiebitz("solve", "-", "--game", name, "--limit-states", 5000, stdin=board).code in (0, 1, 3)


def test_quick_means_without_rules_and_catalogue() -> None:
    code = (
        "import sys; from kiebitz.cli import main; main(['deal', '1']);"
        "slow = {'dataclasses', 'tomllib', 'json', 'typing', 'shutil', 'rich', 'kiebitz.patience', 'kiebitz.kernel'};"
        "print(*(slow & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == ""
