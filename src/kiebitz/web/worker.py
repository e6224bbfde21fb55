"""The service worker, told which files there are: their addresses, and a version that changes with any of them.

What the worker does with them is written in `static/sw.js`.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from kiebitz.web.static_files import AT_TOP, FOLDER

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = "sw.js"
_ICON = "/favicon.ico"  # asked for by browsers on their own account


def script(folder: Path = FOLDER) -> bytes:
    """Return the script behind its list of files: pages by the address they are asked for, all else below /static/."""
    top = {name: address for address, name in AT_TOP.items() if address != _ICON}
    kept, version = [], hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        name = path.relative_to(folder).as_posix()
        status = path.stat()
        version.update(f"{name} {status.st_mtime_ns} {status.st_size}\n".encode())
        if name != SCRIPT:
            kept.append(top.get(name, f"/static/{name}"))
    head = f"const VERSION = {version.hexdigest()[:16]!r};\nconst FILES = {msgspec.json.encode(kept).decode()};\n"
    return head.encode() + (folder / SCRIPT).read_bytes()
