"""The rows of the table about the kernel, long runs, the étude and the start.

Each row measures and judges itself.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from measuring import peer, processes
from measuring.processes import Spread

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_WORKER = str(Path(__file__).parents[1] / "worker.py")
_MB = 1_000_000

#: The impossible deals of 1…1,000,000, from the FreeCell FAQ of solitairelaboratory.com.
IMPOSSIBLE = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured: deals per range, and rounds."""

    quick: bool
    first_deals: int
    rounds: int
    million: int
    proof_rounds: int
    proof_states: int
    bakers: int
    bakers_rounds: int
    starts: int
    etude: int
    etude_rounds: int
    compared: int
    literal: int


FULL = Sizes(False, 32_000, 9, 1_000_000, 5, 15_000_000, 2_000, 3, 41, 100_000, 3, 200_000, 2_000)
QUICK = Sizes(True, 2_000, 3, 20_000, 3, 1_500_000, 200, 3, 15, 5_000, 3, 10_000, 30)


@dataclass(slots=True)
class Row:
    """A row of the table: subject, bar and result; `ok` is `None` if no bar applies to this run."""

    what: str
    bar: str
    measured: str
    ok: bool | None
    ratio: str = ""
    commands: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)


# First solution


def numbered(sizes: Sizes) -> Row:
    """Measure Microsoft's first deals."""
    return _first_solutions(1, sizes)


def fresh(sizes: Sizes) -> Row:
    """Measure a range that solvers are rarely tuned on."""
    return _first_solutions(500_001, sizes)


def _first_solutions(first: int, sizes: Sizes) -> Row:
    options = ("-l", "lg")
    last = first + sizes.first_deals - 1
    command = [*_kiebitz(), "solve", f"{first}-{last}"]
    theirs: list[float] = []
    ours: list[float] = []
    in_kernel: list[float] = []
    for number in range(sizes.rounds):
        _say(f"first solutions {first}–{last}, round {number + 1} of {sizes.rounds}")
        peers = peer.solve(first, last, options)
        kernel = _worker("range", first, last)
        theirs.append(peers.cpu)
        ours.append(processes.run(command, (0, 3)).cpu)
        in_kernel.append(kernel["cpu"])
    # all rounds give the same result
    expected = [deal for deal in IMPOSSIBLE if first <= deal <= last]
    correct = kernel["wrong"] is None and not kernel["undecided"] and kernel["impossible"] == expected
    ratio, kernel_ratio = (Spread.of([a / b for a, b in zip(theirs, cpu, strict=True)]) for cpu in (ours, in_kernel))
    per_deal = 1e6 / sizes.first_deals
    per_deal_own, others, inside = (
        Spread.of([cpu * per_deal for cpu in all_of]) for all_of in (ours, theirs, in_kernel)
    )
    return Row(
        f"first solutions, Microsoft {first}…{last}",
        "peer / Kiebitz ≥ 9",
        f"{per_deal_own.median:.1f} µs/deal against {others.median:.1f}",
        # With few deals, the start outweighs the answers.
        None if correct and sizes.quick else correct and ratio.median >= 9,
        f"{ratio}",
        commands=[
            processes.shown(peer.command(first, last, options)),
            processes.shown(command),
            processes.shown(_worker_command("range", first, last)),
        ],
        notes=[
            f"CPU seconds of whole processes by turns, start, checker and printing included; {sizes.rounds} rounds",
            "the ratio is the median of the rounds (least–largest)",
            f"Kiebitz's single call into the kernel, lines kept: {inside.median:.1f} µs/deal, ratio {kernel_ratio}",
            f"impossible: {_listed(kernel['impossible'])}; undecided: {_listed(kernel['undecided'])}",
            "checker: " + ("all lines right" if kernel["wrong"] is None else f"refuses {kernel['wrong']}"),
            f"peer: {_listed(peers.unsolved)} unsolved; its start takes {peer.start_cpu() * 1e3:.0f} ms",
        ],
        values={"peer_cpu": theirs, "cpu": ours, "cpu_in_kernel": in_kernel, "ratios": ratio, "wrong": kernel["wrong"]},
    )


# The million


