"""The table of API endpoints with their types, queues and handlers, and the sizes of the queues."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from kiebitz.analysis.request_limits import LONG_SECONDS, QUICK_SECONDS
from kiebitz.web import games_api, search_api, skat_api
from kiebitz.web.fair_queue import Size
from kiebitz.web.request_handlers import Endpoint
from kiebitz.web.schema import (
    DealRequest,
    DealResult,
    GameData,
    GameReference,
    Games,
    Health,
    HintData,
    LightData,
    LinkResult,
    LosingMove,
    MoveRequest,
    MoveResult,
    SolutionData,
    TextRequest,
)
from kiebitz.web.skat_schema import Chances, ChancesRequest, HandRequest, HandValue

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Struct

_CORES = os.cpu_count() or 1
RULES, TEXTS, LIGHT, LONG = "rules", "texts", "light", "long"

#: The queues. Two threads for pure Python: with one, requests wait too long for a turn on a busy machine; more would
#: contend for the interpreter lock. Long texts get a process, outside that lock. Searches get one thread per core, and
#: no client gets all of them.
LANES: Mapping[str, Size] = {
    RULES: Size(2, waiting=400, waiting_of_one=40, running_of_one=1, seconds=5),
    TEXTS: Size(workers=1, waiting=20, waiting_of_one=2, running_of_one=1, seconds=LONG_SECONDS, apart=True),
    LIGHT: Size(
        workers=_CORES, waiting=400, waiting_of_one=20, running_of_one=max(1, _CORES - 1), seconds=QUICK_SECONDS
    ),
    LONG: Size(workers=_CORES, waiting=40, waiting_of_one=4, running_of_one=max(1, _CORES - 1), seconds=LONG_SECONDS),
}

#: Bytes of a body that is always read quickly; games of thousands of moves take up to a second.
_LONG_BODY = 5_000


def _rules(length: int) -> str:
    return RULES if length <= _LONG_BODY else TEXTS


def _light(length: int) -> str:
    return LIGHT if length <= _LONG_BODY else LONG


def _deal(request: DealRequest) -> str:
    return RULES if request.kind == "random" else LONG


ENDPOINTS = (
    Endpoint("/api/game", GameReference, GameData, _rules, games_api.show, "Show a game"),
    Endpoint("/api/move", MoveRequest, MoveResult, _rules, games_api.move, "Make a move"),
    Endpoint("/api/light", GameReference, LightData, _light, search_api.light, "Say whether a game can still be won"),
    Endpoint("/api/hint", GameReference, HintData, _light, search_api.next_move, "Find a move that wins"),
    Endpoint("/api/solve", GameReference, SolutionData, LONG, search_api.solution, "Find a solution"),
    Endpoint("/api/losing-move", GameReference, LosingMove, LONG, search_api.losing_move, "Find the move that lost"),
    Endpoint("/api/read", TextRequest, LinkResult, _rules, games_api.read, "Read a board, a solution or a link"),
    Endpoint("/api/deal", DealRequest, DealResult, _deal, search_api.deal, "Find a deal", method="GET"),
    Endpoint(
        "/api/skat/value", HandRequest, HandValue, RULES, skat_api.value, "Value a Skat hand", codes=skat_api.CODES,
    ),
    Endpoint(
        "/api/skat/chances", ChancesRequest, Chances, LONG, skat_api.chances,
        "Find the chances of a Skat hand, a line for each refinement", stream=True, codes=skat_api.CODES,
    ),
)  # fmt: skip

#: Addresses without work to queue: path, type and summary.
FETCHED: tuple[tuple[str, type[Struct], str], ...] = (
    ("/api/games", Games, "List the games with their rules"),
    ("/api/health", Health, "Say how the server is doing"),
)
