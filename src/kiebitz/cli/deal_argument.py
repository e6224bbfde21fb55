"""From what was typed to a position: deal numbers, ranges of them, board files and standard input.

Reading what stands in a file is left to `kiebitz.patience.notation`; imports of it wait until there is a file to read.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

from kiebitz.cli import output
from kiebitz.deals import microsoft, numbering
from kiebitz.errors import (
    ContentError,
    FileError,
    IllegalMoveError,
    NotationError,
    NumberRangeError,
    SetupError,
    UsageError,
    reason_of,
    shown,
)

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from kiebitz.deals import Numbering
    from kiebitz.patience.notation import Header
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules


_CHUNK = 65536
#: The word for a deal by chance, which is one of a numbering's first million.
RANDOM = "random"
_CHANCES = 1_000_000
#: What a target may be, as complaints put it.
TARGET = "a deal number, random, a link, the name of a file that exists, or -"
#: What is said of a solution that leaves its deal open.
NAMELESS = "the solution does not name its deal ('# deal: microsoft 617'); give the deal before it"
#: What is said of fc-solve's boards without moves, where nobody names the deal.
BOARDS = (
    "here are boards without moves (fc-solve prints moves with -m); to replay what lies between the boards, "
    "give the deal before the solution"
)
_GROUP = 3  # digits between the commas of a number


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


def target_of(args: Namespace, rules: Rules | None = None) -> Target:
    """Return the position that was named, by a deal's number, a link, or a file with a board, a solution or a link.

    *rules* are those of a number or a board, by default what the options name. Of a solution it is the deal, of a link
    the position where its moves end.
    """
    number = number_in(args.deal, numbering(args.numbering))
    if number is not None:
        return Target(dealt(rules or rules_of(args), number, args.numbering), number, args.numbering)
    is_typed = is_typed_link(args.deal)
    data = args.deal.encode("utf-8", "backslashreplace") if is_typed else read(args.deal)
    if is_link(data):
        return _of_link(args, data.strip(), None if is_typed else args.deal)
    if is_typed:
        raise NotationError(args.deal, "", TARGET)
    return _in_text(args, data, rules or rules_of(args))


def is_typed_link(text: str) -> bool:
    """Say whether what was typed is itself a link, or at least no name of a file."""
    return "=" in text and not os.path.exists(text)  # noqa: PTH110  pathlib would slow the start


def is_link(text: bytes) -> bool:
    """Say whether a text is the link of a game, and nothing else."""
    return len(text.split(maxsplit=1)) == 1 and (b"game=" in text or b"deal=" in text)


def _of_link(args: Namespace, link: bytes, file: str | None) -> Target:
    from kiebitz.patience.game_text import read_game

    if args.game or args.changes:
        raise UsageError("", "a link names game and rules itself; leave out the options for them")
    try:
        session = read_game(link.decode("utf-8", "replace"))
    except (NotationError, IllegalMoveError) as error:
        if file is None:
            raise
        raise ContentError(file, error) from None
    if session.deal is None or session.ply:
        return Target(session.position)
    return Target(session.position, session.deal.number, session.deal.numbering)


def _in_text(args: Namespace, data: bytes, rules: Rules) -> Target:
    """Return the position of a board, or the deal that a solution or a title names."""
    from kiebitz.patience.notation.solutions import board_in as first_board
    from kiebitz.patience.notation.solutions import has_slip, is_solution, parse_header

    if args.board_format != "auto":
        return Target(board_in(data, args.deal, rules, args))
    if is_solution(data):
        if shown_first := first_board(data):
            return Target(board_in(shown_first, args.deal, rules, args))
        with named(args.deal):
            header = parse_header(data)
            if header.deal is not None or not has_slip(data):
                return deal_named(args, header)
    try:
        return Target(board_in(data, args.deal, rules, args))
    except ContentError:
        with named(args.deal):
            header = parse_header(data)
        if header.deal is None:
            raise
        return deal_named(args, header)


@contextmanager
def named(name: str) -> Iterator[None]:
    """Put the file's name before complaints about what cannot be read in a solution."""
    try:
        yield
    except NotationError as error:
        raise ContentError(name, error) from None


def deal_named(args: Namespace, header: Header) -> Target:
    """Return the deal that the header of a solution names; a `UsageError` if it names none.

    The game and the changed rules are the header's, unless the command line names others.
    """
    try:
        found = header.numbered_deal(args.numbering)
    except NotationError:
        fault = f"the solution's header names the deal {shown(header.deal)}"
        raise UsageError("", f"{fault}; give the board before the solution") from None
    if found is None:
        raise UsageError("", NAMELESS)
    deals, number = found
    return Target(dealt(header_rules(args, header), number, deals.name), number, deals.name)


def header_rules(args: Namespace, header: Header) -> Rules:
    """Return the rules of a header, with what the command line names instead."""
    from kiebitz.patience.games import game

    rules = header.rules() if args.game is None else game(args.game)
    return rules.with_(**args.changes) if args.changes else rules


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
    bare = text.strip().replace("\N{MINUS SIGN}", "-").removeprefix("#")
    if deals.name == "microsoft" and bare[:2].lower() == "ms":
        bare = bare[2:].lstrip(" #")
    return deals.parse(bare) if _digits(bare.removeprefix("-")) else None


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


def spans_in(text: str, deals: Numbering) -> list[tuple[int, int]] | None:
    """Return the ranges of a range or of a list such as `1,2,5-9`, in ascending order; None if it is neither.

    A number alone is none. Three digits behind a comma are thousands, `1,000`; a space behind it parts the list.
    """
    try:
        if (span := range_in(text, deals)) is not None:
            return [span]
    except NumberRangeError:  # perhaps of a list: `1,600-650`
        if "," not in text:
            raise
    if "," not in text or number_in(text, deals) is not None:
        return None
    spans: list[tuple[int, int]] = []
    for part in text.split(","):
        number = number_in(part, deals)
        span = range_in(part, deals) if number is None else (number, number)
        if span is None:
            return None
        spans.append(span)
    spans.sort()
    apart: list[tuple[int, int]] = []
    for first, last in spans:
        if apart and first <= apart[-1][1] + 1:
            apart[-1] = apart[-1][0], max(last, apart[-1][1])
        else:
            apart.append((first, last))
    return apart


def _digits(text: str) -> bool:
    first, *others = text.split(",")
    whole = not others or (len(first) <= _GROUP and all(len(group) == _GROUP for group in others))
    return whole and text.isascii() and first.isdigit() and all(group.isdigit() for group in others)


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
