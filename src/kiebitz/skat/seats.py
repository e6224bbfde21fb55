"""The three seats of a Skat table, in the order of play."""

from __future__ import annotations

from enum import IntEnum


class Seat(IntEnum):
    """A seat by its place in the first trick."""

    FOREHAND = 0
    MIDDLEHAND = 1
    REARHAND = 2

    @property
    def next(self) -> Seat:
        """The seat that plays after this one.

        >>> Seat.REARHAND.next
        Seat.FOREHAND
        """
        return Seat((self + 1) % len(Seat))

    def __repr__(self) -> str:
        return f"Seat.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()


FOREHAND, MIDDLEHAND, REARHAND = Seat
