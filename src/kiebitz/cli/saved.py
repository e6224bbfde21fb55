"""What is kept from one game in the terminal to the next: the game that was not finished, as a link, and the look.

A file each, where the XDG base directory specification wants state to lie; nothing else is kept there.
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
_LOOK_NAME = "look"
_FOUR_COLOURS = "four-colours"
_LONGEST = 1_000_000


class Saved:
    """The files of the unfinished game and of the look; they are written complete or not at all."""

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or state_folder()
        self.file = folder / _NAME
        self.look_file = folder / _LOOK_NAME

    def keep(self, session: Session) -> None:
        """Write the game; one that is won leaves no file, and one without moves the file as it was."""
        from kiebitz.patience.links import write_link

        if session.is_won:
            self.forget()
            return
        if not session.ply and not session.undone:
            return
        _write(self.file, write_link(session))

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

    def keep_look(self, name: str, *, four_colours: bool) -> None:
        """Write the look that was chosen last."""
        _write(self.look_file, f"{name} {_FOUR_COLOURS}" if four_colours else name)

    def look(self) -> tuple[str, bool]:
        """Return the name of the look that was chosen last, empty if there is none, and whether it has four colours."""
        try:
            with self.look_file.open(encoding="utf-8") as file:
                name, _, colours = file.read(_LONGEST).strip().partition(" ")
        except (OSError, UnicodeError):  # a look is not worth a complaint
            return "", False
        return name, colours == _FOUR_COLOURS


def _write(path: Path, line: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise KiebitzError(f"folder {shown_file(str(path.parent))}: {error.strerror or error}") from None
    with output.File(str(path)) as file:
        file.write(line + "\n")


def state_folder() -> Path:
    """Return the folder for state: below XDG_STATE_HOME if that is an absolute path, or else where it stands for."""
    named = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(named):  # noqa: PTH117  the specification ignores relative ones
        return Path(named) / "kiebitz"
    if os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"]) / "kiebitz"
    return Path.home() / ".local" / "state" / "kiebitz"
