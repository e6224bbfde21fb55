"""Spellings of cards: round trips, and no guessing."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.cards import Card
from kiebitz.cards.spelling import SPELLINGS, texts
from kiebitz.cards.text import format_cards, parse_cards
from kiebitz.errors import KiebitzError, NotationError
from strategies import cards, shuffled, spellings


@given(cards(), spellings())
def test_every_notation_round_trips(card: Card, spelling: str) -> None:
    assert Card.parse(card.text(spelling), spelling) is card
    assert Card.parse(f"  {card.text(spelling).lower()}\n", spelling) is card


@given(shuffled(), spellings())
def test_lists_of_cards_round_trip(deal: tuple[Card, ...], spelling: str) -> None:
    assert tuple(parse_cards(format_cards(deal, spelling), spelling)) == deal


@pytest.mark.parametrize(
    "text", ["TS", "ts", "tS", "10S", "10s", "0S", "0s", "♠10", "10♠", "T♠", "♤10", "ST", "10♠\ufe0f"]
)
def test_the_ten_of_spades_has_many_names(text: str) -> None:
    assert str(Card.parse(text)) == "TS"


@pytest.mark.parametrize(
    ("text", "spelling", "card"),
    [
        ("A♠", "german", "AS"),
        ("K♦", "german", "KD"),
        ("D♥", "german", "QH"),
        ("B♣", "german", "JC"),
        ("KrB", "german", "JC"),
        ("DKr", "german", "QC"),
        ("KaK", "german", "KD"),
        ("KKA", "german", "KD"),
        ("10Pi", "german", "TS"),
        ("hd", "german", "QH"),
        ("Т♠", "russian", "AS"),
        ("К♦", "russian", "KD"),
        ("ДЧ", "russian", "QH"),
        ("вт", "russian", "JC"),
        ("ТТ", "russian", "AC"),
        ("10П", "russian", "TS"),
        ("6Б", "russian", "6D"),
    ],
)
def test_german_and_russian_names(text: str, spelling: str, card: str) -> None:
    assert str(Card.parse(text, spelling)) == card


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("", "english"),
        ("1X", "english"),
        ("1H", "english"),
        ("11S", "english"),
        ("T", "english"),
        ("S", "english"),
        ("TSS", "english"),
        ("T S", "english"),
        ("Т♠", "english"),  # the Cyrillic Т
        ("T\N{LATIN SMALL LETTER LONG S}", "english"),  # whose upper case is an S
        ("KK", "german"),  # König of Kreuz or of Karo?
        ("QH", "german"),
        ("T♠", "german"),
        ("T♠", "russian"),  # the Latin T
        ("JC", "russian"),
    ],
)
def test_what_is_no_card_is_refused(text: str, spelling: str) -> None:
    with pytest.raises(NotationError, match="expected a") as caught:
        Card.parse(text, spelling)
    assert caught.value.text == text
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_no_spelling_names_two_cards(spelling: str) -> None:
    # A table keeps the last card a spelling was given to, so an ambiguous one would be missing from another card.
    names = Counter(texts(spelling).values())
    assert len(names) == 52
    by_suit: dict[int, set[int]] = {}
    for (rank, suit), count in names.items():
        if 2 <= rank <= 9:
            by_suit.setdefault(suit, set()).add(count)
    assert all(len(counts) == 1 for counts in by_suit.values())


def test_the_word_at_fault_is_named_with_its_place() -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards("AS 10H\n  KD\t1X KD")
    assert (caught.value.text, caught.value.place) == ("1X", "line 2, column 6")
    assert str(caught.value) == "line 2, column 6: '1X' cannot be read; expected a card such as AS, TS, 10S or ♠10"


def test_an_unknown_spelling_is_refused() -> None:
    for act in (lambda: Card.parse("TS", "klingon"), lambda: Card.parse("TS").text("klingon")):
        with pytest.raises(KiebitzError, match="'klingon'"):
            act()


@given(st.text(), spellings())
def test_any_text_is_a_card_or_a_clear_error(text: str, spelling: str) -> None:
    caught = None
    try:
        parse_cards(text, spelling)
    except NotationError as error:
        caught = error
    assert caught is None or (str(caught).isprintable() and caught.place.startswith("line "))


def test_a_line_of_ten_megabytes_gives_a_short_message() -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards("X" * 10_000_000)
    assert len(str(caught.value)) < 200
    assert "(10000000 characters)" in str(caught.value)
