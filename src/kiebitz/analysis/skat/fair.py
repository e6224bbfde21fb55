"""The fair view of a game: how good each card was by what its player could know, so that bad luck is no mistake.

For each card, worlds that agree with all that its player had seen and heard are drawn and solved with open cards. The
declarer's chance is the share that he wins; it overrates what can be seen, for in each world all see all cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.beliefs import Beliefs, points_in
from kiebitz.analysis.skat.double_dummy import levels_reached, moment_of
from kiebitz.analysis.skat.listening import evidence
from kiebitz.analysis.skat.parameters import PARAMETERS
from kiebitz.analysis.skat.sure import sure_cards
from kiebitz.deals.shuffles import SplitMix64, nth
from kiebitz.skat.contract import Game
from kiebitz.skat.score import needed
from kiebitz.skat.trick import legal_among
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
    `sure` are the cards that win for the seat's side in every world, looked for in `PARAMETERS.sure` worlds at most.
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
    for number, (view, _) in enumerate(views(game), 1):
        legal = legal_among(view.announced.game, view.hand, view.course.trick)
        if len(legal) > 1:
            yield fair_step(view, game.cards[number - 1], worlds, SplitMix64(nth(seed, number)), listens=listens)


def fair_light(view: View, worlds: int = WORLDS, seed: int = 1) -> CardChance:
    """Return the declarer's chance by what the seat whose turn it is may know, if it plays its best card.

    *worlds* and *seed* are those of `fair_steps`, which has the same chance for the best card.
    """
    card = moment_of(view, view.course).cards[0]  # any card: what is best does not depend on what is played
    return fair_step(view, card, worlds, SplitMix64(nth(seed, len(view.played) + 1))).chances[0]


def fair_step(view: View, card: Card, worlds: int, generator: SplitMix64, *, listens: bool = True) -> FairStep:
    """Return the fair view of one card that a seat plays at this moment; the rest as in `fair_steps`."""
    contract, declarer = view.announced, view.declarer
    seen = view.course
    null = contract.game is Game.NULL
    taken = 0 if null or declarer is None else seen.points[declarer]
    moment = moment_of(view, seen)
    beliefs = Beliefs(view, seen)
    is_exact = beliefs.count <= worlds
    told = evidence(view) if listens else ()
    sign = 1 if view.is_declarer else -1

    def judged() -> tuple[list[float], list[bytes]]:
        found = beliefs.worlds(worlds, generator, told)
        had = [taken + (0 if null else points_in(world.skat)) for world, _ in found]
        rows = levels_reached(moment, [world.hands for world, _ in found], had, [needed(contract)])
        return [count for _, count in found], rows

    def share(counts: list[float], rows: list[bytes], at: int) -> float:
        return sum(count * row[at] for count, row in zip(counts, rows, strict=True)) / sum(counts)

    # The best of many cards is partly the luckiest, so it is judged on other worlds than those that chose it.
    counts, rows = judged()
    places = range(len(moment.cards))
    best = max(places, key=lambda at: (sign * share(counts, rows, at), moment.cards[at] is card))
    if not is_exact:
        counts, rows = judged()
    number = len(rows)
    shares = [share(counts, rows, at) for at in places]
    order = sorted(places, key=lambda at: (at != best, -sign * shares[at], moment.cards[at]))
    mine = moment.cards.index(card)
    gaps = [sign * (row[best] - row[mine]) for row in rows]
    lost = sum(count * gap for count, gap in zip(counts, gaps, strict=True)) / sum(counts)
    spread = sum(count * (gap - lost) ** 2 for count, gap in zip(counts, gaps, strict=True)) / sum(counts)
    half = 0.0 if is_exact or mine == best else _NORMAL_95 * sqrt(spread / number) + 1 / (2 * number)
    chances = tuple(CardChance(moment.cards[at], shares[at] * number, number, is_exact) for at in order)
    interval = max(-1.0, lost - half), min(1.0, lost + half)
    sure = sure_cards(view, PARAMETERS.sure, seen)
    return FairStep(len(view.played) + 1, view.seat, card, number, chances, lost, interval, sure)
