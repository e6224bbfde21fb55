"""The board as a widget of Jupyter's: what `game` shows goes to the browser, what hands say comes back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz.errors import DependencyError
from kiebitz.notebook.game import Game, session_of

try:
    import anywidget
    import traitlets
except ModuleNotFoundError:
    raise DependencyError("a board in a notebook needs", "anywidget", "pip install 'kiebitz[notebook]'") from None

if TYPE_CHECKING:
    from kiebitz.analysis.limits import Limit
    from kiebitz.notebook.game import Playable
    from kiebitz.patience.rules import Rules
    from kiebitz.patience.session import Session


class Board(anywidget.AnyWidget):  # type: ignore[misc]  # its types are not always there
    """A board to play on in a notebook: clicks, drags, light, hint, solution, and every line that was tried.

    *shown* is the number of a deal of *game*, a text (a link, a solution, a board), a `Position`, a `Session`, or a
    result with a line to step through. `session` is the game as Python holds it: what is played on the board is in it,
    and after `refresh` what was done to it in Python is on the board. *light* switches the light on, *limit* is how far
    it may search, *look* is `light`, `dark`, or `auto`, the notebook's own. `ply`, `words` and `verdict` (empty while
    the light is off) can be observed as traits. Errors as of `session_of`; a `DependencyError` without the extra.

    >>> board = Board(617, light=True)
    >>> board.session.play("58"), board.refresh()
    ((), None)
    >>> board.words, board.verdict
    (['58'], 'solved')
    """

    _esm = Path(__file__).with_name("board.js")

    look = traitlets.Enum(["auto", "light", "dark"], "auto", help="the colours").tag(sync=True)
    ply = traitlets.Int(0, read_only=True, help="how many moves are made")
    words = traitlets.List(traitlets.Unicode(), read_only=True, help="the moves made, in standard notation")
    verdict = traitlets.Unicode("", read_only=True, help="what the light says: solved, impossible, undecided, score")
    _drawing = traitlets.Dict().tag(sync=True)
    _shown = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        shown: Playable = 617,
        game: str | Rules = "freecell",
        *,
        numbering: str = "microsoft",
        light: bool = False,
        limit: Limit | None = None,
        look: str = "auto",
    ) -> None:
        self._game = Game(session_of(shown, game, numbering), lit=light, limit=limit)
        super().__init__(look=look, _drawing=self._game.drawing(), _shown=self._game.shown())
        self.on_msg(self._heard)
        self._tell()

    @property
    def session(self) -> Session:
        """The game: what is played on the board is played in it."""
        return self._game.session

    def refresh(self) -> None:
        """Show the game as it is now, after something was done to it in Python."""
        self._shown = self._game.shown()
        self._tell()

    def _heard(self, _: Any, message: object, __: Any) -> None:
        self._game.heard(message)
        self.refresh()

    def _tell(self) -> None:
        """Tell those who observe."""
        light = self._shown["light"]
        self.set_trait("words", self.session.words())
        self.set_trait("ply", self.session.ply)
        self.set_trait("verdict", light[0] if light else "")
