"""Double-dummy Skat, all cards seen: asks the search kernel, and has each line replayed to its end by the referee.

How likely the cards lie so is for `worlds`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.encoding import (
    CARDS,
    cards_of,
    encode_cards,
    encode_deal,
    encode_game,
    encode_play,
    encode_points,
    encode_worlds,
)
from kiebitz.errors import IllegalMoveError, KernelFaultError
from kiebitz.kernel import skat as kernel
from kiebitz.skat.contract import Game
from kiebitz.skat.referee import replay
from kiebitz.skat.trick import TO_WIN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kiebitz.analysis.skat.encoding import Masks
    from kiebitz.cards import Card
    from kiebitz.skat.referee import Deal, Play
    from kiebitz.skat.seats import Seat


@dataclass(frozen=True, slots=True)
class Solution:
    """What comes of a state of play when everybody sees all cards and plays as well as can be.

    `points` are the declarer's in all: what he has taken, what he will take, and the skat, where it is known; `None` in
    Null. `reached` says whether he has what was asked for: these points, or no trick in Null. `line` is one best way to
    the end, `end` the referee's state after it. `cards` holds each legal card, the best ones first, with the points
    that follow it; in Null 1 for those that keep him free of tricks, else 0.
    """

    play: Play
    points: int | None
    reached: bool
    line: tuple[Card, ...]
    end: Play
    cards: tuple[tuple[Card, int], ...]

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards than which none is better for the side whose turn it is."""
        if not self.cards:
            return ()
        values = [value for _, value in self.cards]
        goal = max(values) if self.play.turn is self.play.declarer else min(values)
        return tuple(card for card, value in self.cards if value == goal)


def solve(play: Play, points: int = TO_WIN) -> Solution:
    """Solve a state of play; *points* are those that the declarer needs in all, the skat's among them.

    A `KernelFaultError` means that the referee refused the search's answer, which is a fault of this package.
    """
    if play.is_over:
        return Solution(play, _total(play), _has_reached(play, points), (), play, ())
    question = encode_play(play)
    best = kernel.skat_best(*question)
    line = tuple(CARDS[code] for code in best.line)
    end = _checked(play, best.value, line)
    taken = 0 if play.game is Game.NULL else play.result.declarer_points
    sign = -1 if play.turn is play.declarer else 1  # the best cards of the side whose turn it is come first
    moves = ((CARDS[code], taken + after) for code, after in kernel.skat_moves(*question))
    cards = tuple(sorted(moves, key=lambda each: (sign * each[1], each[0])))
    return Solution(play, _total(end), _has_reached(end, points), line, end, cards)


def trace(play: Play, cards: Sequence[Card]) -> list[dict[Card, int]]:
    """Return for each card of a line of play what every card that might have been played in its place leads to.

    The values are those of `Solution.cards`: the declarer's points in all, in Null 1 for no trick and else 0. The line
    begins at *play* and need not lead to the end; an `IllegalMoveError` names a card that may not be played. The
    referee's count of the line has to agree with the values: a `KernelFaultError` otherwise.
    """
    steps = _states(play, cards)
    if not cards:
        return []
    values = []
    for step, moves in zip(steps[:-1], kernel.skat_trace(*encode_play(play), encode_cards(cards)), strict=True):
        taken = 0 if play.game is Game.NULL else step.result.declarer_points
        values.append({CARDS[code]: taken + after for code, after in moves})
    check_trace(play, cards, values)
    return values


def check_trace(play: Play, cards: Sequence[Card], values: Sequence[Mapping[Card, int]]) -> list[Play]:
    """Return the states of a line of play, the last one after all cards; errors as in `trace`, by these values."""
    steps = _states(play, cards)
    for number, (step, moves) in enumerate(zip(steps[:-1], values, strict=True), 1):
        if set(moves) != set(step.legal_cards):
            raise KernelFaultError(f"before card {number} other cards are said to be legal than are")
    for number, (step, card) in enumerate(zip(steps[1:], cards, strict=True)):
        worth = values[number][card]
        if step.is_over:
            best = int(step.result.declarer_is_schwarz) if step.game is Game.NULL else step.result.declarer_points
        elif number + 1 < len(values):
            choose = max if step.turn is step.declarer else min
            best = choose(values[number + 1].values())
        else:
            continue
        if best != worth:
            raise KernelFaultError(f"card {number + 1} is said to lead to {worth}, the position after it to {best}")
    return steps


def _states(play: Play, cards: Sequence[Card]) -> list[Play]:
    steps = [play]
    for card in cards:
        steps.append(steps[-1].after(card))
    return steps


def best_discard(deal: Deal, game: Game, declarer: Seat, least: int = 0) -> tuple[tuple[Card, ...], int] | None:
    """Return the discard that brings the declarer most with all cards seen, and his points in all with it.

    In Null the value is 1 if he can do without a trick after it, else 0. Of equal ones it is the likelier one by a rule
    of thumb. None where no discard brings him *least*, which is found out sooner.
    """
    pair, value = kernel.skat_discard(*encode_deal(deal), encode_game(game), declarer, least)
    return None if value < 0 else (cards_of(pair), value)


def reaches(play: Play, points: int = TO_WIN) -> bool:
    """Say whether the declarer can have this many *points* at the end, the skat's among them; in Null: no trick."""
    if play.is_over:
        return _has_reached(play, points)
    missing = points - play.result.declarer_points
    if missing <= 0 and play.game is not Game.NULL:
        return True
    return kernel.skat_reaches(*encode_play(play), encode_points(missing))


@dataclass(slots=True)
class Effort:
    """What questions have cost: tricks that the searches began, the same number on every machine."""

    tricks: int = 0


def worlds_values(
    game: Game, declarer: Seat, turn: Seat, worlds: Sequence[Masks], effort: Effort | None = None
) -> list[int]:
    """Return what the declarer still takes in many worlds at the start of a trick: points; in Null 1 for no trick.

    What it cost is added to *effort*. Ctrl-C is heeded.
    """
    if not worlds:
        return []
    found = kernel.skat_values(encode_game(game), declarer, turn, encode_worlds(worlds))
    if effort is not None:
        effort.tricks += found.tricks
    return list(found.values)


def _total(end: Play) -> int | None:
    return None if end.game is Game.NULL else end.result.declarer_points


def _has_reached(end: Play, points: int) -> bool:
    result = end.result
    return result.declarer_is_schwarz if end.game is Game.NULL else result.declarer_points >= points


def _checked(play: Play, value: int, line: tuple[Card, ...]) -> Play:
    """Return the referee's state after the line; a `KernelFaultError` unless it bears out the value."""
    try:
        end = replay(play, line)
    except IllegalMoveError as error:
        raise KernelFaultError(str(error)) from None
    if not end.is_over:
        raise KernelFaultError(f"the line of {len(line)} cards does not lead to the end")
    if play.game is Game.NULL:
        found = int(end.result.declarer_is_schwarz)
    else:
        found = end.result.declarer_points - play.result.declarer_points
    if found != value:
        raise KernelFaultError(f"the line gives the declarer {found}, not {value}")
    return end
