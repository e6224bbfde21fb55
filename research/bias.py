"""The bias of the shuffle in Wetherell's étude: exact, card by card, and in the étude's figures.

    python research/bias.py [GAMES] [--jobs N]

The étude's text swaps each of the 52 places in turn with a place drawn from all of them. A card's final place is a
Markov chain of 52 steps, computed exactly; the effect on the best scores is measured on games (default 100,000) with
either shuffle.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from kiebitz.analysis.proportions import Z95
from kiebitz.cards import PACKS
from kiebitz.studies.etude import Etude, run_etude

if TYPE_CHECKING:
    from kiebitz.analysis.proportions import Share
    from kiebitz.studies.etude import EtudeFigures


def place_chances(places: int) -> list[list[Fraction]]:
    """Return, for each place of the unshuffled pack, the chances of its card's final places."""
    table = []
    for start in range(places):
        ways = [int(place == start) for place in range(places)]
        for current in range(places):
            # The card in the current place goes to each place in one way. Any other card stays unless its own place is
            # drawn; then it goes to the current place, so as many ways lead there as to all places.
            total, swapped_ways = sum(ways), ways[current]
            ways = [count * (places - 1) + swapped_ways for count in ways]
            ways[current] = total
        table.append([Fraction(count, places**places) for count in ways])
    return table


def total_variation(chances: list[Fraction]) -> Fraction:
    """Return half the sum of distances from the fair chance: the largest error in the probability of any event."""
    return sum((abs(chance - Fraction(1, len(chances))) for chance in chances), Fraction()) / 2


def _print_places() -> None:
    pack = PACKS["52"].cards
    table = place_chances(len(pack))
    chances = [(chance, card, place) for card, row in enumerate(table) for place, chance in enumerate(row)]
    fair = 100 / len(pack)
    print(f"Chance of a card to end in a certain place (fair: {fair:.4f} %), the pack before the shuffle being")
    print(f"  {' '.join(map(str, pack[:4]))} ... {pack[-1]}:")
    for word, (chance, card, place) in (("least", min(chances)), ("most", max(chances))):
        print(
            f"  {word} likely: card {card + 1} ({pack[card]}) in place {place + 1} of the deal, "
            f"{float(100 * chance):.4f} %, {float(chance * len(pack)):.4f} of what is fair"
        )
    _print_distances("one card's place", table)
    _print_distances("the card in one place", [list(column) for column in zip(*table, strict=True)])


def _print_distances(name: str, table: list[list[Fraction]]) -> None:
    distances = [float(total_variation(row)) for row in table]
    print(f"  total variation of {name}: {sum(distances) / len(table):.4f} in the mean, {max(distances):.4f} at most")


def _print_scores(games: int, jobs: int, seed: int) -> None:
    fair, biased = (
        run_etude(Etude(seed, shuffle, path_games=0, replayed_games=0), games, jobs)
        for shuffle in ("fisher-yates", "wetherell")
    )
    print(f"\n{games:,} games with either shuffle (seed {seed}), 95 % intervals:")
    for name, figures in (("fisher-yates", fair), ("wetherell", biased)):
        score = figures.score
        print(f"  mean best score, {name}: {score.mean:.4f} +- {score.half_width:.4f}, deviation {score.deviation:.4f}")
    _print_difference("mean best score", _mean_and_error(biased), _mean_and_error(fair), 4)
    for name, shares in (
        ("won outright", (biased.won, fair.won)),
        ("no move at all", (biased.without_move, fair.without_move)),
        ("11 cards or more", (biased.at_least(11), fair.at_least(11))),
        ("12 cards or more", (biased.at_least(12), fair.at_least(12))),
    ):
        _print_difference(f"{name}, in %", _percent_and_error(shares[0]), _percent_and_error(shares[1]), 3)


def _mean_and_error(figures: EtudeFigures) -> tuple[float, float]:
    score = figures.score
    return score.mean or 0.0, (score.deviation or 0.0) / sqrt(score.count)


def _percent_and_error(share: Share) -> tuple[float, float]:
    value = share.count / share.of
    return 100 * value, 100 * sqrt(value * (1 - value) / share.of)


def _print_difference(name: str, biased: tuple[float, float], fair: tuple[float, float], digits: int) -> None:
    difference = biased[0] - fair[0]
    error = sqrt(biased[1] ** 2 + fair[1] ** 2)
    errors = f" ({difference / error:+.1f} standard errors)" if error else ""
    print(
        f"  {name}: wetherell {biased[0]:.{digits}f}, fisher-yates {fair[0]:.{digits}f}, difference "
        f"{difference:+.{digits}f} +- {Z95 * error:.{digits}f}{errors}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    _print_places()
    _print_scores(args.games, args.jobs, args.seed)


if __name__ == "__main__":
    main()
