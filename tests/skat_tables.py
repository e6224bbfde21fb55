"""Deals of Skat and states of play, for tests and Hypothesis."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import strategies as st

import kernel_functions as kernel
from kiebitz.cards import PACKS, Card
from kiebitz.kernel.skat import skat_table_chance
from kiebitz.skat.contract import Game
from kiebitz.skat.encoding import encode_contract, encode_game, encode_view, mask
from kiebitz.skat.referee import Deal, Play
from kiebitz.skat.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.analysis.skat.world_outcomes import Tally
    from kiebitz.skat.view import View

PACK = PACKS["32"].cards
#: The games by their names in `oracle.skat`.
LITERAL = {
    Game.CLUBS: "C",
    Game.SPADES: "S",
    Game.HEARTS: "H",
    Game.DIAMONDS: "D",
    Game.GRAND: "grand",
    Game.NULL: "null",
}

#: The kernel's calls about a game in words that must be whole, with the values after the words.
CALLS_ABOUT_GAMES: dict[str, tuple[int, ...]] = {
    "skat_view": (0,),
    "skat_light": (),
    "skat_claim": (),
    "skat_winning": (0, -1),
    "skat_mistakes": (0, 1, 1),
    "skat_steps": (),
    "skat_put": (60,),
    "skat_par": (0,),
    "skat_covers": (60,),
}


def cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by white space."""
    return tuple(map(Card.parse, text.split()))


class WorldMasks(NamedTuple):
    """A world: three hands as masks, and the skat."""

    hands: tuple[int, int, int]
    skat: int


def possible(
    view: View, number: int, seed: int = 1, *, listens: bool = False
) -> tuple[int, list[tuple[WorldMasks, float]]]:
    """Return the number of worlds possible for a seat, and all of them or a sample, with weights."""
    count, worlds = kernel.skat_possible(encode_view(view), number, seed, listens)
    return count, [(WorldMasks((first, second, third), skat), weight) for first, second, third, skat, weight in worlds]


def all_possible(view: View, most: int) -> list[WorldMasks]:
    """Return all worlds possible for a seat, or none if there are more than *most*."""
    count, worlds = possible(view, most)
    return [world for world, _ in worlds] if count <= most else []


def ranked_discards(some: Iterable[Card], game: Game) -> list[tuple[Card, ...]]:
    """Return all pairs of some cards, the likeliest discard first."""
    pairs = kernel.skat_ranked_discards(mask(some), encode_game(game))
    return [tuple(card for card in sorted(PACK) if mask((card,)) & pair) for pair in pairs]


def in_world(play: Play, world: WorldMasks) -> Play:
    """Return the state of play with the cards of this world."""
    first, second, third = (tuple(card for card in PACK if mask((card,)) & hand) for hand in world.hands)
    skat = tuple(card for card in PACK if mask((card,)) & world.skat)
    return replace(play, hands=(first, second, third), skat=skat)


def deal_of(order: list[Card]) -> Deal:
    """Deal 32 cards: ten to each seat in turn, the last two to the skat."""
    first, second, third = (tuple(order[10 * seat : 10 * seat + 10]) for seat in Seat)
    return Deal((first, second, third), tuple(order[30:]))


def skat_deals() -> st.SearchStrategy[Deal]:
    """All 32 cards in any order."""
    return st.permutations(PACK).map(deal_of)


def games() -> st.SearchStrategy[Game]:
    """Any of the six games."""
    return st.sampled_from(list(Game))


def seats() -> st.SearchStrategy[Seat]:
    """Any of the three seats."""
    return st.sampled_from(list(Seat))


def plays() -> st.SearchStrategy[Play]:
    """A deal in play, after any number of random legal cards."""

    def walked(deal: Deal, game: Game, declarer: Seat, count: int, seed: int) -> Play:
        chance = Random(seed)
        play = deal.play(game, declarer)
        for _ in range(count):
            if play.is_over:
                break
            play = play.after(chance.choice(play.legal_cards))
        return play

    return st.builds(walked, skat_deals(), games(), seats(), st.integers(0, 30), st.integers(0, 2**32))


def at_table(tally: Tally, bid: int = 18) -> float:
    """Return the kernel's chance at the table for a tally, at a bid."""
    contract = encode_contract(tally.contract)
    chance = skat_table_chance(*contract, mask(tally.cards), tally.seat, tally.won, tally.worlds, bid)
    assert chance is not None
    return chance
