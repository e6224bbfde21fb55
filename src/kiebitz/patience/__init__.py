"""FreeCell, Yukon and their relatives with all cards known: rules, positions, moves and the referee.

Each name is imported on first use.
"""

from __future__ import annotations

from kiebitz import _fetched

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from kiebitz.patience.games import game as game
    from kiebitz.patience.moves import Move as Move
    from kiebitz.patience.piles import STOCK as STOCK
    from kiebitz.patience.piles import Pile as Pile
    from kiebitz.patience.piles import PileKind as PileKind
    from kiebitz.patience.piles import cell as cell
    from kiebitz.patience.piles import column as column
    from kiebitz.patience.piles import foundation as foundation
    from kiebitz.patience.position import Position as Position
    from kiebitz.patience.position import Setup as Setup
    from kiebitz.patience.referee import LegalMoves as LegalMoves
    from kiebitz.patience.referee import Table as Table
    from kiebitz.patience.referee import apply as apply
    from kiebitz.patience.referee import is_legal as is_legal
    from kiebitz.patience.referee import is_won as is_won
    from kiebitz.patience.referee import legal_moves as legal_moves
    from kiebitz.patience.referee import refusal as refusal
    from kiebitz.patience.referee import replay as replay
    from kiebitz.patience.referee import verify as verify
    from kiebitz.patience.rule_options import Ace as Ace
    from kiebitz.patience.rule_options import Autoplay as Autoplay
    from kiebitz.patience.rule_options import Build as Build
    from kiebitz.patience.rule_options import EmptyColumn as EmptyColumn
    from kiebitz.patience.rule_options import Family as Family
    from kiebitz.patience.rule_options import Foundations as Foundations
    from kiebitz.patience.rule_options import Goal as Goal
    from kiebitz.patience.rule_options import HomeMoves as HomeMoves
    from kiebitz.patience.rule_options import Supermoves as Supermoves
    from kiebitz.patience.rules import Rules as Rules

_NAMES = {
    "rule_options": (
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


def __getattr__(name: str) -> object:
    return _fetched(__name__, _MODULE_OF.get(name), name)
