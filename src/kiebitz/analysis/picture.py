"""Boards read off pictures of a screen. An experiment: unknown looks are not always read without a fault."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING

from kiebitz.analysis.backend import backend
from kiebitz.cards import Card
from kiebitz.errors import DependencyError, InputError
from kiebitz.kernel import functions as kernel
from kiebitz.patience.games import game
from kiebitz.patience.position import Setup

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from kiebitz.kernel.answers import PictureRead
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules

#: The most pixels of a picture.
MOST_PIXELS = 100_000_000
#: A card is sure from this confidence on.
SURE = 0.9


class PictureStatus(Enum):
    """Whether a picture shows a board, and whether each of its cards is sure."""

    NO_BOARD = "no board"
    DOUBTFUL = "doubtful"
    READ = "read"


@dataclass(frozen=True, slots=True)
class PictureCard:
    """A card in a picture: its *confidence* (0 to 1), its visible *box* (left, top, width, height), other *guesses*."""

    card: Card
    confidence: float
    box: tuple[int, int, int, int]
    guesses: tuple[Card, ...]

    @property
    def is_sure(self) -> bool:
        """Whether the confidence suffices."""
        return self.confidence >= SURE

    def replaced(self, card: Card) -> PictureCard:
        """Return another card at the same place, less sure the surer this one is, which is its first guess."""
        guesses = (self.card, *(guess for guess in self.guesses if guess != card))[: max(1, len(self.guesses))]
        return replace(self, card=card, confidence=min(self.confidence, 1 - self.confidence), guesses=guesses)


@dataclass(frozen=True, slots=True)
class PictureReading:
    """One of the boards that fit a picture; `foundations` and `home` are those of `PictureBoard`."""

    columns: tuple[tuple[Card, ...], ...]
    cells: tuple[Card, ...]
    foundations: tuple[Card, ...]
    home: tuple[int, ...] | None

    def fields(self) -> dict[str, Any]:
        """Return the board as fields of JSON."""
        return {
            "columns": [list(map(str, column)) for column in self.columns],
            "cells": list(map(str, self.cells)),
            "home": self.home and dict(zip("CDHS", self.home, strict=True)),
        }

    def setup(self, rules: Rules | None = None) -> Setup:
        """Return the board under *rules* (default: FreeCell's), right or wrong."""
        rules = rules or game("freecell")
        columns = list(self.columns)
        while len(columns) > rules.columns and not columns[-1]:
            columns.pop()
        columns += [()] * (rules.columns - len(columns))
        return Setup(rules, columns, self.cells, self.home)

    def position(self, rules: Rules | None = None) -> Position:
        """Return the board under *rules* (default: FreeCell's); a `SetupError` if the cards are not one pack."""
        return self.setup(rules).position()


@dataclass(frozen=True, slots=True)
class PictureBoard:
    """A board in a picture.

    `foundations` are the cards that lie on top, `home` the numbers of cards home, C D H S, `None` if the cards are not
    one pack. `agrees`: the columns begin as the given deal; `None` if none was given. If they do not, `deal` is the
    number of Microsoft's deal that the board is, or began with, if it is one of 1 to 1,000,000 or the picture shows it.
    If cards are doubtful, `readings` are the whole boards that fit, at most eight, the likeliest first.
    """

    status: PictureStatus
    columns: tuple[tuple[PictureCard, ...], ...]
    cells: tuple[PictureCard, ...]
    foundations: tuple[PictureCard, ...]
    home: tuple[int, ...] | None
    agrees: bool | None
    deal: int | None
    readings: tuple[PictureReading, ...]

    def cards(self) -> Iterator[tuple[str, PictureCard]]:
        """Yield all visible cards, each with its place in words."""
        for number, column in enumerate(self.columns, 1):
            for row, card in enumerate(column, 1):
                yield f"column {number}, card {row}", card
        for number, card in enumerate(self.cells):
            yield f"cell {chr(ord('a') + number)}", card
        for card in self.foundations:
            yield "foundation", card

    def doubtful(self) -> list[tuple[str, PictureCard]]:
        """Return the cards that are not sure, each with its place in words."""
        return [(place, card) for place, card in self.cards() if not card.is_sure]

    def fields(self) -> dict[str, Any]:
        """Return the board as fields of JSON."""
        return {
            "status": self.status.value,
            "agrees": self.agrees,
            "deal": self.deal,
            **self.reading().fields(),
            "doubtful": [
                {
                    "place": place,
                    "card": str(seen.card),
                    "confidence": round(seen.confidence, 3),
                    "guesses": list(map(str, seen.guesses)),
                    "box": list(seen.box),
                }
                for place, seen in self.doubtful()
            ],
            "readings": [reading.fields() for reading in self.readings],
        }

    def reading(self) -> PictureReading:
        """Return the board's cards without their doubts."""
        columns = tuple(tuple(seen.card for seen in column) for column in self.columns)
        cells, foundations = (tuple(seen.card for seen in pile) for pile in (self.cells, self.foundations))
        return PictureReading(columns, cells, foundations, self.home)

    def showing(self, reading: PictureReading) -> PictureBoard:
        """Return the board with the cards of one of its `readings`; the cards instead of which they lie are guesses."""

        def shown(pile: Sequence[PictureCard], cards: Sequence[Card]) -> tuple[PictureCard, ...]:
            pairs = zip(pile, cards, strict=True)
            return tuple(seen if seen.card == card else seen.replaced(card) for seen, card in pairs)

        return replace(
            self,
            columns=tuple(map(shown, self.columns, reading.columns)),
            cells=shown(self.cells, reading.cells),
            foundations=shown(self.foundations, reading.foundations),
            home=reading.home,
        )

    def setup(self, rules: Rules | None = None) -> Setup:
        """Return the board under *rules* (default: FreeCell's), right or wrong; an `InputError` if there is none."""
        if self.status is PictureStatus.NO_BOARD:
            raise InputError("", "the picture shows no board", "columns of cards that overlap")
        return self.reading().setup(rules)

    def position(self, rules: Rules | None = None) -> Position:
        """Return the board under *rules* (default: FreeCell's); a `SetupError` if the cards are not one pack."""
        return self.setup(rules).position()


def read_pixels(width: int, height: int, rgba: bytes, factor: int = 1, dealt: Position | None = None) -> PictureBoard:
    """Read the board off a picture of *width* times *height* pixels, four bytes each, and compare it with a deal.

    Boxes are in pixels of the picture before it was reduced by *factor*.

    Raises `InputError` for a wrong size, and `DependencyError` where the kernel is not native.
    """
    if backend() != "native":
        raise DependencyError("reading pictures needs", "the native kernel", "install Kiebitz with a C++ compiler")
    if not 1 <= width * height <= MOST_PIXELS:
        raise InputError("", f"the picture has {width} × {height} pixels", f"at most {MOST_PIXELS:,} in all")
    read = kernel.read_picture(width, height, rgba, glyph_weights(), _columns(dealt))
    return PictureBoard(
        list(PictureStatus)[read.status],
        tuple(_cards(column, factor) for column in read.columns),
        _cards(read.cells, factor),
        _cards(read.foundations, factor),
        tuple(read.home) or None,
        bool(read.agrees) if dealt else None,
        read.deal or None,
        tuple(_reading(read, *reading) for reading in read.readings),
    )


def _reading(read: PictureRead, indices: bytes, home: bytes) -> PictureReading:
    cards = iter(map(Card.from_index, indices))
    columns = tuple(tuple(islice(cards, len(column))) for column in read.columns)
    return PictureReading(columns, tuple(islice(cards, len(read.cells))), tuple(cards), tuple(home))


def _columns(dealt: Position | None) -> list[bytes]:
    return [bytes(card.index for card in column) for column in dealt.columns] if dealt else []


def _cards(values: Sequence[Sequence[Any]], factor: int) -> tuple[PictureCard, ...]:
    return tuple(
        PictureCard(
            Card.from_index(index),
            confidence,
            (x * factor, y * factor, width * factor, height * factor),
            tuple(map(Card.from_index, guesses)),
        )
        for index, confidence, x, y, width, height, guesses in values
    )


@cache
def glyph_weights() -> bytes:
    """Return the weights of the network that reads cards, as the kernel takes them."""
    return (files("kiebitz.analysis") / "card_glyphs.bin").read_bytes()
