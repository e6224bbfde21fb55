"""The application: which address leads where, and what is said where none does.

What is answered there is made by the modules beside this one.
"""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route, Router

import kiebitz
from kiebitz.errors import shown
from kiebitz.patience.solve import kernel_name
from kiebitz.web.calls import Call
from kiebitz.web.catalogue import all_games
from kiebitz.web.connections import END
from kiebitz.web.endpoints import ENDPOINTS, LANES, PLAIN
from kiebitz.web.faults import RefusedError, broken, send_refusal
from kiebitz.web.guard import Guard
from kiebitz.web.lanes import Lane
from kiebitz.web.openapi import description
from kiebitz.web.schema import Health
from kiebitz.web.static_files import AT_TOP, TYPES, Content, StaticFiles
from kiebitz.web.worker import Worker

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Iterable, Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from kiebitz.web.lanes import Size

_log = logging.getLogger("kiebitz.web")


def create_app(hosts: Collection[str] | None = None, lanes: Mapping[str, Size] = LANES) -> ASGIApp:
    """Return the application; *hosts* are the names it answers to, `None` for any, and *lanes* its queues."""
    files = StaticFiles()
    queues = {name: Lane(name, size) for name, size in lanes.items()}
    routes = [
        Route("/api/games", _json(all_games()), methods=["GET"]),
        Route("/api/health", _Health(queues.values()), methods=["GET"]),
        Route("/api/openapi.json", _json(description(ENDPOINTS, PLAIN)), methods=["GET"]),
        *(Route(one.path, Call(one, queues), methods=[one.method]) for one in ENDPOINTS),
        Route("/static/{name:path}", _Files(files), methods=["GET"]),
        Route("/sw.js", Worker(files), methods=["GET"]),
        *(Route(path, _Files(files, name), methods=["GET"]) for path, name in AT_TOP.items()),
    ]

    @asynccontextmanager
    async def lifespan(_app: object) -> AsyncIterator[dict[str, Any]]:
        def end() -> None:
            for queue in queues.values():
                queue.end()

        yield {END: end}
        for queue in queues.values():
            queue.close()

    return Guard(_Polite(Router(routes, redirect_slashes=False, lifespan=lifespan)), hosts)


def _json(answer: object) -> Content:
    return Content.of(msgspec.json.encode(answer), TYPES[".json"])


class _Health:
    """Says how much there is to do."""

    def __init__(self, lanes: Iterable[Lane]) -> None:
        self._lanes = list(lanes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        health = Health(
            version=kiebitz.__version__,
            kernel=kernel_name(),
            busy=sum(lane.running for lane in self._lanes),
            queue=sum(lane.waiting for lane in self._lanes),
        )
        headers = {"Cache-Control": "no-store"}
        answer = Response(msgspec.json.encode(health), media_type="application/json", headers=headers)
        await answer(scope, receive, send)


class _Files:
    """Sends the static file that the address names, or always the same one."""

    def __init__(self, files: StaticFiles, name: str | None = None) -> None:
        self._files = files
        self._name = name

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self._files.find(self._name or scope["path_params"]["name"])
        if found is None:
            raise HTTPException(404)
        await found(scope, receive, send)


class _Polite:
    """Turns whatever goes wrong inside into an answer, as long as none has begun."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope["app"] = self  # so that the router raises what it refuses, instead of answering in plain text
        try:
            await self._app(scope, receive, watched)
        except RefusedError as error:
            refusal = error
        except HTTPException as error:
            refusal = _refusal(error, scope)
        except Exception:  # noqa: BLE001  whatever it is, the server stays up and the log says what it was
            _log.exception("%s %s", scope["method"], shown(scope["path"]))
            refusal = broken()
        else:
            return
        if not begun:
            await send_refusal(refusal, send)


def _refusal(error: HTTPException, scope: Scope) -> RefusedError:
    headers = dict(error.headers or {})
    path = scope["path"]
    if error.status_code == 405:
        allowed = headers.get("Allow", "")
        line = f"{shown(scope['method'])} {shown(path)} is not allowed; expected one of: {allowed}"
        return RefusedError(405, "not_allowed", line, {"method": scope["method"], "allowed": allowed}, headers)
    return RefusedError(404, "not_found", f"nothing is found at {shown(path)}", {"path": path})
