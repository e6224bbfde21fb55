"""The game that was not finished: one file with a link in it, read when the next one begins.

It lies where the XDG base directory specification wants state to lie; nothing else is kept there.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.cli import output
from kiebitz.errors import KiebitzError, shown_file

if TYPE_CHECKING:
    from kiebitz.patience.session import Session

_NAME = "game.link"
_LONGEST = 1_000_000


class Saved:
    """The file of the unfinished game; `keep` writes it complete or not at all."""

    def __init__(self, folder: Path | None = None) -> None:
        self.file = (folder or state_folder()) / _NAME

    def keep(self, session: Session) -> None:
        """Write the game; one that is won leaves no file, and one without moves the file as it was."""
        from kiebitz.patience.links import write_link

        if session.is_won:
            self.forget()
            return
        if not session.ply and not session.undone:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise KiebitzError(f"folder {shown_file(str(self.file.parent))}: {error.strerror or error}") from None
        with output.File(str(self.file)) as file:
            file.write(write_link(session) + "\n")

    def forget(self) -> None:
        """Remove the file, if there is one."""
        with suppress(OSError):
            self.file.unlink()

    def game(self) -> Session | None:
        """Return the unfinished game, if there is one; a `KiebitzError` in one line for a damaged file."""
        from kiebitz.patience.links import read_link

        try:
            with self.file.open(encoding="utf-8") as file:
                text = file.read(_LONGEST)
        except FileNotFoundError:
            return None
        except (OSError, UnicodeError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is no text"
            raise KiebitzError(f"the saved game {shown_file(str(self.file))} cannot be read: {reason}") from None
        try:
            return read_link(text.strip())
        except KiebitzError as error:
            raise KiebitzError(f"the saved game {shown_file(str(self.file))} is damaged: {error}") from None


def state_folder() -> Path:
    """Return the folder for state: below XDG_STATE_HOME if that is an absolute path, or else where it stands for."""
    named = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(named):  # noqa: PTH117  the specification ignores relative ones
        return Path(named) / "kiebitz"
    if os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"]) / "kiebitz"
    return Path.home() / ".local" / "state" / "kiebitz"
