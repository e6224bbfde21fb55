"""The page's own rules, deals and links against the referee: thousands of positions of every game.

The page plays without network, so it reads the rules by itself; here it may nowhere differ from Python.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import count as count_up
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("msgspec", reason="the server's libraries are not installed: kiebitz[web]")

import msgspec

from kiebitz.deals import microsoft
from kiebitz.errors import LinkError
from kiebitz.patience import Autoplay, Move, Position, Rules
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import encode_move
from kiebitz.patience.games import game, games
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.moves import move_of_codes
from kiebitz.patience.notation import format_moves, parse_move
from kiebitz.patience.referee import autoplay_moves, is_won, legal_moves, refusal, unchecked
from kiebitz.patience.session import Session
from kiebitz.web.catalogue import all_games, rules_data
from tables import walk
from web.page_modules import copy_modules, data_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

    #: What answers cases, one by one, as the page's modules do.
    Answers = Callable[[list[dict[str, Any]]], list[Any]]

ANSWERS = Path(__file__).with_name("answers.js").read_text(encoding="utf-8")

#: What the catalogue tells the page may be changed.
CHANGEABLE = msgspec.to_builtins(all_games().changeable)
#: What the referee's reasons say, by the code that the page has for each.
REASONS = {
    "no_pile": ("there is no ", "has no stock"),
    "same_pile": ("is both source and target",),
    "home_stays": ("cards on a foundation stay there",),
    "to_stock": ("nothing goes back to the stock",),
    "stock_first": ("the stock comes first",),
    "no_cards": ("at least one must move",),
    "empty": ("is empty",),
    "too_many": ("which holds",),
    "one_at_a_time": ("which gives one at a time",),
    "face_down": ("lies face down",),
    "home_first": ("must go home first",),
    "cell_holds_one": ("a free cell holds one card",),
    "cell_taken": ("is taken by",),
    "stock_to_column": ("cards of the stock go onto columns",),
    "home_one": ("cards go home one at a time",),
    "reserve": ("those of the reserve are not replaced",),
    "home_whole": ("go home as one",),
    "one_suit": ("only cards of one suit move together",),
    "suit_first": ("s must go home first",),
    "home_suit": ("it is built by suit",),
    "home_order": ("must go there first",),
    "no_sequence": ("cards are no sequence",),
    "suits": ("suits must match",),
    "colours": ("colours must alternate",),
    "nothing_fits": ("nothing goes there",),
    "only": (" goes there",),
    "stays_empty": ("an empty column stays empty",),
    "only_kings": ("only kings may go there",),
    "only_aces": ("only aces may go there",),
    "single": ("only single cards may move",),
    "capacity": (" count)",),
}


@pytest.fixture(scope="module")
def answers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """Give a function that asks the page's modules, in Node where it is there, in Chromium otherwise."""
    node = shutil.which("node")
    if node is None:
        browser: Browser = request.getfixturevalue("browser")
        site: str = request.getfixturevalue("site")
        page = browser.new_page()
        page.goto(f"{site}/manifest.webmanifest")
        function = ANSWERS.rstrip().removesuffix(";")
        return lambda cases: list(page.evaluate(f"cases => ({function})('/app/', cases)", cases))
    folder = tmp_path_factory.mktemp("answers")
    copy_modules(folder / "app")
    asked = "JSON.parse(readFileSync(0, 'utf8'))"
    (folder / "answers.mjs").write_text(
        f'import {{ readFileSync }} from "node:fs";\nconst answers = {ANSWERS}\n'
        f"console.log(JSON.stringify(await answers({json.dumps((folder / 'app').as_uri() + '/')}, {asked})));\n",
        encoding="utf-8",
    )

    def ask(cases: list[dict[str, Any]]) -> list[Any]:
        done = subprocess.run(
            [node, str(folder / "answers.mjs")], input=json.dumps(cases), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        answer: list[Any] = json.loads(done.stdout)
        return answer

    return ask


def _data(name: str) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(rules_data(game(name)))
    return data


def _refused(link: str) -> dict[str, Any]:
    return {"kind": "refusedLink", "changeable": CHANGEABLE, "link": link}


def _codes(move: Move) -> list[int]:
    return list(encode_move(move))


def _changed(name: str, chance: Random) -> Rules:
    """Return a game of the catalogue, every second time with two rules changed."""
    rules = game(name)
    if chance.random() < 0.5:
        return rules
    choices: dict[str, list[object]] = {
        "cells": [0, 1, 3, 5],
        "build": ["alternate_colour", "same_suit", "any_suit"],
        "empty_column": ["any", "kings", "none"],
        "supermoves": ["single", "standard", "microsoft", "whole", "any"],
        "foundations": ["up", "down", "ace_down", "whole_runs"],
        "home_moves": ["free", "forced"],
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


def _positions(name: str, most: int) -> Iterator[Position]:
    """Yield positions of one game along random walks, its rules changed now and then."""
    chance = Random(f"positions of {name}")
    count = 0
    for seed in count_up():
        if count >= most:
            return
        # Not all positions of a walk: neighbours have most moves in common.
        for position in walk(_changed(name, chance), seed, 90)[chance.randint(0, 2) :: 3]:
            yield position
            count += 1


def _some_moves(position: Position, chance: Random) -> list[Move]:
    """Return moves of every kind, most of them illegal, some near what is legal."""
    piles = [
        *range(min(position.rules.columns + 1, 18)),
        *range(32, min(33 + position.rules.cells, 44)),
        *range(48, 53),
    ]
    wild = [
        move_of_codes(chance.choice(piles), chance.choice(piles), chance.choice((0, 1, 1, 1, 2, 3, 20)))
        for _ in range(60)
    ]
    near = [
        move_of_codes(move.source.code, chance.choice(piles), move.count + chance.choice((0, 1, 2)))
        for move in legal_moves(position)
    ]
    return [*wild, *near[:20]]


@pytest.mark.parametrize("positions", [40, pytest.param(200, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", games())
def test_the_page_plays_by_the_referees_rules(name: str, positions: int, answers: Answers) -> None:
    chance = Random(f"moves of {name}")
    data = _data(name)
    cases, expected, reasons = [], [], []
    for position in _positions(name, positions):
        rules = position.rules
        moves = _some_moves(position, chance)
        legal = list(legal_moves(position))
        words = sorted({f"{move.source.letter}{move.target.letter}" for move in legal})
        cases.append(
            {
                "kind": "position",
                "data": data,
                "changes": dict(rules.changes),
                "position": data_of(position),
                "moves": list(map(_codes, moves)),
                "words": words,
            }
        )
        expected.append(
            {
                "legal": sorted(map(_codes, legal)),
                "after": {str(_codes(move)): data_of(unchecked(position, move)) for move in legal},
                "written": {str(_codes(move)): format_moves(position, [move])[0] for move in legal},
                "autoplay": [list(map(_codes, autoplay_moves(position, rule))) for rule in Autoplay],
                "read": [_codes(parse_move(word, position)) for word in words],
                "won": is_won(position),
                "scored": rules.is_scored,
            }
        )
        reasons.append([refusal(position, move) for move in moves])
    for answer, right, why, case in zip(answers(cases), expected, reasons, cases, strict=True):
        names = [str(codes) for codes in answer["legal"]]
        assert len(set(names)) == len(names)
        codes = answer.pop("refused")
        got = {
            **answer,
            "legal": sorted(answer["legal"]),
            "after": dict(zip(names, answer["after"], strict=True)),
            "written": dict(zip(names, answer["written"], strict=True)),
        }
        assert got == right, case
        for code, reason, move in zip(codes, why, case["moves"], strict=True):
            assert (code is None) == (reason is None), (code, reason, move, case)
            if reason is not None:
                assert any(part in reason for part in REASONS[code]), (code, reason, move)


@pytest.mark.parametrize("name", games())
def test_the_page_deals_the_same_cards(name: str, answers: Answers) -> None:
    chance = Random(name)
    numbers = [0, 1, 617, 32_000, 1_000_000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, microsoft.LAST]
    numbers += [chance.randint(1, 1_000_000) for _ in range(150)]
    no_changes: dict[str, int] = {}
    changed: dict[str, int] = {} if game(name).dealt_rows else {"columns": 6, "cells": 2}
    cases = [
        {"kind": "deal", "data": _data(name), "changes": changes, "numbers": numbers}
        for changes in (no_changes, changed)
    ]
    for case, dealt in zip(cases, answers(cases), strict=True):
        changes: Any = case["changes"]
        rules = game(name).with_(**changes)
        assert dealt == [data_of(deal(number, rules)) for number in numbers]


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
            for _ in range(seed):  # variations, some in others, with names and comments
                session.goto(chance.randint(0, session.ply))
                moves = list(session.legal_moves)
                if moves:
                    session.push(chance.choice(moves))
                    session.here.comment = chance.choice(["", "so (or so)", "ä!*'~ & 100 %"])
                    is_main = session.here.parent is None or session.here.parent.children[0] is session.here
                    session.here.name = "" if is_main else chance.choice(["", "a name"])
            session.goto(chance.randint(0, session.ply))
            cases.append({"kind": "link", "changeable": CHANGEABLE, "data": _data(name), "link": write_link(session)})
            positions.append(data_of(session.position))
    for answer, case, position in zip(answers(cases), cases, positions, strict=True):
        assert answer == {"link": case["link"], "position": position}


def test_the_page_refuses_what_is_no_link(answers: Answers) -> None:
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
    assert answers([_refused(link) for link in wrong]) == ["BadLink"] * len(wrong)


def test_the_page_refuses_the_same_numbers_of_piles(answers: Answers) -> None:
    links = [f"game=freecell&deal=1&{key}={count}" for key in ("cells", "columns") for count in range(101)]
    here = [answer != "BadLink" for answer in answers([_refused(link) for link in links])]
    assert here == [_is_read(link) for link in links]


def _is_read(link: str) -> bool:
    try:
        read_link(link)
    except LinkError:
        return False
    return True
