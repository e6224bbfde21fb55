"""Worlds for players of Skat: the hidden cards of a view, drawn anew, and the probe that no answer depends on them."""

from __future__ import annotations

from hashlib import sha256
from itertools import chain
from random import Random
from typing import TYPE_CHECKING

from kiebitz.cards import PACKS, Card
from kiebitz.kernel.host import call
from kiebitz.skat.encoding import cards_of, encode_view
from kiebitz.skat.line_protocol import line_of
from kiebitz.skat.referee import Deal
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session

if TYPE_CHECKING:
    from kiebitz.analysis.skat.players import Player
    from kiebitz.skat.view import View

World = tuple[tuple[Card, ...], ...]
_TEN = 10


def world_of(view: View, seed: int = 0) -> World:
    """Return the three hands and the skat of a world: all that the view allows are equally likely.

    It depends on the view and the seed alone, so it holds nothing that the seat may not know.
    """
    number = int.from_bytes(sha256(f"{seed} {line_of(view)}".encode()).digest()[:8], "little")
    if view.contract is not None:
        _, worlds = call("skat_possible", encode_view(view), 1, number, 0)
        return tuple(map(cards_of, worlds[0][:4]))
    unseen = [card for card in PACKS["32"].cards if card not in view.hand]
    Random(number).shuffle(unseen)
    first, second, skat = unseen[:_TEN], unseen[_TEN : 2 * _TEN], unseen[2 * _TEN :]
    others = iter((first, second))
    hands = [view.hand if seat is view.seat else tuple(sorted(next(others))) for seat in Seat]
    return (*hands, tuple(sorted(skat)))


def session_of(view: View, world: World) -> Session:
    """Return a game in which the seat has the view and the hidden cards are those of a world."""
    *hands, skat = ([*cards] for cards in world)
    if view.contract is not None:
        for seat, card in chain(*view.tricks):
            hands[seat].append(card)
    if view.picked and view.declarer is not None:
        held = {*hands[view.declarer], *(view.skat if view.contract is not None else ())}
        hands[view.declarer], skat = sorted(held - {*view.picked}), [*view.picked]
    session = Session(Deal((tuple(hands[0]), tuple(hands[1]), tuple(hands[2])), tuple(skat)))
    for _, word in view.words:
        session.say(word)
    if view.picked or (view.contract is not None and not view.contract.hand):
        session.take_skat()
    if view.contract is not None:
        session.announce(view.contract, () if view.contract.hand else world[-1])
    for card in view.played:
        session.put(card)
    return session


class Probed:
    """A player whose answers are checked: asked again in games with other hidden cards, it must answer the same.

    `questions` counts the questions asked again, `changes` holds the view, the answer and the other one where they
    differ. *player* answers at the table, *again* is asked the second time.
    """

    def __init__(self, player: Player, again: Player, times: int) -> None:
        self._player, self.again, self._times = player, again, times
        self.questions = 0
        self.changes: list[tuple[str, str, str]] = []

    def decides(self, view: View) -> str:
        """Return the player's answer."""
        answer = self._player.decides(view)
        for seed in range(1, self._times + 1):
            other_view = session_of(view, world_of(view, seed)).view(view.seat)
            if hasattr(self.again, "forget"):
                self.again.forget(seed)
            other = self.again.decides(other_view)
            self.questions += 1
            if other != answer or other_view != view:
                self.changes.append((line_of(view), answer, other))
        return answer
