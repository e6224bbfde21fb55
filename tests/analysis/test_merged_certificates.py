"""Certificates by an easier game with merged suits: the checkers agree, and no won game is called lost."""

from __future__ import annotations

from itertools import product

import pytest

from certificate_files import SMALL, distances, judged, said
from kiebitz.analysis.certificates import certify, header
from kiebitz.analysis.limits import Limit
from kiebitz.errors import UnsupportedRulesError
from kiebitz.patience import Foundations, game
from kiebitz.patience.dealing import deal
from tables import deals, small_rules, walk

#: Small games with two suits of a colour, in one of them with the aces going home last.
GAMES = [rules for rules in SMALL if rules.build.value == "alternate_colour" and rules.home_moves.value == "free"]
MANY = 99_999  # positions
#: With one cell; the complete search needs some 69 million positions.
LONG = deal(1568, game("freecell").with_(cells=1))


@pytest.mark.parametrize(
    ("number", "positions", "black", "red"),
    [(4272, 18_544, "4", "4"), (7, 278, "4", "4"), (2228048, 9_462, "9", "T"), (2226510, 33_609, "7", "4")],
)
def test_both_checkers_search_the_positions_that_the_kernel_counts(
    number: int, positions: int, black: str, red: str
) -> None:
    certificate = certify(deal(number, game("freecell").with_(cells=0)), merge_suits=True, number=number)
    assert (certificate.moves, certificate.obstacle, certificate.positions) == (None, None, positions)
    assert len(certificate.data) < 250
    verdict, statement = said(certificate.data)
    assert verdict == "yes"
    easier = f"even with suits merged, black from {black} and red from {red} on"
    assert statement.endswith(f" cannot be won, {easier}; positions checked: {positions}")


def test_no_won_position_is_called_lost() -> None:
    verdicts = dict.fromkeys([(won, word) for won in (False, True) for word in ("yes", "no")], 0)
    for rules in GAMES:
        for seed in range(4):
            for position in walk(rules, seed, 4)[::2]:
                won = distances(position)[position] >= 0
                for ranks in product(range(3), repeat=2):
                    verdicts[won, judged(header(position, "impossible", 5000, merged_from=bytes(ranks)))] += 1
    assert verdicts.pop((True, "yes")) == 0
    assert min(verdicts.values()) > 10


def test_the_kernel_and_the_checkers_agree() -> None:
    """Ranks from the four on are merged, in a pack of five ranks: a lost game may be won then."""
    proven = 0
    for start in deals(small_rules(5, "CDHS", columns=4, cells=0), 60, seed=45):
        certificate = certify(start, merge_suits=True)
        proven += bool(certificate.data)
        pairs = map(bytes, product((3, 4), repeat=2))
        words = [judged(header(start, "impossible", MANY, merged_from=ranks)) for ranks in pairs]
        assert ("yes" in words) == bool(certificate.data)
        assert not certificate.data or judged(certificate.data) == "yes"
    assert 5 < proven < 60


def test_limits_and_winnable_deals_prove_nothing() -> None:
    stopped = certify(LONG, Limit(states=1000), merge_suits=True)
    assert (stopped.data, stopped.limit_hit, stopped.obstacle) == (b"", "states", None)
    nothing = certify(deal(617), merge_suits=True)
    assert (nothing.data, nothing.limit_hit, nothing.obstacle) == (b"", None, "winnable")
    wide = certify(deal(2, game("freecell").with_(columns=13, cells=0, empty_column="none")), merge_suits=True)
    assert (wide.data, wide.limit_hit, wide.obstacle) == (b"", None, "piles")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("bakers_game", "build same_suit; expected alternate_colour"),
        ("somerset", "home_moves both_ways; expected free"),
    ],
)
def test_games_without_suits_to_merge_are_refused(name: str, reason: str) -> None:
    dealt = deal(1, game(name), "fisher-yates" if name == "somerset" else "microsoft")
    with pytest.raises(UnsupportedRulesError, match=f"has no proofs with merged suits: {reason}"):
        certify(dealt, merge_suits=True)


@pytest.mark.parametrize(
    ("ranks", "suits", "foundations", "reason"),
    [
        (4, "CH", "up", "no two suits of one colour"),
        (4, "CDHS", "down", "foundations down; expected up"),
        (3, "CDHS", "up", "no more than 3 ranks"),
    ],
)
def test_packs_without_suits_to_merge_are_refused(ranks: int, suits: str, foundations: str, reason: str) -> None:
    rules = small_rules(ranks, suits, columns=3, cells=1, foundations=Foundations(foundations))
    with pytest.raises(UnsupportedRulesError, match=reason):
        certify(next(deals(rules, 1)), merge_suits=True)


HEAD = header(next(deals(small_rules(4, "CDHS", columns=3, cells=0), 1)), "impossible", MANY, merged_from=b"\3\3")


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        (b"positions 99999", b"positions 1", "no"),
        (b"positions 99999", b"positions 9999999999", "unreadable"),
        (b"claim impossible", b"claim moves 9", "unreadable"),
        (b"build alternate_colour", b"build same_suit", "unreadable"),
        (b"merged K K", b"merged K Q", "unreadable"),
        (b"merged K K", b"merged KK", "unreadable"),
        (b"merged K K\nstart board", b"merged K Q\nstart board AC", "unreadable"),
        (b"merged K K\n", b"", "unreadable"),
        (b"merged K K\n", b"home_moves free\nmerged K K\n", "unreadable"),
        (b"certificate 4", b"certificate 3", "unreadable"),
        (b"99999\n\n", b"99999\n\n\0", "unreadable"),
        (b"columns 3", b"columns 12", "no"),
        (b"merged K K", b"merged K K", "yes"),
    ],
)
def test_forged_headers(before: bytes, after: bytes, verdict: str) -> None:
    assert before in HEAD
    assert judged(HEAD.replace(before, after)) == verdict
