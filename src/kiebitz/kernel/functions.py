"""The kernel's functions with their types; `answers` and the kernel's public headers define the values.

The kernel polls *ask* about fifty times a second; work ends when it raises or returns true.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kiebitz.kernel.answers import (
    Answer,
    Batch,
    Dealing,
    Lengths,
    Limits,
    NumberedState,
    PictureRead,
    Play,
    PlayerLines,
    Proof,
    Score,
    ScorePath,
    Scores,
    Shortest,
    StoreFigures,
    StoreOptions,
)
from kiebitz.kernel.host import call as _call

NO_LIMITS, STANDARD_STORE, NUMBERED = Limits(), StoreOptions(), Dealing()

Ask = Callable[[], object] | None
Progress = Callable[[int, int], object] | None


def _value(name: str, *values: object) -> Any:
    (value,) = _call(name, *values)
    return value


# --- play by numbers of actions ---


def act(rules: bytes, play: Play, ranks: bytes, position: bytes, action: int | None) -> NumberedState:
    """Return the position after an action and the automatic moves, or the given one; *ranks*: see `encode_ranks`."""
    return NumberedState(*_call("act", rules, *play, ranks, position, action))


# --- verdicts ---


def solve(
    rules: bytes, position: bytes, mode: int, limits: Limits = NO_LIMITS, seed: int = 0, ask: Ask = None
) -> Answer:
    return Answer(*_call("solve", rules, position, mode, *limits, seed, ask=ask))


def solve_range(
    rules: bytes,
    layout: bytes,
    first: int,
    last: int,
    mode: int,
    limits: Limits = NO_LIMITS,
    lines: bool = True,
    deals: Dealing = NUMBERED,
) -> Batch:
    """Search the deals first to last; limits apply to each deal."""
    return Batch(*_call("solve_range", rules, layout, first, last, mode, *limits, lines, *deals))


def check(rules: bytes, position: bytes, line: bytes) -> int:
    """Return -1 for a legal line that wins, else the index of its first illegal move, or its length."""
    return int(_value("check", rules, position, line))


def check_range(
    rules: bytes,
    layout: bytes,
    first: int,
    last: int,
    verdicts: bytes,
    lines: bytes,
    ends: bytes,
    deals: Dealing = NUMBERED,
) -> int:
    """Return the first deal with a wrong solution, or last + 1."""
    return int(_value("check_range", rules, layout, first, last, verdicts, lines, ends, *deals))


def certificate(rules: bytes, position: bytes, moves: int, limits: Limits = NO_LIMITS, ask: Ask = None) -> Proof:
    """Return the positions that prove that there is no line, or none with fewer than *moves* single-card moves.

    With -1 moves, prove by an easier game that there is no line.
    """
    return Proof(*_call("certificate", rules, position, moves, *limits, ask=ask))


def certificate_header(
    rules: bytes,
    layout: bytes,
    ladder: bytes,
    position: bytes,
    moves: int,
    positions: int,
    number: bytes,
    merged_from: bytes = b"",
) -> bytes:
    """Return the header of a certificate; *number* is empty for a board."""
    return bytes(_value("certificate_header", rules, layout, ladder, position, moves, positions, number, merged_from))


# --- lines for players ---


def player_lines(
    rules: bytes,
    layout: bytes,
    first: int,
    last: int,
    verdicts: bytes,
    lines: bytes,
    ends: bytes,
    play: Play,
    deals: Dealing = NUMBERED,
) -> PlayerLines:
    """Return the player's lines of the solved deals of a range."""
    return PlayerLines(*_call("player_lines", rules, layout, first, last, verdicts, lines, ends, *play, *deals))


def shortest_player_line(
    rules: bytes,
    position: bytes,
    play: Play,
    limits: Limits = NO_LIMITS,
    *,
    known: int = 0,
    progress: Progress = None,
    ask: Ask = None,
) -> Shortest:
    """Return a line with the fewest player's moves if it has fewer than *known* (0: no line known).

    *progress* and *ask*: see `shortest_line`.
    """
    return Shortest(*_call("fewest_moves", rules, position, *play, *limits, known, ask=ask, progress=progress))


