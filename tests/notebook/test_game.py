"""What the board of a notebook shows and does, without a browser: the game behind it."""

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


def told(game: Game, *messages: dict[str, Any]) -> dict[str, Any]:
    """Return what is shown after messages, as it arrives in the browser."""
    for message in messages:
        game.handle(message)
    shown: dict[str, Any] = json.loads(json.dumps(game.shown()))
    return shown


def game_of(shown: Any = 617, **options: Any) -> Game:
    game = Game(session_of(shown), **options)
    game.shown()
    return game


def test_a_deal_is_laid_out_in_full() -> None:
    game = game_of()
    shown, drawing = told(game), json.loads(json.dumps(game.drawing()))
    assert drawing["title"] == "FreeCell deal 617"
    assert sorted(card for card, *_ in shown["lying"]) == list(range(52))
    column = [drawing["cards"][card] for card, pile, *_ in shown["lying"] if pile == 0]
    assert column == ["7D", "TD", "TH", "KD", "4C", "4S", "JD"]
    assert len(shown["legal"]) == game.session.legal_moves.count()
    assert shown["light"] is None


@pytest.mark.parametrize("name", kiebitz.games())
def test_every_game_of_the_catalogue_has_a_board(name: str) -> None:
    game = Game(session_of(7, name))
    shown, drawing = game.shown(), game.drawing()
    places = {code: (x, y) for code, x, y, *_ in drawing["piles"]}
    width, height = drawing["size"]
    for _, pile, row, _ in shown["lying"]:
        step = shown["steps"][pile]
        x, y = places[pile][0] + step[0] * row, places[pile][1] + step[1] * row
        assert 0 <= x <= width - drawing["card"][0]
        assert 0 <= y <= height - drawing["card"][1]
        assert f'id="card-{drawing["cards"][0]}"' in drawing["symbols"]


def test_moves_are_played_and_refused_with_the_reason() -> None:
    game = game_of()
    assert told(game, {"move": [4, 7, 1]})["ply"] == 1
    refused = told(game, {"move": [0, 7, 1]})
    assert (refused["ply"], refused["refused"]) == (1, True)
    assert refused["said"] == "red jack on black jack: only a red 10 goes there"
    assert told(game, {"move": [77, 0, 1]})["refused"]
    assert game.session.words() == ["58"]


def test_any_foundation_takes_a_card_home() -> None:
    game = game_of()
    result = kiebitz.solve(game.session.position)
    home = next(at for at, move in enumerate(result.moves) if move.target.code >= FOUNDATION_CODE)
    for move in result.moves[:home]:
        game.session.push(move)
    before = game.session.position.foundations
    wrong = FOUNDATION_CODE + (result.moves[home].target.index + 1) % 4
    assert told(game, {"move": [result.moves[home].source.code, wrong, 1]})["refused"] is False
    assert sum(game.session.position.foundations) > sum(before)


def test_a_move_may_be_written() -> None:
    game = game_of()
    assert told(game, {"write": "58"})["ply"] == 1
    assert "17" in told(game, {"write": "1z"})["said"] or told(game, {"write": "1z"})["refused"]
    assert game.session.words() == ["58"]


def test_a_solution_is_stepped_through_to_the_win() -> None:
    game = game_of(lit=True)
    shown = told(game, {"solve": True})
    assert (shown["ply"], shown["light"]) == (0, ["solved", "Can be won"])
    assert shown["ahead"] == len(shown["tree"]) - 1
    for ply in range(shown["ahead"]):
        assert told(game, {"go": 1})["ply"] == ply + 1
    won = told(game)
    assert won["won"]
    assert won["light"] == ["solved", "Won"]
    assert won["said"] == f"Won in {shown['ahead']} moves."
    assert told(game, {"go": -1_000_000})["ply"] == 0


def test_hints_lead_to_the_win() -> None:
    game = game_of()
    for _ in range(200):
        hint = told(game, {"hint": True})["hint"]
        if hint is None:
            break
        assert told(game, {"move": hint})["hint"] is None
    assert game.session.is_won


def test_a_lost_game_says_so() -> None:
    game = game_of(11982, lit=True)
    shown = told(game, {"hint": True})
    assert shown["light"] == ["impossible", "Lost"]
    assert shown["said"] == "No move from here wins: proven by complete search."


def test_variations_are_picked_promoted_and_removed() -> None:
    game = game_of()
    shown = told(game, {"write": "58"}, {"go": -1}, {"write": "5a"})
    words = [word for _, word, *_ in shown["tree"]]
    assert sorted(words) == ["", "58", "5a"]
    first, second = words.index("58"), words.index("5a")
    assert shown["here"] == second
    assert told(game, {"jump": first})["ply"] == 1
    assert game.session.words() == ["58"]
    game.handle({"main": second})
    assert [child.word for child in game.session.root.children] == ["5a", "58"]
    at = [word for _, word, *_ in told(game)["tree"]].index("58")
    game.handle({"remove": at})
    assert [child.word for child in game.session.root.children] == ["5a"]


def test_what_can_be_shown() -> None:
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
def test_what_is_no_message_changes_nothing(message: Any) -> None:
    game = game_of()
    game.handle(message)
    assert game.shown()["refused"]
    assert game.session == session_of(617)


def test_the_widget_follows_the_game() -> None:
    pytest.importorskip("anywidget", reason="wants the dependency group `outer`")
    from kiebitz.notebook import Board, board

    assert doctest.testmod(board).failed == 0
    shown = Board(617)
    seen: list[int] = []
    shown.observe(lambda change: seen.append(change.new), "ply")
    shown._receive(None, {"write": "58"}, [])
    shown._receive(None, {"write": "zz"}, [])
    assert (seen, shown.words, shown.verdict) == ([1], ["58"], "")
    assert shown._shown["refused"]
    shown.session.undo()
    shown.refresh()
    assert seen == [1, 0]
    assert {"_drawing", "_shown", "look", "_esm"} <= set(shown.keys)


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "kiebitz.notebook.board", raising=False)
    with pytest.raises(DependencyError, match=r"anywidget: pip install 'kiebitz\[notebook\]'$"):
        import_module("kiebitz.notebook.board")
