"""The kernel's functions for Skat with their types: open-card play, players, chances, reviews.

`native/bindings/interface/skat_engine.cpp` defines the values. A set of cards has a bit for each code; a view is bytes,
a contract its game's code and announcements, a level seven numbers, or `None` for the rule-of-thumb player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kiebitz.kernel.answers import Best, Worlds
from kiebitz.kernel.host import call as _call

SkatLevel = tuple[int, int, bool, bool, float, int, bool] | None
SkatTally = tuple[int, list[int]]  # tricks; matadors, outcome and worlds of each kind
SkatProspect = tuple[int, int, SkatTally, float]  # contract, tally, chance to win it
#: An encoded `Comparison`, and the tallies of the entries of each stage so far.
SkatQuestion = Sequence[Any]
SkatDone = Sequence[Sequence[SkatTally]]


# --- open cards ---


def skat_best(game: int, hands: bytes, declarer: int, turn: int, trick: bytes) -> Best:
    """Return the declarer's further points with best play."""
    return Best(*_call("skat_best", game, hands, declarer, turn, trick))


def skat_moves(game: int, hands: bytes, declarer: int, turn: int, trick: bytes) -> list[tuple[int, int]]:
    """Return each legal card with the declarer's points after it."""
    (packed,) = _call("skat_moves", game, hands, declarer, turn, trick)
    return _pairs(packed)


def skat_trace(
    game: int, hands: bytes, declarer: int, turn: int, trick: bytes, cards: bytes
) -> list[list[tuple[int, int]]]:
    """Return `skat_moves` for each card of a line of play."""
    (cards_played,) = _call("skat_trace", game, hands, declarer, turn, trick, cards)
    return [_pairs(packed) for packed in cards_played]


def skat_worlds(game: int, declarer: int, turn: int, points: int, hands: bytes, alike: bool = False) -> Worlds:
    """Return for many deals whether the declarer takes *points*."""
    return Worlds(*_call("skat_worlds", game, declarer, turn, points, hands, alike))


def skat_values(game: int, declarer: int, turn: int, hands: bytes) -> Worlds:
    """Return for many deals the points that the declarer takes."""
    return Worlds(*_call("skat_values", game, declarer, turn, hands))


def _pairs(packed: bytes) -> list[tuple[int, int]]:
    return list(zip(packed[::2], packed[1::2], strict=True))


# --- players ---


def skat_named_levels() -> list[tuple[bytes, int, int, int, int, float, int, int]]:
    """Return the name and the numbers of each level."""
    (levels,) = _call("skat_named_levels")
    return list(map(tuple, levels))


def skat_bids() -> tuple[int, ...]:
    """Return all bids, ascending."""
    (bids,) = _call("skat_bids")
    return tuple(bids)


def skat_bid(view: bytes, level: SkatLevel, seed: int) -> int:
    """Return the highest bid that pays, 0 for a pass."""
    (bid,) = _call("skat_bid", view, level, seed)
    return int(bid)


def skat_decision(view: bytes, level: SkatLevel, seed: int) -> str:
    """Return the next action of the seat to move at a level: a word, as in the address of a game on the page."""
    (word,) = _call("skat_decision", view, level, seed)
    return bytes(word).decode()


def skat_tricks(game: int, cards: bytes) -> list[tuple[bytes, bytes]]:
    """Return players and cards of each trick, for cards in the order of play; the last trick lies on the table."""
    (tricks,) = _call("skat_tricks", game, cards)
    return list(map(tuple, tricks))


def skat_hint(view: bytes, worlds: int, worlds_of_card: int, seed: int) -> tuple[bytes, float | None, float | None]:
    """Return the best action as a word, the share of worlds won after it, and before play the chance at the table."""
    word, won, chance = _call("skat_hint", view, worlds, worlds_of_card, seed)
    return word, won, chance


def skat_advice(hand: int, seat: int, worlds: int, seed: int) -> tuple[int, SkatProspect]:
    """Return the highest bid that pays for ten cards, or 0, and its contract."""
    bid, best = _call("skat_advice", hand, seat, worlds, seed)
    return bid, best


