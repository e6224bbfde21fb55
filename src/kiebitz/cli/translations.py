"""The texts of one language: GNU gettext's catalogue of the command line, with the page's catalogue as fallback.

The package writes errors and answers in English; the command line translates the finished texts. A message with
`{fields}` is a template: it matches such a text, and the contents of its fields are translated in turn.
"""

from __future__ import annotations

import json
import re
from functools import cache, cached_property
from gettext import GNUTranslations
from pathlib import Path
from typing import TYPE_CHECKING

import kiebitz

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMAND_LINE = Path(__file__).parent / "lang"
_PAGE = Path(kiebitz.__file__).parent / "web" / "static" / "lang"
_FIELD = re.compile(r"\{([a-z]\w*)\}")
_QUOTED = re.compile(r"(?<!\w)'([^']*)'(?!\w)")
#: Patterns of fields by name; any other field matches any text.
_KINDS = {
    **dict.fromkeys(
        ("all", "bid", "column", "count", "high", "least", "line", "low", "most", "n", "number", "points"),
        r"[-+−±]?[\d,.]+(?: %)?",
    ),
    "contract": r"(?:clubs|spades|hearts|diamonds|grand|null)(?: \w+)*",
    "key": r"\w+",
    "played": r"\S{2,4}",
    "place": r"(?:(?<!\w)'[^']*'|[^':]|(?<=\w)'(?=\w))+?",
}
#: Fields that users type or programs read; not translated.
_VERBATIM = frozenset(("key", "keys", "names", "option", "rule", "scheme", "shuffle"))
_WORD = re.compile(r"[a-z]{2}")
_NUMBER = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?![\w])")
_SEPARATORS = ("; ", ", ", " / ", " or ", " and ")
_LOOSE = frozenset(("; ", ", "))  # these split a text if one item is known
#: Prefixes of the page's keys whose texts are worded as in the package.
_SHARED = ("card.of.", "card.rank.", "game.expected.", "skat.reason.", "skat.seat.", "story.")
_SIGNS = {"de": str.maketrans(",.", ".,"), "ru": str.maketrans(",.", " ,")}
_QUOTES = {"de": "„{}“", "ru": "«{}»"}


class _Template:
    """A message with fields, as a pattern for texts."""

    def __init__(self, message: str, translation: str, noun: str = "") -> None:
        self.message = message
        self.translation = translation
        self.noun = noun  # the key of the plural forms, if there are any
        self._pieces = [piece for piece in _FIELD.split(message)[::2] if piece]
        self.weight = sum(map(len, self._pieces))

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        literal = [re.escape(piece) for piece in _FIELD.split(self.message)[::2]]
        names = _FIELD.findall(self.message)
        fields = [f"(?P<{name}>{_KINDS.get(name, '.+?')})" for name in names]
        return re.compile(
            "".join(part for pair in zip(literal, [*fields, ""], strict=True) for part in pair), re.DOTALL
        )

    def fields(self, text: str) -> dict[str, str] | None:
        """Return the fields of *text*, or None if it does not match."""
        if any(piece not in text for piece in self._pieces):
            return None
        match = self._expression.fullmatch(text)
        return None if match is None else match.groupdict()


