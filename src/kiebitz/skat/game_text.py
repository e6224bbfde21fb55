"""Games of Skat as people write them: a line each for hands, skat, bidding, contract, discard and cards.

An empty line, or the line of forehand's cards, begins the next game. `iss` reads the other form.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from kiebitz.errors import FaultError, IllegalMoveError, NotationError, NumberRangeError, RecordError, shown
from kiebitz.skat.auction import Auction
from kiebitz.skat.bidding import check_bid
from kiebitz.skat.contract import Contract
from kiebitz.skat.deal_text import read_deal
from kiebitz.skat.hand import read_cards
from kiebitz.skat.iss import BYTE_ORDER_MARK, LONGEST_GAME, TOO_LONG, each_game
from kiebitz.skat.pack import SKAT
from kiebitz.skat.records import Ending, RecordedGame
from kiebitz.skat.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kiebitz.cards import Card
    from kiebitz.skat.referee import Play

_FIRST = str(Seat.FOREHAND)
_DEAL = (*map(str, Seat), "skat")
_KEYS = (*_DEAL, "bidding", "declarer", "bid", "contract", "discard", "played", "ending")
_ENDINGS = {"given up": Ending.GIVEN_UP, "conceded": Ending.CONCEDED}
_SEATS = {str(seat): seat for seat in Seat}


def each_recorded(text: str | Iterable[str], spelling: str = "english") -> Iterator[RecordedGame | RecordError]:
    """Yield the games of a file in either form, and the error of each game that cannot be used.

    *text* is the whole text or chunks of it; at most one game is in memory.
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
    lines: list[str] = []
    size = 0
    for line in chain(_lines_of(chunks), [""]):
        again = _key(line) == _FIRST and _FIRST in map(_key, lines)
        if lines and (again or not line.strip()):
            yield "\n".join(lines)
            lines, size = [], 0
        if line.strip() and size <= LONGEST_GAME + 1:  # one more character shows that the game is too long
            lines.append(line)
            size += len(line) + 1


def _lines_of(chunks: Iterable[str]) -> Iterator[str]:
    remainder = ""
    for chunk in chunks:
        *lines, remainder = f"{remainder}{chunk} ".splitlines()
        yield from lines
        remainder = remainder[:-1][: LONGEST_GAME + 1]
    yield remainder


def _key(line: str) -> str:
    return line.partition(":")[0].strip().lower()


def read_game_text(text: str, place: str = "game", spelling: str = "english") -> RecordedGame:
    """Return the game of a text; a `RecordError` names the place and what was expected.

    A line is `key: …`. The keys are forehand, middlehand, rearhand and skat (their cards); bidding (in turn bids, y for
    hold and p for pass), or else declarer and bid; contract; discard, except in Hand games; played (the cards in
    order); and ending (`given up` or `conceded`), if cards remain.
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
                discard = read_cards(lines.get("discard", ""), SKAT, "discard", spelling)
            elif "discard" in lines:
                raise RecordError("discard", "it is a Hand game", "none")
            dealt = deal if discard is None else deal.exchanged(declarer, discard)
            cards = read_cards(lines.get("played", ""), None, "played", spelling)
        except (FaultError, NotationError) as error:
            raise RecordError(place, str(error)) from None
        play = _played(dealt.play(contract.game, declarer), cards, place, spelling)
        if not (play.is_over or ending or (contract.schwarz and play.result.defender_tricks)):
            raise RecordError(f"{place}, after card {len(cards)}", "the game ends too early", "all cards, or ending:")
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
    values: dict[str, str] = {}
    for line in text.splitlines():
        _, colon, value = line.partition(":")
        name = _key(line)
        if not colon or name not in _KEYS:
            raise RecordError(place, f"{shown(line)} cannot be read", f"one of {', '.join(_KEYS)} and a colon")
        if name in values:
            raise RecordError(place, f"{name}: occurs twice", "each line once")
        values[name] = value.strip()
    return values


def _bidding(lines: dict[str, str], place: str) -> tuple[Auction, Seat | None, int]:
    auction = Auction()
    if "bidding" not in lines:
        declarer = _SEATS.get(lines.get("declarer", "").lower())
        if declarer is None:
            raise RecordError(place, "the declarer is missing", "bidding:, or declarer: and bid:")
        try:
            return auction, declarer, check_bid(int(lines.get("bid", "")))
        except ValueError as error:
            expected = error.expected if isinstance(error, NumberRangeError) else "18 to 264"
            raise RecordError(f"{place}, bid", f"{shown(lines.get('bid', ''))} is not a bid", expected) from None
    for number, word in enumerate(lines["bidding"].replace(",", " ").split(), 1):
        fault = auction.fault(word)
        if fault is not None:
            raise RecordError(f"{place}, bidding, word {number} {shown(word)}", fault.fault, fault.expected)
        auction = auction.after(word)
    if not auction.is_over:
        raise RecordError(f"{place}, bidding", "it ends too early", f"{auction.turn}: {auction.expected}")
    return auction, auction.declarer, auction.bid


def _played(play: Play, cards: Iterable[Card], place: str, spelling: str) -> Play:
    for number, card in enumerate(cards, 1):
        try:
            play = play.after(card)
        except IllegalMoveError as error:
            where = f"{place}, card {number} {shown(card.text(spelling))}"
            raise RecordError(where, error.reason, f"a card that {play.turn} may play") from None
    return play
