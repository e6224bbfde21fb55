"""The display and actions of a notebook's board without a browser."""

from __future__ import annotations

import doctest
import json
import sys
from importlib import import_module
from typing import Any

import pytest

import kiebitz
from kiebitz.errors import DependencyError
from kiebitz.notebook.game import Game, session_of
from kiebitz.patience.piles import FOUNDATION_CODE

UNREADABLE: list[Any] = [
    None,
    "undo",
    {},
    {"undo": 1},
    {"move": [0, 1]},
    {"move": [0, 1, "1"]},
    {"move": [0, 1, True]},
    {"go": 1.5},
    {"go": True},
    {"jump": -1},
    {"jump": 1},
    {"remove": 0},
    {"main": 0},
    {"write": 58},
    {"light": 1},
    {"hint": True, "solve": True},
]


def state_after(game: Game, *messages: dict[str, Any]) -> dict[str, Any]:
    """Return the state after messages, as the browser receives it."""
    for message in messages:
        game.handle(message)
    state: dict[str, Any] = json.loads(json.dumps(game.shown()))
    return state


def game_of(source: Any = 617, **options: Any) -> Game:
    game = Game(session_of(source), **options)
    game.shown()
    return game


def test_a_deal_is_laid_out_in_full() -> None:
    game = game_of()
    state, drawing = state_after(game), json.loads(json.dumps(game.drawing()))
    assert drawing["title"] == "FreeCell deal 617"
    assert sorted(card for card, *_ in state["lying"]) == list(range(52))
    column = [drawing["cards"][card] for card, pile, *_ in state["lying"] if pile == 0]
    assert column == ["7D", "TD", "TH", "KD", "4C", "4S", "JD"]
    assert len(state["legal"]) == game.session.legal_moves.count()
    assert state["light"] is None


@pytest.mark.parametrize("name", kiebitz.games())
def test_every_game_of_the_catalogue_has_a_board(name: str) -> None:
    game = Game(session_of(7, name))
    state, drawing = game.shown(), game.drawing()
    places = {code: (x, y) for code, x, y, *_ in drawing["piles"]}
    width, height = drawing["size"]
    for _, pile, row, _ in state["lying"]:
        step = state["steps"][pile]
        x, y = places[pile][0] + step[0] * row, places[pile][1] + step[1] * row
        assert 0 <= x <= width - drawing["card"][0]
        assert 0 <= y <= height - drawing["card"][1]
        assert f'id="card-{drawing["cards"][0]}"' in drawing["symbols"]


def test_moves_are_played_and_refused_with_the_reason() -> None:
    game = game_of()
    assert state_after(game, {"move": [4, 7, 1]})["ply"] == 1
    refused = state_after(game, {"move": [0, 7, 1]})
    assert (refused["ply"], refused["refused"]) == (1, True)
    assert refused["said"] == "red jack on black jack: only a red 10 goes there"
    assert state_after(game, {"move": [77, 0, 1]})["refused"]
    assert game.session.words() == ["58"]


def test_any_foundation_takes_a_card_home() -> None:
    game = game_of()
    result = kiebitz.solve(game.session.position)
    home = next(at for at, move in enumerate(result.moves) if move.target.code >= FOUNDATION_CODE)
    for move in result.moves[:home]:
        game.session.push(move)
    before = game.session.position.foundations
    other_foundation = FOUNDATION_CODE + (result.moves[home].target.index + 1) % 4
    assert state_after(game, {"move": [result.moves[home].source.code, other_foundation, 1]})["refused"] is False
    assert sum(game.session.position.foundations) > sum(before)


def test_a_move_may_be_typed() -> None:
    game = game_of()
    assert state_after(game, {"write": "58"})["ply"] == 1
    assert "17" in state_after(game, {"write": "1z"})["said"] or state_after(game, {"write": "1z"})["refused"]
    assert game.session.words() == ["58"]


