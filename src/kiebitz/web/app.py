"""The web application: routes and the handlers that need no queue."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route

import kiebitz
from kiebitz.analysis.backend import kernel_name
from kiebitz.web.api_errors import HANDLERS
from kiebitz.web.endpoints import ENDPOINTS, FETCHED, LANES
from kiebitz.web.fair_queue import Lane
from kiebitz.web.openapi import API_VERSION, description
from kiebitz.web.request_checks import Guard
from kiebitz.web.request_handlers import Call, json_answer
from kiebitz.web.round_robin import RoundRobin
from kiebitz.web.schema import Health
from kiebitz.web.site import GENERATED, WORKER, games, worker
from kiebitz.web.static_files import ALIASES, Content, PageFiles

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Mapping

    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

    from kiebitz.web.fair_queue import Size

_MAX_DIGITS = 20  # digits of the largest number in any numbering


def create_app(hosts: Collection[str] | None = None, lanes: Mapping[str, Size] = LANES) -> ASGIApp:
    """Return the application; *hosts* are the host names it serves (`None`: any), *lanes* the sizes of its queues."""
    files = PageFiles()
    queues = {name: Lane(name, size) for name, size in lanes.items()}
    rules = Content.of(games(), "application/json")
    api = Content.of(msgspec.json.encode(description(ENDPOINTS, FETCHED)), "application/json")
    script: tuple[object, Content] | None = None

    async def page(request: Request) -> Response:
        return files.answer(ALIASES[request.url.path], request)

    async def deal(request: Request) -> Response:
        number = request.path_params["number"]
        if not (number.isascii() and number.isdigit() and len(number) <= _MAX_DIGITS):
            raise HTTPException(404)
        return RedirectResponse(f"../#{int(number)}")

    async def service_worker(request: Request) -> Response:
        nonlocal script
        stamps = files.stamps
        if script is None or script[0] != stamps:
            script = stamps, Content.of(worker(), "text/javascript")
        return script[1].answer(request)

    async def health(_request: Request) -> Response:
        running, waiting = (sum(getattr(lane, of) for lane in queues.values()) for of in ("running", "waiting"))
        answer = Health(kiebitz.__version__, API_VERSION, kernel_name(), running, waiting)
        return json_answer(msgspec.json.encode(answer))

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            for queue in queues.values():
                queue.close()

    routes = [
        Route("/api/games", rules.answer),
        *(Route(f"/{name}", Content.named(name, make()).answer) for name, make in GENERATED.items()),
        Route("/api/openapi.json", api.answer),
        Route("/api/health", health),
        *(Route(endpoint.path, Call(endpoint, queues).answer, methods=[endpoint.method]) for endpoint in ENDPOINTS),
        Route("/deal/{number}", deal),
        Route(f"/{WORKER}", service_worker),
        *(Route(path, page) for path in ALIASES),
    ]
    before = [Middleware(RoundRobin), Middleware(Guard, hosts)]
    app = Starlette(routes=routes, middleware=before, exception_handlers=HANDLERS, lifespan=lifespan)
    app.router.redirect_slashes = False
    # A catch-all route would turn a wrong method into a missing file, so the default handler serves files.
    not_found = app.router.default

    async def default(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await not_found(scope, receive, send)
            return
        answer = files.answer(scope["path"].removeprefix("/"), Request(scope, receive, send))
        await answer(scope, receive, send)

    app.router.default = default
    return app
