"""What may come of a hand when the cards of the others are not known: worlds drawn or counted, each played open-handed.

A world is one way in which the unseen cards may lie. The chances are those of play with open cards; at a table, where
nobody sees the others' cards, they may be others.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from itertools import combinations
from math import comb
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.discards import ranked_discards
from kiebitz.analysis.skat.double_dummy import Effort, worlds_reach
from kiebitz.analysis.skat.encoding import TRICK, mask
from kiebitz.cards import PACKS, Card
from kiebitz.deals.shuffles import SplitMix64, nth, shuffle
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.hand import SKAT
from kiebitz.skat.score import Finished, score, seeger_fabian
from kiebitz.skat.seats import FOREHAND, Seat
from kiebitz.skat.trick import points
from kiebitz.skat.valuation import Matadors, matadors, valuation, value_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kiebitz.analysis.skat.encoding import Masks

#: What every answer of this level has to say.
LEVEL = "open-card chances, not table chances"

_PACK = tuple(sorted(PACKS["32"]))
_NEEDED = 61
_SCHNEIDER = 90
_OUT_OF_SCHNEIDER = 31
#: How a discard is chosen for a skat that is only imagined: the number of likely ones tried, and of worlds for each.
_CANDIDATES, _TRIALS = 3, 3
_NULL_CANDIDATES, _NULL_TRIALS = 6, 6
_BLOCK = 2048


class Outcome(IntEnum):
    """How a world ends for the declarer, if all play as well as can be with open cards."""

    LOST_SCHWARZ = 0
    LOST_SCHNEIDER = 1
    LOST = 2
    WON = 3
    WON_SCHNEIDER = 4
    WON_SCHWARZ = 5

    @property
    def is_won(self) -> bool:
        """Whether the declarer wins, if he did not overbid."""
        return self >= Outcome.WON

    @property
    def words(self) -> str:
        """Its name in words: `lost schwarz`, `lost schneider`, `lost`, `won`, `won schneider`, `won schwarz`."""
        return self.name.lower().replace("_", " ")


#: Matadors as a number, negative if without, 0 in Null; and how the world ends.
Kind = tuple[int, Outcome]


# Worlds


@dataclass(frozen=True, slots=True)
class Known:
    """What the declarer knows before play: his cards, with the skat among them or not, and his seat.

    The other fields are for endings: the cards that are in play at all, who leads, and the card points that the
    declarer has by then.
    """

    cards: tuple[Card, ...]
    seat: Seat = FOREHAND
    pack: tuple[Card, ...] = _PACK
    turn: Seat = FOREHAND
    taken: int = 0

    @property
    def hand_size(self) -> int:
        """Cards in a hand at the start of play."""
        return (len(self.pack) - SKAT) // 3

    @property
    def skat_is_known(self) -> bool:
        """Whether the two cards of the skat are among the declarer's."""
        return len(self.cards) > self.hand_size

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that the declarer does not see."""
        return tuple(card for card in self.pack if card not in self.cards)

    @property
    def worlds(self) -> int:
        """How many ways there are for the unseen cards to lie."""
        size = self.hand_size
        both = comb(2 * size, size)
        return both if self.skat_is_known else comb(2 * size + SKAT, SKAT) * both


@dataclass(frozen=True, slots=True)
class World:
    """Where the unseen cards lie: those of the seat after the declarer, of the one after that, and of the skat.

    The skat is empty where the declarer knows it.
    """

    next: tuple[Card, ...]
    last: tuple[Card, ...]
    skat: tuple[Card, ...]


def drawn(known: Known, generator: SplitMix64) -> World:
    """Return a world, each as likely as the next."""
    cards = list(known.unseen)
    for number in range(len(cards) - 1, 0, -1):  # the shuffle of Fisher and Yates
        other = generator.below(number + 1)
        cards[number], cards[other] = cards[other], cards[number]
    return _cut(known, cards)


def _cut(known: Known, cards: Sequence[Card]) -> World:
    size = known.hand_size
    return World(tuple(cards[:size]), tuple(cards[size : 2 * size]), tuple(cards[2 * size :]))


def counted(known: Known, number: int) -> World:
    """Return world *number* of all, where the skat is known: 0 to `known.worlds` − 1.

    >>> pack = tuple(map(Card.parse, "7C 8C 9C TC QC KC AC JC".split()))
    >>> known = Known(pack[:4], pack=pack)
    >>> [(counted(known, number).next) for number in (0, 5)]
    [(Card.parse('QC'), Card.parse('KC')), (Card.parse('AC'), Card.parse('JC'))]
    """
    size = known.hand_size
    chosen: list[Card] = []
    rest: list[Card] = []
    for place, card in enumerate(known.unseen):
        left, wanted = 2 * size - place - 1, size - len(chosen) - 1
        with_it = comb(left, wanted) if wanted >= 0 else 0
        if number < with_it:
            chosen.append(card)
        else:
            number -= with_it
            rest.append(card)
    return World(tuple(chosen), tuple(rest), ())


@cache
def _blocks(count: int, seed: int) -> Sequence[int]:
    """Return where the blocks of 0 … count − 1 begin, in an order drawn by the seed.

    Worlds of neighbouring numbers differ by few cards, so that what is learnt of one serves the next ones.
    """
    starts = list(range(0, count, _BLOCK))
    shuffle(starts, SplitMix64(seed).below)
    return starts


def number_at(count: int, seed: int, index: int) -> int:
    """Return the number of the world that is looked at at this place of the order; the short block is the last."""
    blocks = _blocks(count - count % _BLOCK, seed)
    block, place = divmod(index, _BLOCK)
    return (blocks[block] if block < len(blocks) else len(blocks) * _BLOCK) + place


def _masks(known: Known, own: int, world: World) -> Masks:
    hands = [0, 0, 0]
    hands[known.seat] = own
    hands[known.seat.next] = mask(world.next)
    hands[known.seat.next.next] = mask(world.last)
    return hands[0], hands[1], hands[2]


# Judging worlds


@dataclass(frozen=True, slots=True)
class Entry:
    """What is judged: a contract, and where the skat is known the two cards that lie in it during play.

    Without these two a Hand game leaves the skat where it is; another game takes it up, and what is put down is chosen
    world by world, on other worlds than the one that is judged.
    """

    contract: Contract
    discard: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """Entries to be judged on worlds of one run; *stream* tells its runs apart, whose worlds have nothing in common.

    World i of a run is the same for all entries. With *exact* the worlds of a known skat are gone through, each once,
    block by block in an order drawn by the seed. Without *detail* neither Schneider nor Schwarz is asked for.
    """

    known: Known
    entries: tuple[Entry, ...]
    seed: int
    stream: int
    exact: bool = False
    detail: bool = True


@dataclass(frozen=True, slots=True)
class Judged:
    """What some worlds of a run came to, entry by entry, the tricks that were searched, and the wall time that took."""

    tallies: tuple[Counter[Kind], ...]
    tricks: tuple[int, ...]
    seconds: float


def judge(task: Task, first: int, last: int) -> Judged:
    """Judge the entries on the worlds *first* to *last* of the run."""
    start = perf_counter()
    found: list[Counter[Kind]] = [Counter() for _ in task.entries]
    efforts = [Effort() for _ in task.entries]
    worlds = list(_worlds(task, first, last))
    for tally, entry, effort in zip(found, task.entries, efforts, strict=True):
        known = task.known
        items = [_item(known, entry, world, _skat(known, entry, world, seed, effort)) for world, seed in worlds]
        ends = _outcomes(task, entry.contract, items, effort)
        tally.update((item.matadors, end) for item, end in zip(items, ends, strict=True))
    return Judged(tuple(found), tuple(effort.tricks for effort in efforts), perf_counter() - start)


def _worlds(task: Task, first: int, last: int) -> Iterator[tuple[World, int]]:
    """Yield the worlds, each with a seed for what has to be drawn besides."""
    known = task.known
    stream = nth(task.seed, task.stream)
    for index in range(first, last + 1):
        if task.exact:
            yield counted(known, number_at(known.worlds, stream, index)), 0
        else:
            generator = SplitMix64(nth(stream, index))
            yield drawn(known, generator), generator.next()


@dataclass(frozen=True, slots=True)
class _Item:
    masks: Masks
    skat_points: int
    matadors: int


def laid_out(task: Task, entry: Entry, first: int, last: int) -> Iterator[tuple[World, tuple[Card, ...]]]:
    """Yield the worlds *first* to *last* of a run, each with the two cards that lie in the skat during play."""
    for world, seed in _worlds(task, first, last):
        yield world, _skat(task.known, entry, world, seed, Effort())


def outcomes(task: Task, entry: Entry, worlds: Iterable[tuple[World, tuple[Card, ...]]]) -> list[Outcome]:
    """Return how such worlds end with open cards."""
    return _outcomes(task, entry.contract, [_item(task.known, entry, *each) for each in worlds], Effort())


def _skat(known: Known, entry: Entry, world: World, seed: int, effort: Effort) -> tuple[Card, ...]:
    if entry.discard:
        return entry.discard
    if entry.contract.hand:
        return world.skat
    return _chosen_discard(known, (*known.cards, *world.skat), entry.contract, seed, effort)


def _item(known: Known, entry: Entry, world: World, skat: tuple[Card, ...]) -> _Item:
    game = entry.contract.game
    twelve = (*known.cards, *world.skat)
    own = mask(twelve) & ~mask(skat)
    return _Item(_masks(known, own, world), points(skat), _signed_matadors(frozenset(twelve), game))


@cache
def _signed_matadors(twelve: frozenset[Card], game: Game) -> int:
    if game is Game.NULL:
        return 0
    found = matadors(twelve, game)
    return found.count if found.held else -found.count


def _chosen_discard(
    known: Known, twelve: tuple[Card, ...], contract: Contract, seed: int, effort: Effort
) -> tuple[Card, Card]:
    """Choose what to put down: of the likely best the one that wins most of a few worlds drawn for this alone.

    The first that wins them all will do, and of equal ones the likelier one: the answer depends on the skat and the
    seed, never on how the unseen cards lie in the world that is judged afterwards.
    """
    null = contract.game is Game.NULL
    candidates = ranked_discards(twelve, contract.game)[: _NULL_CANDIDATES if null else _CANDIDATES]
    trials = _NULL_TRIALS if null else _TRIALS
    seen = Known(twelve, known.seat, known.pack, known.turn, known.taken)
    generator = SplitMix64(seed)
    worlds = [drawn(seen, generator) for _ in range(trials)]
    best, most = candidates[0], -1
    for pair in candidates:
        own = mask(twelve) & ~mask(pair)
        needed = _NEEDED - known.taken - points(pair)
        hands = [_masks(known, own, world) for world in worlds]
        wins = sum(worlds_reach(contract.game, known.seat, known.turn, needed, hands, effort))
        if wins > most:
            best, most = pair, wins
        if wins == trials:
            break
    return best


def _outcomes(task: Task, contract: Contract, items: Sequence[_Item], effort: Effort) -> list[Outcome]:
    """Return how worlds end; what is announced is part of winning, and not told apart again.

    Best play for each step is best play for the score: who takes every trick has all card points, too.
    """

    def reach(needed: int, some: Sequence[_Item]) -> list[bool]:
        return _reach(task, contract.game, needed, some, effort)

    def takes(tricks: int, some: Sequence[_Item]) -> list[bool]:
        known, masks = task.known, [item.masks for item in some]
        wanted = TRICK * tricks
        return worlds_reach(
            contract.game, known.seat, known.turn, wanted, masks, effort, alike=task.exact, by_tricks=True
        )

    every = task.known.hand_size
    if contract.schwarz:
        return [Outcome.WON if one else Outcome.LOST for one in takes(every, items)]
    won = reach(_SCHNEIDER if contract.schneider else _NEEDED, items)
    found = [Outcome.WON if one else Outcome.LOST for one in won]
    if not task.detail or contract.game is Game.NULL:
        return found
    steps: list[tuple[Outcome, Outcome, Callable[[Sequence[_Item]], list[bool]]]] = []
    if not contract.schneider:
        steps += [
            (Outcome.WON, Outcome.WON_SCHNEIDER, lambda some: reach(_SCHNEIDER, some)),
            (Outcome.LOST, Outcome.LOST_SCHNEIDER, lambda some: reach(_OUT_OF_SCHNEIDER, some)),
        ]
    before_schwarz = Outcome.WON if contract.schneider else Outcome.WON_SCHNEIDER
    before_no_trick = Outcome.LOST if contract.schneider else Outcome.LOST_SCHNEIDER
    steps += [
        (before_schwarz, Outcome.WON_SCHWARZ, lambda some: takes(every, some)),
        (before_no_trick, Outcome.LOST_SCHWARZ, lambda some: takes(1, some)),
    ]
    for before, outcome, asked in steps:
        places = [place for place, one in enumerate(found) if one is before]
        for place, yes in zip(places, asked([items[place] for place in places]), strict=True):
            if yes is outcome.is_won:
                found[place] = outcome
    return found


def _reach(task: Task, game: Game, needed: int, items: Sequence[_Item], effort: Effort) -> list[bool]:
    """Say where the declarer gets this many points in all; the kernel is asked once for each number still missing."""
    known = task.known
    groups: dict[int, list[int]] = {}
    for place, item in enumerate(items):
        missing = 0 if game is Game.NULL else needed - known.taken - item.skat_points
        groups.setdefault(missing, []).append(place)
    found = [False] * len(items)
    for missing, places in groups.items():
        hands = [items[place].masks for place in places]
        answers = worlds_reach(game, known.seat, known.turn, missing, hands, effort, alike=task.exact)
        for place, answer in zip(places, answers, strict=True):
            found[place] = answer
    return found


# What the outcomes are worth


@dataclass(slots=True)
class Tally:
    """Worlds of one contract by matadors and outcome, and what they are worth to the declarer."""

    contract: Contract
    cards: tuple[Card, ...] = ()
    kinds: Counter[Kind] = field(default_factory=Counter)

    @property
    def worlds(self) -> int:
        """How many worlds were judged."""
        return self.kinds.total()

    @property
    def won(self) -> int:
        """In how many of them the declarer wins, overbid or not."""
        return sum(count for (_, outcome), count in self.kinds.items() if outcome.is_won)

    def ending(self, outcome: Outcome) -> int:
        """Return in how many of them the game ends so."""
        return sum(count for (_, one), count in self.kinds.items() if one is outcome)

    def expected(self, bid: int, *, tournament: bool = False) -> float | None:
        """Return the declarer's mean score at this bid, or his mean points by Seeger and Fabian; `None` of nothing."""
        if not self.worlds:
            return None
        total = sum(self._worth(kind, bid, tournament=tournament) * count for kind, count in self.kinds.items())
        return total / self.worlds

    def break_even(self, bid: int, *, tournament: bool = False) -> float | None:
        """Return the chance to win at which the mean would be 0, given what won and lost games are worth here.

        Where none is won, or none lost, what the other half is worth is that of a game without Schneider.
        `None` of nothing, and where even a game that is won costs points, because it is overbid.
        """
        sides: dict[bool, list[float]] = {}
        for won, usual in ((True, Outcome.WON), (False, Outcome.LOST)):
            kinds = {kind: count for kind, count in self.kinds.items() if kind[1].is_won is won}
            if not kinds:
                for (signed, _), count in self.kinds.items():
                    kinds[signed, usual] = kinds.get((signed, usual), 0) + count
            worth = sum(self._worth(kind, bid, tournament=tournament) * count for kind, count in kinds.items())
            sides[won] = [worth, sum(kinds.values())]
        if not self.worlds:
            return None
        gain, loss = (sides[won][0] / sides[won][1] for won in (True, False))
        return -loss / (gain - loss) if gain > 0 > loss else None

    def highest_paying_bid(self, *, tournament: bool = False) -> int | None:
        """Return the highest bid at which the mean is above 0, `None` where there is none."""
        paying = None
        for bid in BIDS:
            mean = self.expected(bid, tournament=tournament)
            if mean is None or mean <= 0:
                break  # a higher bid only overbids more often
            paying = bid
        return paying

    def _worth(self, kind: Kind, bid: int, *, tournament: bool) -> float:
        return _worth(self.contract, self.cards, kind, bid, tournament)


