"""Tests of `kiebitz skat chances`: table, JSON, reproducible figures, errors of one line, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.analysis.skat import chances
from kiebitz.analysis.skat.worlds import LEVEL
from kiebitz.skat.contract import Game
from kiebitz.studies import skat_chances
from processes import Started, wait_until_busy

if TYPE_CHECKING:
    from command_line import Kiebitz

# Null is fast to search.
HAND = ["7C", "TC", "JC", "7S", "8S", "QS", "7H", "TH", "9D", "KD"]
SKAT = ["--skat", "AD", "QC"]
NULL = ["--contract", "null", "--worlds", "20"]


def answer(kiebitz: Kiebitz, *arguments: str) -> dict[str, Any]:
    ran = kiebitz("skat", "chances", *HAND, *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    output: dict[str, Any] = json.loads(ran.out)
    return output


def test_a_table_with_its_level(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "chances", *HAND, *SKAT, *NULL)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == LEVEL
    assert lines[1] == "forehand, skat AD QC; 20 worlds, seed 1; bid 18"
    assert lines[3].split() == [
        "contract",
        "open",
        "cards",
        "95",
        "%",
        "worlds",
        "at",
        "table",
        "score",
        "needs",
        "S-F",
        "needs",
        "pays",
        "discard",
    ]
    assert re.fullmatch(r"null +\d+\.\d % +\d+\.\d–\d+\.\d +20 .* KD", lines[4])
    assert "discards for null, compared on common worlds; those judged, on fresh ones:" in lines
    assert re.search(r"^  \w\w \w\w: \d+ of 10; judged: \d+ of 20$", ran.out, re.MULTILINE)
    assert re.fullmatch(r"[\d,]+ games played out in \d+\.\d s", lines[-1])


def test_the_best_contract_is_played_out(kiebitz: Kiebitz) -> None:
    table = ["--table", "3", "--level", "beginner"]
    ran = kiebitz("skat", "chances", *HAND, *SKAT, *NULL, *table)
    assert (ran.code, ran.err) == (0, "")
    first, second, third = ran.out.splitlines()[-4:-1]
    assert first == "table chances: three engine players who see only their own cards, level beginner, in 3 worlds"
    share = r"\d+\.\d % \(\d+\.\d–\d+\.\d\)"
    assert re.fullmatch(rf"null: at the table {share}; the same worlds with open cards {share}", second)
    assert re.fullmatch(r"  the table minus open cards: [+-]\d+\.\d points of a hundred, 95 % [+-].* to [+-].*", third)
    played = answer(kiebitz, *SKAT, *NULL, *table)["table"]
    assert (played["contract"], played["level"], played["games"]) == ("null", "beginner", 3)
    assert played["chance"] == played["won"] / 3
    assert answer(kiebitz, *SKAT, *NULL)["table"] is None


def test_a_hand_game(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "chances", *HAND, "--contract", "null", "hand", "--worlds", "30", "--seat", "rearhand")
    assert ran.code == 0
    assert ran.out.splitlines()[1] == "rearhand, skat unknown; 30 worlds, seed 1; bid 18"
    assert ran.out.splitlines()[4].startswith("null hand ")
    assert "discard" not in ran.out


def test_the_object(kiebitz: Kiebitz) -> None:
    output = answer(kiebitz, *SKAT, *NULL, "--seat", "middlehand", "--seed", "3", "--bid", "23")
    assert output["level"] == LEVEL
    assert (output["seat"], output["seed"], output["bid"], output["worlds"]) == ("middlehand", 3, 23, 20)
    assert (output["skat"], output["discard"], output["exact"], output["complete"]) == (["AD", "QC"], None, False, True)
    (row,) = output["contracts"]
    assert (row["contract"], row["stage"], row["worlds"], row["all_worlds"]) == ("null", "judged", 20, 184_756)
    assert row["chance"] == row["won"] / 20
    assert row["interval_95"][0] <= row["chance"] <= row["interval_95"][1]
    assert row["break_even"] == pytest.approx(2 / 3)
    assert row["seeger_fabian"]["break_even"] == pytest.approx((46 + 50) / (23 + 50 + 46 + 50))
    chance = row["chance_at_table"]
    assert chance > row["chance"]  # closed cards let defenders err
    assert row["score"] == pytest.approx(23 * chance - 46 * (1 - chance))
    assert row["highest_bid"] == (23 if row["score"] > 0 else None)
    assert len(row["discards"]) == 66
    assert row["discards"][0]["cards"] == row["discard"]
    assert row["discards"][0]["judged_won"] == row["won"]
    assert row["overbid"] == {"bid": 23, "skats": 0, "of": 1, "chance": 0.0}
    assert (output["best_hand_game"], output["best_with_skat"]) == (None, None)


def test_hand_game_or_skat(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    nulls = tuple(one for one in chances.usual_contracts(hand=True) if one.game is Game.NULL)
    monkeypatch.setattr(chances, "usual_contracts", lambda **_: nulls)
    output = answer(kiebitz, "--worlds", "3")
    order = [row["contract"] for row in output["contracts"]]
    assert output["best_hand_game"] == next(name for name in order if "hand" in name)
    assert output["best_with_skat"] == next(name for name in order if "hand" not in name)
    ran = kiebitz("skat", "chances", *HAND, "--worlds", "3")
    assert re.search(r"^by mean score: .*\(null.*\), before .*\(null.*\)$", ran.out, re.MULTILINE)


def test_overbids_are_counted_for_the_bid(kiebitz: Kiebitz) -> None:
    hand = ["--contract", "null hand", "--worlds", "5"]
    assert answer(kiebitz, *hand)["contracts"][0]["overbid"] == {"bid": 35, "skats": 0, "of": 231, "chance": 0.0}
    over = answer(kiebitz, *hand, "--bid", "36")["contracts"][0]
    assert over["overbid"] == {"bid": 36, "skats": 231, "of": 231, "chance": 1.0}
    assert over["score"] < 0
    assert over["break_even"] is None


def test_a_discard_that_is_named(kiebitz: Kiebitz) -> None:
    (row,) = answer(kiebitz, *SKAT, *NULL, "--discard", "AD", "KD")["contracts"]
    assert (row["discard"], row["discards"]) == (["AD", "KD"], [])


def test_the_same_seed_gives_the_same_figures(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skat_chances, "_SMALL", 0)
    one = answer(kiebitz, *SKAT, *NULL)
    two = answer(kiebitz, *SKAT, *NULL, "--jobs", "2")
    other = answer(kiebitz, *SKAT, *NULL, "--seed", "2")
    assert one["contracts"] == two["contracts"] != other["contracts"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([*HAND, "AS"], "hand: eleven cards, from AS on too many; expected ten"),
        ([*HAND[:9], "7C"], "hand, card 10: 7C occurs twice; expected ten different cards"),
        ([*HAND[:9], "1C"], "hand, card 10: '1C' cannot be read; expected a card such as AS, TS, 10S or ♠10"),
        ([*HAND[:9], "6C"], "hand, card 10: 6C is not in the Skat pack; expected 7 8 9 10 J Q K or A of a suit"),
        ([*HAND, "--skat", "7C", "AD"], "skat: 7C is in the hand too; expected two cards that are not in the hand"),
        (
            [*HAND, "--exact", "--contract", "clubs"],
            "--exact requires --skat; expected both, or a Hand game, such as --contract clubs hand",
        ),
        ([*HAND, *SKAT, "--exact"], "--exact requires --contract; expected both, such as --contract clubs"),
        ([*HAND, "--discard", "KD", "8D"], "a discard without the skat; expected both or neither"),
        (
            [*HAND, *SKAT, "--discard", "KD", "AS"],
            "discard: AS is neither in the hand nor in the skat; expected two of",
        ),
        ([*HAND, "--bid", "19"], "number '19' is out of range; expected a bid of Skat, such as 18 or 20"),
    ],
)
def test_complaints(kiebitz: Kiebitz, arguments: list[str], complaint: str) -> None:
    ran = kiebitz("skat", "chances", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("kiebitz: " + complaint)
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--seed", "-1"], ["--seed", "x"], ["--worlds", "0"], ["--seat", "left"]])
def test_usage(kiebitz: Kiebitz, arguments: list[str]) -> None:
    ran = kiebitz("skat", "chances", *HAND, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="signals as in POSIX")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_gives_what_is_known(stop: signal.Signals) -> None:
    arguments = [*HAND, "--contract", "null", "hand", "--exact", "--json"]
    command = [sys.executable, "-m", "kiebitz", "skat", "chances", *arguments]
    with Started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_until_busy(process, 2)  # all worlds take longer
        process.send_signal(stop)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in err
    output = json.loads(out)
    assert output["complete"] is False
    for row in output["contracts"]:
        assert (row["stage"], row["all_worlds"]) == ("exact", 42_678_636)
        assert 0 < row["worlds"] < 42_678_636
        assert row["bounds"][0] == row["won"] / 42_678_636
        assert row["bounds"][1] == (row["won"] + 42_678_636 - row["worlds"]) / 42_678_636


def test_an_interruption_in_words(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(found: chances.Chances, jobs: int, _: object) -> None:
        def stop() -> None:
            if found.played > 2:
                raise KeyboardInterrupt

        run(found, jobs, stop)

    run = skat_chances.run_chances
    monkeypatch.setattr(skat_chances, "run_chances", interrupted)
    ran = kiebitz("skat", "chances", *HAND, *SKAT, "--contract", "null", "--discard", "AD", "KD", "--exact")
    assert ran.code == 130
    assert re.search(r"^interrupted after [\d,]+ of 184,756 games; the figures are partial$", ran.out, re.MULTILINE)
    assert re.search(r"^counted [\d,]+ of 184,756 worlds, block by block; whatever .* %$", ran.out, re.MULTILINE)
    monkeypatch.setattr(skat_chances, "run_chances", _at_once)
    ran = kiebitz("skat", "chances", *HAND)
    assert ran.code == 130
    assert "interrupted before the first world was judged" in ran.out


def _at_once(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.long
def test_a_hand_that_cannot_be_lost(kiebitz: Kiebitz) -> None:
    """Forehand, clubs Hand, as published on skatblog.com ("Das unverlierbare Spiel")."""
    hand = ["JC", "JS", "JH", "JD", "QC", "9C", "7C", "AS", "7H", "KD"]
    ran = kiebitz("skat", "chances", *hand, "--contract", "clubs", "hand", "--exact", "--jobs", "2")
    assert "\nexact: 42,678,636 of 42,678,636 worlds are won\n" in ran.out
    assert "\nwith open cards this game cannot be lost\n" in ran.out
