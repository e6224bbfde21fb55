"""The number of cards that move at once, against a search over single-card moves without the formula."""

from __future__ import annotations

from functools import cache

import pytest

from kiebitz.analysis.encoding import encode_play
from kiebitz.kernel.host import call
from kiebitz.patience import Autoplay, EmptyColumn, Move, Setup, Supermoves, column, game, refusal
from kiebitz.patience.encoding import encode_position, encode_rules
from kiebitz.patience.rules import UNLIMITED, supermove_capacity

RUN = 13

# A state of the search: the columns as tuples of ranks, the last can be moved, and the ranks in free cells.
State = tuple[tuple[tuple[int, ...], ...], frozenset[int]]


def _single_moves(state: State, cells: int, takes: dict[int, int], opens: range) -> list[State]:
    """Yield every state one card away: into a free cell, onto the next higher rank, or into an empty column.

    `takes` has the rank that a column takes while its own cards never move; other columns are empty at the start.
    """
    columns, held = state
    sources = [(index, cards[-1]) for index, cards in enumerate(columns) if cards]
    after = []
    for index, rank in [*sources, *((-1, rank) for rank in held)]:
        rest = list(columns)
        kept = held - {rank}
        if index >= 0:
            rest[index] = rest[index][:-1]
            if len(held) < cells:
                after.append((tuple(rest), held | {rank}))
        for target, cards in enumerate(columns):
            if target == index:
                continue
            opened = takes[target] == rank if target in takes else rank in opens
            if cards[-1] == rank + 1 if cards else opened:
                moved = list(rest)
                moved[target] = (*cards, rank)
                after.append((tuple(moved), kept))
    return [(columns[:2] + tuple(sorted(columns[2:])), held) for columns, held in after]


def can_carry(count: int, cells: int, helpers: int, target_is_empty: bool, on_a_card: bool, king_at: int) -> bool:
    """Return whether single moves carry `count` cards; the arguments are those of `fewest`."""
    return fewest(count, cells, helpers, target_is_empty, on_a_card, king_at) is not None


@cache
def fewest(count: int, cells: int, helpers: int, target_is_empty: bool, on_a_card: bool, king_at: int) -> int | None:
    """Return the fewest single moves that carry `count` cards from column 0 to column 1, or `None`.

    There are these free cells and empty columns.

    `on_a_card`: the run lies on a card that never moves and takes back only the run's lowest card; otherwise its column
    becomes empty. `king_at` is the only rank that empty columns take, 0 if they take any.
    """
    takes = {}
    if on_a_card:
        takes[0] = 0
    if not target_is_empty:
        takes[1] = count
    opens = range(king_at, king_at + 1) if king_at else range(1, RUN + 1)
    run = tuple(range(count, 0, -1))
    start: State = ((run, (), *((),) * helpers), frozenset())
    seen, layer = {start}, [start]
    for moves in range(2**RUN):
        if any(state[0][1] == run for state in layer):
            return moves
        layer = list({after for state in layer for after in _single_moves(state, cells, takes, opens)} - seen)
        seen.update(layer)
        if not layer:
            break
    return None


LAYOUTS = [(cells, helpers) for cells in range(5) for helpers in range(4) if cells + 2 * helpers <= 6]
#: The largest take seconds each.
MARKED = [
    pytest.param(*layout, marks=[pytest.mark.long] if layout[0] + 2 * layout[1] == 6 else []) for layout in LAYOUTS
]


@pytest.mark.parametrize(("cells", "helpers"), MARKED)
def test_standard_is_what_single_moves_can_carry(cells: int, helpers: int) -> None:
    onto_a_card = supermove_capacity(Supermoves.STANDARD, cells, helpers, False, EmptyColumn.ANY)
    into_nothing = supermove_capacity(Supermoves.STANDARD, cells, helpers + 1, True, EmptyColumn.ANY)
    for count in range(1, RUN + 1):
        assert can_carry(count, cells, helpers, False, True, 0) == (count <= onto_a_card)
        assert can_carry(count, cells, helpers, False, False, 0) == (count <= onto_a_card)
        assert can_carry(count, cells, helpers, True, True, 0) == (count <= into_nothing)


@pytest.mark.parametrize(("cells", "helpers"), MARKED)
def test_columns_for_kings_hold_no_cards_on_the_way(cells: int, helpers: int) -> None:
    onto_a_card = supermove_capacity(Supermoves.STANDARD, cells, helpers, False, EmptyColumn.KINGS)
    king_into_nothing = supermove_capacity(Supermoves.STANDARD, cells, helpers + 1, True, EmptyColumn.KINGS)
    for count in range(1, RUN + 1):
        assert can_carry(count, cells, helpers, False, True, RUN + 1) == (count <= onto_a_card)
        assert can_carry(count, cells, helpers, True, True, count) == (count <= king_into_nothing)


