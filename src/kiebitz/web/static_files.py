"""Delivery of the site's files, which browsers revalidate with each request.

All files are kept in memory, compressed once and sent in pieces, so that a slow reader costs only some kilobytes.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import Response

from kiebitz.web.site import FOLDER, content, files, is_script, names

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

#: Addresses of files besides their names.
ALIASES = {"/": "index.html", "/skat": "skat.html", "/skat-game": "skat-game.html", "/favicon.ico": "icon.svg"}
METHODS = ("GET", "HEAD")
_PIECE = 16 * 1024
_SMALL = 500  # bytes, too few to compress
_CODING = re.compile(r"([^\s,;]+)\s*(?:;\s*q\s*=\s*([0-9.]+))?", re.IGNORECASE)

mimetypes.add_type("text/javascript", ".js")  # a system's own types may differ, and browsers do not guess
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("font/woff2", ".woff2")


@dataclass(frozen=True, slots=True)
class Content:
    """A file to send: its bytes, the compressed bytes, its type and its tag."""

    body: bytes
    packed: bytes
    kind: str
    tag: str

    @staticmethod
    def named(name: str, body: bytes) -> Content:
        """Return a file's content, with the type of its name."""
        return Content.of(body, mimetypes.guess_type(name)[0] or "application/octet-stream")

    @staticmethod
    def of(body: bytes, kind: str) -> Content:
        """Return content for these bytes, compressed if that makes them fewer."""
        packed = gzip.compress(body, mtime=0) if len(body) > _SMALL else body
        return Content(body, min(packed, body, key=len), kind, f'"{hashlib.sha256(body).hexdigest()[:24]}"')

    def answer(self, request: Request) -> Response:
        """Return the content as a response, or 304 if it has not changed."""
        # Revalidation keeps a browser from mixing old and new files of a page.
        headers = {"ETag": self.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        client_tags = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
        if client_tags & {self.tag, "*"}:
            return Response(status_code=304, headers=headers)
        packed = self.packed is not self.body and _takes_gzip(request.headers.get("accept-encoding", ""))
        if packed:
            headers["Content-Encoding"] = "gzip"
        return _Pieces(self.packed if packed else self.body, headers=headers, media_type=self.kind)


def _takes_gzip(accepted: str) -> bool:
    """Return whether the header Accept-Encoding admits gzip, by name or by `*` (RFC 9110, 12.5.3)."""
    weights = {coding.lower(): weight or "1" for coding, weight in _CODING.findall(accepted)}
    return weights.get("gzip", weights.get("*", "0")).strip("0.") != ""


class _Pieces(Response):
    """A response that keeps at most a piece or two waiting to be sent."""

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        body = b"" if scope["method"] == "HEAD" else bytes(self.body)
        for place in range(0, max(len(body), 1), _PIECE):
            piece, more = body[place : place + _PIECE], place + _PIECE < len(body)
            await send({"type": "http.response.body", "body": piece, "more_body": more})


class PageFiles:
    """The files of a folder at start; a file that changes is read again.

    Files of the site come as it has them, such as bundled scripts; modules that it bundles as they are.
    """

    def __init__(self, folder: Traversable = FOLDER) -> None:
        self._folder = folder
        self._files = files(folder)
        self._site = set(names(folder))
        self._cache: dict[str, tuple[list[tuple[int, int]], Content]] = {}

    @property
    def stamps(self) -> list[tuple[int, int]]:
        """Values that change whenever a file does."""
        return list(map(_stamp, self._files.values()))

    def answer(self, name: str, request: Request) -> Response:
        """Return a file; raise `HTTPException` if there is none or the method is not allowed."""
        if request.method not in METHODS:
            raise HTTPException(405, headers={"Allow": ", ".join(METHODS)})
        if name not in self._files:
            raise HTTPException(404)
        stamps = [_stamp(path) for path in self._sources(name)]
        if name not in self._cache or self._cache[name][0] != stamps:
            body = content(name, self._folder) if name in self._site else self._files[name].read_bytes()
            self._cache[name] = stamps, Content.named(name, body)  # takes at most 30 ms
        return self._cache[name][1].answer(request)

    def _sources(self, name: str) -> list[Traversable]:
        if is_script(name) and name in self._site:
            return [path for other, path in self._files.items() if is_script(other)]
        return [self._files[name]]


def _stamp(file: Traversable) -> tuple[int, int]:
    if not isinstance(file, Path):
        return 0, 0  # an archive never changes
    status = file.stat()
    return status.st_mtime_ns, status.st_size
