"""The documentation is correct: every command and every piece of Python in it is run, page by page.

A page's examples run in order in one empty folder, so that later ones may use files of earlier ones. The text below a
command is its output, where `…` matches anything. A block after "as `NAME`:" is written to that file.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import re
import subprocess
import sys
import sysconfig
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import kiebitz
from examples import FENCED, arguments, blocks, examples
from kiebitz.analysis import analyst
from kiebitz.cards import PACKS
from kiebitz.cards.spelling import SPELLINGS
from kiebitz.cli import main
from kiebitz.cli.commands import BAD_INPUT, COMMANDS, FAULT, INTERRUPTED, READER_GONE, UNDECIDED
from kiebitz.deals import NUMBERINGS
from kiebitz.patience.notation import BOARD_FORMATS, SOLUTION_FORMATS
from kiebitz.patience.rule_options import CHANGEABLE

if TYPE_CHECKING:
    from examples import Block

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
SOURCES = [page for page in PAGES if page.startswith("docs/sources")]
PATH = os.pathsep.join((sysconfig.get_path("scripts"), os.environ["PATH"]))

#: Pages whose examples need a library of the dependency group `outer`.
NEEDS = {"docs/envs.md": "pettingzoo", "docs/mcp.md": "mcp.server", "docs/notebooks.md": "anywidget"}

_LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def run(command: str, folder: Path) -> str:
    """Return what a command prints: `kiebitz` alone is run in this process, all else by a shell."""
    if (own := arguments(command)) is not None:
        return run_here(own, folder)
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        # Accept any kernel; as on a terminal, merge both outputs in the order of printing.
        env={**os.environ, "PATH": PATH, "PYTHONWARNINGS": "ignore", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def run_here(words: list[str], folder: Path) -> str:
    """Return what `kiebitz` prints with these arguments, both outputs in the order of printing."""
    printed = io.BytesIO()
    with (
        contextlib.chdir(folder),
        warnings.catch_warnings(action="ignore"),
        pytest.MonkeyPatch.context() as patch,
        io.TextIOWrapper(printed, "utf-8", write_through=True) as stream,
    ):
        for name in ("stdout", "stderr"):
            patch.setattr(sys, name, stream)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        patch.setattr(analyst, "_shared", analyst.Analyst())  # as in a new process, nothing is remembered
        main(words)
        return printed.getvalue().decode()


def check_console(block: Block, folder: Path) -> None:
    assert block.text.startswith("$ ")
    for command, output in examples(block.text):
        printed = run(command, folder)
        pattern = ".*".join(re.escape(part) for part in output.strip().split("…"))
        assert re.fullmatch(pattern, printed.strip(), re.DOTALL), f"{command}\n{printed}"


def check_python(block: Block, names: dict[str, Any], capfd: pytest.CaptureFixture[str]) -> None:
    if not block.text.startswith(">>> "):
        exec(compile(block.text, f"example at {block.start}", "exec"), names)
        return
    source = block.text.replace("…", "...")
    test = doctest.DocTestParser().get_doctest(source, names, "block", None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, clear_globs=False)
    names.update(test.globs)
    assert runner.failures == 0, capfd.readouterr().out


@pytest.mark.parametrize("page", [page for page in PAGES if "/lesson-" not in page])  # test_lessons.py runs those
def test_examples(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    if page in NEEDS:
        pytest.importorskip(NEEDS[page], reason="wants the dependency group `outer`")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(text_of(page)):
        if block.file is not None:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            check_console(block, tmp_path)
        elif block.language == "python":
            check_python(block, names, capfd)
        else:  # CI runs the README's own two; other blocks only display something
            assert block.language in ("text", "json") or (page, block.language) == ("README.md", "sh")


def test_no_block_is_overlooked() -> None:
    for page in PAGES:
        assert text_of(page).count("```") == 2 * len(list(blocks(text_of(page)))), page


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for match in _LINK.finditer(text_of(page)):
        path, _, anchor = match["target"].partition("#")
        if "://" in path:
            continue
        target = (ROOT / page).parent / path if path else ROOT / page
        assert target.is_file(), match["target"]
        if anchor:
            headings = _HEADING.findall(target.read_text(encoding="utf-8"))
            assert anchor in [_anchor(heading) for heading in headings], match["target"]


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_tests_and_programs_that_a_page_names_are_there() -> None:
    for page in PAGES:
        for path, name in re.findall(r"\b((?:tests|bench|research)/[\w/]+\.py)(?:::(\w+))?", text_of(page)):
            assert (ROOT / path).is_file(), f"{page}: {path}"
            assert not name or f"def {name}(" in text_of(path), f"{page}: {path}::{name}"


def _own_figures(page: str) -> set[str]:
    """Return the figures of four digits and more, except rounded ones, that a page itself must prove.

    Exclude fenced blocks, which are run, and the first column of tables, which quotes others.
    """
    text = re.sub(r"^\| [^|]+", "", FENCED.sub("", text_of(page)), flags=re.MULTILINE)
    numbers = re.findall(r"\b\d[\d,]*[,.]\d+\b", text)
    return {number for number in numbers if len(re.sub("[,.]", "", number).strip("0")) >= 4}


def test_no_figure_is_on_two_pages() -> None:
    """The pages of the sources link to the results of studies, which are on the page of published figures."""
    sources = set[str]().union(*map(_own_figures, SOURCES))
    published = _own_figures("docs/reproduction.md")
    assert len(sources) >= 20, sources
    assert len(published) >= 50, published
    assert not sources & published


def test_every_page_is_in_the_index() -> None:
    index = text_of("docs/index.md")
    for page in PAGES:
        name = page.removeprefix("docs/").removesuffix(".md")
        if page.startswith("docs/") and name != "index":
            assert re.search(rf"^- \[.+\]\({name}\.md\)", index, re.MULTILINE), page


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("docs/")])
def test_a_page_names_its_readers_first(page: str) -> None:
    assert re.search(r"^For \w", text_of(page).partition("\n## ")[0], re.MULTILINE)


# Pages derived from other files


@pytest.mark.parametrize("name", kiebitz.__all__)
def test_every_name_is_described(name: str) -> None:
    assert re.search(rf"`{name}[`(]", text_of("docs/python.md").partition("## All names")[2])
    value = getattr(kiebitz, name)
    assert isinstance(value, str) or value.__doc__


def test_every_command_and_exit_code_is_described() -> None:
    pages = "".join(map(text_of, PAGES))
    assert all(f"$ kiebitz {command}" in pages for command in COMMANDS)
    listed = re.findall(r"`([\w-]+)`", text_of("docs/tour.md").partition("\n## ")[0])
    assert set(COMMANDS) <= set(listed)
    codes = re.findall(r"^\| (\d+) \|", text_of("docs/errors.md"), re.MULTILINE)
    assert {BAD_INPUT, UNDECIDED, FAULT, INTERRUPTED, READER_GONE} <= set(map(int, codes))


def test_every_form_and_numbering_is_described() -> None:
    notation = text_of("docs/notation.md")
    assert all(f"`{form}`" in notation for form in (*BOARD_FORMATS, *SOLUTION_FORMATS, *SPELLINGS))
    assert all(f"| `{name}` |" in text_of("docs/deals.md") for name in (*NUMBERINGS, *PACKS))


def test_games_are_those_of_the_catalogue() -> None:
    written = subprocess.run(
        [sys.executable, ROOT / "docs" / "write_games.py", "-"], capture_output=True, text=True, check=True
    )
    assert written.stdout == text_of("docs/games.md"), "run: python docs/write_games.py"


def test_the_picture_is_the_deal() -> None:
    picture = text_of("docs/pictures/617.svg")
    assert run("kiebitz deal 617 --format svg", ROOT) == picture


def _keys(value: object, name: str = "") -> set[str]:
    """Return the names of all values of an object, as the page writes them: `a`, `a.b`, `a[].b`."""
    if isinstance(value, dict):
        inner = [_keys(item, f"{name}.{key}" if name else key) for key, item in value.items()]
        return set().union(*inner, {name} if name else set())
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return {name} | _keys(value[0], f"{name}[]") - {f"{name}[]"}
    return {name}


JSON_SECTIONS = [
    section
    for page in PAGES
    if page.startswith("docs/json")
    for section in re.split(r"^## ", text_of(page), flags=re.MULTILINE)[1:]
]


@pytest.mark.parametrize("section", JSON_SECTIONS, ids=lambda section: section.splitlines()[0])
def test_json_objects_have_the_keys_of_the_page(section: str, tmp_path: Path) -> None:
    (command,) = re.findall(r"^\$ (.+ --json.*)$", section, flags=re.MULTILINE)
    answer = json.loads(run(command, tmp_path))
    described = re.findall(r"^\| ((?:`[^`]+`(?:, )?)+) \|", section, flags=re.MULTILINE)
    names = {name for cell in described for name in re.findall(r"`([^`]+)`", cell)}
    assert _keys(answer) == names


# The page of the sources: every statement has a check


_EVIDENCE = re.compile(
    r"^```(?:console|python)$|^    (?:kiebitz|python) |\b(?:tests|bench|research)/[\w/]+\.py\b", re.MULTILINE
)


def _sections(page: str) -> dict[str, str]:
    """Return the text below each heading of a page, lower headings and theirs included, by its anchor."""
    text = text_of(page)
    unfenced = FENCED.sub(lambda fence: re.sub("[^\n]", "x", fence[0]), text)
    heads = list(re.finditer(r"^(#+) (.+)$", unfenced, re.MULTILINE))
    values = {}
    for place, head in enumerate(heads):
        end = next((later.start() for later in heads[place + 1 :] if len(later[1]) <= len(head[1])), len(text))
        values[_anchor(head[2])] = text[head.start() : end]
    return values


def _rows(section: str) -> list[list[str]]:
    lines = re.findall(r"^\| (?!statement|---)(.+) \|$", section, re.MULTILINE)
    return [row for row in (line.split(" | ") for line in lines) if len(row) == 4 and "**" in row[3]]


def _has_evidence(cell: str, section: str, page: str) -> bool:
    """Return whether a row names an example, a test or a program: its own, its section's or a link's."""
    links = [match["target"].partition("#") for match in _LINK.finditer(cell)]
    texts = [cell, *(_sections(f"docs/{path}" if path else page).get(anchor, "") for path, _, anchor in links)]
    if re.search(r"\b(?:below|above)\b", _LINK.sub("", cell)):
        texts.append(section)
    return any(map(_EVIDENCE.search, texts))


def test_every_statement_of_the_sources_has_its_evidence() -> None:
    pages, rows = "\n".join(map(text_of, PAGES)), 0
    for page in SOURCES:
        for section in _sections(page).values():
            if section.count("| statement |") != 1:
                continue
            evidence = ""
            for statement, cell, _, verdict in _rows(section):
                evidence = evidence if cell == "the same" else cell
                rows += 1
                if evidence == "–":
                    assert verdict == "**not checkable**", statement
                else:
                    commands = re.findall(r"`((?:kiebitz|python) [^`]+)`", evidence)
                    shown = all(
                        re.search(rf"^(?:\$ |    ){re.escape(each)}\b", pages, re.MULTILINE) for each in commands
                    )
                    assert (commands and shown) or _has_evidence(evidence, section, page), f"{statement}: {evidence}"
    assert rows >= 80, rows


@pytest.mark.parametrize("page", ["api", "json", "notation"])
def test_every_changeable_rule_is_listed(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    form = "`# {}:`" if page == "notation" else "`{}`"
    assert [rule.name for rule in CHANGEABLE if form.format(rule.name) not in text] == []
