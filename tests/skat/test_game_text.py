"""Games in lines of key and value, and files in which some games are faulty."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiebitz.errors import RecordError
from kiebitz.skat.game_text import each_recorded, read_game_text
from kiebitz.skat.iss import read_game, write_game
from kiebitz.skat.records import Ending, RecordedGame
from kiebitz.skat.seats import REARHAND

RECORDS = Path(__file__).parents[1] / "data" / "iss"
RECORD = (RECORDS / "hand.sgf").read_text()
GAME = read_game(RECORD)
TEXT = """\
forehand: 7S TS AC TD QC 8S 8C 9D TH QS
middlehand: QH KD 9H JD KH JH 9C QD AH 8H
rearhand: AS JC KC AD 7H 7C 9S TC KS 7D
skat: JS 8D
bidding: 18 p 20 p
contract: clubs hand
played: QS 9H AS KS TS KH 9D QD AD 7D TD KD TH 8H 7H 8S QH 9S 7C AC JD 9C TC 8C KC QC JH AH JC 7S
"""


def test_a_game_in_lines_is_the_game_of_the_record() -> None:
    game = read_game_text(TEXT)
    assert (game.deal, game.bids, game.bid, game.declarer) == (GAME.deal, GAME.bids, 20, REARHAND)
    assert (game.contract, game.cards, game.ending) == (GAME.contract, GAME.cards, Ending.PLAYED)
    assert game.score() == GAME.score()
    plain = TEXT.replace("bidding: 18 p 20 p", "Declarer: Rearhand\nBid: 20")
    assert read_game_text(plain).score() == GAME.score()


def test_other_endings() -> None:
    cut = TEXT.replace(" JC 7S", "")
    assert read_game_text(f"{cut}ending: given up").ending is Ending.GIVEN_UP
    assert read_game_text(f"{cut}ending: conceded").ending is Ending.CONCEDED
    deal = "\n".join(TEXT.splitlines()[:4])
    assert read_game_text(f"{deal}\nbidding: p p p").ending is Ending.PASSED


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("9H AS", "9H 9H", "game, card 3 '9H': rearhand does not hold 9H; expected a card that rearhand may play"),
        ("9H AS", "9H XX", "game: played, card 3: 'XX' cannot be read; expected a card such as"),
        ("KS TS KH", "KS 8C KH", "game, card 5 '8C': spades must be followed: TS, 8S or 7S; expected a card"),
        (" JC 7S", "", "game, after card 28: the game ends too early; expected all cards, or ending:"),
        ("clubs hand", "bridge", "'bridge' cannot be read"),
        ("clubs hand", "clubs", "discard: no cards; expected two"),
        ("contract:", "discard: JS 8D\ncontract:", "it is a Hand game"),
        ("18 p", "17 p", "game, bidding, word 1 '17': '17' is not a bid"),
        (" 20 p", "", "game, bidding: it ends too early; expected rearhand: a bid or p"),
        (
            "bidding: 18 p 20 p",
            "declarer: rearhand\nbid: 19",
            "game, bid: '19' is not a bid; expected a bid of Skat, such as 18 or 20",
        ),
        ("bidding: 18 p 20 p", "declarer: rearhand\nbid: x", "game, bid: 'x' is not a bid; expected 18 to 264"),
        ("bidding: 18 p 20 p", "bid: 18", "the declarer is missing"),
        ("skat: JS 8D", "skat: JS 7D", "7D is in rearhand's hand too"),
        ("skat: JS 8D\n", "skat: JS\n", "the skat: one card, JS the last; expected two"),
        ("played:", "cards:", "cannot be read; expected one of forehand"),
        ("played:", "skat: 8D\nplayed:", "skat: occurs twice"),
    ],
)
def test_faults_of_texts(old: str, new: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_game_text(TEXT.replace(old, new))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_one_bad_game_does_not_spoil_the_others() -> None:
    games = list(each_recorded(f"{TEXT}\n\n{TEXT.replace('9H AS', '9H 9H')}\n{TEXT}"))
    assert [isinstance(one, RecordedGame) for one in games] == [True, False, True]
    assert str(games[1]).startswith("game 2, card 3 '9H'")
    cut_short = TEXT[: TEXT.index("played:")]  # no empty line after it
    games = list(each_recorded(f"{cut_short}{TEXT}{TEXT}"))
    assert [isinstance(one, RecordedGame) for one in games] == [False, True, True]
    assert str(games[0]).startswith("game 1, after card 0: the game ends too early")
    twice = RECORD.replace("2 AS", "2 7H").replace("2 SA", "2 H7")
    cut = RECORD[:300]
    text = f"{RECORD}\n{twice}\n{cut}\n{RECORD} rubbish\n{write_game(GAME)} {cut}"
    many = list(each_recorded(text))
    assert [isinstance(one, RecordedGame) for one in many] == [True, False, False, True, False, True, False]
    faults = [str(one) for one in many if isinstance(one, RecordError)]
    assert faults[0].startswith("game 2, move ")
    assert faults[1:3] == [
        "game 3: it has no end; expected ;) at its end",
        "game 5: 'rubbish' is not a game; expected (; and then GM[Skat]",
    ]


def test_chunks_of_any_size_give_the_games_of_the_whole() -> None:
    cut = RECORD[:300]
    in_lines = f"{TEXT}\n\n{TEXT.replace('9H AS', '9H 9H')}\n{TEXT}"
    for text in (f"\ufeff\n{RECORD}\n{cut}\ntable x 1{RECORD} rubbish{cut}", in_lines):
        whole = list(map(str, each_recorded(text)))
        assert len(whole) > 2
        for size in (1, 2, 7, 400):
            chunks = [text[start : start + size] for start in range(0, len(text), size)]
            assert list(map(str, each_recorded(chunks))) == whole, size


@pytest.mark.parametrize("too_long", ["(;GM[Skat]C[", "forehand: ", "forehand: JC\nskat: 7H\n"])
def test_a_game_that_is_too_long_is_skipped(monkeypatch: pytest.MonkeyPatch, too_long: str) -> None:
    for module in ("iss", "game_text"):
        monkeypatch.setattr(f"kiebitz.skat.{module}.LONGEST_GAME", 2000)
    good, end = (RECORD, ";)") if too_long.startswith("(;") else (TEXT, "\n\n")
    longest = max(map(len, (chunks := [too_long, *[f"{too_long[-9:]}x" * 20] * 500, end, good])))
    games = list(each_recorded(chunks))
    assert [str(game).partition(";")[0] for game in games[:1]] == ["game 1: it is too long"]
    assert isinstance(games[1], RecordedGame)
    assert longest < 2000
