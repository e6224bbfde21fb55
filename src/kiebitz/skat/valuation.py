"""The official value of a game: matadors, levels and base value.

The rules are those of the International Skat Order, cited in `docs/skat-reference.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from kiebitz.cards import PACKS, Card, Rank
from kiebitz.errors import ContractError, InputError, NotationError
from kiebitz.skat.bidding import MOST_MATADORS, NULL_VALUES, highest_bid
from kiebitz.skat.contract import Contract, Game, contracts
from kiebitz.skat.pack import HAND, SKAT, check_apart, check_cards
from kiebitz.skat.textbook import JACK_ORDER

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

#: The cards of a trump suit below the jacks, from the highest down.
SUIT_ORDER = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.NINE, Rank.EIGHT, Rank.SEVEN)


@dataclass(frozen=True, slots=True)
class Matadors:
    """A number of matadors, held (*with*) or missing (*without*)."""

    count: int
    held: bool

    @staticmethod
    def parse(text: str) -> Matadors:
        """Return the matadors of `with 2`, `without 3`, or of `2` and `-3` as in recorded games.

        Raises `NotationError`.

        >>> Matadors.parse("without 3")
        Matadors(count=3, held=False)
        """
        words = text.lower().split()
        if len(words) == 1:
            words = ["without", words[0][1:]] if words[0][0] in "-\N{MINUS SIGN}" else ["with", words[0]]
        if len(words) == 2 and words[0] in ("with", "without") and words[1] in map(str, range(1, 12)):
            return Matadors(int(words[1]), words[0] == "with")
        raise NotationError(text, "matadors", "with or without and a number from 1 to 11")

    def __str__(self) -> str:
        return f"{'with' if self.held else 'without'} {self.count}"


@dataclass(frozen=True, slots=True)
class Levels:
    """The levels beside the matadors: `schneider` and `schwarz` made by either side, and the announcements."""

    hand: bool = False
    schneider: bool = False
    schneider_announced: bool = False
    schwarz: bool = False
    schwarz_announced: bool = False
    ouvert: bool = False

    @staticmethod
    def of(contract: Contract, *, schneider: bool = False, schwarz: bool = False) -> Levels:
        """Return the levels of a contract, with *schneider* and *schwarz* made; announced levels count as made."""
        return Levels(
            contract.hand,
            schneider or schwarz or contract.schneider,
            contract.schneider,
            schwarz or contract.schwarz,
            contract.schwarz,
            contract.ouvert,
        )

    def names(self) -> list[str]:
        """Return the names of the levels in the order of counting."""
        named = (
            ("Hand", self.hand),
            ("Schneider", self.schneider),
            ("announced", self.schneider_announced),
            ("Schwarz", self.schwarz),
            ("announced", self.schwarz_announced),
            ("ouvert", self.ouvert),
        )
        return [name for name, counts in named if counts]


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a game, with the calculation in words: `with 2, game 3, Hand 4, × spades 11 = 44`."""

    value: int
    words: str


def trumps(game: Game) -> tuple[Card, ...]:
    """Return the trumps of a game from the highest down: eleven, four in Grand, none in Null."""
    if game is Game.NULL:
        return ()
    jacks = [Card(Rank.JACK, suit) for suit in JACK_ORDER]
    suit = game.suit
    return tuple(jacks if suit is None else [*jacks, *(Card(rank, suit) for rank in SUIT_ORDER)])


def matadors(cards: Collection[Card], game: Game) -> Matadors:
    """Return the matadors of the declarer's cards, hand and skat together, in Hand games, too.

    They are the trumps in unbroken order from the jack of clubs down, all held or all missing. A `ContractError` in
    Null.
    """
    order = trumps(game)
    if not order:
        raise ContractError("", "Null has no matadors", "a game with trumps")
    held = order[0] in cards
    count = 0
    for card in order:
        if (card in cards) is not held:
            break
        count += 1
    return Matadors(count, held)


