"""What Kiebitz says when it is asked the impossible: every error class of the package, each with a one-line message.

An error carries its parts (the input, the place in it, what was expected) as attributes, so that nobody need take a
message apart. This module imports no other of the package.
"""

from __future__ import annotations

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

_LONGEST_QUOTE = 60
_LONGEST_LIST = 12


def visible(text: str, keep: str = "") -> str:
    r"""Return *text* with every sign that is not printable written out, save those to *keep*.

    So nothing that was read somewhere rings a bell, moves the cursor or turns the direction of writing. Signs are
    written as Python does, `\x1b` and `\u202e`, which JSON does not know: see `kiebitz.cli.output`.

    >>> print(visible("\x1b[2J\u202e\n", keep="\n"), end="")
    \x1b[2J\u202e
    """
    if text.isprintable():
        return text
    return "".join(
        [sign if sign.isprintable() or sign in keep else sign.encode("unicode_escape").decode() for sign in text]
    )


def shown(value: object, longest: int = _LONGEST_QUOTE) -> str:
    r"""Quote *value* for a message: one line, at most about *longest* characters, nothing in it that a terminal obeys.

    >>> print(shown("1H\n1X"))
    '1H\n1X'
    """
    try:
        text = str(value)
    except ValueError:  # Python refuses to print integers of more than 4,300 digits
        text = f"{type(value).__name__} too long to print"
    quoted = visible(text[:longest])
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


def reason_of(error: Exception) -> str:
    """Return why something of the system's could not be done, in the system's words where it has any."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def counted(count: int, what: str) -> str:
    """Return a number of things in words: `no states`, `1 state`, `2,000 states`."""
    return f"{f'{count:,}' if count else 'no'} {what}{'' if count == 1 else 's'}"


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Return the name among those *known* that is most like this one, as a question behind it; or nothing.

    >>> did_you_mean("sovle", ["deal", "solve"])
    ' (did you mean solve?)'
    """
    from difflib import get_close_matches  # complaints alone need it

    matches = get_close_matches(name[:_LONGEST_QUOTE].lower(), known, 1, 0.6) if isinstance(name, str) else []
    return f" (did you mean {matches[0]}?)" if matches else ""


def _listed(things: Sequence[object]) -> str:
    names = [str(thing) for thing in things[:_LONGEST_LIST]]
    if len(things) > _LONGEST_LIST:
        names.append(f"… ({len(things)} in all)")
    return " ".join(names)


class KiebitzError(ValueError):
    """Any complaint of Kiebitz about what it was given; *expected* is what would have done, or empty."""

    expected: str = ""


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


class EditionError(NotationError):
    """A link or solution of another *edition* of a game's rules than the *current* one: *title* names the game."""

    key = "edition"

    def __init__(self, place: str, title: str, edition: int, current: int) -> None:
        super().__init__(str(edition), place, f"edition {current}")
        self.args = (place, title, edition, current)
        self.title = title
        self.edition = edition
        self.current = current

    def __str__(self) -> str:
        why = (
            "whose rules have been corrected since"
            if self.edition < self.current
            else "which this version of Kiebitz does not know"
        )
        return f"{self.place}: edition {self.edition} of {self.title}, {why}; expected {self.expected}"


class IllegalMoveError(KiebitzError):
    """A move the rules forbid: *reason* in plain words, the *move*, and its number *ply* (1 = first) where known.

    *line* are the moves made before it, as far as known; `link` is a game that ends in it, where one was read whole.
    """

    link: str | None = None

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


class SuperfluousMoveError(IllegalMoveError):
    """A move of a line that has won the game before it."""

    def __init__(self, move: Any, ply: int, line: Iterable[Any] = ()) -> None:
        super().__init__("the game is won by the moves before it", move, ply, line)
        self.args = (move, ply, self.line)

    def __str__(self) -> str:
        return f"move {self.ply} {shown(self.move)} is superfluous: {self.reason}"


class NotWonError(IllegalMoveError):
    """A line whose *moves* are all legal but do not win the game: *left* cards are not home."""

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


class FaultError(KiebitzError):
    """Something wrong: the *fault*, its *place* (may be empty) and what was *expected* (may be empty too)."""

    def __init__(self, place: str, fault: str, expected: str = "") -> None:
        super().__init__(place, fault, expected)
        self.place = place
        self.fault = fault
        self.expected = expected

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        said = f"{where}{self.fault}; expected {self.expected}" if self.expected else where + self.fault
        return visible(said)  # the fault may be told in the words of another program, or of Python


class CardError(FaultError):
    """What is no card, or no pack of cards: `fault`, `expected`."""


class DealError(FaultError):
    """Cards that are no deal of the kind asked for: `fault`, `expected`."""


class HandError(FaultError):
    """Cards that are no hand of Skat, or not all its hands: their `place`, what is wrong as `fault`, `expected`."""


class ContractError(FaultError):
    """Words that make no contract of Skat, such as Null with Schneider announced: `place`, `fault`, `expected`."""


class ScoringError(FaultError):
    """A game of Skat that cannot be scored as it was told: what is missing or cannot be as `fault`, `expected`."""


