"""Tests of `kiebitz skat review`: reviews as text and JSON, and files with unusable games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from command_line import Kiebitz


RECORDS = Path(__file__).parents[1] / "data" / "iss"
HAND = (RECORDS / "hand.sgf").read_text()
OVER = (RECORDS / "null-hand-ouvert-lost.sgf").read_text()
WITHOUT = (RECORDS / "without-3.sgf").read_text()
PASSED = (RECORDS / "passed.sgf").read_text()
#: All passed, and forehand should have bid.
TIMID = (RECORDS.parent / "skat" / "timid.txt").read_text()
BROKEN = (RECORDS / "broken-off-by-leaving.sgf").read_text()


def test_one_game(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "review", "-", "--no-par", stdin=HAND)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0].startswith("9: rearhand at 20, clubs hand: with 2, game 3, Hand 4, × clubs 12 = 48; lost")
    assert lines[1] == "  with open cards 31 card points for the declarer at the start of play"
    assert lines[10] == "  trick  9: rearhand   leads KC QC JH      56  rearhand KC: 65 to 56, better JC"
    assert (
        "  the card that lost the game for the declarer: trick 9, rearhand KC, 65 to 56; JC would have held it" in lines
    )
    assert lines[-1] == "  bid 20: with open cards it is lost"


def test_null(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "review", "-", "--no-par", stdin=OVER)
    assert ran.code == 0
    assert "with open cards a trick for the declarer at the start of play" in ran.out
    assert "no card lost it for the declarer" in ran.out


def test_many_games_and_bad_ones(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "review", "-", "--no-par", stdin=f"{OVER}\n{BROKEN}\n{HAND}\n{HAND[:200]}")
    assert ran.code == 2
    left = "game 2, move 4 'w LE.2': the game was broken off: rearhand left the table"
    assert ran.err.splitlines() == [
        f"kiebitz: {left}; expected a game played to its end",
        "kiebitz: game 4: it has no end; expected ;) at its end",
    ]
    assert "trick  9" not in ran.out
    assert "2 games reviewed; in 1 of them a card lost the game" in ran.out
    assert "rearhand: 11 cards, " in ran.out
    assert ran.out.count("  Seeger-Fabian points a game, of 2 games: ") == 3


def test_the_file_of_rows_has_a_name_that_says_what_it_is(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "review", "-", "--output", "rows.csv", stdin=HAND)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "kiebitz: 'rows.csv' is not a name for this file; expected NAME.parquet or NAME.html\n"


def test_a_page_shows_one_game(kiebitz: Kiebitz, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    ran = kiebitz("skat", "review", "-", "--no-par", "--output", str(page), stdin=f"{OVER}\n{BROKEN}\n{HAND}")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("kiebitz: a page shows one game, but there are 3; expected --game N\n")
    ran = kiebitz("skat", "review", "-", "--game", "2", "-o", str(page), stdin=f"{OVER}\n{BROKEN}\n{HAND}")
    assert (ran.code, ran.out) == (2, "")
    assert not page.exists()
    options = ("--game", "3", "--theme", "dark", "--four-colours", "--cards", "german", "--output", str(page))
    ran = kiebitz("skat", "review", "-", "--no-par", *options, stdin=f"{OVER}\n{BROKEN}\n{HAND}")
    assert ran.code == 0
    assert "the card that lost the game for the declarer: trick 9, rearhand K♣" in ran.out
    text = page.read_text(encoding="utf-8")
    assert '<body class="dark four">' in text
    assert "<title>Skat game 9: rearhand at 20, clubs hand</title>" in text
    assert "rearhand K♣, 65 to 56; B♣ would have held it" in text
    assert not Path("rows.csv").exists()


def test_as_an_object(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "review", "-", "--no-par", "--json", stdin=f"{HAND}\n{BROKEN}")
    answer = json.loads(ran.out)
    assert answer["view"] == "open"
    (game,) = answer["games"]
    assert len(answer["unclear"]) == 1
    assert (game["declarer"], game["bid"], game["contract"], game["score"]) == ("rearhand", 20, "clubs hand", -96)
    assert (game["start"], game["end"], game["highest_bid"], len(game["cards"])) == (31, 56, None, 30)
    card = game["cards"][24]
    assert (card["number"], card["trick"], card["seat"], card["card"]) == (25, 9, "rearhand", "KC")
    assert (card["before"], card["after"], card["best"]) == (65, 56, ["JC"])
    assert {"card": "KC", "value": 56} in card["values"]
    assert game["turning_points"][-1]["decides"] == "game"
    assert game["turning_points"][-1]["holding"] == ["JC"]
    assert (game["par"], game["passed"], game["fair"]) == ([], [], None)


def test_hands_that_were_passed_are_judged(kiebitz: Kiebitz) -> None:
    assert kiebitz("skat", "review", "-", "--no-par", stdin=PASSED).out.splitlines()[1:] == [
        f"  hand of {seat}: Pass: even at a bid of 18, {wins} worlds with open cards), too few to pay; "
        "the textbook rule passes."
        for seat, wins in (
            ("forehand", "null, the best, wins about 10 % at the table (0 % of 60"),
            ("middlehand", "diamonds, the best, wins about 45 % at the table (13 % of 60"),
            ("rearhand", "hearts, the best, wins about 57 % at the table (25 % of 60"),
        )
    ]
    bid = (
        "Bid up to 72: at that bid, grand hand wins about 83 % at the table (95 % of 60 worlds with open cards); "
        "the textbook rule passes."
    )
    out = kiebitz("skat", "review", "-", "--no-par", stdin=TIMID).out
    assert out.splitlines()[1] == f"  forehand gave something up by passing: {bid}"
    (game,) = json.loads(kiebitz("skat", "review", "-", "--no-par", "--json", stdin=TIMID).out)["games"]
    judged = game["passed"][0]
    assert 0.825 < judged.pop("chance_at_table") < 0.835
    assert judged == {"seat": "forehand", "bid": 72, "contract": "grand hand", "sentence": bid}
    assert [one["seat"] for one in game["passed"]] == ["forehand", "middlehand", "rearhand"]


def test_one_of_many(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "review", "-", "--game", "2", "--no-par", stdin=f"{BROKEN}\n{OVER}")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("25: middlehand at 18, null hand ouvert")
    ran = kiebitz("skat", "review", "-", "--game", "3", stdin=f"{BROKEN}\n{OVER}")
    assert ran.code == 2
    assert "'3' is out of range; expected the number of a game of the file, 1 to 2" in ran.err


def test_nothing_to_review(kiebitz: Kiebitz, tmp_path: Path) -> None:
    assert "is empty; expected recorded games" in kiebitz("skat", "review", "-", stdin=" ").err
    missing = kiebitz("skat", "review", str(tmp_path / "none.sgf"))
    assert missing.code == 2
    assert "expected the name of a file with recorded games, or -" in missing.err


def test_the_fair_view(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "review", "-", "--no-par", "--fair", "--worlds", "10", stdin=HAND)
    assert ran.code == 0
    assert "by what each player could know, " in ran.out
    assert "    trick 9, rearhand KC: the declarer wins 0 % (0–28) of the worlds with open cards, after JC " in ran.out
    sure = kiebitz("skat", "review", "-", "--no-par", "--fair", "--worlds", "5", stdin=WITHOUT)
    assert (
        "    trick 5, rearhand TC: 9C would have won with open cards in every world that was left"
        in sure.out.splitlines()
    )
    ran = kiebitz("skat", "review", "-", "--no-par", "--fair", "--even", "--worlds", "5", "--json", stdin=OVER)
    (game,) = json.loads(ran.out)["games"]
    assert [step["number"] for step in game["fair"]] == [1, 3]  # the second card had no alternative
    for step in game["fair"]:
        assert step["card"] in [one["card"] for one in step["chances"]]
        assert all(0 <= one["chance"] <= 1 for one in step["chances"])
    refused = kiebitz("skat", "review", "-", "--worlds", "5", stdin=OVER)
    assert refused.code == 2
    assert "--worlds and --even require --fair; expected --fair too" in refused.err
