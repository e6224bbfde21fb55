"""The games of Skat and the contracts that a declarer may announce."""

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

    __hash__ = object.__hash__  # Enum's own hash is slower

    @property
    def base(self) -> int:
        """Base value: clubs 12, spades 11, hearts 10, diamonds 9, Grand 24, Null 0."""
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

#: The games with trumps, suits in the order of value, Grand last.
TRUMP_GAMES = tuple(game for game in Game if game is not Game.NULL)

_NAMES = {game.value: game for game in Game}
_LETTERS = {game.letter: game for game in Game}


@dataclass(frozen=True, slots=True)
class Contract:
    """A game with its announcements.

    Schwarz includes Schneider, and in games with trumps ouvert includes both. All three need a Hand game, and Null
    allows only Hand and ouvert: a `ContractError` otherwise.

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
        needs_hand = [name for name, is_announced in announced if is_announced]
        if needs_hand and not self.hand:
            game = self.game.value
            raise ContractError("", f"{needs_hand[0]} needs a Hand game", f"{game} hand …, or {game} alone")
        object.__setattr__(self, "schwarz", self.schwarz or self.ouvert)
        object.__setattr__(self, "schneider", self.schneider or self.schwarz)

    @staticmethod
    def parse(text: str) -> Contract:
        """Return the contract of words such as `spades hand schneider`, in any case.

        Included announcements may be left out, and Hand with ouvert in a game with trumps, which is always a Hand game.
        Raises `NotationError` or `ContractError`.

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
                raise ContractError("contract", f"{shown(word)} occurs twice", "it once")
            flags[word] = True
        flags["hand"] |= flags["ouvert"] and game in TRUMP_GAMES
        return Contract(game, **flags)

    @staticmethod
    def parse_letters(text: str, *, hand: bool = False) -> Contract:
        """Return the contract of the International Skat Server's letters: `C S H D G N`, then any of `O H S Z`.

        The server leaves out `H` after ouvert; *hand* states that the skat was not taken.

        >>> Contract.parse_letters("SHZ").text()
        'spades hand schneider schwarz'
        """
        game = _LETTERS.get(text[:1])
        announcements = text[1:]
        if game is None or len(set(announcements)) != len(announcements) or not set(announcements) <= set("OHSZ"):
            raise NotationError(text, "", "one of C S H D G N and then any of O H S Z, each once")
        return Contract(
            game, hand or "H" in announcements, "S" in announcements, "Z" in announcements, "O" in announcements
        )

    def text(self) -> str:
        """Return the contract in words that `parse` reads."""
        flags = {"hand": self.hand, "schneider": self.schneider, "schwarz": self.schwarz, "ouvert": self.ouvert}
        return " ".join([self.game.value, *(name for name, is_announced in flags.items() if is_announced)])

    def letters(self) -> str:
        """Return the contract in letters that `parse_letters` reads."""
        flags = {"O": self.ouvert, "H": self.hand, "S": self.schneider, "Z": self.schwarz}
        return self.game.letter + "".join(letter for letter, is_announced in flags.items() if is_announced)

    def __str__(self) -> str:
        return self.text()


def contracts() -> tuple[Contract, ...]:
    """Return all contracts: five for each game with trumps, four for Null."""
    every = []
    for game in TRUMP_GAMES:
        every += [Contract(game), Contract(game, hand=True), Contract(game, hand=True, schneider=True)]
        every += [Contract(game, hand=True, schwarz=True), Contract(game, hand=True, ouvert=True)]
    every += [Contract(Game.NULL, hand=hand, ouvert=ouvert) for ouvert in (False, True) for hand in (False, True)]
    return tuple(every)
