"""The catalogue: names of games, and strict reading of their files."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.errors import KiebitzError, UnknownGameError
from kiebitz.patience.encoding import encode_rules
from kiebitz.patience.games import game, games, page
from kiebitz.patience.games.catalogue import parse_page
from kiebitz.patience.piles import PileKind, column

ABOUT = 'title = "T"\ntitle_ru = "Т"\naliases = []\ndescription = "d"\nsource = "s"\n'

# columns, cells, cards, cards in the longest and shortest column, cards in cells at the start
LAYOUTS = {
    "bakers_game": (8, 4, 52, 7, 6, 0),
    "challenge_freecell": (8, 4, 52, 7, 6, 0),
    "eight_off": (8, 8, 52, 6, 6, 4),
    "forecell": (8, 4, 52, 6, 6, 4),
    "freecell": (8, 4, 52, 7, 6, 0),
    "kings_only_bakers_game": (8, 4, 52, 7, 6, 0),
    "marseille": (7, 3, 52, 7, 7, 0),
    "relaxed_freecell": (8, 4, 52, 7, 6, 0),
    "relaxed_seahaven_towers": (10, 4, 52, 5, 5, 2),
    "russian": (7, 0, 52, 11, 1, 0),
    "seahaven_towers": (10, 4, 52, 5, 5, 2),
    "solitaire_6x6": (6, 3, 36, 6, 6, 0),
    "solitaire_6x6_down": (6, 3, 36, 6, 6, 0),
    "solitaire_one_suit": (5, 1, 13, 3, 2, 0),
    "solitaire_two_suits": (6, 2, 26, 5, 4, 0),
    "beleaguered_castle": (8, 0, 52, 6, 6, 0),
    "fan": (18, 0, 52, 3, 2, 0),
    "king_albert": (9, 7, 52, 9, 1, 7),
    "raglan": (9, 6, 52, 7, 1, 6),
    "simple_simon": (10, 0, 52, 8, 1, 0),
    "somerset": (10, 0, 52, 8, 1, 0),
    "stronghold": (8, 1, 52, 7, 6, 0),
    "yukon": (7, 0, 52, 11, 1, 0),
}


def test_the_games() -> None:
    assert list(games()) == sorted(games())
    assert set(games()) >= set(LAYOUTS)


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts(name: str) -> None:
    rules = game(name)
    heights = [rules.destinations.count(column(index)) for index in range(rules.columns)]
    in_cells = sum(pile.kind is PileKind.CELL for pile in rules.destinations)
    assert (rules.columns, rules.cells, len(rules.pack), max(heights), min(heights), in_cells) == LAYOUTS[name]


@pytest.mark.parametrize("name", [*games(), "double_freecell"])
def test_pages_speak_two_languages_and_name_their_source(name: str) -> None:
    entry = page(name)
    assert entry.id == name
    assert entry.title.isascii() or "×" in entry.title
    assert any("а" <= letter <= "я" for letter in entry.title_ru)
    assert len(entry.description) > 20
    assert len(entry.source) > 20


def test_every_name_leads_to_one_game() -> None:
    names = [name for each in map(page, games()) for name in {each.id, each.title, each.title_ru, *each.aliases}]
    owners = {name: page(name).id for name in names}
    for each in map(page, games()):
        assert {owners[name] for name in (each.id, each.title, each.title_ru, *each.aliases)} == {each.id}


@pytest.mark.parametrize("name", ["FreeCell", "FREE-CELL", " free cell ", "Свободная ячейка", "fc"])
def test_names_are_read_generously(name: str) -> None:
    assert game(name) is game("freecell")


def test_double_freecell_is_refused_by_name() -> None:
    with pytest.raises(UnknownGameError, match="two packs"):
        game("double_freecell")


@pytest.mark.parametrize("thing", [None, 617, ["freecell"], b"freecell"])
def test_values_that_are_no_names_are_unknown_games(thing: Any) -> None:
    with pytest.raises(UnknownGameError, match=r"'.*'.*bakers_game, "):
        game(thing)


@given(st.text().map("klondike {}".format) | st.sampled_from(["", "../freecell", "klondike", "x" * 10**6]))
def test_unknown_games(name: str) -> None:
    with pytest.raises(UnknownGameError) as caught:
        game(name)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600
    assert "freecell" in caught.value.known


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(KiebitzError, match="cels; expected pack, dealt_to_cells"):
        parse_page("test", ABOUT + 'based_on = "freecell"\ncels = 3\n')


def test_a_missing_rule_is_an_error() -> None:
    with pytest.raises(KiebitzError, match="pack, dealt_to_cells, stock, dealt_home"):
        parse_page("test", ABOUT)
    with pytest.raises(KiebitzError, match="key source"):
        parse_page("test", ABOUT.replace('source = "s"\n', "") + 'based_on = "freecell"\n')


@pytest.mark.parametrize(
    "line",
    [
        'build = "rank"',
        'pack = "54"',
        'dealt_to_cells = "h"',
        'dealt_first = "1X"',
        'face_down = "x"',
        'home_moves = "never"',
    ],
)
def test_invalid_values(line: str) -> None:
    with pytest.raises(KiebitzError, match=f"game file test: {line.split(maxsplit=1)[0]} = .* is invalid"):
        parse_page("test", ABOUT + f'based_on = "freecell"\n{line}\n')


def test_a_variant_states_its_differences_only() -> None:
    variant = parse_page("test", ABOUT + 'based_on = "bakers_game"\ncells = 2\n').rules
    assert variant is not None
    assert encode_rules(variant) == encode_rules(game("bakers_game").with_(cells=2))
    assert (variant.game, variant.title) == ("test", "T")


def test_a_file_that_is_no_toml() -> None:
    with pytest.raises(KiebitzError, match="game file test: "):
        parse_page("test", "title = ")
    with pytest.raises(KiebitzError, match="'double_freecell'"):
        parse_page("test", ABOUT + 'based_on = "double_freecell"\n')
