"""Skat with open cards: the kernel against the oracle, value by value; the referee replays its lines.

A mean would hide rare wrong bounds, so positions are compared one by one: all six games, all declarers and turns, also
within tricks.
"""

from __future__ import annotations

from random import Random

import pytest

import kernel_functions as kernel
from kiebitz.cards import Card
from kiebitz.skat.contract import Game
from kiebitz.skat.referee import Play, replay
from kiebitz.skat.seats import Seat
from oracle.skat import (
    ALL,
    GAMES,
    PACK,
    POINTS,
    Ending,
    after,
    card_of,
    code,
    game_code,
    hands_bytes,
    legal,
    trick_bytes,
    value,
    values,
)


def ending(chance: Random, game: str, tricks: int, played: int, *, crowded: bool = False) -> Ending:
    """Any cards in any hands, *played* of them in the first trick.

    *crowded* prefers jacks and two suits, so that cards of equal worth are adjacent, in one hand or in several.
    """
    pack = PACK
    if crowded:
        suits = chance.sample("CSHD", 2)
        near = [card for card in PACK if card[0] == "J" or (card[1] in suits and card[0] in "789TA")]
        rest = [card for card in PACK if card not in near]
        pack = [*near, *chance.sample(rest, len(rest))][: max(3 * tricks, len(near))]
    cards = chance.sample(pack, 3 * tricks)
    zero, one, two = (frozenset(cards[seat * tricks : seat * tricks + tricks]) for seat in range(3))
    position = Ending((zero, one, two), chance.randrange(3), ())
    for _ in range(played):
        position, _, _ = after(game, position, chance.choice(legal(game, position)))
    return position


def play_of(game: str, declarer: int, position: Ending) -> Play:
    names = dict(zip(GAMES, (Game.CLUBS, Game.SPADES, Game.HEARTS, Game.DIAMONDS, Game.GRAND, Game.NULL), strict=True))
    zero, one, two = (tuple(map(Card.parse, sorted(hand))) for hand in position.hands)
    trick = tuple(map(Card.parse, position.trick))
    return Play(names[game], Seat(declarer), (zero, one, two), Seat(position.turn), trick)


def check_line(play: Play, value: int, line: bytes) -> None:
    """Replay a line of best play: it ends the game, and the declarer has exactly his value."""
    end = replay(play, [Card.parse(card_of(number)) for number in line])
    assert end.is_over
    result = end.result
    assert value == (int(result.is_won) if play.game is Game.NULL else result.declarer_points)


def check_ending(chance: Random, game: str, declarer: int, position: Ending) -> None:
    expected = values(game, declarer, position)
    worth = max(expected.values()) if position.turn == declarer else min(expected.values())
    assert value(game, declarer, position) == worth  # as for long endings
    question = game_code(game), hands_bytes(position), declarer, position.turn, trick_bytes(position)
    around = {worth - 1, worth, worth + 1, 0, 1, ALL, chance.randrange(-1, ALL + 2)}
    why = game, declarer, position
    text, line = kernel.skat_best(*question)
    assert text == worth, why
    check_line(play_of(game, declarer, position), worth, line)
    assert dict(kernel.skat_moves(*question)) == {code(card): each for card, each in expected.items()}, why
    if not position.trick:
        world = game_code(game), declarer, position.turn
        assert kernel.skat_values(*world, hands_bytes(position))[0] == bytes((worth,)), why
        for points in around:
            reached = worth == 1 if game == "null" else worth >= points
            assert kernel.skat_worlds(*world, points, hands_bytes(position))[0] == bytes((reached,)), (points, *why)


