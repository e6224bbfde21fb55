"""What the player is about to move: letters typed so far, cards picked, the cursor.

What comes of it is asked of the session; nothing here knows whether a move is legal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.patience.moves import Move
from kiebitz.patience.piles import PileKind, column
from kiebitz.tui.cursor import Cursor, grabbable
from kiebitz.tui.keys import begins_move, counts, ends_move, pile_of

if TYPE_CHECKING:
    from kiebitz.patience.piles import Pile
    from kiebitz.patience.session import Session
    from kiebitz.tui.layout import Layout

_COUNT = "v"


class Hand:
    """The hand over the table: `typed` letters, `picked` cards and the `cursor`, each of them or none.

    `taken` says of each letter whether it was notation; a finished move is what the callers get back as a `Move`.
    Picked cards move as many as they are shown, if that is legal, and otherwise as many as standard notation implies;
    a typed source always moves the latter, and a count typed after the move (`26v2`) corrects it.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.typed = ""
        self.picked: Cursor | None = None
        self.cursor: Cursor | None = None
        self.countable = ""  # the move just typed and made, which a count may follow
        self._exact = False  # whether so many cards were picked on purpose

    @property
    def words(self) -> str:
        """What has been typed or picked of a move so far, as it is shown."""
        if self.typed:
            return f"{self.typed}…"
        return f"{self.picked.pile} to …" if self.picked else ""

    def open(self) -> None:
        """Let go of everything but the cursor."""
        self.typed = self.countable = ""
        self.picked = None

    def takes(self, letter: str) -> bool:
        """Say whether this letter is notation now."""
        if self.typed.endswith(_COUNT):
            return counts(letter)
        if self.typed:
            return ends_move(letter)
        return begins_move(letter, self.session.rules.cells) or (letter == _COUNT and bool(self.countable))

    def letter(self, letter: str) -> str | Move | None:
        """Take a letter of the notation, and return the finished move: a text to be read, or piles that were picked."""
        if letter == _COUNT and self.countable and not self.typed:
            self.typed, self.countable = self.countable + _COUNT, ""
            return None
        if self.typed:
            text = self.typed + letter
            self.open()
            return text
        if self.picked is not None:
            return self.move_to(pile_of(letter))
        self.open()
        self.typed = letter
        pile = pile_of(letter)
        if self._has(pile):
            self.picked = Cursor(pile)
            self.cursor = self.cursor and self.picked
            self._exact = False
        return None

    def pick(self, at: Cursor) -> bool:
        """Pick cards by pointing at them; false where there are none."""
        self.open()
        if not at.count or not self._has(at.pile):
            return False
        together = grabbable(self.session.position, at.pile)
        self._exact = at.count <= together
        self.picked = at if self._exact else Cursor(at.pile)
        return True

    def move_to(self, target: Pile) -> Move | None:
        """Return the move of the picked cards to a pile, legal or not; `None` if that is where they are."""
        picked, exact = self.picked, self._exact
        self.open()
        if picked is None or picked.pile == target:
            return None
        move = Move(picked.pile, target, picked.count)
        if exact and target.kind is PileKind.COLUMN and self.session.refusal(move) is None:
            return move
        return self.session.move_between(picked.pile, target)

    def point(self, direction: str, layout: Layout) -> None:
        """Move the cursor, or show it where it was."""
        position = self.session.position
        if self.cursor is None:
            self.cursor = self.picked or Cursor(column(0))
            return
        carrying = self.picked is not None
        self.cursor = self.cursor.on(position).moved(direction, position, layout, carrying=carrying)

    def _has(self, pile: Pile) -> bool:
        """Whether a card that may be picked lies there."""
        position = self.session.position
        if pile.kind is PileKind.COLUMN:
            return pile.index < len(position.columns) and bool(position.columns[pile.index])
        if pile.kind is PileKind.CELL:
            return pile.index < len(position.cells) and position.cells[pile.index] is not None
        return pile.kind is PileKind.STOCK and bool(position.stock)
