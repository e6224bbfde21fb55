"""`kiebitz page`: the files of `kiebitz.web.site` in a folder, for any web server."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.cli.output import write, write_bytes
from kiebitz.cli.parser import file_name
from kiebitz.errors import DependencyError, FileError, shown

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Mapping

    from kiebitz.cli.parser import Parser

DESCRIPTION = "Write the page with all games and the solver as files for any web server."
EPILOG = """\
examples:
  kiebitz page site
  python3 -m http.server --directory site
  kiebitz page site --address https://cards.example/games/

The folder is created if necessary. Other files in it are kept, and another site is never overwritten. All addresses are
relative, so the folder may have any name on the server. With --address, the address of the site, other programs can
show a picture beside a link to it. The games and the solver run in the browser: no program runs on
the server. After the first visit the page works offline, if it was opened by https:// or from this machine.

Exit codes: 0 written, 2 the folder or a file in it cannot be written, or belongs to another site
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz page`."""
    parser.add_argument("folder", metavar="DIR", type=file_name, help="the folder to write to")
    parser.add_argument(
        "--address", type=_address, metavar="URL", help="the site's address, for the picture beside a link"
    )


def run(args: Namespace) -> int:
    """Write all files; the service worker last, by which browsers notice an update."""
    try:
        from kiebitz.web import site
    except ImportError:
        raise DependencyError("the page needs", "msgspec", "pip install 'kiebitz[web]'") from None
    folder = Path(args.folder)
    contents = {name: site.content(name, address=args.address or "") for name in (*site.names(), site.WORKER)}
    _check(folder, contents, site.is_worker)
    for name, content in contents.items():
        place = folder / name
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(str(place.parent), f"cannot be made: {error.strerror}", kind="folder") from None
        write_bytes(content, str(place), within=True)
    write(f"{len(contents)} files, {sum(map(len, contents.values())):,} bytes in {folder}\n")
    return 0


def _address(text: str) -> str:
    """Return the address of a folder, ending in a slash."""
    if not re.fullmatch(r"https?://[^\s\"'<>#?]+", text):
        expected = "the address of a folder, such as https://cards.example/games/"
        raise argparse.ArgumentTypeError(f"{shown(text)} cannot be read; expected {expected}")
    return text.rstrip("/") + "/"


def _check(folder: Path, contents: Mapping[str, bytes], is_worker: Callable[[Path], bool]) -> None:
    """Raise a `FileError` for links out of the folder, and for another site's files.

    A service worker of ours marks a page of any version. Without it, files with the same contents are those of an
    interrupted run.
    """
    there = folder.resolve()
    for name in contents:
        if (folder / name).resolve() != there / name:
            raise FileError(str(folder / name), "cannot be written: a link leads elsewhere")
        if (folder / name).exists() and not (folder / name).is_file():
            raise FileError(str(folder / name), "is no regular file; expected a folder without one")
    if is_worker(folder):
        return
    for name, content in contents.items():
        place = there / name
        if place.is_file() and place.read_bytes() != content:
            raise FileError(str(folder / name), "belongs to another site; expected a folder without one")
