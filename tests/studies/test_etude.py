"""The étude's figures: equal to those of single games, independent of chunks, with lost games reported."""

from __future__ import annotations

import json
import statistics
from collections import Counter
from io import BytesIO
from itertools import pairwise

import pytest

from command_line import deadly, deadly_once
from kiebitz.analysis.proportions import Share
from kiebitz.analysis.score_stores import Eviction, Store, StoreFigures
from kiebitz.analysis.scores import best_score
from kiebitz.deals.shuffles import nth
from kiebitz.errors import LimitError
from kiebitz.patience.dealing import deal
from kiebitz.studies.columns import Rows
from kiebitz.studies.etude import Casino, Etude, EtudeFigures, run_etude
from kiebitz.studies.questions import answer
from kiebitz.studies.questions.score import Score
from kiebitz.studies.row_writer import Form, RowWriter
from kiebitz.studies.sample_statistics import Sample

GAMES = 60


def test_figures_are_those_of_the_games() -> None:
    figures = run_etude(Etude(seed=5), GAMES)
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
    assert figures.path_moves.count == figures.path_decisions.count == figures.replayed == figures.checked == GAMES
    assert figures.most_positions <= figures.states.total
    assert figures.effort.total() == GAMES
    assert figures.hit_rate == figures.store.hits / figures.store.lookups


def test_how_a_run_is_cut_makes_no_difference() -> None:
    request = Etude(path_games=25, replayed_games=7).request
    whole, total = EtudeFigures(), EtudeFigures()
    whole.add(0, answer(request, 0, GAMES - 1))
    cuts = [0, 3, 4, 9, GAMES]
    for first, end in reversed([*pairwise(cuts)]):
        total.add(first, answer(request, first, end - 1))
    for figures in (whole, total):
        figures.findings.few.clear()  # the order of the chunks decides which deals are listed …
        for distribution in figures.findings.values.values():
            distribution.deal = None  # … and which one with the most is named
    assert total == whole
    assert total.path_moves.count == min(25, GAMES)
    assert total.replayed == 7


def test_jobs_make_no_difference() -> None:
    etude = Etude(seed=3)
    seen = []
    for jobs in (1, 2, 3):
        stream = BytesIO()
        out = RowWriter(stream, Form.JSON, etude.request, {})
        figures = run_etude(etude, GAMES, jobs, writer=out)
        out.close()
        seen.append((figures, stream.getvalue()))
    for figures, text in seen:
        for name, values in figures.findings.values.items():
            assert values.counts == seen[0][0].findings.values[name].counts
        assert (figures.convergence(), figures.store, text) == (seen[0][0].convergence(), seen[0][0].store, seen[0][1])
    rows = json.loads(seen[0][1])
    assert [row["index"] for row in rows] == list(range(GAMES))
    assert Counter(row["score"] for row in rows) == seen[0][0].scores
    assert sum(row["positions"] for row in rows) == seen[0][0].states.total


def test_stores_make_no_difference_to_the_games() -> None:
    games = GAMES // 2
    usual = run_etude(Etude(), games)
    for eviction in Eviction:
        small = run_etude(Etude(store=Store(4, eviction)), games)
        assert (small.scores, small.moves, small.decisions) == (usual.scores, usual.moves, usual.decisions)
        assert small.store.entries <= 4
        assert (small.store.evictions == 0) == (eviction is Eviction.NONE)


def test_paths_beyond_the_sample_are_not_looked_for() -> None:
    figures = run_etude(Etude(path_games=0, replayed_games=0), 10)
    assert (figures.moves, figures.decisions, figures.replayed) == (Counter(), Counter(), 0)


def rows(scores: bytes) -> Rows:
    return Rows({"verdict": bytes(len(scores)), "score": scores}, 0.0, [])


def test_convergence_does_not_depend_on_the_chunks() -> None:
    scores = bytes(index * index % 53 for index in range(5000))
    whole, cut = EtudeFigures(), EtudeFigures()
    whole.add(0, rows(scores))
    for first in range(0, 5000, 37):
        cut.add(first, rows(scores[first : first + 37]))
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
    low, high = Sample.of({11: 3, 3: 1, 0: 1, 52: 1}).interval or (0, 0)  # with a game of 0 cards and one of 52 added
    assert low < 0
    assert casino.interval == pytest.approx((-55, 5 * high - 55))
    assert casino.edge_interval == pytest.approx(((55 - 5 * high) / 55, 1))
    nothing = Casino(Sample())
    assert (nothing.profit, nothing.deviation, nothing.edge, nothing.interval, nothing.edge_interval) == (None,) * 5


def test_nothing_played_says_nothing() -> None:
    figures = EtudeFigures()
    assert figures.games == 0
    assert (figures.won.value, figures.without_move.interval, figures.hit_rate) == (None, None, None)
    assert figures.convergence() == []
    assert figures.store == StoreFigures()


def test_a_killed_process_loses_no_game() -> None:
    remarks: list[str] = []
    figures = run_etude(Etude(), 200, 2, remark=remarks.append, work=deadly_once)
    assert figures.scores == run_etude(Etude(), 200).scores
    assert remarks == ["a process died; its deals were done again"]


def test_a_game_that_kills_its_process_is_lost_and_named() -> None:
    remarks: list[str] = []
    stream = BytesIO()
    out = RowWriter(stream, Form.JSON, Etude().request, {})
    figures = run_etude(Etude(), 200, 2, remark=remarks.append, work=deadly, writer=out)
    out.close()
    assert (figures.games, figures.lost) == (199, [77])
    assert remarks[-1] == "game 77 of the run is lost: every process that tried it died"
    row = json.loads(stream.getvalue())[77]
    assert row == {
        "index": 77, "deal": nth(1, 77), "score": None, "positions": None, "moves": None, "decisions": None
    }  # fmt: skip


def test_a_store_without_room_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitError, match="'4000000000'"):
        run_etude(Etude(store=Store(4_000_000_000)), 10)

    def greedy(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Score, "answer", greedy)
    with pytest.raises(LimitError, match="'65536'"):
        run_etude(Etude(), 10)
