"""What the commands do that have a key of their own: a method for each action that `keys` names.

Keys are read, and positions shown, by the screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.errors import KiebitzError
from kiebitz.tui import words

if TYPE_CHECKING:
    from kiebitz.tui.game_screen import GameScreen


class Commands:
    """The commands of a game's screen."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen

    def undo(self) -> None:
        """Take back a move."""
        self._screen.changed(words.undone(self._screen.session.undo()))

    def redo(self) -> None:
        """Make a move again."""
        move = self._screen.session.redo()
        self._screen.changed("" if move else "nothing to redo")

    def undo_all(self) -> None:
        """Go back to the start."""
        self._screen.session.goto(0)
        self._screen.changed()

    def redo_all(self) -> None:
        """Make all moves again."""
        self._screen.session.goto(self._screen.session.ply + len(self._screen.session.undone))
        self._screen.changed()

    def pause(self) -> None:
        """Stop a replay, or go on with it."""
        if self._screen.playing:
            self._screen.pause()
            self._screen.notice.say("paused; Space goes on, u and r step")
        elif self._screen.session.undone:
            self._screen.play()
        else:
            self._screen.notice.say("nothing to replay: p plays a winning line from here")

    def hint(self) -> None:
        """Ask for a hint."""
        self._ask(whole=False)

    def solve(self) -> None:
        """Ask for a winning line, to be played."""
        self._ask(whole=True)

    def _ask(self, *, whole: bool) -> None:
        if self._screen.session.is_won:
            self._screen.notice.say(words.ending(self._screen.session))
            return
        if self._screen.is_lost():
            self._screen.notice.say(self._screen.lost() or "")
            return
        self._screen.notice.say("thinking…")
        self._screen.onlooker.advise(self._screen.session, whole=whole)

    def winnable(self) -> None:
        """Go back to the last position that can be won."""
        loss = self._screen.onlooker.loss(self._screen.session)
        if loss is None:
            self._screen.notice.say("no losing move is known")
        elif loss.last_winnable is None:
            self._screen.notice.say(words.lost(self._screen.session, loss))
        else:
            self._screen.session.goto(loss.last_winnable)
            self._screen.changed("before the losing move; r shows it again")

    def new(self) -> None:
        """Ask for another deal."""
        from kiebitz.tui.new_screen import NewScreen

        self._screen.app.push_screen(NewScreen(self._screen.session, self._screen.app.look), self._screen.begin)

    def light(self) -> None:
        """Turn the light on or off."""
        self._screen.light_on = not self._screen.light_on
        self._screen.notice.say("light on" if self._screen.light_on else "light off")
        self._screen.show_light()
        self._screen.look_on()

    def look(self) -> None:
        """Take the next look."""
        self._screen.app.next_look()
        self._screen.notice.say(f"look: {self._screen.app.look.name}")

    def four_colours(self) -> None:
        """Change between two colours and four."""
        if not self._screen.app.look.clubs:
            self._screen.notice.say("this look has no colours")
            return
        self._screen.app.set_four_colours(on=not self._screen.board.four_colours)
        self._screen.notice.say("four colours" if self._screen.board.four_colours else "two colours")

    def faces(self) -> None:
        """Show or hide the faces of face-down cards."""
        self._screen.board.hide_faces = not self._screen.board.hide_faces
        self._screen.board.redraw()

    def link(self) -> None:
        """Copy a link to the game."""
        from kiebitz.patience.links import write_link

        try:
            link = write_link(self._screen.session)
        except KiebitzError as error:
            self._screen.notice.say(str(error), urgent=True)
            return
        self._screen.app.copy_to_clipboard(link)
        self._screen.notice.say(f"copied, for kiebitz play: {link}")

    def help(self) -> None:
        """Show the help."""
        from kiebitz.tui.help_screen import HelpScreen

        self._screen.app.push_screen(HelpScreen(self._screen.app.look))

    def quit(self) -> None:
        """Leave."""
        self._screen.app.exit()
