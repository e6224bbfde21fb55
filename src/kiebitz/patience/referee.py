"""The referee: what is legal, why not, what a move leads to; playing, taking back and replaying lines of moves.

Pure Python, and it never looks at the search kernel: a line of play is checked here by other code than found it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from kiebitz.cards import Suit
from kiebitz.errors import (
    FaultError,
    IllegalMoveError,
    NotWonError,
    SuperfluousMoveError,
    WrongScoreError,
    counted,
    shown,
)
from kiebitz.patience.moves import Move, move_of_codes
from kiebitz.patience.piles import CELL_CODE, FOUNDATION_CODE, STOCK, Pile, PileKind
from kiebitz.patience.position import Position
from kiebitz.patience.rules import (
    Autoplay,
    Build,
    CellUse,
    EmptyColumn,
    Foundations,
    HomeMoves,
    Rules,
    Supermoves,
)
from kiebitz.patience.wording import full_name, misfit, name, no_such_pile, parted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kiebitz.cards import Card

_T = TypeVar("_T")


# --- one rule function ---


def refusal(position: Position, move: Move) -> str | None:
    """Return the reason why *move* is illegal, in plain words, or `None`; a `KiebitzError` if it is no `Move`.

    >>> from kiebitz.patience.dealing import deal
    >>> from kiebitz.patience.piles import column
    >>> refusal(deal(617), Move(column(0), column(7)))
    'red jack on red queen: colours must alternate'
    """
    if not isinstance(move, Move):
        raise FaultError("", f"{shown(move)} is no move", "a Move, such as Move(column(1), column(5))")
    source, target, count = move.source, move.target, move.count
    rules = position.rules
    if not _exists(rules, source):
        return no_such_pile(rules, source)
    if not _exists(rules, target):
        return no_such_pile(rules, target)
    if source == target:
        return f"{source} is both source and target"
    if source.kind is PileKind.FOUNDATION:
        return "cards on a foundation stay there"
    if target.kind is PileKind.STOCK:
        return "nothing goes back to the stock"
    if position.stock and source.kind is not PileKind.STOCK:
        return f"the stock comes first: the {full_name(position.stock[0])} must be placed before any other move"
    cards = _movable(position, source)
    if count < 1:
        return f"{count} cards: at least one must move"
    if not cards:
        return f"{source} is empty"
    if count > len(cards):
        if source.kind is PileKind.COLUMN:
            return f"{count} cards from {source}, which holds {len(cards)}"
        return f"{count} cards from {source}, which gives one at a time"
    if source.kind is PileKind.COLUMN and count > len(cards) - position.face_down[source.index]:
        return f"the {full_name(cards[-count])} lies face down"
    if rules.home_moves is HomeMoves.FORCED and target.kind is not PileKind.FOUNDATION and not position.stock:
        first = next(_fitting_home(position), None)
        if first is not None:
            return f"the {full_name(first[1]) if first[2] == 1 else first[1].suit} must go home first"
    if source.kind is PileKind.STOCK:
        return None if target.kind is PileKind.COLUMN else "cards of the stock go onto columns"
    if target.kind is PileKind.CELL:
        return _refused_by_cell(position, target, count)
    if target.kind is PileKind.FOUNDATION:
        if rules.foundations is Foundations.WHOLE_RUNS:
            return _refused_as_a_whole(position, source, target, count)
        return _refused_by_foundation(position, cards[-1], target, count)
    return _refused_by_column(position, cards[-count:], position.columns[target.index])


def is_legal(position: Position, move: Move) -> bool:
    """Say whether *move* is legal."""
    return refusal(position, move) is None


def apply(position: Position, move: Move) -> Position:
    """Return the position after *move*, without autoplay; an `IllegalMoveError` with the reason if it is illegal."""
    reason = refusal(position, move)
    if reason is not None:
        raise IllegalMoveError(reason, move)
    return unchecked(position, move)


def is_won(position: Position) -> bool:
    """Say whether all cards are home."""
    return sum(position.foundations) == len(position.rules.pack)


def unchecked(position: Position, move: Move) -> Position:
    """Return the position after a move that is known to be legal, as those of `legal_moves` are; else use `apply`."""
    source, target, count = move.source, move.target, move.count
    foundations, cells, columns, stock = position.foundations, position.cells, position.columns, position.stock
    face_down = position.face_down
    if source.kind is PileKind.COLUMN:
        cards = columns[source.index]
        left, moved = cards[:-count], cards[-count:]
        columns = _with(columns, source.index, left)
        hidden = face_down[source.index]
        if hidden and hidden == len(left):  # the last card left is turned up
            face_down = _with(face_down, source.index, hidden - 1)
    elif source.kind is PileKind.CELL:
        moved = cells[source.index : source.index + 1]  # type: ignore[assignment]  # the cell holds a card
        cells = _with(cells, source.index, None)
    else:
        moved, stock = stock[:1], stock[1:]
    if target.kind is PileKind.COLUMN:
        columns = _with(columns, target.index, columns[target.index] + moved)
    elif target.kind is PileKind.CELL:
        cells = _with(cells, target.index, moved[0])
    else:
        foundations = _with(foundations, target.index, foundations[target.index] + count)
    return Position(position.rules, foundations, cells, columns, stock, face_down)


def _with(things: tuple[_T, ...], index: int, thing: _T) -> tuple[_T, ...]:
    return (*things[:index], thing, *things[index + 1 :])


def _exists(rules: Rules, pile: Pile) -> bool:
    if pile.kind is PileKind.COLUMN:
        return 0 <= pile.index < rules.columns
    if pile.kind is PileKind.CELL:
        return 0 <= pile.index < rules.cells
    if pile.kind is PileKind.FOUNDATION:
        return pile.index in rules.pack.suits
    return rules.stock > 0


def _movable(position: Position, source: Pile) -> tuple[Card, ...]:
    if source.kind is PileKind.COLUMN:
        return position.columns[source.index]
    card = position.cells[source.index] if source.kind is PileKind.CELL else next(iter(position.stock), None)
    return () if card is None else (card,)


def _refused_by_cell(position: Position, target: Pile, count: int) -> str | None:
    if position.rules.cell_use is CellUse.RESERVE:
        return f"{target} takes no card: those of the reserve are not replaced"
    if count > 1:
        return f"{count} cards to {target}: a free cell holds one card"
    there = position.cells[target.index]
    return None if there is None else f"{target} is taken by the {full_name(there)}"


def _refused_by_foundation(position: Position, card: Card, target: Pile, count: int) -> str | None:
    if count > 1:
        return f"{count} cards to {target}: cards go home one at a time"
    if card.suit != target.index:
        return f"{full_name(card)} on {target}: it is built by suit"
    rules = position.rules
    home = position.foundations[target.index]
    if rules.steps[card] == home:
        return None
    return f"{full_name(card)} on {target}: the {full_name(rules.ladders[target.index][home])} must go there first"


def _refused_as_a_whole(position: Position, source: Pile, target: Pile, count: int) -> str | None:
    """Say why these are not all cards of the foundation's suit, in order."""
    suit, ladder = Suit(target.index), position.rules.ladders[target.index]
    whole = f"the {suit} go home as one, from {ladder[-1].rank} to {ladder[0].rank}"
    if source.kind is not PileKind.COLUMN or count != len(ladder):
        return f"{counted(count, 'card')} to {target}: {whole}"
    if position.columns[source.index][-count:] != tuple(reversed(ladder)):
        return f"the end of {source}: {whole}"
    return None


