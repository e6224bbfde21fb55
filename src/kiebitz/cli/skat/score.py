"""`kiebitz skat score`: the score of a finished game, from options or from a file of records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards.text import respelt
from kiebitz.cli import output
from kiebitz.cli.commands import BAD_INPUT
from kiebitz.cli.language import translated
from kiebitz.cli.parser import file_name, name_in, whole
from kiebitz.cli.skat.arguments import (
    add_contract,
    add_skat,
    contract_of,
    english_words,
    hand_of,
    recorded_games,
    skat_of,
)
from kiebitz.errors import BrokenOffError, InputError, KiebitzError, RecordError, visible

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser
    from kiebitz.skat.records import RecordedGame
    from kiebitz.skat.score import Finished, Score, TableRules

DESCRIPTION = "Score a finished game of Skat by the International Skat Order, or all games of a file of records."
EPILOG = """\
examples:
  kiebitz skat score --contract spades hand --bid 44 --matadors with 2 --points 61
  kiebitz skat score --contract grand --bid 48 --points 120 --tricks 9 --hand JC JS AC TC AS TS AH TH AD TD --skat 7H 8H
  kiebitz skat score --contract null ouvert --bid 46 --tricks 0
  kiebitz skat score games.sgf

Matadors are given by --matadors, or counted in --hand and --skat. Points are the declarer's card points with the skat,
tricks the number of his tricks: Null needs them, and so do games in which a side may have taken none (Schwarz). A game
that was given up is lost, one that the opponents conceded is won, each at the levels announced; for a conceded one
--points and --tricks may show that Schneider or Schwarz was reached before.

A file holds games as the International Skat Server records them, each from (; to ;), or as lines, as `kiebitz skat
review` reads them. A game that cannot be scored is reported on standard error, and the others are scored; for one that
was broken off, the recorded result is reported, too. Exit codes: 0 all as recorded, 1 a record differs, 2 a game cannot
be scored.

