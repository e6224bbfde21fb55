"""Worlds, discards, outcomes and their worth: small cases against a literal player over all worlds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from kiebitz.analysis.skat.world_outcomes import Outcome, Tally, overbids
from kiebitz.analysis.skat.worlds import DeclarerKnowledge, Entry, Task, judge, world_layouts
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.hand import read_hand
from kiebitz.skat.score import Finished, score, seeger_fabian
from kiebitz.skat.seats import Seat
from kiebitz.skat.trick import points
from kiebitz.skat.valuation import Matadors
from oracle.skat import Ending, values
from oracle.skat_score import matadors, value
from skat_tables import LITERAL, PACK, at_table, cards, ranked_discards

if TYPE_CHECKING:
    from kiebitz.cards import Card

CLUBS = Contract(Game.CLUBS)


def small(number: int, hand_size: int, *, skat: bool, seat: Seat = Seat.FOREHAND) -> DeclarerKnowledge:
    """Return an ending in which the declarer needs some of the remaining points."""
    chance = Random(number)
    pack = tuple(sorted(chance.sample(PACK, 3 * hand_size + 2)))
    own = tuple(chance.sample(pack, hand_size + 2 * skat))
    return DeclarerKnowledge(own, seat, pack, Seat(number % 3), max(0, 61 - points(pack) // 2))


def hand_size(known: DeclarerKnowledge) -> int:
    """Return the cards per hand at the start."""
    return (len(known.pack) - 2) // 3


def unseen_by(known: DeclarerKnowledge) -> list[Card]:
    """Return the cards that the declarer does not see."""
    return [card for card in known.pack if card not in known.cards]


def all_worlds(known: DeclarerKnowledge) -> list[tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]]:
    """Yield every layout of both other hands and the skat."""
    result = []
    unseen, size = unseen_by(known), hand_size(known)
    for skat in combinations(unseen, 0 if len(known.cards) > size else 2):
        rest = [card for card in unseen if card not in skat]
        hands = combinations(rest, size)
        result += [(hand, tuple(card for card in rest if card not in hand), skat) for hand in hands]
    return result


def literal_outcome(
    known: DeclarerKnowledge, contract: Contract, own: tuple[Card, ...], world: tuple[tuple[Card, ...], ...]
) -> Outcome:
    """Return a literal player's outcome of a world; *own* cards outside the hand are the skat."""
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
        return Outcome.WON if tricks == hand_size(known) else Outcome.LOST
    if contract.schneider:
        if total >= 90:
            return Outcome.WON_SCHWARZ if tricks == hand_size(known) else Outcome.WON
        return Outcome.LOST if tricks else Outcome.LOST_SCHWARZ
    if total >= 90:
        return Outcome.WON_SCHWARZ if tricks == hand_size(known) else Outcome.WON_SCHNEIDER
    if total > 30:
        return Outcome.WON if total >= 61 else Outcome.LOST
    return Outcome.LOST_SCHNEIDER if tricks else Outcome.LOST_SCHWARZ


def signed(twelve: tuple[Card, ...], game: Game) -> int:
    return matadors(game.value, list(map(str, twelve)))


# Worlds


@pytest.mark.parametrize("skat", [True, False])
@pytest.mark.parametrize("hand_size", [1, 2, 3])
def test_all_worlds_are_counted_once(hand_size: int, *, skat: bool) -> None:
    known = small(hand_size, hand_size, skat=skat)
    entry = Entry(CLUBS, known.cards[:2]) if skat else Entry(Contract(Game.CLUBS, hand=True))
    task = Task(known, (entry,), 3, 0, exact=True)
    result = [(world.next, world.last, world.skat) for world, _, _ in world_layouts(task, 0, known.worlds - 1)]
    assert set(result) == set(all_worlds(known))
    assert len(result) == len(set(result))


def test_a_full_hand_has_so_many_worlds() -> None:
    hand = cards("JC JS JD AC KC 9C AS TS 8D 8C")
    assert DeclarerKnowledge(hand).worlds == 42_678_636
    assert DeclarerKnowledge((*hand, *cards("7H QH"))).worlds == 184_756


