"""Positions in play, games and walks, for tests and Hypothesis."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from kiebitz.cards import Pack, Rank, Suit
from kiebitz.patience import Ace, Build, EmptyColumn, Foundations, HomeMoves, Position, Rules, Supermoves
from kiebitz.patience.games import game, games
from kiebitz.patience.referee import legal_moves, unchecked
from kiebitz.patience.rule_options import CellUse, Sequences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.cards import Card
    from kiebitz.patience.moves import Move
    from kiebitz.patience.session import Session


def implied(position: Position, move: Move) -> int:
    """Return the number of cards of a legal move without a count, the maximum between its two piles."""
    piles = (move.source, move.target)
    return max((other.count for other in legal_moves(position) if (other.source, other.target) == piles), default=0)


def rules() -> st.SearchStrategy[Rules]:
    """Any game of the catalogue, sometimes with other piles, build or supermove rule."""
    changes = st.fixed_dictionaries(
        {},
        optional={
            "cells": st.integers(0, 12),
            "columns": st.integers(3, 10),
            "build": st.sampled_from(Build),
            "empty_column": st.sampled_from(EmptyColumn),
            "supermoves": st.sampled_from(Supermoves),
            "foundations": st.sampled_from(Foundations),
            "home_moves": st.sampled_from(HomeMoves),
            "ace": st.sampled_from(Ace),
            "sequences": st.sampled_from(Sequences),
            "cell_use": st.sampled_from(CellUse),
        },
    )
    named = st.sampled_from(games()).map(game)
    return named | st.builds(_changed, named, changes)


def _changed(base: Rules, changes: dict[str, object]) -> Rules:
    """Change the rules, but not the columns of a game with its own layout."""
    if base.dealt_rows:
        changes.pop("columns", None)
        if base.dealt_to_cells:
            changes.pop("cells", None)
    if base.dealt_home and changes.get("foundations") is Foundations.WHOLE_RUNS:
        del changes["foundations"]
    return base.with_(**changes)


def positions(some_rules: st.SearchStrategy[Rules] | None = None) -> st.SearchStrategy[Position]:
    """Positions after up to 80 random moves from a random deal, with a bias to home moves and against cells."""
    walks = st.builds(walk, rules() if some_rules is None else some_rules, st.integers(0, 2**32), st.integers(0, 80))
    return walks.map(lambda line: line[-1])


def walk(some_rules: Rules, seed: int, steps: int) -> list[Position]:
    """Return the positions of a random game, from the deal on; it ends early without moves."""
    chance = Random(seed)
    cards = list(some_rules.pack)
    chance.shuffle(cards)
    line = [Position.deal(some_rules, cards)]
    for _ in range(steps):
        moves = list(legal_moves(line[-1]))
        if not moves:
            break
        # Home moves are listed first, moves to cells last; squaring favours low indices.
        line.append(unchecked(line[-1], moves[int(len(moves) * chance.random() ** 2)]))
    return line


def small_rules(
    ranks: int,
    suits: str,
    *,
    columns: int,
    cells: int,
    build: Build = Build.ALTERNATE_COLOUR,
    empty_column: EmptyColumn = EmptyColumn.ANY,
    supermoves: Supermoves = Supermoves.STANDARD,
    foundations: Foundations = Foundations.UP,
    home_moves: HomeMoves = HomeMoves.FREE,
    face_down: tuple[int, ...] = (),
    ace: Ace = Ace.LOW,
) -> Rules:
    """Return a game with fewer ranks (the lowest ones and the king) of the suits with these letters."""
    order = (*tuple(Rank)[: ranks - 1], Rank.KING)
    pack = Pack("small", order, [suit for suit in Suit if suit.letter in suits])
    return Rules(
        "small", "Small", pack, columns, cells, build, empty_column, supermoves, foundations,
        face_down=face_down, home_moves=home_moves, ace=ace,
    )  # fmt: skip


def deals(some_rules: Rules, count: int, seed: int = 1) -> Iterator[Position]:
    """Yield this number of random deals, the same ones every time."""
    chance = Random(seed)
    for _ in range(count):
        cards = list(some_rules.pack)
        chance.shuffle(cards)
        yield Position.deal(some_rules, cards)


def dealt(some_rules: Rules, chance: Random) -> Position:
    """Return a random deal; a stock is placed at random."""
    cards = list(some_rules.pack)
    chance.shuffle(cards)
    position = Position.deal(some_rules, cards)
    while position.stock:
        position = unchecked(position, chance.choice(list(legal_moves(position))))
    return position


def randomly_played(session: Session, seed: int, most: int) -> Session:
    """Return the session after some random moves."""
    chance = Random(seed)
    for _ in range(most):
        moves = list(session.legal_moves)
        if not moves:
            break
        session.push(chance.choice(moves))
    return session


def reachable(start: Position, most: int = 100_000) -> dict[Position, list[Position]]:
    """Return every position reachable from `start`, with its successors (by distinct moves)."""
    graph: dict[Position, list[Position]] = {}
    todo = [start]
    while todo:
        position = todo.pop()
        if position not in graph:
            graph[position] = [unchecked(position, move) for move in legal_moves(position, distinct=True)]
            todo += graph[position]
            if len(graph) > most:
                raise AssertionError(f"more than {most} positions: too large a game for this test")
    return graph


def winnable(graph: dict[Position, list[Position]]) -> set[Position]:
    """Return the positions of a graph by `reachable` that can be won."""
    before: dict[Position, list[Position]] = {position: [] for position in graph}
    for position, followers in graph.items():
        for follower in followers:
            before[follower].append(position)
    todo = [position for position in graph if sum(position.foundations) == len(position.rules.pack)]
    won = set(todo)
    while todo:
        for position in before[todo.pop()]:
            if position not in won:
                won.add(position)
                todo.append(position)
    return won


def in_order_of_arrival(session: Session) -> str:
    """Return a game's moves in macroxue's links: `r` is a free cell, `a` the cell filled longest ago."""
    held: list[Card] = []
    pairs = ""
    for turn in session.history:
        source, target = turn.move.source.letter, turn.move.target.letter
        cells = turn.before.cells
        now = [card for card in cells if card is not None]
        held = [card for card in held if card in now] + [card for card in now if card not in held]
        if source in "abcd":
            taken = cells["abcd".index(source)]
            assert taken is not None
            source = "abcd"[held.index(taken)]
        pairs += source + ("r" if target in "abcd" else target)
    return pairs
