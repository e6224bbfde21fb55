"""`kiebitz skat`: ten cards judged by the textbook rule; subcommands are modules of this package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cards.text import respelt
from kiebitz.cli import output
from kiebitz.cli.language import translated
from kiebitz.cli.skat.arguments import add_hand, hand_of

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cli.parser import Parser
    from kiebitz.skat.textbook import Appraisal

#: The subcommands; any other word after `skat` begins a hand.
SUBCOMMANDS = {
    "value": "the official value of a hand, and the highest bid it covers",
    "score": "the score of a finished game, or of recorded ones",
    "list": "the totals of a list of games written at the card table",
    "solve": "the best play of a deal with open cards",
    "review": "the value of each card of played games, and the card that lost them",
    "play": "a game in the terminal against two engine players",
    "chances": "how often a hand wins each contract with open cards, and how high to bid",
    "problem": "moments of games in which exactly one card wins",
    "engine": "the engine's decisions for other programs, a line for each",
}

DESCRIPTION = "Judge a Skat hand of ten cards by the textbook rule: its value and trump suit, or pass."
EPILOG = """\
examples:
  kiebitz skat JC JS JD AC KC 9C AS 7H QD 8D
  kiebitz skat cj sj dj ca ck c9 sa h7 dq d8 --explain
  kiebitz skat JC JS JD AC KC 9C AS 7H QD 8D --advice
  kiebitz skat value JC JS JD AC KC 9C AS 7H QD 8D --contract clubs hand
  kiebitz skat score --contract clubs hand --bid 20 --matadors with 2 --points 56
  kiebitz skat list evening.csv
  kiebitz skat solve deal.txt --contract grand
  kiebitz skat review games.sgf
  kiebitz skat chances JC JS JD AC KC 9C AS TS 8D 8C

The textbook rule: jack factor × suit factor, if there are six trumps and an ace that is no trump. It is simpler than
the official value (kiebitz skat value); --explain shows where the two differ. --advice adds what pays on average at the
table, for forehand, estimated from worlds with open cards.

--json prints: level (textbook), hand, value and suit (null for a pass), jack_factor, suit_factor (null for a pass),
trumps (in the longest suit), reason (why it passes, else null), advice (the sentence of --advice, else null)
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz skat`."""
    add_hand(parser)
    parser.add_argument("--explain", action="store_true", help="show the reasoning, and where the rule is not official")
    parser.add_argument(
        "--advice", action="store_true", help="advise in one sentence what to bid, by the chance at the table"
    )
    parser.add("json")


def run(args: Namespace) -> int:
    """Judge the hand."""
    from kiebitz.skat.textbook import appraise

    appraisal = appraise(hand_of(args))
    sentence = _advice(appraisal) if args.advice else None
    if args.json:
        output.write_json({**_object(appraisal), "advice": sentence})
    else:
        lines = [str(appraisal), *(appraisal.explanation() if args.explain else ())]
        lines += [sentence] if sentence is not None else []
        output.write(translated(respelt("\n".join(lines) + "\n", args.cards)))
    return 0


def _advice(appraisal: Appraisal) -> str:
    from kiebitz.analysis.skat.advice import advice
    from kiebitz.skat.seats import FOREHAND

    return advice(appraisal.hand, FOREHAND).sentence()


def _object(appraisal: Appraisal) -> dict[str, object]:
    return {
        "level": "textbook",
        "hand": [str(card) for card in appraisal.hand],
        "value": appraisal.value,
        "suit": None if appraisal.suit is None else str(appraisal.suit),
        "jack_factor": appraisal.jack_factor,
        "suit_factor": appraisal.suit_factor,
        "trumps": appraisal.trumps,
        "reason": appraisal.reason,
    }
