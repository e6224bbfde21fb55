"""Write the problems of `kiebitz skat problem`: moments in games of the engine where exactly one card wins.

    python research/skat_problems.py --output src/kiebitz/analysis/skat/problems.txt
    python research/skat_problems.py --check src/kiebitz/analysis/skat/problems.txt

In a fair problem exactly one card wins in every world that the seat cannot exclude, with open cards in each; there
are 10 to 1,000 worlds. In an open one exactly one card wins with all cards visible. At least three cards are legal, and
5 to 8 tricks left. The rule-of-thumb player finds an *easy* card, most of nine beginners a *medium* one, neither a
*hard* one.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from kiebitz.analysis.skat.levels import LEVELS
from kiebitz.analysis.skat.players import Engine, RuleOfThumb, step
from kiebitz.analysis.skat.problems import session_of, winning
from kiebitz.skat.session import Session, Stage

_FIRST = 40_000_001
_LEFT = range(5, 9)
_LEAST_LEGAL, _LEAST_WORLDS = 3, 10
_BEGINNERS = range(1, 10)
_KINDS = ("fair", "open")
#: The number of problems by band and kind, 200 in all; fair ones of the medium band are rare.
_WANTED = {
    ("easy", "fair"): 34,
    ("easy", "open"): 38,
    ("medium", "fair"): 24,
    ("medium", "open"): 33,
    ("hard", "fair"): 33,
    ("hard", "open"): 38,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--check", type=Path)
    args = parser.parse_args()
    if args.check:
        check(args.check)
    else:
        args.output.write_text("".join(f"{line}\n" for line in collected()), "ascii")


def collected() -> list[str]:
    """Return the lines of the problems, band by band."""
    lines: dict[tuple[str, str], list[str]] = {key: [] for key in _WANTED}
    number = _FIRST
    while any(len(some) < _WANTED[key] for key, some in lines.items()):
        for kind, band, words in in_game(number):
            some = lines[band, kind]
            if len(some) < _WANTED[band, kind]:
                some.append(" ".join([band, kind, str(number), *words]))
        number += 1
    return [line for some in lines.values() for line in some]


def in_game(number: int) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return at most one problem of each kind in a game of three players of level club."""
    session = session_of(number, ())
    player = Engine(LEVELS["club"])
    problems: dict[str, tuple[str, str, tuple[str, ...]]] = {}
    while session.turn is not None:
        for kind in _KINDS:
            if kind not in problems and is_problem(session, kind):
                problems[kind] = kind, band_of(session, kind), session.words
        step(session, player)
    return list(problems.values())


def is_problem(session: Session, kind: str) -> bool:
    """Return whether exactly one card wins."""
    play = session.play
    if session.stage is not Stage.PLAY or play is None or len(play.hands[play.turn]) not in _LEFT:
        return False
    is_open = kind == "open"
    if len(play.legal_cards) < _LEAST_LEGAL:
        return False
    answer = winning(session, is_open=is_open)
    return len(answer.cards) == 1 and (is_open or answer.worlds >= _LEAST_WORLDS)


def band_of(session: Session, kind: str) -> str:
    """Return the band of a problem."""
    assert session.play is not None
    view = session.view(session.play.turn)
    (card,) = winning(session, is_open=kind == "open").cards
    if RuleOfThumb().decides(view) == str(card):
        return "easy"
    hits = sum(Engine(LEVELS["beginner"], seed).decides(view) == str(card) for seed in _BEGINNERS)
    return "medium" if 2 * hits > len(_BEGINNERS) else "hard"


def check(file: Path) -> None:
    """Print the number of problems of each band and kind, and fail unless each has one solution."""
    counts: Counter[tuple[str, str]] = Counter()
    for line in file.read_text("ascii").splitlines():
        band, kind, number, *words = line.split()
        session = session_of(int(number), words)
        if not is_problem(session, kind):
            raise SystemExit(f"no problem: {line}")
        counts[band, kind] += 1
    print(", ".join(f"{number} {kind} {band}" for (band, kind), number in counts.items()))


if __name__ == "__main__":
    main()
