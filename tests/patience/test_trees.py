"""Trees of moves: as text, in links, pickled and copied, with names and comments."""

from __future__ import annotations

import copy
import pickle
import sys
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.errors import KiebitzError, LinkError, NotationError
from kiebitz.patience import Autoplay, Position
from kiebitz.patience.links import MOST_MOVES, read_link
from kiebitz.patience.notation import parse_solution
from kiebitz.patience.notation.trees import format_tree, parse_tree
from kiebitz.patience.session import Session
from kiebitz.patience.tree import Node
from tables import positions

if TYPE_CHECKING:
    from collections.abc import Callable


def grown(session: Session, seed: int, most: int = 25) -> Session:
    """Return a session after random moves, undoing, names and comments."""
    chance = Random(seed)
    for _ in range(most):
        moves = list(session.legal_moves)
        if not moves or chance.random() < 0.3:
            session.goto(chance.randrange(session.ply + 1))
            continue
        session.push(chance.choice(moves))
        if chance.random() < 0.2:
            session.here.comment = chance.choice(["a", "mit Umlaut ä", "50 % (half)", "a+b & c", "( b )", ") ("])
        if session.here is not session.here.parent.children[0] and chance.random() < 0.4:  # type: ignore[union-attr]
            session.here.name = chance.choice(["cells first", "x"])
    return session


@given(positions(), st.sampled_from(Autoplay), st.integers(0, 2**32))
def test_a_tree_comes_back_from_links_pickles_and_copies(position: Position, autoplay: Autoplay, seed: int) -> None:
    session = grown(Session(position, autoplay=autoplay), seed)
    read = read_link(session.link())
    assert read == session
    assert read.position == session.position
    assert read.link() == session.link()
    assert pickle.loads(pickle.dumps(session)) == session
    assert copy.deepcopy(session) == session


@given(st.integers(0, 2**32))
def test_a_tree_comes_back_from_its_text(seed: int) -> None:
    session = grown(Session.new("freecell", seed % 1000 + 1), seed, 60)
    text = session.notation(variations=True)
    read = Session.from_text(text)
    assert read.tree() == session.tree()
    assert (read.deal, read.autoplay) == (session.deal, session.autoplay)
    main = parse_solution(text, session.start)  # without variations the main line is read
    assert main.moves == read.moves


def test_the_form_of_trees() -> None:
    session = Session.new()
    for word in ("83", "8a"):
        session.play(word)
    session.undo()
    session.play("5b")
    session.here.name, session.here.comment = "cells", "why {not}?"
    session.goto(0)
    session.play("5a")
    assert session.tree() == "83 (5a) 8a ({cells} 5b {why (not)?})"
    link = session.link()
    assert link == "game=freecell&deal=617&moves=83+(5a)+8a+(%7Bcells%7D+5b+%7Bwhy+(not)?%7D)&at=2".replace("?", "%3F")
    assert read_link(link).words() == ["5a"]
    assert read_link(link.replace("at=2", "at=4")).words() == ["83", "5b"]
    assert read_link(link.replace("&at=2", "")).words() == ["83", "8a"]


def test_lines_are_promoted_and_removed() -> None:
    session = Session.new()
    for word in ("83", "8a"):
        session.play(word)
    session.goto(1)
    session.play("5b")
    session.promote(session.here)
    assert session.tree() == "83 5b (8a)"
    session.remove(session.here)
    assert (session.tree(), session.words(), session.undone) == ("83 8a", ["83"], session.undone)
    assert [str(move) for move in session.undone] == ["8a"]
    session.remove(session.root.children[0])
    assert (session.tree(), session.ply, session.position) == ("", 0, session.start)
    with pytest.raises(ValueError, match="the start"):
        session.remove(session.root)


DEEPEST = 50  # variations in variations


@pytest.mark.parametrize(
    "text", ["(26)", "26 (", "26 (5a", "26 5a)", "26 ()", "26 ((5a) 5b)", "26 {a", "26 a}", "26 ({name})"]
)
def test_brackets_that_do_not_match(text: str) -> None:
    with pytest.raises(NotationError):
        parse_tree(text)
    with pytest.raises(LinkError):
        read_link(f"game=freecell&deal=617&moves={text}")


@given(st.text("26a5(){} \n", max_size=40))
def test_any_text_is_a_tree_or_a_complaint(text: str) -> None:
    try:
        words, end = parse_tree(text)
    except KiebitzError:
        return
    assert all(0 <= word.parent < number for number, word in enumerate(words[1:], 1))
    assert end < len(words)


def test_a_tree_that_nests_too_deep_is_left_out_of_the_link() -> None:
    first = Node()
    line = first
    for _ in range(DEEPEST + 2):
        line.children = [Node(line, word="26"), Node(line, word="5a")]
        line = line.children[1]
    assert format_tree(first) is None
    session = Session.new()
    session.play("5a")
    for _ in range(DEEPEST + 1):  # alternate between two moves, so that each branch has branches
        cell = "abc"["".join("x" if card else "-" for card in session.position.cells[:3]).index("x")]
        for other in "abc".replace(cell, ""):
            session.play(f"{cell}{other}")
            session.undo()
        session.redo()
    assert session.tree() is None
    assert read_link(session.link()).words() == session.words()


def test_a_tree_with_too_many_moves_is_left_out_of_the_link() -> None:
    session = Session.new()
    session.play("5a")
    for _ in range(MOST_MOVES // 2):
        session.play("ab")
        session.play("ba")
    session.goto(1)
    session.play("5b")
    session.goto(1)
    session.jump(session.here.children[0])
    session.goto(40)
    session.remove(session.here.children[0])
    assert read_link(session.link()).ply == 40


def calls_of(work: Callable[[], object]) -> int:
    """Return how many functions, C functions included, `work` calls."""
    count = 0

    def called(_frame: object, event: str, _what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("turn", ["ab (ac) ba ", "ab (ac {so} cb) ba (bc) "])
def test_each_variation_takes_as_long_as_the_last_however_long_the_game(turn: str) -> None:
    short, long = (f"game=freecell&deal=617&autoplay=none&moves=1a {turn * count}" for count in (40, 160))
    assert calls_of(lambda: read_link(long)) < 5 * calls_of(lambda: read_link(short))
    session = read_link(long)
    copied = calls_of(lambda: copy.deepcopy(session))
    short_session = read_link(short)
    assert copied < 5 * calls_of(lambda: copy.deepcopy(short_session))


def test_a_node_of_another_game_is_refused() -> None:
    session, other = grown(Session.new(), 1), grown(Session.new(), 2)
    with pytest.raises(ValueError, match="another game"):
        session.jump(other.here)
