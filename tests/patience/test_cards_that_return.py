"""Cards that come back from their foundations: legality, safe moves home, and notation."""

from __future__ import annotations

import pytest

from kiebitz.cards import Card, Suit
from kiebitz.errors import KiebitzError
from kiebitz.patience import Autoplay, Foundations, Move, Position, Setup, cell, column, foundation, game
from kiebitz.patience.notation import parse_move, parse_solution
from kiebitz.patience.referee import Table, legal_moves, refusal
from kiebitz.patience.session import Session
from kiebitz.tui.cursor import Cursor
from kiebitz.tui.move_entry import MoveEntry

SPADES, HEARTS = foundation(Suit.SPADES), foundation(Suit.HEARTS)
BOTH_WAYS = game("freecell").with_(columns=4, home_moves="both_ways")


def position(**changes: object) -> Position:
    """Return a position with the four of spades and the three of hearts on top of their foundations."""
    columns = ["KS QS JS TS 9S 8S 7S 6S 5H", "KH QH JH TH 9H 8H 7H 6H", "4H 5S", ""]
    return Setup(BOTH_WAYS.with_(**changes), columns, "", (13, 13, 3, 4)).position()


def test_the_last_card_of_a_foundation_comes_back() -> None:
    there = position()
    assert refusal(there, Move(SPADES, column(0))) is None
    assert refusal(there, Move(HEARTS, column(0))) == "red 3 on red 5: only a black 4 goes there"
    assert refusal(there, Move(HEARTS, column(3))) is None
    assert refusal(there, Move(HEARTS, cell(2))) is None
    assert refusal(there, Move(HEARTS, SPADES)) == "a card of a foundation comes back to a column or a cell"
    assert refusal(there, Move(SPADES, column(0), 2)) == "2 cards from the spades foundation, which gives one at a time"
    after = Table(there)
    after.push("hs1")
    assert after.position.columns[0][-1] == Card.parse("4S")
    assert after.position.foundations == (13, 13, 3, 3)
    assert [str(move) for move in legal_moves(there, distinct=True) if move.source is SPADES] == ["hs1", "hs4", "hsa"]
    none_home = Setup(BOTH_WAYS, [" ".join(f"{rank}S" for rank in "KQJT98765432A")], "", (13, 13, 13, 0)).position()
    assert refusal(none_home, Move(SPADES, cell(0))) == "the spades foundation is empty"


@pytest.mark.parametrize("changes", [{"home_moves": "free"}, {"home_moves": "forced"}])
def test_elsewhere_it_stays(changes: dict[str, str]) -> None:
    assert refusal(position(**changes), Move(SPADES, column(0))) == "cards on a foundation stay there"


def test_a_suit_that_goes_home_as_one_stays() -> None:
    rules = game("simple_simon").with_(home_moves="both_ways")
    assert rules.foundations is Foundations.WHOLE_RUNS
    assert not rules.cards_return


def test_safe_autoplay_waits_for_the_other_suit_of_its_colour() -> None:
    five = Card.parse("5H")
    assert BOTH_WAYS.with_(home_moves="free").safe_after[five] == (4, 0, 0, 4)
    assert BOTH_WAYS.safe_after[five] == (4, 3, 0, 4)
    assert game("fan").safe_after[five] == (0, 0, 0, 0)
    assert BOTH_WAYS.with_(foundations="down").safe_after[five] == (0, 0, 13, 0)


def test_moves_from_a_foundation_are_written_and_read() -> None:
    there = position()
    assert str(Move(SPADES, column(0))) == "hs1"
    for text in ("hs1", "HS1", "hs1v1"):
        assert parse_move(text, there) == Move(SPADES, column(0))
    for text in ("h1", "hx1", "hsh", "hss", "hs"):
        with pytest.raises(KiebitzError):
            parse_move(text, there)
    session = Session(there, autoplay=Autoplay.NONE)
    session.play("hs1")
    assert session.here.word == "hs1"
    assert parse_solution("hs1", there).moves == (Move(SPADES, column(0)),)
    assert parse_solution("4S to 5H", there).moves == (Move(SPADES, column(0)),)
    with pytest.raises(KiebitzError):  # the card lies under the four
        parse_solution("3S to temp", there)


def test_the_terminal_picks_it_up() -> None:
    entry = MoveEntry(Session(position(), autoplay=Autoplay.NONE))
    assert entry.pick(Cursor(SPADES))
    assert entry.move_to(column(0)) == Move(SPADES, column(0))
    assert not MoveEntry(Session(position(home_moves="free"))).pick(Cursor(SPADES))
