"""The referee: the text of each refusal, and consistent refusals, lists and moves."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.cards import Rank, Suit
from kiebitz.errors import IllegalMoveError
from kiebitz.patience import STOCK, Move, Pile, PileKind, Position, Rules, Setup, cell, column, foundation, game
from kiebitz.patience.dealing import deal
from kiebitz.patience.referee import apply, is_legal, is_won, legal_moves, refusal, unchecked
from tables import positions

FREECELL = game("freecell")
BAKERS = game("bakers_game")
HOME = [foundation(suit) for suit in Suit]


def board(rules: Rules, *columns: str, cells: str = "", home: tuple[int, ...] = (0, 0, 0, 0)) -> Position:
    """Return a position with these columns; the other cards lie in the last column, high cards first."""
    named = {*" ".join((*columns, cells)).split()}
    for suit, count in zip(Suit, home, strict=True):
        named |= {str(card) for card in rules.ladders[suit][:count]}
    rest = [str(card) for card in reversed(rules.pack.cards) if str(card) not in named]
    empty = [""] * (rules.columns - len(columns) - 1)
    return Setup(rules, [*columns, *empty, rest], cells=cells, foundations=home).position()


def all_moves(position: Position) -> list[Move]:
    """Return every move that notation can express on this table, sensible or not."""
    rules = position.rules
    piles = [*map(column, range(rules.columns)), *map(cell, range(rules.cells)), *HOME, STOCK]
    longest = max(len(cards) for cards in position.columns) + 1
    return [Move(a, b, count) for a in piles for b in piles for count in range(longest + 1)]


@given(positions())
@settings(deadline=None)  # tries every move that notation can express
def test_legal_moves_are_those_that_are_not_refused(position: Position) -> None:
    listed = list(legal_moves(position))
    assert len(set(listed)) == len(listed)
    assert set(listed) == {move for move in all_moves(position) if is_legal(position, move)}
    assert legal_moves(position).count() == len(listed)
    assert bool(legal_moves(position)) == bool(listed)
    assert all(move in legal_moves(position) for move in listed)


@given(positions())
def test_distinct_moves_leave_out_only_other_names_of_the_same(position: Position) -> None:
    def nameless(after: Position) -> tuple[object, ...]:
        return (sorted(after.columns), sorted(str(card) for card in after.cells), after.foundations, after.stock)

    distinct = legal_moves(position, distinct=True)
    assert set(distinct) <= set(legal_moves(position))
    assert all(move in distinct for move in distinct)
    followers = [nameless(unchecked(position, move)) for move in legal_moves(position)]
    kept = [nameless(unchecked(position, move)) for move in distinct]
    assert all(after in kept or after == nameless(position) for after in followers)


@given(positions(), st.data())
def test_a_move_keeps_every_card_and_the_position_before(position: Position, data: st.DataObject) -> None:
    moves = list(legal_moves(position))
    if not moves:
        return
    before = repr(position)
    move = data.draw(st.sampled_from(moves))
    after = apply(position, move)
    assert after.setup().position() == after
    assert repr(position) == before
    assert after == unchecked(position, move)
    gone_home = (move.target.kind is PileKind.FOUNDATION) - (move.source.kind is PileKind.FOUNDATION)
    assert sum(after.foundations) - sum(position.foundations) == gone_home


@given(positions(), st.data())
def test_every_refusal_is_one_line(position: Position, data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(all_moves(position)))
    reason = refusal(position, move)
    if reason is None:
        return
    assert reason.isprintable()
    assert 10 < len(reason) < 120
    with pytest.raises(IllegalMoveError) as caught:
        apply(position, move)
    assert (caught.value.reason, caught.value.move) == (reason, move)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Move(column(0), column(1)), "red 6 on red 7: colours must alternate"),
        (Move(column(0), column(2)), "red 6 on black 9: only a red 8 goes there"),
        (Move(column(0), column(3)), "red 6 on black ace: nothing goes there"),
        (Move(column(0), column(0)), "column 1 is both source and target"),
        (Move(column(5), column(0)), "column 6 is empty"),
        (Move(cell(1), column(0)), "cell b is empty"),
        (Move(column(0), column(1), 2), "2 cards from column 1, which holds 1"),
        (Move(cell(0), column(1), 2), "2 cards from cell a, which gives one at a time"),
        (Move(column(0), column(1), 0), "0 cards: at least one must move"),
        (Move(column(0), cell(0)), "cell a is taken by the 10 of spades"),
        (Move(column(4), cell(1), 2), "2 cards to cell b: a free cell holds one card"),
        (Move(column(4), HOME[Suit.DIAMONDS], 2), "2 cards to the diamonds foundation: cards go home one at a time"),
        (
            Move(column(0), HOME[Suit.DIAMONDS]),
            "6 of diamonds on the diamonds foundation: the ace of diamonds must go there first",
        ),
        (Move(column(0), HOME[Suit.HEARTS]), "6 of diamonds on the hearts foundation: it is built by suit"),
        (Move(HOME[Suit.CLUBS], column(0)), "cards on a foundation stay there"),
        (Move(column(4), column(5), 3), "3 cards are no sequence: red 4 on black 10: only a red 9 goes there"),
        (Move(Pile(PileKind.COLUMN, 8), column(0)), "there is no column 9: FreeCell is played with 8 columns"),
        (Move(column(0), cell(4)), "there is no cell e: FreeCell is played with 4 free cells"),
        (Move(column(0), STOCK), "FreeCell has no stock"),
    ],
)
def test_reasons(move: Move, reason: str) -> None:
    position = board(FREECELL, "6D", "7H", "9S", "AS", "QS TC 4D 3C", cells="TS - - -")
    assert refusal(position, move) == reason


def test_reasons_by_suit() -> None:
    position = board(BAKERS, "6D", "7H", "9D")
    assert refusal(position, Move(column(0), column(1))) == "6 of diamonds on 7 of hearts: suits must match"
    only = "6 of diamonds on 9 of diamonds: only the 8 of diamonds goes there"
    assert refusal(position, Move(column(0), column(2))) == only


def test_reasons_at_empty_columns() -> None:
    kings = board(FREECELL.with_(empty_column="kings"), "6D", "KS")
    assert refusal(kings, Move(column(0), column(2))) == "red 6 into an empty column: only kings may go there"
    assert refusal(kings, Move(column(1), column(2))) is None
    none = board(FREECELL.with_(empty_column="none"), "KS")
    assert refusal(none, Move(column(0), column(2))) == "an empty column stays empty"


def test_reasons_for_too_many_cards() -> None:
    def reason(**changes: object) -> str | None:
        position = board(FREECELL.with_(**changes), "8S 7D 6S 5D", "9H", "KD", "KC", "KS", "QH")
        return refusal(position, Move(column(0), column(1), 4))

    assert reason() is None  # five with four cells, ten with the empty column
    assert reason(cells=1, supermoves="whole") is None
    assert reason(cells=0) == "4 cards at once: no free cells and 1 empty column allow 2 (standard count)"
    assert reason(cells=1, columns=7) == "4 cards at once: 1 free cell and no empty columns allow 2 (standard count)"
    assert reason(supermoves="single") == "4 cards at once: only single cards may move"
    assert reason(cells=2, empty_column="kings") == "4 cards at once: 2 free cells allow 3 (standard count)"
    position = board(FREECELL.with_(cells=0), "8S 7D 6S", "9H")
    assert refusal(position, Move(column(0), column(2), 3)) is None
    position = board(FREECELL.with_(cells=0, supermoves="microsoft"), "8S 7D 6S", "9H")
    too_many = "3 cards at once: no free cells and 4 other empty columns allow 1 (microsoft count)"
    assert refusal(position, Move(column(0), column(2), 3)) == too_many


def test_no_cells_at_all() -> None:
    position = board(FREECELL.with_(cells=0), "6D")
    assert refusal(position, Move(column(0), cell(0))) == "there is no cell a: FreeCell is played with no free cells"


def test_the_last_card_may_change_columns_and_cells() -> None:
    position = board(FREECELL, "6D", cells="7S - - -")
    assert is_legal(position, Move(column(0), column(1)))
    assert is_legal(position, Move(cell(0), cell(3)))
    assert Move(cell(0), cell(3)) not in legal_moves(position, distinct=True)


def test_only_suits_of_the_pack_have_a_foundation() -> None:
    position = board(game("solitaire_one_suit"), "KS")
    reason = refusal(position, Move(column(0), foundation(Suit.HEARTS)))
    assert reason == "there is no hearts foundation: Solitaire with one suit is played with spades"


def test_marseille_places_the_stock_first() -> None:
    cards = sorted(game("marseille").pack, key=lambda card: (card.suit, card.rank))
    position = Position.deal(game("marseille"), cards)
    first = "the stock comes first: the jack of spades must be placed before any other move"
    assert refusal(position, Move(column(0), cell(0))) == first
    for pile in (HOME[Suit.SPADES], cell(0)):
        assert refusal(position, Move(STOCK, pile)) == "cards of the stock go onto columns"
    assert refusal(position, Move(STOCK, column(0), 2)) == "2 cards from the stock, which gives one at a time"
    assert [str(move) for move in legal_moves(position)] == ["s1", "s2", "s3", "s4", "s5", "s6", "s7"]
    for target in (column(0), column(4), column(0)):
        assert refusal(position, Move(column(1), STOCK)) == "nothing goes back to the stock"
        position = apply(position, Move(STOCK, target))
    assert [str(card) for card in position.columns[0][-2:]] == ["JS", "KS"]
    assert str(position.columns[4][-1]) == "QS"
    assert refusal(position, Move(STOCK, column(0))) == "the stock is empty"
    assert is_legal(position, Move(column(1), cell(1)))


def test_the_stock_comes_before_forced_home_moves() -> None:
    rules = game("marseille").with_(home_moves="forced")
    aces_last = Position.deal(rules, sorted(rules.pack, key=lambda card: (-card.rank, card.suit)))
    assert aces_last.stock
    assert any(cards[-1].rank is Rank.ACE for cards in aces_last.columns)
    placing = list(legal_moves(aces_last))
    assert placing
    assert [refusal(aces_last, move) for move in placing] == [None] * len(placing)


def test_six_on_seven_and_ace_on_six_in_the_russian_pack() -> None:
    position = board(game("solitaire_6x6"), "7S", "6S", "AS", "TS 8S")
    assert is_legal(position, Move(column(1), column(0)))
    assert is_legal(position, Move(column(2), column(1)))
    assert is_legal(position, Move(column(2), HOME[Suit.SPADES]))


def test_marseille_moves_alternating_runs_whole_with_nothing_free() -> None:
    position = board(game("marseille"), "2H TS 9H 8S 7H 6S", "JD", "TD", "3C", "4C", "5C", cells="2D 3D 4D")
    assert is_legal(position, Move(column(0), column(1), 5))
    assert refusal(position, Move(column(0), column(2), 4)) == "red 9 on red 10: colours must alternate"


def test_the_ace_comes_first_and_is_the_highest_card_where_6x6_is_built_down() -> None:
    rules = game("solitaire_6x6_down")
    position = board(rules, "KS", "AS", "6H", "AH", "TC")
    assert refusal(position, Move(column(0), HOME[Suit.SPADES])) == (
        "king of spades on the spades foundation: the ace of spades must go there first"
    )
    assert is_legal(position, Move(column(0), column(1)))
    assert refusal(position, Move(column(3), column(2))) == "ace of hearts on 6 of hearts: nothing goes there"
    after = apply(position, Move(column(1), HOME[Suit.SPADES]))
    assert is_legal(after, Move(column(0), HOME[Suit.SPADES]))
    low = position.under(rules.with_(ace="low"))
    assert refusal(low, Move(column(0), column(1))) == "king of spades on ace of spades: nothing goes there"
    assert is_legal(low, Move(column(3), column(2)))
    assert is_legal(low, Move(column(1), HOME[Suit.SPADES]))
    assert not is_legal(low, Move(column(0), HOME[Suit.SPADES]))


def test_the_highest_card_opens_a_column_that_takes_kings() -> None:
    rules = game("solitaire_6x6").with_(ace="high", empty_column="kings", foundations="down")
    position = board(rules, "6S KS", "", "AH")
    assert refusal(position, Move(column(0), column(1))) == (
        "king of spades into an empty column: only aces may go there"
    )
    assert is_legal(position, Move(column(2), column(1)))


def test_foundations_down_begin_with_the_king() -> None:
    position = board(game("solitaire_6x6").with_(foundations="down"), "QS", "KS", "TH 9H", "JH")
    assert is_legal(position, Move(column(1), HOME[Suit.SPADES]))
    assert is_legal(position, Move(column(0), column(1)))
    assert is_legal(position, Move(column(2), column(3), 2))
    assert not is_legal(position, Move(column(0), HOME[Suit.SPADES]))
    after = apply(position, Move(column(1), HOME[Suit.SPADES]))
    assert is_legal(after, Move(column(0), HOME[Suit.SPADES]))


def test_won_when_all_are_home() -> None:
    end = Setup(FREECELL, ["KS"], foundations=(13, 13, 13, 12)).position()
    assert not is_won(end)
    end = apply(end, Move(column(0), HOME[Suit.SPADES]))
    assert is_won(end)
    assert not legal_moves(end)


def test_moves_of_deal_617() -> None:
    texts = [str(move) for move in legal_moves(deal(617), distinct=True)]
    assert " ".join(texts) == "58 82 83 1a 2a 3a 4a 5a 6a 7a 8a"
