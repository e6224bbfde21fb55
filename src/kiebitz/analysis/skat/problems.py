"""Problems of Skat: moments of games in which exactly one card wins, against all hidden cards or with open ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.errors import ContractError, InputError
from kiebitz.kernel import skat as kernel
from kiebitz.skat.dealing import deal
from kiebitz.skat.encoding import CARD_CODES, CARDS, encode_session
from kiebitz.skat.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Card
    from kiebitz.skat.referee import Play
    from kiebitz.skat.seats import Seat

_ALL = -1
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
        (card,) = winning(self.session, is_open=self.is_open).cards
        return card

    def answer(self, card: Card) -> Answer:
        """Judge a legal card."""
        return winning(self.session, card, is_open=self.is_open)


@dataclass(frozen=True, slots=True)
class Refutation:
    """A world in which a card fails: the hands in seat order, the skat, and the result with best play by all.

    `result` is the declarer's card points, in Null 1 if the declarer takes no trick, else 0.
    """

    hands: tuple[tuple[Card, ...], ...]
    skat: tuple[Card, ...]
    result: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The number of worlds, the cards that win in each, and the refutation if one card was judged and fails."""

    worlds: int
    cards: tuple[Card, ...]
    against: Refutation | None


def winning(session: Session, card: Card | None = None, *, is_open: bool) -> Answer:
    """Find the legal cards after which the side of the seat to play wins in every world, or judge *card* alone.

    The worlds are those that the seat cannot exclude; with *is_open* the real one alone. If there are more than 1,000,
    no card is found.
    """
    _play(session)
    code = _ALL if card is None else CARD_CODES[card]
    worlds, cards, against = kernel.skat_winning(*encode_session(session), is_open, code)
    if against is None:
        return Answer(worlds, _cards(cards), None)
    hands, skat, result = against
    return Answer(worlds, _cards(cards), Refutation(tuple(map(_cards, hands)), _cards(skat), result))


def _cards(codes: bytes) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in codes)


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


def text() -> bytes:
    """Return the problems as text, a line for each: band, kind, deal, and the words of the game so far."""
    return Path(__file__).with_name("problems.txt").read_bytes()


@cache
def _lines() -> tuple[str, ...]:
    return tuple(text().decode("ascii").splitlines())


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
