from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.web.api_errors import RefusedError
from kiebitz.web.fair_queue import Lane, Size
from web_work import die, pid_of, refuse

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from kiebitz.analysis.cancellation import Stop

WIDE = Size(workers=1, waiting=1000, waiting_of_one=1000, running_of_one=1, seconds=20)


class Gate:
    """Work that waits until the test releases it, and records the order of starts."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.starts: list[str] = []
        self.stopped: list[str] = []

    def work(self, name: str) -> Callable[[Stop], str]:
        def run(stop: Stop) -> str:
            self.starts.append(name)
            while not self.open.wait(0.005):
                if stop():
                    self.stopped.append(name)
                    return "stopped"
            return name

        return run


@pytest.fixture
def gate() -> Iterator[Gate]:
    one = Gate()
    yield one
    one.open.set()


def play(size: Size, test: Callable[[Lane], Coroutine[Any, Any, Any]]) -> Any:
    async def main() -> Any:
        lane = Lane("test", size)
        try:
            return await asyncio.wait_for(test(lane), 20)
        finally:
            lane.close()

    return asyncio.run(main())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 the condition changes in threads
        await asyncio.sleep(0.002)


def test_answers_and_errors_come_back() -> None:
    def wrong(_stop: Stop) -> None:
        raise KeyError("of the work")

    async def test(lane: Lane) -> None:
        assert await lane.run("a", lambda _stop: 7) == 7
        with pytest.raises(KeyError, match="of the work"):
            await lane.run("a", wrong)
        assert (lane.running, lane.waiting) == (0, 0)

    play(WIDE, test)


def test_clients_take_turns(gate: Gate) -> None:
    async def test(lane: Lane) -> None:
        names = [f"{client}{number}" for client, count in (("a", 20), ("b", 3), ("c", 1)) for number in range(count)]
        tasks = [asyncio.ensure_future(lane.run(name[0], gate.work(name))) for name in names]
        await until(lambda: len(gate.starts) == 1)
        gate.open.set()
        assert await asyncio.gather(*tasks) == names
        # The first job of `a` starts without competition; from then on clients take turns.
        assert [name[0] for name in gate.starts[:8]] in (list("abcababa"), list("abcabaab"), list("aabcabab"))
        assert gate.starts[-10:] == [f"a{number}" for number in range(10, 20)]

    play(WIDE, test)


def test_a_flood_of_one_client_does_not_hold_up_another(gate: Gate) -> None:
    async def test(lane: Lane) -> None:
        flood = [asyncio.ensure_future(lane.run("flood", gate.work("flood"))) for _ in range(100)]
        await until(lambda: len(gate.starts) == 1)
        gate.open.set()
        for number in range(10):
            before = len(gate.starts)
            await lane.run("calm", gate.work(f"calm {number}"))
            # It waits for the running job and the next turn, not for the other ninety.
            assert gate.starts[before:].index(f"calm {number}") <= 2
        await asyncio.gather(*flood)

    play(WIDE, test)


def test_no_client_takes_all_threads(gate: Gate) -> None:
    async def test(lane: Lane) -> None:
        tasks = [asyncio.ensure_future(lane.run("a", gate.work("a"))) for _ in range(4)]
        await until(lambda: lane.running == 2)
        tasks.append(asyncio.ensure_future(lane.run("b", gate.work("b"))))
        await until(lambda: lane.running == 3)
        assert (Counter(gate.starts), lane.waiting) == (Counter(a=2, b=1), 2)
        gate.open.set()
        await asyncio.gather(*tasks)

    play(Size(workers=3, waiting=10, waiting_of_one=10, running_of_one=2, seconds=20), test)


@pytest.mark.parametrize(
    ("size", "clients", "whose"),
    [
        (Size(workers=1, waiting=100, waiting_of_one=3, running_of_one=1, seconds=20), "aaaaa", "of this client"),
        (Size(workers=1, waiting=3, waiting_of_one=100, running_of_one=1, seconds=20), "abcde", "of all clients"),
    ],
)
def test_a_client_with_too_many_requests_is_refused(gate: Gate, size: Size, clients: str, whose: str) -> None:
    async def test(lane: Lane) -> None:
        tasks = [asyncio.ensure_future(lane.run(client, gate.work(client))) for client in clients[:4]]
        await until(lambda: lane.running == 1 and lane.waiting == 3)
        with pytest.raises(RefusedError, match=f"3 requests {whose} are waiting") as refused:
            await lane.run(clients[4], gate.work("too many"))
        error = refused.value
        assert (error.status_code, error.code, error.parameters["queue"]) == (503, "busy", 3)
        assert int((error.headers or {})["Retry-After"]) >= 1
        gate.open.set()
        await asyncio.gather(*tasks)
        assert await lane.run(clients[4], gate.work("later")) == "later"

    play(size, test)


def test_an_unfinished_request_counts_only_for_its_client(gate: Gate) -> None:
    async def test(lane: Lane) -> None:
        async with lane.reserve("slow"), lane.reserve("slow"):
            with pytest.raises(RefusedError, match=r"2 .*this client"):
                async with lane.reserve("slow"):
                    pass
            with pytest.raises(RefusedError, match=r"2 .*this client"):
                await lane.run("slow", gate.work("too many"))
            tasks = [asyncio.ensure_future(lane.run(client, gate.work(client))) for client in "abcd"]
            await until(lambda: lane.running == 1 and lane.waiting == 3)
        with pytest.raises(RefusedError, match=r"3 .*all clients"):
            async with lane.reserve("slow"):
                pass
        gate.open.set()
        assert await asyncio.gather(*tasks) == list("abcd")
        async with lane.reserve("slow"):
            assert await lane.run("slow", gate.work("later")) == "later"

    play(Size(workers=1, waiting=3, waiting_of_one=2, running_of_one=1, seconds=20), test)


def test_a_disconnected_client_leaves_the_queue_and_its_work_stops(gate: Gate) -> None:
    async def test(lane: Lane) -> None:
        running = asyncio.ensure_future(lane.run("a", gate.work("running")))
        await until(lambda: gate.starts == ["running"])
        waiting = asyncio.ensure_future(lane.run("b", gate.work("waiting")))
        await until(lambda: lane.waiting == 1)
        waiting.cancel()
        running.cancel()
        await until(lambda: lane.running == 0)
        assert lane.waiting == 0
        assert (gate.starts, gate.stopped) == (["running"], ["running"])
        gate.open.set()
        assert await lane.run("c", gate.work("next")) == "next"

    play(WIDE, test)


def test_the_time_limit_starts_with_the_work(gate: Gate) -> None:
    async def test(lane: Lane) -> None:
        first = asyncio.ensure_future(lane.run("a", gate.work("first")))
        second = asyncio.ensure_future(lane.run("b", gate.work("second")))
        assert set(await asyncio.gather(first, second)) == {"stopped"}

    start = time.monotonic()
    play(Size(workers=1, waiting=5, waiting_of_one=5, running_of_one=1, seconds=0.1), test)
    assert time.monotonic() - start >= 0.2


def test_a_lane_that_shuts_down_refuses_and_stops(gate: Gate) -> None:
    async def test() -> list[Any]:
        lane = Lane("test", WIDE)
        tasks = [asyncio.ensure_future(lane.run("a", gate.work(name))) for name in ("running", "waiting")]
        await until(lambda: lane.running == 1 and lane.waiting == 1)
        lane.end()
        answers = await asyncio.gather(*tasks, lane.run("b", gate.work("late")), return_exceptions=True)
        await until(lambda: lane.running == 0)
        lane.close()
        return answers

    for refused in asyncio.run(test()):
        assert isinstance(refused, RefusedError)
        assert (refused.status_code, refused.code) == (503, "busy")
    assert (gate.starts, gate.stopped) == (["running"], ["running"])


def test_a_lane_with_processes_runs_work_in_another_process() -> None:
    async def test(lane: Lane) -> None:
        first = await lane.run("a", pid_of)
        assert first != os.getpid()
        assert await lane.run("b", pid_of) == first
        with pytest.raises(RefusedError) as refused:
            await lane.run("a", refuse)
        assert (refused.value.status_code, refused.value.parameters) == (422, {"missing": ["AS"]})
        with pytest.raises(RefusedError, match="died; try again later") as dead:
            await lane.run("a", die)
        assert (dead.value.status_code, dead.value.code) == (503, "busy")
        second = await lane.run("a", pid_of)
        assert second not in (first, os.getpid())
        os.kill(second, signal.SIGTERM)  # the next job is harmless
        assert await lane.run("b", pid_of) not in (first, second, os.getpid())

    play(replace(WIDE, apart=True), test)


def test_finished_clients_leave_no_state() -> None:
    async def test(lane: Lane) -> None:
        await asyncio.gather(*(lane.run(str(number), lambda _stop: None) for number in range(500)))
        assert not lane._waiting
        assert not lane._running
        assert not lane._running_of

    play(WIDE, test)
