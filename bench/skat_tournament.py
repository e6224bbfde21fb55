"""A duplicate tournament of Skat players: both sides play each deal in all seats; intervals are over deals.

    python bench/skat_tournament.py --deals 2000 build/skat/uniform.jsonl strong uniform
    python bench/skat_tournament.py --report build/skat/uniform.jsonl
    python bench/skat_tournament.py build/skat/alone.jsonl club

Each deal gives six games: each side sits alone in each of the three seats, against two of the other. The file gets a
line per deal, and a run resumes where the last one stopped. Every game is written as a record, read again and scored by
the official rules, and both scores must agree. With one side, three of its players play each deal once, and the report
counts the deals passed by all, the contracts and the games won.

A side is a level of the engine (beginner, club, strong), `uncalibrated:LEVEL` for one that bids by shares of open-card
worlds, `rule` for the rule-of-thumb player, or `sampling:N` and `listening:N` for the engine with N worlds per card,
all equally likely or, for defenders, weighted by bids and cards. `program:COMMAND` is another program, asked by the
lines of docs/skat-engine.md; the report counts its faults. `world:COMMAND` is one that also gets a world, drawn by the
table from the view of its seat.

`--probe K` asks each question K times again, in games with other hidden cards and other worlds, and prints the answers
that change. It needs deals that are not yet in the file.

The six games of a deal have much in common. The engine's answer for a view is computed once and counts each time, for
both sides, with its time.

The figure is the mean difference of Seeger-Fabian points (table of three) between a player of one side and one of the
other in the same game, and 36 times that. The interval is over deals, which are independent. A deal also counts as a
match won by the side with the positive difference; the Elo difference is the one that predicts the share of won
matches, draws counted half.

A lone player of either side gets the same cards in the same seat against two of the other side. The lead is
divided by their use of the cards: neither declares, one does, both declare the same game, or different games.
"""

from __future__ import annotations

import argparse
import json
import sys
from math import log10, sqrt
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from kiebitz.analysis.proportions import Share
from kiebitz.analysis.skat.levels import LEVELS, Level
from kiebitz.analysis.skat.players import Engine, Player, RuleOfThumb, play_out
from kiebitz.deals.shuffles import nth
from kiebitz.errors import InputError
from kiebitz.skat import dealing
from kiebitz.skat.iss import read_game, write_game
from kiebitz.skat.score import seeger_fabian
from kiebitz.skat.seats import FOREHAND, Seat
from kiebitz.skat.session import Session
from measuring.resumable import read_rows, rows_to_continue
from measuring.skat_outsider import Outsider
from measuring.skat_worlds import Probed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.skat.referee import Deal
    from kiebitz.skat.view import View

_SEED = 2_026_112_2
_NORMAL_95 = 1.959964
_GAMES = 36
_STAGES = ("neither declares", "one declares", "same game", "different games")
_FAULTLESS = 1000  # questions to a program for each fault that is allowed