#: Card points and tricks that stand for an outcome.
_ENDS = {
    Outcome.LOST_SCHWARZ: (0, 0),
    Outcome.LOST_SCHNEIDER: (30, 1),
    Outcome.LOST: (60, 5),
    Outcome.WON: (61, 5),
    Outcome.WON_SCHNEIDER: (90, 9),
    Outcome.WON_SCHWARZ: (120, 10),
}


@cache
def _worth(contract: Contract, cards: tuple[Card, ...], kind: Kind, bid: int, tournament: bool) -> float:
    signed, outcome = kind
    if contract.game is Game.NULL:
        finished = [
            Finished(contract, bid, tricks=0 if outcome.is_won else 1, cards=(*cards, *skat)) for skat in _skats(cards)
        ]
        if bid <= value_of(contract).value:
            finished = finished[:1]  # the cards only matter for the game that an overbid Null is counted as
    else:
        announced = Outcome.WON_SCHWARZ if contract.schwarz else Outcome.WON_SCHNEIDER
        is_announced = contract.schneider and outcome is Outcome.WON
        taken, tricks = _ENDS[announced if is_announced else outcome]
        counted_matadors = Matadors(abs(signed), signed > 0)
        finished = [Finished(contract, bid, points=taken, tricks=tricks, matadors=counted_matadors)]
    scores = [score(game) for game in finished]
    written = [seeger_fabian(one).declarer if tournament else one.score for one in scores]
    return sum(written) / len(written)


