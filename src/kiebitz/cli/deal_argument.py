"""The argument for a position: a deal number, a range, a board file, a link or standard input.

`kiebitz.patience.notation` is imported only to read a file.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

from kiebitz.cli import output
from kiebitz.cli.parser import name_in
from kiebitz.deals import microsoft, numbering
from kiebitz.errors import (
    ContentError,
    FileError,
    IllegalMoveError,
    InputError,
    NotationError,
    NumberRangeError,
    SetupError,
    reason_of,
    shown,
)

TYPE_CHECKING = False  # true for the type checker; importing `typing` would slow the start
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from kiebitz.analysis.picture import PictureBoard
    from kiebitz.cli.parser import Parser
    from kiebitz.deals import Numbering
    from kiebitz.patience.notation import Header
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules


_CHUNK = 65536
#: The word for a random deal, drawn from a numbering's first million.
RANDOM = "random"
#: The levels of deals that can be won, from `analysis.levels`.
LEVELS = ("easy", "medium", "hard", "expert")
#: The kinds of targets, for error messages.
TARGET = "a deal number, random, a link, the name of a file that exists, or -"
#: The error for a solution without a deal.
NAMELESS = "the solution does not name its deal ('# deal: microsoft 617'); give the deal before it"
#: The error for fc-solve's boards without moves and without a deal.
BOARDS = (
    "these are boards without moves (fc-solve prints moves with -m); to replay the moves between the boards, "
    "give the deal before the solution"
)
_LONGEST_PICTURE = 100_000_000  # bytes
_GROUP = 3  # digits between the commas of a number


class Target:
    """The position that a command is about, with the number and numbering of the deal; no number for other boards."""

    __slots__ = ("number", "numbering", "position")

    def __init__(self, position: Position, number: int | None = None, numbering: str = "microsoft") -> None:
        self.position = position
        self.number = number
        self.numbering = numbering

    @property
    def deal(self) -> str | None:
        """The deal as in headers: `microsoft 617`."""
        return None if self.number is None else f"{self.numbering} {self.number}"

    @property
    def title(self) -> str:
        """Game and deal: `FreeCell deal 617`."""
        title = self.position.rules.title
        return f"{title} board" if self.number is None else f"{title} {numbering(self.numbering).named(self.number)}"


def add_random(parser: Parser) -> None:
    """Declare the options for a random deal."""
    parser.add_argument("--random", action="store_true", help="a random deal, as the word random for DEAL")
    add_winnable(parser)


def add_winnable(parser: Parser) -> None:
    """Declare the options for a random deal that can be won."""
    parser.add_argument("--winnable", action="store_true", help="a random deal that can be won")
    parser.add_argument(
        "--level",
        type=name_in(*LEVELS),
        metavar="LEVEL",
        help="a random deal that can be won, and is easy, medium, hard or expert: players without a plan win most, "
        "some, few or none of their games",
    )


def random_option(args: Namespace, beside: tuple[str | None, ...] = (None,)) -> str | None:
    """Return the name of the option for a random deal, if given; an `InputError` if the deal is not one of *beside*."""
    option = next((name for name in ("level", "winnable", "random") if getattr(args, name, None)), None)
    if option and args.deal not in beside:
        raise InputError("", f"--{option} is for a random deal; leave it out, or {shown(args.deal)}")
    return option


def choose(args: Namespace) -> None:
    """Put the deal that the options of `add_random` ask for into `args.deal`; an `InputError` beside another deal."""
    option = random_option(args, (None, RANDOM))
    if option is None:
        if args.deal is None:
            raise InputError("", "the following arguments are required: DEAL")
        return
    args.deal = RANDOM
    if option != "random":
        from kiebitz.analysis.levels import Level, random_deal

        level = Level(args.level) if args.level else None
        number, answer = random_deal(rules_of(args), args.numbering, level)
        measured = f", level {answer.level.value}" if answer.level else ""
        output.warn(f"deal {numbering(args.numbering).numbered(number)}{measured}")
        args.deal = str(number)


def rules_of(args: Namespace) -> Rules:
    """Return the rules that the options select."""
    from kiebitz.patience.games import game

    rules = game(args.game or "freecell")
    return rules.with_(**args.changes) if args.changes else rules


def target_of(args: Namespace, rules: Rules | None = None) -> Target:
    """Return the position of a deal number, a link, or a file with a board, a solution or a link.

    A solution yields its deal, a link the position after its moves. *rules* apply to numbers and boards; the default is
    the rules of the options.
    """
    number = number_in(args.deal, numbering(args.numbering))
    if number is not None:
        return Target(dealt(rules or rules_of(args), number, args.numbering), number, args.numbering)
    is_typed = is_typed_link(args.deal)
    data = args.deal.encode("utf-8", "backslashreplace") if is_typed else read(args.deal)
    if is_picture(data):
        return _in_picture(args, data, rules or rules_of(args))
    if is_link(data):
        return _of_link(args, data.strip(), None if is_typed else args.deal)
    if is_typed:
        raise NotationError(args.deal, "", TARGET)
    return _in_text(args, data, rules or rules_of(args))


def is_typed_link(text: str) -> bool:
    """Return whether the argument looks like a link and is no file."""
    return "=" in text and not os.path.exists(text)  # noqa: PTH110  pathlib would slow the start


def is_picture(data: bytes) -> bool:
    """Return whether a file is a PNG, JPEG, GIF, WebP or AVIF."""
    is_box = data[4:8] == b"ftyp" and data[8:12] in (b"avif", b"avis", b"mif1")
    is_webp = data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    return data.startswith((b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF8")) or is_box or is_webp


def picture_board(data: bytes, name: str, dealt: Position | None = None) -> PictureBoard:
    """Return the board in a picture, compared with a deal; a `ContentError` that names the file if it has none."""
    from kiebitz.render.picture_file import read_picture

    try:
        seen = read_picture(data, dealt=dealt)
        seen.setup()
    except InputError as error:
        raise ContentError(name, error) from None
    return seen


def _in_picture(args: Namespace, data: bytes, rules: Rules) -> Target:
    seen = picture_board(data, args.deal)
    if doubtful := seen.doubtful():
        fault = f"the picture leaves cards in doubt: {len(doubtful)}"
        raise ContentError(args.deal, InputError("", fault, "a board that kiebitz read prints, checked"))
    try:
        return Target(seen.position(rules))
    except SetupError as error:
        raise ContentError(args.deal, error) from None


def is_link(text: bytes) -> bool:
    """Return whether a text is a link alone."""
    return len(text.split(maxsplit=1)) == 1 and (b"game=" in text or b"deal=" in text)


def _of_link(args: Namespace, link: bytes, file: str | None) -> Target:
    from kiebitz.patience.game_text import read_game

    if args.game or args.changes:
        raise InputError("", "a link names game and rules itself; leave out the options for them")
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
    """Return the position of a board, or the deal named by a solution or a title."""
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
    """Prefix a `NotationError` with the file's name, as a `ContentError`."""
    try:
        yield
    except NotationError as error:
        raise ContentError(name, error) from None