def main() -> int:
    """Play or report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="a line of JSON for each deal")
    parser.add_argument("sides", nargs="*", help="one side or two")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--deals", type=int, default=2000, help="how many")
    parser.add_argument("--seed", type=int, default=_SEED)
    parser.add_argument("--probe", type=int, default=0, metavar="K", help="ask again K times with other hidden cards")
    parser.add_argument("--report", action="store_true", help="play nothing")
    parser.add_argument("--json", action="store_true", help="report one JSON object")
    args = parser.parse_args()
    if args.report and args.probe:
        parser.error("--probe asks while games are played, and --report plays none")
    if not args.report and len(args.sides) not in (1, 2):
        parser.error("one or two sides expected, such as strong rule")
    probed: list[Probed] = []
    if not args.report:
        try:
            probed = run(args.file, args.sides, range(args.first, args.first + args.deals), args.seed, args.probe)
        except InputError as error:
            print(f"{parser.prog}: {error}", file=sys.stderr)
            return 2
    if args.json:
        print(json.dumps({**figures(args.file), "probe": probe_figures(probed) if probed else None}))
    else:
        print(*probe_report(probed), *report(args.file), sep="\n")
    return 0


def side(name: str, seed: int) -> Player:
    """Return a player by the name of its side."""
    kind, _, number = name.partition(":")
    if name == "rule":
        return RuleOfThumb()
    if name in LEVELS:
        return Engine(LEVELS[name], seed)
    if kind == "uncalibrated" and number in LEVELS:
        return Engine(LEVELS[number]._replace(calibrated=False), seed)
    if kind in ("program", "world"):
        return Outsider(number, needs_world=kind == "world")
    if kind in ("sampling", "listening") and number.isdigit():
        return Engine(Level(int(number), listens=kind == "listening"), seed)
    raise InputError(
        "",
        f"side {name!r}",
        "rule, sampling:N, listening:N, uncalibrated:LEVEL, program:COMMAND, world:COMMAND or one of "
        + ", ".join(LEVELS),
    )


class Timed:
    """A player with a count of its cards and the CPU time of choosing them.

    Bidding is not timed, because results about a hand are cached for both sides. *cache* holds cards and seconds by
    view and parameters.
    """

    def __init__(self, player: Player, cache: dict[object, tuple[str, float]]) -> None:
        self._player, self._cache = player, cache
        self.cards, self.seconds = 0, 0.0

    def decides(self, view: View) -> str:
        """Return the player's action."""
        if view.contract is None:
            return self._player.decides(view)
        key = view, self._depends_on(view)
        if key not in self._cache:
            start = process_time()
            card = self._player.decides(view)
            self._cache[key] = card, process_time() - start
        card, seconds = self._cache[key]
        self.seconds += seconds
        self.cards += 1
        return card

    def _depends_on(self, view: View) -> object:
        if not isinstance(self._player, Engine):
            return getattr(self._player, "command", None)
        level = self._player.level
        return level.worlds, level.listens and not view.is_declarer, level.sure, self._player.seed


def run(file: Path, sides: list[str], deals: range, seed: int, probe: int = 0) -> list[Probed]:
    """Play the deals missing in the file, ask each question again *probe* times, and return the players so probed."""
    finished = {row["deal"] for row in rows_to_continue(file)}
    missing = [index for index in deals if index not in finished]
    if probe and not missing:
        raise InputError(str(file), "all deals are in the file, so --probe asks nothing", "a new file or other deals")
    cache: dict[object, tuple[str, float]] = {}
    by_name = {name: side(name, seed) for name in sides}  # a program that plays against itself is asked once
    outsiders = [player for player in by_name.values() if isinstance(player, Outsider)]
    players = [Timed(by_name[name], cache) for name in sides]
    pairs = zip(players, sides, strict=True)
    probed = [Probed(player, side(name, seed), probe) for player, name in pairs] if probe else []
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        with file.open("a", encoding="utf-8") as out:
            for index in missing:
                cache.clear()
                for outsider in outsiders:
                    outsider.decisions.clear()
                    outsider.questions = outsider.faults = 0
                out.write(json.dumps(one_deal(index, sides, seed, players, probed, outsiders)) + "\n")
                out.flush()
                if index % 100 == 99:
                    print(f"{index + 1} deals", file=sys.stderr, flush=True)
    finally:
        for player in [*outsiders, *(player.again for player in probed)]:
            if isinstance(player, Outsider):
                player.close()
    return probed


