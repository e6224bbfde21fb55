"""Solving, proving and hints: the one place of this room that asks the search kernel, and checks its answers.

No line of play leaves here that the referee has not replayed (for ranges of deals: the native checker), and
`IMPOSSIBLE` is only said after a complete search. How a line is made fit for players is for `polish`.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from enum import Enum
from math import isfinite
from sys import byteorder
from time import perf_counter
from typing import TYPE_CHECKING

from kiebitz import kernel
from kiebitz.deals import numbering as numbering_named
from kiebitz.errors import KernelFaultError, KiebitzError, LimitError, NumberRangeError
from kiebitz.patience import polish, referee
from kiebitz.patience.moves import moves_from_kernel
from kiebitz.patience.position import Position
from kiebitz.patience.rules import Autoplay, HomeMoves, Supermoves
from kiebitz.patience.wording import number as counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kiebitz.deals import Numbering
    from kiebitz.patience.moves import Move
    from kiebitz.patience.rules import Rules

    #: Verdicts, states, lines and their ends, as in `RangeResult`.
    _Answers = tuple[bytes, Sequence[int], bytes, Sequence[int]]


class Verdict(Enum):
    """What a search found out; `IMPOSSIBLE` is proven, `UNDECIDED` means that a limit was hit."""

    SOLVED = "solved"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"

    def __repr__(self) -> str:
        return f"Verdict.{self.name}"


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a search may go on: *states* looked at, *seconds* of wall time, *memory* in bytes; `None` is no limit.

    All three hold for one call; `solve_range` grants them to each deal. A `LimitError` refuses what is not above
    zero.
    """

    states: int | None = None
    seconds: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        for name in ("states", "memory"):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 2**63):
                raise LimitError(name, value, "a whole number above 0")
        seconds = self.seconds
        if seconds is not None and (not isinstance(seconds, int | float) or not (seconds > 0 and isfinite(seconds))):
            raise LimitError("seconds", seconds, "a number above 0")

    def for_kernel(self) -> tuple[int, float, int]:
        """Return the three limits as the kernel takes them, 0 for none."""
        return self.states or 0, float(self.seconds or 0), self.memory or 0


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a search took: *states* looked at, *stored* by the complete search, bytes of *memory* at peak, *seconds*.

    The seconds are wall time in the kernel. The numbers of one kernel do not depend on the machine, memory apart.
    """

    states: int = 0
    stored: int = 0
    memory: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Result:
    """The answer about one position.

    `moves` are the player's moves of a line that the referee has replayed and found to win, given that the program
    plays by the rule `autoplay` after each of them; empty unless the verdict is `SOLVED`. `limit_hit` names the limit
    (`states`, `seconds`, `memory`) that left the verdict `UNDECIDED`.
    """

    verdict: Verdict
    position: Position
    moves: tuple[Move, ...]
    limit_hit: str | None
    statistics: Statistics
    autoplay: Autoplay


@dataclass(frozen=True, slots=True)
class RangeResult:
    """The answers about the deals `first` to `last`: a verdict and a number of states each, and the lines.

    Every line has been replayed by the checker. Lines are kept only on request, since a million of them take 300 MB.
    """

    rules: Rules
    first: int
    last: int
    verdicts: bytes
    states: Sequence[int] = field(repr=False)
    seconds: float
    lines: bytes = field(default=b"", repr=False)
    ends: Sequence[int] = field(default=(), repr=False)
    numbering: str = "microsoft"

    def verdict(self, number: int) -> Verdict:
        """Return the verdict on one deal of the range."""
        return _VERDICTS[self.verdicts[self._index(number)]]

    def count(self, verdict: Verdict) -> int:
        """Return how many deals have this verdict."""
        return self.verdicts.count(_VERDICTS.index(verdict))

    def numbers(self, verdict: Verdict) -> list[int]:
        """Return the numbers of the deals that have this verdict, in ascending order."""
        wanted = _VERDICTS.index(verdict)
        return [self.first + index for index, code in enumerate(self.verdicts) if code == wanted]

    def moves(self, number: int) -> tuple[Move, ...]:
        """Return the line of one deal, every move to a foundation spelt out; a `KiebitzError` if lines were not kept.

        Multi-card moves in it are as long as single-card moves through cells and empty columns allow.
        """
        index = self._index(number)
        if not self.ends:
            raise KiebitzError("the lines of this range were not kept; ask for them with keep_lines=True")
        return moves_from_kernel(self.lines[self.ends[index - 1] if index else 0 : self.ends[index]])

    def solution(self, number: int, autoplay: Autoplay = Autoplay.SAFE) -> tuple[tuple[Move, ...], Autoplay]:
        """Return the line of one deal as `solve` hands it out, and the autoplay rule that it is for.

        The referee has replayed it. No moves unless the deal is solved; a `KiebitzError` if lines were not kept.
        """
        line = self.moves(number)
        if self.verdict(number) is not Verdict.SOLVED:
            return (), autoplay
        position = Position.deal(self.rules, numbering_named(self.numbering).cards(number, self.rules.pack))
        return _for_player(_Search(Limit()), position, line, autoplay)

    def _index(self, number: int) -> int:
        if not self.first <= number <= self.last:
            raise NumberRangeError(number, f"a deal from {self.first} to {self.last}")
        return number - self.first


@dataclass(frozen=True, slots=True)
class Decision:
    """What `decide` found: the verdict, a line, the limit that was hit (or `stopped`), the number of states looked at.

    The line spells out every move home, and the checker has replayed it; it is empty unless the verdict is `SOLVED`.
    """

    verdict: Verdict
    line: tuple[Move, ...]
    limit_hit: str | None
    states: int


_VERDICTS = tuple(Verdict)
_LIMITS = (None, "states", "seconds", "memory")
#: What was hit where a search was told to end; beside the names of the limits.
STOPPED = "stopped"
_FIRST, _PROVE = 0, 1
_FORCED_AUTOPLAY = 8  # its place among the bytes of the rules
_MOST_FORCED_STATES = 1_000_000 if kernel.backend == "native" else 20_000  # about a second of either kernel


def solve(
    position: Position,
    limit: Limit | None = None,
    autoplay: Autoplay = Autoplay.SAFE,
    *,
    stop: Callable[[], bool] | None = None,
) -> Result:
    """Look for a winning line from any position; if there is none and the limit allows it, prove so.

    The line is for a table at which the program plays by the rule *autoplay* after each move. Some positions, such as
    Microsoft's deals 1941 and 98714, can be won, but by no known line that survives `max`: the result then holds a line
    for a rule that takes less, and names that rule.

    Ctrl-C (`KeyboardInterrupt`) ends the search at once; hitting a limit is no error but the verdict `UNDECIDED`.
    *stop* is asked every few hundredths of a second whether nobody waits for the answer any more; if so the search
    ends, undecided, and `limit_hit` is `stopped`. A `KernelFaultError` means that the referee refused the search's
    answer, which is a fault of this package; another `KiebitzError` that the search knows no game with these rules,
    which only changed rules come to.

    >>> from kiebitz.patience.dealing import deal
    >>> solve(deal(617)).verdict
    Verdict.SOLVED
    """
    return _answer(position, limit or Limit(), autoplay, _FIRST, stop)


def prove(
    position: Position,
    limit: Limit | None = None,
    autoplay: Autoplay = Autoplay.SAFE,
    *,
    stop: Callable[[], bool] | None = None,
) -> Result:
    """Decide whether the position can be won: a quick look for a line, then one complete search to its end.

    That is quicker than `solve` where there is no line. Arguments, result and errors are those of `solve`.
    """
    return _answer(position, limit or Limit(), autoplay, _PROVE, stop)


def decide(position: Position, limit: Limit | None = None, stop: Callable[[], bool] | None = None) -> Decision:
    """Only decide whether the position can be won: `solve` without the work of making the line fit for players.

    *stop* and errors are those of `solve`.
    """
    _check_solvable(position.rules)
    search = _Search(limit or Limit(), stop=stop)
    if referee.is_won(position):
        return Decision(Verdict.SOLVED, (), None, 0)
    verdict, line = _with_stock(search, position, _FIRST) if position.stock else search.ask(position, _FIRST)
    if verdict is Verdict.SOLVED:
        placed = line[: len(position.stock)]
        after = referee.replay(position, placed)
        rest = b"".join(move.kernel_bytes() for move in line[len(placed) :])
        if kernel.check(position.rules.kernel_bytes(), after.kernel_bytes(), rest) != -1:
            raise KernelFaultError("the checker refuses the line that the search found")
    return Decision(verdict, line, search.limit_hit if verdict is Verdict.UNDECIDED else None, search.states)


def hint(
    position: Position,
    limit: Limit | None = None,
    autoplay: Autoplay = Autoplay.SAFE,
    *,
    stop: Callable[[], bool] | None = None,
) -> Move | None:
    """Return the first move of a verified winning line; `None` if none was found or the game is won already.

    The lines found last are remembered, so whoever follows the hints follows one line to its end: asked anew at each
    move, a search may well go round in circles.
    """
    if (position, autoplay) not in _on_known_lines:
        result = solve(position, limit, autoplay, stop=stop)
        if len(_on_known_lines) > _MOST_REMEMBERED:
            _on_known_lines.clear()
        table = referee.Table(position, result.autoplay)
        for move in result.moves:
            _on_known_lines[table.position, autoplay] = move
            table.push(move)
    return _on_known_lines.get((position, autoplay))


def is_on_known_line(position: Position) -> bool:
    """Say whether a winning line of those that `hint` remembers leads through the position."""
    return any((position, autoplay) in _on_known_lines for autoplay in Autoplay)


_on_known_lines: dict[tuple[Position, Autoplay], Move] = {}
_MOST_REMEMBERED = 10_000


def solve_range(
    rules: Rules,
    first: int,
    last: int,
    limit: Limit | None = None,
    *,
    complete: bool = False,
    keep_lines: bool = False,
    numbering: str = "microsoft",
) -> RangeResult:
    """Decide the deals *first* to *last* of a numbering, each within *limit*; the checker replays every line.

    *complete* asks for the complete search alone, as `prove` does. Raises `NumberRangeError` for a range that runs
    backwards or leaves the numbering.
    """
    deals = numbering_named(numbering)
    _check_solvable(rules)
    for number in (first, last):
        if number not in deals.range:
            raise NumberRangeError(number, f"a whole number from {deals.range.start} to {deals.range.stop - 1}")
    if last < first:
        raise NumberRangeError(f"{first}-{last}", "a range whose first number is not above its last")
    limit = limit or Limit()
    mode = _PROVE if complete else _FIRST
    start = perf_counter()
    plain = len(rules.pack) == 52 and not (rules.stock or rules.dealt_first or rules.supermoves is Supermoves.ANY)
    if plain and numbering == "microsoft" and first >= 0:
        verdicts, states, lines, ends = _batch(rules, first, last, limit, mode)
    else:
        verdicts, states, lines, ends = _one_by_one(rules, deals, range(first, last + 1), limit, mode)
    seconds = perf_counter() - start
    if not keep_lines:
        lines, ends = b"", ()
    return RangeResult(rules, first, last, verdicts, states, seconds, lines, ends, numbering)


def kernel_name() -> str:
    """Return which kernel answers, and what it computes with: `native, vector`, `native, plain` or `plain`.

    >>> kernel_name().split(",")[0] in ("native", "plain")
    True
    """
    return kernel.backend if kernel.backend == "plain" else f"{kernel.backend}, {kernel.simd()}"


def kernel_build() -> str:
    """Return the compiler and the options by which the kernel that answers was built, in one line."""
    return kernel.build_info()


# One position


class _Stopped(Exception):
    """Nobody waits for the answer any more."""


@dataclass(slots=True)
class _Search:
    """The kernel's answers to the questions about one position, with what is left of the limits."""

    limit: Limit
    start: float = field(default_factory=perf_counter)
    states: int = 0
    stored: int = 0
    memory: int = 0
    seconds: float = 0.0
    limit_hit: str | None = None
    stop: Callable[[], bool] | None = None

    def ask(
        self, position: Position, mode: int, states: int | None = None, forced: bool = False
    ) -> tuple[Verdict, tuple[Move, ...]]:
        """Ask about a position without stock; *states* is a limit of this question alone."""
        rules = bytearray(position.rules.kernel_bytes())
        rules[_FORCED_AUTOPLAY] |= forced
        left, seconds, memory = self._left()
        if left < 0 or seconds < 0:
            return Verdict.UNDECIDED, ()
        own = states is not None and (not left or states < left)
        start = perf_counter()
        most = states if own and states else left
        ask = None if self.stop is None else self._go_on
        try:
            self._go_on()
            code, line, hit, count, stored, peak = kernel.solve(
                bytes(rules), position.kernel_bytes(), mode, most, seconds, memory, 0, ask
            )
        except _Stopped:
            self.limit_hit = STOPPED
            return Verdict.UNDECIDED, ()
        self.seconds += perf_counter() - start
        self.states += count
        self.stored = max(self.stored, stored)
        self.memory = max(self.memory, peak)
        if hit and not (own and _LIMITS[hit] == "states"):
            self.limit_hit = _LIMITS[hit]
        try:
            return _VERDICTS[code], moves_from_kernel(line)
        except KiebitzError as error:
            raise KernelFaultError(str(error)) from None

    def _go_on(self) -> None:
        if self.stop is not None and self.stop():
            raise _Stopped

    def _left(self) -> tuple[int, float, int]:
        states, seconds, memory = self.limit.for_kernel()
        if states:
            states -= self.states
            if states <= 0:
                self.limit_hit, states = "states", -1
        if seconds:
            seconds -= perf_counter() - self.start
            if seconds <= 0:
                self.limit_hit, seconds = "seconds", -1.0
        return states, seconds, memory

    def statistics(self) -> Statistics:
        return Statistics(self.states, self.stored, self.memory, self.seconds)


