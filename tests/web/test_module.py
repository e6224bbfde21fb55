"""The kernel in the page against the one in Python: equal input, equal answers; and the module is up to date."""

from __future__ import annotations

import runpy
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("msgspec", reason="the server's libraries are not installed: kiebitz[web]")

import msgspec

import kiebitz
from kiebitz.analysis.analyst import Analyst
from kiebitz.analysis.limits import Limit
from kiebitz.analysis.skat.chances import Chances, Comparison
from kiebitz.analysis.solving import SHORT
from kiebitz.cards import Card
from kiebitz.kernel import functions as kernel
from kiebitz.kernel.answers import Limits
from kiebitz.patience import referee
from kiebitz.patience.encoding import encode_move, encode_moves, encode_position, encode_rules
from kiebitz.patience.games import game, games
from kiebitz.patience.moves import move_of_codes
from kiebitz.patience.notation import format_moves
from kiebitz.patience.rule_options import Autoplay, HomeMoves
from kiebitz.patience.session import Session
from kiebitz.skat.hand import read_hand
from kiebitz.skat.seats import Seat
from kiebitz.skat.valuation import Matadors
from kiebitz.studies.skat_chances import run_chances
from kiebitz.web.game_catalogue import rules_data
from kiebitz.web.skat_api import value
from kiebitz.web.skat_schema import HandRequest
from skat_tables import CALLS_ABOUT_GAMES
from tables import walk
from web.page_modules import data_of

if TYPE_CHECKING:
    from kiebitz.patience import Position
    from web.page_modules import Answers

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "native" / "bindings" / "wasm" / "build.py"
HANDS = (
    "JC AC KC 9C 8C JS AS TS JD 8D",
    "JH JD AS TS KS 9S 8S AC KC 7D",
    "JS JH AS TS KS 9S AC TC AD 7H",
    "7C 8C 9C 7D 8D 9D 7H 8H 9H 7S",
    "JC JS JH JD AC TC KC QC 9C 8C",
    "JD AS KS QS TS 9S 8D 7D TC QH",
)
_STATES, _MEMORY = 20_000, 192 << 20


def positions(count: int, seed: int = 0) -> list[Position]:
    """Return this number of positions of each game, from random walks."""
    samples = []
    for name in games():
        chance = Random(f"{seed} {name}")
        own: list[Position] = []
        while len(own) < count:
            own += walk(game(name), chance.randint(2_000_001, 3_000_000), 60)[chance.randint(0, 5) :: 7]
        samples += own[:count]
    return samples


def encoded(position: Position, number: int) -> dict[str, Any]:
    """Return a position as input of the kernel."""
    rules, mode = position.rules, number % 2
    question: dict[str, Any] = {"rules": list(encode_rules(rules)), "position": list(encode_position(position))}
    question |= {"states": _STATES, "memory": _MEMORY}
    if rules.home_moves is HomeMoves.FORCED:
        return {"kind": "scored", "floor": 0, **question}
    return {"kind": "solved", "mode": mode, **question}


def native(question: dict[str, Any]) -> list[Any]:
    """Return the answer of Python's kernel."""
    rules, position = bytes(question["rules"]), bytes(question["position"])
    limits = Limits(question["states"], 0.0, question["memory"])
    if question["kind"] == "scored":
        best = kernel.best_score(rules, position, limits)
        return [best.score, best.bound, best.limit_hit, best.states, list(best.line)]
    result = kernel.solve(rules, position, question["mode"], limits)
    return [result.verdict, result.limit_hit, result.states, list(result.line)]


def test_the_module_matches_the_sources() -> None:
    built = runpy.run_path(str(BUILD))
    recorded = f"the kernel's sources have changed since the page's modules were built: {built['COMMAND']}"
    assert built["is_current"](), recorded