def one_deal(
    index: int,
    sides: list[str],
    seed: int,
    players: Sequence[Timed],
    probed: Sequence[Probed],
    outsiders: Sequence[Outsider],
) -> dict[str, Any]:
    """Play the games of a deal, by *probed* if there are any, and return the deal's row."""
    cpu = process_time()
    before = [(player.cards, player.seconds) for player in players]
    places = [(alone, seat) for alone in range(len(sides)) for seat in Seat] if sides[1:] else [(0, FOREHAND)]
    games = [one_game(deal(seed, index), probed or players, *place) for place in places]
    cards = [player.cards - had for player, (had, _) in zip(players, before, strict=True)]
    seconds = [round(player.seconds - had, 4) for player, (_, had) in zip(players, before, strict=True)]
    row = {"deal": index, "sides": sides, "seed": seed, "games": games, "cpu": round(process_time() - cpu, 3)}
    row |= {"cards": cards, "seconds": seconds}
    return row | {name: sum(getattr(outsider, name) for outsider in outsiders) for name in ("questions", "faults")}


def probe_figures(probed: Sequence[Probed]) -> dict[str, Any]:
    """Return the questions asked again, and those with another answer: the question, the answer and the other one."""
    changes = [change for player in probed for change in player.changes]
    return {"questions": sum(player.questions for player in probed), "changes": changes}


def probe_report(probed: Sequence[Probed]) -> list[str]:
    """Return the same as lines of text; none without a probe."""
    if not probed:
        return []
    figures_of_probe = probe_figures(probed)
    changes = figures_of_probe["changes"]
    lines = [f"{line}: {answer}, with other hidden cards {other}" for line, answer, other in changes]
    return [*lines, f"probe: {len(changes)} of {figures_of_probe['questions']} answers changed"]


def deal(seed: int, index: int) -> Deal:
    """Return deal *index* of a seed."""
    return dealing.deal(nth(seed, index))


def one_game(dealt: Deal, players: Sequence[Player], alone: int, seat: Seat) -> dict[str, Any]:
    """Play a deal with one side alone in a seat, and return the result."""
    seats = [alone if other_seat is seat or len(players) == 1 else 1 - alone for other_seat in Seat]
    session = play_out(Session(dealt), [players[side_index] for side_index in seats])
    record = session.record()
    reread = read_game(write_game(record))
    score = session.score()
    if reread.score() != score or reread.differences(score) or reread.cards != record.cards:
        raise RuntimeError(f"the record is scored otherwise: {write_game(record)}")
    points = seeger_fabian(score)
    gains = [points.declarer if other_seat is session.declarer else points.opponents for other_seat in Seat]
    return {
        "alone": alone,
        "seats": seats,
        "points": gains,
        "declarer": None if session.declarer is None else int(session.declarer),
        "contract": None if session.contract is None else str(session.contract),
        "bid": session.auction.bid,
        "won": None if score is None else score.won,
        "overbid": None if score is None else score.overbid,
        "score": None if score is None else score.score,
    }


def difference(row: dict[str, Any], *, score_only: bool = False) -> float:
    """Return the mean point difference between a player of the first side and one of the second over a row's games.

    In each game, the lone player is compared with the mean of the others. With *score_only*, only the declarer's score
    counts.
    """
    total = 0.0
    games = row["games"]
    for game in games:
        scores = [game["score"] if seat == game["declarer"] else 0 for seat in Seat]
        gains = scores if score_only else game["points"]
        by_side = list(zip(gains, game["seats"], strict=True))
        alone = [gain for gain, side_index in by_side if side_index == game["alone"]]
        others = [gain for gain, side_index in by_side if side_index != game["alone"]]
        lead = alone[0] - sum(others) / len(others)
        total += lead if game["alone"] == 0 else -lead
    return total / len(games)