def _check_solvable(rules: Rules) -> None:
    """Raise a `KiebitzError` for a mix of rules that the search knows nothing of, though the referee does."""
    any_card = rules.supermoves is Supermoves.ANY
    if any_card and rules.cells:
        what = f"{counted(rules.cells, 'free cell')} where any card moves; expected none"
    elif not any_card and any(rules.face_down):
        what = f"face-down cards where {rules.supermoves.value} sequences move; expected supermoves any"
    elif not any_card and rules.home_moves is HomeMoves.FORCED:
        what = f"forced home moves where {rules.supermoves.value} sequences move; expected supermoves any"
    else:
        return
    raise KiebitzError(f"{rules.title} cannot be solved with {what}")


def _answer(position: Position, limit: Limit, autoplay: Autoplay, mode: int, stop: Callable[[], bool] | None) -> Result:
    _check_solvable(position.rules)
    search = _Search(limit, stop=stop)
    if referee.is_won(position):
        return Result(Verdict.SOLVED, position, (), None, search.statistics(), autoplay)
    verdict, line = _with_stock(search, position, mode) if position.stock else search.ask(position, mode)
    moves: tuple[Move, ...] = ()
    limit_hit = search.limit_hit if verdict is Verdict.UNDECIDED else None
    if verdict is Verdict.SOLVED:
        moves, autoplay = _for_player(search, position, line, autoplay)
    return Result(verdict, position, moves, limit_hit, search.statistics(), autoplay)


