"""The fair view of a game: each card judged by what its player could know, so that bad luck is not a mistake.

For each card, worlds that agree with the player's view are drawn and solved with open cards. The declarer's chance is
the share of worlds won, an overestimate, because in each world all players see all cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from kiebitz.deals.shuffles import nth
from kiebitz.kernel import skat as kernel
from kiebitz.skat.encoding import CARD_CODES, CARDS, encode_view
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

    `interval` is Wilson's 95 % interval, or the share itself if all worlds were counted, each by its weight.
    """

    card: Card
    won: float
    of: float
    is_exact: bool

    @property
    def value(self) -> float:
        return self.won / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds of the share."""
        if self.is_exact:
            return self.value, self.value
        z2 = _NORMAL_95**2
        middle = (self.won + z2 / 2) / (self.of + z2)
        half = _NORMAL_95 / (self.of + z2) * sqrt(self.won * (1 - self.value) + z2 / 4)
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class FairStep:
    """A card judged by its player's knowledge: `chances` holds each legal card, the best first.

    The best card was chosen on other worlds than those of the chances. `lost` is the chance that the played card cost
    the seat's side against the best, on the same worlds, with the 95 % interval `lost_interval`. `sure` are the cards
    that win for the seat's side in every world, sought if there are at most 1,000 worlds. The card `is_mistake` if the
    interval lies above 0 and the engine's hint recommends another one.
    """

    number: int
    seat: Seat
    card: Card
    worlds: int
    chances: tuple[CardChance, ...]
    lost: float
    lost_interval: tuple[float, float]
    sure: tuple[Card, ...]
    is_mistake: bool

    @property
    def gave_up_a_sure_win(self) -> bool:
        """Whether other cards, but not the played one, would have won in every world."""
        return bool(self.sure) and self.card not in self.sure

    @property
    def played(self) -> CardChance:
        return next(chance for chance in self.chances if chance.card is self.card)


def views(game: RecordedGame) -> Iterator[tuple[View, Play]]:
    """Yield for each card of a game the view of its player, and the state of play before it."""
    if game.declarer is None or game.contract is None:
        return
    play = game.start()
    for number, card in enumerate(game.cards):
        seat = play.turn
        is_declarer = seat is game.declarer
        shown = play.hands[game.declarer] if game.contract.ouvert and not is_declarer else ()
        discard = game.discard if is_declarer and game.discard is not None else ()
        played = game.cards[:number]
        view = View(seat, play.hands[seat], game.bids, game.bid, game.declarer, game.contract, discard, shown, played)
        yield view, play
        play = play.after(card)


def fair_steps(game: RecordedGame, worlds: int = WORLDS, seed: int = 1, *, listens: bool = True) -> Iterator[FairStep]:
    """Yield the fair view of each card with an alternative, on *worlds* worlds, or on all if there are fewer.

    *listens* weighs worlds for defenders by the bidding and play; otherwise all worlds that agree with the cards are
    equally likely. Equal seeds give equal answers.
    """
    for number, (view, play) in enumerate(views(game)):
        if len(play.legal_cards) > 1:
            yield fair_step(view, game.cards[number], worlds, nth(seed, number + 1), listens=listens)


def fair_light(view: View, worlds: int = WORLDS, seed: int = 1) -> CardChance:
    """Return the declarer's chance in the view of the seat to play, after its best card; see `fair_steps`."""
    number, is_exact, card, share = kernel.skat_fair_light(encode_view(view), worlds, seed)
    return CardChance(CARDS[card], share * number, number, bool(is_exact))


def fair_step(view: View, card: Card, worlds: int = WORLDS, seed: int = 1, *, listens: bool = True) -> FairStep:
    """Return the fair view of one card, on worlds drawn from *seed*."""
    answer = kernel.skat_fair(encode_view(view), CARD_CODES[card], worlds, seed, listens)
    number, is_exact, shares, lost, low, high, sure, is_mistake = answer
    chances = tuple(
        CardChance(CARDS[code], share * number, number, bool(is_exact))
        for code, share in zip(shares[::2], shares[1::2], strict=True)
    )
    place, interval = len(view.played) + 1, (low, high)
    return FairStep(place, view.seat, card, number, chances, lost, interval, _in_code_order(sure), bool(is_mistake))


def _in_code_order(cards: int) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in sorted(CARDS) if cards >> code & 1)
