"""`kiebitz games`: the list of games, or the rules of one, from the files of `kiebitz.patience.games`."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING

from kiebitz.cli import output
from kiebitz.cli.language import catalogue, is_english
from kiebitz.cli.language import gettext as _
from kiebitz.cli.parser import hanging, terminal_width
from kiebitz.patience.games import game, games, page
from kiebitz.patience.rule_options import CHANGEABLE

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser
    from kiebitz.patience.games import Page

DESCRIPTION = "List the games, or show the rules of one."
EPILOG = """\
examples:
  kiebitz games
  kiebitz games bakers_game
  kiebitz games Солитер

--json prints {"games": [...]}, or with a name that game's object alone: id, title, title_ru, aliases, description,
source, based_on, pack (number of cards), the rules that options change (cells, columns, build, …), family, edition of
the rules, face_down (how many cards of each column, empty if none)
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz games`."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="id, title or alias of a game, in English or Russian")
    parser.add("json")


def run(args: Namespace) -> int:
    """Print the list or the rules."""
    if args.name is None:
        pages = [page(name) for name in games()]
        if args.json:
            output.write_json({"games": [_object(entry) for entry in pages]})
        else:
            output.write(_list(pages))
        return 0
    game(args.name)  # refuses games without rules
    entry = page(args.name)
    if args.json:
        output.write_json(_object(entry))
    else:
        output.write(_rules_page(entry))
    return 0


def _list(pages: list[Page]) -> str:
    rows = [tuple(map(_, ("id", "cards", "columns", "cells", "title")))]
    rows += [
        (
            entry.id,
            str(len(entry.rules.pack)),
            str(entry.rules.columns),
            str(entry.rules.cells),
            _titles(entry),
        )
        for entry in pages
        if entry.rules is not None
    ]
    heads = [f"{head}  " for head in output.aligned([row[:4] for row in rows], left=(0,))]
    folds = sys.stdout.isatty()  # a pipe gets one line a game
    lines = [hanging(head, row[4]) if folds else head + row[4] for head, row in zip(heads, rows, strict=True)]
    return "\n".join([*lines, "", _("kiebitz games NAME shows the rules of one."), ""])


def _rules_page(entry: Page) -> str:
    width = terminal_width()
    texts = catalogue()
    description = entry.description if texts is None else texts.games[entry.id]["description"]
    parts = [f"{_titles(entry)} ({entry.id})"]
    if entry.aliases:
        parts.append(textwrap.fill(_("Also called: {names}").format(names=", ".join(entry.aliases)), width))
    for text in (description, _source(entry)):
        parts += [textwrap.fill(" ".join(part.split()), width) for part in text.split("\n\n")]
    rules = _rules(entry).items()
    words = (
        ", ".join(f"{key} {_words(value)}" for key, value in rules)
        if texts is None
        else "; ".join(texts.rule(key, _words(value)) for key, value in rules)
    )
    parts.append(textwrap.fill(_("Rules: {rules}").format(rules=words), width))
    return "\n\n".join(parts) + "\n"


def _source(entry: Page) -> str:
    """Return the sources, or where to read them: they are in English only."""
    if is_english():
        return f"Source: {entry.source}"
    return _("The sources are named in English: kiebitz games {name} --language en").format(name=entry.id)


def _titles(entry: Page) -> str:
    """Return the title in the language of the process and in Russian."""
    return " / ".join(dict.fromkeys((_(entry.title), entry.title_ru)))


def _rules(entry: Page) -> dict[str, object]:
    rules = entry.rules
    if rules is None:
        return {}
    return {
        "pack": len(rules.pack),
        **{rule.name: rules.written(rule.name) for rule in CHANGEABLE},
        "family": rules.family.value,
        "edition": entry.edition,
        "dealt_home": rules.dealt_home,
        "face_down": list(rules.face_down),
    }


def _words(value: object) -> str:
    return (" ".join(map(str, value)) or "none") if isinstance(value, list) else str(value)


def _object(entry: Page) -> dict[str, object]:
    return {
        "id": entry.id,
        "title": entry.title,
        "title_ru": entry.title_ru,
        "aliases": list(entry.aliases),
        "description": entry.description,
        "source": entry.source,
        "based_on": entry.based_on or None,
        **_rules(entry),
    }
