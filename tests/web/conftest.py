"""A server of the tests' own, in a thread, and a client that speaks to it over a real connection."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
import pytest

from kiebitz.web.app import create_app
from kiebitz.web.request_checks import LOOPBACK
from kiebitz.web.server import listening_socket, server
from waiting import PATIENCE
from web.page_modules import asker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from starlette.types import ASGIApp

    from web.page_modules import Answers


@contextmanager
def running(app: ASGIApp) -> Iterator[str]:
    """Serve an application on a free port while the block lasts; the address is handed out."""
    one = server(app)
    with listening_socket("127.0.0.1", 0) as place:
        thread = threading.Thread(target=one.run, kwargs={"sockets": [place]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{place.getsockname()[1]}"  # whoever comes too early waits, since it listens
        finally:
            one.should_exit = True
            thread.join(PATIENCE)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with running(create_app(LOOPBACK)) as url:
        yield url


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=PATIENCE) as one:
        yield one


@pytest.fixture
def serving() -> Callable[[ASGIApp], AbstractContextManager[str]]:
    """What serves an application that a test has made for itself."""
    return running


@pytest.fixture(scope="session")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """What asks the page's own modules in Node; the test is skipped where there is none."""
    return asker(tmp_path_factory.mktemp("page"))
