"""`kiebitz page`: the whole page as files for any web server.

What they are is known to `kiebitz.web.site`; here they are put into a folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.cli.output import write, write_bytes
from kiebitz.errors import DependencyError, FileError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

DESCRIPTION = "Write the page with all games, its solver among them, as files that any web server can send."
EPILOG = """\
examples:
  kiebitz page site
  python3 -m http.server --directory site

The folder is made if it is not there; what else lies in it stays. All addresses in it are relative, so that the folder
may be called anything on the server. The games, the solver and everything else run in the browser: no program runs on
the server, and after the first visit the page works without it. Browsers want https:// for that, or this machine.

Exit codes: 0 written, 2 the folder or a file in it cannot be written
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what `kiebitz page` takes."""
    parser.add_argument("folder", metavar="DIR", help="the folder to write to")


def run(args: Namespace) -> int:
    """Write all files, the list of them last, by which browsers learn that there is something new."""
    try:
        from kiebitz.web import site
    except ImportError:
        raise DependencyError("the page needs", "msgspec", "pip install 'kiebitz[web]'") from None
    folder = Path(args.folder)
    size = 0
    names = [*site.names(), site.WORKER]
    for name in names:
        place = folder / name
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(str(place.parent), f"cannot be made: {error.strerror}") from None
        content = site.content(name)
        size += len(content)
        write_bytes(content, str(place))
    write(f"{len(names)} files, {size:,} bytes in {args.folder}\n")
    return 0