def leads_by_stage(row: dict[str, Any]) -> dict[str, float]:
    """Return the parts of a deal's point difference, by the lone players' use of the same cards."""
    games = row["games"]
    parts = dict.fromkeys(_STAGES, 0.0)
    for seat, pair in enumerate(zip(games[:3], games[3:], strict=True)):
        declared = [game["contract"].split()[0] for game in pair if game["declarer"] == seat]
        stage = _STAGES[-1] if len(set(declared)) == 2 else _STAGES[len(declared)]
        one, other = ((3 * game["points"][seat] - sum(game["points"])) / 2 for game in pair)
        parts[stage] += (one - other) / 6
    return parts


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half the width of its 95 % interval."""
    count = len(values)
    mean = sum(values) / count
    spread = sqrt(sum((value - mean) ** 2 for value in values) / max(1, count - 1))
    return mean, _NORMAL_95 * spread / sqrt(count)


def elo(ahead: float, deals: int) -> float:
    """Return the Elo difference that predicts a share, limited to half a deal from 0 and 1."""
    ahead = min(max(ahead, 0.5 / deals), 1 - 0.5 / deals)
    return 400 * log10(ahead / (1 - ahead))


def report(file: Path) -> list[str]:
    """Return the figures of a file as lines of text."""
    results = read_rows(file)
    if not results:
        return ["no deal yet"]
    sides = results[0]["sides"]
    if len(sides) == 1:
        return alone_report(sides[0], [row["games"][0] for row in results]) + faults_report(results)
    values = [difference(row) for row in results]
    count = len(values)
    mean, half = interval(values)
    lines = [f"{sides[0]} against {sides[1]}: {count} deals, {6 * count} games"]
    for number in (1, _GAMES):
        low, high = number * (mean - half), number * (mean + half)
        lines.append(f"  {number:>2} games: {number * mean:+.1f} Seeger-Fabian points, 95 % {low:+.1f} to {high:+.1f}")
    mean, half = interval([difference(row, score_only=True) for row in results])
    lines.append(f"   1 games: {mean:+.1f} game points, 95 % {mean - half:+.1f} to {mean + half:+.1f}")
    for stage, (mean, half) in by_stage(results).items():
        lines.append(f"  {stage}: {mean:+.1f} of these Seeger-Fabian points, ± {half:.1f}")
    mean, half = interval([0.5 + (value > 0) / 2 - (value < 0) / 2 for value in values])
    middle, low, high = (elo(ahead, count) for ahead in (mean, mean - half, mean + half))
    elos = f"Elo {middle:+.0f}, 95 % {low:+.0f} to {high:+.0f}"
    lines.append(f"  deals: {100 * mean:.1f} % won by {sides[0]}, draws counted half; {elos}")
    for side_index, name in enumerate(sides):
        played = won = overbid = faced = beaten = 0
        for row in results:
            for game in row["games"]:
                if game["declarer"] is None:
                    continue
                if game["seats"][game["declarer"]] == side_index:
                    played += 1
                    won += game["won"]
                    overbid += game["overbid"]
                else:
                    faced += 1
                    beaten += not game["won"]
        own = f"{played} games as declarer, {share(won, played)} won, {overbid} overbid"
        lines.append(f"{name}: {own}; of {faced} games that the other side declared {share(beaten, faced)} lost")
        lines += kinds_declared(results, side_index)
    games = games_of(results)
    lines.append(f"passed by all: {share(len(games) - len(declared_in(games)), len(games))}")
    for side_index, name in enumerate(sides):
        counted = sum(row["cards"][side_index] for row in results)
        seconds = sum(row["seconds"][side_index] for row in results)
        lines.append(f"{name}: {1000 * seconds / counted:.2f} ms of CPU a card, in the mean of {counted}")
    cpu = sum(row["cpu"] for row in results)
    lines.append(f"{cpu / (6 * count):.2f} s of CPU a game")
    return lines + faults_report(results)


def faults_report(results: Sequence[dict[str, Any]]) -> list[str]:
    """Return the faults of programs as lines of text, and whether they are too many; none without a program."""
    questions, faults = faults_of(results)
    lines = [f"programs: {faults} faults in {questions} questions"] if questions else []
    if faults * _FAULTLESS > questions:
        lines.append("no measurement: more than one fault in 1,000 questions")
    return lines


def by_stage(results: Sequence[dict[str, Any]]) -> dict[str, tuple[float, float]]:
    """Return the mean and half the interval of each part of the point difference."""
    parts = [leads_by_stage(row) for row in results]
    return {stage: interval([each[stage] for each in parts]) for stage in _STAGES}


def kinds_declared(results: Sequence[dict[str, Any]], side_index: int) -> list[str]:
    """Return the games that a side declared, by kind: their share, those won, and the mean score."""
    games = games_of(results)
    own = [game for game in declared_in(games) if game["seats"][game["declarer"]] == side_index]
    lines = []
    for name, kind in by_kind(own).items():
        scores = f", {sum(game['score'] for game in kind) / len(kind):+.1f} game points each" if kind else ""
        lines.append(f"  {name}: {share(len(kind), len(games))} of all games, {won_share(kind)} won{scores}")
    return lines


def faults_of(results: Sequence[dict[str, Any]]) -> tuple[int, int]:
    """Return the questions to programs, and the faults."""
    questions, faults = (sum(row.get(name, 0) for row in results) for name in ("questions", "faults"))
    return questions, faults


def figures(file: Path) -> dict[str, Any]:
    """Return the figures of a file for programs: shares of deals passed by all and of declared games won, and scores.

    `seeger_fabian` and `score` are the lead of the first side's player a game, each with half of its 95 % interval.
    """
    results = read_rows(file)
    games = games_of(results)
    declared = declared_in(games)
    questions, faults = faults_of(results)
    sides = results[0]["sides"] if results else []
    compared = results if len(sides) == 2 else []
    return {
        "sides": sides,
        "deals": len(results),
        "passed": 1 - len(declared) / len(games) if games else None,
        "won": sum(game["won"] for game in declared) / len(declared) if declared else None,
        "seeger_fabian": interval([difference(row) for row in compared]) if compared else None,
        "score": interval([difference(row, score_only=True) for row in compared]) if compared else None,
        "by_stage": by_stage(compared) if compared else None,
        "questions": questions,
        "faults": faults,
        "is_measurement": faults * _FAULTLESS <= questions,
    }


def alone_report(side_name: str, games: list[dict[str, Any]]) -> list[str]:
    """Return the figures of a side alone, with 95 % intervals: deals passed, games won, and kinds of contract."""
    declared = declared_in(games)
    lines = [
        f"{side_name} alone: {len(games)} deals",
        f"  passed by all: {estimate(len(games) - len(declared), len(games))}",
        f"  won by the declarer: {estimate(sum(map(_is_won, declared)), len(declared))}",
    ]
    for name, kind in by_kind(declared).items():
        lines.append(f"  {name}: {estimate(len(kind), len(declared))}, {won_share(kind)} won")
    return lines


def games_of(results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the games of all deals."""
    return [game for row in results for game in row["games"]]


def declared_in(games: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the games with a declarer."""
    return [game for game in games if game["declarer"] is not None]


def by_kind(declared: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return games by kind: `suit`, `grand` and `null`."""
    kinds: dict[str, list[dict[str, Any]]] = {"suit": [], "grand": [], "null": []}
    for game in declared:
        name = game["contract"].split(maxsplit=1)[0]
        kinds[name if name in kinds else "suit"].append(game)
    return kinds


def won_share(games: Sequence[dict[str, Any]]) -> str:
    """Return the share of games won, in per cent."""
    return share(sum(map(_is_won, games)), len(games))


def _is_won(game: dict[str, Any]) -> bool:
    return bool(game["won"])


def estimate(part: int, total: int) -> str:
    """Return a share in per cent with its 95 % interval (Wilson's)."""
    low, high = Share(part, total).interval or (0.0, 1.0)
    return f"{share(part, total)} ({100 * low:.1f}–{100 * high:.1f})"


def share(part: int, total: int) -> str:
    """Return a share in per cent."""
    return f"{100 * part / total:.1f} %" if total else "none"


if __name__ == "__main__":
    sys.exit(main())
