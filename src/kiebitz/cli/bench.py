"""`kiebitz bench`: let players answer the benchmark's questions, grade answers, or write the questions."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz.cli import output
from kiebitz.cli.commands import INTERRUPTED
from kiebitz.cli.deal_argument import LEVELS
from kiebitz.cli.parser import amount, file_name, name_in, whole
from kiebitz.cli.progress import Progress
from kiebitz.cli.signals import stopped_in_two_steps
from kiebitz.errors import FileError, InputError, KiebitzError, counted, reason_of, shown

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from kiebitz.bench.dataset import Dataset
    from kiebitz.cli.parser import Parser

DESCRIPTION = "Let players answer the questions of the benchmark, grade your program's answers, or write the questions."
EPILOG = """\
examples:
  kiebitz bench                                  # all players, 20 questions of each task
  kiebitz bench lost plan --size 200 --level hard
  kiebitz bench win --size 100 --disguised --output win.jsonl
  kiebitz bench --answers answers.jsonl          # the same lines, each with your program's "answer"

Tasks: win, lost, losing_move, shortest, plan, score, skat_open, skat_fair. Players: random; greedy1 and greedy2, which
play patiences without a plan, looking one or two moves ahead; thumb, which plays Skat by rules of thumb; and analyst,
whose answer comes with the question. The table has the mean score of each player, from 0 to 1, with its 95 % interval.
docs/bench.md explains the tasks and scores.

--json prints: results (objects with task, player, questions, score, low, high); with --output: output (name of the
file), questions (their number)

Exit codes: 0 finished, 2 bad usage or input, 130 interrupted: the table is that of the questions so far
"""
TASKS = ("win", "lost", "losing_move", "shortest", "plan", "score", "skat_open", "skat_fair")
PLAYERS = ("random", "greedy1", "greedy2", "thumb", "analyst")
_SCALE = 10**6  # scores are whole numbers of this, so that sums are exact


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz bench`."""
    parser.add_argument("tasks", nargs="*", metavar="TASK", type=name_in(*TASKS), help="a task (default: all)")
    parser.add_argument("--player", action="append", type=name_in(*PLAYERS), help="a player (default: all); repeatable")
    parser.add_argument("--size", type=amount, default=20, metavar="N", help="questions of each task (default 20)")
    parser.add_argument("--seed", type=whole, default=1, metavar="N", help="the choice of questions (default 1)")
    parser.add_argument("--game", metavar="NAME", help="the game of the deals (default: that of the task)")
    parser.add_argument("--level", type=name_in(*LEVELS), help="only deals of this level: easy, medium, hard, expert")
    parser.add_argument("--disguised", action="store_true", help="use other names and symbols in each question")
    parser.add_argument(
        "--split", type=name_in("train", "test", "held-out"), default="train", help="train, test or held-out"
    )
    parser.add_argument("--secret", default="", metavar="TEXT", help="the text that selects deals of held-out")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "-o", "--output", metavar="FILE", type=file_name, help="write the questions: JSON lines, or NAME.parquet"
    )
    what.add_argument("--answers", metavar="FILE", type=file_name, help="grade the answers of a file of JSON lines")
    parser.add("json")


def run(args: Namespace) -> int:
    """Play, grade or write."""
    if args.answers:
        return _grade(args)
    from kiebitz.bench import create_dataset

    sets = [
        create_dataset(
            name, args.seed, args.size, game=args.game, level=args.level,
            disguised=args.disguised, split=args.split, secret=args.secret,
        )
        for name in args.tasks or TASKS
    ]  # fmt: skip
    return _write(args, sets) if args.output else _play(args, sets)


def _play(args: Namespace, sets: Sequence[Dataset]) -> int:
    from kiebitz.bench import score_answer
    from kiebitz.bench.players import PLAYERS as PLAYER

    scores: dict[tuple[str, str], Counter[int]] = {}
    stopped = False

    def stop() -> None:
        nonlocal stopped
        stopped = True

    with stopped_in_two_steps(stop), Progress(sum(map(len, sets)), "questions") as progress:
        for done, entry in enumerate(entry for data in sets for entry in data):
            if stopped:
                break
            progress.update(done, entry["metadata"]["task"])
            for name in args.player or PLAYERS:
                answer = PLAYER[name].answer(entry)
                if answer is not None:
                    score = round(_SCALE * score_answer(answer, entry))
                    scores.setdefault((entry["metadata"]["task"], name), Counter())[score] += 1
    _report(args, scores)
    return INTERRUPTED if stopped else 0


def _grade(args: Namespace) -> int:
    from kiebitz.bench import score_answer

    scores: dict[tuple[str, str], Counter[int]] = {}
    for line, entry in _lines(args.answers):
        try:
            score = score_answer(entry["answer"], entry)
            task = str(entry["metadata"]["task"])
        except (KeyError, TypeError, ValueError, AttributeError, KiebitzError):
            fault = f"line {line} is not an answer to a question"
            raise FileError(args.answers, f"{fault}; expected metadata as written by --output, and answer") from None
        scores.setdefault((task, "answers"), Counter())[round(_SCALE * score)] += 1
    _report(args, scores)
    return 0


def _lines(name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of a file of JSON lines, with the numbers of their lines."""
    try:
        with Path(name).open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, json.loads(line)
    except OSError as error:
        raise FileError(name, f"cannot be read: {reason_of(error)}") from None
    except (ValueError, RecursionError) as error:
        raise FileError(name, f"is not a file of JSON lines: {error}") from None


def _report(args: Namespace, scores: dict[tuple[str, str], Counter[int]]) -> None:
    from kiebitz.studies.sample_statistics import Sample

    rows = []
    for (task, player), histogram in scores.items():
        sample = Sample.of(histogram)
        low, high = (round(border / _SCALE, 4) for border in sample.interval_within(0, _SCALE) or (0, _SCALE))
        rows.append((task, player, sample.count, round((sample.mean or 0) / _SCALE, 4), low, high))
    if args.json:
        names = ("task", "player", "questions", "score", "low", "high")
        output.write_json({"results": [dict(zip(names, row, strict=True)) for row in rows]})
        return
    table = [("task", "player", "questions", "score", "95 % interval")]
    for task, player, count, score, low, high in rows:
        table.append((task, player, f"{count:,}", f"{score:.3f}", f"{low:.3f} to {high:.3f}"))
    output.write("\n".join(output.aligned(table, left=(0, 1))) + "\n")


def _write(args: Namespace, sets: Sequence[Dataset]) -> int:
    from kiebitz.bench.dataset import write_parquet

    with output.File(args.output, binary=True) as file, Progress(sum(map(len, sets)), "questions") as progress:
        if args.output.endswith(".parquet"):
            if len(sets) != 1:
                raise InputError("", f"{shown(args.output)} holds one task", "one TASK, or a file of JSON lines")
            write_parquet(sets[0], file)
        else:
            for done, entry in enumerate(entry for data in sets for entry in data):
                progress.update(done, entry["metadata"]["task"])
                file.write((json.dumps(entry, ensure_ascii=False) + "\n").encode())
    questions = sum(map(len, sets))
    if args.json:
        output.write_json({"output": args.output, "questions": questions})
    else:
        output.write(f"{counted(questions, 'question')} in {args.output}\n")
    return 0
