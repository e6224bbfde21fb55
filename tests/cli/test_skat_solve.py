"""Tests of `kiebitz skat solve`: deals read, solved and printed; errors of one line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from kiebitz.skat.contract import Game
from kiebitz.skat.deal_text import read_deal
from kiebitz.skat.referee import replay
from kiebitz.skat.seats import Seat

if TYPE_CHECKING:
    from command_line import Kiebitz

DEAL = """\
forehand: JC JS JD AC KC 9C AS 7H QD 8D
middlehand: TC QC 8C 7C TS KS QS 9S 8S 7S
rearhand: AH TH KH QH 9H 8H AD TD KD 9D
skat: 7D JH
"""
BARE = " ".join(word for word in DEAL.split() if ":" not in word)
# All but the last four tricks, for a fast search.
PLAYED = ["AC", "7C", "9D", "JD", "8C", "KD", "JS", "QC", "8H", "JC", "TC", "9H", "9C", "7S", "QH", "KC", "8S", "TD"]


def test_best_play(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "solve", "-", "--contract", "clubs", "--played", *PLAYED, stdin=DEAL)
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "clubs, forehand against the other two; skat 7D JH (2 points)",
        "with open cards forehand wins: 68 card points, 61 needed",
        "best for forehand: AS",
        *ran.out.splitlines()[3:],
    ]
    assert "a best line:\n  forehand leads AS 9S KH: forehand takes it, declarer 68\n" in ran.out


@pytest.mark.parametrize(
    "text",
    [
        DEAL,
        BARE,
        DEAL.lower(),
        "\n".join(reversed(DEAL.splitlines())),
        DEAL.replace(": ", ":"),
        DEAL.replace("skat: 7D JH", ""),
        BARE.removesuffix(" 7D JH"),
        f"({BARE.replace(' ', ', ')})",
    ],
)
def test_deals_in_any_form(kiebitz: Kiebitz, text: str) -> None:
    arguments = ("skat", "solve", "-", "--contract", "clubs", "--played", *PLAYED, "--json")
    assert kiebitz(*arguments, stdin=text) == kiebitz(*arguments, stdin=DEAL)


def test_the_line_is_a_game(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "solve", "-", "--contract", "clubs", "--played", *PLAYED, "--json", stdin=DEAL)
    answer = json.loads(ran.out)
    play = read_deal(DEAL).play(Game.CLUBS, Seat.FOREHAND)
    cards = {str(card): card for hand in play.hands for card in hand}
    end = replay(play, [cards[name] for name in (*PLAYED, *(each["card"] for each in answer["line"]))])
    assert end.is_over
    assert end.result.declarer_points == answer["points"] == 68
    assert (answer["game"], answer["declarer"], answer["turn"], answer["won"]) == (
        "clubs",
        "forehand",
        "forehand",
        True,
    )
    assert answer["skat"] == ["7D", "JH"]
    assert answer["needed"] == 61
    assert [card["card"] for card in answer["cards"] if card["points"] == 68] == answer["best"] == ["AS"]


def test_schneider_needs_more(kiebitz: Kiebitz) -> None:
    arguments = ("skat", "solve", "-", "--contract", "clubs hand schneider", "--played", *PLAYED)
    ran = kiebitz(*arguments, stdin=DEAL)
    assert ran.code == 1
    assert "forehand loses: 68 card points, 90 needed" in ran.out


def test_null(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "solve", "-", "--contract", "null", stdin=DEAL)
    assert ran.code == 1
    assert "with open cards forehand loses: he cannot avoid a trick" in ran.out
    answer = json.loads(kiebitz("skat", "solve", "-", "--contract", "null", "--json", stdin=DEAL).out)
    assert (answer["points"], answer["needed"], answer["won"]) == (None, None, False)
    assert answer["cards"][0] == {"card": "AC", "points": None, "free": False}


def test_discard(kiebitz: Kiebitz) -> None:
    arguments = ("skat", "solve", "-", "--contract", "null", "--declarer", "rearhand", "--discard", "AH", "AD")
    answer = json.loads(kiebitz(*arguments, "--json", stdin=DEAL).out)
    assert answer["declarer"] == "rearhand"
    assert answer["skat"] == ["AD", "AH"]


def test_the_end(kiebitz: Kiebitz) -> None:
    game = [*PLAYED, "AS", "9S", "KH", "8D", "QS", "AD", "TH", "7H", "KS", "AH", "QD", "TS"]
    answer = json.loads(
        kiebitz("skat", "solve", "-", "--contract", "clubs", "--played", *game, "--json", stdin=DEAL).out
    )
    assert (answer["turn"], answer["points"], answer["line"], answer["best"]) == (None, 68, [], [])


@pytest.mark.parametrize(
    ("text", "arguments", "complaint"),
    [
        (
            DEAL.replace("JH", "JC"),
            [],
            "standard input: the skat: JC is in forehand's hand too; expected each card once",
        ),
        (DEAL.replace("JH", "6H"), [], "standard input: the skat, card 2: 6H is not in the Skat pack; expected 7 8"),
        (
            DEAL.replace("JH", "1H"),
            [],
            "standard input: the skat, card 2: '1H' cannot be read; expected a card such as",
        ),
        (DEAL.replace("JH", ""), [], "standard input: the skat: one card, 7D the last; expected two"),
        (DEAL.replace("skat", "cat"), [], "standard input: deal: 'cat:' cannot be read; expected forehand:"),
        (DEAL.replace("skat", "forehand"), [], "standard input: deal: 'forehand:' cannot be read; expected forehand:"),
        ("7C " + DEAL, [], "standard input: deal: '7C' cannot be read; expected forehand:"),
        (DEAL.partition("rearhand")[0], [], "standard input: rearhand's hand: no cards; expected ten"),
        (BARE + " JC", [], "standard input: deal: 33 cards; expected 32: ten each"),
        (" ", [], "file '-' is empty; expected a deal of Skat, 32 cards"),
        (DEAL, ["--played", "7H", "9H"], "move 2 '9H' is illegal: middlehand does not hold 9H"),
        (DEAL, ["--played", "JC", "TS"], "move 2 'TS' is illegal: trumps must be followed: TC, QC, 8C or 7C"),
        (DEAL, ["--discard", "7H", "AD"], "discard: forehand does not hold AD; expected two cards of the hand"),
        (DEAL, ["--discard", "7H"], "discard: one card, 7H the last; expected two"),
        (DEAL, ["--contract", "clubs hand", "--discard", "7H", "8D"], "--discard cannot be used with a Hand game"),
        (DEAL, ["--contract", "clubs hand schwarz"], "announced Schwarz is about tricks"),
        (DEAL, ["--contract", "skat"], "contract: 'skat' cannot be read; expected a game"),
    ],
)
def test_complaints(kiebitz: Kiebitz, text: str, arguments: list[str], complaint: str) -> None:
    ran = kiebitz("skat", "solve", "-", "--contract", "clubs", *arguments, stdin=text)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("kiebitz: " + complaint)
    assert ran.err.count("\n") == 1


def test_a_contract_is_asked_for(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "solve", "-", stdin=DEAL)
    assert (ran.code, ran.err) == (
        2,
        "kiebitz: the contract is missing; expected --contract, such as --contract grand\n",
    )
