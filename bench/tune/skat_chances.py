"""Fit the chance at the table to games: play contracts out, fit a curve for each kind, and check it on fresh games.

    python bench/tune/skat_chances.py play build/skat/fit.jsonl --first 3400001 --deals 850
    python bench/tune/skat_chances.py fit build/skat/fit.jsonl
    python bench/tune/skat_chances.py play build/skat/fresh.jsonl --first 3600001 --deals 850
    python bench/tune/skat_chances.py check build/skat/fresh.jsonl

`play` makes each seat of a deal declarer at a bid of 18, the others having passed, in each game, as a Hand game and
with the skat, Null also ouvert. Three players of a level play it out. The file gets a line per deal, also with the bid
up to which the others would have gone, and a run resumes where the last one stopped; one process, so `nice` it. One in
four contracts is played if almost no world wins it.

`fit` prints the curves of `native/src/skat/engine/table_chance.hpp`; `check` prints, by kind and by bands of the
kernel's chance, the games won.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from math import exp, log
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kiebitz.analysis.proportions import Share
from kiebitz.analysis.skat.chances import usual_contracts
from kiebitz.analysis.skat.levels import LEVELS
from kiebitz.analysis.skat.players import Engine, play_out
from kiebitz.deals.shuffles import nth
from kiebitz.kernel import skat as kernel
from kiebitz.skat.auction import HOLD, PASS
from kiebitz.skat.dealing import deal
from kiebitz.skat.encoding import cards_of, decode_contract, encode_contract, encode_view, mask
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session, Stage
from kiebitz.studies.plot_style import COLOURS, GREY, style, svg

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kiebitz.skat.referee import Deal

    Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
    Fit = tuple[float, list[float], list[float]]
    Bands = dict[tuple[str, str], list[list[tuple[float, bool]]]]  # by kind and knowledge

_BID, _HIGHEST_COUNTED = 18, 60  # the latter as in table_chance.hpp
_GRAND, _NULL = 4, 5
_HAND, _OUVERT = 1, 8
_PACK = 0xFFFF_FFFF
_FEW, _MANY, _TRIED = 10, 60, 20  # worlds: of a club player's bid, of an advice, to choose a discard
_LIKELY = 4  # discards tried
_KINDS = ("suit", "grand", "null", "null_ouvert")
_LEAST_SHOWN = 10  # games of a band in the diagram
_WON = 3  # the least outcome of a game won
#: The names in the documentation of kinds and of the declarer's knowledge.
_WORDS = {
    "suit": "suit",
    "grand": "Grand",
    "null": "Null",
    "null_ouvert": "Null ouvert",
    "before": "ten cards, skat to come",
    "hand": "ten cards, Hand",
    "after": "twelve cards",
}
#: The cards that count, beside the trumps of a suit game, by kind; the jacks are Grand's trumps.
_COUNTED = {"jack": 0x1010_1010, "ace": 0x8080_8080, "ten": 0x0808_0808}


def main() -> None:
    """Play, fit or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", choices=("play", "fit", "check"))
    parser.add_argument("file", type=Path, help="a line of JSON for each deal")
    parser.add_argument("--first", type=int, default=3_400_001, help="the number of the first deal")
    parser.add_argument("--deals", type=int, default=500, help="how many")
    parser.add_argument("--level", default="club", help="of the players")
    parser.add_argument("--plot", type=Path, metavar="SVG", help="with check: a diagram of the bands")
    args = parser.parse_args()
    if args.work == "play":
        play(args.file, range(args.first, args.first + args.deals), args.level)
    elif args.work == "fit":
        print("\n".join(curves(games(args.file))))
    else:
        bands = banded(games(args.file))
        print("\n".join(reliability(bands)))
        if args.plot:
            args.plot.parent.mkdir(parents=True, exist_ok=True)
            args.plot.write_text(plot(bands), encoding="utf-8")


def play(file: Path, deals: range, level: str) -> None:
    """Play the deals missing in the file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    finished = {line["deal"] for line in lines(file)} if file.exists() else set()
    with file.open("a", encoding="utf-8") as out:
        for number in deals:
            if number not in finished:
                played = [game for seat in Seat for game in contracts(number, seat, level)]
                out.write(json.dumps({"deal": number, "games": played}) + "\n")
                out.flush()


def lines(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the complete lines of a file; a kill may have cut off the last."""
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            continue


def games(file: Path) -> list[dict[str, Any]]:
    """Return the games of a file."""
    return [game for line in lines(file) for game in line["games"]]