def test_every_world_is_drawn_as_often() -> None:
    known = small(4, 1, skat=False)
    task = Task(known, (Entry(Contract(Game.CLUBS, hand=True)),), 5, 0, detail=False)
    result = Counter((world.next, world.last, world.skat) for world, _, _ in world_layouts(task, 0, 1_199))
    worlds = all_worlds(known)
    assert len(worlds) == 12
    for world in worlds:
        assert 65 <= result[world] <= 140  # 100, and four standard deviations


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


@pytest.mark.parametrize("contract", ["clubs hand", "grand hand", "null hand", "spades hand schneider"])
@pytest.mark.parametrize("number", range(2))
def test_all_worlds_of_a_hand_game(contract: str, number: int) -> None:
    wanted = Contract.parse(contract)
    known = small(50 + number, 3, skat=False, seat=Seat(number))
    expected = Counter(
        (signed((*known.cards, *world[2]), wanted.game), literal_outcome(known, wanted, known.cards, world))
        for world in all_worlds(known)
    )
    task = Task(known, (Entry(wanted),), 3, 0, exact=True)
    parts = [judge(task, first, last).tallies[0] for first, last in ((0, 100), (101, 101), (102, known.worlds - 1))]
    assert parts[0] + parts[1] + parts[2] == expected


@pytest.mark.parametrize("contract", ["diamonds hand", "null hand", "grand hand"])
def test_hand_games_over_the_skats(contract: str) -> None:
    """Drawn worlds of a Hand game match a literal player: the unseen skat counts for the declarer."""
    wanted = Contract.parse(contract)
    known = small(21, 2, skat=False, seat=Seat.REARHAND)
    task = Task(known, (Entry(wanted),), 9, 0)
    expected: Counter[tuple[int, Outcome]] = Counter()
    for world, _, _ in world_layouts(task, 0, 59):
        parts = (world.next, world.last, world.skat)
        kind = literal_outcome(known, wanted, known.cards, parts)
        expected[signed((*known.cards, *world.skat), wanted.game), kind] += 1
    assert judge(task, 0, 59).tallies[0] == expected


def test_the_discard_does_not_know_the_world_it_is_judged_on() -> None:
    """The declarer discards the likeliest pair of the twelve cards, whatever the layout."""
    known = small(31, 3, skat=False)
    task = Task(known, (Entry(CLUBS),), 3, 0)
    for world, put, _ in world_layouts(task, 0, 49):
        assert tuple(sorted(put)) == ranked_discards((*known.cards, *world.skat), Game.CLUBS)[0]


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
    worlds = [
        [world for world, *_ in world_layouts(replace(each, entries=task.entries[:1]), 0, 39)]
        for each in (task, *other)
    ]
    assert worlds[0] not in worlds[1:]


# Discards by rule of thumb


@pytest.mark.parametrize("game", list(Game))
def test_all_pairs_once(game: Game) -> None:
    twelve = cards("JC JS JH AC TC KC 9C 8C AS TS QD 7H")
    result = ranked_discards(twelve, game)
    assert len(result) == 66
    assert {frozenset(pair) for pair in result} == {frozenset(pair) for pair in combinations(twelve, 2)}


def test_sensible_ones_come_first() -> None:
    twelve = cards("JC JS JH AC TC KC 9C 8C AS TS QD 7H")
    assert set(ranked_discards(twelve, Game.CLUBS)[0]) == set(cards("QD 7H"))
    jacks = set(cards("JC JS JH"))
    assert not any(jacks & set(pair) for pair in ranked_discards(twelve, Game.CLUBS)[:6])
    null = cards("7C 9C JC 7S 8S 9S 7H 8H 9H 7D AD KD")
    assert set(ranked_discards(null, Game.NULL)[0]) == set(cards("AD KD"))


# The worth of outcomes


