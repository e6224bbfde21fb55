"""From what was typed to a position: deal numbers, ranges of them, board files and standard input.

Reading what stands in a file is left to `kiebitz.patience.notation`; imports of it wait until there is a file to read.
"""

from __future__ import annotations

import sys

from kiebitz.cli import output
from kiebitz.deals import microsoft, numbering
from kiebitz.errors import ContentError, FileError, NotationError, NumberRangeError, SetupError, reason_of

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from kiebitz.deals import Numbering
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules


_CHUNK = 65536
#: The word for a deal by chance, which is one of a numbering's first million.
RANDOM = "random"
_CHANCES = 1_000_000
#: What a target may be, as complaints put it.
TARGET = "a deal number, random, the name of a file that exists, or -"


class Target:
    """What a command is about: the position, and the deal's number and numbering unless it came from a file."""

    __slots__ = ("number", "numbering", "position")

    def __init__(self, position: Position, number: int | None = None, numbering: str = "microsoft") -> None:
        self.position = position
        self.number = number
        self.numbering = numbering

    @property
    def deal(self) -> str | None:
        """The deal as headers and titles name it, such as `microsoft 617`."""
        return None if self.number is None else f"{self.numbering} {self.number}"

    @property
    def title(self) -> str:
        """The game and the deal as people name them: `FreeCell deal 617`."""
        title = self.position.rules.title
        return f"{title} board" if self.number is None else f"{title} {numbering(self.numbering).named(self.number)}"


def rules_of(args: Namespace) -> Rules:
    """Return the rules of the game that the options name, with their changes."""
    from kiebitz.patience.games import game

    rules = game(args.game or "freecell")
    return rules.with_(**args.changes) if args.changes else rules


def target_of(args: Namespace, text: str | None = None) -> Target:
    """Return the position of the deal or board that was named, under the rules that the options name."""
    text = args.deal if text is None else text
    number = number_in(text, numbering(args.numbering))
    if number is not None:
        return Target(dealt(rules_of(args), number, args.numbering), number, args.numbering)
    return Target(board(text, rules_of(args), args))


def dealt(rules: Rules, number: int, numbering_name: str) -> Position:
    """Return the position of a numbered deal; a remark goes to standard error where its layout is uncertain."""
    from kiebitz.patience.position import Position

    remark(number, numbering_name)
    return Position.deal(rules, numbering(numbering_name).cards(number, rules.pack))


def board(name: str, rules: Rules, args: Namespace, expected: str = TARGET) -> Position:
    """Return the position that a board file describes."""
    return board_in(read(name, expected), name, rules, args)


def board_in(text: bytes, name: str, rules: Rules, args: Namespace) -> Position:
    """Return the position that a text describes, which was read from the file of this *name*."""
    from kiebitz.patience.notation.boards import read_board

    try:
        read = read_board(text, rules, args.board_format, args.cards)
        position = read.setup.position()
    except (NotationError, SetupError) as error:
        raise ContentError(name, error) from None
    if read.remark:
        output.warn(f"{'standard input' if name == '-' else name}: {read.remark}")
    return position


def remark(number: int, numbering_name: str) -> None:
    """Say what must be said about the jokes."""
    if number < 0 and numbering_name == "microsoft":
        output.warn(f"deal {number}: {microsoft.note(number)}")


def number_in(text: str, deals: Numbering) -> int | None:
    """Return the deal number that was typed, None if it is none; a `NumberRangeError` if there is no such deal.

    For the word `random` it is one by chance, which is said on standard error.
    """
    if text == RANDOM:
        from random import SystemRandom

        number = SystemRandom().choice(deals.range[deals.range.index(1) :][:_CHANCES])
        output.warn(f"deal {deals.numbered(number)}")
        return number
    bare = text.strip().replace("\N{MINUS SIGN}", "-")
    return deals.parse(text) if _digits(bare.removeprefix("-")) else None


def range_in(text: str, deals: Numbering) -> tuple[int, int] | None:
    """Return the range that was typed, such as `1-32000`, None if it is none.

    A `NumberRangeError` if it runs backwards or there are no such deals.
    """
    bare = text.strip().replace("\N{EN DASH}", "-").replace("\N{MINUS SIGN}", "-")
    left, dash, right = bare[1:].partition("-")
    left = bare[:1] + left
    if not (dash and _digits(left.removeprefix("-")) and _digits(right.removeprefix("-"))):
        return None
    first, last = deals.parse(left), deals.parse(right)
    if last < first:
        raise NumberRangeError(text, "a range whose first number is not above its last")
    return first, last


def _digits(text: str) -> bool:
    return text.isascii() and text.replace(",", "").isdigit() and not text.startswith(",")


def read(name: str, expected: str = TARGET, longest: int | None = None) -> bytes:
    """Return what stands in a file, or on standard input for `-`; a `FileError` says why it can't be read.

    *expected* says what should have been named, where there is no such file; *longest* is the most bytes that are of
    use, those of a board if left out.
    """
    from kiebitz.patience.notation.lines import LONGEST_TEXT

    most = (longest or LONGEST_TEXT) + 1  # so that a longer text is noticed, and refused, by those who read it
    data = bytearray()
    for chunk in chunks(name, expected):
        data += chunk
        if len(data) >= most:
            break
    return bytes(data[:most])


def chunks(name: str, expected: str = TARGET) -> Iterator[bytes]:
    """Yield what stands in a file, or on standard input for `-`, as it comes; errors as in `read`."""
    if name == "-" and sys.stdin is None:
        raise FileError("", "is closed", kind="standard input")
    file = sys.stdin.buffer if name == "-" else None
    try:
        with output.waiting(name, "write to it"):
            file = file or open(name, "rb")  # noqa: PTH123, SIM115  pathlib would slow the start
            some = getattr(file, "read1", file.read)  # what a pipe holds by now
            chunk = some(_CHUNK)
        while chunk:
            yield chunk
            chunk = some(_CHUNK)
    except FileNotFoundError:
        raise NotationError(name, "", expected) from None
    except (OSError, ValueError) as error:  # a ValueError: a name with a null character in it
        raise FileError(name, f"cannot be read: {reason_of(error)}") from None
    finally:
        if file is not None and name != "-":
            file.close()
