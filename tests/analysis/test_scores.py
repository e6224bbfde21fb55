"""Best scores: proven, reached by lines that the referee accepts, and rejected if the kernel claims too much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.analysis.limits import Limit
from kiebitz.analysis.score_stores import Eviction, Store
from kiebitz.analysis.scores import BestScore, best_score, random_scores
from kiebitz.deals.shuffles import SHUFFLES, nth
from kiebitz.errors import KernelFaultError, KiebitzError, LimitError, NumberRangeError
from kiebitz.kernel import functions as kernel
from kiebitz.patience import referee
from kiebitz.patience.dealing import deal
from kiebitz.patience.piles import PileKind
from kiebitz.patience.rule_options import Autoplay

if TYPE_CHECKING:
    from kiebitz.kernel.answers import Score, Scores
    from kiebitz.patience.position import Position

DEALS = range(1, 25)


def russian(number: int) -> Position:
    return deal(number, "russian")


def home_after(result: BestScore) -> int:
    table = referee.Table(result.position, result.autoplay)
    for move in result.moves:
        table.push(move)
    return sum(table.position.foundations)


@pytest.mark.parametrize("rule", list(Autoplay))
@pytest.mark.parametrize("shortest", [False, True])
def test_lines_reach_their_score_whatever_the_program_plays_itself(rule: Autoplay, shortest: bool) -> None:
    for number in DEALS:
        result = best_score(russian(number), autoplay=rule, shortest=shortest)
        assert result.exact
        assert result.limit_hit is None
        assert home_after(result) == result.score
        if result.path is not None:
            tableau = [move for move in result.moves if move.target.kind is PileKind.COLUMN]
            assert result.path.moves == len(tableau)
            assert 0 <= result.path.decisions <= len(tableau)
        assert (result.path is not None) == shortest


def test_the_search_that_looks_at_everything_agrees() -> None:
    for number in DEALS:
        assert best_score(russian(number)).score == best_score(russian(number), exhaustive=True).score


@pytest.mark.parametrize("eviction", list(Eviction))
def test_a_small_store_costs_no_answer(eviction: Eviction) -> None:
    for number in DEALS:
        small = best_score(russian(number), store=Store(8, eviction))
        assert small.score == best_score(russian(number)).score
        assert small.store.entries <= 8


def test_a_position_in_the_middle_of_a_game() -> None:
    start = best_score(russian(1))
    table = referee.Table(russian(1), Autoplay.SAFE)
    for move in start.moves[: len(start.moves) // 2]:
        table.push(move)
    assert best_score(table.position).score == start.score


def test_a_limit_leaves_the_score_open() -> None:
    hard = max(DEALS, key=lambda number: best_score(russian(number)).statistics.states)
    result = best_score(russian(hard), Limit(states=1))
    assert result.score < result.bound <= 52
    assert result.limit_hit == "states"
    assert home_after(result) == result.score


def test_games_without_a_best_score_are_refused() -> None:
    for game in ("freecell", "yukon"):
        with pytest.raises(KiebitzError, match="no best score"):
            best_score(deal(1, game))


@pytest.mark.parametrize("eviction", Eviction)
@pytest.mark.parametrize("size", [None, 8, 1000])
def test_a_store_knows_what_it_takes(eviction: Eviction, size: int | None) -> None:
    store = Store(size, eviction)
    assert random_scores(1, 0, 1, store=store).store.memory == store.memory
    store.check_room(store.memory)
    with pytest.raises(LimitError, match="positions, for which there is memory"):
        store.check_room(store.memory - 1)


@pytest.mark.parametrize("size", [0, -1, 2**63, 1.5, True])
def test_stores_of_no_size_are_refused(size: object) -> None:
    with pytest.raises(LimitError, match="store size"):
        Store(size)  # type: ignore[arg-type]


def test_a_line_that_does_not_reach_its_score_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel_function = kernel.best_score

    def boasting(*question: Any, **options: Any) -> Score:
        best = kernel_function(*question, **options)
        return best._replace(score=best.score + 1, bound=best.bound + 1)

    monkeypatch.setattr(kernel, "best_score", boasting)
    with pytest.raises(KernelFaultError):
        best_score(russian(1))


# Runs of random deals


@pytest.mark.parametrize("shuffle", SHUFFLES)
def test_a_run_has_the_scores_of_its_deals(shuffle: str) -> None:
    count = len(DEALS)
    run = random_scores(7, 3, count, shuffle=shuffle, paths=True, replay=count)
    assert run.replayed == count
    for index in range(count):
        position = deal(nth(7, 3 + index), "russian", shuffle)
        alone = best_score(position, shortest=True)
        assert alone.path is not None
        assert run.scores[index] == alone.score
        assert (run.moves[index], run.decisions[index]) == (alone.path.moves, alone.path.decisions)
        for move in referee.autoplay_moves(position, Autoplay.MAX):
            position = referee.apply(position, move)
        assert run.choices[index] == referee.legal_moves(position, distinct=True).count()


def test_runs_do_not_depend_on_how_they_are_cut() -> None:
    whole = random_scores(1, 0, 40)
    parts = [random_scores(1, first, 10) for first in range(0, 40, 10)]
    assert whole.scores == b"".join(part.scores for part in parts)
    assert list(whole.states) == [states for part in parts for states in part.states]
    assert whole.store.lookups == sum(part.store.lookups for part in parts) >= whole.store.hits
    assert whole.store.hits == sum(part.store.hits for part in parts)
    assert whole.store.evictions == sum(part.store.evictions for part in parts)
    assert whole.store.entries == max(part.store.entries for part in parts)
    assert (whole.moves, whole.decisions, whole.replayed) == (b"", b"", 0)


@pytest.mark.parametrize(
    ("seed", "first", "count"),
    [(-1, 0, 1), (2**64, 0, 1), (1, -1, 1), (1, 0, 0), (1, 2**64 - 1, 2), (1, 0, 2**40), (1, 0, None)],
)
def test_runs_that_do_not_exist(seed: int, first: int, count: int) -> None:
    with pytest.raises(NumberRangeError):
        random_scores(seed, first, count)


def test_an_unknown_shuffle() -> None:
    with pytest.raises(KiebitzError, match="fisher-yates, wetherell"):
        random_scores(1, 0, 1, shuffle="riffle")


@pytest.mark.parametrize("replay", [0, 20])
def test_wrong_scores_of_a_run_are_refused(replay: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel_function = kernel.best_scores

    def boasting(*question: Any, **options: Any) -> Scores:
        best = kernel_function(*question, **options)
        return best._replace(scores=bytes(score + (index == 5) for index, score in enumerate(best.scores)))

    monkeypatch.setattr(kernel, "best_scores", boasting)
    with pytest.raises(KernelFaultError, match="deal 105 of run 1: "):
        random_scores(1, 100, 20, replay=replay)
    # The referee replays it too.
    monkeypatch.setattr(kernel, "check_scores", lambda *question: len(question[3]))
    if replay:
        with pytest.raises(KernelFaultError, match=r"deal 105 of run 1: .* 1?[0-9]"):
            random_scores(1, 100, 20, replay=replay)


def test_wrong_choices_of_a_run_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel_function = kernel.best_scores

    def idle(*question: Any, **options: Any) -> Scores:
        best = kernel_function(*question, **options)
        return best._replace(choices=bytes(len(best.choices)))

    monkeypatch.setattr(kernel, "best_scores", idle)
    with pytest.raises(KernelFaultError):
        random_scores(1, 100, 20, replay=20)


@pytest.mark.parametrize(("index", "score"), [(208_454_018, 43), (351_278_131, 28)])
def test_the_hardest_games_need_no_store(index: int, score: int) -> None:
    # Without move ordering the latter takes hours with room for 65,536 positions.
    position = deal(nth(1, index), "russian", "fisher-yates")
    for store in Store(), Store(1):
        best = best_score(position, Limit(states=300_000, memory=700_000), store=store)
        assert (best.score, best.bound, best.limit_hit) == (score, score, None)
        assert best.statistics.memory <= 700_000
