"""The benchmark of Kiebitz as a taskset of verifiers: a question is the prompt, `score_answer` the reward."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import verifiers.v1 as vf

from kiebitz.bench import create_dataset, score_answer, step_rewards

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["KiebitzTaskset"]


class KiebitzConfig(vf.TasksetConfig):
    """The options of `create_dataset`; `question` is one of its tasks."""

    question: str = "win"
    seed: int = 1
    size: int = 100
    game: str | None = None
    level: str | None = None
    disguised: bool = False
    split: str = "train"
    secret: str = ""


class KiebitzData(vf.TaskData):
    """A question, with all that grading needs."""

    answer: str
    metadata: dict[str, Any]


class KiebitzTask(vf.Task[KiebitzData, vf.State, vf.TaskConfig]):
    """A question whose answer is the last reply, after the reasoning of models that think aloud."""

    @vf.reward
    async def graded(self, trace: vf.Trace) -> float:
        """Return the score of the answer."""
        return score_answer(answer_of(trace.last_reply), self._entry)

    @vf.metric
    async def moves_kept(self, trace: vf.Trace) -> float:
        """Return the share of the answer's moves that keep the win or the best score, 0 without moves."""
        rewards = step_rewards(answer_of(trace.last_reply), self._entry)
        return sum(rewards) / len(rewards) if rewards else 0.0

    @property
    def _entry(self) -> dict[str, Any]:
        return {"metadata": self.data.metadata}


def answer_of(reply: str) -> str:
    """Return the answer after the reasoning of models that think aloud."""
    return reply.rpartition("</think>")[2].strip()


class KiebitzTaskset(vf.Taskset[KiebitzTask, KiebitzConfig]):
    """The items of a data set, made one by one."""

    def load(self) -> Iterator[KiebitzTask]:
        """Yield the items."""
        options = {name: getattr(self.config, name) for name in ("game", "level", "disguised", "split", "secret")}
        data = create_dataset(self.config.question, self.config.seed, self.config.size, **options)
        for entry in data:
            fields = {name: entry[name] for name in ("answer", "metadata")}
            yield KiebitzTask(KiebitzData(prompt=entry["question"], **fields), self.config.task)
