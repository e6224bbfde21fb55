"""What tests ask of the kernel: its functions as the package has them, and those that tests and the page alone need."""

# ruff: noqa: F403

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiebitz.kernel.answers import Limits, Play, Worlds
from kiebitz.kernel.functions import *
from kiebitz.kernel.functions import NO_LIMITS, _value
from kiebitz.kernel.host import call
from kiebitz.kernel.skat import *

if TYPE_CHECKING:
    from kiebitz.kernel.functions import Ask


class Short(NamedTuple):
    """A line of few player's moves, four bytes each, or `None`; the other fields are those of `Answer`."""

    moves: bytes | None
    limit_hit: int
    states: int
    memory: int


class Judged(NamedTuple):
    """How many moves keep the win, lose it, or are left open: a byte each for each position of a line before a move.

    `states` are the positions expanded for all of them.
    """

    kept: bytes
    lost: bytes
    open: bytes
    states: int


class Games(NamedTuple):
    """How many of some games were won, and the moves that were made in all of them."""

    won: int
    moves: int


def perft(rules: bytes, position: bytes, depth: int) -> int:
    """Return the number of sequences of *depth* single-card moves."""
    return int(_value("perft", rules, position, depth))


def player_line(rules: bytes, position: bytes, line: bytes, play: Play) -> bytes | None:
    """Return the player's moves of a line that wins, four bytes each; `None` if it does not survive autoplay."""
    moves: bytes | None = _value("player_line", rules, position, line, *play)
    return moves


def short_line(
    rules: bytes,
    position: bytes,
    play: Play,
    limits: Limits = NO_LIMITS,
    *,
    width: int,
    below: int = 0,
    ask: Ask = None,
) -> Short:
    """Look for a line of few player's moves, fewer than *below* if that is given.

    The search keeps the best *width* positions of each level; that it finds none proves nothing.
    """
    return Short(*call("short_line", rules, position, *play, *limits, width, below, ask=ask))


def judge_moves(
    rules: bytes, position: bytes, line: bytes, play: Play, limits: Limits = NO_LIMITS, *, ask: Ask = None
) -> Judged:
    """Count what the moves along a player's line do to the win; the limits hold for each move."""
    return Judged(*call("judge_moves", rules, position, line, *play, *limits, ask=ask))


def greedy_games(
    rules: bytes, position: bytes, play: Play, *, ahead: int, games: int, seed: int = 0, ask: Ask = None
) -> Games:
    """Let a player who looks *ahead* so many moves, and has no plan, play some games."""
    return Games(*call("greedy_games", rules, position, *play, ahead, games, seed, ask=ask))


def check_player_line(rules: bytes, position: bytes, line: bytes, play: Play) -> int:
    """Return -1 for player's moves that are legal and win; else the index of the first wrong one, or their number."""
    return int(_value("check_player_line", rules, position, line, *play))


def check_score(rules: bytes, position: bytes, line: bytes) -> int:
    """Return the cards home after a line, or -1 - the index of its first illegal move."""
    return int(_value("check_score", rules, position, line))


def numbered(numbering: int, number: int, cards: int = 52) -> bytes:
    """Return a pack in dealing order, each card as its place in the deck."""
    return bytes(_value("numbered", numbering, number, cards))


def skat_best_discard(
    game: int, hands: bytes, declarer: int, turn: int, pairs: bytes, least: int = 0
) -> tuple[int, int]:
    """Return of pairs that a declarer of twelve cards may put down the index of the best, and what he takes with it."""
    index, value = call("skat_best_discard", game, hands, declarer, turn, b"", pairs, least)
    return index, value


def skat_levels(game: int, hands: bytes, declarer: int, turn: int, trick: bytes, had: bytes, levels: bytes) -> Worlds:
    """Return for many positions and each card how many of the levels the declarer reaches after it."""
    return Worlds(*call("skat_levels", game, hands, declarer, turn, trick, had, levels))


def skat_possible(
    view: bytes, worlds: int, seed: int, listens: bool
) -> tuple[int, list[tuple[int, int, int, int, float]]]:
    """Return how many worlds are possible, and some or all of them: hands, skat and weight."""
    count, found = call("skat_possible", view, worlds, seed, listens)
    return count, list(map(tuple, found))
