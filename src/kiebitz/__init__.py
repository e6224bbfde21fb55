"""The public names of Kiebitz, about twenty, each fetched from its module when it is first asked for.

So `import kiebitz` imports nothing else; a test keeps it so.

>>> import kiebitz
>>> position = kiebitz.deal(617)
>>> result = kiebitz.solve(position)
>>> result.verdict.name
'SOLVED'
>>> kiebitz.verify(position, result.moves, result.autoplay)
"""

from __future__ import annotations

__version__ = "0.2.0"

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from kiebitz.analysis.analyst import hint, light, losing_move
    from kiebitz.analysis.answers import Result
    from kiebitz.analysis.limits import Limit, Verdict
    from kiebitz.analysis.scores import best_score
    from kiebitz.analysis.shortest import shortest
    from kiebitz.analysis.solving import prove, short, solve
    from kiebitz.cards import Card
    from kiebitz.errors import KiebitzError
    from kiebitz.kernel import backend
    from kiebitz.patience.dealing import deal
    from kiebitz.patience.games import game, games
    from kiebitz.patience.links import open  # noqa: A004 - as gzip.open is
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.referee import Table, verify
    from kiebitz.patience.rules import Autoplay, Rules
    from kiebitz.patience.session import Session

_MODULE_OF = {
    "Autoplay": "kiebitz.patience.rules",
    "Card": "kiebitz.cards",
    "KiebitzError": "kiebitz.errors",
    "Limit": "kiebitz.analysis.limits",
    "Move": "kiebitz.patience.moves",
    "Position": "kiebitz.patience.position",
    "Result": "kiebitz.analysis.answers",
    "Rules": "kiebitz.patience.rules",
    "Session": "kiebitz.patience.session",
    "Table": "kiebitz.patience.referee",
    "Verdict": "kiebitz.analysis.limits",
    "backend": "kiebitz.kernel",
    "best_score": "kiebitz.analysis.scores",
    "deal": "kiebitz.patience.dealing",
    "game": "kiebitz.patience.games",
    "games": "kiebitz.patience.games",
    "hint": "kiebitz.analysis.analyst",
    "light": "kiebitz.analysis.analyst",
    "losing_move": "kiebitz.analysis.analyst",
    "open": "kiebitz.patience.links",
    "prove": "kiebitz.analysis.solving",
    "short": "kiebitz.analysis.solving",
    "shortest": "kiebitz.analysis.shortest",
    "solve": "kiebitz.analysis.solving",
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
    "short",
    "shortest",
    "solve",
    "verify",
]


def __getattr__(name: str) -> object:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module 'kiebitz' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(module), name)
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

        # By name, as everything is fetched here: who imports `kiebitz` does not depend on what a notebook shows.
        import_module("kiebitz.render.notebook").register(shell.display_formatter.formatters)


_tell_notebook()
