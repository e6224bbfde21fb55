"""The public names of Kiebitz, each imported from its module on first use, so that `import kiebitz` is fast.

>>> import kiebitz
>>> position = kiebitz.deal(617)
>>> result = kiebitz.solve(position)
>>> result.verdict.name
'SOLVED'
>>> kiebitz.verify(position, result.moves, result.autoplay)
"""

from __future__ import annotations

__version__ = "0.2.0"

TYPE_CHECKING = False  # true for type checkers; avoids importing `typing`
if TYPE_CHECKING:
    from kiebitz.analysis.analyst import hint as hint
    from kiebitz.analysis.analyst import light as light
    from kiebitz.analysis.analyst import losing_move as losing_move
    from kiebitz.analysis.answers import Result as Result
    from kiebitz.analysis.limits import Limit as Limit
    from kiebitz.analysis.limits import Verdict as Verdict
    from kiebitz.analysis.scores import best_score as best_score
    from kiebitz.analysis.shortest import shortest as shortest
    from kiebitz.analysis.solving import prove as prove
    from kiebitz.analysis.solving import short as short
    from kiebitz.analysis.solving import solve as solve
    from kiebitz.cards import Card as Card
    from kiebitz.errors import KiebitzError as KiebitzError
    from kiebitz.kernel.host import backend as backend
    from kiebitz.patience.dealing import deal as deal
    from kiebitz.patience.games import game as game
    from kiebitz.patience.games import games as games
    from kiebitz.patience.links import open as open  # noqa: A004 - as gzip.open is
    from kiebitz.patience.moves import Move as Move
    from kiebitz.patience.position import Position as Position
    from kiebitz.patience.referee import Table as Table
    from kiebitz.patience.referee import verify as verify
    from kiebitz.patience.rule_options import Autoplay as Autoplay
    from kiebitz.patience.rules import Rules as Rules
    from kiebitz.patience.session import Session as Session
    from kiebitz.render.picture_file import read_picture as read_picture

_MODULE_OF = {
    "Autoplay": "patience.rule_options",
    "Card": "cards",
    "KiebitzError": "errors",
    "Limit": "analysis.limits",
    "Move": "patience.moves",
    "Position": "patience.position",
    "Result": "analysis.answers",
    "Rules": "patience.rules",
    "Session": "patience.session",
    "Table": "patience.referee",
    "Verdict": "analysis.limits",
    "backend": "kernel.host",
    "best_score": "analysis.scores",
    "deal": "patience.dealing",
    "game": "patience.games",
    "games": "patience.games",
    "hint": "analysis.analyst",
    "light": "analysis.analyst",
    "losing_move": "analysis.analyst",
    "open": "patience.links",
    "prove": "analysis.solving",
    "read_picture": "render.picture_file",
    "short": "analysis.solving",
    "shortest": "analysis.shortest",
    "solve": "analysis.solving",
    "verify": "patience.referee",
}

__all__ = [*_MODULE_OF, "__version__"]  # noqa: PLE0604  which are strings


def _fetched(package: str, module: str | None, name: str) -> object:
    """Return a name of a package from its module, and store it in the package."""
    if module is None:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    import sys
    from importlib import import_module

    value = getattr(import_module(f"{package}.{module}"), name)
    setattr(sys.modules[package], name, value)
    return value


def __getattr__(name: str) -> object:
    return _fetched(__name__, _MODULE_OF.get(name), name)


def __dir__() -> list[str]:
    return sorted(__all__)


def _register_with_notebook() -> None:
    """Show positions and results as pictures in a running notebook, and run commands there: `%kiebitz solve 617`."""
    import sys

    running = getattr(sys.modules.get("IPython"), "get_ipython", None)
    shell = running() if running is not None else None
    if shell is not None:
        from importlib import import_module

        # By name, so that `kiebitz` does not depend on `render` and `cli`.
        import_module("kiebitz.render.notebook").register(shell.display_formatter.formatters)
        command = import_module("kiebitz.cli").run_line
        shell.register_magic_function(command, magic_name="kiebitz")


_register_with_notebook()
