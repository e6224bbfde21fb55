"""The page reads and writes links as Python does."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("msgspec", reason="the server's libraries are not installed: kiebitz[web]")

from kiebitz.errors import LinkError
from kiebitz.patience import Autoplay
from kiebitz.patience.games import game, games
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.session import Session
from web.page_modules import data_of

if TYPE_CHECKING:
    from kiebitz.patience import Rules
    from web.page_modules import Answers


def _changed(name: str, chance: Random) -> Rules:
    """Return a game of the catalogue, every second one with two changed rules."""
    rules = game(name)
    if chance.random() < 0.5:
        return rules
    choices: dict[str, list[object]] = {
        "cells": [0, 1, 3, 5],
        "build": ["alternate_colour", "same_suit", "any_suit"],
        "empty_column": ["any", "kings", "none"],
        "supermoves": ["single", "standard", "microsoft", "whole", "any"],
        "foundations": ["up", "down", "ace_down", "whole_runs"],
        "home_moves": ["free", "forced", "both_ways"],
        "ace": ["low", "high"],
        "goal": ["win", "score"],
        "sequences": ["as_built", "same_suit"],
        "cell_use": ["free", "reserve"],
    }
    if len(rules.suits) < 4:
        choices["suits"] = ["".join(chance.sample("CDHS", len(rules.suits)))]
    if rules.dealt_home:
        choices["foundations"].remove("whole_runs")
    if rules.dealt_rows and rules.dealt_to_cells:
        del choices["cells"]
    if not rules.dealt_rows:
        choices["columns"] = [5, 7, 9]
    return rules.with_(**{key: chance.choice(choices[key]) for key in chance.sample(sorted(choices), 2)})


def test_the_page_reads_and_writes_the_same_links(answers: Answers) -> None:
    chance = Random(20)
    cases, positions = [], []
    for name in games():
        for seed in range(8):
            rules = _changed(name, chance)
            autoplay = chance.choice(list(Autoplay))
            session = Session.new(name, chance.randint(0, 10**6), rules=rules, autoplay=autoplay)
            for _ in range(5 * seed):
                moves = list(session.legal_moves)
                if moves:
                    session.push(moves[int(len(moves) * chance.random() ** 2)])
            for _ in range(seed):  # nested variations with names and comments
                session.goto(chance.randint(0, session.ply))
                moves = list(session.legal_moves)
                if moves:
                    session.push(chance.choice(moves))
                    session.here.comment = chance.choice(["", "so (or so)", "ä!*'~ & 100 %"])
                    is_main = session.here.parent is None or session.here.parent.children[0] is session.here
                    session.here.name = "" if is_main else chance.choice(["", "a name"])
            session.goto(chance.randint(0, session.ply))
            cases.append({"kind": "link", "link": write_link(session)})
            positions.append(data_of(session.position))
    for answer, case, position in zip(answers(cases), cases, positions, strict=True):
        assert answer == {"link": case["link"], "position": position}


def test_the_page_refuses_invalid_links(answers: Answers) -> None:
    wrong = [
        "",
        "game=freecell",
        "game=freecell&deal=x",
        "game=freecell&deal=1&deal=2",
        "game=freecell&deal=1&board=%3A",
        "game=freecell&deal=1&colour=red",
        "game=freecell&deal=1&autoplay=always",
        "game=freecell&deal=1&supermoves=all",
        "game=freecell&deal=1&cells=-1",
        "game=freecell&deal=1&cells=13",
        "game=freecell&deal=1&columns=0",
        "game=freecell&deal=1&columns=19",
        "game=freecell&deal=1&edition=x",
        "game=solitaire_two_suits&deal=1&suits=HX",
        "game=solitaire_two_suits&deal=1&suits=HH",
        "game=freecell&deal=1&moves=26&at=2",
        "game=freecell&deal=1&moves=%ff",
        "deal=1",
        "game=freecell&deal=1&moves=" + "+".join(["26"] * 5_001),
        "game=freecell&deal=" + "1" * 100_001,
    ]
    assert answers([{"kind": "refusedLink", "link": link} for link in wrong]) == ["BadLink"] * len(wrong)


def test_the_page_refuses_the_same_numbers_of_piles(answers: Answers) -> None:
    links = [f"game=freecell&deal=1&{key}={count}" for key in ("cells", "columns") for count in range(101)]
    here = [answer != "BadLink" for answer in answers([{"kind": "refusedLink", "link": link} for link in links])]
    assert here == [_is_read(link) for link in links]


def _is_read(link: str) -> bool:
    try:
        read_link(link)
    except LinkError:
        return False
    return True
