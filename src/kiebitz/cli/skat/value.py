"""`kiebitz skat value`: the value of a hand by the International Skat Order, and the highest bid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.cli import output
from kiebitz.cli.language import translated
from kiebitz.cli.skat.arguments import add_contract, add_hand, add_skat, contract_of, hand_of, skat_of

if TYPE_CHECKING:
    from argparse import Namespace

    from kiebitz.cards import Card
    from kiebitz.cli.parser import Parser
    from kiebitz.skat.valuation import Valuation

DESCRIPTION = "Say what a Skat hand is worth by the International Skat Order, in one contract or in all games."
EPILOG = """\
examples:
  kiebitz skat value JC JS JD AC KC 9C AS 7H QD 8D
  kiebitz skat value JC JS JD AC KC 9C AS 7H QD 8D --contract clubs hand schneider
  kiebitz skat value CJ SA CK DA H7 C7 S9 CT SK D7 --skat SJ D8 --contract clubs hand

Matadors are counted over hand and skat, in Hand games, too. Without --skat the value is that of the ten cards alone;
the skat may change it, and the highest bid is the one that no skat overbids. Schneider, Schwarz and ouvert in a
contract are announcements, and need hand.

--json prints: level (official), hand, skat (or null), contracts: a list of objects with contract, matadors (null in
Null), value, words (how it is counted), with_schneider and with_schwarz (the value with these made; null in Null),
least and most (over all skats that are possible), highest_bid
"""


def add_arguments(parser: Parser) -> None:
    """Declare the arguments of `kiebitz skat value`."""
    add_hand(parser)
    add_skat(parser, "the two cards of the skat, found or put there")
    add_contract(
        parser,
        "clubs, spades, hearts, diamonds, grand or null, then any of hand, schneider, schwarz, ouvert; else all games",
    )
    parser.add("json")


def run(args: Namespace) -> int:
    """Value the hand."""
    from kiebitz.skat.valuation import valuation, valuations

    hand = hand_of(args)
    skat = skat_of(args, hand)
    contract = contract_of(args)
    found = valuations(hand, skat) if contract is None else [valuation(hand, contract, skat)]
    if args.json:
        output.write_json(_object(hand, skat, found))
    elif contract is not None:
        output.write(_one(found[0], known=skat is not None))
    else:
        output.write(_table(found, known=skat is not None))
    return 0


def _one(found: Valuation, *, known: bool) -> str:
    lines = [found.words]
    if found.schneider is not None and found.schneider != found.value:
        lines.append(f"with Schneider made {found.schneider}, with Schwarz made {found.schwarz}")
    elif found.schwarz is not None and found.schwarz != found.value:
        lines.append(f"with Schwarz made {found.schwarz}")
    if found.least != found.most:
        lines.append(f"the skat is not known: it may make {found.least} to {found.most} of it")
    lines.append(_bid(found.highest_bid, known=known))
    return translated("\n".join(lines) + "\n")


def _bid(bid: int, *, known: bool) -> str:
    return f"highest bid: {bid}" if known else f"highest bid that no skat overbids: {bid}"


def _table(found: list[Valuation], *, known: bool) -> str:
    rows = [("contract", "matadors", "value", "highest bid")]
    rows += [(str(one.contract), str(one.matadors or ""), str(one.value), str(one.highest_bid)) for one in found]
    cells = [list(map(translated, row)) for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(4)]
    lines = [
        f"{name:<{widths[0]}}  {counted:<{widths[1]}}  {value:>{widths[2]}}  {bid:>{widths[3]}}"
        for name, counted, value, bid in cells
    ]
    if not known:
        lines += [
            "",
            translated(
                "The skat is not known: matadors and value are those of the ten cards, and no skat overbids the bid."
            ),
        ]
    return "\n".join(lines) + "\n"


def _object(hand: tuple[Card, ...], skat: tuple[Card, ...] | None, found: list[Valuation]) -> dict[str, object]:
    return {
        "level": "official",
        "hand": list(map(str, hand)),
        "skat": None if skat is None else list(map(str, skat)),
        "contracts": [
            {
                "contract": str(one.contract),
                "matadors": None if one.matadors is None else str(one.matadors),
                "value": one.value,
                "words": one.words,
                "with_schneider": one.schneider,
                "with_schwarz": one.schwarz,
                "least": one.least,
                "most": one.most,
                "highest_bid": one.highest_bid,
            }
            for one in found
        ],
    }
