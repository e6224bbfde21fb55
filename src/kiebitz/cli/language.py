"""The language of the command line: English, German or Russian, by `--language` or the locale."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # true for the type checker; importing `typing` would slow the start
if TYPE_CHECKING:
    from kiebitz.cli.translations import Catalogue

#: The codes of the languages.
LANGUAGES = ("en", "de", "ru")

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # as GNU gettext reads them


class _Process:
    """The language of the process, and its catalogue once loaded."""

    code = "en"
    catalogue: Catalogue | None = None


def choose(code: str | None) -> None:
    """Set the language of the process; None selects that of the locale."""
    _Process.code = _code_of_locale() if code is None else code


def _code_of_locale() -> str:
    value = next(filter(None, map(os.environ.get, _VARIABLES)), "") or ""
    codes = (name[:2] for name in value.split(":") if name[2:3] in ("", "_", ".", "@"))
    return next((code for code in codes if code in LANGUAGES), "en")


def is_english() -> bool:
    """Return whether the language is English."""
    return _Process.code == "en"


def catalogue() -> Catalogue | None:
    """Return the catalogue of the language; None for English."""
    if is_english():
        return None
    if _Process.catalogue is None or _Process.catalogue.code != _Process.code:
        from kiebitz.cli.translations import Catalogue

        _Process.catalogue = Catalogue(_Process.code)
    return _Process.catalogue


def gettext(message: str) -> str:
    """Translate a message of the catalogue."""
    texts = catalogue()
    return message if texts is None else texts.gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """Return the plural form for *count*, with the number at `{count}`."""
    texts = catalogue()
    form = (singular if count == 1 else plural) if texts is None else texts.ngettext(singular, plural, count)
    return form.format(count=number(count))


def translated(text: str) -> str:
    """Translate an English text of the package line by line."""
    texts = catalogue()
    return text if texts is None else texts.translated(text)


def number(value: float, form: str = ",") -> str:
    """Return a number in the format *form*, with the separators of the language."""
    texts = catalogue()
    text = format(value, form)
    return text if texts is None else texts.number(text)


def states(count: int) -> str:
    """Return a number of states: `2,000 states`."""
    return ngettext("{count} state", "{count} states", count) if count else gettext("no states")


def moves(count: int) -> str:
    """Return a number of moves: `12 moves`."""
    return ngettext("{count} move", "{count} moves", count) if count else gettext("no moves")
