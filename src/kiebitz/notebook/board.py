"""The board as a Jupyter widget that connects `game` with the browser."""

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


class Board(anywidget.AnyWidget):  # type: ignore[misc] # its types are not always installed
    """A playable board in a notebook with clicks, drags, light, hint, solution and all variations.

    *shown* is the number of a deal of *game*, a text (a link, a solution, a board), a `Position`, a `Session`, or a
    result with a line to step through. `session` is the game in Python; call `refresh` after changing it there. *light*
    switches the light on, *limit* bounds its search, *look* is `light`, `dark`, or `auto`, the notebook's own. `ply`,
    `words` and `verdict` (empty while the light is off) can be observed as traits. Raises the errors of `session_of`,
    and `DependencyError` without the extra.

    >>> board = Board(617, light=True)
    >>> board.session.play("58"), board.refresh()
    ((), None)
    >>> board.words, board.verdict
    (['58'], 'solved')
    """

    _esm = Path(__file__).with_name("board.js")

    look = traitlets.Enum(["auto", "light", "dark"], "auto", help="the colours").tag(sync=True)
    ply = traitlets.Int(0, read_only=True, help="the number of moves made")
    words = traitlets.List(traitlets.Unicode(), read_only=True, help="the moves made, in standard notation")
    verdict = traitlets.Unicode("", read_only=True, help="the light: solved, impossible, undecided or score")
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
        self.on_msg(self._receive)
        self._update_traits()

    @property
    def session(self) -> Session:
        """The game on the board."""
        return self._game.session

    def refresh(self) -> None:
        """Update the board after the session was changed in Python."""
        self._shown = self._game.shown()
        self._update_traits()

    def _receive(self, _: Any, message: object, __: Any) -> None:
        self._game.handle(message)
        self.refresh()

    def _update_traits(self) -> None:
        """Update the observable traits."""
        light = self._shown["light"]
        self.set_trait("words", self.session.words())
        self.set_trait("ply", self.session.ply)
        self.set_trait("verdict", light[0] if light else "")
