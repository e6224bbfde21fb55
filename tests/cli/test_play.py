"""Tests of `kiebitz play`: choice of the game, saved state and exit, also on pseudo-terminals."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Self

import pytest

import kiebitz as package
from kiebitz.analysis.limits import Verdict
from kiebitz.cli import play
from kiebitz.cli.saved_games import Saved, state_folder
from kiebitz.errors import FileError, KiebitzError
from kiebitz.patience.games import game
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.rule_options import Autoplay
from kiebitz.patience.session import Session
from kiebitz.tui.app import PlayApp
from kiebitz.tui.themes import LOOKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from command_line import Kiebitz

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a state folder for this test alone."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "kiebitz"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[PlayApp]:
    """The applications that commands create, not run, on a simulated terminal."""
    apps: list[PlayApp] = []
    monkeypatch.setattr(play, "_has_terminal", lambda: True)
    monkeypatch.setattr(PlayApp, "run", lambda app: apps.append(app))  # noqa: PLW0108  a method
    monkeypatch.delenv("NO_COLOR", raising=False)
    return apps


def unfinished() -> Session:
    session = Session.new("freecell", 617)
    session.play("58")
    session.play("2a")
    session.undo()
    return session


# Choice of the game


def test_without_a_terminal_it_says_so(kiebitz: Kiebitz) -> None:
    ran = kiebitz("play", 617)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("kiebitz: play needs a terminal for its input and output; ")
    assert ran.err.count("\n") == 1


def test_without_textual_it_says_how_to_get_it(
    kiebitz: Kiebitz, started: list[PlayApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith(("textual", "kiebitz.tui"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(package, "tui", None, raising=False)  # restores the module for other tests
    monkeypatch.setitem(sys.modules, "textual.app", None)
    monkeypatch.setitem(sys.modules, "textual", None)
    ran = kiebitz("play", 617)
    assert ran == (2, "", "kiebitz: games in the terminal need textual: pip install 'kiebitz[play]'\n")
    assert not started


@pytest.mark.parametrize(
    ("words", "session"),
    [
        (["617"], Session.new("freecell", 617)),
        (["-4"], Session.new("freecell", -4)),
        (["5", "--game", "Eight Off"], Session.new("eight_off", 5)),
        (["32000", "--numbering", "pysolfc"], Session.new("freecell", 32000, numbering="pysolfc")),
        (
            ["1", "--cells", "3", "--autoplay", "none"],
            Session.new(number=1, rules=game("freecell").with_(cells=3), autoplay=Autoplay.NONE),
        ),
        ([write_link(unfinished())], unfinished()),
        (["https://kiebitz.example/#" + write_link(unfinished())], unfinished()),
    ],
)
def test_named_games(kiebitz: Kiebitz, started: list[PlayApp], words: list[str], session: Session) -> None:
    ran = kiebitz("play", *words)
    assert ran.code == 0, ran.err
    assert started[0].session == session


def test_a_board_file(kiebitz: Kiebitz, started: list[PlayApp], tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(kiebitz("deal", 617).out)
    assert kiebitz("play", board).code == 0
    assert started[0].session.position == Session.new("freecell", 617).position
    assert started[0].session.deal is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_board_from_a_pipe_is_read_once(kiebitz: Kiebitz, started: list[PlayApp], tmp_path: Path) -> None:
    board, pipe = kiebitz("deal", 617).out, tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=(board,), daemon=True)
    writer.start()
    assert kiebitz("play", pipe).code == 0
    assert started[0].session.position == Session.new("freecell", 617).position


def test_what_is_no_file_is_told_as_that(kiebitz: Kiebitz, started: list[PlayApp], tmp_path: Path) -> None:
    ran = kiebitz("play", tmp_path)
    assert (ran.code, started) == (2, [])
    assert ran.err == f"kiebitz: file '{tmp_path}' cannot be read: Is a directory\n"


def test_a_file_with_variations(kiebitz: Kiebitz, started: list[PlayApp], tmp_path: Path) -> None:
    session = Session.new("freecell", 617)
    for word in ("83", "8a"):
        session.play(word)
    session.undo()
    session.play("5b")
    session.here.name = "cells"
    text = tmp_path / "game.txt"
    text.write_text(session.notation(variations=True))
    assert kiebitz("play", text).code == 0
    assert started[0].session.tree() == "83 8a ({cells} 5b)"
    assert kiebitz("play", session.link()).code == 0
    assert started[1].session == session


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["no-such-file"], "expected a deal number, the name of a file that exists, or a link"),
        (["-"], "play reads keys from standard input, so the board cannot come from it"),
        (["99999999999"], "out of range"),
        (["game=freecell&deal=617&moves=18"], "colours must alternate"),
        (["game=freecell&deal=x"], "number 'x' is out of range"),
        (["game=freecell&deal=1", "--game", "yukon"], "a link names game, rules and autoplay itself"),
        (["1", "--game", "chess"], "unknown game 'chess'"),
        (["1", "--look", "pink"], "pink"),
        (["1", "--winnable"], "--winnable is for a random deal"),
    ],
)
def test_bad_input_is_one_line(kiebitz: Kiebitz, started: list[PlayApp], words: list[str], complaint: str) -> None:
    ran = kiebitz("play", *words)
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
    assert ran.err.count("\n") == 1
    assert not started


def test_without_a_deal_the_unfinished_game_goes_on(kiebitz: Kiebitz, started: list[PlayApp]) -> None:
    Saved().keep(unfinished())
    assert kiebitz("play").out == "The game is kept: kiebitz play goes on with it.\n"
    assert started[0].session == unfinished()


def test_a_game_that_could_not_be_kept_is_said_to_be_lost_when_it_is_left(
    kiebitz: Kiebitz, started: list[PlayApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    def left(app: PlayApp) -> None:
        started.append(app)
        app.game.not_kept = "this game is not saved: file 'x' cannot be written: no space"

    monkeypatch.setattr(PlayApp, "run", left)
    expected = "kiebitz: this game is not saved: file 'x' cannot be written: no space\n"
    assert kiebitz("play", write_link(unfinished())) == (0, "", expected)


def test_a_link_that_was_only_looked_at_is_not_kept(kiebitz: Kiebitz, started: list[PlayApp]) -> None:
    assert kiebitz("play", write_link(unfinished())) == (0, "", "")
    assert not started[0].game.kept
    assert Saved().game() is None


@pytest.mark.parametrize("words", [["--new"], ["--winnable"], ["--game", "freecell"], ["--autoplay", "safe"]])
def test_who_asks_for_another_game_gets_one(kiebitz: Kiebitz, started: list[PlayApp], words: list[str]) -> None:
    Saved().keep(unfinished())
    assert kiebitz("play", *words).out == ""
    session = started[0].session
    assert session.ply == 0
    assert session.deal is not None
    assert 1 <= session.deal.number <= 1_000_000
    assert Saved().game() == unfinished()


def test_winnable_deals_can_be_won(kiebitz: Kiebitz, started: list[PlayApp]) -> None:
    for _ in range(5):
        assert kiebitz("play", "--winnable", "--cells", "1").code == 0  # one deal in five
        assert package.solve(started[-1].session.position).verdict is Verdict.SOLVED
    ran = kiebitz("play", "--winnable", "--game", "solitaire_one_suit", "--cells", "0", "--columns", "1")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("that can be won was found among 3,000\n")


@pytest.mark.parametrize("numbering", ["microsoft", "pysolfc", "fisher-yates", "wetherell"])
def test_deals_by_chance_exist_in_every_numbering(kiebitz: Kiebitz, started: list[PlayApp], numbering: str) -> None:
    for _ in range(5):
        assert kiebitz("play", "--numbering", numbering).code == 0
    assert len({write_link(app.session) for app in started}) > 1


def test_a_damaged_file_is_one_line_and_a_fresh_game(kiebitz: Kiebitz, started: list[PlayApp]) -> None:
    Saved().keep(unfinished())
    Saved().file.write_text("game=freecell&deal=617&moves=58+58")
    assert kiebitz("play").code == 0
    app = started[0]
    assert app.session.ply == 0
    assert "cannot be opened: " in app.game._first_notice
    assert app.game._first_notice.endswith(". A new game begins")
    assert "\n" not in app.game._first_notice


def test_looks(kiebitz: Kiebitz, started: list[PlayApp], monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(play.LOOK_NAMES) == set(LOOKS)
    for look in play.LOOK_NAMES:
        kiebitz("play", 1, "--look", look)
        assert started[-1].current_theme is LOOKS[look]
    kiebitz("play", 1, "--four-colours")
    assert started[-1].game.board.four_colours
    monkeypatch.setenv("NO_COLOR", "1")
    kiebitz("play", 1)
    assert started[-1].current_theme is LOOKS["mono"]


def test_the_look_chosen_last_comes_back(kiebitz: Kiebitz, started: list[PlayApp], state: Path) -> None:
    saved = Saved()
    assert saved.look() == ("", False)
    saved.keep_look("light", four_colours=True)
    kiebitz("play", 1)
    assert (started[-1].theme, started[-1].game.board.four_colours) == ("light", True)
    kiebitz("play", 1, "--look", "mono")
    assert (started[-1].theme, started[-1].game.board.four_colours) == ("mono", True)
    assert saved.look() == ("light", True)
    for content in (b"", b"\xff", b"pink", b"light four-colours " * 1_000_000):
        (state / "look").write_bytes(content)
        assert kiebitz("play", 1).code == 0
        assert started[-1].theme in LOOKS


def test_a_terminal_that_knows_only_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stream:
        encoding = "ascii"

    monkeypatch.setattr(sys, "__stderr__", Stream())
    assert play._own_look("light") == "ascii"
    Stream.encoding = "utf-8"
    assert play._own_look("light") == "light"
    assert play._own_look("") == "dark"


# Saved state


def test_games_are_kept_and_found_again(state: Path) -> None:
    saved = Saved()
    assert saved.game() is None
    saved.keep(unfinished())
    assert saved.file == state / "game.link"
    assert {path.name for path in state.iterdir()} == {"game.link", "game.lock"}
    assert saved.game() == unfinished()
    assert read_link(saved.file.read_text().strip()) == unfinished()


def test_links_in_the_folder_of_games_are_not_followed(state: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("mine")
    state.mkdir(parents=True)
    for name in ("game.link", "game.lock", "look"):
        (state / name).symlink_to(mine)
    saved = Saved()
    with pytest.raises(FileError, match=r"game\.link'"):
        saved.game()
    assert saved.look() == ("", False)
    saved.keep(unfinished())
    saved.keep_look("dark", four_colours=True)
    assert (mine.read_text(), saved.look()) == ("mine", ("dark", True))
    assert Saved().game() == unfinished()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes_in_the_folder_of_games_are_not_waited_for(state: Path) -> None:
    state.mkdir(parents=True)
    for name in ("game.link", "game.lock", "look"):
        os.mkfifo(state / name)
    with pytest.raises(FileError, match=r"game\.link'"):
        Saved().game()
    assert Saved().look() == ("", False)


def test_games_that_are_over_or_not_begun_are_not_kept() -> None:
    saved = Saved()
    saved.keep(Session.new())
    assert saved.game() is None
    saved.keep(unfinished())
    saved.keep(Session.new())
    assert saved.game() == unfinished()
    session = Session.new("solitaire_one_suit", 3)
    for word in ["5h", "32", "51", "23", "32", "12", "41", "12"]:
        saved.keep(session)
        session.play(word)
    assert saved.game() is not None
    saved.keep(session)
    assert session.is_won
    assert saved.game() is None
    saved.forget()


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"game=chess", b"game=freecell&deal=1&at=9", b"x" * 2_000_000]
)
def test_whatever_stands_in_the_file_is_told_in_one_line(content: bytes) -> None:
    saved = Saved()
    saved.keep(unfinished())
    saved.file.write_bytes(content)
    with pytest.raises(KiebitzError, match=r"^the saved game ") as output:
        saved.game()
    assert "\n" not in str(output.value)


def test_two_games_at_once_are_both_kept() -> None:
    one, other = Saved(), Saved()
    one.keep(unfinished())
    with pytest.raises(KiebitzError, match=r"^the unfinished game is being played already$"):
        other.game()
    second = Session.new("yukon", 3)
    second.play(str(next(iter(second.legal_moves))))
    other.keep(second)
    one.keep(unfinished())
    assert one.file != other.file
    other.keep(second)
    del one, other
    first_again, second_again = Saved(), Saved()
    assert first_again.game() == second  # written last
    assert second_again.game() == unfinished()
    second_again.forget()
    del first_again, second_again
    assert Saved().game() == second


def test_a_folder_without_locks_keeps_a_game_all_the_same(state: Path) -> None:
    (state / "game.lock").mkdir(parents=True)
    Saved().keep(unfinished())
    assert Saved().game() == unfinished()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(KiebitzError, match="file"):
        Saved(tmp_path / "file" / "kiebitz").keep(unfinished())


def test_the_folder_for_state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/var/state")
    assert state_folder() == Path("/var/state/kiebitz")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("relative/state", ""):
        monkeypatch.setenv("XDG_STATE_HOME", name)
        if os.name != "nt":
            assert state_folder() == tmp_path / ".local" / "state" / "kiebitz"


# Real processes on pseudo-terminals


class Terminal:
    """`kiebitz play` on a pseudo-terminal of 80 by 24, as a context manager."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        import fcntl
        import pty
        import termios

        self._ours, its_end = pty.openpty()
        fcntl.ioctl(its_end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kiebitz", "play", *arguments],
            stdin=its_end,
            stdout=its_end,
            stderr=its_end,
            env=inherited | {"TERM": "xterm-256color"} | environment,
        )
        os.close(its_end)
        self.output = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)

    def type(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def wait_for(self, text: str) -> None:
        while text not in self.text:
            assert self._more(), f"no {text!r} in {self.text[-2000:]!r}"

    def end(self) -> int:
        """Read to the end and return the exit code."""
        while self._more():
            pass
        return self.process.wait(timeout=20)

    @property
    def text(self) -> str:
        return re.sub(rb"\x1b\[[0-9;:?<>=$]*[A-Za-z~]", b"", self.output).decode(errors="replace")

    def _more(self) -> bool:
        if not select.select([self._ours], [], [], 20)[0]:
            return False
        try:
            piece = os.read(self._ours, 1 << 16)
        except OSError:  # closed
            return False
        self.output += piece
        return bool(piece)


@pytest.fixture
def terminal() -> Iterator[Any]:
    opened: list[Terminal] = []

    def open_one(*arguments: str, **environment: str) -> Terminal:
        opened.append(Terminal(*arguments, **environment))
        return opened[-1]

    yield open_one
    for one in opened:
        one.__exit__()


@posix
def test_a_game_is_left_and_goes_on(terminal: Any, state: Path) -> None:
    first = terminal("617")
    first.wait_for("shows all keys")
    first.type("58")
    first.wait_for("move 1")
    first.type("q")
    assert first.end() == 0
    assert "The game is kept: kiebitz play goes on with it." in first.text
    assert (state / "game.link").read_text() == "game=freecell&deal=617&moves=58\n"
    second = terminal()
    second.wait_for("move 1")
    second.type("\x03")  # Ctrl-C
    assert second.end() == 0
    assert Saved().game() == read_link("game=freecell&deal=617&moves=58")


@posix
def test_two_games_at_once_leave_each_other_alone(terminal: Any, state: Path) -> None:
    first, second = terminal("617"), terminal("618")
    for session, moves in ((first, "58"), (second, "1a"), (first, "2a")):
        session.wait_for("winnable")
        session.type(moves)
        session.wait_for(f"move {2 if moves == '2a' else 1}")
    third = terminal()
    third.wait_for("the unfinished game is being played already. A new game begins")
    first.process.kill()  # releases its lock
    second.type("q")
    assert second.end() == 0
    assert {file.read_text() for file in state.glob("*.link")} == {
        "game=freecell&deal=617&moves=58+2a\n",
        "game=freecell&deal=618&moves=1a\n",
    }
    first.process.wait()
    assert Saved().game() == read_link("game=freecell&deal=618&moves=1a")  # left last


@posix
@pytest.mark.parametrize(
    "name", ["SIGINT", *(pytest.param(name, marks=pytest.mark.long) for name in ("SIGTERM", "SIGHUP"))]
)
def test_signals_leave_the_terminal_and_the_game_as_they_were(terminal: Any, name: str) -> None:
    session = terminal("617")
    session.wait_for("shows all keys")
    session.type("58")
    session.wait_for("move 1")
    session.process.send_signal(getattr(signal, name))
    session.end()
    assert b"\x1b[?1049l" in session.output  # restores the previous screen
    assert Saved().game() == read_link("game=freecell&deal=617&moves=58")


@posix
def test_no_color(terminal: Any) -> None:
    session = terminal("617", NO_COLOR="1")
    session.wait_for("shows all keys")
    session.type("58q")
    session.end()
    styles = {part for match in re.findall(rb"\x1b\[([0-9;]*)m", session.output) for part in match.split(b";")}
    assert styles <= {b"", b"0", b"1", b"2", b"4", b"7", b"39", b"49"}, styles


@posix
def test_colours_are_there_otherwise(terminal: Any) -> None:
    session = terminal("617", COLORTERM="truecolor")
    session.wait_for("shows all keys")
    assert b"48;2;" in session.output
    session.type("q")
    assert session.end() == 0


@posix
def test_a_dumb_terminal_is_told(terminal: Any) -> None:
    session = terminal("617", TERM="dumb")
    assert session.end() == 2
    assert session.text.startswith("kiebitz: play needs a terminal")
