"""Polishing lines: what comes out is legal under the rules and the autoplay named, and wins what the line won.

The lines are found by a small search of positions, here, so that no kernel is needed.
"""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

import pytest

from kiebitz.analysis.lines import CardMove, LostLineError, Spot, played, split, steps_of
from kiebitz.cards import Card, Suit
from kiebitz.deals import numbering
from kiebitz.patience import referee
from kiebitz.patience.games import game
from kiebitz.patience.moves import Move
from kiebitz.patience.piles import cell, column, foundation
from kiebitz.patience.position import Position, Setup
from kiebitz.patience.rules import Autoplay, Supermoves
from tables import deals

SMALL = ("solitaire_one_suit", "solitaire_two_suits", "solitaire_6x6_down", "solitaire_6x6")


def worth(position: Position) -> int:
    """Lower is nearer to the goal: cards not home, and cards that lie above a card which must go home earlier."""
    steps = position.rules.steps
    above = sum(
        any(steps[lower] < steps[card] for lower in cards[:at])
        for cards in position.columns
        for at, card in enumerate(cards)
    )
    return len(position.rules.pack) - sum(position.foundations) + 2 * above


def line_of(position: Position, most: int = 3000) -> list[Move] | None:
    """A winning line by greedy search over all moves, detours and all."""
    heap: list[tuple[int, int, Position, tuple[Move, ...]]] = [(worth(position), 0, position, ())]
    seen = {position}
    count = 0
    while heap and count < most:
        _, _, here, line = heappop(heap)
        if referee.is_won(here):
            return list(line)
        for move in referee.legal_moves(here, distinct=True):
            after = referee.unchecked(here, move)
            if after not in seen:
                seen.add(after)
                count += 1
                heappush(heap, (worth(after), count, after, (*line, move)))
    return None


def under(position: Position, supermoves: Supermoves) -> Position:
    rules = position.rules.with_(supermoves=supermoves)
    return Position(rules, position.foundations, position.cells, position.columns, position.stock)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("supermoves", [Supermoves.SINGLE, Supermoves.MICROSOFT, Supermoves.STANDARD])
def test_polished_lines_win_under_every_rule(name: str, supermoves: Supermoves) -> None:
    rules = game(name)
    found = 0
    for number in range(1, 7):
        dealt = Position.deal(rules, numbering("fisher-yates").cards(number, rules.pack))
        line = line_of(dealt)
        if line is None:
            continue
        found += 1
        position = Position(
            rules.with_(supermoves=supermoves),
            *(getattr(dealt, n) for n in ("foundations", "cells", "columns", "stock")),
        )
        steps = steps_of(position, line)
        assert len(steps) <= len(line)
        allowed = split(position, steps)
        referee.verify(position, played(position, allowed, Autoplay.NONE), Autoplay.NONE)
        singles = split(position, steps, Supermoves.SINGLE)
        moves = played(position, singles, Autoplay.SAFE)
        referee.verify(position, moves, Autoplay.SAFE)
        assert all(move.count == 1 for move in moves)
    assert found >= 2


def test_detours_are_cut_out() -> None:
    rules = game("solitaire_one_suit")
    position = Setup(rules, ["AS", "KS 2S", "3S 4S 5S", "6S 7S 8S", "9S TS JS QS"]).position()
    there, back = Move(column(0), cell(0)), Move(cell(0), column(0))
    home = Move(column(0), foundation(Suit.SPADES))
    assert steps_of(position, [there, back, home]) == steps_of(position, [home])


@pytest.mark.parametrize("name", [*SMALL, "freecell", "marseille"])
@pytest.mark.parametrize("supermoves", [Supermoves.SINGLE, Supermoves.STANDARD])
def test_no_single_move_leads_further_than_the_next_step(name: str, supermoves: Supermoves) -> None:
    """Looked up move by move in aimless lines, whatever the polisher passes over because it can't lead anywhere."""
    rules = game(name).with_(supermoves=supermoves)
    cut = 0
    for position in deals(rules, 8):
        chance, end = Random(cut), position
        line: list[Move] = []
        while len(line) < 40 and (moves := list(referee.legal_moves(end))):
            line.append(chance.choice(moves))
            end = referee.unchecked(end, line[-1])
        steps = steps_of(position, line)
        cut += len(line) - len(steps)
        walk = [under(position, Supermoves.STANDARD)]
        for move in played(walk[0], steps, Autoplay.NONE):
            walk.append(referee.unchecked(walk[-1], move))
        seen = [alike(here) for here in walk]
        assert len(set(seen)) == len(seen) == len(steps) + 1
        assert seen[-1] == alike(end)
        for at, here in enumerate(walk):
            after = {alike(referee.unchecked(here, move)) for move in referee.legal_moves(here)}
            assert after.isdisjoint(seen[at + 2 :])
    assert cut > 0


def alike(position: Position) -> object:
    """What positions have in common that differ by the names of columns and cells only."""
    return position.foundations, frozenset(position.cells), frozenset(position.columns), position.stock


