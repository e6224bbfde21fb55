"""The choices that rules are made of, and `CHANGEABLE`, the one list of the rules that may be changed.

`Rules.with_`, the options of the command line, headers, links and the page's catalogue all go by that list. What a
rule means for a position is for `rules` and `referee` to say. Imports are few, as every command reads the list.
"""

from __future__ import annotations

from enum import Enum
from itertools import combinations

from kiebitz.cards import Suit
from kiebitz.errors import ChoiceError, NumberRangeError

TYPE_CHECKING = False  # the type checker reads this as true; importing `typing` for it would slow every start
if TYPE_CHECKING:
    from typing import Any, TypeVar

    _C = TypeVar("_C", bound=Enum)

MAX_COLUMNS = 18
MAX_CELLS = 12
_LONGEST_NUMBER = 4  # digits


class Choice(Enum):
    """One of a few named values."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Build(Choice):
    """Which card may be put onto one of the next higher rank in a column."""

    ALTERNATE_COLOUR = "alternate_colour"
    SAME_SUIT = "same_suit"
    ANY_SUIT = "any_suit"


class Sequences(Choice):
    """Which cards at the end of a column move as one: any that are built on each other, or only those of one suit."""

    AS_BUILT = "as_built"
    SAME_SUIT = "same_suit"


class CellUse(Choice):
    """Whether cells take cards (`FREE`) or are a `RESERVE`, whose cards are played and not replaced."""

    FREE = "free"
    RESERVE = "reserve"


class EmptyColumn(Choice):
    """Which cards may be put into an empty column; `KINGS` means the highest rank, the ace where that is high."""

    ANY = "any"
    KINGS = "kings"
    NONE = "none"


class Supermoves(Choice):
    """How many cards may move at once; see `supermove_capacity`. `ANY`: any card with all that lies on it."""

    SINGLE = "single"
    STANDARD = "standard"
    MICROSOFT = "microsoft"
    WHOLE = "whole"
    ANY = "any"


class HomeMoves(Choice):
    """Whether a card that fits its foundation may stay (`FREE`) or must go there before any other move (`FORCED`).

    `BOTH_WAYS`: it may stay, and the last card of a foundation may come back to a column or a cell, except where a suit
    goes home as one.
    """

    FREE = "free"
    FORCED = "forced"
    BOTH_WAYS = "both_ways"


class Foundations(Choice):
    """In which order the cards of a suit go home.

    `UP` from the lowest rank to the highest, `DOWN` from the highest to the lowest, `ACE_DOWN` the ace and then from
    the king down; where the ace is high, that is `DOWN`. `WHOLE_RUNS`: all cards of a suit at once, when they lie in
    order at the end of a column, from the highest rank to the lowest.
    """

    UP = "up"
    DOWN = "down"
    ACE_DOWN = "ace_down"
    WHOLE_RUNS = "whole_runs"


class Ace(Choice):
    """Where the ace stands among the ranks, by which columns are built: below all others, or above the king."""

    LOW = "low"
    HIGH = "high"


class Goal(Choice):
    """What is asked of a deal: whether all cards can be brought home, or how many can."""

    WIN = "win"
    SCORE = "score"


class Family(Choice):
    """Which games a game is akin to: what a search that is made for these games goes by."""

    FREECELL = "freecell"
    YUKON = "yukon"
    RUSSIAN = "russian"


class Autoplay(Choice):
    """Which cards the program itself sends to the foundations after a player's move.

    `NONE` none, `SAFE` those that can't be missed any more (Microsoft's rule where colours alternate, see
    `Rules.safe_after`), `MAX` all that fit.
    """

    NONE = "none"
    SAFE = "safe"
    MAX = "max"


def choice_named(kind: type[_C], value: object) -> _C:
    """Return the choice with this name, or the choice itself; a `ChoiceError` lists the names that would do."""
    try:
        return kind(value)
    except ValueError:
        what = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).strip()
        raise ChoiceError(what, value, (str(choice.value) for choice in kind)) from None


class Changeable:
    """A rule that may be changed: its `name`, a line of `help`, and how its values are read and written.

    `kind` is the type of its values as data: whole numbers, choices or the text of suits. `names` are those of its
    choices, `least` and `most` the bounds of a number, `unit` what a number counts; a rule has one or the other, and
    `suits`, of which there are as many as the game's pack has (letters, names or symbols, in any order), neither.
    `studied` says whether studies compare its values.
    """

    def __init__(
        self,
        name: str,
        kind: type,
        help: str,  # noqa: A002  as argparse calls it
        *,
        unit: str = "",
        least: int | None = None,
        most: int | None = None,
        studied: bool = False,
    ) -> None:
        self.name = name
        self.kind = kind
        self.names: tuple[str, ...] = tuple([choice.value for choice in kind]) if issubclass(kind, Choice) else ()
        self.help = f"{help} {', '.join(self.names[:-1])} or {self.names[-1]}" if self.names else help
        self.unit = unit
        self.least = least
        self.most = most
        self.studied = studied

    def value(self, given: Any) -> Any:
        """Return the value as `Rules` holds it; a `ChoiceError` or a `NumberRangeError` for what is none."""
        if self.names:
            return choice_named(self.kind, given)
        if self.least is None or self.most is None:
            return _suits(self.name, given)
        if isinstance(given, int) and not isinstance(given, bool) and self.least <= given <= self.most:
            return given
        raise NumberRangeError(given, f"{self.least} to {self.most} {self.name}")

    def parse(self, text: str) -> object:
        """Read a value as `written` returns it; errors as of `value`."""
        if self.kind is int:
            digits = text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER
            return self.value(int(text) if digits else text)
        return self.value(text.lower() if self.names else text)

    def written(self, value: Any) -> int | str:
        """Return a value as a number or a word, which `value` understands too."""
        if isinstance(value, tuple):
            return "".join([suit.letter for suit in value])
        return str(value.value) if isinstance(value, Choice) else int(value)

    def __repr__(self) -> str:
        return f"<rule {self.name}>"


def _suits(name: str, given: Any) -> tuple[Suit, ...]:
    if isinstance(given, str):
        known = {sign: suit for suit in Suit for sign in (suit.letter, suit.symbol, str(suit).upper())}
        words = given.upper().replace(",", " ").split()
        signs = words if all(word in known for word in words) else [sign for word in words for sign in word]
        suits = [known.get(sign) for sign in signs]
    else:
        suits = given
    try:
        found = [Suit(suit) for suit in suits]  # type: ignore[arg-type]  # which is what this finds out
    except (TypeError, ValueError):
        found = []
    if not found or len(set(found)) < len(found):
        raise ChoiceError(name, given, sets_of_suits())
    return tuple(sorted(found))


def sets_of_suits(size: int | None = None) -> list[str]:
    """Return the letters of each set of suits, or of those of one size.

    >>> sets_of_suits(3)
    ['CDH', 'CDS', 'CHS', 'DHS']
    """
    sizes = range(1, len(Suit) + 1) if size is None else (size,)
    return ["".join(chosen) for size in sizes for chosen in combinations([suit.letter for suit in Suit], size)]


#: Every rule that may be changed, in the order in which headers, links and help name them.
CHANGEABLE: tuple[Changeable, ...] = (
    Changeable("cells", int, f"number of free cells, 0 to {MAX_CELLS}", unit="free cell", least=0, most=MAX_CELLS,
               studied=True),
    Changeable("columns", int, f"number of columns, 1 to {MAX_COLUMNS}", unit="column", least=1, most=MAX_COLUMNS,
               studied=True),
    Changeable("build", Build, "what is built on what in the columns:", studied=True),
    Changeable("empty_column", EmptyColumn, "which cards an empty column takes:", studied=True),
    Changeable("foundations", Foundations, "the order in which cards go home:"),
    Changeable("supermoves", Supermoves, "how many cards may move at once:", studied=True),
    Changeable("home_moves", HomeMoves, "whether a card that fits its foundation must go there, or may come back:"),
    Changeable("ace", Ace, "where the ace stands in the columns:"),
    Changeable("sequences", Sequences, "which cards move as one:"),
    Changeable("cell_use", CellUse, "whether cells take cards:"),
    Changeable("suits", str, "which suits, in a game that is not played with all: HS or hearts,spades"),
    Changeable("goal", Goal, "what is asked of a deal:"),
)  # fmt: skip
