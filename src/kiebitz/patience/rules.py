"""The rules of one game as frozen data: a few counts and choices, and what follows from them alone.

No game is named here (the games are data too, in `kiebitz.patience.games`), and no position is ever looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from kiebitz.cards import Card, Rank, Suit
from kiebitz.errors import KiebitzError, NumberRangeError, shown
from kiebitz.patience.piles import COLUMN_LETTERS, MAX_CELLS, MAX_COLUMNS, STOCK, cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.cards import Pack

_C = TypeVar("_C", bound=Enum)

#: More cards than any pack holds: the capacity of games that move whole sequences.
UNLIMITED = 52


class _Choice(Enum):
    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Build(_Choice):
    """Which card may be put onto one of the next higher rank in a column."""

    ALTERNATE_COLOUR = "alternate_colour"
    SAME_SUIT = "same_suit"


class EmptyColumn(_Choice):
    """Which cards may be put into an empty column."""

    ANY = "any"
    KINGS = "kings"
    NONE = "none"


class Supermoves(_Choice):
    """How many cards may move at once; see `supermove_capacity`. `ANY`: any card with all that lies on it."""

    SINGLE = "single"
    STANDARD = "standard"
    MICROSOFT = "microsoft"
    WHOLE = "whole"
    ANY = "any"


class HomeMoves(_Choice):
    """Whether a card that fits its foundation may stay where it is (`FREE`) or must go before any other move."""

    FREE = "free"
    FORCED = "forced"


class Autoplay(_Choice):
    """Which cards the program itself sends to the foundations after a player's move.

    `NONE` none, `SAFE` those that can't be missed any more (Microsoft's rule where colours alternate, see
    `referee.is_safe`), `MAX` all that fit.
    """

    NONE = "none"
    SAFE = "safe"
    MAX = "max"


class Foundations(_Choice):
    """Whether the foundations are built up from the lowest rank or down from the king."""

    UP = "up"
    DOWN = "down"


def supermove_capacity(
    supermoves: Supermoves,
    free_cells: int,
    empty_columns: int,
    target_is_empty: bool,
    empty_column_rule: EmptyColumn,
) -> int:
    """Return how many cards of an ordered run may move at once.

    *empty_columns* counts all of them; if the target is one, it can't hold cards on the way and is left out, here
    called *e*. Nor can a column that takes only kings, or nothing, hold cards on the way: only the lowest card of a
    run can be a king, and that card goes straight to the target. Then e = 0.

    - `SINGLE`: 1.
    - `STANDARD`: (free cells + 1) · 2^e, exactly what single-card moves through cells and empty columns can carry. (A
      run that is a whole column could go into an empty column at greater length, where nothing changes but the names.)
    - `MICROSOFT`: the same with e at most 1, the count of Microsoft's program: it overlooks that a second empty column
      doubles the number again.
    - `WHOLE`: any number (`UNLIMITED`).
    - `ANY`: any number, and the cards need not be an ordered run.

    >>> supermove_capacity(Supermoves.STANDARD, 1, 2, False, EmptyColumn.ANY)
    8
    >>> supermove_capacity(Supermoves.MICROSOFT, 1, 2, False, EmptyColumn.ANY)
    4
    """
    if supermoves in (Supermoves.WHOLE, Supermoves.ANY):
        return UNLIMITED
    if supermoves is Supermoves.SINGLE:
        return 1
    helpers = empty_columns - target_is_empty if empty_column_rule is EmptyColumn.ANY else 0
    if supermoves is Supermoves.MICROSOFT:
        helpers = min(helpers, 1)
    return int((free_cells + 1) << helpers)


@dataclass(frozen=True)
class Rules:
    """A game of the family: everything that the referee and the kernel need to know about it.

    `game` and `title` name the catalogue's game; `with_` changes single rules and keeps both names. `dealt_to_cells`
    are the cells that get a card each after the columns (those that exist), `stock` the number of cards after them
    that the player has to place himself, and `dealt_first` the cards that are taken out of the shuffled pack and dealt
    before all others. `dealt_rows` are the rows in which the columns get their cards, the letters of the columns one
    after the other (`"234567"`); without them each row goes to all columns. `face_down` are the numbers of cards, first
    to be dealt, that lie face down in each column; without it none do. Columns are always built down in rank,
    foundations by suit.
    """

    game: str
    title: str
    pack: Pack
    columns: int
    cells: int
    build: Build
    empty_column: EmptyColumn
    supermoves: Supermoves
    foundations: Foundations
    dealt_to_cells: tuple[int, ...] = ()
    stock: int = 0
    dealt_first: tuple[Card, ...] = ()
    dealt_rows: tuple[str, ...] = ()
    face_down: tuple[int, ...] = ()
    home_moves: HomeMoves = HomeMoves.FREE
    changes: tuple[tuple[str, object], ...] = field(default=(), compare=False)  # what `with_` changed, for `repr`

    def __post_init__(self) -> None:
        _check_range(self.cells, 0, MAX_CELLS, "cells")
        _check_range(self.columns, 1, MAX_COLUMNS, "columns")
        if self.dealt_rows or self.face_down:
            self._check_layout()

    def with_(self, **changes: Any) -> Rules:
        """Return these rules with some of them changed; choices may be given by their names.

        A `KiebitzError` names an unknown rule or choice, a `NumberRangeError` an impossible number of piles.

        >>> from kiebitz.patience.games import game
        >>> game("freecell").with_(cells=3, supermoves="single")
        game('freecell').with_(cells=3, supermoves='single')
        """
        for name, value in changes.items():
            choice = _CHANGEABLE.get(name)
            if choice is None:
                raise KiebitzError(f"no rule is called {shown(name)}; expected one of: {', '.join(_CHANGEABLE)}")
            changes[name] = choice_named(choice, value) if issubclass(choice, _Choice) else value
        plain = {name: value.value if isinstance(value, _Choice) else value for name, value in changes.items()}
        return replace(self, **changes, changes=tuple((dict(self.changes) | plain).items()))

    def __repr__(self) -> str:
        changes = ", ".join(f"{name}={value!r}" for name, value in self.changes)
        return f"game({self.game!r})" + (f".with_({changes})" if changes else "")

    @cached_property
    def destinations(self) -> tuple[int, ...]:
        """The kernel code of the pile to which each card goes, in dealing order."""
        cells = [cell(index).code for index in self.dealt_to_cells if index < self.cells]
        if self.dealt_rows:
            in_columns = [COLUMN_LETTERS.index(letter) for row in self.dealt_rows for letter in row]
        else:
            in_columns = [i % self.columns for i in range(len(self.pack) - len(cells) - self.stock)]
        return (*in_columns, *cells, *[STOCK.code] * self.stock)

    @property
    def is_scored(self) -> bool:
        """Whether these are the rules of Russian Solitaire, in which the best score of a lost deal is asked for."""
        return (
            self.supermoves is Supermoves.ANY
            and not self.cells
            and self.build is Build.SAME_SUIT
            and self.empty_column is EmptyColumn.KINGS
            and self.foundations is Foundations.UP
            and self.home_moves is HomeMoves.FORCED
        )

    @cached_property
    def heights(self) -> dict[Card, int]:
        """The place of each card's rank in the pack, lowest 0."""
        return {card: self.pack.rank_order.index(card.rank) for card in self.pack}

    @cached_property
    def steps(self) -> dict[Card, int]:
        """The place of each card in its foundation: so many cards must be home before it."""
        top = len(self.pack.rank_order) - 1
        if self.foundations is Foundations.UP:
            return self.heights
        return {card: top - height for card, height in self.heights.items()}

    @cached_property
    def ladders(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each foundation in the order in which they go home, suits C D H S; empty for absent suits."""
        in_order = sorted(self.pack, key=self.steps.__getitem__)
        return tuple(tuple(card for card in in_order if card.suit is suit) for suit in Suit)

    @cached_property
    def builds(self) -> dict[Card, frozenset[Card]]:
        """For each card those that may be put onto it in a column."""
        return {lower: frozenset(card for card in self.pack if self._fits(card, lower)) for lower in self.pack}

    @cached_property
    def openers(self) -> frozenset[Card]:
        """The cards that may be put into an empty column."""
        if self.empty_column is EmptyColumn.ANY:
            return frozenset(self.pack)
        if self.empty_column is EmptyColumn.KINGS:
            return frozenset(card for card in self.pack if card.rank is Rank.KING)
        return frozenset()

    def capacity(self, free_cells: int, empty_columns: int, target_is_empty: bool) -> int:
        """Return `supermove_capacity` under these rules."""
        return supermove_capacity(self.supermoves, free_cells, empty_columns, target_is_empty, self.empty_column)

    def arranged(self, cards: Sequence[Card]) -> list[Card]:
        """Return *cards* in the order in which this game deals them: `dealt_first` first, the others as they come."""
        first = self.dealt_first
        return [*first, *(card for card in cards if card not in first)] if first else list(cards)

    def card_code(self, card: Card) -> int:
        """Return the kernel's byte for a card: 4 · (its place in its foundation) + suit."""
        return 4 * self.steps[card] + card.suit

    def kernel_bytes(self) -> bytes:
        """Return the nine bytes by which the kernel knows these rules.

        They are: ranks, mask of suits, columns, cells, build, step of the build against the foundations, empty column,
        what moves at once (0 what single-card moves can carry, 1 whole sequences, 2 any card with all that lies on it),
        forced home moves.
        """
        suits = sum(1 << suit for suit in self.pack.suits)
        return bytes(
            (
                len(self.pack.rank_order),
                suits,
                self.columns,
                self.cells,
                int(self.build is Build.SAME_SUIT),
                int(self.foundations is Foundations.DOWN),
                list(EmptyColumn).index(self.empty_column),
                {Supermoves.WHOLE: 1, Supermoves.ANY: 2}.get(self.supermoves, 0),
                int(self.home_moves is HomeMoves.FORCED),
            )
        )

    def _check_layout(self) -> None:
        """Refuse rows and face-down cards that do not belong to these columns and this pack, in one line."""
        letters = set("".join(self.dealt_rows))
        if letters and letters != set(COLUMN_LETTERS[: self.columns]):
            raise NumberRangeError(self.columns, f"{len(letters)} columns, as {self.title} is dealt in rows of its own")
        if len(self.destinations) != len(self.pack):
            raise KiebitzError(
                f"{self.title} deals {len(self.destinations)} cards; expected the {len(self.pack)} of its pack"
            )
        heights = [self.destinations.count(index) for index in range(self.columns)]
        if self.face_down and (
            len(self.face_down) != self.columns
            or not all(0 <= down <= max(height - 1, 0) for down, height in zip(self.face_down, heights, strict=True))
        ):
            raise KiebitzError(
                f"{self.title} deals cards face down ({' '.join(map(str, self.face_down))}); "
                f"expected {self.columns} numbers, each below its column's height"
            )

    def _fits(self, card: Card, lower: Card) -> bool:
        if self.heights[lower] - self.heights[card] != 1:
            return False
        if self.build is Build.SAME_SUIT:
            return card.suit is lower.suit
        return card.colour is not lower.colour


#: The rules that `with_` changes, with the type of their value.
_CHANGEABLE: dict[str, type] = {
    "columns": int,
    "cells": int,
    "build": Build,
    "empty_column": EmptyColumn,
    "supermoves": Supermoves,
    "foundations": Foundations,
    "home_moves": HomeMoves,
}


def choice_named(kind: type[_C], value: object) -> _C:
    """Return the choice with this name, or the choice itself; a `KiebitzError` lists the names that would do."""
    try:
        return kind(value)
    except ValueError:
        names = ", ".join(str(choice.value) for choice in kind)
        what = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).strip()
        raise KiebitzError(f"unknown {what} {shown(value)}; expected one of: {names}") from None


def _check_range(number: object, low: int, high: int, what: str) -> None:
    if not isinstance(number, int) or not low <= number <= high:
        raise NumberRangeError(number, f"{low} to {high} {what}")
