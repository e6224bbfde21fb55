"""The page's own files, sent from memory: typed, compressed, and sent again only when they changed.

What is in them is the page's business; nothing outside the folder `static` can be asked for here.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

FOLDER = Path(__file__).parent / "static"

#: What is sent at all, by the ending of its name.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
#: What stands at the top of the site, and not below /static/. A service worker only rules over what is beside or below
#: it, so that it must stand here.
AT_TOP = {
    "/": "index.html",
    "/skat": "skat.html",
    "/sw.js": "sw.js",
    "/manifest.webmanifest": "manifest.webmanifest",
    "/favicon.ico": "icon.svg",
}
_SMALL = 400  # bytes that are not worth compressing
# Browsers ask each time whether a file has changed, and are told no in a few bytes; so a page never mixes old and new.
_CACHE = b"no-cache"


@dataclass(frozen=True, slots=True)
class Content:
    """Bytes to be sent: as they are and compressed (empty if that saves nothing), their type and their tag."""

    plain: bytes
    packed: bytes
    kind: bytes
    tag: bytes

    @classmethod
    def of(cls, plain: bytes, kind: str) -> Content:
        """Compress and tag some bytes."""
        packed = gzip.compress(plain, 9, mtime=0) if len(plain) > _SMALL and kind != TYPES[".png"] else b""
        tag = hashlib.sha256(plain).hexdigest()[:24]
        return cls(plain, packed if len(packed) < len(plain) else b"", kind.encode(), f'"{tag}"'.encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  an ASGI application
        """Answer GET and HEAD with the bytes, or with 304 to a client that has them."""
        asked = dict(scope["headers"])
        headers = [(b"etag", self.tag), (b"cache-control", _CACHE), (b"vary", b"Accept-Encoding")]
        if _matches(asked.get(b"if-none-match", b""), self.tag):
            await send({"type": "http.response.start", "status": 304, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return
        body = self.plain
        headers.append((b"content-type", self.kind))
        if self.packed and _takes_gzip(asked.get(b"accept-encoding", b"")):
            body = self.packed
            headers.append((b"content-encoding", b"gzip"))
        headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


class StaticFiles:
    """The files of a folder; each is read, compressed and tagged when it is first asked for, and after every change."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._kept: dict[Path, tuple[tuple[int, int], Content]] = {}

    def find(self, name: str) -> Content | None:
        """Return the file with this name, such as `app/table.js`; `None` if there is none that may be sent."""
        parts = name.split("/")
        # No hidden names, and so no way up; no backslashes, colons or NULs that a system might read as one.
        if not all(part and part[0] != "." and part.isprintable() and not set(part) & set("\\:") for part in parts):
            return None
        path = self._folder.joinpath(*parts)
        kind = TYPES.get(path.suffix)
        if kind is None:
            return None
        try:
            status = path.stat()
            state = (status.st_mtime_ns, status.st_size)
            kept = self._kept.get(path)
            if kept is None or kept[0] != state:
                kept = self._kept[path] = (state, Content.of(path.read_bytes(), kind))
        except OSError:
            return None
        return kept[1]


def _matches(asked: bytes, tag: bytes) -> bool:
    return any(one.strip().removeprefix(b"W/") in (tag, b"*") for one in asked.split(b","))


def _takes_gzip(accepted: bytes) -> bool:
    for one in accepted.lower().split(b","):
        name, _, weight = one.partition(b";")
        if name.strip() in (b"gzip", b"*"):
            return weight.replace(b" ", b"") not in (b"q=0", b"q=0.0", b"q=0.00", b"q=0.000")
    return False
