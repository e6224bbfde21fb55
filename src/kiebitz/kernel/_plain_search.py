"""The pure-Python kernel's search for a winning line: best first, complete unless a limit ends it.

No line is judged here, that is for the checker and the referee; and no bytes of rules or positions are read.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.kernel._plain_limits import IMPOSSIBLE, NO_LIMIT, SOLVED, UNDECIDED
from kiebitz.kernel._plain_table import CELL, HOME, NO_CARD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kiebitz.kernel._plain_limits import Budget
    from kiebitz.kernel._plain_table import Rules, Table

    Line = tuple["Line | None", bytes]  # the line up to here, and the moves added to it
    Node = tuple[tuple[bytes, ...], bytes, tuple[int, ...], int, Line | None, int]  # …, key, line, its length

# What a card lies on when it lies on no card: the bottom of a column, a cell, its foundation.
_BOTTOM, _CELL, _HOME = 52, 53, 54

_EMPTY = bytes([NO_CARD])

# Bytes in memory for a position seen, for a move not tried yet, and for a position that has such moves: chosen so that
# their sum is seldom less than what tracemalloc measures, and seldom more than twice as much.
_SEEN, _WAITING, _OPEN = 110, 220, 400


class Weights(NamedTuple):
    """What a position is charged for; the search goes on from the cheapest one."""

    covering: int = 8  # a card above a lower one
    covering_own: int = 4  # … of its own suit
    in_order: int = 4  # a card that lies on a card it may be built on; this one counts for the position
    away: int = 10  # a card not home
    buried: int = 4  # a card above the next one of a suit
    cell: int = 6  # a card in a cell
    cramped: int = 60  # no free cell and no empty column; half of it for one, a third for two …
    step: int = 1  # a move of the line so far


# The attempts of a search for a first line: after so many positions each the next one weighs them otherwise.
_SHARES = (1000, 1000, 2000, 2000, 4000, 4000)


def search(rules: Rules, table: Table, budget: Budget, *, quick: bool, seed: int = 0) -> tuple[int, bytes, int]:
    """Look for a winning line until one is found, there is none, or a limit is hit: (verdict, line, limit hit).

    *quick* makes some short attempts first, each with its own weights; *seed* varies these. All attempts are the same
    complete search, so that any of them may end with a proof.
    """
    attempt = Search(rules, table)
    if quick:
        for share, weights in zip(_SHARES, _variations(seed), strict=False):
            verdict, line, limit = attempt.run(weights, budget, share)
            if verdict != UNDECIDED or limit:
                return verdict, line, limit
    return attempt.run(Weights(), budget)


def _variations(seed: int) -> Iterator[Weights]:
    """Yield the usual weights, then, without end, others around them."""
    usual = Weights()
    if seed == 0:
        yield usual
    from random import Random  # here, since most deals never need it

    draw = Random(seed).uniform  # noqa: S311  nothing is secret here
    while True:
        yield Weights(*(round(weight * draw(0.4, 1.8)) for weight in usual))


class Search:
    """The complete search from one position.

    It tries every single-card move (and runs, which are short cuts where they move card by card), so that what it has
    exhausted is proven, up to these reductions:

    - Columns and cells are sets. Positions that differ only by the order of their columns or cells have one key, and of
      several free cells or empty columns only the first is a target: renaming piles turns each line from one of these
      positions into a line from the other.
    - What makes the only cards of a column move into an empty column, or a card into another cell, is left out, since
      it leads to the same position.
    - A card that nothing can need any more goes home at once; the argument stands at `_needless`.
    """

    def __init__(self, rules: Rules, table: Table) -> None:
        self._rules = rules
        self._table = table
        self._goes_home = _fitting if rules.forced else _needless(rules)
        self._places = _places(rules, table)
        self._runs = _RunLengths(rules)
        self._weights = Weights()
        self._values = _ColumnValues(rules, self._weights)

    def run(self, weights: Weights, budget: Budget, share: int = 0) -> tuple[int, bytes, int]:
        """Return (verdict, line, limit hit); *share* ends the attempt after so many positions without a limit hit."""
        self._weights, self._values = weights, _ColumnValues(self._rules, weights)
        table = self._table
        node = self._settled(list(table.columns), table.cells, table.home, self._start_key(), (None, b""), 0)
        seen = {node[3]}
        heap: list[tuple[int, int, Node, int, tuple[int, int, int]]] = []
        expanded = pushed = 0
        while node[3]:  # not all cards are home
            if expanded == share > 0:
                return UNDECIDED, b"", NO_LIMIT
            memory = len(seen) * _SEEN + len(heap) * _WAITING + min(expanded, len(heap)) * _OPEN
            limit = budget.hit(len(seen), memory)
            if limit:
                return UNDECIDED, b"", limit
            expanded += 1
            for cost, key, move in self._moves(node):
                if key not in seen:
                    seen.add(key)
                    pushed += 1
                    heappush(heap, (cost, -pushed, node, key, move))
            while heap:
                _, _, parent, key, move = heappop(heap)
                node = self._after(parent, key, move)
                if node[3] == key:
                    break
                if node[3] not in seen:
                    seen.add(node[3])
                    break
            else:
                return IMPOSSIBLE, b"", NO_LIMIT
        return SOLVED, _unrolled(node[4]), NO_LIMIT

    def _moves(self, node: Node) -> list[tuple[int, int, tuple[int, int, int]]]:
        """The moves to try: for each the cost of the position after it, its key, and the move."""
        columns, cells, home, key, _, length = node
        rules, places, values, weights = self._rules, self._places, self._values, self._weights
        parents, opens = rules.parents, rules.opens
        room = weights.cramped
        free, empty = cells.count(NO_CARD), columns.count(b"")
        tops = {column[-1]: index for index, column in enumerate(columns) if column}
        hole = columns.index(b"") if empty else -1
        first_free = CELL + cells.index(NO_CARD) if free else -1
        if rules.whole:
            onto_card = onto_hole = 99
        else:
            onto_card = (free + 1) << (empty if rules.stages else 0)
            onto_hole = (free + 1) << (empty - 1 if rules.stages and empty else 0)
        # What lies above the next cards of the suits, by column.
        deep = weights.buried
        nexts = [0] * len(columns)
        buried = 0
        for suit in rules.suits:
            following = 4 * home[suit] + suit
            for index, column in enumerate(columns):
                at = column.find(following)
                if at >= 0:
                    nexts[index] += deep
                    buried += len(column) - 1 - at
                    break
        cost = sum([values[column] for column in columns]) + deep * buried + weights.step * (length + 1)
        cost += weights.away * (rules.number_of_cards - sum(home)) + weights.cell * (len(cells) - free)
        now = free + empty
        same, less, more = cost + room // (1 + now), cost + room // max(now, 1), cost + room // (2 + now)
        found = []
        for index, column in enumerate(columns):
            if not column:
                continue
            height = len(column)
            digs = nexts[index]
            worth = values[column]
            for count in range(1, self._runs[column] + 1):
                head = column[-count]
                row = places[head]
                if count < height:
                    beneath = column[-count - 1]
                    rest = column[:-count]
                    gain = worth - values[rest] + digs * count
                    if home[beneath & 3] == beneath >> 2:
                        gain += weights.away
                    left_empty = False
                else:
                    beneath, rest, gain, left_empty = _BOTTOM, b"", worth + digs * count, True
                lifted = key - row[beneath]
                if count == 1:
                    if home[head & 3] == head >> 2:
                        value = (more if left_empty else same) - gain - weights.away
                        found.append((value, lifted + row[_HOME], (index, HOME + (head & 3), 1)))
                    if first_free >= 0:
                        value = (same if left_empty else less) - gain + weights.cell
                        found.append((value, lifted + row[_CELL], (index, first_free, 1)))
                if count <= onto_card:
                    for parent in parents[head]:
                        target = tops.get(parent, -1)
                        if target >= 0:
                            onto = columns[target]
                            value = (more if left_empty else same) - gain + nexts[target] * count
                            value += values[onto + column[-count:]] - values[onto]
                            found.append((value, lifted + row[parent], (index, target, count)))
                if hole >= 0 and not left_empty and count <= onto_hole and opens[head]:
                    value = less - gain + values[column[-count:]]
                    found.append((value, lifted + row[_BOTTOM], (index, hole, count)))
        for index, card in enumerate(cells):
            if card == NO_CARD:
                continue
            row = places[card]
            lifted = key - row[_CELL]
            if home[card & 3] == card >> 2:
                value = more - weights.cell - weights.away
                found.append((value, lifted + row[_HOME], (CELL + index, HOME + (card & 3), 1)))
            for parent in parents[card]:
                target = tops.get(parent, -1)
                if target >= 0:
                    onto = columns[target]
                    value = more - weights.cell + nexts[target] + values[onto + bytes((card,))] - values[onto]
                    found.append((value, lifted + row[parent], (CELL + index, target, 1)))
            if hole >= 0 and opens[card]:
                value = same - weights.cell + values[bytes((card,))]
                found.append((value, lifted + row[_BOTTOM], (CELL + index, hole, 1)))
        return found

    def _after(self, node: Node, key: int, move: tuple[int, int, int]) -> Node:
        """Make a move and settle; *key* is that of the position between the two."""
        before, cells, home, _, line, length = node
        source, target, count = move
        columns = list(before)
        if source < CELL:
            cards = columns[source][-count:]
            columns[source] = columns[source][:-count]
        else:
            at = source - CELL
            cards = cells[at : at + 1]
            cells = cells[:at] + _EMPTY + cells[at + 1 :]
        if target < CELL:
            columns[target] += cards
        elif target < HOME:
            at = target - CELL
            cells = cells[:at] + cards + cells[at + 1 :]
        else:
            home = _one_more(home, target - HOME)
        return self._settled(columns, cells, home, key, (line, bytes(move)), length + 1)

    def _settled(
        self, columns: list[bytes], cells: bytes, home: tuple[int, ...], key: int, line: Line, length: int
    ) -> Node:
        """Send home what goes home by itself."""
        goes_home, places = self._goes_home, self._places
        again = True
        while again:
            again = False
            for index, column in enumerate(columns):
                while column and home[column[-1] & 3] == column[-1] >> 2 and goes_home(column[-1], home):
                    card = column[-1]
                    row = places[card]
                    column = column[:-1]  # noqa: PLW2901  the loop goes on with what is left of it
                    columns[index] = column
                    key += row[_HOME] - row[column[-1] if column else _BOTTOM]
                    home = _one_more(home, card & 3)
                    line = (line, bytes((index, HOME + (card & 3), 1)))
                    length += 1
                    again = True
            for index, card in enumerate(cells):
                if card != NO_CARD and home[card & 3] == card >> 2 and goes_home(card, home):
                    row = places[card]
                    cells = cells[:index] + _EMPTY + cells[index + 1 :]
                    key += row[_HOME] - row[_CELL]
                    home = _one_more(home, card & 3)
                    line = (line, bytes((CELL + index, HOME + (card & 3), 1)))
                    length += 1
                    again = True
        return tuple(columns), cells, home, key, line, length

    def _start_key(self) -> int:
        places, table = self._places, self._table
        key = sum(places[card][_CELL] for card in table.cells if card != NO_CARD)
        for column in table.columns:
            for beneath, card in pairwise((_BOTTOM, *column)):
                key += places[card][beneath]
        return key


def _one_more(home: tuple[int, ...], suit: int) -> tuple[int, ...]:
    return (*home[:suit], home[suit] + 1, *home[suit + 1 :])


def _unrolled(line: Line | None) -> bytes:
    parts = []
    while line is not None:
        line, moves = line
        parts.append(moves)
    return b"".join(reversed(parts))


# --- tables, made once or as columns turn up ---


def _places(rules: Rules, table: Table) -> list[list[int]]:
    """For each card and each thing it may lie on the part it has in a position's key.

    A position is known, up to the order of its columns and of its cells, when it is known for each card on what it
    lies. That is its foundation (0, so that the key of a won game is 0), a cell, the bottom of a column, a card it may
    be built on, or the card on which it lay at the start: three bits a card.
    """
    places = [[0] * 55 for _ in range(4 * rules.ranks)]
    for card in rules.pack:
        beneath = [_HOME, _CELL, _BOTTOM, *rules.parents[card]]
        for column in table.columns:
            at = column.find(card)
            if at > 0 and column[at - 1] not in beneath:
                beneath.append(column[at - 1])
        for number, thing in enumerate(beneath):
            places[card][thing] = number << 3 * card
    return places


class _RunLengths(dict[bytes, int]):
    """How many cards at the end of a column are in order."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._parents = rules.parents

    def __missing__(self, column: bytes) -> int:
        length = min(len(column), 1)
        while length < len(column) and column[-length - 1] in self._parents[column[-length]]:
            length += 1
        self[column] = length
        return length