def contracts(number: int, seat: Seat, level: str) -> Iterator[dict[str, Any]]:
    """Play the contracts of a seat, and yield each with its shares before play, and whether it was won."""
    dealt = deal(number)
    hand, seed = mask(dealt.hands[seat]), nth(number, int(seat))
    views = [encode_view(Session(dealt).view(other)) for other in Seat if other is not seat]
    bid = max(_BID, *(kernel.skat_bid(view, LEVELS[level], seed) for view in views))
    entries = [(*encode_contract(contract), 0) for contract in usual_contracts(hand=True)]
    few, many = (
        wins((hand, seat, _PACK, 0, 0), (seed, stream), entries, count) for stream, count in enumerate((_FEW, _MANY))
    )
    for (game, flags, _), *ten in zip(entries, few, many, strict=True):
        is_hand = bool(flags & _HAND)
        if ten[0] == 0 and ten[1] <= 1 and nth(seed, 2 * game + is_hand) % 4:
            continue
        session = auctioned(dealt, seat)
        row: dict[str, Any] = {
            "deal": number,
            "seat": int(seat),
            "hand": hand,
            "skat": mask(dealt.skat),
            "game": game,
            "ten": ten,
        }
        row |= {"is_hand": is_hand, "ouvert": bool(flags & _OUVERT), "bid": bid}
        pair = 0
        if not is_hand:
            session.take_skat()
            row |= discarded(hand | mask(dealt.skat), seat, game, seed)
            pair = row["put"]
        session.announce(decode_contract(game, flags), cards_of(pair))
        score = play_out(session, [Engine(LEVELS[level], seed)] * 3).score()
        assert score is not None
        yield row | {"won": score.won}


def auctioned(deal: Deal, seat: Seat) -> Session:
    """Return a game in which a seat got the contract at 18."""
    session = Session(deal)
    while session.stage is Stage.BIDDING:
        bids = session.turn is seat
        session.say(PASS if not bids else HOLD if session.auction.is_asked else str(_BID))
    return session


def discarded(twelve: int, seat: Seat, game: int, seed: int) -> dict[str, int]:
    """Return the best of the likely discards, and the fresh worlds that it wins."""
    pairs = kernel.skat_ranked_discards(twelve, game)[:_LIKELY]
    known = (twelve, int(seat), _PACK, 0, 0)
    tried = wins(known, (seed, 0), [(game, 0, pair) for pair in pairs], _TRIED)
    best = pairs[tried.index(max(tried))]
    return {"put": best, "tried": max(tried), "twelve": wins(known, (seed, 1), [(game, 0, best)], _MANY)[0]}


def wins(known: Sequence[int], run: tuple[int, int], entries: list[tuple[int, int, int]], worlds: int) -> list[int]:
    """Return the worlds that each entry wins, of a run by its seed and stream."""
    tallies = kernel.skat_judge(known, (*run, False, False), entries, 0, worlds - 1)
    return [sum(n for end, n in zip(kinds[1::3], kinds[2::3], strict=True) if end >= _WON) for _, kinds in tallies]


# --- fit and check ---


def kind_of(game: dict[str, Any]) -> str:
    """Return the kind of a contract, as the kernel's curves are named."""
    number: int = game["game"]
    name = "suit" if number < _GRAND else "grand" if number == _GRAND else "null"
    return f"{name}_ouvert" if game["ouvert"] else name


def samples(some: Iterable[dict[str, Any]]) -> dict[tuple[str, str], list[tuple[int, int, bool, dict[str, Any]]]]:
    """Return worlds won, worlds, whether the game was won, and the game, by kind and by the declarer's knowledge."""
    result = defaultdict(list)
    for game in some:
        kind, won = kind_of(game), game["won"]
        for worlds, count in zip((_FEW, _MANY), game["ten"], strict=True):
            result[kind, "hand" if game["is_hand"] else "before"].append((count, worlds, won, game))
        if not game["is_hand"]:
            result[kind, "after"].append((game["twelve"], _MANY, won, game))
    return dict(sorted(result.items()))


def curves(some: Iterable[dict[str, Any]]) -> list[str]:
    """Return the likeliest curve of each kind and knowledge, with the standard errors of the numbers' logarithms."""
    result = []
    for (kind, knows), sample in samples(some).items():
        shares = np.array([[count, worlds, points(kind, game)] for count, worlds, _, game in sample], float)
        cards = np.array([[1, *strength(kind, game, knows)] for *_, game in sample], float)
        won = np.array([is_won for _, _, is_won, _ in sample], float)
        sixteenths = max(1, round(16 * exp(fitted(cards, shares, won)[1][0])))
        likelihood, logs, errors = fitted(cards, shares, won, sixteenths / 16)
        # Games with ten cards count twice, by few and by many worlds: errors are too small by up to the root of 2.
        repeated = 1 if knows == "after" else 2**0.5
        names = ("power", "won", "lost", "bid", "base", "forehand", "trump", *_COUNTED)
        each = [
            f", {name} {exp(number):.3g} (±{error * repeated:.2f})"
            for name, number, error in zip(names, logs, errors, strict=True)
            if number and name != "power"
        ]
        counted = f"{len(sample)} shares, log-likelihood {likelihood:.1f} with the prior"
        result.append(f"{kind} {knows}: power {sixteenths}/16{''.join(each)}; {counted}")
    return result


