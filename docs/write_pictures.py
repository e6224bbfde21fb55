"""Write three pictures: `python docs/write_pictures.py [shared|page|notebook]`, without a name all.

`shared` is the picture that other programs show beside a link to the page; it needs the extra `picture`. `page` and
`notebook` are screenshots in `docs/pictures`; they need Playwright, and Chromium and (for `notebook`) JupyterLab on the
path.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import TYPE_CHECKING

from PIL import Image

from kiebitz import Session, deal, solve
from kiebitz.cards import Card
from kiebitz.render import card_faces, lettering
from kiebitz.render.png import pixels
from kiebitz.render.themes import THEMES
from kiebitz.web.site import FOLDER, SHARED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

PICTURES = Path(__file__).parent / "pictures"
WIDTH, HEIGHT = 1200, 630
TITLE, LINES = "Kiebitz", ("FreeCell and its relatives", "with a light that tells", "if you can still win")
FAN = ["TH", "JC", "QD", "KS", "AH"]
SOURCE = "from kiebitz.notebook import Board\nboard = Board(617, light=True)\nboard"
SHOWN = 17  # moves of the solution made in the notebook
ANALYSED = 20  # moves of the solution made on the page


def shared() -> str:
    """Return the picture of a shared link as SVG: a hand of cards, the name, its purpose and a light."""
    theme = THEMES["light"]
    cards = [Card.parse(text) for text in FAN]
    middle, pivot = (len(cards) - 1) / 2, 2.6 * card_faces.HEIGHT
    hand = "".join(
        f'<g transform="rotate({10 * (at - middle):g} {card_faces.WIDTH / 2:g} {pivot:g})">'
        f"{card_faces.face(card, theme)}</g>"
        for at, card in enumerate(cards)
    )
    text = lettering.line(TITLE, 706, 236, 84, "#fff")
    text += "".join(lettering.line(line, 706, 318 + 54 * at, 25, theme.title) for at, line in enumerate(LINES))
    tick = '<path d="M726 497l11 11 21-23" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f"<defs>{card_faces.definitions(theme, cards)}</defs>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{theme.table}"/>'
        f'<g transform="translate(264 178) scale(2.5)">{hand}</g>{text}'
        '<rect x="704" y="462" width="262" height="70" rx="35" fill="#d9f2e3"/>'
        f'<circle cx="741" cy="497" r="24" fill="#23804a"/>{tick}'
        f"{lettering.line('Can be won', 782, 508, 23, '#0f2d1d')}</svg>"
    )


def write_shared() -> None:
    """Write the picture of a shared link in few colours, so that it is small."""
    image = Image.open(BytesIO(pixels(shared(), 1))).convert("RGB")
    image.quantize(64, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(FOLDER / SHARED, optimize=True)


@contextmanager
def served() -> Iterator[str]:
    """Run `kiebitz serve` and give its address."""
    command = [sys.executable, "-m", "kiebitz", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


@contextmanager
def opened(address: str, width: int, height: int) -> Iterator[Page]:
    """Open an address in Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
        page.set_default_timeout(120_000)
        page.goto(address)
        yield page


def write_page() -> None:
    """Write a game on the page under analysis, with the moves of a solution made so far."""
    game = Session.new("freecell", 617)
    for move in solve(deal(617)).moves:
        game.push(move)
    game.goto(ANALYSED)
    with served() as address, opened(game.link(address), 1280, 800) as page:
        page.get_by_text("Analyse", exact=True).click()
        page.locator(".candidate").first.wait_for()
        sleep(30)  # all moves of the game are judged, and the graph is complete
        image = Image.open(BytesIO(page.screenshot())).convert("RGB")
    image.quantize(256, Image.Quantize.FASTOCTREE).save(PICTURES / "page.png", optimize=True)


@contextmanager
def lab(folder: Path) -> Iterator[str]:
    """Run JupyterLab with a notebook in a folder and give its address."""
    cell = {
        "cell_type": "code",
        "id": "board",
        "metadata": {},
        "source": SOURCE,
        "outputs": [],
        "execution_count": None,
    }
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    notebook = {"cells": [cell], "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (folder / "game.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    options = ("--no-browser", "--IdentityProvider.token=", "--port=0", "--allow-root", "--ip=127.0.0.1")
    environment = {**os.environ, "JUPYTER_CONFIG_DIR": str(folder / "settings")}
    log = folder / "log.txt"
    with (
        log.open("w") as file,
        subprocess.Popen(["jupyter-lab", *options], cwd=folder, env=environment, stderr=file) as process,
    ):
        try:
            while not (address := re.search(r"http://127\.0\.0\.1:\d+/", log.read_text())):
                sleep(0.1)
            yield address[0]
        finally:
            process.terminate()


def write_notebook() -> None:
    """Write a notebook in JupyterLab, with the solution on its board."""
    with (
        TemporaryDirectory() as folder,
        lab(Path(folder)) as address,
        opened(f"{address}lab/tree/game.ipynb", 1100, 890) as page,
    ):
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        page.keyboard.press("Control+b")  # hides the list of files
        page.locator(".jp-Notebook .jp-Cell").first.click()
        page.keyboard.press("Control+Enter")
        page.locator(".kiebitz[data-look]").wait_for()
        page.get_by_role("button", name="Solution").click()
        for ply in range(SHOWN):
            page.locator(".kiebitz").get_by_role("button", name="Redo").click()
            page.locator(".kiebitz output", has_text=f"{ply + 1} / ").wait_for()
        page.locator(".Toastify").evaluate("news => news.remove()")
        page.locator(".jp-Notebook .jp-InputArea").first.scroll_into_view_if_needed()
        page.locator(".jp-NotebookPanel").screenshot(path=PICTURES / "notebook.png")


WRITERS = {"shared": write_shared, "page": write_page, "notebook": write_notebook}

if __name__ == "__main__":
    for name in sys.argv[1:] or WRITERS:
        WRITERS[name]()
