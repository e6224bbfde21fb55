"""A process of a Skat benchmark: draws deals from a seed, times the questions, and prints JSON.

The rows start it by its command line, so that every measurement has a fresh process.
"""

from __future__ import annotations

import argparse
import json
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.chances import Chances, Comparison
from kiebitz.analysis.skat.players import Engine, step
from kiebitz.analysis.skat.worlds import DeclarerKnowledge, Entry, Task, judge
from kiebitz.cards import PACKS, Card
from kiebitz.deals.shuffles import SplitMix64
from kiebitz.kernel import skat as kernel
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.encoding import cards_of, encode_game, mask
from kiebitz.skat.referee import Deal
from kiebitz.skat.session import Session
from kiebitz.skat.textbook import appraise
from kiebitz.skat.trick import points
from kiebitz.studies.skat_chances import run_chances

if TYPE_CHECKING:
    from collections.abc import Iterator

_PACK = tuple(sorted(PACKS["32"]))
_TO_WIN = 61
#: The kernel's numbers: suits C D H S, Grand, Null.
_GAMES = {Game.CLUBS: 0, Game.DIAMONDS: 1, Game.HEARTS: 2, Game.SPADES: 3, Game.GRAND: 4, Game.NULL: 5}


def main() -> None:
    """Run the command and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    commands = parser.add_subparsers(required=True)
    for name, work in (
        ("random", random_deals),
        ("biddable", biddable),
        ("chances", chances),
        ("exact", exact),
        ("decisions", decisions),
    ):
        command = commands.add_parser(name, help=work.__doc__)
        command.add_argument("count", type=int)
        command.set_defaults(work=work)
    args = parser.parse_args()
    print(json.dumps(args.work(args.seed, args.count)))


def random_deals(seed: int, count: int) -> dict[str, object]:
    """Decide 61 points (Null: no trick) on the same random deals in all six games, forehand as declarer."""
    deals = [cards for cards, _ in zip(_deals(seed), range(count), strict=False)]
    results = {}
    for game, number in _GAMES.items():
        # The skat's points count, and the kernel takes one threshold per call: group deals by skat.
        by_skat: dict[int, list[bytes]] = {}
        for cards in deals:
            by_skat.setdefault(_TO_WIN - points(cards[30:]), []).append(_hands(cards))
        cpu = process_time()
        won = sum(
            sum(kernel.skat_worlds(number, 0, 0, needed, b"".join(deal_hands)).values)
            for needed, deal_hands in by_skat.items()
        )
        results[game.value] = {"cpu": process_time() - cpu, "won": won}
    return {"deals": count, "games": results}


def biddable(seed: int, count: int) -> dict[str, object]:
    """Decide 61 points where the textbook rule bids on forehand's hand, after the likeliest discard."""
    cpu = 0.0
    won = 0
    for cards, suit in _biddable(seed, count):
        game = Game[suit.upper()]
        twelve = (*cards[:10], *cards[30:])
        pair = _likeliest_discard(twelve, game)
        hand = [card for card in twelve if card not in pair]
        hands = _hands([*hand, *cards[10:30]])
        start = process_time()
        won += kernel.skat_worlds(_GAMES[game], 0, 0, _TO_WIN - points(pair), hands).values[0]
        cpu += process_time() - start
    return {"deals": count, "cpu": cpu, "won": won}


def _likeliest_discard(twelve: tuple[Card, ...], game: Game) -> tuple[Card, ...]:
    return cards_of(kernel.skat_ranked_discards(mask(twelve), encode_game(game))[0])


def chances(seed: int, count: int) -> dict[str, object]:
    """Time the first and all figures of biddable hands by default settings, with the skat unknown and known."""
    runs = []
    for cards, _ in _biddable(seed, count):
        for skat in ((), tuple(cards[30:])):
            figures = Chances(Comparison(tuple(cards[:10]), skat))
            first: list[float] = []
            start, cpu = perf_counter(), process_time()

            def note(figures: Chances = figures, first: list[float] = first, start: float = start) -> None:
                if not first and figures.rows():
                    first.append(perf_counter() - start)

            run_chances(figures, 1, note)
            wall, cpu = perf_counter() - start, process_time() - cpu
            names = [list(map(str, part)) for part in (cards[:10], skat)]
            runs.append({"hand": names[0], "skat": names[1], "first": first[0], "wall": wall, "cpu": cpu})
    return {"runs": runs}


def exact(seed: int, count: int) -> dict[str, object]:
    """Count part of the 184,756 worlds of a biddable hand and its suit, as `--exact` does."""
    ((cards, suit),) = _biddable(seed, 1)
    game = Game[suit.upper()]
    twelve = (*cards[:10], *cards[30:])
    known = DeclarerKnowledge(twelve)
    pair = _likeliest_discard(twelve, game)
    task = Task(known, (Entry(Contract(game), pair),), seed, 0, exact=True)
    judge(task, 0, 0)  # once, to prepare the order of the worlds
    cpu = process_time()
    judge(task, 1, count)
    cpu = process_time() - cpu
    words = [" ".join(map(str, cards_of_part)) for cards_of_part in (cards[:10], cards[30:], pair)]
    return {
        "worlds": count,
        "all": known.worlds,
        "cpu": cpu,
        "hand": words[0],
        "skat": words[1],
        "discard": words[2],
        "suit": suit,
    }


def decisions(seed: int, count: int) -> dict[str, object]:
    """Measure the CPU time of each decision in games of three players of the standard level, by stage."""
    player = Engine(seed=seed)
    times: dict[str, list[float]] = {}
    slowest = (0.0, 0, "")
    for number, cards in enumerate(_deals(seed)):
        if number == count:
            break
        three = tuple(cards[:10]), tuple(cards[10:20]), tuple(cards[20:30])
        session = Session(Deal(three, tuple(cards[30:])))
        while session.turn is not None:
            stage = session.stage.value
            start = process_time()
            step(session, player)
            seconds = process_time() - start
            times.setdefault(stage, []).append(round(seconds, 5))
            slowest = max(slowest, (seconds, number, stage))
    return {"games": count, "times": times, "slowest": slowest}


def _deals(seed: int) -> Iterator[list[Card]]:
    """Yield shuffled packs: ten cards for each of three seats, then the skat."""
    generator = SplitMix64(seed)
    while True:
        cards = list(_PACK)
        for number in range(len(cards) - 1, 0, -1):
            other = generator.below(number + 1)
            cards[number], cards[other] = cards[other], cards[number]
        yield cards


def _biddable(seed: int, count: int) -> list[tuple[list[Card], str]]:
    hands = []
    for cards in _deals(seed):
        appraisal = appraise(cards[:10])
        if appraisal.suit is not None:
            hands.append((cards, str(appraisal.suit)))
        if len(hands) == count:
            break
    return hands


def _hands(cards: list[Card]) -> bytes:
    return b"".join(mask(cards[first : first + 10]).to_bytes(4, "little") for first in (0, 10, 20))


if __name__ == "__main__":
    main()
