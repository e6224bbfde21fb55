"""The chances of a Skat hand, counted in several processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.analysis.skat.table_chances import TableTask, play_tables
from kiebitz.analysis.skat.worlds import Entry, judge
from kiebitz.studies.engine import run_chunks

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.analysis.skat.chances import Chances
    from kiebitz.analysis.skat.table_chances import TableGames
    from kiebitz.analysis.skat.worlds import WorldResults
    from kiebitz.studies.chunks import Chunk

#: Below this number of games, starting processes takes longer than playing them.
_SMALL = 1_500


def run_chances(chances: Chances, jobs: int = 1, progress: Callable[[], None] = lambda: None) -> None:
    """Count the chances in *jobs* processes; after a `KeyboardInterrupt` *chances* holds the figures so far.

    The figures depend only on question and seed.
    """
    counting = _Counting(chances)
    while (stage := chances.next_stage()) is not None:
        task, first, last = stage.task, stage.first, stage.last
        few = len(task.entries) * (last - first + 1) < _SMALL
        if (few or jobs == 1) and last > first:  # for a quick first result
            run_chunks(judge, task, [(first, first)], 1, counting, progress)
            first += 1
        run_chunks(judge, task, [(first, last)], 1 if few else jobs, counting, progress)
    chances.settled = True
    chances.has_all_worlds = not chances.lost


class _Counting:
    def __init__(self, chances: Chances) -> None:
        self._chances = chances

    def add(self, chunk: Chunk, answer: WorldResults) -> None:  # noqa: ARG002  the answer has its number of worlds
        self._chances.add(answer)

    def lose(self, number: int) -> None:
        self._chances.lost += 1
        self._chances.remarks.append(f"world {number} is not counted: two processes died over it")

    def remark(self, line: str) -> None:
        self._chances.remarks.append(line)


def run_table(
    chances: Chances, games: int, level: str, jobs: int = 1, progress: Callable[[], None] = lambda: None
) -> None:
    """Let players of a *level* play the best contract of counted chances, one world a game."""
    rows = chances.rows()
    if not rows:
        return
    question, best = chances.question, rows[0]
    chances.table_level = level
    task = TableTask(question.knowledge, Entry(best.contract, best.discard), level, question.seed)
    run_chunks(play_tables, task, [(0, games - 1)], jobs, _Playing(chances), progress)


class _Playing:
    def __init__(self, chances: Chances) -> None:
        self._chances = chances

    def add(self, chunk: Chunk, answer: TableGames) -> None:  # noqa: ARG002  the games of all chunks are alike
        self._chances.table = self._chances.table.with_games(answer.won)

    def lose(self, number: int) -> None:
        self._chances.remarks.append(f"game {number} at the table is not counted: two processes died over it")

    def remark(self, line: str) -> None:
        self._chances.remarks.append(line)
