"""Games as links: the fragment of an address, which is never sent to a server, holds the game."""

from __future__ import annotations

from kiebitz.patience.link_text import MOST_CHARACTERS, MOST_MOVES
from kiebitz.patience.session import Session

__all__ = ["MOST_CHARACTERS", "MOST_MOVES", "open", "read_link", "write_link"]

read_link = Session.from_link
write_link = Session.link

#: `read_link` under the name that the package exports.
open = read_link  # noqa: A001
