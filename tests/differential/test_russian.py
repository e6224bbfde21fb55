"""Best scores and shortest lines of Russian Solitaire: both kernels against a literal player, position by position.

A bound that is wrong now and then hides in any mean, so no mean is compared here. The literal player is
`literal_russian.py`; where it would take too long, the kernel's own search of all positions stands in for it.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from backends import NAMES, backend
from kiebitz.kernel.answers import Deals, Limits, StoreOptions
from kiebitz.patience import game
from kiebitz.patience.encoding import encode_layout, encode_rules
from literal_russian import (
    Board,
    after,
    best_score,
    dealt,
    plays,
    position_bytes,
    shortest,
    steps,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

native: Any = backend("kernel")

RUSSIAN = game("russian")
RULE_BYTES = encode_rules(RUSSIAN)
RUN = RULE_BYTES, encode_layout(RUSSIAN)
NONE, LRU, LFU = range(3)


def rule_bytes_for(board: Board, suits: int = 15) -> bytes:
    return bytes((13, suits, len(board.columns), *RULE_BYTES[3:]))


def deals(seed: str, count: int) -> Iterator[Board]:
    chance = Random(seed)
    for _ in range(count):
        cards = list(range(52))
        chance.shuffle(cards)
        yield dealt(cards)


def compare(board: Board, most: int, suits: int = 15, names: tuple[str, ...] = NAMES) -> int | None:
    """Ask the literal player and, for each kernel, both searches; `None` where the former would take too long."""
    expected = best_score(board, most)
    if expected is not None:
        rule_bytes, code = rule_bytes_for(board, suits), position_bytes(board)
        for name in names:
            for plain in (False, True):
                check_answer(backend(name), rule_bytes, board, code, plain, expected)
    return expected


def check_answer(
    kernel: Any,
    rule_bytes: bytes,
    board: Board,
    code: bytes,
    plain: bool,
    expected: int,
    size: int = 0,
    eviction: int = NONE,
) -> None:
    score, bound, line, limit, *_ = kernel.best_score(
        rule_bytes, code, exhaustive=plain, store=StoreOptions(size, eviction)
    )
    assert (score, bound, limit) == (expected, expected, 0), (kernel.__name__, plain, size, eviction, board)
    end = plays(board, line)
    assert end is not None, (kernel.__name__, plain, board, line.hex())
    assert end.score() == expected, (kernel.__name__, plain, board, line.hex())
    assert line == b"" or line[-2] >= 48, (
        kernel.__name__,
        plain,
        board,
        line.hex(),
    )  # it ends where the score is reached


# --- deals ---


def test_deals() -> None:
    found = [compare(board, 40_000) for board in deals("deals", 30)]
    assert found.count(None) <= 3


@pytest.mark.slow
@pytest.mark.parametrize("part", range(25))
def test_many_deals(part: int) -> None:
    """2,500 deals in all, each to its end."""
    for board in deals(f"many deals, {part}", 100):
        compare(board, 10**9, names=NAMES[:1])


@pytest.mark.parametrize("shuffle", [0, 1])
def test_the_pruned_search_and_the_search_of_all(shuffle: int) -> None:
    differing = first_difference(shuffle, seed=1, first=0, count=2000)
    assert differing is None, differing


@pytest.mark.slow
@pytest.mark.parametrize("part", range(24))
def test_the_pruned_search_and_the_search_of_all_on_many_deals(part: int) -> None:
    """240,000 deals in all, two of three from the fair shuffle."""
    differing = first_difference(shuffle=part % 3 // 2, seed=2, first=part * 10_000, count=10_000)
    assert differing is None, differing


def first_difference(shuffle: int, seed: int, first: int, count: int) -> tuple[object, ...] | None:
    """The first deal of a run on which the native kernel's searches differ, or whose line is wrong."""
    deals = Deals(1 + shuffle, seed)
    pruned = native.best_scores(*RUN, first, count, store=StoreOptions(0, NONE), deals=deals)
    plain = native.best_scores(*RUN, first, count, exhaustive=True, deals=deals)
    for scores, _, lines, ends, *_ in (pruned, plain):
        wrong = native.check_scores(*RUN, first, scores, lines, ends, deals)
        if wrong < count:
            return "line refused", shuffle, seed, first + wrong
    if pruned.choices != plain.choices:
        return "choices", shuffle, seed, first
    for index, (score, other) in enumerate(zip(pruned.scores, plain.scores, strict=True)):
        if score != other:
            return "scores", shuffle, seed, first + index, score, other
    return None


