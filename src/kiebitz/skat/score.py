"""The score of a finished game: won or lost, its levels, overbid or not.

The rules are those of the International Skat Order, cited in `docs/skat-reference.md`; `TableRules` has variations.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from kiebitz.cards import PACKS
from kiebitz.errors import InputError
from kiebitz.kernel import skat as kernel
from kiebitz.skat.bidding import BIDS, check_bid
from kiebitz.skat.contract import Contract, Game
from kiebitz.skat.encoding import encode_contract, mask
from kiebitz.skat.trick import ALL_POINTS, TO_MAKE_SCHNEIDER, TO_WIN, is_trump
from kiebitz.skat.valuation import Matadors, in_words

if TYPE_CHECKING:
    from collections.abc import Collection

    from kiebitz.cards import Card
    from kiebitz.kernel.skat import SkatSum

ALL_TRICKS = 10
#: Why a game is lost that is not overbid, by the kernel's numbers.
_REASONS = (
    "",
    "because it was given up",
    "because Schwarz was announced and the opponents took a trick",
    "with {points} card points",
    "because Schneider was announced and the opponents have {others} card points",
    "with {tricks} trick{s}",
)
#: The most card points in a skat, two aces; a side without a trick has no more.
_MOST_IN_SKAT = 22


class NullOverbid(Enum):
    """The cost of a Null whose value is below the bid, always doubled.

    - `REPLACED`, the rule of the Skat Order: the cheapest game with trumps that reaches the bid
    - `BID`: the bid
    - `VALUE`: the value of the Null
    """

    REPLACED = "replaced"
    BID = "bid"
    VALUE = "value"


class LostHand(Enum):
    """The cost of a lost Hand game: `DOUBLED` like any other, or `SINGLE`, as some tables play."""

    DOUBLED = "doubled"
    SINGLE = "single"


@dataclass(frozen=True, slots=True)
class TableRules:
    """Rules in which tables differ; the defaults are the official ones."""

    null_overbid: NullOverbid = NullOverbid.REPLACED
    lost_hand: LostHand = LostHand.DOUBLED


def needed(contract: Contract) -> int:
    """Return the card points that win a contract: 61, 90 if Schneider is announced, 120 for Schwarz."""
    return ALL_POINTS if contract.schwarz else TO_MAKE_SCHNEIDER if contract.schneider else TO_WIN


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game: the contract, the bid, and the declarer's result.

    - `points`: the declarer's card points with the skat; needed in games with trumps
    - `tricks`: the declarer's number of tricks; needed in Null, and if `points` do not tell whether a side took none
    - `given_up`: the declarer gave up; the game is lost at the levels announced
    - `conceded`: the opponents gave up or made an error such as a revoke; the game is won at the levels announced and
      those that `points` and `tricks`, if stated, have reached
    - `cards`: the declarer's twelve cards, hand and skat; `matadors` may replace them
    """

    contract: Contract
    bid: int
    points: int | None = None
    tricks: int | None = None
    cards: Collection[Card] = field(default=())
    matadors: Matadors | None = None
    given_up: bool = False
    conceded: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a finished game for the declarer.

    - `value`: the game's value, raised to reach the bid if overbid
    - `score`: the score to write down: `value`, or minus twice that if lost
    - `reasons`: why the game is lost
    - `words`: the calculation
    """

    won: bool
    value: int
    score: int
    overbid: bool
    schneider: bool
    schwarz: bool
    matadors: Matadors | None
    reasons: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Tournament:
    """Tournament points of one game, for the declarer and for each opponent at the table."""

    declarer: int
    opponents: int


def score(game: Finished, rules: TableRules | None = None) -> Score:
    """Return the score of a finished game; an `InputError` names missing or impossible values.

    >>> from kiebitz.skat.valuation import Matadors
    >>> lost = Finished(Contract.parse("clubs hand"), 20, 56, 5, matadors=Matadors(2, held=True))
    >>> score(lost).words
    'with 2, game 3, Hand 4, × clubs 12 = 48; lost with 56 card points, doubled: -96'
    """
    check_bid(game.bid)
    _check(game)
    limit = sum(is_trump(game.contract.game, card) for card in PACKS["32"])
    if limit and game.matadors is not None and not 1 <= game.matadors.count <= limit:
        raise InputError(f"matadors in {game.contract.game}", f"{game.matadors}", f"with or without 1 to {limit}")
    rules = rules or TableRules()
    won, value, written, is_overbid, why, schneider, schwarz, total = _counted(game, game.bid)
    words, counted = in_words(total), Matadors.of(total[2])
    reasons = [_reason(game, _REASONS[why])] if why else []
    if is_overbid and game.contract.game is Game.NULL:
        value, words, counted = _overbid_null(game, rules, value, words, counted)
        written, reasons = -2 * value, [f"because {game.bid} were bid"]
    elif is_overbid:
        reasons.append(f"because {game.bid} were bid: the next value of {game.contract.game} is {value}")
    if won:
        end = f"won{', conceded by the opponents' if game.conceded else ''}"
    else:
        single = game.contract.hand and rules.lost_hand is LostHand.SINGLE
        written = -value if single else written
        end = f"lost {' and '.join(reasons)}, {'Hand, not doubled' if single else 'doubled'}: {written}"
    made = bool(schneider), bool(schwarz)
    return Score(bool(won), value, written, bool(is_overbid), *made, counted, tuple(reasons), f"{words}; {end}")


def _counted(game: Finished, bid: int) -> tuple[int, int, int, int, int, int, int, SkatSum]:
    """Return the kernel's score at a bid; points and tricks that are not known were of no consequence."""
    number = 0 if game.matadors is None else game.matadors.number
    points, tricks = game.points or 0, 1 if game.tricks is None else game.tricks
    ending = 1 if game.given_up else 2 * game.conceded
    return kernel.skat_score(*encode_contract(game.contract), bid, mask(game.cards), points, tricks, number, ending)


