"""The site: every file of the page by its name, as any web server can send it from any folder.

Most lie in `static` as they are, or packed in its place in a released wheel; made here are the games' rules and the
quantiles of difficulty as data, each script joined with the modules that it imports, and the service worker's list of
files, with a version that changes with any of them. What the worker does with them is written in `static/sw.js`.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import Path as ZipPath
from zipfile import ZipFile

import msgspec

from kiebitz.analysis.difficulty import quantiles
from kiebitz.errors import DependencyError
from kiebitz.web.bundle import imported, joined
from kiebitz.web.catalogue import all_games

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def _folder() -> Traversable:
    """Return the folder with the page's files: `static`, or what `packaging/recompress.py` makes of it for a wheel."""
    folder = Path(__file__).parent / "static"
    if folder.is_dir():
        return folder
    try:
        import lzma
    except ImportError:
        raise DependencyError("the page needs", "lzma", "a Python that was built with it") from None
    return ZipPath(ZipFile(BytesIO(lzma.decompress(folder.with_name("static.zip.xz").read_bytes()))))


FOLDER = _folder()
GAMES = "games.json"
DIFFICULTY = "difficulty.json"
WORKER = "sw.js"
SCRIPTS = "app/"


@cache
def games() -> bytes:
    """Return the rules of all games as data, by which the page plays them; the API alone names sources and searches."""
    known = all_games()
    bare = [msgspec.structs.replace(one, source="") for one in known.games]
    return msgspec.json.encode(msgspec.structs.replace(known, games=bare, engines=[], difficulty=[]))


@cache
def difficulty() -> bytes:
    """Return how Microsoft's deals lie along each measure of difficulty, as data."""
    return msgspec.json.encode(quantiles())


_HEAD = "const VERSION = "

#: What is made here, by its name.
MADE = {GAMES: games, DIFFICULTY: difficulty}


def files(folder: Traversable = FOLDER) -> dict[str, Traversable]:
    """Return the files that lie in a folder and in those within it, by their names."""
    found = {}
    for part in folder.iterdir():
        if part.is_file():
            found[part.name] = part
        else:
            found |= {f"{part.name}/{name}": file for name, file in files(part).items()}
    return found


def names(folder: Traversable = FOLDER) -> list[str]:
    """Return the names of all files but the service worker, in their order; modules that others import are in those."""
    found = files(folder)
    scripts = [Path(name).stem for name in found if is_script(name)]
    parts = {f"{SCRIPTS}{other}.js" for name in scripts for other in imported(module(name, folder))}
    return sorted({*found, *MADE} - parts - {WORKER})


def content(name: str, folder: Traversable = FOLDER) -> bytes:
    """Return what a file holds; a script, if it is one that pages and workers begin with, with all that it imports."""
    if name in MADE:
        return MADE[name]()
    if is_script(name):
        return joined(Path(name).stem, partial(module, folder=folder)).encode()
    return worker(folder) if name == WORKER else (folder / name).read_bytes()


def is_script(name: str) -> bool:
    """Say whether a file is one of the page's scripts."""
    return name.startswith(SCRIPTS) and name.endswith(".js")


def module(name: str, folder: Traversable = FOLDER) -> str:
    """Return one module of the page's scripts as it is written."""
    return (folder / SCRIPTS / f"{name}.js").read_text(encoding="utf-8")


def worker(folder: Traversable = FOLDER) -> bytes:
    """Return the service worker's script behind its list of files and their version."""
    version = hashlib.sha256((folder / WORKER).read_bytes())
    for name in names(folder):
        version.update(f"{name} {hashlib.sha256(content(name, folder)).hexdigest()}\n".encode())
    head = f"{_HEAD}{json.dumps(version.hexdigest()[:16])};\nconst FILES = {json.dumps(names(folder))};\n"
    return head.encode() + (folder / WORKER).read_bytes()


def is_worker(folder: Path) -> bool:
    """Say whether a folder holds the service worker that a page was written with, of whatever version."""
    try:
        with (folder / WORKER).open("rb") as file:
            return file.read(len(_HEAD)) == _HEAD.encode()
    except OSError:
        return False