def _refused_by_column(position: Position, moved: Sequence[Card], onto: Sequence[Card]) -> str | None:
    rules = position.rules
    builds = rules.builds
    if rules.supermoves is not Supermoves.ANY:
        for lower, upper in pairwise(moved):
            if upper not in builds[lower]:
                return f"{len(moved)} cards are no sequence: {misfit(rules, upper, lower)}"
            if upper not in rules.joins[lower]:
                return f"{len(moved)} cards are no sequence: {parted(upper, lower)}"
    if onto:
        if moved[0] not in builds[onto[-1]]:
            return misfit(rules, moved[0], onto[-1])
    elif moved[0] not in rules.openers:
        if rules.empty_column is EmptyColumn.NONE:
            return "an empty column stays empty"
        return f"{name(rules, moved[0])} into an empty column: only {rules.ranks[-1]}s may go there"
    if len(moved) == 1:
        return None
    free, empty = _free_cells(position), position.columns.count(())
    capacity = rules.capacity(free, empty, not onto)
    if len(moved) <= capacity:
        return None
    if rules.supermoves is Supermoves.SINGLE:
        return f"{len(moved)} cards at once: only single cards may move"
    means = counted(free, "free cell")
    if rules.empty_column is EmptyColumn.ANY:
        means += f" and {counted(empty - (not onto), 'other empty column' if not onto else 'empty column')}"
    return f"{len(moved)} cards at once: {means} allow {capacity} ({rules.supermoves.value} count)"


def _free_cells(position: Position) -> int:
    """How many cells could take a card."""
    return 0 if position.rules.cell_use is CellUse.RESERVE else position.cells.count(None)


