"""Games of Skat in progress, and each seat's view."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from kiebitz.cards import Card
from kiebitz.errors import ContractError, IllegalMoveError
from kiebitz.skat.auction import Auction
from kiebitz.skat.contract import Contract
from kiebitz.skat.records import Ending, RecordedGame
from kiebitz.skat.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.skat.referee import Deal, Play
    from kiebitz.skat.score import Score, TableRules
    from kiebitz.skat.seats import Seat


class Stage(Enum):
    """The next decision of a game."""

    BIDDING = "bidding"
    SKAT = "skat"
    ANNOUNCEMENT = "announcement"
    PLAY = "play"
    OVER = "over"


class Session:
    """A game from its deal to its score; an illegal step is an error with its reason."""

    def __init__(
        self, deal: Deal, names: tuple[str, str, str] = ("", "", ""), number: str = "", date: str = ""
    ) -> None:
        self.deal = deal
        self.names = names
        self.number = number
        self.date = date
        self.auction = Auction()
        self.contract: Contract | None = None
        self.play: Play | None = None
        self.discard: tuple[Card, ...] | None = None
        self.played: tuple[Card, ...] = ()
        self._has_taken = False
        self._gave_up: Ending | None = None

    @property
    def stage(self) -> Stage:
        """The current stage."""
        if not self.auction.is_over:
            return Stage.BIDDING
        if self.auction.declarer is None:
            return Stage.OVER
        if self.play is None:
            return Stage.ANNOUNCEMENT if self._has_taken else Stage.SKAT
        return Stage.OVER if self._is_decided else Stage.PLAY

    @property
    def _is_decided(self) -> bool:
        play = self.play
        return play is not None and (play.is_over or self._gave_up is not None)

    @property
    def turn(self) -> Seat | None:
        """The seat that has to decide; None when the game is over."""
        stage = self.stage
        if stage is Stage.BIDDING:
            return self.auction.turn
        if stage is Stage.PLAY:
            return self.play.turn if self.play else None
        return None if stage is Stage.OVER else self.auction.declarer

    @property
    def declarer(self) -> Seat | None:
        """The declarer; None during the bidding and if all passed."""
        return self.auction.declarer

    @property
    def words(self) -> tuple[str, ...]:
        """The actions so far, as words of the address of a game on the page; `act` carries them out again."""
        contract, discard = self.contract, self.discard or ()
        return (
            *(word for _, word in self.auction.words),
            *(["s"] if self._has_taken else []),
            *([".".join([contract.letters(), *map(str, discard)])] if contract else []),
            *map(str, self.played),
            *(["RE"] if self._gave_up else []),
        )

    def say(self, word: str) -> None:
        """Bid, hold (`y`) or pass (`p`); a `RecordError` for an invalid word."""
        self.auction = self.auction.after(word)

    def take_skat(self) -> None:
        """Take up the skat; without it, the announced game is a Hand game."""
        self._expect(Stage.SKAT)
        self._has_taken = True

    def announce(self, contract: Contract, discard: Iterable[Card] = ()) -> None:
        """Announce the game, and put down two cards if the skat was taken up.

        Raises `ContractError` or `HandError` if they do not fit.
        """
        self._expect(Stage.ANNOUNCEMENT if self._has_taken else Stage.SKAT)
        declarer = self.auction.holder
        if contract.hand is self._has_taken:
            skat_state = "was taken up" if self._has_taken else "was left"
            raise ContractError("", f"the skat {skat_state}", "no Hand game" if self._has_taken else "a Hand game")
        dealt = self.deal
        if self._has_taken:
            pair = tuple(discard)
            dealt = self.deal.exchanged(declarer, pair)
            self.discard = tuple(sorted(pair))
        self.contract = contract
        self.play = dealt.play(contract.game, declarer)

    def put(self, card: Card) -> None:
        """Play a card; an `IllegalMoveError` if the card is illegal."""
        if self.play is None:
            raise IllegalMoveError("no card is played before the announcement", card)
        self.play = self.play.after(card)
        self.played = (*self.played, card)

    def give_up(self) -> None:
        """Give up for the side of the seat to play (International Skat Order, before 2018: 4.3.3 and 4.3.6).

        The declarer loses at the levels announced; if the defenders give up, he gets the remaining cards.
        """
        self._expect(Stage.PLAY)
        self._gave_up = Ending.GIVEN_UP if self.turn is self.auction.declarer else Ending.CONCEDED

    def act(self, word: str) -> None:
        """Carry out an action written as one of the `words`, and raise the errors of that action.

        Words are a bid, `y` or `p`; `s` to take up the skat; a contract's letters, with the discard as in `G.7H.QD`;
        a card; `RE` to give up.
        """
        stage = self.stage
        if stage is Stage.BIDDING:
            self.say(word)
        elif stage is Stage.PLAY:
            self.give_up() if word == "RE" else self.put(Card.parse(word))
        elif word == "s":
            self.take_skat()
        else:
            letters, *pair = word.split(".")
            self.announce(Contract.parse_letters(letters), map(Card.parse, pair))

    def _expect(self, stage: Stage) -> None:
        if self.stage is not stage:
            raise ContractError("", f"the game waits for {self.stage.value}", f"{stage.value} to be due")

    def view(self, seat: Seat) -> View:
        """Return the seat's view of the game."""
        declarer = self.auction.declarer
        mine = seat is declarer
        hand = self.play.hands[seat] if self.play is not None else self.deal.hands[seat]
        if mine and self._has_taken and self.play is None:
            hand = tuple(sorted((*hand, *self.deal.skat)))
        is_open = self.contract is not None and self.contract.ouvert and self.play is not None
        return View(
            seat,
            hand,
            self.auction.words,
            self.auction.bid,
            declarer,
            self.contract,
            self.discard if mine and self.discard is not None else (),
            self.play.hands[declarer]
            if is_open and not mine and self.play is not None and declarer is not None
            else (),
            self.played,
            self.deal.skat if mine and self._has_taken else (),
        )

    def record(self) -> RecordedGame:
        """Return the record of a game that is over."""
        self._expect(Stage.OVER)
        play = self.play
        ending = Ending.PASSED if play is None else self._gave_up or Ending.PLAYED
        return RecordedGame(
            self.names,
            self.date,
            self.number,
            self.deal,
            self.auction.words,
            self.auction.bid,
            self.auction.declarer,
            self.contract,
            self.discard,
            self.played,
            play,
            ending,
            None,
        )

    def score(self, rules: TableRules | None = None) -> Score | None:
        """Return the score of a game that is over; None if all passed."""
        return self.record().score(rules)
