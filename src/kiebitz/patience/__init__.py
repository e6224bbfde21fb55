"""FreeCell, Yukon and their relatives, all cards known: rules, positions, moves, the referee, notation, solving.

Nothing here prints, draws or reads files of the user; front ends do that.
"""

from kiebitz.patience.games import game, games
from kiebitz.patience.moves import Move
from kiebitz.patience.piles import STOCK, Pile, PileKind, cell, column, foundation
from kiebitz.patience.position import Position, Setup
from kiebitz.patience.referee import LegalMoves, Table, apply, is_legal, is_won, legal_moves, refusal, replay, verify
from kiebitz.patience.rules import Autoplay, Build, EmptyColumn, Foundations, HomeMoves, Rules, Supermoves

__all__ = [
    "STOCK",
    "Autoplay",
    "Build",
    "EmptyColumn",
    "Foundations",
    "HomeMoves",
    "LegalMoves",
    "Move",
    "Pile",
    "PileKind",
    "Position",
    "Rules",
    "Setup",
    "Supermoves",
    "Table",
    "apply",
    "cell",
    "column",
    "foundation",
    "game",
    "games",
    "is_legal",
    "is_won",
    "legal_moves",
    "refusal",
    "replay",
    "verify",
]
