"""The worlds that a seat considers possible: compared with plain enumeration; drawn evenly or by the evidence."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import exp, log, prod
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kernel_functions
from kiebitz.analysis.skat.levels import LEVELS
from kiebitz.analysis.skat.players import Engine
from kiebitz.kernel import skat as kernel
from kiebitz.skat import dealing
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.encoding import encode_view, mask
from kiebitz.skat.pack import HAND
from kiebitz.skat.seats import FOREHAND, MIDDLEHAND, REARHAND, Seat
from kiebitz.skat.session import Session, Stage
from kiebitz.skat.trick import follows, must_follow
from kiebitz.skat.view import View
from skat_tables import PACK, WorldMasks, all_possible, cards, deal_of, possible, skat_deals

if TYPE_CHECKING:
    from kiebitz.cards import Card, Suit
    from kiebitz.skat.referee import Deal


def begun(deal: Deal, contract: str, chance: Random, played: int, declarer: Seat = FOREHAND) -> Session:
    """Return a game after this number of random cards."""
    session = Session(deal)
    for word in {FOREHAND: ("p", "p", "18"), MIDDLEHAND: ("18", "p", "p"), REARHAND: ("p", "18", "p")}[declarer]:
        session.say(word)
    announced = Contract.parse(contract)
    if announced.hand:
        session.announce(announced)
    else:
        session.take_skat()
        session.announce(announced, chance.sample(session.view(declarer).hand, 2))
    for _ in range(played):
        if session.stage is Stage.PLAY and session.play is not None:
            session.put(chance.choice(session.play.legal_cards))
    return session


def enumerated(view: View) -> set[WorldMasks]:
    """Return every layout of the unseen cards in which no player has revoked."""
    game, sizes = view.announced.game, Counter(dict.fromkeys(Seat, HAND))
    lacks: dict[Seat, set[Suit | None]] = {seat: set() for seat in Seat}
    for trick in view.tricks:
        for seat, card in trick:
            sizes[seat] -= 1
            if not follows(game, trick[0][1], card):
                lacks[seat].add(must_follow(game, trick[0][1]))
    hidden = [card for card in PACK if card not in {*view.hand, *view.skat, *view.shown, *view.played}]
    others = [seat for seat in Seat if seat is not view.seat and not (view.shown and seat is view.declarer)]
    values = set()

    def fits(seat: Seat, hand: tuple[Card, ...]) -> bool:
        return all(must_follow(game, card) not in lacks[seat] for card in hand)

    for first in combinations(hidden, sizes[others[0]]):
        if not fits(others[0], first):
            continue
        rest = [card for card in hidden if card not in first]
        for second in combinations(rest, sizes[others[1]]) if len(others) == 2 else [()]:
            if len(others) == 2 and not fits(others[1], second):
                continue
            hands = [0, 0, 0]
            hands[view.seat] = mask(view.hand)
            if view.shown and view.declarer is not None:
                hands[view.declarer] = mask(view.shown)
            hands[others[0]] = mask(first)
            if len(others) == 2:
                hands[others[1]] = mask(second)
            skat = mask(view.skat) | mask(card for card in rest if card not in second)
            values.add(WorldMasks((hands[0], hands[1], hands[2]), skat))
    return values


@given(skat_deals(), st.randoms(use_true_random=False), st.sampled_from(list(Game)), st.integers(20, 29))
@settings(deadline=None, max_examples=10)
def test_worlds_are_those_of_plain_enumeration(deal: Deal, chance: Random, game: Game, played: int) -> None:
    hand = chance.random() < 0.5
    ouvert = hand and chance.random() < 0.5
    session = begun(deal, f"{game.value}{' hand' * hand}{' ouvert' * ouvert}", chance, played)
    for seat in Seat:
        view = session.view(seat)
        size, _ = possible(view, 1)
        if size > 400:  # a Null lost early
            continue
        expected = enumerated(view)
        result = all_possible(view, 400)
        assert len(result) == len(set(result)) == size == len(expected)
        assert set(result) == expected
        for world, count in possible(view, 5, chance.getrandbits(64))[1]:
            assert world in expected
            assert count == 1


def test_each_world_is_as_likely_as_the_next() -> None:
    deal = deal_of(list(PACK))
    view = begun(deal, "clubs", Random(4), 24).view(MIDDLEHAND)
    size, _ = possible(view, 1)
    assert 10 < size < 200
    counts = Counter(possible(view, 1, seed)[1][0][0] for seed in range(100 * size))
    assert len(counts) == size
    chi_squared = sum((count - 100) ** 2 / 100 for count in counts.values())
    assert chi_squared < size + 6 * (2 * size) ** 0.5


@pytest.mark.parametrize("played", [23, 26])
def test_each_world_is_as_likely_as_the_evidence_has_it(played: int) -> None:
    """Worlds are drawn in proportion to their weights."""
    view = begun(deal_of(list(PACK)), "clubs", Random(4), played).view(MIDDLEHAND)
    size, weighed = possible(view, 4000, listens=True)
    assert 10 < size <= 4000
    assert {world for world, _ in weighed} == enumerated(view)
    whole = sum(weight for _, weight in weighed)
    draws = 9
    few = possible(view, draws, listens=True)[1]
    assert [count for _, count in few] == [1.0] * draws
    assert few == possible(view, draws, listens=True)[1]
    rounds = 400
    seen = Counter(world for seed in range(rounds) for world, _ in possible(view, draws, seed, listens=True)[1])
    expected = {world: draws * rounds * weight / whole for world, weight in weighed}
    often = [world for world in expected if expected[world] >= 5]
    assert len(often) >= 5
    chi_squared = sum((seen[world] - expected[world]) ** 2 / expected[world] for world in often)
    assert chi_squared < len(often) + 6 * (2 * len(often)) ** 0.5
    rest = sum(expected[world] for world in expected if world not in often)
    assert sum(seen[world] for world in expected if world not in often) < rest + 6 * rest**0.5 + 1


@pytest.mark.parametrize("played", [23, 26])
def test_the_weight_of_a_world_is_the_product_of_the_odds_of_its_cards(played: int) -> None:
    view = begun(deal_of(list(PACK)), "clubs", Random(4), played).view(MIDDLEHAND)
    hidden = kernel_functions.skat_hidden_cards(encode_view(view))
    seen = mask({*view.hand, *view.played})
    assert {card for card, _ in hidden} == {code for code in range(len(PACK)) if not seen >> code & 1}
    _, worlds = possible(view, 4000, listens=True)
    for world, weight in worlds:
        held = world.hands[FOREHAND], world.hands[REARHAND], world.skat
        odds = [odds for card, places in hidden for hand, odds in zip(held, places, strict=True) if hand >> card & 1]
        assert len(odds) == len(hidden)
        assert weight == pytest.approx(prod(odds))


def test_listening_makes_the_truth_likelier() -> None:
    """In games of the engine whose deals trained nothing, where few worlds are left."""
    gains = []
    for number in range(2_000_001, 2_000_013):
        session, player = Session(dealing.deal(number)), Engine(LEVELS["club"], number)
        while session.turn is not None:
            view = session.view(session.turn)
            if session.play is not None and view.seat is not view.declarer and view.announced.game is not Game.NULL:
                size, worlds = possible(view, 400, listens=True)
                if 1 < size <= 400:
                    hands = tuple(map(mask, session.play.hands))
                    truth = WorldMasks((hands[0], hands[1], hands[2]), mask(session.play.skat))
                    gains.append(log(dict(worlds)[truth] * size / sum(weight for _, weight in worlds)))
            session.act(player.decides(view))
    assert len(gains) > 50
    assert exp(sum(gains) / len(gains)) > 2


@given(skat_deals(), st.randoms(use_true_random=False), st.sampled_from(list(Game)), st.integers(0, 29))
@settings(deadline=None, max_examples=20)
def test_the_truth_is_possible_whatever_was_heard(deal: Deal, chance: Random, game: Game, played: int) -> None:
    session = begun(deal, game.value + " hand" * (chance.random() < 0.5), chance, played)
    if session.play is None:
        return
    hands = tuple(map(mask, session.play.hands))
    truth = WorldMasks((hands[0], hands[1], hands[2]), mask(session.play.skat))
    for seat in Seat:
        view = session.view(seat)
        size, worlds = possible(view, 400, listens=True)
        assert len(worlds) == min(size, 400)
        if size <= 400:
            assert dict(worlds)[truth] > 0
            assert seat is not session.declarer or {weight for _, weight in worlds} == {1.0}
        drawn, _ = possible(view, 1, chance.getrandbits(64), listens=True)[1][0]
        assert sum(drawn.hands) + drawn.skat == sum(truth.hands) + truth.skat
        assert list(map(int.bit_count, drawn.hands)) == list(map(int.bit_count, truth.hands))


def mean_of(view: View, seat: Seat, some: str) -> float:
    """Return the mean number of these cards that a seat holds, in worlds weighted by the bidding and play."""
    wanted, number = mask(cards(some)), 400
    _, worlds = possible(view, number, 5, listens=True)
    return sum((world.hands[seat] & wanted).bit_count() for world, _ in worlds) / number


def test_who_never_bid_has_fewer_jacks() -> None:
    view = begun(deal_of(list(PACK)), "clubs", Random(1), 0).view(MIDDLEHAND)
    assert {seat for seat, word in view.words if word != "p"} == {FOREHAND}
    jacks = "JC JS JH JD"
    assert mean_of(view, REARHAND, jacks) < 0.7 * mean_of(view, FOREHAND, jacks)


def test_a_declarer_holds_what_his_game_needs_and_has_not_put_it_down() -> None:
    session = begun(deal_of(list(PACK)), "spades", Random(1), 0)
    view = session.view(MIDDLEHAND)
    trumps = "AS TS KS QS 9S 8S 7S"
    hidden = [card for card in cards(trumps) if card not in view.hand]
    assert hidden
    names = " ".join(map(str, hidden))
    assert mean_of(view, FOREHAND, names) > 2 * mean_of(view, REARHAND, names)
    _, worlds = possible(view, 400, 5, listens=True)
    put = sum((world.skat & mask(hidden)).bit_count() for world, _ in worlds) / 400
    assert put < 0.1 * len(hidden)


def test_a_defender_gives_no_points_to_the_declarer_while_he_can_do_with_less() -> None:
    """Rearhand, the declarer, leads and takes the trick; forehand adds a king to it, or a seven."""
    order = cards("KS QH 7S 9C 8C 9H 8H TD 9D 8D  AH KH TS 7C TC QC KC 7D QD KD  AS JC JS JH JD AC 9S 8S 7H TH QS AD")
    held = {}
    for put in ("KS", "7S"):
        session = begun(deal_of(list(order)), "hearts hand", Random(1), 0, REARHAND)
        for card in (*cards("9C TC AC"), *cards("AS"), *cards(put)):
            session.put(card)
        held[put] = mean_of(session.view(MIDDLEHAND), FOREHAND, "8S")
    assert held["KS"] < held["7S"]


@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        ("JC JS JD AC KC 9C AS 7H QD 8D", 72),
        ("JC JS JD AC KC 9C QS 7H QD 8D", 36),
        ("JH JD 0S KS 9C 8C QH KH AD 9D", 0),
        ("7C 9C JC 7S 8S 9S 7H 9H 7D 8D", 23),
        ("JC JS AC TC AS AH 7D 8D 9D QH", 72),
        ("JC JH JD AS KS 9S 8S TC 7H 8H", 22),
    ],
)
def test_rough_bids(hand: str, bid: int) -> None:
    view = View(FOREHAND, cards(hand))
    assert kernel.skat_bid(encode_view(view), None, 0) == bid
