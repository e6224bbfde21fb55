"""Plain English: counts mannerisms in docstrings, comments and pages, and the words of comments per line of code.

`python tests/project/test_plain_words.py` prints the counts; a folder, such as `src/kiebitz/web`, lists its places.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).parents[2]

#: Upper bounds of the counts. A bound falls with its count and is never raised. Version 0.2 had 132, 1681, 841,
#: 11, 140, 97 and 258; the aim is a tenth of that.
MOST = {
    "Of …": 10,
    "what is …": 84,
    "say, tell": 45,
    "is for … to say": 0,
    "somebody, nobody": 5,
    "stands in": 4,
    "who": 8,
}
MOST_WORDS_A_LINE = 1.23
#: Names of values without a noun such as `solution`, `verdict` or `request`.
VAGUE = r"_*(?:asked|found|given|its|known|most|one|ran|rest|said|taken|tell|them|told|wanted)_*"
MOST_VAGUE = 47
#: The same in the kernel, with the places and participles that C++ had as names.
VAGUE_IN_KERNEL = rf"{VAGUE}|_*(?:done|here|least|left|made|meant|seen|there)_*"
MOST_VAGUE_IN_KERNEL = 3

_NOUN_CLAUSE = (
    "is are was were comes came stands stood follows belongs lies lay has have had can must may it they he she one we "
    "you nobody no a an the this these those each every both all only"
)
PATTERNS = {
    "Of …": r"(?:^|[.;:!?]\s+|\n\s*\n)Of\b|[,;:]\s+of (?:which|whom|those|these|what|each|all|the)\b",
    "what is …": rf"\b[Ww]hat (?:{'|'.join(_NOUN_CLAUSE.split())})\b",
    "say, tell": r"\b(?:said|told|says|tells|say|tell)\b",
    "is for … to say": r"\b(?:is|are|was) for (?:\S+ ){1,4}to (?:say|tell|decide|know|judge|choose|do|see)\b",
    "somebody, nobody": r"\b(?:[Ss]omebody|[Nn]obody|[Ss]omeone|[Nn]o one)\b",
    "stands in": r"\b[Ss]t(?:and|ands|ood|anding) (?:in|at|on|there|beside|alone|before|by|under|once|behind)\b",
    "who": r"\b(?:[Ww]ho|[Ww]hoever|[Ww]hom)\b",
}
_C_TEXT_OR_COMMENT = re.compile(
    r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`|(?P<comment>//[^\n]*|/\*.*?\*/)', re.DOTALL
)
#: A string at the start, or on the line after a colon and its comment, is a docstring.
_PYTHON_TEXT_OR_COMMENT = re.compile(
    r'(?:\A|:(?:[ \t]*#+(?P<after_colon>[^\n]*))?\n)[ \t]*r?"""(?P<docstring>.*?)"""|"""(?:\\.|[^\\])*?"""|'
    r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#+(?P<comment>[^\n]*)""",
    re.DOTALL,
)
#: A declared name: after a type, and before what ends or begins a declaration.
_CPP_NAME = re.compile(r"(?:\b(?!(?:return|case|else|throw)\b)\w+|(?<![ -])>)(?: [*&]*|[*&]+ )(\w+)(?= ?[=:{]|[;,()[])")
_C_SIGNS = re.compile(r"^\s*(//+|/\*+|\*+/?)\s?", re.MULTILINE)
#: A type in a comment of JavaScript, with the parameter's name: code, as annotations are in Python.
_TYPE = re.compile(r"@(?:type|returns) {0}|@(?:param|template) (?:{0} )?\S+".format(r"\{(?:[^{}]|\{[^{}]*\})*\}"))
KERNEL = ("native/bindings/", "native/include/", "native/src/")
FOLDERS = ("bench", "docs", "fuzz", "native", "packaging", "research", "src", "tests")
_IGNORED = re.compile(r"^tests/(?:\w+/)*data/|(?:^|/)(?:build|_build|__pycache__|node_modules)/|/\.")
_FENCE = re.compile(r"```.*?```", re.DOTALL)


class Passage(NamedTuple):
    """A docstring, a comment or a paragraph, and the line where it begins."""

    line: int
    text: str


def joined(comments: Iterable[Passage]) -> list[Passage]:
    """Join comments on successive lines."""
    passages: list[Passage] = []
    end = -1
    for line, text in comments:
        if passages and end == line - 1:
            passages[-1] = Passage(passages[-1].line, f"{passages[-1].text} {text}")
        else:
            passages.append(Passage(line, text))
        end = line + text.count("\n")
    return passages


def python_passages(text: str) -> list[Passage]:
    passages: dict[str, list[Passage]] = {"docstring": [], "after_colon": [], "comment": []}
    for match in _PYTHON_TEXT_OR_COMMENT.finditer(text):
        for name, own in passages.items():
            if match[name] is not None:
                own.append(Passage(text.count("\n", 0, match.start(name)) + 1, match[name].strip()))
    return passages["docstring"] + joined(sorted(passages["after_colon"] + passages["comment"]))


def c_passages(text: str) -> list[Passage]:
    matches = (match for match in _C_TEXT_OR_COMMENT.finditer(text) if match["comment"])
    return joined(
        Passage(
            text.count("\n", 0, match.start()) + 1, _C_SIGNS.sub("", _TYPE.sub("", match[0])).replace("*/", "").strip()
        )
        for match in matches
    )


