"""The errors of the package, each with a one-line message and its parts as attributes; imports no other module."""

from __future__ import annotations

TYPE_CHECKING = False  # true for type checkers; avoids importing `typing`
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

_LONGEST_QUOTE = 60
_LONGEST_LIST = 12


def visible(text: str, keep: str = "") -> str:
    r"""Return *text* with unprintable characters escaped, except those in *keep*.

    Text from outside must not ring the bell, move the cursor or reverse the direction of writing. Escapes are Python's,
    such as `\x1b`; JSON has its own (`kiebitz.cli.output`).

    >>> print(visible("\x1b[2J\u202e\n", keep="\n"), end="")
    \x1b[2J\u202e
    """
    if text.isprintable():
        return text
    return "".join(
        [sign if sign.isprintable() or sign in keep else sign.encode("unicode_escape").decode() for sign in text]
    )


def shown(value: object, longest: int = _LONGEST_QUOTE) -> str:
    r"""Quote *value* for a message: one printable line of about *longest* characters at most.

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
    """Quote a file name: up to 240 characters, since its end is the most specific part."""
    return shown(name, 240)


def reason_of(error: Exception) -> str:
    """Return the system's reason for an `OSError`, else the error's message."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def counted(count: int, what: str) -> str:
    """Return a count with its noun: `no states`, `1 state`, `2,000 states`."""
    return f"{f'{count:,}' if count else 'no'} {what}{'' if count == 1 else 's'}"


def did_you_mean(name: object, names: Iterable[str]) -> str:
    """Return the closest of the *names* as a question in parentheses, or an empty string.

    >>> did_you_mean("sovle", ["deal", "solve"])
    ' (did you mean solve?)'
    """
    from difflib import get_close_matches  # only errors need it

    matches = get_close_matches(name[:_LONGEST_QUOTE].lower(), names, 1, 0.6) if isinstance(name, str) else []
    return f" (did you mean {matches[0]}?)" if matches else ""


def _listed(things: Sequence[object]) -> str:
    names = [str(thing) for thing in things[:_LONGEST_LIST]]
    if len(things) > _LONGEST_LIST:
        names.append(f"… ({len(things)} in all)")
    return " ".join(names)


class KiebitzError(ValueError):
    """Base class of all errors; *expected* describes valid input, or is empty."""

    expected: str = ""


class NotationError(KiebitzError):
    """Text that cannot be read: *text* is the faulty part, *place* its position, *expected* describes valid text."""

    def __init__(self, text: str, place: str, expected: str) -> None:
        super().__init__(text, place, expected)
        self.text = text
        self.place = place
        self.expected = expected

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{where}{shown(self.text)} cannot be read; expected {self.expected}"


class LinkError(NotationError):
    """A link that cannot be read: *key* is the faulty parameter (empty: the whole link), *text* its value."""

    def __init__(self, key: str, text: object, expected: str) -> None:
        super().__init__(str(text), f"link, {key}" if key else "link", expected)
        self.args = (key, text, expected)
        self.key = key


class EditionError(NotationError):
    """A link or solution for another *edition* of a game's rules than the *current* one; *title* names the game."""

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
    """A move that the rules forbid: the *reason*, the *move*, and its number *ply* (1 = first) if known.

    *line* holds the moves before it, as far as known; `link` opens the game there, if the whole solution was read.
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
    """A move after the game was won."""

    def __init__(self, move: Any, ply: int, line: Iterable[Any] = ()) -> None:
        super().__init__("the game is won by the moves before it", move, ply, line)
        self.args = (move, ply, self.line)

    def __str__(self) -> str:
        return f"move {self.ply} {shown(self.move)} is superfluous: {self.reason}"


class NotWonError(IllegalMoveError):
    """A line of legal *moves* that does not win: *left* cards are not home."""

    def __init__(self, moves: int, left: int) -> None:
        super().__init__(f"the game is not won: cards that are not home: {left}", None, moves + 1)
        self.args = (moves, left)
        self.moves = moves
        self.left = left

    def __str__(self) -> str:
        return f"after {self.moves} legal moves {self.reason}"


class WrongScoreError(IllegalMoveError):
    """A line of legal *moves* with another *score* than *claimed*."""

    def __init__(self, moves: int, score: int, claimed: int) -> None:
        super().__init__(f"the score is {score}, not {claimed}", None, moves + 1)
        self.args = (moves, score, claimed)
        self.moves = moves
        self.score = score
        self.claimed = claimed

    def __str__(self) -> str:
        return f"after {self.moves} legal moves {self.reason}"


class SetupError(KiebitzError):
    """A board that is not a valid position: *missing* and *doubled* cards, or another *reason*.

    *parts* hold the reason for translation: a `fault` by name, with its numbers and cards. *home* is set if the missing
    cards may be on the foundations: the cards that would lie on top of them.
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
                subject = "it is" if len(self.missing) == 1 else "they are"
                parts[-1] += f" (if {subject} home, say so: Home: {_listed(self.home)})"
        if self.doubled:
            parts.append(f"more than once {_listed(self.doubled)}")
        return "not a position of the game: " + "; ".join(parts)


