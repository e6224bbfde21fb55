"""Worlds, discards, outcomes and what they are worth: small cases against a literal player over all worlds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from kiebitz.analysis.skat.discards import ranked_discards
from kiebitz.analysis.skat.double_dummy import Effort
from kiebitz.analysis.skat.tallies import Outcome, Tally, overbids
from kiebitz.analysis.skat.worlds import Entry, Known, Task, counted, drawn, judge, number_at
from kiebitz.deals.shuffles import SplitMix64
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.score import Finished, score, seeger_fabian
from kiebitz.skat.seats import Seat
from kiebitz.skat.trick import points
from kiebitz.skat.valuation import Matadors, matadors, value_of
from literal_skat import Ending, values
from skat_tables import LITERAL, PACK, cards

if TYPE_CHECKING:
    from kiebitz.analysis.skat.worlds import World
    from kiebitz.cards import Card

CLUBS = Contract(Game.CLUBS)


def small(number: int, hand_size: int, *, skat: bool, seat: Seat = Seat.FOREHAND) -> Known:
    """An ending in which the declarer needs some of the points that are left."""
    chance = Random(number)
    pack = tuple(sorted(chance.sample(PACK, 3 * hand_size + 2)))
    own = tuple(chance.sample(pack, hand_size + 2 * skat))
    return Known(own, seat, pack, Seat(number % 3), max(0, 61 - points(pack) // 2))


def all_worlds(known: Known) -> list[tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]]:
    """Both other hands and the skat, in every way."""
    found = []
    for skat in combinations(known.unseen, 0 if known.skat_is_known else 2):
        rest = [card for card in known.unseen if card not in skat]
        hands = combinations(rest, known.hand_size)
        found += [(hand, tuple(card for card in rest if card not in hand), skat) for hand in hands]
    return found


def literal_outcome(
    known: Known, contract: Contract, own: tuple[Card, ...], world: tuple[tuple[Card, ...], ...]
) -> Outcome:
    """What a literal player makes of a world, where *own* are the cards in hand and the others lie in the skat."""
    hands = [own, own, own]
    hands[known.seat], hands[known.seat.next], hands[known.seat.next.next] = own, world[0], world[1]
    first, second, third = (frozenset(map(str, hand)) for hand in hands)
    best = max if known.turn is known.seat else min
    start = LITERAL[contract.game], known.seat, Ending((first, second, third), known.turn, ())
    value = best(values(*start).values())
    if contract.game is Game.NULL:
        return Outcome.WON if value else Outcome.LOST
    skat = [card for card in (*known.cards, *world[2]) if card not in own]
    total = known.taken + value + points(skat)
    tricks = best(values(*start, by_tricks=True).values()) // 3
    if contract.schwarz:
        return Outcome.WON if tricks == known.hand_size else Outcome.LOST
    if contract.schneider:
        if total >= 90:
            return Outcome.WON_SCHWARZ if tricks == known.hand_size else Outcome.WON
        return Outcome.LOST if tricks else Outcome.LOST_SCHWARZ
    if total >= 90:
        return Outcome.WON_SCHWARZ if tricks == known.hand_size else Outcome.WON_SCHNEIDER
    if total > 30:
        return Outcome.WON if total >= 61 else Outcome.LOST
    return Outcome.LOST_SCHNEIDER if tricks else Outcome.LOST_SCHWARZ


def signed(twelve: tuple[Card, ...], game: Game) -> int:
    if game is Game.NULL:
        return 0
    found = matadors(twelve, game)
    return found.count if found.held else -found.count


# Worlds


@pytest.mark.parametrize("hand_size", [1, 2, 3])
def test_all_worlds_are_counted_once(hand_size: int) -> None:
    known = small(hand_size, hand_size, skat=True)
    found = [counted(known, number) for number in range(known.worlds)]
    assert {(world.next, world.last, world.skat) for world in found} == set(all_worlds(known))
    assert len(found) == len(set(found))


def test_a_full_hand_has_so_many_worlds() -> None:
    hand = cards("JC JS JD AC KC 9C AS TS 8D 8C")
    assert Known(hand).worlds == 42_678_636
    assert Known((*hand, *cards("7H QH"))).worlds == 184_756


@pytest.mark.parametrize("count", [1, 2047, 2048, 5000, 184_756])
def test_the_order_of_counting_meets_each_world_once(count: int) -> None:
    assert sorted(number_at(count, 3, index) for index in range(count)) == list(range(count))


def test_every_world_is_drawn_as_often() -> None:
    known = small(4, 1, skat=False)
    generator = SplitMix64(5)
    found = Counter(drawn(known, generator) for _ in range(1_200))
    worlds = all_worlds(known)
    assert len(worlds) == 12
    for world in worlds:
        unordered = [tuple(sorted(part)) for part in world]
        count = sum(
            times
            for each, times in found.items()
            if [tuple(sorted(part)) for part in (each.next, each.last, each.skat)] == unordered
        )
        assert 65 <= count <= 140  # 100, and four standard deviations


# Outcomes, against a literal player over all worlds


@pytest.mark.parametrize(
    "contract", ["clubs", "hearts", "grand", "null", "spades hand schneider", "grand hand schwarz"]
)
@pytest.mark.parametrize("number", range(3))
def test_all_worlds_of_a_known_skat(contract: str, number: int) -> None:
    wanted = Contract.parse(contract)
    known = small(10 + number, 3, skat=True, seat=Seat(number))
    discard = known.cards[:2]
    own = known.cards[2:]
    expected = Counter(
        (signed(known.cards, wanted.game), literal_outcome(known, wanted, own, world)) for world in all_worlds(known)
    )
    task = Task(known, (Entry(wanted, discard),), 3, 0, exact=True)
    assert judge(task, 0, known.worlds - 1).tallies[0] == expected
    parts = [judge(task, first, last).tallies[0] for first, last in ((0, 6), (7, 7), (8, known.worlds - 1))]
    assert parts[0] + parts[1] + parts[2] == expected


@pytest.mark.parametrize("contract", ["diamonds hand", "null hand", "grand hand"])
def test_hand_games_over_the_skats(contract: str) -> None:
    """Drawn worlds of a Hand game come out as a literal player has it: the skat counts for him, though unseen."""
    wanted = Contract.parse(contract)
    known = small(21, 2, skat=False, seat=Seat.REARHAND)
    task = Task(known, (Entry(wanted),), 9, 0)
    generator = [world for world, _ in _drawn(task, 60)]
    expected: Counter[tuple[int, Outcome]] = Counter()
    for world in generator:
        parts = (world.next, world.last, world.skat)
        kind = literal_outcome(known, wanted, known.cards, parts)
        expected[signed((*known.cards, *world.skat), wanted.game), kind] += 1
    assert judge(task, 0, 59).tallies[0] == expected


def _drawn(task: Task, count: int) -> list[tuple[World, int]]:
    from kiebitz.analysis.skat import worlds

    return list(worlds._worlds(task, 0, count - 1))


def test_the_discard_does_not_know_the_world_it_is_judged_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chosen for a skat by the same seed, it is the same whichever way the cards of the others lie."""
    from kiebitz.analysis.skat import worlds

    known = small(31, 3, skat=False)
    twelve = (*known.cards, *known.unseen[:2])
    rest = known.unseen[2:]
    entry = Entry(CLUBS)
    found = set()
    for hand in combinations(rest, 3):
        world = worlds.World(hand, tuple(card for card in rest if card not in hand), known.unseen[:2])
        found.add(worlds._skat(known, entry, world, 77, Effort()))
    assert len(found) == 1
    assert worlds._chosen_discard(known, twelve, CLUBS, 77, Effort()) in ranked_discards(twelve, Game.CLUBS)[:3]
    asked: list[int] = []

    def won(*question: object) -> list[bool]:
        hands = question[4]
        assert isinstance(hands, list)
        asked.append(len(hands))
        return [True] * len(hands)

    monkeypatch.setattr(worlds, "worlds_reach", won)
    assert worlds._chosen_discard(known, twelve, CLUBS, 77, Effort()) == ranked_discards(twelve, Game.CLUBS)[0]
    assert asked == [3]  # the first that wins all its trials will do


