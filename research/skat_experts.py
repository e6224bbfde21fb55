"""The agreement of the engine with bids and cards of recorded games of Skat: a check of plausibility, not of strength.

    python research/skat_experts.py tests/data/iss/*.sgf
    python research/skat_experts.py --level club games.sgf

The engine sees the player's information: cards, bids and tricks. Only cards with an alternative count. Two cards are
equal if both lead to the same result with open cards, such as neighbours in a suit. Losses are in card points, in Null
1 for the game.

A player's bidding shows a range: a pass means no further than the last bid below the one refused; the declarer would
go at least as far as he did. The engine's limit is in this range, or some bids away from it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.analysis.proportions import Share
from kiebitz.analysis.skat.fair_view import views
from kiebitz.analysis.skat.levels import LEVELS
from kiebitz.analysis.skat.players import Engine
from kiebitz.analysis.skat.review import review
from kiebitz.cards import Card
from kiebitz.errors import RecordError
from kiebitz.kernel import skat as kernel
from kiebitz.skat.auction import HOLD, PASS
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.encoding import encode_view
from kiebitz.skat.iss import each_game
from kiebitz.skat.session import Session

if TYPE_CHECKING:
    from kiebitz.analysis.skat.levels import Level
    from kiebitz.skat.records import RecordedGame
    from kiebitz.skat.seats import Seat


def bids_apart(game: RecordedGame, level: Level, seed: int) -> list[int]:
    """Return for each seat that spoke how many bids the engine's limit is above (+) or below (−) the player's range."""
    session = Session(game.deal)
    limits: dict[Seat, tuple[int, int, int]] = {}  # numbers of bids: the player's fewest and most, and the engine's
    for seat, word in game.bids:
        stake = session.auction.at_stake or BIDS[-1]
        fewest = limits[seat][0] if seat in limits else 0
        most = len(BIDS)
        if word == PASS:
            most = BIDS.index(stake)
        else:
            fewest = 1 + BIDS.index(stake if word == HOLD else int(word))
        engine = kernel.skat_bid(encode_view(session.view(seat)), level, seed)
        limits[seat] = fewest, most, sum(bid <= engine for bid in BIDS)
        session.say(word)
    return [min(0, engine - fewest) + max(0, engine - most) for fewest, most, engine in limits.values()]


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
    bidding = {"at the table": engine.level, "with open cards": engine.level._replace(calibrated=False)}
    apart: dict[str, list[int]] = {chances: [] for chances in bidding}
    for file in args.files:
        for game in each_game(file.read_text(encoding="utf-8")):
            if isinstance(game, RecordError) or not game.cards:
                skipped += 1
                continue
            games += 1
            for chances, level in bidding.items():
                apart[chances] += bids_apart(game, level, args.seed)
            for (view, _), step in zip(views(game), review(game, par=False).steps, strict=True):
                if len(step.values) < 2:
                    continue
                values = dict(step.values)
                card = Card.parse(engine.decides(view))
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
    for chances, steps in apart.items():
        near = {"as far": 0, "at most one bid away": 1}
        counted = {label: sum(abs(step) <= most for step in steps) for label, most in near.items()}
        shares = ", ".join(f"{label} {_share(count, len(steps))}" for label, count in counted.items())
        further, less = sum(step > 0 for step in steps), sum(step < 0 for step in steps)
        print(f"bids by chances {chances}: {len(steps)} players; {shares}; {further} further, {less} less far")


def _share(count: int, of: int) -> str:
    low, high = Share(count, of).interval or (0.0, 1.0)
    return f"{100 * count / of:.0f} % ({100 * low:.0f}–{100 * high:.0f})"


if __name__ == "__main__":
    main()
