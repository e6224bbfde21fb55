"""The questions that ask for moves as an environment of verifiers: a turn and a reward for each move."""

from __future__ import annotations

import asyncio
from typing import Any

import verifiers.v1 as vf
from kiebitz_verifiers import KiebitzData, answer_of

from kiebitz.bench import MoveByMove

__all__ = ["KiebitzMovesEnv"]


class _State(vf.State):
    """The game that is played."""

    game: Any = None


class KiebitzMovesTask(vf.Task[KiebitzData, _State, vf.TaskConfig]):
    """A game played move by move; `trace.info["step_rewards"]` holds the reward of each move, in order."""

    @vf.reward
    async def graded(self, trace: vf.Trace) -> float:
        """Return the score of the game, that of the same moves in one answer."""
        return await asyncio.to_thread(lambda: trace.state.game.score)

    @vf.metric
    async def moves_kept(self, trace: vf.Trace) -> float:
        """Return the mean reward of the moves, 0 without moves."""
        rewards = trace.state.game.rewards
        return sum(rewards) / len(rewards) if rewards else 0.0


class KiebitzMovesConfig(vf.EnvConfig):
    """The player, by default a plain conversation without tools."""

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime=vf.SubprocessConfig())


class KiebitzMovesEnv(vf.Env[KiebitzMovesConfig]):
    """Shows the position after each move, until the game is over."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """Play one game."""
        game = MoveByMove({"question": task.data.prompt, "metadata": task.data.metadata})
        played = KiebitzMovesTask(task.data.model_copy(update={"prompt": game.question}), task.config)
        async with agents.player.interaction(played) as interaction:
            interaction.trace.state.game = game
            interaction.trace.info["step_rewards"] = game.rewards
            segment = await interaction.turn()
            while not segment.terminated:
                board = await asyncio.to_thread(game.reply, answer_of(segment.last_reply))
                if game.is_over:
                    break
                segment = await interaction.turn(board)
