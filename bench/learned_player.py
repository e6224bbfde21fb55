"""A player that learned from `kiebitz dataset`: it makes the move that most likely keeps the win, without any search.

    kiebitz dataset 2000001-2004000 --positions 20 --output train.parquet
    kiebitz bench win plan --game freecell --size 200 --output questions.jsonl
    python bench/learned_player.py train.parquet questions.jsonl > answers.jsonl
    kiebitz bench --answers answers.jsonl

It needs scikit-learn and pyarrow. Questions come from all deals up to 2**33, so that almost none was learned from.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz import Autoplay, Session, game
from kiebitz.bench import patience_tasks
from kiebitz.bench.dataset import TASKS, answer_of
from kiebitz.bench.patience_tasks import PLANNED
from kiebitz.bench.wording import END
from kiebitz.patience.notation import parse_board
from kiebitz.patience.piles import PileKind
from kiebitz.patience.referee import legal_moves, unchecked

if TYPE_CHECKING:
    from sklearn.ensemble import HistGradientBoostingClassifier

    from kiebitz import Move, Position

MOST_MOVES = 200


def board_figures(position: Position) -> list[float]:
    """Return a board in figures: open places, cards home, order in the columns, cards above those needed next."""
    home = position.foundations
    joined = above_lower = above_next = 0
    for cards in position.columns:
        lowest = 14
        for place, card in enumerate(cards):
            if place and card in position.rules.builds[cards[place - 1]]:
                joined += 1
            above_lower += card.rank > lowest
            lowest = min(lowest, card.rank)
            if card.rank == home[card.suit] + 1:
                above_next += len(cards) - 1 - place
    free = sum(card is None for card in position.cells)
    empty = sum(not cards for cards in position.columns)
    return [free, empty, sum(home), min(home), max(home), joined, above_lower, above_next]


def move_figures(position: Position, before: list[float], move: Move) -> list[float]:
    """Return a move in figures: its kind, the board after it, and the differences."""
    after = board_figures(unchecked(position, move))
    kinds = (PileKind.COLUMN, PileKind.CELL, PileKind.FOUNDATION)
    kind = [*(move.source.kind is kind for kind in kinds), *(move.target.kind is kind for kind in kinds)]
    difference = [new - old for new, old in zip(after, before, strict=True)]
    return [*kind, move.count, *after, *difference]


def figures(position: Position, moves: list[Move]) -> list[list[float]]:
    """Return the figures of all moves."""
    before = board_figures(position)
    return [move_figures(position, before, move) for move in moves]


def learned(file: Path) -> HistGradientBoostingClassifier:
    """Return a model of whether a move keeps the win, learned from positions where some moves do and some do not."""
    import numpy as np
    import pyarrow.parquet
    from sklearn.ensemble import HistGradientBoostingClassifier

    rows, labels = [], []
    for row in pyarrow.parquet.read_table(file).to_pylist():
        if {0, 1} <= set(row["keeps"]):
            position = parse_board(row["board"], game("freecell")).position()
            session = Session(position, autoplay=Autoplay.NONE)
            rows += figures(position, [session.parse(word) for word in row["moves"]])
            labels += [keeps == 1 for keeps in row["keeps"]]
    print(f"{len(rows):,} moves", file=sys.stderr)
    model = HistGradientBoostingClassifier(max_iter=300, random_state=1)
    return model.fit(np.array(rows, np.float32), labels)


def line(model: HistGradientBoostingClassifier, session: Session, most: int) -> list[str]:
    """Return the moves of a game in which no position comes twice."""
    import numpy as np

    met = {session.position}
    while session.ply < most and not session.is_won:
        position = session.position
        moves = [move for move in legal_moves(position, distinct=True) if unchecked(position, move) not in met]
        if not moves:
            break
        chances = model.predict_proba(np.array(figures(position, moves), np.float32))[:, 1]
        session.push(moves[int(np.argmax(chances))])
        met.add(session.position)
    return session.words()


def answer(model: HistGradientBoostingClassifier, entry: dict[str, Any]) -> str:
    """Return an answer of moves, or whether the game that the player plays is won."""
    metadata = entry["metadata"]
    is_plan = metadata["task"] == "plan"
    session = patience_tasks.session_of(metadata)
    words = line(model, session, session.ply + PLANNED if is_plan else MOST_MOVES)
    if TASKS[metadata["task"]].kind == "word":
        return answer_of(["winnable" if session.is_won else "lost"], entry)
    return answer_of([*words, END], entry)


def main() -> None:
    """Learn from a data set and answer the questions of a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, metavar="DATA", help="a file of kiebitz dataset")
    parser.add_argument("questions", type=Path, metavar="QUESTIONS", help="a file of kiebitz bench --output")
    args = parser.parse_args()
    model = learned(args.data)
    for text in args.questions.read_text("utf-8").splitlines():
        entry = json.loads(text)
        print(json.dumps({**entry, "answer": answer(model, entry)}))


if __name__ == "__main__":
    main()
