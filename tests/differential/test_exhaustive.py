"""The kernel against the oracle, deal by deal: every game of the catalogue with fewer cards."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import kernel_functions as kernel
import oracle
from kiebitz.cards import Pack
from kiebitz.patience import Position, Rules, Supermoves
from kiebitz.patience.encoding import decode_moves, encode_position, encode_rules
from kiebitz.patience.games import game, games
from kiebitz.patience.referee import verify
from tables import dealt

SOLVED, IMPOSSIBLE, UNDECIDED = range(3)
MODES = {"first": 0, "prove": 1, "plain": 2}


# --- the games, smaller ---

# Ranks, suits, columns, cells: small enough for the oracle, with both won and lost deals.
SIZES = {
    "bakers_game": (6, 4, 4, 2),
    "beleaguered_castle": (6, 4, 4, 0),
    "challenge_freecell": (5, 4, 4, 1),
    "eight_off": (7, 4, 5, 3),
    "fan": (5, 4, 6, 0),
    "forecell": (6, 4, 4, 2),
    "freecell": (6, 4, 4, 1),
    "king_albert": (5, 4, 4, 3),
    "kings_only_bakers_game": (6, 4, 5, 1),
    "marseille": (6, 4, 4, 1),
    "raglan": (6, 4, 4, 3),
    "relaxed_freecell": (5, 4, 3, 2),
    "relaxed_seahaven_towers": (7, 4, 5, 2),
    "seahaven_towers": (7, 4, 5, 2),
    "siegecraft": (6, 4, 3, 1),
    "simple_simon": (4, 4, 4, 0),
    "solitaire_6x6": (7, 4, 5, 2),
    "solitaire_6x6_down": (6, 4, 4, 2),
    "solitaire_one_suit": (13, 1, 3, 1),
    "solitaire_two_suits": (11, 2, 5, 1),
    "somerset": (5, 4, 4, 0),
    "spanish_patience": (4, 4, 3, 0),
    "streets_and_alleys": (5, 4, 4, 0),
    "stronghold": (6, 4, 3, 1),
}
#: The sizes of all other games.
USUAL = (6, 4, 4, 0)
#: `test_russian` and `test_any_card_moves` compare the games in which any card moves.
COMPARED = [name for name in games() if game(name).supermoves is not Supermoves.ANY]


def smaller(name: str, **changes: object) -> Rules:
    """Return the game with the lowest ranks and the king, and the changes above."""
    some = game(name).with_(**changes)
    ranks, suits, columns, cells = SIZES.get(name, USUAL)
    order = (*some.pack.rank_order[: ranks - 1], some.pack.rank_order[-1])
    pack = Pack("small", order, some.pack.suits[:suits])
    return replace(some, pack=pack, columns=columns, cells=cells, dealt_rows=())


def verdict(position: Position, mode: str) -> int:
    """Return the kernel's verdict once the referee has replayed its line."""
    code, line, *_ = kernel.solve(encode_rules(position.rules), encode_position(position), MODES[mode])
    if code == SOLVED:
        verify(position, decode_moves(line))
    return int(code)


def compare(position: Position, limit: int) -> bool | None:
    expected = oracle.can_be_won(position, limit)
    if expected is not None:
        verdicts = {mode: verdict(position, mode) for mode in MODES}
        assert verdicts == dict.fromkeys(MODES, SOLVED if expected else IMPOSSIBLE), repr(position)
    return expected


@pytest.mark.parametrize("name", COMPARED)
def test_small_deals_of_every_game(name: str) -> None:
    rules, chance = smaller(name), Random(name)
    outcomes = [compare(dealt(rules, chance), 20_000) for _ in range(60)]
    assert outcomes.count(True) >= 5
    assert outcomes.count(False) >= 5
    assert outcomes.count(None) <= 2


def test_an_ace_high_or_low_makes_no_difference_where_foundations_are_built_down_from_it() -> None:
    high, chance = smaller("solitaire_6x6_down"), Random("readings")
    low = high.with_(ace="low")
    outcomes = [0, 0]
    for _ in range(150):
        position = dealt(high, chance)
        expected = oracle.can_be_won(position, 100_000)
        assert expected is not None
        assert compare(position.under(low), 100_000) is expected, repr(position)
        outcomes[expected] += 1
    assert min(outcomes) >= 10, outcomes


def with_a_stock(chance: Random) -> Position:
    """A small deal of Marseille before its stock is placed."""
    order = game("marseille").pack.rank_order[:3] + game("marseille").pack.rank_order[-1:]
    some = game("marseille").with_(columns=chance.randint(2, 4), cells=chance.randint(0, 1))
    rules = replace(some, pack=Pack("small", order, some.pack.suits), stock=chance.randint(1, 3))
    cards = list(rules.pack)
    chance.shuffle(cards)
    return Position.deal(rules, cards)


def compare_with_a_stock(seed: str, deals: int) -> tuple[int, int]:
    """Compare deals, and return how many are won and lost."""
    chance = Random(seed)
    won = lost = 0
    for _ in range(deals):
        position = with_a_stock(chance)
        expected = oracle.can_be_won(position, 200_000)
        assert expected is not None
        assert {mode: verdict(position, mode) for mode in MODES} == dict.fromkeys(
            MODES, SOLVED if expected else IMPOSSIBLE
        ), repr(position)
        won, lost = won + expected, lost + (not expected)
    return won, lost


def test_a_stock_is_placed_in_the_best_way() -> None:
    assert min(compare_with_a_stock("stock", 60)) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_a_stock_is_placed_in_the_best_way_in_many_deals(part: int) -> None:
    """10,000 deals in total."""
    assert min(compare_with_a_stock(f"stock, {part}", 1_000)) >= 100


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPARED)
def test_many_small_deals_of_every_game(name: str) -> None:
    """1,000 deals per game: 100 s in total."""
    rules, chance = smaller(name), Random(name + ", many")
    for _ in range(1000):
        compare(dealt(rules, chance), 100_000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("solitaire_6x6_down", {"ace": "high"}),
        ("solitaire_6x6_down", {"ace": "low"}),
        ("solitaire_two_suits", {}),
        ("solitaire_two_suits", {"suits": "HS"}),
    ],
)
@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_small_deals(name: str, changes: dict[str, object], part: int) -> None:
    """10,000 deals of each game, all decided."""
    rules, chance = smaller(name, **changes), Random(f"{name}, {changes}, {part}")
    outcomes = [compare(dealt(rules, chance), 1_000_000) for _ in range(1000)]
    assert None not in outcomes
    assert min(outcomes.count(True), outcomes.count(False)) >= 50


@pytest.mark.parametrize(("name", "deals"), [("solitaire_one_suit", 300), ("solitaire_two_suits", 40)])
def test_the_games_of_13_and_26_cards(name: str, deals: int) -> None:
    rules, chance = game(name), Random(name)
    outcomes = [compare(dealt(rules, chance), 20_000) for _ in range(deals)]
    assert outcomes.count(None) <= deals / 10


@pytest.mark.slow
@pytest.mark.parametrize(("name", "deals"), [("solitaire_one_suit", 5000), ("solitaire_two_suits", 500)])
def test_the_games_of_13_and_26_cards_at_length(name: str, deals: int) -> None:
    """5,000 and 500 deals: 50 s."""
    rules, chance = game(name), Random(name + ", many")
    outcomes = [compare(dealt(rules, chance), 500_000) for _ in range(deals)]
    assert outcomes.count(None) <= deals / 100
