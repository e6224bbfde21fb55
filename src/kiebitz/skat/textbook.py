"""The textbook rule for learners: a value and a trump suit by counting jacks and trumps, or a pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.cards import Rank, Suit
from kiebitz.cards.text import format_cards
from kiebitz.kernel import skat as kernel
from kiebitz.skat.encoding import mask
from kiebitz.skat.pack import HAND, check_cards
from kiebitz.skat.trick import JACKS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Card

LEAST_TRUMPS = 6

#: Differences from the official rule, for `--explain`.
DEPARTURES = (
    "this is the textbook rule; in the official one",
    "- trumps below the jacks count as matadors too: the jack factor here stops at 5",
    "- the two cards of the skat count as matadors",
    "- Hand, Schneider, Schwarz and ouvert add to the factor; Grand and Null are games as well",
    "- bids follow a ladder, and a hand without six trumps or an ace may bid",
)


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A hand by the textbook rule.

    `trumps` counts the jacks and the cards of the longest suit, `candidate`, whose factor is `base` (clubs 12, spades
    11, hearts 10, diamonds 9). `aces` are those of other suits. `objection` is 1 for too few trumps, 2 for no ace.
    """

    hand: tuple[Card, ...]
    jack_factor: int
    candidate: Suit
    base: int
    trumps: int
    aces: tuple[Card, ...]
    objection: int

    @property
    def reason(self) -> str | None:
        """Why the rule passes, or None."""
        few = f"no suit has {LEAST_TRUMPS} trumps: at most {self.trumps}, in {self.candidate}"
        return (None, few, "no ace that is not a trump")[self.objection]

    @property
    def suit(self) -> Suit | None:
        """The trump suit."""
        return None if self.reason else self.candidate

    @property
    def suit_factor(self) -> int | None:
        """The factor of the trump suit."""
        return None if self.reason else self.base

    @property
    def value(self) -> int | None:
        """Jack factor times suit factor."""
        return None if self.reason else self.jack_factor * self.base

    def __str__(self) -> str:
        return "pass" if self.reason else f"{self.value} {str(self.suit).capitalize()}"

    def explanation(self) -> list[str]:
        """Return the reasoning, a line for each step, then the differences from the official rule."""
        jacks = [card for card in self.hand if card.rank is Rank.JACK]
        word = "with" if any(card.suit is Suit.CLUBS for card in jacks) else "without"
        held = format_cards(sorted(jacks, key=JACKS.index)) or "none"
        lines = [
            f"jacks: {held}: {word} {self.jack_factor - 1} from clubs down, jack factor {self.jack_factor}",
            f"trumps: {self.trumps} in {self.candidate}, {LEAST_TRUMPS} are needed",
        ]
        if self.objection != 1:
            lines.append(f"aces that are not trumps: {format_cards(self.aces) or 'none'}, one is needed")
        if self.reason:
            lines.append(f"pass: {self.reason}")
        else:
            lines.append(f"{self.jack_factor} × {self.candidate} {self.suit_factor} = {self.value}")
        return [*lines, *DEPARTURES]


def appraise(hand: Iterable[Card]) -> Appraisal:
    """Return the textbook rule's appraisal of ten cards; a `HandError` if they are no hand.

    The value is jack factor × suit factor. The jack factor is 1 plus the number of jacks held, or missing, in a row
    from the jack of clubs down. Trump is the suit with the most trumps (jacks and cards of the suit), the higher suit
    if equal. The rule passes with fewer than six trumps or without an ace of another suit.

    >>> from kiebitz.skat.hand import read_hand
    >>> print(appraise(read_hand("JC JS JD AC KC 9C AS 7H QD 8D")))
    36 Clubs
    """
    cards = check_cards(hand, HAND, "hand")
    objection, factor, suit, base, count, _ = kernel.skat_textbook(mask(cards))
    best = Suit(suit)
    aces = tuple(card for card in cards if card.rank is Rank.ACE and card.suit is not best)
    return Appraisal(cards, factor, best, base, count, aces, objection)