def test_the_same_worlds_for_all_entries_and_in_any_pieces() -> None:
    known = small(41, 3, skat=True)
    pairs = list(combinations(known.cards, 2))[:4]
    task = Task(known, tuple(Entry(CLUBS, pair) for pair in pairs), 5, 2)
    whole = judge(task, 0, 39).tallies
    pieces = [judge(task, first, first + 9).tallies for first in range(0, 40, 10)]
    for number, pair in enumerate(pairs):
        assert sum((piece[number] for piece in pieces), Counter()) == whole[number]
        alone = Task(known, (Entry(CLUBS, pair),), 5, 2)
        assert judge(alone, 0, 39).tallies[0] == whole[number]
    other = Task(known, task.entries, 6, 2), Task(known, task.entries, 5, 1)
    worlds = [world for world, _ in _drawn(task, 40)]
    for each in other:
        assert [world for world, _ in _drawn(each, 40)] != worlds


# Discards by rule of thumb


@pytest.mark.parametrize("game", list(Game))
def test_all_pairs_once(game: Game) -> None:
    twelve = cards("JC JS JH AC TC KC 9C 8C AS TS QD 7H")
    found = ranked_discards(twelve, game)
    assert len(found) == 66
    assert {frozenset(pair) for pair in found} == {frozenset(pair) for pair in combinations(twelve, 2)}


def test_sensible_ones_come_first() -> None:
    twelve = cards("JC JS JH AC TC KC 9C 8C AS TS QD 7H")
    assert set(ranked_discards(twelve, Game.CLUBS)[0]) == set(cards("QD 7H"))
    jacks = set(cards("JC JS JH"))
    assert not any(jacks & set(pair) for pair in ranked_discards(twelve, Game.CLUBS)[:6])
    null = cards("7C 9C JC 7S 8S 9S 7H 8H 9H 7D AD KD")
    assert set(ranked_discards(null, Game.NULL)[0]) == set(cards("AD KD"))


# What the outcomes are worth


