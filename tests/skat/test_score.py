"""The score of finished games: every way to win and to lose, by examples and by rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.errors import InputError, KiebitzError
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import Contract, Game, contracts
from kiebitz.skat.hand import read_hand
from kiebitz.skat.score import Finished, LostHand, NullOverbid, Score, TableRules, Tournament, score, seeger_fabian
from kiebitz.skat.valuation import Matadors


def scored(contract: str, counted: str, bid: int, points: int, tricks: int | None = None) -> Score:
    return score(Finished(Contract.parse(contract), bid, points, tricks, matadors=Matadors.parse(counted)))


HEARTS_ANNOUNCED = "without 1, game 2, Hand 3, Schneider 4, announced 5, × hearts 10"
SCHWARZ_ANNOUNCED = "without 1, game 2, Hand 3, Schneider 4, announced 5, Schwarz 6, announced 7, × hearts 10"
DIAMONDS = "with 1, game 2, × diamonds 9"

# contract, matadors, bid, the declarer's card points and tricks: score, and calculation in words
GAMES = {
    "won": (("spades hand", "with 2", 44, 61, 5), 44, "with 2, game 3, Hand 4, × spades 11 = 44; won"),
    "lost with 60": (
        ("spades", "with 2", 33, 60, 5),
        -66,
        "with 2, game 3, × spades 11 = 33; lost with 60 card points, doubled: -66",
    ),
    "89 is not Schneider": (("clubs", "with 1", 18, 89, 8), 24, "with 1, game 2, × clubs 12 = 24; won"),
    "90 is Schneider": (("clubs", "with 1", 18, 90, 8), 36, "with 1, game 2, Schneider 3, × clubs 12 = 36; won"),
    "31 is not Schneider": (
        ("clubs", "with 1", 18, 31, 3),
        -48,
        "with 1, game 2, × clubs 12 = 24; lost with 31 card points, doubled: -48",
    ),
    "30 is Schneider": (
        ("clubs", "with 1", 18, 30, 3),
        -72,
        "with 1, game 2, Schneider 3, × clubs 12 = 36; lost with 30 card points, doubled: -72",
    ),
    "Schwarz": (("clubs", "with 1", 18, 120, 10), 48, "with 1, game 2, Schneider 3, Schwarz 4, × clubs 12 = 48; won"),
    "120 points without the last trick is no Schwarz": (
        ("clubs", "with 1", 18, 120, 9),
        36,
        "with 1, game 2, Schneider 3, × clubs 12 = 36; won",
    ),
    "the declarer is Schwarz": (
        ("clubs", "with 1", 18, 11, 0),
        -96,
        "with 1, game 2, Schneider 3, Schwarz 4, × clubs 12 = 48; lost with 11 card points, doubled: -96",
    ),
    "no points but a trick is no Schwarz": (
        ("clubs", "with 1", 18, 0, 1),
        -72,
        "with 1, game 2, Schneider 3, × clubs 12 = 36; lost with 0 card points, doubled: -72",
    ),
    "Schneider announced and made": (
        ("hearts hand schneider", "without 1", 18, 90, 7),
        50,
        f"{HEARTS_ANNOUNCED} = 50; won",
    ),
    "Schneider announced and missed": (
        ("hearts hand schneider", "without 1", 18, 89, 7),
        -100,
        (
            f"{HEARTS_ANNOUNCED} = 50; lost because Schneider was announced and the opponents have 31 card points, "
            "doubled: -100"
        ),
    ),
    "Schneider announced, and Schwarz made": (
        ("hearts hand schneider", "without 1", 18, 120, 10),
        60,
        "without 1, game 2, Hand 3, Schneider 4, announced 5, Schwarz 6, × hearts 10 = 60; won",
    ),
    "no Schneider of one's own beside the announced one": (
        ("hearts hand schneider", "without 1", 18, 30, 3),
        -100,
        f"{HEARTS_ANNOUNCED} = 50; lost with 30 card points, doubled: -100",
    ),
    "Schwarz announced and missed by an empty trick": (
        ("hearts hand schwarz", "without 1", 18, 120, 9),
        -140,
        f"{SCHWARZ_ANNOUNCED} = 70; lost because Schwarz was announced and the opponents took a trick, doubled: -140",
    ),
    "ouvert": (
        ("grand hand ouvert", "with 4", 264, 120, 10),
        264,
        "with 4, game 5, Hand 6, Schneider 7, announced 8, Schwarz 9, announced 10, ouvert 11, × Grand 24 = 264; won",
    ),
    "overbid": (
        ("spades", "with 1", 48, 80, 7),
        -110,
        "with 1, game 2, × spades 11 = 22; lost because 48 were bid: the next value of spades is 55, doubled: -110",
    ),
    "overbid to the bid itself": (
        ("diamonds", "with 1", 36, 41, 4),
        -72,
        (
            f"{DIAMONDS} = 18; lost with 41 card points and because 36 were bid: the next value of diamonds is 36, "
            "doubled: -72"
        ),
    ),
    "Schneider covers the bid": (
        ("spades", "with 1", 33, 90, 8),
        33,
        "with 1, game 2, Schneider 3, × spades 11 = 33; won",
    ),
    "overbid in Grand": (
        ("grand", "with 1", 50, 100, 8),
        72,
        "with 1, game 2, Schneider 3, × Grand 24 = 72; won",
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_games(name: str) -> None:
    arguments, written, words = GAMES[name]
    result = scored(*arguments)
    assert (result.score, result.words) == (written, words)
    assert result.won is (written > 0)


@pytest.mark.parametrize(
    ("contract", "bid", "tricks", "written"),
    [
        ("null", 23, 0, 23),
        ("null", 18, 1, -46),
        ("null hand", 35, 0, 35),
        ("null hand", 24, 3, -70),
        ("null ouvert", 46, 0, 46),
        ("null ouvert", 18, 1, -92),
        ("null hand ouvert", 59, 0, 59),
        ("null hand ouvert", 18, 1, -118),
    ],
)
def test_null(contract: str, bid: int, tricks: int, written: int) -> None:
    assert score(Finished(Contract.parse(contract), bid, tricks=tricks)).score == written


# With 1 in every game: worth 18 in diamonds, 20 in hearts, 22 in spades, 24 in clubs, 48 in Grand.
WITH_ONE = (*read_hand("JC JH JD 7C 8C 9C 7S 8S 7H 8H"), *read_hand("JC JH JD 7C 8C 9C 7S 8S 7D 8D")[-2:])


@pytest.mark.parametrize(
    ("contract", "bid", "replaced"),
    # Above a Null of 23 the next multiples are 24 in clubs, 27 in diamonds, …; Hand is inherited, ouvert is not.
    [("null", 24, 24), ("null", 27, 27), ("null", 30, 30), ("null", 33, 33), ("null", 46, 48), ("null hand", 36, 36)],
)
def test_null_below_the_bid(contract: str, bid: int, replaced: int) -> None:
    game = Finished(Contract.parse(contract), bid, tricks=0, cards=WITH_ONE)
    result = score(game)
    assert (result.won, result.overbid, result.value, result.score) == (False, True, replaced, -2 * replaced)
    assert f"lost because {bid} were bid, doubled" in result.words
    assert score(game, TableRules(NullOverbid.BID)).score == -2 * bid
    own = 35 if game.contract.hand else 23
    assert score(game, TableRules(NullOverbid.VALUE)).score == -2 * own


def test_matadors_may_make_the_replacement_dearer() -> None:
    cards = (*read_hand("JC JS JH JD AD TD KD QD 9D 8D"), *read_hand("7S 8S 9S TS QS KS AS 7C 8C 9C")[:2])
    result = score(Finished(Contract(Game.NULL), 24, tricks=0, cards=cards))
    # With 4: spades 55, hearts 50, clubs 60, Grand 120; diamonds is with 10, 99.
    assert result.value == 50
    assert result.words == (
        "Null = 23, instead of it with 4, game 5, × hearts 10 = 50; lost because 24 were bid, doubled: -100"
    )


def test_null_below_the_bid_needs_the_cards() -> None:
    with pytest.raises(KiebitzError, match="expected the declarer's hand and skat"):
        score(Finished(Contract(Game.NULL), 24, tricks=0))


@pytest.mark.parametrize("count", [0, 12])
def test_matadors_that_no_game_has_are_refused(count: int) -> None:
    game = Finished(Contract.parse("clubs"), 18, 61, matadors=Matadors(count, held=True))
    with pytest.raises(KiebitzError, match="expected with or without 1 to 11"):
        score(game)


def test_lost_hand_games_may_count_once() -> None:
    game = Finished(Contract.parse("spades hand"), 18, 50, matadors=Matadors(1, held=True))
    assert score(game).score == -66
    single = score(game, TableRules(lost_hand=LostHand.SINGLE))
    assert (single.score, single.words[-21:]) == (-33, "Hand, not doubled: -33"[-21:])
    taken = Finished(Contract.parse("spades"), 18, 50, matadors=Matadors(1, held=True))
    assert score(taken, TableRules(lost_hand=LostHand.SINGLE)).score == -44


@pytest.mark.parametrize(
    ("points", "tricks", "message"),
    [
        (None, 5, "card points are missing"),
        (121, None, "121 card points; expected 0 to 120"),
        (-1, None, "-1 card points; expected 0 to 120"),
        (61, 11, "11 tricks; expected 0 to 10"),
        (120, None, "do not show whether a side took no trick"),
        (22, None, "do not show whether a side took no trick"),
        (119, 10, "119 card points with 10 tricks are impossible"),
        (23, 0, "23 card points with 0 tricks are impossible"),
    ],
)
def test_impossible_results(points: int | None, tricks: int | None, message: str) -> None:
    with pytest.raises(KiebitzError, match=message):
        score(Finished(Contract(Game.CLUBS), 18, points, tricks, matadors=Matadors(1, held=True)))
    with pytest.raises(KiebitzError, match=r"tricks .*0 to 10"):
        score(Finished(Contract(Game.NULL), 18, 0))
    with pytest.raises(KiebitzError, match="expected a bid of Skat"):
        score(Finished(Contract(Game.NULL), 19, 0, 0))


def test_tournament_points() -> None:
    won, lost = scored("spades hand", "with 2", 44, 61, 5), scored("spades", "with 2", 33, 60, 5)
    assert seeger_fabian(won) == Tournament(94, 0)
    assert seeger_fabian(lost) == Tournament(-116, 40)
    assert seeger_fabian(lost, table=4) == Tournament(-116, 30)
    assert seeger_fabian(None) == Tournament(0, 0)
    with pytest.raises(KiebitzError, match="a table of 5 players; expected 3 or 4"):
        seeger_fabian(won, table=5)


@given(
    contract=st.sampled_from(contracts()),
    counted=st.integers(1, 4),
    bid=st.sampled_from(BIDS),
    points=st.integers(0, 120),
    tricks=st.integers(0, 10),
)
def test_properties_of_every_score(contract: Contract, counted: int, bid: int, points: int, tricks: int) -> None:
    game = Finished(contract, bid, points, tricks, matadors=Matadors(counted, held=True), cards=WITH_ONE)
    try:
        result = score(game)
    except KiebitzError:
        assert tricks == 10 or (tricks == 0 and points > 22)
        return
    assert result.won is (not result.reasons)
    assert result.score == (result.value if result.won else -2 * result.value)
    assert result.value in BIDS or result.overbid
    assert result.value >= bid
    if contract.game is Game.NULL:
        assert result.won is (tricks == 0 and not result.overbid)
    else:
        least = 120 if contract.schwarz else 90 if contract.schneider else 61
        assert result.won is (points >= least and not result.overbid and (tricks == 10 or not contract.schwarz))


@pytest.mark.parametrize(
    ("contract", "bid", "points", "written"),
    [
        ("spades", 18, None, 33),
        ("spades", 18, 20, 33),  # tricks taken before do not lower the level
        ("spades", 18, 90, 44),
        ("spades hand schneider", 18, 40, 66),
        ("spades", 44, 61, -88),  # overbid in any case
        ("null", 23, None, 23),
        ("null ouvert", 18, None, 46),
    ],
)
def test_a_conceded_game_is_won_at_the_levels_announced_and_reached(
    contract: str, bid: int, points: int | None, written: int
) -> None:
    game = Contract.parse(contract)
    counted = None if game.game is Game.NULL else Matadors(2, held=True)
    result = score(Finished(game, bid, points, matadors=counted, conceded=True))
    assert result.score == written
    assert result.won is (written > 0)
    assert result.won is result.words.endswith("; won, conceded by the opponents")


def test_a_game_is_not_given_up_by_both_sides() -> None:
    with pytest.raises(InputError, match="given up by the declarer and conceded"):
        score(Finished(Contract.parse("null"), 18, given_up=True, conceded=True))
