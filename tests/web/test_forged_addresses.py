"""Forwarded client addresses: trusted only from a proxy on this machine, and only if one is configured."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.web.request_reader import client_of
from kiebitz.web.server import server

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send


def client_seen(sender: str, claimed: str | None, *, proxy: bool = True) -> str:
    """Return the client that the application sees for a request from *sender* with a forwarded address."""
    clients: list[tuple[str, int]] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        clients.append(scope["client"])

    config = server(app, proxy=proxy).config
    config.load()
    headers = [] if claimed is None else [(b"x-forwarded-for", claimed.encode("latin-1"))]
    scope: dict[str, Any] = {"type": "http", "client": (sender, 5), "scheme": "http", "headers": headers, "path": "/"}
    asyncio.run(config.loaded_app(scope, None, None))
    return clients[0][0]


def test_a_proxy_on_this_machine_is_believed() -> None:
    assert client_seen("127.0.0.1", "192.0.2.7") == "192.0.2.7"
    assert client_seen("::1", "192.0.2.7") == "192.0.2.7"
    assert client_seen("127.0.0.1", None) == "127.0.0.1"


def test_other_senders_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    assert client_seen("192.0.2.1", "192.0.2.7") == "192.0.2.1"
    assert client_seen("127.0.0.2", "192.0.2.7") == "127.0.0.2"
    assert client_seen("127.0.0.1", "192.0.2.7", proxy=False) == "127.0.0.1"


def test_the_address_seen_by_the_proxy_counts() -> None:
    assert client_seen("127.0.0.1", "10.0.0.1, 198.51.100.3") == "198.51.100.3"


@pytest.mark.parametrize(
    "claimed", ["", ",", "\x1b[2J", "192.0.2.7.9", "::ffff:192.0.2.7", "a" * 5000, "2001:db8::1%25x"]
)
def test_invalid_addresses_count_as_a_client(claimed: str) -> None:
    assert isinstance(client_of(None), str)
    from starlette.datastructures import Address

    assert isinstance(client_of(Address(client_seen("127.0.0.1", claimed), 5)), str)
