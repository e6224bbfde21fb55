"""Rules as data: what changes, what is refused, what the kernel is told, what follows for single cards."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given

from kiebitz.cards import PACKS, Card, Rank, Suit
from kiebitz.errors import KiebitzError, NumberRangeError
from kiebitz.patience import Autoplay, Build, EmptyColumn, Foundations, Rules, Supermoves, game, games
from kiebitz.patience.rules import choice_named
from tables import rules


@given(rules())
def test_repr_evaluates_back(some: Rules) -> None:
    again = eval(repr(some))
    assert again == some
    assert hash(again) == hash(some)
    assert pickle.loads(pickle.dumps(some)) == some


@given(rules())
def test_every_card_gets_a_place(some: Rules) -> None:
    assert len(some.destinations) == len(some.pack)
    in_columns = [code for code in some.destinations if code < 16]
    if not some.dealt_rows:
        assert in_columns == [place % some.columns for place in range(len(in_columns))]
    assert set(in_columns) == set(range(some.columns))
    in_cells = [code - 16 for code in some.destinations if 16 <= code < 48]
    assert len(set(in_cells)) == len(in_cells)
    assert all(index < some.cells for index in in_cells)


@given(rules())
def test_each_card_is_built_on_by_the_next_lower_ones(some: Rules) -> None:
    for lower, fitting in some.builds.items():
        for card in some.pack:
            lower_by_one = some.pack.rank_order.index(lower.rank) - some.pack.rank_order.index(card.rank) == 1
            matching = card.suit == lower.suit if some.build is Build.SAME_SUIT else card.colour != lower.colour
            assert (card in fitting) == (lower_by_one and matching)


@given(rules())
def test_foundations_take_each_suit_in_order(some: Rules) -> None:
    assert sorted(card for ladder in some.ladders for card in ladder) == list(some.pack)
    for suit, ladder in zip(Suit, some.ladders, strict=True):
        ranks = [card.rank for card in ladder]
        assert ranks == sorted(ranks, reverse=some.foundations is Foundations.DOWN)
        assert all(card.suit is suit for card in ladder)
        assert [some.steps[card] for card in ladder] == list(range(len(ladder)))
        assert [some.card_code(card) for card in ladder] == [4 * step + suit for step in range(len(ladder))]


def test_what_the_kernel_is_told() -> None:
    assert game("freecell").kernel_bytes() == bytes([13, 0b1111, 8, 4, 0, 0, 0, 0, 0])
    assert game("solitaire_6x6").kernel_bytes() == bytes([9, 0b1111, 6, 3, 1, 0, 0, 0, 0])
    assert game("solitaire_6x6_down").kernel_bytes() == bytes([9, 0b1111, 6, 3, 1, 1, 0, 0, 0])
    assert game("solitaire_two_suits").kernel_bytes() == bytes([13, 0b0101, 6, 2, 1, 0, 0, 0, 0])
    assert game("solitaire_one_suit").kernel_bytes() == bytes([13, 0b1000, 5, 1, 1, 0, 0, 0, 0])
    assert game("relaxed_seahaven_towers").kernel_bytes() == bytes([13, 0b1111, 10, 4, 1, 0, 1, 1, 0])
    assert game("freecell").with_(empty_column="none").kernel_bytes()[6] == 2
    assert game("yukon").kernel_bytes() == bytes([13, 0b1111, 7, 0, 0, 0, 1, 2, 0])
    assert game("russian").kernel_bytes() == bytes([13, 0b1111, 7, 0, 1, 0, 1, 2, 1])
    assert game("freecell").with_(home_moves="forced").kernel_bytes()[8] == 1


def test_in_the_russian_pack_a_six_follows_the_ace() -> None:
    rules = game("solitaire_6x6")
    assert rules.builds[Card.parse("6S")] == {Card.parse("AS")}
    assert rules.ladders[Suit.SPADES][:2] == (Card.parse("AS"), Card.parse("6S"))
    assert game("solitaire_6x6_down").ladders[Suit.SPADES][-2:] == (Card.parse("6S"), Card.parse("AS"))


def test_who_opens_an_empty_column() -> None:
    assert game("freecell").openers == set(PACKS["52"])
    assert {card.rank for card in game("eight_off").openers} == {Rank.KING}
    assert not game("freecell").with_(empty_column="none").openers


def test_changes_are_by_name_or_by_choice() -> None:
    named = game("freecell").with_(build="same_suit", cells=0)
    chosen = game("freecell").with_(build=Build.SAME_SUIT).with_(cells=0)
    assert named == chosen
    assert named.game == "freecell"
    assert named != game("freecell")
    assert game("freecell").with_(cells=3).with_(cells=4) == game("freecell")


@pytest.mark.parametrize("cells", [-1, 13, 10**6, "4", None, 2.0])
def test_impossible_numbers_of_cells(cells: object) -> None:
    with pytest.raises(NumberRangeError, match="0 to 12 cells"):
        game("freecell").with_(cells=cells)


def test_a_game_dealt_in_rows_of_its_own_keeps_its_columns() -> None:
    for columns in (1, 6, 8, 10):
        with pytest.raises(NumberRangeError, match="expected 7 columns, as Yukon is dealt in rows of its own"):
            game("yukon").with_(columns=columns)
    assert game("yukon").with_(columns=7) == game("yukon")


def test_a_layout_must_fit_the_pack_and_the_columns() -> None:
    yukon = game("yukon")
    with pytest.raises(KiebitzError, match=r"^Yukon deals 7 cards; expected the 52 of its pack$"):
        replace(yukon, dealt_rows=("1234567",), face_down=())
    for face_down in ((0, 1, 2), (1, 1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4, 5, 11), (0, -1, 2, 3, 4, 5, 6)):
        with pytest.raises(KiebitzError, match="expected 7 numbers, each below its column's height"):
            replace(yukon, face_down=face_down)


@pytest.mark.parametrize("columns", [0, 11, -3])
def test_impossible_numbers_of_columns(columns: int) -> None:
    with pytest.raises(NumberRangeError, match="1 to 10 columns"):
        game("freecell").with_(columns=columns)


def test_unknown_rules_and_choices_are_named() -> None:
    with pytest.raises(KiebitzError, match=r"no rule is called 'colour'; expected one of: columns, cells, build"):
        game("freecell").with_(colour="red")
    with pytest.raises(KiebitzError, match="unknown supermoves 'poetic'; expected one of: single, standard, microsoft"):
        game("freecell").with_(supermoves="poetic")
    with pytest.raises(KiebitzError, match="unknown empty column 'queens'"):
        game("freecell").with_(empty_column="queens")
    assert choice_named(Autoplay, "safe") is Autoplay.SAFE


def test_games_that_fill_cells_fill_those_that_exist() -> None:
    assert game("seahaven_towers").destinations[-2:] == (17, 18)
    assert game("eight_off").destinations[-4:] == (16, 17, 18, 19)
    assert game("forecell").with_(cells=2).destinations[-4:] == (0, 1, 16, 17)
    assert game("seahaven_towers").with_(cells=0).destinations[-2:] == (0, 1)


def test_every_game_states_an_empty_column_and_a_count() -> None:
    assert {name for name in games() if game(name).empty_column is EmptyColumn.KINGS} == {
        "eight_off",
        "forecell",
        "kings_only_bakers_game",
        "relaxed_seahaven_towers",
        "russian",
        "seahaven_towers",
        "yukon",
    }
    assert {name for name in games() if game(name).supermoves is Supermoves.WHOLE} == {
        "marseille",
        "relaxed_freecell",
        "relaxed_seahaven_towers",
    }