def skat_fair(
    view: bytes, card: int, worlds: int, seed: int, listens: bool
) -> tuple[int, int, list[Any], float, float, float, int, int]:
    """Return worlds, whether all, chances by card, the chance lost, its interval, sure cards, and whether a mistake."""
    number, is_exact, chances, *lost_and_interval, sure, is_mistake = _call(
        "skat_fair", view, card, worlds, seed, listens
    )
    lost, low, high = lost_and_interval
    return number, is_exact, chances, lost, low, high, sure, is_mistake


def skat_fair_light(view: bytes, worlds: int, seed: int) -> tuple[int, int, int, float]:
    """Return worlds, whether they are all, the best card, and the declarer's chance after it."""
    number, is_exact, card, chance = _call("skat_fair_light", view, worlds, seed)
    return number, is_exact, card, chance


def skat_ranked_discards(cards: int, game: int) -> list[int]:
    """Return all pairs of some cards as sets, the likeliest discard first."""
    (pairs,) = _call("skat_ranked_discards", cards, game)
    return list(pairs)


def skat_claim(number: int, words: str) -> tuple[int, bool, bytes, bytes, list[bytes]]:
    """Return the number of worlds, whether checked, who does not agree if not, the cards of the rest, a world against.

    The rest is empty unless the claim holds, or all agree.
    """
    worlds, is_checked, others, line, hands = _call("skat_claim", number, words.encode())
    return int(worlds), bool(is_checked), bytes(others), bytes(line), list(hands)


def skat_light(number: int, words: str) -> bool:
    """Return whether the declarer wins a game in play with open cards from here on."""
    (won,) = _call("skat_light", number, words.encode())
    return bool(won)


def skat_winning(
    number: int, words: str, is_open: bool, card: int
) -> tuple[int, bytes, tuple[list[bytes], bytes, int] | None]:
    """Return the number of worlds, the cards that win in each, and a world in which the one card fails."""
    worlds, cards, *against = _call("skat_winning", number, words.encode(), is_open, card)
    return int(worlds), bytes(cards), tuple(against) or None


def skat_cover(game: int, flags: int, cards: int, bid: int) -> tuple[int, int, int, int]:
    """Return how a game that is won covers the bid, a number of `Cover`; its value; the skats that overbid it; all."""
    way, value, overbid, skats, _ = _call("skat_cover", game, flags, cards, bid)
    return int(way), int(value), int(overbid), int(skats)


#: How a value is calculated: contract, matadors, base value, multipliers each with the factor so far, and the value.
SkatSum = tuple[int, int, int, int, list[int], int]


def skat_textbook(cards: int) -> list[int]:
    """Return objection, jack factor, suit, its base value and trumps, and the value of ten cards by the textbook."""
    _, rule, _ = _call("skat_hand_value", cards)
    return list(rule)


def skat_value(game: int, flags: int, cards: int) -> tuple[SkatSum, int, int, *tuple[int, ...]]:
    """Return the calculation of a value, the values with Schneider and Schwarz, its bounds, and the highest bid."""
    return tuple(_call("skat_value", game, flags, cards))


def skat_score(
    game: int, flags: int, bid: int, cards: int, points: int, tricks: int, matadors: int, ending: int
) -> tuple[int, int, int, int, int, int, int, SkatSum]:
    """Return whether won, value, score, whether overbid, the reason, Schneider, Schwarz, and the calculation."""
    *numbers, _, _, total = _call("skat_score", game, flags, bid, cards, points, tricks, matadors, ending)
    won, value, written, overbid, reason, schneider, schwarz = numbers
    return won, value, written, overbid, reason, schneider, schwarz, total


def skat_list(
    counting: int, players: int, games: Sequence[Sequence[int]]
) -> tuple[list[tuple[int, ...]], list[tuple[int, int, int, int, int]], list[tuple[int, int, int]]]:
    """Return each player's points for each game of a list, the totals, and for each dealer the players in the seats."""
    points, totals, seats = _call("skat_list", counting, players, games)
    return list(map(tuple, points)), list(map(tuple, totals)), list(map(tuple, seats))


