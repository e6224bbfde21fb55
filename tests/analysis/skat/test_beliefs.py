"""The worlds that a seat takes for possible: counted against plain enumeration, drawn evenly, weighed as described."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.analysis.skat.beliefs import Beliefs, Listening, World, danger, points_in, rough_bid, worlds_of
from kiebitz.analysis.skat.encoding import mask
from kiebitz.deals.shuffles import SplitMix64
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.seats import FOREHAND, MIDDLEHAND, REARHAND, Seat
from kiebitz.skat.session import Session, Stage
from kiebitz.skat.trick import must_follow, points
from skat_tables import PACK, cards, deal_of, skat_deals

if TYPE_CHECKING:
    from kiebitz.cards import Card
    from kiebitz.skat.referee import Deal
    from kiebitz.skat.view import View


def begun(deal: Deal, contract: str, chance: Random, played: int, declarer: Seat = FOREHAND) -> Session:
    """A game after so many cards by chance."""
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


def enumerated(view: View) -> set[World]:
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
            found.add(World((hands[0], hands[1], hands[2]), skat))
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
        for _ in range(5):
            assert beliefs.draw(generator) in expected


def test_each_world_is_as_likely_as_the_next() -> None:
    deal = deal_of(list(PACK))
    session = begun(deal, "clubs", Random(4), 24)
    view = session.view(MIDDLEHAND)
    beliefs = Beliefs(view)
    assert 10 < beliefs.count < 200
    generator = SplitMix64(1)
    draws = 100 * beliefs.count
    counts = Counter(beliefs.draw(generator) for _ in range(draws))
    assert len(counts) == beliefs.count
    chi_squared = sum((count - 100) ** 2 / 100 for count in counts.values())
    assert chi_squared < beliefs.count + 6 * (2 * beliefs.count) ** 0.5


def test_the_truth_is_among_the_worlds_and_has_a_weight() -> None:
    chance = Random(9)
    for number in range(12):
        order = list(PACK)
        chance.shuffle(order)
        game = list(Game)[number % 6]
        session = begun(deal_of(order), game.value, chance, 27, Seat(number % 3))
        if session.stage is not Stage.PLAY or session.play is None:
            continue
        hands = tuple(map(mask, session.play.hands))
        truth = World((hands[0], hands[1], hands[2]), mask(session.play.skat))
        for seat in Seat:
            view = session.view(seat)
            assert truth in set(Beliefs(view).all())
            assert 0 < Listening(view)(truth) <= 1


def test_few_worlds_are_all_there_and_many_are_counted_by_weight() -> None:
    session = begun(deal_of(list(PACK)), "clubs", Random(4), 24)
    beliefs = Beliefs(session.view(MIDDLEHAND))
    every = worlds_of(beliefs, beliefs.count, SplitMix64(1))
    assert len({world for world, _ in every}) == beliefs.count
    few = worlds_of(beliefs, 8, SplitMix64(1))
    assert [count for _, count in few] == [1.0] * 8
    assert few == worlds_of(beliefs, 8, SplitMix64(1))
    chosen = next(iter(beliefs.all()))
    totals = Counter[bool]()
    for seed in range(60):
        weighed = worlds_of(beliefs, 8, SplitMix64(seed), lambda world: 5.0 if world == chosen else 1.0)
        assert sum(count for _, count in weighed) == 8
        for world, count in weighed:
            totals[world == chosen] += int(count)
    share = totals[True] / sum(totals.values())
    assert share == pytest.approx(5 / (beliefs.count + 4), rel=0.35)


def test_who_passed_at_18_does_not_hold_a_grand() -> None:
    deal = deal_of(list(PACK))
    view = begun(deal, "clubs", Random(1), 0).view(FOREHAND)
    strong = mask(cards("JC JS JH AC AS AH AD TC 7S 8S"))
    weak = mask(cards("9C 8C QS 9S 8S QH 9H 8H 8D 9D"))
    assert rough_bid(strong) >= 96
    assert rough_bid(weak) == 0
    own = mask(view.hand)
    passed = Listening(view)
    assert passed(World((own, strong, weak), 0)) < passed(World((own, weak, weak), 0))


def test_a_declarer_holds_trumps_and_puts_none_down() -> None:
    view = begun(deal_of(list(PACK)), "spades", Random(1), 0).view(MIDDLEHAND)
    own = mask(view.hand)
    listening = Listening(view)
    many, few = mask(cards("JC JS AS TS KS QS 9S AC 7H 8H")), mask(cards("7C 8C AS TS AC TC KC QC 7H 8H"))
    put = mask(cards("7D 8D"))
    assert listening(World((many, own, 0), put)) > listening(World((few, own, 0), put))
    assert listening(World((many, own, 0), put)) > listening(World((many, own, 0), mask(cards("JH 8D"))))


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