def points(kind: str, game: dict[str, Any]) -> int:
    """Return the points of a bid that count; 0 for Null."""
    bid: int = game["bid"]
    return 0 if kind.startswith("null") or bid == _BID else min(bid, _HIGHEST_COUNTED)


def strength(kind: str, game: dict[str, Any], knows: str) -> list[int]:
    """Return whether the declarer leads, and the trumps of a suit game, jacks, aces and tens held; 0s for Null."""
    if kind.startswith("null"):
        return [0] * (2 + len(_COUNTED))
    cards: int = game["hand"] | (game["skat"] if knows == "after" else 0)
    trumps = _COUNTED["jack"] | 0xFF << 8 * game["game"] if kind == "suit" else 0
    return [game["seat"] == 0, *((cards & counted).bit_count() for counted in (trumps, *_COUNTED.values()))]


def fitted(cards: Array, shares: Array, won: Array, power: float | None = None) -> Fit:
    """Return the log-likelihood, the likeliest logarithms of a curve's numbers, and standard errors.

    The numbers are the power (unless it is given), the worlds added to those won and lost, the factor of each point of
    the bid, and the factors of *cards*.
    """
    # A weak prior: worlds added are around one, and a factor without games stays 1.
    prior = np.array([1e-3, 0.25, 0.25, 1e-3] + [1e-3] * cards.shape[1])
    logs = np.zeros(len(prior))
    logs[0] = log(0.4 if power is None else power)

    def derived(logs: Array) -> tuple[float, Array, Array]:
        likelihood, chances, slopes = slope(cards, shares, won, logs)
        if power is not None:
            slopes[:, 0] = 0
        return likelihood - float(prior @ logs**2) / 2, chances, slopes

    likelihood, chances, slopes = derived(logs)
    for _ in range(100):
        curvature = slopes.T @ (slopes * (chances * (1 - chances))[:, None]) + np.diag(prior)
        gradient = slopes.T @ (won - chances) - prior * logs
        gradient[0] *= power is None
        step = np.linalg.solve(curvature, gradient)
        while not (better := derived(logs + step))[0] >= likelihood and np.abs(step).max() > 1e-6:
            step /= 2
        if not better[0] > likelihood:
            break
        logs, (likelihood, chances, slopes) = logs + step, better
    errors = np.sqrt(np.diag(np.linalg.inv(curvature)))
    return likelihood, logs.round(6).tolist(), errors.tolist()


def slope(cards: Array, shares: Array, won: Array, logs: Array) -> tuple[float, Array, Array]:
    """Return the log-likelihood of a curve, its chances, and the derivatives of the log-odds by the numbers' logs."""
    power, more_won, more_lost = np.exp(logs[:3])
    factors = cards @ logs[4:]
    added_won, added_lost = more_won * np.exp(factors), more_lost * np.exp(-factors)
    open_won, open_lost = shares[:, 0] + added_won, shares[:, 1] - shares[:, 0] + added_lost
    odds = power * np.log(open_won / open_lost)
    chances = 1 / (1 + np.exp(-factors - odds - shares[:, 2] * logs[3]))
    by_won, by_lost = power * added_won / open_won, power * added_lost / open_lost
    slopes = np.column_stack([odds, by_won, -by_lost, shares[:, 2], cards * (1 + by_won + by_lost)[:, None]])
    return float(np.log(np.where(won > 0, chances, 1 - chances)).sum()), chances, slopes


def reliability(all_bands: Bands) -> list[str]:
    """Return a table: by kind and band of the kernel's chance, the percentage won and the number of games.

    A star marks bands whose mean chance is outside the 95 % interval of the games won. Among many bands some are so by
    chance, so the last line has a test of all bands together.
    """
    bands = " | ".join(f"{band}–{band + 10} %" for band in range(0, 100, 10))
    p_values: list[float] = []
    stars = 0
    result = [f"| game | declarer knows | mean chance | won | games | {bands} |", "|---|---|" + "---:|" * 13]
    for (kind, knows), by_band in all_bands.items():
        pairs = [pair for band in by_band for pair in band]
        stars += sum(not compared(pairs)[2] for pairs in by_band if pairs)
        p_values += [p_value(pairs) for pairs in by_band if pairs]
        mean, won_share, is_inside = compared(pairs)
        total = f"{mean:.1%} | {won_share:.1%}{'' if is_inside else '*'} | {len(pairs):,}"
        result.append(
            f"| {_WORDS[kind]} | {_WORDS[knows]} | {total} | {' | '.join(map(cell, by_band))} |".replace("%", " %")
        )
    total = f"{stars} of {len(p_values)} bands starred; rejected by Holm's test (5 %): {rejected(p_values)}"
    return [*result, "", total]


