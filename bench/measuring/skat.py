"""The rows about Skat; `skat_worker.py` draws the deals and calls the kernel."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from measuring import processes
from measuring.processes import Spread
from measuring.rows import Row

if TYPE_CHECKING:
    from collections.abc import Callable

    from measuring.rows import Sizes

_WORKER = str(Path(__file__).parents[1] / "skat_worker.py")
_SEED = 1


def random_deals(sizes: Sizes) -> Row:
    """Measure random deals in all six games."""
    count, rounds = (200, 1) if sizes.quick else (2_000, 3)
    way = ("random", count)
    runs = [_worker(*way) for _ in range(rounds)]
    times = {game: Spread.of([1e3 * run["games"][game]["cpu"] / count for run in runs]) for game in runs[0]["games"]}
    trumps = [game for game in times if game != "null"]
    suits = sum(times[game].median for game in trumps if game != "grand") / (len(trumps) - 1)
    grand, null = times["grand"].median, times["null"].median
    return Row(
        "Skat: 61 points or not on random full deals",
        "suits ≤ 0.12 ms in the mean, Grand ≤ 0.2 ms, Null ≤ 0.05 ms",
        f"suits {suits:.3f} ms, Grand {grand:.3f} ms, Null {null:.3f} ms",
        suits <= 0.12 and grand <= 0.2 and null <= 0.05,
        commands=[_command(*way)],
        notes=[
            f"CPU of the one call for all deals, one thread; {count:,} deals of seed {_SEED}, {rounds} rounds",
            "ms of each game, median (least–largest): " + ", ".join(f"{game} {times[game]}" for game in times),
            "won: " + ", ".join(f"{game} {run['won']}" for game, run in runs[0]["games"].items()),
        ],
        values={"runs": runs},
    )


def biddable(sizes: Sizes) -> Row:
    """Measure deals with a playable hand for the declarer."""
    count, rounds = (200, 1) if sizes.quick else (2_000, 3)
    way = ("biddable", count)
    runs = [_worker(*way) for _ in range(rounds)]
    rate = Spread.of([count / run["cpu"] for run in runs])
    return Row(
        "Skat: 61 points or not on biddable hands after a sensible discard",
        "≥ 1,000 deals/s in the mean",
        f"{rate.median:,.0f} deals/s",
        rate.median >= 1_000,
        commands=[_command(*way)],
        notes=[
            f"{count:,} deals of seed {_SEED} whose first hand the textbook rule bids on; its suit, a likely discard",
            f"one call a deal, one thread, {rounds} rounds: {rate}; {runs[0]['won']:,} won",
        ],
        values={"runs": runs},
    )


def chances(sizes: Sizes) -> Row:
    """Measure the complete answer about a hand."""
    count = 2 if sizes.quick else 20
    way = ("chances", count)
    runs = _worker(*way)["runs"]
    slowest = max(runs, key=lambda run: run["wall"])
    first = max(run["first"] for run in runs)
    mean = sum(run["wall"] for run in runs) / len(runs)
    return Row(
        "`kiebitz skat chances`, standard settings, all contracts",
        "an answer in ≤ 10 s, first figures after 1 s",
        f"{slowest['wall']:.1f} s at most, mean {mean:.1f} s; first figures after {first:.2f} s at most",
        slowest["wall"] <= 10 and first <= 1,
        commands=[_command(*way)],
        notes=[
            f"wall time, one process; {count} biddable hands of seed {_SEED}, each with the skat unknown and known",
            f"the slowest: {' '.join(slowest['hand'])}, skat {' '.join(slowest['skat']) or 'unknown'}",
        ],
        values={"runs": runs},
    )


def exact(sizes: Sizes) -> Row:
    """Measure all worlds of one suit contract; a quick run projects from a part."""
    part = _worker("exact", 500)
    words = ["skat", "chances", *part["hand"].split(), "--skat", *part["skat"].split(), "--discard"]
    words += [*part["discard"].split(), "--contract", part["suit"], "--exact", "--jobs", "2", "--json"]
    command = [*_kiebitz(), *words]
    projected = part["cpu"] / part["worlds"] * part["all"] / 2
    if sizes.quick:
        seconds, how = projected, "projected from 500 worlds"
    else:
        run = processes.run(command)
        answer = json.loads(run.output)
        seconds, how = run.wall, f"{answer['contracts'][0]['won']:,} of {part['all']:,} worlds won"
    return Row(
        "`kiebitz skat chances --exact --jobs 2`, one suit contract",
        "≤ 60 s",
        f"{seconds:.0f} s; {how}",
        seconds <= 60,
        commands=[_command("exact", 500) if sizes.quick else processes.shown(command)],
        notes=[
            f"the first biddable hand of seed {_SEED}; wall time of the whole command, Schneider asked for too",
            f"projected from 500 worlds of one process: {projected:.0f} s on two cores",
        ],
        values={"part": part, "seconds": seconds},
    )


def decisions(sizes: Sizes) -> Row:
    """Measure each decision of the engine at its standard level."""
    count = 10 if sizes.quick else 200
    way = ("decisions", count)
    run = _worker(*way)
    times = sorted(time for seconds in run["times"].values() for time in seconds)
    middle, longest = median(times), times[-1]
    _, number, stage = run["slowest"]
    parts = ", ".join(
        f"{len(seconds)} of {name}: {1e3 * median(seconds):.0f} ms, {max(seconds):.2f} s at most"
        for name, seconds in run["times"].items()
    )
    return Row(
        "Skat: a decision of the engine at its standard level",
        "median ≤ 0.3 s, largest ≤ 1.5 s",
        f"{middle:.3f} s; largest {longest:.2f} s",
        middle <= 0.3 and longest <= 1.5,
        commands=[_command(*way)],
        notes=[
            f"CPU time, one thread; {len(times):,} decisions in {count} deals of seed {_SEED}, all seats played by it",
            f"{parts}; the largest in deal {number}, {stage}",
        ],
        values={"run": run},
    )


def _worker(*arguments: object) -> Any:
    print(f"bench: Skat, {' '.join(map(str, arguments))}", file=sys.stderr, flush=True)
    return json.loads(processes.run(_worker_command(*arguments)).output)


def _worker_command(*arguments: object) -> list[str]:
    return [sys.executable, _WORKER, "--seed", str(_SEED), *map(str, arguments)]


def _command(*arguments: object) -> str:
    return processes.shown(_worker_command(*arguments))


def _kiebitz() -> list[str]:
    script = shutil.which("kiebitz", path=str(Path(sys.executable).parent))
    return [script] if script else [sys.executable, "-m", "kiebitz"]


#: The rows by name, in the order of the table.
ROWS: dict[str, Callable[[Sizes], Row]] = {
    "skat": random_deals,
    "skat-biddable": biddable,
    "skat-chances": chances,
    "skat-exact": exact,
    "skat-decisions": decisions,
}
