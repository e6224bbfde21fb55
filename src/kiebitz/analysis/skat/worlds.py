"""What may come of a hand when the cards of the others are not known: worlds drawn or counted, each played open-handed.

A world is one way in which the unseen cards may lie. The chances are those of play with open cards; at a table, where
nobody sees the others' cards, they may be others.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from math import comb
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.discards import ranked_discards
from kiebitz.analysis.skat.double_dummy import Effort, worlds_reach
from kiebitz.analysis.skat.encoding import TRICK, mask
from kiebitz.analysis.skat.tallies import Outcome
from kiebitz.cards import PACKS, Card
from kiebitz.deals.shuffles import SplitMix64, nth, shuffle
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.hand import SKAT
from kiebitz.skat.score import needed
from kiebitz.skat.seats import FOREHAND, Seat
from kiebitz.skat.trick import OUT_OF_SCHNEIDER, TO_MAKE_SCHNEIDER, TO_WIN, points
from kiebitz.skat.valuation import matadors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kiebitz.analysis.skat.encoding import Masks
    from kiebitz.analysis.skat.tallies import Kind

#: What every answer of this level has to say.
LEVEL = "open-card chances, not table chances"

_PACK = tuple(sorted(PACKS["32"]))
#: How a discard is chosen for a skat that is only imagined: the number of likely ones tried, and of worlds for each.
_CANDIDATES, _TRIALS = 3, 3
_NULL_CANDIDATES, _NULL_TRIALS = 6, 6
_BLOCK = 2048


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
        seen = frozenset(self.cards)
        return tuple(card for card in self.pack if card not in seen)

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


def seated(seat: Seat, own: int, world: World) -> Masks:
    """Return the hands of a world in the order of the seats; *own*, the declarer's, is written as `mask` does."""
    hands = [0, 0, 0]
    hands[seat] = own
    hands[seat.next] = mask(world.next)
    hands[seat.next.next] = mask(world.last)
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
    return _Item(seated(known.seat, own, world), points(skat), _signed_matadors(frozenset(twelve), game))


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
        missing = TO_WIN - known.taken - points(pair)
        hands = [seated(known.seat, own, world) for world in worlds]
        wins = sum(worlds_reach(contract.game, known.seat, known.turn, missing, hands, effort))
        if wins > most:
            best, most = pair, wins
        if wins == trials:
            break
    return best


def _outcomes(task: Task, contract: Contract, items: Sequence[_Item], effort: Effort) -> list[Outcome]:
    """Return how worlds end; what is announced is part of winning, and not told apart again.

    Best play for each step is best play for the score: who takes every trick has all card points, too.
    """

    def reach(least: int, some: Sequence[_Item]) -> list[bool]:
        return _reach(task, contract.game, least, some, effort)

    def takes(tricks: int, some: Sequence[_Item]) -> list[bool]:
        known, masks = task.known, [item.masks for item in some]
        wanted = TRICK * tricks
        return worlds_reach(
            contract.game, known.seat, known.turn, wanted, masks, effort, alike=task.exact, by_tricks=True
        )

    every = task.known.hand_size
    if contract.schwarz:
        return [Outcome.WON if one else Outcome.LOST for one in takes(every, items)]
    won = reach(needed(contract), items)
    found = [Outcome.WON if one else Outcome.LOST for one in won]
    if not task.detail or contract.game is Game.NULL:
        return found
    steps: list[tuple[Outcome, Outcome, Callable[[Sequence[_Item]], list[bool]]]] = []
    if not contract.schneider:
        steps += [
            (Outcome.WON, Outcome.WON_SCHNEIDER, lambda some: reach(TO_MAKE_SCHNEIDER, some)),
            (Outcome.LOST, Outcome.LOST_SCHNEIDER, lambda some: reach(OUT_OF_SCHNEIDER, some)),
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


def _reach(task: Task, game: Game, least: int, items: Sequence[_Item], effort: Effort) -> list[bool]:
    """Say where the declarer gets this many points in all; the kernel is asked once for each number still missing."""
    known = task.known
    groups: dict[int, list[int]] = {}
    for place, item in enumerate(items):
        missing = 0 if game is Game.NULL else least - known.taken - item.skat_points
        groups.setdefault(missing, []).append(place)
    found = [False] * len(items)
    for missing, places in groups.items():
        hands = [items[place].masks for place in places]
        answers = worlds_reach(game, known.seat, known.turn, missing, hands, effort, alike=task.exact)
        for place, answer in zip(places, answers, strict=True):
            found[place] = answer
    return found
