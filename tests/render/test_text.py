"""Boards for terminals: only colour is added, in two or four inks, also to face-down and moved cards."""

from __future__ import annotations

import re

import pytest

from kiebitz.cards import Card, Suit
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import games
from kiebitz.patience.notation import format_board
from kiebitz.render import text

_ESCAPES = re.compile(r"\x1b\[\d+m")


@pytest.mark.parametrize("four_colours", [False, True])
@pytest.mark.parametrize("name", games())
def test_colour_adds_no_visible_characters(name: str, four_colours: bool) -> None:
    position = deal(3, name)
    coloured = text.board(position, True, four_colours, position.columns[0])
    assert _ESCAPES.sub("", coloured) == format_board(position, "unicode")
    inks = set(re.findall(r"\x1b\[(?:3|9)\d+m", coloured)) - {"\x1b[39m"}
    # Spades keep the terminal's colour, and with two inks clubs do, too.
    suits = set(position.rules.pack.suits) - {Suit.SPADES}
    assert len(inks) == (len(suits) if four_colours else bool(suits - {Suit.CLUBS}))


def test_each_suit_in_its_colour() -> None:
    row = text.board(deal(617), True, True).splitlines()[0].split("  ")
    assert row[:4] == ["\x1b[94m7♦\x1b[39m", "\x1b[94mA♦\x1b[39m", "\x1b[32m5♣\x1b[39m", "3♠"]
    assert row[7] == "\x1b[31mA♥\x1b[39m"


def test_moved_cards_are_underlined_without_colour_too() -> None:
    moved = [Card.parse("AD"), Card.parse("TD")]
    assert text.board(deal(617), False, moved=moved).splitlines()[:2] == [
        "7♦  \x1b[4mA♦\x1b[24m  5♣  3♠  5♠  8♣  2♦  A♥",
        "\x1b[4m10♦\x1b[24m 7♠  Q♦  A♣  6♦  8♥  A♠  K♥",
    ]
    assert "\x1b[4m\x1b[31mA♦\x1b[39m\x1b[24m" in text.board(deal(617), moved=moved)


def test_the_letters_of_a_language_keep_signs_colours_and_lines() -> None:
    moved = [Card.parse("QD")]
    assert text.board(deal(617), False, moved=moved, spelling="german").splitlines()[1] == (
        "10♦ 7♠  \x1b[4mD♦\x1b[24m  A♣  6♦  8♥  A♠  K♥"
    )
    assert "\x1b[31mД♦\x1b[39m" in text.board(deal(617), spelling="russian")


def test_face_down_cards_keep_their_brackets_in_colour() -> None:
    assert "\x1b[31m<Q♦>\x1b[39m" in text.board(deal(2, "russian"))
