"""Certificates: both claims agree with brute force, and both checkers accept true ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kernel_functions as kernel
import oracle
from certificate_files import (
    HARD,
    LOST,
    PROVABLE,
    SMALL,
    checker_of,
    claimed,
    distances,
    judged,
    number_of,
    packed,
    parts,
    single_moves,
)
from kiebitz.analysis.certificates import certify, check, header
from kiebitz.analysis.limits import Limit
from kiebitz.errors import NumberRangeError, UnsupportedRulesError
from kiebitz.kernel.answers import Limits
from kiebitz.patience import Rules, game
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import decode_moves, encode_position, encode_rules
from kiebitz.patience.games import games
from tables import deals, small_rules, walk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SOLVED, IMPOSSIBLE, UNDECIDED = range(3)
NAMES = ["any", "kings", "suit", "down", "none", "back"]  # of SMALL


# --- true claims are accepted ---


def test_an_impossible_deal_is_proven() -> None:
    certificate = certify(deal(781948), number=781948)
    assert (certificate.moves, certificate.positions) == (None, 7736)
    assert b"\nstart microsoft 781948\n" in certificate.data
    assert len(certificate.data) < 100_000
    assert judged(certificate.data) == "yes"


@pytest.mark.parametrize(
    ("number", "positions"),
    [
        (11982, 83_239),
        (146692, 19_418),
        (186216, 22_970),
        (455889, 13_966),
        (495505, 30_609),
        (512118, 46_460),
        (517776, 94_943),
    ],
)
def test_the_impossible_deals_of_the_million_are_proven(number: int, positions: int) -> None:
    certificate = certify(deal(number), number=number)
    assert (certificate.moves, certificate.positions) == (None, positions)
    assert len(certificate.data) < 2_000_000
    assert judged(certificate.data) == "yes"


def test_a_shortest_line_is_proven() -> None:
    certificate = certify(HARD)
    assert (certificate.moves, certificate.shortest) == (23, True)
    assert judged(certificate.data) == "yes"
    less = certify(HARD, moves=20)
    assert (less.moves, less.shortest, judged(less.data)) == (20, False, "yes")
    assert certify(HARD, moves=24).refuted == 23


def test_a_long_proof_asks_how_long_a_shortest_line_is(tmp_path: Path) -> None:
    certificate = certify(deal(3), number=3)
    assert (certificate.moves, certificate.shortest, certificate.positions) == (73, True, 36_848)
    file = tmp_path / "3.cert"
    file.write_bytes(certificate.data)
    assert check(str(file))[0]
    assert certify(deal(3), moves=74).refuted == 73


def test_a_game_that_is_won_has_no_certificate() -> None:
    start = next(iter(deals(SMALL[2], 1)))
    won = next(position for position, moves in distances(start).items() if not moves)
    assert (certify(won).data, certify(won).refuted) == (b"", 0)


@pytest.mark.parametrize("rules", SMALL, ids=NAMES)
def test_both_claims_agree_with_brute_force(rules: Rules) -> None:
    for start in deals(rules, 2):
        fewest = distances(start)[start]
        certificate = certify(start)
        assert (-1 if certificate.moves is None else certificate.moves) == fewest
        assert judged(certificate.data) == "yes"
        if fewest > 0:
            assert certificate.shortest
            assert certify(start, moves=fewest + 1).refuted == fewest


def test_the_formula_is_a_lower_bound() -> None:
    looked_at = more = less = 0
    for start in (start for rules in SMALL for start in deals(rules, 6, seed=2)):
        checker = checker_of(start)
        for position, moves in distances(start).items():
            if moves >= 0:
                bound = checker.formula(number_of(checker, start, position))
                assert bound <= moves
                looked_at += 1
                more += bound > len(start.rules.pack) - sum(position.foundations)
                less += bound < moves
    assert looked_at > 20_000
    assert more > 4000  # more than the cards not home
    assert less > 100  # fewer cells than it assumes


def test_the_formula_is_what_the_specification_says() -> None:
    """Find the best order of moves home by brute force."""
    set_aside = 0
    for seed in range(8):
        line = walk(small_rules(3, "CHS", columns=3, cells=3), seed, 8)
        checker = checker_of(line[0])
        for position in line:
            number = number_of(checker, line[0], position)
            _, columns, _, home = checker.read(number)
            fewest = min(aside(columns, order) for order in orders(home, len(checker.home)))
            assert checker.formula(number) == len(checker.cards) - sum(home) + fewest
            set_aside += fewest
    assert set_aside > 40


def orders(home: list[int], ranks: int) -> Iterator[list[int]]:
    """Yield every order of moves home, each suit's in its own."""
    if min(home) == ranks:
        yield []
    for suit, count in enumerate(home):
        if count < ranks:
            for rest in orders([*home[:suit], count + 1, *home[suit + 1 :]], ranks):
                yield [count * len(home) + suit, *rest]