def test_a_rebuilt_module_is_identical(tmp_path: Path) -> None:
    built = runpy.run_path(str(BUILD))
    for tool, version in built["VERSIONS"].items():
        if not shutil.which(tool) or version not in subprocess.check_output([tool, "--version"], text=True):
            pytest.skip(f"{tool} of version {version} is not installed")
    built["build"](tmp_path, tmp_path)
    for name in built["MODULES"]:
        assert (tmp_path / name).read_bytes() == (built["PLACE"] / name).read_bytes()


def test_rules_and_positions_are_encoded_alike(answers: Answers) -> None:
    result = positions(3)
    cases = [
        {"kind": "encoded", "data": msgspec.to_builtins(rules_data(one.rules)), "changes": {}, "position": data_of(one)}
        for one in result
    ]
    assert answers(cases) == [[list(encode_rules(one.rules)), list(encode_position(one))] for one in result]


def test_the_page_plays_by_the_kernels_rules(answers: Answers) -> None:
    """Compare a few positions of each game; `kernel/test_play.py` compares the kernel with the referee."""
    chance = Random(31)
    samples = positions(2)
    cases, expected = [], []
    for one in samples:
        legal = list(referee.legal_moves(one))
        wild = [move_of_codes(chance.choice((0, 1, 32, 52)), chance.choice((0, 2, 32, 48)), 1) for _ in range(8)]
        cases.append(
            {
                "kind": "played",
                "data": msgspec.to_builtins(rules_data(one.rules)),
                "changes": {},
                "position": data_of(one),
                "moves": [list(encode_move(move)) for move in wild],
            }
        )
        expected.append(
            {
                "legal": [list(encode_move(move)) for move in legal],
                "written": [format_moves(one, [move])[0] for move in legal],
                "refused": [referee.refusal(one, move) is not None for move in wild],
                "automatic": [
                    [list(encode_move(move)) for move in referee.autoplay_moves(referee.apply(one, first), rule)]
                    for first in legal[:1]
                    for rule in Autoplay
                ],
                "won": referee.is_won(one),
            }
        )
    for answer, reference in zip(answers(cases), expected, strict=True):
        answer["refused"] = [code is not None for code in answer["refused"]]
        assert answer == reference


@pytest.mark.parametrize("count", [1, pytest.param(20, marks=pytest.mark.long)])
def test_both_kernels_find_the_same_lines(count: int, answers: Answers) -> None:
    cases = [encoded(one, number) for number, one in enumerate(positions(count))]
    assert answers(cases) == [native(case) for case in cases]


def test_the_pages_analyst_agrees_with_python(answers: Answers) -> None:
    chance = Random(15)
    cases, expected, sessions = [], [], []
    for number, name in enumerate(games()):
        session = Session.new(name, 2_000_001 + number)
        for _ in range(12):
            if moves := list(session.legal_moves):
                session.push(chance.choice(moves))
        analyst = Analyst()
        limit = Limit(states=_STATES, memory=_MEMORY)
        status = analyst.status(session, limit)
        loss = analyst.losing_move(session, limit)
        cases.append(
            {
                "kind": "analysed",
                "data": msgspec.to_builtins(rules_data(session.rules)),
                "changes": {},
                "states": _STATES,
                "start": data_of(session.start),
                "moves": [list(encode_moves([move])) for move in session.moves],
            }
        )
        lines = analyst.solution(session, limit), Analyst(short=SHORT).solution(session, limit)
        expected.append((status, loss, lines))
        sessions.append(session)
    for answer, (status, loss, (solution, short)), session in zip(answers(cases), expected, sessions, strict=True):
        assert (answer["verdict"], answer["score"], answer["bound"]) == (
            status.verdict.value,
            status.score,
            status.bound,
        ), session
        page_loss = answer["loss"]
        assert (page_loss and (page_loss["ply"], page_loss["last_winnable"], page_loss["certain"])) == (
            loss and (loss.ply, loss.last_winnable, loss.certain)
        ), session
        assert (page_loss and (page_loss["score_before"], page_loss["score_after"])) == (
            loss and (loss.score_before, loss.score_after)
        ), session
        assert answer["moves"] == [list(encode_moves([move])) for move in solution.moves], session
        assert answer["short"] == [list(encode_moves([move])) for move in short.moves], session
        assert answer["autoplay"] == solution.autoplay.value == short.autoplay.value
        _replayed(session, answer)


