"""What Kiebitz says when it is asked the impossible: every error class of the package, each with a one-line message.

Nothing here imports another room; an error carries its parts (the input, the place in it, what was expected) as
attributes, so that front ends need not take messages apart.
"""

from __future__ import annotations

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

__all__ = [
    "HandError",
    "IllegalMoveError",
    "KernelFaultError",
    "KiebitzError",
    "LimitError",
    "LinkError",
    "NotWonError",
    "NotationError",
    "NumberRangeError",
    "RecordError",
    "SetupError",
    "UnknownGameError",
    "WrongScoreError",
    "shown",
    "shown_file",
]

_LONGEST_QUOTE = 60
_LONGEST_LIST = 12


def shown(value: object, longest: int = _LONGEST_QUOTE) -> str:
    r"""Quote *value* for a message: one line, at most about *longest* characters, nothing in it that a terminal obeys.

    >>> print(shown("1H\n1X"))
    '1H\n1X'
    """
    try:
        text = str(value)
    except ValueError:  # Python refuses to print integers of more than 4,300 digits
        text = f"{type(value).__name__} too long to print"
    head = text[:longest]
    quoted = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in head)
    if len(quoted) > longest:
        quoted = quoted[:longest] + "…"
    elif len(text) > longest:
        quoted += "…"
    if len(text) > longest:
        return f"'{quoted}' ({len(text)} characters)"
    return f"'{quoted}'"


def shown_file(name: str) -> str:
    """Quote the name of a file, which is longer than most input, and tells most at its end."""
    return shown(name, 240)


def _listed(things: Sequence[object]) -> str:
    names = [str(thing) for thing in things[:_LONGEST_LIST]]
    if len(things) > _LONGEST_LIST:
        names.append(f"… ({len(things)} in all)")
    return " ".join(names)


class KiebitzError(ValueError):
    """Any complaint of Kiebitz about what it was given."""


class NotationError(KiebitzError):
    """A text that cannot be read: *text* is the part at fault, *place* says where it stands, *expected* what should."""

    def __init__(self, text: str, place: str, expected: str) -> None:
        super().__init__(text, place, expected)
        self.text = text
        self.place = place
        self.expected = expected

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{where}{shown(self.text)} cannot be read; expected {self.expected}"


class LinkError(NotationError):
    """A link that cannot be read: *key* says where in it (empty: the link itself); *text* and *expected* as above."""

    def __init__(self, key: str, text: object, expected: str) -> None:
        super().__init__(str(text), f"link, {key}" if key else "link", expected)
        self.args = (key, text, expected)
        self.key = key


class IllegalMoveError(KiebitzError):
    """A move the rules forbid: *reason* in plain words, the *move*, and its number *ply* (1 = first) where known.

    *line* are the moves made before it, as far as known.
    """

    def __init__(self, reason: str, move: Any = None, ply: int | None = None, line: Iterable[Any] = ()) -> None:
        self.reason = reason
        self.move = move
        self.ply = ply
        self.line = tuple(line)
        super().__init__(reason, move, ply, self.line)

    def __str__(self) -> str:
        name = "move" if self.ply is None else f"move {self.ply}"
        what = "" if self.move is None else f" {shown(self.move)}"
        return f"{name}{what} is illegal: {self.reason}"


class NotWonError(IllegalMoveError):
    """A line whose *moves* are all legal but do not win the game: so many cards are *left*."""

    def __init__(self, moves: int, left: int) -> None:
        super().__init__(f"the game is not won: cards that are not home: {left}", None, moves + 1)
        self.args = (moves, left)
        self.moves = moves
        self.left = left

    def __str__(self) -> str:
        return f"after {self.moves} legal moves {self.reason}"


