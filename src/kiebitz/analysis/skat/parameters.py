"""The numbers by which players decide and worlds are weighed: all in one place, from which the page has them, too.

They are set by hand, not fitted; what they are for is said by `players` and `beliefs`, which use them.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Level:
    """How strong the engine is: worlds for a card, for a bid and for a discard, and whether it listens.

    Where there are no more than `sure` worlds it looks for cards that win in all of them.

    Weaker levels look at fewer worlds and take all that agree with the cards for equally likely; nothing is done badly
    on purpose. `margin` are the tournament points that a bid has to bring in the mean.
    """

    worlds: int = 24
    bidding: int = 16
    listens: bool = True
    margin: float = 0.0
    sure: int = 1000


@dataclass(frozen=True, slots=True)
class Discards:
    """What cards are worth in the hand, in card points, roughly: by this the likely discards come first.

    A suit counts by its ace, its ten and the company that the ten has, and by its losers; one with ace, ten and at
    least `long` cards has none. A trump is hardly ever better in the skat.
    """

    trump: int = 14
    void: int = 6
    ace: int = 14
    ten_with_ace: int = 12
    ten_with_king: int = 6
    ten_guarded: int = 2
    ten_bare: int = -6
    loser: int = -7
    loser_under_ace: int = -4
    long: int = 4
    long_card: int = 5


#: Card points that are told apart, and what reaching each is worth.
Steps = tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Parameters:
    """What the players of this package decide by."""

    #: The levels by name.
    levels: dict[str, Level] = field(
        default_factory=lambda: {
            "beginner": Level(2, 6, listens=False, sure=0),
            "club": Level(8, 10),
            "strong": Level(),
        }
    )
    #: Winning counts most, Schneider something, and points a little, because the others may still err.
    steps: Steps = ((31, 2.0), (46, 0.5), (61, 20.0), (75, 0.5), (90, 2.0))
    #: The same where Schneider is announced.
    announced_steps: Steps = ((61, 0.4), (76, 0.4), (90, 20.0), (96, 0.3), (105, 0.3))
    #: Tournament points beside the value: a game lost also brings 40 to each of the others.
    won: int = 50
    lost: int = 50 + 40
    #: Worlds up to which a review looks for cards that win in all of them.
    sure: int = 1000
    #: By what the likely discards come first.
    discards: Discards = Discards()
    #: Discards by rule of thumb that are compared for each game.
    likely_discards: int = 4
    #: The share of worlds from which on Null is played ouvert, by a level with more than these worlds for a bid.
    sure_null: float = 0.95
    fewest_for_ouvert: int = 8
    #: Worlds drawn for each that is kept, where they are weighed.
    drawn: int = 5
    #: How likely people bid more than the rough count allows, and pass below it, compared with doing as it says.
    overbold: float = 0.35
    overcautious: float = 0.25
    #: How likely a declarer is, by his trumps (Grand: twice the jacks and the aces; Null: dangerous cards).
    suit_by_trumps: tuple[float, ...] = (0.01, 0.01, 0.01, 0.03, 0.15, 0.6, 1.0)
    grand_by_strength: tuple[float, ...] = (0.01, 0.01, 0.02, 0.05, 0.15, 0.35, 0.7, 1.0)
    null_by_danger: tuple[float, ...] = (1.0, 0.6, 0.25, 0.1, 0.03)
    #: How likely a trump or an ace is put down, compared with another card.
    trump_put: float = 0.08
    ace_put: float = 0.3


PARAMETERS = Parameters()
LEVELS = PARAMETERS.levels
