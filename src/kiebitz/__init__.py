"""The front door of Kiebitz: about twenty names, each fetched from its room when it is first asked for.

No code of any room may live here, and nothing may be imported before it is needed.

>>> import kiebitz
>>> position = kiebitz.deal(617)
>>> result = kiebitz.solve(position)
>>> result.verdict.name
'SOLVED'
>>> kiebitz.verify(position, result.moves, result.autoplay)
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from kiebitz.cards import Card
    from kiebitz.errors import KiebitzError
    from kiebitz.kernel import backend
    from kiebitz.patience.best import best_score
    from kiebitz.patience.dealing import deal
    from kiebitz.patience.games import game, games
    from kiebitz.patience.light import light, losing_move
    from kiebitz.patience.links import open  # noqa: A004 - as gzip.open is
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.referee import Table, verify
    from kiebitz.patience.rules import Autoplay, Rules
    from kiebitz.patience.session import Session
    from kiebitz.patience.solve import Limit, Result, Verdict, hint, prove, solve

_ROOM_OF = {
    "Autoplay": "kiebitz.patience.rules",
    "Card": "kiebitz.cards",
    "KiebitzError": "kiebitz.errors",
    "Limit": "kiebitz.patience.solve",
    "Move": "kiebitz.patience.moves",
    "Position": "kiebitz.patience.position",
    "Result": "kiebitz.patience.solve",
    "Rules": "kiebitz.patience.rules",
    "Session": "kiebitz.patience.session",
    "Table": "kiebitz.patience.referee",
    "Verdict": "kiebitz.patience.solve",
    "backend": "kiebitz.kernel",
    "best_score": "kiebitz.patience.best",
    "deal": "kiebitz.patience.dealing",
    "game": "kiebitz.patience.games",
    "games": "kiebitz.patience.games",
    "hint": "kiebitz.patience.solve",
    "light": "kiebitz.patience.light",
    "losing_move": "kiebitz.patience.light",
    "open": "kiebitz.patience.links",
    "prove": "kiebitz.patience.solve",
    "solve": "kiebitz.patience.solve",
    "verify": "kiebitz.patience.referee",
}

__all__ = [
    "Autoplay",
    "Card",
    "KiebitzError",
    "Limit",
    "Move",
    "Position",
    "Result",
    "Rules",
    "Session",
    "Table",
    "Verdict",
    "__version__",
    "backend",
    "best_score",
    "deal",
    "game",
    "games",
    "hint",
    "light",
    "losing_move",
    "open",
    "prove",
    "solve",
    "verify",
]


def __getattr__(name: str) -> object:
    room = _ROOM_OF.get(name)
    if room is None:
        raise AttributeError(f"module 'kiebitz' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(room), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


def _tell_notebook() -> None:
    """Let a notebook that is running show positions and results as pictures; without one nothing is imported."""
    import sys

    running = getattr(sys.modules.get("IPython"), "get_ipython", None)
    shell = running() if running is not None else None
    if shell is not None:
        from importlib import import_module

        # By name, as every room is fetched here: who imports the front door does not depend on what it shows.
        import_module("kiebitz.render.notebook").register(shell.display_formatter.formatters)


_tell_notebook()
