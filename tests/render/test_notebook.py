"""Displays in notebooks: boards, players and tables, which `import kiebitz` registers with IPython."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from importlib import import_module
from xml.etree import ElementTree as ET

import pytest

import kiebitz
from kiebitz.analysis.limits import Verdict
from kiebitz.analysis.ranges import solve_range
from kiebitz.render import notebook
from kiebitz.render.themes import THEMES
from kiebitz.studies import etude
from kiebitz.studies.columns import Rows
from kiebitz.studies.grid import Cell
from kiebitz.studies.row_counts import CellFindings
from kiebitz.studies.sample_statistics import Sample
from kiebitz.studies.study.figures import Figures


class _Formatter:
    """The part of IPython's formatters used here."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], object] = {}

    def for_type_by_name(self, module: str, name: str, show: object) -> None:
        self.known[module, name] = show


def test_the_named_types_exist_and_are_shown() -> None:
    formatters = {kind: _Formatter() for kind in ("image/svg+xml", "text/html")}
    notebook.register(formatters)
    for formatter in formatters.values():
        assert formatter.known
        for module, name in formatter.known:
            shown = getattr(import_module(module), name)
            # IPython finds a type by its module and name.
            assert (shown.__module__, shown.__qualname__) == (module, name)


_FAKE = """
import sys, types
class Formatter(dict):
    def for_type_by_name(self, module, name, show): self[module, name] = show
formatters = {"image/svg+xml": Formatter(), "text/html": Formatter()}
commands = {}
shell = types.SimpleNamespace(
    display_formatter=types.SimpleNamespace(formatters=formatters),
    register_magic_function=lambda function, magic_name: commands.update({magic_name: function}),
)
fake = types.ModuleType("IPython")
fake.get_ipython = lambda: SHELL
sys.modules["IPython"] = fake
import kiebitz
loaded = ("kiebitz." + name in sys.modules for name in ("render", "patience"))
print(len(formatters["image/svg+xml"]), *commands, *loaded)
"""


@pytest.mark.parametrize(("shell", "expected"), [("shell", "6 kiebitz True False"), ("None", "0 False False")])
def test_importing_kiebitz_in_a_notebook_registers_displays_and_command(shell: str, expected: str) -> None:
    code = _FAKE.replace("SHELL", shell)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == expected


