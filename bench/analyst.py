"""The analyst under load: do its views agree on many positions, whatever the order of piles, and for many threads?

Prints one line for each part; ends with 1 if anything contradicts anything.
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
    """Return positions of all games, up to sixty random moves from a random deal."""
    found: list[Position] = []
    names = list(games())
    while len(found) < count:
        position = deal(chance.randrange(2**32), game(chance.choice(names)), "fisher-yates")
        for _ in range(chance.randrange(60)):
            moves = list(referee.legal_moves(position))
            if not moves:
                break
            position = referee.apply(position, chance.choice(moves))
        found.append(position)
    return found


def permuted(position: Position, chance: Random) -> Position:
    """Return the position with its columns and cells in another order."""
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
    """Ask for status, hint, solution and losing move, and return what does not fit together."""
    result = analyst.solution(position, LIMIT)
    hint = analyst.hint(position, LIMIT)
    status = analyst.status(position, LIMIT)
    loss = analyst.losing_move([position], LIMIT)
    wrong = []
    if (status.verdict, status.score, status.bound) != (result.verdict, result.score, result.bound):
        wrong.append("status and solution")
    if hint != (result.moves[0] if result.moves else None):
        wrong.append("hint and solution")
    won = status.verdict is Verdict.SOLVED
    if status.score is None and bool(result.moves) is not (won and not referee.is_won(position)):
        wrong.append("a verdict without its line, or the other way round")
    if (loss is not None) is not (status.verdict is Verdict.IMPOSSIBLE and status.score is None):
        wrong.append("losing move and status")
    home = sum(referee.replay(position, result.moves, result.autoplay).foundations)
    if (won and home != len(position.rules.pack)) or (status.score is not None and home != status.score):
        wrong.append("a line that does not lead where it should")
    return wrong


def _fact(answer: Answer) -> tuple[object, ...]:
    return answer.verdict, answer.score, answer.bound


def agreement(asked: Sequence[Position], chance: Random) -> Counter[str]:
    """Ask one analyst about each position and a permuted one, and a fresh one about another permutation."""
    wrong: Counter[str] = Counter()
    one, other = Analyst(), Analyst()
    for position in asked:
        shuffled = permuted(position, chance)
        wrong.update(contradictions(one, position))
        wrong.update(contradictions(one, shuffled))
        facts = {_fact(one.status(there, LIMIT)) for there in (position, shuffled)}
        facts.add(_fact(other.status(permuted(position, chance), LIMIT)))
        wrong["permuted positions that differ"] += len(facts) > 1
    return +wrong


def questions() -> dict[str, Callable[[], object]]:
    """Return questions that the analyst does not remember, each with an answer that is always the same."""
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


def load(asked: Sequence[Position], threads: int, seconds: float) -> tuple[int, Counter[str], list[int]]:
    """Let threads ask all questions about shared positions; return how many, what went wrong, and memory in MB."""
    analyst = Analyst(most=300)
    others = questions()
    right = {name: answer() for name, answer in others.items()}
    wrong: Counter[str] = Counter()
    count, lock, memory = 0, threading.Lock(), [_memory()]
    end = time.monotonic() + seconds

    def ask(seed: int) -> None:
        nonlocal count
        chance = Random(seed)
        while time.monotonic() < end:
            position = chance.choice(asked)
            found: list[str]
            try:
                found = contradictions(analyst, permuted(position, chance))
                known = solve(position, LIMIT) if chance.random() < 0.1 else None
                if known is not None and known.limit_hit is None:
                    seen = analyst.status(position, LIMIT)
                    found += ["solve and status"] if _fact(seen) != (known.verdict, known.score, known.bound) else []
                if chance.random() < 0.2:
                    name = chance.choice(list(others))
                    found += [] if others[name]() == right[name] else [name]
            except Exception as error:  # noqa: BLE001  whatever happens in a thread is a finding
                found = [f"{type(error).__name__}: {error}"]
            with lock:
                count += 1
                wrong.update(found)

    workers: list[threading.Thread] = [threading.Thread(target=ask, args=(seed,)) for seed in range(threads)]
    _started(workers, lambda: memory.append(_memory()))
    return count, wrong, memory


def _started(workers: Sequence[threading.Thread], watch: Callable[[], object]) -> None:
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        time.sleep(1)
        watch()


def _memory() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123  Linux alone has it
        return int(file.read().split()[1]) * resource.getpagesize() >> 20


def main() -> int:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=2_000, help="random positions of all games (default 2000)")
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=60.0, help="of the load with threads; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chance = Random(args.seed)
    asked = positions(args.positions, chance)
    wrong = agreement(asked, chance)
    print(f"{len(asked):,} positions and as many permuted: contradictions: {dict(wrong) or 'none'}", flush=True)
    bad = bool(wrong)
    if args.seconds:
        count, wrong, memory = load(asked[:400], args.threads, args.seconds)
        half = len(memory) // 2
        early, late = (sorted(part)[len(part) // 2] for part in (memory[half // 2 : half], memory[half:]))
        print(f"{args.threads} threads, {args.seconds:g} s: {count:,} positions: errors: {dict(wrong) or 'none'}")
        print(f"memory: {early} MB in the second quarter, {late} MB in the second half, {max(memory)} MB at most")
        bad |= bool(wrong)
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
