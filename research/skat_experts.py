"""How often the engine plays the card that was played in recorded games of Skat: a check on sanity, not on strength.

    python research/skat_experts.py tests/data/iss/*.sgf
    python research/skat_experts.py --level club games.sgf

The engine sees what the player saw: cards, words, tricks. Asked are the cards where more than one might be played. Two
cards count as equal where, with all cards seen, both lead to the same result: neighbours in a suit among others. What
is given away are card points, in Null 1 for the game.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from kiebitz.analysis.proportions import Share
from kiebitz.analysis.skat.fair_view import views
from kiebitz.analysis.skat.parameters import LEVELS
from kiebitz.analysis.skat.players import Engine
from kiebitz.analysis.skat.review import review
from kiebitz.errors import RecordError
from kiebitz.skat.iss import each_game


def main() -> None:
    """Ask the engine for each card, and print the shares with 95 % intervals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+", help="games as the International Skat Server records them")
    parser.add_argument("--level", choices=tuple(LEVELS), default="strong")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    engine = Engine(LEVELS[args.level], args.seed)
    games = left = 0
    #: For the declarer and for defenders: cards asked for, same cards, equal ones, and the points each gave away.
    counts = {True: [0] * 5, False: [0] * 5}
    for file in args.files:
        for game in each_game(file.read_text(encoding="utf-8")):
            if isinstance(game, RecordError) or not game.cards:
                left += 1
                continue
            games += 1
            for (view, _), step in zip(views(game), review(game, par=False).steps, strict=True):
                if len(step.values) < 2:
                    continue
                values = dict(step.values)
                card = engine.plays(view)
                theirs, ours = step.lost, abs(values[card] - step.before)
                found = 1, card is step.card, ours == theirs, theirs, ours
                counts[step.is_declarer] = [a + b for a, b in zip(counts[step.is_declarer], found, strict=True)]
    print(f"{games} games, {left} left out; level {args.level}")
    for is_declarer, name in ((True, "declarers"), (False, "defenders")):
        number, same, equal, theirs, ours = counts[is_declarer]
        shares = ", ".join(f"{what} {_share(count, number)}" for what, count in (("same card", same), ("equal", equal)))
        print(f"{name}: {number} cards; {shares}; given away {theirs} by the players, {ours} by the engine")


def _share(count: int, of: int) -> str:
    low, high = Share(count, of).interval or (0.0, 1.0)
    return f"{100 * count / of:.0f} % ({100 * low:.0f}–{100 * high:.0f})"


if __name__ == "__main__":
    main()
