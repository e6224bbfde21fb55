"""The screen on which a game is played: a method for each command of `keys`.

What is legal is asked of the session; what is seen is `table_screen`'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz.cards import Suit
from kiebitz.errors import IllegalMoveError, KiebitzError
from kiebitz.patience.links import write_link
from kiebitz.patience.moves import Move
from kiebitz.patience.piles import PileKind, foundation
from kiebitz.tui import keys, messages
from kiebitz.tui.availability import refusal, tried
from kiebitz.tui.cursor import Cursor
from kiebitz.tui.help_screen import HelpScreen
from kiebitz.tui.move_entry import MoveEntry
from kiebitz.tui.new_screen import NewScreen
from kiebitz.tui.table_screen import TableScreen

if TYPE_CHECKING:
    from textual.events import ScreenSuspend

    from kiebitz.patience.session import Session
    from kiebitz.tui.background_searches import Searches
    from kiebitz.tui.board import Board


class GameScreen(TableScreen):
    """A game in a terminal; *pace* is the seconds between two moves of a replay, the rest is as of `PlayApp`."""

    BINDINGS = keys.BINDINGS

    def __init__(self, session: Session, *, pace: float, **shown: Any) -> None:
        super().__init__(session, **shown)
        self._pace = pace

    def on_mount(self) -> None:
        """Make ready to replay; what is seen is shown by the screen's own `on_mount`."""
        self._player = self.set_interval(self._pace, self._step, pause=True)

    def on_screen_suspend(self, _event: ScreenSuspend) -> None:
        """Stop a replay while another screen lies over the board."""
        self.pause()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Say whether a command is possible now, and whether a letter is notation."""
        if action == "type":
            return self.entry.takes(str(parameters[0]))
        if action in keys.CONDITIONAL and refusal(self, action):
            return None
        return super().check_action(action, parameters)

    def action_refuse(self, command: str) -> None:
        """Say why a command is not possible."""
        self.pause()
        self.action_let_go()
        self.notice.say(refusal(self, command))

    # Entering moves

    def action_type(self, letter: str) -> None:
        """Take a letter of the notation."""
        self.pause()
        wish = self.entry.type(letter)
        if wish is None:
            self.show()
            self.notice.say(self.entry.words)
        elif isinstance(wish, Move):
            self._try(wish)
        elif keys.COUNT_LETTER in wish:
            self._recount(wish)
        elif self._try(wish):
            self.entry.countable = wish

    def action_point(self, direction: str) -> None:
        """Move the cursor."""
        self.entry.point(direction, self.board.layout_now)
        self.show()

    def action_pick(self) -> None:
        """Pick cards up at the cursor, or put them down there."""
        self.pause()
        if self.entry.cursor is None:
            self.action_point("down")
        else:
            self._pointed_at(self.entry.cursor.on(self.session.position))

    def action_let_go(self) -> None:
        """Forget what has been typed and picked."""
        self.entry.clear()
        self.notice.say("")
        self.show()

    def on_board_clicked(self, event: Board.Clicked) -> None:
        """Pick cards, put them down, or send them home."""
        self.pause()
        self.entry.cursor = None
        picked = self.entry.picked
        pile = event.place.pile
        if event.twice and picked is not None and picked.pile == pile:
            self._try(self.session.move_between(pile, foundation(Suit.CLUBS)))
            return
        self._pointed_at(Cursor(pile, event.place.count))

    def _pointed_at(self, at: Cursor) -> None:
        if self.entry.picked is None:
            if self.entry.pick(at):
                self.notice.say(self.entry.words)
            else:
                kept = at.pile.kind is PileKind.FOUNDATION and not self.session.rules.cards_return
                self.notice.say(messages.KEPT if kept else f"{at.pile} is empty", urgent=True)
            self.show()
            return
        move = self.entry.move_to(at.pile)
        if move is None:
            self.action_let_go()
        else:
            self._try(move)

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
        self.entry.picked = None
        self.notice.say(reason, urgent=True)
        self.show()

    def _recount(self, wish: str) -> None:
        """Make the last move again with the number of cards that was typed after it."""
        wrong = self.session.here
        self.session.undo()
        if not self._try(wish):
            self.session.jump(wrong)
            self.show()
        elif self.session.here is not wrong and not wrong.children:
            self.session.remove(wrong)

    # To and fro

    def action_undo(self) -> None:
        """Take back a move."""
        self.pause()
        self.changed(f"took back {self.session.undo()}")

    def action_redo(self) -> None:
        """Make a move again."""
        self.pause()
        self.session.redo()
        self.changed()

    def action_variation(self) -> None:
        """Go to the next of the moves that were tried in the place of the last one."""
        self.pause()
        moves = tried(self.session)
        here = (moves.index(self.session.here) + 1) % len(moves)
        self.session.jump(moves[here])
        name = f" ({moves[here].name})" if moves[here].name else ""
        self.changed(f"{moves[here].word}{name}: {here + 1} of {len(moves)} moves tried here")

    def action_undo_all(self) -> None:
        """Go back to the start."""
        self._goto(0)

    def action_redo_all(self) -> None:
        """Make all moves again."""
        self._goto(self.session.ply + len(self.session.undone))

    def action_winnable(self) -> None:
        """Go back to the last position that can be won."""
        loss = self.searches.loss(self.session)
        if loss is not None and loss.last_winnable is not None:
            self._goto(loss.last_winnable, "before the losing move; r shows it again")

    def _goto(self, ply: int, said: str = "") -> None:
        self.pause()
        self.session.goto(ply)
        self.changed(said)

    def action_pause(self) -> None:
        """Stop a replay, or go on with it."""
        if self.playing:
            self.pause()
            self.notice.say("paused; Space goes on, u and r step")
        else:
            self._play()

    def pause(self) -> None:
        if self.playing:
            self.playing = False
            self._player.pause()

    def _play(self) -> None:
        """Play the moves that were taken back, one after the other."""
        self.playing = True
        self._player.resume()
        self.notice.say(messages.REPLAY)

    def _step(self) -> None:
        """Make the next move of a replay."""
        if self.playing and self.session.redo() is not None:
            self.changed(messages.REPLAY if self.session.undone else "")
        if not self.session.undone:
            self.pause()

    # Other games

    def action_new(self) -> None:
        """Ask for another deal."""
        self.app.push_screen(NewScreen(self.session), self._begin)

    def _begin(self, session: Session | None) -> None:
        """Begin another game, if there is one."""
        if session is None:
            return
        self.searches.stop()
        self.session = session
        self.entry = MoveEntry(session)
        self._why_dark = ""
        self._fit(self.size.width, self.size.height)
        self.kept = False
        # The unfinished game stays saved until the first move of this one.
        self.changed(messages.opening(session), keep=False)

    def action_link(self) -> None:
        """Copy a link to the game."""
        self.pause()
        try:
            link = write_link(self.session)
        except KiebitzError as error:
            self.notice.say(str(error), urgent=True)
            return
        self.app.copy_to_clipboard(link)
        self.notice.say(f"copied, for kiebitz play: {link}")

    def action_help(self) -> None:
        """Show the help."""
        self.app.push_screen(HelpScreen(self.active_bindings.values()))

    # The solver

    def action_hint(self) -> None:
        """Ask for a hint."""
        self._ask(whole=False)

    def action_solve(self) -> None:
        """Ask for a winning line, to be played."""
        self._ask(whole=True)

    def _ask(self, *, whole: bool) -> None:
        self.pause()
        self.notice.say("thinking…")
        self.searches.line(self.session, whole=whole)

    def on_searches_line_found(self, event: Searches.LineFound) -> None:
        """Show a hint, or begin to play a line."""
        if event.result.position != self.session.position:
            return
        said, moves = messages.advice(self.session, event.result)
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
        self._keep_game()
        self.show()
        self._play()
