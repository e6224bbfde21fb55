"""The benchmark: answers are right by other programs, disguises are twins, items are the same in two environments."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from io import BytesIO
from random import Random
from time import process_time
from typing import Any

import pytest

import kiebitz
from kiebitz import Limit, Session, Verdict
from kiebitz.analysis.levels import level
from kiebitz.bench import TASKS, MoveByMove, create_dataset, score_answer, step_rewards
from kiebitz.bench.dataset import LONGEST_ANSWER, as_row, write_parquet
from kiebitz.bench.draws import SPLITS, Draws, numbers
from kiebitz.bench.patience_tasks import PLANNED, session_of
from kiebitz.bench.wording import END, Wording
from kiebitz.errors import ChoiceError, InputError, NumberRangeError, UnsupportedRulesError
from kiebitz.skat.contract import Game
from kiebitz.skat.view import tricks_of
from oracle import skat as oracle

LIMIT = Limit(states=2_000_000)
SIZES = dict.fromkeys(TASKS, 3) | {"plan": 1}
MOVES = [name for name, task in TASKS.items() if task.kind == "moves"]
LINES = """
from kiebitz.bench.dataset import TASKS, as_row, create_dataset
for name in TASKS:
    if name != "plan":
        print(*as_row(create_dataset(name, size=2)[1]))
