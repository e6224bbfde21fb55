"""The files of the site by name, as any web server can serve them from any folder.

Most are copies of files in `static` (packed in released wheels), style sheets without their comments. Generated are the
games' rules, the quantiles of difficulty, the network that reads cards and the problems of Skat as data, the bundled
scripts, and the service worker's list of files with a version that changes with them.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import Path as ZipPath
from zipfile import ZipFile

import msgspec

from kiebitz.analysis.difficulty import quantiles
from kiebitz.analysis.picture import glyph_weights
from kiebitz.analysis.skat import problems
from kiebitz.errors import DependencyError
from kiebitz.web.bundle import bundle, imported_modules
from kiebitz.web.game_catalogue import all_games

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.resources.abc import Traversable


def _folder() -> Traversable:
    """Return the folder of the page's files: `static`, or the archive that `packaging/recompress.py` makes."""
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
GLYPHS = "card_glyphs.bin"
PROBLEMS = "skat_problems.txt"
WORKER = "sw.js"
SCRIPTS = "app/"
#: The picture beside a link to the page; browsers never fetch it.
SHARED = "shared.png"


@cache
def games() -> bytes:
    """Return the rules of all games as JSON for the page, without sources and searches."""
    catalogue = all_games()
    stripped = [msgspec.structs.replace(game, source="") for game in catalogue.games]
    return msgspec.json.encode(msgspec.structs.replace(catalogue, games=stripped, engines=[], difficulty=[]))


@cache
def difficulty() -> bytes:
    """Return the quantiles of each measure of difficulty over Microsoft's deals, as JSON."""
    return msgspec.json.encode(quantiles())


_VERSION_LINE = "const VERSION = "
#: A comment of a style sheet, which visitors do not need: together two kilobytes.
_STYLE_COMMENT = re.compile(rb"/\*.*?\*/\n?", re.DOTALL)

#: Functions that generate files, by name.
GENERATED: dict[str, Callable[[], bytes]] = {
    GAMES: games,
    DIFFICULTY: difficulty,
    GLYPHS: glyph_weights,
    PROBLEMS: problems.text,
}


def files(folder: Traversable = FOLDER) -> dict[str, Traversable]:
    """Return the files in a folder and its subfolders by name."""
    files_by_name = {}
    for part in folder.iterdir():
        if part.is_file():
            files_by_name[part.name] = part
        else:
            files_by_name |= {f"{part.name}/{name}": file for name, file in files(part).items()}
    return files_by_name


def names(folder: Traversable = FOLDER) -> list[str]:
    """Return the names of all files except the service worker, sorted; imported modules are part of bundles."""
    files_by_name = files(folder)
    scripts = [Path(name).stem for name in files_by_name if is_script(name)]
    parts = {f"{SCRIPTS}{imported}.js" for name in scripts for imported in imported_modules(module(name, folder))}
    return sorted({*files_by_name, *GENERATED} - parts - {WORKER})


def content(name: str, folder: Traversable = FOLDER, address: str = "") -> bytes:
    """Return a file's content; an entry script is bundled with its imports.

    *address* is that of the site, ending in a slash, if it is known: programs that show links read no relative one.
    """
    if name in GENERATED:
        return GENERATED[name]()
    if is_script(name):
        return bundle(Path(name).stem, partial(module, folder=folder)).encode()
    if name == WORKER:
        return worker(folder)
    body = (folder / name).read_bytes()
    if name.endswith(".css"):
        return _STYLE_COMMENT.sub(b"", body)
    return body.replace(b'content="' + SHARED.encode(), f'content="{address}{SHARED}'.encode()) if address else body


def is_script(name: str) -> bool:
    """Return whether a file is one of the page's scripts."""
    return name.startswith(SCRIPTS) and name.endswith(".js")


def module(name: str, folder: Traversable = FOLDER) -> str:
    """Return the source of one module of the page's scripts."""
    return (folder / SCRIPTS / f"{name}.js").read_text(encoding="utf-8")


def worker(folder: Traversable = FOLDER) -> bytes:
    """Return the service worker's script, preceded by its list of files and their version."""
    version = hashlib.sha256((folder / WORKER).read_bytes())
    kept = [name for name in names(folder) if name != SHARED]
    for name in kept:
        version.update(f"{name} {hashlib.sha256(content(name, folder)).hexdigest()}\n".encode())
    head = f"{_VERSION_LINE}{json.dumps(version.hexdigest()[:16])};\nconst FILES = {json.dumps(kept)};\n"
    return head.encode() + (folder / WORKER).read_bytes()


def is_worker(folder: Path) -> bool:
    """Return whether a folder holds the service worker of a page written by any version."""
    try:
        with (folder / WORKER).open("rb") as file:
            return file.read(len(_VERSION_LINE)) == _VERSION_LINE.encode()
    except OSError:
        return False
