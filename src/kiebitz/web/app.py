"""The application: which address leads where. What is answered there is made by the modules beside this one."""

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
from kiebitz.web.fair_scheduling import Turns
from kiebitz.web.openapi import API_VERSION, description
from kiebitz.web.request_checks import Guard
from kiebitz.web.request_handlers import Call, json_answer
from kiebitz.web.schema import Health
from kiebitz.web.site import MADE, WORKER, games, worker
from kiebitz.web.static_files import ALIASES, Content, PageFiles

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Mapping

    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

    from kiebitz.web.fair_queue import Size

_LONGEST_NUMBER = 20  # digits, as the longest that a numbering has


def create_app(hosts: Collection[str] | None = None, lanes: Mapping[str, Size] = LANES) -> ASGIApp:
    """Return the application; *hosts* are the names it answers to, `None` for any, and *lanes* its queues."""
    files = PageFiles()
    queues = {name: Lane(name, size) for name, size in lanes.items()}
    rules = Content.of(games(), "application/json")
    api = Content.of(msgspec.json.encode(description(ENDPOINTS, FETCHED)), "application/json")
    script: tuple[object, Content] | None = None

    async def page(request: Request) -> Response:
        return files.answer(ALIASES[request.url.path], request)

    async def deal(request: Request) -> Response:
        number = request.path_params["number"]
        if not (number.isascii() and number.isdigit() and len(number) <= _LONGEST_NUMBER):
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
        *(Route(f"/{name}", Content.of(make(), "application/json").answer) for name, make in MADE.items()),
        Route("/api/openapi.json", api.answer),
        Route("/api/health", health),
        *(Route(one.path, Call(one, queues).answer, methods=[one.method]) for one in ENDPOINTS),
        Route("/deal/{number}", deal),
        Route(f"/{WORKER}", service_worker),
        *(Route(path, page) for path in ALIASES),
    ]
    before = [Middleware(Turns), Middleware(Guard, hosts)]
    app = Starlette(routes=routes, middleware=before, exception_handlers=HANDLERS, lifespan=lifespan)
    app.router.redirect_slashes = False
    # Not a route among the others: it would take an address whose method is wrong for a file that is not there.
    nothing = app.router.default

    async def default(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await nothing(scope, receive, send)
            return
        answer = files.answer(scope["path"].removeprefix("/"), Request(scope, receive, send))
        await answer(scope, receive, send)

    app.router.default = default
    return app
