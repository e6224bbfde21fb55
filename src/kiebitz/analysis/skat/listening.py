"""What the words and the cards of the others tell of the cards that are not seen, as `Evidence` for `Beliefs`.

A declarer holds the trumps, jacks and aces that his game needs, and has hardly put any of them down; who never bid has
fewer jacks. A card that was played tells of those that might have been played in its place: a defender gives no points
to a trick of the declarer's while he can do with less. How much each of this tells is measured, see `parameters`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.analysis.skat.beliefs import IN_SKAT, Evidence
from kiebitz.analysis.skat.encoding import mask
from kiebitz.analysis.skat.parameters import PARAMETERS
from kiebitz.cards import PACKS, Card, Rank, Suit
from kiebitz.skat.auction import PASS
from kiebitz.skat.contract import Game
from kiebitz.skat.seats import Seat
from kiebitz.skat.trick import POINTS, is_trump, must_follow, taking
from kiebitz.skat.view import seats_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from kiebitz.skat.view import View

_PACK = PACKS["32"]
_ANY = mask(_PACK)


def _cards(wanted: Callable[[Card], bool]) -> int:
    return mask(filter(wanted, _PACK))


#: The cards that count less than one of a rank; the cards that do what a suit, or trumps, ask for.
_CHEAPER = {rank: mask(card for card in _PACK if POINTS[card.rank] < POINTS[rank]) for rank in Rank}
_FOLLOWING = {
    (game, kind): mask(card for card in _PACK if must_follow(game, card) is kind)
    for game in Game
    for kind in (None, *Suit)
}


def _classes(game: Game) -> dict[str, int]:
    """Return the cards of a game that are told apart, by the names that they have in the parameters."""
    if game is Game.NULL:
        return {
            "middle": _cards(lambda card: card.rank in (Rank.TEN, Rank.JACK)),
            "high": _cards(lambda card: card.rank in (Rank.QUEEN, Rank.KING, Rank.ACE)),
        }
    return {
        "jack": _cards(lambda card: card.rank is Rank.JACK),
        "trump": _cards(lambda card: is_trump(game, card) and card.rank is not Rank.JACK),
        "ace": _cards(lambda card: not is_trump(game, card) and card.rank is Rank.ACE),
        "ten": _cards(lambda card: not is_trump(game, card) and card.rank is Rank.TEN),
    }


_CLASSES = {game: _classes(game) for game in Game}


def evidence(view: View) -> list[Evidence]:
    """Return what a seat has heard and seen of the others' cards.

    Nothing for the declarer: what the defenders say and play tells him too little to be measured.
    """
    if view.is_declarer:
        return []
    return [*_of_words(view), *_of_cards(view)]


def _of_words(view: View) -> Iterator[Evidence]:
    contract, declarer, lies = view.announced, view.declarer, PARAMETERS.lies
    game = contract.game

    def each(place: int, table: Mapping[str, float]) -> Iterator[Evidence]:
        return (Evidence(place, _CLASSES[game][name], each) for name, each in table.items())

    if declarer is None:
        return
    yield from each(declarer, lies[game.value if game in (Game.NULL, Game.GRAND) else "suit"])
    if game is Game.NULL:
        return
    if not contract.hand:
        yield from each(IN_SKAT, lies["put"])
    spoke = {seat for seat, word in view.words if word != PASS}
    for seat in Seat:
        if seat not in (view.seat, declarer) and seat not in spoke:
            yield from each(seat, lies["silent"])


def _of_cards(view: View) -> Iterator[Evidence]:
    game, declarer = view.announced.game, view.declarer
    if game is Game.NULL:
        return
    seats = seats_of(game, view.played)
    for number, (card, seat) in enumerate(zip(view.played, seats, strict=True)):
        if seat is view.seat:
            continue
        first = number - number % len(Seat)
        trick = view.played[first : number + 1]
        asked = must_follow(game, trick[0])
        instead = _FOLLOWING[game, asked] if must_follow(game, card) is asked else _ANY
        holder = seats[first + taking(game, trick)]
        if len(trick) == 1:
            does = "leads"
        elif holder is seat:
            does = "takes"
        else:
            does = "loses" if declarer in (seat, holder) else "helps"
        table = PARAMETERS.instead["declarer" if seat is declarer else "defender"]
        cheaper = instead & _CHEAPER[card.rank]
        for cards, odds in zip((cheaper, instead & ~cheaper), table[does], strict=True):
            yield Evidence(seat, cards, odds)