def shortest_line(
    rules: bytes,
    position: bytes,
    limits: Limits = NO_LIMITS,
    *,
    width: int = 0,
    prove: bool = True,
    progress: Progress = None,
    ask: Ask = None,
) -> Shortest:
    """Return a line with the fewest single-card moves.

    *progress* is called with the bound and the length of the best line (-1: none). When *ask* returns true, the search
    ends with the results so far.
    """
    return Shortest(*_call("shortest_line", rules, position, *limits, width, prove, ask=ask, progress=progress))


def check_player_lines(
    rules: bytes,
    layout: bytes,
    first: int,
    last: int,
    made: bytes,
    lines: bytes,
    ends: bytes,
    play: Play,
    deals: Dealing = NUMBERED,
) -> int:
    """Return the first deal with a wrong player's line, or last + 1."""
    return int(_value("check_player_lines", rules, layout, first, last, made, lines, ends, *play, *deals))


# --- the best score ---


def best_score(
    rules: bytes,
    position: bytes,
    limits: Limits = NO_LIMITS,
    *,
    exhaustive: bool = False,
    floor: int = 0,
    store: StoreOptions = STANDARD_STORE,
    ask: Ask = None,
) -> Score:
    """Return the most cards that come home.

    Scores below *floor* do not matter: then it suffices to prove that the best is at most floor - 1.
    """
    score, bound, line, limit_hit, states, *figures = _call(
        "best_score", rules, position, *limits, exhaustive, floor, *store, ask=ask
    )
    return Score(score, bound, line, limit_hit, states, StoreFigures(*figures))


def shortest(rules: bytes, position: bytes, score: int, limits: Limits = NO_LIMITS, ask: Ask = None) -> ScorePath:
    """Return a shortest line to a score."""
    return ScorePath(*_call("shortest", rules, position, score, *limits, ask=ask))


def best_scores(
    rules: bytes,
    layout: bytes,
    first: int,
    count: int,
    limits: Limits = NO_LIMITS,
    *,
    exhaustive: bool = False,
    lines: bool = True,
    paths: bool = False,
    floor: int = 0,
    store: StoreOptions = STANDARD_STORE,
    deals: Dealing = NUMBERED,
) -> Scores:
    """Return the best scores of *count* deals, each within the limits."""
    values = _call("best_scores", rules, layout, first, count, *limits, exhaustive, floor, *store, lines, paths, *deals)
    return Scores(*(*values[:9], StoreFigures(*values[9:])))


def check_scores(
    rules: bytes, layout: bytes, first: int, scores: bytes, lines: bytes, ends: bytes, deals: Dealing = NUMBERED
) -> int:
    """Return the index of the first deal whose line misses its score, or the number of deals."""
    return int(_value("check_scores", rules, layout, first, scores, lines, ends, *deals))


# --- deals ---


def find_microsoft(cards: bytes, first: int, last: int) -> list[int]:
    """Return the Microsoft deal numbers from first to last with these 52 cards in dealing order."""
    return list(_value("find_microsoft", cards, first, last))


def one_suit(rules: bytes, first: int, count: int) -> Lengths:
    """Return lengths of shortest lines for *count* deals of the 13-card game."""
    return Lengths(*_call("one_suit", rules, first, count))


def check_one_suit(rules: bytes, first: int, lengths: bytes, lines: bytes, ends: bytes) -> int:
    """Return the index of the first deal whose line does not win in its claimed length, or the number of deals."""
    return int(_value("check_one_suit", rules, first, lengths, lines, ends))


# --- the kernel itself ---


def simd() -> str:
    """Return the instruction set of the quick search: vector or plain."""
    return str(_value("simd"), "ascii")


def build_info() -> str:
    """Return compiler and options in one line."""
    return str(_value("build_info"), "ascii")


# --- pictures ---


def read_picture(width: int, height: int, rgba: bytes, weights: bytes, dealt: Sequence[bytes]) -> PictureRead:
    """Read a board off a picture of four bytes a pixel; *weights* are those of the network of card glyphs.

    *dealt* are the columns of the deal as which the board may have begun; there are none if it is unknown.
    """
    return PictureRead(*_call("read_picture", width, height, rgba, weights, dealt))