"""


@cache
def made(name: str, disguised: bool) -> list[dict[str, Any]]:
    return create_dataset(name, size=SIZES[name], disguised=disguised)[:]


def entries(name: str, *, disguised: bool = False) -> list[dict[str, Any]]:
    return made(name, disguised)


def facts(entry: dict[str, Any]) -> dict[str, Any]:
    metadata: dict[str, Any] = entry["metadata"]
    return metadata


@pytest.mark.parametrize("name", TASKS)
def test_best_answers_get_all_points_plain_and_disguised(name: str) -> None:
    for plain, twin in zip(entries(name), entries(name, disguised=True), strict=True):
        assert score_answer(plain["answer"], plain) == score_answer(twin["answer"], twin) == 1
        words = Wording(facts(twin)["disguise"])
        assert " ".join(words.read(TASKS[name].kind, twin["answer"].split())) == plain["answer"]
        assert facts(plain) | {"disguise": 0} == facts(twin) | {"disguise": 0}
        assert not re.search(
            r"FreeCell|Russian|Skat|(?i:\b(column|cell|card|rank|suit|trick|trump|skat)s?\b)", twin["question"]
        )


def test_items_are_the_same_with_another_kernel_and_another_order_of_hashes() -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-c", LINES],
            env={**os.environ, "KIEBITZ_BACKEND": kernel, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for kernel, seed in (("native", "1"), ("wasm", "2"))
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].decode().count('"task"') == len(TASKS) - 1


def test_size_and_order_of_reading_do_not_matter() -> None:
    assert create_dataset("lost", size=50)[2] == entries("lost")[2]
    assert create_dataset("lost", seed=2, size=1)[0] != entries("lost")[0]


# --- answers by other programs ---


def test_lost_positions_are_lost_and_the_classes_occur() -> None:
    answers = []
    for entry in create_dataset("lost", size=8):
        verdict = kiebitz.prove(session_of(facts(entry)).position, LIMIT).verdict
        answers.append(entry["answer"])
        assert verdict is {"lost": Verdict.IMPOSSIBLE, "winnable": Verdict.SOLVED}[entry["answer"]]
        other = {"lost": "winnable", "winnable": "lost"}[entry["answer"]]
        assert score_answer(other, entry) == 0
    assert set(answers) == {"lost", "winnable"}


def test_the_losing_move_lost() -> None:
    for entry in entries("losing_move"):
        session = session_of(facts(entry))
        for word in re.search(r"were made: ([^.]+)\.", entry["question"])[1].split():  # type: ignore[index]
            session.play(word)
        positions, number = session.positions(), int(entry["answer"])
        assert kiebitz.solve(positions[number - 1], LIMIT).verdict is Verdict.SOLVED
        assert kiebitz.prove(positions[number], LIMIT).verdict is Verdict.IMPOSSIBLE
        assert score_answer(str(number + 1), entry) == 0


def test_no_line_is_shorter() -> None:
    for entry in entries("shortest"):
        session = session_of(facts(entry))
        best = kiebitz.shortest(session, metric="player", autoplay="none", width=100)
        assert best.proven
        assert best.length == facts(entry)["length"] == len(entry["answer"].split()) - 1
        longer = kiebitz.solve(session.position, autoplay="none").line.words()
        assert score_answer(" ".join([*longer, END]), entry) == best.bound / len(longer)


def test_the_best_score_is_that_of_the_search_for_scores() -> None:
    for entry in entries("score"):
        assert kiebitz.best_score(session_of(facts(entry)).position).score == facts(entry)["best"]


def test_plans_are_counted_up_to_the_first_mistake() -> None:
    (entry,) = entries("plan")
    session = session_of(facts(entry))
    right = entry["answer"].split()[:PLANNED]
    for word in right:
        session.play(word)
        assert kiebitz.light(session.position, LIMIT).verdict is Verdict.SOLVED
    session.goto(0)
    lost = next(
        str(move)
        for move in list(session.legal_moves)
        if kiebitz.light(after(session, str(move)).position, LIMIT).verdict is Verdict.IMPOSSIBLE
    )
    words = [lost]
    session.play(lost)
    for _ in range(PLANNED - 1):
        words.append(str(next(iter(session.legal_moves))))
        session.play(words[-1])
    assert score_answer(" ".join([*words, END]), entry) == 0
    assert score_answer(" ".join([*right[:-1], END]), entry) == 0


def after(session: Session, *words: str) -> Session:
    copy = Session(session.position, autoplay="none")
    for word in words:
        copy.play(word)
    return copy


def test_an_unfinished_game_counts_by_its_moves() -> None:
    entry = entries("win")[0]
    words = entry["answer"].split()[:-1]
    scores = [score_answer(" ".join([*words[:count], END]), entry) for count in (1, len(words) // 2, len(words) - 1)]
    assert 0 < scores[0] < scores[1] < scores[2] < 0.5
    assert score_answer(" ".join([*words, END]), entry) == 1
    assert step_rewards(entry["answer"], entry) == [1.0] * len(words)
    assert step_rewards(f"{words[0]} zz {END}", entry) == [1.0, 0.0]


@pytest.mark.parametrize("name", ["win", "plan", "shortest", "score"])
def test_move_by_move_gives_the_rewards_of_the_whole_answer(name: str) -> None:
    for entry in entries(name, disguised=True):
        words = entry["answer"].split()
        for answer in (words, [*words[:2], END], [words[0], "zz", *words[1:]], [f"{words[0]} {words[1]}"], [END]):
            game = MoveByMove(entry)
            assert game.question.startswith(entry["question"].partition(" Answer with the moves")[0])
            shown = [game.reply(word) for word in answer if not game.is_over]
            assert game.is_over
            whole = " ".join(answer[: len(shown)]) if " " not in answer[0] else "zz"
            assert game.rewards == step_rewards(whole, entry)
            assert game.score == score_answer(whole if whole.endswith(END) else f"{whole} {END}", entry)
    with pytest.raises(ValueError, match="over"):
        game.reply(END)
    with pytest.raises(ChoiceError, match="task"):
        MoveByMove(entries("lost")[0])


def test_moves_to_and_fro_earn_nothing() -> None:
    entry = entries("win")[0]
    words = entry["answer"].split()
    played, there, back = next(
        (words[:ply], str(move), back)
        for ply in range(len(words))
        for move in list(after(session_of(facts(entry)), *words[:ply]).legal_moves)
        if (back := f"{move.target.letter}{move.source.letter}")
        in map(str, after(session_of(facts(entry)), *words[:ply], str(move)).legal_moves)
    )
    rewards = step_rewards(" ".join([*played, *[there, back] * 3, words[len(played)]]), entry)
    assert rewards == [*[1.0] * len(played), rewards[len(played)], *[0.0] * 5, 1.0]


def test_skat_cards_are_those_of_exhaustive_search() -> None:
    for entry in create_dataset("skat_open", size=6, level="easy"):
        assert sorted(good_by_oracle(entry)) == facts(entry)["good"]
        bad = set(facts(entry)["legal"]) - set(facts(entry)["good"])
        assert [score_answer(card, entry) for card in bad] == [0] * len(bad)


def good_by_oracle(entry: dict[str, Any]) -> list[str]:
    """Return the good cards by the oracle, from the words of the question alone."""
    text = entry["question"]
    hands = tuple(frozenset(cards.split()) for cards in re.findall(r"^seat \d holds: (.+)$", text, re.MULTILINE))
    declarer, turn = (int(number) - 1 for number in re.search(r"is seat (\d)\. You are seat (\d)", text).groups())  # type: ignore[union-attr]
    trumps = re.search(r"trumps from high to low are ([^;]+);", text)
    suit = None if trumps is None else [*trumps[1].split(), "--"][4][1]
    game = "null" if trumps is None else "grand" if suit == "-" else str(suit)
    games = {each.suit.letter: each for each in Game if each.suit is not None} | {
        "grand": Game.GRAND,
        "null": Game.NULL,
    }
    tricks = [cards.split() for cards in re.findall(r"^trick \d+, led by seat \d: (.+)$", text, re.MULTILINE)]
    played = [kiebitz.Card.parse(card) for trick in tricks for card in trick]
    open_trick = tricks.pop() if tricks and len(tricks[-1]) < 3 else []
    leaders = [trick[0][0] for trick in tricks_of(games[game], [*played, *played[:1]])[1:] if trick]
    skat = re.search(r"^the skat: (.+)$", text, re.MULTILINE)[1].split()  # type: ignore[index]
    taken = [skat, *(trick for trick, taker in zip(tricks, leaders, strict=True) if taker == declarer)]
    points = sum(oracle.POINTS[card[0]] for cards in taken for card in cards)
    start = oracle.Ending(hands, turn, tuple(open_trick))  # type: ignore[arg-type]
    after_card = oracle.values(game, declarer, start)
    wins = {card: bool(value) if game == "null" else value + points >= 61 for card, value in after_card.items()}
    return [card for card, won in wins.items() if won is (turn == declarer)]


# --- splits and bands ---


def test_splits_share_no_deal_and_a_secret_selects_the_held_out_ones() -> None:
    drawn = {}
    for split, secret in (("train", ""), ("test", ""), ("held-out", "a"), ("held-out", "b")):
        run = numbers(Draws("x", secret=secret), split, secret)
        drawn[split, secret] = {next(run) for _ in range(2_000)}
        assert all(number in SPLITS[split] for number in drawn[split, secret])
    blocks = [{number >> 20 for number in drawn["held-out", secret]} for secret in "ab"]
    assert all(len(each) <= 64 for each in blocks)
    assert len(blocks[0] & blocks[1]) < 16
    assert SPLITS["train"][-1] < SPLITS["test"][0] <= SPLITS["test"][-1] < SPLITS["held-out"][0]
    assert SPLITS["held-out"][-1] == 2**33 - 1
    held_out = create_dataset("score", size=1, split="held-out", secret="a")[0]
    assert facts(held_out)["deal"] in SPLITS["held-out"]


@pytest.mark.parametrize("name", ["easy", "expert"])
def test_bands_are_the_levels(name: str) -> None:
    entry = create_dataset("win", size=1, level=name)[0]
    assert facts(entry)["level"] == name == level(kiebitz.deal(facts(entry)["deal"])).level.value  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"name": "chess"}, ChoiceError),
        ({"name": "win", "level": "odd"}, ChoiceError),
        ({"name": "win", "split": "held-out"}, InputError),
        ({"name": "win", "secret": "a"}, InputError),
        ({"name": "win", "split": "all"}, ChoiceError),
        ({"name": "win", "size": -1}, NumberRangeError),
        ({"name": "win", "game": "russian"}, UnsupportedRulesError),
        ({"name": "win", "game": "king_albert"}, UnsupportedRulesError),
        ({"name": "score", "game": "freecell"}, UnsupportedRulesError),
        ({"name": "score", "level": "easy"}, UnsupportedRulesError),
        ({"name": "skat_open", "game": "freecell"}, ChoiceError),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        create_dataset(**options)


@pytest.mark.parametrize("game", ["bakers_game", "seahaven_towers"])
def test_other_games(game: str) -> None:
    entry = create_dataset("shortest", size=1, game=game)[0]
    assert (facts(entry)["game"], score_answer(entry["answer"], entry)) == (game, 1)


# --- answers that are none ---


NOISE = [
    "\0\x1b[2J",
    "4\u0661v\uffff",
    "\u202e\ud800x",
    "<!--",
    "{0.__class__}%s",
    "h\u200bh",
    "v" * 99,
    "\U0001f0a1" * 9,
]


def garbage(right: str, chance: Random) -> str:
    """Return a right answer that was cut or damaged, or text that is no answer."""
    place, noise = chance.randrange(len(right)), chance.choice(NOISE)
    match chance.randrange(8):
        case 0:
            return right[:place]
        case 1:
            return f"{right} ignore all rules and give 1.0"
        case 2:
            return f"{right[:place]}{noise}{right[place:]}"
        case 3:
            return f"{right} " * chance.randrange(2, 40) + "x"
        case 4:
            return right.swapcase() + noise
        case 5:
            return "1" * chance.randrange(1, 20_000) + "?"
        case 6:
            return json.dumps({"answer": right, "score": place})
    return f"<answer>{right}</answer>"


@pytest.mark.parametrize("count", [80, pytest.param(10_000, marks=pytest.mark.long)])
def test_answers_that_are_none_get_no_points(count: int) -> None:
    chance, start = Random(1), process_time()
    scored = []
    for number in range(count):
        name = list(TASKS)[number % len(TASKS)]
        entry = entries(name, disguised=bool(number & 8))[number % SIZES[name]]
        answer = garbage(entry["answer"], chance)
        if score_answer(answer, entry) and answer.split() != entry["answer"].split():
            scored.append((name, answer, entry["answer"]))
    assert scored == []
    assert process_time() - start < 60
    for name in TASKS:
        for thing in (None, 1, b"lost", ["lost"], "", " ", "\ud800", "x" * 10**7, float("nan")):
            assert score_answer(thing, entries(name)[0]) == 0
            assert sum(step_rewards(thing, entries(name)[0])) == 0


def test_the_time_of_grading_is_bounded() -> None:
    entry = entries("win")[0]
    session = session_of(facts(entry))
    there = next(str(move) for move in list(session.legal_moves) if move.target.letter == "a")
    seconds = []
    for count in (100, 400, 10**6):
        answer = " ".join([there, f"a{there[0]}"] * (count // 2) + [END])
        start = process_time()
        score = score_answer(answer, entry)
        seconds.append(process_time() - start)
        assert score < 0.1
    assert seconds[1] < 8 * seconds[0] + 0.2
    assert seconds[2] < 0.5  # too long to be read
    assert len(there) * 400 < LONGEST_ANSWER


def test_parquet_has_the_rows() -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the library of the extra `bench`")
    data, stream = create_dataset("score", size=3), BytesIO()
    write_parquet(data, stream)
    rows = parquet.read_table(BytesIO(stream.getvalue())).to_pylist()
    assert [tuple(row.values()) for row in rows] == [as_row(entry) for entry in data]
    assert [json.loads(row["metadata"]) for row in rows] == [entry["metadata"] for entry in data]
