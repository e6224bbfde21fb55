"""Games in which any card moves: verdicts, counts and best scores against the oracle and the referee."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kernel_functions as kernel
import oracle
from kiebitz.analysis.encoding import decode_numbers
from kiebitz.kernel.answers import Limits
from kiebitz.patience import Ace, Build, EmptyColumn, Foundations, HomeMoves, Position, Supermoves, game
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import decode_moves, encode_layout, encode_position, encode_rules
from kiebitz.patience.referee import perft, replay, verify
from tables import small_rules, walk

SOLVED, IMPOSSIBLE, UNDECIDED = range(3)
FIRST, PROVE, PLAIN = range(3)
MOST = 4000


@st.composite
def small_positions(draw: st.DrawFn) -> Position:
    """A position of a small game in which any card moves, partly face down, often after some moves."""
    return small_position(Random(draw(st.integers(0, 2**64))))


def small_position(chance: Random) -> Position:
    suits = chance.choice(["CDHS", "CDHS", "CDHS", "CDS", "CHS", "CS", "DH", "CD", "H"])
    ranks, columns = chance.randint(2, 6 if len(suits) < 4 else 5), chance.randint(2, 6)
    heights = [(ranks * len(suits) + columns - 1 - index) // columns for index in range(columns)]
    face_down = tuple(chance.randint(0, max(height - 1, 0)) for height in heights) if chance.random() < 0.7 else ()
    some = small_rules(
        ranks,
        suits,
        columns=columns,
        cells=0,
        build=chance.choice([Build.SAME_SUIT, Build.ALTERNATE_COLOUR]),
        empty_column=chance.choice(list(EmptyColumn)),
        supermoves=Supermoves.ANY,
        foundations=chance.choice([way for way in Foundations if way is not Foundations.WHOLE_RUNS]),
        ace=chance.choice(list(Ace)),
        home_moves=chance.choice([way for way in HomeMoves if way is not HomeMoves.BOTH_WAYS]),
        face_down=face_down,
    )
    return walk(some, chance.randrange(2**32), chance.choice([0, 0, 2, 6]))[-1]


def check_all(position: Position) -> int | None:
    """Compare all answers of the kernel with the oracle's; return the verdict, `None` if the game is too large."""
    best = oracle.most_home(position, MOST)
    if best is None:
        return None
    rule_bytes, board = encode_rules(position.rules), encode_position(position)
    expected = SOLVED if best == len(position.rules.pack) else IMPOSSIBLE
    for mode in (FIRST, PROVE, PLAIN):
        verdict, line, limit, *_ = kernel.solve(rule_bytes, board, mode)
        assert (verdict, limit) == (expected, 0), (mode, position)
        if verdict == SOLVED:
            verify(position, decode_moves(line))
            assert kernel.check(rule_bytes, board, line) == -1
        else:
            assert line == b""
    score, bound, line, limit, *_ = kernel.best_score(rule_bytes, board, exhaustive=True)
    assert (score, bound, limit) == (best, best, 0), position
    assert sum(replay(position, decode_moves(line)).foundations) == score
    assert kernel.check_score(rule_bytes, board, line) == score
    return expected


def test_verdicts_and_scores_of_small_games() -> None:
    chance = Random("any card moves")
    verdicts = [check_all(small_position(chance)) for _ in range(300)]
    assert min(verdicts.count(SOLVED), verdicts.count(IMPOSSIBLE)) >= 40
    assert verdicts.count(None) <= 60


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_verdicts_and_scores_of_small_games(part: int) -> None:
    """10,000 positions in all."""
    chance = Random(f"any card moves, {part}")
    for _ in range(1000):
        check_all(small_position(chance))


@given(small_positions())
@settings(max_examples=60, deadline=None)
def test_counts(position: Position) -> None:
    rule_bytes, board = encode_rules(position.rules), encode_position(position)
    assert [kernel.perft(rule_bytes, board, depth) for depth in range(4)] == [
        1,
        *(perft(position, n) for n in (1, 2, 3)),
    ]
    assert oracle.perft(position, 3) == kernel.perft(rule_bytes, board, 3)


@pytest.mark.parametrize("number", [1, 2])
def test_deals_of_yukon_are_won(number: int) -> None:
    position = deal(number, "yukon")
    rule_bytes, board = encode_rules(position.rules), encode_position(position)
    verdict, line, *_ = kernel.solve(rule_bytes, board, FIRST, Limits(0, 20.0, 0))
    assert verdict == SOLVED
    verify(position, decode_moves(line))


def test_a_range_is_its_deals() -> None:
    some = game("yukon")
    rule_bytes, layout = encode_rules(some), encode_layout(some)
    answer = kernel.solve_range(rule_bytes, layout, 1, 4, FIRST, Limits(3000))
    lines = []
    for number, verdict in enumerate(answer.verdicts, 1):
        alone = kernel.solve(rule_bytes, encode_position(deal(number, some)), FIRST, Limits(3000))
        assert (alone.verdict, alone.states) == (verdict, decode_numbers(answer.states)[number - 1])
        lines.append(alone.line)
    assert answer.lines == b"".join(lines) != b""
    assert kernel.check_range(rule_bytes, layout, 1, 4, answer.verdicts, answer.lines, answer.ends) == 5
    assert kernel.check_range(rule_bytes, layout, 2, 5, answer.verdicts, answer.lines, answer.ends) < 6