class _ColumnValues(dict[bytes, int]):
    """What a column is charged for by itself."""

    def __init__(self, rules: Rules, weights: Weights) -> None:
        super().__init__()
        self._parents = rules.parents
        self._weights = weights

    def __missing__(self, column: bytes) -> int:
        weights = self._weights
        least, least_own, last, value = 99, [99] * 4, 99, 0
        for card in column:
            step, suit = card >> 2, card & 3
            if step > least:
                value += weights.covering
                if step > least_own[suit]:
                    value += weights.covering_own
            if last in self._parents[card]:
                value -= weights.in_order
            least, least_own[suit], last = min(least, step), min(least_own[suit], step), card
        self[column] = value
        return value


# --- cards that go home by themselves (asked only about cards that fit their foundation) ---


def _fitting(_card: int, _home: tuple[int, ...]) -> bool:
    """Every card that fits: what the rules' forced autoplay asks for."""
    return True


def _needless(rules: Rules) -> Callable[[int, tuple[int, ...]], bool]:
    """Return a function that says whether a card can go home at once without losing a won game.

    The argument is the same for all games. Let a line win after the card stays. Play it with the card home: leave out
    the card's own moves; and where the line puts another card onto it, that one must go home instead, and so must
    whatever the line puts onto that one. All else stays legal, since the table only has fewer cards in the way. So the
    card may go if whatever can come to lie on it, and on that, fits its foundation when it does.

    By suit, foundations from the ace: the only card that can lie on it is home already.
    By suit, from the king: only its suit's next card can lie on it, and that fits once the card is home; so on, card
    after card, as single moves bring them. A sequence that moves whole arrives with its first card covered by others,
    so then only the suit's last card goes.
    Alternating colours, from the ace, a card of step r: those of the other colour of step r−1 can lie on it. They fit
    if both foundations of that colour hold r−1 cards or more. On them can lie cards of step r−2 of the card's own
    colour: its own suit's is home, the other suit's fits if that foundation holds r−2 or more. On that can lie only
    cards that are home. A sequence of the two goes home from its end.
    Alternating colours, from the king: here the next steps lie on it, and they only fit much later; so the card goes if
    those of the other colour that could lie on it are home.
    """
    whole, last, suits = rules.whole, rules.ranks - 1, rules.suits
    if rules.by_suit:
        if rules.from_king and whole:
            return lambda card, _: card >> 2 == last
        return _fitting
    others = [[other for other in suits if (other in (1, 2)) != (suit in (1, 2))] for suit in range(4)]
    if rules.from_king:
        return lambda card, home: card >> 2 == last or all(home[o] > (card >> 2) + 1 for o in others[card & 3])
    twins = [[other for other in suits if other == 3 - suit] for suit in range(4)]
    return lambda card, home: (
        all(home[other] >= (card >> 2) - 1 for other in others[card & 3])
        and all(home[twin] >= (card >> 2) - 2 for twin in twins[card & 3])
    )
