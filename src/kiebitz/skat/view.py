"""A seat's view of a game: its own cards, the bidding and the play, without hidden cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.errors import ContractError
from kiebitz.kernel import skat as kernel
from kiebitz.skat.encoding import CARDS, encode_cards, encode_game
from kiebitz.skat.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.cards import Card
    from kiebitz.skat.contract import Contract, Game

#: Cards with the seats that played them.
Trick = tuple[tuple[Seat, "Card"], ...]


def tricks_of(game: Game, played: Sequence[Card]) -> list[Trick]:
    """Return the tricks of cards in the order of play, forehand leading; the last one, maybe empty, is on the table."""
    return [
        tuple((Seat(seat), CARDS[code]) for seat, code in zip(players, cards, strict=True))
        for players, cards in kernel.skat_tricks(encode_game(game), encode_cards(played))
    ]


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
    def tricks(self) -> list[Trick]:
        """The play as all have seen it, as in `tricks_of`; a `ContractError` before the announcement."""
        return tricks_of(self.announced.game, self.played)

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
