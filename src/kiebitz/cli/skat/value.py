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

DESCRIPTION = "Value a Skat hand by the International Skat Order, in one contract or in all games."
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
    add_skat(parser, "the two cards of the skat, as dealt or as discarded")
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
    values = valuations(hand, skat) if contract is None else [valuation(hand, contract, skat)]
    if args.json:
        output.write_json(_object(hand, skat, values))
    elif contract is not None:
        output.write(_sentence(values[0], knows_skat=skat is not None))
    else:
        output.write(_table(values, knows_skat=skat is not None))
    return 0


def _sentence(value: Valuation, *, knows_skat: bool) -> str:
    lines = [value.words]
    if value.schneider is not None and value.schneider != value.value:
        lines.append(f"with Schneider made {value.schneider}, with Schwarz made {value.schwarz}")
    elif value.schwarz is not None and value.schwarz != value.value:
        lines.append(f"with Schwarz made {value.schwarz}")
    if value.least != value.most:
        lines.append(f"the skat is not known: with it the value is {value.least} to {value.most}")
    lines.append(_bid(value.highest_bid, knows_skat=knows_skat))
    return translated("\n".join(lines) + "\n")


def _bid(bid: int, *, knows_skat: bool) -> str:
    return f"highest bid: {bid}" if knows_skat else f"highest bid that no skat overbids: {bid}"


def _table(values: list[Valuation], *, knows_skat: bool) -> str:
    rows = [("contract", "matadors", "value", "highest bid")]
    rows += [
        (str(value.contract), str(value.matadors or ""), str(value.value), str(value.highest_bid)) for value in values
    ]
    lines = output.aligned([list(map(translated, row)) for row in rows], left=(0, 1))
    if not knows_skat:
        lines += [
            "",
            translated(
                "The skat is not known: matadors and value are those of the ten cards, and no skat overbids the bid."
            ),
        ]
    return "\n".join(lines) + "\n"


def _object(hand: tuple[Card, ...], skat: tuple[Card, ...] | None, values: list[Valuation]) -> dict[str, object]:
    return {
        "level": "official",
        "hand": list(map(str, hand)),
        "skat": None if skat is None else list(map(str, skat)),
        "contracts": [
            {
                "contract": str(value.contract),
                "matadors": None if value.matadors is None else str(value.matadors),
                "value": value.value,
                "words": value.words,
                "with_schneider": value.schneider,
                "with_schwarz": value.schwarz,
                "least": value.least,
                "most": value.most,
                "highest_bid": value.highest_bid,
            }
            for value in values
        ],
    }
