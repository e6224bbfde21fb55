"""Tests of `kiebitz light`, `hint` and `losing-move`: the answers of the Python API for every form of a game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import kiebitz as package
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz

LINK = "game=freecell&deal=617&moves=2a+27"
MOVES = "# deal: microsoft 617\n# autoplay: safe\n\n2a 27\n"


@pytest.fixture
def forms(tmp_path: Path) -> list[str]:
    """Return a link, a file with it, and a file of moves: the same game."""
    (tmp_path / "link.txt").write_text(LINK + "\n")
    (tmp_path / "moves.txt").write_text(MOVES)
    return [LINK, str(tmp_path / "link.txt"), str(tmp_path / "moves.txt")]


def test_a_game_is_the_same_in_each_form(kiebitz: Kiebitz, forms: list[str]) -> None:
    session = package.open(LINK)
    for form in forms:
        answer = json.loads(kiebitz("light", form, "--json").out)
        assert (answer["deal"], answer["game"], answer["ply"]) == (617, "freecell", 2)
        assert answer["verdict"] == package.light(session).verdict.value
        hint = kiebitz("hint", form)
        assert (hint.code, hint.err) == (0, "")
        assert hint.out.split(":")[0] == str(package.hint(session))
    assert kiebitz("light", "-", stdin=MOVES).out.startswith("FreeCell deal 617 after 2 moves: can be won (")


def test_the_hints_of_a_line_win(kiebitz: Kiebitz) -> None:
    ran = kiebitz("hint", 617, "--moves", "100")
    words, _, goal = ran.out.strip().partition(": to win in ")
    session = Session.new(number=617)
    for word in words.split():
        session.push(session.parse(word))
    assert session.is_won
    assert goal == f"{session.ply} moves"
    answer = json.loads(kiebitz("hint", 617, "--json").out)
    assert answer["notation"] == words
    won = "# deal: microsoft 617\n# autoplay: safe\n" + words
    assert (kiebitz("hint", "-", stdin=won).out, kiebitz("hint", "-", stdin=won).code) == (
        f"FreeCell deal 617 after {goal}: won already\n",
        1,
    )


def test_what_is_lost(kiebitz: Kiebitz) -> None:
    light = kiebitz("light", 11982)
    assert light.code == 1
    assert light.out.startswith("FreeCell deal 11982: cannot be won (")
    assert kiebitz("hint", 11982).code == 1
    losing = kiebitz("losing-move", 11982)
    assert (losing.code, losing.out) == (0, "FreeCell deal 11982: the deal itself cannot be won\n")
    undecided = kiebitz("light", 982, "--cells", "2", "--limit-states", "100")
    assert undecided.code == 3
    assert "undecided, stopped by the limit on states" in undecided.out


def test_the_losing_move_is_named(kiebitz: Kiebitz) -> None:
    """Each first move that turns the light to lost is the losing move of its game."""
    start = package.deal(9, "bakers_game")
    lost = []
    for move in package.Table(start).legal_moves:
        session = Session(start)
        session.push(move)
        if package.light(session).verdict is package.Verdict.IMPOSSIBLE:
            lost.append(session)
    assert len(lost) > 2
    for session in lost:
        link = session.link()
        ran = kiebitz("losing-move", link)
        (word,) = session.words()
        assert (ran.code, ran.out) == (0, f"Baker's Game board after 1 move: move 1 ({word}) lost the game\n")
        answer = json.loads(kiebitz("losing-move", link, "--json").out)
        assert (answer["losing_ply"], answer["move"], answer["last_winnable"], answer["certain"]) == (1, word, 0, True)
    kept = kiebitz("losing-move", LINK)
    assert (kept.code, kept.out) == (
        1,
        "FreeCell deal 617 after 2 moves: no move is known to have lost anything\n",
    )


def test_scored_games_say_the_score(kiebitz: Kiebitz) -> None:
    assert ": cannot be won, best score 2 (" in kiebitz("light", 5, "--game", "russian").out
    hint = kiebitz("hint", 5, "--game", "russian")
    assert hint.code == 0
    assert hint.out.endswith(": to score 2 in 7 moves\n")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ["no-such-file"],
            "kiebitz: 'no-such-file' cannot be read; expected a deal number, the name of a file with a ",
        ),
        ([LINK, "--game", "yukon"], "a link names game, rules and autoplay itself; leave out the options for them"),
        ([LINK + "+99"], "move 3 '99'"),
        (["-"], "kiebitz: standard input: move 1 '9a' is illegal"),
    ],
)
def test_bad_input_is_one_line(kiebitz: Kiebitz, words: list[str], complaint: str) -> None:
    for command in ("light", "hint", "losing-move"):
        ran = kiebitz(command, *words, stdin="# deal: microsoft 617\n# autoplay: safe\n9a\n")
        assert (ran.code, ran.out) == (2, "")
        assert complaint in ran.err
        assert ran.err.count("\n") == 1
