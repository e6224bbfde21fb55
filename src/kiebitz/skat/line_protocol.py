"""A line protocol for players of Skat: the view of a seat as a line, its decision as a word.

A line holds all that the seat may know, so a player needs no memory. docs/skat-engine.md describes both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards import Card
from kiebitz.errors import NotationError
from kiebitz.skat.auction import HOLD, PASS
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import Contract
from kiebitz.skat.pack import check_cards
from kiebitz.skat.seats import Seat
from kiebitz.skat.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable

_KEYS = ("seat", "hand", "words", "bid", "declarer", "contract", "put", "picked", "shown", "played")
_CARDS = ("hand", "put", "picked", "shown", "played")
_SEATS = {str(seat): seat for seat in Seat}
_LONGEST = 2000  # characters of a line


def line_of(view: View) -> str:
    """Return a view as a line of `key=value` with empty values for absent things.

    >>> line_of(View(Seat.REARHAND, (Card.parse("JC"), Card.parse("7D")), ((Seat.MIDDLEHAND, "18"),), 18))
    'seat=rearhand hand=JC,7D words=middlehand:18 bid=18 declarer= contract= put= picked= shown= played='
    """
    values = (
        str(view.seat),
        _text(view.hand),
        ",".join(f"{seat}:{word}" for seat, word in view.words),
        str(view.bid),
        "" if view.declarer is None else str(view.declarer),
        "" if view.contract is None else view.contract.letters(),
        *map(_text, (view.skat, view.picked, view.shown, view.played)),
    )
    return " ".join(f"{key}={value}" for key, value in zip(_KEYS, values, strict=True))


def read_line(line: str) -> View:
    """Return the view of a line; a `NotationError` or another error of input names the faulty part.

    >>> read_line("seat=rearhand hand=JC,7D words= bid=0 declarer= contract= put= picked= shown= played=").hand
    (Card.parse('JC'), Card.parse('7D'))
    """
    if len(line) > _LONGEST:
        raise NotationError(line, "", f"a line of at most {_LONGEST} characters")
    parts = [part.partition("=") for part in line.split()]
    if tuple(key for key, _, _ in parts) != _KEYS:
        raise NotationError(line, "", " ".join(f"{key}=…" for key in _KEYS))
    values = {key: value for key, _, value in parts}
    if not values["bid"].isdecimal() or int(values["bid"]) not in (0, *BIDS):
        raise NotationError(values["bid"], "bid", "0 or a bid of Skat")
    hand, put, picked, shown, played = (_cards(values[key], key) for key in _CARDS)
    return View(
        _seat(values["seat"], "seat"),
        hand,
        tuple(_word(text) for text in values["words"].split(",") if text),
        int(values["bid"]),
        _seat(values["declarer"], "declarer") if values["declarer"] else None,
        Contract.parse_letters(values["contract"]) if values["contract"] else None,
        put,
        shown,
        played,
        picked,
    )


def _text(cards: Iterable[Card]) -> str:
    return ",".join(map(str, cards))


def _cards(text: str, place: str) -> tuple[Card, ...]:
    try:
        cards = tuple(map(Card.parse, filter(None, text.split(","))))
    except NotationError as error:
        raise NotationError(error.text, place, error.expected) from None
    return check_cards(cards, len(cards), place)


def _seat(text: str, place: str) -> Seat:
    if text not in _SEATS:
        raise NotationError(text, place, ", ".join(_SEATS))
    return _SEATS[text]


def _word(text: str) -> tuple[Seat, str]:
    seat, _, word = text.partition(":")
    if word not in (PASS, HOLD, *map(str, BIDS)):
        raise NotationError(text, "words", f"a seat and a bid, {HOLD} or {PASS}, such as forehand:{PASS}")
    return _seat(seat, "words"), word
