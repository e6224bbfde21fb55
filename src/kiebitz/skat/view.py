"""A seat's view of a game: its own cards, the bidding and the play, without hidden cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.errors import ContractError
from kiebitz.skat.pack import HAND
from kiebitz.skat.seats import FOREHAND, Seat
from kiebitz.skat.trick import follows, must_follow, points, taking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.cards import Card, Suit
    from kiebitz.skat.contract import Contract, Game


@dataclass(frozen=True, slots=True)
class Course:
    """The play as all have seen it.

    `lacks` has for each seat the suits that it did not follow (None: trumps), `counts` its number of played cards.
    """

    turn: Seat
    trick: tuple[Card, ...]
    points: tuple[int, int, int]
    tricks: tuple[int, int, int]
    lacks: tuple[frozenset[Suit | None], frozenset[Suit | None], frozenset[Suit | None]]
    counts: tuple[int, int, int]


def course(game: Game, played: Sequence[Card]) -> Course:
    """Return the course of cards in the order of play, forehand leading; legality is not checked."""
    turn = FOREHAND
    trick: list[Card] = []
    won, tricks, counts = [0, 0, 0], [0, 0, 0], [0, 0, 0]
    lacks: list[set[Suit | None]] = [set(), set(), set()]
    for card in played:
        if trick and not follows(game, trick[0], card):
            lacks[turn].add(must_follow(game, trick[0]))
        trick.append(card)
        counts[turn] += 1
        turn = turn.next
        if len(trick) == len(Seat):
            turn = Seat((turn + taking(game, trick)) % len(Seat))
            won[turn] += points(trick)
            tricks[turn] += 1
            trick = []
    first, second, third = (frozenset(each) for each in lacks)
    return Course(
        turn,
        tuple(trick),
        (won[0], won[1], won[2]),
        (tricks[0], tricks[1], tricks[2]),
        (first, second, third),
        (counts[0], counts[1], counts[2]),
    )


def seats_of(game: Game, played: Sequence[Card]) -> list[Seat]:
    """Return the seat that played each of these cards, forehand leading."""
    seats: list[Seat] = []
    turn, trick = FOREHAND, []
    for card in played:
        seats.append(turn)
        trick.append(card)
        turn = turn.next
        if len(trick) == len(Seat):
            turn = Seat((turn + taking(game, trick)) % len(Seat))
            trick = []
    return seats


@dataclass(frozen=True, slots=True)
class View:
    """A game as one seat sees it.

    - `hand`: its cards now; twelve while a declarer has the skat in hand
    - `words`: the bidding
    - `skat`: the declarer's own discard, else empty
    - `shown`: the declarer's remaining cards, if they lie open
    - `played`: all cards played, in order
    - `picked`: for a declarer that took up the skat, its cards, else empty
    """

    seat: Seat
    hand: tuple[Card, ...]
    words: tuple[tuple[Seat, str], ...] = ()
    bid: int = 0
    declarer: Seat | None = None
    contract: Contract | None = None
    skat: tuple[Card, ...] = ()
    shown: tuple[Card, ...] = ()
    played: tuple[Card, ...] = ()
    picked: tuple[Card, ...] = ()

    @property
    def course(self) -> Course:
        """The play as all have seen it; a `ContractError` before the announcement."""
        return course(self.announced.game, self.played)

    @property
    def announced(self) -> Contract:
        """The contract; a `ContractError` before the announcement."""
        if self.contract is None:
            raise ContractError("", "nothing is announced yet", "a game that is being played")
        return self.contract

    @property
    def is_declarer(self) -> bool:
        """Whether this seat is the declarer."""
        return self.seat is self.declarer

    def sizes(self, seen: Course) -> tuple[int, int, int]:
        """Return how many cards each seat holds."""
        first, second, third = (HAND - count for count in seen.counts)
        return first, second, third
