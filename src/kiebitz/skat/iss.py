"""Games in the form of the International Skat Server, `(;GM[Skat] … ;)`: reading, replaying and writing.

Reading is strict, and a game that was broken off is an error.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from kiebitz.cards import Card
from kiebitz.errors import (
    BrokenOffError,
    ContractError,
    HandError,
    IllegalMoveError,
    NotationError,
    RecordError,
    shown,
)
from kiebitz.skat.auction import Auction
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.pack import HAND, SKAT
from kiebitz.skat.records import Claim, Ending, RecordedGame
from kiebitz.skat.referee import Deal, Play
from kiebitz.skat.seats import FOREHAND, MIDDLEHAND, REARHAND, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PROPERTY = re.compile(r"\s*([A-Z][A-Z0-9]?)\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)  # SGF escapes ] and \ in values
_OF_CLIENTS = re.compile(r"table\s[^()]*")  # sent to clients before a game
_SOMETHING = re.compile(r"\S")
BYTE_ORDER_MARK = "\N{BYTE ORDER MARK}"
#: The longest game that is read, in characters; the server's have some thousand.
LONGEST_GAME = 1_000_000
TOO_LONG = "it is too long", f"at most {LONGEST_GAME:,} characters"
_SEATS = {"0": FOREHAND, "1": MIDDLEHAND, "2": REARHAND}
_WORLD = "w"
_BROKEN_OFF = {"TI": "ran out of time", "LE": "left the table"}
_PACK = 32


def read_games(text: str | Iterable[str]) -> Iterator[RecordedGame]:
    """Yield all games of a file; errors as in `read_game`, with the number of the game."""
    for game in each_game(text):
        if isinstance(game, RecordError):
            raise game
        yield game


def each_game(text: str | Iterable[str]) -> Iterator[RecordedGame | RecordError]:
    """Yield the games of a file, and the error of each game that cannot be used.

    *text* is the whole text or chunks of it; at most one game is in memory.
    """
    for number, part in enumerate(_parts([text] if isinstance(text, str) else text), 1):
        place = f"game {number}"
        try:
            yield read_game(part, place) if isinstance(part, str) else RecordError(place, *part)
        except RecordError as error:
            yield error


def _parts(chunks: Iterable[str]) -> Iterator[str | tuple[str, str]]:
    """Yield the text of each game, or its fault."""
    for index, piece in enumerate(_pieces(chunks)):
        # The last sign is the end, because comments may contain it.
        *body, after = piece.rsplit(";)", 1) if index else [piece]
        if len(piece) > LONGEST_GAME:
            yield TOO_LONG
            continue
        if body:
            yield f"(;{body[0]};)"
        elif index:  # cut off, with or without another game after it
            yield "it has no end", ";) at its end"
            continue
        after = after.replace(BYTE_ORDER_MARK, "").strip()
        if after and not _OF_CLIENTS.fullmatch(after):
            yield f"{shown(after)} is not a game", "(; and then GM[Skat]"


def _pieces(chunks: Iterable[str]) -> Iterator[str]:
    """Yield the text between the signs `(;`, cut if it is too long for a game."""
    remainder = ""
    for chunk in chunks:
        *pieces, remainder = (remainder + chunk).split("(;")
        yield from pieces
        if len(remainder) > LONGEST_GAME:
            # Still too long; the last character may be half of `(;`.
            remainder = remainder[:LONGEST_GAME] + remainder[-1]
    yield remainder


def read_game(text: str, place: str = "game") -> RecordedGame:
    """Return the game of a text; a `RecordError` names the place and what was expected.

    *place* names the game in errors. A game that was broken off, because a player left or ran out of time, is an error,
    too.
    """
    body = text.strip()
    if not body.startswith("(;") or not body.endswith(";)"):
        raise RecordError(place, f"{shown(body)} is not a game", "(; before and ;) after it")
    properties = _properties(body[2:-2], place)
    if properties.get("GM", "").strip() != "Skat":
        raise RecordError(place, f"it is a game of {shown(properties.get('GM', ''))}", "GM[Skat]")
    reader = _Reader(properties, place)
    game = reader.game()
    if reader.has_next():
        reader.fail("moves follow after the end", "no further move")
    return game


def write_game(game: RecordedGame) -> str:
    """Return a game in one line that `read_game` reads; its result is the score by the rules.

    Open cards are not written, because they follow from the deal.
    """
    moves = ["w", _dotted(card for part in (*game.deal.hands, game.deal.skat) for card in part)]
    for seat, word in game.bids:
        moves += [str(int(seat)), word]
    if game.declarer is not None and game.contract is not None:
        declarer = str(int(game.declarer))
        letters = game.contract.letters()
        if game.discard is not None:
            moves += [declarer, "s", _WORLD, _dotted(game.deal.skat)]
            letters += f".{_dotted(game.discard)}"
        moves += [declarer, letters]
        play = game.start()
        for card in game.cards:
            moves += [str(int(play.turn)), _dotted((card,))]
            play = play.after(card)
        if game.ending is Ending.GIVEN_UP:
            moves += [declarer, "RE"]
        elif game.ending is Ending.CONCEDED:
            moves += [word for seat in Seat if seat is not game.declarer for word in (str(int(seat)), "RE")]
    values = {"GM": "Skat", "PC": "Kiebitz", "ID": game.number, "DT": game.date}
    values |= {f"P{int(seat)}": name for seat, name in zip(Seat, game.players, strict=True)}
    values = {name: re.sub(r"([\]\\])", r"\\\1", value) for name, value in values.items()}
    values |= {"MV": " ".join(moves), "R": _result(game)}
    return f"(;{''.join(f'{name}[{value}]' for name, value in values.items())};)"


def _dotted(cards: Iterable[Card]) -> str:
    return ".".join(card.suit.letter + card.rank.letter for card in cards)


def _result(game: RecordedGame) -> str:
    score, finished = game.score(), game.finished()
    if score is None or finished is None or game.declarer is None:
        return "passed"
    matadors = 0
    if score.matadors is not None and finished.contract.game is not Game.NULL:
        matadors = score.matadors.number
    words = [f"d:{int(game.declarer)}", "win" if score.won else "loss", f"v:{score.score}", f"m:{matadors}"]
    words.append("overbid" if score.overbid else "bidok")
    words += [f"p:{finished.points}", f"t:{finished.tricks}"]
    return " ".join([*words, f"s:{int(score.schneider)}", f"z:{int(score.schwarz)}"])


def _properties(body: str, place: str) -> dict[str, str]:
    values: dict[str, str] = {}
    offset = 0
    while _SOMETHING.search(body, offset) is not None:
        match = _PROPERTY.match(body, offset)
        if match is None:
            raise RecordError(place, f"{shown(body[offset:].strip())} cannot be read", "a property such as MV[…]")
        if match[1] in values:
            raise RecordError(place, f"{match[1]}[…] occurs twice", "each property once")
        values[match[1]] = _ESCAPED.sub(r"\1", match[2])
        offset = match.end()
    return values


def _claim(text: str, place: str) -> Claim | None:
    words = text.split()
    if not words or words == ["passed"]:
        return Claim(-1, won=False, score=0, overbid=False, numbers={}) if words else None
    numbers = {}
    flags = set()
    for word in words:
        name, colon, number = word.partition(":")
        if colon and re.fullmatch(r"-?[0-9]{1,9}", number):
            numbers[name] = int(number)
        else:
            flags.add(word)
    if "penalty" in flags:
        raise RecordError(f"{place}, result", "the game was broken off, with a penalty", "win or loss")
    if len(flags & {"win", "loss"}) != 1 or not {"d", "v"} <= numbers.keys():
        raise RecordError(
            f"{place}, result", f"{shown(text)} cannot be read", "d:, win or loss, v: and so on, or passed"
        )
    return Claim(numbers["d"], "win" in flags, numbers["v"], "overbid" in flags, numbers)


def _result_in_words(text: str) -> str:
    words = text.split()
    numbers = dict(word.split(":", 1) for word in words if ":" in word)
    declarer = _SEATS.get(numbers.get("d", ""))
    for word, outcome in (("win", "won"), ("loss", "lost")):
        if declarer is not None and word in words:
            return f"{declarer} {outcome}, {numbers.get('v', '?')}"
    blamed = [str(seat) for name, seat in _SEATS.items() if numbers.get(f"p{name}") not in (None, "0")]
    return f"a penalty for {' and '.join(blamed)}" if "penalty" in words and blamed else ""


def _breaks_off(move: tuple[str, str]) -> bool:
    reason, _, number = move[1].partition(".")
    return move[0] == _WORLD and reason in _BROKEN_OFF and number in _SEATS


class _Reader:
    """Reader of the moves of one game."""

    def __init__(self, properties: dict[str, str], place: str) -> None:
        words = properties.get("MV", "").split()
        self._properties = properties
        self._place = place
        self._moves = list(zip(words[::2], words[1::2], strict=False))
        self._odd = len(words) % 2 == 1
        self._at = 0

    def fail(self, fault: str, expected: str) -> NoReturn:
        """Raise an error at the move that was read last."""
        if any(map(_breaks_off, self._moves)):  # the record has more about such games than the moves
            result = _result_in_words(self._properties.get("R", ""))
            raise BrokenOffError(self._where, fault, expected, self._properties.get("ID", ""), result)
        raise RecordError(self._where, fault, expected)

    @property
    def _where(self) -> str:
        if not self._at:
            return self._place
        return f"{self._place}, move {self._at} {shown(' '.join(self._moves[self._at - 1]))}"

    def has_next(self) -> bool:
        """Return whether moves remain; an incomplete move is an error."""
        if self._at == len(self._moves) and self._odd:
            self.fail("the move after it is cut off", "a seat and what it does")
        return self._at < len(self._moves)

    def next(self, expected: str) -> tuple[str, str]:
        """Return the next seat and its action; an error if there is none or the game was broken off."""
        if not self.has_next():
            self.fail("the game ends too early", expected)
        seat, action = self._moves[self._at]
        self._at += 1
        if _breaks_off((seat, action)):
            reason, _, number = action.partition(".")
            self.fail(f"the game was broken off: {_SEATS[number]} {_BROKEN_OFF[reason]}", "a game played to its end")
        return seat, action

    def next_of(self, seat: Seat, expected: str) -> str:
        """Return the next action of this seat; an error if another seat moves."""
        actor, action = self.next(f"{seat}: {expected}")
        if _SEATS.get(actor) is not seat:
            self.fail(f"it is the turn of {seat}", f"{int(seat)} and {expected}")
        return action

    def game(self) -> RecordedGame:
        """Return the whole game."""
        properties = self._properties
        deal = self._deal()
        auction = self._auction()
        declarer = auction.declarer
        contract = discard = play = None
        cards: tuple[Card, ...] = ()
        ending = Ending.PASSED
        if declarer is not None:
            contract, discard = self._announcement(deal, declarer)
            dealt = deal if discard is None else self._exchanged(deal, declarer, discard)
            play = dealt.play(contract.game, declarer)
            play, cards, ending = self._play(play, contract, declarer)
        return RecordedGame(
            (properties.get("P0", ""), properties.get("P1", ""), properties.get("P2", "")),
            properties.get("DT", ""),
            properties.get("ID", ""),
            deal,
            auction.words,
            auction.bid,
            declarer,
            contract,
            discard,
            cards,
            play,
            ending,
            _claim(properties.get("R", ""), self._place),
        )

    def _deal(self) -> Deal:
        sender, action = self.next("w and the 32 cards")
        if sender != _WORLD:
            self.fail("it deals no cards", "w and the 32 cards")
        cards = self._cards(action)
        if len(cards) != _PACK:
            self.fail(f"cards: {len(cards)}", "all 32")
        hands = cards[:HAND], cards[HAND : 2 * HAND], cards[2 * HAND : 3 * HAND]
        try:
            return Deal(hands, cards[3 * HAND :])
        except HandError as error:
            self.fail(f"{error.place}: {error.fault}", error.expected)

    def _cards(self, text: str) -> tuple[Card, ...]:
        return tuple(map(self._card, text.split(".")))

    def _card(self, word: str) -> Card:
        try:
            return Card.parse(word)
        except NotationError:
            self.fail(f"{shown(word)} is not a card", "cards such as CJ and ST with a dot between them")

    def _auction(self) -> Auction:
        auction = Auction()
        while (seat := auction.turn) is not None:
            word = self.next_of(seat, auction.expected)
            fault = auction.fault(word)
            if fault is not None:
                self.fail(fault.fault, fault.expected)
            auction = auction.after(word)
        return auction

    def _announcement(self, deal: Deal, declarer: Seat) -> tuple[Contract, tuple[Card, ...] | None]:
        action = self.next_of(declarer, "s or a game")
        is_taken = action == "s"
        if is_taken:
            sender, skat = self.next("w and the skat")
            if sender != _WORLD or sorted(self._cards(skat)) != sorted(deal.skat):
                self.fail("it is not the skat that was dealt", f"w {'.'.join(map(str, deal.skat))}")
            action = self.next_of(declarer, "a game")
        letters, dot, dotted = action.partition(".")
        if is_taken and "H" in letters[1:]:
            self.fail("the skat was taken, so it is no Hand game", "a game without H")
        try:
            contract = Contract.parse_letters(letters, hand=not is_taken)
        except ContractError as error:
            self.fail(error.fault, error.expected)
        except NotationError as error:
            self.fail(f"{shown(error.text)} cannot be read", error.expected)
        if is_taken and not dot:  # newer records have the discard in a move of its own
            dotted = self.next_of(declarer, "two cards")
        cards = self._cards(dotted) if dotted else ()
        discard = cards[:SKAT] if is_taken else ()
        shown_cards = cards[len(discard) :]
        if len(discard) != (SKAT if is_taken else 0) or (shown_cards and not contract.ouvert):
            self.fail(f"cards: {len(cards)}", "two cards put away" if is_taken else "no cards")
        if shown_cards:
            own = {*deal.hands[declarer], *(deal.skat if is_taken else ())} - {*discard}
            if len(shown_cards) != HAND or set(shown_cards) != own:
                self.fail("the cards shown are not those of the declarer", "his ten cards")
        return contract, discard if is_taken else None

    def _exchanged(self, deal: Deal, declarer: Seat, discard: tuple[Card, ...]) -> Deal:
        try:
            return deal.exchanged(declarer, discard)
        except HandError as error:
            self.fail(f"{error.place}: {error.fault}", error.expected)

    def _play(self, play: Play, contract: Contract, declarer: Seat) -> tuple[Play, tuple[Card, ...], Ending]:
        cards: list[Card] = []
        resigned: set[Seat] = set()
        while self.has_next():
            actor, action = self.next("a card")
            seat = _SEATS.get(actor)
            if seat is None:
                self.fail("no seat of this name", "0, 1 or 2")
            if action == "RE":
                resigned.add(seat)
                if seat is declarer:
                    return play, tuple(cards), Ending.GIVEN_UP
                if len(resigned) == len(Seat) - 1:
                    return play, tuple(cards), Ending.CONCEDED
            elif action.partition(".")[0] != "SC":  # SC shows cards and plays none
                card = self._card(action)
                if play.is_over:
                    self.fail("the game is over", "no more cards")
                if seat is not play.turn:
                    self.fail(f"it is the turn of {play.turn}", f"{int(play.turn)} and a card")
                try:
                    play = play.after(card)
                except IllegalMoveError as error:
                    self.fail(error.reason, "a card that may be played")
                cards.append(card)
        if play.is_over:
            return play, tuple(cards), Ending.PLAYED
        if not (contract.schwarz and play.result.defender_tricks):
            self.fail("the game ends too early", "a game played to its end, or given up")
        return play, tuple(cards), Ending.DECIDED
