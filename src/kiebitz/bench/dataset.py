"""Data sets of tasks, made item by item, and the grading of answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import kiebitz
from kiebitz.analysis import levels
from kiebitz.analysis.levels import Level
from kiebitz.bench import patience_tasks, skat_tasks
from kiebitz.bench.draws import Draws, check_split, numbers
from kiebitz.bench.patience_tasks import LIMIT, PLANNED, Item, MoveRewards
from kiebitz.bench.wording import END, Wording, board_text, require, rules_text
from kiebitz.errors import ChoiceError, InputError, NumberRangeError, UnsupportedRulesError, counted
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game as game_named
from kiebitz.patience.rule_options import choice_named
from kiebitz.studies.parquet import ListWriter

if TYPE_CHECKING:
    from kiebitz.patience.position import Position
    from kiebitz.studies.parquet import Sink

    Make = Callable[[Position, Draws], Item | None]
    Score = Callable[[Sequence[str], dict[str, Any]], float]

_SKAT = "skat"
#: Deals tried for one item.
_TRIES = 20_000
#: The longest answer that is read, in characters.
LONGEST_ANSWER = 10_000
#: Ends the questions that ask for moves.
MOVES = f"Answer with the moves, separated by spaces, and {END} after the last one."


def _score_word(words: Sequence[str], metadata: dict[str, Any]) -> float:
    """Return 1 if the answer is one word, one of the good ones."""
    return float(len(words) == 1 and words[0] in metadata["good"])


class Task(NamedTuple):
    """A kind of question: its meaning, the request in words, the kind of its answer, its maker and its grader."""

    meaning: str
    request: str
    kind: str
    score: Score = _score_word
    make: Make | None = None
    game: str = _SKAT
    is_open: bool = False


#: The tasks by name.
TASKS = {
    "win": Task(
        "play a position to its end; an unfinished game counts by the moves that keep the win",
        f"Win the game from this position. {MOVES}",
        "moves",
        patience_tasks.score_win,
        patience_tasks.make_win,
        "freecell",
    ),
    "lost": Task(
        "is a position lost?",
        "Can the game still be won from this position? Answer with one word: {winnable} or {lost}.",
        "word",
        make=patience_tasks.make_lost,
        game="freecell",
    ),
    "losing_move": Task(
        "the move that lost a game",
        "From this position, which can be won, these moves were made: {shown}. One of them lost the game: before it "
        "the game could be won, after it no longer. Answer with its number; the first move has number 1.",
        "number",
        make=patience_tasks.make_losing_move,
        game="freecell",
    ),
    "shortest": Task(
        "a shortest line",
        f"Win the game from this position in as few moves as possible. {MOVES}",
        "moves",
        patience_tasks.score_shortest,
        patience_tasks.make_shortest,
        "freecell",
    ),
    "plan": Task(
        f"{PLANNED} moves that keep the win",
        f"Name {PLANNED} moves in order after which the game can still be won. No position may occur twice. {MOVES}",
        "moves",
        patience_tasks.score_plan,
        patience_tasks.make_plan,
        "freecell",
    ),
    "score": Task(
        "the best score of Russian Solitaire",
        f"Bring as many {{card}}s as possible to the {{foundation}}s. {MOVES}",
        "moves",
        patience_tasks.score_best,
        patience_tasks.make_score,
        "russian",
    ),
    "skat_open": Task(
        "the card that keeps a game of Skat, with open cards",
        "All {card}s are known to all. Name a {card} with which your side wins the game if all play best from now on. "
        "Answer with the {card} alone.",
        "card",
        is_open=True,
    ),
    "skat_fair": Task(
        "the card that keeps a game of Skat, by the knowledge of one seat",
        "Name a {card} with which your side wins for every distribution of the unseen {card}s that agrees with the "
        "play so far, if all play best from now on and know all {card}s. Answer with the {card} alone.",
        "card",
    ),
}


class _Question(NamedTuple):
    """A question in words, the plain words of a best answer, and metadata."""

    parts: Sequence[str]
    answer: list[str]
    metadata: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Dataset(Sequence[dict[str, Any]]):
    """Items of a task by index, each made when it is read; `create_dataset` explains the fields."""

    name: str
    seed: int = 1
    size: int = 100
    game: str = ""
    level: Level | None = None
    disguised: bool = False
    split: str = "train"
    secret: str = ""

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        """Return an item; an `InputError` if no deal has a question of this kind and level."""
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self.size))]
        place = range(self.size)[index]
        task, draws = TASKS[self.name], Draws(self.name, self.seed, self.split, place, secret=self.secret)
        disguise = draws.below(2**32)
        words = Wording(disguise if self.disguised else None)
        level = self.level or (draws.choice(tuple(Level)) if self.game == _SKAT else None)
        for number in islice(numbers(draws, self.split, self.secret), _TRIES):
            question = (_card if self.game == _SKAT else _position)(task, self.game, number, level, draws, words)
            if question is not None:
                metadata = {"task": self.name, "game": self.game, "deal": number, **question.metadata}
                metadata |= {"seed": self.seed, "split": self.split, "index": place}
                metadata["disguise"] = disguise if self.disguised else None
                answer = " ".join(words.word(task.kind, word) for word in question.answer)
                return {"question": "\n\n".join(question.parts), "answer": answer, "metadata": metadata}
        raise InputError("", f"no question of the kind {self.name} among {counted(_TRIES, 'deal')}", "another level")

    def score_answer(self, answer: object, entry: dict[str, Any]) -> float:
        """Return the score of an answer; see the function of this name."""
        return score_answer(answer, entry)


def _position(
    task: Task, game: str, number: int, level: Level | None, draws: Draws, words: Wording
) -> _Question | None:
    """Return a question about a patience; `None` if the deal has none of this kind and level."""
    start = deal(number, game)
    measured = _level(start)
    item = task.make(start, draws) if task.make and level in (None, measured) else None
    if item is None:
        return None
    facts = {"level": measured and measured.value, "moves": list(item.moves), **item.facts}
    if task.kind != "moves":
        facts["good"] = item.answer
    board = patience_tasks.session_of({"game": game, "deal": number, **facts}).position
    request = task.request.format_map(words.names | {"shown": " ".join(map(words.move, item.shown))})
    return _Question((rules_text(board.rules, words), board_text(board, words), request), item.answer, facts)


def _card(task: Task, _: str, number: int, level: Level | None, draws: Draws, words: Wording) -> _Question | None:
    """Return a question about a card of Skat; `None` if the deal has none of this kind and level."""
    if level is None:
        return None
    item = skat_tasks.make(number, level, draws, is_open=task.is_open)
    if item is None:
        return None
    played = list(map(str, item.session.played))
    facts = {"level": level.value, "played": played, "good": item.good, "legal": item.legal}
    parts = skat_tasks.text(item, words, is_open=task.is_open), task.request.format_map(words.names)
    return _Question(parts, item.good[:1], facts)


def _level(position: Position) -> Level | None:
    try:
        return levels.level(position, LIMIT).level
    except UnsupportedRulesError:
        return None


def create_dataset(
    name: str,
    seed: int = 1,
    size: int = 100,
    *,
    game: str | None = None,
    level: Level | str | None = None,
    disguised: bool = False,
    split: str = "train",
    secret: str = "",
) -> Dataset:
    """Return a data set of a task of `TASKS`; its items are dicts with `question`, `answer` and `metadata`.

    Items depend on the options alone, not on *size* or the machine. A *disguised* item asks the same question with
    other names and symbols. *split* is `train`, `test`, or with a *secret* `held-out`. Raises `ChoiceError`,
    `NumberRangeError`, and `UnsupportedRulesError` for a *game* that the task or a *level* does not fit.

    >>> data = create_dataset("skat_open", seed=42, size=3)
    >>> [score_answer(entry["answer"], entry) for entry in data]
    [1.0, 1.0, 1.0]
    """
    if name not in TASKS:
        raise ChoiceError("task", name, TASKS)
    if type(size) is not int or size < 0:
        raise NumberRangeError(size, "a number of items, 0 or more")
    check_split(split, secret)
    wanted_level = None if level is None else choice_named(Level, level)
    task = TASKS[name]
    if task.game == _SKAT:
        if game not in (None, _SKAT):
            raise ChoiceError("game", game, [_SKAT])
        return Dataset(name, seed, size, _SKAT, wanted_level, disguised, split, secret)
    rules = game_named(game or task.game)
    require(rules)
    if name == "score":
        if not rules.is_scored:
            raise UnsupportedRulesError(rules.title, "has no score")
    else:
        levels.require(rules)
    if wanted_level is not None:
        levels.require(rules)
    return Dataset(name, seed, size, rules.game, wanted_level, disguised, split, secret)


def score_answer(answer: object, entry: dict[str, Any]) -> float:
    """Return the score of an answer to an item, from 0 to 1; anything that is not an answer scores 0.

    The answer is the text alone, without reasoning around it.
    """
    metadata = entry["metadata"]
    task = TASKS[metadata["task"]]
    return task.score(_words(answer, task, metadata), metadata)


def step_rewards(answer: object, entry: dict[str, Any]) -> list[float]:
    """Return a reward for each move of an answer: 1 if it keeps the win or the best score, else 0.

    A move to a position that occurred before gets 0. The list ends with the first illegal move. Empty for tasks whose
    answers are not moves.
    """
    metadata = entry["metadata"]
    task = TASKS[metadata["task"]]
    if task.kind != "moves":
        return []
    moves = [word for word in _words(answer, task, metadata) if word != END]
    session, legal = patience_tasks.played(moves, metadata)
    start, *others = session.positions()
    rewards = [*map(MoveRewards(start).next, others)]
    return rewards if legal else [*rewards, 0.0]


def _words(answer: object, task: Task, metadata: dict[str, Any]) -> list[str]:
    """Return the plain words of an answer."""
    if not isinstance(answer, str) or len(answer) > LONGEST_ANSWER:
        return []
    return wording_of(metadata["disguise"]).read(task.kind, answer.split())


@lru_cache(maxsize=256)
def wording_of(seed: int | None) -> Wording:
    """Return the wording of items with a disguise, or the plain one."""
    return Wording(seed)


def answer_of(words: Sequence[str], entry: dict[str, Any]) -> str:
    """Return an answer to an item from plain words, in the item's own names and symbols."""
    metadata = entry["metadata"]
    wording, kind = wording_of(metadata["disguise"]), TASKS[metadata["task"]].kind
    return " ".join(wording.word(kind, word) for word in words)


def as_row(entry: dict[str, Any]) -> tuple[str, str, str]:
    """Return an item with its metadata as JSON."""
    return entry["question"], entry["answer"], json.dumps(entry["metadata"])


def write_parquet(data: Dataset, stream: Sink) -> None:
    """Write a data set as a Parquet file with three columns of texts; a `DependencyError` without pyarrow."""
    writer = ListWriter(stream, dict.fromkeys(("question", "answer", "metadata"), "string"))
    writer.write([as_row(entry) for entry in data])
    writer.close({"kiebitz": kiebitz.__version__})
