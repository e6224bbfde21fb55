"""Shortest player's lines, against a breadth-first search by the referee, on small packs."""

from __future__ import annotations

from random import Random

import pytest

import kernel_functions as kernel
from canonical import canonical
from kiebitz.analysis.encoding import encode_play
from kiebitz.kernel.answers import Limits, Play
from kiebitz.patience import Autoplay, Build, EmptyColumn, HomeMoves, Position, Supermoves, game, referee
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import decode_player_moves, encode_position, encode_rules
from kiebitz.patience.referee import legal_moves, unchecked
from kiebitz.patience.referee.autoplay import autoplay_moves
from tables import dealt, small_rules

SOLVED, IMPOSSIBLE, UNDECIDED = range(3)
SUPERMOVES = (Supermoves.STANDARD, Supermoves.SINGLE, Supermoves.MICROSOFT, Supermoves.WHOLE)
MOST = 3_000  # positions per breadth-first search


def asked(position: Position, autoplay: Autoplay) -> tuple[bytes, bytes, Play]:
    rules = position.rules
    return encode_rules(rules), encode_position(position), encode_play(rules, autoplay)


def small_deal(chance: Random) -> Position:
    ranks, suits = chance.choice([(9, "S"), (6, "SH"), (5, "SH"), (4, "SHD"), (3, "SHDC")])
    rules = small_rules(
        ranks,
        suits,
        columns=chance.choice([2, 3, 4]),
        cells=chance.choice([0, 1, 2]),
        build=chance.choice([Build.ALTERNATE_COLOUR, Build.SAME_SUIT]),
        empty_column=chance.choice(list(EmptyColumn)),
        supermoves=chance.choice(SUPERMOVES),
        home_moves=chance.choice([HomeMoves.FREE, HomeMoves.BOTH_WAYS]),
    )
    return dealt(rules, chance)


def fewest(position: Position, autoplay: Autoplay) -> int | None:
    """Return the length of a shortest winning line, −1 without one, `None` if the search is too large."""
    level = [canonical(position)[0]]
    seen = set(level)
    moves = 0
    while level and len(seen) < MOST:
        if any(map(referee.is_won, level)):
            return moves
        after = []
        for one in level:
            for move in legal_moves(one, distinct=True):
                other = unchecked(one, move)
                for follower in autoplay_moves(other, autoplay):
                    other = unchecked(other, follower)
                other = canonical(other)[0]
                if other not in seen:
                    seen.add(other)
                    after.append(other)
        level, moves = after, moves + 1
    return None if level else -1


def compare(count: int, seed: int) -> int:
    """Compare small deals, and return how many of them can be won."""
    chance, compared, won = Random(seed), 0, 0
    while compared < count:
        position, autoplay = small_deal(chance), chance.choice(list(Autoplay))
        known = fewest(position, autoplay)
        if known is None:
            continue
        compared += 1
        won += known > 0
        question = asked(position, autoplay)
        answer = kernel.shortest_player_line(*question)
        assert answer.verdict == (IMPOSSIBLE if known < 0 else SOLVED)
        assert answer.bound == max(known, 0)
        if known > 0:
            moves = decode_player_moves(answer.line)
            assert len(moves) == known
            referee.verify(position, moves, autoplay)
            assert kernel.shortest_player_line(*question, known=known)[:3] == (IMPOSSIBLE, b"", known)
            assert kernel.shortest_player_line(*question, known=known + 1).bound == known
    return won


def test_breadth_first_search_finds_the_same() -> None:
    assert compare(15, 1) > 3


@pytest.mark.slow
def test_breadth_first_search_finds_the_same_of_many() -> None:
    assert compare(20_000, 2) > 5_000


def test_limits_leave_an_interval() -> None:
    reports: list[tuple[int, int]] = []
    question = asked(deal(6), Autoplay.MAX)
    answer = kernel.shortest_player_line(
        *question, Limits(states=200), known=24, progress=lambda *known: reports.append(known)
    )
    assert (answer.verdict, answer.line, answer.limit_hit) == (UNDECIDED, b"", 1)
    assert 0 < answer.bound < 23
    assert reports[-1] == (answer.bound, -1)
    assert kernel.shortest_player_line(*question, Limits(memory=1)).limit_hit == 3
    assert kernel.shortest_player_line(*question, known=24, ask=lambda: True).limit_hit == 4


@pytest.mark.parametrize("name", ["yukon", "russian", "simple_simon", "marseille"])
def test_what_it_is_not_asked_of(name: str) -> None:
    rules = game(name)
    position = dealt(rules, Random(1))
    with pytest.raises(ValueError, match="no stock expected"):
        kernel.shortest_player_line(encode_rules(rules), encode_position(position), Play(0, 0))


def test_a_known_length_is_a_number() -> None:
    with pytest.raises(ValueError, match="0 or more expected"):
        kernel.shortest_player_line(*asked(deal(3), Autoplay.SAFE), known=-1)
