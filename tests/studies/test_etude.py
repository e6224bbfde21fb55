"""The étude's figures: those of the games one by one, the same however the run is cut, and nothing lost unsaid."""

from __future__ import annotations

import json
import math
import statistics
from collections import Counter
from io import BytesIO
from itertools import pairwise

import pytest

from command_line import deadly_game, deadly_game_once
from kiebitz import kernel
from kiebitz.deals.shuffles import nth
from kiebitz.patience.best import Eviction, Store, StoreFigures, best_score
from kiebitz.patience.dealing import deal
from kiebitz.studies import etude
from kiebitz.studies.etude import Casino, Figures, Question, play, run_etude
from kiebitz.studies.rows import Form, writer
from kiebitz.studies.samples import Sample, Share

native_only = pytest.mark.skipif(kernel.backend != "native", reason="takes the fast kernel")
GAMES = 60 if kernel.backend == "native" else 12


def test_figures_are_those_of_the_games() -> None:
    question = Question(seed=5)
    figures = run_etude(question, GAMES)
    alone = [best_score(deal(nth(5, index), "russian", "fisher-yates"), shortest=True) for index in range(GAMES)]
    scores = [result.score for result in alone]
    assert figures.games == GAMES
    assert figures.scores == Counter(scores)
    assert figures.score.mean == pytest.approx(statistics.fmean(scores))
    assert figures.score.deviation == pytest.approx(statistics.stdev(scores))
    assert figures.won == Share(scores.count(52), GAMES)
    assert figures.at_least(11) == Share(sum(score >= 11 for score in scores), GAMES)
    paths = [result.path for result in alone if result.path is not None]
    assert figures.moves == Counter(path.moves for path in paths)
    assert figures.decisions == Counter(path.decisions for path in paths)
    assert figures.path_moves.count == figures.path_decisions.count == figures.replayed == GAMES
    assert figures.most_positions <= figures.positions
    assert figures.effort.total() == GAMES
    assert figures.hit_rate == figures.store.hits / figures.store.lookups


def test_how_a_run_is_cut_makes_no_difference() -> None:
    question = Question(path_games=25, replayed_games=7, rows=Form.CSV)
    whole = play(question, 0, GAMES - 1)
    total = Figures()
    cuts = [0, 3, 4, 9, GAMES]
    for first, end in reversed([*pairwise(cuts)]):
        total.add(play(question, first, end - 1).figures)
    assert total == whole.figures
    assert total.path_moves.count == min(25, GAMES)
    assert total.replayed == 7


def test_jobs_make_no_difference() -> None:
    question = Question(seed=3, rows=Form.JSON)
    seen = []
    for jobs in (1, 2, 3):
        stream = BytesIO()
        out = writer(stream, Form.JSON, {})
        figures = run_etude(question, GAMES, jobs, writer=out)
        out.close()
        seen.append((figures, stream.getvalue()))
    assert seen[0] == seen[1] == seen[2]
    rows = json.loads(seen[0][1])
    assert [row["index"] for row in rows] == list(range(GAMES))
    assert Counter(row["score"] for row in rows) == seen[0][0].scores
    assert sum(row["positions"] for row in rows) == seen[0][0].positions


def test_stores_make_no_difference_to_the_games() -> None:
    games = GAMES // 2
    usual = run_etude(Question(), games)
    for eviction in Eviction:
        small = run_etude(Question(store=Store(4, eviction)), games)
        assert (small.scores, small.moves, small.decisions) == (usual.scores, usual.moves, usual.decisions)
        assert small.store.entries <= 4
        assert (small.store.evictions == 0) == (eviction is Eviction.NONE)


def test_paths_beyond_the_sample_are_not_looked_for() -> None:
    figures = run_etude(Question(path_games=0, replayed_games=0), 10)
    assert (figures.moves, figures.decisions, figures.replayed) == (Counter(), Counter(), 0)


def test_convergence_does_not_depend_on_the_chunks() -> None:
    scores = bytes(index * index % 53 for index in range(5000))
    whole, cut = Figures(), Figures()
    whole.stretches = etude._stretches(0, scores)
    for first in range(0, 5000, 37):
        cut.add(Figures(stretches=etude._stretches(first, scores[first : first + 37])))
    assert whole.convergence() == cut.convergence()
    steps = whole.convergence()
    assert steps[-1] == Sample.of(Counter(scores))
    assert {1, 2, 10, 100, 1000, 5000} <= {step.count for step in steps}
    for step in steps:
        assert step == Sample.of(Counter(scores[: step.count]))


def test_the_casino_by_hand() -> None:
    casino = Casino(Sample.of({11: 3, 3: 1}))  # mean 9, deviation 4
    assert casino.profit == -10
    assert casino.deviation == 20
    assert casino.edge == pytest.approx(10 / 55)
    half = 1.959963984540054 * 20 / math.sqrt(4)
    assert casino.interval == pytest.approx((-10 - half, -10 + half))
    assert casino.edge_interval == pytest.approx(((10 - half) / 55, (10 + half) / 55))
    nothing = Casino(Sample())
    assert (nothing.profit, nothing.deviation, nothing.edge, nothing.interval, nothing.edge_interval) == (None,) * 5


def test_nothing_played_says_nothing() -> None:
    figures = Figures()
    assert figures.games == 0
    assert (figures.won.value, figures.without_move.interval, figures.hit_rate) == (None, None, None)
    assert figures.convergence() == []
    assert figures.store == StoreFigures()


@native_only
def test_a_killed_process_loses_no_game() -> None:
    remarks: list[str] = []
    figures = run_etude(Question(), 200, 2, remark=remarks.append, play=deadly_game_once)
    assert figures == run_etude(Question(), 200)
    assert remarks == ["a process died; its deals were done again"]


@native_only
def test_a_game_that_kills_its_process_is_lost_and_named() -> None:
    remarks: list[str] = []
    stream = BytesIO()
    out = writer(stream, Form.JSON, {})
    figures = run_etude(Question(rows=Form.JSON), 200, 2, remark=remarks.append, play=deadly_game, writer=out)
    out.close()
    assert (figures.games, figures.lost) == (199, [77])
    assert remarks[-1] == "game 77 of the run is lost: every process that tried it died"
    row = json.loads(stream.getvalue())[77]
    assert row == {
        "index": 77, "deal": nth(1, 77), "score": None, "positions": None, "moves": None, "decisions": None
    }  # fmt: skip
