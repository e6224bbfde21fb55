"""Choose last moments for the page: `python research/last_moments.py --output src/kiebitz/web/static/moments.json`.

A player without a plan (that of `kiebitz difficulty`, with one move ahead) plays winnable deals until it loses. The
moment is the position two moves before the move that lost the win, if a short line wins from there. Its share is that
of 200 games of both such players from there; bands divide the moments by it, and each keeps the first ones found.
`--check` plays other games from the moments chosen and prints the share of each band.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from kiebitz.analysis.analyst import losing_move
from kiebitz.analysis.difficulty import AHEAD
from kiebitz.analysis.encoding import encode_play
from kiebitz.analysis.limits import Limit
from kiebitz.analysis.solving import short
from kiebitz.kernel.host import call
from kiebitz.patience import Autoplay
from kiebitz.patience.encoding import encode_position, encode_rules
from kiebitz.patience.games import game
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.session import Session
from kiebitz.studies.sample_statistics import Sample

if TYPE_CHECKING:
    from kiebitz.patience.position import Position

#: Games, each with its rules and with the moments wanted for each band.
GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("freecell", {}, 4),
    ("freecell", {"cells": 3}, 2),
    ("freecell", {"cells": 2}, 2),
    ("bakers_game", {}, 2),
]
#: The bands by the share of games won from a moment, up to and excluding the second number.
BANDS = {"easy": (0.35, 0.8), "medium": (0.1, 0.3), "hard": (0.0, 0.06)}
BEFORE = 2  # moves before the one that lost
LONGEST = 30  # moves of the line that wins
PLAYED = 100  # games of each player
MOST = 200  # moves of a game, as in the kernel
LIMIT = Limit(states=200_000)


def points(position: Position) -> int:
    """Return the player's points for a position (`native/include/kiebitz/difficulty.hpp`)."""
    rules = position.rules
    total = sum(position.foundations) + sum(card is None for card in position.cells)
    for column in position.columns:
        total += not column
        for index, card in enumerate(column[1:], 1):
            total += card in rules.builds[column[index - 1]]
            total -= any(rules.heights[lower] < rules.heights[card] for lower in column[:index])
    return total


def play(session: Session, chance: Random) -> None:
    """Play until no new position is left."""
    seen = {session.position}
    for _ in range(MOST):
        best: list[tuple[int, Any]] = []
        for move in session.legal_moves:
            trial = Session(session.position, autoplay=session.autoplay)
            trial.push(move)
            if trial.position not in seen:
                best.append((points(trial.position), move))
        if not best or session.is_won:
            return
        most = max(value for value, _ in best)
        session.push(chance.choice([move for value, move in best if value == most]))
        seen.add(session.position)


def share(position: Position, seed: int) -> float:
    """Return the share of games that players without a plan win from a position."""
    question = encode_rules(position.rules), encode_position(position), *encode_play(position.rules, Autoplay.SAFE)
    won: int = sum(call("greedy_games", *question, ahead, PLAYED, seed)[0] for ahead in AHEAD)
    return won / (len(AHEAD) * PLAYED)


def moment(name: str, changes: dict[str, Any], number: int) -> tuple[str, str, str] | None:
    """Return the band, the link and the line that wins for a deal, or None without a moment."""
    session = Session.new(name, number, rules=game(name).with_(**changes), autoplay=Autoplay.SAFE)
    play(session, Random(number))
    if session.is_won:
        return None
    loss = losing_move(session, LIMIT)
    if loss is None or not loss.certain or loss.ply <= 2 * BEFORE:
        return None
    while session.ply > loss.ply - 1 - BEFORE:
        session.undo()
    before = Session(session.start, autoplay=Autoplay.SAFE, deal=session.deal)  # without the rest of the game
    for move in session.moves:
        before.push(move)
    share_won = share(before.position, 1)
    band = next((name for name, (least, most) in BANDS.items() if least <= share_won < most), None)
    line = short(before.position, LIMIT, Autoplay.SAFE)
    if band is None or not 0 < len(line.moves) <= LONGEST or line.autoplay is not Autoplay.SAFE:
        return None
    return band, write_link(before), " ".join(line.line.words())


def check(file: Path) -> None:
    """Print the percentage of games won anew for each band."""
    percent: dict[str, Counter[int]] = defaultdict(Counter)
    for one in json.loads(file.read_text("utf-8")):
        percent[one["band"]][round(100 * share(read_link(one["link"]).position, 617))] += 1
    for band, values in percent.items():
        sample = Sample.of(values)
        print(f"{band}: {sample.count} moments, {sample.mean:.1f} ± {sample.half_width:.1f} %")


def main() -> None:
    """Choose moments, or check those of a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    if args.check:
        check(args.output)
        return
    chosen = []
    for name, changes, wanted in GAMES:
        missing = dict.fromkeys(BANDS, wanted)
        number = 0
        while any(missing.values()):
            number += 1
            answer = moment(name, changes, number)
            if answer is not None and missing[answer[0]]:
                missing[answer[0]] -= 1
                chosen.append(dict(zip(("band", "link", "line"), answer, strict=True)))
                print(*answer, flush=True)
    rows = sorted(chosen, key=lambda one: list(BANDS).index(one["band"]))
    text = ",\n".join(json.dumps(row) for row in rows)
    args.output.write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
