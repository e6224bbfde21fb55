"""The numbers by which players decide and worlds are weighed: all in one place, from which the page has them, too.

They are set by hand but for `lies` and `instead`, the odds under which the cards in 454 games of the engine against
itself are likeliest. What they are for is said by the modules that use them.
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
    #: What the declarer's card points with open cards are worth to him, each table from a trick on, the first being 0.
    #: Winning counts 20, shared out by how often he won the engine's games when he stood so: the cards do not lie open,
    #: and early on 56 points are often enough. Schneider counts something.
    steps: tuple[tuple[int, Steps], ...] = (
        (0, ((31, 3.0), (46, 5.0), (51, 6.0), (56, 4.4), (61, 2.6), (64, 1.0), (90, 2.0))),
        (4, ((31, 3.0), (46, 4.0), (51, 3.5), (56, 4.0), (61, 7.5), (75, 0.5), (90, 2.0))),
        (6, ((31, 2.0), (46, 0.5), (61, 20.0), (75, 0.5), (90, 2.0))),
    )
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
    #: The share of a level's worlds that a defender looks at who listens: likelier ones take longer to solve.
    listening: float = 0.75
    #: How many times as likely a card lies in a place as the cards that are seen alone would have it: with the declarer
    #: of a suit game, of Grand, of Null, among the two cards that he put down, with a defender who never bid.
    #: In Null a ten or jack is a middle card; queens, kings and aces are high.
    lies: dict[str, dict[str, float]] = field(
        default_factory=lambda: {
            "suit": {"jack": 2.2, "trump": 5.0, "ace": 4.2, "ten": 1.4},
            "grand": {"jack": 6.4, "ace": 5.0, "ten": 1.5},
            "null": {"middle": 0.5, "high": 0.25},
            "put": {"jack": 0.05, "trump": 0.07, "ace": 0.09},
            "silent": {"jack": 0.67},
        }
    )
    #: The same for the cards that might have been played in place of one that was, those that count less and others,
    #: with the one who played it: he led it, took the trick so far, lost it to the other side, or helped a partner.
    instead: dict[str, dict[str, tuple[float, float]]] = field(
        default_factory=lambda: {
            "declarer": {"leads": (1.9, 1.4), "takes": (2.2, 2.1), "loses": (0.54, 0.85)},
            "defender": {"leads": (0.7, 0.95), "takes": (1.0, 0.83), "loses": (0.27, 1.07), "helps": (0.75, 0.62)},
        }
    )


PARAMETERS = Parameters()
LEVELS = PARAMETERS.levels
