"""Autoplay: the moves home of each rule, and that the safe rule never loses a won game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.cards import Card, Suit
from kiebitz.patience import (
    STOCK,
    Autoplay,
    Build,
    EmptyColumn,
    Foundations,
    Move,
    PileKind,
    Position,
    Rules,
    Setup,
    Supermoves,
    column,
    game,
    replay,
)
from kiebitz.patience.referee import autoplay_moves, is_safe, legal_moves, refusal, unchecked
from tables import deals, positions, reachable, small_rules, walk, winnable

FREECELL = game("freecell")
ENOUGH = 2_000  # safe moves tried per game


def _home_moves(position: Position) -> list[Move]:
    return [move for move in legal_moves(position) if move.target.kind is PileKind.FOUNDATION]


@given(positions(), st.sampled_from(Autoplay))
def test_autoplay_moves_are_legal_and_go_on_until_none_is_left(position: Position, rule: Autoplay) -> None:
    moves = autoplay_moves(position, rule)
    assert all(move.target.kind is PileKind.FOUNDATION for move in moves)
    end = replay(position, moves)
    assert autoplay_moves(end, rule) == []
    if rule is Autoplay.NONE:
        assert moves == []
    if rule is Autoplay.MAX:
        assert _home_moves(end) == []
    if rule is Autoplay.SAFE:
        left = [end.rules.ladders[move.target.index][end.foundations[move.target.index]] for move in _home_moves(end)]
        assert not any(is_safe(end.rules, end.foundations, card) for card in left)


@given(positions())
def test_safe_moves_are_a_part_of_max(position: Position) -> None:
    safe = replay(position, autoplay_moves(position, Autoplay.SAFE))
    most = replay(position, autoplay_moves(position, Autoplay.MAX))
    assert all(some <= all_ for some, all_ in zip(safe.foundations, most.foundations, strict=True))


def _safe(card: str, *home: int, rules: Rules = FREECELL) -> bool:
    return is_safe(rules, home, Card.parse(card))


def test_microsofts_rule() -> None:
    assert _safe("AC", 0, 0, 0, 0)
    assert _safe("2C", 1, 0, 0, 0)
    assert _safe("5C", 4, 4, 4, 0)
    assert not _safe("5C", 4, 4, 3, 0)
    assert not _safe("5C", 4, 3, 4, 13)
    # Some programs' looser rule would send it home, because the red threes and the other black two are home.
    assert not _safe("4C", 3, 2, 2, 2)
    assert _safe("KH", 12, 0, 12, 12)


def test_by_suit_every_move_home_is_safe() -> None:
    rules = game("bakers_game")
    assert all(_safe(str(card), 0, 0, 0, 0, rules=rules) for card in rules.pack)


def test_foundations_down() -> None:
    rules = FREECELL.with_(foundations="down")
    assert not _safe("KC", 0, 0, 0, 0, rules=rules)
    assert not _safe("KC", 0, 1, 2, 0, rules=rules)
    assert _safe("KC", 0, 2, 2, 0, rules=rules)
    assert _safe("AC", 12, 13, 13, 0, rules=rules)
    by_suit = game("solitaire_6x6_down")
    assert _safe("AC", 0, 0, 0, 0, rules=by_suit)
    whole = by_suit.with_(supermoves="whole")
    assert not _safe("AC", 0, 0, 0, 0, rules=whole)
    assert _safe("6C", 8, 0, 0, 0, rules=whole)


def test_the_order_is_lowest_first_then_by_suit() -> None:
    home = (11, 12, 12, 9)
    position = Setup(FREECELL, ["KS", "KC QC", "QS JS", "KD", "KH"], cells="TS", foundations=home).position()
    moves = autoplay_moves(position, Autoplay.MAX)
    assert " ".join(map(str, moves)) == "ah 3h 2h 3h 2h 4h 5h 1h"
    assert [move.target.index for move in moves] == [Suit.SPADES, 3, 0, 3, 0, 1, 2, 3]


def test_nothing_goes_home_before_the_stock_is_placed() -> None:
    cards = sorted(game("marseille").pack, reverse=True)
    position = Position.deal(game("marseille"), cards)
    assert {str(card) for card in position.stock} == {"AC", "AD", "AH"}
    assert autoplay_moves(position, Autoplay.MAX) == []
    assert "stock comes first" in str(refusal(position, Move(column(0), column(1))))
    placed = replay(position, [Move(STOCK, column(index)) for index in (0, 0, 1)])
    assert len(autoplay_moves(placed, Autoplay.MAX)) >= 3


SMALL_GAMES = [
    small_rules(
        ranks, suits, columns=3, cells=1, build=build, empty_column=empty, supermoves=moves, foundations=direction
    )
    for build in Build
    # Built regardless of suit, sixteen cards have too many positions to list.
    for ranks, suits in (((3, "CDH"), (4, "CH")) if build is Build.ANY_SUIT else ((4, "CDHS"), (5, "CH")))
    for direction in Foundations
    if direction is not Foundations.WHOLE_RUNS
    for empty in (EmptyColumn.ANY, EmptyColumn.KINGS)
    for moves in (Supermoves.STANDARD, Supermoves.WHOLE)
]
GAMES_OF_WHOLE_RUNS = [  # alternating colours never make whole runs
    small_rules(
        3, "CDH", columns=3, cells=1, build=build, empty_column=empty, supermoves=moves,
        foundations=Foundations.WHOLE_RUNS,
    )
    for build in (Build.SAME_SUIT, Build.ANY_SUIT)
    for empty in (EmptyColumn.ANY, EmptyColumn.KINGS)
    for moves in (Supermoves.STANDARD, Supermoves.WHOLE)
]  # fmt: skip
GAMES_OF_ANY_CARDS = [
    small_rules(
        ranks, suits, columns=3, cells=0, build=build, empty_column=empty, supermoves=Supermoves.ANY,
        foundations=direction, face_down=face_down,
    )
    for ranks, suits, face_down, empty, direction in (
        (4, "CDHS", (1, 2, 3), EmptyColumn.KINGS, Foundations.UP),
        (5, "CH", (2, 0, 1), EmptyColumn.KINGS, Foundations.UP),
        (5, "CH", (2, 0, 1), EmptyColumn.ANY, Foundations.UP),
        (5, "CH", (2, 0, 1), EmptyColumn.ANY, Foundations.DOWN),
    )
    for build in (Build.ALTERNATE_COLOUR, Build.SAME_SUIT)
]  # fmt: skip


def _name(rules: Rules) -> str:
    choices = (rules.build, rules.foundations, rules.empty_column, rules.supermoves)
    return "-".join([str(len(rules.pack)), *(choice.value for choice in choices)])


@pytest.mark.parametrize("rules", [*SMALL_GAMES, *GAMES_OF_WHOLE_RUNS, *GAMES_OF_ANY_CARDS], ids=_name)
def test_safe_moves_never_lose(rules: Rules) -> None:
    checked = 0
    # Where any card moves, few cards may go into an empty column, and few deals can be won.
    for deal in deals(rules, 160 // len(rules.pack) if rules.supermoves is Supermoves.ANY else 3, seed=5):
        if checked > ENOUGH:
            break
        graph = reachable(deal)
        good = winnable(graph)
        for position in good:
            for move in _home_moves(position):
                card = rules.ladders[move.target.index][position.foundations[move.target.index]]
                if is_safe(rules, position.foundations, card):
                    assert unchecked(position, move) in good, (position, move)
                    checked += 1
    assert checked > 0  # the seed is chosen so that all games have safe moves to try


def _losing_home_moves(rules: Rules, seeds: range) -> int:
    """Return the number of moves home that lose a won game, over some random deals."""
    losses = 0
    for seed in seeds:
        graph = reachable(walk(rules, seed, 0)[0])
        good = winnable(graph)
        losses += sum(unchecked(position, move) not in good for position in good for move in _home_moves(position))
    return losses


def test_max_may_lose_a_won_game() -> None:
    rules = small_rules(4, "CDHS", columns=3, cells=1)
    assert _losing_home_moves(rules, range(3)) > 0


def test_whole_sequences_and_foundations_down_need_their_exception() -> None:
    rules = small_rules(
        4, "CDHS", columns=3, cells=1,
        build=Build.SAME_SUIT, foundations=Foundations.DOWN, supermoves=Supermoves.WHOLE,
    )  # fmt: skip
    assert _losing_home_moves(rules, range(3)) > 0


def test_any_card_with_what_covers_it_needs_its_exception() -> None:
    """An ace with cards on it may have to go onto a two, so twos are not always safe, unlike in FreeCell."""
    rules = game("yukon")
    assert _safe("AC", 0, 0, 0, 0, rules=rules)
    assert not _safe("2C", 1, 0, 1, 0, rules=rules)
    assert _safe("2C", 1, 1, 1, 0, rules=rules)
    assert _safe("2C", 1, 0, 0, 0, rules=game("russian"))
    assert not _safe("KC", 0, 0, 0, 0, rules=game("russian").with_(foundations="down"))
    down = small_rules(
        4, "CH", columns=3, cells=0, supermoves=Supermoves.ANY, build=Build.SAME_SUIT, foundations=Foundations.DOWN
    )
    assert _losing_home_moves(down, range(20)) > 0
