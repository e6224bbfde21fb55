"""The checker against the referee: equal verdicts and equal first illegal moves, for right and altered lines."""

from __future__ import annotations

from array import array
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kernel_functions as kernel
from kernel_bytes import position_of, rules_of
from kiebitz.errors import KiebitzError
from kiebitz.kernel.answers import Limits
from kiebitz.patience import EmptyColumn, HomeMoves, Position, Rules, Supermoves, game
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import decode_moves, encode_layout, encode_move, encode_position, encode_rules
from kiebitz.patience.piles import CELL_CODE, STOCK_CODE
from kiebitz.patience.referee import is_won, legal_moves, refusal, unchecked
from tables import rules, walk

FREECELL = game("freecell")


def first_fault(position: Position, line: bytes) -> int:
    """Return the referee's verdict in the checker's terms."""
    moves = [line[at : at + 3] for at in range(0, len(line), 3)]
    for index, three in enumerate(moves):
        try:
            move = decode_moves(three)[0]
        except KiebitzError:
            return index  # no such pile
        if refusal(position, move) is not None:
            return index
        position = unchecked(position, move)
    return -1 if is_won(position) else len(moves)


def as_kernel_counts(some: Rules) -> Rules:
    """Return the game with the multi-card rule of the kernel's lines."""
    return some if some.supermoves is Supermoves.WHOLE else some.with_(supermoves="standard")


def random_game(some: Rules, seed: int, steps: int) -> tuple[Position, bytes]:
    """A position without stock and a line of random legal moves."""
    game_positions = walk(some, seed, steps + some.stock)
    start = next((position for position in game_positions if not position.stock), None)
    if start is None:
        raise AssertionError(f"{some!r}: no move for the stock")
    line, position, chance = b"", start, Random(seed)
    for _ in range(steps):
        moves = list(legal_moves(position))
        if not moves:
            break
        move = moves[int(len(moves) * chance.random() ** 2)]
        line += encode_move(move)
        position = unchecked(position, move)
    return start, line


@st.composite
def spoilt(draw: st.DrawFn, line: bytes) -> bytes:
    """A line with some moves swapped, deleted, doubled or altered."""
    moves = [list(line[at : at + 3]) for at in range(0, len(line), 3)]
    piles = st.integers(0, 19) | st.integers(32, 44) | st.integers(48, 52) | st.integers(0, 255)
    for _ in range(draw(st.integers(0, 3))):
        if not moves:
            break
        at = draw(st.integers(0, len(moves) - 1))
        change = draw(st.integers(0, 5))
        if change == 0:
            other = draw(st.integers(0, len(moves) - 1))
            moves[at], moves[other] = moves[other], moves[at]
        elif change == 1:
            del moves[at]
        elif change == 2:
            moves.insert(at, list(moves[at]))
        elif change == 3:
            moves[at][2] = draw(st.integers(0, 14) | st.integers(0, 255))
        else:
            moves[at][change - 4] = draw(piles)
    return b"".join(map(bytes, moves))


def agree(position: Position, line: bytes) -> None:
    verdict = kernel.check(encode_rules(position.rules), encode_position(position), line)
    assert verdict == first_fault(position, line), (position, line.hex())


@given(st.data(), rules().map(as_kernel_counts), st.integers(0, 2**32), st.integers(0, 60))
@settings(max_examples=300, deadline=None)
def test_random_games(data: st.DataObject, some: Rules, seed: int, steps: int) -> None:
    position, line = random_game(some, seed, steps)
    agree(position, line)
    agree(position, data.draw(spoilt(line)))


WINNABLE = ["freecell", "bakers_game", "eight_off", "relaxed_freecell", "relaxed_seahaven_towers", "solitaire_6x6_down"]


def won_game(name: str, number: int) -> tuple[Position, bytes]:
    """A deal and its solution, or an empty line if none is found quickly."""
    position = deal(number, as_kernel_counts(game(name)))
    line = kernel.solve(encode_rules(position.rules), encode_position(position), 0, Limits(2000))[1]
    return position, line


