"""The service worker, told which files there are: their addresses, and a version that changes with any of them.

What the worker does with them is written in `static/sw.js`.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec
from starlette.exceptions import HTTPException

from kiebitz.web.static_files import AT_TOP, FOLDER, TYPES, Content

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.types import Receive, Scope, Send

    from kiebitz.web.static_files import StaticFiles

SCRIPT = "sw.js"
_ICON = "/favicon.ico"  # asked for by browsers on their own account


class Worker:
    """Sends the script, with a list of files made anew whenever one of them has changed."""

    def __init__(self, files: StaticFiles, folder: Path = FOLDER) -> None:
        self._files = files
        self._folder = folder
        self._version = ""
        self._content: Content | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer GET and HEAD."""
        script = self._files.find(SCRIPT)
        if script is None:
            raise HTTPException(404)
        kept = dict(self._kept())
        tags = b"".join(address.encode() + content.tag for address, content in sorted(kept.items()))
        version = hashlib.sha256(tags + script.tag).hexdigest()[:16]
        if self._content is None or version != self._version:
            head = f"const VERSION = {version!r};\nconst FILES = {msgspec.json.encode(sorted(kept)).decode()};\n"
            self._content = Content.of(head.encode() + script.plain, TYPES[".js"])
            self._version = version
        await self._content(scope, receive, send)

    def _kept(self) -> Iterator[tuple[str, Content]]:
        """Yield what the page consists of: its pages by the address they are asked for, all else below /static/."""
        top = {name: address for address, name in AT_TOP.items() if address != _ICON}
        for path in self._folder.rglob("*"):
            name = path.relative_to(self._folder).as_posix()
            content = None if name == SCRIPT else self._files.find(name)
            if content is not None:
                yield top.get(name, f"/static/{name}"), content
