"""The lessons and the tour on the built site, in Chromium: every cell runs, and nothing comes from elsewhere."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from browsers import chromium
from file_server import served

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [*sorted(page.stem for page in DOCS.glob("lesson-*.md")), "tour"]
#: Texts among the outputs of the cells.
PRINTED = {"tour": "correct: 3 lines of 145 moves in all win"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the notebooks, with the solutions in their cells."""
    pytest.importorskip("jupyterlite_core", reason="wants the dependency group `lessons`")
    if shutil.which("npm") is None:
        pytest.skip("no npm")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, DOCS / "write_jupyterlite.py", folder], capture_output=True, text=True, check=False
    )
    if re.search(r"RuntimeError: .*(?:npm pack| pip .*download)", done.stderr):
        pytest.skip("Pyodide cannot be fetched")
    assert not done.returncode, done.stderr
    subprocess.run([sys.executable, DOCS / "write_notebooks.py", folder / "lite" / "files", "--solved"], check=True)
    return folder


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=pytest.mark.long if each == "tour" else pytest.mark.slow) for each in PAGES]
)
def test_every_cell_runs_in_the_browser(site: Path, name: str) -> None:
    cells = json.loads((site / "lite" / "files" / f"{name}.ipynb").read_text("utf-8"))["cells"]
    code = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    addresses: list[str] = []
    with served(site) as address, chromium() as browser:
        page = browser.new_page()
        page.set_default_timeout(300_000)
        page.on("request", lambda request: addresses.append(request.url))
        page.goto(f"{address}/lite/notebooks/index.html?path={name}.ipynb")
        page.locator(".jp-CodeCell").nth(len(code) - 1).wait_for(state="attached")
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_text("Run All Cells", exact=True).click()
        page.locator(".jp-InputPrompt").get_by_text(f"[{len(code)}]:", exact=True).wait_for()
        printed = "".join(page.locator(".jp-OutputArea-output").all_inner_texts())
    assert printed.count(": right.") == len(re.findall(r"^check\(", "\n".join(code), re.MULTILINE))
    assert not re.search("not yet|Traceback|kiebitz: ", printed)
    assert PRINTED.get(name, "") in printed
    assert [each for each in addresses if not each.startswith((address, "data:", "blob:"))] == []
