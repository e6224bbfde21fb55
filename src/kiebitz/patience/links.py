"""Games as links, which hold a game in the fragment of an address, where no server sees it.

The form of the text is in `link_text`, the game itself in `session`.
"""

from __future__ import annotations

from kiebitz.patience.link_text import MOST_CHARACTERS, MOST_MOVES
from kiebitz.patience.session import Session

__all__ = ["MOST_CHARACTERS", "MOST_MOVES", "open", "read_link", "write_link"]


def write_link(session: Session, base: str = "") -> str:
    """Return the game as a link: *base*, `#` and the fragment, or the fragment alone if there is no *base*.

    A `LinkError` for a game that is too long for one, a `KiebitzError` for one by rules that no catalogue knows.
    """
    return session.link(base)


def read_link(text: str) -> Session:
    """Return the game that a link holds: a whole address, `#…`, `?…`, or only what stands behind these signs.

    A `LinkError` names the key at fault and what was expected; an `EditionError` says that the rules of its game have
    been corrected since. A link that can be read may still hold what is not there: an `UnknownGameError`,
    `NumberRangeError` or `SetupError`, or an `IllegalMoveError` with the move's number.

    >>> read_link("https://kiebitz.example/#game=freecell&deal=617&moves=58")
    <Session freecell microsoft 617, 1 move>
    """
    return Session.from_link(text)


#: `read_link` by the name that the package gives it.
open = read_link  # noqa: A001
