"""The fair view of a game: how good each card was by what its player could know, so that bad luck is no mistake.

For each card, worlds that agree with all that its player had seen and heard are drawn and solved with open cards. The
declarer's chance is the share that he wins; it overrates what can be seen, for in each world all see all cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.encoding import CARD_CODES, CARDS, encode_view
from kiebitz.deals.shuffles import nth
from kiebitz.kernel import skat as kernel
from kiebitz.skat.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.cards import Card
    from kiebitz.skat.records import RecordedGame
    from kiebitz.skat.referee import Play
    from kiebitz.skat.seats import Seat

WORLDS = 100
_NORMAL_95 = 1.959964


@dataclass(frozen=True, slots=True)
class CardChance:
    """The share of worlds that the declarer wins after a card: `won` of `of`.

    `interval` is Wilson's for 95 %, or the share alone where all worlds were looked at, each by its weight.
    """

    card: Card
    won: float
    of: float
    is_exact: bool

    @property
    def value(self) -> float:
        """The share."""
        return self.won / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """Borders of the share."""
        if self.is_exact:
            return self.value, self.value
        z2 = _NORMAL_95**2
        middle = (self.won + z2 / 2) / (self.of + z2)
        half = _NORMAL_95 / (self.of + z2) * sqrt(self.won * (1 - self.value) + z2 / 4)
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class FairStep:
    """One card as its player had to see it: `chances` has each card that might have been played, the best one first.

    Which is best was found out on other worlds than the chances. `lost` is by how much the chance of the card played
    lies below that of the best, on the same worlds and from the seat's side, and `lost_interval` its 95 % interval.
    `sure` are the cards that win for the seat's side in every world, looked for in 1,000 worlds at most.
    """

    number: int
    seat: Seat
    card: Card
    worlds: int
    chances: tuple[CardChance, ...]
    lost: float
    lost_interval: tuple[float, float]
    sure: tuple[Card, ...] = ()

    @property
    def gave_up_a_sure_win(self) -> bool:
        """Whether other cards would have won in every world, and the card played would not."""
        return bool(self.sure) and self.card not in self.sure

    @property
    def is_mistake(self) -> bool:
        """Whether the player could know that another card was better: the interval lies above 0."""
        return self.lost_interval[0] > 0

    @property
    def played(self) -> CardChance:
        """The card that was played."""
        return next(one for one in self.chances if one.card is self.card)


def views(game: RecordedGame) -> Iterator[tuple[View, Play]]:
    """Yield for each card of a game what its player saw before it, with the state of play."""
    if game.declarer is None or game.contract is None:
        return
    play = game.start()
    for number, card in enumerate(game.cards):
        seat = play.turn
        is_declarer = seat is game.declarer
        shown = play.hands[game.declarer] if game.contract.ouvert and not is_declarer else ()
        put = game.discard if is_declarer and game.discard is not None else ()
        played = game.cards[:number]
        view = View(seat, play.hands[seat], game.bids, game.bid, game.declarer, game.contract, put, shown, played)
        yield view, play
        play = play.after(card)


def fair_steps(game: RecordedGame, worlds: int = WORLDS, seed: int = 1, *, listens: bool = True) -> Iterator[FairStep]:
    """Yield the fair view of each card that was not the only one: judged on *worlds* worlds, or all if there are fewer.

    With *listens* worlds are as likely for defenders as what was said and played makes them; without, all that agree
    with the cards are equally likely. The same seed gives the same answer.
    """
    for number, (view, play) in enumerate(views(game)):
        if len(play.legal_cards) > 1:
            yield fair_step(view, game.cards[number], worlds, nth(seed, number + 1), listens=listens)


def fair_light(view: View, worlds: int = WORLDS, seed: int = 1) -> CardChance:
    """Return the declarer's chance by what the seat whose turn it is may know, if it plays its best card.

    *worlds* and *seed* are those of `fair_steps`, which has the same chance for the best card.
    """
    number, is_exact, card, share = kernel.skat_fair_light(encode_view(view), worlds, seed)
    return CardChance(CARDS[card], share * number, number, bool(is_exact))


def fair_step(view: View, card: Card, worlds: int = WORLDS, seed: int = 1, *, listens: bool = True) -> FairStep:
    """Return the fair view of one card that a seat plays at this moment, by worlds drawn from a seed of its own."""
    answer = kernel.skat_fair(encode_view(view), CARD_CODES[card], worlds, seed, listens)
    number, is_exact, shares, lost, low, high, sure = answer
    chances = tuple(
        CardChance(CARDS[code], share * number, number, bool(is_exact))
        for code, share in zip(shares[::2], shares[1::2], strict=True)
    )
    return FairStep(len(view.played) + 1, view.seat, card, number, chances, lost, (low, high), _in_code_order(sure))


def _in_code_order(cards: int) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in sorted(CARDS) if cards >> code & 1)