def test_both_kernels_answer_runs_alike() -> None:
    options = {"paths": True, "store": StoreOptions(0, NONE), "deals": Deals(1, 3)}
    answers = [backend(name).best_scores(*RUN, 5, 12, **options) for name in NAMES]
    scores, _, lines, ends, *known, _ = answers[-1]
    for name in NAMES:
        assert backend(name).check_scores(*RUN, 5, scores, lines, ends, Deals(1, 3)) == 12
    for answer in answers:
        assert (answer.scores, [*answer[4:-1]]) == (scores, known)


# --- the store of old positions: what it forgets may cost time, never an answer ---

STORES = [(size, eviction) for size in (1, 2, 7, 64, 0) for eviction in (NONE, LRU, LFU)]


@pytest.mark.parametrize("name", NAMES)
def test_small_stores(name: str) -> None:
    searched = 0
    for board in deals("small stores", 40 if name == "kernel" else 12):
        rule_bytes, code = rule_bytes_for(board), position_bytes(board)
        whole = backend(name).best_score(rule_bytes, code, store=StoreOptions(0, NONE))
        if whole[4] > 2000:
            continue
        searched += whole[4]
        for size, eviction in STORES:
            check_answer(backend(name), rule_bytes, board, code, False, whole[0], size, eviction)
    assert searched > 100


@pytest.mark.parametrize(("size", "eviction"), STORES)
def test_small_stores_on_many_deals(size: int, eviction: int) -> None:
    decided = evicted = 0
    for board in deals("small stores", 500):
        rule_bytes, code = rule_bytes_for(board), position_bytes(board)
        expected = native.best_score(rule_bytes, code, exhaustive=True).score
        # Who forgets nearly all may come by the same positions millions of times.
        found = native.best_score(rule_bytes, code, Limits(10_000), store=StoreOptions(size, eviction))
        score, bound, _, limit, _, kept = found
        assert score <= expected <= bound, board
        assert limit == 1 or score == bound == expected, board
        assert size == 0 or kept.entries <= size
        decided += limit == 0
        evicted += kept.evictions
    assert decided >= 480
    assert (evicted > 0) == (eviction != NONE and size not in (0, 64)) or size == 64


@pytest.mark.parametrize(("size", "eviction"), [(20_000, NONE), (10_000, LRU), (10_000, LFU), (0, LRU), (0, LFU)])
def test_stores_on_runs(size: int, eviction: int) -> None:
    expected = native.best_scores(*RUN, 0, 1000, exhaustive=True, lines=False, deals=Deals(1, 4))
    found = native.best_scores(*RUN, 0, 1000, lines=False, store=StoreOptions(size, eviction), deals=Deals(1, 4))
    assert found.scores == expected.scores
    assert size == 0 or found.store.entries <= size
    assert found.store.evictions == 0 or eviction != NONE


@pytest.mark.parametrize("name", NAMES)
def test_a_floor_leaves_only_the_question_whether_it_is_reached(name: str) -> None:
    reached = missed = 0
    for board in deals("floors", 60 if name == "kernel" else 15):
        rule_bytes, code = rule_bytes_for(board), position_bytes(board)
        kernel = backend(name)
        best, _, _, _, states, *_ = kernel.best_score(rule_bytes, code, store=StoreOptions(0, NONE))
        if states > 2000:
            continue
        for floor in {best, min(best + 1, 52), 52}:
            score, bound, line, limit, *_ = kernel.best_score(
                rule_bytes, code, floor=floor, store=StoreOptions(0, NONE)
            )
            assert limit == 0
            assert kernel.check_score(rule_bytes, code, line) == score
            if floor <= best:
                assert score == bound == best, board
                reached += 1
            else:
                assert score <= best <= bound < floor, board
                missed += 1
    assert reached > 5
    assert missed > 5


# --- shortest lines ---


def check_shortest(board: Board, most: int, suits: int = 15, less: int = 0) -> bool:
    score = best_score(board, most)
    if score is None:
        return False
    wanted = max(score - less, 0)
    expected = shortest(board, wanted, most)
    assert expected is not None
    rule_bytes, code = rule_bytes_for(board, suits), position_bytes(board)
    for name in NAMES:
        kernel = backend(name)
        line, moves, decisions, limit, *_ = kernel.shortest(rule_bytes, code, wanted)
        assert (moves, decisions, limit) == (*expected, 0), (name, wanted, board)
        end = plays(board, line)
        assert end is not None, (name, board, line.hex())
        assert end.score() >= wanted, (name, board, line.hex())
        assert sum(line[at] < 48 for at in range(1, len(line), 3)) == moves, (name, board, line.hex())
        assert score == 52 or kernel.shortest(rule_bytes, code, score + 1)[:4] == (b"", -1, 0, 0), (name, board)
    return True