def skat_list_text(names: Sequence[str], games: Sequence[Sequence[int]]) -> str:
    """Return a list as a file of the card table has it; *games* as in `skat_list`."""
    (text,) = _call("skat_list_text", [name.encode() for name in names], games)
    return str(text, "utf-8")


# --- chances ---


def skat_usual_contracts(hand: bool) -> list[list[int]]:
    """Return the contracts compared by default, with Hand games or without."""
    (contracts,) = _call("skat_usual_contracts", hand)
    return list(contracts)


def skat_all_worlds(knowledge: Sequence[int]) -> int:
    """Return the number of possible worlds."""
    (worlds,) = _call("skat_all_worlds", knowledge)
    return int(worlds)


def skat_judge(
    known: Sequence[int], run: Sequence[int], entries: Sequence[Sequence[int]], first: int, last: int
) -> list[SkatTally]:
    """Return each entry's tally on some worlds of a run."""
    (tallies,) = _call("skat_judge", known, run, entries, first, last)
    return list(tallies)


def skat_laid_out(known: Sequence[int], run: Sequence[int], entry: Sequence[int], first: int, last: int) -> list[int]:
    """Return five numbers per world: two hands, the skat, the skat during play, the outcome."""
    (worlds,) = _call("skat_laid_out", known, run, entry, first, last)
    return list(worlds)


def skat_chances_next(question: SkatQuestion, done: SkatDone) -> tuple[int, list[Any] | None]:
    """Return the total number of games, and the next stage: its run, entries, first and last world."""
    total, stage = _call("skat_chances_next", question, done)
    return total, stage


def skat_chances_rows(question: SkatQuestion, done: SkatDone, settled: bool) -> list[list[Any]]:
    """Return contract, stage, discard, tally, interval and table chance of each contract with results, best first."""
    (rows,) = _call("skat_chances_rows", question, done, settled)
    return list(rows)


def skat_chances_discards(question: SkatQuestion, done: SkatDone, game: int, announced: int) -> list[list[Any]]:
    """Return a contract's discards, with worlds won and tried for the choice, and worlds judged."""
    (discards,) = _call("skat_chances_discards", question, done, game, announced)
    return list(discards)


def skat_table_chance(
    game: int, announced: int, cards: int, seat: int, won: int, worlds: int, bid: int
) -> float | None:
    """Return the chance at the table of a contract with some worlds won; `None` if it is not fitted."""
    (chance,) = _call("skat_table_chance", game, announced, cards, seat, won, worlds, bid)
    return None if chance is None else float(chance)


def skat_pays(
    game: int, announced: int, cards: int, seat: int, tally: SkatTally, bid: int
) -> list[tuple[float, Any, Any]]:
    """Return mean, break-even chance and highest bid at a bid, by score and in tournaments."""
    (pays,) = _call("skat_pays", game, announced, cards, seat, tally, bid)
    return list(map(tuple, pays))


# --- reviews ---


def skat_steps(number: int, words: str) -> list[Sequence[Any]]:
    """Return for each card trick, seat, card, cards, values, value before and after, cards, outcomes, code.

    The cards after the values are the best ones, and those that would have kept the outcome.
    """
    (steps,) = _call("skat_steps", number, words.encode())
    return list(steps)


def skat_put(number: int, words: str, value: int) -> tuple[int, bytes] | None:
    """Return the value of the best discard and its cards, for a game with this value at the start of play."""
    answer = _call("skat_put", number, words.encode(), value)
    return tuple(answer) or None


def skat_par(number: int, words: str, seat: int) -> tuple[int, list[tuple[int, int, bytes, int, int, int]]]:
    """Return the place of the seat's best contract or -1, and contract, discard, value, outcome, score of each."""
    best, rows = _call("skat_par", number, words.encode(), seat)
    return int(best), list(map(tuple, rows))


def skat_covers(number: int, words: str, value: int) -> tuple[int, int, int]:
    """Return the highest bid that a game with this value covers, or 0; the declarer's and each defender's points."""
    covers, declarer, defender = _call("skat_covers", number, words.encode(), value)
    return int(covers), int(declarer), int(defender)
