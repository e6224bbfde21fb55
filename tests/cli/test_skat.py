"""Tests of `kiebitz skat`, `skat value` and `skat score`: answers, JSON, errors of one line."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiebitz.cards import Card
from kiebitz.cli import main
from kiebitz.cli.skat import SUBCOMMANDS
from kiebitz.cli.skat.arguments import recorded_games
from kiebitz.skat.records import RecordedGame

if TYPE_CHECKING:
    from command_line import Kiebitz

DATA = Path(__file__).parents[1] / "data" / "iss"
HAND = ["JC", "JS", "JD", "AC", "KC", "9C", "AS", "7H", "QD", "8D"]


# The textbook rule


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("JC JS JD AC KC 9C AS 7H QD 8D", "36 Clubs\n"),
        ("JD AS 0S KS QS 9S 8S AD 8C 9C", "44 Spades\n"),
        ("JH JD 0S KS 9C 8C QH KH AD 9D", "pass\n"),
        ("JD AS KS QS 0S 9S 8D 7D 0C QH", "pass\n"),
    ],
)
def test_the_task(kiebitz: Kiebitz, hand: str, answer: str) -> None:
    assert kiebitz("skat", *hand.split()) == (0, answer, "")
    assert kiebitz("skat", hand.lower()) == (0, answer, "")
    assert kiebitz("skat", *(word[::-1] for word in reversed(hand.split()))) == (0, answer, "")


def test_explain(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", *HAND, "--explain")
    lines = ran.out.splitlines()
    assert lines[0] == "36 Clubs"
    assert "3 × clubs 12 = 36" in lines
    assert "the jack factor here stops at 5" in ran.out
    assert len(lines) <= 12


def test_german_cards_on_request(kiebitz: Kiebitz) -> None:
    words = "BKr BPi BKa AKr KKr 9Kr APi 7H DKa 8Ka"
    assert kiebitz("skat", *words.split(), "--cards", "german") == (0, "36 Clubs\n", "")
    assert kiebitz("skat", *words.split()).code == 2


def test_textbook_json(kiebitz: Kiebitz) -> None:
    answer = json.loads(kiebitz("skat", *HAND, "--json").out)
    assert (answer["level"], answer["value"], answer["suit"]) == ("textbook", 36, "clubs")
    passed = json.loads(kiebitz("skat", "JH JD 0S KS 9C 8C QH KH AD 9D", "--json").out)
    assert (passed["value"], passed["suit"], passed["suit_factor"], passed["trumps"]) == (None, None, None, 4)
    assert passed["reason"] == "no suit has 6 trumps: at most 4, in clubs"


# The official value


def test_value_of_a_contract(kiebitz: Kiebitz) -> None:
    hand = ["SA", "CJ", "CK", "DA", "H7", "C7", "S9", "CT", "SK", "D7"]
    ran = kiebitz("skat", "value", *hand, "--contract", "clubs", "hand")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "with 1, game 2, Hand 3, × clubs 12 = 36",
        "with Schneider made 48, with Schwarz made 60",
        "the skat is not known: with it the value is 36 to 60",
        "highest bid that no skat overbids: 36",
    ]
    ran = kiebitz("skat", "value", *hand, "--skat", "SJ", "D8", "--contract", "clubs hand")
    assert ran.out.startswith("with 2, game 3, Hand 4, × clubs 12 = 48\n")
    assert ran.out.endswith("\nhighest bid: 48\n")
    ran = kiebitz("skat", "value", *hand, "--contract", "clubs hand schneider")
    assert "\nwith Schwarz made 72\n" in ran.out
    assert (
        kiebitz("skat", "value", *hand, "--contract", "null").out
        == "Null = 23\nhighest bid that no skat overbids: 23\n"
    )


def test_value_of_all_games(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "value", *HAND)
    rows = [line.split() for line in ran.out.splitlines()]
    assert rows[2] == ["clubs", "hand", "with", "2", "48", "48"]
    assert rows[14] == ["null", "hand", "ouvert", "59", "59"]
    assert len(rows) == 17
    answer = json.loads(kiebitz("skat", "value", *HAND, "--json").out)
    assert answer["skat"] is None
    assert [one["contract"] for one in answer["contracts"]][:2] == ["clubs", "clubs hand"]
    assert len(answer["contracts"]) == 14


# Finished games


def test_score_by_options(kiebitz: Kiebitz) -> None:
    expected = ["--contract", "spades", "hand", "--bid", 44, "--matadors", "with", "2", "--points"]
    won = kiebitz("skat", "score", *expected, 61)
    assert (won.code, won.err) == (0, "")
    assert won.out.splitlines() == [
        "with 2, game 3, Hand 4, × spades 11 = 44; won",
        "score: 44",
        "Seeger-Fabian, table of 3: declarer 94, each opponent 0",
    ]
    lost = kiebitz("skat", "score", *expected, 60, "--table", 4)
    assert lost.code == 0
    assert lost.out.endswith("\nscore: -88\nSeeger-Fabian, table of 4: declarer -138, each opponent 30\n")
    assert "\nscore: -44\n" in kiebitz("skat", "score", *expected, 60, "--lost-hand", "single").out
    assert "because it was given up, doubled" in kiebitz("skat", "score", *expected, 40, "--given-up").out
    assert (
        "given up, though 80 card points win it, doubled" in kiebitz("skat", "score", *expected, 80, "--given-up").out
    )


def test_score_by_cards(kiebitz: Kiebitz) -> None:
    expected = ["--contract", "null", "--bid", "24", "--tricks", "0"]
    cards = ["--hand", *["JC", "JH", "JD", "7C", "8C", "9C", "7S", "8S", "7H", "8H"], "--skat", "7D", "8D"]
    answer = json.loads(kiebitz("skat", "score", *expected, *cards, "--json").out)
    assert (answer["won"], answer["overbid"], answer["score"], answer["contract"]) == (False, True, -48, "null")
    assert json.loads(kiebitz("skat", "score", *expected, "--null-overbid", "bid", "--json").out)["score"] == -48
    assert json.loads(kiebitz("skat", "score", *expected, "--null-overbid", "value", "--json").out)["score"] == -46


def test_score_of_records(kiebitz: Kiebitz, tmp_path: Path) -> None:
    whole = sorted(path for path in DATA.glob("*.sgf") if not path.stem.startswith("broken-off"))
    file = tmp_path / "games.sgf"
    file.write_text("".join(path.read_text() for path in whole))
    ran = kiebitz("skat", "score", file)
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.out.splitlines()) == len(whole)
    assert "541932: rearhand at 18, diamonds: without 2, game 3, × diamonds 9 = 27; lost with 59 card" in ran.out
    assert "756788: all passed\n" in ran.out
    answer = json.loads(kiebitz("skat", "score", file, "--json").out)
    assert [one["differences"] for one in answer["games"]] == [[]] * len(whole)
    assert kiebitz("skat", "score", "-", stdin=file.read_text()) == ran


def test_a_record_that_says_otherwise(kiebitz: Kiebitz) -> None:
    text = (DATA / "lost.sgf").read_text().replace("v:-54", "v:-27")
    ran = kiebitz("skat", "score", "-", stdin=text)
    assert ran.code == 1
    assert ran.out.splitlines()[1] == "  score: -27 in the record, -54 by the rules"


def test_games_broken_off_are_told_and_the_others_scored(kiebitz: Kiebitz) -> None:
    text = "".join((DATA / f"{name}.sgf").read_text() for name in ("lost", "broken-off-by-leaving", "hand"))
    ran = kiebitz("skat", "score", "-", stdin=text)
    assert ran.code == 2
    assert [line.partition(":")[0] for line in ran.out.splitlines()] == ["541932", "30", "9"]
    assert ran.out.splitlines()[1].endswith("rearhand left the table; the record's result: a penalty for rearhand")
    assert ran.err.startswith("kiebitz: game 2, move 4 'w LE.2': the game was broken off: rearhand left the table")
    assert ran.err.count("\n") == 1
    answer = json.loads(kiebitz("skat", "score", "-", "--json", stdin=text).out)
    assert (len(answer["games"]), len(answer["unclear"])) == (2, 1)
    assert answer["broken_off"] == [
        {
            "number": "30",
            "fault": "the game was broken off: rearhand left the table",
            "result": "a penalty for rearhand",
        }
    ]


def test_what_the_server_says_of_a_game_that_was_broken_off_is_shown(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "score", str(DATA / "broken-off-with-a-card-unknown.sgf"))
    assert ran.code == 2
    assert ran.out.endswith("'??' is not a card; the record's result: rearhand won, 96\n")


def test_games_are_scored_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """From a pipe of any length, read little ahead of the scores."""
    game = (DATA / "lost.sgf").read_bytes()
    reads: list[int] = []

    class Pipe(io.BytesIO):
        def read1(self, _size: int | None = -1, /) -> bytes:
            reads.append(len(reads))
            return game

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(Pipe()))
    for number, played in enumerate(islice(recorded_games("-", "english"), 100), 1):
        assert isinstance(played, RecordedGame)
        assert len(reads) <= number + 2


def test_messages_spell_cards_as_they_were_typed(kiebitz: Kiebitz) -> None:
    hand = ["BKr", "BPi", "AKr", "10Kr", "APi", "10Pi", "AHe", "10He", "AKa"]
    twice = kiebitz("skat", "value", *hand, "BKr", "--cards", "german")
    assert twice.err == "kiebitz: hand, card 10: B♣ occurs twice; expected ten different cards\n"
    both = ("--hand", *hand, "10Ka", "--skat", "BKr", "8He")
    ran = kiebitz("skat", "score", "--contract", "grand", "--bid", "18", "--points", "90", "--cards", "german", *both)
    assert ran.err == "kiebitz: skat: B♣ is in the hand too; expected two cards that are not in the hand\n"
    deal = "AC KC QC JC 9S AH TH KH 9H 9D JH JD TC 8C 7C AS 7H AD QD 7D JS 9C TS KS 8S QH 8H TD KD 8D 7S QS"
    german = " ".join(Card.parse(card).text("german") for card in deal.split())
    for words in (("solve", "-", "--contract", "grand"), ("chances", *german.split()[:10], "--skat", "7♠", "D♠")):
        out = kiebitz("skat", *words, "--cards", "german", stdin=german).out
        assert re.search(r"\b[ABDK]♣", out)
        assert not re.search(r"\b[7-9TJQKA][CSHD]\b", out)
    review = kiebitz("skat", "review", str(DATA / "lost.sgf"), "--no-par", "--cards", "german").out
    assert re.search(r"\bB♣", review)
    assert not re.search(r"\b[7-9TJQKA][CSHD]\b", review)


LINES = """\
forehand: JC AC KC QC 9S AH TH KH 9H 9D
middlehand: JH JD TC 8C 7C AS 7H AD QD 7D
rearhand: JS 9C TS KS 8S QH 8H TD KD 8D
skat: 7S QS
bidding: p p 18
contract: hearts
discard: 9D 9S
played: JC 7H 8H AC 7C 9C KC TC TD 8C QH QC
ending: given up
"""
LOST = "forehand at 18, hearts: with 1, game 2, × hearts 10 = 20; lost because it was given up, doubled: -40"


def test_one_game_cut_off_loses_no_other(kiebitz: Kiebitz) -> None:
    whole = [(DATA / f"{name}.sgf").read_text() for name in ("lost", "hand")]
    scores = kiebitz("skat", "score", "-", stdin="".join(whole)).out.splitlines()
    cut = whole[0][:300]
    for place in range(3):
        ran = kiebitz("skat", "score", "-", stdin="\n".join([*whole[:place], cut, *whole[place:]]))
        assert (ran.code, ran.out.splitlines()) == (2, scores)
        assert ran.err == f"kiebitz: game {place + 1}: it has no end; expected ;) at its end\n"


def test_what_stands_around_a_record(kiebitz: Kiebitz) -> None:
    text = (DATA / "lost.sgf").read_text()
    ran = kiebitz("skat", "score", "-", stdin=text)
    commented = text.replace("CO[]", "CO[a [comment\\] here]")
    smiling = text.replace("CO[]", "CO[well played ;)]")
    assert text not in {commented, smiling}
    for form in (
        f"\ufeff{text}",
        f"table .3 you end {text}",
        commented,
        smiling,
        f"\ufefftable .3 you end {commented}",
    ):
        assert kiebitz("skat", "score", "-", stdin=form) == ran
    both = kiebitz("skat", "score", "-", stdin=f"table .3 a end {text}table .4 b end {text}")
    assert both.out == 2 * ran.out


@pytest.mark.parametrize(
    "text",
    [
        LINES,
        f"\ufeff{LINES}",
        LINES.replace("JC AC KC QC", "JC, AC; KC,QC").replace("p p 18", "p, p, 18").replace("JC 7H 8H", "JC,7H,8H"),
        LINES.replace("forehand: ", "FOREHAND: {").replace(" 9D\nmiddle", " 9D}\nmiddle"),
        LINES.replace("JC AC KC", "\U0001f0db\U0001f0d1 \U0001f0de").replace("JH JD", "[JH] (JD)"),
        LINES.replace("hearts", "Hearts"),
    ],
)
def test_games_in_lines_are_scored_as_they_are_reviewed(kiebitz: Kiebitz, text: str) -> None:
    ran = kiebitz("skat", "score", "-", stdin=text)
    assert (ran.code, ran.out) == (0, f"?: {LOST}\n")


# Errors


PLAYED = ["skat", "score", "--contract", "clubs", "--bid", "18"]
BAD = {
    "eleven cards": (["skat", *HAND, "7C"], "hand: eleven cards, from 7C on too many; expected ten"),
    "nine cards": (["skat", *HAND[:9]], "hand: nine cards, QD the last; expected ten"),
    "a card twice": (["skat", *HAND[:9], "CJ"], "hand, card 10: JC occurs twice; expected ten"),
    "one of clubs": (["skat", *HAND[:9], "1C"], "hand, card 10: '1C' cannot be read; expected a card such as"),
    "a six": (["skat", *HAND[:9], "6C"], "hand, card 10: 6C is not in the Skat pack; expected 7 8 9 10 J Q K"),
    "no hand": (["skat"], "the following arguments are required: CARD"),
    "no hand to value": (["skat", "value"], "the following arguments are required: CARD"),
    "in the skat too": (["skat", "value", *HAND, "--skat", "JC", "7C"], "skat: JC is in the hand too; expected two"),
    "three in the skat": (["skat", "value", *HAND, "--skat", "7C", "8C", "TC"], "skat: three cards, from TC on too"),
    "no contract": (["skat", "value", *HAND, "--contract", "bridge"], "contract: 'bridge' cannot be read; expected"),
    "no Hand": (["skat", "value", *HAND, "--contract", "clubs", "schneider"], "needs a Hand game; expected clubs"),
    "nothing played": (
        ["skat", "score"],
        "the contract or the bid is missing; expected --contract",
    ),
    "no bid": ([*PLAYED[:-1], "19", "--matadors", "1", "--points", "61"], "'19' is out of range; expected a bid"),
    "no matadors": (
        [*PLAYED, "--points", "61"],
        "matadors is missing; expected either --matadors or --hand and --skat",
    ),
    "twelve matadors": ([*PLAYED, "--matadors", "with", "12"], "expected with or without and a number from 1 to 11"),
    "a hand alone": ([*PLAYED, "--hand", *HAND], "--hand requires --skat; expected both"),
    "a skat alone": ([*PLAYED, "--skat", "7C"], "--skat requires --hand; expected both or neither"),
    "a table of five": (["skat", "score", "--table", "5", "x.sgf"], "a table of 5 players; expected 3 or 4"),
    "no file": (["skat", "score", "no.sgf"], "'no.sgf' cannot be read; expected the name of a file with recorded"),
    "a file and options": (["skat", "score", "no.sgf", "--bid", "18"], "--bid cannot be used with a file; expected"),
    "an empty file": (["skat", "score", "-"], "file '-' is empty; expected recorded games"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(kiebitz: Kiebitz, name: str) -> None:
    words, message = BAD[name]
    ran = kiebitz(*words)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("name", SUBCOMMANDS)
@pytest.mark.parametrize("width", ["40", "100"])
def test_help_has_examples(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch, name: str, width: str) -> None:
    monkeypatch.setenv("COLUMNS", width)
    ran = kiebitz("skat", name, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"usage: kiebitz skat {name} ")
    assert f"examples:\n  kiebitz skat {name} " in ran.out
    assert f"  kiebitz skat {name} " in kiebitz("skat", "--help").out


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_the_second_word(kiebitz: Kiebitz, tmp_path: Path) -> None:
    script = tmp_path / "kiebitz.bash"
    script.write_text(kiebitz("completion", "bash").out)
    for line, answer in (("kiebitz skat val", "value"), ("kiebitz skat score --null-overbid repl", "replaced")):
        ask = (
            f'source {script}; COMP_WORDS=({line}); COMP_CWORD={len(line.split()) - 1}; COMP_LINE="{line}";'
            ' COMP_POINT=${#COMP_LINE}; _shtab_kiebitz; echo "${COMPREPLY[@]}"'
        )
        run = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True)
        assert run.stdout == answer + "\n"


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    words=st.lists(
        st.text(max_size=8)
        | st.sampled_from(
            [*HAND, "value", "score", "--skat", "--contract", "hand", "--json", "--points", "61", "--bid"]
        ),
        max_size=14,
    )
)
def test_anything_is_answered_or_one_line(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    code = main(["skat", *(word for word in words if word != "-")])
    out, err = capsys.readouterr()
    assert code in (0, 1, 2)
    assert bool(out) is (code < 2)
    assert err.count("\n") == (code == 2)


# Lists of games


def test_a_list_of_games(kiebitz: Kiebitz, tmp_path: Path) -> None:
    path = tmp_path / "evening.csv"
    path.write_text("Anna;Bernd;Clara\n48;;\n;Kreuz Hand mit 1 verloren;\n;;\n", "utf-8")
    answer = json.loads(kiebitz("skat", "list", str(path), "--counting", "bierlachs", "--json").out)
    assert (answer["counting"], answer["table"], len(answer["games"])) == ("bierlachs", 3, 3)
    assert answer["games"][1] == {
        "line": 3,
        "dealer": "Bernd",
        "declarer": "Bernd",
        "score": -72,
        "ramsch": False,
        "points": [0, -72, 0],
    }
    assert [player["points"] for player in answer["players"]] == [0, -48 - 72, -48]
    path.write_text("Anna;Bernd;Clara\nDora 48\n", "utf-8")
    fault = "line 2: no player's name at the start of 'Dora 48'; expected Anna or Bernd or Clara\n"
    assert kiebitz("skat", "list", str(path)) == (2, "", f"kiebitz: file '{path}': {fault}")


def test_a_problem_is_shown_solved_and_failed(kiebitz: Kiebitz) -> None:
    shown = kiebitz("skat", "problem", "1")
    assert shown.out.startswith("problem 1 of 200, easy: you are ")
    question = json.loads(kiebitz("skat", "problem", "1", "--json").out)
    assert (question["solution"], question["open"]) == (None, False)
    card = json.loads(kiebitz("skat", "problem", "1", "--json", "--solution").out)["solution"]
    right = kiebitz("skat", "problem", "1", card)
    assert right.code == 0
    assert right.out.startswith(f"{card} is the only card that wins in each of ")
    answers = [kiebitz("skat", "problem", "1", other) for other in question["hand"] if other != card]
    assert {answer.code for answer in answers} <= {1, 2}
    assert any("for example not in this one.\nmiddlehand: " in answer.out for answer in answers)
    german = kiebitz("skat", "problem", "--language", "de", "40", "JH")
    assert german.out.startswith("JH gewinnt bei offenen Karten nicht.\nBei bestem Spiel macht der Alleinspieler ")
    assert kiebitz("skat", "problem", "--band", "hard").out.count(", hard: you are ") == 1
