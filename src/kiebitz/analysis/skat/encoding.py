"""Every byte and code by which the kernel knows Skat: cards, hands as masks, games, worlds, a state of play."""

from __future__ import annotations

from functools import cache
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple

from kiebitz.cards import PACKS, Rank
from kiebitz.skat.auction import HOLD, PASS
from kiebitz.skat.contract import Contract, Game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Card
    from kiebitz.skat.referee import Deal, Play
    from kiebitz.skat.view import View

_PLACES = (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
_PACK = tuple(sorted(PACKS["32"]))
#: The kernel's number of each card, and the card of each number.
CARD_CODES = {card: 8 * card.suit + _PLACES.index(card.rank) for card in PACKS["32"]}
CARDS = {code: card for card, code in CARD_CODES.items()}
#: More points than any tricks have.
_MOST_POINTS = 127
_GRAND, _NULL, _BY_TRICKS = 4, 5, 8
_NOBODY = 255
_HAND, _SCHNEIDER, _SCHWARZ, _OUVERT = 1, 2, 4, 8
_SAID = {PASS: 0, HOLD: 1}
_VIEW, _WORD = Struct("<BBHBBIIIB"), Struct("<BH")
#: What a trick counts where it does not matter which cards lie in it.
TRICK = 3

#: Three hands in the order of the seats, each as `mask` writes it.
Masks = tuple[int, int, int]


class Question(NamedTuple):
    """A state of play as the kernel is asked about it."""

    game: int
    hands: bytes
    declarer: int
    turn: int
    trick: bytes


def mask(cards: Iterable[Card]) -> int:
    """Return a set of cards as a number with a bit for each: 8 · suit + place, places 7 8 9 T J Q K A.

    >>> from kiebitz.cards import Card
    >>> mask([Card.parse("7C"), Card.parse("8C"), Card.parse("7D")])
    259
    """
    return sum(1 << CARD_CODES[card] for card in cards)


def cards_of(cards: int) -> tuple[Card, ...]:
    """Return the cards of a set written as a `mask`, in the order of the pack."""
    return tuple(card for card in _PACK if cards >> CARD_CODES[card] & 1)


def encode_cards(cards: Iterable[Card]) -> bytes:
    """Return cards as their codes, a byte each."""
    return bytes(map(CARD_CODES.__getitem__, cards))


def encode_game(game: Game, *, by_tricks: bool = False) -> int:
    """Return the number of a game: that of the suit of trumps, 4 for Grand, 5 for Null.

    A game with trumps *by tricks* is another one for the kernel: every trick counts `TRICK` points there.
    """
    suit = game.suit
    code = int(suit) if suit is not None else _GRAND if game is Game.GRAND else _NULL
    return code + _BY_TRICKS * by_tricks


def encode_contract(contract: Contract) -> tuple[int, int]:
    """Return the number of a contract's game, and what is announced."""
    flags = (contract.hand, contract.schneider, contract.schwarz, contract.ouvert)
    return encode_game(contract.game), sum(1 << place for place, flag in enumerate(flags) if flag)


@cache
def decode_contract(game: int, announced: int) -> Contract:
    """Return the contract that `encode_contract` wrote."""
    return Contract(
        _GAMES[game],
        bool(announced & _HAND),
        bool(announced & _SCHNEIDER),
        bool(announced & _SCHWARZ),
        bool(announced & _OUVERT),
    )


def encode_view(view: View) -> bytes:
    """Return what a seat may know, as `native/src/skat/engine/view.hpp` describes it."""
    declarer = _NOBODY if view.declarer is None else view.declarer
    contract = (_NOBODY, 0) if view.contract is None else encode_contract(view.contract)
    sets = mask(view.hand), mask(view.skat), mask(view.shown)
    words = [_WORD.pack(seat, _SAID[word] if word in _SAID else int(word)) for seat, word in view.words]
    head = _VIEW.pack(view.seat, declarer, view.bid, *contract, *sets, len(view.played))
    return head + encode_cards(view.played) + b"".join(words)


def encode_hands(hands: Iterable[int]) -> bytes:
    """Return hands, each as `mask` writes it, four bytes each; a world is three, in the order of seats."""
    return b"".join(hand.to_bytes(4, "little") for hand in hands)


def encode_deal(deal: Deal | Play) -> tuple[Masks, int]:
    """Return the three hands of a deal or of a state of play, and its skat."""
    first, second, third = map(mask, deal.hands)
    return (first, second, third), mask(deal.skat)


def encode_worlds(worlds: Iterable[Masks]) -> bytes:
    """Return worlds one after the other, twelve bytes each."""
    return encode_hands(hand for hands in worlds for hand in hands)


def encode_points(points: int) -> int:
    """Return the points asked for within the byte that they have there."""
    return max(0, min(points, _MOST_POINTS))


def encode_play(play: Play) -> Question:
    """Return a state of play."""
    hands = encode_hands(map(mask, play.hands))
    return Question(encode_game(play.game), hands, play.declarer, play.turn, encode_cards(play.trick))


_GAMES = {encode_game(game): game for game in Game}