def _for_player(
    search: _Search, position: Position, line: tuple[Move, ...], autoplay: Autoplay
) -> tuple[tuple[Move, ...], Autoplay]:
    """Return the line under this autoplay rule, or if none is found under one that takes less, and the rule.

    This is where the referee has the last word: a `KernelFaultError` unless the line is legal and wins.
    """
    try:
        for rule in dict.fromkeys((autoplay, Autoplay.SAFE, Autoplay.NONE)):
            for steps in _ways(search, position, line, rule):
                try:
                    moves = polish.played(position, steps, rule)
                except polish.LostLineError:
                    continue
                referee.verify(position, moves, rule)
                return moves, rule
    except KernelFaultError:
        raise
    except KiebitzError as error:
        raise KernelFaultError(str(error)) from None
    raise AssertionError("a legal line survives when no card goes home by itself")


def _ways(search: _Search, position: Position, line: tuple[Move, ...], rule: Autoplay) -> Iterator[list[polish.Step]]:
    """Yield the winning line in the ways that may survive the autoplay rule, the shortest first."""
    yield from _cuts(position, line)
    if rule is Autoplay.MAX and not position.stock:
        # Whatever the search plays when each card must go home at once, it plays with this rule in mind. The game is
        # known to be winnable, so this question, which may be a hard one, is not pressed.
        verdict, forced = search.ask(position, _PROVE, states=_MOST_FORCED_STATES, forced=True)
        if verdict is Verdict.SOLVED:
            yield from _cuts(position, forced)


