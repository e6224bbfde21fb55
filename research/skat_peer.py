"""A comparison of XSkat with the engine on the same deals, declarers, contracts and discards.

    python research/skat_peer.py --games 300 --level club

XSkat (Debian's `xskat`) plays without a screen with `-auto` and logs all cards. It cannot join a game with other
programs' players, so this is no tournament: three XSkat players play a game, and three players of the engine replay it
from the first card with XSkat's declarer, contract and discard. The report lists the declarers' wins and the open-card
reviews of both sides. The referee replays each XSkat game, and the card points must equal XSkat's.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from kiebitz.analysis.proportions import Share
from kiebitz.analysis.skat.levels import LEVELS
from kiebitz.analysis.skat.players import Engine
from kiebitz.analysis.skat.review import review
from kiebitz.skat.game_text import read_game_text
from kiebitz.skat.seats import Seat
from kiebitz.skat.view import View
from kiebitz.studies.sample_statistics import Sample
from kiebitz.studies.skat_reviews import SeatRow, rows_of

if TYPE_CHECKING:
    from kiebitz.cards import Card
    from kiebitz.skat.records import RecordedGame

_CARD = re.compile(r"(club|spade|heart|diamond)([ _])(10|[789AKQJ])", re.IGNORECASE)
_LINE = "-" * 40
_GAME = "=" * 40


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=17, help="XSkat's random_seed")
    parser.add_argument("--level", default="club", choices=LEVELS, help="of the engine")
    parser.add_argument("--program", default="/usr/games/xskat")
    args = parser.parse_args()
    command = [args.program, "-auto", str(args.games), "-game", "-", "-log", "-"]
    process = subprocess.run(
        command, input=f"random_seed {args.seed} 0 2\n", capture_output=True, text=True, check=True
    )
    theirs: list[SeatRow] = []
    ours: list[SeatRow] = []
    number = 0
    for part in process.stdout.split(_GAME):
        if "played" not in part:  # all passed, or the final scores
            continue
        number += 1
        game = recorded(part)
        theirs += rows_of(number, review(game, par=False))
        ours += rows_of(number, review(played_by(game, Engine(LEVELS[args.level])), par=False))
    print(f"{number} of {args.games} games, with a declarer; each played again by level {args.level}")
    for name, rows in (("XSkat", theirs), (args.level, ours)):
        print("\n".join(summary(name, rows)))
    return 0


def recorded(text: str) -> RecordedGame:
    """Read a game from XSkat's log; raise `RuntimeError` if its card points differ from the referee's."""
    tricks, remainder = (each for each in text.split(f"\n{_LINE}\n", 1)[1].split("\n---- random_seed", 1))
    hands, details = remainder.split("\n", 1)[1].split(f"\n{_LINE}\n", 1)
    rows = [_CARD.findall(line) for line in tricks.splitlines() if line.strip()]
    start = _leader(rows[0])
    order: list[str] = []
    for row in rows:
        leader = _leader(row)
        order += [_name(row[(leader + place) % 3]) for place in range(3)]
    hand_rows = [_CARD.findall(line) for line in hands.splitlines() if line.strip()]
    seats: list[list[str]] = [[_name(row[(start + seat) % 3]) for row in hand_rows] for seat in range(3)]
    discard, dealt = (_pair(details, name) for name in ("Skat is", "Skat was"))
    declarer_match = re.search(r"Computer(\d) played (\w+)", details)
    points = re.search(r"(?:Won|Lost) with: (\d+) points", details)
    bid = re.search(r"Last bid: (\d+)", details)
    if declarer_match is None or bid is None:
        raise RuntimeError(f"a log that cannot be read: {details}")
    declarer = (int(declarer_match[1]) - 1 - start) % 3
    is_hand = "Played Hand" in details
    if not is_hand:
        seats[declarer] = [card for card in (*seats[declarer], *discard) if card not in dealt]
    suit = {"Club": "clubs", "Spade": "spades", "Heart": "hearts", "Diamond": "diamonds"}
    extras = (" hand" if is_hand else "") + (" ouvert" if "uvert" in details else "")
    words = suit.get(declarer_match[2], declarer_match[2].lower()) + extras
    lines = [f"{seat}: {' '.join(cards)}" for seat, cards in zip(Seat, seats, strict=True)]
    lines += [f"skat: {' '.join(dealt)}", f"declarer: {Seat(declarer)}", f"bid: {bid[1]}", f"contract: {words}"]
    lines += [] if is_hand else [f"discard: {' '.join(discard)}"]
    game = read_game_text("\n".join([*lines, f"played: {' '.join(order)}"]))
    if points is not None and game.play is not None and game.play.result.declarer_points != int(points[1]):
        raise RuntimeError(f"other points than the {points[1]} of {text}")
    return game


def _leader(row: list[tuple[str, str, str]]) -> int:
    """Return the index of the card that was led: the underlined one, else the capitalized one, which took the trick."""
    underlined = [place for place, (_, gap, _) in enumerate(row) if gap == "_"]
    return underlined[0] if underlined else next(place for place, (suit, _, _) in enumerate(row) if suit.isupper())


def _name(card: tuple[str, str, str]) -> str:
    suit, _, rank = card
    return ("T" if rank == "10" else rank) + suit[0].upper()


def _pair(details: str, name: str) -> list[str]:
    line = next(line for line in details.splitlines() if line.startswith(name))
    return [_name(card) for card in _CARD.findall(line)]


def played_by(game: RecordedGame, player: Engine) -> RecordedGame:
    """Return the same game with this player's cards in all seats."""
    play = game.start()
    cards: list[Card] = []
    assert game.contract is not None
    while not play.is_over:
        seat = play.turn
        is_declarer = seat is game.declarer
        shown = play.hands[play.declarer] if game.contract.ouvert and not is_declarer else ()
        discard = game.discard if is_declarer and game.discard is not None else ()
        view = View(
            seat, play.hands[seat], game.bids, game.bid, game.declarer, game.contract, discard, shown, tuple(cards)
        )
        card = player.plays(view)
        play = play.after(card)
        cards.append(card)
    return replace(game, play=play, cards=tuple(cards))


def summary(name: str, rows: list[SeatRow]) -> list[str]:
    """Return the summary of one side's rows."""
    declaring = [row for row in rows if row.declares]
    won = sum(row.won for row in declaring)
    low, high = Share(won, len(declaring)).interval or (0.0, 1.0)
    lines = [f"{name}: declarers win {won} of {len(declaring)}, 95 % {100 * low:.1f}–{100 * high:.1f} %"]
    for role, group in (("declarers", declaring), ("defenders", [row for row in rows if not row.declares])):
        cards, below = sum(row.cards for row in group), sum(row.below for row in group)
        points = sum(row.given for row in group) / len(group)
        lines.append(
            f"  {role}: {below} of {cards} cards below the best ({100 * below / cards:.1f} %), {points:.1f} "
            f"card points given away a game, own play {mean([row.own for row in group])} points a game"
        )
    return lines


def mean(values: list[int]) -> str:
    """Return a mean with half the width of its 95 % interval."""
    sample = Sample(len(values), sum(values), sum(value * value for value in values))
    return f"{sample.mean or 0:+.1f} ± {sample.half_width or 0:.1f}"


if __name__ == "__main__":
    sys.exit(main())
