"""A review in words: the value of each trick, the cards that turned the game, the cards that would have held it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.skat.contract import Game
from kiebitz.skat.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kiebitz.analysis.skat.advice import Advice
    from kiebitz.analysis.skat.fair_view import CardChance, FairStep
    from kiebitz.analysis.skat.review import Par, Review, ReviewedCard, TurningPoint
    from kiebitz.cards import Card


@dataclass(frozen=True, slots=True)
class ReviewText:
    """The text of a review; *spelling* is the cards' spelling in `kiebitz.cards`."""

    review: Review
    spelling: str = "english"

    def names(self, cards: Iterable[Card]) -> str:
        return " ".join(card.text(self.spelling) for card in cards)

    def worth(self, value: int) -> str:
        """Return a value in words: card points, or in Null a trick or none."""
        if self._is_null:
            return "no trick" if value else "a trick"
        return f"{value} card points"

    def short(self, value: int) -> str:
        """Return a value for a table column."""
        if self._is_null:
            return "free" if value else "caught"
        return str(value)

    def lines(self, *, tricks: bool) -> list[str]:
        """Return the text of a game with open cards, trick by trick on request."""
        review = self.review
        lines = []
        if review.start is not None:
            lines.append(f"with open cards {self.worth(review.start)} for the declarer at the start of play")
            if tricks:
                lines += self.tricks()
            lines += self.turning()
            lines += self.ending()
        return [*lines, *self.pars()]

    def tricks(self) -> Iterator[str]:
        """Yield a line per trick: its cards, the value after it, and the cards that lost something."""
        steps = self.review.steps
        for start in range(0, len(steps), len(Seat)):
            trick = steps[start : start + len(Seat)]
            remarks = "; ".join(self.remark(step) for step in trick if step.lost)
            cards = self.names(step.card for step in trick)
            value = self.short(trick[-1].after)
            leads = f"trick {trick[0].trick:>2}: {trick[0].seat!s:<10} leads {cards:<8}"
            yield f"{leads}  {value:>6}  {remarks}".rstrip()

    def remark(self, step: ReviewedCard) -> str:
        return f"{step.seat} {step.card.text(self.spelling)}: {self.change(step)}, better {self.names(step.best)}"

    def change(self, step: ReviewedCard) -> str:
        return f"{self.short(step.before)} to {self.short(step.after)}"

    def turning(self) -> list[str]:
        """Return the cards that turned the game, each with best play from there, or that none did."""
        review, lines = self.review, []
        side = "the declarer" if review.score is not None and not review.score.won else "the defenders"
        for point in review.turning_points:
            where, change = self.where(point.step), self.change(point.step)
            lines.append(f"{self.turned(point)}: {where}, {change}; {self.names(point.holding)} would have held it")
            lines.append(f"  best play from there: {self.names(point.line)}")
        if review.deciding() is None and review.steps:
            lines.append(f"no card lost it for {side}: with open cards the result was fixed from the first card on")
        return lines

    def turned(self, point: TurningPoint) -> str:
        """Return what a turning point settled."""
        loser = "the declarer" if point.step.is_declarer else "the defenders"
        what = {"game": f"the card that lost the game for {loser}", "schneider": "the card that settled Schneider"}
        return what.get(point.decides, "a card that changed the result for a while")

    def ending(self) -> list[str]:
        """Return the cost of an early end, the effect of the discard, and the bids that the game covers."""
        review, game = self.review, self.review.game
        if review.start is None:
            return []
        lines = []
        if review.end is not None and game.ending.value in ("given up", "conceded"):
            lines.append(f"{game.ending.value}, where best play would have led to {self.worth(review.end)}")
        lines += self.discard()
        covers = "it is lost" if review.highest_bid is None else f"it covers bids up to {review.highest_bid}"
        return [*lines, f"bid {game.bid}: with open cards {covers}"]

    def discard(self) -> list[str]:
        discard = self.review.discard
        if discard is None:
            return []
        better = f"; {self.names(discard.best)}: {self.worth(discard.best_value)}"
        if discard.value == discard.best_value:
            better = ", none is better"
        return [f"discard {self.names(discard.cards)}: {self.worth(discard.value)}{better}"]

    def pars(self) -> list[str]:
        """Return the best contract of each seat as declarer; empty if the review has no par."""
        if not self.review.par:
            return []
        best = ((seat, self.review.best_of(seat)) for seat in Seat)
        parts = (f"{seat} {'nothing' if par is None else self._par(par)}" for seat, par in best)
        return [f"par with open cards: {'; '.join(parts)}"]

    def passes(self, hands: Mapping[Seat, Advice]) -> list[str]:
        """Return for each seat that passed whether its hand was worth a bid, by the chance at the table."""
        return [
            f"{f'{seat} gave something up by passing' if judged.bid else f'hand of {seat}'}: {judged.sentence()}"
            for seat, judged in hands.items()
        ]

    def fair(self, steps: Sequence[FairStep]) -> list[str]:
        """Return the mistakes by each player's knowledge, and the sure wins given up."""
        mistakes = [step for step in steps if step.is_mistake]
        lines = [f"by what each player could know, {len(mistakes)} of {len(steps)} cards were mistakes"]
        lines += [f"  {self.where(step)}: {self.chances(step)}" for step in mistakes]
        return lines + [f"  {self.where(step)}: {self.sure(step)}" for step in steps if step.gave_up_a_sure_win]

    def chances(self, step: FairStep) -> str:
        """Return the declarer's chances after the played card and after the best one."""
        best = step.chances[0]
        after = f"after {best.card.text(self.spelling)} {share(best)}"
        return f"the declarer wins {share(step.played)} of the worlds with open cards, {after}"

    def sure(self, step: FairStep) -> str:
        return f"{self.names(step.sure)} would have won with open cards in every world that was left"

    def where(self, step: ReviewedCard | FairStep) -> str:
        trick = self.review.steps[step.number - 1].trick
        return f"trick {trick}, {step.seat} {step.card.text(self.spelling)}"

    def _par(self, best: Par) -> str:
        discard = f", putting down {self.names(best.discard)}" if best.discard else ""
        return f"{best.contract} {best.score}{discard}"

    @property
    def _is_null(self) -> bool:
        contract = self.review.game.contract
        return contract is not None and contract.game is Game.NULL


def share(chance: CardChance) -> str:
    """Return a chance as a percentage, with its interval if it has one."""
    low, high = (round(100 * border) for border in chance.interval)
    return f"{100 * chance.value:.0f} %" + ("" if chance.is_exact else f" ({low}–{high})")
