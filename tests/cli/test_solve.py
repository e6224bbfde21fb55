"""Tests of `kiebitz solve` for one deal or board, and of `verify` and `convert`, which read its output."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from itertools import product
from typing import TYPE_CHECKING

import pytest

from kiebitz.analysis import solving
from kiebitz.kernel import analyst as kernel
from kiebitz.patience import referee
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import games
from kiebitz.patience.notation import parse_solution
from kiebitz.patience.rule_options import Autoplay
from processes import Started, wait_until_busy
from waiting import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz


def test_deal_617(kiebitz: Kiebitz) -> None:
    ran = kiebitz("solve", 617)
    assert (ran.code, ran.err) == (0, "")
    head, _, *rows = ran.out.splitlines()
    assert head.startswith("FreeCell deal 617: solved in ")
    assert "verified" in head
    solution = parse_solution("# autoplay: safe\n" + "\n".join(rows), deal(617))
    referee.verify(solution.position, solution.moves, solution.autoplay)


def test_impossible_is_exit_code_1(kiebitz: Kiebitz) -> None:
    for more in ([], ["--prove"]):
        ran = kiebitz("solve", 11982, *more)
        assert (ran.code, ran.err) == (1, "")
        assert ran.out.startswith("FreeCell deal 11982: impossible, proven by complete search (")


@pytest.mark.parametrize(
    ("option", "value", "name"),
    [
        ("--limit-states", "100", "states"),
        ("--limit-seconds", "0.00001", "seconds"),
        ("--limit-memory", "20k", "memory"),
    ],
)
def test_undecided_is_exit_code_3(kiebitz: Kiebitz, option: str, value: str, name: str) -> None:
    ran = kiebitz("solve", 11982, "--prove", option, value)
    assert (ran.code, ran.err) == (3, "")
    assert f"undecided, stopped by the limit on {name}" in ran.out
    answer = json.loads(kiebitz("solve", 11982, "--prove", option, value, "--json").out)
    assert (answer["verdict"], answer["limit_hit"], answer["moves"], answer["notation"]) == ("undecided", name, [], "")


def test_json(kiebitz: Kiebitz) -> None:
    answer = json.loads(kiebitz("solve", 617, "--json").out)
    promised = ["deal", "game", "verdict", "best_score", "moves", "notation", "autoplay", "limit_hit", "statistics"]
    assert list(answer) == promised
    assert (answer["deal"], answer["game"], answer["verdict"], answer["limit_hit"]) == (617, "freecell", "solved", None)
    assert len(answer["notation"].split()) == len(answer["moves"])
    assert list(answer["statistics"]) == ["states", "stored", "memory", "seconds"]
    impossible = json.loads(kiebitz("solve", 11982, "--format", "json").out)
    assert (impossible["verdict"], impossible["moves"]) == ("impossible", [])


@pytest.mark.parametrize("form", ["text", "unicode", "columns", "fc-solve", "json"])
def test_boards_are_solved_like_deals(kiebitz: Kiebitz, form: str) -> None:
    board = kiebitz("deal", 617, "--format", form).out
    ran = kiebitz("solve", "-", "--format", "notation", stdin=board)
    assert ran.code == 0
    moves = [line for line in ran.out.splitlines() if not line.startswith("#")]
    expected = kiebitz("solve", 617, "--format", "notation").out
    assert moves == [line for line in expected.splitlines() if not line.startswith("#")]
    assert "# deal: microsoft 617\n" in expected
    assert "# deal" not in ran.out


def test_complaints_name_the_file(kiebitz: Kiebitz, tmp_path: Path) -> None:
    board, moves = tmp_path / "b.txt", tmp_path / "s.txt"
    board.write_text(kiebitz("deal", 617).out.replace("7D", "XX"))
    moves.write_text("2a 5u")
    assert "b.txt': line 1, column 1: 'XX' cannot be read" in kiebitz("verify", board, moves).err
    for command in (["verify", 617, "-"], ["convert", 617, "--to", "strict", "--solution", "-"]):
        ran = kiebitz(*command, stdin="2a 5u")
        assert ran.err.startswith("kiebitz: standard input: line 1, column 4: '5u' cannot be read")


def test_standard_notation_goes_by_two_names(kiebitz: Kiebitz) -> None:
    written = kiebitz("solve", 617, "--format", "standard").out
    assert written == kiebitz("solve", 617, "--format", "notation").out
    assert kiebitz("verify", "-", "--notation", "notation", stdin=written).code == 0
    assert kiebitz("convert", "--solution", "-", "--to", "notation", stdin=written).out == written


@pytest.mark.parametrize(
    ("name", "form"),
    [
        *((name, "notation") for name in games()),
        *(
            pytest.param(name, form, marks=[pytest.mark.long] if place % 3 else [])
            for place, (name, form) in enumerate(product(games(), ("strict", "fc-solve")))
        ),
    ],
)
def test_what_is_written_is_verified(kiebitz: Kiebitz, name: str, form: str) -> None:
    written = kiebitz("solve", 2, "--game", name, "--format", form, "--limit-states", "50k")
    if written.code != 0:
        returns = form == "fc-solve" and written.err.endswith("fc-solve knows no move from a foundation\n")
        assert written.code in (1, 3) or returns
        return
    ran = kiebitz("verify", "-", stdin=written.out)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("correct: ")


def test_changed_rules_travel_with_the_solution(kiebitz: Kiebitz) -> None:
    options = ["--cells", "5", "--columns", "7", "--supermoves", "microsoft", "--autoplay", "max"]
    written = kiebitz("solve", 11982, *options, "--format", "notation")
    assert written.code == 0
    assert "# cells: 5\n" in written.out
    assert kiebitz("verify", "-", stdin=written.out).code == 0


def test_other_numberings_travel_with_the_solution(kiebitz: Kiebitz) -> None:
    written = kiebitz("solve", 50_000, "--numbering", "pysolfc", "--format", "notation")
    assert "# deal: pysolfc 50000\n" in written.out
    assert kiebitz("verify", "-", stdin=written.out).code == 0


def test_output_file(kiebitz: Kiebitz, tmp_path: Path) -> None:
    file = tmp_path / "617.txt"
    assert kiebitz("solve", 617, "--format", "notation", "-o", file) == (0, "", "")
    assert kiebitz("verify", 617, file).code == 0
    ran = kiebitz("verify", 618, file)
    assert ran.code in (1, 2)


# Scores


def test_of_a_lost_deal_of_russian_solitaire_the_best_score_is_told(kiebitz: Kiebitz) -> None:
    ran = kiebitz("solve", 2, "--game", "russian")
    assert (ran.code, ran.err) == (1, "")
    assert re.fullmatch(
        r"Russian Solitaire deal 2: impossible, best score 9 in \d+ moves \(autoplay safe; .* verified\)\n\n[1-7h \n]+",
        ran.out,
    )
    answer = json.loads(kiebitz("solve", 2, "--game", "russian", "--json").out)
    assert (answer["verdict"], answer["best_score"], answer["limit_hit"]) == ("impossible", 9, None)
    assert answer["notation"].split() == ran.out.split("\n\n")[1].split()
    assert len(answer["moves"]) == len(answer["notation"].split())


def test_a_won_deal_of_russian_solitaire_scores_52(kiebitz: Kiebitz) -> None:
    ran = kiebitz("solve", 16, "--game", "russian")
    assert ran.code == 0
    assert ran.out.startswith("Russian Solitaire deal 16: solved in ")
    answer = json.loads(kiebitz("solve", 16, "--game", "russian", "--json").out)
    assert (answer["verdict"], answer["best_score"]) == ("solved", 52)
    assert json.loads(kiebitz("solve", 617, "--json").out)["best_score"] is None


def test_a_limit_leaves_the_best_score_open(kiebitz: Kiebitz) -> None:
    ran = kiebitz("solve", 2, "--game", "russian", "--limit-states", 1)
    assert ran.code in (1, 3)
    answer = json.loads(kiebitz("solve", 2, "--game", "russian", "--limit-states", 1, "--json").out)
    assert answer["best_score"] is None
    assert answer["limit_hit"] == "states"


@pytest.mark.parametrize("form", ["notation", "strict", "fc-solve"])
@pytest.mark.parametrize("number", [2, 5, 617])
def test_a_claimed_score_is_verified(kiebitz: Kiebitz, number: int, form: str) -> None:
    written = kiebitz("solve", number, "--game", "russian", "--format", form)
    assert written.code == 1
    assert "# autoplay: safe\n# score: " in written.out
    ran = kiebitz("verify", "-", stdin=written.out)
    assert (ran.code, ran.err) == (0, "")
    claimed = int(written.out.split("# score: ")[1].split()[0])
    assert re.fullmatch(rf"correct: (\d+|no) moves score {claimed} \(autoplay safe\)\n", ran.out)
    boast = written.out.replace(f"# score: {claimed}", f"# score: {claimed + 1}")
    ran = kiebitz("verify", "-", stdin=boast)
    assert ran.code == 1
    assert ran.out.endswith(f" legal moves the score is {claimed}, not {claimed + 1}\n")
    answer = json.loads(kiebitz("verify", "-", "--json", stdin=boast).out)
    assert (answer["verdict"], answer["score"]) == ("wrong_score", claimed + 1)
    won = kiebitz("verify", "-", stdin="".join(line for line in written.out.splitlines(True) if "score" not in line))
    assert won.code == 1
    assert f"the game is not won: cards that are not home: {52 - claimed}" in won.out


def test_a_score_stays_with_a_line_that_is_converted(kiebitz: Kiebitz) -> None:
    written = kiebitz("solve", 2, "--game", "russian", "--format", "notation").out
    other = kiebitz("convert", "--solution", "-", "--to", "fc-solve", "--autoplay", "none", stdin=written).out
    assert "# score: 9\n" in other
    assert kiebitz("verify", "-", stdin=other).code == 0


def test_rows_are_for_a_range(kiebitz: Kiebitz, tmp_path: Path) -> None:
    file = tmp_path / "one.PARQUET"
    ran = kiebitz("solve", 617, "--output", str(file))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("expected a name with another ending: rows are for a range of deals\n")
    assert not file.exists()


@pytest.mark.parametrize("score", ["x", "-1", "5.5", "100", ""])
def test_scores_that_make_no_sense(kiebitz: Kiebitz, score: str) -> None:
    ran = kiebitz("verify", 2, "-", "--game", "russian", stdin=f"# score: {score}\n4h")
    assert ran.code == 2
    assert re.search(
        r"line 1: '# score: .*' cannot be read; expected (a number of cards home|a value for score)", ran.err
    )


def test_a_range_of_a_game_that_the_kernel_does_not_deal(kiebitz: Kiebitz) -> None:
    ran = kiebitz("solve", "1-20", "--game", "russian")
    assert ran.code == 0
    assert ran.out.startswith("Russian Solitaire deals 1 to 20: 1 solved, 19 impossible, 0 undecided\n")
    ran = kiebitz("solve", "1-3", "--game", "freecell", "--supermoves", "any")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "FreeCell cannot be solved with supermoves any; expected single, standard, microsoft or whole\n" in ran.err


# Wrong solutions


def solution(kiebitz: Kiebitz) -> list[str]:
    text = kiebitz("solve", 617, "--format", "notation", "--autoplay", "none").out
    return [word for line in text.splitlines() if not line.startswith("#") for word in line.split()]


def test_an_illegal_move_is_named(kiebitz: Kiebitz) -> None:
    words = solution(kiebitz)
    words[16] = "99"
    ran = kiebitz("verify", 617, "-", stdin=" ".join(words))
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith("move 17 '99' is illegal: ")
    assert ran.out.count("\n") == 1
    answer = json.loads(kiebitz("verify", 617, "-", "--json", stdin=" ".join(words)).out)
    assert (answer["verdict"], answer["ply"], answer["move"]) == ("illegal", 17, "99")
    assert list(answer) == ["deal", "game", "verdict", "moves", "ply", "move", "reason", "score"]


def test_a_line_that_ends_too_early_is_not_won(kiebitz: Kiebitz) -> None:
    words = solution(kiebitz)[:20]
    ran = kiebitz("verify", 617, "-", stdin=" ".join(words))
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith("after 20 legal moves the game is not won")
    answer = json.loads(kiebitz("verify", 617, "-", "--json", stdin=" ".join(words)).out)
    assert (answer["verdict"], answer["moves"], answer["ply"]) == ("not_won", 20, None)


@pytest.mark.parametrize(
    "text", ["", "oo", "\0\0", "# autoplay: sometimes\n26", "26 5a\n# game: freecell", "2" * 9_000_000]
)
def test_what_is_no_solution_is_bad_input(kiebitz: Kiebitz, text: str) -> None:
    ran = kiebitz("verify", 617, "-", stdin=text)
    if not text:  # legal, but no win
        assert ran == (1, "after 0 legal moves the game is not won: cards that are not home: 52\n", "")
        return
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 500


def test_a_solution_without_its_deal(kiebitz: Kiebitz) -> None:
    ran = kiebitz("verify", "-", stdin="26 5a")
    assert (ran.code, ran.out) == (2, "")
    assert "does not name its deal" in ran.err
    ran = kiebitz("verify", "-", stdin="# deal: the one of yesterday\n26 5a")
    assert ran.code == 2


# Conversions


@pytest.mark.parametrize("form", ["standard", "strict", "fc-solve", "fc-solve-snx"])
def test_solutions_are_converted(kiebitz: Kiebitz, form: str) -> None:
    text = kiebitz("solve", 617, "--format", "notation").out
    there = kiebitz("convert", "--solution", "-", "--to", form, "--autoplay", "none", stdin=text)
    assert (there.code, there.err) == (0, "")
    options = ["--from", form, "--to", "standard", "--autoplay", "safe"]
    back = kiebitz("convert", "--solution", "-", *options, stdin=there.out)
    assert back.out == text
    answer = json.loads(kiebitz("convert", "--solution", "-", "--json", stdin=text).out)
    assert list(answer) == ["deal", "game", "moves", "autoplay"]


def test_forms_that_do_not_fit(kiebitz: Kiebitz) -> None:
    ran = kiebitz("convert", 617, "--solution", "-", "--to", "svg", stdin="26")
    assert ran.code == 2
    assert "a solution has no form 'svg'" in ran.err


def test_cards_in_other_spellings(kiebitz: Kiebitz) -> None:
    german = kiebitz("deal", 617, "--cards", "german").out
    assert "10" in german
    back = kiebitz("convert", "-", "--cards", "german", "--to", "json", stdin=german)
    assert back.out == kiebitz("deal", 617, "--json").out


# Text


def test_max_that_loses_the_line_is_remarked_upon(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = solving.solve
    monkeypatch.setattr(solving, "solve", lambda board, limit, _: plain(board, limit, Autoplay.SAFE))
    ran = kiebitz("solve", 617, "--autoplay", "max")
    assert ran.code == 0
    assert ran.err == "kiebitz: no line found works with autoplay max; this one is for autoplay safe\n"


def test_running_out_of_memory_is_undecided(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(solving, "solve", exhausted)
    assert kiebitz("solve", 617) == (3, "", "kiebitz: out of memory; --limit-memory sets a limit that is kept\n")


def test_a_kernel_that_lies_is_found_out(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    status = 0, None, None, b"", 0, 1, 1, 1, 0.0
    monkeypatch.setattr(kernel, "solution", lambda *_, **__: kernel.Solution(*status, bytes((0, 48, 1, 1)), 1, 1))
    ran = kiebitz("solve", 617, "--json")
    assert (ran.code, ran.out) == (70, "")
    assert ran.err.startswith("kiebitz: internal error, please report it: ")
    assert ran.err.count("\n") == 1


def test_ctrl_c_ends_a_long_search_at_once() -> None:
    """Deal 982 with two cells keeps a complete search busy for minutes."""
    command = [sys.executable, "-m", "kiebitz", "solve", "982", "--cells", "2", "--limit-memory", "1G"]
    with Started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_until_busy(process, 1)
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        out, err = process.communicate(timeout=PATIENCE)
        assert time.monotonic() - start < 20
        assert (process.returncode, out) == (130, b"")
        assert b"Traceback" not in err


# --- short lines ---


def test_a_short_line_is_told_as_any_other(kiebitz: Kiebitz) -> None:
    end = kiebitz("solve", 2_000_007, "--format", "notation").out
    board = kiebitz("solve", 2_000_007, "--short", "--limit-states", "2k", "--json")
    assert board.code == 0
    assert set(json.loads(board.out)) == set(json.loads(kiebitz("solve", 2_000_007, "--json").out))
    written = kiebitz("solve", 2_000_007, "--short", "--limit-states", "2k", "--format", "notation").out
    assert kiebitz("verify", "-", stdin=written).code == kiebitz("verify", "-", stdin=end).code == 0


def test_a_short_line_has_fewer_moves(kiebitz: Kiebitz) -> None:
    ran = kiebitz("solve", 2_000_007, "--short", "--autoplay", "max")
    match = re.match(r"FreeCell deal 2000007: solved in (\d+) moves \(autoplay max; .* verified\)\n\n", ran.out)
    assert ran.code == 0
    assert match
    assert len(ran.out[match.end() :].split()) == int(match[1])
    long = kiebitz("solve", 2_000_007, "--autoplay", "max").out.split("\n\n")[1].split()
    assert int(match[1]) < len(long)


def test_what_short_is_not_asked_of(kiebitz: Kiebitz) -> None:
    for arguments, complaint in (
        (["1-3"], "--short: a range of deals; expected one deal or board"),
        ([3, "--shortest"], "argument --shortest: not allowed with argument --short"),
    ):
        ran = kiebitz("solve", "--short", *arguments)
        assert (ran.code, ran.out, complaint in ran.err) == (2, "", True)
    lost = kiebitz("solve", -1, "--short")
    assert (lost.code, "impossible, proven by complete search" in lost.out) == (1, True)


# --- shortest lines ---


def test_a_shortest_line_is_proven_and_verified(kiebitz: Kiebitz) -> None:
    ran = kiebitz("solve", 3, "--shortest")
    assert ran.code == 0
    assert ran.out.startswith("FreeCell deal 3: 73 single-card moves, the shortest line (proven; ")
    words = ran.out.split("\n\n", 1)[1].split()
    assert len(words) == 73
    written = kiebitz("solve", 3, "--shortest", "--format", "notation").out
    assert [word for line in written.splitlines() if not line.startswith("#") for word in line.split()] == words
    assert kiebitz("verify", "-", stdin=written).out.startswith("correct: 73 moves win")


def test_a_limit_leaves_an_interval(kiebitz: Kiebitz) -> None:
    ran = kiebitz("solve", 1, "--shortest", "--limit-states", "20k", "--json")
    answer = json.loads(ran.out)
    assert ran.code == 3
    assert answer["bound"] < answer["length"] == len(answer["moves"])
    assert (answer["verdict"], answer["proven"], answer["limit_hit"]) == ("solved", False, "states")
    ran = kiebitz("solve", 1, "--shortest", "--limit-states", "100")
    assert (ran.code, "no line found (limit on states; 100 states" in ran.out) == (3, True)


def test_a_shortest_line_as_players_count(kiebitz: Kiebitz) -> None:
    words = ("solve", 1, "--game", "solitaire_two_suits", "--shortest", "--metric", "player", "--autoplay", "max")
    answer = json.loads(kiebitz(*words, "--json").out)
    assert (answer["metric"], answer["autoplay"], answer["proven"]) == ("player", "max", True)
    assert answer["bound"] == answer["length"] == len(answer["moves"])
    output = kiebitz(*words)
    assert output.code == 0
    assert f": {answer['length']} moves, the shortest line (autoplay max; proven; " in output.out
    assert kiebitz("verify", "-", stdin=kiebitz(*words, "--format", "notation").out).code == 0
    ran = kiebitz("solve", 1, "--metric", "player")
    assert (ran.code, "--metric: player; expected --shortest with it" in ran.err) == (2, True)


def test_a_limit_leaves_an_interval_of_players_moves(kiebitz: Kiebitz) -> None:
    words = ("solve", 1, "--shortest", "--metric", "player", "--limit-states", "20k")
    ran = kiebitz(*words)
    assert ran.code == 3
    assert re.match(
        r"FreeCell deal 1: \d+ moves, the shortest line has at least \d+ \(autoplay safe; limit on states", ran.out
    )


def test_impossible_has_no_shortest_line(kiebitz: Kiebitz) -> None:
    board = kiebitz("deal", -1, "--format", "json").out
    ran = kiebitz("solve", "-", "--shortest", stdin=board)
    assert (ran.code, ran.out.startswith("FreeCell board: impossible, proven by complete search (")) == (1, True)


def test_ctrl_c_keeps_the_best_line(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    from kiebitz.cli.solve_shortest import ReportedProgress

    presses: list[int] = []  # one only: a second Ctrl-C would end the command at once

    def interrupt(_: ReportedProgress, bound: int, length: int | None) -> None:
        if length is not None and bound > 76 and not presses:
            presses.append(bound)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(ReportedProgress, "update", interrupt)
    ran = kiebitz("solve", 1, "--shortest")
    assert ran.code == 130
    match = re.match(
        r"FreeCell deal 1: (\d+) single-card moves, the shortest line has at least (\d+) \(stopped; ", ran.out
    )
    assert match
    assert 76 < int(match[2]) < int(match[1])  # the search continues until it notices the key


def test_what_shortest_is_not_asked_of(kiebitz: Kiebitz) -> None:
    for arguments, complaint in (
        (["1-3"], "--shortest: a range of deals; expected one deal or board"),
        ([3, "--game", "yukon"], "Yukon has no search for shortest lines: supermoves any; expected "),
        ([3, "--game", "marseille"], "Marseille has no search for shortest lines: supermoves whole"),
        ([3, "--prove"], "argument --prove: not allowed with argument --shortest"),
    ):
        ran = kiebitz("solve", "--shortest", *arguments)
        assert (ran.code, ran.out, complaint in ran.err) == (2, "", True)


def test_a_game_that_is_named_has_to_be_that_of_the_solution(kiebitz: Kiebitz) -> None:
    text = kiebitz("solve", 1, "--game", "bakers_game", "--format", "notation").out
    assert kiebitz("verify", "-", stdin=text).code == 0
    ran = kiebitz("verify", "-", "--game", "freecell", stdin=text)
    assert (ran.code, ran.out) == (2, "")
    assert "header line 'game': 'bakers_game' cannot be read; expected freecell" in ran.err


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        (["--game", "bakers_game", "--supermoves", "any", "--cells", "0"], None),
        (
            ["--game", "bakers_game", "--supermoves", "any", "--build", "any_suit", "--cells", "0"],
            "supermoves any; expected single, standard, microsoft or whole",
        ),
        (["--game", "russian", "--cells", "1"], "1 free cell; expected none"),
    ],
)
def test_what_no_search_knows_is_named(kiebitz: Kiebitz, changes: list[str], why: str | None) -> None:
    ran = kiebitz("solve", 1, *changes, "--limit-states", 2000)
    if why is None:
        assert ran.code in (0, 1, 3)
    else:
        assert (ran.code, ran.out) == (2, "")
        assert f" cannot be solved with {why}\n" in ran.err
