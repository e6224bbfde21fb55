"""The analyst: correct on small games, honest about unknowns, and quick to stop."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, count, product
from random import Random
from typing import TYPE_CHECKING

import pytest

from analyst import permuted
from canonical import canonical
from kiebitz.analysis import analyst as module
from kiebitz.analysis.analyst import Analyst, hint, light, losing_move, solution
from kiebitz.analysis.answers import Answer, Effect, Line, Loss
from kiebitz.analysis.limits import Effort, Limit, Verdict
from kiebitz.analysis.scores import best_score
from kiebitz.analysis.solving import answer, solve
from kiebitz.errors import InputError, KernelFaultError, NotWonError, UnsupportedRulesError
from kiebitz.kernel import analyst as kernel
from kiebitz.patience import Autoplay, Position, referee
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game, games
from kiebitz.patience.session import Session
from tables import deals, randomly_played, reachable, small_rules, walk, winnable

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.patience import Move

SMALL = (
    small_rules(3, "CDS", columns=2, cells=1),
    small_rules(4, "CH", columns=2, cells=2),
    small_rules(5, "S", columns=3, cells=0),
)
ONE_STATE = Limit(states=1)
# Too small for some deals of Yukon.
HARD = Limit(states=20_000)


def russian(number: int) -> Position:
    return deal(number, "russian")


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_shared", Analyst())


def test_small_games_are_judged_rightly() -> None:
    seen = []
    for start in chain.from_iterable(deals(rules, 8) for rules in SMALL):
        graph = reachable(start)
        won = winnable(graph)
        for position in Random(1).sample(list(graph), min(len(graph), 40)):
            result = light(position)
            assert result.verdict is (Verdict.SOLVED if position in won else Verdict.IMPOSSIBLE)
            assert (result.score, result.bound, result.limit_hit) == (None, None, None)
            seen.append(result.verdict)
    assert min(seen.count(Verdict.SOLVED), seen.count(Verdict.IMPOSSIBLE)) > 40


def test_the_losing_move_of_small_games() -> None:
    losses = []
    for rules, seed in product(SMALL, range(30)):
        path = walk(rules, seed, 12)
        lost = next((ply for ply, there in enumerate(path) if there not in winnable(reachable(there))), None)
        expected = None if lost is None else Loss(lost, lost - 1 if lost else None, certain=True)
        assert losing_move(path) == expected
        losses.append(lost)
    assert {None, 0, 1, 2, 3} <= set(losses)


def test_the_losing_move_of_a_session() -> None:
    session = randomly_played(Session.new("freecell", 1), 1, 40)
    assert light(session).verdict is Verdict.IMPOSSIBLE
    loss = losing_move(session)
    assert loss is not None
    assert loss.certain
    assert loss.last_winnable == loss.ply - 1 > 0
    session.goto(loss.ply)
    assert solve(session.position).verdict is Verdict.IMPOSSIBLE
    session.undo()
    assert solve(session.position).verdict is Verdict.SOLVED
    assert losing_move(session) is None


def test_a_deal_that_was_lost_from_the_start() -> None:
    session = randomly_played(Session.new("solitaire_6x6", 12), 1, 5)
    assert losing_move(session) == Loss(0, None, certain=True)


def test_a_won_game() -> None:
    session = Session.new("solitaire_one_suit", 1)
    for move in solve(session.start).moves:
        session.push(move)
    assert light(session) == Answer(line=Line(position=session.position), verdict=Verdict.SOLVED)
    assert losing_move(session) is None


@pytest.mark.parametrize("states", [1, 60, 400])
def test_undecided_positions_make_the_loss_uncertain(states: int) -> None:
    losses = []
    for seed in range(40):
        path = walk(game("bakers_game"), seed, 25)
        analyst, limit = Analyst(), Limit(states=states)
        values = [analyst.status(there, limit).verdict for there in path]
        result = analyst.losing_move(path, limit)
        losses.append(result)
        if values[-1] is not Verdict.IMPOSSIBLE:
            assert result is None
            continue
        first = values.index(Verdict.IMPOSSIBLE)
        last = max((ply for ply, verdict in enumerate(values) if verdict is Verdict.SOLVED), default=None)
        assert result == Loss(first, last, certain=first == (0 if last is None else last + 1))
    assert None in losses
    assert states == 1 or any(loss is not None and loss.certain for loss in losses)
    assert any(loss is not None and not loss.certain for loss in losses)


# Scored games


def test_the_light_of_a_scored_game_is_its_best_score() -> None:
    verdicts = set()
    for number in range(30, 38):
        session = randomly_played(Session.new("russian", number), number, 3)
        best = best_score(session.position)
        result = light(session)
        assert (result.score, result.bound, result.limit_hit) == (best.score, best.score, None)
        assert result.verdict is (Verdict.SOLVED if best.score == 52 else Verdict.IMPOSSIBLE)
        verdicts.add(result.verdict)
    assert len(verdicts) == 2


def test_the_losing_move_of_a_scored_game_is_where_its_best_score_fell_last() -> None:
    losses = []
    for number in range(1, 25):
        session = randomly_played(Session.new("russian", number), number, 20)
        scores = [best_score(position).score for position in session.positions()]
        assert scores == sorted(scores, reverse=True)
        falls = [ply for ply in range(1, len(scores)) if scores[ply] < scores[ply - 1]]
        loss = losing_move(session)
        if falls:
            ply = falls[-1]
            assert loss == Loss(ply, ply - 1, True, scores[ply - 1], scores[ply])
        else:
            assert loss is None
        losses.append(loss is not None)
    assert any(losses)
    assert not all(losses)


def test_a_score_that_is_not_known() -> None:
    position = next(start for start in map(russian, count(1)) if light(start, ONE_STATE).verdict is Verdict.UNDECIDED)
    result = light(position, ONE_STATE)
    assert result.score is not None
    assert result.score < 52
    assert (result.bound, result.limit_hit) == (52, "states")
    assert losing_move([position], ONE_STATE) is None
    stopped = Analyst().status(position, stop=lambda: True)
    assert (stopped.verdict, stopped.score, stopped.bound, stopped.limit_hit) == (Verdict.UNDECIDED, 0, 52, "stopped")


def test_a_game_whose_score_is_not_known_may_be_lost_for_certain() -> None:
    result = light(russian(9), ONE_STATE)
    assert (result.verdict, result.bound, result.limit_hit) == (Verdict.IMPOSSIBLE, 6, "states")
    assert light(russian(9)).score == light(russian(9)).bound == 4


def test_no_more_can_be_reached_than_before() -> None:
    session = Session.new("russian", 58)
    assert light(session).bound == 4
    session.push(next(iter(session.legal_moves)))
    assert light(session.position, ONE_STATE).bound == 38  # without history
    after = light(session, ONE_STATE)
    assert (after.verdict, after.bound) == (Verdict.IMPOSSIBLE, 4)


# Undecided answers, memory, cancellation


def hard() -> Position:
    for number in count(1):
        position = deal(number, "yukon")
        if answer(position, HARD).verdict is Verdict.UNDECIDED:
            return position
    raise AssertionError


def test_limits_and_stopping() -> None:
    position = deal(982, game("freecell").with_(cells=2))  # a complete search takes minutes
    limit = Limit(states=250_000)
    result = light(position, limit)
    assert (result.verdict, result.limit_hit) == (Verdict.UNDECIDED, "states")
    assert result.states >= (limit.states or 0)
    questions: list[int] = []

    def stop_at(times: int) -> Callable[[], bool]:
        questions.clear()
        return lambda: questions.append(1) or len(questions) >= times  # type: ignore[func-returns-value]

    assert answer(position, limit, stop=stop_at(1)) == Answer(
        line=Line(position=position), verdict=Verdict.UNDECIDED, effort=Effort(limit_hit="stopped")
    )
    second = answer(position, limit, stop=stop_at(2))
    assert (second.verdict, second.limit_hit) == (Verdict.UNDECIDED, "stopped")
    to_the_end = answer(canonical(position)[0], limit, stop=stop_at(100_000))
    assert (to_the_end.verdict, to_the_end.limit_hit, to_the_end.states) == (Verdict.UNDECIDED, "states", result.states)
    assert len(questions) > 2
    assert light(position, stop=lambda: True).limit_hit == "stopped"


def test_a_search_that_could_be_stopped_says_the_same() -> None:
    for name, number in [*product(["solitaire_6x6", "bakers_game"], range(4, 9)), ("kings_only_bakers_game", 4)]:
        position = deal(number, name)
        assert answer(position, stop=lambda: False).verdict is answer(position).verdict
    placing = deal(2, "marseille")
    assert answer(placing, stop=lambda: False).verdict is solve(placing).verdict
    assert answer(placing, stop=lambda: True).limit_hit == "stopped"


def test_what_was_found_out_is_remembered() -> None:
    position = deal(617)
    first = light(position)
    assert light(position, ONE_STATE) == first
    wider = Limit(states=(HARD.states or 0) + 1)
    narrow, again = light(hard(), HARD), light(hard(), HARD)
    assert narrow == again
    assert light(hard(), wider).states > narrow.states  # a wider search might find a shorter line


def test_a_lost_game_stays_lost() -> None:
    session = Session.new("solitaire_6x6", 12)
    assert light(session).verdict is Verdict.IMPOSSIBLE
    for move in session.legal_moves:
        session.push(move)
        if Analyst().status(session.position, ONE_STATE).verdict is Verdict.UNDECIDED:
            break
        session.undo()
    seen = light(session, ONE_STATE)
    assert (seen.verdict, seen.limit_hit, seen.states) == (Verdict.IMPOSSIBLE, None, 1)
    assert light(session.position, ONE_STATE).verdict is Verdict.UNDECIDED  # without history


def test_whoever_follows_the_hints_sees_the_light() -> None:
    session = Session.new("freecell", 617)
    assert hint(session.position) is not None
    while not session.is_won:
        assert light(session, ONE_STATE).verdict is Verdict.SOLVED
        move = hint(session.position, ONE_STATE)
        assert move is not None
        session.push(move)


def test_only_so_much_is_remembered() -> None:
    analyst = Analyst(most=3)
    for position in deals(game("solitaire_one_suit"), 10):
        analyst.hint(position)
        assert 0 < analyst.remembered <= 3


def test_what_is_remembered_goes_with_its_owner() -> None:
    analyst = Analyst()
    analyst.status(deal(617))
    number = analyst._handle[0]
    assert kernel.remembered(number) == 1
    del analyst
    gc.collect()
    assert kernel.remembered(number) == 0


def test_a_line_that_the_referee_refuses_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise NotWonError(45, 4)

    analyst = Analyst()
    with monkeypatch.context() as patch:
        patch.setattr(referee, "verify", refuse)
        with pytest.raises(KernelFaultError, match="not home: 4"):
            analyst.solution(deal(617))
    assert analyst.remembered == 0
    assert analyst.solution(deal(617)).moves


# Consistent answers


def contradictions(analyst: Analyst, position: Position, limit: Limit) -> Answer:
    """Ask all questions about a position, and return its status if the answers agree."""
    result = analyst.solution(position, limit)
    seen = analyst.status(position, limit)
    assert (seen.verdict, seen.score, seen.bound) == (result.verdict, result.score, result.bound)
    if seen.score is None:
        assert bool(result.moves) is (seen.verdict is Verdict.SOLVED and not referee.is_won(position))
    move = analyst.hint(position, limit)
    assert move == (result.moves[0] if result.moves else None)
    if result.moves:
        end = referee.replay(position, result.moves, result.autoplay)
        assert sum(end.foundations) == (len(position.rules.pack) if seen.score is None else seen.score)
    loss = analyst.losing_move([position], limit)
    assert (loss is not None) is (seen.verdict is Verdict.IMPOSSIBLE and seen.score is None)
    return seen


@pytest.mark.parametrize("seeds", [1, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", list(games()))
def test_status_hint_solution_and_loss_never_contradict_each_other(name: str, seeds: int) -> None:
    chance = Random(name)
    limit = Limit(states=20_000)
    one, other = Analyst(), Analyst()
    rules = game(name)
    for seed in range(seeds):
        played = walk(rules, seed, 40)
        for position in chance.sample(played, min(4, len(played))):
            seen = contradictions(one, position, limit)
            for shuffled in (permuted(position, chance), position):
                again = contradictions(one, shuffled, limit)
                assert (again.verdict, again.score, again.bound) == (seen.verdict, seen.score, seen.bound)
            fresh = other.status(permuted(position, chance), limit)
            assert (fresh.verdict, fresh.score, fresh.bound) == (seen.verdict, seen.score, seen.bound)


def test_the_position_in_another_cell_is_the_same() -> None:
    session = Session.new("freecell", 617)
    answers = []
    for move in ("1a", "1b"):
        session.goto(0)
        session.play("58")
        session.play(move)
        answers.append((solution(session).verdict, light(session).verdict))
    assert len(set(chain.from_iterable(answers))) == 1


def test_many_threads_ask_the_same_analyst() -> None:
    analyst = Analyst(most=40)
    path = list(chain.from_iterable(walk(game(name), 1, 30) for name in ("freecell", "russian", "bakers_game")))
    limit = Limit(states=3_000)

    def ask(seed: int) -> int:
        chance = Random(seed)
        for _ in range(60):
            contradictions(analyst, chance.choice(path), limit)
        return analyst.remembered

    with ThreadPoolExecutor(8) as threads:
        assert max(threads.map(ask, range(8))) <= 40


def test_nothing_can_be_said_of_no_positions() -> None:
    with pytest.raises(InputError, match="expected at least the one at its start"):
        losing_move([])


# Lines and faults


def test_a_decision_holds_a_line() -> None:
    for name in ("freecell", "marseille", "yukon"):
        result = answer(deal(3, name))
        assert result.verdict is Verdict.SOLVED
        session = Session(deal(3, name), autoplay=Autoplay.NONE)
        for move in result.line:
            session.push(move)
        assert session.is_won


def test_rules_that_no_search_knows() -> None:
    position = Position.deal(game("yukon").with_(cells=1), game("yukon").pack.cards)
    with pytest.raises(UnsupportedRulesError, match=r"Yukon .*1 free cell"):
        light(position)


def test_every_move_is_judged_as_its_position_is_and_the_best_begins_the_solution() -> None:
    for start in chain(
        chain.from_iterable(deals(rules, 6) for rules in SMALL), (deal(n, "bakers_game") for n in (1, 2))
    ):
        session = Session(start)
        if not session.legal_moves:
            continue
        analyst = Analyst()
        judged = analyst.judge(session)
        assert {one.move for one in judged} <= set(session.legal_moves)
        after = {one.move: _after(start, one.move) for one in judged}
        different = {canonical(_after(start, move))[0] for move in session.legal_moves}
        assert len(different) == len(judged)
        assert different == {canonical(there)[0] for there in after.values()}
        won = analyst.status(session).verdict is Verdict.SOLVED
        for one in judged:
            verdict = answer(after[one.move]).verdict
            assert one.verdict is verdict
            kept = Effect.KEPT if verdict is Verdict.SOLVED else Effect.LOST if won else Effect.GONE
            assert one.effect is kept
            assert (one.moves_left is None) == (verdict is not Verdict.SOLVED)
        lengths = [one.moves_left for one in judged if one.moves_left is not None]
        assert lengths == sorted(lengths)
        if lengths:
            line = analyst.solution(session).moves
            assert len(line) == lengths[0] + 1
            shortest = {canonical(after[one.move])[0] for one in judged if one.moves_left == lengths[0]}
            assert canonical(_after(start, line[0]))[0] in shortest


def _after(start: Position, move: Move) -> Position:
    session = Session(start)
    session.push(move)
    return session.position
