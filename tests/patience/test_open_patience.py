"""Rules of open patience: building regardless of suit, runs of one suit, reserves, whole suits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kiebitz.cards import Card, Suit
from kiebitz.deals import numbering
from kiebitz.errors import InputError, NumberRangeError, SetupError
from kiebitz.patience import Autoplay, Move, Position, Rules, Setup, cell, column, foundation
from kiebitz.patience.games import game
from kiebitz.patience.notation import format_board, format_solution, parse_board, parse_move, parse_solution
from kiebitz.patience.referee import (
    Table,
    apply,
    autoplay_moves,
    is_legal,
    is_safe,
    is_won,
    legal_moves,
    refusal,
    verify,
)

SPADES = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"
RESERVE = game("freecell").with_(cells=2, columns=3, cell_use="reserve")
WHOLE = game("freecell").with_(
    cells=1, columns=3, build="any_suit", sequences="same_suit", supermoves="whole", foundations="whole_runs"
)


def whole(*columns: str, cells: str = "-", home: tuple[int, ...] = (13, 13, 13, 0)) -> Position:
    return Setup(WHOLE, columns, cells, home).position()


def test_any_card_of_the_next_rank_fits_where_suits_do_not_matter() -> None:
    rules = game("freecell").with_(build="any_suit")
    for lower, fitting in rules.builds.items():
        assert fitting == {card for card in rules.pack if card.rank + 1 == lower.rank}


@pytest.mark.parametrize(
    ("columns", "move", "reason"),
    [
        (["8C", "7D", ""], Move(column(1), column(0)), None),
        (["8C", "7C", ""], Move(column(1), column(0)), None),
        (["8C", "6C", ""], Move(column(1), column(0)), "6 on 8: only a 7 goes there"),
        (["9C", "6C", ""], Move(column(1), column(0)), "6 on 9: only an 8 goes there"),
        (["2C", "6C", ""], Move(column(1), column(0)), "6 on 2: only an ace goes there"),
        (["9C", "8D 7D", ""], Move(column(1), column(0), 2), None),
        (["9C", "8D 7C", ""], Move(column(1), column(0), 2),
         "2 cards are no sequence: 7 of clubs on 8 of diamonds: only cards of one suit move together"),
        (["9C", "8D 6D", ""], Move(column(1), column(0), 2), "2 cards are no sequence: 6 on 8: only a 7 goes there"),
        (["9C", "8D 7D", ""], Move(column(1), column(2), 2), None),
        (["9C", "8D 7C", ""], Move(column(1), column(2), 1), None),
    ],
)  # fmt: skip
def test_building_regardless_of_suit(columns: list[str], move: Move, reason: str | None) -> None:
    rules = game("freecell").with_(columns=3, build="any_suit", sequences="same_suit", supermoves="whole")
    typed = " ".join(columns).split()
    rest = [str(card) for card in rules.pack if str(card) not in typed]
    position = Setup(rules, [" ".join([*rest, columns[0]]), *columns[1:]]).position()
    assert refusal(position, move) == reason
    assert (move in legal_moves(position)) is (reason is None)


def test_a_reserve_gives_cards_and_takes_none() -> None:
    clubs = [f"{rank}C" for rank in "KQJT98765432"]
    position = Setup(RESERVE, [" ".join(clubs[:5]), " ".join(clubs[5:-2]), ""], "- 3C", (1, 13, 13, 13)).position
    with pytest.raises(SetupError, match="missing 2C"):
        position()
    start = Setup(RESERVE, [" ".join(clubs[:5]), " ".join(clubs[5:-2]), "2C"], "- 3C", (1, 13, 13, 13)).position()
    reason = "cell a takes no card: those of the reserve are not replaced"
    assert refusal(start, Move(column(0), cell(0))) == reason
    assert refusal(start, Move(cell(1), cell(0))) == reason
    assert not any(move.target.kind is cell(0).kind for move in legal_moves(start))
    line = [Move(column(2), foundation(Suit.CLUBS)), Move(cell(1), column(2)), Move(column(2), foundation(Suit.CLUBS))]
    for move in line:
        assert move in legal_moves(start)
        start = apply(start, move)
    assert start.cells == (None, None)
    # An empty reserve cell holds no card during a move: with one other empty column two cards move at once, not four.
    assert RESERVE.capacity(2, 1, target_is_empty=False) == 2


def test_a_suit_goes_home_as_one() -> None:
    position = whole(SPADES)
    home = foundation(Suit.SPADES)
    assert [str(move) for move in legal_moves(position) if move.target == home] == ["1h"]
    reason = "the spades go home as one, from king to ace"
    assert refusal(position, Move(column(0), home, 1)) == f"1 card to the spades foundation: {reason}"
    assert refusal(position, Move(column(0), foundation(Suit.HEARTS), 13)) == (
        "the end of column 1: the hearts go home as one, from king to ace"
    )
    move = parse_move("1h", position)
    assert move == Move(column(0), home, 13)
    assert is_won(apply(position, move))
    for form in ("standard", "strict", "fc-solve-snx", "fc-solve"):
        text = format_solution(position, [move], format=form)
        assert parse_solution(text, position).moves == (move,)
    verify(position, [move])


@pytest.mark.parametrize(
    "columns",
    [
        (SPADES.replace(" AS", ""), "AS"),  # the ace elsewhere
        (SPADES.replace("3S 2S", "2S 3S"),),  # out of order
        (SPADES + " KH",),  # covered
        ("QS KS " + SPADES[6:],),
    ],
)
def test_no_part_of_a_suit_goes_home(columns: tuple[str, ...]) -> None:
    cards = " ".join(columns).split()
    if "KH" in cards:
        hearts = [f"{rank}H" for rank in "QJT98765432A"]
        position = whole(columns[0], " ".join(hearts), home=(13, 13, 0, 0))
    else:
        position = whole(*columns)
    assert not any(move.target.kind is foundation(Suit.SPADES).kind for move in legal_moves(position))
    for count in (1, 12, 13):
        assert not is_legal(position, Move(column(0), foundation(Suit.SPADES), count))


def test_a_card_in_a_cell_does_not_go_home_alone() -> None:
    position = whole(SPADES.replace(" AS", ""), cells="AS")
    assert refusal(position, Move(cell(0), foundation(Suit.SPADES))) is not None


def test_boards_hold_whole_suits_or_none() -> None:
    with pytest.raises(SetupError, match=r"12 .* 13"):
        whole("KS", home=(13, 13, 13, 12))
    position = whole(SPADES)
    for form in ("text", "columns", "fc-solve", "json"):
        assert parse_board(format_board(position, form), WHOLE).position() == position


def test_safe_autoplay_sends_the_last_suit_home_and_no_other() -> None:
    hearts = SPADES.replace("S", "H")
    both = whole(SPADES, hearts, home=(13, 13, 0, 0))
    assert autoplay_moves(both, Autoplay.SAFE) == []
    assert len(autoplay_moves(both, Autoplay.MAX)) == 2
    table = Table(both, Autoplay.SAFE)
    assert table.push(Move(column(0), foundation(Suit.SPADES), 13)) == (Move(column(1), foundation(Suit.HEARTS), 13),)
    assert table.is_won


def test_a_suit_must_go_home_first_where_that_is_forced() -> None:
    position = whole(SPADES).under(WHOLE.with_(home_moves="forced"))
    assert refusal(position, Move(column(0), column(1))) == "the spades must go home first"
    assert legal_moves(position).count() == 1


@pytest.mark.parametrize("build", ["any_suit", "alternate_colour", "same_suit"])
def test_safe_autoplay_waits_for_every_card_that_could_be_built_on(build: str) -> None:
    rules = game("freecell").with_(build=build)
    three = Card.parse("3H")
    for foundations in [(c, d, 2, s) for c in range(4) for d in range(4) for s in range(4)]:
        home = {card for suit in Suit for card in rules.ladders[suit][: foundations[suit]]}
        needed = {card for card in rules.builds[three] if card.rank > 1}
        assert is_safe(rules, foundations, three) is (needed <= home)


def dealt_home(ranks: int, **changes: object) -> Rules:
    return replace(game("freecell"), dealt_home=ranks).with_(**changes)


def test_ranks_dealt_home_are_taken_out_and_the_others_keep_their_order() -> None:
    rules = dealt_home(2)
    cards = numbering("microsoft").cards(617, rules.pack)
    position = Position.deal(rules, cards)
    assert position.foundations == (2, 2, 2, 2)
    rows = [
        card for row in zip(*(list(cards) + [None] * 9 for cards in position.columns), strict=False) for card in row
    ]
    assert [card for card in rows if card is not None] == [card for card in cards if card.rank > 2]
    assert parse_board(format_board(position), rules).position() == position
    # Cards dealt home need not be listed, because they can only be there.
    assert Setup(rules, position.columns).position() == position


def test_cards_that_are_home_at_the_start_and_whole_suits_do_not_go_together() -> None:
    with pytest.raises(InputError, match=r"^Raglan "):
        game("raglan").with_(foundations="whole_runs")


def test_rules_of_ones_own_have_no_link() -> None:
    assert not dealt_home(1).is_named
    with pytest.raises(NumberRangeError):
        game("freecell").with_(columns=19)
    with pytest.raises(InputError, match="'dealt_home'"):
        game("freecell").with_(dealt_home=1)
