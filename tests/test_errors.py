"""Messages of the errors: one line, their parts kept, and fit to travel between processes."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.cards import Card
from kiebitz.errors import (
    HandError,
    IllegalMoveError,
    KiebitzError,
    LimitError,
    LinkError,
    NotationError,
    NotWonError,
    NumberRangeError,
    RecordError,
    SetupError,
    UnknownGameError,
    WrongScoreError,
    shown,
)

_ERRORS = [
    (NotationError("1X", "line 3, column 5", "a card"), "line 3, column 5: '1X' cannot be read; expected a card"),
    (NotationError("1X", "", "a card"), "'1X' cannot be read; expected a card"),
    (LinkError("at", "7", "a number"), "link, at: '7' cannot be read; expected a number"),
    (LinkError("", "x", "a key"), "link: 'x' cannot be read; expected a key"),
    (
        IllegalMoveError("colours must alternate", "26", 17),
        "move 17 '26' is illegal: colours must alternate",
    ),
    (IllegalMoveError("the column is empty"), "move is illegal: the column is empty"),
    (NotWonError(45, 12), "after 45 legal moves the game is not won: cards that are not home: 12"),
    (WrongScoreError(4, 15, 17), "after 4 legal moves the score is 15, not 17"),
    (
        SetupError([Card.parse("AS")], [Card.parse("KD"), Card.parse("2C")]),
        "not a position of the game: missing AS; more than once KD 2C",
    ),
    (
        SetupError([Card.parse("AS"), Card.parse("2S")], home=[Card.parse("2S")]),
        "not a position of the game: missing AS 2S (if they are home, say so: Home: 2S)",
    ),
    (SetupError(reason="nine columns"), "not a position of the game: nine columns"),
    (
        UnknownGameError("chess", ["freecell", "eight_off"]),
        "unknown game 'chess'; expected one of: freecell, eight_off",
    ),
    (UnknownGameError("two_packs", reason="one pack only"), "game 'two_packs' is not offered: one pack only"),
    (HandError("skat", "JC is in the hand too", "other cards"), "skat: JC is in the hand too; expected other cards"),
    (NumberRangeError(-5, "a number from 1"), "number '-5' is out of range; expected a number from 1"),
    (
        RecordError("game 2, result", "nothing there", "win or loss"),
        "game 2, result: nothing there; expected win or loss",
    ),
    (LimitError("states", -1, "a number above zero"), "limit states='-1'; expected a number above zero"),
]


@pytest.mark.parametrize(("error", "message"), _ERRORS)
def test_messages(error: KiebitzError, message: str) -> None:
    assert isinstance(error, ValueError)
    assert str(error) == message
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == message
    assert vars(again) == vars(error)


def test_long_lists_of_cards_are_cut() -> None:
    message = str(SetupError([Card.from_index(index) for index in range(52)]))
    assert message.endswith("(52 in all)")
    assert len(message) < 120


@given(st.text())
def test_quotes_are_short_and_printable(text: str) -> None:
    quote = shown(text)
    assert quote.isprintable()
    assert len(quote) < 100


def test_numbers_too_long_to_print_are_quoted_all_the_same() -> None:
    assert shown(10**5000) == "'int too long to print'"
