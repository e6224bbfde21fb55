"""The places of cards: all of them inside the board without overlaps, for every game and many sizes."""

from __future__ import annotations

import pytest

from kiebitz.cards import PACKS, Card
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game, games
from kiebitz.patience.piles import STOCK, PileKind, cell, column, foundation
from kiebitz.patience.position import Position
from kiebitz.tui.layout import Label, Layout, Place, minimum_size

SIZES = [(40, 11), (60, 16), (80, 20), (100, 30), (200, 60)]


def all_cards(position: Position) -> set[Card]:
    on_table = {card for cards in position.columns for card in cards} | {card for card in position.cells if card}
    tops = {
        ladder[count - 1] for ladder, count in zip(position.rules.ladders, position.foundations, strict=True) if count
    }
    return on_table | tops | set(position.stock)


def tall(number: int, name: str = "yukon") -> Position:
    """Return a board with this number of cards in one column and the others in the second."""
    rules = game(name)
    cards = PACKS["52"].cards
    columns = (cards[:number], cards[number:], *[()] * (rules.columns - 2))
    return Position(rules, (0,) * 4, (None,) * rules.cells, columns)


def check(layout: Layout, width: int, height: int) -> None:
    taken: set[tuple[int, int]] = set()
    things: list[Place | Label] = [*layout.places, *layout.labels]
    for thing in things:
        spots = {(x, thing.y) for x in range(thing.x, thing.x + thing.width)}
        assert not spots & taken, thing
        assert min(spots) >= (0, 0), thing
        assert thing.x + thing.width <= width, thing
        assert thing.y < height, thing
        taken |= spots


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("size", SIZES)
def test_every_card_has_its_place(name: str, size: tuple[int, int]) -> None:
    position = deal(1, name)
    least = minimum_size(position.rules)
    if size[0] < least[0] or size[1] < least[1]:
        pytest.skip("too small for this game")
    layout = Layout(position, *size)
    check(layout, *size)
    shown = [place.card for place in layout.places if place.card]
    assert len(shown) == len(set(shown))
    missing = sum(int(label.text) for label in layout.labels if label.text.startswith("+"))
    assert len(all_cards(position) - set(shown)) == missing
    if size >= (80, 20):
        assert set(shown) == all_cards(position)


@pytest.mark.parametrize("name", games())
def test_the_smallest_board_shows_everything(name: str) -> None:
    position = deal(1, name)
    size = minimum_size(position.rules)
    layout = Layout(position, *size)
    check(layout, *size)
    for index, cards in enumerate(position.columns):
        place = layout.end_of(column(index))
        assert place is not None
        assert place.card == (cards[-1] if cards else None)


def test_long_columns_share_rows() -> None:
    layout = Layout(tall(24), 80, 20)
    check(layout, 80, 20)
    cards = [place for place in layout.places if place.pile == column(0)]
    assert len(cards) == 24
    assert [place.count for place in cards] == list(range(24, 0, -1))
    assert cards[0].y == cards[1].y
    assert cards[0].short
    assert cards[-1].y == 19
    assert not cards[-1].short


def test_longer_columns_state_the_number_of_hidden_cards() -> None:
    layout = Layout(tall(30), 40, 12)
    check(layout, 40, 12)
    shown = [place for place in layout.places if place.pile == column(0)]
    label = next(label.text for label in layout.labels if label.text.startswith("+"))
    assert len(shown) + int(label) == 30
    assert shown[-1].count == 1


@pytest.mark.parametrize("name", ["freecell", "eight_off", "marseille", "russian"])
def test_clicks_find_what_is_drawn(name: str) -> None:
    layout = Layout(deal(1, name), 80, 20)
    for place in layout.places:
        assert layout.at(place.x, place.y) == place
        assert layout.at(place.x + place.width - 1, place.y) == place
    assert layout.at(0, 0) is None


def test_a_click_below_a_column_selects_its_last_card() -> None:
    position = deal(617)
    layout = Layout(position, 80, 20)
    last = layout.end_of(column(4))
    assert last is not None
    assert layout.at(last.x + 1, last.y + 3) == last
    assert layout.at(last.x - 1, last.y + 3) is None


def test_only_the_next_card_of_the_stock_can_be_taken() -> None:
    position = deal(1, "marseille")
    layout = Layout(position, 80, 20)
    stock = [place for place in layout.places if place.pile == STOCK]
    assert [place.card for place in stock] == list(position.stock)
    assert [place.count for place in stock] == [1, 0, 0]
    assert layout.end_of(STOCK) == stock[0]


def test_nearest_pile() -> None:
    position = deal(617)
    layout = Layout(position, 80, 20)
    cells = [cell(index) for index in range(4)]
    assert layout.nearest(column(0), cells) == cell(0)
    above = [*cells, *map(foundation, position.rules.pack.suits)]
    assert layout.nearest(column(7), above).kind is PileKind.FOUNDATION


def test_face_down_cards_are_marked() -> None:
    position = deal(1, "yukon")
    layout = Layout(position, 80, 20)
    assert sum(place.face_down for place in layout.places) == 21
