"""The files of the site, and what else is sent as it is, to browsers that ask each time whether it has changed.

All is kept in memory, compressed once, and sent in pieces: whoever asks for large files again and again costs the
server no more than his turn, and whoever reads them slowly some kilobytes.
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

#: Addresses beside those of the files' own names.
ALIASES = {"/": "index.html", "/skat": "skat.html", "/skat-game": "skat-game.html", "/favicon.ico": "icon.svg"}
METHODS = ("GET", "HEAD")
_PIECE = 16 * 1024
_SMALL = 500  # bytes, which compressing makes no smaller
_CODING = re.compile(r"([^\s,;]+)\s*(?:;\s*q\s*=\s*([0-9.]+))?", re.IGNORECASE)

mimetypes.add_type("text/javascript", ".js")  # a system may know others, or none, and browsers are told not to guess
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("application/wasm", ".wasm")


@dataclass(frozen=True, slots=True)
class Content:
    """What is sent as it is: its bytes as they are and compressed, its type and its tag."""

    body: bytes
    packed: bytes
    kind: str
    tag: str

    @staticmethod
    def of(body: bytes, kind: str) -> Content:
        """Return what is sent of these bytes, compressed if that makes them fewer."""
        packed = gzip.compress(body, mtime=0) if len(body) > _SMALL else body
        return Content(body, min(packed, body, key=len), kind, f'"{hashlib.sha256(body).hexdigest()[:24]}"')

    def answer(self, request: Request) -> Response:
        """Return it as an answer, or that it has not changed."""
        # Told no in a few bytes, a browser never mixes a page's old files with new ones.
        headers = {"ETag": self.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
        if known & {self.tag, "*"}:
            return Response(status_code=304, headers=headers)
        packed = self.packed is not self.body and _takes_gzip(request.headers.get("accept-encoding", ""))
        if packed:
            headers["Content-Encoding"] = "gzip"
        return _Pieces(self.packed if packed else self.body, headers=headers, media_type=self.kind)


def _takes_gzip(accepted: str) -> bool:
    """Say whether the header Accept-Encoding admits gzip, by name or as one of all others (RFC 9110, 12.5.3)."""
    weights = {coding.lower(): weight or "1" for coding, weight in _CODING.findall(accepted)}
    return weights.get("gzip", weights.get("*", "0")).strip("0.") != ""


class _Pieces(Response):
    """An answer of which no more waits to be sent than a piece or two."""

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        body = b"" if scope["method"] == "HEAD" else bytes(self.body)
        for place in range(0, max(len(body), 1), _PIECE):
            piece, more = body[place : place + _PIECE], place + _PIECE < len(body)
            await send({"type": "http.response.body", "body": piece, "more_body": more})


class PageFiles:
    """The files of a folder, those that were there at the start; one that is written anew is read anew.

    Scripts that pages begin with come joined with all that they import; other modules as they are, for whoever asks.
    """

    def __init__(self, folder: Traversable = FOLDER) -> None:
        self._folder = folder
        self._files = files(folder)
        self._joined = set(filter(is_script, names(folder)))
        self._kept: dict[str, tuple[list[tuple[int, int]], Content]] = {}

    @property
    def stamps(self) -> list[tuple[int, int]]:
        """What changes when one of the files does."""
        return list(map(_stamp, self._files.values()))

    def answer(self, name: str, request: Request) -> Response:
        """Return a file; an `HTTPException` if there is none, or if something else is asked of it."""
        if request.method not in METHODS:
            raise HTTPException(405, headers={"Allow": ", ".join(METHODS)})
        if name not in self._files:
            raise HTTPException(404)
        stamps = [_stamp(path) for path in self._sources(name)]
        if name not in self._kept or self._kept[name][0] != stamps:
            body = content(name, self._folder) if name in self._joined else self._files[name].read_bytes()
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            self._kept[name] = stamps, Content.of(body, kind)  # 30 ms at most, and not by two at once
        return self._kept[name][1].answer(request)

    def _sources(self, name: str) -> list[Traversable]:
        if name not in self._joined:
            return [self._files[name]]
        return [path for other, path in self._files.items() if is_script(other)]


def _stamp(file: Traversable) -> tuple[int, int]:
    if not isinstance(file, Path):
        return 0, 0  # in an archive nothing is written anew
    about = file.stat()
    return about.st_mtime_ns, about.st_size
