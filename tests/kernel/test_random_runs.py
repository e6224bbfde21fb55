"""Runs of random deals: the shuffles are those of `kiebitz.deals`; invalid arguments are rejected."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kernel_functions as kernel
from kernel_bytes import position_of, rules_of
from kiebitz.deals import shuffles
from kiebitz.kernel.answers import Dealing, Limits, StoreOptions
from kiebitz.patience import Position, game
from kiebitz.patience.encoding import decode_moves, encode_layout, encode_position, encode_rules
from kiebitz.patience.referee import replay
from tables import walk

SHUFFLES = [shuffles.fisher_yates, shuffles.wetherell]
RUSSIAN = game("russian")
RULE_BYTES = encode_rules(RUSSIAN)
RUN = RULE_BYTES, encode_layout(RUSSIAN)
RUSSIAN_AS_READ = rules_of(RULE_BYTES)
NUMBERS = st.integers(0, 2**64 - 1) | st.sampled_from([0, 1, 2**32, 2**63, 2**64 - 1])


@given(st.integers(0, 1), NUMBERS)
@settings(max_examples=200, deadline=None)
def test_shuffles(shuffle: int, number: int) -> None:
    assert kernel.numbered(1 + shuffle, number) == bytes(card.index for card in SHUFFLES[shuffle](number))


@given(st.integers(0, 1), NUMBERS, st.integers(0, 2**64 - 2))
@settings(max_examples=20, deadline=None)
def test_a_run_is_its_deals(shuffle: int, seed: int, first: int) -> None:
    deals = Dealing(1 + shuffle, seed)
    scores, _, lines, ends, *_ = kernel.best_scores(*RUN, first, 2, deals=deals)
    begin = 0
    for index in range(2):
        cards = SHUFFLES[shuffle](shuffles.nth(seed, first + index))
        position = Position.deal(RUSSIAN, cards)
        answer = kernel.best_score(RULE_BYTES, encode_position(position))
        stop = int.from_bytes(ends[4 * index : 4 * index + 4], "little")
        assert (scores[index], lines[begin:stop]) == (answer[0], answer[2])
        assert sum(replay(position, decode_moves(answer[2])).foundations) == answer[0]
        assert kernel.check_score(RULE_BYTES, encode_position(position), answer[2]) == answer[0]
        begin = stop
    assert kernel.check_scores(*RUN, first, scores, lines, ends, deals) == 2
    for index in range(2):
        wrong = bytearray(scores)
        wrong[index] += 1
        assert kernel.check_scores(*RUN, first, bytes(wrong), lines, ends, deals) == index


def test_nothing_of_a_run() -> None:
    answer = kernel.best_scores(*RUN, 0, 0, paths=True)
    assert answer[:9] == (b"",) * 9
    assert kernel.check_scores(*RUN, 0, b"", b"", b"") == 0


@pytest.mark.parametrize("limits", [Limits(5), Limits(20), Limits(0, 0.0, 200_000)])
def test_limits_are_each_deals_own(limits: Limits) -> None:
    first, count = 2_000_090, 8
    together = kernel.best_scores(*RUN, first, count, limits, paths=True)
    alone = [kernel.best_scores(*RUN, number, 1, limits, paths=True) for number in range(first, first + count)]
    for name in ("scores", "bounds", "limits_hit", "states", "lines", "moves", "decisions", "choices"):
        assert getattr(together, name) == b"".join(getattr(one, name) for one in alone)
    assert kernel.check_scores(*RUN, first, together.scores, together.lines, together.ends) == count


@pytest.mark.parametrize(("size", "eviction"), [(0, 1), (40, 1), (40, 2)])
def test_a_lookup_is_a_hit_or_leaves_an_entry(size: int, eviction: int) -> None:
    looked_up = 0
    for deal in range(6):
        code = encode_position(Position.deal(RUSSIAN, shuffles.fisher_yates(deal)))
        all_kept = kernel.best_score(RULE_BYTES, code, Limits(2000), exhaustive=True).store
        assert all_kept.lookups == all_kept.hits + all_kept.entries - 1  # the exhaustive search sees its start
        kept = kernel.best_score(RULE_BYTES, code, Limits(2000), store=StoreOptions(size, eviction)).store
        assert kept.lookups == kept.hits + kept.entries + kept.evictions
        looked_up += kept.lookups
    assert looked_up > 0


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, RULE_BYTES[:9]),
        (0, bytes((*RULE_BYTES[:7], 0, *RULE_BYTES[8:]))),
        (0, bytes((*RULE_BYTES[:4], 0, *RULE_BYTES[4:])))
    ]
    + [
        (0, bytes((*RULE_BYTES[:at], byte, *RULE_BYTES[at + 1 :])))
        for at, byte in ((3, 1), (5, 1), (6, 0), (6, 2), (8, 0), (0, 12))
    ]
    + [(1, RUN[1][1:])]
    + [
        (1, bytes((*RUN[1][:at], code, *RUN[1][at + 1 :])))
        for at, code in ((0, 7), (0, 64 + 7), (1, 2), (51, 64 + 6), (60, 9), (103, 52), (0, 64 + 52), (0, 128))
    ]
    + [(4, StoreOptions(0, 3)), (5, Dealing(5)), (5, Dealing(4)), (2, 2**33)],
)  # fmt: skip
def test_runs_that_cannot_be_dealt(place: int, value: object) -> None:
    arguments: list[Any] = [*RUN, 0, 1, StoreOptions(), Dealing()]
    arguments[place] = value
    *dealt, store, deals = arguments
    with pytest.raises(ValueError, match=r"^[a-z_]+[^\n]*: [^\n]+$"):
        kernel.best_scores(*dealt, store=store, deals=deals)


@given(st.data(), st.integers(0, 2**32), st.integers(0, 40))
@settings(max_examples=150, deadline=None)
def test_bytes_that_are_nearly_right(data: st.DataObject, seed: int, steps: int) -> None:
    board = bytearray(encode_position(walk(RUSSIAN, seed, steps)[-1]))
    rule_bytes = bytearray(RULE_BYTES)
    for bytes_ in data.draw(st.sampled_from([[], [board], [rule_bytes], [board, rule_bytes]])):
        at = data.draw(st.integers(0, len(bytes_) - 1))
        bytes_[at : at + data.draw(st.integers(0, 1))] = data.draw(st.binary(max_size=2))
    some = rules_of(bytes(rule_bytes))
    position = None if some is None else position_of(some, bytes(board))
    try:
        score, _, line, *_ = kernel.best_score(bytes(rule_bytes), bytes(board), Limits(300))
    except ValueError as error:
        calls = str(error).partition(":")[0].partition(",")[0]
        assert "\n" not in str(error)  # noqa: PT017
        assert calls == "rules" or (some is not None and position is None and calls == "position")
        assert some != RUSSIAN_AS_READ or calls == "position"
        return
    assert position is not None
    assert sum(replay(position, decode_moves(line)).foundations) == score
    assert kernel.check_score(bytes(rule_bytes), bytes(board), line) == score
    path = kernel.shortest(bytes(rule_bytes), bytes(board), score, Limits(300))
    assert path.moves < 0 or sum(replay(position, decode_moves(path.line)).foundations) >= score
