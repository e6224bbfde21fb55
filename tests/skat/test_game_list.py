"""Lists of games written at the card table: reading, faults with their line."""

from __future__ import annotations

import pytest

from kiebitz.analysis.skat.counting import write_list
from kiebitz.cli.skat.arguments import english_words
from kiebitz.errors import RecordError
from kiebitz.skat.game_list import EXTRAS, read_list

# Anna wins 48 and loses a Null, Bernd loses clubs Hand with 1, Clara wins Null and Grand; a game is passed.
CELLS = "Anna;Bernd;Clara\n48;;\n;clubs hand with 1 lost;\n;;\n;;23\n;;grand without 2 schneider\n-46;;\n"
WORDS = """\
Anna, Bernd, Clara
# a remark

anna: +48
Bernd clubs hand with 1 lost
passed
Clara null
Clara 96
Anna null lost
"""


@pytest.mark.parametrize("text", [CELLS, WORDS, CELLS.replace("\n", "\r\n"), CELLS.replace(";", "\t")])
def test_both_forms_say_the_same(text: str) -> None:
    games = read_list(text)
    assert games.players == ("Anna", "Bernd", "Clara")
    assert [(game.declarer, game.written) for game in games.games] == [
        (0, 48), (1, -72), (None, 0), (2, 23), (2, 96), (0, -46),
    ]  # fmt: skip
    assert [game.dealer for game in games.games] == [0, 1, 2, 0, 1, 2]


def test_the_dealer_at_a_table_of_four() -> None:
    text = "Anna,Bernd,Clara,Dora\n,18,,\nAnna -36"
    with pytest.raises(RecordError, match="line 3: Anna is the dealer and sits out; expected another declarer"):
        read_list(text, dealer="dora")
    assert read_list("Anna,Bernd,Clara,Dora\n48,,,", dealer="Clara").games[0].dealer == 2


def test_a_list_is_written_as_it_is_read() -> None:
    text = "Anna;Bernd;Clara;Dora\n;48;;\n;;;\ndealer Bernd\n-72;;;\n;;;18\n"
    games = read_list(text)
    assert [game.dealer for game in games.games] == [0, 1, 1, 2]
    assert write_list(games) == text
    for line in ("dealer: Bernd", "Geber Bernd;;;", "dealer\tbernd"):
        assert read_list(text.replace("dealer Bernd", line), english=english_words) == games


def test_a_player_may_be_called_dealer() -> None:
    assert read_list("Dealer, Bernd, Clara\nDealer 48").games[0].written == 48


def test_the_score_of_an_overbid_game_is_read() -> None:
    for game in ("hearts with 1 bid 192", "diamonds with 1 bid 165"):
        games = read_list(f"a,b,c\nb {game}")
        assert read_list(write_list(games)) == games
    with pytest.raises(RecordError, match="no game scores 200"):
        read_list("a,b,c\n200,,")


@pytest.mark.parametrize(
    ("game", "written"),
    [
        ("clubs with 1 bid 36", -72),  # overbid
        ("hearts hand schneider with 1", 50),
        ("hearts hand schneider with 1 lost", -100),
        ("spades with 2 schneider lost", -88),
        ("spades with 2 schwarz", 55),
        ("grand ouvert with 4", 264),
        ("null hand ouvert lost", -118),
        ("\N{MINUS SIGN}54", -54),
    ],
)
def test_games_in_words(game: str, written: int) -> None:
    assert read_list(f"a,b,c\nb {game}").games[0].written == written


@pytest.mark.parametrize(
    ("game", "written"),
    [
        ("48 kontra", 96),
        ("clubs with 1 lost kontra re", -192),
        ("-96 bock", -192),
        ("48 kontra re bock", 384),
        ("ramsch 64", -64),
        ("virgin ramsch 64 bock", -256),
        ("ramsch 120", 120),
    ],
)
def test_extras_multiply_the_score_where_they_are_allowed(game: str, written: int) -> None:
    (listed,) = read_list(f"a,b,c\nb {game}", extras=EXTRAS).games
    assert listed.written == written
    assert listed.is_ramsch is ("ramsch" in game)
    with pytest.raises(RecordError, match="is no word of the Skat Order"):
        read_list(f"a,b,c\nb {game}")


@pytest.mark.parametrize(
    "game",
    [
        "48 re",
        "48 kontra kontra",
        "ramsch 64 kontra",
        "ramsch",
        "ramsch 39",
        "ramsch 121",
        f"ramsch {'9' * 5000}",
        "48 virgin",
    ],
    ids=lambda game: game[:20],
)
def test_extras_that_make_no_sense_are_refused(game: str) -> None:
    with pytest.raises(RecordError, match="line 2"):
        read_list(f"a,b,c\nb {game}", extras=EXTRAS)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "line 1: no players; expected a line with the names of three or four players"),
        ("a,b", "line 1: 2 names in 'a,b'"),
        ("a,b,A", "line 1: a name occurs twice in 'a,b,A'"),
        ("a,b,c\n\nd 48", "line 3: no player's name at the start of 'd 48'; expected a or b or c"),
        ("a,b,c\na 47", "line 2: no game scores 47"),
        ("a,b,c\na -47", "line 2: no game scores -47"),
        ("a,b,c\n18,18,", "line 2: 3 cells, 2 of them filled; expected 3 cells, the declarer's filled"),
        ("a,b,c\n18,,,", "line 2: 4 cells, 1 of them filled"),
        ("a,b,c\na clubs", "line 2: no matadors for clubs"),
        ("a,b,c\na clubs with 1 bid 19", "line 2: no bid '19'; expected a bid of Skat"),
        ("a,b,c\n48,,\ndealer d", "line 3: no player 'd'; expected one of a, b, c"),
        ("a,b,c\na clubs with 1 hand", "line 2: 'hand' after the matadors"),
    ],
)
def test_faults_name_the_line(text: str, fault: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_list(text)
    assert str(caught.value).startswith(fault)
    assert "\n" not in str(caught.value)
