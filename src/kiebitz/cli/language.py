"""The language of what the command line says most often: English, German or Russian, by `--language` or the locale.

The catalogues are GNU gettext's, read by the standard library. Translated are the first screen, the list of commands,
and what `kiebitz solve` says of a deal and of how many deals of a range can be won. The options with their help,
complaints, and all that programs read are in English.
"""

from __future__ import annotations

from gettext import NullTranslations, translation
from os.path import dirname, join  # pathlib takes longer to import than the shortest commands take

#: The languages there are, by their codes.
LANGUAGES = ("en", "de", "ru")

#: What stands between thousands and before fractions, where it is not as in English.
_SIGNS = {"de": ".,", "ru": " ,"}

_FOLDER = join(dirname(__file__), "lang")  # noqa: PTH118, PTH120


class _Chosen:
    """What `--language` says, for the process; `None` leaves it to the locale."""

    code: str | None = None


def choose(code: str | None) -> None:
    """Speak one of `LANGUAGES` from now on, or that of the locale."""
    _Chosen.code = code


def _catalogue() -> NullTranslations:
    code = _Chosen.code
    return translation("kiebitz", _FOLDER, None if code is None else [code], fallback=True)


def gettext(message: str) -> str:
    """Return a message in the language of the process."""
    return _catalogue().gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a message that goes with a number, the number in it at `{count}`."""
    return _catalogue().ngettext(one, many, count).format(count=number(count))


def number(value: float, form: str = ",") -> str:
    """Return a number in the format *form*, with the signs that the language has for thousands and fractions."""
    signs = _SIGNS.get(_catalogue().info().get("language", "en"))
    return format(value, form).translate(str.maketrans(",.", signs)) if signs else format(value, form)


def states(count: int) -> str:
    """Return a number of states in words: `2,000 states`."""
    return ngettext("{count} state", "{count} states", count) if count else gettext("no states")


def moves(count: int) -> str:
    """Return a number of moves in words."""
    return ngettext("{count} move", "{count} moves", count) if count else gettext("no moves")