@pytest.mark.parametrize("name", WINNABLE)
@given(st.data(), st.integers(1, 300))
@settings(max_examples=25, deadline=None)
def test_winning_lines_and_spoilt_ones(name: str, data: st.DataObject, number: int) -> None:
    position, line = won_game(name, number)
    assert line == b"" or first_fault(position, line) == -1
    agree(position, line)
    agree(position, data.draw(spoilt(line)))


@pytest.mark.parametrize("name", WINNABLE)
@given(st.integers(1, 300), st.floats(0, 0.9), st.sampled_from(EmptyColumn))
@settings(max_examples=8, deadline=None)
def test_every_move_on_the_way(name: str, number: int, part: float, empty_column: EmptyColumn) -> None:
    position, line = won_game(name, number)
    for at in range(0, int(len(line) // 3 * part) * 3, 3):
        position = unchecked(position, decode_moves(line[at : at + 3])[0])
    some = position.rules.with_(empty_column=empty_column)
    position = Position(some, position.foundations, position.cells, position.columns)
    rule_bytes, board = encode_rules(some), encode_position(position)
    piles = [*range(some.columns + 1), *range(32, 33 + some.cells), *range(48, 53)]
    for source in piles:
        cards = len(position.columns[source]) if source < some.columns else 1
        for target in piles:
            for count in range(cards + 2 if target < some.columns else 3):
                move = bytes((source, target, count))
                assert kernel.check(rule_bytes, board, move) == first_fault(position, move), (position, move.hex())


# --- forced moves home ---


@given(st.sampled_from(["freecell", "bakers_game", "solitaire_6x6_down"]), st.integers(0, 2**32), st.integers(0, 40))
@settings(max_examples=60, deadline=None)
def test_forced_moves_home(name: str, seed: int, steps: int) -> None:
    position = walk(game(name), seed, steps)[-1]
    forced = position.under(position.rules.with_(home_moves=HomeMoves.FORCED))
    for move in legal_moves(position):
        agree(forced, encode_move(move))


# --- ranges ---


def packed(numbers: list[int]) -> bytes:
    return b"".join(number.to_bytes(4, "little") for number in numbers)


def solved_range(first: int, last: int, some: Rules = FREECELL) -> tuple[bytes, bytes, bytes]:
    verdicts, _, lines, ends, *_ = kernel.solve_range(
        encode_rules(some), encode_layout(some), first, last, 0, Limits(6000)
    )
    return verdicts, lines, ends


@pytest.mark.parametrize(
    "some",
    [
        FREECELL,
        game("bakers_game"),
        game("eight_off"),
        game("seahaven_towers"),
        game("challenge_freecell"),
        FREECELL.with_(foundations="down"),
    ],
    ids=str,
)
def test_ranges_of_right_and_spoilt_lines(some: Rules) -> None:
    first, last = 1, 12
    rule_bytes, layout = encode_rules(some), encode_layout(some)
    verdicts, lines, ends = solved_range(first, last, some)
    assert 0 in verdicts
    assert kernel.check_range(rule_bytes, layout, first, last, verdicts, lines, ends) == last + 1
    stops = array("I", ends).tolist()
    chance = Random(1)
    for _ in range(40):
        at = chance.randrange(len(lines))
        changed = lines[:at] + bytes((lines[at] ^ chance.randrange(1, 64),)) + lines[at + 1 :]
        number = first + next(index for index, stop in enumerate(stops) if at < stop)
        start = stops[number - first - 1] if number > first else 0
        right = first_fault(deal(number, some), changed[start : stops[number - first]]) == -1
        verdict = kernel.check_range(rule_bytes, layout, first, last, verdicts, changed, ends)
        assert verdict == (last + 1 if right else number)


def test_claims_without_lines_and_lines_without_claims() -> None:
    rule_bytes, layout = encode_rules(FREECELL), encode_layout(FREECELL)

    def verdict(verdicts: list[int], lines: bytes, ends: list[int]) -> int:
        fault = kernel.check_range(rule_bytes, layout, 1, len(verdicts), bytes(verdicts), lines, packed(ends))
        assert isinstance(fault, int)
        return fault

    assert verdict([1, 2], b"", [0, 0]) == 3
    assert verdict([1, 0], b"", [0, 0]) == 2
    assert verdict([0, 1], bytes((0, 32, 1)), [3, 3]) == 1
    assert verdict([1, 2], bytes((0, 32, 1)), [0, 3]) == 2
    assert verdict([1, 0], bytes((0, 32)), [0, 2]) == 2


def _bad_ranges() -> list[tuple[bytes, bytes, int, int, bytes, bytes, bytes]]:
    rule_bytes, layout = encode_rules(FREECELL), encode_layout(FREECELL)
    return [
        (encode_rules(game("solitaire_6x6")), layout, 1, 1, b"\1", b"", packed([0])),
        (rule_bytes, layout[:51], 1, 1, b"\1", b"", packed([0])),
        (rule_bytes, layout + b"\1\1", 1, 1, b"\1", b"", packed([0])),
        (rule_bytes, layout + b"\64", 1, 1, b"\1", b"", packed([0])),
        (rule_bytes, b"\10" + layout[1:], 1, 1, b"\1", b"", packed([0])),
        (rule_bytes, bytes([STOCK_CODE]) + layout[1:], 1, 1, b"\1", b"", packed([0])),
        (rule_bytes, bytes([CELL_CODE] * 2) + layout[2:], 1, 1, b"\1", b"", packed([0])),
        (rule_bytes, layout, 2, 1, b"", b"", b""),
        (rule_bytes, layout, -1, -1, b"\1", b"", packed([0])),
        (rule_bytes, layout, 2**33, 2**33, b"\1", b"", packed([0])),
        (rule_bytes, layout, 1, 2, b"\1", b"", packed([0, 0])),
        (rule_bytes, layout, 1, 2, b"\1\1", b"", packed([0])),
        (rule_bytes, layout, 1, 1, b"\3", b"", packed([0])),
        (rule_bytes, layout, 1, 1, b"\1", b"", packed([3])),
        (rule_bytes, layout, 1, 2, b"\1\1", bytes(6), packed([6, 3])),
        (rule_bytes, layout, 1, 1, b"\1", bytes(3), packed([0])),
        (rule_bytes, layout, 1, 1, b"\1", b"", b"\0\0\0"),
    ]


@pytest.mark.parametrize("arguments", _bad_ranges())
def test_malformed_ranges(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r"^(rules|layout|number of a deal|range|verdicts|lines|ends|value).*: "):
        kernel.check_range(*arguments)


# --- invalid bytes ---


@st.composite
def noise(draw: st.DrawFn, good: bytes) -> bytes:
    """Valid bytes with some altered, inserted or deleted; or arbitrary bytes."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=100))
    bad = bytearray(good)
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(bad) - 1)) if bad else 0
        byte = draw(st.integers(0, 60) | st.integers(0, 255))
        bad[at : at + draw(st.integers(0, 1))] = bytes([byte] * draw(st.integers(0, 2)))
    return bytes(bad)


def meaning(rule_bytes: bytes, board: bytes, line: bytes) -> int | str:
    """Return the referee's verdict, or which bytes are invalid."""
    some = rules_of(rule_bytes)
    if some is None:
        return "rules"
    position = position_of(some, board)
    if position is None:
        return "position"
    return "line" if len(line) % 3 else first_fault(position, line)


@given(st.data(), rules(), st.integers(0, 2**32), st.integers(0, 40))
@settings(max_examples=300, deadline=None)
def test_noise_is_refused_in_one_line(data: st.DataObject, some: Rules, seed: int, steps: int) -> None:
    position, line = random_game(some, seed, steps)
    arguments = (
        data.draw(noise(encode_rules(position.rules))),
        data.draw(noise(encode_position(position))),
        data.draw(noise(line)),
    )
    try:
        verdict: int | str = kernel.check(*arguments)
    except ValueError as error:
        assert "\n" not in str(error)  # noqa: PT017  any message of one line
        verdict = str(error).partition(":")[0].partition(",")[0]
    assert verdict == meaning(*arguments)
