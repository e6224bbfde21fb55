"""The line protocol of programs at the table."""

from __future__ import annotations

import pytest

from kiebitz.analysis.skat.levels import LEVELS
from kiebitz.analysis.skat.players import Engine, RuleOfThumb, step
from kiebitz.errors import KiebitzError
from kiebitz.kernel.host import call
from kiebitz.skat.dealing import deal
from kiebitz.skat.encoding import encode_view
from kiebitz.skat.line_protocol import line_of, read_line
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session, Stage

_LINE = "seat=forehand hand=JC,7D words= bid=0 declarer= contract= put= picked= shown= played="


def dealt(number: int) -> Session:
    return Session(deal(number))


@pytest.mark.parametrize("number", range(20))
def test_every_view_of_a_game_is_read_as_it_was_written(number: int) -> None:
    session = dealt(number)
    while session.turn is not None:
        for seat in Seat:
            view = session.view(seat)
            assert read_line(line_of(view)) == view
        step(session, RuleOfThumb())


def test_the_declarer_knows_the_skat_and_the_defenders_do_not() -> None:
    session = dealt(3)
    for word in ("18", "y", "p", "p"):
        session.say(word)
    session.take_skat()
    while session.stage is not Stage.OVER:
        assert session.view(Seat.FOREHAND).picked == session.deal.skat
        assert not session.view(Seat.REARHAND).picked
        step(session, RuleOfThumb())


def test_the_engine_decides_the_same_from_a_line() -> None:
    session = dealt(6004)
    engine = Engine(LEVELS["beginner"])
    while (seat := session.turn) is not None:
        view = session.view(seat)
        word = engine.decides(read_line(line_of(view)))
        assert call("skat_decision", encode_view(view), b"beginner", 1) == [word.encode()]  # as the page names a level
        session.act(word)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seat=forehand", "seat=dealer", "seat: 'dealer' cannot be read; expected forehand, middlehand, rearhand"),
        ("JC,7D", "JC,XX", "hand: 'XX' cannot be read"),
        ("JC,7D", "JC,JC", "hand, card 2: JC occurs twice"),
        ("JC,7D", "JC,2D", "hand, card 2: 2D is not in the Skat pack"),
        ("bid=0", "bid=19", "bid: '19' cannot be read; expected 0 or a bid of Skat"),
        ("bid=0", "bid=²", "bid: '²' cannot be read"),
        ("words=", "words=forehand:x", "words: 'forehand:x' cannot be read; expected a seat and a bid"),
        ("contract=", "contract=X", "'X' cannot be read; expected one of C S H D G N"),
        (" shown=", "", "cannot be read; expected seat=… hand=…"),
        ("played=", f"played={'x' * 2000}", "expected a line of at most 2000 characters"),
    ],
)
def test_a_fault_is_named_with_its_place(old: str, new: str, message: str) -> None:
    assert read_line(_LINE).seat is Seat.FOREHAND
    with pytest.raises(KiebitzError) as error:
        read_line(_LINE.replace(old, new))
    assert message in str(error.value)
