"""Best scores and shortest lines of Russian Solitaire: the kernel against the oracle, position by position.

A mean would hide rare wrong bounds, so no means are compared. For games too large for the oracle, the kernel's
exhaustive search replaces it.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import kernel_functions as kernel
import oracle
from kiebitz.cards import Card, Pack, Suit
from kiebitz.deals.shuffles import fisher_yates, nth
from kiebitz.kernel.answers import Dealing, Limits, StoreOptions
from kiebitz.patience import Position, game
from kiebitz.patience.encoding import decode_moves, encode_layout, encode_position, encode_rules
from kiebitz.patience.referee import replay
from tables import deals, walk

RUSSIAN = game("russian")
RUN = encode_rules(RUSSIAN), encode_layout(RUSSIAN)
NONE, LRU, LFU = range(3)


def compare(position: Position, most: int) -> int | None:
    """Compare the oracle and both searches; `None` if the oracle exceeds *most* positions."""
    expected = oracle.most_home(position, most)
    if expected is not None:
        for exhaustive in (False, True):
            check_answer(position, exhaustive, expected)
    return expected


def check_answer(position: Position, exhaustive: bool, expected: int, size: int = 0, eviction: int = NONE) -> None:
    why = exhaustive, size, eviction, position
    score, bound, line, limit, *_ = kernel.best_score(
        *question(position), exhaustive=exhaustive, store=StoreOptions(size, eviction)
    )
    assert (score, bound, limit) == (expected, expected, 0), why
    assert sum(replay(position, decode_moves(line)).foundations) == expected, why
    assert line == b"" or line[-2] >= 48, why  # it ends at the score


def question(position: Position) -> tuple[bytes, bytes]:
    return encode_rules(position.rules), encode_position(position)


# --- deals ---


def test_deals() -> None:
    outcomes = [compare(position, 40_000) for position in deals(RUSSIAN, 30)]
    assert outcomes.count(None) <= 3


@pytest.mark.slow
@pytest.mark.parametrize("part", range(25))
def test_many_deals(part: int) -> None:
    """2,500 deals, each to its end."""
    for position in deals(RUSSIAN, 100, seed=part + 2):
        compare(position, 10**9)


@pytest.mark.parametrize("shuffle", [0, 1])
def test_the_pruned_search_and_the_search_of_all(shuffle: int) -> None:
    differing = first_difference(shuffle, seed=1, first=0, count=2000)
    assert differing is None, differing


@pytest.mark.slow
@pytest.mark.parametrize("part", range(24))
def test_the_pruned_search_and_the_search_of_all_on_many_deals(part: int) -> None:
    """240,000 deals, two thirds from the fair shuffle."""
    differing = first_difference(shuffle=part % 3 // 2, seed=2, first=part * 10_000, count=10_000)
    assert differing is None, differing


def first_difference(shuffle: int, seed: int, first: int, count: int) -> tuple[object, ...] | None:
    """Return the first deal of a run on which the searches differ, or whose line is wrong."""
    deals = Dealing(1 + shuffle, seed)
    pruned = kernel.best_scores(*RUN, first, count, store=StoreOptions(0, NONE), deals=deals)
    plain = kernel.best_scores(*RUN, first, count, exhaustive=True, deals=deals)
    for scores, _, lines, ends, *_ in (pruned, plain):
        wrong = kernel.check_scores(*RUN, first, scores, lines, ends, deals)
        if wrong < count:
            return "line refused", shuffle, seed, first + wrong
    if pruned.choices != plain.choices:
        return "choices", shuffle, seed, first
    for index, (score, other) in enumerate(zip(pruned.scores, plain.scores, strict=True)):
        if score != other:
            return "scores", shuffle, seed, first + index, score, other
    return None


def test_a_run_has_scores_and_shortest_lines() -> None:
    answer = kernel.best_scores(*RUN, 5, 12, paths=True, store=StoreOptions(0, NONE), deals=Dealing(1, 3))
    assert kernel.check_scores(*RUN, 5, answer.scores, answer.lines, answer.ends, Dealing(1, 3)) == 12
    compared = 0
    for index, score in enumerate(answer.scores):
        position = Position.deal(RUSSIAN, fisher_yates(nth(3, 5 + index)))
        assert answer.choices[index] == oracle.choices(position)
        if (best := oracle.most_home(position, 20_000)) is not None:
            assert score == best == answer.bounds[index]
            assert (answer.moves[index], answer.decisions[index]) == oracle.shortest_to(position, best)
            compared += 1
    assert compared >= 8


# --- the store of earlier positions: eviction may cost time, never an answer ---

STORES = [(size, eviction) for size in (1, 2, 7, 64, 0) for eviction in (NONE, LRU, LFU)]


def test_small_stores() -> None:
    searched = 0
    for position in deals(RUSSIAN, 40):
        whole = kernel.best_score(*question(position), store=StoreOptions(0, NONE))
        if whole[4] > 2000:
            continue
        searched += whole[4]
        for size, eviction in STORES:
            check_answer(position, False, whole[0], size, eviction)
    assert searched > 100


@pytest.mark.parametrize(("size", "eviction"), STORES)
def test_small_stores_on_many_deals(size: int, eviction: int) -> None:
    decided = evicted = 0
    for position in deals(RUSSIAN, 500):
        expected = kernel.best_score(*question(position), exhaustive=True).score
        # A tiny store visits the same positions millions of times.
        answer = kernel.best_score(*question(position), Limits(10_000), store=StoreOptions(size, eviction))
        score, bound, _, limit, _, kept = answer
        assert score <= expected <= bound, position
        assert limit == 1 or score == bound == expected, position
        assert size == 0 or kept.entries <= size
        decided += limit == 0
        evicted += kept.evictions
    assert decided >= 480
    assert (evicted > 0) == (eviction != NONE and size not in (0, 64)) or size == 64


@pytest.mark.parametrize(("size", "eviction"), [(20_000, NONE), (10_000, LRU), (10_000, LFU), (0, LRU), (0, LFU)])
def test_stores_on_runs(size: int, eviction: int) -> None:
    expected = kernel.best_scores(*RUN, 0, 1000, exhaustive=True, lines=False, deals=Dealing(1, 4))
    answer = kernel.best_scores(*RUN, 0, 1000, lines=False, store=StoreOptions(size, eviction), deals=Dealing(1, 4))
    assert answer.scores == expected.scores
    assert size == 0 or answer.store.entries <= size
    assert answer.store.evictions == 0 or eviction != NONE


def test_a_floor_leaves_only_the_question_whether_it_is_reached() -> None:
    reached = missed = 0
    for position in deals(RUSSIAN, 60):
        request = question(position)
        best, _, _, _, states, *_ = kernel.best_score(*request, store=StoreOptions(0, NONE))
        if states > 2000:
            continue
        for floor in {best, min(best + 1, 52), 52}:
            score, bound, line, limit, *_ = kernel.best_score(*request, floor=floor, store=StoreOptions(0, NONE))
            assert limit == 0
            assert kernel.check_score(*request, line) == score
            if floor <= best:
                assert score == bound == best, position
                reached += 1
            else:
                assert score <= best <= bound < floor, position
                missed += 1
    assert reached > 5
    assert missed > 5


# --- shortest lines ---


def check_shortest(position: Position, most: int, less: int = 0) -> bool:
    score = oracle.most_home(position, most)
    if score is None:
        return False
    wanted = max(score - less, 0)
    expected = oracle.shortest_to(position, wanted)
    assert expected is not None
    line, moves, decisions, limit, *_ = kernel.shortest(*question(position), wanted)
    assert (moves, decisions, limit) == (*expected, 0), (wanted, position)
    assert sum(replay(position, decode_moves(line)).foundations) >= wanted, (wanted, position)
    assert sum(line[at] < 48 for at in range(1, len(line), 3)) == moves, (wanted, position)
    assert score == 52 or kernel.shortest(*question(position), score + 1)[:4] == (b"", -1, 0, 0), position
    return True


def test_shortest_lines() -> None:
    outcomes = [check_shortest(position, 5000, less=index % 3) for index, position in enumerate(deals(RUSSIAN, 30))]
    assert sum(outcomes) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_shortest_lines(part: int) -> None:
    """400 deals, without the longest ones."""
    for index, position in enumerate(deals(RUSSIAN, 40, seed=part + 2)):
        check_shortest(position, 40_000, less=index % 3)


# --- positions under way ---


def under_way(seed: str) -> Position:
    """A position after some random moves from a deal; moves home may be pending."""
    chance = Random(seed)
    return walk(RUSSIAN, chance.randrange(2**32), chance.randrange(60))[-1]


def test_positions_under_way() -> None:
    outcomes = [compare(under_way(f"under way {number}"), 10_000) for number in range(60)]
    assert outcomes.count(None) <= 6


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_positions_under_way(part: int) -> None:
    """2,000 positions."""
    for number in range(200):
        compare(under_way(f"{part}, {number}"), 200_000)


# --- positions that no deal leads to ---


def odd_position(seed: str) -> Position:
    """A small position that no deal leads to, of any suits.

    It has few cards, mostly high ones, in one to ten columns, some empty; any cards face down; often all in one column,
    kings at the bottom, cards on the next card of their suit.
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
    pack = Pack("odd", RUSSIAN.pack.rank_order, [suit for suit in Suit if suits >> suit & 1])
    rules = replace(RUSSIAN, game="odd", pack=pack, columns=number, dealt_rows=(), face_down=())
    columns = tuple(tuple(map(Card.from_index, pile)) for pile in piles)
    return Position(rules, tuple(home), (), columns, (), tuple(face_down))


def test_odd_positions() -> None:
    for number in range(800):
        compare(odd_position(f"odd {number}"), 3000)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_many_odd_positions(part: int) -> None:
    """60,000 positions."""
    for number in range(3000):
        compare(odd_position(f"odd, {part}, {number}"), 20_000)


def test_shortest_lines_of_odd_positions() -> None:
    for number in range(300):
        check_shortest(odd_position(f"odd and short {number}"), 1500, less=number % 3)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_shortest_lines_of_odd_positions(part: int) -> None:
    """10,000 positions."""
    for number in range(1000):
        check_shortest(odd_position(f"odd and short, {part}, {number}"), 5000, less=number % 3)