def _reason(game: Finished, words: str) -> str:
    points = game.points or 0
    is_won = game.given_up and game.contract.game is not Game.NULL and points >= needed(game.contract)
    though = f", though {points} card points win it" if is_won else ""
    plural = "s" if game.tricks != 1 else ""
    return words.format(points=points, others=ALL_POINTS - points, tricks=game.tricks, s=plural) + though


def _overbid_null(
    game: Finished, rules: TableRules, value: int, words: str, counted: Matadors | None
) -> tuple[int, str, Matadors | None]:
    """Return value, calculation and matadors of an overbid Null by the rules, given those of the game it counts as."""
    _, own, *_, total = _counted(game, BIDS[0])
    if rules.null_overbid is not NullOverbid.REPLACED:
        return (game.bid if rules.null_overbid is NullOverbid.BID else own), in_words(total), None
    if not game.cards:
        raise InputError(
            "",
            f"a Null of {own} below a bid of {game.bid} counts as the cheapest game with trumps that reaches the bid",
            "the declarer's hand and skat, which determine that game",
        )
    step = "" if words.endswith(f" {value}") else f", by the bid {value}"
    return value, f"{in_words(total)}, instead of it {words}{step}", counted


def seeger_fabian(result: Score | None, table: int = 3) -> Tournament:
    """Return Seeger-Fabian points: ±50 for the declarer, and 40 or 30 for each opponent of a lost game.

    *table* is the number of players, 3 or 4; at 4, opponents and the dealer get 30. Without a score all points are 0.
    """
    return tournament(0 if result is None else result.score, table)


def tournament(written: int, table: int = 3) -> Tournament:
    """Return Seeger-Fabian points of the score that was written down; 0 if all passed."""
    if table not in (3, 4):
        raise InputError("", f"a table of {table} players", "3 or 4")
    points, *_ = kernel.skat_list(0, table, [(0, 1, written, False)])
    return Tournament(points[0][1], points[0][2])


def _check(game: Finished) -> None:
    if game.points is not None and not 0 <= game.points <= ALL_POINTS:
        raise InputError("", f"{game.points} card points", f"0 to {ALL_POINTS}")
    if game.tricks is not None and not 0 <= game.tricks <= ALL_TRICKS:
        raise InputError("", f"{game.tricks} tricks", f"0 to {ALL_TRICKS}")
    if game.given_up and game.conceded:
        raise InputError("", "given up by the declarer and conceded by the opponents", "one or the other")
    if game.given_up or game.conceded:
        return
    if game.contract.game is Game.NULL:
        if game.tricks is None:
            fault = "the declarer's number of tricks is missing"
            raise InputError("", fault, "0 to 10, which decides a Null")
        return
    if game.points is None:
        raise InputError("", "the declarer's card points are missing", "0 to 120, the skat included")
    if game.tricks is None:
        if game.points == ALL_POINTS or game.points <= _MOST_IN_SKAT:
            fault = f"{game.points} card points do not show whether a side took no trick (Schwarz)"
            raise InputError("", fault, "the number of the declarer's tricks too")
    elif (game.tricks == ALL_TRICKS and game.points != ALL_POINTS) or (
        game.tricks == 0 and game.points > _MOST_IN_SKAT
    ):
        fault = f"{game.points} card points with {game.tricks} tricks are impossible"
        raise InputError("", fault, "points and tricks that fit each other")
