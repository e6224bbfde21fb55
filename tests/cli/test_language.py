"""German and Russian on the command line: by `--language` or the locale, and nothing left out of the catalogues."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from kiebitz import cli
from kiebitz.cli.commands import COMMANDS
from kiebitz.cli.language import LANGUAGES
from kiebitz.cli.parser import FIRST_STEPS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from babel.messages.catalog import Catalog

    from command_line import Kiebitz

INSTALLED = Path(cli.__file__).parent
SOURCE = Path(__file__).parents[2] / "src" / "kiebitz" / "cli"  # what is installed has no .po files
TRANSLATED = [code for code in LANGUAGES if code != "en"]
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}


def catalogue(code: str) -> tuple[Catalog, bytes]:
    folder = Path("lang", code, "LC_MESSAGES")
    with (SOURCE / folder / "kiebitz.po").open("rb") as file:
        return read_po(file, locale=code), (INSTALLED / folder / "kiebitz.mo").read_bytes()


def forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ("",))


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_catalogue_has_every_message_and_no_other(code: str) -> None:
    found, compiled = catalogue(code)
    asked = {message for _, _, message, _, _ in extract_from_dir(SOURCE, keywords=KEYWORDS, comment_tags=())}
    assert len(asked) > 30
    have = {message.id for message in found if message.id}
    assert have == asked | {FIRST_STEPS} | set(COMMANDS.values())
    for message in found:
        fields = {tuple(sorted(set(re.findall(r"{.*?}", form)))) for form in forms(message.id) + forms(message.string)}
        assert len(fields) == 1, message.id
        assert all(forms(message.string)), message.id
    anew = BytesIO()
    write_mo(anew, found)
    assert anew.getvalue() == compiled, "pybabel compile -D kiebitz -d src/kiebitz/cli/lang"


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_first_screen_fits_a_small_terminal(kiebitz: Kiebitz, code: str) -> None:
    lines = kiebitz("--language", code).out.splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    assert [line.split()[:2] for line in lines if "  kiebitz" in line] == [
        line.split()[:2] for line in FIRST_STEPS.splitlines() if "  kiebitz" in line
    ]


def test_answers_are_in_the_language_that_is_asked_for(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    german = (
        r"FreeCell, Blatt 11982: unlösbar, durch vollständige Suche bewiesen \(\d+\.\d{3} Stellungen, \d+(,\d+)? s\)\n"
    )
    words = ("solve", "11982")
    for way in (("--language", "de", *words), ("--language=de", *words), (*words, "--language", "de")):
        assert re.fullmatch(german, kiebitz(*way).out)
    monkeypatch.setenv("LANGUAGE", "ru")
    assert kiebitz("1-3").out.startswith("FreeCell, расклады с 1 по 3: сходятся 3, не сходятся 0, не решено 0\n")
    assert kiebitz("1-3", "--language", "en").out.startswith(
        "FreeCell deals 1 to 3: 3 solved, 0 impossible, 0 undecided\n"
    )
    assert json.loads(kiebitz("solve", "11982", "--json").out)["verdict"] == "impossible"


@pytest.mark.parametrize("words", [["--language", "fr"], ["--language="], ["solve", "1", "--language"]])
def test_a_language_that_is_not_there(kiebitz: Kiebitz, words: list[str]) -> None:
    ran = kiebitz(*words)
    assert ran.code == 2
    assert re.fullmatch(r"kiebitz: unknown language '(fr)?'; expected one of: en, de, ru\n", ran.err)
