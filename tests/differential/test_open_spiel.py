"""The referee of Skat against OpenSpiel's: random games in lockstep, comparing legal cards, trick takers and points.

OpenSpiel is in a dependency group of its own (`peers`) because of its size. Without it the tests replay
`tests/data/skat/open_spiel.txt`, games that it judged earlier; `python tests/differential/test_open_spiel.py` rewrites
that file.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kiebitz.cards import Card
from kiebitz.skat.contract import Game
from kiebitz.skat.referee import Deal, Table
from kiebitz.skat.seats import Seat
from kiebitz.skat.trick import ALL_POINTS, taking

try:
    import pyspiel
except ImportError:
    pyspiel = None

RECORDED = Path(__file__).parents[1] / "data" / "skat" / "open_spiel.txt"
needs_open_spiel = pytest.mark.skipif(
    pyspiel is None, reason="OpenSpiel is not installed: pip install -c constraints.txt --group peers"
)

CARDS = [Card.parse(rank + suit) for suit in "DHSC" for rank in "789QKTAJ"]
PASS = 32
BIDS = {33: Game.DIAMONDS, 34: Game.HEARTS, 35: Game.SPADES, 36: Game.CLUBS, 37: Game.GRAND, 38: Game.NULL}
TOOK = re.compile(r"Last trick won by player (\d)")
POINTS = re.compile(r"Points \(Solo / Team\): \((\d+) / (\d+)\)")


class Judged:
    """A random OpenSpiel game after deal, bidding and discard."""

    def __init__(self, chance: Random) -> None:
        self.state: Any = pyspiel.load_game("skat").new_initial_state()
        while self.state.is_chance_node():
            self.apply(chance.choice(self.state.legal_actions()))
        hands = [CARDS[action] for action in self.state.history()]
        places = [*"000", *"111", *"222", *"ss", *"0000", *"1111", *"2222", *"000", *"111", *"222"]
        zero, one, two, skat = (
            tuple(card for card, place in zip(hands, places, strict=True) if place == where) for where in "012s"
        )
        self.declarer = chance.choice(list(Seat))
        for _ in range(self.declarer):
            self.apply(PASS)
        bid = chance.choice(list(BIDS))
        self.apply(bid)
        self.game = BIDS[bid]
        discard = [chance.choice(self.state.legal_actions())]
        self.apply(discard[0])
        discard.append(chance.choice(self.state.legal_actions()))
        self.apply(discard[1])
        dealt = Deal((zero, one, two), skat)
        self.deal = dealt.exchanged(self.declarer, [CARDS[action] for action in discard])

    def apply(self, action: int) -> None:
        self.state.apply_action(action)

    def legal(self) -> set[Card]:
        return {CARDS[action] for action in self.state.legal_actions()}

    def taker(self) -> int:
        match = TOOK.search(str(self.state))
        assert match
        return int(match[1])

    def points(self) -> tuple[int, int]:
        match = POINTS.search(str(self.state))
        assert match
        return int(match[1]), int(match[2])


def choose(chance: Random, table: Table, *, ducking: bool) -> Card:
    """Return a legal card; a ducking declarer avoids the trick, so that games of Null last."""
    play = table.play
    cards = sorted(play.legal_cards)
    if ducking and play.turn is play.declarer:
        cards = [card for card in cards if play.trick and taking(play.game, (*play.trick, card)) < len(play.trick)] or [
            min(cards, key=lambda card: "789TJQKA".index(str(card)[0]))
        ]
    return chance.choice(cards)


def compare(chance: Random) -> None:
    """Play a game in lockstep."""
    judged = Judged(chance)
    table = Table(judged.deal.play(judged.game, judged.declarer))
    ducking = judged.game is Game.NULL and chance.random() < 0.8
    while not judged.state.is_terminal():
        play = table.play
        assert not play.is_over
        assert play.turn == judged.state.current_player()
        assert set(play.legal_cards) == judged.legal()
        card = choose(chance, table, ducking=ducking)
        taker = table.push(card)
        judged.apply(CARDS.index(card))
        if taker is None:
            continue
        assert taker == judged.taker()
        solo, team = judged.points()
        result = table.play.result
        if not judged.state.is_terminal():
            assert (sum(table.play.points) - result.defender_points, result.defender_points) == (solo, team)
        elif play.game is Game.NULL:
            assert result.is_won == (solo > team)
        else:
            assert (result.declarer_points, result.defender_points) == (solo, team)
            assert solo + team == ALL_POINTS
            assert result.is_won == (solo > 60)
    assert table.play.is_over
    assert table.play.legal_cards == ()


def play_games(seed: str, count: int) -> None:
    chance = Random(seed)
    for _ in range(count):
        compare(chance)


@needs_open_spiel
def test_random_games() -> None:
    play_games("a few", 300)


@pytest.mark.slow
@needs_open_spiel
@pytest.mark.parametrize("part", range(4))
def test_many_random_games(part: int) -> None:
    play_games(f"many {part}", 3_000)


# --- recorded games of OpenSpiel ---


def recorded() -> list[str]:
    lines = RECORDED.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def record(chance: Random) -> str:
    """Return a game in one line: the deal after the discard, the cards with the number of legal ones, the result."""
    judged = Judged(chance)
    table = Table(judged.deal.play(judged.game, judged.declarer))
    cards, takers, points = [], [], []
    while not judged.state.is_terminal():
        legal = sorted(judged.legal())
        card = choose(chance, table, ducking=judged.game is Game.NULL)
        cards.append(f"{card}/{len(legal)}")
        table.push(card)
        judged.apply(CARDS.index(card))
        if len(cards) % 3 == 0:
            takers.append(str(judged.taker()))
            points.append("{}-{}".format(*judged.points()))
    holdings = (" ".join(map(str, held)) for held in (*judged.deal.hands, judged.deal.skat))
    fields = [
        judged.game.value,
        str(int(judged.declarer)),
        *holdings,
        *(" ".join(part) for part in (cards, takers, points)),
    ]
    return " | ".join(fields)


@pytest.mark.parametrize("line", recorded(), ids=range(len(recorded())))
def test_recorded_games(line: str) -> None:
    game, declarer, *holdings, cards, takers, points = line.split(" | ")
    hand_0, hand_1, hand_2, skat = (tuple(map(Card.parse, held.split())) for held in holdings)
    play = Deal((hand_0, hand_1, hand_2), skat).play(Game(game), Seat(int(declarer)))
    table = Table(play)
    ends = list(zip(takers.split(), points.split(), strict=True))
    for number, word in enumerate(cards.split(), 1):
        text, _, legal = word.partition("/")
        assert not table.play.is_over
        assert len(table.play.legal_cards) == int(legal)
        taker = table.push(Card.parse(text))
        if taker is not None:
            assert taker == int(ends[number // 3 - 1][0])
            solo, _, team = ends[number // 3 - 1][1].partition("-")
            result = table.play.result
            if not table.play.is_over:
                declared = sum(table.play.points) - result.defender_points
                assert (declared, result.defender_points) == (int(solo), int(team))
            elif game == "null":  # OpenSpiel's reward, not points
                assert result.is_won == (int(solo) > int(team))
            else:
                assert (result.declarer_points, result.defender_points) == (int(solo), int(team))
    assert table.play.is_over


if __name__ == "__main__":
    comments = [line for line in RECORDED.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    some = Random("recorded")
    RECORDED.write_text("\n".join([*comments, *(record(some) for _ in range(48))]) + "\n", encoding="utf-8")
