"""FreeCell, Yukon and their relatives, all cards known: rules, positions, moves and the referee, by their names.

Each is fetched when it is first asked for. What is written is for `notation`; solving is for `kiebitz.analysis`.
"""

from __future__ import annotations

from kiebitz import _fetched

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from kiebitz.patience.choices import (
        Ace,
        Autoplay,
        Build,
        EmptyColumn,
        Family,
        Foundations,
        Goal,
        HomeMoves,
        Supermoves,
    )
    from kiebitz.patience.games import game
    from kiebitz.patience.moves import Move
    from kiebitz.patience.piles import STOCK, Pile, PileKind, cell, column, foundation
    from kiebitz.patience.position import Position, Setup
    from kiebitz.patience.referee import (
        LegalMoves,
        Table,
        apply,
        is_legal,
        is_won,
        legal_moves,
        refusal,
        replay,
        verify,
    )
    from kiebitz.patience.rules import Rules

_NAMES = {
    "choices": (
        "Ace", "Autoplay", "Build", "EmptyColumn", "Family", "Foundations", "Goal", "HomeMoves", "Supermoves",
    ),
    "moves": ("Move",),
    "piles": ("STOCK", "Pile", "PileKind", "cell", "column", "foundation"),
    "position": ("Position", "Setup"),
    "referee": (
        "LegalMoves", "Table", "apply", "is_legal", "is_won", "legal_moves", "refusal", "replay", "verify",
    ),
    "rules": ("Rules",),
    "games": ("game",),
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [
    "STOCK",
    "Ace",
    "Autoplay",
    "Build",
    "EmptyColumn",
    "Family",
    "Foundations",
    "Goal",
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
    "is_legal",
    "is_won",
    "legal_moves",
    "refusal",
    "replay",
    "verify",
]


def __getattr__(name: str) -> object:
    return _fetched(__name__, _MODULE_OF.get(name), name)
