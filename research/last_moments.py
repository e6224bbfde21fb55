"""Choose last moments for the page: `python research/last_moments.py --output src/kiebitz/web/static/moments.json`.

A player without a plan (that of `kiebitz difficulty`, with one move ahead) takes over winnable games shortly before
their end. Where it loses, the moment is the position two moves before the move that lost the win, if a short line wins
from there. Its share is that of 200 games of such players, with one and with two moves ahead, from there; bands divide
the moments by it, and each keeps the first ones found, at most one of a deal. `--check` plays other games from the
moments chosen and prints the share of each band, and the moves of the lines for each game.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any

from kiebitz.analysis.analyst import losing_move
from kiebitz.analysis.difficulty import AHEAD, greedy_line
from kiebitz.analysis.encoding import encode_play
from kiebitz.analysis.limits import Limit
from kiebitz.analysis.solving import short, solve
from kiebitz.kernel.host import call
from kiebitz.patience import Autoplay
from kiebitz.patience.encoding import encode_position, encode_rules
from kiebitz.patience.games import game
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.session import Session
from kiebitz.studies.sample_statistics import Sample

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position


@dataclass(frozen=True)
class Wanted:
    """A game with changes to its rules, and the moments wanted for each band."""

    name: str
    count: int
    changes: dict[str, Any] = field(default_factory=dict)


GAMES = [
    Wanted("freecell", 16),
    Wanted("freecell", 8, {"cells": 3}),
    Wanted("freecell", 8, {"cells": 2}),
    Wanted("bakers_game", 8),
]
#: The bands by the share of games won from a moment, up to and excluding the second number.
BANDS = {"easy": (0.22, 0.45), "medium": (0.08, 0.2), "hard": (0.0, 0.04)}
BEFORE = 2  # moves before the one that lost
LINE = range(6, 17)  # moves of the line that wins
PLAYED_BEFORE = 60  # moves of the deal at most, because the file holds them
TAKEN_OVER = range(24, 9, -2)  # moves of the solver's line that are left when the player takes over
DEALS = 4000  # searched at most
PLAYED = 100  # games of each player
PROBED = 5  # games of each player, enough to pass over starts that nearly all of them win
LIMIT = Limit(states=200_000)


def share(position: Position, seed: int, played: int = PLAYED) -> float:
    """Return the share of games that players without a plan win from a position."""
    question = encode_rules(position.rules), encode_position(position), *encode_play(position.rules, Autoplay.SAFE)
    won: int = sum(call("greedy_games", *question, ahead, played, seed)[0] for ahead in AHEAD)
    return won / (len(AHEAD) * played)


def played_on(session: Session, moves: Iterable[Move]) -> Session:
    """Return a copy of a game with moves played on."""
    copy = Session(session.start, autoplay=session.autoplay, deal=session.deal)
    for move in (*session.moves, *moves):
        copy.push(move)
    return copy


def moments(wanted: Wanted, number: int) -> Iterator[tuple[str, str, str]]:
    """Yield the band, the link and the line that wins for each moment of a deal."""
    rules = game(wanted.name).with_(**wanted.changes)
    session = Session.new(wanted.name, number, rules=rules, autoplay=Autoplay.SAFE)
    moves = solve(session, LIMIT).moves
    for left in TAKEN_OVER:
        if not 0 < len(moves) - left < PLAYED_BEFORE:
            continue
        start = played_on(session, moves[:-left])
        if share(start.position, number, PROBED) > 2 * BANDS["easy"][1]:
            continue
        lost = played_on(start, greedy_line(start, 1, seed=number).moves)
        loss = None if lost.is_won else losing_move(lost, LIMIT)
        if loss is None or not loss.certain or not 2 * BEFORE < loss.ply <= PLAYED_BEFORE:
            continue
        before = played_on(session, lost.moves[: loss.ply - 1 - BEFORE])
        if len(solve(before, LIMIT).moves) > 2 * LINE.stop:
            continue
        line = short(before, LIMIT)
        if len(line.moves) not in LINE or line.autoplay is not Autoplay.SAFE:
            continue
        share_won = share(before.position, 1)
        for band, (least, most) in BANDS.items():
            if least <= share_won < most:
                yield band, write_link(before), " ".join(line.line.words())


def chosen(wanted: Wanted) -> list[dict[str, str]]:
    """Return the moments of a game, at most one of a deal."""
    missing = dict.fromkeys(BANDS, wanted.count)
    rows = []
    for number in range(1, DEALS + 1):
        for band, link, line in moments(wanted, number):
            if missing[band]:
                missing[band] -= 1
                rows.append({"band": band, "link": link, "line": line})
                print(*rows[-1].values(), flush=True)
                break
        if not any(missing.values()):
            break
    return rows


def check(file: Path) -> None:
    """Print the percentage of games won anew for each band, and the moves of the lines for each game."""
    percent: dict[str, Counter[int]] = defaultdict(Counter)
    moves: dict[str, list[int]] = defaultdict(list)
    for one in json.loads(file.read_text("utf-8")):
        position = read_link(one["link"]).position
        percent[one["band"]][round(100 * share(position, 617))] += 1
        moves[re.sub("&deal=[0-9]+|&moves=.*", "", one["link"])].append(len(one["line"].split()))
    for band, values in percent.items():
        sample = Sample.of(values)
        print(f"{band}: {sample.count} moments, {sample.mean:.1f} ± {sample.half_width:.1f} %, at most {max(values)} %")
    for name, lengths in moves.items():
        print(f"{name}: {len(lengths)} lines, {min(lengths)} to {max(lengths)} moves, mean {mean(lengths):.1f}")


def main() -> None:
    """Choose moments, or check those of a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    if args.check:
        check(args.output)
        return
    with ProcessPoolExecutor(2) as pool:
        rows = [row for of_game in pool.map(chosen, GAMES) for row in of_game]
    rows.sort(key=lambda one: list(BANDS).index(one["band"]))
    text = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    args.output.write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
