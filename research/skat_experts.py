"""The agreement of the engine with cards played in recorded games of Skat: a check of plausibility, not of strength.

    python research/skat_experts.py tests/data/iss/*.sgf
    python research/skat_experts.py --level club games.sgf

The engine sees the player's information: cards, bids and tricks. Only cards with an alternative count. Two cards are
equal if both lead to the same result with open cards, such as neighbours in a suit. Losses are in card points, in Null
1 for the game.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from kiebitz.analysis.proportions import Share
from kiebitz.analysis.skat.fair_view import views
from kiebitz.analysis.skat.levels import LEVELS
from kiebitz.analysis.skat.players import Engine
from kiebitz.analysis.skat.review import review
from kiebitz.errors import RecordError
from kiebitz.skat.iss import each_game


def main() -> None:
    """Print the shares of equal choices with 95 % intervals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+", help="games as the International Skat Server records them")
    parser.add_argument("--level", choices=tuple(LEVELS), default="strong")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    engine = Engine(LEVELS[args.level], args.seed)
    games = skipped = 0
    #: For declarers and defenders: cards compared, same cards, equal cards, and the points each side lost.
    counts = {True: [0] * 5, False: [0] * 5}
    for file in args.files:
        for game in each_game(file.read_text(encoding="utf-8")):
            if isinstance(game, RecordError) or not game.cards:
                skipped += 1
                continue
            games += 1
            for (view, _), step in zip(views(game), review(game, par=False).steps, strict=True):
                if len(step.values) < 2:
                    continue
                values = dict(step.values)
                card = engine.plays(view)
                theirs, ours = step.lost, abs(values[card] - step.before)
                outcome = 1, card is step.card, ours == theirs, theirs, ours
                counts[step.is_declarer] = [a + b for a, b in zip(counts[step.is_declarer], outcome, strict=True)]
    print(f"{games} games, {skipped} left out; level {args.level}")
    for is_declarer, name in ((True, "declarers"), (False, "defenders")):
        number, same, equal, theirs, ours = counts[is_declarer]
        shares = ", ".join(
            f"{label} {_share(count, number)}" for label, count in (("same card", same), ("equal", equal))
        )
        print(f"{name}: {number} cards; {shares}; given away {theirs} by the players, {ours} by the engine")


def _share(count: int, of: int) -> str:
    low, high = Share(count, of).interval or (0.0, 1.0)
    return f"{100 * count / of:.0f} % ({100 * low:.0f}–{100 * high:.0f})"


if __name__ == "__main__":
    main()
