"""Certificates that are forged, made to be slow, or damaged: neither checker accepts a false claim."""

from __future__ import annotations

import io
import sys
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

import oracle
from certificate_files import (
    HARD,
    LOST,
    LOST_BOARD,
    PROVABLE,
    SMALL,
    checker_of,
    claimed,
    distances,
    judged,
    lost_deals,
    mutated,
    number_of,
    packed,
    parts,
    said,
    single_moves,
)
from kiebitz import check_certificate
from kiebitz.analysis.certificates import certify, games_of, header
from kiebitz.patience import Autoplay, Position, game
from kiebitz.patience.dealing import deal
from kiebitz.patience.referee import autoplay_moves, unchecked
from tables import deals

if TYPE_CHECKING:
    from collections.abc import Callable


#: A game whose deals are nearly all lost.
LOST_DEAL = game("solitaire_one_suit").with_(cells=0)
FORGED = Path(__file__).parents[1] / "data" / "certificates" / "forged-dealt-to-cells.cert"


# --- forged by hand ---


def test_a_winnable_deal_is_not_impossible() -> None:
    start = next(start for start in deals(SMALL[0], 20) if distances(start)[start] > 0)
    checker = checker_of(start)
    known = {number_of(checker, start, position): moves for position, moves in distances(start).items()}
    assert claimed(start, {checker.start: LOST}) == "no"
    assert claimed(start, dict.fromkeys(known, LOST)) == "no"  # closed, but won positions are not lost
    unfinished = {number: LOST for number in known if number}
    assert claimed(start, unfinished) == "no"  # all but the last
    assert (
        claimed(start, {number: LOST for number, moves in known.items() if moves < 0} | {checker.start: LOST}) == "no"
    )
    true = {number: LOST if moves < 0 else moves for number, moves in known.items()}
    assert claimed(start, true, f"moves {known[checker.start]}") == "yes"
    assert claimed(start, true) == "no"
    assert claimed(start, true, f"moves {known[checker.start] + 1}") == "no"


def test_impossible_for_the_wrong_reason() -> None:
    """A search with forced moves home yields positions that are not closed under the rules."""
    refused = 0
    for start in lost_deals(6):
        reduced, todo = {start}, [start]
        for position in todo:
            forced = autoplay_moves(position, Autoplay.MAX)[:1]
            following = [unchecked(position, move) for move in forced] or single_moves(position)
            todo += [after for after in dict.fromkeys(following) if after not in reduced]
            reduced.update(following)
        checker = checker_of(start)
        listed = {number_of(checker, start, position): LOST for position in reduced}
        whole = {number_of(checker, start, position): LOST for position in distances(start)}
        assert claimed(start, whole) == "yes"
        assert claimed(start, listed) == ("yes" if listed == whole else "no")
        refused += listed != whole
    assert refused > 3


def test_a_bound_too_high_is_refused() -> None:
    refused = 0
    for start in (start for start in deals(SMALL[2], 6, seed=4) if certify(start).moves):
        checker = checker_of(start)
        head, bounds = parts(certify(start).data)
        cards = len(start.rules.pack)
        fewest = {number_of(checker, start, position): moves for position, moves in distances(start).items()}
        for number, bound in bounds.items():
            assert bound <= fewest[number] or fewest[number] < 0
            if judged(packed(head, sorted({**bounds, number: bound + 1}.items()), cards)) == "yes":
                assert bound + 1 <= fewest[number] or fewest[number] < 0
            else:
                refused += 1
        bounds.pop(checker.start)
        assert not bounds or judged(packed(head, sorted(bounds.items()), cards)) == "no"
    assert refused > 3


def test_what_is_no_position_is_refused() -> None:
    start = lost_deals(1)[0]
    checker = checker_of(start)
    whole = {number_of(checker, start, position): LOST for position in distances(start)}
    cards = len(start.rules.pack)
    for digits in (
        "1" * cards,
        "2" * cards,
        "7" * cards,
        "6" * cards,
        "0" * (cards - 1) + "3",
        "1" + "0" * (cards - 1),
    ):
        number = int(digits, 8)
        if number not in whole:
            assert claimed(start, {**whole, number: LOST}) == "no"