def test_a_real_ipython_shows_a_board_and_a_player() -> None:
    pytest.importorskip("IPython", reason="IPython is not installed")
    code = (
        "from IPython.core.interactiveshell import InteractiveShell;"
        "shell = InteractiveShell.instance();"
        "import kiebitz; position = kiebitz.deal(617);"
        "format = shell.display_formatter.format;"
        "print(*sorted(format(position)[0]), *sorted(format(kiebitz.solve(position))[0]))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["image/svg+xml", "text/plain", "image/svg+xml", "text/html", "text/plain"]


class _Page(HTMLParser):
    """Collect a page's texts, tags, and the documents in its frames; fail for tags that are not closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.tags: Counter[str] = Counter()
        self.frames: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._open.append(tag)
        self.tags[tag] += 1
        if tag == "iframe":
            values = dict(attributes)
            assert values["sandbox"] == "allow-scripts"
            self.frames.append(str(values["srcdoc"]))

    def handle_startendtag(self, tag: str, _attributes: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts += [data.strip()] * bool(data.strip())


def test_a_position_is_its_board() -> None:
    drawn = ET.fromstring(notebook.position_svg(kiebitz.deal(617)))
    assert drawn.get("aria-label") == "FreeCell"


def test_a_solution_is_a_player() -> None:
    result = kiebitz.solve(kiebitz.deal(617))
    page = _Page(notebook.result_html(result))
    assert page.texts[0] == f"FreeCell: solved in {len(result.moves)} moves (autoplay safe)"
    (frame,) = page.frames
    assert frame.startswith("<!doctype html>")
    assert f'"ply":{len(result.moves)}' in frame
    assert len(page.texts[-1].split()) == len(result.moves)


def test_without_a_solution_the_board_is_shown() -> None:
    impossible = _Page(notebook.result_html(kiebitz.solve(kiebitz.deal(11982))))
    assert (impossible.texts[0], impossible.frames) == ("FreeCell: impossible", [])
    limit = kiebitz.Limit(states=10)
    undecided = _Page(notebook.result_html(kiebitz.solve(kiebitz.deal(11982), limit)))
    assert undecided.texts[0] == "FreeCell: undecided, stopped by the limit on states"
    assert undecided.tags["svg"] == impossible.tags["svg"] == 1


def test_a_best_score_is_a_player() -> None:
    best = kiebitz.best_score(kiebitz.deal(5, "russian"))
    page = _Page(notebook.best_html(best))
    assert page.texts[0] == f"Russian Solitaire: best score {best.score}"
    assert len(page.frames) == 1


def test_an_answer_is_its_board_and_what_is_known() -> None:
    lost = _Page(notebook.answer_html(kiebitz.light(kiebitz.deal(11982))))
    assert (lost.texts[0], lost.tags["svg"]) == ("FreeCell: impossible", 1)
    scored = kiebitz.light(kiebitz.deal(2, "russian"))
    assert _Page(notebook.answer_html(scored)).texts[0] == "Russian Solitaire: impossible, best score 9"
    light = kiebitz.light(kiebitz.Session.new("freecell", 31465), kiebitz.Limit(states=1))
    assert _Page(notebook.answer_html(light)).texts[0].endswith(f"stopped by the limit on {light.limit_hit}") == bool(
        light.limit_hit
    )


def test_a_shortest_line_is_a_player() -> None:
    result = kiebitz.shortest(kiebitz.deal(3), kiebitz.Limit(states=20_000))
    page = _Page(notebook.shortest_html(result))
    proven = "the fewest there are" if result.proven else f"none has fewer than {result.bound}"
    assert page.texts[0].startswith(f"FreeCell: solved in {result.length} moves")
    assert page.texts[0].endswith(proven)
    assert len(page.frames) == 1
    lost = _Page(notebook.shortest_html(kiebitz.shortest(kiebitz.deal(11982))))
    assert (lost.texts[0], lost.tags["svg"], lost.frames) == ("FreeCell: impossible", 1, [])


def test_bars_and_columns_show_the_numbers_beside_them() -> None:
    drawn = ET.fromstring(notebook._bar(0.25, (0.2, 0.31)))
    assert drawn.get("aria-label") == "25.00%, 95 % interval 20.00% to 31.00%"
    bars = [float(bar.get("width", "")) for bar in drawn.iter("rect")]
    assert bars[1] / bars[0] == 0.25
    assert notebook._bar(None) == ""
    assert notebook._histogram("best score", {}) == []
    (plot,) = notebook._histogram("best score", Counter({3: 5, 5: 10}))
    columns = ET.fromstring(plot[plot.index("<svg") :])
    assert [column.findtext("title") for column in columns.iter("rect")] == ["3: 5", "4: 0", "5: 10"]
    assert [float(column.get("height", "")) for column in columns.iter("rect")] == [55, 0, 110]
    assert columns.get("aria-label") == "best score: 3 to 5, most often 5"


def test_a_range_of_scores_has_its_histogram() -> None:
    result = solve_range(kiebitz.game("russian"), 1, 20)
    page = _Page(notebook.range_html(result))
    assert "best score" in page.texts
    assert page.tags["svg"] == 4  # a bar for each verdict, and the columns


def test_a_session_is_its_board_now() -> None:
    session = kiebitz.Session.new("freecell", 617)
    begin = _Page(notebook.session_html(session))
    assert begin.texts[0] == "FreeCell deal 617: no moves"
    session.play("58")
    assert _Page(notebook.session_html(session)).texts[0] == "FreeCell deal 617: 1 move"
    session.play("5a")
    page = _Page(notebook.session_html(session))
    assert page.texts[0] == "FreeCell deal 617: 2 moves"
    assert page.texts[-1] == "58 5a"
    ring = THEMES["light"].moved
    assert notebook.session_html(session).count(ring) == 1


def test_a_session_names_its_numbering_where_it_is_not_the_usual_one() -> None:
    session = kiebitz.Session.new("freecell", 100_000, numbering="pysolfc")
    assert _Page(notebook.session_html(session)).texts[0] == "FreeCell deal 100000 (pysolfc): no moves"
    board = kiebitz.Session(session.position)
    assert _Page(notebook.session_html(board)).texts[0] == "FreeCell: no moves"


def test_a_range_is_a_table_of_verdicts() -> None:
    result = solve_range(kiebitz.game("freecell"), 11980, 11989)
    page = _Page(notebook.range_html(result))
    assert page.texts[0] == "FreeCell deals 11980 to 11989"
    assert page.texts[4:7] == [Verdict.SOLVED.value, "9", "90.00%"]
    assert page.tags["tr"] == 4


def test_a_study_is_a_table_of_its_cells() -> None:
    rules = kiebitz.game("freecell")
    cells = [CellFindings(cell=Cell.of(rules.with_(cells=cells)), expected=100) for cells in (3, 4)]
    cells[0].verdicts.update({"solved": 95, "impossible": 3, "undecided": 2})
    cells[0].values["states"].counts.update({10: 60, 1000: 40})
    cells[0].values["moves"].counts.update({80: 90, 101: 5})
    page = _Page(notebook.study_html(Figures(cells, False)))
    assert page.texts[0] == "100 deals, not finished"
    assert page.tags["table"] == 1
    assert page.tags["tr"] == 2  # cells of the grid without a deal have no row
    row = page.texts[11:]
    assert row[:3] == ["FreeCell, cells 3", "100", "95 (95.00%)"]
    assert row[4:] == ["3 (3.00%)", "2 (2.00%)", "10", "1,000", "81.1", "101"]


def test_a_study_of_scores_has_their_means_and_intervals() -> None:
    cells = [CellFindings(cell=Cell.of_contract(contract), expected=4) for contract in ("grand", "null")]
    cells[0].verdicts.update({"solved": 1, "impossible": 3})
    cells[0].values["score"].counts.update({30: 3, 90: 1})
    cells[1].verdicts.update({"solved": 4})  # without points
    page = _Page(notebook.study_html(Figures(cells, True)))
    assert page.tags["table"] == 2
    head = page.texts.index("mean score")
    grand = page.texts[head + 6 :][:6]
    low, high = Sample.of({30: 3, 90: 1}).interval or (0, 0)
    assert grand == ["Skat, contract grand", "45.0000", f"{low:.4f} to {high:.4f}", "30", "90", "90"]
    assert page.texts[head + 12 :] == ["Skat, contract null"]


def test_an_etude_is_its_mean_and_its_wins() -> None:
    result = etude.EtudeFigures()
    result.add(0, Rows({"verdict": bytes([1, 1, 1, 0]), "score": bytes([2, 2, 2, 52])}, 0.0, []))
    page = _Page(notebook.etude_html(result))
    assert page.texts[1:5] == ["games", "4", "mean best score", "14.5000"]
    assert page.texts[8].startswith("1 (25.00%)")
    assert page.tags["svg"] == 1
    empty = _Page(notebook.etude_html(etude.EtudeFigures()))
    assert empty.texts[1:3] == ["games", "0"]