def test_detours_through_other_columns_and_cells_are_cut_out() -> None:
    """They lead back to the same position but for the places' names, and the rest of the line follows the cards."""
    position = Setup(game("freecell"), ["KS", "QS"], foundations=[13, 13, 13, 11]).position()
    line = [
        Move(column(1), column(5)),
        Move(column(5), cell(2)),
        Move(cell(2), column(6)),
        Move(column(6), foundation(Suit.SPADES)),
        Move(column(0), foundation(Suit.SPADES)),
    ]
    queen, king = Card.parse("QS"), Card.parse("KS")
    assert steps_of(position, line) == [CardMove(queen, Spot.HOME), CardMove(king, Spot.HOME)]


def test_cards_moved_one_by_one_move_at_once() -> None:
    position = Setup(
        game("freecell"), ["KS QS JS TS 9H 8S", "KH QH JH TH 9S 8H 7S 7H 6S"], foundations=[13, 13, 6, 5]
    ).position()
    line = [Move(column(1), cell(3)), Move(column(1), column(0)), Move(cell(3), column(0))]
    assert steps_of(position, line) == [CardMove(Card.parse("7H"), Card.parse("8S"))]


RUN = ["KS", "QH", "JS", "TH", "9S", "8H", "7S", "6H", "5S", "4H", "3S", "2H"]


@pytest.mark.parametrize(
    ("cells", "empty", "count"), [(1, 2, 8), (0, 2, 4), (2, 1, 6), (3, 0, 4), (1, 3, 9), (0, 3, 7)]
)
@pytest.mark.parametrize("supermoves", [Supermoves.SINGLE, Supermoves.MICROSOFT])
@pytest.mark.parametrize("to_empty", [False, True])
def test_long_moves_are_cut_into_allowed_ones(
    cells: int, empty: int, count: int, supermoves: Supermoves, to_empty: bool
) -> None:
    rules = game("freecell").with_(cells=cells, supermoves=supermoves)
    piles = [RUN[:-count], ["KH", *RUN[-count:]], *([] for _ in range(6 - empty - to_empty))]
    others = [str(card) for card in rules.pack if str(card) not in {"KH", *RUN} and card.suit >= Suit.HEARTS]
    for at, card in enumerate(others):  # below the cards of the run's target and beside it
        piles[0 if len(piles) == 2 else 2 + at % (len(piles) - 2)].insert(0, card)
    position = Setup(rules, piles, foundations=[13, 13, 0, 0]).position()
    target = column(len(piles)) if to_empty else column(0)
    onto = Spot.EMPTY if to_empty else position.columns[0][-1]
    steps = split(position, [CardMove(position.columns[1][-count], onto)])
    after = referee.replay(position, played(position, steps, Autoplay.NONE))
    at_once = referee.apply(under(position, Supermoves.STANDARD), Move(column(1), target, count))
    assert sorted(after.columns) == sorted(at_once.columns)
    assert after.cells == at_once.cells


def test_a_line_that_autoplay_spoils_is_lost() -> None:
    """The four of spades needs the five of hearts, which `max` sends home and `safe` does not."""
    columns = ["5H", "3S 4S", "KH QS JH TS 9H 8S 7H 6S", "KS QH JS TH 9S 8H 7S 6H 5S"]
    position = Setup(game("freecell"), columns, foundations=(13, 13, 4, 2)).position()
    cards = [Card.parse(text) for text in ("5S", "4S", "3S", "4S")]
    spots: list[Card | Spot] = [Spot.CELL, Card.parse("5H"), Spot.HOME, Spot.HOME]
    steps = [CardMove(card, onto) for card, onto in zip(cards, spots, strict=True)]
    with pytest.raises(LostLineError, match="4S cannot be moved as planned: 4 of spades on the spades foundation"):
        played(position, steps, Autoplay.MAX)
    moves = played(position, steps, Autoplay.SAFE)
    assert len(moves) == 2  # all else is safe, once the three is free
    referee.verify(position, moves, Autoplay.SAFE)


def test_cards_follow_their_target_home() -> None:
    """Built down from the king, the queen goes home before the jack is put onto it; then the jack goes home too."""
    rules = game("solitaire_6x6_down").with_(ace="low", foundations="down")
    king, queen, jack = (Card.parse(text) for text in ("KS", "QS", "JS"))
    columns = ["AS 6S 7S 8S 9S TS JS", "QS", "KS"]
    position = Setup(rules, columns, foundations=[9, 9, 9, 0]).position()
    moves = played(position, [CardMove(king, Spot.HOME), CardMove(jack, queen)], Autoplay.NONE)
    assert moves[-1] == Move(column(0), column(1))
    moves = played(
        position, [CardMove(king, Spot.CELL), CardMove(king, Spot.HOME), CardMove(jack, queen)], Autoplay.SAFE
    )
    assert referee.is_won(referee.replay(position, moves, Autoplay.SAFE))