def deal_named(args: Namespace, header: Header) -> Target:
    """Return the deal named by the header of a solution; a `InputError` if there is none.

    Game and rules on the command line override the header's.
    """
    try:
        deal = header.numbered_deal(args.numbering)
    except NotationError:
        fault = f"the solution's header names the deal {shown(header.deal)}"
        raise InputError("", f"{fault}; give the board before the solution") from None
    if deal is None:
        raise InputError("", NAMELESS)
    deals, number = deal
    return Target(dealt(header_rules(args, header), number, deals.name), number, deals.name)


def header_rules(args: Namespace, header: Header) -> Rules:
    """Return the rules of a header; the command line overrides them."""
    from kiebitz.patience.games import game

    rules = header.rules() if args.game is None else game(args.game)
    return rules.with_(**args.changes) if args.changes else rules


def dealt(rules: Rules, number: int, numbering_name: str) -> Position:
    """Return the position of a numbered deal; print a remark if its layout is uncertain."""
    from kiebitz.patience.position import Position

    remark(number, numbering_name)
    return Position.deal(rules, numbering(numbering_name).cards(number, rules.pack))


def board(name: str, rules: Rules, args: Namespace, expected: str = TARGET) -> Position:
    """Return the position of a board file."""
    return board_in(read(name, expected), name, rules, args)


