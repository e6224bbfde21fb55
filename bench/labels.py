"""A check of data set labels: an independent analyst searches each position and move again.

    kiebitz dataset 2000001-2001000 --jobs 0 --output build/labels/freecell.parquet
    python bench/labels.py build/labels/*.parquet

Replays the walks, so boards and moves are checked too. A label that is open where the light is not, or that contradicts
it, is a difference; labels known only from the walk are counted. Exits with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from time import process_time
from typing import TYPE_CHECKING, Any

import pyarrow.parquet

from kiebitz.analysis.analyst import Analyst
from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.patience.notation import parse_board
from kiebitz.patience.referee import legal_moves
from kiebitz.patience.rule_options import Autoplay
from kiebitz.patience.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.analysis.answers import Answer

_LABELS = {Verdict.SOLVED: 1, Verdict.IMPOSSIBLE: 0, Verdict.UNDECIDED: -1}


def main() -> int:
    """Compare the files of the command line and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE.parquet")
    total: Counter[str] = Counter()
    for name in parser.parse_args().files:
        start, counts = process_time(), Counter[str]()
        for result in compare_file(name):
            counts[result] += 1
        print(f"{name}: {summary(counts)}, {process_time() - start:.0f} s of CPU time", flush=True)
        total += counts
    print(f"all: {summary(total)}")
    return 1 if total["differs"] else 0


def summary(counts: Counter[str]) -> str:
    """Return counts as text."""
    labels = sum(counts.values()) - counts["board"]
    return (
        f"{counts['board']:,} positions, {labels:,} labels, {counts['differs']:,} differ, "
        f"{counts['open']:,} open in both, {counts['known']:,} known from the walk alone"
    )


def compare_file(name: str) -> Iterator[str]:
    """Yield `board` for each position of a file, and the result of comparing each of its labels."""
    with pyarrow.parquet.ParquetFile(name) as file:
        metadata = json.loads(file.metadata.metadata[b"kiebitz"])
        limit = Limit(states=metadata["limit_states"])
        session = None
        for batch in file.iter_batches():
            for row in batch.to_pylist():
                if session is None or row["ply"] == 0:
                    autoplay = Autoplay(metadata["autoplay"])
                    session = Session.new(
                        metadata["game"], row["deal"], numbering=metadata["numbering"], autoplay=autoplay
                    )
                yield from _row(row, session, limit)
                if row["played"] is not None:
                    session.play(row["moves"][row["played"]])


def _row(row: dict[str, Any], session: Session, limit: Limit) -> Iterator[str]:
    position = session.position
    if parse_board(row["board"], session.rules, "columns").position() != position:
        raise SystemExit(f"deal {row['deal']}, ply {row['ply']}: another board")
    if [session.parse(word) for word in row["moves"]] != list(legal_moves(position, distinct=True)):
        raise SystemExit(f"deal {row['deal']}, ply {row['ply']}: other moves")
    yield "board"
    answer = Analyst().status(position, limit)
    yield _compare(_LABELS[Verdict(row["verdict"])], _LABELS[answer.verdict])
    for word, label in zip(row["moves"], row["keeps"], strict=True):
        session.play(word)
        after = Analyst().status(session.position, limit)
        session.undo()
        yield _compare(label, _label(row, after))


def _label(row: dict[str, Any], after: Answer) -> int:
    """Return the light's label of a move: whether it keeps the win, or the best score known before."""
    if row["score"] is None or after.score is None or after.bound is None:
        return _LABELS[after.verdict]
    if row["score"] != row["bound"]:
        return -1
    return 1 if after.score >= row["score"] else 0 if after.bound < row["score"] else -1


def _compare(label: int, light: int) -> str:
    if label == light:
        return "open" if label == -1 else "equal"
    return "known" if light == -1 else "differs"


if __name__ == "__main__":
    raise SystemExit(main())
