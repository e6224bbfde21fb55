"""The application: which address leads where. What is answered there is made by the modules beside this one."""

from __future__ import annotations

from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.responses import RedirectResponse
from starlette.routing import Mount, Route

import kiebitz
from kiebitz.analysis.backend import kernel_name
from kiebitz.web.calls import Call, json_answer
from kiebitz.web.endpoints import ENDPOINTS, LANES, PLAIN
from kiebitz.web.faults import HANDLERS
from kiebitz.web.guard import Guard
from kiebitz.web.lanes import Lane
from kiebitz.web.openapi import API_VERSION, description
from kiebitz.web.schema import Health
from kiebitz.web.site import GAMES, WORKER, games, worker
from kiebitz.web.static_files import ALIASES, PACKED, PageFiles

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Mapping

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

    from kiebitz.web.lanes import Size


def create_app(hosts: Collection[str] | None = None, lanes: Mapping[str, Size] = LANES) -> ASGIApp:
    """Return the application; *hosts* are the names it answers to, `None` for any, and *lanes* its queues."""
    files = PageFiles()
    queues = {name: Lane(name, size) for name, size in lanes.items()}
    api = msgspec.json.encode(description(ENDPOINTS, PLAIN))

    async def page(request: Request) -> Response:
        return await files.get_response(ALIASES[request.url.path], request.scope)

    async def deal(request: Request) -> Response:
        return RedirectResponse(f"../#{request.path_params['number']}")

    async def service_worker(request: Request) -> Response:
        return await files.constant(request, await run_in_threadpool(worker), "text/javascript")

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

    rules = partial(files.constant, body=games(), kind="application/json")
    routes = [
        *(Route(path, rules, middleware=PACKED) for path in ("/api/games", f"/{GAMES}")),
        Route("/api/openapi.json", partial(files.constant, body=api, kind="application/json"), middleware=PACKED),
        Route("/api/health", health),
        *(Route(one.path, Call(one, queues).answer, methods=[one.method]) for one in ENDPOINTS),
        Route("/deal/{number:int}", deal),
        Route(f"/{WORKER}", service_worker, middleware=PACKED),
        *(Route(path, page, middleware=PACKED) for path in ALIASES),
    ]
    anything_else = Mount("/", files, middleware=PACKED)
    guard = Middleware(Guard, hosts)
    app = Starlette(routes=routes, middleware=[guard], exception_handlers=HANDLERS, lifespan=lifespan)
    app.router.redirect_slashes = False
    # Not a route among the others: it would take an address whose method is wrong for a file that is not there.
    nothing = app.router.default

    async def default(scope: Scope, receive: Receive, send: Send) -> None:
        await (anything_else.app if scope["type"] == "http" else nothing)(scope, receive, send)

    app.router.default = default
    return app
