"""The screen for playing: one method per command of `keys`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz.cards import Suit
from kiebitz.errors import IllegalMoveError, KiebitzError
from kiebitz.patience.links import write_link
from kiebitz.patience.moves import Move
from kiebitz.patience.piles import PileKind, foundation
from kiebitz.tui import keys, messages
from kiebitz.tui.availability import alternatives, refusal
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
    """A game in a terminal; *pace* is in seconds between moves of a replay, other arguments are those of `PlayApp`."""

    BINDINGS = keys.BINDINGS

    def __init__(self, session: Session, *, pace: float, **arguments: Any) -> None:
        super().__init__(session, **arguments)
        self._pace = pace

    def on_mount(self) -> None:
        """Create the replay's timer; Textual calls the base class's `on_mount` too."""
        self._player = self.set_interval(self._pace, self._step, pause=True)

    def on_screen_suspend(self, _event: ScreenSuspend) -> None:
        """Pause a replay while another screen covers the board."""
        self.pause()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a command is available now, and whether a letter is notation."""
        if action == "type":
            return self.entry.takes(str(parameters[0]))
        if action in keys.CONDITIONAL and refusal(self, action):
            return None
        return super().check_action(action, parameters)

    def action_refuse(self, command: str) -> None:
        """Show why a command is unavailable."""
        self.pause()
        self.action_let_go()
        self.notice.say(refusal(self, command))

    # Entering moves

    def action_type(self, letter: str) -> None:
        """Handle a letter of the notation."""
        self.pause()
        entered = self.entry.type(letter)
        if entered is None:
            self.show()
            self.notice.say(self.entry.words)
        elif isinstance(entered, Move):
            self._try(entered)
        elif keys.COUNT_LETTER in entered:
            self._recount(entered)
        elif self._try(entered):
            self.entry.countable = entered

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
            self._pick_or_move(self.entry.cursor.on(self.session.position))

    def action_let_go(self) -> None:
        """Discard typed letters and picked cards."""
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
        self._pick_or_move(Cursor(pile, event.place.count))

    def _pick_or_move(self, cursor: Cursor) -> None:
        if self.entry.picked is None:
            if self.entry.pick(cursor):
                self.notice.say(self.entry.words)
            else:
                is_fixed = cursor.pile.kind is PileKind.FOUNDATION and not self.session.rules.cards_return
                self.notice.say(messages.KEPT if is_fixed else f"{cursor.pile} is empty", urgent=True)
            self.show()
            return
        move = self.entry.move_to(cursor.pile)
        if move is None:
            self.action_let_go()
        else:
            self._try(move)

    def _try(self, entered: str | Move) -> bool:
        """Make a move and return whether it is legal; show why if it is not."""
        try:
            move = self.session.parse(entered) if isinstance(entered, str) else entered
            self.session.push(move)
        except IllegalMoveError as error:
            self._refuse(f"{entered}: {error.reason}")
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

    def _recount(self, entered: str) -> None:
        """Replace the last move by the same move with the count typed after it."""
        replaced = self.session.here
        self.session.undo()
        if not self._try(entered):
            self.session.jump(replaced)
            self.show()
        elif self.session.here is not replaced and not replaced.children:
            self.session.remove(replaced)

    # History

    def action_undo(self) -> None:
        """Undo a move."""
        self.pause()
        self.changed(f"undid {self.session.undo()}")

    def action_redo(self) -> None:
        """Redo a move."""
        self.pause()
        self.session.redo()
        self.changed()

    def action_variation(self) -> None:
        """Go to the next of the moves tried in place of the last one."""
        self.pause()
        moves = alternatives(self.session)
        here = (moves.index(self.session.here) + 1) % len(moves)
        self.session.jump(moves[here])
        name = f" ({moves[here].name})" if moves[here].name else ""
        self.changed(f"{moves[here].word}{name}: {here + 1} of {len(moves)} moves tried here")

    def action_undo_all(self) -> None:
        """Go back to the start."""
        self._goto(0)

    def action_redo_all(self) -> None:
        """Redo all moves."""
        self._goto(self.session.ply + len(self.session.undone))

    def action_winnable(self) -> None:
        """Go back to the last position that can be won."""
        loss = self.searches.loss(self.session)
        if loss is not None and loss.last_winnable is not None:
            self._goto(loss.last_winnable, "before the losing move; r shows it again")

    def _goto(self, ply: int, message: str = "") -> None:
        self.pause()
        self.session.goto(ply)
        self.changed(message)

    def action_pause(self) -> None:
        """Pause or resume a replay."""
        if self.playing:
            self.pause()
            self.notice.say("paused; Space resumes, u and r step")
        else:
            self._play()

    def pause(self) -> None:
        if self.playing:
            self.playing = False
            self._player.pause()

    def _play(self) -> None:
        """Replay the undone moves one by one."""
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
        """Open the screen for another deal."""
        self.app.push_screen(NewScreen(self.session), self._begin)

    def _begin(self, session: Session | None) -> None:
        """Start another game, if one was chosen."""
        if session is None:
            return
        self.searches.stop()
        self.session = session
        self.entry = MoveEntry(session)
        self._no_light_reason = ""
        self._fit(self.size.width, self.size.height)
        self.kept = False
        # Keep the saved unfinished game until the first move of this one.
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
        self.notice.say(f"copied for kiebitz play: {link}")

    def action_help(self) -> None:
        """Show the help."""
        self.app.push_screen(HelpScreen(self.active_bindings.values()))

    # The solver

    def action_hint(self) -> None:
        """Request a hint."""
        self._request_line(whole=False)

    def action_solve(self) -> None:
        """Request a winning line to replay."""
        self._request_line(whole=True)

    def _request_line(self, *, whole: bool) -> None:
        self.pause()
        self.notice.say("thinking…")
        self.searches.line(self.session, whole=whole)

    def on_searches_line_result(self, event: Searches.LineResult) -> None:
        """Show a hint, or replay a line."""
        if event.result.position != self.session.position:
            return
        message, moves = messages.advice(self.session, event.result)
        self.notice.say(message)
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
