"""The kernel of the page in a Python that itself runs in a browser or in Node (Pyodide): WebAssembly and its script.

These functions take the places of those of the plain kernel, which answers what the page's module does not know.
"""

from __future__ import annotations

from importlib.resources import files
from time import monotonic
from typing import TYPE_CHECKING, Any

import pyodide_js
from js import Object, WebAssembly
from pyodide.code import run_js
from pyodide.ffi import JsBigInt, JsException, create_proxy, to_js

from kiebitz.kernel import _plain
from kiebitz.kernel._plain_budget import NO_LIMITS, Budget
from kiebitz.kernel._plain_deals import NUMBERED, Dealer
from kiebitz.kernel._plain_player import checked_play
from kiebitz.kernel._plain_scores import STANDARD_STORE
from kiebitz.kernel._plain_search import batch, checked_mode
from kiebitz.kernel._plain_table import Rules, write_state
from kiebitz.kernel.answers import (
    Answer,
    Batch,
    Deals,
    Games,
    Judged,
    Limits,
    Play,
    Score,
    Short,
    StoreFigures,
    StoreOptions,
    Worlds,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "best_score",
    "build_info",
    "greedy_games",
    "judge_moves",
    "player_line",
    "short_line",
    "simd",
    "skat_levels",
    "skat_reaches",
    "skat_trace",
    "skat_worlds",
    "solve",
    "solve_range",
]

_BETWEEN_LOOKS = 0.02  # seconds between two looks at the person's wish to end a search


def _load() -> Any:
    """Return the page's own object for the module; of its script, only the words that make it a module are left out."""
    static = files("kiebitz") / "web" / "static"
    script = (static / "app" / "kernel.js").read_text(encoding="utf-8").replace("export class", "class")
    compiled = WebAssembly.Module.new(to_js((static / "kernel.wasm").read_bytes()))
    return run_js(f"{script}\nKernel").new(compiled)


_module = _load()


def _asked(name: str, *arguments: object, ask: object | None = None, **options: object) -> Any:
    """Call one of the script's methods: bytes become its arrays, and options an object.

    *ask* is called now and then, and may end the search by what it raises, or by answering true.
    """
    ended = create_proxy(_poll(ask if callable(ask) else None))
    _module.ended = ended
    given = [to_js(argument) if isinstance(argument, bytes) else argument for argument in arguments]
    if options:
        given.append(to_js(options, dict_converter=Object.fromEntries))
    try:
        return getattr(_module, name)(*given)
    except JsException as error:
        kind = getattr(error, "kind", "")
        if kind == "malformed":
            raise ValueError(error.message) from None
        if kind == "interrupted":
            raise KeyboardInterrupt from None
        if kind == "out_of_memory":
            raise MemoryError from None
        raise
    finally:
        ended.destroy()


def _bytes(found: Any) -> bytes | None:
    """Return an array's bytes; `None` for JavaScript's null, which comes as one or another object."""
    return found.to_bytes() if hasattr(found, "to_bytes") else None


def _checked(limits: Limits) -> dict[str, float]:
    Budget(limits)
    return limits._asdict()


def _poll(ask: Callable[[], object] | None) -> Callable[[], bool]:
    next_look = monotonic() + _BETWEEN_LOOKS

    def ended() -> bool:
        nonlocal next_look
        if monotonic() < next_look:
            return False
        pyodide_js.checkInterrupt()
        wanted = ask is not None and bool(ask())
        next_look = monotonic() + _BETWEEN_LOOKS
        return wanted

    return ended


def solve(
    rules: bytes, position: bytes, mode: int, limits: Limits = NO_LIMITS, seed: int = 0, ask: object | None = None
) -> Answer:
    """Search one position; those with a *seed* of its own are searched by the plain kernel."""
    if seed:
        return _plain.solve(rules, position, mode, limits, seed, ask)
    found = _asked("solve", rules, position, ask=ask, mode=checked_mode(mode), **_checked(limits))
    return Answer(found.verdict, found.line.to_bytes(), found.limitHit, found.states, found.stored, found.memory)


def solve_range(
    rules: bytes,
    layout: bytes,
    first: int,
    last: int,
    mode: int,
    limits: Limits = NO_LIMITS,
    lines: bool = True,
    deals: Deals = NUMBERED,
) -> Batch:
    """Search the deals first to last, which are dealt in Python. Limits are per deal."""
    parsed = Rules(rules)
    dealer = Dealer(parsed, layout, deals, (first, last))
    starts = (write_state(parsed, dealer.deal(number)) for number in range(first, last + 1))
    return batch([solve(rules, start, mode, limits) for start in starts], lines)