@pytest.mark.parametrize("on_a_card", [False, True])
@pytest.mark.parametrize("target_is_empty", [False, True])
@pytest.mark.parametrize(("cells", "helpers"), MARKED)
def test_the_kernel_counts_the_fewest_single_moves_of_a_move(
    cells: int, helpers: int, target_is_empty: bool, on_a_card: bool
) -> None:
    rules = game("freecell").with_(columns=3 + helpers, cells=cells)
    run = [f"{rank}{'HC'[place % 2]}" for place, rank in enumerate("KQJT98765432A")][not target_is_empty :]
    target = [] if target_is_empty else ["KD"]
    layout = (cells, helpers + target_is_empty, target_is_empty, EmptyColumn.ANY)
    capacity = supermove_capacity(Supermoves.STANDARD, *layout)
    for count in range(1, min(capacity, len(run)) + 1):
        others = [str(card) for card in rules.pack if str(card) not in run[:count] + target]
        under = [others.pop(0)] if on_a_card else []
        board = Setup(rules, [[*under, *run[:count]], target, others], foundations=(0, 0, 0, 0)).position()
        encoded = (encode_rules(rules), *encode_play(rules, Autoplay.NONE), encode_position(board))
        assert call("turn", *encoded, 0, 1, count)[-1] == fewest(count, cells, helpers, target_is_empty, on_a_card, 0)


def test_a_whole_column_into_an_empty_one_could_be_longer_than_the_count_allows() -> None:
    # The move would only swap the two columns.
    assert supermove_capacity(Supermoves.STANDARD, 0, 2, True, EmptyColumn.ANY) == 2
    assert can_carry(3, 0, 1, True, False, 0)
    assert not can_carry(3, 0, 1, True, True, 0)


def test_microsoft_never_allows_more_and_overlooks_columns() -> None:
    for cells, helpers in LAYOUTS:
        for target_is_empty in (False, True):
            layout = (cells, helpers + target_is_empty, target_is_empty, EmptyColumn.ANY)
            standard = supermove_capacity(Supermoves.STANDARD, *layout)
            microsoft = supermove_capacity(Supermoves.MICROSOFT, *layout)
            assert microsoft == (cells + 1 if cells == 0 or helpers == 0 else 2 * (cells + 1)) <= standard
    # With one cell and two empty columns eight cards can move; Microsoft's program moves four.
    assert supermove_capacity(Supermoves.MICROSOFT, 1, 2, False, EmptyColumn.ANY) == 4
    assert can_carry(8, 1, 2, False, True, 0)


def test_single_and_whole() -> None:
    for cells, helpers in LAYOUTS:
        assert supermove_capacity(Supermoves.SINGLE, cells, helpers, False, EmptyColumn.ANY) == 1
        assert supermove_capacity(Supermoves.WHOLE, cells, helpers, False, EmptyColumn.ANY) == UNLIMITED


@pytest.mark.parametrize("empty_column", EmptyColumn)
@pytest.mark.parametrize("supermoves", Supermoves)
def test_the_referee_goes_by_the_count(supermoves: Supermoves, empty_column: EmptyColumn) -> None:
    for cells, helpers in [(0, 0), (0, 2), (1, 0), (1, 2), (3, 1), (4, 0)]:
        for target_is_empty in (False, True):
            check_the_count(cells, helpers, supermoves, target_is_empty, empty_column)


def check_the_count(
    cells: int, helpers: int, supermoves: Supermoves, target_is_empty: bool, empty_column: EmptyColumn
) -> None:
    columns = 2 + helpers
    rules = game("freecell").with_(
        columns=columns, cells=cells, supermoves=supermoves, empty_column=empty_column, foundations="up"
    )
    run = [f"{rank}{'HC'[place % 2]}" for place, rank in enumerate("KQJT98765432A")][not target_is_empty :]
    target = [] if target_is_empty else ["KD"]
    others = [str(card) for card in rules.pack if str(card) not in run + target and str(card) != "AD"]
    board = Setup(rules, [[*others, "AD", *run], target], foundations=(0, 0, 0, 0)).position()
    empty = helpers + target_is_empty
    capacity = supermove_capacity(supermoves, cells, empty, target_is_empty, empty_column)
    for count in range(1, len(run) + 1):
        reason = refusal(board, Move(column(0), column(1), count))
        # Only the whole run fits onto the king or, if only kings open a column, into the empty one.
        fits = count == len(run) if not target_is_empty or empty_column is EmptyColumn.KINGS else True
        if target_is_empty and empty_column is EmptyColumn.NONE:
            fits = False
        assert (reason is None) == (fits and count <= capacity)
