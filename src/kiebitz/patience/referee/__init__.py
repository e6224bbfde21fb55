"""The referee: legality, reasons, playing and replaying.

It does not use the kernel, so that a line is checked by other code than the search that found it.
"""

from kiebitz.patience.referee.autoplay import autoplay_moves, autoplayed, is_safe
from kiebitz.patience.referee.move_generation import LegalMoves, legal_moves, perft, run_length
from kiebitz.patience.referee.refusals import apply, is_home, is_legal, is_won, refusal, unchecked
from kiebitz.patience.referee.replaying import Table, Turn, replay, verify

__all__ = [
    "LegalMoves",
    "Table",
    "Turn",
    "apply",
    "autoplay_moves",
    "autoplayed",
    "is_home",
    "is_legal",
    "is_safe",
    "is_won",
    "legal_moves",
    "perft",
    "refusal",
    "replay",
    "run_length",
    "unchecked",
    "verify",
]
