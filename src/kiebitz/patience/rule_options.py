"""Options that rules are made of, and the list of rules that may be changed.

Every command imports this module, so it imports little.
"""

from __future__ import annotations

from enum import Enum
from itertools import combinations

from kiebitz.cards import Suit
from kiebitz.errors import ChoiceError, NumberRangeError

TYPE_CHECKING = False  # true for type checkers; importing `typing` would slow every start
if TYPE_CHECKING:
    from typing import Any, TypeVar

    _C = TypeVar("_C", bound=Enum)

MAX_COLUMNS = 18
MAX_CELLS = 12
_LONGEST_NUMBER = 4  # digits


class Choice(Enum):
    """A value with a name."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Build(Choice):
    """Which cards may be put onto one of the next higher rank in a column."""

    ALTERNATE_COLOUR = "alternate_colour"
    SAME_SUIT = "same_suit"
    ANY_SUIT = "any_suit"


class Sequences(Choice):
    """Which cards at the end of a column move together: all that are built on each other, or only one suit."""

    AS_BUILT = "as_built"
    SAME_SUIT = "same_suit"


class CellUse(Choice):
    """Whether cells take cards (`FREE`) or are a `RESERVE`, whose cards are played and not replaced."""

    FREE = "free"
    RESERVE = "reserve"


class EmptyColumn(Choice):
    """Which cards may be put into an empty column; `KINGS` means the highest rank."""

    ANY = "any"
    KINGS = "kings"
    NONE = "none"


class Supermoves(Choice):
    """How many cards may move at once, see `supermove_capacity`; `ANY` moves any card with all that lies on it."""

    SINGLE = "single"
    STANDARD = "standard"
    MICROSOFT = "microsoft"
    WHOLE = "whole"
    ANY = "any"


class HomeMoves(Choice):
    """Whether a card that fits its foundation may stay (`FREE`) or must go there before any other move (`FORCED`).

    `BOTH_WAYS`: it may stay, and the last card of a foundation may come back to a column or a cell, except where whole
    suits go home.
    """

    FREE = "free"
    FORCED = "forced"
    BOTH_WAYS = "both_ways"


class Foundations(Choice):
    """The order in which the cards of a suit go home.

    - `UP`, `DOWN`: from the lowest rank to the highest, or the reverse
    - `ACE_DOWN`: the ace, then from the king down; the same as `DOWN` if the ace is high
    - `WHOLE_RUNS`: all at once, when they lie in order from the highest rank to the lowest at the end of a column
    """

    UP = "up"
    DOWN = "down"
    ACE_DOWN = "ace_down"
    WHOLE_RUNS = "whole_runs"


class Ace(Choice):
    """The ace's rank when building in columns: below all others, or above the king."""

    LOW = "low"
    HIGH = "high"


class Goal(Choice):
    """The goal of a deal: to bring all cards home, or as many as possible."""

    WIN = "win"
    SCORE = "score"


class Family(Choice):
    """The games that share a search."""

    FREECELL = "freecell"
    YUKON = "yukon"
    RUSSIAN = "russian"


class Autoplay(Choice):
    """Which cards the program sends home after a player's move.

    `NONE` none; `SAFE` those no longer needed, see `Rules.safe_after`; `MAX` all that fit.
    """

    NONE = "none"
    SAFE = "safe"
    MAX = "max"


def choice_named(kind: type[_C], value: object) -> _C:
    """Return the choice with this name; a `ChoiceError` lists the valid names."""
    try:
        return kind(value)
    except ValueError:
        name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).strip()
        raise ChoiceError(name, value, (str(choice.value) for choice in kind)) from None


class Changeable:
    """A rule that may be changed, and how its values are read and written.

    - `kind`: `int`, a `Choice`, or `str` for suits
    - `least`, `most`, `unit`: bounds of a number, and its unit
    - `studied`: whether studies compare its values
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

    def value(self, setting: Any) -> Any:
        """Return the value as `Rules` holds it; a `ChoiceError` or `NumberRangeError` if invalid."""
        if self.names:
            return choice_named(self.kind, setting)
        if self.least is None or self.most is None:
            return _suits(self.name, setting)
        if isinstance(setting, int) and not isinstance(setting, bool) and self.least <= setting <= self.most:
            return setting
        raise NumberRangeError(setting, f"{self.least} to {self.most} {self.name}")

    def parse(self, text: str) -> object:
        """Return the value of a text; errors as in `value`."""
        if self.kind is int:
            digits = text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER
            return self.value(int(text) if digits else text)
        return self.value(text.lower() if self.names else text)

    def written(self, value: Any) -> int | str:
        """Return a value as a number or a word, which `value` also accepts."""
        if isinstance(value, tuple):
            return "".join([suit.letter for suit in value])
        return str(value.value) if isinstance(value, Choice) else int(value)

    def __repr__(self) -> str:
        return f"<rule {self.name}>"


def _suits(name: str, setting: Any) -> tuple[Suit, ...]:
    if isinstance(setting, str):
        suit_of_sign = {sign: suit for suit in Suit for sign in (suit.letter, suit.symbol, str(suit).upper())}
        words = setting.upper().replace(",", " ").split()
        signs = words if all(word in suit_of_sign for word in words) else [sign for word in words for sign in word]
        suits = [suit_of_sign.get(sign) for sign in signs]
    else:
        suits = setting
    try:
        selected = [Suit(suit) for suit in suits]  # type: ignore[arg-type]  # which is what this finds out
    except (TypeError, ValueError):
        selected = []
    if not selected or len(set(selected)) < len(selected):
        raise ChoiceError(name, setting, sets_of_suits())
    return tuple(sorted(selected))


def sets_of_suits(size: int | None = None) -> list[str]:
    """Return the letters of each set of suits, or only of the sets of this size.

    >>> sets_of_suits(3)
    ['CDH', 'CDS', 'CHS', 'DHS']
    """
    sizes = range(1, len(Suit) + 1) if size is None else (size,)
    return ["".join(chosen) for size in sizes for chosen in combinations([suit.letter for suit in Suit], size)]


#: The rules that may be changed, in the order of headers, links and help.
CHANGEABLE: tuple[Changeable, ...] = (
    Changeable("cells", int, f"number of free cells, 0 to {MAX_CELLS}", unit="free cell", least=0, most=MAX_CELLS,
               studied=True),
    Changeable("columns", int, f"number of columns, 1 to {MAX_COLUMNS}", unit="column", least=1, most=MAX_COLUMNS,
               studied=True),
    Changeable("build", Build, "how the columns are built:", studied=True),
    Changeable("empty_column", EmptyColumn, "which cards an empty column takes:", studied=True),
    Changeable("foundations", Foundations, "the order in which cards go home:"),
    Changeable("supermoves", Supermoves, "how many cards may move at once:", studied=True),
    Changeable("home_moves", HomeMoves, "whether a card that fits its foundation must go there, or may come back:"),
    Changeable("ace", Ace, "the rank of the ace in the columns:"),
    Changeable("sequences", Sequences, "which cards move as one:"),
    Changeable("cell_use", CellUse, "whether cells take cards:"),
    Changeable("suits", str, "the suits, in a game that does not use all of them: HS or hearts,spades"),
    Changeable("goal", Goal, "the goal of the game:"),
)  # fmt: skip
