"""Tests of `kiebitz skat play`: games from piped input, refused input, hints, records, advice on a hand."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from kiebitz.analysis.skat.advice import advice
from kiebitz.cards import PACKS
from kiebitz.deals.shuffles import fisher_yates
from kiebitz.skat.hand import read_hand
from kiebitz.skat.iss import read_games
from kiebitz.skat.seats import FOREHAND

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz


CARDS = " ".join(map(str, PACKS["32"].cards)).replace(" ", "\n")


def hand_of(deal: int) -> list[str]:
    return list(map(str, fisher_yates(deal, PACKS["32"])[:10]))


def test_a_game_as_declarer(kiebitz: Kiebitz, tmp_path: Path) -> None:
    """Type all cards repeatedly: the game refuses illegal ones and goes on."""
    record = tmp_path / "games.sgf"
    record.write_text("")
    hand = hand_of(672)
    lines = ["y", "y", "y", "y", "skat", "grand", f"clubs {hand[0]} {hand[1]}", *(CARDS.splitlines() * 10)]
    arguments = ("skat", "play", "672", "--seed", "8", "--level", "beginner", "--output", str(record))
    ran = kiebitz(*arguments, stdin="\n".join(["y", "skat", *lines]))
    assert ran.code == 0
    out = ran.out
    assert out.startswith("deal 672: you are forehand\nyour cards: ")
    assert "middlehand passes\nrearhand passes\nbid 18? y\nyou bid 18\n" in out
    assert "you take up the skat: " in out
    assert out.index("\ntrick 1\n") < out.index("\ntrick 9\n")
    assert "discard: no cards; expected two" in out
    assert "you play clubs at 18\n" in out
    assert "forehand does not hold" in out
    assert out.count("take it") + out.count("takes it") == 10
    assert "\nskat: " in out
    (game,) = read_games(record.read_text())
    assert game.players == ("you", "Kiebitz", "Kiebitz")
    assert str(game.declarer) == "forehand"
    assert game.score() is not None
    score = game.score()
    assert score is not None
    assert f"\nyou {'won' if score.won else 'lost'} {abs(score.score)}; you played clubs\n{score.words}\n" in out
    assert kiebitz(*arguments, stdin="\n".join(["y", "skat", *lines])).out == out
    assert len(list(read_games(record.read_text()))) == 2


def test_leaving_and_questions(kiebitz: Kiebitz) -> None:
    ran = kiebitz(
        "skat", "play", "672", "--seed", "8", "--level", "beginner", stdin="?\nhand\nx\n17\nhint\nlight\nquit\n"
    )
    assert ran.code == 0
    assert "no game is announced yet, so there is no light\n" in ran.out
    assert "y to bid or hold, a higher bid, p to pass" in ran.out
    assert ran.out.count("your cards: ") == 2
    assert "'x' cannot be read; expected y to bid or hold" in ran.out
    assert "'17' is not a bid" in ran.out
    assert ran.out.endswith("left\n")
    assert kiebitz("skat", "play", "672", "--seed", "8", "--level", "beginner", stdin="").out.endswith("\nleft\n")


def test_hints_and_the_light_in_play(kiebitz: Kiebitz) -> None:
    hand = hand_of(672)
    request = "\n".join(
        ["y", "hint", "skat", "hint", f"diamonds {hand[0]} {hand[1]}", "light", "light fair", "hint", "quit"]
    )
    ran = kiebitz("skat", "play", "672", "--seed", "8", "--level", "beginner", stdin=request)
    assert "with open cards, the de" in ran.out
    assert re.search(
        r"by what you can know, the declarer wins \d+ %( \(\d+–\d+\))? of the worlds with open cards\n", ran.out
    )
    assert re.search(r": after it, the declarer wins \d+ % of the worlds with open cards\n", ran.out)
    assert "putting down" in ran.out


def test_several_games_move_the_seat(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "play", "1", "--level", "beginner", "--games", "3", stdin=f"p\n{CARDS}\n" * 30)
    assert [line for line in ran.out.splitlines() if line.startswith("deal ")] == [
        "deal 1: you are forehand",
        "deal 2: you are rearhand",
        "deal 3: you are middlehand",
    ]
    assert "after 3 of 3 games: You " in ran.out


def test_the_dealer_of_four_sits_out(kiebitz: Kiebitz, tmp_path: Path) -> None:
    path = tmp_path / "evening.csv"
    options = ("--level", "beginner", "--games", "3", "--table", "4", "--counting", "leipzig", "--seat", "middlehand")
    out = kiebitz("skat", "play", "1", *options, "--list", str(path), stdin=f"p\n{CARDS}\n" * 30).out
    assert [line for line in out.splitlines() if line.startswith("deal ")] == [
        "deal 1: you are middlehand",
        "deal 2: you are forehand",
        "deal 3: you deal and sit out",
    ]
    assert re.search(r"sit out\n(all passed|\w+ (won|lost) \d+ with .+)\nafter 3 of 3 games: You ", out)
    assert path.read_text().startswith("Across;Right;You;Left\n")
    assert out.endswith(kiebitz("skat", "list", str(path), "--counting", "leipzig").out)
    assert "table of 4, counted by Leipzig" in out
    for name in (str(path), "-"):
        answer = kiebitz("skat", "play", "1", "--list", name)
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.endswith("cannot get the list; expected the name of a new file\n")


def test_advice(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", *["JC", "JS", "JD", "AC", "KC", "9C", "AS", "7H", "QD", "8D", "--advice"])
    assert ran.code == 0
    first, second = ran.out.splitlines()
    assert first == "36 Clubs"
    assert second.startswith("Bid up to ")
    assert second.endswith("; the textbook rule says 36 Clubs.")
    answer = json.loads(
        kiebitz("skat", *["JH", "JD", "0S", "KS", "9C", "8C", "QH", "KH", "AD", "9D", "--advice", "--json"]).out
    )
    assert answer["advice"].startswith("Pass: ")
    assert answer["advice"].endswith("the textbook rule passes.")


def test_advice_pays_by_what_it_says() -> None:
    result = advice(read_hand("JC JS JH JD AC TC KC AS TS AH"), FOREHAND, 10)
    assert result.bid >= 96
    assert result.plan.won > 0.9
    weak = advice(read_hand("9C 8C QS 9S 8S QH 9H QD 9D KD"), FOREHAND, 10)
    assert weak.bid == 0


def test_giving_up_and_claiming(kiebitz: Kiebitz, tmp_path: Path) -> None:
    record = tmp_path / "games.sgf"
    start = ["y", "skat", "clubs 8C 7D"]
    arguments = ("skat", "play", "672", "--seed", "8", "--level", "beginner", "--output", str(record))
    out = kiebitz(*arguments, stdin="\n".join([*start, "rest", "give up"])).out
    assert "not checked: 184,756 deals agree with what you know, too many\nmiddlehand does not agree\n" in out
    assert out.endswith("lost because it was given up, doubled: -48\n")
    (game,) = read_games(record.read_text())
    assert (game.ending.value, game.score().score) == ("given up", -48)  # type: ignore[union-attr]
    claims = "\n".join(f"{card}\nrest" for card in CARDS.splitlines() * 10)
    out = kiebitz(*arguments, stdin="\n".join([*start, claims])).out
    assert "not all: this deal agrees with what you know, and in it the others can prevent it\nmiddlehand: " in out
    assert list(read_games(record.read_text()))[1].ending.value == "played"


def test_a_warning_before_an_overbid_announcement(kiebitz: Kiebitz) -> None:
    game = "clubs 8C 7D"
    lines = ["36", "skat", game, "null 8C 7D", game, game, "quit"]
    out = kiebitz("skat", "play", "672", "--seed", "8", "--level", "beginner", stdin="\n".join(lines)).out
    assert out.count("you bid 36, and clubs is worth 24: overbid and lost unless you make Schneider\n") == 2
    assert out.count("you bid 36, and null is worth 23: overbid and lost\n") == 1
    assert out.count("announce it again to play it\n") == 3
    assert "you play clubs at 36\n" in out


def test_a_defender_reads_who_played(kiebitz: Kiebitz) -> None:
    out = kiebitz("skat", "play", "2", "--level", "beginner", stdin=f"p\n{CARDS}\n" * 30).out
    assert re.search(r"\nyou (won|lost) \d+; (middlehand|rearhand) played \w+", out)


def test_a_hand_that_was_passed_is_judged(kiebitz: Kiebitz) -> None:
    bid = "Bid up to 72: at that bid, grand hand wins about 83 % at the table (95 % of 60 worlds with open cards)"
    wins = "wins about 43 % at the table (10 % of 60 worlds with open cards), too few to pay"
    none = f"Pass: even at a bid of 18, clubs, the best, {wins}"
    for deal, judged in (("42", f"you gave something up: {bid}"), ("18", f"your hand: {none}")):
        out = kiebitz("skat", "play", deal, "--level", "beginner", stdin="p\n").out
        assert out.endswith(f"\nyou pass\nall passed; {judged}; the textbook rule passes.\n")


@pytest.mark.long
def test_a_german_list_of_36_games(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    path = tmp_path / "abend.csv"
    claimed = "j\nj\nskat\nnull AD KD\nrest\n"
    given_up = "p\n" * 4 + "aufgeben\n"
    answers = claimed + given_up + f"p\n{CARDS}\n" * 200
    out = kiebitz("skat", "play", "56", "--level", "beginner", "--games", "36", "--list", str(path), stdin=answers).out
    assert out.count("\nBlatt ") == 35
    assert "die anderen sind einverstanden: der Rest gehört dir\n" in out
    assert out.count("\ndu gibst auf\n") == 1
    assert "\nnach 36 von 36 Spielen: Du " in out
    listed = kiebitz("skat", "list", str(path)).out
    assert listed.startswith("Spiele: 36, ")
    assert out.endswith(listed)