def aside(columns: list[list[int]], order: list[int]) -> int:
    """Return the number of cards that follow one lying beneath them."""
    turn = {card: at for at, card in enumerate(order)}
    return sum(
        turn[card] > min(turn[low] for low in column[:at]) for column in columns for at, card in enumerate(column) if at
    )


@pytest.mark.parametrize("name", PROVABLE)
def test_both_checkers_have_the_same_formula(name: str) -> None:
    """With only the start listed, its bound is at most 1 more than the least of its successors."""
    for start in walk(game(name), 8, 100)[::5]:
        checker = checker_of(start)
        after = {number for number in checker.successors(checker.start) if number != checker.start}
        if after and checker.start:
            most = 1 + min(map(checker.formula, after))
            assert claimed(start, {checker.start: most}, f"moves {most}") == "yes"
            assert claimed(start, {checker.start: most + 1}, f"moves {most + 1}") == "no"


LOW_ACE = game("solitaire_6x6_down").with_(ace="low")


@pytest.mark.parametrize("rules", [*map(game, PROVABLE), LOW_ACE], ids=[*PROVABLE, "low_ace"])
def test_the_checker_knows_the_rules(rules: Rules) -> None:
    line = walk(rules, 3, 60)
    checker = checker_of(line[0])
    for position in line[::6]:
        number = number_of(checker, line[0], position)
        after = {number_of(checker, line[0], next_one) for next_one in single_moves(position)}
        assert set(checker.successors(number)) | {number} == after | {number}
        assert checker_of(position).read(checker_of(position).start)


@pytest.mark.parametrize("name", PROVABLE)
def test_the_checker_deals_the_deal(name: str) -> None:
    for number in (0, 1, 617, 2**31 + 5, 2**32 + 7):
        position = deal(number, name)
        by_number = header(position, "impossible", 1, number)
        assert (b"\nstart microsoft " in by_number) == (name not in ("challenge_freecell", "somerset"))
        dealt = packed(by_number, [(checker_of(position).start, LOST)], len(position.rules.pack))
        stuck = not single_moves(position)
        assert judged(dealt) == ("yes" if stuck else "no")  # the start is listed, its successors are not
        assert parts(dealt)[0] == by_number


@pytest.mark.parametrize("rules", SMALL, ids=NAMES)
def test_what_is_proven_is_what_the_oracle_says(rules: Rules) -> None:
    for start in deals(rules, 3, seed=3):
        fewest = oracle.fewest(start)
        assert fewest is not None
        for moves in (0, 15, 20):
            certificate = kernel.certificate(encode_rules(start.rules), encode_position(start), moves)
            if fewest < 0 or fewest >= moves > 0:
                assert (certificate.verdict, certificate.moves) == (IMPOSSIBLE, -1)
                claim = f"moves {moves}" if moves else "impossible"
                assert judged(header(start, claim, certificate.positions) + certificate.body) == "yes"
            else:
                assert (certificate.verdict, certificate.moves, certificate.body) == (
                    SOLVED,
                    fewest if moves else -1,
                    b"",
                )


@pytest.mark.parametrize("name", PROVABLE)
def test_what_is_proven_of_a_whole_pack_is_accepted(name: str) -> None:
    proven = 0
    for start in walk(game(name), 9, 60)[::12]:
        checker = checker_of(start)
        moves = checker.formula(checker.start) + 1
        question = encode_rules(start.rules), encode_position(start)
        certificate = kernel.certificate(*question, moves, Limits(states=300))
        if certificate.verdict == IMPOSSIBLE:
            proven += 1
            assert judged(header(start, f"moves {moves}", certificate.positions) + certificate.body) == "yes"
        elif certificate.verdict == SOLVED:
            assert certificate.moves == len(decode_moves(kernel.shortest_line(*question).line)) < moves
    assert proven > 0


def test_limits_are_kept() -> None:
    assert certify(deal(1), Limit(states=50)).data == b""
    certificate = certify(deal(3), Limit(states=4000))
    assert (certificate.limit_hit, certificate.shortest) == ("states", False)
    assert certificate.moves is not None
    assert 55 < certificate.moves < 73  # the shortest line has 73
    assert judged(certificate.data) == "yes"
    stopped = certify(deal(3), stop=lambda: True)
    assert (stopped.data, stopped.limit_hit) == (b"", "stopped")


def test_what_cannot_be_certified_is_refused() -> None:
    for name in sorted(set(games()) - set(PROVABLE)):
        with pytest.raises(UnsupportedRulesError):
            certify(deal(1, name))
    for moves in (0, 255):
        with pytest.raises(NumberRangeError, match="1 to 254 moves"):
            certify(HARD, moves=moves)
