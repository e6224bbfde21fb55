"""The étude's plots: valid SVG, equal for equal figures, of many and few games."""

from __future__ import annotations

import sys
from xml.etree import ElementTree as ET

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.studies.columns import STATES, Rows
from kiebitz.studies.etude import EtudeFigures
from kiebitz.studies.etude_plots import plots


def figures(scores: bytes) -> EtudeFigures:
    result = EtudeFigures()
    columns = {"verdict": bytes(len(scores)), "score": scores, "states": STATES.numbers(score + 1 for score in scores)}
    result.add(0, Rows(columns, 0.0, []))
    return result


@pytest.mark.parametrize("count", [1, 2, 10, 3000])
def test_plots_are_svg_and_repeat(count: int) -> None:
    pytest.importorskip("matplotlib")
    drawn = plots(figures(bytes(index * index % 53 for index in range(count))))
    assert list(drawn) == ["scores.svg", "convergence.svg", "positions.svg"]
    assert drawn == plots(figures(bytes(index * index % 53 for index in range(count))))
    for text in drawn.values():
        assert ET.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"


def test_there_is_nothing_to_draw_of_no_games() -> None:
    with pytest.raises(KiebitzError, match="no games"):
        plots(EtudeFigures())


def test_plots_say_what_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(KiebitzError, match=r"pip install 'kiebitz\[study\]'"):
        plots(figures(b"1"))