def board_in(text: bytes, name: str, rules: Rules, args: Namespace) -> Position:
    """Return the position of a board in *text*, the contents of the file *name*."""
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
    """Print the remark on one of Microsoft's negative deals."""
    if number < 0 and numbering_name == "microsoft":
        output.warn(f"deal {number}: {microsoft.note(number)}")


def number_in(text: str, deals: Numbering) -> int | None:
    """Return the deal number in *text*, None for other text; a `NumberRangeError` if there is no such deal.

    `random` draws a number and prints it to standard error.
    """
    if text == RANDOM:
        number = deals.random_number()
        output.warn(f"deal {deals.numbered(number)}")
        return number
    bare = text.strip().replace("\N{MINUS SIGN}", "-").removeprefix("#")
    if deals.name == "microsoft" and bare[:2].lower() == "ms":
        bare = bare[2:].lstrip(" #")
    return deals.parse(bare) if _digits(bare.removeprefix("-")) else None


def range_in(text: str, deals: Numbering) -> tuple[int, int] | None:
    """Return the bounds of a range such as `1-32000`, None for other text.

    Raise a `NumberRangeError` if it runs backwards or there are no such deals.
    """
    bare = text.strip().replace("\N{EN DASH}", "-").replace("\N{MINUS SIGN}", "-")
    first_text, dash, last_text = bare[1:].partition("-")
    first_text = bare[:1] + first_text
    if not (dash and _digits(first_text.removeprefix("-")) and _digits(last_text.removeprefix("-"))):
        return None
    first, last = deals.parse(first_text), deals.parse(last_text)
    if last < first:
        raise NumberRangeError(text, "a range whose first number is not above its last")
    return first, last


def spans_in(text: str, deals: Numbering) -> list[tuple[int, int]] | None:
    """Return the ranges of a range or of a list such as `1,2,5-9`, in ascending order; None for other text.

    A single number is no list. `1,000` is a thousand; `1, 000` is a list.
    """
    try:
        if (span := range_in(text, deals)) is not None:
            return [span]
    except NumberRangeError:  # perhaps a list: `1,600-650`
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
    """Return the contents of a file, or of standard input for `-`; a `FileError` if it can't be read.

    If the file is missing, the error asks for *expected*. Read at most *longest* + 1 bytes; the default is the limit of
    boards.
    """
    from kiebitz.patience.notation.text_limits import LONGEST_TEXT

    limit = (longest or LONGEST_TEXT) + 1  # one more, so that the caller notices and refuses a longer text
    data = bytearray()
    for chunk in chunks(name, expected):
        if not data and longest is None and is_picture(chunk):
            limit = _LONGEST_PICTURE + 1
        data += chunk
        if len(data) >= limit:
            break
    return bytes(data[:limit])


def chunks(name: str, expected: str = TARGET) -> Iterator[bytes]:
    """Yield the contents of a file, or of standard input for `-`, as they arrive; errors as in `read`."""
    if name == "-" and sys.stdin is None:
        raise FileError("", "is closed", kind="standard input")
    file = sys.stdin.buffer if name == "-" else None
    try:
        with output.waiting(name, "write to it"):
            file = file or open(name, "rb")  # noqa: PTH123, SIM115  pathlib would slow the start
            some = getattr(file, "read1", file.read)  # the bytes that a pipe holds
            chunk = some(_CHUNK)
        while chunk:
            yield chunk
            chunk = some(_CHUNK)
    except FileNotFoundError:
        raise NotationError(name, "", expected) from None
    except (OSError, ValueError) as error:  # a ValueError: a null character in the name
        raise FileError(name, f"cannot be read: {reason_of(error)}") from None
    finally:
        if file is not None and name != "-":
            file.close()
