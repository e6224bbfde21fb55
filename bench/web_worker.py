"""A process of a benchmark: players at a server, each making a move and requesting the light now and then.

The rows start it by its command line; it prints the latency of each answer as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from time import perf_counter
from typing import Any

#: Deals that nothing was tuned on, and the most moves of a game.
_FIRST_DEAL, _DEALS, _MOVES = 2_000_001, 1_000_000, 40
_TIMEOUT = 30


class Player:
    """A player of random games with its own address."""

    def __init__(self, number: int, host: str, port: int, pause: float) -> None:
        self._draw = random.Random(number)
        # Linux accepts all of 127.0.0.0/8, so every player can be a separate client; elsewhere they share an address.
        self._local_address = (f"127.0.{1 + number // 250}.{1 + number % 250}", 0) if sys.platform == "linux" else None
        self._host = host
        self._port = port
        self._pause = pause
        self.seconds: dict[str, list[float]] = {"move": [], "light": []}
        self.lights: list[str] = []
        self.errors: list[str] = []

    async def play(self, end: float) -> None:
        """Play until the clock reaches *end*."""
        await asyncio.sleep(self._draw.uniform(0, self._pause))
        try:
            game: Any = None
            while perf_counter() < end:
                start = perf_counter()
                if game is None or not game["legal_moves"] or game["ply"] >= _MOVES:
                    deal = self._draw.randrange(_FIRST_DEAL, _FIRST_DEAL + _DEALS)
                    game = await self._ask("game", {"link": f"game=freecell&deal={deal}"})
                move = self._draw.choice(game["legal_moves"])["text"]
                game = await self._timed("move", {"link": game["link"], "move": move})
                light = await self._timed("light", {"link": game["link"]})
                self.lights.append(light["verdict"])
                await asyncio.sleep(max(0.0, start + self._pause - perf_counter()))
        except (OSError, TimeoutError, asyncio.IncompleteReadError, RuntimeError) as error:
            self.errors.append(f"{type(error).__name__}: {error}")

    async def _timed(self, kind: str, body: dict[str, str]) -> Any:
        start = perf_counter()
        answer = await self._ask(kind, body)
        self.seconds[kind].append(perf_counter() - start)
        return answer

    async def _ask(self, kind: str, body: dict[str, str]) -> Any:
        data = json.dumps(body).encode()
        async with asyncio.timeout(_TIMEOUT):
            reader, writer = await asyncio.open_connection(self._host, self._port, local_addr=self._local_address)
            try:
                writer.write(
                    f"POST /api/{kind} HTTP/1.1\r\nHost: {self._host}\r\nContent-Type: application/json\r\n"
                    f"Content-Length: {len(data)}\r\n\r\n".encode()
                    + data
                )
                head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
            finally:
                writer.close()
        if b" 200 " not in head.partition(b"\r\n")[0]:
            raise RuntimeError(f"{kind} {body}: {answer.decode()}")
        return json.loads(answer)


async def _all(args: argparse.Namespace) -> list[Player]:
    players = [Player(number, args.host, args.port, args.pause) for number in range(args.players)]
    end = perf_counter() + args.seconds
    await asyncio.gather(*(player.play(end) for player in players))
    return players


def main() -> None:
    """Play as requested and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--pause", type=float, default=5, help="seconds from one move of a player to the next")
    parser.add_argument("--seconds", type=float, default=600)
    players = asyncio.run(_all(parser.parse_args()))
    lights = [light for player in players for light in player.lights]
    answer = {
        **{what: [seconds for player in players for seconds in player.seconds[what]] for what in ("move", "light")},
        "lights": {light: lights.count(light) for light in ("solved", "impossible", "undecided")},
        "errors": [error for player in players for error in player.errors],
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