def test_expected_scores_are_means_of_scores_by_the_chance_at_the_table() -> None:
    tally = Tally(Contract(Game.SPADES, hand=True))
    tally.kinds.update(
        {(2, Outcome.WON): 3, (-1, Outcome.WON_SCHNEIDER): 1, (1, Outcome.LOST): 2, (2, Outcome.LOST_SCHNEIDER): 2}
    )
    tally.kinds.update({(1, Outcome.WON_SCHWARZ): 2, (-3, Outcome.LOST_SCHWARZ): 1})
    ends = {(2, 61, 5): 3, (-1, 90, 9): 1, (1, 60, 5): 2, (2, 30, 1): 2, (1, 120, 10): 2, (-3, 0, 0): 1}
    for bid in (18, 36, 50, 66):
        chance = at_table(tally, bid)
        scores = {
            (count, taken, tricks): score(
                Finished(tally.contract, bid, taken, tricks, matadors=Matadors(abs(count), count > 0))
            )
            for count, taken, tricks in ends
        }
        weights = {end: (chance / 6 if end[1] > 60 else (1 - chance) / 5) * times for end, times in ends.items()}
        mean = sum(scores[end].score * weight for end, weight in weights.items())
        tournament = sum(seeger_fabian(scores[end]).declarer * weight for end, weight in weights.items())
        assert tally.expected(bid) == pytest.approx(mean)
        assert tally.expected(bid, tournament=True) == pytest.approx(tournament)
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


def test_the_mean_is_above_nought_where_the_chance_is_above_break_even() -> None:
    pays = []
    for won in range(1, 40):
        tally = Tally(CLUBS, read_hand("JC JS 9C 8C KC AS TS 9S 8D 7D"), seat=Seat.REARHAND)
        tally.kinds.update({(2, Outcome.WON): won, (2, Outcome.LOST): 40 - won})
        mean, needs = tally.expected(18), tally.break_even(18)
        assert mean is not None
        assert needs is not None
        pays.append(mean > 0)
        assert pays[-1] == (at_table(tally) > needs) == (tally.highest_paying_bid() is not None)
    assert pays == sorted(pays)
    assert 0 < pays.index(True) < 20  # the table wins more than open cards


def test_highest_bid_that_pays() -> None:
    tally = Tally(CLUBS, cards("JC AC TC KC 9C 8C AS TS 9D 8H"))
    tally.kinds.update({(1, Outcome.WON): 50, (2, Outcome.WON): 45, (2, Outcome.LOST): 5})
    paying = [bid for bid in BIDS if (mean := tally.expected(bid)) is not None and mean > 0]
    assert tally.highest_paying_bid() == paying[-1] == 24
    assert paying == [bid for bid in BIDS if bid <= 24]


def test_an_overbid_null_is_counted_as_the_cheapest_game_with_trumps() -> None:
    hand = cards("7C 8C 9C 7S 8S 9S 7H 8H 7D 8D")
    tally = Tally(Contract(Game.NULL), (*hand, *cards("KD AD")), Counter({(0, Outcome.WON): 1}))
    assert tally.expected(23) == pytest.approx(23 * at_table(tally) - 46 * (1 - at_table(tally)))
    wanted = score(Finished(tally.contract, 24, tricks=0, cards=tally.cards)).score
    assert tally.expected(24) == pytest.approx(wanted)
    assert wanted < 0
    unknown = Tally(Contract(Game.NULL), hand, Counter({(0, Outcome.WON): 10}))
    skats = list(combinations([card for card in PACK if card not in hand], 2))
    each = [score(Finished(tally.contract, 24, tricks=0, cards=(*hand, *skat))).score for skat in skats]
    assert unknown.expected(24) == pytest.approx(sum(each) / 231)
    assert unknown.highest_paying_bid() == 23


@pytest.mark.parametrize("contract", ["spades", "spades hand", "grand", "null", "null hand ouvert"])
@pytest.mark.parametrize("bid", [None, 18, 24, 33, 48, 60])
def test_overbids_are_counted_over_the_skats(contract: str, bid: int | None) -> None:
    hand = cards("JH JD AS TS KS 9S 8S AC KC 7D")
    wanted = Contract.parse(contract)
    result = overbids(hand, wanted, bid)
    count = 0
    for skat in combinations([card for card in PACK if card not in hand], 2):
        count += value(contract, signed((*hand, *skat), wanted.game)) < result.bid
    assert (result.skats, result.of) == (count, 231)
    if bid is not None:
        assert result.bid == bid


def test_a_jack_in_the_skat_overbids() -> None:
    """Without two: JC alone makes it with one, JS alone without one, both together with four or more."""
    result = overbids(cards("JH JD AS TS KS 9S 8S AC KC 7D"), Contract(Game.SPADES))
    assert (result.bid, result.skats) == (33, 20 + 20)
