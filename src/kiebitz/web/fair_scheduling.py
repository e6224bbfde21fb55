"""Turns for what is asked at once: requests are begun, and long answers sent, one by one, each client in his turn.

The event loop knows no clients: what three hundred connections of thirty addresses send within a moment would be worked
on before the one request that comes after it, and between its steps. How long the work itself may take, and in which
thread it is done, is for `fair_queue`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from starlette.datastructures import Address

from kiebitz.web.request_reader import client_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Requests that are begun, or pieces that are sent, between two looks at the connections.
_AT_ONCE = 4


class Turns:
    """An application whose requests wait for their client's turn before anything else is done about them.

    So does each piece of an answer after which more is to come.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by client; whose turn it is comes first
        self._begins = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request when its turn has come; others at once."""
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
        if not self._begins:
            self._begins = True
            loop.call_soon(self._begin)
        return turn

    def _begin(self) -> None:
        for client in list(self._waiting)[:_AT_ONCE]:
            turns = self._waiting.pop(client)
            turn = turns.popleft()
            if turns:
                self._waiting[client] = turns  # at the end of the line
            if not turn.done():  # as it is where nobody waits for it any more
                turn.set_result(None)
        self._begins = bool(self._waiting)
        if self._begins:
            asyncio.get_running_loop().call_soon(self._begin)
