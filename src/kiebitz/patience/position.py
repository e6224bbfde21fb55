"""Boards: `Setup` holds any cards, `Position` each card of the pack once."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NoReturn

from kiebitz.cards import Card, Suit
from kiebitz.errors import NotationError, SetupError, counted, shown
from kiebitz.patience.board_text import (
    FACE_UP_EXPECTED,
    bare_text,
    board_in_rows,
    column_texts,
    rows_of_columns,
    texts_of_columns,
)
from kiebitz.patience.piles import CELL_CODE, FOUNDATION_CODE, STOCK_CODE
from kiebitz.patience.rule_options import Foundations

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kiebitz.patience.rules import Rules

    CardsTyped = str | Iterable[Card | str]
    CellsTyped = str | Iterable[Card | str | None]

#: Marks an empty cell among cards.
EMPTY = "-"


class Position:
    """A state of a game: frozen, comparable and hashable.

    - `foundations`: number of cards home per suit, C D H S
    - `columns`: the cards of each column as dealt; the last one can be moved
    - `stock`: the cards still to be placed, the next one first
    - `face_down`: per column, how many of its first cards lie face down

    The constructor does not check its arguments; use `Position.deal`, `Setup.position` or the referee.
    """

    __slots__ = ("_hash", "cells", "columns", "face_down", "foundations", "rules", "stock")

    rules: Rules
    foundations: tuple[int, ...]
    cells: tuple[Card | None, ...]
    columns: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    face_down: tuple[int, ...]
    _hash: int

    def __init__(
        self,
        rules: Rules,
        foundations: tuple[int, ...],
        cells: tuple[Card | None, ...],
        columns: tuple[tuple[Card, ...], ...],
        stock: tuple[Card, ...] = (),
        face_down: tuple[int, ...] = (),
    ) -> None:
        put = object.__setattr__
        put(self, "rules", rules)
        put(self, "foundations", foundations)
        put(self, "cells", cells)
        put(self, "columns", columns)
        put(self, "stock", stock)
        put(self, "face_down", face_down or (0,) * len(columns))

    @staticmethod
    def deal(rules: Rules, cards: Sequence[Card]) -> Position:
        """Return the position of a dealt pack, *cards* in dealing order; a `SetupError` unless they are the pack.

        >>> from kiebitz.cards import PACKS
        >>> from kiebitz.patience.games import game
        >>> position = Position.deal(game("solitaire_one_suit"), PACKS["13"].cards)
        >>> [str(card) for card in position.columns[0]]
        ['AS', '6S', 'JS']
        """
        _check_pack(rules, cards)
        arranged, places = rules.arranged(cards), rules.places
        columns = [tuple([arranged[at] for at in places.get(code, ())]) for code in range(rules.columns)]
        codes = range(CELL_CODE, CELL_CODE + rules.cells)
        cells = [arranged[places[code][0]] if code in places else None for code in codes]
        foundations = [len(places.get(FOUNDATION_CODE + suit, ())) for suit in Suit]
        stock = [arranged[at] for at in places.get(STOCK_CODE, ())]
        return Position(rules, tuple(foundations), tuple(cells), tuple(columns), tuple(stock), rules.face_down)

    def under(self, rules: Rules) -> Position:
        """Return the same board under other rules with as many piles."""
        return Position(rules, self.foundations, self.cells, self.columns, self.stock, self.face_down)

    def setup(self) -> Setup:
        """Return the same board as a `Setup`."""
        return Setup(self.rules, texts_of_columns(self), self.cells, self.foundations, self.stock)

    def rows(self) -> list[list[str]]:
        """Return the texts of the columns' cards row by row, as a deal lies on the table.

        A row ends at its last card; `""` marks a column further left that has ended. A face-down card is `<TS>`.

        >>> from kiebitz.patience.dealing import deal
        >>> deal(617).rows()[0]
        ['7D', 'AD', '5C', '3S', '5S', '8C', '2D', 'AH']
        """
        return rows_of_columns(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.columns == other.columns
            and self.cells == other.cells
            and self.foundations == other.foundations
            and self.stock == other.stock
            and self.face_down == other.face_down
            and (self.rules is other.rules or self.rules == other.rules)
        )

    def __hash__(self) -> int:
        # Cached, because a search hashes positions often; without the rules, which rarely differ.
        try:
            return self._hash
        except AttributeError:
            value = hash((self.columns, self.cells, self.foundations, self.stock, self.face_down))
            object.__setattr__(self, "_hash", value)
            return value

    def __str__(self) -> str:
        """Return the board in rows, as `kiebitz deal` shows it."""
        return board_in_rows(self).rstrip("\n")

    def __repr__(self) -> str:
        return f"{self.setup()!r}.position()"

    def __reduce__(self) -> tuple[type[Position], tuple[object, ...]]:
        return Position, (self.rules, self.foundations, self.cells, self.columns, self.stock, self.face_down)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a position cannot be changed, so {name!r} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a position cannot be changed, so {name!r} cannot be deleted")


class Setup:
    """A board as typed, right or wrong; `position` checks it.

    Columns, cells and stock are iterables of cards or texts such as `"TS"`, or one text with spaces. An empty cell is
    `None` or `-`, a face-down card of a column is `<TS>`; `face_down` counts these. `foundations` are the numbers of
    cards home, C D H S; by default only the cards that the game deals there, so that a forgotten card is noticed.

    >>> from kiebitz.patience.games import game
    >>> board = Setup(game("solitaire_one_suit"), ["KS QS", "3S", "JS TS 9S", "8S 7S 6S 5S 4S"], "", (0, 0, 0, 2))
    >>> board.position().foundations
    (0, 0, 0, 2)
    """

    __slots__ = ("cells", "columns", "face_down", "foundations", "rules", "stock")

    def __init__(
        self,
        rules: Rules,
        columns: Iterable[CardsTyped],
        cells: CellsTyped = (),
        foundations: Sequence[int] | None = None,
        stock: CardsTyped = (),
    ) -> None:
        typed = [_column(cards, f"column {place}") for place, cards in enumerate(columns, 1)]
        self.rules = rules
        self.columns = tuple(cards for cards, _ in typed)
        self.face_down = tuple(down for _, down in typed)
        self.cells = _cells(cells)
        self.foundations = None if foundations is None else tuple(foundations)
        self.stock = _cards(stock, "stock")

    def __getstate__(self) -> object:
        return object.__getstate__(self)  # without it, pickle protocols 0 and 1 refuse a class with slots

    def position(self) -> Position:
        """Return the board as a `Position`; a `SetupError` names missing, duplicate or misplaced cards."""
        rules = self.rules
        if len(self.columns) > rules.columns:
            raise SetupError(reason=f"{counted(len(self.columns), 'column')}, where {rules.title} has {rules.columns}")
        if any(card is not None for card in self.cells[rules.cells :]):
            filled = sum(card is not None for card in self.cells)
            has = counted(rules.cells, "free cell")
            raise SetupError(reason=f"{counted(filled, 'card')} in free cells, where {rules.title} has {has}")
        if len(self.stock) > rules.stock:
            allowed = f"at most {rules.stock}" if rules.stock else "none"
            reason = f"{counted(len(self.stock), 'card')} in the stock, where {rules.title} has {allowed}"
            raise SetupError(reason=reason, fault="stock", count=len(self.stock), allowed=rules.stock)
        face_down = self._face_down()
        on_table = [card for cards in self.columns for card in cards]
        on_table += [card for card in self.cells if card is not None]
        on_table += self.stock
        foundations = self._home()
        home = [card for ladder, count in zip(rules.ladders, foundations, strict=True) for card in ladder[:count]]
        _check_pack(rules, on_table, home, home_stated=self.foundations is not None)
        cells = self.cells[: rules.cells]
        return Position(
            rules,
            foundations,
            cells + (None,) * (rules.cells - len(cells)),
            self.columns + ((),) * (rules.columns - len(self.columns)),
            self.stock,
            face_down,
        )

    def is_valid(self) -> bool:
        """Return whether `position` succeeds."""
        try:
            self.position()
        except SetupError:
            return False
        return True

    def _home(self) -> tuple[int, ...]:
        ladders = self.rules.ladders
        if self.foundations is None:
            # Cards dealt home may have come back.
            seen = {card for cards in (*self.columns, self.cells) for card in cards}
            dealt = (ladder[: self.rules.dealt_home] for ladder in ladders)
            return tuple(next((at for at, card in enumerate(ladder) if card in seen), len(ladder)) for ladder in dealt)
        if len(self.foundations) != len(ladders):
            stated = counted(len(self.foundations), "foundation")
            raise SetupError(reason=f"{stated}, expected {len(ladders)} numbers (C D H S)")
        for suit, ladder, count in zip(Suit, ladders, self.foundations, strict=True):
            if not isinstance(count, int) or not 0 <= count <= len(ladder):
                raise SetupError(reason=f"{shown(count)} cards on the {suit} foundation, expected 0 to {len(ladder)}")
            if self.rules.foundations is Foundations.WHOLE_RUNS and count not in (0, len(ladder)):
                raise SetupError(reason=f"{count} cards on the {suit} foundation, expected none or all {len(ladder)}")
        return self.foundations

    def _face_down(self) -> tuple[int, ...]:
        """Return the number of face-down cards per column of the game."""
        rules = self.rules
        if any(self.face_down) and not any(rules.face_down):
            raise SetupError(reason=f"{counted(sum(self.face_down), 'card')} face down, where {rules.title} has none")
        for place, (cards, down) in enumerate(zip(self.columns, self.face_down, strict=True), 1):
            if cards and down == len(cards):
                reason = f"the last card of column {place}, {cards[-1]}, lies face down"
                raise SetupError(reason=reason, fault="last_face_down", column=place, card=cards[-1])
        return self.face_down + (0,) * (rules.columns - len(self.columns))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Setup):
            return NotImplemented
        return (self.rules, self.columns, self.cells, self.foundations, self.stock, self.face_down) == (
            other.rules,
            other.columns,
            other.cells,
            other.foundations,
            other.stock,
            other.face_down,
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        columns = [" ".join(column_texts(*column)) for column in zip(self.columns, self.face_down, strict=True)]
        cells = " ".join(EMPTY if card is None else str(card) for card in self.cells)
        stock = f", stock={' '.join(map(str, self.stock))!r}" if self.stock else ""
        return f"Setup({self.rules!r}, {columns!r}, cells={cells!r}, foundations={self.foundations!r}{stock})"


def _check_pack(rules: Rules, cards: Iterable[Card], home: Sequence[Card] = (), *, home_stated: bool = True) -> None:
    """Raise a `SetupError` unless *cards* and *home* are the game's pack, each card once.

    Unless *home_stated*, the error explains how to state that the missing cards are home.
    """
    all_cards = (*home, *cards)
    if len(all_cards) == len(rules.heights) and rules.heights.keys() == set(all_cards):
        return
    seen = Counter(all_cards)
    strange = sorted(card for card in seen if card not in rules.heights)
    if strange:
        names = " ".join(map(str, strange[:12]))
        reason = f"{names} not in the pack of {len(rules.pack)} cards that {rules.title} is played with"
        raise SetupError(reason=reason, fault="pack", cards=strange)
    missing = [card for card in rules.pack if card not in seen]
    doubled = sorted(card for card, count in seen.items() if count > 1)
    if missing or doubled:
        tops = () if home_stated or doubled else _tops(rules, [*home, *missing])
        raise SetupError(missing=missing, doubled=doubled, home=tops)


def _tops(rules: Rules, cards: Sequence[Card]) -> list[Card]:
    """Return the last card home of each suit if *cards* are the first cards of their suits, else an empty list."""
    counts = Counter(card.suit for card in cards)
    first = [card for suit, count in counts.items() for card in rules.ladders[suit][:count]]
    return [rules.ladders[suit][counts[suit] - 1] for suit in sorted(counts)] if set(first) == set(cards) else []


def _column(typed: CardsTyped, place: str) -> tuple[tuple[Card, ...], int]:
    """Return the cards of a column and how many are face down."""
    cards: list[Card] = []
    face_down = 0
    for count, word in enumerate(typed.split() if isinstance(typed, str) else typed, 1):
        where = f"{place}, card {count}"
        text, hidden = bare_text(word) if isinstance(word, str) else (word, False)
        if hidden and face_down < len(cards):
            raise NotationError(str(word), where, FACE_UP_EXPECTED)
        cards.append(_card(text, where))
        face_down += hidden
    return tuple(cards), face_down


def _cards(typed: CardsTyped, place: str) -> tuple[Card, ...]:
    words = typed.split() if isinstance(typed, str) else typed
    return tuple(_card(word, f"{place}, card {count}") for count, word in enumerate(words, 1))


def _cells(typed: CellsTyped) -> tuple[Card | None, ...]:
    words = typed.split() if isinstance(typed, str) else typed
    return tuple(
        None if word is None or word == EMPTY else _card(word, f"free cells, card {count}")
        for count, word in enumerate(words, 1)
    )


def _card(typed: Card | str, place: str) -> Card:
    if isinstance(typed, Card):
        return typed
    try:
        return Card.parse(typed)
    except NotationError as error:
        raise NotationError(error.text, place, error.expected) from None