class Catalogue:
    """The texts of the language with this *code*."""

    def __init__(self, code: str) -> None:
        self.code = code
        with (_COMMAND_LINE / code / "LC_MESSAGES" / "kiebitz.mo").open("rb") as file:
            self._texts = GNUTranslations(file)

    def gettext(self, message: str) -> str:
        """Return a message in this language, or in English if the catalogue lacks it."""
        text = self._texts.gettext(message) if message else ""  # the empty message is the header
        if text != message:
            return text
        return self._page.get(message) or self._titles.get(message, message)

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """Return the plural form for *count*."""
        return self._texts.ngettext(singular, plural, count)

    def number(self, text: str) -> str:
        """Return a number in English format with the separators of this language."""
        return text.translate(_SIGNS[self.code])

    def translated(self, text: str) -> str:
        """Translate a text line by line; the words of an unknown line stay English."""
        return "\n".join(map(self._line, text.split("\n")))

    def _line(self, line: str) -> str:
        bare = line.strip(" ")
        if not bare:
            return line
        start = len(line) - len(line.lstrip(" "))
        columns = self._match(" ".join(bare.split())) if "  " in bare else None
        return line[:start] + (columns or self._phrase(bare)) + line[start + len(bare) :]

    def _phrase(self, text: str) -> str:
        phrase = self._match(text)
        return self._parts(text) if phrase is None else phrase

    def _match(self, text: str) -> str | None:
        """Return the translation of a message or of a text that matches a template, else None."""
        whole = self.gettext(text)
        if whole != text or text in self._same:
            return whole
        for template in self._templates:
            fields = template.fields(text)
            if fields is not None:
                return self._filled(template, fields)
        return None

    def _filled(self, template: _Template, fields: dict[str, str]) -> str:
        translation = template.translation
        if template.noun:
            digits = fields["count"].replace(",", "")
            if not digits.isdigit():
                return self._parts(template.message.format(**fields))
            translation = self.ngettext(template.noun, template.noun, int(digits))
        return translation.format(
            **{name: field if name in _VERBATIM else self._phrase(field) for name, field in fields.items()}
        )

    def _parts(self, text: str) -> str:
        """Translate an unknown text item by item or word by word, and its numbers and quotes."""
        for separator in _SEPARATORS:
            items = text.split(separator)
            phrases = [self._match(item) or (None if _WORD.search(item) else item) for item in items]
            if len(items) > 1 and (None not in phrases or (separator in _LOOSE and any(phrases))):
                return self.gettext(separator).join(
                    self._parts(item) if word is None else word for item, word in zip(items, phrases, strict=True)
                )
        words = text.split(" ")
        texts = list(map(self._texts.gettext, words))
        if len(words) > 1 and all(own != word or word in self._same for word, own in zip(words, texts, strict=True)):
            return " ".join(texts)
        text = _QUOTED.sub(lambda quoted: _QUOTES[self.code].format(quoted[1]), text)
        return _NUMBER.sub(lambda number: self.number(number[0]), text)

    @cached_property
    def _same(self) -> frozenset[str]:
        """The messages and titles that are the same in English."""
        texts = [*self._entries(), *self._page.items(), *self._titles.items()]
        return frozenset(message for message, text in texts if message == text)

    @cached_property
    def _templates(self) -> list[_Template]:
        """The messages with fields, those with the longest literal text first."""
        templates = [_Template(message, text) for message, text in self._entries() if _FIELD.search(message)]
        for noun in self._nouns:
            templates += [_Template(form, "", noun) for form in (noun, f"{noun}s")]
        templates += [_Template(message, text) for message, text in self._page.items() if _FIELD.search(message)]
        return sorted(templates, key=lambda template: -template.weight)

    def _entries(self) -> Iterator[tuple[str, str]]:
        for message, text in self._texts._catalog.items():  # type: ignore[attr-defined]  # noqa: SLF001  not public
            if isinstance(message, str) and message:
                yield message, text

    @property
    def _nouns(self) -> list[str]:
        keys = self._texts._catalog  # type: ignore[attr-defined]  # noqa: SLF001
        return [key[0] for key in keys if isinstance(key, tuple) and key[1] == 0]

    @cached_property
    def _page(self) -> dict[str, str]:
        """The page's texts by the English ones, each also without full stop and in lower case, as within a line."""
        english, texts = _page_texts("en"), _page_texts(self.code)
        page: dict[str, str] = {}
        for name, message in english.items():
            text = texts.get(name)
            if text is None or not name.startswith(_SHARED):
                continue
            for form, translation in ((message, text), (message.removesuffix("."), text.removesuffix("."))):
                page.setdefault(form, translation)
                page.setdefault(form[:1].lower() + form[1:], translation)
        return page

    @cached_property
    def games(self) -> dict[str, dict[str, str]]:
        """Title and description of each game by name."""
        games: dict[str, dict[str, str]] = json.loads((_PAGE / f"games.{self.code}.json").read_text("utf-8"))
        return games

    @cached_property
    def _titles(self) -> dict[str, str]:
        from kiebitz.patience.games import page  # slow to import, and not needed for help

        return {page(name).title: texts["title"] for name, texts in self.games.items()}

    def rule(self, name: str, value: object) -> str:
        """Return a rule and its value in the words of the page."""
        texts = _page_texts(self.code)
        label = texts.get(f"rule.{name}") or self.gettext(name)
        return f"{label}: {texts.get(f'rule.{name}.{value}') or self.translated(str(value))}"


@cache
def _page_texts(code: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((_PAGE / f"{code}.json").read_text("utf-8"))
    return texts
