"""Difficulty: a position by hand, the effect of limits, and invariance under the order of piles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kiebitz.analysis.difficulty import AHEAD, GAMES, difficulty, percentiles
from kiebitz.analysis.levels import Level
from kiebitz.analysis.limits import STOPPED, Limit, Verdict
from kiebitz.cards import Card
from kiebitz.errors import UnsupportedRulesError
from kiebitz.patience import Autoplay, Position, game, referee
from kiebitz.patience.dealing import deal
from kiebitz.patience.notation import format_moves


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


#: With the king of spades in the cell no move remains. With that of hearts there, both jacks go home, and then either
#: king can go to the empty column.
BY_HAND = Position(
    game("freecell").with_(cells=1, columns=2), (13, 13, 10, 10), (None,), (cards("QS QH KS"), cards("JS JH KH"))
)


def test_by_hand() -> None:
    measured = difficulty(BY_HAND)
    assert measured.verdict is Verdict.SOLVED
    assert format_moves(measured.position, measured.moves, measured.autoplay)[0] == "2a"
    assert (measured.kept, measured.lost, measured.left_open) == ((1, 2), (1, 0), (0, 0))
    assert measured.share_kept == (0.75, 0.75)
    assert measured.only_moves == (1, 1)
    assert measured.won == (GAMES,) * len(AHEAD)  # both jacks home
    assert measured.level is Level.EASY


def test_what_is_left_open_counts_both_ways() -> None:
    measured = replace(difficulty(BY_HAND), kept=(1, 1, 1, 2), lost=(1, 0, 0, 1), left_open=(0, 1, 0, 1))
    assert measured.only_moves == (1, 2)  # not if it is the only legal move
    assert measured.share_kept == ((1 / 2 + 1 / 2 + 1 + 2 / 4) / 4, (1 / 2 + 1 + 1 + 3 / 4) / 4)


def test_the_order_of_columns_is_no_matter() -> None:
    one = deal(2_000_018)
    other = Position(one.rules, one.foundations, one.cells, one.columns[::-1])
    first, second = difficulty(one), difficulty(other)
    assert (first.kept, first.lost, first.left_open, first.won) == (
        second.kept,
        second.lost,
        second.left_open,
        second.won,
    )
    referee.verify(other, second.moves, second.autoplay)


def test_without_a_line_nothing_is_said() -> None:
    stuck = cards("QS QH"), cards("JS JH KH")
    lost = difficulty(Position(BY_HAND.rules, BY_HAND.foundations, cards("KS"), stuck))
    assert (lost.verdict, lost.kept, lost.share_kept, lost.only_moves, lost.won) == (
        Verdict.IMPOSSIBLE,
        (),
        None,
        None,
        (),
    )
    open_ = difficulty(deal(617), Limit(states=1))
    assert (open_.verdict, open_.limit_hit, open_.won) == (Verdict.UNDECIDED, "states", ())
    request = iter([False] * 3)
    stopped = difficulty(deal(982, game("freecell").with_(cells=2)), stop=lambda: next(request, True))  # takes minutes
    assert (stopped.verdict, stopped.limit_hit) == (Verdict.UNDECIDED, STOPPED)


def test_a_won_game_has_no_way_left() -> None:
    won = referee.replay(BY_HAND, difficulty(BY_HAND).moves, Autoplay.SAFE)
    measured = difficulty(won)
    assert (measured.verdict, measured.moves, measured.share_kept, measured.only_moves) == (
        Verdict.SOLVED,
        (),
        None,
        None,
    )


def test_games_that_are_scored_or_dealt_on_are_refused() -> None:
    for name in ("russian_solitaire", "marseille"):
        with pytest.raises(UnsupportedRulesError):
            difficulty(deal(1, game(name)))


def test_the_place_among_microsofts_deals() -> None:
    measured = difficulty(deal(617))
    place = percentiles(measured)
    assert place is not None
    assert set(place.harder_than) == {"moves", "share_kept", "only_moves", "won_1", "won_2"}
    one = len(measured.kept)
    long, short = (replace(measured.line, moves=moves) for moves in (measured.moves * 3, measured.moves[:1]))
    hard = replace(
        measured,
        kept=(1,) * one,
        lost=(9,) * one,
        left_open=(0,) * one,
        won=(0, 0),
        line=long,
    )
    easy = replace(
        measured,
        kept=(9,) * one,
        lost=(0,) * one,
        left_open=(0,) * one,
        won=(10, 10),
        line=short,
    )
    hardest, easiest = percentiles(hard), percentiles(easy)
    assert hardest is not None
    assert easiest is not None
    for name, share in place.harder_than.items():
        assert 0 <= easiest.harder_than[name] <= share <= hardest.harder_than[name] <= 100
        assert easiest.harder_than[name] < hardest.harder_than[name]


def test_other_games_have_no_place_among_them() -> None:
    for position in (BY_HAND, deal(1, game("freecell").with_(cells=5)), deal(1, game("bakers_game"))):
        assert percentiles(difficulty(position, Limit(states=20_000))) is None
    assert percentiles(difficulty(deal(1), autoplay=Autoplay.NONE)) is None
    begun = referee.replay(deal(1), difficulty(deal(1)).moves[:1])
    assert percentiles(difficulty(begun)) is None