def million(sizes: Sizes) -> Row:
    """Measure a long run of the command line, and its memory."""
    last = sizes.million
    commands = [[*_kiebitz(), "solve", f"1-{n}", "--jobs", "2", "--json"] for n in (last // 10, last)]
    _say(f"deals 1–{last} through the command line")
    tenth, whole = (processes.run(command, (0, 3)) for command in commands)
    answer = json.loads(whole.output)
    expected = [deal for deal in IMPOSSIBLE if deal <= last]
    exact = answer["impossible_deals"] == expected and answer["undecided"] == 0
    growth = whole.peak / tenth.peak
    fits = whole.peak < 200 * _MB and growth < 1.25
    return Row(
        f"Microsoft 1…{last:,} by `kiebitz solve --jobs 2`",
        "≤ 10 s; the known 8 impossible, 0 undecided; < 200 MB, flat",
        f"{whole.wall:.1f} s; {answer['impossible']} impossible, {answer['undecided']} undecided; "
        f"{whole.peak / _MB:.0f} MB, {growth:.2f} × a tenth's",
        exact and fits and (sizes.quick or whole.wall <= 10),
        commands=[processes.shown(command) for command in commands],
        notes=[
            f"wall time of the whole command, the replay of all lines included; {whole.cpu:.1f} CPU s",
            f"impossible: {_listed(answer['impossible_deals'])}" + ("" if exact else f", expected {_listed(expected)}"),
            "memory: the largest of its processes; flat means less than a quarter above that of a run over a tenth",
            *(["the bar on the time is for the whole million"] if sizes.quick else []),
        ],
        values={
            "wall": whole.wall,
            "cpu": whole.cpu,
            "peak": whole.peak,
            "peak_of_tenth": tenth.peak,
            "answer": answer,
        },
    )


# Lines for players


def lines(sizes: Sizes) -> Row:
    """Measure a range with lines for players, as a whole command."""
    last = sizes.first_deals
    with TemporaryDirectory() as folder:
        file = Path(folder) / "lines.txt"
        commands = [[*_kiebitz(), "solve", f"1-{last}", *options] for options in ((), ("--output", str(file)))]
        plain: list[float] = []
        listed: list[float] = []
        for number in range(sizes.rounds):
            _say(f"lines for players 1–{last}, round {number + 1} of {sizes.rounds}")
            for cpu, command in zip((plain, listed), commands, strict=True):
                cpu.append(processes.run(command).cpu / last * 1e3)
        words = [line.split()[2:] for line in file.read_text(encoding="utf-8").splitlines() if " solved " in line]
    plain_cost, cost = Spread.of(plain), Spread.of(listed)
    return Row(
        f"`kiebitz solve 1-{last} --output FILE`",
        "≤ 0.12 ms CPU a deal, whole process",
        f"{cost.median:.3f} ms a deal; {sum(map(len, words)) / len(words):.2f} moves in the mean",
        None if sizes.quick else cost.median <= 0.12,  # the start outweighs a few deals
        commands=[processes.shown(command) for command in commands],
        notes=[f"{sizes.rounds} rounds: {cost}; without lines {plain_cost}", "moves of the player, autoplay safe"],
        values={"cpu": listed, "cpu_without": plain},
    )


def lines_million(sizes: Sizes) -> Row:
    """Measure time and memory of all lines of a long range as rows of one file."""
    last = sizes.million
    with TemporaryDirectory() as folder:
        file = Path(folder) / "lines.parquet"
        commands = [[*_kiebitz(), "solve", f"1-{n}", "--jobs", "2", "--output", str(file)] for n in (last // 10, last)]
        _say(f"lines for players 1–{last} as Parquet")
        tenth, whole = (processes.run(command, (0, 3)) for command in commands)
        size = file.stat().st_size
    growth = whole.peak / tenth.peak
    return Row(
        f"`kiebitz solve 1-{last} --jobs 2 --output lines.parquet`",
        "≤ 60 s; memory flat",
        f"{whole.wall:.1f} s; {whole.peak / _MB:.0f} MB, {growth:.2f} × a tenth's; file {size / _MB:.1f} MB",
        growth < 1.25 and (sizes.quick or whole.wall <= 60),
        commands=[processes.shown(command) for command in commands],
        notes=[f"wall time of the whole command; {whole.cpu:.1f} CPU s", "memory: the largest of its processes"],
        values={"wall": whole.wall, "cpu": whole.cpu, "peak": whole.peak, "peak_of_tenth": tenth.peak},
    )


# Complete search


def impossible(sizes: Sizes) -> Row:
    """Measure the proofs for the eight impossible deals."""
    _say("the eight impossible deals")
    options = ("--mode", "prove", "deals", *IMPOSSIBLE)
    runs = [_worker(*options) for _ in range(sizes.proof_rounds)]
    seconds = Spread.of([sum(deal["wall"] for deal in run["deals"]) for run in runs])
    cpu = Spread.of([sum(deal["cpu"] for deal in run["deals"]) for run in runs])
    memory = max(deal["memory"] for deal in runs[0]["deals"])
    peak = max(run["peak"] for run in runs)
    proven = all(deal["verdict"] == "impossible" for run in runs for deal in run["deals"])
    return Row(
        "the eight impossible deals, complete search",
        "< 0.5 s in the kernel, < 50 MB",
        f"{cpu.median:.3f} s; {peak / _MB:.1f} MB, {memory / _MB:.1f} of them the search's",
        proven and cpu.median < 0.5 and peak < 50 * _MB,
        commands=[processes.shown(_worker_command(*options))],
        notes=[
            f"CPU seconds in the kernel, {sizes.proof_rounds} runs: {cpu}; by the clock on the wall: {seconds}",
            f"{sum(deal['states'] for deal in runs[0]['deals']):,} positions searched",
            "memory: the whole process, Python included, and the search's own count in its largest proof",
        ],
        values={"runs": runs},
    )


#: Deals for two cells: three impossible ones with proofs of 1.0, 1.5 and 3.2 million positions, and two undecided after
#: 15 million, the last with very long lines.
_LARGE_PROOFS = (1159, 1582, 891, 267, 1402)


def memory(sizes: Sizes) -> Row:
    """Measure the memory per stored position in long complete searches."""
    results = []
    commands = []
    for number in _LARGE_PROOFS:
        _say(f"complete search of deal {number} with two cells")
        options = ("--cells", 2, "--mode", "prove", "--states", sizes.proof_states, "deals", number)
        commands.append(processes.shown(_worker_command(*options)))
        results += _worker(*options)["deals"]
    cost = {deal["deal"]: deal["memory"] / deal["stored"] for deal in results}
    worst = max(cost.values())
    return Row(
        "memory per position stored by complete search",
        "≤ 24 bytes",
        f"{min(cost.values()):.1f}–{worst:.1f} bytes",
        worst <= 24,
        commands=commands,
        notes=[
            "two cells; all that the search keeps at its peak / positions stored; the worst counts",
            *(_memory_note(deal) for deal in results),
        ],
        values={"deals": results},
    )


def _memory_note(deal: dict[str, Any]) -> str:
    stored = deal["stored"]
    return (
        f"deal {deal['deal']}: {deal['memory']:,} bytes for {stored:,} positions = {deal['memory'] / stored:.1f} each "
        f"({deal['growth'] / stored:.1f} as the process grew), {deal['verdict']}, {deal['cpu']:.1f} s"
    )


def bakers(sizes: Sizes) -> Row:
    """Decide every deal of Baker's Game, with a line or a proof."""
    last = sizes.bakers
    options = ("-g", "bakers_game", "-l", "tfts")
    ways = {mode: ("--game", "bakers_game", "--mode", mode, "range", 1, last) for mode in ("prove", "first")}
    peer_runs = []
    runs_by_mode: dict[str, list[dict[str, Any]]] = {mode: [] for mode in ways}
    for number in range(sizes.bakers_rounds):
        _say(f"Baker's Game 1–{last}, round {number + 1} of {sizes.bakers_rounds}")
        peer_runs.append(peer.solve(1, last, options))
        for mode, way in ways.items():
            runs_by_mode[mode].append(_worker(*way))
    ratios = {
        mode: Spread.of([theirs.cpu / ours["cpu"] for theirs, ours in zip(peer_runs, runs, strict=True)])
        for mode, runs in runs_by_mode.items()
    }
    run = runs_by_mode["prove"][0]
    lost = run["impossible"]
    won = last - len(lost) - len(run["undecided"])
    right = all(
        run_of_mode["impossible"] == lost and not run_of_mode["undecided"] and run_of_mode["wrong"] is None
        for runs in runs_by_mode.values()
        for run_of_mode in runs
    )
    expected = sizes.quick or (won, len(lost)) == (1528, 472)
    gains = sorted(set(peer_runs[0].unsolved) - set(lost))
    cpu = {mode: statistics.median(run_of_mode["cpu"] for run_of_mode in runs) for mode, runs in runs_by_mode.items()}
    return Row(
        f"Baker's Game 1…{last}, complete",
        "1,528 / 472; peer / Kiebitz ≥ 8",
        f"{won:,} / {len(lost):,}; {cpu['prove']:.2f} s against {statistics.median(r.cpu for r in peer_runs):.2f}",
        right and expected and ratios["prove"].median >= 8,
        f"{ratios['prove']}",
        commands=[
            processes.shown(peer.command(1, last, options)),
            *(processes.shown(_worker_command(*way)) for way in ways.values()),
        ],
        notes=[
            f"CPU seconds, {sizes.bakers_rounds} rounds by turns: median (least–largest)",
            f"Kiebitz by its usual way, `--mode first`: {cpu['first']:.2f} s, ratio {ratios['first']}",
            f"peer: {len(peer_runs[0].unsolved):,} unsolved, Kiebitz wins {_listed(gains)} of them; checker and both "
            + ("ways agree" if right else "ways do NOT agree"),
            *(["the bar on the counts is for 1…2000"] if sizes.quick else []),
        ],
        values={"peer_cpu": [r.cpu for r in peer_runs], "runs": runs_by_mode, "peer_unsolved": peer_runs[0].unsolved},
    )


# The étude


def etude(sizes: Sizes) -> Row:
    """Compare best scores by the pruned search with the exhaustive one."""
    ways = {mode: ("--mode", mode, "etude", 0, sizes.etude - 1) for mode in ("first", "exhaustive")}
    runs: dict[str, list[dict[str, Any]]] = {mode: [] for mode in ways}
    for number in range(sizes.etude_rounds):
        _say(f"best scores of {sizes.etude:,} deals, round {number + 1} of {sizes.etude_rounds}")
        for mode, way in ways.items():
            runs[mode].append(_worker(*way))
    pruned, exhaustive = runs["first"], runs["exhaustive"]
    ratio = Spread.of([theirs["cpu"] / ours["cpu"] for theirs, ours in zip(exhaustive, pruned, strict=True)])
    rates = {mode: Spread.of([sizes.etude / run["cpu"] for run in runs[mode]]) for mode in runs}
    consistent = all(run["wrong"] is None and run["scores"] == pruned[0]["scores"] for run in pruned + exhaustive)
    return Row(
        f"exact best scores of {sizes.etude:,} random deals, shuffle included",
        "≥ 300,000 deals/s and core; exhaustive / pruned ≥ 20",
        f"{rates['first'].median:,.0f} deals/s against {rates['exhaustive'].median:,.0f}",
        consistent and rates["first"].median >= 300_000 and ratio.median >= 20,
        f"{ratio}",
        commands=[processes.shown(_worker_command(*way)) for way in ways.values()],
        notes=[
            f"CPU seconds of one thread, lines kept; {sizes.etude_rounds} rounds by turns; all deals by both searches",
            "deals/s of the rounds: " + _rates(rates["first"]) + "; exhaustive: " + _rates(rates["exhaustive"]),
            f"positions a deal: {_each(pruned, sizes):.1f}; by the exhaustive search {_each(exhaustive, sizes):.1f}",
            "scores and checker: " + ("all the same, all lines right" if consistent else "NOT all the same"),
        ],
        values={"runs": _without_scores(runs), "ratios": ratio},
    )


def _each(runs: list[dict[str, Any]], sizes: Sizes) -> float:
    return float(runs[0]["states"]) / sizes.etude


def _rates(spread: Spread) -> str:
    return f"{spread.median:,.0f} ({spread.least:,.0f}–{spread.largest:,.0f})"


def compared(sizes: Sizes) -> Row:
    """Compare the pruned search deal by deal with the exhaustive one and with a Python simulator of the bare rules."""
    runs = {
        "exhaustive": (2, sizes.compared, ("--mode", "exhaustive"), ()),
        "literal": (3, sizes.literal, (), ("--literal",)),
    }
    commands, differing, cpu_seconds, refused = [], {}, {}, []
    for name, (seed, deals, before, after) in runs.items():
        _say(f"best scores of {deals:,} deals, the {name} search")
        size = -(-deals // 20)
        pieces = [(first, min(first + size, deals) - 1) for first in range(0, deals, size)]
        ways = [(*before, "etude", "--seed", seed, *after, *piece) for piece in pieces]
        with ThreadPoolExecutor(os.cpu_count()) as pool:  # each thread waits for its own process
            theirs = list(pool.map(lambda way: _worker(*way), ways))
        ours = [_worker("etude", "--seed", seed, *piece) for piece in pieces]
        refused += [run["wrong"] for run in ours + theirs if run["wrong"] is not None]
        scores = [b"".join(bytes.fromhex(run["scores"]) for run in part) for part in (ours, theirs)]
        differing[name] = [deal for deal, (a, b) in enumerate(zip(*scores, strict=True)) if a != b]
        cpu_seconds[name] = sum(run["cpu"] for run in theirs)
        commands += [processes.shown(_worker_command(*ways[0])), f"… and so on, up to {deals - 1}"]
    consistent = not refused and not any(differing.values())
    return Row(
        "best scores, deal by deal: exhaustive search; literal simulator in Python",
        "0 differences on ≥ 200,000; 0 on ≥ 2,000",
        f"{len(differing['exhaustive'])} on {sizes.compared:,}; {len(differing['literal'])} on {sizes.literal:,}",
        consistent and (sizes.quick or (sizes.compared >= 200_000 and sizes.literal >= 2_000)),
        commands=commands,
        notes=[
            *(
                f"{name}: differing {_listed(differing[name])} (places in the run {runs[name][0]}); "
                f"{cpu_seconds[name]:.0f} CPU s"
                for name in runs
            ),
            "checker: " + (f"refuses {refused}" if refused else "all lines of both searches right"),
            *(["the bar is for 200,000 and 2,000 deals"] if sizes.quick else []),
        ],
        values={"differing": differing, "cpu": cpu_seconds},
    )


def etude_million(sizes: Sizes) -> Row:
    """Measure time and memory of the étude's program over a million games."""
    games = sizes.million
    commands = [[*_kiebitz(), "etude", str(n), "--jobs", "2", "--json"] for n in (games // 10, games)]
    _say(f"the étude over {games:,} games")
    tenth, whole = (processes.run(command) for command in commands)
    answer = json.loads(whole.output)
    growth = whole.peak / tenth.peak
    complete = answer["complete"] and answer["checked"] == games and not answer["lost_games"]
    return Row(
        f"`kiebitz etude {games} --jobs 2`",
        "< 30 s; < 100 MB whatever N",
        f"{whole.wall:.1f} s; {whole.peak / _MB:.0f} MB, {growth:.2f} × a tenth's",
        complete and whole.peak < 100 * _MB and (sizes.quick or (growth < 1.25 and whole.wall < 30)),
        commands=[processes.shown(command) for command in commands],
        notes=[
            f"wall time of the whole command; {whole.cpu:.1f} CPU s",
            f"lines replayed: {answer['checked']:,} by the checker, {answer['replayed']:,} of them by the referee too",
            f"shortest paths: {answer['paths']['games']:,}",
            f"mean best score {answer['mean']:.4f}, 95 % interval "
            + " to ".join(f"{border:.4f}" for border in answer["interval_95"]),
            "memory: the largest of its processes, the parent and two that play",
            *(["the bars on time and growth are for the whole million"] if sizes.quick else []),
        ],
        values={"wall": whole.wall, "cpu": whole.cpu, "peak": whole.peak, "peak_of_tenth": tenth.peak},
    )


def etude_fixed(sizes: Sizes) -> Row:
    """Measure a short run of the étude, including start, paths and the referee's replays."""
    command = [*_kiebitz(), "etude", "20000"]
    _say("the étude over 20,000 games")
    cpu = Spread.of([processes.run(command).cpu for _ in range(sizes.etude_rounds)])
    return Row(
        "`kiebitz etude 20000`",
        "≤ 1 s CPU",
        f"{cpu} s",
        cpu.median <= 1,
        commands=[processes.shown(command)],
        notes=["CPU time of the whole command: paths of 2,000 games, 500 lines replayed by the referee"],
        values={"cpu": cpu},
    )


def _without_scores(runs: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    return {mode: [{**run, "scores": len(run["scores"]) // 2} for run in each] for mode, each in runs.items()}


# Start


def start(sizes: Sizes) -> Row:
    """Compare a whole small command with bare Python."""
    deal, bare = [*_kiebitz(), "deal", "1"], [sys.executable, "-c", "pass"]
    times = _by_turns([deal, bare], sizes.starts, "kiebitz deal 1")
    ratio = _ratio_of_medians(times)
    return Row(
        "`kiebitz deal 1` / bare Python",
        "≤ 5",
        f"{statistics.median(times[0]) * 1e3:.1f} ms against {statistics.median(times[1]) * 1e3:.1f}",
        ratio <= 5,
        f"{ratio:.2f}",
        commands=[processes.shown(deal), processes.shown(bare)],
        notes=[_start_note(times)],
        values={"kiebitz": times[0], "bare": times[1]},
    )


def imported(sizes: Sizes) -> Row:
    """Measure the additional start time of `import kiebitz`."""
    commands = [[sys.executable, "-c", code] for code in ("import kiebitz", "pass")]
    times = _by_turns(commands, sizes.starts, "import kiebitz")
    more = (statistics.median(times[0]) - statistics.median(times[1])) * 1e3
    return Row(
        "`import kiebitz`",
        "quick",
        f"{more:.1f} ms above bare Python",
        None,
        f"{_ratio_of_medians(times):.2f}",
        commands=[processes.shown(command) for command in commands],
        notes=[_start_note(times)],
        values={"kiebitz": times[0], "bare": times[1]},
    )


def _by_turns(commands: Sequence[Sequence[str]], times: int, what: str) -> list[list[float]]:
    """Run commands in turn and return the wall seconds of each."""
    _say(f"{what}, {times} times")
    for command in commands:  # warms the disk's cache and the bytecode
        processes.run(command)
    rounds = [[processes.run(command).wall for command in commands] for _ in range(times)]
    return [list(column) for column in zip(*rounds, strict=True)]


def _ratio_of_medians(times: Sequence[Sequence[float]]) -> float:
    return statistics.median(times[0]) / statistics.median(times[1])


def _start_note(times: Sequence[Sequence[float]]) -> str:
    quartiles = ["–".join(f"{q * 1e3:.1f}" for q in statistics.quantiles(each, n=4)[::2]) for each in times]
    return (
        f"wall time, medians of {len(times[0])} runs each by turns; the middle half lies in {quartiles[0]} ms and "
        f"{quartiles[1]} ms"
    )


# Shared helpers


def _worker_command(*arguments: object) -> list[str]:
    return [sys.executable, _WORKER, *map(str, arguments)]


def _worker(*arguments: object) -> Any:
    return json.loads(processes.run(_worker_command(*arguments)).output)


def _kiebitz() -> list[str]:
    """Return the command line's program: the one installed beside this Python, or else the module."""
    script = shutil.which("kiebitz", path=str(Path(sys.executable).parent))
    return [script] if script else [sys.executable, "-m", "kiebitz"]


def _listed(numbers: Sequence[int] | set[int]) -> str:
    if not numbers:
        return "none"
    return f"{len(numbers):,} ({' '.join(map(str, sorted(numbers)[:20]))}{' …' if len(numbers) > 20 else ''})"


def _say(what: str) -> None:
    print(f"bench: {what}", file=sys.stderr, flush=True)


#: The rows by name, in the order of the table.
ROWS: dict[str, Callable[[Sizes], Row]] = {
    "first": numbered,
    "fresh": fresh,
    "million": million,
    "lines": lines,
    "lines-million": lines_million,
    "impossible": impossible,
    "memory": memory,
    "bakers": bakers,
    "etude": etude,
    "etude-agrees": compared,
    "etude-million": etude_million,
    "etude-fixed": etude_fixed,
    "start": start,
    "import": imported,
}

#: Rows that need the peer.
NEED_PEER = frozenset({"first", "fresh", "bakers"})
