"""What happens on the screen: refusals, undo, hints, replays, losing moves, other deals, looks, keeping a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from kiebitz.errors import KiebitzError
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game
from kiebitz.patience.links import read_link
from kiebitz.patience.piles import cell, column, foundation
from kiebitz.patience.session import Session
from kiebitz.tui.app import PlayApp
from kiebitz.tui.cursor import Cursor
from screens import click, drive, freecell, light_of, quiet, said, text_of, type_moves

if TYPE_CHECKING:
    from textual.pilot import Pilot

#: The fourth move loses, as the complete search has proved.
LOST = "1b 1d 2a 4c 31"


@pytest.mark.parametrize(
    ("session", "typed", "reason"),
    [
        (freecell(), "18", "18: red jack on red queen: colours must alternate"),
        (freecell(), "1h", "1h: jack of diamonds on the diamonds foundation: the ace of diamonds must go there first"),
        (freecell(), "19", "19: there is no column 9: FreeCell is played with 8 columns"),
        (freecell(), "af", "af: there is no cell f: FreeCell is played with 4 free cells"),
        (freecell(), "a1", "a1: cell a is empty"),
        (freecell(), "s1", "s1: FreeCell has no stock"),
        (freecell(), "55", "55: column 5 is both source and target"),
        (
            Session.new("marseille", 1),
            "12",
            "12: the stock comes first: the 9 of clubs must be placed before any other move",
        ),
    ],
)
def test_every_refusal_says_why(session: Session, typed: str, reason: str) -> None:
    async def deeds(_app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L", *typed)

    app = drive(PlayApp(session), deeds)
    assert said(app) == reason
    assert app.session.ply == 0


def test_undo_and_redo_without_limit() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L")
        await type_moves(pilot, "58 2a 2b")
        await pilot.press("u", "u")
        assert app.session.ply == 1
        assert "move 1 of 3" in text_of(app)
        await pilot.press("r")
        assert app.session.ply == 2
        await pilot.press("U")
        assert app.session.ply == 0
        await pilot.press("u")
        assert said(app) == "nothing to undo"
        await pilot.press("R", "r")
        assert app.session.words() == ["58", "2a", "2b"]
        assert said(app) == "nothing to redo"

    drive(PlayApp(freecell()), deeds)


def test_a_count_corrects_the_move_before() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L")
        await type_moves(pilot, "34 67 71 51 53 54 75 13 61")
        assert app.session.moves[-1].count == 2
        await type_moves(pilot, "v1")
        assert app.session.moves[-1].count == 1
        assert app.session.ply == 9
        await type_moves(pilot, "u61v9")
        assert app.session.moves[-1].count == 2
        assert said(app).startswith("61v9: ")

    drive(PlayApp(Session.new("russian", 3)), deeds)


def test_escape_lets_go() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L", "5")
        assert said(app) == "5…"
        await pilot.press("escape", "8")
        assert app.session.ply == 0
        assert said(app) == "8…"
        await pilot.press("u")
        assert app.game.hand.typed == ""

    drive(PlayApp(freecell()), deeds)


def test_vi_keys_move_the_cursor_until_a_source_is_typed() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L", "l", "l")
        assert app.game.hand.cursor == Cursor(column(1))
        await pilot.press("k")
        assert app.game.hand.cursor == Cursor(cell(1))
        await pilot.press("j", "h", "h")
        assert app.game.hand.cursor == Cursor(column(7))
        await pilot.press("enter", "h", "h", "h")
        assert app.game.hand.cursor == Cursor(column(4))
        await pilot.press("enter")
        assert said(app).startswith("85: ")
        await pilot.press("2", "h")
        assert said(app).startswith("2h: ")

    drive(PlayApp(freecell()), deeds)


def test_picked_cards_also_take_a_typed_target() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L", "right", "enter", "a")
        assert app.session.words() == ["1a"]

    drive(PlayApp(freecell()), deeds)


def test_clicks() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L")
        await click(app, pilot, cell(0), 0)
        assert said(app) == "cell a is empty"
        await click(app, pilot, column(4))
        assert said(app) == "column 5 to …"
        await click(app, pilot, column(4), 3)  # not so soon after the other one that it would be a double click
        assert said(app) == ""
        await click(app, pilot, column(0), times=2)
        assert said(app).startswith("1h: jack of diamonds")
        await click(app, pilot, foundation(app.session.rules.pack.suits[0]), 0)
        assert said(app) == "cards on a foundation stay there"
        await click(app, pilot, column(4))
        await click(app, pilot, column(7))
        assert app.session.words() == ["58"]

    drive(PlayApp(freecell()), deeds)


def test_double_click_sends_home() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L")
        await click(app, pilot, column(4), times=2)
        assert app.session.words() == ["5h"]

    drive(PlayApp(Session.new("solitaire_one_suit", 3)), deeds)


# The onlooker


def test_the_light_says_that_a_game_can_be_won() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await quiet(app, pilot)
        assert light_of(app) == "● winnable"
        await type_moves(pilot, "65")
        await quiet(app, pilot)
        assert light_of(app) == "● winnable"
        await pilot.press("L")
        assert light_of(app) == ""
        await pilot.press("L")
        await quiet(app, pilot)
        assert light_of(app) == "● winnable"

    drive(PlayApp(Session.new("solitaire_two_suits", 3)), deeds)


def test_the_losing_move_is_named_and_taken_back() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await type_moves(pilot, LOST)
        await quiet(app, pilot)
        assert light_of(app) == "× lost"
        assert said(app) == "No move is left. Your losing move was 4 (4c). w goes back to before it"
        await pilot.press("u")
        await quiet(app, pilot)
        assert light_of(app) == "× lost"
        assert said(app) == "took back 31"
        await pilot.press("w")
        await quiet(app, pilot)
        assert app.session.ply == 3
        assert light_of(app) == "● winnable"
        assert len(app.session.undone) == 2
        await pilot.press("w")
        assert said(app) == "no losing move is known"

    drive(PlayApp(freecell(1)), deeds)


def test_a_lost_position_seen_before_is_explained_again() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await type_moves(pilot, "5a 5b 5c 5d")
        await quiet(app, pilot)
        assert "Your losing move was 4 (5d)" in said(app)
        await type_moves(pilot, "U 58 8a 5b 5c 5d")
        await quiet(app, pilot)
        assert light_of(app) == "× lost"
        assert "Your losing move was 5 (5d)" in said(app)
        await pilot.press("w")
        assert app.session.ply == 4

    drive(PlayApp(freecell()), deeds)


def test_a_deal_that_cannot_be_won() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await quiet(app, pilot)
        assert light_of(app) == "× lost"
        assert said(app) == "This deal cannot be won"
        await type_moves(pilot, "65")
        await quiet(app, pilot)
        assert light_of(app) == "× lost"
        assert said(app) == "This deal cannot be won"
        await pilot.press("H")
        await quiet(app, pilot)
        assert said(app) == "This deal cannot be won"
        await pilot.press("w")
        assert said(app) == "This deal cannot be won"

    drive(PlayApp(Session.new(number=1, rules=game("solitaire_two_suits").with_(cells=0))), deeds)


def test_best_scores_are_the_light_of_scored_games() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await quiet(app, pilot)
        assert light_of(app) == "best 3 of 52"
        await type_moves(pilot, "34 67 71 51 53 54 75 13 61v1")
        await quiet(app, pilot)
        assert light_of(app) == "best 0 of 52"
        assert said(app).startswith("Your move 9 (61) cost 3 cards: best 3 before it, 0 now")
        await pilot.press("w")
        await quiet(app, pilot)
        assert app.session.ply == 8
        assert light_of(app) == "best 3 of 52"

    drive(PlayApp(Session.new("russian", 3)), deeds)


def test_rules_that_no_search_knows_have_no_light() -> None:
    rules = game("yukon").with_(cells=1)

    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await quiet(app, pilot)
        assert said(app) == "Yukon cannot be solved with 1 free cell where any card moves; expected none"
        assert light_of(app) == ""
        await pilot.press("H")
        await quiet(app, pilot)
        assert said(app).startswith("Yukon cannot be solved")

    drive(PlayApp(Session.new(number=1, rules=rules)), deeds)


def test_a_hint_is_shown_on_the_board() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("H")
        await quiet(app, pilot)
        assert said(app).startswith("hint: ")
        assert app.session.ply == 0
        move = app.session.parse(said(app).split()[1].rstrip(","))
        assert app.game.board.hinted == move

    drive(PlayApp(freecell()), deeds)


def test_a_winning_line_is_replayed() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L")
        await type_moves(pilot, "65")
        await pilot.press("p")
        for _ in range(400):
            if app.game.playing:
                break
            await pilot.pause(0.02)
        assert said(app) == "replay; Space pauses"
        await pilot.press("space")
        assert not app.game.playing
        assert said(app).startswith("paused")
        made = app.session.ply
        await pilot.press("u", "r", "r")
        assert app.session.ply == made + 1
        await pilot.press("space")
        for _ in range(400):
            if app.session.is_won:
                break
            await pilot.pause(0.02)
        assert app.session.is_won
        assert not app.game.playing
        assert said(app).startswith("All cards are home")
        assert app.session.words()[0] == "65"
        await pilot.press("space")
        assert said(app).startswith("nothing to replay")

    drive(PlayApp(Session.new("solitaire_two_suits", 3), pace=0.1), deeds)


def test_a_move_of_ones_own_ends_a_replay() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L", "u", "u", "space")
        assert app.game.playing
        await type_moves(pilot, "1a")
        assert not app.game.playing
        assert app.session.words() == ["1a"]
        assert app.session.undone == ()

    drive(PlayApp(freecell(moves="58 2a"), pace=30), deeds)


# Other deals


def test_another_deal() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L", "n")
        await pilot.pause()
        await pilot.press(*"eightoff 5", "enter")
        await pilot.pause()
        assert app.session == Session.new("eight_off", 5)
        assert "Eight Off deal 5" in text_of(app)
        await pilot.press("n", "enter")
        await pilot.pause()
        assert app.session.rules.game == "eight_off"
        assert app.session.deal is not None
        assert app.session.deal.number != 5
        await pilot.press("n", "escape")
        await pilot.pause()
        await type_moves(pilot, "1e")
        assert app.session.ply == 1

    drive(PlayApp(freecell()), deeds)


def test_what_cannot_be_dealt_is_told() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L", "n")
        await pilot.pause()
        for typed, words in (("chess", "unknown game 'chess'"), ("99999999999", "out of range"), ("game=x", "x")):
            await pilot.press("ctrl+u", *typed, "enter")
            await pilot.pause()
            assert words in text_of(app)
        assert app.session == freecell()

    drive(PlayApp(freecell()), deeds)


# Looks and windows


def test_a_window_that_is_too_small_says_so() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        assert "This window is 31 by 12." in text_of(app)
        assert "The game needs 32 by 12." in text_of(app)
        await pilot.resize_terminal(32, 12)
        await pilot.pause()
        assert "J♦" in text_of(app)
        await type_moves(pilot, "58")
        assert app.session.ply == 1

    drive(PlayApp(freecell()), deeds, size=(31, 12))


def test_looks_go_round() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        seen = []
        for _ in range(5):
            seen.append(app.look.name)
            await pilot.press("t")
        assert seen == ["dark", "light", "mono", "ascii", "dark"]

    drive(PlayApp(freecell()), deeds)


@pytest.mark.parametrize("name", ["freecell", "russian"])
def test_ascii_is_ascii(name: str) -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await quiet(app, pilot)
        for key in ("5", "n", "escape", "question_mark"):
            await pilot.press(key)
            await pilot.pause()
            text = text_of(app)
            assert text.isascii(), text

    drive(PlayApp(Session.new(name, 1), look="ascii"), deeds)


def colours_of(app: PlayApp) -> set[str]:
    strips = app.screen._compositor.render_strips()
    styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
    found = {str(colour.name) for style in styles for colour in (style.color, style.bgcolor) if colour is not None}
    return found - {"default"}


@pytest.mark.parametrize("look", ["dark", "light", "mono", "ascii"])
def test_without_colours_there_are_none(look: str) -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await quiet(app, pilot)
        await pilot.press("5", "t", "H")
        await quiet(app, pilot)
        assert colours_of(app) == set()
        assert app.look.name in ("mono", "ascii")

    drive(PlayApp(freecell(), look=look, colour=False), deeds)


def inks_of(app: PlayApp) -> dict[str, set[str]]:
    """Return the colours of each suit's cards."""
    found: dict[str, set[str]] = {}
    for strip in app.screen._compositor.render_strips():
        for segment in strip:
            text = segment.text.strip()
            if text[-1:] in tuple("♣♦♥♠") and len(text) > 1 and segment.style and segment.style.color:
                found.setdefault(text[-1], set()).add(segment.style.color.name)
    return found