def _replayed(session: Session, answer: dict[str, Any]) -> None:
    """Replay the page's line with Python's referee."""
    table = referee.Table(session.position, Autoplay(answer["autoplay"]))
    for codes in answer["moves"]:
        table.push(move_of_codes(*codes))
    if answer["score"] is not None:
        assert sum(table.position.foundations) == answer["score"]
    elif answer["verdict"] == "solved":
        assert table.is_won


def test_a_refusal_of_the_kernel_is_an_error_with_its_message(answers: Answers) -> None:
    (message,) = answers([{"kind": "refused", "rules": [13], "position": []}])
    assert message == ["malformed", "rules: twelve bytes expected"]


def test_a_cancelled_search_ends(answers: Answers) -> None:
    position = kiebitz.deal(11982)
    case = {"kind": "ended", "rules": list(encode_rules(position.rules)), "position": list(encode_position(position))}
    assert answers([case]) == [["interrupted", 3]]


def test_words_of_skat_that_cannot_be_followed_are_refused(answers: Answers) -> None:
    calls = [("kernel.wasm", *one) for one in CALLS_ABOUT_GAMES.items()]
    calls.append(("table.wasm", "skat_view", CALLS_ABOUT_GAMES["skat_view"]))
    for words, message in (("18 p p NH 7C 7C", "words: legal actions expected"), ("18 p p NH", None)):
        cases = [
            {"kind": "refusedGame", "module": module, "name": name, "words": words, "values": values}
            for module, name, values in calls
        ]
        assert answers(cases) == [message] * len(cases)


def test_skat_hands_have_the_same_values(answers: Answers) -> None:
    for cards, answer in zip(HANDS, answers([{"kind": "valued", "cards": one.split()} for one in HANDS]), strict=True):
        expected = msgspec.to_builtins(value(HandRequest(cards=cards.split()), None))  # type: ignore[arg-type]  # not asked to stop
        for one in expected["contracts"]:
            counted = one["matadors"] and Matadors.parse(one["matadors"])
            one["matadors"] = counted.number if counted else 0
        assert answer["contracts"] == [
            {key: one[key] for key in answer["contracts"][0]} for one in expected["contracts"]
        ]
        answer["textbook"].pop("few_trumps")
        assert answer["textbook"] == {key: expected["textbook"][key] for key in answer["textbook"]}


@pytest.mark.parametrize(("skat", "seat"), [("", "middlehand"), ("KH 8H", "rearhand"), ("JC 9C", "forehand")])
def test_a_skat_hand_has_the_same_chances(answers: Answers, skat: str, seat: str) -> None:
    (answer,) = answers([{"kind": "chances", "cards": [*HANDS[1].split(), *skat.split()], "seat": seat}])
    two = tuple(map(Card.parse, skat.split()))
    expected = Chances(Comparison(read_hand(HANDS[1]), two, seat=Seat[seat.upper()]))
    run_chances(expected)
    assert (answer["played"], answer["total"]) == (expected.played, expected.total)
    for one, row in zip(answer["contracts"], expected.rows(), strict=True):
        assert one.pop("discard", []) == [str(card) for card in row.discard]
        judged = [discard for discard in expected.discards(row.contract) if discard.judged.of]
        assert [(each["discard"], each["won"], each["worlds"]) for each in one.pop("discards", [])] == [
            ([str(card) for card in each.cards], each.judged.count, each.judged.of) for each in judged
        ]
        assert one == {
            "contract": str(row.contract),
            "won": row.won.count,
            "worlds": row.won.of,
            "share": row.won.value,
            "low": pytest.approx(row.interval and row.interval[0]),
            "high": pytest.approx(row.interval and row.interval[1]),
            "stage": row.stage,
            "atTable": pytest.approx(row.at_table),
            "score": pytest.approx(row.tally.expected(18, tournament=True)),
            "highest_bid": row.tally.highest_paying_bid(tournament=True),
        }
