"""Announcements of the engine's standard level: their times, and their worth by other worlds.

    python bench/skat_announcements.py FILE --deals 400
    python bench/skat_announcements.py FILE --before OLDER

Three players of the level bid, and the declarer with twelve cards announces. The contract and its discard are then
judged on 400 worlds of another seed: their worth is the declarer's mean of Seeger-Fabian points. The file gets a line
per deal; a run resumes where the last one stopped. `--before` compares it with a file that another version wrote.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from kiebitz.analysis.skat.players import Engine, step
from kiebitz.analysis.skat.world_outcomes import Tally
from kiebitz.analysis.skat.worlds import DeclarerKnowledge, Entry, Task, judge
from kiebitz.skat.session import Session, Stage
from measuring.resumable import read_rows, rows_to_continue
from skat_tournament import deal, interval

_WORLDS = 400


def main() -> None:
    """Write the lines that the file lacks, and print a report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--deals", type=int, default=0)
    parser.add_argument("--seed", type=int, default=35_320_001)
    parser.add_argument("--before", type=Path, help="the file of another version, for the same deals")
    args = parser.parse_args()
    rows = rows_to_continue(args.file)
    with args.file.open("a") as file:
        for number in range(len(rows), args.deals):
            rows.append(_announcement(args.seed, number))
            file.write(json.dumps(rows[-1]) + "\n")
            file.flush()
    seconds = [row["seconds"] for row in rows if row]
    print(f"{len(seconds)} announcements: median {1000 * median(seconds):.0f} ms of CPU, at most {max(seconds):.2f} s")
    if args.before:
        _compare(rows, read_rows(args.before))


def _announcement(seed: int, number: int) -> dict[str, Any]:
    """Return the announcement of a deal, its CPU time and its worth; nothing unless a declarer takes up the skat."""
    player = Engine(seed=seed)
    session = Session(deal(seed, number))
    while session.turn is not None and session.stage in (Stage.BIDDING, Stage.SKAT):
        step(session, player)
    if session.turn is None or session.stage is not Stage.ANNOUNCEMENT:
        return {}
    view = session.view(session.turn)
    start = process_time()
    step(session, player)
    seconds = process_time() - start
    contract, discard = session.contract, session.discard
    assert contract is not None
    assert discard is not None
    knowledge = DeclarerKnowledge(view.hand, view.seat)
    task = Task(knowledge, (Entry(contract, discard),), seed + 1 + number, 0, detail=False)
    (kinds,) = judge(task, 0, _WORLDS - 1).tallies
    worth = Tally(contract, view.hand, kinds, view.seat).expected(session.auction.bid, tournament=True)
    return {
        "deal": number,
        "seconds": round(seconds, 4),
        "contract": str(contract),
        "discard": " ".join(map(str, discard)),
        "worth": worth,
    }


def _compare(rows: list[dict[str, Any]], before: list[dict[str, Any]]) -> None:
    pairs = [(new, old) for new, old in zip(rows, before, strict=False) if new and old]
    games = sum(new["contract"] != old["contract"] for new, old in pairs)
    discards = sum((new["contract"], new["discard"]) != (old["contract"], old["discard"]) for new, old in pairs)
    gain, half = interval([new["worth"] - old["worth"] for new, old in pairs])
    print(f"{len(pairs)} pairs: another contract in {games}, another contract or discard in {discards}")
    print(f"worth: {gain:+.2f} Seeger-Fabian points, 95 % {gain - half:+.2f} to {gain + half:+.2f}")


if __name__ == "__main__":
    main()