def _skats(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Return the skats that are possible with these cards: the empty one where twelve are known."""
    if len(cards) != 10:
        return [()]
    return list(combinations([card for card in _PACK if card not in cards], SKAT))


@dataclass(frozen=True, slots=True)
class Overbids:
    """At a bid, how many of how many skats make the game worth less than was bid: an exact count."""

    bid: int
    skats: int
    of: int


def overbids(hand: Iterable[Card], contract: Contract, bid: int | None = None, skat: tuple[Card, ...] = ()) -> Overbids:
    """Count the skats that overbid a contract: the highest bid that the ten cards cover by themselves if none is named.

    A jack in the skat makes matadors where there were none, and breaks off those that were missing. Won without
    Schneider, unless it is announced. A *skat* that is known is the only one.

    >>> from kiebitz.skat.hand import read_hand
    >>> overbids(read_hand("JH JD AS TS KS 9S 8S AC KC 7D"), Contract.parse("spades"))
    Overbids(bid=33, skats=40, of=231)
    """
    ten = tuple(hand)
    at = valuation(ten, contract).value if bid is None else bid
    skats = [skat] if skat else _skats(ten)
    if contract.game is Game.NULL:
        return Overbids(at, len(skats) if value_of(contract).value < at else 0, len(skats))
    count = sum(value_of(contract, matadors((*ten, *two), contract.game)).value < at for two in skats)
    return Overbids(at, count, len(skats))
