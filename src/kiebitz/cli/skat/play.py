"""`kiebitz skat play`: games of Skat in the terminal against engine players, and their list."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from kiebitz.cli import deal_argument, output
from kiebitz.cli.language import translated
from kiebitz.cli.parser import amount, file_name, name_in, seed
from kiebitz.cli.skat.arguments import add_counting, add_level, add_seat
from kiebitz.cli.skat.keyboard_game import KeyboardGame, QuitError, say
from kiebitz.errors import FileError

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.analysis.skat.counting import Counting
    from kiebitz.analysis.skat.players import Engine
    from kiebitz.cli.parser import Parser
    from kiebitz.skat.game_list import GameList, ListedGame
    from kiebitz.skat.session import Session

DESCRIPTION = "Play Skat in the terminal against two engine players: bidding, skat, play, score and review."
EPILOG = """\
examples:
  kiebitz skat play              a random deal
  kiebitz skat play 617 --seat rearhand
  kiebitz skat play --games 36 --level club --output evening.sgf
  kiebitz skat play --games 36 --table 4 --counting bierlachs --list evening.csv
  kiebitz skat play 617 --output game.sgf && kiebitz skat review game.sgf --fair

Answer each prompt. Bidding: y to bid or hold, a higher bid, p to pass. As declarer: skat to take it up, then a game and
the two cards to put down (clubs 7H QD); or a Hand game (grand hand). Play: a card. At any time: hint (the engine's
choice), hand, quit; in play, light (who wins with open cards), light fair (how likely the declarer wins by what you can
know), rest (all remaining tricks are your side's: checked in every deal that you can't exclude, or agreed by the
others, then played to the end) and give up. The last trick plays itself.

A deal has a number from 0 to 2**64 − 1; the same number and --seed give the same game for the same answers. The engine
sees the cards of its own seat, the bidding and the cards played, nothing else. Records are added to the file of
--output, which kiebitz skat review reads.

With --games the players' points are added up, by the counting of --counting. At a table of four the dealer sits out;
when you deal, the engines play that game without you. --list FILE keeps the list for kiebitz skat list.

Levels: beginner searches 2 worlds a card and forgets which suits the others could not follow; club searches 8, strong
24, and both use the bidding.

Exit codes: 0 played or left, 2 bad usage
"""
#: The names of the players at a table of three and of four: you, then clockwise.
_PLAYERS = {"3": ("You", "Left", "Right"), "4": ("You", "Left", "Across", "Right")}
_LONGEST = 64_000_000


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz skat play`."""
    parser.add_argument(
        "deal", nargs="?", type=seed, metavar="DEAL", help="the number of the deal (default: a random one)"
    )
    add_seat(parser, "--seat", "your seat in the first game, after which it moves on")
    add_level(parser, "strong", "of the others")
    parser.add_argument("--games", type=amount, default=1, metavar="N", help="how many games (default 1)")
    parser.add_argument(
        "--table", default="3", metavar="N", type=name_in(*_PLAYERS), help="players at the table: 3 (the default) or 4"
    )
    add_counting(parser)
    parser.add_argument("--seed", type=seed, default=1, metavar="SEED", help="seed of the engines (default 1)")
    parser.add_argument("--output", metavar="FILE", type=file_name, help="a file that gets the record of each game")
    parser.add_argument("--list", metavar="FILE", type=file_name, help="a new file that gets the list of the games")
    parser.add("cards")


def run(args: Namespace) -> int:
    """Play the games."""
    from kiebitz.analysis.skat.counting import Counting, counted, write_list
    from kiebitz.analysis.skat.levels import LEVELS
    from kiebitz.analysis.skat.players import Engine
    from kiebitz.skat.game_list import GameList, seats_at
    from kiebitz.skat.seats import Seat

    if args.list and (args.list in ("-", args.output) or os.path.exists(args.list)):  # noqa: PTH110  as in _add
        raise FileError(args.list, "cannot get the list", "the name of a new file")
    engine = Engine(LEVELS[args.level], args.seed)
    counting = Counting(args.counting)
    first = _by_chance() if args.deal is None else args.deal
    order = _PLAYERS[args.table]
    table = len(order)
    dealer, seats = 0, seats_at(table)
    you = seats[dealer][Seat[args.seat.upper()]]
    players = tuple(translated(order[(player - you) % table]) for player in range(table))
    games = GameList(players, ())
    try:
        for turn in range(args.games):
            session = _play(first + turn, seats[dealer], you, engine, args.cards)
            games = replace(games, games=(*games.games, _listed(session, turn + 1, dealer, seats[dealer])))
            dealer = seats[dealer][0]
            if args.output:
                _add(session, args.output)
            if args.list:
                output.write(write_list(games), args.list)
            if args.games > 1:
                _say_points(games, you, args.games, counting)
    except QuitError:
        say("left")
    if args.games > 1 and games.games:
        from kiebitz.cli.skat.list import totals_of

        output.write("\n".join(totals_of(games, counting, counted(games, counting)[1])) + "\n")
    return 0


def _by_chance() -> int:
    from random import SystemRandom

    return SystemRandom().randrange(10**6)


def _play(number: int, players: tuple[int, int, int], you: int, engine: Engine, spelling: str) -> Session:
    """Play a deal to its end with these players in the seats; the dealer of a table of four sits out."""
    from kiebitz.analysis.skat.players import play_out
    from kiebitz.skat.dealing import deal
    from kiebitz.skat.seats import Seat
    from kiebitz.skat.session import Session

    first, second, third = ("you" if player == you else "Kiebitz" for player in players)
    session = Session(deal(number), (first, second, third), str(number))
    if you in players:
        KeyboardGame(session, Seat(players.index(you)), engine, spelling).play()
        return session
    say(f"deal {number}: you deal and sit out")
    result = play_out(session, (engine, engine, engine)).score()
    if result is None:
        say("all passed")
    else:
        ending = "won" if result.won else "lost"
        say(f"{session.declarer} {ending} {abs(result.score)} with {session.contract}")
    return session


def _listed(session: Session, line: int, dealer: int, players: tuple[int, int, int]) -> ListedGame:
    from kiebitz.skat.game_list import ListedGame

    result = session.score()
    if result is None or session.declarer is None:
        return ListedGame(line, dealer, None, 0)
    return ListedGame(line, dealer, players[session.declarer], result.score)


def _say_points(games: GameList, you: int, count: int, counting: Counting) -> None:
    from kiebitz.analysis.skat.counting import counted

    _, players = counted(games, counting)
    totals = ", ".join(f"{player.player} {player.points}" for player in (*players[you:], *players[:you]))
    say(f"after {len(games.games)} of {count} games: {totals}")
    say("")


def _add(session: Session, name: str) -> None:
    from kiebitz.skat.iss import write_game

    before = ""
    if os.path.exists(name):  # noqa: PTH110  pathlib would slow the start
        before = deal_argument.read(name, "a file of records", _LONGEST).decode("utf-8", "replace")
    output.write(f"{before}{write_game(session.record())}\n", name)
