"""The worlds that a seat takes for possible: counted against plain enumeration, drawn evenly or by the evidence."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import prod
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.analysis.skat.beliefs import IN_SKAT, Beliefs, Evidence, WorldMasks, points_in
from kiebitz.analysis.skat.encoding import mask
from kiebitz.analysis.skat.listening import evidence
from kiebitz.analysis.skat.rough_bids import danger, rough_bid
from kiebitz.deals.shuffles import SplitMix64
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.seats import FOREHAND, MIDDLEHAND, REARHAND, Seat
from kiebitz.skat.session import Session, Stage
from kiebitz.skat.trick import must_follow, points
from skat_tables import PACK, cards, deal_of, skat_deals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.cards import Card
    from kiebitz.skat.referee import Deal
    from kiebitz.skat.view import View


def begun(deal: Deal, contract: str, chance: Random, played: int, declarer: Seat = FOREHAND) -> Session:
    """A game after this number of cards by chance."""
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
    """Every way to deal the cards that are not seen, less those that somebody would have had to follow with."""
    seen, game = view.course, view.announced.game
    hidden = [card for card in PACK if card not in {*view.hand, *view.skat, *view.shown, *view.played}]
    sizes = view.sizes(seen)
    others = [seat for seat in Seat if seat is not view.seat and not (view.shown and seat is view.declarer)]
    found = set()

    def fits(seat: Seat, hand: tuple[Card, ...]) -> bool:
        return all(must_follow(game, card) not in seen.lacks[seat] for card in hand)

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
            found.add(WorldMasks((hands[0], hands[1], hands[2]), skat))
    return found


@given(skat_deals(), st.randoms(use_true_random=False), st.sampled_from(list(Game)), st.integers(20, 29))
@settings(deadline=None, max_examples=10)
def test_worlds_are_those_of_plain_enumeration(deal: Deal, chance: Random, game: Game, played: int) -> None:
    hand = chance.random() < 0.5
    ouvert = hand and chance.random() < 0.5
    session = begun(deal, f"{game.value}{' hand' * hand}{' ouvert' * ouvert}", chance, played)
    for seat in Seat:
        view = session.view(seat)
        beliefs = Beliefs(view)
        if beliefs.count > 400:  # a Null that was lost early
            continue
        expected = enumerated(view)
        found = list(beliefs.all())
        assert len(found) == len(set(found)) == beliefs.count == len(expected)
        assert set(found) == expected
        generator = SplitMix64(chance.getrandbits(64))
        for world, count in beliefs.worlds(5, generator):
            assert world in expected
            assert count == 1


def test_each_world_is_as_likely_as_the_next() -> None:
    deal = deal_of(list(PACK))
    session = begun(deal, "clubs", Random(4), 24)
    view = session.view(MIDDLEHAND)
    beliefs = Beliefs(view)
    assert 10 < beliefs.count < 200
    generator = SplitMix64(1)
    draws = 100 * beliefs.count
    counts = Counter(beliefs.worlds(1, generator)[0][0] for _ in range(draws))
    assert len(counts) == beliefs.count
    chi_squared = sum((count - 100) ** 2 / 100 for count in counts.values())
    assert chi_squared < beliefs.count + 6 * (2 * beliefs.count) ** 0.5


def weight_of(world: WorldMasks, told: Sequence[Evidence]) -> float:
    """The weight of a world, card by card."""
    places = (*world.hands, world.skat)
    return prod(odds ** (places[place] & cards).bit_count() for place, cards, odds in told)


TOLD = [
    Evidence(FOREHAND, mask(cards("AC JC AS JS")), 3.0),
    Evidence(FOREHAND, mask(cards("AC 7H 8H")), 0.2),
    Evidence(REARHAND, mask(cards("KD TD AD")), 0.5),
    Evidence(IN_SKAT, mask(cards("JH JS 9D 8D")), 0.1),
]


@pytest.mark.parametrize("played", [24, 26])
def test_each_world_is_as_likely_as_the_evidence_has_it(played: int) -> None:
    view = begun(deal_of(list(PACK)), "clubs", Random(4), played).view(MIDDLEHAND)
    beliefs = Beliefs(view)
    assert 10 < beliefs.count < 400
    weighed = beliefs.worlds(beliefs.count, SplitMix64(1), TOLD)
    assert {world for world, _ in weighed} == enumerated(view)
    ratio = weighed[0][1] / weight_of(weighed[0][0], TOLD)
    for world, weight in weighed:
        assert weight == pytest.approx(ratio * weight_of(world, TOLD))
    whole = sum(weight for _, weight in weighed)
    few = beliefs.worlds(8, SplitMix64(1), TOLD)
    assert [count for _, count in few] == [1.0] * 8
    assert few == beliefs.worlds(8, SplitMix64(1), TOLD)
    generator, draws = SplitMix64(2), 200
    seen = Counter(world for _ in range(draws) for world, _ in beliefs.worlds(8, generator, TOLD))
    expected = {world: 8 * draws * weight / whole for world, weight in weighed}
    often = [world for world in expected if expected[world] >= 5]
    assert len(often) >= 5
    chi_squared = sum((seen[world] - expected[world]) ** 2 / expected[world] for world in often)
    assert chi_squared < len(often) + 6 * (2 * len(often)) ** 0.5
    rest = sum(expected[world] for world in expected if world not in often)
    assert sum(seen[world] for world in expected if world not in often) < rest + 6 * rest**0.5 + 1


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
        beliefs, told = Beliefs(view), evidence(view)
        assert bool(told) is (seat is not session.declarer)
        assert all(place != seat and odds > 0 for place, _, odds in told)
        if beliefs.count <= 400:
            assert truth in set(beliefs.all())
            assert dict(beliefs.worlds(400, SplitMix64(1), told))[truth] > 0
        drawn, _ = beliefs.worlds(1, SplitMix64(chance.getrandbits(64)), told)[0]
        assert sum(drawn.hands) + drawn.skat == sum(truth.hands) + truth.skat
        assert list(map(int.bit_count, drawn.hands)) == list(map(int.bit_count, truth.hands))


def weight_by(view: View, hands: dict[Seat, str], skat: str = "") -> float:
    three = [mask(cards(hands[seat])) if seat in hands else 0 for seat in Seat]
    return weight_of(WorldMasks((three[0], three[1], three[2]), mask(cards(skat))), evidence(view))


def test_who_never_bid_does_not_hold_a_grand() -> None:
    view = begun(deal_of(list(PACK)), "clubs", Random(1), 0).view(MIDDLEHAND)
    assert {seat for seat, word in view.words if word != "p"} == {FOREHAND}
    strong, weak = "JC JS JH AS AH AD TS 7S 8S KH", "9C 8C QS 9S 8S QH 9H 8H 8D 9D"
    assert weight_by(view, {REARHAND: strong}) < weight_by(view, {REARHAND: weak})


def test_a_declarer_holds_what_his_game_needs_and_has_not_put_it_down() -> None:
    session = begun(deal_of(list(PACK)), "spades", Random(1), 0)
    view = session.view(MIDDLEHAND)
    many, few = "JC JS AS TS KS QS 9S AC 7H 8H", "7C 8C AS TS KD QC TC KC QH 7H"
    assert weight_by(view, {FOREHAND: many}, "7D 8D") > weight_by(view, {FOREHAND: few}, "7D 8D")
    assert weight_by(view, {FOREHAND: many}, "7D 8D") > weight_by(view, {FOREHAND: many}, "JH 8D")
    assert evidence(session.view(FOREHAND)) == []


def test_a_defender_gives_no_points_to_the_declarer_while_he_can_do_with_less() -> None:
    """Rearhand, who plays alone, leads and takes the trick; forehand gives a king to it, or a seven."""
    order = cards("KS QH 7S 9C 8C 9H 8H TD 9D 8D  AH KH TS 7C TC QC KC 7D QD KD  AS JC JS JH JD AC 9S 8S 7H TH QS AD")
    weights = {}
    for put in ("KS", "7S"):
        session = begun(deal_of(list(order)), "hearts hand", Random(1), 0, REARHAND)
        for card in (*cards("9C TC AC"), *cards("AS"), *cards(put)):
            session.put(card)
        view = session.view(MIDDLEHAND)
        for held in ("8S", "8D"):
            weights[put, held] = weight_by(view, {FOREHAND: held})
    assert weights["KS", "8S"] < weights["KS", "8D"]
    assert weights["7S", "8S"] > weights["KS", "8S"]


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
    assert rough_bid(mask(cards(hand))) == bid


def test_dangerous_cards() -> None:
    assert danger(mask(cards("7C 9C JC KC 7S"))) == 0
    assert danger(mask(cards("8C"))) == 1
    assert danger(mask(cards("7C TC AS"))) == 2


@given(st.sets(st.sampled_from(PACK)))
def test_points(some: set[Card]) -> None:
    assert points_in(mask(some)) == points(some)
