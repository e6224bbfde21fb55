"""Players that answer questions, to compare programs with: by chance, without a plan, and with the best answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kiebitz.analysis.difficulty import greedy_line
from kiebitz.analysis.skat.players import RuleOfThumb
from kiebitz.bench import patience_tasks, skat_tasks
from kiebitz.bench.dataset import TASKS, answer_of
from kiebitz.bench.draws import Draws
from kiebitz.bench.patience_tasks import PLANNED
from kiebitz.bench.wording import END
from kiebitz.patience.referee import legal_moves
from kiebitz.patience.rule_options import Autoplay
from kiebitz.skat.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Callable

#: The most moves of a game by chance, those of the player without a plan.
_MOST_MOVES = 200


class Player(NamedTuple):
    """A player: its description, and its answer to an item, `None` if it has none to this kind of question.

    >>> from kiebitz.bench import create_dataset, score_answer
    >>> entry = create_dataset("losing_move", size=1)[0]
    >>> [score_answer(PLAYERS[name].answer(entry), entry) for name in ("random", "analyst")]
    [0.0, 1.0]
    """

    meaning: str
    answer: Callable[[dict[str, Any]], str | None]


def _by_chance(entry: dict[str, Any]) -> str:
    metadata = entry["metadata"]
    kind = TASKS[metadata["task"]].kind
    draws = Draws("player", metadata["task"], metadata["deal"], metadata["index"])
    if kind == "word":
        words = [draws.choice(("winnable", "lost"))]
    elif kind == "number":
        words = [str(1 + draws.below(metadata["shown"]))]
    elif kind == "card":
        words = [draws.choice(metadata["legal"])]
    else:
        session = patience_tasks.session_of(metadata)
        limit = PLANNED if metadata["task"] == "plan" else _MOST_MOVES
        while session.ply < limit and (moves := list(legal_moves(session.position, distinct=True))):
            session.push(draws.choice(moves))
        words = [*session.words(), END]
    return answer_of(words, entry)


def _without_plan(ahead: int) -> Callable[[dict[str, Any]], str | None]:
    def answer(entry: dict[str, Any]) -> str | None:
        metadata = entry["metadata"]
        task = TASKS[metadata["task"]]
        if task.make is None or task.kind == "number" or metadata["task"] == "score":
            return None
        position = patience_tasks.session_of(metadata).position
        line = greedy_line(position, ahead, seed=metadata["index"], autoplay=Autoplay.NONE).words()
        if task.kind == "word":
            words = ["winnable" if patience_tasks.played(line, metadata)[0].is_won else "lost"]
        else:
            words = [*line[: PLANNED if metadata["task"] == "plan" else None], END]
        return answer_of(words, entry)

    return answer


def _by_rules_of_thumb(entry: dict[str, Any]) -> str | None:
    metadata = entry["metadata"]
    if TASKS[metadata["task"]].kind != "card":
        return None
    session = skat_tasks.session_of(metadata)
    return answer_of([RuleOfThumb().decides(session.view(Seat(session.turn or 0)))], entry)


#: The players by name.
PLAYERS = {
    "random": Player("answers by chance", _by_chance),
    "greedy1": Player("plays a patience without a plan, looking one move ahead", _without_plan(1)),
    "greedy2": Player("the same, looking two moves ahead", _without_plan(2)),
    "thumb": Player("plays Skat by rules of thumb", _by_rules_of_thumb),
    "analyst": Player("gives the answer that comes with the question", lambda entry: str(entry["answer"])),
}
