"""A kernel in plain Python, which shares no code with the other and judges it in tests; many times slower.

Functions, cards, rules and moves are the same as those of `kiebitz.kernel`.
"""

from __future__ import annotations

import sys

from oracle.best_scores import best_scores, check_scores
from oracle.certificate import certificate, check_certificate
from oracle.checker import check, check_range, check_score
from oracle.deals import find_microsoft, numbered
from oracle.difficulty import greedy_games, judge_moves
from oracle.fewest import fewest_moves
from oracle.game import perft
from oracle.one_suit import check_one_suit, one_suit
from oracle.player import check_player_line, check_player_lines, player_line, player_lines
from oracle.scores import best_score, shortest
from oracle.search import solve, solve_range
from oracle.short import short_line
from oracle.shortest import shortest_line
from oracle.skat import (
    skat_best,
    skat_best_discard,
    skat_levels,
    skat_moves,
    skat_reaches,
    skat_trace,
    skat_values,
    skat_worlds,
)

__all__ = [
    "best_score",
    "best_scores",
    "build_info",
    "certificate",
    "check",
    "check_certificate",
    "check_one_suit",
    "check_player_line",
    "check_player_lines",
    "check_range",
    "check_score",
    "check_scores",
    "fewest_moves",
    "find_microsoft",
    "greedy_games",
    "judge_moves",
    "numbered",
    "one_suit",
    "perft",
    "player_line",
    "player_lines",
    "short_line",
    "shortest",
    "shortest_line",
    "simd",
    "skat_best",
    "skat_best_discard",
    "skat_levels",
    "skat_moves",
    "skat_reaches",
    "skat_trace",
    "skat_values",
    "skat_worlds",
    "solve",
    "solve_range",
]


def simd() -> str:
    """Return the instruction set that the quick search uses: there is none here."""
    return "none"


def build_info() -> str:
    """Return what runs this kernel in one line."""
    return f"pure Python, {sys.implementation.name} {sys.version.split()[0]}"
