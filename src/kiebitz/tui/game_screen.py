"""The screen on which a game is played: a method for each command of `keys`, and what the solver says of the game.

What is legal is asked of the session, searches run in `searches`, and widgets draw.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Static

from kiebitz.cards import Suit
from kiebitz.errors import IllegalMoveError, KiebitzError
from kiebitz.patience.moves import Move
from kiebitz.patience.piles import PileKind, foundation
from kiebitz.tui import keys, words
from kiebitz.tui.board import Board
from kiebitz.tui.cursor import Cursor
from kiebitz.tui.entry import MoveEntry
from kiebitz.tui.key_line import KeyLine
from kiebitz.tui.layout import smallest
from kiebitz.tui.looks import look_of
from kiebitz.tui.notice import Notice
from kiebitz.tui.searches import Searches
from kiebitz.tui.status import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult
    from textual.events import Resize, ScreenSuspend

    from kiebitz.analysis.answers import Answer
    from kiebitz.patience.session import Session
    from kiebitz.patience.tree import Node

_LINES_BESIDES = 4  # status, two lines of notices, keys


class GameScreen(Screen[None]):
    """A game in a terminal; *looks* are the names of those that there are, the rest is as of `PlayApp`."""

    DEFAULT_CSS = """
    GameScreen { layers: default above; }
    GameScreen Board { margin: 0 0 2 0; }
    GameScreen #too-small { height: 1fr; content-align: center middle; text-align: center; }
    """
    BINDINGS = keys.BINDINGS

    #: The commands that are possible now, of those that are not always.
    possible: var[frozenset[str]] = var(frozenset(), bindings=True)

    def __init__(
        self,
        session: Session,
        *,
        looks: Sequence[str],
        four_colours: bool,
        notice: str,
        keep: Callable[[Session], None] | None,
        kept: bool,
        keep_look: Callable[[str, bool], None] | None,
        pace: float,
    ) -> None:
        super().__init__()
        self.session = session
        self.entry = MoveEntry(session)
        self.searches = Searches(self)
        self._light: Answer | None = None  # the last one found
        self.light_on = True
        self.playing = False
        self._why_dark = ""  # why there is no light
        self._looks = looks
        self._first_notice = notice
        self._keep = keep
        self.kept = kept
        self._keep_look = keep_look
        self._pace = pace
        self.status = Status()
        self.board = Board(session.position, four_colours=four_colours)
        self.notice = Notice()
        self.key_line = KeyLine()
        self.too_small = Static(id="too-small")

    def compose(self) -> ComposeResult:
        """Return the parts of the screen, top to bottom."""
        yield self.status
        yield self.board
        yield self.notice
        yield self.key_line
        yield self.too_small

    def on_mount(self) -> None:
        """Show the board, and then search."""
        self._player = self.set_interval(self._pace, self._step, pause=True)
        self._fit(self.size.width, self.size.height)
        self.app.theme_changed_signal.subscribe(self, lambda _: self._redraw())
        self.show()
        self.notice.say(self._first_notice or words.opening(self.session))
        self.call_after_refresh(self.search_light)

    def on_resize(self, event: Resize) -> None:
        """Show the board, or that there is no room for it."""
        self._fit(event.size.width, event.size.height)

    def on_screen_suspend(self, _event: ScreenSuspend) -> None:
        """Stop a replay while another screen lies over the board."""
        self.pause()

    def _fit(self, width: int, height: int) -> None:
        needed = smallest(self.session.rules)
        needed = needed[0], needed[1] + _LINES_BESIDES
        fits = width >= needed[0] and height >= needed[1]
        for part in (self.status, self.board, self.notice, self.key_line):
            part.display = fits
        self.too_small.display = not fits
        self.too_small.update(f"This window is {width} by {height}.\nThe game needs {needed[0]} by {needed[1]}.")

    # What is to be seen

    def show(self, hinted: Move | None = None) -> None:
        """Show the game as it stands."""
        self.board.show(self.session.position, self.entry.picked, self.entry.cursor, hinted)
        self.show_light()
        self.find_possible()

    def find_possible(self) -> None:
        """Find out which commands are possible now, for the footer."""
        self.possible = frozenset(command for command in keys.CONDITIONAL if not self.refusal(command))

    def show_light(self) -> None:
        light = self._light if self._light and self._light.position == self.session.position else None
        self.status.show(self.session, light, on=self.light_on and not self._why_dark, lost=self.is_lost())

    def is_lost(self) -> bool:
        """Whether the game is known to be lost because of an earlier move."""
        return not self.session.rules.is_scored and self.searches.loss(self.session) is not None

    def lost(self) -> str:
        """Say which move lost the game so far, if one is known to have."""
        loss = self.searches.loss(self.session)
        return words.lost(self.session, loss) if loss else ""

    def changed(self, said: str = "", *, keep: bool = True) -> None:
        """Show the position after a move, keep the game and look at it."""
        self.entry.clear()
        self.show()
        lost = self.lost() if self.light_on else ""
        self.notice.say(said or words.ending(self.session, lost) or lost)
        if keep:
            self._keep_game()
        self.search_light()

    def search_light(self) -> None:
        """Search for the light, if it is on and not known already."""
        if self.light_on and not (self._why_dark or self.session.is_won or self.is_lost()):
            self.searches.light(self.session)

    def _keep_game(self) -> None:
        """Keep the game; where that fails, say so and go on without."""
        if self._keep is None:
            return
        try:
            self._keep(self.session)
            self.kept = True
        except KiebitzError as error:
            self._keep = None
            self.kept = False
            self.notice.say(f"this game is not kept: {error}", urgent=True)

    def _redraw(self) -> None:
        """Draw everything in the look that there is now."""
        self.board.redraw()
        for part in (self.status, self.notice):
            part.refresh()
        self.find_possible()

    def _keep_its_look(self) -> None:
        if self._keep_look is not None:
            with suppress(KiebitzError):  # a look that is not kept is no reason to disturb a game
                self._keep_look(self.app.theme, self.board.four_colours)

    # Which commands are possible

    def refusal(self, command: str) -> str:
        """Return why a command of `keys.CONDITIONAL` is not possible now; nothing if it is."""
        session = self.session
        match command:
            case "undo" | "undo_all" if not session.ply:
                return "nothing to undo"
            case "redo" | "redo_all" if not session.undone:
                return "nothing to redo"
            case "pause" if not (self.playing or session.undone):
                return "nothing to replay: p plays a winning line from here"
            case "variation" if len(self._tried()) < 2:
                return "no other move was tried in the place of the last one"
            case "hint" | "solve" if session.is_won:
                return words.ending(session)
            case "hint" | "solve" if self.is_lost():
                return self.lost()
            case "winnable":
                loss = self.searches.loss(session)
                if loss is None or loss.last_winnable is None:
                    return self.lost() or "no losing move is known"
            case "four_colours" if not look_of(self).clubs:
                return "this look has no colours"
            case "faces" if not any(session.rules.face_down):
                return "no card lies face down in this game"
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Say whether a command is possible now, and whether a letter is notation."""
        if action == "type":
            return self.entry.takes(str(parameters[0]))
        if action in keys.CONDITIONAL and self.refusal(action):
            return None
        return super().check_action(action, parameters)

    def action_refuse(self, command: str) -> None:
        """Say why a command is not possible."""
        self.pause()
        self.action_let_go()
        self.notice.say(self.refusal(command))

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
                kept = at.pile.kind is PileKind.FOUNDATION
                self.notice.say(words.KEPT if kept else f"{at.pile} is empty", urgent=True)
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
        tried = self._tried()
        here = (tried.index(self.session.here) + 1) % len(tried)
        self.session.jump(tried[here])
        name = f" ({tried[here].name})" if tried[here].name else ""
        self.changed(f"{tried[here].word}{name}: {here + 1} of {len(tried)} moves tried here")

    def _tried(self) -> list[Node]:
        parent = self.session.here.parent
        return [] if parent is None else parent.children

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
        self.notice.say(words.REPLAY)

    def _step(self) -> None:
        """Make the next move of a replay."""
        if self.playing and self.session.redo() is not None:
            self.changed(words.REPLAY if self.session.undone else "")
        if not self.session.undone:
            self.pause()

    # Other games, other looks

    def action_new(self) -> None:
        """Ask for another deal."""
        from kiebitz.tui.new_screen import NewScreen

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
        self.changed(words.opening(session), keep=False)  # the unfinished game stays until the first move of this one

    def action_look(self) -> None:
        """Take the next look."""
        self.app.theme = self._looks[(self._looks.index(self.app.theme) + 1) % len(self._looks)]
        self.notice.say(f"look: {self.app.theme}")
        self._keep_its_look()

    def action_four_colours(self) -> None:
        """Change between two colours and four."""
        self.board.four_colours = not self.board.four_colours
        self.board.redraw()
        self._keep_its_look()
        self.notice.say("four colours" if self.board.four_colours else "two colours")

    def action_faces(self) -> None:
        """Show or hide the faces of face-down cards."""
        self.board.hide_faces = not self.board.hide_faces
        self.board.redraw()

    def action_link(self) -> None:
        """Copy a link to the game."""
        from kiebitz.patience.links import write_link

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
        from kiebitz.tui.help_screen import HelpScreen

        self.app.push_screen(HelpScreen(self.active_bindings.values()))

    # The solver

    def action_light(self) -> None:
        """Turn the light on or off."""
        self.light_on = not self.light_on
        self.notice.say("light on" if self.light_on else "light off")
        self.show_light()
        self.search_light()

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

    def on_searches_light_found(self, event: Searches.LightFound) -> None:
        """Show the light."""
        if event.position == self.session.position:
            self._light = event.light
            self._why_dark = event.reason
            if event.reason:
                self.notice.say(event.reason)
            self.show_light()

    def on_searches_loss_found(self, event: Searches.LossFound) -> None:
        """Keep and say which move lost the game."""
        self.searches.keep(event)
        if event.position == self.session.position and self.light_on:
            lost = words.lost(self.session, event.loss)
            self.notice.say(words.ending(self.session, lost) or lost, urgent=True)
            self.find_possible()

    def on_searches_line_found(self, event: Searches.LineFound) -> None:
        """Show a hint, or begin to play a line."""
        if event.result.position != self.session.position:
            return
        said, moves = words.advice(self.session, event.result)
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
