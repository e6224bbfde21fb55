"""The native kernel in a process: limits, Ctrl-C, threads, SIMD, and arbitrary bytes.

`test_verdicts.py` and `tests/differential` check its verdicts.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kernel_functions as kernel
import oracle
from kiebitz.deals import microsoft
from kiebitz.kernel.answers import Dealing, Limits, Play
from kiebitz.patience import Position, Rules, Supermoves, game
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import decode_moves, encode_layout, encode_position, encode_rules
from kiebitz.patience.referee import verify
from kiebitz.patience.rule_options import Build, Foundations
from processes import Started
from tables import positions, rules

native: Any = kernel

SOLVED, IMPOSSIBLE, UNDECIDED = range(3)
FIRST, PROVE, PLAIN = range(3)
BY_STATES, BY_TIME, BY_MEMORY = 1, 2, 3
FREECELL = game("freecell")
TWO_CELLS = FREECELL.with_(cells=2)
# Undecided after ten gigabytes, practically endless.
ENDLESS = encode_rules(TWO_CELLS), encode_position(deal(982, TWO_CELLS))
# Undecided after millions of positions, with rules that exclude quick attempts.
LONG = encode_rules(game("forecell")), encode_position(deal(527, "forecell"))


def child(code: str, **environment: str) -> Started:
    imports = "from kiebitz.kernel import functions as native\nfrom kiebitz.kernel.answers import Limits\n"
    start = f"rule_bytes, board = {ENDLESS!r}\n{imports}"
    return Started(
        [sys.executable, "-c", start + code], env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
    )


def answer(code: str, **environment: str) -> Any:
    """Return the child's output, read as JSON."""
    with child("import json\n" + code, **environment) as run:
        out = run.communicate()[0]
    assert run.returncode == 0
    return json.loads(out)


# --- SIMD and plain code ---

RANGES = """
import hashlib
from kiebitz.patience.encoding import encode_layout, encode_rules
from kiebitz.patience import game
told = [native.simd()]
for changes in ({}, {"cells": 3}, {"cells": 2}, {"cells": 5, "columns": 7}, {"supermoves": "whole", "cells": 2}):
    some = game("freecell").with_(**changes)
    parts = native.solve_range(encode_rules(some), encode_layout(some), 1, 40, 0, Limits(20_000))
    told.append([hashlib.sha256(part).hexdigest() for part in parts])
print(json.dumps(told))
"""


def test_vectors_change_no_verdict_no_count_and_no_line() -> None:
    with_vectors, without = answer(RANGES, KIEBITZ_SIMD=""), answer(RANGES, KIEBITZ_SIMD="plain")
    assert without[0] == "plain"
    assert without[1:] == with_vectors[1:]


# --- Ctrl-C and threads ---

SEARCHES = {
    "prove": "native.solve(rule_bytes, board, 1)",
    "plain": "native.solve(rule_bytes, board, 2)",
    "first": "native.solve(rule_bytes, board, 0)",
    "range": f"native.solve_range(rule_bytes, {encode_layout(FREECELL)!r}, 1, 10**9, 0, Limits(2000), False)",
}


@pytest.mark.parametrize("search", SEARCHES)
def test_ctrl_c_ends_any_search(search: str) -> None:
    code = (
        f"print('ready', flush=True)\ntry:\n    {SEARCHES[search]}\nexcept KeyboardInterrupt:\n    print('stopped')\n"
    )
    with child(code) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "ready\n"
        time.sleep(0.3)
        assert run.poll() is None, "the search is over too early for this test"
        sent = time.monotonic()
        run.send_signal(signal.SIGINT)
        assert run.stdout.readline() == "stopped\n"
        assert time.monotonic() - sent < 10  # hundredths of a second on an idle machine
    assert run.returncode == 0


def test_other_threads_go_on_while_a_search_runs() -> None:
    ticks, over = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not over.wait(0.005):
            ticks += 1

    clock = threading.Thread(target=tick)
    clock.start()
    assert native.solve(*ENDLESS, PROVE, Limits(0, 0.5, 0))[2] == BY_TIME
    over.set()
    clock.join()
    assert ticks > 2  # it would be one if the search held the interpreter's lock