# --- all legal moves ---


class LegalMoves:
    """The legal moves of a position, found only as far as somebody asks: iterable, `in`, `count()`, true or false.

    With *distinct* moves that differ only by the name of a free cell or of an empty column are listed once (the first
    of each is the target), and moves between two free cells are left out.
    """

    __slots__ = ("_distinct", "_position")

    def __init__(self, position: Position, *, distinct: bool = False) -> None:
        self._position = position
        self._distinct = distinct

    def __iter__(self) -> Iterator[Move]:
        return _legal_moves(self._position, self._distinct)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        return any(move == legal for legal in self) if self._distinct else is_legal(self._position, move)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def count(self) -> int:
        """Return the number of legal moves."""
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<LegalMoves {' '.join(map(str, self))}>"


def legal_moves(position: Position, *, distinct: bool = False) -> LegalMoves:
    """Return the legal moves as a lazy view: home first, then onto columns, into empty columns, into free cells.

    Where home moves are forced and there is one, there are no others.
    """
    return LegalMoves(position, distinct=distinct)


def _legal_moves(position: Position, distinct: bool) -> Iterator[Move]:
    columns = position.columns
    free = [CELL_CODE + index for index, card in enumerate(position.cells) if card is None]
    if position.rules.cell_use is CellUse.RESERVE:
        free = []
    empty = [index for index, cards in enumerate(columns) if not cards]
    targets = (free[:1], empty[:1]) if distinct else (free, empty)
    if position.stock:
        filled = [index for index, cards in enumerate(columns) if cards]
        for target in (*filled, *targets[1]):
            yield move_of_codes(STOCK.code, target, 1)
        return
    home = False
    for source, fitting, count in _fitting_home(position):
        yield move_of_codes(source, FOUNDATION_CODE + fitting.suit, count)
        home = True
    if home and position.rules.home_moves is HomeMoves.FORCED:
        return
    onto_cards = position.rules.capacity(len(free), len(empty), False)
    onto_nothing = position.rules.capacity(len(free), len(empty), True) if empty else 0
    yield from _moves_onto_cards(position, onto_cards)
    yield from _moves_into_empty_columns(position, targets[1], onto_nothing)
    for target in targets[0]:
        for index, cards in enumerate(columns):
            if cards:
                yield move_of_codes(index, target, 1)
        if not distinct:
            for index, card in enumerate(position.cells):
                if card is not None:
                    yield move_of_codes(CELL_CODE + index, target, 1)


def _moves_onto_cards(position: Position, capacity: int) -> Iterator[Move]:
    rules = position.rules
    builds, heights = rules.builds, rules.heights
    ends = [(index, cards[-1]) for index, cards in enumerate(position.columns) if cards]
    for index, card in enumerate(position.cells):
        if card is not None:
            for target, end in ends:
                if card in builds[end]:
                    yield move_of_codes(CELL_CODE + index, target, 1)
    if rules.supermoves is Supermoves.ANY:
        yield from _moves_of_any_cards(position, ends)
        return
    for index, last in ends:
        cards = position.columns[index]
        longest = -1
        for target, end in ends:
            # The target's rank says how many cards must move; then the run has to be that long.
            count = heights[end] - heights[last]
            if not 0 < count <= capacity or count > len(cards) or cards[-count] not in builds[end] or target == index:
                continue
            if longest < 0:
                longest = _most_movable(position, index)
            if count <= longest:
                yield move_of_codes(index, target, count)


def _moves_of_any_cards(position: Position, ends: Sequence[tuple[int, Card]]) -> Iterator[Move]:
    builds = position.rules.builds
    for index, cards in enumerate(position.columns):
        for count in range(1, _most_movable(position, index) + 1):
            for target, end in ends:
                if cards[-count] in builds[end] and target != index:
                    yield move_of_codes(index, target, count)


def _moves_into_empty_columns(position: Position, empty: list[int], capacity: int) -> Iterator[Move]:
    if not empty:
        return
    openers = position.rules.openers
    for index, card in enumerate(position.cells):
        if card in openers:
            for target in empty:
                yield move_of_codes(CELL_CODE + index, target, 1)
    for index, cards in enumerate(position.columns):
        for count in range(1, min(_most_movable(position, index), capacity) + 1):
            if cards[-count] in openers:
                for target in empty:
                    yield move_of_codes(index, target, count)


