"""The games of Skat and the contracts a declarer may announce: what requires what, and how a contract is written.

What a contract is worth is for `valuation`, how it is played for `referee`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kiebitz.cards import Suit
from kiebitz.errors import ContractError, NotationError, shown

_EXPECTED = "a game (clubs, spades, hearts, diamonds, grand, null), then any of: hand, schneider, schwarz, ouvert"


class Game(Enum):
    """The six games, suits in the order of their value."""

    CLUBS = "clubs"
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    GRAND = "grand"
    NULL = "null"

    __hash__ = object.__hash__  # that of Enum is written in Python, and tables are asked for each card

    @property
    def base(self) -> int:
        """Base value: clubs 12, spades 11, hearts 10, diamonds 9, Grand 24; Null has none, and says 0."""
        return _BASES[self]

    @property
    def suit(self) -> Suit | None:
        """The trump suit, or None in Grand and Null."""
        return _SUITS.get(self)

    @property
    def letter(self) -> str:
        """The letter of the International Skat Server: C S H D G N."""
        return self.name[0]

    def __repr__(self) -> str:
        return f"Game.{self.name}"

    def __str__(self) -> str:
        name: str = self.value
        return name.capitalize() if self in (Game.GRAND, Game.NULL) else name


_BASES = {Game.CLUBS: 12, Game.SPADES: 11, Game.HEARTS: 10, Game.DIAMONDS: 9, Game.GRAND: 24, Game.NULL: 0}
_SUITS = {Game.CLUBS: Suit.CLUBS, Game.SPADES: Suit.SPADES, Game.HEARTS: Suit.HEARTS, Game.DIAMONDS: Suit.DIAMONDS}

#: The games with trumps, in the order of the suits' value and Grand last.
TRUMP_GAMES = tuple(game for game in Game if game is not Game.NULL)

_NAMES = {game.value: game for game in Game}
_LETTERS = {game.letter: game for game in Game}


@dataclass(frozen=True, slots=True)
class Contract:
    """A game with what was announced: `schneider` and `schwarz` are announcements, not results.

    Schwarz announced includes Schneider announced, and in games with trumps ouvert includes both; the fields say so
    whether it was spelt out or not. All three need a Hand game, and Null knows Hand and ouvert only: a `ContractError`
    otherwise.

    >>> Contract(Game.SPADES, hand=True, schwarz=True).schneider
    True
    """

    game: Game
    hand: bool = False
    schneider: bool = False
    schwarz: bool = False
    ouvert: bool = False

    def __post_init__(self) -> None:
        if self.game is Game.NULL:
            if self.schneider or self.schwarz:
                name = "Schwarz" if self.schwarz else "Schneider"
                raise ContractError("", f"{name} cannot be announced in Null", "null with nothing but hand or ouvert")
            return
        announced = [
            ("ouvert", self.ouvert),
            ("Schwarz announced", self.schwarz),
            ("Schneider announced", self.schneider),
        ]
        needy = [name for name, yes in announced if yes]
        if needy and not self.hand:
            game = self.game.value
            raise ContractError("", f"{needy[0]} needs a Hand game", f"{game} hand …, or {game} alone")
        object.__setattr__(self, "schwarz", self.schwarz or self.ouvert)
        object.__setattr__(self, "schneider", self.schneider or self.schwarz)

    @staticmethod
    def parse(text: str) -> Contract:
        """Read words such as `spades hand schneider`, in any case; a `NotationError` or a `ContractError` otherwise.

        Only what is announced is named; `ouvert` alone stands for all that it includes.

        >>> Contract.parse("Grand Hand Ouvert").text()
        'grand hand schneider schwarz ouvert'
        """
        words = text.lower().replace(",", " ").split()
        game = _NAMES.get(words[0]) if words else None
        if game is None:
            raise NotationError(words[0] if words else text, "contract", _EXPECTED)
        flags = dict.fromkeys(("hand", "schneider", "schwarz", "ouvert"), False)
        for word in words[1:]:
            if word not in flags:
                raise NotationError(word, "contract", _EXPECTED)
            if flags[word]:
                raise ContractError("contract", f"{shown(word)} stands there twice", "it once")
            flags[word] = True
        return Contract(game, **flags)

    @staticmethod
    def parse_letters(text: str, *, hand: bool = False) -> Contract:
        """Read the letters of the International Skat Server: `C S H D G N`, then any of `O H S Z`.

        The server leaves out `H` where it follows from ouvert; *hand* says that the skat was not taken.

        >>> Contract.parse_letters("SHZ").text()
        'spades hand schneider schwarz'
        """
        game = _LETTERS.get(text[:1])
        rest = text[1:]
        if game is None or len(set(rest)) != len(rest) or not set(rest) <= set("OHSZ"):
            raise NotationError(text, "", "one of C S H D G N and then any of O H S Z, each once")
        return Contract(game, hand or "H" in rest, "S" in rest, "Z" in rest, "O" in rest)

    def text(self) -> str:
        """Write the contract in words that `parse` reads."""
        flags = {"hand": self.hand, "schneider": self.schneider, "schwarz": self.schwarz, "ouvert": self.ouvert}
        return " ".join([self.game.value, *(name for name, yes in flags.items() if yes)])

    def letters(self) -> str:
        """Write the contract in the letters that `parse_letters` reads."""
        flags = {"O": self.ouvert, "H": self.hand, "S": self.schneider, "Z": self.schwarz}
        return self.game.letter + "".join(letter for letter, yes in flags.items() if yes)

    def __str__(self) -> str:
        return self.text()


def contracts() -> tuple[Contract, ...]:
    """Return every contract there is: five for each game with trumps, four for Null."""
    found = []
    for game in TRUMP_GAMES:
        found += [Contract(game), Contract(game, hand=True), Contract(game, hand=True, schneider=True)]
        found += [Contract(game, hand=True, schwarz=True), Contract(game, hand=True, ouvert=True)]
    found += [Contract(Game.NULL, hand=hand, ouvert=ouvert) for ouvert in (False, True) for hand in (False, True)]
    return tuple(found)