def check_endings(seed: str, tricks: int, count: int) -> None:
    chance = Random(f"{seed} {tricks}")
    for number in range(count):
        game = GAMES[number % len(GAMES)]
        position = ending(chance, game, tricks, number // 6 % 3, crowded=number // 18 % 2 == 1)
        check_ending(chance, game, chance.randrange(3), position)


@pytest.mark.parametrize(("tricks", "count"), [(1, 72), (2, 108), (3, 144), (4, 72), (5, 18)])
def test_endings(tricks: int, count: int) -> None:
    check_endings("few", tricks, count)


def check_tricks(seed: str, tricks: int, count: int) -> None:
    """With one point per card, compare the declarer's tricks, and whether he takes that number."""
    chance = Random(f"{seed} {tricks} by tricks")
    for number in range(count):
        game = GAMES[number % 5]
        position = ending(chance, game, tricks, number // 5 % 3, crowded=number // 15 % 2 == 1)
        declarer = chance.randrange(3)
        expected = values(game, declarer, position, by_tricks=True)
        worth = max(expected.values()) if position.turn == declarer else min(expected.values())
        coded = game_code(game) + 8
        question = coded, hands_bytes(position), declarer, position.turn, trick_bytes(position)
        assert dict(kernel.skat_moves(*question)) == {code(card): each for card, each in expected.items()}, position
        for points in () if position.trick else (3, 3 * tricks):
            reached = kernel.skat_worlds(coded, declarer, position.turn, points, hands_bytes(position))[0]
            assert reached == bytes((worth >= points,)), position


@pytest.mark.parametrize(("tricks", "count"), [(1, 30), (2, 45), (3, 60), (4, 30)])
def test_endings_by_tricks(tricks: int, count: int) -> None:
    check_tricks("few", tricks, count)


@pytest.mark.slow
@pytest.mark.parametrize(("tricks", "count"), [(2, 1500), (3, 3000), (4, 1500), (5, 300)])
def test_many_endings_by_tricks(tricks: int, count: int) -> None:
    check_tricks("many", tricks, count)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize(("tricks", "count"), [(1, 288), (2, 540), (3, 900), (4, 612), (5, 180), (6, 54)])
def test_many_endings(tricks: int, count: int, part: int) -> None:
    check_endings(f"many {part}", tricks, count)


# --- deals too long for `values` ---


def worlds(chance: Random, tricks: int, count: int) -> list[Ending]:
    return [ending(chance, "grand", tricks, 0) for _ in range(count)]


def compare_worlds(seed: str, tricks: int, count: int, *, exact: bool) -> None:
    """Compare single and batched answers; the oracle for values, or unless *exact* for 61 points or more."""
    chance = Random(seed)
    for game in GAMES:
        declarer, turn = chance.randrange(3), chance.randrange(3)
        endings = [Ending(world.hands, turn, ()) for world in worlds(chance, tricks, count)]
        packed = b"".join(map(hands_bytes, endings))
        numbers, _ = kernel.skat_values(game_code(game), declarer, turn, packed)
        assert len(numbers) == count
        for worth, world in zip(numbers, endings, strict=True):
            text, line = kernel.skat_best(game_code(game), hands_bytes(world), declarer, turn, b"")
            assert text == worth
            check_line(play_of(game, declarer, world), worth, line)
            if exact or game == "null":
                assert value(game, declarer, world) == worth, world
            else:
                assert (value(game, declarer, world, 60, 61) >= 61) == (worth >= 61), world
        for points in (1, 31, 61, 90, ALL):
            reached = bytes(worth == 1 if game == "null" else worth >= points for worth in numbers)
            assert kernel.skat_worlds(game_code(game), declarer, turn, points, packed)[0] == reached


def test_seven_tricks() -> None:
    compare_worlds("seven", 7, 2, exact=True)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize(("tricks", "count"), [(7, 8), (8, 6), (9, 2)])
def test_more_tricks(tricks: int, count: int, part: int) -> None:
    compare_worlds(f"more {part}", tricks, count, exact=True)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_whole_deals(part: int) -> None:
    compare_worlds(f"whole {part}", 10, 20, exact=False)
    compare_worlds(f"exact {part}", 10, 1, exact=True)


# --- rejected arguments ---


HANDS = hands_bytes(Ending((frozenset({"7C", "8C"}), frozenset({"9C", "TC"}), frozenset({"JC", "QC"})), 0, ()))
SHORT = hands_bytes(Ending((frozenset({"7C"}), frozenset({"9C", "TC"}), frozenset({"JC", "QC"})), 0, ()))


@pytest.mark.parametrize(
    ("game", "hands", "declarer", "turn", "trick"),
    [
        (-1, HANDS, 0, 0, b""),
        (6, HANDS, 0, 0, b""),
        (0, HANDS[:-1], 0, 0, b""),
        (0, HANDS + b"\0", 0, 0, b""),
        (0, HANDS, 3, 0, b""),
        (0, HANDS, -1, 0, b""),
        (0, HANDS, 0, 3, b""),
        (0, HANDS, 0, -1, b""),
        (0, HANDS[:8] + HANDS[:4], 0, 0, b""),  # a card in two hands
        (0, SHORT, 0, 0, b""),
        (0, SHORT, 0, 0, b"\x1f"),  # the wrong seat has played
        (0, SHORT, 0, 1, b"\x20"),  # not a card
        (0, SHORT, 0, 1, b"\x02"),  # also in a hand
        (0, SHORT, 0, 2, b"\x1f\x1f"),
        (0, HANDS, 0, 0, b"\x1c\x1d\x1e"),
    ],
)
def test_malformed_positions(game: int, hands: bytes, declarer: int, turn: int, trick: bytes) -> None:
    with pytest.raises(ValueError, match=": "):
        kernel.skat_best(game, hands, declarer, turn, trick)
    with pytest.raises(ValueError, match=": "):
        kernel.skat_moves(game, hands, declarer, turn, trick)
    if not trick:
        with pytest.raises(ValueError, match=": "):
            kernel.skat_values(game, declarer, turn, HANDS + hands)
        with pytest.raises(ValueError, match=": "):
            kernel.skat_worlds(game, declarer, turn, 1, HANDS + hands)


def test_nothing_left_to_play() -> None:
    empty = bytes(12)
    assert kernel.skat_best(0, empty, 0, 0, b"") == (0, b"")
    assert kernel.skat_best(5, empty, 0, 0, b"") == (1, b"")
    assert kernel.skat_moves(0, empty, 0, 0, b"") == []
    assert kernel.skat_values(0, 0, 0, b"")[0] == b""
    assert kernel.skat_worlds(0, 0, 0, 61, b"")[0] == b""


# --- whole lines, discards, levels ---


def walked(chance: Random, game: str, declarer: int, position: Ending) -> tuple[bytes, list[dict[int, int]]]:
    """Play random cards to the end, and return the value of each alternative."""
    line, expected = bytearray(), []
    while position.hands[position.turn]:
        expected.append({code(card): worth for card, worth in values(game, declarer, position).items()})
        card = chance.choice(legal(game, position))
        line.append(code(card))
        position, taker, _ = after(game, position, card)
        if game == "null" and taker == declarer:
            break
    return bytes(line), expected


@pytest.mark.parametrize("tricks", [1, 3, 4])
def test_each_card_of_a_line(tricks: int) -> None:
    chance = Random(f"lines {tricks}")
    for number in range(24):
        game = GAMES[number % len(GAMES)]
        declarer = chance.randrange(3)
        position = ending(chance, game, tricks, number // 6 % 3)
        line, expected = walked(chance, game, declarer, position)
        question = game_code(game), hands_bytes(position), declarer, position.turn, trick_bytes(position)
        assert [dict(one) for one in kernel.skat_trace(*question, line)] == expected, (game, declarer, position)
        assert kernel.skat_trace(*question, b"") == []


def test_levels() -> None:
    chance = Random("levels")
    for number in range(36):
        game = GAMES[number % len(GAMES)]
        declarer = chance.randrange(3)
        position = ending(chance, game, 3, number // 6 % 3)
        # Another world for the seat to play: swap the other hands if they are equally large, neither with a known void.
        hands = list(position.hands)
        left, right = (position.turn + 1) % 3, (position.turn + 2) % 3
        worlds = [position]
        if not position.trick:
            hands[left], hands[right] = hands[right], hands[left]
            worlds.append(Ending((hands[0], hands[1], hands[2]), position.turn, position.trick))
        had = bytes(chance.randrange(60) for _ in worlds)
        levels = sorted(chance.randrange(ALL + 1) for _ in range(chance.randrange(5)))
        expected = []
        for world, points in zip(worlds, had, strict=True):
            worths = values(game, declarer, world)
            for card in sorted(worths, key=code):
                total = points + worths[card]
                expected.append(worths[card] if game == "null" else sum(level <= total for level in levels))
        question = game_code(game), b"".join(map(hands_bytes, worlds)), declarer, position.turn, trick_bytes(position)
        assert list(kernel.skat_levels(*question, had, bytes(levels))[0]) == expected, (
            game,
            declarer,
            worlds,
        )


def test_best_discards() -> None:
    chance = Random("discards")
    for number in range(12):
        game = GAMES[number % len(GAMES)]
        declarer, turn = chance.randrange(3), chance.randrange(3)
        cards = chance.sample(PACK, 11)
        own = cards[:5]
        hands = [frozenset(cards[5:8]), frozenset(cards[8:11])]
        worths = {}
        for pair in ((one, two) for place, one in enumerate(own) for two in own[:place]):
            three = hands[:]
            three.insert(declarer, frozenset(own) - {*pair})
            world = Ending((three[0], three[1], three[2]), turn, ())
            worth = (max if turn == declarer else min)(values(game, declarer, world).values())
            in_skat = 0 if game == "null" else sum(POINTS[card[0]] for card in pair)
            worths[pair] = worth + in_skat
        best = max(worths.values())
        index = list(worths.values()).index(best)
        with_skat = hands[:]
        with_skat.insert(declarer, frozenset(own))
        packed = hands_bytes(Ending((with_skat[0], with_skat[1], with_skat[2]), turn, ()))
        pairs = bytes(code(card) for pair in worths for card in pair)
        question = game_code(game), packed, declarer, turn, pairs
        assert kernel.skat_best_discard(*question) == kernel.skat_best_discard(*question, best) == (index, best)
        if game != "null" or best == 0:
            assert kernel.skat_best_discard(*question, best + 1) == (0, -1)


def test_malformed_lines_levels_and_discards() -> None:
    for line in (b"\x02", b"\x20", b"\x00\x01", b"\x00\x02\x04\x00"):  # not held, not a card, not in turn, played
        with pytest.raises(ValueError, match=": "):
            kernel.skat_trace(0, HANDS, 0, 0, b"", line)
    with pytest.raises(ValueError, match=": "):  # the game is over with the declarer's trick
        kernel.skat_trace(5, HANDS, 2, 0, b"", b"\x00\x02\x04\x05")
    for hands, had, levels in (
        (HANDS, b"", b"="),
        (HANDS, b"\0\0", b"="),
        (HANDS, b"\0", b"=<"),
        (HANDS[1:], b"\0", b"="),
    ):
        with pytest.raises(ValueError, match=": "):
            kernel.skat_levels(0, hands, 0, 0, b"", had, levels)
    with pytest.raises(ValueError, match=": "):
        kernel.skat_levels(0, HANDS + HANDS[4:8] + HANDS[:4] + HANDS[8:], 0, 0, b"", b"\0\0", b"=")
    full = hands_bytes(Ending((frozenset({"7C", "8C", "7S"}), frozenset({"9C"}), frozenset({"JC"})), 0, ()))
    for pairs in (b"", b"\0", b"\0\0", b"\0\2", b"\0\x20"):
        with pytest.raises(ValueError, match=": "):
            kernel.skat_best_discard(0, full, 0, 0, pairs)
    with pytest.raises(ValueError, match=": "):
        kernel.skat_best_discard(0, HANDS, 0, 0, b"\0\1")
