"""A test server in a thread, and a client that connects to it."""

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
    """Serve an application on a free port during the block, and yield its address."""
    one = server(app)
    with listening_socket("127.0.0.1", 0) as place:
        thread = threading.Thread(target=one.run, kwargs={"sockets": [place]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{place.getsockname()[1]}"  # the socket listens already, so early clients wait
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
    """Return a function that serves an application made by a test."""
    return running


@pytest.fixture(scope="session")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answers]:
    """Yield a function that asks the page's modules in Node; skip the test without Node."""
    with asker(tmp_path_factory.mktemp("page")) as ask:
        yield ask
