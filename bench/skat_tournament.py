"""A duplicate tournament of Skat players: each deal is played in all seats by both sides; intervals by deals.

    python bench/skat_tournament.py --deals 2000 build/skat/uniform.jsonl strong uniform
    python bench/skat_tournament.py --report build/skat/uniform.jsonl

Of each deal six games are played: each side sits alone in each of the three seats, against two of the other. The file
gets a line a deal, and a run goes on where the one before it stopped, so it may be interrupted at any time. Every game
is written as a record, read again and scored by the official order, and the two scores have to agree.

A side is the name of a level of the engine (beginner, club, strong), `rule` for the rule-of-thumb player, or
`sampling:N` and `listening:N` for the engine with N worlds a card, all equally likely or, for defenders, by what was
said and played.

Six games of a deal have much in common. What the same engine, asked with the same view, answers is found out once, and
counts for every time and for both sides, with the time that it took.

The figure is the mean difference of Seeger-Fabian points, at a table of three, between a player of the one side and one
of the other in the same game, and 36 times that. The interval is that of the mean over deals, which are independent.
Besides, a deal counts as a match that the side with the positive difference wins: what chess players would call its Elo
difference is the one at which the share of matches won, draws by half, is expected.
"""

from __future__ import annotations

import argparse
import json
import sys
from math import log10, sqrt
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.parameters import LEVELS, Level
from kiebitz.analysis.skat.players import Engine, Player, RuleOfThumb, play_out
from kiebitz.cards import PACKS
from kiebitz.deals.shuffles import fisher_yates, nth
from kiebitz.errors import UsageError
from kiebitz.skat.iss import read_game, write_game
from kiebitz.skat.referee import Deal
from kiebitz.skat.score import seeger_fabian
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.cards import Card
    from kiebitz.skat.view import View

_SEED = 2_026_112_2
_NORMAL_95 = 1.959964
_GAMES = 36


def main() -> int:
    """Play, or report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="a line of JSON for each deal")
    parser.add_argument("sides", nargs="*", help="the two sides")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--deals", type=int, default=2000, help="how many")
    parser.add_argument("--seed", type=int, default=_SEED)
    parser.add_argument("--report", action="store_true", help="play nothing")
    args = parser.parse_args()
    if not args.report:
        if len(args.sides) != 2:
            parser.error("two sides expected, such as strong rule")
        run(args.file, args.sides, range(args.first, args.first + args.deals), args.seed)
    print("\n".join(report(args.file)))
    return 0


def side(name: str, seed: int) -> Player:
    """Return a player by the name of its side."""
    kind, _, number = name.partition(":")
    if name == "rule":
        return RuleOfThumb()
    if name in LEVELS:
        return Engine(LEVELS[name], seed)
    if kind in ("sampling", "listening") and number.isdigit():
        return Engine(Level(int(number), listens=kind == "listening"), seed)
    raise UsageError("", f"side {name!r}", f"rule, sampling:N, listening:N or one of {', '.join(LEVELS)}")


class Timed:
    """A player whose cards are counted, with the CPU time that choosing them takes.

    What is found out about a hand for the bidding is kept, and serves the other side too; so the bidding is not timed.
    *known* are the answers given so far with what each took, by all that they depend on.
    """

    def __init__(self, player: Player, known: dict[object, tuple[Card, float]]) -> None:
        self._player, self._known = player, known
        self.bids, self.takes_skat, self.announces = player.bids, player.takes_skat, player.announces
        self.cards, self.seconds = 0, 0.0

    def plays(self, view: View) -> Card:
        """Return the card of the player."""
        key = view, self._depends_on(view)
        if key not in self._known:
            start = process_time()
            card = self._player.plays(view)
            self._known[key] = card, process_time() - start
        card, seconds = self._known[key]
        self.seconds += seconds
        self.cards += 1
        return card

    def _depends_on(self, view: View) -> object:
        if not isinstance(self._player, Engine):
            return None
        level = self._player.level
        return level.worlds, level.listens and not view.is_declarer, level.sure, self._player.seed


def run(file: Path, sides: list[str], deals: range, seed: int) -> None:
    """Play the deals that the file does not have yet."""
    file.parent.mkdir(parents=True, exist_ok=True)
    done = {row["deal"] for row in rows(file)} if file.exists() else set()
    known: dict[object, tuple[Card, float]] = {}
    players = [Timed(side(name, seed), known) for name in sides]
    with file.open("a", encoding="utf-8") as out:
        for index in deals:
            if index in done:
                continue
            known.clear()
            cpu = process_time()
            before = [(player.cards, player.seconds) for player in players]
            games = [one_game(deal(seed, index), players, alone, seat) for alone in (0, 1) for seat in Seat]
            cards = [player.cards - had for player, (had, _) in zip(players, before, strict=True)]
            seconds = [round(player.seconds - had, 4) for player, (_, had) in zip(players, before, strict=True)]
            row = {"deal": index, "sides": sides, "seed": seed, "games": games, "cpu": round(process_time() - cpu, 3)}
            row |= {"cards": cards, "seconds": seconds}
            out.write(json.dumps(row) + "\n")
            out.flush()
            if index % 100 == 99:
                print(f"{index + 1} deals", file=sys.stderr, flush=True)


def deal(seed: int, index: int) -> Deal:
    """Return deal *index* of a seed."""
    cards = fisher_yates(nth(seed, index), PACKS["32"])
    return Deal((cards[:10], cards[10:20], cards[20:30]), cards[30:])


def one_game(dealt: Deal, players: Sequence[Player], alone: int, seat: Seat) -> dict[str, object]:
    """Play a deal with one side alone in a seat, and return what came of it."""
    seats = [alone if one is seat else 1 - alone for one in Seat]
    session = play_out(Session(dealt), [players[which] for which in seats])
    record = session.record()
    again = read_game(write_game(record))
    found = session.score()
    if again.score() != found or again.differences(found) or again.cards != record.cards:
        raise RuntimeError(f"the record is scored otherwise: {write_game(record)}")
    points = seeger_fabian(found)
    gains = [points.declarer if one is session.declarer else points.opponents for one in Seat]
    return {
        "alone": alone,
        "seats": seats,
        "points": gains,
        "declarer": None if session.declarer is None else int(session.declarer),
        "contract": None if session.contract is None else str(session.contract),
        "bid": session.auction.bid,
        "won": None if found is None else found.won,
        "overbid": None if found is None else found.overbid,
        "score": None if found is None else found.score,
    }


def rows(file: Path) -> list[dict[str, object]]:
    """Return the whole lines of a file; the last may have been cut off by a kill."""
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return found


def difference(row: dict[str, object]) -> float:
    """Return by how many points a player of the first side did better than one of the second, in the mean of its games.

    In a game the one who sits alone is compared with the mean of the two others.
    """
    total = 0.0
    games = row["games"]
    assert isinstance(games, list)
    for game in games:
        alone = [gain for gain, who in zip(game["points"], game["seats"], strict=True) if who == game["alone"]]
        others = [gain for gain, who in zip(game["points"], game["seats"], strict=True) if who != game["alone"]]
        better = alone[0] - sum(others) / len(others)
        total += better if game["alone"] == 0 else -better
    return total / len(games)


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and half the width of its 95 % interval."""
    count = len(values)
    mean = sum(values) / count
    spread = sqrt(sum((value - mean) ** 2 for value in values) / max(1, count - 1))
    return mean, _NORMAL_95 * spread / sqrt(count)


