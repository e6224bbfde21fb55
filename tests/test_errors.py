"""Messages of the errors, their attributes, and pickling."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz import errors
from kiebitz.cards import Card
from kiebitz.errors import (
    ArgumentError,
    BrokenOffError,
    ChoiceError,
    ContentError,
    ContractError,
    DependencyError,
    EditionError,
    FileError,
    HandError,
    IllegalMoveError,
    InputError,
    KiebitzError,
    LimitError,
    LinkError,
    NotationError,
    NotWonError,
    NumberRangeError,
    ProcessError,
    RecordError,
    SetupError,
    SuperfluousMoveError,
    UnknownGameError,
    UnsupportedRulesError,
    WrongScoreError,
    counted,
    shown,
    visible,
)

_ERRORS = [
    (NotationError("1X", "line 3, column 5", "a card"), "line 3, column 5: '1X' cannot be read; expected a card"),
    (NotationError("1X", "", "a card"), "'1X' cannot be read; expected a card"),
    (LinkError("at", "7", "a number"), "link, at: '7' cannot be read; expected a number"),
    (LinkError("", "x", "a key"), "link: 'x' cannot be read; expected a key"),
    (
        EditionError("link", "Marseille", 1, 2),
        "link: edition 1 of Marseille, whose rules have been corrected since; expected edition 2",
    ),
    (
        IllegalMoveError("colours must alternate", "26", 17),
        "move 17 '26' is illegal: colours must alternate",
    ),
    (IllegalMoveError("the column is empty"), "move is illegal: the column is empty"),
    (SuperfluousMoveError("26", 17, ["5a"]), "move 17 '26' is superfluous: the game is won by the moves before it"),
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
    (
        BrokenOffError("game 2, move 4", "it was broken off", "a game played to its end", "7", "rearhand won, 96"),
        "game 2, move 4: it was broken off; expected a game played to its end",
    ),
    (
        UnsupportedRulesError("FreeCell", "cannot be solved with forced home moves; expected free ones"),
        "FreeCell cannot be solved with forced home moves; expected free ones",
    ),
    (ArgumentError("limit", 5, "a Limit"), "argument limit: '5' cannot be used; expected a Limit"),
    (
        ChoiceError("empty column", "few", ["any", "kings", "none"]),
        "unknown empty column 'few'; expected one of: any, kings, none",
    ),
    (LimitError("states", -1, "a number above zero"), "limit states='-1'; expected a number above zero"),
    (InputError("", "no card has index '52'", "0 to 51"), "no card has index '52'; expected 0 to 51"),
    (InputError("column 2", "cards: 9", "a fresh deal"), "column 2: cards: 9; expected a fresh deal"),
    (
        ContractError("contract", "'hand' stands there twice", "it once"),
        "contract: 'hand' stands there twice; expected it once",
    ),
    (InputError("", "11 tricks", "0 to 10"), "11 tricks; expected 0 to 10"),
    (
        InputError("game file fan", "unknown key cels", "pack, cells"),
        "game file fan: unknown key cels; expected pack, cells",
    ),
    (InputError("", "3 worlds", "4"), "3 worlds; expected 4"),
    (ProcessError("", "scheduler 'x' has no workers"), "scheduler 'x' has no workers"),
    (InputError("", "a link names game and rules itself"), "a link names game and rules itself"),
    (InputError("", "nothing to convert", "a board"), "nothing to convert; expected a board"),
    (
        FileError("a\x1b.txt", "is empty", "32 cards"),
        "file 'a\\x1b.txt' is empty; expected 32 cards",
    ),
    (FileError("", "is closed", kind="standard output"), "standard output is closed"),
    (ContentError("-", NotationError("1X", "", "a card")), "standard input: '1X' cannot be read; expected a card"),
    (
        ContentError("a.txt", SetupError(reason="nine columns")),
        "file 'a.txt': not a position of the game: nine columns",
    ),
    (InputError("rules", "12 bytes expected, not 3"), "rules: 12 bytes expected, not 3"),
    (
        DependencyError("pictures need", "pillow, which is not there", "install it"),
        "pictures need pillow, which is not there: install it",
    ),
    (ProcessError("a process could not be started", "'full'"), "a process could not be started: 'full'"),
]


def test_every_class_is_in_the_table() -> None:
    classes = {value for value in vars(errors).values() if isinstance(value, type)}
    assert classes - {type(error) for error, _ in _ERRORS} == {KiebitzError, errors.FaultError, errors.KernelFaultError}


def test_what_was_expected_is_an_attribute_of_every_error() -> None:
    for error, message in _ERRORS:
        fault, _, expected = message.rpartition("; expected ")
        if fault and not isinstance(error, UnsupportedRulesError):  # its reason includes the words
            inner = error.error if isinstance(error, ContentError) else error
            assert inner.expected == error.expected == expected, message


@pytest.mark.parametrize(("error", "message"), _ERRORS)
def test_messages(error: KiebitzError, message: str) -> None:
    assert isinstance(error, ValueError)
    assert str(error) == message
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == message
    if not isinstance(error, ContentError):  # its inner error compares by identity
        assert vars(again) == vars(error)


def test_long_lists_of_cards_are_cut() -> None:
    message = str(SetupError([Card.from_index(index) for index in range(52)]))
    assert message.endswith("(52 in all)")
    assert len(message) < 120


def test_signs_that_a_terminal_obeys_are_made_visible() -> None:
    assert visible("a\x1b[2J\x07\x9b\u202e♠\t\n", keep="\n") == "a\\x1b[2J\\x07\\x9b\\u202e♠\\t\n"


@given(st.text())
def test_quotes_are_short_and_printable(text: str) -> None:
    quote = shown(text)
    assert quote.isprintable()
    assert len(quote) < 100


def test_numbers_too_long_to_print_are_quoted_all_the_same() -> None:
    assert shown(10**5000) == "'int too long to print'"


@pytest.mark.parametrize(
    ("count", "words"), [(0, "no states"), (1, "1 state"), (2, "2 states"), (1_234_567, "1,234,567 states")]
)
def test_things_are_counted_in_the_right_form(count: int, words: str) -> None:
    assert counted(count, "state") == words
