"""The MCP server: runs the tools within limits and encodes their results."""

from __future__ import annotations

import inspect
import json
import os
from base64 import b64encode
from typing import TYPE_CHECKING, Any

from anyio import (
    CapacityLimiter,
    create_memory_object_stream,
    create_task_group,
    get_cancelled_exc_class,
    to_thread,
)
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import (
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    TextContent,
    TextResourceContents,
    ToolAnnotations,
)
from pydantic import ValidationError

import kiebitz
from kiebitz.analysis.cancellation import Stop
from kiebitz.errors import KiebitzError, shown, visible
from kiebitz.mcp import games, skat
from kiebitz.mcp.malformed_messages import forward
from kiebitz.render import png, svg

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.mcp.results import ToolResult
    from kiebitz.patience.position import Position

INSTRUCTIONS = (
    "Kiebitz deals, solves and checks FreeCell and its relatives, Yukon and Russian Solitaire, and values and reviews "
    "Skat hands. Lines of play have been replayed by a referee, and 'impossible' is proven. Cards are written TS, QH; "
    "moves in standard notation: columns 1 to 8, cells a to d, h for home. A game goes on by its link: add moves to it."
)
#: Requests that may wait while all cores are busy.
_MAX_WAITING = 40
_SCALE = 1  # makes a board about 700 pixels wide


class _Server(MCPServer):  # type: ignore[misc] # its types are not always installed
    """A server that reports an invalid call in one line."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, ValidationError):
                raise ToolError("; ".join(map(_fault, cause.errors()))) from None
            if isinstance(cause, ToolError):
                raise cause from None
            if cause is None:  # an unknown tool
                raise ToolError(visible(str(error))) from None
            raise

    async def run_stdio_async(self) -> None:
        """Serve standard input and output, and answer invalid lines too."""
        forwarded, messages = create_memory_object_stream[SessionMessage]()
        async with stdio_server() as (lines, answers), create_task_group() as group:
            group.start_soon(forward, lines, forwarded, answers)
            server = self._lowlevel_server
            await server.run(messages, answers, server.create_initialization_options())
            group.cancel_scope.cancel()


def create_server() -> MCPServer:
    """Return the server with all its tools; `run()` serves standard input and output until the client disconnects."""
    server = _Server("kiebitz", instructions=INSTRUCTIONS, version=kiebitz.__version__, log_level="WARNING")
    slots = CapacityLimiter(os.cpu_count() or 1)
    annotations = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    for tool, seconds in (*games.TOOLS.items(), *skat.TOOLS.items()):
        server.tool(annotations=annotations)(_wrap(tool, seconds, slots))
    return server


def _wrap(tool: Callable[..., ToolResult], seconds: float, slots: CapacityLimiter) -> Callable[..., Any]:
    """Return a tool for the protocol: it runs in a thread, within *seconds* and until the request is cancelled."""

    async def call(**arguments: Any) -> CallToolResult:
        if slots.statistics().tasks_waiting >= _MAX_WAITING:
            raise ToolError(f"busy: {_MAX_WAITING} requests are waiting; try again later")
        stop = Stop(seconds)

        def work() -> CallToolResult:
            stop.begin()
            return _result(tool(stop=stop, **arguments))

        try:
            return await to_thread.run_sync(work, limiter=slots, abandon_on_cancel=True)
        except get_cancelled_exc_class():
            stop.cancel()
            raise
        except KiebitzError as error:
            raise ToolError(visible(str(error))) from None

    signature = inspect.signature(tool, eval_str=True)
    parameters = [parameter for name, parameter in signature.parameters.items() if name != "stop"]
    call.__signature__ = signature.replace(parameters=parameters, return_annotation=CallToolResult)  # type: ignore[attr-defined]
    call.__name__, call.__doc__ = tool.__name__, inspect.getdoc(tool)
    return call


def _result(result: ToolResult) -> CallToolResult:
    content: list[ContentBlock] = [TextContent(text=json.dumps(result.data, ensure_ascii=False))]
    if result.position is not None and result.picture != "none":
        content.append(_picture(result.position, result.title, result.picture))
    return CallToolResult(content=content, structured_content=result.data)


def _picture(position: Position, title: str, form: str) -> ContentBlock:
    if form == "svg":
        document = svg.board(position, title)
        return EmbeddedResource(
            resource=TextResourceContents(uri="kiebitz://board.svg", mime_type="image/svg+xml", text=document)
        )
    data = png.board(position, title, scale=_SCALE)
    return ImageContent(data=b64encode(data).decode(), mime_type="image/png")


def _fault(error: Any) -> str:
    """Return the message about an invalid argument."""
    place = ".".join(map(str, error["loc"])) or "arguments"
    return visible(f"{place} {shown(error['input'])}: {error['msg']}")
