"""Problems of Skat: moments of games in which exactly one card wins, against all hidden cards or with open ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.double_dummy import reaches
from kiebitz.analysis.skat.fair_view import fair_step
from kiebitz.errors import ContractError, InputError
from kiebitz.skat.dealing import deal
from kiebitz.skat.score import needed
from kiebitz.skat.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Card
    from kiebitz.skat.referee import Play
    from kiebitz.skat.seats import Seat

_COUNTED = 1000
BANDS = ("easy", "medium", "hard")


@dataclass(frozen=True, slots=True)
class Problem:
    """A game at the turn of the seat that has the problem.

    If the problem *is_open*, all cards are known; otherwise the seat sees its own view, and must win in every world
    that this allows, with open cards in each.
    """

    number: int
    band: str
    is_open: bool
    session: Session

    @property
    def seat(self) -> Seat:
        """The seat to play."""
        return _play(self.session).turn

    @property
    def card(self) -> Card:
        """The only card that wins."""
        (card,) = winning_cards(self.session, is_open=self.is_open)
        return card


def winning_cards(session: Session, *, is_open: bool) -> tuple[Card, ...]:
    """Return the legal cards after which the side of the seat to play wins in every world that it cannot exclude.

    With *is_open* this is the real world alone. Without, none is returned if there are more than 1,000 worlds.
    """
    play = _play(session)
    view = session.view(play.turn)
    if is_open:
        is_declarer, points = view.is_declarer, needed(view.announced)
        return tuple(card for card in play.legal_cards if reaches(play.after(card), points) is is_declarer)
    return fair_step(view, play.legal_cards[0], 1).sure


def worlds_of(session: Session) -> int:
    """Return the number of worlds that the seat to play cannot exclude, at most 1,000."""
    play = _play(session)
    return fair_step(session.view(play.turn), play.legal_cards[0], _COUNTED).worlds


def _play(session: Session) -> Play:
    if session.play is None:
        raise ContractError("", "nothing is announced yet", "a game that is being played")
    return session.play


def session_of(number: int, words: Iterable[str]) -> Session:
    """Return the game of a numbered deal after the words of its actions."""
    session = Session(deal(number), number=str(number))
    for word in words:
        session.act(word)
    return session


@cache
def _lines() -> tuple[str, ...]:
    return tuple(Path(__file__).with_name("problems.txt").read_text("ascii").splitlines())


def count() -> int:
    """Return the number of problems."""
    return len(_lines())


def numbers(band: str) -> range:
    """Return the numbers of the problems of a band."""
    places = [number for number, line in enumerate(_lines(), 1) if line.startswith(f"{band} ")]
    return range(places[0], places[-1] + 1)


def problem(number: int) -> Problem:
    """Return a problem; an `InputError` if there is none with this number."""
    if not 1 <= number <= count():
        raise InputError("problem", str(number), f"a number from 1 to {count()}")
    band, kind, dealt, *words = _lines()[number - 1].split()
    return Problem(number, band, kind == "open", session_of(int(dealt), words))