def value_of(contract: Contract, counted: Matadors | None = None, levels: Levels | None = None) -> Value:
    """Return the value of a contract with these matadors at these levels, by default those announced.

    An `InputError` if a game with trumps has no matadors or too many.

    >>> value_of(Contract.parse("spades hand"), Matadors(2, held=True)).words
    'with 2, game 3, Hand 4, × spades 11 = 44'
    """
    if contract.game is Game.NULL:
        value = NULL_VALUES[contract.hand, contract.ouvert]
        names = ["Null", *(["Hand"] if contract.hand else []), *(["ouvert"] if contract.ouvert else [])]
        return Value(value, f"{' '.join(names)} = {value}")
    limit = MOST_MATADORS[contract.game]
    if counted is None or not 1 <= counted.count <= limit:
        count = "none" if counted is None else str(counted)
        raise InputError(f"matadors in {contract.game}", f"{count}", f"with or without 1 to {limit}")
    factor = counted.count + 1
    parts = [str(counted), f"game {factor}"]
    for name in (levels or Levels.of(contract)).names():
        factor += 1
        parts.append(f"{name} {factor}")
    value = factor * contract.game.base
    return Value(value, f"{', '.join(parts)}, × {contract.game} {contract.game.base} = {value}")


@dataclass(frozen=True, slots=True)
class Valuation:
    """The value of a contract with a hand, won no higher than announced, and the calculation in `words`.

    `schneider` and `schwarz` are the values with these levels made (None in Null). If the skat is unknown, `value`
    assumes that it changes no matador, `least` and `most` are bounds over all skats, and `highest_bid` is the highest
    bid that `least` covers.
    """

    contract: Contract
    matadors: Matadors | None
    value: int
    words: str
    schneider: int | None
    schwarz: int | None
    least: int
    most: int
    highest_bid: int


def valuation(hand: Iterable[Card], contract: Contract, skat: Iterable[Card] | None = None) -> Valuation:
    """Return the value of a contract for ten cards and, if known, the skat or discard.

    A `HandError` unless the cards are ten and two different ones.

    >>> from kiebitz.skat.hand import read_hand
    >>> worth = valuation(read_hand("JS JH AS TS KS 9S AC TC AD 7H"), Contract.parse("spades hand"))
    >>> worth.words, worth.least, worth.highest_bid
    ('without 1, game 2, Hand 3, × spades 11 = 33', 33, 33)
    """
    ten = check_cards(hand, HAND, "hand")
    two = None
    if skat is not None:
        two = check_cards(skat, SKAT, "skat")
        check_apart(two, ten)
    if contract.game is Game.NULL:
        null = value_of(contract)
        return Valuation(
            contract, None, null.value, null.words, None, None, null.value, null.value, highest_bid(null.value)
        )
    counted = matadors((*ten, *(two or ())), contract.game)
    value = value_of(contract, counted)
    every = {counted} if two is not None else _with_skats(ten, contract)
    values = [value_of(contract, possible).value for possible in every]
    return Valuation(
        contract,
        counted,
        value.value,
        value.words,
        value_of(contract, counted, Levels.of(contract, schneider=True)).value,
        value_of(contract, counted, Levels.of(contract, schwarz=True)).value,
        min(values),
        max(values),
        highest_bid(min(values)),
    )


def valuations(hand: Iterable[Card], skat: Iterable[Card] | None = None) -> list[Valuation]:
    """Return the values of all contracts without announcements but Hand and Null ouvert; errors as in `valuation`.

    >>> from kiebitz.skat.hand import read_hand
    >>> [str(row.contract) for row in valuations(read_hand("JS JH AS TS KS 9S AC TC AD 7H"))][-4:]
    ['null', 'null hand', 'null ouvert', 'null hand ouvert']
    """
    hand, skat = tuple(hand), None if skat is None else tuple(skat)
    plain = [contract for contract in contracts() if not (contract.schneider or contract.schwarz)]
    return [valuation(hand, contract, skat) for contract in plain if contract.game is Game.NULL or not contract.ouvert]


def _with_skats(hand: tuple[Card, ...], contract: Contract) -> set[Matadors]:
    order = trumps(contract.game)
    outside = [card for card in PACKS["32"] if card not in hand]
    able = [card for card in outside if card in order]
    idle = [card for card in outside if card not in order][:SKAT]
    return {matadors((*hand, *two), contract.game) for two in combinations([*able, *idle], SKAT)}