def banded(some: Iterable[dict[str, Any]]) -> Bands:
    """Return chances by many worlds with whether the game was won, by kind, knowledge and tenths of the chance."""
    result: Bands = {}
    for (kind, knows), sample in samples(some).items():
        bands = result[kind, knows] = [[] for _ in range(10)]
        for won, worlds, is_won, game in sample:
            if worlds == _MANY:
                chance = chance_of(game, knows, won, _MANY)
                bands[min(9, int(10 * chance))].append((chance, is_won))
    return result


def plot(all_bands: Bands) -> str:
    """Return the text of an SVG file: the share won in each band, with its 95 % interval, by the mean chance."""
    from matplotlib.figure import Figure

    with style():
        figure = Figure(figsize=(7, 6.4), layout="constrained")
        panels = dict(zip(_KINDS, figure.subplots(2, 2, sharex=True, sharey=True).flat, strict=True))
        for at, ((kind, knows), bands) in enumerate(all_bands.items()):
            shown = [band for band in bands if len(band) >= _LEAST_SHOWN]
            shares = [Share(sum(won for _, won in band), len(band)) for band in shown]
            across = [100 * sum(chance for chance, _ in band) / len(band) for band in shown]
            up = np.array([100 * (share.value or 0) for share in shares])
            ends = 100 * np.array([share.interval or (0.0, 1.0) for share in shares])
            reach = np.abs(ends.T - up)
            look = {"fmt": "osD"[at % 3], "color": COLOURS[at % 3], "markersize": 4, "linewidth": 0.8}
            panels[kind].errorbar(across, up, reach, label=_WORDS[knows], **look)
        for kind, axes in panels.items():
            axes.plot((0, 100), (0, 100), color=GREY, linewidth=0.8, zorder=0)
            axes.set_title(_WORDS[kind], fontsize=10)
            axes.set(xlim=(0, 100), ylim=(0, 100))
        panels["suit"].legend(fontsize=8, frameon=False, loc="upper left")
        figure.supxlabel("mean chance of a band, %", fontsize=10)
        figure.supylabel("games won, %", fontsize=10)
        return svg(figure)


def p_value(band: list[tuple[float, bool]]) -> float:
    """Return the probability that games with such chances are won at least as unusually often or rarely."""
    ways = np.ones(1)  # the probability of each number of games won
    for chance, _ in band:
        ways = np.convolve(ways, (1 - chance, chance))
    count = sum(is_won for _, is_won in band)
    return min(1.0, 2 * float(min(ways[: count + 1].sum(), ways[count:].sum())))


def rejected(p_values: list[float]) -> int:
    """Return how many hypotheses Holm's test rejects, with a chance of 5 % that any of them is true."""
    ascending = sorted(p_values)
    return next((i for i, value in enumerate(ascending) if value > 0.05 / (len(ascending) - i)), len(ascending))


def compared(band: list[tuple[float, bool]]) -> tuple[float, float, bool]:
    """Return the mean chance of games, the share won, and whether its 95 % interval holds the mean."""
    wins = Share(sum(is_won for _, is_won in band), len(band))
    mean = sum(chance for chance, _ in band) / len(band)
    least, most = wins.interval or (0.0, 1.0)
    return mean, wins.value or 0, least <= mean <= most


def cell(band: list[tuple[float, bool]]) -> str:
    """Return the percentage won of a band's games, and their number."""
    if not band:
        return ""
    _, won, is_inside = compared(band)
    return f"{100 * won:.0f}{'' if is_inside else '*'} ({len(band)})"


def chance_of(game: dict[str, Any], knows: str, won: int, worlds: int) -> float:
    """Return the kernel's chance at the table."""
    cards = game["hand"] | (game["skat"] if knows == "after" else 0)
    flags = game["is_hand"] * _HAND | game["ouvert"] * _OUVERT
    chance = kernel.skat_table_chance(game["game"], flags, cards, game["seat"], won, worlds, game["bid"])
    assert chance is not None
    return chance


if __name__ == "__main__":
    main()