def _most_movable(position: Position, index: int) -> int:
    """How many cards at the end of a column may move as far as they alone decide: face up, and a run if need be."""
    rules, cards = position.rules, position.columns[index]
    face_up = len(cards) - position.face_down[index]
    if rules.supermoves is Supermoves.ANY:
        return face_up
    length = min(face_up, 1)
    while length < face_up and cards[-length] in rules.joins[cards[-length - 1]]:
        length += 1
    return length


def _fitting_home(position: Position) -> Iterator[tuple[int, Card, int]]:
    """The last cards that may go home, each with the code of its pile and the number of cards that go at once."""
    rules = position.rules
    if rules.foundations is Foundations.WHOLE_RUNS:
        for index, cards in enumerate(position.columns):
            ladder = rules.ladders[cards[-1].suit] if cards else ()
            face_up = len(cards) - position.face_down[index]
            if 0 < len(ladder) <= face_up and cards[-len(ladder) :] == ladder[::-1]:
                yield index, cards[-1], len(ladder)
        return
    for source, card in _open_cards(position):
        if rules.steps[card] == position.foundations[card.suit]:
            yield source, card, 1


def _open_cards(position: Position) -> Iterator[tuple[int, Card]]:
    """The cards that may go home, if they fit, each with the code of its pile: columns first, then cells."""
    for index, cards in enumerate(position.columns):
        if cards:
            yield index, cards[-1]
    for index, card in enumerate(position.cells):
        if card is not None:
            yield CELL_CODE + index, card


def perft(position: Position, depth: int) -> int:
    """Count the sequences of *depth* single-card moves, without autoplay: a number to compare move generators by.

    Suits that go home whole do so in one move.

    Every free cell counts as the same target, so does every empty column; moves between cells are not counted, moves
    of a column's only card into an empty column are. Where any card moves with all that lies on it, every move counts,
    whatever its number of cards. A won position has no moves.

    >>> from kiebitz.patience.dealing import deal
    >>> [perft(deal(617), depth) for depth in (1, 2, 3)]
    [11, 116, 1213]
    """
    if depth == 0:
        return 1
    any_count = position.rules.supermoves is Supermoves.ANY
    moves = (
        move
        for move in _legal_moves(position, distinct=True)
        if any_count or move.count == 1 or move.target.kind is PileKind.FOUNDATION
    )
    if depth == 1:
        return sum(1 for _ in moves)
    return sum(perft(unchecked(position, move), depth - 1) for move in moves)


# --- autoplay ---


def is_safe(rules: Rules, foundations: Sequence[int], card: Card) -> bool:
    """Say whether the rule `Autoplay.SAFE` sends *card* home, given that it fits its foundation.

    Such a move never loses a won game. A card on its foundation is missed only by cards that could be built on it, so:

    - Foundations built up, alternating colours (Microsoft's rule): safe if both foundations of the other colour hold
      all lower ranks, for then nothing is left to be built on the card. The first two ranks are always safe: only an
      ace could lie on the second, and an ace can go home instead. Where any card moves with all that lies on it, an ace
      may have to go onto a second to set free what it covers: then only the first rank is always safe.
    - Foundations built up, by suit: always safe. Only the next lower card of the suit could lie on it, and that one is
      home already.
    - Foundations built down, alternating colours: safe if both foundations of the other colour hold the next rank, the
      only one that could be built on the card. (Where the low ace goes home first, only aces, which are home, could be
      built on the last rank; that is left out of account.)
    - Foundations built down, by suit: safe where single-card moves do it all. Where the winning line puts the next
      lower card of the suit, or a sequence that begins with it, onto the card, it now sends those cards home instead,
      as the single moves bring them along; they are then in nobody's way. If sequences move whole, or any card with all
      that lies on it, cards could lie on the card that there is no room to take apart: then only the last card of the
      suit is safe.
    - Foundations built up, regardless of suit: as with alternating colours, but all other foundations count.
    - A whole suit at once: safe if all others are home. Until then a card of another suit may have to lie on one of it.
    """
    step = rules.steps[card]
    ranks = len(rules.pack.rank_order)
    up = rules.foundations is Foundations.UP
    if rules.foundations is Foundations.WHOLE_RUNS:
        return all(foundations[suit] for suit in rules.pack.suits if suit is not card.suit)
    if rules.build is Build.SAME_SUIT:
        whole = rules.supermoves in (Supermoves.WHOLE, Supermoves.ANY)
        return up or not whole or step == ranks - 1
    if up and step <= (0 if rules.supermoves is Supermoves.ANY else 1):
        return True
    needed = step if up else min(step + 2, ranks)
    if rules.build is Build.ANY_SUIT:
        others = [suit for suit in rules.pack.suits if suit is not card.suit]
    else:
        others = [suit for suit in rules.pack.suits if suit.colour is not card.colour]
    return all(foundations[suit] >= needed for suit in others)


