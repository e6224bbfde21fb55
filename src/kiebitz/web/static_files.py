"""The files of the site, and what else is sent as it is, to browsers that ask each time whether it has changed.

Starlette's `StaticFiles` and `GZipMiddleware` do the work.
"""

from __future__ import annotations

import hashlib
import mimetypes
from typing import TYPE_CHECKING, Any

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from kiebitz.web.site import FOLDER

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request

#: Addresses beside those of the files' own names.
ALIASES = {"/": "index.html", "/skat": "skat.html", "/favicon.ico": "icon.svg"}
#: For routes whose answers are worth compressing.
PACKED = [Middleware(GZipMiddleware)]
# Told no in a few bytes, a browser never mixes a page's old files with new ones.
_CACHE = {"Cache-Control": "no-cache"}

mimetypes.add_type("text/javascript", ".js")  # a system may know others, or none, and browsers are told not to guess
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("application/wasm", ".wasm")


class PageFiles(StaticFiles):
    """The files of a folder, to be asked for again each time."""

    def __init__(self, folder: Path = FOLDER) -> None:
        super().__init__(directory=folder)

    def file_response(self, *args: Any, **options: Any) -> Response:
        """Return a file, or that it has not changed."""
        response = super().file_response(*args, **options)
        response.headers.update(_CACHE)
        return response

    async def constant(self, request: Request, body: bytes, kind: str) -> Response:
        """Return what is no file, or that it has not changed."""
        tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
        response = Response(body, media_type=kind, headers={"ETag": tag, **_CACHE})
        unchanged = self.is_not_modified(response.headers, request.headers)
        return NotModifiedResponse(response.headers) if unchanged else response
