"""Ambiguous rules whose readings are equivalent: the two suits of a pack, and the card on an ace of 6×6."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from kiebitz import prove, solve
from kiebitz.analysis.limits import Verdict
from kiebitz.analysis.ranges import solve_range
from kiebitz.cards import Card, Suit
from kiebitz.deals import NUMBERINGS
from kiebitz.patience import Autoplay, Move, Position, foundation, legal_moves
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game
from kiebitz.patience.referee import autoplay_moves, is_won, refusal, replay, unchecked, verify

PAIRS = ("CD", "CS", "DH", "DS", "HS")
DEALS = 300
TWO_SUITS = game("two_suits")


def renamed(position: Position, suits: str) -> Position:
    """Return the position with its two suits renamed, in the same order."""
    rules = position.rules.with_(suits=suits)
    name = dict(zip(position.rules.suits, rules.suits, strict=True))
    cards = {card: Card(card.rank, name[card.suit]) for card in position.rules.pack}
    foundations = [0, 0, 0, 0]
    for old, new in name.items():
        foundations[new] = position.foundations[old]
    return Position(
        rules,
        tuple(foundations),
        tuple(card and cards[card] for card in position.cells),
        tuple(tuple(cards[card] for card in pile) for pile in position.columns),
    )


def test_a_deal_s_number_names_the_same_deal_whichever_the_suits() -> None:
    for name in ("microsoft", "fisher-yates", "wetherell"):
        for number in (1, 617, 31_999):
            for suits in PAIRS:
                assert deal(number, TWO_SUITS.with_(suits=suits), name) == renamed(deal(number, TWO_SUITS, name), suits)
    for suits in "CDH":
        spades, other = (game("one_suit").with_(suits=suit) for suit in ("S", suits))
        for number in (0, 379_948_320):
            ranks = [[card.rank for card in pile] for pile in deal(number, spades, "one-suit").columns]
            assert [[card.rank for card in pile] for pile in deal(number, other, "one-suit").columns] == ranks
    assert len(NUMBERINGS) == 5


@pytest.mark.parametrize("suits", PAIRS)
def test_legal_moves_do_not_depend_on_which_two_suits_there_are(suits: str) -> None:
    chance = Random(suits)
    for number in range(1, 30):
        position = deal(number, TWO_SUITS)
        for _ in range(40):
            other = renamed(position, suits)
            here, there = list(legal_moves(position)), list(legal_moves(other))
            name = dict(zip(position.rules.suits, other.rules.suits, strict=True))
            assert [
                Move(move.source, foundation(name[Suit(move.target.index)])) if move.target.letter == "h" else move
                for move in here
            ] == there
            if not here:
                break
            position = unchecked(position, chance.choice(here))


@pytest.mark.parametrize("suits", PAIRS)
def test_verdicts_and_searches_do_not_depend_on_which_two_suits_there_are(suits: str) -> None:
    here = solve_range(TWO_SUITS, 1, DEALS)
    there = solve_range(TWO_SUITS.with_(suits=suits), 1, DEALS)
    assert there.verdicts == here.verdicts
    assert list(there.states) == list(here.states)
    assert 0 < here.count(Verdict.SOLVED) <= DEALS


def test_a_line_for_two_suits_is_one_for_any_two() -> None:
    moves = solve(deal(4, TWO_SUITS)).moves
    for suits in PAIRS:
        other = deal(4, TWO_SUITS.with_(suits=suits))
        line = [
            Move(move.source, foundation(other.rules.suits[TWO_SUITS.suits.index(Suit(move.target.index))]))
            if move.target.letter == "h"
            else move
            for move in moves
        ]
        verify(other, line, Autoplay.SAFE)


# The card on an ace, where foundations are built down from the ace

HIGH = game("solitaire_6x6_down")
LOW = HIGH.with_(ace="low")


def aces_home(position: Position) -> tuple[list[Move], Position]:
    """Return the moves home of the aces that can be moved, with the moves that follow, and the position after them."""
    moves = autoplay_moves(position, Autoplay.MAX)
    return moves, replay(position, moves)


def test_an_ace_high_or_low_makes_no_difference_to_what_can_be_won() -> None:
    """Solve each reading: with a high ace a line may put a king onto an ace, which a low ace forbids."""
    one_by_one = HIGH.with_(supermoves="single")
    won = 0
    for number in range(1, DEALS + 1):
        first, high = aces_home(deal(number, one_by_one))
        start = deal(number, LOW.with_(supermoves="single"))
        assert not any(refusal(start, move) for move in first[:1])
        verdict = prove(high).verdict
        assert verdict is prove(replay(start, first)).verdict
        assert verdict in (Verdict.SOLVED, Verdict.IMPOSSIBLE)
        won += verdict is Verdict.SOLVED
    assert 0 < won <= DEALS


def pairs(position: Position, move: Move) -> list[str]:
    """Return lower and upper rank of each two adjacent cards in the cards that move and their target."""
    cards = position.columns[move.source.index] if move.source.letter.isdigit() else position.cells
    moved = cards[-move.count :] if move.source.letter.isdigit() else cards[move.source.index : move.source.index + 1]
    onto = position.columns[move.target.index][-1:] if move.target.letter.isdigit() else ()
    ranks = [card.rank.letter for card in (*onto, *moved) if card is not None]
    return [lower + upper for lower, upper in pairwise(ranks)]


def test_the_two_readings_differ_by_kings_on_aces_and_aces_on_sixes_only() -> None:
    chance = Random(36)
    differing = 0
    for number in range(1, 60):
        position = deal(number, HIGH)
        for _ in range(60):
            low = position.under(LOW)
            high_only = set(legal_moves(position)) - set(legal_moves(low))
            low_only = set(legal_moves(low)) - set(legal_moves(position))
            differing += len(high_only | low_only)
            assert all("AK" in pairs(position, move) for move in high_only)
            assert all("6A" in pairs(position, move) for move in low_only)
            moves = list(legal_moves(position))
            if not moves or is_won(position):
                break
            position = unchecked(position, chance.choice(moves))
    assert differing
