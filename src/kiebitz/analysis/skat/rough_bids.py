"""How high a careful player bids, by counting trumps, jacks and aces; on sets of cards written as a `mask`."""

from __future__ import annotations

from kiebitz.analysis.skat.encoding import mask
from kiebitz.cards import PACKS, Rank
from kiebitz.skat.bidding import NULL_VALUES
from kiebitz.skat.contract import TRUMP_GAMES, Game
from kiebitz.skat.trick import JACKS, is_trump

_JACKS = mask(JACKS)
_TOP_JACKS = [mask((card,)) for card in JACKS]
_ACES = mask(card for card in PACKS["32"] if card.rank is Rank.ACE)
_TRUMPS = {game: mask(card for card in PACKS["32"] if is_trump(game, card)) for game in Game}


def _matadors(hand: int) -> int:
    """Return the run of jacks held or missing, from the jack of clubs down."""
    has_first = bool(hand & _TOP_JACKS[0])
    run = 0
    for jack in _TOP_JACKS:
        if bool(hand & jack) is not has_first:
            break
        run += 1
    return run


def rough_bid(hand: int) -> int:
    """Return how high a careful player would bid on ten cards, 0 for a pass: by trumps, jacks and aces.

    A suit needs six trumps, or five with two jacks, and three jacks and aces; Grand five jacks and aces, two jacks
    among them; Null no dangerous card.
    """
    jacks = (hand & _JACKS).bit_count()
    run = _matadors(hand)
    best = 0
    for game in TRUMP_GAMES:
        trumps = (hand & _TRUMPS[game]).bit_count()
        high = jacks + (hand & _ACES & ~_TRUMPS[game]).bit_count()
        if game is Game.GRAND:
            plays = jacks >= 2 and high >= 5
        else:
            plays = high >= 3 and (trumps >= 6 or (trumps == 5 and jacks >= 2))
        if plays:
            best = max(best, game.base * (run + 1))
    if danger(hand) == 0:
        best = max(best, NULL_VALUES[False, False])
    return best


def danger(hand: int) -> int:
    """Return how many cards of a hand lie higher than is safe in Null: 7, 9, J, K are safe from the lowest up."""
    found = 0
    for suit in range(4):
        cards = hand >> 8 * suit & 0xFF
        number = 0
        while cards:
            lowest = (cards & -cards).bit_length() - 1
            found += lowest > 2 * number
            number += 1
            cards &= cards - 1
    return found