def elo(ahead: float, deals: int) -> float:
    """Return the Elo difference at which a share is expected, none nearer to all or nothing than half a deal."""
    ahead = min(max(ahead, 0.5 / deals), 1 - 0.5 / deals)
    return 400 * log10(ahead / (1 - ahead))


def report(file: Path) -> list[str]:
    """Return the figures of a file in words."""
    found = rows(file)
    if not found:
        return ["no deal yet"]
    sides = found[0]["sides"]
    assert isinstance(sides, list)
    values = [difference(row) for row in found]
    count = len(values)
    mean, half = interval(values)
    lines = [f"{sides[0]} against {sides[1]}: {count} deals, {6 * count} games"]
    for games in (1, _GAMES):
        low, high = games * (mean - half), games * (mean + half)
        lines.append(f"  {games:>2} games: {games * mean:+.1f} Seeger-Fabian points, 95 % {low:+.1f} to {high:+.1f}")
    mean, half = interval([0.5 + (value > 0) / 2 - (value < 0) / 2 for value in values])
    middle, low, high = (elo(ahead, count) for ahead in (mean, mean - half, mean + half))
    elos = f"Elo {middle:+.0f}, 95 % {low:+.0f} to {high:+.0f}"
    lines.append(f"  deals: {100 * mean:.1f} % won by {sides[0]}, draws counted half; {elos}")
    for which, name in enumerate(sides):
        played = won = overbid = faced = beaten = 0
        for row in found:
            for game in row["games"]:  # type: ignore[attr-defined]
                if game["declarer"] is None:
                    continue
                if game["seats"][game["declarer"]] == which:
                    played += 1
                    won += game["won"]
                    overbid += game["overbid"]
                else:
                    faced += 1
                    beaten += not game["won"]
        mine = f"{played} games as declarer, {share(won, played)} won, {overbid} overbid"
        lines.append(f"{name}: {mine}; of {faced} games that the other side declared {share(beaten, faced)} lost")
    for which, name in enumerate(sides):
        counted = sum(row["cards"][which] for row in found)  # type: ignore[index]
        seconds = sum(row["seconds"][which] for row in found)  # type: ignore[index]
        lines.append(f"{name}: {1000 * seconds / counted:.2f} ms of CPU a card, in the mean of {counted}")
    cpu = sum(float(str(row["cpu"])) for row in found)
    lines.append(f"{cpu / (6 * count):.2f} s of CPU a game")
    return lines


def share(part: int, of: int) -> str:
    """Return a share in per cent."""
    return f"{100 * part / of:.1f} %" if of else "none"


if __name__ == "__main__":
    sys.exit(main())
