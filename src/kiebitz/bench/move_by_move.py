"""Items answered move by move: a reply is a move, which is judged at once."""

from __future__ import annotations

from typing import Any

from kiebitz.bench import patience_tasks
from kiebitz.bench.dataset import MOVES, TASKS, score_answer, wording_of
from kiebitz.bench.patience_tasks import MOST_MOVES, PLANNED, MoveRewards
from kiebitz.bench.wording import END, board_text
from kiebitz.errors import ChoiceError, KiebitzError

_ONE_MOVE = (
    "Answer with the next move alone. You are then shown the position after it, until the game is over. Answer "
    f"{END} to stop before."
)
_ILLEGAL = "?"


class MoveByMove:
    """An item of a task whose answers are moves, answered by one move after the other.

    `question` asks for the first move. `rewards` are those that `step_rewards` gives for the same moves in one answer,
    and `score` is what `score_answer` gives for them. The game is over when it is won or has no moves, when an answer
    needs no more of them, and with a reply that is no legal move. A `ChoiceError` for other tasks.

    >>> from kiebitz.bench import create_dataset
    >>> entry = create_dataset("plan", size=1)[0]
    >>> game = MoveByMove(entry)
    >>> for word in entry["answer"].split()[:-1]:
    ...     shown = game.reply(word)
    >>> game.is_over, game.rewards, game.score
    (True, [1.0, 1.0, 1.0, 1.0, 1.0], 1.0)
    """

    def __init__(self, entry: dict[str, Any]) -> None:
        metadata = entry["metadata"]
        name = metadata["task"]
        if TASKS[name].kind != "moves":
            raise ChoiceError("task", name, [each for each, task in TASKS.items() if task.kind == "moves"])
        self.question = entry["question"].removesuffix(MOVES) + _ONE_MOVE
        self.rewards: list[float] = []
        self.is_over = False
        self._entry = entry
        self._longest = PLANNED if name == "plan" else MOST_MOVES
        self._wording = wording_of(metadata["disguise"])
        self._session = patience_tasks.session_of(metadata)
        self._judge = MoveRewards(self._session.position)
        self._words: list[str] = []

    def reply(self, text: str) -> str:
        """Take a reply; return the position after it in words. A `ValueError` if the game is over."""
        if self.is_over:
            raise ValueError("the game is over")
        words = text.split()
        if words == [END]:
            self.is_over = True
        elif len(words) == 1 and self._play(words[0]):
            self.is_over = self._session.is_won or self._session.is_stuck or len(self._words) == self._longest
        else:
            self._words.append(_ILLEGAL)
            self.rewards.append(0.0)
            self.is_over = True
        return board_text(self._session.position, self._wording)

    @property
    def score(self) -> float:
        """The score of the moves so far."""
        return score_answer(" ".join([*self._words, END]), self._entry)

    def _play(self, word: str) -> bool:
        """Make a move, if it is legal."""
        try:
            self._session.play(*self._wording.read("moves", [word]))
        except KiebitzError:
            return False
        self._words.append(word)
        self.rewards.append(self._judge.next(self._session.position))
        return True