class RecordError(FaultError):
    """A recorded game that cannot be used: its `place`, what is wrong as `fault`, and what was `expected`."""


class BrokenOffError(RecordError):
    """A recorded game that was broken off: a `RecordError` with the game's *number* and its *result*, if it has any."""

    def __init__(self, place: str, fault: str, expected: str, number: str = "", result: str = "") -> None:
        super().__init__(place, fault, expected)
        self.args = (place, fault, expected, number, result)
        self.number = number
        self.result = result


class RulesError(FaultError):
    """Rules that no game can have, or that cannot be named: the game's file as `place`, `fault`, `expected`."""


class StudyError(FaultError):
    """A study, or a filter of its rows, that cannot be as it was described: `place`, `fault`, `expected`."""


class ClusterError(FaultError):
    """Workers, or their scheduler, that cannot be used: which as `place`, why as `fault`, `expected`."""


class UsageError(FaultError):
    """Arguments of a command that lack one another or do not go together: `fault`, `expected`."""


class ProgramError(FaultError):
    """Another program or process that was to work for Kiebitz failed: `place` says at what, `fault` why."""


class KernelInputError(FaultError):
    """Bytes or numbers that the kernel does not take: the argument as `place`, what is wrong as `fault`."""


class FileError(KiebitzError):
    """A file, a folder or a stream that cannot be used: its *name*, *kind* and what is wrong as *fault*.

    *kind* is `file`, `folder` and the like; a stream has no name, and its kind tells which it is.
    """

    def __init__(self, name: str, fault: str, expected: str = "", kind: str = "file") -> None:
        super().__init__(name, fault, expected, kind)
        self.name = name
        self.fault = fault
        self.expected = expected
        self.kind = kind

    def __str__(self) -> str:
        what = f"{self.kind} {shown_file(self.name)}" if self.name else self.kind
        return f"{what} {self.fault}; expected {self.expected}" if self.expected else f"{what} {self.fault}"


class ContentError(KiebitzError):
    """What stands in a file cannot be used: the file's *name* (`-` for standard input), and the *error* about it."""

    def __init__(self, name: str, error: KiebitzError, kind: str = "file") -> None:
        super().__init__(name, error, kind)
        self.name = name
        self.error = error
        self.kind = kind
        self.expected = error.expected

    def __str__(self) -> str:
        what = "standard input" if self.name == "-" else f"{self.kind} {shown_file(self.name)}"
        return f"{what}: {self.error}"


class DependencyError(KiebitzError):
    """A library or a program that is not there: *purpose* says who needs it, *name* what, *remedy* what to do."""

    def __init__(self, purpose: str, name: str, remedy: str) -> None:
        super().__init__(purpose, name, remedy)
        self.purpose = purpose
        self.name = name
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.purpose} {self.name}: {self.remedy}"


class UnknownGameError(KiebitzError):
    """A game nobody here knows, or one refused by name with a *reason*; *known* are the names that would do."""

    def __init__(self, name: str, known: Iterable[str] = (), reason: str = "") -> None:
        self.name = name
        self.known = tuple(known)
        self.reason = reason
        self.expected = f"one of: {', '.join(self.known)}" if self.known else ""
        super().__init__(name, self.known, reason)

    def __str__(self) -> str:
        if self.reason:
            return f"game {shown(self.name)} is not offered: {self.reason}"
        expected = f"; expected {self.expected}" if self.expected else ""
        return f"unknown game {shown(self.name)}{did_you_mean(self.name, self.known)}{expected}"


class UnsupportedRulesError(KiebitzError):
    """Rules that can be played but that no search knows: the game's *title*, and the *reason* that follows it."""

    def __init__(self, title: str, reason: str) -> None:
        super().__init__(title, reason)
        self.title = title
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.title} {self.reason}"


class ChoiceError(KiebitzError):
    """A name that is none of those there are: *what* was to be chosen, the *name* given, and the names *known*."""

    def __init__(self, what: str, name: object, known: Iterable[str]) -> None:
        self.what = what
        self.name = name
        self.known = tuple(known)
        self.expected = f"one of: {', '.join(self.known)}"
        super().__init__(what, name, self.known)

    def __str__(self) -> str:
        return f"unknown {self.what} {shown(self.name)}{did_you_mean(self.name, self.known)}; expected {self.expected}"


class ArgumentError(KiebitzError):
    """An argument that is of no use to a function: its *name*, the *value* given, and what was *expected*."""

    def __init__(self, name: str, value: object, expected: str) -> None:
        self.name = name
        self.value = value
        self.expected = expected
        super().__init__(name, value, expected)

    def __str__(self) -> str:
        return f"argument {self.name}: {shown(self.value)} cannot be used; expected {self.expected}"


class NoPositionError(KiebitzError):
    """A game of no positions, of which nothing can be said."""

    def __str__(self) -> str:
        return "a game of no positions; expected at least the one at its start"


class LinesNotKeptError(KiebitzError):
    """A line asked for of a range whose lines were not kept."""

    def __str__(self) -> str:
        return "the lines of this range were not kept; expected a range solved with keep_lines=True"


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
