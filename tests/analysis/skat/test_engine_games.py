"""Whole games of the engine against literal rules and scores: no illegal card, no uncovered bid.

All levels share their code; the fastest is tested most.
"""

from __future__ import annotations

from random import Random

import pytest

from kiebitz.analysis.skat.levels import LEVELS
from kiebitz.analysis.skat.players import Engine, play_out
from kiebitz.skat.session import Session, Stage
from oracle.skat import JACKS, POINTS, Ending, after, legal
from skat_tables import LITERAL, PACK, deal_of

BASES = {"C": 12, "S": 11, "H": 10, "D": 9, "grand": 24}


def value_of(game: str, cards: set[str]) -> int:
    """Return the value of a trump game for the holder of these cards without Schneider."""
    trumps = [*reversed(JACKS), *(rank + game for rank in "ATKQ987" if game != "grand")]
    matadors = 1
    while matadors < len(trumps) and (trumps[matadors] in cards) == (trumps[0] in cards):
        matadors += 1
    return BASES[game] * (matadors + 1)


def reached(game: str, value: int, bid: int) -> int:
    """Return the value or, if the bid is higher, the least sufficient multiple of the base value."""
    return max(value, -(-bid // BASES[game]) * BASES[game])


def literal_score(game: str, *, hand: bool, ouvert: bool, bid: int, cards: set[str], points: int, tricks: int) -> int:
    """Return the score by the official rules from the declarer's *points*, *tricks* and twelve *cards*."""
    if game == "null":
        value = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}[hand, ouvert]
        assert value >= bid
        return value if tricks == 0 else -2 * value
    levels = hand + (points >= 90 or points <= 30) + (tricks in (0, 10))
    value = value_of(game, cards) + BASES[game] * levels
    if value < bid:
        return -2 * reached(game, value, bid)
    return value if points >= 61 else -2 * value


def check_games(seed: str, count: int, levels: list[str]) -> tuple[int, int]:
    """Play games; return their number, and how many all passed."""
    chance = Random(seed)
    played = passed = 0
    for number in range(count):
        order = list(PACK)
        chance.shuffle(order)
        session = play_out(
            Session(deal_of(order)),
            [Engine(LEVELS[levels[(number + seat) % len(levels)]], number) for seat in range(3)],
        )
        assert session.stage is Stage.OVER
        record = session.record()
        if record.contract is None or record.declarer is None:
            assert session.score() is None
            assert all(word == "p" for _, word in record.bids)
            passed += 1
            continue
        played += 1
        game, declarer = LITERAL[record.contract.game], int(record.declarer)
        hands = [set(map(str, held)) for held in record.deal.hands]
        ten = hands[declarer]
        twelve = {*ten, *map(str, record.deal.skat)}
        assert record.contract.hand == (record.discard is None)
        put = set(map(str, record.deal.skat if record.discard is None else record.discard))
        assert len(put) == 2
        assert put <= twelve
        hands[declarer] = twelve - put if record.discard is not None else hands[declarer]
        ending = Ending((frozenset(hands[0]), frozenset(hands[1]), frozenset(hands[2])), 0, ())
        points, tricks = sum(POINTS[card[0]] for card in put), 0
        for card in map(str, record.cards):
            assert card in legal(game, ending), (record, card)
            ending, taker, in_trick = after(game, ending, card)
            if taker == declarer:
                points, tricks = points + in_trick, tricks + 1
        assert not ending.trick
        assert not ending.hands[0] or (game == "null" and tricks)
        contract, score = record.contract, session.score()
        assert score is not None
        assert (contract.schneider, contract.schwarz) == (False, False)
        if score.overbid:
            # Only jacks or trumps in the skat can cause an overbid; then the engine plays the cheapest game, or one
            # that Schneider would save.
            bare = {each: value_of(each, ten) + base * contract.hand for each, base in BASES.items()}
            assert max(bare.values()) >= record.bid, record
            losses = {each: reached(each, value_of(each, twelve), record.bid) for each in BASES}
            saved = value_of(game, twelve) + BASES[game] >= record.bid
            assert contract.hand or saved or losses[game] == min(losses.values()), record
        flags = {"hand": contract.hand, "ouvert": contract.ouvert}
        assert score.score == literal_score(
            game, **flags, bid=record.bid, cards=twelve, points=points, tricks=tricks
        ), record
    return played, passed


@pytest.mark.parametrize("count", [4, pytest.param(12, marks=pytest.mark.long)])
def test_a_few_games(count: int) -> None:
    played, _ = check_games("a few", count, list(LEVELS))
    assert played


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_ten_thousand_games(part: int) -> None:
    played, passed = check_games(f"many {part}", 1250, ["beginner"])
    assert played + passed == 1250
    assert played > passed
