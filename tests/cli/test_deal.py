"""Tests of `kiebitz deal`: cards in every form, and fast starts."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from kiebitz.cli import deal, picture_options
from kiebitz.deals import NUMBERINGS, deal_board
from kiebitz.patience.dealing import deal as dealt
from kiebitz.patience.games import games
from kiebitz.patience.notation import format_board, parse_board
from kiebitz.render import png, svg
from kiebitz.render.themes import THEMES, theme

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz


@pytest.mark.parametrize("number", [0, 1, 617, 11982, 32000, 1_000_000, 8_589_934_591])
def test_quick_picture_is_the_long_way_s(kiebitz: Kiebitz, number: int) -> None:
    ran = kiebitz("deal", number)
    assert ran == (0, format_board(dealt(number)), "")
    assert [line.split() for line in ran.out.splitlines()] == deal_board(number)


@pytest.mark.parametrize("form", [form for form in deal.FORMATS if form not in deal.PICTURES])
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


@pytest.mark.parametrize("numbers", [name for name in NUMBERINGS if name != "one-suit"])  # made for other packs
def test_a_deal_by_chance_is_named(kiebitz: Kiebitz, numbers: str) -> None:
    ran = kiebitz("deal", "random", "--numbering", numbers)
    assert ran.code == 0
    number = re.match(r"kiebitz: deal (\d+)", ran.err)
    assert number is not None
    assert kiebitz("deal", number[1], "--numbering", numbers).out == ran.out


def test_a_deal_by_chance_of_a_level(kiebitz: Kiebitz) -> None:
    ran = kiebitz("deal", "--random", "--level", "hard", "--winnable")
    assert ran.code == 0
    number = re.fullmatch(r"kiebitz: deal (\d+), level hard\n", ran.err)
    assert number is not None
    assert kiebitz("deal", number[1]).out == ran.out
    assert json.loads(kiebitz("difficulty", number[1], "--json").out)["level"] == "hard"
    assert kiebitz("deal", "--random").out.count("\n") == 7
    assert "difficulty that can be measured" in kiebitz("deal", "--level", "easy", "--game", "yukon").err
    for words, fault in (
        ((617, "--level", "easy"), "--level is for a random deal; leave it out, or '617'"),
        ((617, "--random"), "--random is for a random deal; leave it out, or '617'"),
        ((), "the following arguments are required: DEAL"),
    ):
        ran = kiebitz("deal", *words)
        assert (ran.code, fault in ran.err) == (2, True), ran.err


@pytest.mark.parametrize("name", ["klondike", "Spider", "double_freecell"])
def test_games_that_people_ask_for_say_why_they_are_not_there(kiebitz: Kiebitz, name: str) -> None:
    ran = kiebitz("deal", 1, "--game", name)
    assert (ran.code, ran.out) == (2, "")
    assert re.fullmatch(rf"kiebitz: game '{name}' is not offered: .+, and a position here .+\n", ran.err)


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


@pytest.mark.parametrize("spelling", ["german", "russian"])
def test_unicode_in_the_letters_asked_for(kiebitz: Kiebitz, spelling: str) -> None:
    board = kiebitz("deal", 617, "--format", "unicode", "--cards", spelling).out
    assert board == format_board(dealt(617), "text", spelling)
    assert kiebitz("find", "-", "--cards", spelling, stdin=board).out == "617\n"


def test_four_colours_only_where_colour_is_wanted(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    options = ("deal", 1, "--format", "unicode", "--four-colours")
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = kiebitz(*options).out
    assert "\x1b[94mJ♦\x1b[39m" in coloured
    assert "\x1b[32m" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in kiebitz(*options).out


def test_pictures_with_theme_letters_and_title(kiebitz: Kiebitz, tmp_path: Path) -> None:
    options = ("--theme", "dark", "--four-colours", "--cards", "german", "--output")
    for form in deal.PICTURES:
        assert kiebitz("deal", 617, "--format", form, *options, tmp_path / f"617.{form}") == (0, "", "")
    drawn = (tmp_path / "617.svg").read_text()
    assert drawn == svg.board(dealt(617), "FreeCell deal 617", theme("dark", four_colours=True), "german")
    pixels = (tmp_path / "617.png").read_bytes()
    assert pixels == png.board(dealt(617), "FreeCell deal 617", theme("dark", four_colours=True), "german")


@pytest.mark.parametrize(
    ("name", "form"),
    [("b.svg", "svg"), ("b.PNG", "png"), ("b.json", "json"), ("b.txt", "text"), ("svg", "text"), ("b.svg.bak", "text")],
)
def test_the_ending_of_the_file_chooses_the_form(kiebitz: Kiebitz, tmp_path: Path, name: str, form: str) -> None:
    chosen, named = tmp_path / name, tmp_path / "named"
    assert kiebitz("deal", 617, "--output", chosen) == (0, "", "")
    assert kiebitz("deal", 617, "--format", form, "--output", named) == (0, "", "")
    assert chosen.read_bytes() == named.read_bytes()


def test_a_form_that_is_named_stands_above_the_ending(kiebitz: Kiebitz, tmp_path: Path) -> None:
    file = tmp_path / "b.svg"
    kiebitz("deal", 617, "--format", "text", "--output", file)
    assert file.read_text() == format_board(dealt(617))
    kiebitz("deal", 617, "--json", "--output", file)
    assert file.read_text() == format_board(dealt(617), "json")


def test_themes_are_those_that_can_be_drawn() -> None:
    assert tuple(THEMES) == picture_options.THEMES


def test_png_goes_into_a_file_or_a_pipe(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    run = [sys.executable, "-m", "kiebitz", "deal", "617", "--format", "png"]
    piped = subprocess.run(run, capture_output=True, check=True).stdout
    assert piped == png.board(dealt(617), "FreeCell deal 617")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    ran = kiebitz("deal", 617, "--format", "png")
    assert (ran.code, ran.err) == (2, "kiebitz: a picture cannot be printed on a terminal; expected --output FILE\n")


def test_missing_extra_says_how_to_get_it(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    ran = kiebitz("deal", 617, "--format", "png", "--output", "617.png")
    assert ran.code == 2
    assert ran.err == "kiebitz: pictures in pixels need resvg-py: pip install 'kiebitz[picture]'\n"


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
        "slow = {'dataclasses', 'tomllib', 'json', 'typing', 'shutil', 'rich', 'kiebitz.patience.rules'};"
        "slow.add('kiebitz.kernel');"
        "print(*(slow & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == ""
