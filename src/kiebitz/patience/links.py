"""Games as links, which hold a game in the fragment of an address, where no server sees it; the text: `link_text`."""

from __future__ import annotations

from kiebitz.patience.link_text import MOST_CHARACTERS, MOST_MOVES
from kiebitz.patience.session import Session

__all__ = ["MOST_CHARACTERS", "MOST_MOVES", "open", "read_link", "write_link"]

read_link = Session.from_link
write_link = Session.link

#: `read_link` by the name that the package gives it.
open = read_link  # noqa: A001
