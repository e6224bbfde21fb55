"""Answers about a patience by visiting every position; `None` if there are too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.board import Game, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.patience import Position

_MOST = 10**9  # positions


def can_be_won(position: Position, most: int = _MOST) -> bool | None:
    """Return whether a game can be won."""
    game = Game(position.rules)
    for number, state in enumerate(_reachable(game, game.start(position))):
        if sum(state.home) == game.cards:
            return True
        if number == most:
            return None
    return False


def most_home(position: Position, most: int = _MOST) -> int | None:
    """Return the most cards that come home."""
    game = Game(position.rules)
    best = 0
    for number, state in enumerate(_reachable(game, game.start(position))):
        best = max(best, sum(state.home))
        if number == most:
            return None
    return best


def _reachable(game: Game, start: State) -> Iterator[State]:
    """Yield the reachable states, depth first.

    Sequences are moved card by card where cards can carry them; not with forced moves home, which would interrupt them.
    """
    seen, todo = {start}, [start]
    while todo:
        state = todo.pop()
        yield state
        for after in game.followers(state, single=not (game.forced or game.whole)):
            if after not in seen:
                seen.add(after)
                todo.append(after)


def fewest(position: Position, most: int = _MOST) -> int | None:
    """Return the fewest moves to a win, −1 without one; single cards unless whole sequences move."""
    game = Game(position.rules)
    level = {game.start(position)}
    seen = set(level)
    moves = 0
    while level and len(seen) <= most:
        if any(sum(state.home) == game.cards for state in level):
            return moves
        level = {after for state in level for after in game.followers(state, single=not game.whole)} - seen
        seen |= level
        moves += 1
    return None if level else -1


def shortest_to(position: Position, score: int, most: int = _MOST) -> tuple[int, int] | None:
    """Return the fewest moves between columns to a score with forced moves home, and the fewest decisions on them.

    A decision is a position that is left by a move between columns although another one is legal. `(-1, 0)` if the
    score is out of reach.
    """
    game = Game(position.rules)
    start = _cleared(game, game.start(position))
    level = {start: 0}  # positions after this many moves, with the fewest decisions
    seen = {start}
    moves = 0
    while level and len(seen) <= most:
        if ends := [decisions for state, decisions in level.items() if sum(state.home) >= score]:
            return moves, min(ends)
        following: dict[State, int] = {}
        for state, decisions in level.items():
            ways = _ways(game, state)
            for way in ways:
                after, cost = _cleared(game, way), decisions + (len(ways) > 1)
                if after not in seen:
                    following[after] = min(cost, following.get(after, cost))
        seen |= following.keys()
        level = following
        moves += 1
    return None if level else (-1, 0)


def choices(position: Position) -> int:
    """Return the number of moves between columns once all possible cards are home."""
    game = Game(position.rules)
    return len(_ways(game, _cleared(game, game.start(position))))


def _ways(game: Game, state: State) -> set[State]:
    """Return the successors of moves between columns; moving a whole column to an empty one is no move."""
    return set(game.between(state, single=True)) - {state}


def _cleared(game: Game, state: State) -> State:
    """Return the position once all possible cards are home."""
    while home := game.home(state):
        state = home[0]
    return state


def perft(position: Position, depth: int) -> int:
    """Count move sequences of this length: of single cards, whole suits home, any cards where any card moves."""
    game = Game(position.rules)

    def count(state: State, left: int) -> int:
        if left == 0:
            return 1
        return sum(count(after, left - 1) for after in game.followers(state, single=True))

    return count(game.start(position), depth)
