"""Round-robin scheduling by client of request starts and of the pieces of long responses.

The event loop knows no clients: without this, a burst of three hundred connections from thirty addresses would be
handled before the one request that arrives after it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from starlette.datastructures import Address

from kiebitz.web.request_reader import client_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Requests started, or pieces sent, per turn of the event loop.
_BATCH = 4


class RoundRobin:
    """Middleware that delays each request, and each piece of a response but the last, until its client's turn."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by client, the next one first
        self._is_scheduled = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request when its client's turn comes, other scopes at once."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        client = client_of(scope["client"] and Address(*scope["client"]))

        async def send_in_turn(message: Message) -> None:
            if message.get("more_body"):
                await self._turn(client)
            await send(message)

        await self._turn(client)
        await self._app(scope, receive, send_in_turn)

    def _turn(self, client: str) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        if not self._is_scheduled:
            self._is_scheduled = True
            loop.call_soon(self._run_turns)
        return turn

    def _run_turns(self) -> None:
        for client in list(self._waiting)[:_BATCH]:
            turns = self._waiting.pop(client)
            turn = turns.popleft()
            if turns:
                self._waiting[client] = turns  # moves to the end of the queue
            if not turn.done():  # done if the request was cancelled
                turn.set_result(None)
        self._is_scheduled = bool(self._waiting)
        if self._is_scheduled:
            asyncio.get_running_loop().call_soon(self._run_turns)
