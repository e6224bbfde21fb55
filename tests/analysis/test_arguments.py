"""Arguments of the functions in `kiebitz`: games in progress, names of rules, and errors for anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import kiebitz
from kiebitz.analysis.difficulty import difficulty
from kiebitz.errors import ArgumentError, ChoiceError, IllegalMoveError

if TYPE_CHECKING:
    from collections.abc import Callable

ASKING = [kiebitz.solve, kiebitz.prove, kiebitz.short, kiebitz.shortest, difficulty, kiebitz.light, kiebitz.hint]
FEW = kiebitz.Limit(states=100_000)


def near_the_end() -> kiebitz.Position:
    position = kiebitz.deal(617)
    table = kiebitz.Table(position, "safe")
    for move in kiebitz.solve(position).moves[:40]:
        table.push(move)
    return table.position


@pytest.mark.parametrize("function", ASKING)
def test_a_game_in_progress_is_its_position(function: Callable[..., Any]) -> None:
    position = near_the_end()
    of_position = function(position, FEW)
    for game in (kiebitz.Session(position), kiebitz.Table(position, "safe")):
        answer = function(game, FEW)
        assert getattr(answer, "moves", answer) == getattr(of_position, "moves", of_position)


def test_the_rule_of_autoplay_is_that_of_the_game() -> None:
    position = near_the_end()
    for rule in kiebitz.Autoplay:
        assert kiebitz.solve(kiebitz.Table(position, rule)).autoplay is rule
        assert kiebitz.solve(kiebitz.Session(position, autoplay=rule.value)).autoplay is rule
        assert kiebitz.solve(kiebitz.Table(position), autoplay=rule.value).autoplay is rule


@pytest.mark.parametrize("function", [*ASKING, kiebitz.best_score, kiebitz.losing_move, kiebitz.Table])
@pytest.mark.parametrize("wrong", [617, None, 6.5])
def test_what_is_no_game(function: Callable[..., Any], wrong: object) -> None:
    with pytest.raises(ArgumentError, match=r"^argument \w+: .*Position"):
        function(wrong)


@pytest.mark.parametrize("function", ASKING)
@pytest.mark.parametrize("wrong", [5, "1k", FEW.states])
def test_what_is_no_limit(function: Callable[..., Any], wrong: object) -> None:
    with pytest.raises(ArgumentError, match=r"^argument limit: .*Limit"):
        function(kiebitz.deal(617), wrong)


@pytest.mark.parametrize("wrong", ["most", 3, True, ""])
def test_what_is_no_rule_of_autoplay(wrong: Any) -> None:
    position = kiebitz.deal(617)
    for use in (
        lambda: kiebitz.solve(position, autoplay=wrong),
        lambda: kiebitz.shortest(position, autoplay=wrong),
        lambda: kiebitz.Table(position, wrong),
        lambda: kiebitz.Session(position, autoplay=wrong),
        lambda: kiebitz.verify(position, (), wrong),
        lambda: kiebitz.hint(position, autoplay=wrong),
    ):
        with pytest.raises(ChoiceError, match="none, safe, max"):
            use()


def test_a_metric_is_named() -> None:
    position = near_the_end()
    assert kiebitz.shortest(position, metric="player").length == kiebitz.shortest(position, metric="player").bound
    with pytest.raises(ChoiceError, match="expected one of: single, player"):
        kiebitz.shortest(position, metric="cards")


def test_a_line_for_another_rule_of_autoplay_names_it() -> None:
    position = kiebitz.deal(617)
    with pytest.raises(IllegalMoveError, match=r"; with autoplay safe the line holds$"):
        kiebitz.verify(position, kiebitz.solve(position).moves)
    with pytest.raises(IllegalMoveError) as caught:
        kiebitz.verify(position, kiebitz.solve(position).moves[1:])
    assert "holds" not in str(caught.value)


def test_answers_and_games_are_printed_for_people() -> None:
    position = kiebitz.deal(617)
    result = kiebitz.solve(position)
    first, *lines = str(result).splitlines()
    assert first == f"solved (moves: {len(result.moves)}, autoplay: safe)"
    assert " ".join(lines).split() == result.line.words()
    assert str(kiebitz.solve(position, kiebitz.Limit(states=10))) == "undecided (limit hit: states)"
    assert result.notation().endswith("\n".join(lines) + "\n")
    assert str(kiebitz.Table(position)) == str(kiebitz.Session(position)) == str(position)


def test_a_move_is_written_or_given() -> None:
    """Text selects the legal move with the most cards, unless it has a count."""
    position = kiebitz.deal(617)
    written, given = kiebitz.Table(position, "safe"), kiebitz.Session(position)
    for word in kiebitz.solve(position).line.words():
        assert written.push(word) == given.play(word)
    assert written.is_won
    with pytest.raises(IllegalMoveError, match=r"^move 1 .*'88'$"):
        kiebitz.Table(position).push("88")


def test_legal_moves_are_counted() -> None:
    moves = kiebitz.Table(kiebitz.deal(617)).legal_moves
    assert len(moves) == moves.count() == len(list(moves)) > 0
