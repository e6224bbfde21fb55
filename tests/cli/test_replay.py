"""Tests of `kiebitz replay`: every kind of game and of file, the live replay, and errors of one line."""

from __future__ import annotations

import io
import json
import os
import select
import struct
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from kiebitz.analysis.solving import solve
from kiebitz.patience.dealing import deal
from kiebitz.patience.notation import format_board, format_solution
from kiebitz.patience.rule_options import Autoplay
from kiebitz.patience.session import Session
from kiebitz.render import text
from kiebitz.render.replay import Replay
from kiebitz.render.replay.gif import gif
from kiebitz.render.replay.html import html
from kiebitz.render.themes import theme
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from command_line import Kiebitz

LINE = "58 5a 5b"


@pytest.fixture(scope="module")
def solved() -> Replay:
    result = solve(deal(617))
    return Replay.of(result.position, result.moves, result.autoplay, "FreeCell deal 617")


def _frames(out: str) -> list[str | None]:
    return [frame["move"] for frame in json.loads(out)["frames"]]


def _words(replay: Replay) -> list[str | None]:
    return [frame.text or None for frame in replay.frames]


# Games


def test_a_deal_is_solved_and_printed_move_by_move(kiebitz: Kiebitz, solved: Replay) -> None:
    ran = kiebitz("replay", 617)
    assert (ran.code, ran.err) == (0, "")
    boards = ran.out.split("\n\n")
    assert len(boards) == len(solved.frames)
    first = solved.frames[1]
    assert boards[0].splitlines()[0] == f"FreeCell deal 617   0/{solved.plies}"
    assert boards[1].splitlines()[0] == f"1/{solved.plies}  {first.text}  {first.sentence}"
    for board, frame in zip(boards, solved.frames, strict=True):
        plain = text.board(frame.position, colour=False).splitlines()
        assert [line for line in board.splitlines()[1:] if ":" not in line] == [
            line for line in plain if ":" not in line
        ]


@pytest.mark.parametrize(("spelling", "queen", "foreign"), [("german", "D♥", "QJ"), ("russian", "Д♥", "AQKJ")])
def test_boards_and_sentences_in_the_letters_asked_for(
    kiebitz: Kiebitz, spelling: str, queen: str, foreign: str
) -> None:
    shown = kiebitz("replay", 617, "--cards", spelling).out
    assert f"{queen} from column 8 to column 3" in shown
    assert not any(letter + sign in shown for letter in foreign for sign in "♣♦♥♠")


@pytest.mark.parametrize(("spelling", "queen"), [("english", "QH"), ("german", "DH"), ("russian", "QH")])
def test_letters_where_signs_cannot_be_written(solved: Replay, spelling: str, queen: str) -> None:
    run = [sys.executable, "-m", "kiebitz", "replay", "617", "--cards", spelling]
    plain = os.environ | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    out = subprocess.run(run, capture_output=True, check=True, env=plain).stdout.decode("ascii")
    first = solved.frames[1]
    assert f"\n1/{solved.plies}  {first.text}  {queen} from column 8 to column 3\n" in out
    assert "?" not in out


def test_json_lists_the_frames(kiebitz: Kiebitz, solved: Replay) -> None:
    answer = json.loads(kiebitz("replay", 617, "--json").out)
    assert (answer["deal"], answer["game"], answer["autoplay"], answer["won"]) == (617, "freecell", "safe", True)
    assert answer["moves"] == solved.plies
    assert [frame["move"] for frame in answer["frames"]] == _words(solved)
    first = solved.frames[1]
    cards = [str(card) for card in first.moved]
    assert answer["frames"][1] == {"ply": 1, "move": first.text, "automatic": False, "cards": cards}


@pytest.mark.parametrize("form", ["standard", "strict", "fc-solve", "fc-solve-snx"])
def test_a_solution_of_any_form(kiebitz: Kiebitz, solved: Replay, form: str, tmp_path: Path) -> None:
    result = solve(deal(617))
    (tmp_path / "line").write_text(format_solution(deal(617), result.moves, result.autoplay, "microsoft 617", form))
    assert _frames(kiebitz("replay", tmp_path / "line", "--json").out) == _words(solved)
    assert _frames(kiebitz("replay", 617, tmp_path / "line", "--json").out) == _words(solved)
    piped = kiebitz("replay", "-", "--json", stdin=(tmp_path / "line").read_text())
    assert json.loads(piped.out)["title"] == "FreeCell deal 617"