def test_searches_in_threads_do_not_disturb_each_other() -> None:
    boards = [encode_position(deal(number)) for number in range(1, 9)]
    alone = [native.solve(encode_rules(FREECELL), board, FIRST) for board in boards]
    together: list[Any] = [None] * len(boards)

    def search(index: int) -> None:
        together[index] = native.solve(encode_rules(FREECELL), boards[index], FIRST)

    threads = [threading.Thread(target=search, args=(index,)) for index in range(len(boards))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


def test_whoever_asked_for_a_best_score_can_end_it() -> None:
    asked = 0

    def ask() -> None:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise TimeoutError

    yukon = game("yukon")
    board = encode_rules(yukon), encode_position(deal(1, yukon))
    start = time.monotonic()
    with pytest.raises(TimeoutError):
        native.best_score(*board, exhaustive=True, ask=ask)
    assert asked == 3
    assert time.monotonic() - start < 10


# --- limits ---


@pytest.mark.parametrize("mode", [FIRST, PROVE, PLAIN])
@pytest.mark.parametrize("states", [1, 2, 100, 1000, 1001, 5000, 6023, 6024, 6025, 20_000])
def test_limit_of_states(mode: int, states: int) -> None:
    for hard in (ENDLESS, LONG):
        verdict, line, limit, searched, _, _ = native.solve(*hard, mode, Limits(states))
        assert (verdict, line, limit) == (UNDECIDED, b"", BY_STATES)
        assert states <= searched <= states + 1  # a quick attempt counts its start


@pytest.mark.parametrize("mode", [FIRST, PROVE, PLAIN])
def test_limit_of_time(mode: int) -> None:
    for seconds in (1e-9, 0.1):
        start = time.monotonic()
        assert native.solve(*ENDLESS, mode, Limits(0, seconds, 0))[:3] == (UNDECIDED, b"", BY_TIME)
        assert seconds <= time.monotonic() - start < seconds + 10


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("hard", [ENDLESS, LONG], ids=["two cells", "forecell"])
@pytest.mark.parametrize("mode", [FIRST, PROVE, PLAIN])
def test_limit_of_memory_holds_for_the_whole_process(hard: tuple[bytes, bytes], mode: int) -> None:
    code = (
        f"rule_bytes, board = {hard!r}\n"
        "def peak():\n"
        "    with open('/proc/self/status') as status:\n"
        "        return 1024 * int(next(line for line in status if line.startswith('VmHWM')).split()[1])\n"
        "told = []\n"
        "for limit in (8_000_000, 32_000_000):\n"
        "    before = peak()\n"
        f"    answer = native.solve(rule_bytes, board, {mode}, Limits(0, 0.0, limit))\n"
        "    told.append((limit, answer[0], answer[2], answer[5], peak() - before))\n"
        "print(json.dumps(told))\n"
    )
    for limit, verdict, hit, kernel_s, measured in answer(code):
        if verdict == UNDECIDED:
            assert hit == BY_MEMORY
            assert kernel_s > limit / 4  # an explicit limit is used
        assert kernel_s <= limit
        assert measured < limit + 2_500_000  # stack, code pages, malloc's overhead


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits the address space")
def test_where_memory_runs_out_python_learns_it() -> None:
    code = (
        "import resource\n"
        "with open('/proc/self/statm') as statm:\n"
        "    used = int(statm.read().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (used + 60_000_000,) * 2)\n"
        "try:\n"
        "    native.solve(rule_bytes, board, 1)\n"
        "except MemoryError:\n"
        "    print('true')\n"
    )
    assert answer(code) is True


# --- arbitrary positions and bytes ---


@given(positions(), st.sampled_from([FIRST, PROVE]))
@settings(max_examples=150, deadline=None)
def test_verdicts_on_positions_under_way_are_the_oracle_s(position: Position, mode: int) -> None:
    if position.stock:
        return
    rule_bytes, board = encode_rules(position.rules), encode_position(position)
    any_card = position.rules.supermoves is Supermoves.ANY
    if any_card and (
        position.rules.cells
        or position.rules.build is Build.ANY_SUIT
        or position.rules.foundations is Foundations.WHOLE_RUNS
    ):
        with pytest.raises(ValueError, match=r"^rules: (no|columns) "):
            native.solve(rule_bytes, board, mode, Limits(20_000))
        return
    if not any_card and any(position.face_down):
        return  # unsupported: the encoding lacks the face-down cards
    verdict, line, limit, *_ = native.solve(rule_bytes, board, mode, Limits(20_000))
    if verdict == SOLVED:
        moves = decode_moves(line)
        as_it_is = position.rules.supermoves in (Supermoves.WHOLE, Supermoves.ANY)
        kernel_s = position.rules if as_it_is else position.rules.with_(supermoves=Supermoves.STANDARD)
        verify(position.under(kernel_s), moves)
        assert native.check(rule_bytes, board, line) == -1
    assert (verdict == UNDECIDED) == (limit != 0)
    if verdict == IMPOSSIBLE:
        assert not oracle.can_be_won(position, 2_000)


@given(rules(), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_a_range_is_its_deals(some: Rules, first: int) -> None:
    rule_bytes, layout = encode_rules(some), encode_layout(some)
    verdicts, states, lines, ends, *_ = native.solve_range(rule_bytes, layout, first, first + 2, FIRST, Limits(3000))
    assert native.check_range(rule_bytes, layout, first, first + 2, verdicts, lines, ends) == first + 3
    begin = 0
    for index in range(3):
        board = encode_position(deal(first + index, some))
        verdict, line, _, searched, _, _ = native.solve(rule_bytes, board, FIRST, Limits(3000))
        stop = int.from_bytes(ends[4 * index : 4 * index + 4], "little")
        assert (verdict, line) == (verdicts[index], lines[begin:stop])
        assert searched == int.from_bytes(states[4 * index : 4 * index + 4], "little")
        begin = stop


@given(st.binary(max_size=12), st.binary(max_size=90), st.integers(-2, 5))
@settings(max_examples=300, deadline=None)
def test_noise_is_refused(rule_bytes: bytes, board: bytes, mode: int) -> None:
    for some_law, some_board in (
        (rule_bytes, board),
        (encode_rules(FREECELL), board),
        (rule_bytes, encode_position(deal(1))),
    ):
        with pytest.raises(ValueError, match=r"^(rules|position|mode): "):
            native.solve(some_law, some_board, mode, Limits(1000))


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 20)), max_size=2), st.integers(0, 200), st.integers(0, 255))
@settings(max_examples=300, deadline=None)
def test_bytes_that_are_nearly_right_are_refused_or_searched(
    changes: list[tuple[int, int]], place: int, byte: int
) -> None:
    rule_bytes, board = bytearray(encode_rules(FREECELL)), bytearray(encode_position(deal(617)))
    for index, value in changes:
        rule_bytes[index] = value
    board[place % len(board)] = byte
    try:
        verdict, *_ = native.solve(bytes(rule_bytes), bytes(board), FIRST, Limits(500, 0.0, 1_000_000))
    except ValueError as error:
        assert str(error).startswith(("rules: ", "position: "))  # noqa: PT017  it may succeed
    else:
        assert verdict in (SOLVED, IMPOSSIBLE, UNDECIDED)


