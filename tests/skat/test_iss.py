"""Recorded games: real ones have the server's score, faulty ones are an error in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.errors import KiebitzError, RecordError
from kiebitz.skat.contract import Contract
from kiebitz.skat.iss import read_game, read_games
from kiebitz.skat.records import Ending, RecordedGame
from kiebitz.skat.seats import FOREHAND, MIDDLEHAND, REARHAND

DATA = Path(__file__).parents[1] / "data" / "iss"
TEXTS = {path.stem: path.read_text() for path in sorted(DATA.glob("*.sgf"))}
WHOLE = [name for name in TEXTS if not name.startswith("broken-off")]


def test_there_are_records() -> None:
    assert len(WHOLE) == 19
    assert len(TEXTS) == 23


@pytest.mark.parametrize("name", WHOLE)
def test_real_games_are_scored_as_the_record_says(name: str) -> None:
    game = read_game(TEXTS[name])
    assert game.claim is not None
    result = game.score()
    assert game.differences(result) == []
    if result is None:
        assert game.ending is Ending.PASSED
    else:
        assert (result.won, result.score) == (game.claim.won, game.claim.score)
        assert {"m", "p", "t"} <= game.claim.numbers.keys()  # all of these were compared


@pytest.mark.parametrize("name", [name for name in WHOLE if name != "passed"])
@pytest.mark.parametrize("said", [" v:-", " v:", " m:-", " m:", " p:", " t:"])
def test_a_different_result_in_a_record_is_noticed(name: str, said: str) -> None:
    head, result, tail = TEXTS[name].partition("]R[")
    digits = said.strip()
    at = tail.find(digits)
    if at < 0 or not tail[at + len(digits)].isdigit() or (name.startswith("null") and " m:" in said):
        return
    changed = read_game(head + result + tail[: at + len(digits)] + "1" + tail[at + len(digits) :])
    assert len(changed.differences(changed.score())) == 1


def test_all_of_a_game() -> None:
    game = read_game(TEXTS["lost"])
    assert (game.number, game.date) == ("541932", "2010-12-06/18:59:24/UTC")
    assert game.players == ("forehand", "middlehand", "rearhand")
    assert game.bids == ((MIDDLEHAND, "p"), (REARHAND, "18"), (FOREHAND, "p"))
    assert (game.declarer, game.bid, game.contract) == (REARHAND, 18, Contract.parse("diamonds"))
    assert list(map(str, game.discard or ())) == ["TS", "8H"]
    assert [str(card) for card in game.deal.skat] == ["8H", "KC"]
    assert len(game.cards) == 30
    assert str(game.cards[0]) == "AS"
    assert game.play is not None
    assert game.play.result.declarer_points == 59


ENDINGS = {
    "passed": Ending.PASSED,
    "null-hand-ouvert-lost": Ending.PLAYED,
    "clubs-ouvert-lost": Ending.DECIDED,
    "conceded": Ending.CONCEDED,
    "null-ouvert-conceded": Ending.CONCEDED,
}


@pytest.mark.parametrize("name", ENDINGS)
def test_endings(name: str) -> None:
    assert read_game(TEXTS[name]).ending is ENDINGS[name]


# Made from the record `lost`, because there is no real record with such an ending.
def test_a_game_given_up_is_lost_at_no_higher_level() -> None:
    head, _, _ = TEXTS["lost"].partition(" 0 SA 1 S7")
    game = read_game(head + " 0 SA 1 S7 2 RE ]R[d:2 loss v:-54 m:-2 bidok p:10 t:0 s:0 z:0] ;)")
    assert game.ending is Ending.GIVEN_UP
    result = game.score()
    assert result is not None
    assert result.words == "without 2, game 3, × diamonds 9 = 27; lost because it was given up, doubled: -54"
    assert game.differences(result) == []
    head, _, _ = TEXTS["null-ouvert-conceded"].partition(" 2 RE 0 RE")
    null = read_game(head + " 1 RE ]R[d:1 loss v:-92 m:0 bidok p:14 t:0 s:0 z:0] ;)")
    assert null.differences(null.score()) == []


BROKEN = {
    "broken-off-in-the-bidding": "game, move 3 'w TI.2': the game was broken off: rearhand ran out of time",
    "broken-off-by-leaving": "game, move 4 'w LE.2': the game was broken off: rearhand left the table",
    "broken-off-before-the-discard": "game, move 16 'w TI.1': the game was broken off: middlehand ran out of time",
    "broken-off-with-a-card-unknown": "game, move 9 '0 ??': '??' is not a card",
}


@pytest.mark.parametrize("name", BROKEN)
def test_games_broken_off(name: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_game(TEXTS[name])
    assert str(caught.value).startswith(BROKEN[name])


# A change of the record `lost`: old text, new text, error
FAULTS = {
    "no Skat": ("GM[Skat]", "GM[Go]", "game: it is a game of 'Go'; expected GM[Skat]"),
    "no property": ("CO[]", "CO", "game: 'COID[541932]DT"),
    "a property twice": ("CO[]", "CO[]CO[]", "game: CO[…] occurs twice"),
    "a card twice": ("HA.SK.SJ", "HA.SK.HA", "game, move 1 'w HA.SK.HA"),
    "too few cards": (".H8.CK 1", ".H8 1", "cards: 31; expected all 32"),
    "no deal": ("MV[w ", "MV[0 ", "it deals no cards; expected w and the 32 cards"),
    "who bids": ("1 p 2 18", "2 p 2 18", "game, move 2 '2 p': it is the turn of middlehand; expected 1 and a bid or p"),
    "no bid": (
        "2 18 0 p",
        "2 19 0 p",
        "game, move 3 '2 19': '19' is not a bid; expected a bid such as 20,",
    ),
    "an old bid": (
        "2 18 0 p",
        "2 18 0 y 2 18 0 p",
        "'18' is not a bid; expected a bid of Skat above 18 such as 20, 22, 23, or p",
    ),
    "no answer": ("2 18 0 p", "2 18 0 n", "game, move 4 '0 n': it is not an answer to a bid; expected y or p"),
    "another skat": ("w H8.CK 2 D", "w H8.HA 2 D", "it is not the skat that was dealt; expected w 8H.KC"),
    "no game": ("2 D.ST.H8", "2 X.ST.H8", "'X' cannot be read; expected one of C S H D G N"),
    "Hand with the skat": ("2 D.ST.H8", "2 DH.ST.H8", "the skat was taken, so it is no Hand game"),
    "ouvert with the skat": ("2 D.ST.H8", "2 DO.ST.H8", "ouvert needs a Hand game"),
    "one discard": ("2 D.ST.H8", "2 D.ST", "cards: 1; expected two cards put away"),
    "cards shown": ("2 D.ST.H8", "2 D.ST.H8.C7", "cards: 3; expected two cards put away"),
    "another's discard": ("2 D.ST.H8", "2 D.HA.H8", "discard: rearhand does not hold AH"),
    "a card too many": ("2 HT ]", "2 HT 0 HT ]", "move 38 '0 HT': the game is over; expected no more cards"),
    "another's turn": ("0 SA 1 S7", "0 SA 2 DA", "it is the turn of middlehand; expected 1 and a card"),
    "another's card": ("0 SA 1 S7", "0 DA 1 S7", "forehand does not hold AD"),
    "no following": ("0 SA 1 S7", "0 SA 1 DQ", "middlehand does not hold QD"),
    "no seat": ("0 SA 1 S7", "3 SA 1 S7", "no seat of this name; expected 0, 1 or 2"),
    "no card": ("0 SA 1 S7", "0 S1 1 S7", "'S1' is not a card"),
    "cut off": (" 1 DK 2 HT ]", " 1 DK 2 ]", "the move after it is cut off"),
    "unfinished": (" 1 DK 2 HT ]", " 1 DK ]", "the game ends too early; expected a game played to its end"),
    "no result": ("d:2 loss v:-54", "? ? ? ?", "game, result: '? ? ? ? m:-2 bidok"),
    "a penalty": ("d:2 loss", "d:-1 penalty", "game, result: the game was broken off, with a penalty"),
    "won and lost": ("d:2 loss", "d:2 win loss", "game, result: "),
    "no end": (";)", "", " is not a game; expected (; before and ;) after it"),
    "signs that cannot be shown": (" 2 D.ST.H8", " w TI.\udcff\udcff", "it is the turn of rearhand"),
    "no moves": ("MV[", "MW[", "game: the game ends too early; expected w and the 32 cards"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults(name: str) -> None:
    old, new, message = FAULTS[name]
    assert old in TEXTS["lost"]
    with pytest.raises(RecordError) as caught:
        read_game(TEXTS["lost"].replace(old, new, 1))
    assert message in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


def test_nothing_follows_the_end() -> None:
    text = TEXTS["conceded"].replace(" 0 RE ]", " 0 RE 0 CT ]")
    with pytest.raises(RecordError, match="moves follow after the end"):
        read_game(text)
    text = TEXTS["passed"].replace(" 0 p ]", " 0 p 0 s ]")
    with pytest.raises(RecordError, match="moves follow after the end"):
        read_game(text)


def test_cards_that_ouvert_shows() -> None:
    shown = TEXTS["null-ouvert-conceded"].replace("NO.HA.HQ", "NO.HA.HQ.C7.CJ.DK.D7.C8.DA.DT.D9.DJ.D8")
    assert read_game(shown).contract == Contract.parse("null ouvert")
    with pytest.raises(RecordError):
        read_game(shown.replace(".D9.DJ.D8 ", ".D9.DJ.HA "))


def test_a_record_without_a_result_is_read() -> None:
    head, _, _ = TEXTS["lost"].partition("R[")
    game = read_game(head + ";)")
    assert game.claim is None
    assert game.differences(game.score()) == []


def test_files_of_many_games() -> None:
    games = list(read_games("\n".join(TEXTS[name] for name in WHOLE)))
    assert [game.number for game in games] == [read_game(TEXTS[name]).number for name in WHOLE]
    assert not list(read_games(""))
    with pytest.raises(RecordError, match="game 2: 'x'"):
        list(read_games(TEXTS["lost"] + "x"))
    with pytest.raises(RecordError, match="game 1: "):
        list(read_games("(;GM[Skat]"))
    with pytest.raises(RecordError, match=r"game 2, move 3 'w TI\.2'"):
        list(read_games(TEXTS["lost"] + TEXTS["broken-off-in-the-bidding"]))


def readable(text: str) -> RecordedGame | None:
    """Read a game, or check that the error is one line."""
    try:
        return read_game(text)
    except KiebitzError as error:
        message = str(error)
    assert message.isprintable()
    return None


@given(st.text(max_size=60) | st.text(alphabet="(;)[]GMVR Skat0128pyw.CJSAHT\n", max_size=200))
def test_any_text_is_a_game_or_an_error(text: str) -> None:
    readable(text)
    readable(f"(;GM[Skat]MV[{text}] ;)")


@given(data=st.data(), name=st.sampled_from(list(TEXTS)))
def test_records_with_words_changed(data: st.DataObject, name: str) -> None:
    words = TEXTS[name].split(" ")
    other = TEXTS[data.draw(st.sampled_from(list(TEXTS)))].split(" ")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(words) - 1))
        words[at : at + data.draw(st.integers(0, 2))] = data.draw(st.lists(st.sampled_from(other), max_size=2))
    game = readable(" ".join(words))
    if game is not None:
        game.differences(game.score())