def test_an_own_game_that_is_no_win(kiebitz: Kiebitz, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text(LINE)
    ran = kiebitz("replay", 617, tmp_path / "mine", "--json")
    assert (ran.code, _frames(ran.out)) == (0, [None, *LINE.split()])
    assert json.loads(ran.out)["won"] is False


def test_a_board_with_and_without_a_solution(kiebitz: Kiebitz, solved: Replay, tmp_path: Path) -> None:
    (tmp_path / "board").write_text(format_board(deal(617)))
    (tmp_path / "mine").write_text(LINE)
    alone = kiebitz("replay", tmp_path / "board", "--json")
    assert json.loads(alone.out)["title"] == "FreeCell board"
    assert _frames(alone.out) == _words(solved)
    assert _frames(kiebitz("replay", tmp_path / "board", tmp_path / "mine", "--json").out) == [None, *LINE.split()]


def test_a_link_with_and_without_moves(kiebitz: Kiebitz, solved: Replay) -> None:
    session = Session.new("freecell", 617)
    assert _frames(kiebitz("replay", session.link(), "--json").out) == _words(solved)
    for word in LINE.split():
        session.play(word)
    session.undo()  # shows undone moves too
    ran = kiebitz("replay", session.link("https://kiebitz.example/"), "--json")
    assert _frames(ran.out) == [None, *LINE.split()]
    assert json.loads(ran.out)["title"] == "FreeCell deal 617"


def test_a_link_leaves_nothing_to_be_said(kiebitz: Kiebitz) -> None:
    ran = kiebitz("replay", "game=freecell&deal=617", "--autoplay", "none")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "a link names game, rules, autoplay and moves itself" in ran.err


def test_russian_solitaire_shows_its_best_line(kiebitz: Kiebitz) -> None:
    best = json.loads(kiebitz("solve", 5, "--game", "russian", "--json").out)
    shown = json.loads(kiebitz("replay", 5, "--game", "russian", "--json").out)
    assert (best["verdict"], shown["won"]) == ("impossible", False)
    assert shown["moves"] == len(best["moves"])
    home = [frame for frame in shown["frames"] if (frame["move"] or "").endswith("h")]
    assert len(home) == best["best_score"]


def test_no_solution_no_replay(kiebitz: Kiebitz, tmp_path: Path) -> None:
    ran = kiebitz("replay", 11982, "--output", tmp_path / "x.gif")
    assert ran == (1, "FreeCell deal 11982: impossible, so there is no solution to replay\n", "")
    assert not list(tmp_path.iterdir())
    ran = kiebitz("replay", 11982, "--limit-states", 10)
    assert ran == (3, "FreeCell deal 11982: undecided, stopped by the limit on states\n", "")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("58 5a", "the solution does not name its deal ('# deal: microsoft 617'); give the deal before it"),
        ("7D AD UU", "'UU' cannot be read; expected a card"),
        ("# deal: microsoft 617\n58 12", "move 2 '12' is illegal"),
        ("", "expected"),
    ],
)
def test_bad_files(kiebitz: Kiebitz, content: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(content)
    ran = kiebitz("replay", tmp_path / "file")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert complaint in ran.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("no-such-file",), "'no-such-file' cannot be read; expected a deal number, the name of a file that exists"),
        (("617", "--output", "617.avi"), "expected a name that ends in .gif or .html"),
        (("617", "--speed", "0"), "expected a number from 0.05 to 50"),
        (("617", "--scale", "nan"), "expected a number from 0.25 to 4"),
        (("617", "--theme", "pink"), "expected one of: light, dark"),
        (("-", "-"), "cannot both come from standard input"),
        (("game=freecell&deal=617&moves=12",), "move 1 '12' is illegal"),
        (("game=freecell&deal=0&cards=3",), "expected one of the keys"),
    ],
)
def test_bad_arguments(kiebitz: Kiebitz, arguments: tuple[str, ...], complaint: str) -> None:
    ran = kiebitz("replay", *arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert complaint in ran.err


# Files


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    folder = tmp_path / "given"
    folder.mkdir()
    (folder / "mine").write_text(LINE)
    return folder / "mine"


def _mine(spelling: str) -> Replay:
    session = Session.new("freecell", 617)
    for word in LINE.split():
        session.play(word)
    return Replay.of(deal(617), session.moves, Autoplay.NONE, "FreeCell deal 617", spelling)


def test_files_are_what_the_drawing_makes(kiebitz: Kiebitz, mine: Path, tmp_path: Path) -> None:
    looks = ("--theme", "dark", "--four-colours", "--cards", "russian", "--speed", 2)
    for kind in ("gif", "html"):
        assert kiebitz("replay", 617, mine, *looks, "--output", tmp_path / f"x.{kind}") == (0, "", "")
    dark, shown = theme("dark", four_colours=True), _mine("russian")
    assert (tmp_path / "x.gif").read_bytes() == b"".join(gif(shown, dark, speed=2))
    assert (tmp_path / "x.html").read_text() == html(shown, "dark", 2, four_colours=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["given", "x.gif", "x.html"]


def test_scale_of_a_gif(kiebitz: Kiebitz, mine: Path, tmp_path: Path) -> None:
    assert kiebitz("replay", 617, mine, "--scale", 0.5, "--output", tmp_path / "x.GIF").code == 0
    assert Image.open(io.BytesIO((tmp_path / "x.GIF").read_bytes())).width == 348


@pytest.mark.parametrize(
    ("kind", "missing", "complaint"),
    [
        ("gif", "resvg_py", "pictures in pixels need resvg-py: pip install 'kiebitz[picture]'"),
        ("gif", "PIL", "moving pictures need pillow: pip install 'kiebitz[picture]'"),
    ],
)
def test_what_is_missing_leaves_nothing(
    kiebitz: Kiebitz,
    mine: Path,
    kind: str,
    missing: str,
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if missing:
        monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.setenv("PATH", "")
    assert kiebitz("replay", 617, mine, "--output", tmp_path / f"x.{kind}") == (2, "", f"kiebitz: {complaint}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["given"]


# In a terminal

pty = pytest.importorskip("pty", reason="no pseudo-terminals on this system")


def _watch(
    keys: list[bytes],
    *,
    rows: int = 30,
    arguments: tuple[str, ...] = ("617",),
    until: bytes = b"\x1b[J",
    **environment: str,
) -> tuple[int, list[str]]:
    """Run the replay in a pseudo-terminal, press *keys* in turn, and return exit code and screens.

    Press the first key after the output *until*.
    """
    import fcntl
    import termios

    pid, stream = pty.fork()
    if pid == 0:
        os.environ |= {"TERM": "xterm-256color", "NO_COLOR": "1"} | environment
        os.execv(sys.executable, [sys.executable, "-m", "kiebitz", "replay", *arguments])
    fcntl.ioctl(stream, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
    drawn = _read(stream, lambda drawn: until in drawn)
    for key in keys:
        os.write(stream, key)
        drawn += _read(stream, lambda drawn: b"\x1b[J" in drawn or b"1049l" in drawn)
    drawn += _read(stream, lambda _: False)
    _, status = os.waitpid(pid, 0)
    os.close(stream)
    assert drawn.endswith(b"\x1b[?25h\x1b[?1049l")
    return os.waitstatus_to_exitcode(status), drawn.decode().split("\x1b[H")[1:]


def _read(stream: int, enough: Callable[[bytes], bool]) -> bytes:
    drawn, end = b"", time.monotonic() + PATIENCE
    while not enough(drawn) and time.monotonic() < end:
        if not select.select([stream], [], [], 0.1)[0]:
            continue
        try:
            part = os.read(stream, 1 << 16)
        except OSError:  # the program has ended
            break
        if not part:
            break
        drawn += part
    return drawn


def _state(screen: str) -> tuple[str, str]:
    rows = [row.partition("\x1b[K")[0] for row in screen.split("\r\n")]
    return rows[0].removeprefix("FreeCell deal 617   "), rows[-1].partition("  ")[0]


def test_keys_pause_step_and_leave(solved: Replay) -> None:
    keys = [b" ", b"\x1b[C", b"l", b"\x1b[D", b"+", b"\x1b[F", b"\x1b[H", b"q"]
    code, screens = _watch(keys)
    assert code == 0
    states = list(dict.fromkeys(map(_state, screens)))
    paused = [state for state in states if state[1].startswith(("paused", "end"))]
    begin = paused[0][0]
    counters = [solved.counter(index) for index in range(len(solved.frames))]
    at = counters.index(begin)
    assert at < 2  # started or not yet
    expected = [(counter, "paused 1×") for counter in counters[at : at + 3]]
    expected += [(counters[at + 1], "paused 2×"), (counters[-1], "end 2×"), (counters[0], "paused 2×")]
    assert paused == expected


def test_it_plays_by_itself_to_the_end(solved: Replay) -> None:
    _, screens = _watch([b"q"], arguments=("617", "--speed", "50"), until=b"end 50")
    shown = [_state(screen)[0] for screen in screens]
    assert set(shown) == {solved.counter(index) for index in range(len(solved.frames))}
    end = solved.counter(len(solved.frames) - 1)
    assert (shown[0], _state(screens[-1])) == (solved.counter(0), (end, "end 50×"))


def test_a_terminal_without_unicode_has_letters_and_plain_keys() -> None:
    _, screens = _watch([b" ", b"\x1b[H", b"l", b"q"], NO_COLOR="", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert all(screen.isascii() for screen in screens)
    assert "?" not in screens[0]
    assert "QH from column 8 to column 3" in screens[-1]
    assert "\x1b[4m\x1b[31mQH\x1b[39m\x1b[24m" in screens[-1]  # coloured and underlined
    assert "paused 1x  Space pause  <> step  Home End  +- speed  q quit" in screens[-1]


def test_a_window_that_is_too_small_says_so() -> None:
    _, screens = _watch([b"q"], rows=8)
    assert "needed," in screens[-1]
    assert "80 × 8 there" in screens[-1]
