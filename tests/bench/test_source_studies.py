"""The studies behind the page of the sources: what they deal is what the package deals, and what was begun goes on."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

import bias_conventions
import dead_ends
import etude_moves
import lost_deals
import number_sample
import pack_size
import placements
from kiebitz import Verdict, solve
from kiebitz.deals import microsoft
from kiebitz.deals.shuffles import fisher_yates, nth
from kiebitz.patience import Position, Setup, game
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import card_code, encode_position

if TYPE_CHECKING:
    from pathlib import Path

FREECELL, RUSSIAN = game("freecell"), game("russian")


def test_lost_deals_go_on_where_they_stopped(tmp_path: Path) -> None:
    file = tmp_path / "lost.jsonl"
    lost_deals.run(2607060, 2607079, 10, file)
    whole = file.read_text()
    first, second = map(json.loads, whole.splitlines())
    assert (first["impossible"], second["impossible"], second["relaxed"]) == ([], [2607073], ["impossible"])
    file.write_text(whole[:-20])  # killed while it wrote
    assert len(lost_deals.read(file)) == 1
    lost_deals.run(2607060, 2607079, 10, file)
    assert lost_deals.read(file) == [first, second]
    assert "lost where sequences move whole: [2607073], undecided []" in lost_deals.report([first, second])
    with pytest.raises(SystemExit, match="begins with deal 2607060; expected 1"):
        lost_deals.run(1, 2, 10, file)


def test_packs_of_every_size_are_dealt_whole() -> None:
    for ranks in pack_size.RANKS:
        position = pack_size.dealt(ranks, 0)
        assert sum(map(len, position.columns)) == 4 * ranks == 52 - sum(position.foundations)
        assert position == pack_size.dealt(ranks, 0) != pack_size.dealt(ranks, 1)
    assert (position.rules.columns, position.rules.cells) == (8, 4)
    row = pack_size.effort(5, 10)
    assert row["solved"] + row["impossible"] == 10
    assert "| 20 | 3 | 2 |" in pack_size.table([row])


def test_numbered_deals_are_those_of_the_package() -> None:
    deals = number_sample.microsoft(616, 3)
    cards = microsoft.cards(617)
    assert deals[1].tolist() == [card_code(FREECELL, card) for card in cards]
    built = turned = low = 0
    for column in Position.deal(FREECELL, cards).columns:
        for place, card in enumerate(column):
            under = column[place - 1] if place else None
            built += under is not None and under.suit is card.suit and under.rank == card.rank + 1
            turned += any(other.suit is card.suit and other.rank < card.rank for other in column[:place])
            low += (len(column) - 1 - place) * (card.rank <= 2)
    assert number_sample.figures(deals)[1].tolist() == [built, turned, low]


def test_boards_of_the_shuffle_are_those_of_the_package() -> None:
    cards = fisher_yates(1)
    decks = np.array([[card_code(RUSSIAN, card) for card in cards]], dtype=np.uint8)
    assert bias_conventions.boards(decks, bias_conventions.DEALINGS["row by row"]) == [
        encode_position(Position.deal(RUSSIAN, cards))
    ]
    chance = np.random.default_rng(1)
    for pack in bias_conventions.PACKS.values():
        for biased in (False, True):
            (deck,) = bias_conventions.shuffled(pack, 1, biased, chance)
            assert sorted(deck.tolist()) == list(range(52))
    piles = bias_conventions.DEALINGS["pile by pile"]
    assert Counter(piles) == Counter(bias_conventions.DEALINGS["row by row"])
    assert piles[:7] == [0, 1, 1, 2, 2, 2, 3]


def test_moves_of_a_game_are_counted() -> None:
    start = Position.deal(RUSSIAN, fisher_yates(nth(1, 1)))
    assert etude_moves.counts(start).total() >= 1
    columns = ["QS KS 9H TS", "QH KH 9S TH", "QD KD 9C TD", "QC KC 9D TC", "JD JS", "JC JH"]
    ten = Setup(RUSSIAN, columns, foundations=[8] * 4).position()
    assert (10, 10, False) in etude_moves.counts(ten)


def test_every_placement_is_tried() -> None:
    start = Position.deal(game("marseille"), fisher_yates(nth(1, 0)))
    after = placements.placed(start)
    assert len(after) == len(set(after)) == 7**3
    assert all(sum(map(len, position.columns)) == 52 and not position.stock for position in after)
    rows = [{"solved": 343, "impossible": 0, "undecided": 0}, {"solved": 342, "impossible": 1, "undecided": 0}]
    assert "the placement decides: 1, 50.00 %" in placements.report(rows)


def test_dead_ends_are_lost_for_the_kernel_too() -> None:
    found = {
        number: dead_ends.dead_end(dead_ends.columns_of(deal(number, "simple_simon")), 50) for number in range(1, 61)
    }
    lost = {number: size for number, size in found.items() if size is not None}
    assert lost == {6: 4, 18: 5, 46: 1, 53: 6}
    assert all(solve(deal(number, "simple_simon")).verdict is Verdict.IMPOSSIBLE for number in lost)
    ace, king = ((1, 0),), ((2, 1), (13, 2))
    assert dead_ends.dead_end((ace, king), 9) == 1
    assert dead_ends.dead_end((ace, king), 9, wrap=True) == 2
