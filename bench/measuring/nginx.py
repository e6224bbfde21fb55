"""nginx with the configuration of docs/serve.md, for the row on attacks and the tests.

The page's text is used unchanged except for HTTPS, ports, and the folder of nginx's files.
"""

from __future__ import annotations

import re
import shutil
import socket
from pathlib import Path
from time import monotonic, sleep

PAGE = Path(__file__).parents[2] / "docs" / "serve.md"
#: The host name in the configuration, which the server must accept.
NAME = "cards.example"
_FOLDERS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
_SECONDS = 10


def program() -> str | None:
    """Return the path of nginx, or `None`."""
    return shutil.which("nginx", path="/usr/sbin:/usr/local/sbin") or shutil.which("nginx")


def configuration(folder: Path, port: int, server: str) -> str:
    """Return the page's configuration for a port, in front of the server at the address *server*."""
    text = PAGE.read_text(encoding="utf-8").partition("as `nginx.conf`:\n\n```text\n")[2].partition("```")[0]
    text = re.sub(r"ssl_certificate\S* \S+;", "", text)
    temporary_paths = "".join(f"{name}_temp_path {folder}/{name};" for name in _FOLDERS)
    for old, new in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{port};"),
        ("http://127.0.0.1:8617", server),
        ("http {", f"http {{ access_log off; {temporary_paths}"),
    ):
        if text.count(old) != 1:
            raise RuntimeError(f"{PAGE.name}: its configuration has {old!r} {text.count(old)} times; expected once")
        text = text.replace(old, new)
    return text


def command(folder: Path, port: int, server: str) -> list[str]:
    """Return the command of an nginx with all files in a folder; raise `RuntimeError` without nginx."""
    nginx = program()
    if nginx is None:
        raise RuntimeError("nginx was not found")
    file = folder / "nginx.conf"
    file.write_text(configuration(folder, port, server), encoding="utf-8")
    options = f"daemon off; pid {folder}/pid; error_log {folder}/errors;"
    return [nginx, "-p", str(folder), "-e", str(folder / "errors"), "-c", str(file), "-g", options]


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def until_open(port: int) -> None:
    """Wait until a port is open; raise `RuntimeError` on timeout."""
    end = monotonic() + _SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except ConnectionRefusedError:
            if monotonic() > end:
                raise RuntimeError(f"port {port} is not open") from None
            sleep(0.02)
        else:
            return
