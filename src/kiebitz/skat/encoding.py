"""The kernel's encoding of Skat: cards, hands as bit sets, games, worlds, states of play."""

from __future__ import annotations

from functools import cache
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.cards import PACKS, Rank
from kiebitz.skat.auction import HOLD, PASS
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.seats import FOREHAND, MIDDLEHAND, REARHAND

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Card
    from kiebitz.skat.records import RecordedGame
    from kiebitz.skat.referee import Deal, Play
    from kiebitz.skat.session import Session
    from kiebitz.skat.view import View

_PLACES = (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
_PACK = tuple(sorted(PACKS["32"]))
#: The kernel's code of each card, and the card of each code.
CARD_CODES = {card: 8 * card.suit + _PLACES.index(card.rank) for card in PACKS["32"]}
CARDS = {code: card for card, code in CARD_CODES.items()}
_GRAND, _NULL, _BY_TRICKS = 4, 5, 8
_NO_SEAT = 255
_HAND, _SCHNEIDER, _SCHWARZ, _OUVERT = 1, 2, 4, 8
_WORD_CODES = {PASS: 0, HOLD: 1}
_VIEW, _WORD = Struct("<BBHBBIIIB"), Struct("<BH")
#: The points of a trick in games counted by tricks.
TRICK = 3

#: Three hands as masks, in seat order.
Masks = tuple[int, int, int]


class PlayState(NamedTuple):
    game: int
    hands: bytes
    declarer: int
    turn: int
    trick: bytes


def mask(cards: Iterable[Card]) -> int:
    """Return a set of cards as a number with the bit 8 · suit + place for each, places 7 8 9 T J Q K A.

    >>> from kiebitz.cards import Card
    >>> mask([Card.parse("7C"), Card.parse("8C"), Card.parse("7D")])
    259
    """
    return sum(1 << CARD_CODES[card] for card in cards)


def cards_of(cards: int) -> tuple[Card, ...]:
    """Return the cards of a `mask`, in pack order."""
    return tuple(card for card in _PACK if cards >> CARD_CODES[card] & 1)


def encode_cards(cards: Iterable[Card]) -> bytes:
    """Return the codes of cards, a byte each."""
    return bytes(map(CARD_CODES.__getitem__, cards))


def encode_game(game: Game, *, by_tricks: bool = False) -> int:
    """Return the code of a game: the trump suit, 4 for Grand, 5 for Null.

    *by_tricks* selects a variant of a trump game in which every trick counts `TRICK` points.
    """
    suit = game.suit
    code = int(suit) if suit is not None else _GRAND if game is Game.GRAND else _NULL
    return code + _BY_TRICKS * by_tricks


def encode_contract(contract: Contract) -> tuple[int, int]:
    """Return the code of a contract's game, and its announcements as bits."""
    flags = (contract.hand, contract.schneider, contract.schwarz, contract.ouvert)
    return encode_game(contract.game), sum(1 << place for place, flag in enumerate(flags) if flag)


@cache
def decode_contract(game: int, announced: int) -> Contract:
    """Return the contract from `encode_contract`'s codes."""
    return Contract(
        _GAMES[game],
        bool(announced & _HAND),
        bool(announced & _SCHNEIDER),
        bool(announced & _SCHWARZ),
        bool(announced & _OUVERT),
    )


def encode_session(session: Session) -> tuple[int, str]:
    """Return a game as the number of a deal, which counts for nothing, and words; the first word is the deal."""
    return 0, " ".join((_dealt(session.deal), *session.words))


def encode_record(game: RecordedGame) -> tuple[int, str]:
    """Return a recorded game as in `encode_session`, without its ending; if no bidding is recorded, by a likely one."""
    bids = [word for _, word in game.bids]
    if not bids and game.declarer is not None:
        bids = [PASS, PASS]
        bids.insert({FOREHAND: 2, MIDDLEHAND: 0, REARHAND: 1}[game.declarer], str(game.bid))
    put = game.discard or ()
    contract = [] if game.contract is None else [".".join([game.contract.letters(), *map(str, put)])]
    return 0, " ".join((_dealt(game.deal), *bids, *["s"][: len(put)], *contract, *map(str, game.cards)))


def _dealt(deal: Deal) -> str:
    return ".".join("".join(map(str, pile)) for pile in (*deal.hands, deal.skat))


def encode_view(view: View) -> bytes:
    """Return a seat's view, in the format of `native/src/skat/engine/view.hpp`."""
    declarer = _NO_SEAT if view.declarer is None else view.declarer
    contract = (_NO_SEAT, 0) if view.contract is None else encode_contract(view.contract)
    sets = mask(view.hand), mask(view.skat), mask(view.shown)
    words = [_WORD.pack(seat, _WORD_CODES[word] if word in _WORD_CODES else int(word)) for seat, word in view.words]
    head = _VIEW.pack(view.seat, declarer, view.bid, *contract, *sets, len(view.played))
    return head + encode_cards(view.played) + b"".join(words)


def encode_hands(hands: Iterable[int]) -> bytes:
    """Return masks of hands, four little-endian bytes each; a world is three hands in seat order."""
    return b"".join(hand.to_bytes(4, "little") for hand in hands)


def encode_worlds(worlds: Iterable[Masks]) -> bytes:
    return encode_hands(hand for hands in worlds for hand in hands)


def encode_play(play: Play, *, by_tricks: bool = False) -> PlayState:
    hands = encode_hands(map(mask, play.hands))
    return PlayState(
        encode_game(play.game, by_tricks=by_tricks), hands, play.declarer, play.turn, encode_cards(play.trick)
    )


_GAMES = {encode_game(game): game for game in Game}
