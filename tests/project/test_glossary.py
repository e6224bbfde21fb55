"""The glossary: each term names code that exists, and replaced names do not come back."""

from __future__ import annotations

import io
import re
import tokenize
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
_TERMS, _, _REPLACED = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").partition("## Replaced names")
_C_TEXT_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', re.DOTALL)


def rows(section: str) -> list[list[str]]:
    return [line.strip("|").split("|") for line in re.findall(r"^\| .+ \|$", section, re.MULTILINE)]


@cache
def files() -> tuple[Path, ...]:
    paths = (path for folder in ("src", "native") for path in sorted((ROOT / folder).rglob("*")))
    return tuple(path for path in paths if path.is_file() and not {"build", "__pycache__"} & set(path.parts))


def identifiers(path: Path) -> set[str]:
    """Return the identifiers of a source file, without comments and texts."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".py", ".pyi"):
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        return {token.string for token in tokens if token.type == tokenize.NAME}
    return set(re.findall(r"[A-Za-z_]\w*", _C_TEXT_OR_COMMENT.sub("", text)))


@cache
def names() -> dict[str, str]:
    """Return each identifier of the source with a file that contains it."""
    suffixes = (".py", ".pyi", ".js", ".cpp", ".hpp")
    return {name: str(path) for path in files() if path.suffix in suffixes for name in identifiers(path)}


def test_every_term_names_code_that_exists() -> None:
    terms = [name for row in rows(_TERMS) if len(row) == 3 for name in re.findall(r"`(\w+)`", row[2])]
    assert len(terms) > 50
    stems = {path.stem for path in files()}
    assert [name for name in terms if name not in names() and name not in stems] == []


def test_replaced_names_do_not_come_back() -> None:
    replaced = [name for row in rows(_REPLACED) for name in re.findall(r"`([\w.]+)`", row[0])]
    assert len(replaced) > 30
    paths = {path.name: path for path in files()}
    assert [paths[name] for name in replaced if name in paths] == []
    assert [(name, names()[name]) for name in replaced if name in names()] == []


def test_replacements_exist() -> None:
    replacements = {name for row in rows(_REPLACED) for name in re.findall(r"`(\w+\.\w+)`", row[1])}
    assert replacements - {path.name for path in files()} == set()
