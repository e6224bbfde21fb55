"""Arguments of the commands of `kiebitz skat`: hand, skat, contract, seat, level and recorded games."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from io import IncrementalNewlineDecoder
from typing import TYPE_CHECKING

from kiebitz.cli import deal_argument
from kiebitz.cli.parser import name_in
from kiebitz.errors import FileError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator

    from kiebitz.cards import Card
    from kiebitz.cli.parser import Parser
    from kiebitz.errors import RecordError
    from kiebitz.skat.contract import Contract
    from kiebitz.skat.records import RecordedGame


def recorded_games(name: str, spelling: str) -> Iterator[RecordedGame | RecordError]:
    """Yield the games of a file, or of standard input for `-`, as they are read; a `FileError` if there is none.

    Yield the error of an unusable game in its place.
    """
    from kiebitz.skat.game_text import each_recorded

    decoder = IncrementalNewlineDecoder(getincrementaldecoder("utf-8")("replace"), translate=True)
    chunks = map(decoder.decode, deal_argument.chunks(name, "the name of a file with recorded games, or -"))
    game = None
    for game in each_recorded(chunks, spelling):
        yield game
    if game is None:
        raise FileError(name, "is empty", "recorded games, (; … ;) each, or lines such as forehand: …")


def add_hand(parser: Parser) -> None:
    """Add the ten cards, and `--cards` for their spelling."""
    parser.add_argument(
        "hand", nargs="+", metavar="CARD", help="the ten cards in any order, such as JC, CJ, TS, 10S or 0S"
    )
    parser.add("cards")


def add_skat(parser: Parser, text: str) -> None:
    """Add `--skat`."""
    parser.add_argument("--skat", nargs="+", metavar="CARD", help=text)


def add_contract(parser: Parser, text: str) -> None:
    """Add `--contract`."""
    parser.add_argument("--contract", nargs="+", metavar="WORD", help=text)


def add_seat(parser: Parser, name: str, text: str) -> None:
    """Add the option *name* for a seat, forehand by default, with *text* as help."""
    from kiebitz.skat.seats import Seat

    first, *others = map(str, Seat)
    seats = f"{first} (the default), {' or '.join(others)}"
    parser.add_argument(name, default=first, metavar="SEAT", type=name_in(first, *others), help=f"{text}: {seats}")


def add_level(parser: Parser, default: str, text: str) -> None:
    """Add `--level`, the engine's strength, with *text* as help."""
    from kiebitz.analysis.skat.levels import LEVELS

    names = [f"{name} (the default)" if name == default else name for name in LEVELS]
    choices = f"{', '.join(names[:-1])} or {names[-1]}"
    parser.add_argument("--level", default=default, metavar="NAME", type=name_in(*LEVELS), help=f"{text}: {choices}")


def add_counting(parser: Parser) -> None:
    """Add `--counting` of a list of games."""
    parser.add_argument(
        "--counting",
        default="seeger-fabian",
        metavar="NAME",
        type=name_in("seeger-fabian", "leipzig", "bierlachs"),
        help="seeger-fabian (the default), leipzig or bierlachs",
    )


def hand_of(args: Namespace) -> tuple[Card, ...]:
    """Return the ten cards."""
    from kiebitz.skat.hand import read_hand

    return read_hand(" ".join(args.hand), args.cards)


def skat_of(args: Namespace, hand: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """Return the two cards of the skat, or None."""
    from kiebitz.skat.hand import read_skat

    return None if args.skat is None else read_skat(" ".join(args.skat), hand, args.cards)


def contract_of(args: Namespace) -> Contract | None:
    """Return the contract, or None."""
    from kiebitz.skat.contract import Contract

    return None if args.contract is None else Contract.parse(english_words(args.contract))


#: English for German and Russian words of games; empty: dropped.
_ENGLISH = {
    "kreuz": "clubs",
    "pik": "spades",
    "herz": "hearts",
    "karo": "diamonds",
    "angesagt": "",
    "mit": "with",
    "ohne": "without",
    "gereizt": "bid",
    "gewonnen": "won",
    "verloren": "lost",
    "eingepasst": "passed",
    "geber": "dealer",
    "jungfrau": "virgin",
    "jungfer": "virgin",
    "контра": "kontra",
    "ре": "re",
    "бок": "bock",
    "рамш": "ramsch",
    "сдаёт": "dealer",
    "сдает": "dealer",
    "дева": "virgin",
    "трефы": "clubs",
    "пики": "spades",
    "червы": "hearts",
    "бубны": "diamonds",
    "гранд": "grand",
    "нуль": "null",
    "шнейдер": "schneider",
    "шварц": "schwarz",
    "открыто": "ouvert",
    "с": "with",
    "без": "without",
    "заявка": "bid",
    "выиграно": "won",
    "проиграно": "lost",
    "пас": "passed",
}


def english_words(words: Iterable[str]) -> str:
    """Translate the German and Russian words of a contract, of matadors or of a listed game into English.

    >>> english_words(["Kreuz", "Hand", "Schneider", "angesagt"])
    'clubs Hand Schneider'
    """
    text = re.sub(r"\bс руки\b", "hand", " ".join(words), flags=re.IGNORECASE)
    return " ".join(filter(None, (_ENGLISH.get(word.lower(), word) for word in text.split())))
