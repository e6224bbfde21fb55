"""The kernel in pure Python: the same functions as the native module, with the same verdicts, many times slower.

It is the reference from which one learns what the native kernel computes, and serves where no compiler was found. The
searches behind these functions are in the other modules `_plain_…`; cards, rules and moves are the same bytes here.
"""

from __future__ import annotations

import sys

from kiebitz.kernel._plain_best_scores import best_scores, check_scores
from kiebitz.kernel._plain_certificate import certificate, check_certificate
from kiebitz.kernel._plain_checker import check, check_range, check_score
from kiebitz.kernel._plain_deals import find_microsoft, numbered
from kiebitz.kernel._plain_difficulty import greedy_games, judge_moves
from kiebitz.kernel._plain_fewest import fewest_moves
from kiebitz.kernel._plain_game import perft
from kiebitz.kernel._plain_one_suit import check_one_suit, one_suit
from kiebitz.kernel._plain_player import check_player_line, check_player_lines, player_line, player_lines
from kiebitz.kernel._plain_scores import best_score, shortest
from kiebitz.kernel._plain_search import solve, solve_range
from kiebitz.kernel._plain_short import short_line
from kiebitz.kernel._plain_shortest import shortest_line
from kiebitz.kernel._plain_skat import (
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