def _cuts(position: Position, line: tuple[Move, ...]) -> Iterator[list[polish.Step]]:
    steps = polish.steps_of(position, line)
    yield polish.split(position, steps)
    yield polish.split(position, steps, Supermoves.SINGLE)
    yield polish.split(position, polish.steps_of(position, line, shorten=False), Supermoves.SINGLE)


# Cards that the player places before the game begins (marseille)

_FIRST_SHARE = 1_000
_GROWTH = 8


def _with_stock(search: _Search, position: Position, mode: int) -> tuple[Verdict, tuple[Move, ...]]:
    """Try every way to place the stock; the position is impossible only if it is so after each of them.

    All of them get a small share of states first and the open ones more and more: most placements can be won at once.
    """
    open_ones = list(_placements(position))
    given_up = False
    share = _FIRST_SHARE
    while open_ones:
        still_open = []
        for placed, after in open_ones:
            search.limit_hit = None
            verdict, line = search.ask(after, mode, states=share)
            if verdict is Verdict.SOLVED:
                return verdict, placed + line
            if search.limit_hit in ("states", "seconds", STOPPED):  # of the whole answer
                return Verdict.UNDECIDED, ()
            if search.limit_hit is not None:  # this one needs more memory than allowed, another may not
                given_up = True
            elif verdict is Verdict.UNDECIDED:
                still_open.append((placed, after))
        open_ones = still_open
        share *= _GROWTH
    search.limit_hit = "memory" if given_up else None
    return (Verdict.UNDECIDED if given_up else Verdict.IMPOSSIBLE), ()


