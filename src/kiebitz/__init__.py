"""The front door of Kiebitz: about fifteen names, each fetched from its room when it is first asked for.

No code of any room may live here, and nothing may be imported before it is needed.
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False  # what typing.TYPE_CHECKING is at run time, without the cost of importing typing
if TYPE_CHECKING:
    from kiebitz.cards import Card
    from kiebitz.errors import KiebitzError
    from kiebitz.kernel import backend

_ROOM_OF = {
    "Card": "kiebitz.cards",
    "KiebitzError": "kiebitz.errors",
    "backend": "kiebitz.kernel",
}

__all__ = ["Card", "KiebitzError", "__version__", "backend"]


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
