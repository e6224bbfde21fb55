"""Players of Skat: a rule-of-thumb player, and the engine, which samples worlds and solves each with open cards.

A player is asked with a `View`, which holds no hidden card, and answers by that and its seed alone: the same view and
seed give the same answer. Nothing of a game is remembered between two questions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Protocol

from kiebitz.analysis.skat.beliefs import Beliefs, added, points_in
from kiebitz.analysis.skat.discards import ranked_discards
from kiebitz.analysis.skat.double_dummy import levels_reached, moment_of, worlds_reach
from kiebitz.analysis.skat.encoding import mask
from kiebitz.analysis.skat.listening import evidence
from kiebitz.analysis.skat.parameters import PARAMETERS, Level
from kiebitz.analysis.skat.rough_bids import danger, rough_bid
from kiebitz.analysis.skat.sure import sure_cards
from kiebitz.analysis.skat.worlds import Known, drawn, seated
from kiebitz.cards import Rank
from kiebitz.deals.shuffles import SplitMix64
from kiebitz.skat.auction import HOLD, PASS
from kiebitz.skat.bidding import BIDS, highest_bid
from kiebitz.skat.contract import TRUMP_GAMES, Contract, Game
from kiebitz.skat.hand import HAND
from kiebitz.skat.seats import FOREHAND, Seat
from kiebitz.skat.session import Session, Stage
from kiebitz.skat.trick import POINTS, TO_WIN, is_trump, legal_among, points, taking
from kiebitz.skat.valuation import matadors, value_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.analysis.skat.encoding import Masks
    from kiebitz.analysis.skat.parameters import Steps
    from kiebitz.cards import Card
    from kiebitz.skat.view import Course, View


class Player(Protocol):
    """Who decides for one seat."""

    def bids(self, view: View, bid: int) -> bool:
        """Say whether to bid, or to hold, this much."""

    def takes_skat(self, view: View) -> bool:
        """Say as declarer whether to take up the skat."""

    def announces(self, view: View) -> tuple[Contract, tuple[Card, ...]]:
        """Return the contract and, if the skat was taken up, what to put down."""

    def plays(self, view: View) -> Card:
        """Return the card to play."""


def step(session: Session, player: Player) -> None:
    """Let a player decide what the game waits for; what may not be done is an error of the session."""
    seat = session.turn
    if seat is None:
        return
    view, stage = session.view(seat), session.stage
    if stage is Stage.BIDDING:
        bid = session.auction.at_stake
        says = bid is not None and player.bids(view, bid)
        session.say(PASS if not says else HOLD if session.auction.is_asked else str(bid))
    elif stage is Stage.SKAT and player.takes_skat(view):
        session.take_skat()
    elif stage is Stage.PLAY:
        session.put(player.plays(view))
    else:
        session.announce(*player.announces(view))


def play_out(session: Session, players: Sequence[Player]) -> Session:
    """Let three players, in the order of the seats, play a game to its end, and return it."""
    while session.turn is not None:
        step(session, players[session.turn])
    return session


# --- rules of thumb ---


@dataclass(frozen=True, slots=True)
class RuleOfThumb:
    """Counts trumps, jacks and aces to bid, puts losers down, and plays by the maxims of the textbooks.

    The declarer draws trumps from above; the defenders lead aces and then the suit the declarer lacks, give points to a
    partner's trick and none to the declarer's, and take a trick as cheaply as they can.
    """

    def bids(self, view: View, bid: int) -> bool:
        """Bid up to what the ten cards are worth by `rough_bid`."""
        return bid <= rough_bid(mask(view.hand))

    def takes_skat(self, view: View) -> bool:  # noqa: ARG002  it does not depend on the cards
        """Take it always."""
        return True

    def announces(self, view: View) -> tuple[Contract, tuple[Card, ...]]:
        """Announce the likeliest game that covers the bid, and put down by the order of `ranked_discards`."""
        covering = [game for game in Game if _covers(view, Contract(game))]
        game = max(covering or TRUMP_GAMES, key=lambda one: _strength(view.hand, one))
        return Contract(game), ranked_discards(view.hand, game)[0]

    def plays(self, view: View) -> Card:
        """Play a card by the maxims."""
        seen = view.course
        game = view.announced.game
        legal = legal_among(game, view.hand, seen.trick)
        if len(legal) == 1:
            return legal[0]
        if game is Game.NULL:
            return _null_card(view, seen, legal)
        if not seen.trick:
            return _lead(view, game, legal)
        return _follow(view, seen, game, legal)


def _value(contract: Contract, cards: Sequence[Card]) -> int:
    """Return what a contract is worth by the matadors among these cards."""
    counted = None if contract.game is Game.NULL else matadors(cards, contract.game)
    return value_of(contract, counted).value


def _covers(view: View, contract: Contract) -> bool:
    return _value(contract, view.hand) >= view.bid


def _strength(hand: Sequence[Card], game: Game) -> int:
    if game is Game.NULL:
        return 12 if _is_null(hand) else 0
    trumps = sum(is_trump(game, card) for card in hand)
    aces = sum(card.rank is Rank.ACE and not is_trump(game, card) for card in hand)
    if game is Game.GRAND:
        return 3 * trumps + 2 * aces - 5
    return 2 * trumps + aces - 6


def _is_null(hand: Sequence[Card]) -> bool:
    """Say whether ten of these cards can be kept of which none is dangerous in Null."""
    pair = ranked_discards(hand, Game.NULL)[0] if len(hand) > HAND else ()
    return danger(mask(card for card in hand if card not in pair)) == 0


def _rank(game: Game, card: Card) -> int:
    """Return how high a card is among those of its kind."""
    order = "789QKTA" if game is not Game.NULL else "789TJQKA"
    if game is not Game.NULL and card.rank is Rank.JACK:
        return 10 + (card.suit if card.suit != 0 else 4)
    return order.index(card.rank.letter)


def _lead(view: View, game: Game, legal: Sequence[Card]) -> Card:
    trumps = [card for card in legal if is_trump(game, card)]
    side = [card for card in legal if not is_trump(game, card)]
    if view.is_declarer and (len(trumps) > 2 or (trumps and not side)):
        return max(trumps, key=lambda card: _rank(game, card))
    aces = [card for card in side if card.rank is Rank.ACE]
    if aces:
        return aces[0]
    return min(side or trumps, key=lambda card: (POINTS[card.rank], _rank(game, card)))


def _follow(view: View, seen: Course, game: Game, legal: Sequence[Card]) -> Card:
    trick = seen.trick
    leader = Seat((seen.turn - len(trick)) % len(Seat))
    holder = Seat((leader + taking(game, trick)) % len(Seat))
    winning = [card for card in legal if taking(game, (*trick, card)) == len(trick)]
    last = len(trick) == 2
    partner = not view.is_declarer and holder is not view.declarer
    declarer_to_come = not last and not view.is_declarer and view.declarer is view.seat.next
    if partner and (last or not declarer_to_come):
        return max(legal, key=lambda card: (POINTS[card.rank], -_rank(game, card)))
    if winning and (last or points(trick) >= 4 or view.is_declarer):
        if last:
            return max(winning, key=lambda card: (POINTS[card.rank] * (not is_trump(game, card)), -_rank(game, card)))
        return max(winning, key=lambda card: _rank(game, card))
    if not view.is_declarer and not last and holder is view.declarer and not winning:
        return min(legal, key=lambda card: (POINTS[card.rank], _rank(game, card)))
    return min(legal, key=lambda card: (is_trump(game, card), POINTS[card.rank], _rank(game, card)))


def _null_card(view: View, seen: Course, legal: Sequence[Card]) -> Card:
    """Return the highest card that takes no trick for the declarer, the lowest for the others."""
    game, trick = Game.NULL, seen.trick
    if not view.is_declarer or not trick:
        return min(legal, key=lambda card: _rank(game, card))
    ducking = [card for card in legal if taking(game, (*trick, card)) != len(trick)]
    if ducking:
        return max(ducking, key=lambda card: _rank(game, card))
    return min(legal, key=lambda card: _rank(game, card))


# --- the engine ---


class Engine:
    """Plays by worlds: draws some that agree with all it knows, solves each with open cards, and takes the best card.

    Bids and discards go by the share of worlds won and what the game is worth then. The answers depend on view, level
    and seed only.
    """

    def __init__(self, level: Level | None = None, seed: int = 1) -> None:
        self.level = level or Level()
        self.seed = seed

    def bids(self, view: View, bid: int) -> bool:
        """Bid as long as a game that covers the bid pays in the mean."""
        return bid <= highest_paying(
            tuple(sorted(view.hand)), view.seat, self.level.bidding, self.seed, self.level.margin
        )

    def takes_skat(self, view: View) -> bool:
        """Leave it only where a Hand game pays more than what may be found."""
        plans = plans_of(tuple(sorted(view.hand)), view.seat, self.level.bidding, self.seed)
        hand = max((plan.mean(view.bid) for plan in plans if plan.contract.hand), default=-1e9)
        other = max((plan.mean(view.bid) for plan in plans if not plan.contract.hand), default=-1e9)
        return hand <= other

    def announces(self, view: View) -> tuple[Contract, tuple[Card, ...]]:
        """Announce what pays most, with the discard that wins most worlds."""
        if len(view.hand) == HAND:
            plans = plans_of(tuple(sorted(view.hand)), view.seat, self.level.bidding, self.seed)
            return max(
                (plan for plan in plans if plan.contract.hand), key=lambda plan: plan.mean(view.bid)
            ).contract, ()
        return _announcement(view, self.level.bidding, self.seed)

    def plays(self, view: View) -> Card:
        """Play the card that is best in the mean of the worlds; of equal ones that of the rule of thumb.

        Where all worlds can be looked at, and some cards win in each of them, only these are thought of.
        """
        seen = view.course
        contract = view.announced
        legal = legal_among(contract.game, view.hand, seen.trick)
        if len(legal) == 1:
            return legal[0]
        listens = self.level.listens and not view.is_declarer
        worlds = ceil(PARAMETERS.listening * self.level.worlds) if listens else self.level.worlds
        chances = card_values(view, worlds, _generator(self.seed, view), listens=listens)
        sure = sure_cards(view, self.level.sure, seen)
        chances = {card: value for card, value in chances.items() if not sure or card in sure}
        sign = 1 if view.is_declarer else -1
        best = max(sign * value for value in chances.values())
        equal = [card for card, value in chances.items() if sign * value > best - 1e-9]
        usual = RuleOfThumb().plays(view)
        return usual if usual in equal else min(equal, key=lambda card: (POINTS[card.rank], _rank(contract.game, card)))


def _generator(seed: int, view: View) -> SplitMix64:
    """Return the random numbers of a moment: those of the seed, the seat and the number of cards played."""
    generator = SplitMix64(seed)
    generator.skip(64 * view.seat + len(view.played))
    return SplitMix64(generator.next())


def card_values(view: View, worlds: int, generator: SplitMix64, *, listens: bool) -> dict[Card, float]:
    """Return for each card that may be played the declarer's mean over worlds, by the worth of what he reaches."""
    seen = view.course
    contract = view.announced
    moment = moment_of(view, seen)
    beliefs = Beliefs(view, seen)
    drawn_worlds = beliefs.worlds(worlds, generator, evidence(view) if listens else ())
    steps = steps_of(contract, len(view.played) // len(Seat))
    gains = [0.0]
    for _, gain in steps:
        gains.append(gains[-1] + gain)
    taken = 0 if contract.game is Game.NULL or view.declarer is None else seen.points[view.declarer]
    had = [taken + (0 if contract.game is Game.NULL else points_in(world.skat)) for world, _ in drawn_worlds]
    hands = [world.hands for world, _ in drawn_worlds]
    totals = [0.0] * len(moment.cards)
    for (_, weight), row in zip(drawn_worlds, levels_reached(moment, hands, had, [at for at, _ in steps]), strict=True):
        for place, reached in enumerate(row):
            totals[place] += weight * gains[reached]
    whole = added(weight for _, weight in drawn_worlds)
    return {card: total / whole for card, total in zip(moment.cards, totals, strict=True)}


def steps_of(contract: Contract, trick: int) -> Steps:
    """Return what card points are worth to the declarer in a trick, the first being 0."""
    if contract.schneider:
        return PARAMETERS.announced_steps
    return next(steps for first, steps in reversed(PARAMETERS.steps) if first <= trick)


@dataclass(frozen=True, slots=True)
class Plan:
    """A contract with the share of worlds won in it, and its value by the cards known so far."""

    contract: Contract
    won: float
    value: int

    def mean(self, bid: int) -> float:
        """Return the mean of tournament points at a bid."""
        value = self.value
        if value < bid:
            return -1e6
        return self.won * (value + PARAMETERS.won) - (1 - self.won) * (2 * value + PARAMETERS.lost)


def _candidates(hand: Sequence[Card]) -> list[Game]:
    """Return the games worth a look: the two longest suits, Grand with some high cards, Null without many."""
    suits = sorted((game for game in TRUMP_GAMES if game is not Game.GRAND), key=lambda game: -_strength(hand, game))
    found: list[Game] = [game for game in suits[:2] if sum(is_trump(game, card) for card in hand) >= 4]
    if sum(card.rank in (Rank.JACK, Rank.ACE) for card in hand) >= 4:
        found.append(Game.GRAND)
    if sum(card.rank in (Rank.SEVEN, Rank.EIGHT, Rank.NINE) for card in hand) >= 4:
        found.append(Game.NULL)
    return found


@lru_cache(maxsize=256)
def plans_of(hand: tuple[Card, ...], seat: Seat, worlds: int, seed: int) -> tuple[Plan, ...]:
    """Return what ten cards may play, judged on worlds with the skat left, and taken up with a likely discard."""
    generator = SplitMix64(seed)
    known = Known(hand, seat)
    drawn_worlds = [drawn(known, generator) for _ in range(worlds)]
    found = []
    for game in _candidates(hand):
        for is_hand in (False, True):
            contract = Contract(game, hand=is_hand)
            groups: dict[int, list[Masks]] = {}
            for world in drawn_worlds:
                twelve = (*hand, *world.skat)
                pair = world.skat if is_hand else ranked_discards(twelve, game)[0]
                groups.setdefault(_needed(game, pair), []).append(seated(seat, mask(twelve) & ~mask(pair), world))
            wins = sum(sum(worlds_reach(game, seat, FOREHAND, needed, some)) for needed, some in groups.items())
            found.append(Plan(contract, _share(wins, worlds), _value(contract, hand)))
    return tuple(found)


@lru_cache(maxsize=256)
def highest_paying(hand: tuple[Card, ...], seat: Seat, worlds: int, seed: int, margin: float) -> int:
    """Return the highest bid at which some game pays, 0 where none does."""
    paying = [plan.value for plan in plans_of(hand, seat, worlds, seed) if plan.mean(BIDS[0]) > margin]
    return highest_bid(max(paying)) if paying else 0


@lru_cache(maxsize=256)
def _announcement(view: View, bidding: int, seed: int) -> tuple[Contract, tuple[Card, ...]]:
    """Compare the likely discards of the games worth a look on common worlds, then the best of them on more."""
    generator = _generator(seed, view)
    twelve = tuple(sorted(view.hand))
    known = Known(twelve, view.seat)
    games = [game for game in _candidates(twelve) if _covers(view, Contract(game))]
    if not games:
        games = [min(TRUMP_GAMES, key=lambda game: _cost(view, game))]
    tried = [(game, pair) for game in games for pair in ranked_discards(twelve, game)[: PARAMETERS.likely_discards]]
    for count in (bidding // 2 + 1, 2 * bidding):
        worlds = [drawn(known, generator) for _ in range(count)]
        judged = []
        for game, pair in tried:
            own = mask(twelve) & ~mask(pair)
            hands = [seated(view.seat, own, world) for world in worlds]
            won = _share(sum(worlds_reach(game, view.seat, FOREHAND, _needed(game, pair), hands)), count)
            judged.append((Plan(Contract(game), won, _cost(view, game)).mean(view.bid), won, game, pair))
        judged.sort(key=lambda each: -each[0])
        tried = [(game, pair) for _, _, game, pair in judged[:3]]
    _, won, game, pair = judged[0]
    ouvert = game is Game.NULL and won >= PARAMETERS.sure_null and bidding > PARAMETERS.fewest_for_ouvert
    return Contract(game, ouvert=ouvert), pair


def _cost(view: View, game: Game) -> int:
    """Return what a game counts at the bid at least: overbid, it has to be paid for all the same."""
    value = _value(Contract(game), view.hand)
    return max(value, -(-view.bid // game.base) * game.base) if game.base else value


def _needed(game: Game, skat: Sequence[Card]) -> int:
    """Return what the declarer has to take in tricks; of Null it only says that something is asked for."""
    return 1 if game is Game.NULL else TO_WIN - points(skat)


def _share(won: int, worlds: int) -> float:
    """Return the share of worlds won with one more that is won by half: a handful of worlds proves nothing."""
    return (won + 0.5) / (worlds + 1)
