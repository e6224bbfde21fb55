"""The benchmark in verifiers: questions with scores as rewards, and games with a turn and a reward for each move."""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.bench import create_dataset, score_answer, step_rewards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDER = Path(__file__).parents[2] / "packaging" / "verifiers"


@pytest.fixture
def vf(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    library = pytest.importorskip("verifiers.v1", reason="wants verifiers (570 MB), which no group installs")
    monkeypatch.syspath_prepend(str(FOLDER))
    return library  # type: ignore[no-any-return]


@pytest.mark.usefixtures("vf")
def test_replies_are_graded() -> None:
    package = importlib.import_module("kiebitz_verifiers")
    config = package.KiebitzConfig(question="plan", size=2, level="easy")
    tasks = list(package.KiebitzTaskset(config))
    assert [task.data.prompt for task in tasks] == [
        entry["question"] for entry in create_dataset("plan", size=2, level="easy")
    ]
    for task in tasks:
        right = task.data.answer
        for reply, reward, kept in ((right, 1, 1), (f"<think>end</think>\n{right}", 1, 1), ("I resign", 0, 0)):
            trace = SimpleNamespace(last_reply=reply)
            assert (asyncio.run(task.graded(trace)), asyncio.run(task.moves_kept(trace))) == (reward, kept)


# --- in several turns ---


@pytest.fixture
def model() -> Iterator[Callable[[list[str]], str]]:
    """Serve a model that gives the replies of a list, one a request; the address is returned."""
    replies: list[str] = []

    class Model(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            reply = replies[sum(message["role"] == "assistant" for message in request["messages"])]
            choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": reply}}
            answer = {"id": "1", "object": "chat.completion", "created": 1, "model": "none", "choices": [choice]}
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(answer).encode())

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    Thread(target=server.serve_forever, daemon=True).start()

    def address(wanted: list[str]) -> str:
        replies[:] = wanted
        return f"http://127.0.0.1:{server.server_port}/v1"

    yield address
    server.shutdown()
    server.server_close()


@pytest.fixture
def conversation(vf: ModuleType, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a harness that asks the model in this process; the library's own fetches programs."""
    import httpx

    class Conversation(vf.Harness[vf.HarnessConfig]):  # type: ignore[misc, name-defined]
        SUPPORTS_RESUME, EXECUTES_CODE, NEEDS_CONTAINER = True, False, False

        async def launch(
            self, ctx: Any, _trace: Any, _runtime: Any, endpoint: str, secret: str, _urls: Any, data: Any
        ) -> Any:
            prompt = data.prompt
            messages = (
                [{"role": "user", "content": prompt}]
                if isinstance(prompt, str)
                else [{"role": message.role, "content": message.content} for message in prompt]
            )
            async with httpx.AsyncClient(timeout=60) as client:
                answer = await client.post(
                    f"{endpoint}/chat/completions",
                    headers={"Authorization": f"Bearer {secret}"},
                    json={"model": ctx.model, "messages": messages},
                )
            return vf.ProgramResult(0 if answer.is_success else 1, "", answer.text)

    module = ModuleType("kiebitz_test_conversation")
    module.Conversation, module.__all__ = Conversation, ["Conversation"]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module.__name__


def test_games_in_several_turns(vf: ModuleType, conversation: str, model: Callable[[list[str]], str]) -> None:
    (entry,) = create_dataset("win", size=1, level="easy")
    right = entry["answer"].split()
    half = right[: len(right) // 2]
    games = {
        " ".join(right): right[:-1],
        " ".join([*half, "end"]): [*half, "end"],
        f"{right[0]} 99 end": [f"<think>{half}</think> {right[0]}", "99"],
        "? end": ["I resign"],
    }
    config = {
        "id": "kiebitz-verifiers-moves",
        "taskset": {"id": "kiebitz-verifiers", "question": "win", "size": 1, "level": "easy"},
        "player": {"harness": {"id": conversation}},
    }

    async def play(replies: list[str]) -> Any:
        environment = vf.load_environment(vf.resolve_env_config(config))
        (task,) = environment.taskset
        client = vf.EvalClientConfig(base_url=model(replies))
        async with environment.serving():
            return await environment.run_episode(task, vf.ModelContext(model="none", client=client))

    for answer, replies in games.items():
        episode = asyncio.run(play(replies))
        assert episode.ok, episode.errors
        (trace,) = episode.traces
        rewards = step_rewards(answer, entry)
        assert trace.info["step_rewards"] == rewards
        assert trace.metrics["moves_kept"] == sum(rewards) / len(rewards)
        assert trace.reward == score_answer(answer, entry)
        assert trace.num_turns == len(replies)
