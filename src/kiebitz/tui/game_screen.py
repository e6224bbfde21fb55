"""The screen on which a game is played: keys and clicks go in, moves go to the session, and everybody shows the result.

Rules are the session's business, searches the onlooker's, drawing the widgets'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.screen import Screen

from kiebitz.cards import Suit
from kiebitz.errors import IllegalMoveError, KiebitzError
from kiebitz.patience.moves import Move
from kiebitz.patience.piles import PileKind, foundation
from kiebitz.tui import words
from kiebitz.tui.board import Board
from kiebitz.tui.commands import Commands
from kiebitz.tui.cursor import Cursor
from kiebitz.tui.hand import Hand
from kiebitz.tui.key_line import KeyLine
from kiebitz.tui.keys import ACTIONS, DIRECTIONS
from kiebitz.tui.layout import smallest
from kiebitz.tui.notice import Notice
from kiebitz.tui.onlooker import Onlooker
from kiebitz.tui.status import Status
from kiebitz.tui.too_small import TooSmall

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.events import Key, Resize

    from kiebitz.patience.session import Session
    from kiebitz.tui.app import PlayApp
    from kiebitz.tui.looks import Look

_LINES_BESIDES = 4  # status, two lines of notices, keys


class GameScreen(Screen[None]):
    """A game in a terminal."""

    DEFAULT_CSS = "GameScreen { layers: default above; } GameScreen Board { margin: 0 0 2 0; }"

    app: PlayApp

    def __init__(self, session: Session, look: Look, notice: str = "") -> None:
        super().__init__()
        self.session = session
        self.hand = Hand(session)
        self.onlooker = Onlooker(self)
        self.commands = Commands(self)
        self.light_on = True
        self.playing = False
        self._why_dark = ""  # why there is no light
        self._first_notice = notice
        self.status = Status(look)
        self.board = Board(session.position, look)
        self.notice = Notice(look)
        self.key_line = KeyLine(look)
        self.too_small = TooSmall()

    def compose(self) -> ComposeResult:
        """Return the parts of the screen, top to bottom."""
        yield self.status
        yield self.board
        yield self.notice
        yield self.key_line
        yield self.too_small

    def on_mount(self) -> None:
        """Show the board; the onlooker begins when it is there."""
        self._player = self.set_interval(self.app.pace, self._step, pause=True)
        self._fit(self.size.width, self.size.height)
        self.show()
        self.notice.say(self._first_notice or words.opening(self.session))
        self.call_after_refresh(self.look_on)

    def on_resize(self, event: Resize) -> None:
        """Show the board, or that there is no room for it."""
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        needed = smallest(self.session.rules)
        needed = needed[0], needed[1] + _LINES_BESIDES
        fits = width >= needed[0] and height >= needed[1]
        for part in (self.status, self.board, self.notice, self.key_line):
            part.display = fits
        self.too_small.display = not fits
        if not fits:
            self.too_small.say(width, height, needed)

    # What is to be seen

    def show(self, hinted: Move | None = None) -> None:
        """Show the game as it stands."""
        self.board.show(self.session.position, self.hand.picked, self.hand.cursor, hinted)
        self.show_light()

    def show_light(self) -> None:
        light = self.onlooker.light(self.session.position)
        lost = self.is_lost()
        self.status.show(self.session, light, on=self.light_on and not self._why_dark, lost=lost)

    def is_lost(self) -> bool:
        """Whether the game is known to be lost because of an earlier move."""
        return not self.session.rules.is_scored and self.onlooker.loss(self.session) is not None

    def lost(self) -> str | None:
        """Say which move lost the game so far, if one is known to have."""
        loss = self.onlooker.loss(self.session)
        return None if loss is None else words.lost(self.session, loss)

    def changed(self, said: str = "", *, keep: bool = True) -> None:
        """Show the position after a move, keep the game and look at it."""
        self.hand.open()
        self.show()
        lost = (self.lost() or "") if self.light_on else ""
        self.notice.say(said or words.ending(self.session, lost) or lost)
        if keep:
            self.app.keep_game(self.session)
        self.look_on()

    def look_on(self) -> None:
        session = self.session
        if self.light_on and not (self._why_dark or session.is_won or self.is_lost() or self.onlooker.knows(session)):
            self.onlooker.watch(session)

    # Keys and clicks

    def on_key(self, event: Key) -> None:
        """Take a key: notation, cursor or command."""
        letter = event.character or ""
        if event.key in {"escape", "backspace"}:
            self._let_go()
        elif event.key in ("left", "right", "up", "down"):
            self._point(event.key)
        elif event.key == "enter":
            self._enter()
        elif len(letter) == 1 and self.hand.takes(letter):
            self._letter(letter)
        elif event.key in DIRECTIONS:
            self._point(DIRECTIONS[event.key])
        elif event.key in ACTIONS:
            if ACTIONS[event.key] != "pause":
                self.pause()
            getattr(self.commands, ACTIONS[event.key])()
        else:
            return
        event.stop()
        event.prevent_default()

    def _letter(self, letter: str) -> None:
        self.pause()
        wish = self.hand.letter(letter)
        if wish is None:
            self.show()
            self.notice.say(self.hand.words)
            return
        if isinstance(wish, Move):
            self._try(wish)
        elif "v" in wish:
            self._recount(wish)
        elif self._try(wish):
            self.hand.countable = wish

    def _point(self, direction: str) -> None:
        self.hand.point(direction, self.board.layout_now)
        self.show()

    def _enter(self) -> None:
        self.pause()
        if self.hand.cursor is None:
            self._point("down")
            return
        self._pointed_at(self.hand.cursor.on(self.session.position))

    def on_board_clicked(self, event: Board.Clicked) -> None:
        """Pick cards, put them down, or send them home."""
        self.pause()
        self.hand.cursor = None
        picked = self.hand.picked
        pile = event.place.pile
        if event.twice and picked is not None and picked.pile == pile:
            self._try(self.session.move_between(pile, foundation(Suit.CLUBS)))
            return
        self._pointed_at(Cursor(pile, event.place.count))

    def _pointed_at(self, at: Cursor) -> None:
        if self.hand.picked is None:
            if self.hand.pick(at):
                self.notice.say(self.hand.words)
            else:
                kept = at.pile.kind is PileKind.FOUNDATION
                self.notice.say(words.KEPT if kept else f"{at.pile} is empty", urgent=True)
            self.show()
            return
        move = self.hand.move_to(at.pile)
        if move is None:
            self._let_go()
        else:
            self._try(move)

    def _let_go(self) -> None:
        self.hand.open()
        self.notice.say("")
        self.show()

    # Moves

    def _try(self, wish: str | Move) -> bool:
        """Make a move, or say why it is refused."""
        try:
            move = self.session.parse(wish) if isinstance(wish, str) else wish
            self.session.push(move)
        except IllegalMoveError as error:
            self._refuse(f"{wish}: {error.reason}")
            return False
        except KiebitzError as error:
            self._refuse(str(error))
            return False
        self.changed()
        return True

    def _refuse(self, reason: str) -> None:
        self.hand.picked = None
        self.notice.say(reason, urgent=True)
        self.show()

    def _recount(self, wish: str) -> None:
        """Make the last move again with the number of cards that was typed after it."""
        again = self.session.moves[-1]
        self.session.undo()
        if not self._try(wish):
            self.session.push(again)
            self.show()

    def pause(self) -> None:
        if self.playing:
            self.playing = False
            self._player.pause()

    def _step(self) -> None:
        """Make the next move of a replay."""
        if self.playing and self.session.redo() is not None:
            self.changed(words.REPLAY if self.session.undone else "")
        if not self.session.undone:
            self.pause()

    def play(self) -> None:
        """Play the moves that were taken back, one after the other."""
        self.playing = True
        self._player.resume()
        self.notice.say(words.REPLAY)

    def begin(self, session: Session | None) -> None:
        """Begin another game, if there is one."""
        if session is None:
            return
        self.onlooker.rest()
        self.session = session
        self.hand = Hand(session)
        self._why_dark = ""
        self._fit(self.size.width, self.size.height)
        self.app.kept = False
        self.changed(words.opening(session), keep=False)  # the unfinished game stays until the first move of this one

    # What the onlooker says

    def on_onlooker_saw(self, event: Onlooker.Saw) -> None:
        """Show the light."""
        if event.position == self.session.position:
            self._why_dark = event.reason
            if event.reason:
                self.notice.say(event.reason)
            light = event.light if self.light_on else None
            self.status.show(self.session, light, on=self.light_on and not event.reason)

    def on_onlooker_found_loss(self, event: Onlooker.FoundLoss) -> None:
        """Say which move lost the game."""
        if event.position == self.session.position and self.light_on:
            lost = words.lost(self.session, event.loss)
            self.notice.say(words.ending(self.session, lost) or lost, urgent=True)

    def on_onlooker_advises(self, event: Onlooker.Advises) -> None:
        """Show a hint, or begin to play a line."""
        if event.position != self.session.position:
            return
        said, moves = words.advice(self.session, event.advice)
        self.notice.say(said)
        if not moves:
            return
        if not event.whole:
            self.show(hinted=moves[0])
            return
        ply = self.session.ply
        for move in moves:
            self.session.push(move)
        self.session.goto(ply)
        self.app.keep_game(self.session)
        self.show()
        self.play()
