"""The move being entered: typed letters, picked cards and the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards import Suit
from kiebitz.patience.moves import Move
from kiebitz.patience.piles import (
    CELL_LETTERS,
    COLUMN_LETTERS,
    HOME_LETTER,
    STOCK,
    STOCK_LETTER,
    PileKind,
    cell,
    column,
    foundation,
)
from kiebitz.tui.cursor import Cursor, grabbable
from kiebitz.tui.keys import COMMAND_LETTERS, COUNT_LETTER, HEXADECIMAL

if TYPE_CHECKING:
    from kiebitz.patience.piles import Pile
    from kiebitz.patience.session import Session
    from kiebitz.tui.layout import Layout

#: Letters that complete a typed move; after a source, these letters are always notation.
_TARGETS = COLUMN_LETTERS + CELL_LETTERS + HOME_LETTER


class MoveEntry:
    """A move being entered: `typed` letters, `picked` cards and the `cursor`, each optional.

    Picked cards move in the number shown if that is legal, and otherwise in the number that standard notation implies.
    A typed source always moves the implied number; a count typed after the move (`26v2`) corrects it.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.typed = ""
        self.picked: Cursor | None = None
        self.cursor: Cursor | None = None
        self.countable = ""  # the last typed move, which a count may follow
        self._exact = False  # the picked number of cards is deliberate

    @property
    def words(self) -> str:
        """The text of the unfinished move."""
        if self.typed:
            return f"{self.typed}…"
        return f"{self.picked.pile} to …" if self.picked else ""

    def clear(self) -> None:
        """Discard everything but the cursor."""
        self.typed = self.countable = ""
        self.picked = None

    def takes(self, letter: str) -> bool:
        """Return whether this letter is notation now.

        A command letter starts a move only if it names a pile of the game.
        """
        if self.typed.endswith(COUNT_LETTER):
            return letter in HEXADECIMAL
        if self.typed:
            return letter in _TARGETS
        if letter == COUNT_LETTER:
            return bool(self.countable)
        if letter in COMMAND_LETTERS:
            rules = self.session.rules
            return letter in COLUMN_LETTERS[: rules.columns] + CELL_LETTERS[: rules.cells]
        return letter in COLUMN_LETTERS + CELL_LETTERS + STOCK_LETTER

    def type(self, letter: str) -> str | Move | None:
        """Handle a letter of the notation; return a finished move: text to parse, or the piles of picked cards."""
        if letter == COUNT_LETTER:
            self.typed, self.countable = self.countable + COUNT_LETTER, ""
            return None
        if self.typed:
            text = self.typed + letter
            self.clear()
            return text
        if self.picked is not None:
            return self.move_to(pile_of(letter))
        self.clear()
        self.typed = letter
        pile = pile_of(letter)
        if self._has_card(pile):
            self.picked = Cursor(pile)
            self.cursor = self.cursor and self.picked
            self._exact = False
        return None

    def pick(self, cursor: Cursor) -> bool:
        """Pick the cards at the cursor; return whether there are any."""
        self.clear()
        if not cursor.count or not self._has_card(cursor.pile):
            return False
        together = grabbable(self.session.position, cursor.pile)
        self._exact = cursor.count <= together
        self.picked = cursor if self._exact else Cursor(cursor.pile)
        return True

    def move_to(self, target: Pile) -> Move | None:
        """Return the move of the picked cards to a pile, legal or not; `None` if they already are there."""
        picked, exact = self.picked, self._exact
        self.clear()
        if picked is None or picked.pile == target:
            return None
        move = Move(picked.pile, target, picked.count)
        if exact and target.kind is PileKind.COLUMN and self.session.refusal(move) is None:
            return move
        return self.session.move_between(picked.pile, target)

    def point(self, direction: str, layout: Layout) -> None:
        """Move the cursor, or show it."""
        position = self.session.position
        if self.cursor is None:
            self.cursor = self.picked or Cursor(column(0))
            return
        carrying = self.picked is not None
        self.cursor = self.cursor.on(position).moved(direction, position, layout, carrying=carrying)

    def _has_card(self, pile: Pile) -> bool:
        """Return whether a pile has a card that may be picked."""
        position = self.session.position
        if pile.kind is PileKind.COLUMN:
            return pile.index < len(position.columns) and bool(position.columns[pile.index])
        if pile.kind is PileKind.CELL:
            return pile.index < len(position.cells) and position.cells[pile.index] is not None
        if pile.kind is PileKind.FOUNDATION:
            return position.rules.cards_return and bool(position.foundations[pile.index])
        return bool(position.stock)


def pile_of(letter: str) -> Pile:
    """Return the pile that a letter names; for home, any foundation."""
    if letter in COLUMN_LETTERS:
        return column(COLUMN_LETTERS.index(letter))
    if letter == STOCK_LETTER:
        return STOCK
    return foundation(Suit.CLUBS) if letter == HOME_LETTER else cell(CELL_LETTERS.index(letter))
