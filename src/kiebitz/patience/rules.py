"""Rules of a game as frozen data, and everything that follows from them alone."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from kiebitz.cards import PACKS, Card, Rank, Suit
from kiebitz.errors import ChoiceError, InputError, NumberRangeError, shown
from kiebitz.patience import game_files
from kiebitz.patience.piles import CELL_LETTERS, COLUMN_LETTERS, STOCK, cell, column, foundation
from kiebitz.patience.rule_options import (
    CHANGEABLE,
    Ace,
    Autoplay,  # noqa: F401  where version 0.1 had it
    Build,
    CellUse,
    EmptyColumn,
    Family,
    Foundations,
    Goal,
    HomeMoves,
    Sequences,
    Supermoves,
    choice_named,
    sets_of_suits,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kiebitz.cards import Pack
    from kiebitz.patience.piles import Pile

#: Capacity of games that move whole sequences.
UNLIMITED = 52


def supermove_capacity(
    supermoves: Supermoves,
    free_cells: int,
    empty_columns: int,
    target_is_empty: bool,
    empty_column_rule: EmptyColumn,
) -> int:
    """Return how many cards of an ordered run may move at once.

    *e* is the number of empty columns that can hold cards on the way: not the target, and none where only kings or no
    cards may go, since only the lowest card of a run can be a king, and it goes straight to the target.

    - `SINGLE`: 1.
    - `STANDARD`: (free cells + 1) · 2^e, what single-card moves through cells and empty columns can carry.
    - `MICROSOFT`: the same with e at most 1, and 1 without a free cell (Microsoft's program).
    - `WHOLE`, `ANY`: any number (`UNLIMITED`); with `ANY` the cards need not be an ordered run.

    >>> supermove_capacity(Supermoves.STANDARD, 1, 2, False, EmptyColumn.ANY)
    8
    >>> supermove_capacity(Supermoves.MICROSOFT, 1, 2, False, EmptyColumn.ANY)
    4
    >>> supermove_capacity(Supermoves.MICROSOFT, 0, 1, False, EmptyColumn.ANY)
    1
    """
    if supermoves in (Supermoves.WHOLE, Supermoves.ANY):
        return UNLIMITED
    if supermoves is Supermoves.SINGLE:
        return 1
    helpers = empty_columns - target_is_empty if empty_column_rule is EmptyColumn.ANY else 0
    if supermoves is Supermoves.MICROSOFT:
        helpers = min(helpers, 1, free_cells)
    return int((free_cells + 1) << helpers)


@dataclass(frozen=True)
class Rules:
    """The rules of a game. Columns are always built down in rank, foundations by suit.

    - `dealt_to_cells`: cells that get a card each after the columns, as far as they exist
    - `stock`: number of cards dealt after these, which the player has to place
    - `dealt_first`: cards taken out of the shuffled pack and dealt before all others
    - `dealt_home`: number of ranks on the foundations before the deal
    - `dealt_rows`: rows as letters of columns (`"234567"`); by default each row goes to all columns
    - `face_down`: per column, how many of its first cards are dealt face down
    - `family`: the search for the game
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
    ace: Ace = Ace.LOW
    goal: Goal = Goal.WIN
    sequences: Sequences = Sequences.AS_BUILT
    cell_use: CellUse = CellUse.FREE
    dealt_home: int = 0
    family: Family = Family.FREECELL

    def __post_init__(self) -> None:
        for name in ("cells", "columns"):
            _CHANGEABLE[name].value(getattr(self, name))  # raises an error
        if self.dealt_home and self.foundations is Foundations.WHOLE_RUNS:
            raise InputError(
                "", f"{self.title} begins with cards on the foundations", "foundations that take single cards"
            )
        if self.dealt_rows or self.face_down:
            self._check_layout()

    @staticmethod
    def stated(game: str, title: str, values: Mapping[str, Any]) -> Rules:
        """Return the rules stated in a game's file; an `InputError` names an invalid value."""
        read: dict[str, Any] = {}
        for name in STATED:
            try:
                read[name] = _FIXED[name][0](values[name]) if name in _FIXED else _CHANGEABLE[name].value(values[name])
            except (KeyError, TypeError, ValueError) as error:
                reason = f"{name} = {values[name]!r} is invalid ({error})"
                raise InputError(f"game file {game}", reason) from None
        return Rules(game=game, title=title, **read)

    def with_(self, **changes: Any) -> Rules:
        """Return these rules with some of them changed; choices may be given by name.

        `rule_options.CHANGEABLE` lists the rules. Raises `InputError` for an unknown rule, `ChoiceError` for an unknown
        choice, `NumberRangeError` for an impossible number of piles.

        >>> from kiebitz.patience.games import game
        >>> game("freecell").with_(cells=3, supermoves="single")
        game('freecell').with_(cells=3, supermoves='single')
        """
        values: dict[str, Any] = {}
        for name, setting in changes.items():
            rule = _CHANGEABLE.get(name)
            if rule is None:
                raise InputError("", f"no rule is called {shown(name)}", f"one of: {', '.join(_CHANGEABLE)}")
            values[name] = rule.value(setting)
        suits = values.pop("suits", self.suits)
        if len(suits) != len(self.suits):
            raise ChoiceError("suits", changes["suits"], sets_of_suits(len(self.suits)))
        return _changed(self, suits, tuple(values.items()))

    def written(self, name: str) -> int | str:
        """Return the value of a changeable rule as a number or a word."""
        return _CHANGEABLE[name].written(getattr(self, name))

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits of the pack."""
        return self.pack.suits

    @cached_property
    def changes(self) -> tuple[tuple[str, int | str], ...]:
        """The rules that differ from the catalogue's game of this name, as numbers or words.

        >>> from kiebitz.patience.games import game
        >>> replace(game("freecell"), cells=2).changes
        (('cells', 2),)
        """
        own = self._own_values
        written = ((name, self.written(name)) for name in _CHANGEABLE)
        return tuple((name, value) for name, value in written if value != own.get(name, value))

    @cached_property
    def is_named(self) -> bool:
        """Whether the game's name and `changes` describe these rules completely."""
        own = self._own_values
        return own.get("title") == self.title and all(
            own[name] == write(getattr(self, name)) for name, (_, write) in _FIXED.items()
        )

    @property
    def _own_values(self) -> Mapping[str, Any]:
        if self.game not in game_files.ids():
            return {}
        file = game_files.game_file(self.game)
        suits = _CHANGEABLE["suits"].written(PACKS[file.rules["pack"]].suits)
        return {**file.rules, "suits": suits, "title": file.about["title"]}

    def __repr__(self) -> str:
        if not self.is_named:
            return f"Rules({', '.join(f'{field.name}={getattr(self, field.name)!r}' for field in fields(self))})"
        changes = ", ".join(f"{name}={value!r}" for name, value in self.changes)
        return f"game({self.game!r})" + (f".with_({changes})" if changes else "")

    @cached_property
    def destinations(self) -> tuple[Pile, ...]:
        """The pile of each card in the order of `arranged`."""
        home = [foundation(card.suit) for card in self._cards_dealt_home]
        cells = [cell(index) for index in self.dealt_to_cells if index < self.cells]
        if self.dealt_rows:
            in_columns = [COLUMN_LETTERS.index(letter) for row in self.dealt_rows for letter in row]
        else:
            in_columns = [i % self.columns for i in range(len(self.pack) - len(home) - len(cells) - self.stock)]
        return (*home, *map(column, in_columns), *cells, *[STOCK] * self.stock)

    @cached_property
    def places(self) -> dict[int, tuple[int, ...]]:
        """For each pile's code, the indices of its cards in `arranged`."""
        by_code: dict[int, tuple[int, ...]] = {}
        for at, pile in enumerate(self.destinations):
            by_code[pile.code] = (*by_code.get(pile.code, ()), at)
        return by_code

    @cached_property
    def pile_codes(self) -> frozenset[int]:
        """The codes of the game's piles."""
        columns, cells = map(column, range(self.columns)), map(cell, range(self.cells))
        piles = (*columns, *cells, *map(foundation, self.suits), *[STOCK] * bool(self.stock))
        return frozenset([pile.code for pile in piles])

    @property
    def is_scored(self) -> bool:
        """Whether the goal is the best score."""
        return self.goal is Goal.SCORE

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks of the pack from low to high, as columns are built."""
        order = self.pack.rank_order
        if self.ace is Ace.LOW or Rank.ACE not in order:
            return order
        return (*(rank for rank in order if rank is not Rank.ACE), Rank.ACE)

    @cached_property
    def heights(self) -> dict[Card, int]:
        """Index of each card's rank in `ranks`."""
        return {card: self.ranks.index(card.rank) for card in self.pack}

    @cached_property
    def steps(self) -> dict[Card, int]:
        """Index of each card in its foundation."""
        if self.foundations in (Foundations.UP, Foundations.WHOLE_RUNS):
            return self.heights
        order = list(reversed(self.ranks))
        if self.foundations is Foundations.ACE_DOWN and Rank.ACE in order:
            order.remove(Rank.ACE)
            order.insert(0, Rank.ACE)
        return {card: order.index(card.rank) for card in self.pack}

    @cached_property
    def ladders(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each foundation in the order in which they go home; empty for absent suits."""
        in_order = sorted(self.pack, key=self.steps.__getitem__)
        return tuple([tuple([card for card in in_order if card.suit is suit]) for suit in Suit])

    @cached_property
    def builds(self) -> dict[Card, frozenset[Card]]:
        """For each card, the cards that it takes in a column."""
        cards_at: dict[int, list[Card]] = {}  # cards by height
        for card, height in self.heights.items():
            cards_at.setdefault(height, []).append(card)
        fitting = {suit: self._suits_built_on(suit) for suit in self.suits}
        return {
            lower: frozenset([card for card in cards_at.get(height - 1, ()) if card.suit in fitting[lower.suit]])
            for lower, height in self.heights.items()
        }

    @cached_property
    def joins(self) -> dict[Card, frozenset[Card]]:
        """For each card, the cards on it that move together with it."""
        if self.sequences is Sequences.AS_BUILT:
            return self.builds
        return {
            lower: frozenset([card for card in cards if card.suit is lower.suit])
            for lower, cards in self.builds.items()
        }

    @cached_property
    def safe_after(self) -> dict[Card, tuple[int, ...]]:
        """For each card, how many cards each foundation (C D H S) must hold for `Autoplay.SAFE` to send it home.

        Such a move never loses a won game: only cards that could be built on a card need it in a column.

        - Foundations up, alternating colours (Microsoft's rule): both foundations of the other colour hold all lower
          ranks. The first two ranks are always safe: only an ace could lie on the second, and can go home instead. If
          any card moves with all that lies on it, only the first rank is always safe: to free other cards, an ace may
          have to go onto a second.
        - Foundations up, by suit: always. The only card that could lie on it, the next lower one, is home.
        - Foundations up, any suit: as with alternating colours, but all other foundations count.
        - Foundations down, alternating colours: both foundations of the other colour hold the next rank, the only one
          that could lie on the card. (If the low ace goes home first, only aces could lie on the last rank; the rule
          ignores this.)
        - Foundations down, by suit: always, if single-card moves can do every move. Where the winning line puts the
          next lower card, or a sequence that begins with it, onto the card, single moves send those cards home instead,
          where they block nothing. If sequences move whole, or any card with all that lies on it, there may be no room
          to take apart the cards on it: only the last card of the suit is safe.
        - Whole suits: all other suits are home. Until then a card of another suit may have to lie on one of this suit.
        - Cards return from foundations: a card may be needed in a column again, to hold another. Up, alternating
          colours: the other foundation of the same colour must also hold all but one of the ranks below the card; then
          every card that could lie on it, or on such a card, is home or can go there. Down: never.
        """
        return {card: self._safe_after(card) for card in self.pack}

    def _safe_after(self, card: Card) -> tuple[int, ...]:
        ranks, step, up = len(self.pack.rank_order), self.steps[card], self.foundations is Foundations.UP
        suits = self._suits_built_on(card.suit)
        never = tuple([ranks * (suit is card.suit) for suit in Suit])  # requires the card itself to be home
        if self.cards_return and not up:
            return never
        if self.foundations is Foundations.WHOLE_RUNS:
            suits, least = self.suits, 1
        elif self.build is Build.SAME_SUIT:
            whole = self.supermoves in (Supermoves.WHOLE, Supermoves.ANY)
            return never if whole and not up and step < ranks - 1 else (0,) * len(Suit)
        elif up and step <= (0 if self.supermoves is Supermoves.ANY else 1):
            least = 0
        else:
            least = step if up else min(step + 2, ranks)
        same_colour = max(least - 1, 0) * self.cards_return  # for the foundations of the same colour
        return tuple(
            [
                (least if suit in suits else same_colour) * (suit in self.suits and suit is not card.suit)
                for suit in Suit
            ]
        )

    @property
    def cards_return(self) -> bool:
        """Whether cards may come back from the foundations."""
        return self.home_moves is HomeMoves.BOTH_WAYS and self.foundations is not Foundations.WHOLE_RUNS

    @cached_property
    def openers(self) -> frozenset[Card]:
        """The cards that may be put into an empty column."""
        if self.empty_column is EmptyColumn.ANY:
            return frozenset(self.pack)
        if self.empty_column is EmptyColumn.KINGS:
            return frozenset(card for card in self.pack if card.rank is self.ranks[-1])
        return frozenset()

    def capacity(self, free_cells: int, empty_columns: int, target_is_empty: bool) -> int:
        """Return `supermove_capacity` under these rules; cells of a reserve do not count."""
        free_cells = 0 if self.cell_use is CellUse.RESERVE else free_cells
        return supermove_capacity(self.supermoves, free_cells, empty_columns, target_is_empty, self.empty_column)

    def arranged(self, cards: Sequence[Card]) -> list[Card]:
        """Return *cards* in dealing order: first those of `dealt_home`, then `dealt_first`, then the others."""
        first = (*self._cards_dealt_home, *self.dealt_first)
        return [*first, *(card for card in cards if card not in first)] if first else list(cards)

    @cached_property
    def _cards_dealt_home(self) -> tuple[Card, ...]:
        return tuple([card for ladder in self.ladders for card in ladder[: self.dealt_home]])

    def _check_layout(self) -> None:
        letters = set("".join(self.dealt_rows))
        if letters and letters != set(COLUMN_LETTERS[: self.columns]):
            raise NumberRangeError(self.columns, f"{len(letters)} columns, as {self.title} is dealt in rows of its own")
        if len(self.destinations) != len(self.pack):
            fault = f"{self.title} deals {len(self.destinations)} cards"
            raise InputError("", fault, f"the {len(self.pack)} of its pack")
        heights = [self.destinations.count(column(index)) for index in range(self.columns)]
        if self.face_down and (
            len(self.face_down) != self.columns
            or not all(0 <= down <= max(height - 1, 0) for down, height in zip(self.face_down, heights, strict=True))
        ):
            fault = f"{self.title} deals cards face down ({' '.join(map(str, self.face_down))})"
            raise InputError("", fault, f"{self.columns} numbers, each below its column's height")

    def _suits_built_on(self, suit: Suit) -> tuple[Suit, ...]:
        if self.build is Build.SAME_SUIT:
            return (suit,)
        return tuple([on for on in self.suits if self.build is Build.ANY_SUIT or on.colour is not suit.colour])


@lru_cache(maxsize=64)  # shares the cached properties
def _changed(rules: Rules, suits: tuple[Suit, ...], values: tuple[tuple[str, Any], ...]) -> Rules:
    return replace(rules, pack=rules.pack.of_suits(suits), **dict(values))


_CHANGEABLE = {rule.name: rule for rule in CHANGEABLE}

#: Rules that only a game's file states: how to read and write them.
_FIXED: dict[str, tuple[Callable[[Any], object], Callable[[Any], int | str]]] = {
    "pack": (PACKS.__getitem__, lambda pack: str(pack.name)),
    "dealt_to_cells": (
        lambda letters: tuple(map(CELL_LETTERS.index, letters)),
        lambda cells: "".join(CELL_LETTERS[index] for index in cells),
    ),
    "stock": (int, int),
    "dealt_home": (int, int),
    "dealt_first": (lambda text: tuple(map(Card.parse, text.split())), lambda cards: " ".join(map(str, cards))),
    "dealt_rows": (lambda text: tuple(text.split()), " ".join),
    "face_down": (lambda digits: tuple(map(int, digits)), lambda numbers: "".join(map(str, numbers))),
    "family": (lambda name: choice_named(Family, name), lambda family: str(family.value)),
}

#: The rules in a game's file; its pack determines the suits.
STATED = (*_FIXED, *(name for name in _CHANGEABLE if name != "suits"))
