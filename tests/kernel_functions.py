"""The kernel's functions for tests: the package's, and those that only tests and the page use."""

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
    """A line of few player's moves, four bytes each, or `None`; other fields as in `Answer`."""

    moves: bytes | None
    limit_hit: int
    states: int
    memory: int


class Judged(NamedTuple):
    """The number of moves that keep, lose or leave open the win, a byte per position of a line before a move.

    `states` are the positions expanded in total.
    """

    kept: bytes
    lost: bytes
    open: bytes
    states: int


class Games(NamedTuple):
    """The number of games won, the moves in all games, and those of the last one."""

    won: int
    moves: int
    line: bytes


def perft(rules: bytes, position: bytes, depth: int) -> int:
    """Return the number of sequences of *depth* single-card moves."""
    return int(_value("perft", rules, position, depth))


def player_line(rules: bytes, position: bytes, line: bytes, play: Play) -> bytes | None:
    """Return the player's moves of a winning line, four bytes each; `None` if it fails under autoplay."""
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
    """Search for a line of few player's moves, fewer than *below* if set, with *width* positions per level.

    Failure proves nothing.
    """
    return Short(*call("short_line", rules, position, *play, *limits, width, below, ask=ask))


def judge_moves(
    rules: bytes, position: bytes, line: bytes, play: Play, limits: Limits = NO_LIMITS, *, ask: Ask = None
) -> Judged:
    """Return the effect of each move beside a player's line; the limits apply to each move."""
    return Judged(*call("judge_moves", rules, position, line, *play, *limits, ask=ask))


def greedy_games(
    rules: bytes, position: bytes, play: Play, *, ahead: int, games: int, seed: int = 0, ask: Ask = None
) -> Games:
    """Play games as a player with this look-ahead."""
    return Games(*call("greedy_games", rules, position, *play, ahead, games, seed, ask=ask))


def check_player_line(rules: bytes, position: bytes, line: bytes, play: Play) -> int:
    """Return -1 for a legal winning player's line, else the index of its first wrong move, or its length."""
    return int(_value("check_player_line", rules, position, line, *play))


def check_score(rules: bytes, position: bytes, line: bytes) -> int:
    """Return the cards home after a line, or -1 - the index of its first illegal move."""
    return int(_value("check_score", rules, position, line))


def numbered(numbering: int, number: int, cards: int = 52) -> bytes:
    """Return a pack in dealing order as indices into the deck."""
    return bytes(_value("numbered", numbering, number, cards))


def skat_best_discard(
    game: int, hands: bytes, declarer: int, turn: int, pairs: bytes, least: int = 0
) -> tuple[int, int]:
    """Return the index of the best of these discards for a declarer with twelve cards, and its value."""
    index, value = call("skat_best_discard", game, hands, declarer, turn, b"", pairs, least)
    return index, value


def skat_levels(game: int, hands: bytes, declarer: int, turn: int, trick: bytes, had: bytes, levels: bytes) -> Worlds:
    """Return for many positions, and each card, the number of the levels that the declarer reaches after it."""
    return Worlds(*call("skat_levels", game, hands, declarer, turn, trick, had, levels))


def skat_possible(
    view: bytes, worlds: int, seed: int, listens: bool
) -> tuple[int, list[tuple[int, int, int, int, float]]]:
    """Return the number of possible worlds, and some or all of them: hands, skat and weight."""
    count, answer = call("skat_possible", view, worlds, seed, listens)
    return count, list(map(tuple, answer))


def skat_hidden_cards(view: bytes) -> list[tuple[int, list[float]]]:
    """Return for each card hidden from a defender its odds to lie with the declarer, the partner, and in the skat."""
    cards, _, odds = call("skat_hidden_cards", view)
    return [(card, list(places)) for card, places in zip(cards, odds, strict=True)]
