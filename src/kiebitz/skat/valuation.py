"""The official value of a game: matadors, levels and base value, as the kernel counts them.

The rules are those of the International Skat Order, cited in `docs/skat-reference.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.errors import NotationError
from kiebitz.kernel import skat as kernel
from kiebitz.skat.contract import Contract, Game, contracts
from kiebitz.skat.encoding import decode_contract, encode_contract, mask
from kiebitz.skat.pack import HAND, SKAT, check_apart, check_cards

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Card
    from kiebitz.kernel.skat import SkatSum

#: The multipliers of a value in words, by the kernel's numbers.
_FACTORS = ("game", "Hand", "Schneider", "announced", "Schwarz", "announced", "ouvert")


@dataclass(frozen=True, slots=True)
class Matadors:
    """A number of matadors, held (*with*) or missing (*without*)."""

    count: int
    held: bool

    @staticmethod
    def of(number: int) -> Matadors | None:
        """Return the matadors of a number of the kernel: negative for missing ones, 0 in Null."""
        return Matadors(abs(number), number > 0) if number else None

    @property
    def number(self) -> int:
        """The number as in `of`."""
        return self.count if self.held else -self.count

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


def in_words(total: SkatSum) -> str:
    """Return the calculation of a value: `with 2, game 3, Hand 4, × spades 11 = 44`."""
    game, flags, number, base, factors, value = total
    contract = decode_contract(game, flags)
    if contract.game is Game.NULL:
        return f"{' '.join(['Null', *contract.text().replace('hand', 'Hand').split()[1:]])} = {value}"
    named = (f"{_FACTORS[name]} {factor}" for name, factor in zip(factors[::2], factors[1::2], strict=True))
    return f"{', '.join([str(Matadors.of(number)), *named])}, × {contract.game} {base} = {value}"


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
    cards = check_cards(hand, HAND, "hand")
    if skat is not None:
        two = check_cards(skat, SKAT, "skat")
        check_apart(two, cards)
        cards = (*cards, *two)
    total, schneider, schwarz, *bounds = kernel.skat_value(*encode_contract(contract), mask(cards))
    counted = Matadors.of(total[2])
    made = (schneider, schwarz) if counted else (None, None)
    return Valuation(contract, counted, total[-1], in_words(total), *made, *bounds)


def valuations(hand: Iterable[Card], skat: Iterable[Card] | None = None) -> list[Valuation]:
    """Return the values of all contracts without announcements but Hand and Null ouvert; errors as in `valuation`.

    >>> from kiebitz.skat.hand import read_hand
    >>> [str(row.contract) for row in valuations(read_hand("JS JH AS TS KS 9S AC TC AD 7H"))][-4:]
    ['null', 'null hand', 'null ouvert', 'null hand ouvert']
    """
    hand, skat = tuple(hand), None if skat is None else tuple(skat)
    plain = [contract for contract in contracts() if not (contract.schneider or contract.schwarz)]
    return [valuation(hand, contract, skat) for contract in plain if contract.game is Game.NULL or not contract.ouvert]
