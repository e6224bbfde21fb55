"""Consistency of the analyst under load: its answers agree on many positions, under permuted piles and between threads.

Prints one line per part; exits with 1 after a contradiction.
"""

from __future__ import annotations

import argparse
import resource
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from kiebitz.analysis.analyst import Analyst
from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.analysis.ranges import solve_range
from kiebitz.analysis.scores import best_score, random_scores
from kiebitz.analysis.shortest import shortest
from kiebitz.analysis.skat import double_dummy
from kiebitz.analysis.skat.advice import advice
from kiebitz.analysis.skat.review import review
from kiebitz.analysis.solving import prove, short, solve
from kiebitz.patience import Position, referee
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game, games
from kiebitz.skat.hand import read_hand
from kiebitz.skat.iss import read_game
from kiebitz.skat.seats import FOREHAND

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kiebitz.analysis.answers import Answer

LIMIT = Limit(states=20_000)
_RECORDED = Path(__file__).parents[1] / "tests" / "data" / "iss" / "clubs-lost.sgf"


def positions(count: int, chance: Random) -> list[Position]:
    """Return positions of all games, up to sixty random moves into a random deal."""
    samples: list[Position] = []
    names = list(games())
    while len(samples) < count:
        position = deal(chance.randrange(2**32), game(chance.choice(names)), "fisher-yates")
        for _ in range(chance.randrange(60)):
            moves = list(referee.legal_moves(position))
            if not moves:
                break
            position = referee.apply(position, chance.choice(moves))
        samples.append(position)
    return samples


def permuted(position: Position, chance: Random) -> Position:
    """Return the position with its columns and cells permuted."""
    columns = chance.sample(list(zip(position.columns, position.face_down, strict=True)), len(position.columns))
    return Position(
        position.rules,
        position.foundations,
        tuple(chance.sample(position.cells, len(position.cells))),
        tuple(cards for cards, _ in columns),
        position.stock,
        tuple(down for _, down in columns),
    )


def contradictions(analyst: Analyst, position: Position) -> list[str]:
    """Return the contradictions between status, hint, solution and losing move."""
    result = analyst.solution(position, LIMIT)
    hint = analyst.hint(position, LIMIT)
    status = analyst.status(position, LIMIT)
    loss = analyst.losing_move([position], LIMIT)
    errors = []
    if (status.verdict, status.score, status.bound) != (result.verdict, result.score, result.bound):
        errors.append("status and solution")
    if hint != (result.moves[0] if result.moves else None):
        errors.append("hint and solution")
    won = status.verdict is Verdict.SOLVED
    if status.score is None and bool(result.moves) is not (won and not referee.is_won(position)):
        errors.append("a verdict without its line, or the other way round")
    if (loss is not None) is not (status.verdict is Verdict.IMPOSSIBLE and status.score is None):
        errors.append("losing move and status")
    home = sum(referee.replay(position, result.moves, result.autoplay).foundations)
    if (won and home != len(position.rules.pack)) or (status.score is not None and home != status.score):
        errors.append("a line that does not lead where it should")
    return errors


def _fact(answer: Answer) -> tuple[object, ...]:
    return answer.verdict, answer.score, answer.bound


def agreement(sample: Sequence[Position], chance: Random) -> Counter[str]:
    """Compare one analyst on each position and a permutation, and a fresh one on another permutation."""
    errors: Counter[str] = Counter()
    analyst, fresh_analyst = Analyst(), Analyst()
    for position in sample:
        shuffled = permuted(position, chance)
        errors.update(contradictions(analyst, position))
        errors.update(contradictions(analyst, shuffled))
        facts = {_fact(analyst.status(there, LIMIT)) for there in (position, shuffled)}
        facts.add(_fact(fresh_analyst.status(permuted(position, chance), LIMIT)))
        errors["permuted positions that differ"] += len(facts) > 1
    return +errors


def questions() -> dict[str, Callable[[], object]]:
    """Return questions whose answers the analyst does not remember and that must be constant."""
    russian, one_suit, freecell = deal(3, "russian"), deal(5, "solitaire_one_suit"), deal(617, "freecell")
    hand, recorded = read_hand("JC JS AC TC KC 9C AS TS 7H QD"), read_game(_RECORDED.read_text("utf-8"))
    return {
        "best score": lambda: best_score(russian).score,
        "random scores": lambda: random_scores(7, 0, 50).scores,
        "shortest": lambda: (shortest(one_suit).length, shortest(freecell, LIMIT).bound),
        "prove": lambda: prove(deal(2, game("freecell").with_(cells=0))).verdict,
        "short": lambda: short(freecell, LIMIT).moves,
        "range": lambda: solve_range(game("freecell"), 1, 40).verdicts,
        "advice at Skat": lambda: advice(hand, FOREHAND, 5),
        "double dummy": lambda: (double_dummy.solve(recorded.start()), review(recorded, par=False)),
    }


def load(sample: Sequence[Position], threads: int, seconds: float) -> tuple[int, Counter[str], list[int]]:
    """Ask about shared positions in threads; return the number of questions, the errors, and memory samples in MB."""
    analyst = Analyst(most=300)
    constant_questions = questions()
    expected = {name: answer() for name, answer in constant_questions.items()}
    errors: Counter[str] = Counter()
    count, lock, memory = 0, threading.Lock(), [_memory()]
    end = time.monotonic() + seconds

    def ask(seed: int) -> None:
        nonlocal count
        chance = Random(seed)
        while time.monotonic() < end:
            position = chance.choice(sample)
            findings: list[str]
            try:
                findings = contradictions(analyst, permuted(position, chance))
                reference = solve(position, LIMIT) if chance.random() < 0.1 else None
                if reference is not None and reference.limit_hit is None:
                    status = analyst.status(position, LIMIT)
                    findings += (
                        ["solve and status"]
                        if _fact(status) != (reference.verdict, reference.score, reference.bound)
                        else []
                    )
                if chance.random() < 0.2:
                    name = chance.choice(list(constant_questions))
                    findings += [] if constant_questions[name]() == expected[name] else [name]
            except Exception as error:  # noqa: BLE001 any error in a thread is a finding
                findings = [f"{type(error).__name__}: {error}"]
            with lock:
                count += 1
                errors.update(findings)

    workers: list[threading.Thread] = [threading.Thread(target=ask, args=(seed,)) for seed in range(threads)]
    _run_threads(workers, lambda: memory.append(_memory()))
    return count, errors, memory


def _run_threads(workers: Sequence[threading.Thread], watch: Callable[[], object]) -> None:
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        time.sleep(1)
        watch()


def _memory() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 exists only on Linux
        return int(file.read().split()[1]) * resource.getpagesize() >> 20


def main() -> int:
    """Measure as requested."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=2_000, help="random positions of all games (default 2000)")
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=60.0, help="of the load with threads; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chance = Random(args.seed)
    sample = positions(args.positions, chance)
    errors = agreement(sample, chance)
    print(f"{len(sample):,} positions and as many permuted: contradictions: {dict(errors) or 'none'}", flush=True)
    failed = bool(errors)
    if args.seconds:
        count, errors, memory = load(sample[:400], args.threads, args.seconds)
        half = len(memory) // 2
        early, late = (sorted(part)[len(part) // 2] for part in (memory[half // 2 : half], memory[half:]))
        print(f"{args.threads} threads, {args.seconds:g} s: {count:,} positions: errors: {dict(errors) or 'none'}")
        print(f"memory: {early} MB in the second quarter, {late} MB in the second half, {max(memory)} MB at most")
        failed |= bool(errors)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
