"""A question of another package: registered, run by several processes, reported, refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kiebitz.patience.dealing import deal
from kiebitz.patience.referee import legal_moves
from kiebitz.studies import questions
from kiebitz.studies.columns import COLUMNS, LIMIT_HIT, VERDICT, Column
from kiebitz.studies.questions import Question
from kiebitz.studies.study import Deals, Study
from outside_question import FirstMoves

if TYPE_CHECKING:
    from collections.abc import Iterator

# A separate program, whose workers know the question only from their jobs.
PROGRAM = """
import sys
from kiebitz.cli import main
from kiebitz.studies import questions
from outside_question import FirstMoves
if __name__ == "__main__":
    questions.register(FirstMoves())
    sys.exit(main(sys.argv[1:]))
"""


def program(*arguments: object) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent.parent), *sys.path])}
    command = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


@pytest.mark.parametrize("jobs", [1, 2])
def test_from_run_to_report(tmp_path: Path, jobs: int) -> None:
    folder = tmp_path / "study"
    outcome = program("study", "run", "--question", "first_moves", "--deals", "1-200", "-o", folder, "--jobs", jobs)
    assert outcome.startswith(f"FreeCell, study in '{folder}': 200 solved, 0 impossible, 0 undecided\n")
    counts = [len(list(legal_moves(deal(number)))) for number in range(1, 201)]
    output = json.loads(program("study", "report", folder, "--json"))
    assert (output["question"], output["deals"], output["finished"]) == ("first_moves", 200, True)
    (cell,) = output["cells"]
    assert cell["openings"]["mean"] == sum(counts) / 200
    assert cell["openings"]["most"] == max(counts) == counts[cell["openings"]["most_deal"] - 1]
    text = program("study", "report", folder, "--where", "openings>3", "--plot", tmp_path / "plots")
    assert "how many moves do they offer at first?" in text
    assert "cells  openings: mean" in text
    assert (tmp_path / "plots" / "openings.png").exists()
    # A program without the question reports that in one line.
    command = [sys.executable, "-m", "kiebitz", "study", "report", str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    known = "difficulty, score, shortest, skat, solve"
    assert ran.stderr.endswith(f"unknown question 'first_moves'; expected one of: {known}\n")
    assert ran.stderr.count("\n") == 1


@pytest.fixture
def registered() -> Iterator[None]:
    questions.register(FirstMoves())
    yield
    del questions._others["first_moves"]


@pytest.mark.usefixtures("registered")
def test_it_is_one_of_them() -> None:
    questions.register(FirstMoves())  # repeatedly
    assert questions.names() == ["difficulty", "first_moves", "score", "shortest", "skat", "solve"]
    assert Study("freecell", Deals(1, 2), "first_moves").asks.asks == "how many moves does it offer at first?"


class Wrong(Question):
    name = "wrong"
    columns: tuple[Column, ...] = (VERDICT, LIMIT_HIT)


class Taken(Wrong):
    name = "solve"


class OtherType(Wrong):
    columns = (VERDICT, LIMIT_HIT, Column("moves", "uint8", "moves"))


class NoVerdict(Wrong):
    columns = (LIMIT_HIT,)


@pytest.mark.parametrize(
    ("question", "message"),
    [(Taken(), "another question"), (OtherType(), "expected 'uint16'"), (NoVerdict(), "no column 'verdict'")],
)
def test_questions_that_do_not_fit_are_refused(question: Question, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        questions.register(question)
    assert "wrong" not in questions.names()


@pytest.mark.parametrize("name", ["solve", "score", "shortest", "skat"])
def test_those_of_the_package_say_all_that_is_asked(name: str) -> None:
    question = questions.named(name)
    assert question.name == name
    assert all((question.asks, question.headline, question.game, question.numbering))
    kinds = {column.name: column.kind for column in COLUMNS}
    assert all(kinds.get(column.name, column.kind) == column.kind for column in question.columns)
    assert all(column.meaning for column in question.columns)
