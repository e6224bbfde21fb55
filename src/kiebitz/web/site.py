"""The site: every file of the page by its name, as any web server can send it from any folder.

Most lie in `static` as they are; made here are the games' rules, the numbers of Skat's players and the quantiles
of difficulty as data, each script joined with the modules that it imports, and the service worker's list of files, with
a version that changes with any of them. What the worker does with them is written in `static/sw.js`.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache, partial
from pathlib import Path

import msgspec

from kiebitz.analysis.difficulty import quantiles
from kiebitz.analysis.skat.parameters import PARAMETERS
from kiebitz.web.catalogue import all_games
from kiebitz.web.joining import imported, joined

FOLDER = Path(__file__).parent / "static"
GAMES = "games.json"
SKAT = "skat.json"
DIFFICULTY = "difficulty.json"
WORKER = "sw.js"
SCRIPTS = "app/"


@cache
def games() -> bytes:
    """Return the rules of all games as data, by which the page plays them; the API alone names sources."""
    known = all_games()
    bare = [msgspec.structs.replace(one, source="") for one in known.games]
    return msgspec.json.encode(msgspec.structs.replace(known, games=bare))


@cache
def skat() -> bytes:
    """Return the numbers by which Skat's players decide, as data."""
    return msgspec.json.encode(PARAMETERS)


@cache
def difficulty() -> bytes:
    """Return how Microsoft's deals lie along each measure of difficulty, as data."""
    return msgspec.json.encode(quantiles())


_HEAD = "const VERSION = "

#: What is made here, by its name.
MADE = {GAMES: games, SKAT: skat, DIFFICULTY: difficulty}


def names(folder: Path = FOLDER) -> list[str]:
    """Return the names of all files but the service worker, in their order; modules that others import are in those."""
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    scripts = [Path(name).stem for name in found if is_script(name)]
    parts = {f"{SCRIPTS}{other}.js" for name in scripts for other in imported(module(name, folder))}
    return sorted({*found, *MADE} - parts - {WORKER})


def content(name: str, folder: Path = FOLDER) -> bytes:
    """Return what a file holds; a script, if it is one that pages and workers begin with, with all that it imports."""
    if name in MADE:
        return MADE[name]()
    if is_script(name):
        return joined(Path(name).stem, partial(module, folder=folder)).encode()
    return worker(folder) if name == WORKER else (folder / name).read_bytes()


def is_script(name: str) -> bool:
    """Say whether a file is one of the page's scripts."""
    return name.startswith(SCRIPTS) and name.endswith(".js")


def module(name: str, folder: Path = FOLDER) -> str:
    """Return one module of the page's scripts as it is written."""
    return (folder / SCRIPTS / f"{name}.js").read_text(encoding="utf-8")


def worker(folder: Path = FOLDER) -> bytes:
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
