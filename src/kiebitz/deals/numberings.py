"""The numberings of deals by name, with range and source; their modules are imported on first use."""

from __future__ import annotations

from importlib import import_module

from kiebitz.cards import PACKS
from kiebitz.errors import ChoiceError, NumberRangeError

TYPE_CHECKING = False  # true for type checkers; avoids importing `typing`
if TYPE_CHECKING:
    from types import ModuleType

    from kiebitz.cards import Card, Pack

_FULL_PACK = PACKS["52"]
_LONGEST_NUMBER = 40
#: Random deals come from the first positive numbers: those that all programs with Microsoft's numbering share.
_RANDOM_NUMBERS = 1_000_000


class Numbering:
    """A numbering of deals: its `name`, `title`, `source` and `range` of numbers.

    >>> NUMBERINGS["microsoft"].parse("617") in NUMBERINGS["microsoft"].range
    True
    """

    __slots__ = ("_function", "_module", "name", "source", "title")

    def __init__(self, name: str, title: str, source: str, module: str, function: str = "cards") -> None:
        self.name = name
        self.title = title
        self.source = source
        self._module = module
        self._function = function

    def _procedure(self) -> ModuleType:
        return import_module(f"kiebitz.deals.{self._module}")

    @property
    def range(self) -> range:
        """The valid numbers."""
        numbers: range = self._procedure().RANGE
        return numbers

    def cards(self, number: int, pack: Pack = _FULL_PACK) -> tuple[Card, ...]:
        """Return the cards of a deal in dealing order; a `NumberRangeError` if there is no such deal."""
        cards: tuple[Card, ...] = getattr(self._procedure(), self._function)(number, pack)
        return cards

    def random_number(self) -> int:
        """Return a random number of the first million positive ones."""
        from random import SystemRandom  # slow to import, rarely needed

        numbers = self.range
        return SystemRandom().choice(numbers[numbers.index(1) :][:_RANDOM_NUMBERS])

    def parse(self, text: str) -> int:
        """Read a number: decimal digits, a sign if negative numbers are valid, optional thousands separators."""
        groups = text.strip().replace("\N{MINUS SIGN}", "-").split(",")
        bare = "".join(groups)
        digits = bare.removeprefix("-")
        if any(len(group) != 3 for group in groups[1:]):  # "1,3" is ambiguous
            digits = ""
        # `int` also accepts "1_0" and other alphabets, and raises for very long numbers.
        if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST_NUMBER and int(bare) in self.range:
            return int(bare)
        lowest, highest = self.range.start, self.range.stop - 1
        expected = f"a whole number from {lowest} to {highest} ({self.title})"
        raise NumberRangeError(text, expected, least=lowest, most=highest)

    def named(self, number: int) -> str:
        """Return the name of a deal: `deal 617`, or `deal 5 (pysolfc)` for other numberings than Microsoft's."""
        return f"deal {self.numbered(number)}"

    def numbered(self, number: int) -> str:
        """Return the number of a deal, with the numbering if it is not Microsoft's: `617`, `5 (pysolfc)`."""
        return str(number) if self.name == "microsoft" else f"{number} ({self.name})"

    def __repr__(self) -> str:
        return f"NUMBERINGS[{self.name!r}]"


#: Every numbering by name.
NUMBERINGS = {
    numbering.name: numbering
    for numbering in (
        Numbering(
            "microsoft",
            "Microsoft and FreeCell Pro",
            "Rosetta Code, task 'Deal cards for FreeCell' (1 to 1000000); FreeCell Pro (0 to 8589934591); "
            "jokes -1 to -4 of Windows FreeCell",
            "microsoft",
        ),
        Numbering(
            "pysolfc",
            "PySolFC",
            "PySolFC, module pysolrandom: Microsoft's deals below 32000, Python's Mersenne Twister from there on",
            "pysolfc",
        ),
        Numbering(
            "fisher-yates",
            "fair shuffle, seeded splitmix64",
            "Fisher and Yates's shuffle as given by Durstenfeld (CACM 7/1964), drawn with splitmix64",
            "shuffles",
            "fisher_yates",
        ),
        Numbering(
            "wetherell",
            "naive shuffle, seeded splitmix64",
            "the shuffle of Wetherell's étude, which is biased: each card in turn swapped with any card",
            "shuffles",
            "wetherell",
        ),
        Numbering(
            "one-suit",
            "all deals of the 13-card game",
            "Kiebitz' own: all deals of 13 cards in five columns, the order of equal columns left out of account",
            "one_suit",
        ),
    )
}


def numbering(name: str) -> Numbering:
    """Return the numbering with this name; a `ChoiceError` lists the valid names."""
    match = NUMBERINGS.get(name)
    if match is None:
        raise ChoiceError("numbering", name, NUMBERINGS)
    return match
