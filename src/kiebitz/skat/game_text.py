"""Whole games as a person would write them down: a line each for hands, skat, bidding, contract, discard and cards.

Games are told apart by empty lines, or by the cards of forehand, with which the next one begins. The form of the
International Skat Server is read in `kiebitz.skat.iss`.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from kiebitz.cards import Card
from kiebitz.errors import FaultError, IllegalMoveError, NotationError, NumberRangeError, RecordError, shown
from kiebitz.skat.auction import Auction
from kiebitz.skat.bidding import check_bid
from kiebitz.skat.contract import Contract
from kiebitz.skat.deal_text import read_deal
from kiebitz.skat.hand import SKAT, card_words, read_cards
from kiebitz.skat.iss import BYTE_ORDER_MARK, LONGEST_GAME, TOO_LONG, each_game
from kiebitz.skat.records import Ending, RecordedGame
from kiebitz.skat.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kiebitz.skat.referee import Play

_FIRST = str(Seat.FOREHAND)
_DEAL = (*map(str, Seat), "skat")
_KEYS = (*_DEAL, "bidding", "declarer", "bid", "contract", "discard", "played", "ending")
_ENDINGS = {"given up": Ending.GIVEN_UP, "conceded": Ending.CONCEDED}
_SEATS = {str(seat): seat for seat in Seat}


def each_recorded(text: str | Iterable[str], spelling: str = "english") -> Iterator[RecordedGame | RecordError]:
    """Yield the games of a file one by one, in either form, and in the place of one that cannot be used its error.

    *text* is whole or in chunks, of which no more than one game is kept.
    """
    chunks = iter([text] if isinstance(text, str) else text)
    head = ""
    for chunk in chunks:
        head += chunk.replace(BYTE_ORDER_MARK, "")
        if head.strip():
            break
        head = ""
    chunks = chain([head], chunks)
    if "(;" in head or head.lstrip().startswith("("):
        yield from each_game(chunks)
        return
    for number, part in enumerate(_paragraphs(chunks), 1):
        place = f"game {number}"
        try:
            too_long = len(part) > LONGEST_GAME
            yield RecordError(place, *TOO_LONG) if too_long else read_game_text(part, place, spelling)
        except RecordError as error:
            yield error


def _paragraphs(chunks: Iterable[str]) -> Iterator[str]:
    """Yield the text of each game; where an empty line is missing, forehand's cards begin the next one."""
    lines: list[str] = []
    size = 0
    for line in chain(_lines_of(chunks), [""]):
        again = _key(line) == _FIRST and _FIRST in map(_key, lines)
        if lines and (again or not line.strip()):
            yield "\n".join(lines)
            lines, size = [], 0
        if line.strip() and size <= LONGEST_GAME + 1:  # so that one too long is seen to be
            lines.append(line)
            size += len(line) + 1


def _lines_of(chunks: Iterable[str]) -> Iterator[str]:
    """Yield the lines, cut where one is too long for a game."""
    rest = ""
    for chunk in chunks:
        *lines, rest = f"{rest}{chunk} ".splitlines()
        yield from lines
        rest = rest[:-1][: LONGEST_GAME + 1]
    yield rest


def _key(line: str) -> str:
    return line.partition(":")[0].strip().lower()


def read_game_text(text: str, place: str = "game", spelling: str = "english") -> RecordedGame:
    """Read one game; a `RecordError` names the place, such as a card by its number, and what was expected there.

    A line is `key: …`. The keys are forehand, middlehand, rearhand and skat (their cards); bidding (what was said, in
    turn: bids, y for held and p for passed) or else declarer and bid; contract; discard, unless it is a Hand game;
    played, the cards in their order; and ending, `given up` or `conceded`, where they were not all played.
    """
    lines = _lines(text, place)
    try:
        deal = read_deal(" ".join(f"{key}: {lines.get(key, '')}" for key in _DEAL if key in lines), spelling)
    except (FaultError, NotationError) as error:
        raise RecordError(place, str(error)) from None
    auction, declarer, bid = _bidding(lines, place)
    ending = lines.get("ending", "")
    if ending and ending not in _ENDINGS:
        raise RecordError(f"{place}, ending", f"{shown(ending)} cannot be read", " or ".join(_ENDINGS))
    contract = discard = play = None
    cards: tuple[Card, ...] = ()
    if declarer is not None:
        try:
            contract = Contract.parse(lines.get("contract", ""))
            if not contract.hand:
                discard = read_cards(card_words(lines.get("discard", "")), SKAT, "discard", spelling)
            elif "discard" in lines:
                raise RecordError("discard", "it is a Hand game", "none")
            dealt = deal if discard is None else deal.exchanged(declarer, discard)
        except (FaultError, NotationError) as error:
            raise RecordError(place, str(error)) from None
        play, cards = _played(dealt.play(contract.game, declarer), card_words(lines.get("played", "")), place, spelling)
        if not (play.is_over or ending or (contract.schwarz and play.result.defender_tricks)):
            raise RecordError(f"{place}, after card {len(cards)}", "the game stops there", "all cards, or ending:")
    ended = _ENDINGS[ending] if ending else Ending.PLAYED if play is not None and play.is_over else Ending.DECIDED
    return RecordedGame(
        ("", "", ""),
        "",
        "",
        deal,
        auction.words,
        bid,
        declarer,
        contract,
        discard,
        cards,
        play,
        Ending.PASSED if declarer is None else ended,
        None,
    )


def _lines(text: str, place: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text.splitlines():
        _, colon, rest = line.partition(":")
        name = _key(line)
        if not colon or name not in _KEYS:
            raise RecordError(place, f"{shown(line)} cannot be read", f"one of {', '.join(_KEYS)} and a colon")
        if name in found:
            raise RecordError(place, f"{name}: stands there twice", "each line once")
        found[name] = rest.strip()
    return found


def _bidding(lines: dict[str, str], place: str) -> tuple[Auction, Seat | None, int]:
    auction = Auction()
    if "bidding" not in lines:
        declarer = _SEATS.get(lines.get("declarer", "").lower())
        if declarer is None:
            raise RecordError(place, "who plays alone is not said", "bidding:, or declarer: and bid:")
        try:
            return auction, declarer, check_bid(int(lines.get("bid", "")))
        except ValueError as error:
            expected = error.expected if isinstance(error, NumberRangeError) else "18 to 264"
            raise RecordError(f"{place}, bid", f"{shown(lines.get('bid', ''))} is no bid", expected) from None
    for number, word in enumerate(lines["bidding"].replace(",", " ").split(), 1):
        fault = auction.fault(word)
        if fault is not None:
            raise RecordError(f"{place}, bidding, word {number} {shown(word)}", fault.fault, fault.expected)
        auction = auction.after(word)
    if not auction.is_over:
        raise RecordError(f"{place}, bidding", "it stops there", f"{auction.turn}: {auction.expected}")
    return auction, auction.declarer, auction.bid


def _played(play: Play, words: list[str], place: str, spelling: str) -> tuple[Play, tuple[Card, ...]]:
    cards = []
    for number, word in enumerate(words, 1):
        where = f"{place}, card {number} {shown(word)}"
        try:
            card = Card.parse(word, spelling)
            play = play.after(card)
        except NotationError as error:
            raise RecordError(where, "it is no card", error.expected) from None
        except IllegalMoveError as error:
            raise RecordError(where, error.reason, f"a card that {play.turn} may play") from None
        cards.append(card)
    return play, tuple(cards)
