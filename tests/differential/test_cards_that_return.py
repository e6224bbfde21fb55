"""Games whose cards may leave the foundations, against the oracle: verdicts, lines and their lengths.

Positions are endings of small packs, where it matters most: about one in twenty-five is won only by a card that
returns.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

import kernel_functions as kernel
import oracle
from kiebitz.analysis.analyst import Analyst
from kiebitz.analysis.limits import Verdict
from kiebitz.analysis.shortest import shortest
from kiebitz.cards import Pack, Rank, Suit
from kiebitz.patience import Setup, game
from kiebitz.patience.encoding import decode_moves, encode_position, encode_rules
from kiebitz.patience.referee import verify
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.patience import Position, Rules

GAMES = ("king_albert", "raglan", "somerset", "spanish_patience", "fan")
THREE = GAMES[:3]
FIRST, PROVE, EXHAUSTIVE = range(3)
_MOST, _FEW = 6_000, 500  # positions per oracle search: for verdicts, for fewest moves


def small(name: str, chance: Random) -> Rules:
    """Return a game of the catalogue with a smaller pack and fewer piles."""
    own = game(name)
    order = (*tuple(Rank)[: chance.randint(3, 6)], Rank.KING)
    cells = chance.randint(1, 4) if own.cells else 0
    pack, columns = Pack("small", order, list(Suit)), chance.randint(3, 6)
    named = replace(own, game="small", title="Small", pack=pack, columns=columns, cells=cells, dealt_rows=())
    return replace(named, dealt_to_cells=tuple(range(cells)), dealt_home=0)


def ending(rules: Rules, chance: Random) -> Position:
    """Return a random position with cards home."""
    home = [chance.randrange(len(ladder)) for ladder in rules.ladders]
    left = [str(card) for card in rules.pack if rules.steps[card] >= home[card.suit]]
    chance.shuffle(left)
    cells = [left.pop() for _ in range(min(len(left), chance.randint(0, rules.cells)))]
    columns: list[list[str]] = [[] for _ in range(rules.columns)]
    for card in left:
        chance.choice(columns).append(card)
    return Setup(rules, [" ".join(cards) for cards in columns], cells, foundations=home).position()


def endings(name: str, count: int, seed: int) -> Iterator[tuple[Position, bool]]:
    """Yield endings and whether they can be won, without those that are too large for the oracle."""
    chance = Random(seed)
    while count:
        position = ending(small(name, chance), chance)
        won = oracle.can_be_won(position, _MOST)
        if won is not None:
            count -= 1
            yield position, won


def check(name: str, count: int, seed: int) -> int:
    """Compare the light and all searches with the oracle; return how many games only a returning card wins."""
    analyst, only = Analyst(), 0
    for position, won in endings(name, count, seed):
        light = analyst.status(position)
        assert light.verdict is (Verdict.SOLVED if won else Verdict.IMPOSSIBLE), position
        code = encode_rules(position.rules), encode_position(position)
        for mode in (FIRST, PROVE, EXHAUSTIVE):
            answer = kernel.solve(*code, mode)
            assert answer.verdict == (not won), (mode, position)
            if won:
                verify(position, decode_moves(answer.line))
                assert kernel.check(*code, answer.line) == -1
        only += won and not oracle.can_be_won(position.under(position.rules.with_(home_moves="free")), _MOST)
    return only


@pytest.mark.parametrize("name", ["king_albert", "somerset", "fan"])
def test_the_shortest_lines_of_small_endings(name: str) -> None:
    """Test the kernel, which supports more games than the package uses."""
    chance, settled = Random(3), 0
    while settled < 5:
        position = ending(small(name, chance), chance)
        left = len(position.rules.pack) - sum(position.foundations)
        expected = oracle.fewest(position, _FEW) if left <= 8 else None
        if expected is None:
            continue
        settled += 1
        code = encode_rules(position.rules), encode_position(position)
        result = kernel.shortest_line(*code)
        if expected < 0:
            assert (result.verdict, result.line) == (1, b""), position
        else:
            assert (result.verdict, result.bound, len(decode_moves(result.line))) == (0, expected, expected), position
            assert kernel.check(*code, result.line) == -1


@pytest.mark.parametrize("name", GAMES)
def test_the_light_of_small_endings(name: str) -> None:
    check(name, 25, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", THREE)
def test_the_light_of_a_thousand_small_endings(name: str) -> None:
    assert check(name, 1_000, seed=2) > 10


def test_a_deal_that_is_won_only_by_a_card_that_returns() -> None:
    now = Session.new("somerset", 18, numbering="fisher-yates")
    before = Session.new("somerset", 18, numbering="fisher-yates", rules=now.rules.with_(home_moves="free"))
    analyst = Analyst()
    assert analyst.status(now).verdict is Verdict.SOLVED
    assert analyst.status(before).verdict is Verdict.IMPOSSIBLE
    solution = analyst.solution(now)
    assert any(str(move).startswith("h") for move in solution.moves)
    result = shortest(now)
    assert (result.length, result.proven) == (105, True)
    assert any(str(move).startswith("h") for move in result.moves)
    assert shortest(before).verdict is Verdict.IMPOSSIBLE