class FaultError(KiebitzError):
    """Base class of errors with a *place* and a *fault*; *place* and *expected* may be empty."""

    def __init__(self, place: str, fault: str, expected: str = "") -> None:
        super().__init__(place, fault, expected)
        self.place = place
        self.fault = fault
        self.expected = expected

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        expected = f"; expected {self.expected}" if self.expected else ""
        return visible(f"{where}{self.fault}{expected}")  # the fault may quote another program


class InputError(FaultError):
    """Other invalid input: cards, deals, rules, scores, studies, or options that exclude each other."""


class HandError(FaultError):
    """Cards that are not a valid Skat hand, skat, discard or deal."""


class ContractError(FaultError):
    """An invalid Skat contract, such as Null with Schneider announced."""


class RecordError(FaultError):
    """A recorded Skat game that cannot be used, or a bid that the rules forbid."""


class BrokenOffError(RecordError):
    """A recorded game without an end: its *number* and *result* from the record, if it has them."""

    def __init__(self, place: str, fault: str, expected: str, number: str = "", result: str = "") -> None:
        super().__init__(place, fault, expected)
        self.args = (place, fault, expected, number, result)
        self.number = number
        self.result = result


class ProcessError(FaultError):
    """A process, worker or scheduler that cannot be started or used."""


class FileError(KiebitzError):
    """A file, folder or stream that cannot be used: its *name*, its *kind* and the *fault*.

    *kind* is `file`, `folder` and so on. A stream has no name; its kind identifies it.
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
    """A file (*name*, `-` for standard input) with invalid content: *error* describes it."""

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
    """A missing library or program: its *name*, the *purpose* it serves, and a *remedy*."""

    def __init__(self, purpose: str, name: str, remedy: str) -> None:
        super().__init__(purpose, name, remedy)
        self.purpose = purpose
        self.name = name
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.purpose} {self.name}: {self.remedy}"


class UnknownGameError(KiebitzError):
    """A game that does not exist, or is excluded for a *reason*; *known* lists the valid names."""

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
    """Rules that no search supports: the game's *title* and the *reason*, a predicate such as `cannot be …`."""

    def __init__(self, title: str, reason: str) -> None:
        super().__init__(title, reason)
        self.title = title
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.title} {self.reason}"


class ChoiceError(KiebitzError):
    """An unknown name: *what* was chosen, the *name* given, and the valid names, *known*."""

    def __init__(self, what: str, name: object, known: Iterable[str]) -> None:
        self.what = what
        self.name = name
        self.known = tuple(known)
        self.expected = f"one of: {', '.join(self.known)}"
        super().__init__(what, name, self.known)

    def __str__(self) -> str:
        return f"unknown {self.what} {shown(self.name)}{did_you_mean(self.name, self.known)}; expected {self.expected}"


class ArgumentError(KiebitzError):
    """A function argument of the wrong kind: its *name*, the *value* and a description of valid ones, *expected*."""

    def __init__(self, name: str, value: object, expected: str) -> None:
        self.name = name
        self.value = value
        self.expected = expected
        super().__init__(name, value, expected)

    def __str__(self) -> str:
        return f"argument {self.name}: {shown(self.value)} cannot be used; expected {self.expected}"


class KernelFaultError(KiebitzError):
    """An answer of the kernel that the referee or the checker rejects for a *reason*: a bug in Kiebitz."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"internal error, please report it: the search's answer was refused when it was checked: {self.reason}"


class NumberRangeError(KiebitzError):
    """A number outside its range: the *number*, and the valid range as *expected*.

    For deal numbers *parts* hold the bounds, `least` and `most`, for translation.
    """

    def __init__(self, number: object, expected: str, **parts: int) -> None:
        super().__init__(number, expected)
        self.number = number
        self.expected = expected
        self.parts = parts

    def __str__(self) -> str:
        return f"number {shown(self.number)} is out of range; expected {self.expected}"


class LimitError(KiebitzError):
    """An invalid search limit: its *name*, the *value* and a description of valid ones, *expected*."""

    def __init__(self, name: str, value: object, expected: str) -> None:
        super().__init__(name, value, expected)
        self.name = name
        self.value = value
        self.expected = expected

    def __str__(self) -> str:
        return f"limit {self.name}={shown(self.value)}; expected {self.expected}"


# Names of earlier versions.
CardError = DealError = RulesError = ScoringError = StudyError = UsageError = InputError
KernelInputError = LinesNotKeptError = NoPositionError = InputError
ClusterError = ProgramError = ProcessError