def test_expected_scores_are_means_of_scores() -> None:
    tally = Tally(Contract(Game.SPADES, hand=True))
    tally.kinds.update(
        {(2, Outcome.WON): 3, (-1, Outcome.WON_SCHNEIDER): 1, (1, Outcome.LOST): 2, (2, Outcome.LOST_SCHNEIDER): 2}
    )
    tally.kinds.update({(1, Outcome.WON_SCHWARZ): 2, (-3, Outcome.LOST_SCHWARZ): 1})
    ends = {(2, 61, 5): 3, (-1, 90, 9): 1, (1, 60, 5): 2, (2, 30, 1): 2, (1, 120, 10): 2, (-3, 0, 0): 1}
    for bid in (18, 36, 50, 66):
        scores = {
            (count, taken, tricks): score(
                Finished(tally.contract, bid, taken, tricks, matadors=Matadors(abs(count), count > 0))
            )
            for count, taken, tricks in ends
        }
        total = sum(scores[end].score * times for end, times in ends.items())
        tournament = sum(seeger_fabian(scores[end]).declarer * times for end, times in ends.items())
        assert tally.expected(bid) == pytest.approx(total / 11)
        assert tally.expected(bid, tournament=True) == pytest.approx(tournament / 11)
    assert (tally.worlds, tally.won, tally.ending(Outcome.WON_SCHNEIDER)) == (11, 6, 1)


def test_break_even_is_two_thirds_where_a_loss_costs_double() -> None:
    tally = Tally(CLUBS, kinds=Counter({(1, Outcome.WON): 1, (1, Outcome.LOST): 1}))
    assert tally.break_even(18) == pytest.approx(2 / 3)
    assert tally.break_even(18, tournament=True) == pytest.approx((48 + 50) / (24 + 50 + 48 + 50))
    assert Tally(CLUBS, kinds=Counter({(1, Outcome.WON): 5})).break_even(18) == pytest.approx(2 / 3)
    assert Tally(CLUBS, kinds=Counter({(1, Outcome.LOST): 5})).break_even(18) == pytest.approx(2 / 3)
    assert Tally(CLUBS, kinds=Counter({(1, Outcome.WON): 5})).break_even(27) is None
    assert Tally(CLUBS).break_even(18) is None
    assert Tally(CLUBS).expected(18) is None


def test_a_share_at_break_even_has_the_mean_nought() -> None:
    tally = Tally(CLUBS, kinds=Counter({(1, Outcome.WON): 2, (1, Outcome.LOST): 1}))
    assert tally.expected(18) == 0
    assert tally.highest_paying_bid() is None
    assert tally.highest_paying_bid(tournament=True) == 24


def test_highest_bid_that_pays() -> None:
    tally = Tally(CLUBS, kinds=Counter({(1, Outcome.WON): 50, (2, Outcome.WON): 45, (2, Outcome.LOST): 5}))
    paying = [bid for bid in BIDS if (mean := tally.expected(bid)) is not None and mean > 0]
    assert tally.highest_paying_bid() == paying[-1] == 24
    assert paying == [bid for bid in BIDS if bid <= 24]


def test_an_overbid_null_is_counted_as_the_cheapest_game_with_trumps() -> None:
    hand = cards("7C 8C 9C 7S 8S 9S 7H 8H 7D 8D")
    tally = Tally(Contract(Game.NULL), (*hand, *cards("KD AD")), Counter({(0, Outcome.WON): 1}))
    assert tally.expected(23) == 23
    wanted = score(Finished(tally.contract, 24, tricks=0, cards=tally.cards)).score
    assert tally.expected(24) == wanted < 0
    unknown = Tally(Contract(Game.NULL), hand, Counter({(0, Outcome.WON): 1}))
    skats = list(combinations([card for card in PACK if card not in hand], 2))
    each = [score(Finished(tally.contract, 24, tricks=0, cards=(*hand, *skat))).score for skat in skats]
    assert unknown.expected(24) == pytest.approx(sum(each) / 231)
    assert unknown.highest_paying_bid() == 23


@pytest.mark.parametrize("contract", ["spades", "spades hand", "grand", "null", "null hand ouvert"])
@pytest.mark.parametrize("bid", [None, 18, 24, 33, 48, 60])
def test_overbids_are_counted_over_the_skats(contract: str, bid: int | None) -> None:
    hand = cards("JH JD AS TS KS 9S 8S AC KC 7D")
    wanted = Contract.parse(contract)
    found = overbids(hand, wanted, bid)
    count = 0
    for skat in combinations([card for card in PACK if card not in hand], 2):
        counted_matadors = None if wanted.game is Game.NULL else matadors((*hand, *skat), wanted.game)
        count += value_of(wanted, counted_matadors).value < found.bid
    assert (found.skats, found.of) == (count, 231)
    if bid is not None:
        assert found.bid == bid


def test_a_jack_in_the_skat_overbids() -> None:
    """Without two: JC alone makes it with one, JS alone without one; both together make it with four and more."""
    found = overbids(cards("JH JD AS TS KS 9S 8S AC KC 7D"), Contract(Game.SPADES))
    assert (found.bid, found.skats) == (33, 20 + 20)