class WrongScoreError(IllegalMoveError):
    """A line whose *moves* are all legal but bring another number of cards home, *score*, than it *claimed*."""

    def __init__(self, moves: int, score: int, claimed: int) -> None:
        super().__init__(f"the score is {score}, not {claimed}", None, moves + 1)
        self.args = (moves, score, claimed)
        self.moves = moves
        self.score = score
        self.claimed = claimed

    def __str__(self) -> str:
        return f"after {self.moves} legal moves {self.reason}"


class SetupError(KiebitzError):
    """A board that is no position: *missing* and *doubled* cards are named, any other fault stands in *reason*.

    *parts* are those of the reason, for other languages: a `fault` by its name, and its numbers and cards.
    *home* is not empty where the missing cards may well be home and the board does not say so: these are the cards
    that would lie on top of the foundations then.
    """

    def __init__(
        self,
        missing: Iterable[object] = (),
        doubled: Iterable[object] = (),
        reason: str = "",
        home: Iterable[object] = (),
        **parts: object,
    ) -> None:
        self.missing = tuple(missing)
        self.doubled = tuple(doubled)
        self.reason = reason
        self.home = tuple(home)
        self.parts = parts
        super().__init__(self.missing, self.doubled, reason, self.home)

    def __str__(self) -> str:
        parts = [self.reason] if self.reason else []
        if self.missing:
            parts.append(f"missing {_listed(self.missing)}")
            if self.home:
                they = "it is" if len(self.missing) == 1 else "they are"
                parts[-1] += f" (if {they} home, say so: Home: {_listed(self.home)})"
        if self.doubled:
            parts.append(f"more than once {_listed(self.doubled)}")
        return "not a position of the game: " + "; ".join(parts)


class _FaultError(KiebitzError):
    """Something wrong at a *place*: the *fault*, and what was *expected*."""

    def __init__(self, place: str, fault: str, expected: str) -> None:
        super().__init__(place, fault, expected)
        self.place = place
        self.fault = fault
        self.expected = expected

    def __str__(self) -> str:
        return f"{self.place}: {self.fault}; expected {self.expected}"


class HandError(_FaultError):
    """Cards that are no hand of the game: their *place*, what is wrong as *fault*, and what was *expected*."""


class RecordError(_FaultError):
    """A recorded game that cannot be used: its *place*, what is wrong as *fault*, and what was *expected*."""


class UnknownGameError(KiebitzError):
    """A game nobody here knows, or one refused by name with a *reason*; *known* are the names that would do."""

    def __init__(self, name: str, known: Iterable[str] = (), reason: str = "") -> None:
        self.name = name
        self.known = tuple(known)
        self.reason = reason
        super().__init__(name, self.known, reason)

    def __str__(self) -> str:
        if self.reason:
            return f"game {shown(self.name)} is not offered: {self.reason}"
        known = f"; expected one of: {', '.join(self.known)}" if self.known else ""
        return f"unknown game {shown(self.name)}{known}"


class KernelFaultError(KiebitzError):
    """An answer of the search that the referee or the checker refuses, for the *reason* given; no input is at fault."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"internal error, please report it: the search's answer was refused when it was checked: {self.reason}"


class NumberRangeError(KiebitzError):
    """A number outside the range of its numbering: the *number*, and what was *expected* instead.

    *parts* are the bounds, `least` and `most`, for other languages, where a deal's number is expected.
    """

    def __init__(self, number: object, expected: str, **parts: int) -> None:
        super().__init__(number, expected)
        self.number = number
        self.expected = expected
        self.parts = parts

    def __str__(self) -> str:
        return f"number {shown(self.number)} is out of range; expected {self.expected}"


class LimitError(KiebitzError):
    """A search limit that makes no sense: the limit's *name*, the *value* given, what was *expected*."""

    def __init__(self, name: str, value: object, expected: str) -> None:
        super().__init__(name, value, expected)
        self.name = name
        self.value = value
        self.expected = expected

    def __str__(self) -> str:
        return f"limit {self.name}={shown(self.value)}; expected {self.expected}"
