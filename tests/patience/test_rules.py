"""Rules as data: changes, refusals, bytes for the kernel, properties of single cards."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given

from kiebitz import cards
from kiebitz.analysis.supported_rules import OF_FAMILY, Search, search_for
from kiebitz.cards import PACKS, Card, Rank, Suit
from kiebitz.cli.parser import Parser
from kiebitz.errors import ChoiceError, KiebitzError, NumberRangeError, UnsupportedRulesError
from kiebitz.patience import Ace, Autoplay, Build, EmptyColumn, Foundations, Rules, Supermoves
from kiebitz.patience import rules as rules_module
from kiebitz.patience.encoding import card_codes, encode_rules
from kiebitz.patience.game_files import game_file
from kiebitz.patience.games import game, games
from kiebitz.patience.links import read_link
from kiebitz.patience.notation import parse_header
from kiebitz.patience.notation.header import header_of
from kiebitz.patience.piles import PileKind, cell, column
from kiebitz.patience.rule_options import CHANGEABLE, Changeable, Sequences, choice_named
from kiebitz.patience.rules import _FIXED
from kiebitz.patience.session import Session
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
    in_columns = [pile.index for pile in some.destinations if pile.kind is PileKind.COLUMN]
    if not some.dealt_rows:
        assert in_columns == [place % some.columns for place in range(len(in_columns))]
    assert set(in_columns) == set(range(some.columns))
    in_cells = [pile.index for pile in some.destinations if pile.kind is PileKind.CELL]
    assert len(set(in_cells)) == len(in_cells)
    assert all(index < some.cells for index in in_cells)


@given(rules())
def test_each_card_is_built_on_by_the_next_lower_ones(some: Rules) -> None:
    places = _places(some)
    for lower, fitting in some.builds.items():
        for card in some.pack:
            lower_by_one = places[lower.rank] - places[card.rank] == 1
            matching = {
                Build.SAME_SUIT: card.suit == lower.suit,
                Build.ALTERNATE_COLOUR: card.colour != lower.colour,
                Build.ANY_SUIT: True,
            }
            assert (card in fitting) == (lower_by_one and matching[some.build])
            together = card in fitting and (some.sequences is Sequences.AS_BUILT or card.suit == lower.suit)
            assert (card in some.joins[lower]) == together


def _places(some: Rules) -> dict[Rank, int]:
    """Return the index of each rank of the pack by value, with the ace at 1 or above the king."""
    value = {rank: 14 if rank is Rank.ACE and some.ace is Ace.HIGH else int(rank) for rank in some.pack.rank_order}
    return {rank: place for place, rank in enumerate(sorted(value, key=value.__getitem__))}


@given(rules())
def test_foundations_take_each_suit_in_order(some: Rules) -> None:
    assert sorted(card for ladder in some.ladders for card in ladder) == list(some.pack)
    for suit, ladder in zip(Suit, some.ladders, strict=True):
        places = [_places(some)[card.rank] for card in ladder]
        if some.foundations is Foundations.ACE_DOWN and ladder:
            assert ladder[0].rank is Rank.ACE
            del places[0]
        upwards = some.foundations in (Foundations.UP, Foundations.WHOLE_RUNS)
        assert places == sorted(places, reverse=not upwards)
        assert all(card.suit is suit for card in ladder)
        assert [some.steps[card] for card in ladder] == list(range(len(ladder)))
        assert [card_codes(some)[card] for card in ladder] == [4 * step + suit for step in range(len(ladder))]


def test_which_search_is_for_which_rules() -> None:
    with pytest.raises(UnsupportedRulesError, match=r"goal score.* win"):
        search_for(game("freecell").with_(goal="score"))
    with pytest.raises(UnsupportedRulesError, match=r"alternate_colour.* same_suit"):
        search_for(game("russian").with_(build="alternate_colour"))
    assert search_for(game("russian").with_(build="alternate_colour", goal="win")) is Search.YUKON
    assert [search_for(game(name)) for name in games()] == [OF_FAMILY[game(name).family] for name in games()]


def test_bytes_of_rules_for_the_kernel() -> None:
    assert encode_rules(game("freecell")) == bytes([13, 0b1111, 8, 4, 0, 0, 0, 0, 0, 0, 0, 0])
    assert encode_rules(game("solitaire_6x6")) == bytes([9, 0b1111, 6, 3, 1, 0, 0, 0, 0, 0, 0, 0])
    down = game("solitaire_6x6_down")
    assert encode_rules(down) == bytes([9, 0b1111, 6, 3, 1, 1, 0, 0, 0, 0, 0, 0])
    assert encode_rules(down.with_(ace="low")) == bytes([9, 0b1111, 6, 3, 1, 3, 0, 0, 0, 0, 0, 0])
    assert encode_rules(down.with_(ace="low", foundations="down")) == encode_rules(down)
    assert encode_rules(game("solitaire_two_suits")) == bytes([13, 0b0101, 6, 2, 1, 0, 0, 0, 0, 0, 0, 0])
    assert encode_rules(game("solitaire_one_suit")) == bytes([13, 0b1000, 5, 1, 1, 0, 0, 0, 0, 0, 0, 0])
    assert encode_rules(game("relaxed_seahaven_towers")) == bytes([13, 0b1111, 10, 4, 1, 0, 1, 1, 0, 0, 0, 0])
    assert encode_rules(game("freecell").with_(empty_column="none"))[6] == 2
    assert encode_rules(game("marseille")) == bytes([13, 0b1111, 7, 3, 0, 0, 0, 1, 0, 3, 0, 0])
    assert encode_rules(game("yukon")) == bytes([13, 0b1111, 7, 0, 0, 0, 1, 2, 0, 0, 0, 0])
    assert encode_rules(game("russian")) == bytes([13, 0b1111, 7, 0, 1, 0, 1, 2, 1, 0, 0, 0])
    assert encode_rules(game("freecell").with_(home_moves="forced"))[8] == 1


def test_in_the_russian_pack_a_six_follows_the_ace() -> None:
    rules = game("solitaire_6x6")
    assert rules.builds[Card.parse("6S")] == {Card.parse("AS")}
    assert rules.ladders[Suit.SPADES][:2] == (Card.parse("AS"), Card.parse("6S"))
    down = game("solitaire_6x6").with_(foundations="down")
    assert down.ladders[Suit.SPADES][-2:] == (Card.parse("6S"), Card.parse("AS"))
    assert " ".join(map(str, game("solitaire_6x6_down").ladders[Suit.SPADES])) == "AS KS QS JS TS 9S 8S 7S 6S"
    assert " ".join(map(str, game("solitaire_6x6_down").with_(ace="low").ladders[0])) == "AC KC QC JC TC 9C 8C 7C 6C"


def test_the_cards_that_open_an_empty_column() -> None:
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
    assert repr(game("freecell").with_(cells=3).with_(cells=4)) == "game('freecell')"


def test_changes_are_found_by_comparing_with_the_catalogue_s_game() -> None:
    freecell = game("freecell")
    for changed in (freecell.with_(cells=2), replace(freecell, cells=2), freecell.with_(cells=9).with_(cells=2)):
        assert changed.changes == (("cells", 2),)
        assert repr(changed) == "game('freecell').with_(cells=2)"
        assert str(header_of(changed, Autoplay.SAFE, None)).startswith("# game: freecell\n# cells: 2\n")
    own = replace(freecell, stock=2)
    assert not own.is_named
    assert eval(repr(own), vars(cards) | vars(rules_module)) == own
    with pytest.raises(KiebitzError, match=r"^FreeCell: "):
        header_of(own, Autoplay.SAFE, None)


@pytest.mark.parametrize("name", games())
def test_a_game_is_written_as_its_file_states_it(name: str) -> None:
    rules = game(name)
    assert rules.is_named
    assert rules.changes == ()
    assert all(plain(getattr(rules, key)) == game_file(name).rules[key] for key, (_, plain) in _FIXED.items())


@pytest.mark.parametrize("rule", CHANGEABLE, ids=lambda rule: rule.name)
def test_every_changeable_rule_is_changed_named_and_read_back(rule: Changeable) -> None:
    start = game("solitaire_two_suits")
    now = start.written(rule.name)
    if rule.most is not None:
        values: list[object] = [number for number in (rule.least, rule.most) if number != now]
    else:
        values = [name for name in rule.names or ("CD", "DS", "HS") if name != now]
    assert values
    for value in values:
        changed = start.with_(**{rule.name: value})
        assert changed.changes == ((rule.name, value),)
        assert changed.with_(**{rule.name: now}) == start
        assert rule.written(rule.parse(str(value))) == value
        header = header_of(changed, Autoplay.SAFE, None)
        assert parse_header(str(header)).rules() == changed
        session = Session.new(rules=changed, number=1)
        assert read_link(session.link()) == session
        args = Parser(prog="x")
        args.add_rules()
        words = [f"--{rule.name.replace('_', '-')}", str(value)]
        assert args.parse_args(words).changes == {rule.name: value}


@pytest.mark.parametrize("suits", ["HS", "sh", "hearts,spades", "♠♥", (Suit.SPADES, Suit.HEARTS), [2, 3]])
def test_suits_are_read_in_any_form(suits: object) -> None:
    assert game("two_suits").with_(suits=suits).suits == (Suit.HEARTS, Suit.SPADES)


@pytest.mark.parametrize(
    ("suits", "expected"),
    [
        ("HX", "C, D, H, S, CD, CH, .*, CDHS"),
        ("HH", "C, D, H, S, CD, CH, .*, CDHS"),
        ("", "C, D, H, S, CD, CH, .*, CDHS"),
        (5, "C, D, H, S, CD, CH, .*, CDHS"),
        ("H", "CD, CH, CS, DH, DS, HS"),
        ("CDHS", "CD, CH, CS, DH, DS, HS"),
    ],
)
def test_suits_that_will_not_do(suits: object, expected: str) -> None:
    with pytest.raises(ChoiceError, match=rf"^unknown suits '.*'; expected one of: {expected}$"):
        game("two_suits").with_(suits=suits)


@pytest.mark.parametrize("cells", [-1, 13, 10**6, "4", None, 2.0])
def test_impossible_numbers_of_cells(cells: object) -> None:
    with pytest.raises(NumberRangeError, match="0 to 12 cells"):
        game("freecell").with_(cells=cells)


def test_a_game_dealt_in_rows_of_its_own_keeps_its_columns() -> None:
    for columns in (1, 6, 8, 10):
        with pytest.raises(NumberRangeError, match=r"7 columns.*Yukon"):
            game("yukon").with_(columns=columns)
    assert game("yukon").with_(columns=7) == game("yukon")


def test_a_layout_must_fit_the_pack_and_the_columns() -> None:
    yukon = game("yukon")
    with pytest.raises(KiebitzError, match=r"^Yukon .*7 .*52"):
        replace(yukon, dealt_rows=("1234567",), face_down=())
    for face_down in ((0, 1, 2), (1, 1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4, 5, 11), (0, -1, 2, 3, 4, 5, 6)):
        with pytest.raises(KiebitzError, match="7 numbers"):
            replace(yukon, face_down=face_down)


@pytest.mark.parametrize("columns", [0, 19, -3])
def test_impossible_numbers_of_columns(columns: int) -> None:
    with pytest.raises(NumberRangeError, match="1 to 18 columns"):
        game("freecell").with_(columns=columns)


def test_unknown_rules_and_choices_are_named() -> None:
    with pytest.raises(KiebitzError, match="'colour'"):
        game("freecell").with_(colour="red")
    with pytest.raises(KiebitzError, match="'poetic'"):
        game("freecell").with_(supermoves="poetic")
    with pytest.raises(KiebitzError, match="'queens'"):
        game("freecell").with_(empty_column="queens")
    assert choice_named(Autoplay, "safe") is Autoplay.SAFE


def test_games_that_fill_cells_fill_those_that_exist() -> None:
    assert game("seahaven_towers").destinations[-2:] == (cell(1), cell(2))
    assert game("eight_off").destinations[-4:] == (cell(0), cell(1), cell(2), cell(3))
    assert game("forecell").with_(cells=2).destinations[-4:] == (column(0), column(1), cell(0), cell(1))
    assert game("seahaven_towers").with_(cells=0).destinations[-2:] == (column(0), column(1))


def test_every_game_states_an_empty_column_and_a_count() -> None:
    assert {name for name in games() if game(name).empty_column is EmptyColumn.KINGS} == {
        "eight_off",
        "fan",
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
        "simple_simon",
        "thirty",
    }