@pytest.mark.parametrize("number", [-1, 2**64])
def test_limits_that_are_no_counts_are_refused(number: int) -> None:
    for limits in (Limits(number), Limits(memory=number)):
        with pytest.raises((TypeError, ValueError), match=r"a whole number from 0 on expected|64 bits"):
            native.solve(*ENDLESS, FIRST, limits)


@pytest.mark.parametrize("least", [0, 2**31, 2**32])
@pytest.mark.parametrize(("place", "last_of_the_pack"), [(0, 51), (1, 51), (1, 0)])
def test_a_deal_is_found_among_many_numbers(least: int, place: int, last_of_the_pack: int) -> None:
    """For long ranges the kernel steps through the generator's states."""
    numbers = range(least + 2**27, least + 2**28)
    number, cards = next(
        (number, cards)
        for number in numbers
        if (cards := bytes(card.index for card in microsoft.cards(number)))[place] == last_of_the_pack
    )
    assert native.find_microsoft(cards, number - 2**26, number + 2**26) == [number]


def test_destinations_and_numbers_that_cannot_be_dealt_are_refused() -> None:
    rule_bytes, layout = encode_rules(FREECELL), encode_layout(FREECELL)
    limits = (FIRST, Limits(100))
    for wrong in (
        b"",
        layout[1:],
        layout + b"\5\5",
        b"\x08" + layout[1:],
        b"\x10\x10" + layout[2:],
    ):
        with pytest.raises(ValueError, match=r"^layout: "):
            native.solve_range(rule_bytes, wrong, 1, 2, *limits)
    with pytest.raises(ValueError, match="0 to 8589934591"):
        native.solve_range(rule_bytes, layout, 2**33 - 1, 2**33, *limits)
    nothing = b"\0", b"", bytes(4)
    shuffled = Dealing(1)
    for first, last in ((-1, -1), (2**63 - 1, 2**63 - 1)):  # no number after the highest
        for request, rest in (
            (native.solve_range, (*limits, True)),
            (native.check_range, nothing),
            (native.player_lines, (*nothing, Play(0))),
            (native.check_player_lines, (*nothing, Play(0))),
        ):
            with pytest.raises(ValueError, match=r"^range: deals 0 to 9223372036854775806 expected"):
                request(rule_bytes, layout, first, last, *rest, shuffled)
    small = encode_rules(game("solitaire_6x6"))
    with pytest.raises(ValueError, match=r"^layout: "):
        native.solve_range(small, layout, 1, 2, *limits)
