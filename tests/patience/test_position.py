"""Setups and positions: a position has all its cards, and errors name the cards at fault."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.cards import PACKS, Card, Rank, Suit
from kiebitz.deals import microsoft
from kiebitz.errors import NotationError, SetupError
from kiebitz.patience import Position, Rules, Setup, Supermoves, game
from kiebitz.patience.board_text import column_texts
from kiebitz.patience.encoding import card_codes, encode_position
from kiebitz.patience.notation import parse_board
from kiebitz.patience.piles import column
from tables import positions, rules

if TYPE_CHECKING:
    from random import Random

DECK = PACKS["52"].cards
ONE_SUIT = game("solitaire_one_suit")


@given(positions())
def test_repr_evaluates_back(position: Position) -> None:
    assert eval(repr(position)) == position
    assert eval(repr(position.setup())) == position.setup()


@given(positions())
def test_str_is_a_board_that_is_read_back(position: Position) -> None:
    assert parse_board(str(position), position.rules).position() == position
    assert not str(position).endswith("\n")


@given(positions())
def test_positions_are_values(position: Position) -> None:
    same = position.setup().position()
    assert same == position
    assert hash(same) == hash(position)
    assert copy.deepcopy(position) == position
    assert pickle.loads(pickle.dumps(position)) == position
    assert position != "position"


@given(positions())
def test_positions_cannot_be_changed(position: Position) -> None:
    with pytest.raises(AttributeError):
        position.columns = ()
    with pytest.raises(AttributeError):
        del position.cells


@given(positions())
def test_no_card_is_home_unless_stated(position: Position) -> None:
    typed = position.setup()
    columns = [column_texts(*column) for column in zip(typed.columns, typed.face_down, strict=True)]
    board = Setup(position.rules, columns, position.cells, stock=position.stock)
    assert board.is_valid() == all(count <= position.rules.dealt_home for count in position.foundations)
    if board.is_valid():
        assert board.position() == position
        return
    with pytest.raises(SetupError) as caught:
        board.position()
    ladders = position.rules.ladders
    tops = [ladder[count - 1] for ladder, count in zip(ladders, position.foundations, strict=True) if count]
    assert caught.value.home == tuple(tops)
    assert str(caught.value).endswith(f"home, say so: Home: {' '.join(map(str, tops))})")
    text = parse_board(f"Home: {' '.join(map(str, tops))}\n{without_home(position)}", position.rules, "text")
    assert text.position() == position


def without_home(position: Position) -> str:
    return "\n".join(line for line in str(position).splitlines() if not line.startswith("Home:"))


@given(rules(), st.randoms())
def test_a_deal_puts_every_card_where_the_rules_say(some: Rules, chance: Random) -> None:
    cards = list(some.pack)
    chance.shuffle(cards)
    position = Position.deal(some, cards)
    dealt = [card for column in position.columns for card in column]
    dealt += [card for card in position.cells if card] + list(position.stock)
    assert sorted([*dealt, *(card for ladder in some.ladders for card in ladder[: some.dealt_home])]) == list(some.pack)
    assert position.foundations == (some.dealt_home,) * 4
    if not some.dealt_first and not some.dealt_home:
        row = zip(cards, some.destinations, strict=True)
        assert position.columns[0] == tuple(card for card, pile in row if pile == column(0))


def test_deal_617() -> None:
    position = Position.deal(game("freecell"), microsoft.cards(617))
    assert [str(column[-1]) for column in position.columns] == ["JD", "KS", "KC", "4H", "JC", "6C", "JH", "QH"]
    assert [len(column) for column in position.columns] == [7, 7, 7, 7, 6, 6, 6, 6]


def test_challenge_freecell_buries_twos_and_aces() -> None:
    shuffled = microsoft.cards(617)
    position = Position.deal(game("challenge_freecell"), shuffled)
    assert [str(column[0]) for column in position.columns] == ["2C", "2S", "2H", "2D", "AC", "AS", "AH", "AD"]
    rest = [card for card in shuffled if card.rank > Rank.TWO]
    assert [column[1] for column in position.columns] == rest[:8]


def test_seahaven_towers_fills_the_middle_cells() -> None:
    position = Position.deal(game("seahaven_towers"), DECK)
    assert position.cells == (None, *DECK[50:], None)
    assert [len(column) for column in position.columns] == [5] * 10


def test_marseille_leaves_three_cards_to_the_player() -> None:
    position = Position.deal(game("marseille"), DECK)
    assert position.stock == DECK[49:]
    assert list(encode_position(position)[-4:]) == [3, *(card_codes(position.rules)[card] for card in DECK[49:])]


@given(positions(rules().filter(lambda some: not some.stock)))
def test_kernel_bytes_hold_each_card_once(position: Position) -> None:
    rules, parts = position.rules, encode_position(position)
    assert tuple(parts[:4]) == position.foundations
    at = 5 + parts[4]
    seen = [code for code in parts[5:at] if code != 255]
    assert (parts[4], parts[at]) == (rules.cells, rules.columns)
    at += 1
    for cards in position.columns:
        assert parts[at] == len(cards)
        assert [card_codes(rules)[card] for card in cards] == list(parts[at + 1 : at + 1 + len(cards)])
        seen += parts[at + 1 : at + 1 + len(cards)]
        at += 1 + len(cards)
    if rules.supermoves is Supermoves.ANY:
        assert tuple(parts[at:]) == position.face_down
        at += rules.columns
    assert at == len(parts)
    seen += [4 * step + suit for suit, count in enumerate(position.foundations) for step in range(count)]
    assert sorted(seen) == sorted(card_codes(rules)[card] for card in rules.pack)


@given(st.lists(st.sampled_from(DECK), max_size=60))
def test_missing_and_duplicate_cards_are_named(cards: list[Card]) -> None:
    columns = [cards[index::8] for index in range(8)]
    board = Setup(game("freecell"), columns, foundations=(0, 0, 0, 0))
    seen = Counter(cards)
    with pytest.raises(SetupError) as caught:
        board.position()
    assert not board.is_valid()
    assert caught.value.missing == tuple(card for card in DECK if card not in seen)
    assert caught.value.doubled == tuple(sorted(card for card in seen if seen[card] > 1))
    assert "\n" not in str(caught.value)


def test_51_cards_and_53_cards() -> None:
    for wrong in (DECK[:-1], [*DECK, DECK[0]]):
        with pytest.raises(SetupError, match="missing KS" if len(wrong) == 51 else "more than once AC"):
            Position.deal(game("freecell"), wrong)


def test_a_card_of_another_pack() -> None:
    with pytest.raises(SetupError, match="2C KD"):
        Setup(ONE_SUIT, ["KD 2C"]).position()


def test_the_error_for_a_missing_ace_explains_how_to_state_that_it_is_home() -> None:
    columns = [[card for card in DECK if card.suit == suit and card != Card.parse("AC")] for suit in Suit]
    with pytest.raises(SetupError, match=r"missing AC .*Home: AC"):
        Setup(game("freecell"), columns).position()
    assert Setup(game("freecell"), columns, foundations=(1, 0, 0, 0)).is_valid()
    with pytest.raises(SetupError, match=r"missing AC$"):
        Setup(game("freecell"), columns, foundations=(0, 0, 0, 0)).position()
    with pytest.raises(SetupError, match=r"AC.* KS$"):
        Setup(game("freecell"), columns, cells="KS").position()


def test_the_explanation_is_only_for_the_first_cards_of_a_suit() -> None:
    with pytest.raises(SetupError, match=r"missing AS QS$"):
        Setup(ONE_SUIT, ["KS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"]).position()
    down = game("solitaire_6x6_down")
    low = [str(card) for card in down.pack if card.rank is Rank.SIX]
    with pytest.raises(SetupError, match=r"home, say so: Home: 7C 7D 7H 7S\)$"):
        Setup(down, [low]).position()


def test_too_many_piles() -> None:
    with pytest.raises(SetupError, match=r"6 columns.* 5"):
        Setup(ONE_SUIT, [""] * 6).position()
    with pytest.raises(SetupError, match=r"2 .*cells.* 1"):
        Setup(ONE_SUIT, ["KS"], cells="QS JS").position()
    with pytest.raises(SetupError, match=r"1 .*stock"):
        Setup(ONE_SUIT, ["KS"], stock="QS").position()
    assert Setup(ONE_SUIT, ["KS"], ["-", None], (0, 0, 0, 12)).position().cells == (None,)


@pytest.mark.parametrize("foundations", [(0, 0, 0), (0, 0, 0, 14), (1, 0, 0, 12), (0, 0, 0, -1), (0, 0, 0, "A")])
def test_foundations_that_cannot_be(foundations: tuple[int, ...]) -> None:
    with pytest.raises(SetupError, match="foundation"):
        Setup(ONE_SUIT, ["KS"], foundations=foundations).position()


def test_a_card_both_home_and_on_the_table() -> None:
    with pytest.raises(SetupError, match=r"AS.* KS") as caught:
        Setup(ONE_SUIT, ["KS", "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"], foundations=(0, 0, 0, 0)).position()
    assert caught.value.missing == (Card.parse("AS"),)


def test_cards_that_cannot_be_read() -> None:
    with pytest.raises(NotationError, match="column 2, card 3: '1X'"):
        Setup(ONE_SUIT, ["KS", "QS JS 1X"])
    with pytest.raises(NotationError, match="free cells, card 1"):
        Setup(ONE_SUIT, [], cells="--")


@given(positions())
def test_rows_hold_every_card_of_the_columns(position: Position) -> None:
    rows = position.rows()
    for place, cards in enumerate(zip(position.columns, position.face_down, strict=True)):
        assert [row[place] for row in rows if place < len(row) and row[place]] == column_texts(*cards)
    assert all(row[-1] for row in rows)


def test_setups_are_compared_but_not_hashed() -> None:
    assert Setup(ONE_SUIT, ["KS"]) == Setup(ONE_SUIT, [[Card.parse("KS")]])
    assert Setup(ONE_SUIT, ["KS"]) != Setup(ONE_SUIT, ["KS"], cells="QS")
    assert Setup(ONE_SUIT, ["KS"]) != "KS"
    with pytest.raises(TypeError):
        hash(Setup(ONE_SUIT, []))