def autoplay_moves(position: Position, rule: Autoplay) -> list[Move]:
    """Return the moves that the named rule makes in *position*, in order: always the lowest step, then C D H S.

    `MAX` sends home all that fits, `SAFE` what `is_safe` allows, `NONE` nothing. While a stock is to be placed, nothing
    goes home.
    """
    moves: list[Move] = []
    if rule is Autoplay.NONE:
        return moves
    rules = position.rules
    while not position.stock:
        ready = [
            (rules.steps[card], card.suit, source, count)
            for source, card, count in _fitting_home(position)
            if rule is Autoplay.MAX or is_safe(rules, position.foundations, card)
        ]
        if not ready:
            break
        _, suit, source, count = min(ready)
        moves.append(move_of_codes(source, FOUNDATION_CODE + suit, count))
        position = unchecked(position, moves[-1])
    return moves


# --- playing and replaying ---


@dataclass(frozen=True, slots=True)
class Turn:
    """One act at the table: the player's move, what autoplay added, and the position before both."""

    move: Move
    automatic: tuple[Move, ...]
    before: Position


class Table:
    """A game being played: moves are pushed and popped, each with the autoplay that followed it.

    Autoplay acts after a move of the player, never before the first one.

    >>> from kiebitz.patience.dealing import deal
    >>> from kiebitz.patience.piles import column
    >>> table = Table(deal(617), autoplay=Autoplay.SAFE)
    >>> table.push(Move(column(4), column(7)))
    ()
    >>> table.pop()
    Move(column(4), column(7))
    """

    def __init__(self, position: Position, autoplay: Autoplay = Autoplay.NONE) -> None:
        self.autoplay = autoplay
        self._position = position
        self._turns: list[Turn] = []

    @property
    def position(self) -> Position:
        """The position now."""
        return self._position

    @property
    def history(self) -> tuple[Turn, ...]:
        """All turns, first to last."""
        return tuple(self._turns)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves now, as a lazy view."""
        return LegalMoves(self._position)

    @property
    def is_won(self) -> bool:
        """Whether all cards are home."""
        return is_won(self._position)

    def refusal(self, move: Move) -> str | None:
        """Return why *move* is illegal now, or `None`."""
        return refusal(self._position, move)

    def push(self, move: Move) -> tuple[Move, ...]:
        """Make *move* and return what autoplay added; an `IllegalMoveError` with its number leaves all as it was.

        After a win that is a `SuperfluousMoveError`.
        """
        reason = refusal(self._position, move)
        before = self._position
        if reason is not None:
            ply, line = len(self._turns) + 1, (turn.move for turn in self._turns)
            raise SuperfluousMoveError(move, ply, line) if is_won(before) else IllegalMoveError(reason, move, ply, line)
        after = unchecked(before, move)
        automatic = tuple(autoplay_moves(after, self.autoplay))
        for follower in automatic:
            after = unchecked(after, follower)
        self._turns.append(Turn(move, automatic, before))
        self._position = after
        return automatic

    def pop(self) -> Move:
        """Take back the last turn with its autoplay and return the player's move; an `IndexError` if there is none."""
        turn = self._turns.pop()
        self._position = turn.before
        return turn.move

    def peek(self) -> Move:
        """Return the player's last move; an `IndexError` if there is none."""
        return self._turns[-1].move


def replay(position: Position, moves: Iterable[Move], autoplay: Autoplay = Autoplay.NONE) -> Position:
    """Return the position after *moves*, each followed by autoplay; an `IllegalMoveError` names the first wrong one."""
    table = Table(position, autoplay)
    for move in moves:
        table.push(move)
    return table.position


def verify(
    position: Position, moves: Iterable[Move], autoplay: Autoplay = Autoplay.NONE, score: int | None = None
) -> None:
    """Raise unless *moves* are legal one after the other and win the game, or bring exactly *score* cards home.

    An `IllegalMoveError` carries reason, move and number (1 = first) of the first illegal move; a `NotWonError`, which
    is one too, says how many cards are not home after a line that is legal but wins nothing; and a `WrongScoreError`,
    which is another, how many are home where *score* was claimed. Cards that were home before the line count.
    """
    line = list(moves)
    end = replay(position, line, autoplay)
    home = sum(end.foundations)
    if score is not None and home != score:
        raise WrongScoreError(len(line), home, score)
    left = len(end.rules.pack) - home
    if left and score is None:
        raise NotWonError(len(line), left)
