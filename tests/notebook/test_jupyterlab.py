"""The board in JupyterLab, in a real Chromium: a game won by clicks arrives in Python.

JupyterLab is slow, and must be on the path, with anywidget: `pip install jupyterlab anywidget`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

import pytest

import kiebitz
from browsers import chromium
from kiebitz.notebook.game import Game, session_of
from notebook_host import play

if TYPE_CHECKING:
    from collections.abc import Iterator

CELLS = [
    "from kiebitz.notebook import Board\nboard = Board(617, light=True)\nboard",
    "print('won', board.session.is_won, board.ply, board.verdict, *board.words)",
]


def notebook() -> str:
    cells: list[dict[str, object]] = [
        {"cell_type": "code", "id": f"cell{at}", "metadata": {}, "source": text, "outputs": [], "execution_count": None}
        for at, text in enumerate(CELLS)
    ]
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """Give the address of a JupyterLab that serves the notebook, without a token, to this machine only."""
    program = shutil.which("jupyter-lab")
    if program is None:
        pytest.skip("JupyterLab is not installed")
    (tmp_path / "game.ipynb").write_text(notebook(), encoding="utf-8")
    options = ["--no-browser", "--IdentityProvider.token=", "--port=0", "--allow-root", "--ip=127.0.0.1"]
    source = str(Path(kiebitz.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": source, "HOME": str(tmp_path), "JUPYTER_CONFIG_DIR": str(tmp_path / "c")}
    environment.pop("VIRTUAL_ENV", None)
    log = tmp_path / "log.txt"
    with (
        log.open("w") as text,
        subprocess.Popen([program, *options], cwd=tmp_path, env=environment, stderr=text) as server,
    ):
        try:
            while not (executable := re.search(r"http://127\.0\.0\.1:\d+/", log.read_text())):
                assert server.poll() is None, "JupyterLab ended before it said its address"
                sleep(0.1)
            yield executable[0]
        finally:
            server.terminate()


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_game_is_won_by_clicks(lab: str, theme: str) -> None:
    with chromium() as browser:
        context = browser.new_context(viewport={"width": 1500, "height": 1100}, reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.goto(f"{lab}lab/tree/game.ipynb")
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        if theme == "dark":
            page.evaluate("document.body.dataset.jpThemeLight = 'false'")
        page.locator(".jp-Notebook .jp-Cell").first.click()
        page.keyboard.press("Shift+Enter")
        page.locator(f'.kiebitz[data-look="{theme}"]').wait_for()
        game = Game(session_of(617))  # beside the one in the notebook
        for move in kiebitz.short(game.session.position).moves:
            play(page, game, move)
            game.session.push(move)
        page.get_by_text("Won in").wait_for()
        if folder := os.environ.get("KIEBITZ_PICTURES"):
            page.screenshot(path=f"{folder}/jupyterlab-{theme}.png")
        page.locator(".jp-Notebook .jp-Cell").nth(1).click()
        page.keyboard.press("Shift+Enter")
        message = page.locator(".jp-OutputArea-output", has_text="won True").text_content()
        assert message is not None
        assert message.split()[:4] == ["won", "True", str(game.session.ply), "solved"]
        assert message.split()[4:] == game.session.words()