def test_shortest_lines() -> None:
    assert sum(check_shortest(board, 5000, less=index % 3) for index, board in enumerate(deals("shortest", 30))) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_shortest_lines(part: int) -> None:
    """400 deals in all, of which the longest are left out."""
    for index, board in enumerate(deals(f"many shortest lines, {part}", 40)):
        check_shortest(board, 40_000, less=index % 3)


# --- positions under way ---


def under_way(seed: str) -> Board:
    """A position after some random moves from a deal, that like to open the table up; cards may be ready to go home."""
    chance = Random(seed)
    cards = list(range(52))
    chance.shuffle(cards)
    board = dealt(cards)
    for _ in range(chance.randrange(60)):
        ways = steps(board)
        if not ways:
            break
        board = after(board, chance.choice(ways))
    return board


def test_positions_under_way() -> None:
    found = [compare(under_way(f"under way {number}"), 10_000) for number in range(60)]
    assert found.count(None) <= 6


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_positions_under_way(part: int) -> None:
    """2,000 positions in all."""
    for number in range(200):
        compare(under_way(f"{part}, {number}"), 200_000, names=NAMES[:1])


# --- positions as nobody would deal them ---


def odd_position(seed: str) -> tuple[Board, int]:
    """A small position typed in by somebody with odd ideas, and the mask of the suits that are in play.

    Few cards are left, mostly high ones; one to ten columns, some of them empty; any cards face down, or none; all in
    one column, kings at the bottom, cards on the next card of their suit, in order or in none.
    """
    chance = Random(seed)
    suits = chance.choice([15, 15, 15, 15, 1, 2, 8, 3, 10, 7, 14])
    left = chance.randrange(1, 7)
    home = [max(0, min(13, 13 - left - chance.randrange(-1, 3))) if suits >> suit & 1 else 0 for suit in range(4)]
    cards = [4 * rank + suit for suit in range(4) if suits >> suit & 1 for rank in range(home[suit], 13)]
    number = chance.randrange(1, 11)
    chance.shuffle(cards)
    if chance.random() < 0.4:  # some order, from the top
        cards.sort(key=lambda card: -(card // 4) + chance.random() * chance.choice([2, 5]))
    piles: list[list[int]] = [[] for _ in range(number)]
    used = chance.choice([1, min(2, number), min(4, number), number, number, number])
    kings_first = chance.random() < 0.4
    bonded = chance.random() * chance.choice([0, 0.5, 1])
    for card in sorted(cards, key=lambda card: card // 4 != 12) if kings_first else cards:
        below = next((pile for pile in piles if pile and pile[-1] == card + 4), None)
        if below is not None and chance.random() < bonded:
            below.append(card)
        else:
            piles[chance.randrange(used)].append(card)
    chance.shuffle(piles)
    how = chance.randrange(4)
    face_down = [
        0 if not pile or how == 0 else len(pile) - 1 if how == 1 else chance.randrange(len(pile)) for pile in piles
    ]
    return Board(tuple(map(tuple, piles)), tuple(face_down), (home[0], home[1], home[2], home[3])), suits


def test_odd_positions() -> None:
    for number in range(800):
        board, suits = odd_position(f"odd {number}")
        compare(board, 3000, suits)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_many_odd_positions(part: int) -> None:
    """60,000 positions in all; every tenth is asked of both kernels."""
    for number in range(3000):
        board, suits = odd_position(f"odd, {part}, {number}")
        compare(board, 20_000, suits, NAMES[: 1 + (number % 10 == 0)])


def test_shortest_lines_of_odd_positions() -> None:
    for number in range(300):
        board, suits = odd_position(f"odd and short {number}")
        check_shortest(board, 1500, suits, less=number % 3)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_shortest_lines_of_odd_positions(part: int) -> None:
    """10,000 positions in all."""
    for number in range(1000):
        board, suits = odd_position(f"odd and short, {part}, {number}")
        check_shortest(board, 5000, suits, less=number % 3)


# --- the literal player himself ---