def player_line(rules: bytes, position: bytes, line: bytes, play: Play) -> bytes | None:
    """Return the player's moves of a line that wins, four bytes each; `None` if it does not survive autoplay."""
    return _bytes(_asked("playerLine", rules, position, line, *checked_play(Rules(rules), play)))


def short_line(
    rules: bytes,
    position: bytes,
    play: Play,
    limits: Limits = NO_LIMITS,
    *,
    width: int,
    below: int = 0,
    ask: object | None = None,
) -> Short:
    """Look for a line of fewer than *below* player's moves, keeping *width* positions of each level."""
    options = {"width": width, "below": below, **_checked(limits)}
    found = _asked("shortLine", rules, position, *checked_play(Rules(rules), play), ask=ask, **options)
    return Short(_bytes(found.moves), found.limitHit, found.states, found.memory)


def judge_moves(
    rules: bytes, position: bytes, line: bytes, play: Play, limits: Limits = NO_LIMITS, *, ask: object | None = None
) -> Judged:
    """Count what the moves along a line do to the win, each searched by `solve`."""
    return _plain.judge_moves(rules, position, line, play, limits, ask=ask, by=solve)


def greedy_games(
    rules: bytes, position: bytes, play: Play, *, ahead: int, games: int, seed: int = 0, ask: object | None = None
) -> Games:
    """Let a player who looks *ahead* so many moves, and has no plan, play some games."""
    asked = {"ahead": ahead, "games": games, "seed": JsBigInt(seed)}
    found = _asked("greedyGames", rules, position, *checked_play(Rules(rules), play), ask=ask, **asked)
    return Games(found.won, found.moves)


def best_score(
    rules: bytes,
    position: bytes,
    limits: Limits = NO_LIMITS,
    *,
    exhaustive: bool = False,
    floor: int = 0,
    store: StoreOptions = STANDARD_STORE,
    ask: object | None = None,
) -> Score:
    """Search for the most cards that come home; without bounds, or with a store of another kind, in Python."""
    if exhaustive or store != STANDARD_STORE:
        return _plain.best_score(rules, position, limits, exhaustive=exhaustive, floor=floor, store=store, ask=ask)
    found = _asked("bestScore", rules, position, ask=ask, floor=floor, **_checked(limits))
    figures = StoreFigures(*map(int, found.store))
    return Score(found.score, found.bound, found.line.to_bytes(), found.limitHit, found.states, figures)


def skat_worlds(
    game: int,
    declarer: int,
    turn: int,
    points: int,
    hands: bytes,
    alike: bool = False,  # noqa: ARG001  the page's module keeps nothing from one world to the next
) -> Worlds:
    """For many deals whether the declarer takes *points*."""
    found = _asked("skatWorlds", game, declarer, turn, points, hands)
    return Worlds(found.values.to_bytes(), found.tricks)


def skat_reaches(game: int, hands: bytes, declarer: int, turn: int, trick: bytes, points: int) -> bool:
    """Say whether the declarer takes *points*; in the middle of a trick the plain kernel does."""
    if trick:
        return _plain.skat_reaches(game, hands, declarer, turn, trick, points)
    return skat_worlds(game, declarer, turn, points, hands).values == b"\1"


def skat_levels(game: int, hands: bytes, declarer: int, turn: int, trick: bytes, had: bytes, levels: bytes) -> Worlds:
    """Return for many positions and each card that may be played how many of the levels the declarer reaches."""
    found = _asked("skatLevels", game, declarer, turn, trick, levels, had, hands)
    return Worlds(found.values.to_bytes(), found.tricks)


def skat_trace(
    game: int, hands: bytes, declarer: int, turn: int, trick: bytes, cards: bytes
) -> list[list[tuple[int, int]]]:
    """For each card of a line of play, what all that might have been played come to."""
    if turn or trick:  # the page's module begins with the first card of a game
        return _plain.skat_trace(game, hands, declarer, turn, trick, cards)
    found: Sequence[Any] = _asked("skatTrace", game, declarer, hands, cards).to_py()
    return [[(card, value) for card, value in moves] for moves in found]


def build_info() -> str:
    """Return what runs this kernel in one line."""
    return f"the page's module in WebAssembly, and {_plain.build_info()}"


def simd() -> str:
    """Return what the quick search computes with, as the native kernel calls it."""
    return "vector"