@pytest.mark.parametrize("look", ["dark", "light"])
def test_two_colours_or_four(look: str) -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        inks = inks_of(app)
        assert all(len(inks[suit]) == 1 for suit in "♣♦♥♠")
        assert inks["♣"] == inks["♠"] != inks["♥"] == inks["♦"]
        await pilot.press("F")
        inks = inks_of(app)
        assert len(set.union(*inks.values())) == 4

    drive(PlayApp(freecell(), look=look), deeds)


def test_faces_of_face_down_cards_can_be_hidden() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        assert "<J♦>" in text_of(app)
        await pilot.press("o")
        assert "J♦" not in text_of(app)
        assert "░░░" in text_of(app)
        await pilot.press("o")
        assert "<J♦>" in text_of(app)

    drive(PlayApp(Session.new("yukon", 1)), deeds)


# Keeping the game


def test_the_game_is_kept_after_each_move() -> None:
    kept: list[str] = []

    async def deeds(_app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L")
        await type_moves(pilot, "58 18 2a u")

    drive(PlayApp(freecell(), keep=lambda session: kept.append(" ".join(session.words()))), deeds)
    assert kept == ["58", "58 2a", "58"]


def test_another_game_leaves_the_kept_one_until_its_first_move() -> None:
    kept: list[str] = []
    link = freecell(1, "2a 3b").link()

    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L")
        await type_moves(pilot, "58")
        assert app.kept
        await pilot.press("n")
        await pilot.pause()
        app.screen.query_one(Input).value = link
        await pilot.press("enter")
        await pilot.pause()
        assert app.session.ply == 2
        assert not app.kept
        await type_moves(pilot, "u")
        assert app.kept

    drive(PlayApp(freecell(), keep=lambda session: kept.append(session.link())), deeds)
    assert kept == [freecell(617, "58").link(), kept[-1]]
    assert "deal=1&" in kept[-1]


def test_long_sentences_are_shown_whole() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L", "y")
        await pilot.pause()
        shown = "".join(line.strip() for line in text_of(app).splitlines())
        assert app.session.link() in shown
        await type_moves(pilot, "1h")
        await pilot.pause()
        assert said(app) in " ".join(text_of(app).split())
        await type_moves(pilot, "58")
        await pilot.pause()
        assert "link" not in text_of(app)

    position = deal(617)
    drive(PlayApp(Session(position)), deeds)
    drive(PlayApp(Session(position)), deeds, size=(40, 16))


def test_a_look_that_is_chosen_is_kept() -> None:
    kept: list[tuple[str, bool]] = []

    async def deeds(_: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("t", "F", "t")
        await pilot.pause()

    drive(PlayApp(freecell(), keep_look=lambda name, four: kept.append((name, four))), deeds)
    assert kept == [("light", False), ("light", True), ("mono", True)]


def test_a_game_that_cannot_be_kept_goes_on() -> None:
    def keep(_session: Session) -> None:
        raise KiebitzError("file 'x' cannot be written: no space")

    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L")
        await type_moves(pilot, "58")
        assert said(app) == "this game is not kept: file 'x' cannot be written: no space"
        await type_moves(pilot, "2a")
        assert app.session.ply == 2
        assert said(app) == ""

    drive(PlayApp(freecell(), keep=keep), deeds)


def test_a_link_to_the_game() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await pilot.press("L")
        await type_moves(pilot, "58 2a u y")
        assert read_link(app.clipboard) == app.session
        assert app.clipboard in said(app)

    drive(PlayApp(freecell()), deeds)


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
def test_keys_that_leave(key: str) -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        assert not app._exit
        await pilot.press(key)
        assert app._exit

    drive(PlayApp(freecell()), deeds)


def test_the_first_notice_is_said() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        assert said(app) == "the saved game is damaged"

    drive(PlayApp(freecell(), notice="the saved game is damaged"), deeds)
