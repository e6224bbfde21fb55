"""Events on the screen: refusals, undo, hints, replays, losing moves, other deals, saving a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.events import Paste
from textual.widgets import Input

from kiebitz.errors import KiebitzError
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game
from kiebitz.patience.links import read_link
from kiebitz.patience.piles import cell, column, foundation
from kiebitz.patience.session import Session
from kiebitz.tui.app import PlayApp
from kiebitz.tui.cursor import Cursor
from screens import click, drive, freecell, light_of, press, quiet, said, settled, text_of, type_moves

if TYPE_CHECKING:
    from textual.pilot import Pilot

#: The fourth move loses, as a complete search has proved.
LOST = "1b 1d 2a 4c 31"


@pytest.mark.parametrize(
    ("name", "refusals"),
    [
        (
            "freecell",
            {
                "18": "red jack on red queen: colours must alternate",
                "1h": "jack of diamonds on the diamonds foundation: the ace of diamonds must go there first",
                "19": "there is no column 9: FreeCell is played with 8 columns",
                "ag": "there is no cell g: FreeCell is played with 4 free cells",
                "af": "cell a is empty",
                "a1": "cell a is empty",
                "s1": "FreeCell has no stock",
                "55": "column 5 is both source and target",
            },
        ),
        ("marseille", {"12": "the stock comes first: the 9 of clubs must be placed before any other move"}),
    ],
)
def test_every_refusal_says_why(name: str, refusals: dict[str, str]) -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L")
        for typed, reason in refusals.items():
            await press(app, "escape", *typed)
            assert said(app) == f"{typed}: {reason}"
            assert app.session.ply == 0

    drive(PlayApp(Session.new(name, 617 if name == "freecell" else 1)), deeds)


def test_other_moves_stay_as_variations() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L")
        await type_moves(app, "58 2a")
        await press(app, "u")
        await type_moves(app, "2b")
        assert app.session.tree() == "58 2a (2b)"
        await press(app, "V")
        assert said(app) == "2a: 1 of 2 moves tried here"
        await press(app, "V")
        assert app.session.words() == ["58", "2b"]
        await press(app, "u", "V")
        assert said(app) == "no other move was tried here"

    drive(PlayApp(freecell()), deeds)


def test_undo_and_redo_without_limit() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L")
        await type_moves(app, "58 2a 2b")
        await press(app, "u", "u")
        assert app.session.ply == 1
        assert "move 1 of 3" in text_of(app)
        await press(app, "r")
        assert app.session.ply == 2
        await press(app, "U")
        assert app.session.ply == 0
        await press(app, "u")
        assert said(app) == "nothing to undo"
        await press(app, "R", "r")
        assert app.session.words() == ["58", "2a", "2b"]
        assert said(app) == "nothing to redo"

    drive(PlayApp(freecell()), deeds)


def test_a_count_corrects_the_move_before() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L")
        await type_moves(app, "34 67 71 51 53 54 75 13 61")
        assert app.session.moves[-1].count == 2
        await type_moves(app, "v1")
        assert app.session.moves[-1].count == 1
        assert app.session.ply == 9
        await type_moves(app, "u61v9")
        assert app.session.moves[-1].count == 2
        assert said(app).startswith("61v9: ")

    drive(PlayApp(Session.new("russian", 3)), deeds)


def test_escape_discards_picked_cards() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L", "5")
        assert said(app) == "5…"
        await press(app, "escape", "8")
        assert app.session.ply == 0
        assert said(app) == "8…"
        await press(app, "u")
        assert app.game.entry.typed == ""

    drive(PlayApp(freecell()), deeds)


def test_vi_keys_move_the_cursor_until_a_source_is_typed() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L", "l", "l")
        assert app.game.entry.cursor == Cursor(column(1))
        await press(app, "k")
        assert app.game.entry.cursor == Cursor(cell(1))
        await press(app, "j", "h", "h")
        assert app.game.entry.cursor == Cursor(column(7))
        await press(app, "enter", "h", "h", "h")
        assert app.game.entry.cursor == Cursor(column(4))
        await press(app, "enter")
        assert said(app).startswith("85: ")
        await press(app, "2", "h")
        assert said(app).startswith("2h: ")

    drive(PlayApp(freecell()), deeds)


def test_picked_cards_also_take_a_typed_target() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L", "right", "enter", "a")
        assert app.session.words() == ["1a"]

    drive(PlayApp(freecell()), deeds)


def test_clicks() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, "L")
        await click(app, pilot, cell(0), 0)
        assert said(app) == "cell a is empty"
        await click(app, pilot, column(4))
        assert said(app) == "column 5 to …"
        await click(app, pilot, column(4), 3)  # late enough not to be a double click
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
        await press(app, "L")
        await click(app, pilot, column(4), times=2)
        assert app.session.words() == ["5h"]

    drive(PlayApp(Session.new("solitaire_one_suit", 3)), deeds)


# The light, hints and the losing move


def test_the_light_says_that_a_game_can_be_won() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await quiet(app)
        assert light_of(app) == "● winnable"
        await type_moves(app, "65")
        await quiet(app)
        assert light_of(app) == "● winnable"
        await press(app, "L")
        assert light_of(app) == ""
        await press(app, "L")
        await quiet(app)
        assert light_of(app) == "● winnable"

    drive(PlayApp(Session.new("solitaire_two_suits", 3)), deeds)


def test_the_losing_move_is_named_and_taken_back() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await type_moves(app, LOST)
        await quiet(app)
        assert light_of(app) == "× lost"
        assert said(app) == "No move is left. Your losing move was 4 (4c). w goes back to before it"
        await press(app, "u")
        await quiet(app)
        assert light_of(app) == "× lost"
        assert said(app) == "undid 31"
        await press(app, "w")
        await quiet(app)
        assert app.session.ply == 3
        assert light_of(app) == "● winnable"
        assert len(app.session.undone) == 2
        await press(app, "w")
        assert said(app) == "no losing move is known"

    drive(PlayApp(freecell(1)), deeds)


def test_a_lost_position_seen_before_is_explained_again() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await type_moves(app, "5a 5b 5c 5d")
        await quiet(app)
        assert "Your losing move was 4 (5d)" in said(app)
        await type_moves(app, "U 58 8a 5b 5c 5d")
        await quiet(app)
        assert light_of(app) == "× lost"
        assert "Your losing move was 5 (5d)" in said(app)
        await press(app, "w")
        assert app.session.ply == 4

    drive(PlayApp(freecell()), deeds)


def test_a_deal_that_cannot_be_won() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await quiet(app)
        assert light_of(app) == "× lost"
        assert said(app) == "This deal cannot be won"
        await type_moves(app, "65")
        await quiet(app)
        assert light_of(app) == "× lost"
        assert said(app) == "This deal cannot be won"
        await press(app, "H")
        await quiet(app)
        assert said(app) == "This deal cannot be won"
        await press(app, "w")
        assert said(app) == "This deal cannot be won"

    drive(PlayApp(Session.new(number=1, rules=game("solitaire_two_suits").with_(cells=0))), deeds)


def test_best_scores_are_the_light_of_scored_games() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await quiet(app)
        assert light_of(app) == "best 3 of 52"
        await type_moves(app, "34 67 71 51 53 54 75 13 61v1")
        await quiet(app)
        assert light_of(app) == "best 0 of 52"
        assert said(app).startswith("Your move 9 (61) cost 3 cards: best 3 before it, 0 now")
        await press(app, "w")
        await quiet(app)
        assert app.session.ply == 8
        assert light_of(app) == "best 3 of 52"

    drive(PlayApp(Session.new("russian", 3)), deeds)


def test_rules_that_no_search_knows_have_no_light() -> None:
    rules = game("yukon").with_(cells=1)

    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await quiet(app)
        assert said(app) == "Yukon cannot be solved with 1 free cell; expected none"
        assert light_of(app) == ""
        await press(app, "H")
        await quiet(app)
        assert said(app).startswith("Yukon cannot be solved")

    drive(PlayApp(Session.new(number=1, rules=rules)), deeds)


def test_a_hint_is_shown_on_the_board() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "H")
        await quiet(app)
        assert said(app).startswith("hint: ")
        assert app.session.ply == 0
        move = app.session.parse(said(app).split()[1].rstrip(","))
        assert app.game.board.hinted == move

    drive(PlayApp(freecell()), deeds)


def test_a_winning_line_is_replayed() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, "L")
        await type_moves(app, "65")
        await press(app, "p")
        for _ in range(400):
            if app.game.playing:
                break
            await pilot.pause(0.02)
        assert said(app) == "replay; Space pauses"
        await press(app, "space")
        assert not app.game.playing
        assert said(app).startswith("paused")
        made = app.session.ply
        await press(app, "u", "r", "r")
        assert app.session.ply == made + 1
        await press(app, "space")
        for _ in range(400):
            if app.session.is_won:
                break
            await pilot.pause(0.02)
        assert app.session.is_won
        assert not app.game.playing
        assert said(app).startswith("All cards are home")
        assert app.session.words()[0] == "65"
        await press(app, "space")
        assert said(app).startswith("nothing to replay")

    drive(PlayApp(Session.new("solitaire_two_suits", 3), pace=0.02), deeds)


def test_a_players_move_ends_a_replay() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L", "u", "u", "space")
        assert app.game.playing
        await type_moves(app, "1a")
        assert not app.game.playing
        assert app.session.words() == ["1a"]
        assert app.session.undone == ()

    drive(PlayApp(freecell(moves="58 2a"), pace=30), deeds)


# Other deals


def test_another_deal() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L", "n")
        await settled(app)
        app.screen.query_one(Input).value = "eightoff 5"
        await press(app, "enter")
        await settled(app)
        assert app.session == Session.new("eight_off", 5)
        assert "Eight Off deal 5" in text_of(app)
        await press(app, "n", "enter")
        await settled(app)
        assert app.session.rules.game == "eight_off"
        assert app.session.deal is not None
        assert app.session.deal.number != 5
        await press(app, "n", "escape")
        await settled(app)
        await type_moves(app, "1e")
        assert app.session.ply == 1

    drive(PlayApp(freecell()), deeds)


def test_an_invalid_deal_is_reported() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L", "n")
        await settled(app)
        for typed, words in (("chess", "unknown game 'chess'"), ("99999999999", "out of range"), ("game=x", "x")):
            app.screen.query_one(Input).value = typed
            await press(app, "enter")
            await settled(app)
            assert words in text_of(app)
        assert app.session == freecell()

    drive(PlayApp(freecell()), deeds)


def test_pasted_control_characters_are_not_sent_to_the_terminal() -> None:
    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, "L", "n")
        await pilot.pause()
        line = app.screen.query_one(Input)
        for pasted, there in (("russian 5\n617", "russian 5"), ("\x1b[2J", "russian 5"), ("\u202e", "russian 5")):
            line.post_message(Paste(pasted))
            await settled(app)
            assert line.value == there
        assert "russian 5" in text_of(app)

    drive(PlayApp(freecell()), deeds)


# Keeping the game


def test_the_game_is_saved_after_each_move() -> None:
    kept: list[str] = []

    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L")
        await type_moves(app, "58 18 2a u")

    drive(PlayApp(freecell(), keep=lambda session: kept.append(" ".join(session.words()))), deeds)
    assert kept == ["58", "58 2a", "58"]


def test_a_new_game_replaces_the_saved_one_at_its_first_move() -> None:
    kept: list[str] = []
    link = freecell(1, "2a 3b").link()

    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L")
        await type_moves(app, "58")
        assert app.game.kept
        await press(app, "n")
        await settled(app)
        app.screen.query_one(Input).value = link
        await press(app, "enter")
        await settled(app)
        assert app.session.ply == 2
        assert not app.game.kept
        await type_moves(app, "u")
        assert app.game.kept

    drive(PlayApp(freecell(), keep=lambda session: kept.append(session.link())), deeds)
    assert kept == [freecell(617, "58").link(), kept[-1]]
    assert "deal=1&" in kept[-1]


def test_long_messages_are_shown_in_full() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L", "y")
        await settled(app)
        shown = "".join(line.strip() for line in text_of(app).splitlines())
        assert app.session.link() in shown
        await type_moves(app, "1h")
        await settled(app)
        assert said(app) in " ".join(text_of(app).split())
        await type_moves(app, "58")
        await settled(app)
        assert "link" not in text_of(app)

    position = deal(617)
    drive(PlayApp(Session(position)), deeds)
    drive(PlayApp(Session(position)), deeds, size=(40, 16))


def test_a_chosen_look_is_saved() -> None:
    kept: list[tuple[str, bool]] = []

    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "t", "F", "t")
        await settled(app)

    drive(PlayApp(freecell(), keep_look=lambda name, four: kept.append((name, four))), deeds)
    assert kept == [("light", False), ("light", True), ("mono", True)]


def test_a_game_that_cannot_be_saved_continues() -> None:
    def keep(_session: Session) -> None:
        raise KiebitzError("file 'x' cannot be written: no space")

    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L")
        await type_moves(app, "58")
        assert said(app) == app.game.not_kept == "this game is not saved: file 'x' cannot be written: no space"
        await type_moves(app, "2a")
        assert app.session.ply == 2
        assert said(app) == ""

    drive(PlayApp(freecell(), keep=keep), deeds)


def test_a_link_to_the_game() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        await press(app, "L")
        await type_moves(app, "58 2a u y")
        assert read_link(app.clipboard) == app.session
        assert app.clipboard in said(app)

    drive(PlayApp(freecell()), deeds)


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
def test_keys_that_leave(key: str) -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        assert not app._exit
        await press(app, key)
        assert app._exit

    drive(PlayApp(freecell()), deeds)


def test_the_first_notice_is_shown_without_control_characters() -> None:
    async def deeds(app: PlayApp, _pilot: Pilot[None]) -> None:
        assert said(app) == "damaged: \x1b[2J\x07\u202e"
        assert "damaged: \\x1b[2J\\x07\\u202e" in text_of(app)

    drive(PlayApp(freecell(), notice="damaged: \x1b[2J\x07\u202e"), deeds)