def markdown_passages(text: str) -> list[Passage]:
    text = _FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), text)
    return [
        Passage(text.count("\n", 0, match.start()) + 1, match[0])
        for match in re.finditer(r"(?:(?!\n\s*\n).)+", text, re.DOTALL)
        if match[0].strip()
    ]


READERS = {
    **dict.fromkeys((".py", ".pyi"), python_passages),
    **dict.fromkeys((".js", ".mjs", ".css", ".cpp", ".hpp"), c_passages),
    ".md": markdown_passages,
}


@cache
def texts() -> dict[str, str]:
    """Return the text of each file with prose, without test data and the changelog's published parts."""
    files = [*ROOT.glob("*.md"), *(file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*")))]
    listing = (file.relative_to(ROOT).as_posix() for file in files if file.suffix in READERS)
    paths = [path for path in listing if not _IGNORED.search(path)]
    return {
        path: re.split(r"^## \d", (ROOT / path).read_text(encoding="utf-8"), maxsplit=1, flags=re.MULTILINE)[0]
        if path == "CHANGELOG.md"
        else (ROOT / path).read_text(encoding="utf-8")
        for path in paths
        if (ROOT / path).is_file() and not (ROOT / path).is_symlink()
    }


@cache
def passages() -> dict[str, list[Passage]]:
    return {path: READERS[Path(path).suffix](text) for path, text in texts().items()}


def mannerisms(path: str) -> Iterator[tuple[str, str]]:
    """Yield each mannerism of a file with its place and its words."""
    for line, text in passages()[path]:
        for name, pattern in PATTERNS.items():
            for match in re.finditer(pattern, text):
                around = text[max(0, match.start() - 40) : match.end() + 40]
                yield name, f"{path}:{line}: {' '.join(around.split())}"


def words_a_line() -> float:
    """Return the words of docstrings and comments for each line of code."""
    words = lines = 0
    for path, text in texts().items():
        if not path.endswith(".md"):
            prose = passages()[path]
            words += sum(len(re.findall(r"[A-Za-z][\w'’-]*", passage.text)) for passage in prose)
            prose_lines = sum(passage.text.count("\n") + 1 for passage in prose)
            lines += max(0, sum(1 for line in text.splitlines() if line.strip()) - prose_lines)
    return words / lines


def bound_names(path: str) -> Iterator[tuple[int, str]]:
    """Yield each name that a file gives to a value or a function, with its line."""
    if path.endswith((".cpp", ".hpp")):
        text = _C_TEXT_OR_COMMENT.sub(lambda match: "\n" * match[0].count("\n"), texts()[path])
        for match in _CPP_NAME.finditer(text):
            yield text.count("\n", 0, match.start()) + 1, match[1]
        return
    if path.endswith(".js"):
        for match in re.finditer(r"\b(?:const|let|function) (\w+)|\((\w+)\) =>", texts()[path]):
            yield texts()[path].count("\n", 0, match.start()) + 1, match[1] or match[2]
        return
    for node in ast.walk(ast.parse(texts()[path])):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr


def vague_names(path: str) -> list[str]:
    if path.startswith("src/") and path.endswith((".py", ".js")):
        vague = VAGUE
    elif path.startswith(KERNEL) and path.endswith((".cpp", ".hpp")):
        vague = VAGUE_IN_KERNEL
    else:
        return []
    return [f"{path}:{line}: {name}" for line, name in bound_names(path) if re.fullmatch(vague, name.lower())]


@cache
def counts() -> Counter[str]:
    return Counter(name for path in passages() for name, _ in mannerisms(path))


@pytest.mark.parametrize("name", PATTERNS)
def test_mannerisms_become_fewer(name: str) -> None:
    assert counts()[name] <= MOST[name], "python tests/project/test_plain_words.py FOLDER lists the places"


@pytest.mark.parametrize(("folders", "most"), [("src/", MOST_VAGUE), (KERNEL, MOST_VAGUE_IN_KERNEL)])
def test_names_say_what_they_hold(folders: str | tuple[str, ...], most: int) -> None:
    places = [place for path in texts() if path.startswith(folders) for place in vague_names(path)]
    assert len(places) <= most, places


def test_comments_are_short() -> None:
    assert round(words_a_line(), 2) <= MOST_WORDS_A_LINE


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".py", '"""Nobody."""\nx = "nobody"  # Says who'),
        (".py", 'def f():  # says\n    """Nobody, who."""\n    return {1: """nobody"""}'),
        (
            ".js",
            'x = "nobody"; // nobody\n// says /* */\n`// nobody`; /** who @param {Nobody} says @type {{who: X}} */',
        ),
        (".md", "Nobody says\n\n```\nnobody\n```\nwho"),
    ],
)
def test_prose_is_counted_and_code_is_not(suffix: str, text: str) -> None:
    prose = "\n".join(passage.text for passage in READERS[suffix](text))
    assert [
        len(re.findall(PATTERNS[name], prose, re.IGNORECASE)) for name in ("somebody, nobody", "say, tell", "who")
    ] == [1] * 3


def main() -> None:
    lines = [
        f"{place}   [{name}]"
        for path in passages()
        if path.startswith(tuple(sys.argv[1:]))
        for name, place in mannerisms(path)
    ]
    lines += [place for path in texts() if path.startswith(tuple(sys.argv[1:])) for place in vague_names(path)]
    lines += [f"{counts()[name]:5} {name}" for name in PATTERNS]
    lines.append(f"{sum(len(vague_names(path)) for path in texts()):5} vague names")
    lines.append(f"{words_a_line():.2f} words of docstrings and comments per line of code")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
