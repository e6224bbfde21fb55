"""The rules of every patience in plain Python: states, and the successors of each.

From Kiebitz it takes positions and rules as data, and the rank and suit of cards. Columns and cells are unordered, so
positions that differ only in their order are one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.cards import Rank

if TYPE_CHECKING:
    from kiebitz.patience import Position, Rules

_FACE_DOWN = 64
_ANY_NUMBER = 52
_RED = (1, 2)  # diamonds and hearts; clubs are 0, spades 3


class State(NamedTuple):
    """A card is 4 · its height in columns + its suit, plus 64 if face down; `cells` holds the occupied cells."""

    columns: tuple[tuple[int, ...], ...]
    cells: tuple[int, ...]
    home: tuple[int, ...]
    stock: tuple[int, ...]


class Game:
    """Properties of a game by card."""

    def __init__(self, rules: Rules) -> None:
        ranks = sorted(rules.pack.rank_order, key=lambda rank: rank is Rank.ACE and rules.ace.value == "high")
        self.codes = {card: 4 * ranks.index(card.rank) + card.suit for card in rules.pack}
        pack = self.codes.values()
        by_suit, alternating = rules.build.value == "same_suit", rules.build.value == "alternate_colour"
        self._takes = {
            lower: {
                card
                for card in pack
                if lower // 4 - card // 4 == 1
                and not (by_suit and card % 4 != lower % 4)
                and not (alternating and (card % 4 in _RED) == (lower % 4 in _RED))
            }
            for lower in pack
        }
        one_suit = rules.sequences.value == "same_suit"
        self._moves_with = {
            lower: {card for card in cards if not one_suit or card % 4 == lower % 4}
            for lower, cards in self._takes.items()
        }
        opening = {"any": 0, "kings": len(ranks) - 1, "none": len(ranks)}[rules.empty_column.value]
        self._opens = {card for card in pack if card // 4 >= opening}
        self._heights_home = list(range(len(ranks)))  # in the order of the foundations
        if rules.foundations.value in ("down", "ace_down"):
            self._heights_home.reverse()
        if rules.foundations.value == "ace_down" and ranks[0] is Rank.ACE:
            self._heights_home.insert(0, self._heights_home.pop())
        self._whole_suits = rules.foundations.value == "whole_runs"
        self._any_card = rules.supermoves.value == "any"
        self.whole = self._any_card or rules.supermoves.value == "whole"
        self._cells = rules.cells if rules.cell_use.value == "free" else 0  # cells open to cards
        self._stages = rules.empty_column.value == "any"  # whether an empty column can carry cards
        self.forced = rules.home_moves.value == "forced"
        self._back = rules.home_moves.value == "both_ways" and not self._whole_suits
        self.cards = len(pack)

    def start(self, position: Position) -> State:
        """Return a position as a state."""
        codes, down = self.codes, position.face_down
        columns = [
            tuple(codes[card] + _FACE_DOWN * (at < down[index]) for at, card in enumerate(column))
            for index, column in enumerate(position.columns)
        ]
        cells = sorted(codes[card] for card in position.cells if card is not None)
        stock = tuple(codes[card] for card in position.stock)
        return State(tuple(sorted(columns)), tuple(cells), position.foundations, stock)

    def followers(self, state: State, *, single: bool) -> list[State]:
        """Return the successors of all moves.

        With *single* one card moves, or where any card moves, it and the cards above.
        """
        if state.stock:
            return self._from_stock(state)
        home = self.home(state)
        return home if home and self.forced else self.between(state, single=single) + home

    def home(self, state: State) -> list[State]:
        """Return the successors of moves home, of single cards or of whole suits from king to ace."""
        successors = []
        for at, column in enumerate(state.columns):
            height, suit = divmod(column[-1], 4) if column else (-1, 0)
            if self._whole_suits:
                count = len(self._heights_home)
                fits = column[-count:] == tuple(4 * height + suit for height in reversed(range(count)))
            else:
                count, fits = 1, height == self._next_home(state, suit)
            if fits:
                rest = (*state.columns[:at], self._turned_up(column[:-count]), *state.columns[at + 1 :])
                successors.append(_state(rest, state.cells, _with_more(state.home, suit, count)))
        for at, card in enumerate(state.cells):
            if not self._whole_suits and card // 4 == self._next_home(state, card % 4):
                cells = state.cells[:at] + state.cells[at + 1 :]
                successors.append(State(state.columns, cells, _with_more(state.home, card % 4, 1), ()))
        return successors

    def between(self, state: State, *, single: bool) -> list[State]:
        """Return the successors of all other moves; empty columns are one target, and so are cells."""
        columns, cells, home, _ = state
        successors = []
        most, most_into_empty = (self._at_once(state, to_empty, single) for to_empty in (False, True))
        for at, column in enumerate(columns):
            rest = columns[:at] + columns[at + 1 :]
            for count in range(1, self._movable(column) + 1):
                cards, left = column[-count:], self._turned_up(column[:-count])
                successors += [
                    _state((*_with_cards(rest, place, cards), left), cells, home)
                    for place in self._places(cards[0], rest)
                    if count <= (most if rest[place] else most_into_empty)
                ]
            if column and len(cells) < self._cells:
                successors.append(_state((*rest, self._turned_up(column[:-1])), (*cells, column[-1]), home))
        for at, card in enumerate(cells):
            others = cells[:at] + cells[at + 1 :]
            places = self._places(card, columns)
            successors += [_state(_with_cards(columns, place, (card,)), others, home) for place in places]
        return successors + self._back_from_home(state) if self._back else successors

    def _back_from_home(self, state: State) -> list[State]:
        """Return the successors of moves from a foundation to a column or a cell."""
        columns, cells, home, _ = state
        successors = []
        for suit, count in enumerate(home):
            if not count:
                continue
            card, rest = 4 * self._heights_home[count - 1] + suit, _with_more(home, suit, -1)
            successors += [
                _state(_with_cards(columns, place, (card,)), cells, rest) for place in self._places(card, columns)
            ]
            if len(cells) < self._cells:
                successors.append(_state(columns, (*cells, card), rest))
        return successors

    def _from_stock(self, state: State) -> list[State]:
        """Return the successors of placing the next stock card on any column."""
        columns, card = state.columns, state.stock[:1]
        places = [place for place, column in enumerate(columns) if column or () not in columns[:place]]
        return [_state(_with_cards(columns, place, card), state.cells, state.home, state.stock[1:]) for place in places]

    def _places(self, card: int, columns: tuple[tuple[int, ...], ...]) -> list[int]:
        """Return the columns that accept a card, including the first empty one."""
        places = [place for place, column in enumerate(columns) if column and card in self._takes[column[-1]]]
        return [*places, columns.index(())] if card in self._opens and () in columns else places

    def _movable(self, column: tuple[int, ...]) -> int:
        """Return how many cards at the end of a column move as one: those in sequence, or all face up."""
        count = min(len(column), 1)
        while count < len(column) and column[-count - 1] < _FACE_DOWN:
            if not (self._any_card or column[-count] in self._moves_with[column[-count - 1]]):
                break
            count += 1
        return count

    def _at_once(self, state: State, to_empty: bool, single: bool) -> int:
        """Return how many cards move at once: as many as single-card moves can carry, or any number."""
        if self._any_card or (self.whole and not single):
            return _ANY_NUMBER
        stages = state.columns.count(()) - to_empty if self._stages and not single else 0
        free = self._cells - len(state.cells) if self._cells and not single else 0
        return (free + 1) << max(stages, 0)

    def _next_home(self, state: State, suit: int) -> int:
        """Return the height of a suit's next card home, or −2."""
        count = state.home[suit]
        return self._heights_home[count] if count < len(self._heights_home) else -2

    def _turned_up(self, column: tuple[int, ...]) -> tuple[int, ...]:
        return (*column[:-1], column[-1] - _FACE_DOWN) if column and column[-1] >= _FACE_DOWN else column


def _state(
    columns: tuple[tuple[int, ...], ...], cells: tuple[int, ...], home: tuple[int, ...], stock: tuple[int, ...] = ()
) -> State:
    return State(tuple(sorted(columns)), tuple(sorted(cells)), home, stock)


def _with_cards(columns: tuple[tuple[int, ...], ...], at: int, cards: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*columns[:at], columns[at] + cards, *columns[at + 1 :])


def _with_more(home: tuple[int, ...], suit: int, count: int) -> tuple[int, ...]:
    return (*home[:suit], home[suit] + count, *home[suit + 1 :])
