"""A review in words: what each trick was worth, which card turned the game, what would have held it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.skat.contract import Game
from kiebitz.skat.seats import Seat
from kiebitz.skat.trick import trick_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kiebitz.analysis.skat.fair_view import CardChance, FairStep
    from kiebitz.analysis.skat.review import Par, Review, ReviewedCard, TurningPoint
    from kiebitz.cards import Card


@dataclass(frozen=True, slots=True)
class Words:
    """What is said of a review; *spelling* is that of `kiebitz.cards` in which cards are written."""

    found: Review
    spelling: str = "english"

    def names(self, cards: Iterable[Card]) -> str:
        """Return cards, one after the other."""
        return " ".join(card.text(self.spelling) for card in cards)

    def worth(self, value: int) -> str:
        """Return a value as what it is a value of: card points, or in Null a trick or none."""
        if self._is_null:
            return "no trick" if value else "a trick"
        return f"{value} card points"

    def short(self, value: int) -> str:
        """Return a value as it stands in a column."""
        if self._is_null:
            return "free" if value else "caught"
        return str(value)

    def lines(self, *, tricks: bool) -> list[str]:
        """Return all that is said of a game with all cards seen, its tricks one by one where they are wanted."""
        found = self.found
        lines = []
        if found.start is not None:
            lines.append(f"with all cards seen {self.worth(found.start)} for the declarer at the start of play")
            if tricks:
                lines += self.tricks()
            lines += self.turning()
            lines += self.ending()
        return [*lines, *self.pars()]

    def tricks(self) -> Iterator[str]:
        """Yield a line for each trick: its cards, the value after it, and the cards that gave something away."""
        steps = self.found.steps
        for start in range(0, len(steps), len(Seat)):
            trick = steps[start : start + len(Seat)]
            remarks = "; ".join(self.remark(step) for step in trick if step.lost)
            cards = self.names(step.card for step in trick)
            value = self.short(trick[-1].after)
            leads = f"trick {trick_of(trick[0].number):>2}: {trick[0].seat!s:<10} leads {cards:<8}"
            yield f"{leads}  {value:>6}  {remarks}".rstrip()

    def remark(self, step: ReviewedCard) -> str:
        """Return what a card gave away, and which ones were better."""
        return f"{step.seat} {step.card.text(self.spelling)}: {self.change(step)}, better {self.names(step.best)}"

    def change(self, step: ReviewedCard) -> str:
        """Return the values before and after a card."""
        return f"{self.short(step.before)} to {self.short(step.after)}"

    def turning(self) -> list[str]:
        """Return which cards turned the game, each with best play from there, or that none did."""
        found, lines = self.found, []
        side = "the declarer" if found.score is not None and not found.score.won else "the defenders"
        for point in found.turning_points:
            where, change = self.where(point.step), self.change(point.step)
            lines.append(f"{self.turned(point)}: {where}, {change}; {self.names(point.holding)} would have held it")
            lines.append(f"  best play from there: {self.names(point.line)}")
        if found.deciding() is None and found.steps:
            lines.append(f"no card lost it for {side}: with all cards seen it stood so from the first card on")
        return lines

    def turned(self, point: TurningPoint) -> str:
        """Return what a turning point settled."""
        loser = "the declarer" if point.step.is_declarer else "the defenders"
        what = {"game": f"the card that lost the game for {loser}", "schneider": "the card that settled Schneider"}
        return what.get(point.decides, "a card that turned it for a while")

    def ending(self) -> list[str]:
        """Return what an early end cost, what the discard led to, how high a bid the game covers; if it was played."""
        found, game = self.found, self.found.game
        if found.start is None:
            return []
        lines = []
        if found.end is not None and game.ending.value in ("given up", "conceded"):
            lines.append(f"{game.ending.value}, where best play would have led to {self.worth(found.end)}")
        lines += self.discard()
        covers = "it is lost" if found.highest_bid is None else f"it covers bids up to {found.highest_bid}"
        return [*lines, f"bid {game.bid}: with all cards seen {covers}"]

    def discard(self) -> list[str]:
        """Return what the discard led to, and the best one; nothing for Hand games."""
        put = self.found.discard
        if put is None:
            return []
        better = f"; {self.names(put.best)}: {self.worth(put.best_value)}"
        if put.value == put.best_value:
            better = ", none is better"
        return [f"discard {self.names(put.cards)}: {self.worth(put.value)}{better}"]

    def pars(self) -> list[str]:
        """Return what each seat would have won as declarer; nothing where that was not asked."""
        if not self.found.par:
            return []
        best = ((seat, self.found.best_of(seat)) for seat in Seat)
        parts = (f"{seat} {'nothing' if one is None else self._par(one)}" for seat, one in best)
        return [f"par with all cards seen: {'; '.join(parts)}"]

    def fair(self, steps: Sequence[FairStep]) -> list[str]:
        """Return which cards were mistakes by what could be known, and which gave up a win in every world."""
        mistakes = [step for step in steps if step.is_mistake]
        lines = [f"by what each player could know, {len(mistakes)} of {len(steps)} cards were mistakes"]
        lines += [f"  {self.where(step)}: {self.chances(step)}" for step in mistakes]
        return lines + [f"  {self.where(step)}: {self.sure(step)}" for step in steps if step.gave_up_a_sure_win]

    def chances(self, step: FairStep) -> str:
        """Return how likely the declarer wins after the card that was played, and after the best one."""
        best = step.chances[0]
        after = f"after {best.card.text(self.spelling)} {share(best)}"
        return f"the declarer wins {share(step.played)} of the worlds, {after}"

    def sure(self, step: FairStep) -> str:
        """Return which cards would have won in every world."""
        return f"{self.names(step.sure)} would have won in every world that was left"

    def where(self, step: ReviewedCard | FairStep) -> str:
        """Return a card with its trick and who played it."""
        return f"trick {trick_of(step.number)}, {step.seat} {step.card.text(self.spelling)}"

    def _par(self, best: Par) -> str:
        put = f", putting down {self.names(best.discard)}" if best.discard else ""
        return f"{best.contract} {best.score.score}{put}"

    @property
    def _is_null(self) -> bool:
        contract = self.found.game.contract
        return contract is not None and contract.game is Game.NULL


def share(chance: CardChance) -> str:
    """Return a chance as a share with its interval, where it has one."""
    low, high = (round(100 * border) for border in chance.interval)
    return f"{100 * chance.value:.0f} %" + ("" if chance.is_exact else f" ({low}–{high})")
