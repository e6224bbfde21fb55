"""The language of the command line: English, German or Russian, by `--language` or the locale.

English needs no catalogue and loads none.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from kiebitz.cli.catalogue import Catalogue

#: The languages by their codes.
LANGUAGES = ("en", "de", "ru")

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # as GNU gettext reads them


class _Process:
    """The language of the process, and its catalogue once it is loaded."""

    code = "en"
    catalogue: Catalogue | None = None


def choose(code: str | None) -> None:
    """Speak one of `LANGUAGES` from now on; None takes that of the locale."""
    _Process.code = _code_of_locale() if code is None else code


def _code_of_locale() -> str:
    value = next(filter(None, map(os.environ.get, _VARIABLES)), "") or ""
    codes = (name[:2] for name in value.split(":") if name[2:3] in ("", "_", ".", "@"))
    return next((code for code in codes if code in LANGUAGES), "en")


def is_english() -> bool:
    """Say whether the process speaks English."""
    return _Process.code == "en"


def catalogue() -> Catalogue | None:
    """Return the catalogue of the process's language; None for English."""
    if is_english():
        return None
    if _Process.catalogue is None or _Process.catalogue.code != _Process.code:
        from kiebitz.cli.catalogue import Catalogue

        _Process.catalogue = Catalogue(_Process.code)
    return _Process.catalogue


def gettext(message: str) -> str:
    """Return a message in the language of the process."""
    texts = catalogue()
    return message if texts is None else texts.gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """Return the form of a message that goes with a number, the number in it at `{count}`."""
    texts = catalogue()
    form = (singular if count == 1 else plural) if texts is None else texts.ngettext(singular, plural, count)
    return form.format(count=number(count))


def translated(text: str) -> str:
    """Return a text that the package has worded in English, line by line in the language of the process."""
    texts = catalogue()
    return text if texts is None else texts.translated(text)


def number(value: float, form: str = ",") -> str:
    """Return a number in the format *form*, with the language's signs for thousands and fractions."""
    texts = catalogue()
    text = format(value, form)
    return text if texts is None else texts.number(text)


def states(count: int) -> str:
    """Return a number of states in words: `2,000 states`."""
    return ngettext("{count} state", "{count} states", count) if count else gettext("no states")


def moves(count: int) -> str:
    """Return a number of moves in words."""
    return ngettext("{count} move", "{count} moves", count) if count else gettext("no moves")