def test_the_order_of_positions_is_kept() -> None:
    start = lost_deals(1)[0]
    head, bounds = parts(certify(start).data)
    listed = sorted(bounds.items())
    cards = len(start.rules.pack)
    assert judged(packed(head, listed, cards)) == "yes"
    assert judged(packed(head, listed[::-1], cards)) == "unreadable"
    assert judged(packed(head, [*listed, listed[-1]], cards)) == "unreadable"
    assert judged(packed(head, listed, cards)[:-1]) == "unreadable"
    assert judged(packed(head, listed, cards) + b"\0") == "unreadable"


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        (b"7S / 3S", b"7S/3S", "yes"),
        (b" ;", b";", "yes"),
        (b"start board ", b"start board    ", "yes"),
        (b" ;", b" / ;", "unreadable"),  # one column more than there are
        (b" ;", b"", "yes"),
        (b" ;", b" ; ;", "unreadable"),
        (b"7S / 3S", b"7S 3S / /", "unreadable"),
        (b"7S / 3S", b"7S\t/ 3S", "unreadable"),
        (b"7S / 3S", b"7S / 3S\x7f", "unreadable"),
        (b" ;", b" ;\r", "unreadable"),
        (b" ;", b" ;\xa0", "unreadable"),
        (b"claim impossible", b"claim impossible ", "unreadable"),
        (b"\ncells 1", b"\ncells \xb2", "unreadable"),
        (b"\ncells 1", b"\ncells  1", "unreadable"),
    ],
)
def test_what_a_header_may_say(old: bytes, new: bytes, verdict: str) -> None:
    data = certify(LOST_BOARD).data
    assert judged(data) == "yes"
    assert data.count(old) == 1
    assert judged(data.replace(old, new)) == verdict


def test_a_header_that_cannot_be_read_is_no_claim() -> None:
    """Also with an invalid start: too many cards in cells."""
    data = certify(LOST_BOARD).data.replace(b"6S 7S / ", b"/ ").replace(b" ;", b" ; 6S 7S")
    assert judged(data) == "no"
    assert judged(data.replace(b"claim impossible", b"claim moves 0")) == "unreadable"
    assert judged(data.replace(b"\npositions ", b"\npositions -")) == "unreadable"


#: The header's keys for game and claim, each with a value for another game or claim.
FLIPS = {
    "suits": "CDH",
    "ranks": "A23456789TJKQ",
    "home": "KA23456789TJQ",
    "columns": "9",
    "cells": "5",
    "dealt_to_cells": "4",
    "build": "same_suit",
    "empty_column": "kings",
    "home_moves": "both_ways",
    "start": "microsoft 618",
    "claim": "moves 2",
}


def flipped(head: bytes, changes: dict[str, str]) -> bytes:
    """Return a certificate with these header values, in the complete form, that lists only its start."""
    words = {**check_certificate.read_header(io.BytesIO(head)), **changes}
    text = "".join(f"{key} {words[key]}\n" for key in check_certificate.KEYS if key != "merged")
    new = f"kiebitz certificate 3\n{text}\n".encode("ascii")
    checker = check_certificate.Game(check_certificate.read_header(io.BytesIO(new)))
    return packed(new, [(checker.start, int(words["claim"].removeprefix("moves ")))], len(checker.cards))


def test_every_word_that_changes_the_game_changes_the_statement() -> None:
    head = header(deal(617), "moves 1", 1, 617)
    assert {"positions", "merged", *FLIPS} == set(check_certificate.KEYS)
    statements = {"": said(flipped(head, {}))}
    for key, value in FLIPS.items():
        changes = {key: value, **({"home": "A23456789TJKQ"} if key == "ranks" else {})}
        statements[key] = said(flipped(head, changes))
    assert {verdict for verdict, _ in statements.values()} == {"yes"}
    assert len({statement for _, statement in statements.values()}) == len(statements)
    named = {key: [rules.game for rules in games_of(statement)] for key, (_, statement) in statements.items()}
    assert named.pop("") == named.pop("start") == named.pop("claim") == ["freecell"]
    assert named.pop("build") == ["bakers_game"]
    assert not any(named.values())


def test_a_form_without_the_word_says_that_no_card_comes_back() -> None:
    two, three = header(deal(617), "moves 1", 1, 617), header(deal(617, "fan"), "moves 1", 1, 617)
    assert [head.partition(b"\n")[0] for head in (two, three)] == [b"kiebitz certificate 2", b"kiebitz certificate 3"]
    assert (b"\nhome_moves " in two, b"\nhome_moves both_ways\n" in three) == (False, True)
    start = checker_of(deal(617)).start
    assert said(packed(two, [(start, 1)], 52)) == said(flipped(two, {}))
    assert judged(two.replace(b" 2\n", b" 3\n", 1)) == "unreadable"
    assert judged(three.replace(b" 3\n", b" 2\n", 1)) == "unreadable"


def test_a_proof_that_cards_stay_is_none_where_they_come_back() -> None:
    """Judge a deal lost only if cards stay, one lost either way, and one in which no card has come home."""
    free, both = b"home_moves free\n", b"home_moves both_ways\n"
    for number, verdict in ((18, "no"), (3, "no"), (10, "yes")):
        lost = certify(deal(number, game("somerset").with_(home_moves="free"), "fisher-yates"))
        assert lost.moves is None
        stays = lost.data.replace(b" 2\n", b" 3\n", 1).replace(b"start ", free + b"start ", 1)
        assert said(stays) == said(lost.data)
        assert games_of(said(stays)[1]) == []
        assert judged(stays.replace(free, both)) == verdict
    certificate = certify(deal(3, "somerset", "fisher-yates"))
    assert certificate.moves is None
    verdict, statement = said(certificate.data)
    assert verdict == "yes"
    assert [rules.game for rules in games_of(statement)] == ["somerset"]
    assert games_of(said(certificate.data.replace(both, free))[1]) == []


