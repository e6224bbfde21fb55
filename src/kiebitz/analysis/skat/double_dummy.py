"""Double-dummy Skat: the kernel solves play with open cards, and the referee replays each line to its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.errors import IllegalMoveError, KernelFaultError
from kiebitz.kernel import skat as kernel
from kiebitz.skat.contract import Game
from kiebitz.skat.encoding import (
    CARDS,
    encode_cards,
    encode_game,
    encode_play,
    encode_session,
    encode_worlds,
)
from kiebitz.skat.referee import replay
from kiebitz.skat.trick import TO_WIN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kiebitz.cards import Card
    from kiebitz.skat.encoding import Masks
    from kiebitz.skat.referee import Play
    from kiebitz.skat.seats import Seat
    from kiebitz.skat.session import Session


@dataclass(frozen=True, slots=True)
class Solution:
    """The outcome of a state of play if all players see all cards and play best.

    `points` is the declarer's total, a known skat included; `None` in Null. `reached`: whether the declarer gets the
    requested points, in Null no trick. `line` is a best line to the end, `end` the referee's state after it. `cards`
    holds each legal card, best first, with its total; in Null 1 for no trick, else 0.
    """

    play: Play
    points: int | None
    reached: bool
    line: tuple[Card, ...]
    end: Play
    cards: tuple[tuple[Card, int], ...]

    @property
    def best(self) -> tuple[Card, ...]:
        """The best cards for the side to move."""
        if not self.cards:
            return ()
        values = [value for _, value in self.cards]
        goal = max(values) if self.play.turn is self.play.declarer else min(values)
        return tuple(card for card, value in self.cards if value == goal)


def solve(play: Play, points: int = TO_WIN) -> Solution:
    """Solve a state of play; *points* is the total that the declarer needs, the skat included.

    Raises `KernelFaultError` if the referee rejects the kernel's answer, a bug in Kiebitz.
    """
    if play.is_over:
        return Solution(play, _total(play), _has_reached(play, points), (), play, ())
    request = encode_play(play)
    best = kernel.skat_best(*request)
    line = tuple(CARDS[code] for code in best.line)
    end = _checked(play, best.value, line)
    declarer_points = 0 if play.game is Game.NULL else play.result.declarer_points
    sign = -1 if play.turn is play.declarer else 1  # sort the best cards of the side to move first
    moves = ((CARDS[code], declarer_points + after) for code, after in kernel.skat_moves(*request))
    cards = tuple(sorted(moves, key=lambda pair: (sign * pair[1], pair[0])))
    return Solution(play, _total(end), _has_reached(end, points), line, end, cards)


def trace(play: Play, cards: Sequence[Card]) -> list[dict[Card, int]]:
    """Return for each card of a line of play the values of all cards legal in its place.

    Values are as in `Solution.cards`. The line begins at *play* and may end early. Raises `IllegalMoveError` for an
    illegal card, `KernelFaultError` if the referee's count contradicts the values.
    """
    steps = _states(play, cards)
    if not cards:
        return []
    values = []
    for step, moves in zip(steps[:-1], kernel.skat_trace(*encode_play(play), encode_cards(cards)), strict=True):
        declarer_points = 0 if play.game is Game.NULL else step.result.declarer_points
        values.append({CARDS[code]: declarer_points + after for code, after in moves})
    check_trace(play, cards, values)
    return values


def check_trace(play: Play, cards: Sequence[Card], values: Sequence[Mapping[Card, int]]) -> list[Play]:
    """Return the states of a line of play, the last one after all cards; errors as in `trace`."""
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


def light(session: Session) -> bool:
    """Return whether the declarer wins a game in play if from here on all see all cards and play best."""
    return kernel.skat_light(*encode_session(session))


@dataclass(slots=True)
class TrickCount:
    """The tricks that searches began, the same on every machine."""

    tricks: int = 0


def worlds_values(
    game: Game, declarer: Seat, turn: Seat, worlds: Sequence[Masks], effort: TrickCount | None = None
) -> list[int]:
    """Return the declarer's further points in many worlds at the start of a trick; in Null 1 for no trick.

    Adds the tricks searched to *effort*. Ctrl-C interrupts.
    """
    if not worlds:
        return []
    answer = kernel.skat_values(encode_game(game), declarer, turn, encode_worlds(worlds))
    if effort is not None:
        effort.tricks += answer.tricks
    return list(answer.values)


def _total(end: Play) -> int | None:
    return None if end.game is Game.NULL else end.result.declarer_points


def _has_reached(end: Play, points: int) -> bool:
    result = end.result
    return result.declarer_is_schwarz if end.game is Game.NULL else result.declarer_points >= points


def _checked(play: Play, value: int, line: tuple[Card, ...]) -> Play:
    """Return the referee's state after the line; a `KernelFaultError` unless it confirms the value."""
    try:
        end = replay(play, line)
    except IllegalMoveError as error:
        raise KernelFaultError(str(error)) from None
    if not end.is_over:
        raise KernelFaultError(f"the line of {len(line)} cards does not lead to the end")
    if play.game is Game.NULL:
        total = int(end.result.declarer_is_schwarz)
    else:
        total = end.result.declarer_points - play.result.declarer_points
    if total != value:
        raise KernelFaultError(f"the line gives the declarer {total}, not {value}")
    return end