def test_a_solution_is_stepped_through_to_the_win() -> None:
    game = game_of(lit=True)
    state = state_after(game, {"solve": True})
    assert (state["ply"], state["light"]) == (0, ["solved", "Can be won"])
    assert state["ahead"] == len(state["tree"]) - 1
    for ply in range(state["ahead"]):
        assert state_after(game, {"go": 1})["ply"] == ply + 1
    won = state_after(game)
    assert won["won"]
    assert won["light"] == ["solved", "Won"]
    assert won["said"] == f"Won in {state['ahead']} moves."
    assert state_after(game, {"go": -1_000_000})["ply"] == 0


def test_hints_lead_to_the_win() -> None:
    game = game_of()
    for _ in range(200):
        hint = state_after(game, {"hint": True})["hint"]
        if hint is None:
            break
        assert state_after(game, {"move": hint})["hint"] is None
    assert game.session.is_won


def test_a_lost_game_says_so() -> None:
    game = game_of(11982, lit=True)
    state = state_after(game, {"hint": True})
    assert state["light"] == ["impossible", "Lost"]
    assert state["said"] == "No move from here wins: proven by complete search."


def test_variations_are_picked_promoted_and_removed() -> None:
    game = game_of()
    state = state_after(game, {"write": "58"}, {"go": -1}, {"write": "5a"})
    words = [word for _, word, *_ in state["tree"]]
    assert sorted(words) == ["", "58", "5a"]
    first, second = words.index("58"), words.index("5a")
    assert state["here"] == second
    assert state_after(game, {"jump": first})["ply"] == 1
    assert game.session.words() == ["58"]
    game.handle({"main": second})
    assert [child.word for child in game.session.root.children] == ["5a", "58"]
    at = [word for _, word, *_ in state_after(game)["tree"]].index("58")
    game.handle({"remove": at})
    assert [child.word for child in game.session.root.children] == ["5a"]


def test_every_source_gives_a_board() -> None:
    position = kiebitz.deal(617)
    result = kiebitz.solve(position)
    session = kiebitz.Session(position)
    assert session_of(session) is session
    assert session_of(position).start == position
    assert session_of("#game=freecell&deal=617&moves=58").words() == ["58"]
    assert session_of(17, "bakers_game").rules.game == "bakers_game"
    assert session_of(17, kiebitz.game("freecell").with_(cells=5)).rules.cells == 5
    stepped = session_of(result)
    assert (stepped.ply, stepped.undone) == (0, result.moves)
    best = kiebitz.best_score(kiebitz.deal(5, "russian"))
    assert session_of(best).undone == best.moves
    shortest = kiebitz.shortest(kiebitz.deal(3))
    stepped = session_of(shortest)
    stepped.goto(len(shortest.moves))
    assert stepped.is_won


@pytest.mark.parametrize("message", UNREADABLE, ids=str)
def test_invalid_messages_change_nothing(message: Any) -> None:
    game = game_of()
    game.handle(message)
    assert game.shown()["refused"]
    assert game.session == session_of(617)


def test_the_widget_follows_the_game() -> None:
    pytest.importorskip("anywidget", reason="wants the dependency group `outer`")
    from kiebitz.notebook import Board, board

    assert doctest.testmod(board).failed == 0
    widget = Board(617)
    changes: list[int] = []
    widget.observe(lambda change: changes.append(change.new), "ply")
    widget._receive(None, {"write": "58"}, [])
    widget._receive(None, {"write": "zz"}, [])
    assert (changes, widget.words, widget.verdict) == ([1], ["58"], "")
    assert widget._shown["refused"]
    widget.session.undo()
    widget.refresh()
    assert changes == [1, 0]
    assert {"_drawing", "_shown", "look", "_esm"} <= set(widget.keys)


def test_a_missing_extra_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "kiebitz.notebook.board", raising=False)
    with pytest.raises(DependencyError, match=r"anywidget: pip install 'kiebitz\[notebook\]'$"):
        import_module("kiebitz.notebook.board")