@pytest.mark.parametrize("name", PROVABLE)
def test_the_statement_names_the_game(name: str) -> None:
    rules = game(name)
    for number in (None, 7):
        head = header(deal(7, rules), "moves 1", 1, number)
        verdict, statement = said(flipped(head, {}))
        named = [each.game for each in games_of(statement)]
        assert verdict == "yes"
        assert name in named
        assert named == [name] or b"\nstart board " in head
    changed = rules.with_(cells=rules.cells + 1)
    _, statement = said(flipped(header(deal(7, changed), "moves 1", 1, 7), {}))
    assert name not in [each.game for each in games_of(statement)]


def test_a_forged_certificate_is_no_proof_of_freecell() -> None:
    """The rest of Microsoft deal 1, with its last four cards in the cells, is lost; FreeCell's deal is not."""
    verdict, statement = said(FORGED.read_bytes())
    assert verdict == "yes"
    assert "dealt_to_cells 4" in statement
    assert games_of(statement) == []


# --- slow to check ---


def flood(count: int) -> bytes:
    """Return numbers with equal hashes in Python, all valid when read."""
    head = header(deal(1), "impossible", count, 1)
    return packed(head, [((place + 1) * sys.hash_info.modulus, LOST) for place in range(count)], 52)


def native_flood(count: int) -> bytes:
    """Return numbers with equal former hashes of the native checker: two words that cancel, and a third of zeros."""
    mask, factor = 2**64 - 1, 0x9E3779B97F4A7C15
    numbers = []
    for place in range(count):
        first = 1 + place // 15 * 256 + place % 15  # so that all 160 bits form a number of 52 digits
        mixed = first * factor & mask
        second = mixed ^ mixed >> 29  # makes the second and the third word 0
        numbers.append(first.to_bytes(8, "little") + second.to_bytes(8, "little") + bytes(4))
    listed = sorted(int.from_bytes(number, "big") for number in numbers)
    return packed(header(deal(1), "impossible", count, 1), [(number, LOST) for number in listed], 52)


def work(data: bytes) -> float:
    """Return the seconds of this process that both checkers take."""
    start = time.process_time()
    assert judged(data) == "no"
    return time.process_time() - start


@pytest.mark.parametrize("made", [flood, native_flood])
def test_positions_that_collide_take_no_longer_than_others(made: Callable[[int], bytes]) -> None:
    assert work(made(100_000)) < 3  # 0.5 s; with collisions 100 s in Python, 6 s in C++


# --- damaged at random ---


def is_true(data: bytes) -> bool:
    """Return whether a certificate's claim is true, by the oracle."""
    lines = dict(line.split(" ", 1) for line in data.partition(b"\n\n")[0].decode("ascii").splitlines()[1:])
    rules = game("solitaire_one_suit").with_(
        cells=int(lines["cells"]),
        columns=int(lines["columns"]),
        build=lines["build"],
        empty_column=lines["empty_column"],
        suits=lines["suits"],
    )
    assert (lines["ranks"], lines["home"], lines["dealt_to_cells"]) == ("A23456789TJQK", "A23456789TJQK", "0")
    position = deal(int(lines["start"].removeprefix("microsoft ")), rules)
    kind, _, moves = lines["claim"].partition(" ")
    fewest = fewest_moves(position)
    return fewest < 0 or (kind == "moves" and fewest >= int(moves))


@cache
def fewest_moves(position: Position) -> int:
    fewest = oracle.fewest(position)
    assert fewest is not None
    return fewest


def survivors(count: int, *, with_a_cell: tuple[int, ...] = ()) -> int:
    """Judge damaged certificates; accepted ones must claim the truth. Return the number accepted."""
    chance = Random(14)
    originals = [certify(deal(number, LOST_DEAL), number=number).data for number in range(1, 12)]
    originals += [certify(deal(number, "solitaire_one_suit"), number=number).data for number in with_a_cell]
    assert all(judged(data) == "yes" for data in originals)
    accepted = 0
    for _ in range(count):
        data = mutated(chance.choice(originals), chance)
        if judged(data) == "yes":
            assert is_true(data), data
            accepted += 1
    return accepted


def test_damaged_certificates() -> None:
    assert 0 < survivors(500) < 250


def test_ten_thousand_damaged_certificates() -> None:
    assert 0 < survivors(10_000, with_a_cell=(3, 9)) < 5000


def test_false_claims_stay_false() -> None:
    """Certificates of one move too many stay rejected under any damage."""
    chance = Random(15)
    head, bounds = parts(certify(HARD).data)
    cards = len(HARD.rules.pack)
    head = head.replace(b"claim moves 23\n", b"claim moves 24\n")
    raised = {number: bound + 1 for number, bound in bounds.items()}
    false = packed(head, sorted(raised.items()), cards)
    assert judged(false) == "no"
    for _ in range(300):
        data = mutated(false, chance)
        if b"claim moves 24\n" in data and b"\ncells 1\n" in data and b"\ncolumns 5\n" in data:
            assert judged(data) != "yes"
