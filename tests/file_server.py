"""A server of plain files: Python's own, without its log."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_args: object) -> None:
        """Log nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder, and give the address without a slash at its end."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
