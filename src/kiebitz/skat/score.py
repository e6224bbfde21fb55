"""The score of a finished game: won or lost, its levels, overbid or not.

The rules are those of the International Skat Order, cited in `docs/skat-reference.md`; `TableRules` has variations.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from kiebitz.errors import InputError
from kiebitz.skat.bidding import check_bid
from kiebitz.skat.contract import TRUMP_GAMES, Contract, Game
from kiebitz.skat.trick import ALL_POINTS, OUT_OF_SCHNEIDER, TO_MAKE_SCHNEIDER, TO_WIN
from kiebitz.skat.valuation import Levels, Matadors, Value, matadors, value_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from kiebitz.cards import Card

ALL_TRICKS = 10
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
    chosen = rules or TableRules()
    check_bid(game.bid)
    _check(game)
    if game.contract.game is Game.NULL:
        return _score_null(game, chosen)
    return _score_trumps(game, chosen)


def seeger_fabian(result: Score | None, table: int = 3) -> Tournament:
    """Return Seeger-Fabian points: ±50 for the declarer, and 40 or 30 for each opponent of a lost game.

    *table* is the number of players, 3 or 4; at 4, opponents and the dealer get 30. Without a score all points are 0.
    """
    return tournament(0 if result is None else result.score, table)


def tournament(written: int, table: int = 3) -> Tournament:
    """Return Seeger-Fabian points of the score that was written down; 0 if all passed."""
    if table not in (3, 4):
        raise InputError("", f"a table of {table} players", "3 or 4")
    if written > 0:
        return Tournament(written + 50, 0)
    return Tournament(written - 50, 40 if table == 3 else 30) if written else Tournament(0, 0)


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


def _score_trumps(game: Finished, rules: TableRules) -> Score:
    contract = game.contract
    counted = game.matadors or matadors(game.cards, contract.game)
    schneider, schwarz = _levels_made(game)
    value = value_of(contract, counted, Levels.of(contract, schneider=schneider, schwarz=schwarz))
    reasons = _reasons(game)
    overbid = value.value < game.bid
    if overbid:
        base = contract.game.base
        reached = -(-game.bid // base) * base
        reasons.append(f"because {game.bid} were bid: the next value of {contract.game} is {reached}")
        value = Value(reached, value.words)
    return _written(value, game, rules, reasons, overbid, schneider, schwarz, counted)


def _levels_made(game: Finished) -> tuple[bool, bool]:
    """Return whether a side made Schneider, and Schwarz; after an early end only levels reached by the winner."""
    if game.given_up:
        return False, False
    if game.conceded:
        return (game.points or 0) >= TO_MAKE_SCHNEIDER, game.tricks == ALL_TRICKS
    schneider = game.points is not None and not OUT_OF_SCHNEIDER <= game.points < TO_MAKE_SCHNEIDER
    return schneider, game.tricks in (0, ALL_TRICKS)


def _reasons(game: Finished) -> list[str]:
    contract, points = game.contract, game.points
    if game.conceded:
        return []
    if game.given_up or points is None:
        wins = points is not None and points >= needed(contract)
        return [f"because it was given up{f', though {points} card points win it' if wins else ''}"]
    if contract.schwarz and game.tricks != ALL_TRICKS:
        return ["because Schwarz was announced and the opponents took a trick"]
    if points < TO_WIN:
        return [f"with {points} card points"]
    if contract.schneider and points < TO_MAKE_SCHNEIDER:
        return [f"because Schneider was announced and the opponents have {ALL_POINTS - points} card points"]
    return []


def _score_null(game: Finished, rules: TableRules) -> Score:
    value = value_of(game.contract)
    reasons = []
    overbid = value.value < game.bid
    counted = None
    if overbid:
        reasons.append(f"because {game.bid} were bid")
        if rules.null_overbid is NullOverbid.BID:
            value = Value(game.bid, value.words)
        elif rules.null_overbid is NullOverbid.REPLACED:
            value, counted = _replacement(game, value)
    elif game.given_up:
        reasons.append("because it was given up")
    elif game.tricks and not game.conceded:
        reasons.append(f"with {game.tricks} trick{'s' if game.tricks > 1 else ''}")
    return _written(value, game, rules, reasons, overbid, False, False, counted)


def _replacement(game: Finished, null: Value) -> tuple[Value, Matadors]:
    """Return the cheapest game with trumps that reaches the bid; it inherits only Hand."""
    if not game.cards:
        raise InputError(
            "",
            f"a Null of {null.value} below a bid of {game.bid} counts as the cheapest game with trumps that "
            "reaches the bid",
            "the declarer's hand and skat, which determine that game",
        )
    options = []
    for candidate in TRUMP_GAMES:
        counted = matadors(game.cards, candidate)
        value = value_of(Contract(candidate, hand=game.contract.hand), counted)
        reached = max(value.value, -(-game.bid // candidate.base) * candidate.base)
        options.append((reached, value.words, counted))
    cheapest, words, counted = min(options, key=lambda option: option[0])
    step = "" if words.endswith(f" {cheapest}") else f", by the bid {cheapest}"
    return Value(cheapest, f"{null.words}, instead of it {words}{step}"), counted


def _written(
    value: Value,
    game: Finished,
    rules: TableRules,
    reasons: list[str],
    overbid: bool,
    schneider: bool,
    schwarz: bool,
    counted: Matadors | None,
) -> Score:
    if not reasons:
        words = f"{value.words}; won{', conceded by the opponents' if game.conceded else ''}"
        return Score(True, value.value, value.value, overbid, schneider, schwarz, counted, (), words)
    single = game.contract.hand and rules.lost_hand is LostHand.SINGLE
    written = -value.value if single else -2 * value.value
    how = f"{'Hand, not doubled' if single else 'doubled'}: {written}"
    words = f"{value.words}; lost {' and '.join(reasons)}, {how}"
    return Score(False, value.value, written, overbid, schneider, schwarz, counted, tuple(reasons), words)