def _placements(position: Position) -> Iterator[tuple[tuple[Move, ...], Position]]:
    """Yield the ways to place the stock, moves and result; cells that are alike count once."""
    if not position.stock:
        yield (), position
        return
    for move in referee.legal_moves(position, distinct=True):
        for moves, after in _placements(referee.apply(position, move)):
            yield (move, *moves), after


# Ranges


def _batch(rules: Rules, first: int, last: int, limit: Limit, mode: int) -> _Answers:
    code, destinations = rules.kernel_bytes(), bytes(rules.destinations)
    verdicts, states, lines, ends = kernel.solve_range(code, destinations, first, last, mode, *limit.for_kernel(), True)
    wrong = kernel.check_range(code, destinations, first, last, verdicts, lines, ends)
    if wrong <= last:
        raise _refused(wrong)
    return verdicts, numbers_from_kernel(states), lines, numbers_from_kernel(ends)


def _one_by_one(rules: Rules, deals: Numbering, numbers: range, limit: Limit, mode: int) -> _Answers:
    """Do the same for what the kernel cannot deal: jokes, other numberings and packs, cards set aside or face down."""
    verdicts, lines = bytearray(), bytearray()
    states, ends = [], []
    for number in numbers:
        position = Position.deal(rules, deals.cards(number, rules.pack))
        search = _Search(limit)
        verdict, line = _with_stock(search, position, mode) if position.stock else search.ask(position, mode)
        if verdict is Verdict.SOLVED:
            placed = line[: len(position.stock)]
            rest = b"".join(move.kernel_bytes() for move in line[len(placed) :])
            after = referee.replay(position, placed)
            if kernel.check(rules.kernel_bytes(), after.kernel_bytes(), rest) != -1:
                raise _refused(number)
            lines += b"".join(move.kernel_bytes() for move in placed) + rest
        verdicts.append(_VERDICTS.index(verdict))
        states.append(search.states)
        ends.append(len(lines))
    return bytes(verdicts), states, bytes(lines), ends


def _refused(number: int) -> KernelFaultError:
    return KernelFaultError(f"deal {number}: the checker refuses the line that the search found")


def numbers_from_kernel(packed: bytes) -> Sequence[int]:
    """Read the kernel's numbers, four bytes each, the lowest first."""
    numbers = array("I", packed)
    if byteorder == "big":
        numbers.byteswap()
    return numbers