--json prints: contract, bid, won, value, score, overbid, schneider, schwarz (whether made), matadors (or null), reasons
(why it is lost), words, seeger_fabian (table, declarer, opponents: what each of them gets). For a file: games, a list
of such objects (those of games that all passed hold null), each with number, date, players, declarer, ending and
differences (where the record says otherwise), unclear, a list of complaints about the games that were not scored, and
broken_off, a list of those among them that were broken off: number, fault, result (what the record says of it, or null)
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz skat score`."""
    parser.add_argument(
        "file", nargs="?", metavar="FILE", type=file_name, help="a file of recorded games, or - for standard input"
    )
    add_contract(parser, "the game that was announced, such as spades hand schneider")
    parser.add_argument("--bid", type=whole, metavar="N", help="the bid at which the declarer got the game")
    parser.add_argument("--points", type=whole, metavar="N", help="the declarer's card points, with the skat")
    parser.add_argument("--tricks", type=whole, metavar="N", help="how many tricks the declarer took")
    parser.add_argument("--given-up", action="store_true", help="the declarer gave the game up")
    parser.add_argument(
        "--conceded", action="store_true", help="the opponents gave up, or broke the rules, such as by a revoke"
    )
    parser.add_argument("--matadors", nargs="+", metavar="WORD", help="with or without, and how many: with 2")
    parser.add_argument("--hand", nargs="+", metavar="CARD", help="the declarer's ten cards, instead of --matadors")
    add_skat(parser, "the two cards of the skat, with --hand")
    parser.add("cards")
    rules = parser.add_argument_group("rules of the table")
    rules.add_argument(
        "--null-overbid",
        default="replaced",
        metavar="RULE",
        type=name_in("replaced", "bid", "value"),
        help="what a Null below the bid costs, doubled: the cheapest game with trumps that reaches the bid (replaced, "
        "the default), the bid, or its value",
    )
    rules.add_argument(
        "--lost-hand",
        default="doubled",
        metavar="RULE",
        type=name_in("doubled", "single"),
        help="a lost Hand game counts doubled (the default) or single",
    )
    rules.add_argument(
        "--table",
        default=3,
        type=whole,
        metavar="N",
        help="players at the table, 3 (the default) or 4, for Seeger-Fabian",
    )
    parser.add("json")


def run(args: Namespace) -> int:
    """Score the game, or the file."""
    from kiebitz.skat.score import LostHand, NullOverbid, TableRules, score, seeger_fabian

    seeger_fabian(None, args.table)  # refuses a table other than 3 or 4 before any output
    rules = TableRules(NullOverbid(args.null_overbid), LostHand(args.lost_hand))
    if args.file is not None:
        return _file(args, rules)
    game = _game_of_options(args)
    result = score(game, rules)
    if args.json:
        output.write_json(_object(game, result, args.table))
    else:
        output.write(translated("\n".join(_lines(result, args.table)) + "\n"))
    return 0


def _game_of_options(args: Namespace) -> Finished:
    from kiebitz.skat.contract import Game
    from kiebitz.skat.score import Finished
    from kiebitz.skat.valuation import Matadors

    contract = contract_of(args)
    if contract is None or args.bid is None:
        raise InputError("", "the contract or the bid is missing", "--contract and --bid, or a file of recorded games")
    if args.skat is not None and args.hand is None:
        raise InputError("", "--skat requires --hand", "both or neither")
    hand = hand_of(args) if args.hand is not None else ()
    skat = skat_of(args, hand)
    if hand and skat is None:
        raise InputError("", "--hand requires --skat", "both, for matadors are counted over both")
    matadors = None if args.matadors is None else Matadors.parse(english_words(args.matadors))
    if contract.game is not Game.NULL and (matadors is None) is (not hand):
        fault = "the number of matadors is missing"
        raise InputError("", fault, "either --matadors or --hand and --skat")
    return Finished(
        contract, args.bid, args.points, args.tricks, (*hand, *(skat or ())), matadors, args.given_up, args.conceded
    )


def _lines(result: Score, table: int) -> list[str]:
    from kiebitz.skat.score import seeger_fabian

    tournament = seeger_fabian(result, table)
    return [
        result.words,
        f"score: {result.score}",
        f"Seeger-Fabian, table of {table}: declarer {tournament.declarer}, each opponent {tournament.opponents}",
    ]


def _object(game: Finished | None, result: Score | None, table: int) -> dict[str, object]:
    from kiebitz.skat.score import seeger_fabian

    tournament = seeger_fabian(result, table)
    return {
        "contract": game and str(game.contract),
        "bid": game and game.bid,
        "won": result and result.won,
        "value": result and result.value,
        "score": result.score if result else 0,
        "overbid": result and result.overbid,
        "schneider": result and result.schneider,
        "schwarz": result and result.schwarz,
        "matadors": str(result.matadors) if result and result.matadors else None,
        "reasons": list(result.reasons) if result else [],
        "words": result.words if result else "all passed",
        "seeger_fabian": {"table": table, "declarer": tournament.declarer, "opponents": tournament.opponents},
    }


# Files of records


def _file(args: Namespace, rules: TableRules) -> int:
    options = {"--contract": args.contract, "--bid": args.bid, "--points": args.points, "--tricks": args.tricks}
    options |= {
        "--matadors": args.matadors,
        "--hand": args.hand,
        "--skat": args.skat,
        "--given-up": args.given_up or None,
    }
    options["--conceded"] = args.conceded or None
    for option, value in options.items():
        if value is not None:
            raise InputError("", f"{option} cannot be used with a file", "one or the other: the file contains it")
    games: list[dict[str, object]] = []
    unclear: list[KiebitzError] = []
    code, failed = 0, False
    for game in recorded_games(args.file, args.cards):
        try:
            if isinstance(game, RecordError):
                raise game
            result = game.score(rules)
        except KiebitzError as error:
            failed = True
            if args.json:
                unclear.append(error)
            output.warn(respelt(str(error), args.cards))
            if isinstance(error, BrokenOffError) and not args.json:
                output.write(translated(_line_of_broken_off(error)))
            continue
        differences = game.differences(result)
        code = code or bool(differences)
        if args.json:
            games.append(_recorded(game, result, differences, args.table))
        else:
            output.write(translated(_line(game, result, differences)))
    if args.json:
        broken_off = [_broken_off(error) for error in unclear if isinstance(error, BrokenOffError)]
        output.write_json({"games": games, "unclear": [str(reason) for reason in unclear], "broken_off": broken_off})
    return BAD_INPUT if failed else code


def _line_of_broken_off(error: BrokenOffError) -> str:
    result = f"; the record's result: {error.result}" if error.result else ""
    return visible(f"{error.number or '?'}: {error.fault}{result}") + "\n"


def _broken_off(error: BrokenOffError) -> dict[str, object]:
    return {"number": error.number, "fault": error.fault, "result": error.result or None}


def _line(game: RecordedGame, result: Score | None, differences: list[str]) -> str:
    words = "all passed" if result is None else f"{game.declarer} at {game.bid}, {game.contract}: {result.words}"
    return "\n".join([f"{game.number or '?'}: {words}", *(f"  {difference}" for difference in differences)]) + "\n"


def _recorded(game: RecordedGame, result: Score | None, differences: list[str], table: int) -> dict[str, object]:
    return {
        "number": game.number,
        "date": game.date,
        "players": list(game.players),
        "declarer": None if game.declarer is None else str(game.declarer),
        "ending": game.ending.value,
        **_object(game.finished(), result, table),
        "differences": differences,
    }
