"""Yukon and Russian Solitaire: dealing in rows, face-down cards, any card that moves, forced home moves.

The referee is compared with an independent table of plain lists.
"""

from __future__ import annotations

import pickle
import re
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game
from pysol_cards.random_base import RandomBase

from kiebitz.analysis.analyst import hint
from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.analysis.ranges import solve_range
from kiebitz.analysis.scores import best_score
from kiebitz.analysis.solving import prove, solve
from kiebitz.cards import Suit
from kiebitz.errors import IllegalMoveError, NotationError, NotWonError, SetupError, WrongScoreError
from kiebitz.patience import Autoplay, Move, PileKind, Position, Setup, Supermoves, Table, column, foundation, game
from kiebitz.patience.dealing import deal
from kiebitz.patience.notation import (
    BOARD_FORMATS,
    format_board,
    format_moves,
    format_solution,
    implied_count,
    parse_board,
    parse_header,
    parse_solution,
)
from kiebitz.patience.referee import apply, legal_moves, perft, refusal, unchecked, verify
from perft_files import records
from tables import dealt, positions, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.patience import Rules
    from perft_files import Record

NAMES = ("russian", "yukon")
RUSSIAN, YUKON = game("russian"), game("yukon")
GAMES = st.sampled_from([RUSSIAN, YUKON])


def rest_of(name: str, *columns: str, home: str = "") -> Position:
    """Return a position with these columns and foundations; the other cards lie in the last column, low cards first.

    The last card of all is thus a king, which no column takes.
    """
    rules = game(name)
    tops = {word[1]: "A23456789TJQK".index(word[0]) + 1 for word in home.split()}
    counts = tuple(tops.get(suit.letter, 0) for suit in Suit)
    named = {word.strip("<>") for cards in columns for word in cards.split()}
    named |= {str(card) for suit, count in zip(Suit, counts, strict=True) for card in rules.ladders[suit][:count]}
    rest = sorted((card for card in rules.pack if str(card) not in named), key=lambda card: card.rank)
    filling = [""] * (rules.columns - 1 - len(columns))
    return Setup(rules, [*columns, *filling, rest], foundations=counts).position()


# Dealing


@given(st.integers(1, 31_999) | st.integers(32_001, 10**20))
def test_deals_are_those_of_pysolfc(number: int) -> None:
    theirs = Game("yukon", number, RandomBase.DEALS_PYSOLFC).calc_layout_string(CardRenderer(True))
    position = deal(number, "yukon", "pysolfc")
    assert format_board(position, "fc-solve").split("Freecells:\n")[1].replace(": ", "") == theirs
    assert parse_board(theirs, YUKON).position() == position


@pytest.mark.parametrize("number", [1, 617, 11_982, 31_999])
def test_microsofts_deals_are_those_of_pysolfc_too(number: int) -> None:
    assert deal(number, "yukon") == deal(number, "yukon", "pysolfc")


@given(GAMES, st.randoms())
def test_the_layout_is_the_etudes(rules: Rules, chance: Random) -> None:
    position = dealt(rules, chance)
    assert [len(cards) for cards in position.columns] == [1, 6, 7, 8, 9, 10, 11]
    assert position.face_down == (0, 1, 2, 3, 4, 5, 6)


# Positions


@given(positions(GAMES), st.sampled_from(BOARD_FORMATS), st.sampled_from(["named", "auto"]))
def test_boards_come_back_with_their_face_down_cards(position: Position, form: str, how: str) -> None:
    text = format_board(position, form)
    assert parse_board(text, position.rules, form if how == "named" else "auto").position() == position


@given(positions(GAMES))
def test_face_down_cards_are_a_part_of_the_position(position: Position) -> None:
    assert eval(repr(position)) == position
    again = pickle.loads(pickle.dumps(position))
    assert (again, hash(again), again.face_down) == (position, hash(position), position.face_down)
    if any(position.face_down):
        seen = Setup(position.rules, position.columns, foundations=position.foundations).position()
        assert seen != position
        assert seen.columns == position.columns


@given(positions(GAMES))
def test_the_last_card_of_a_column_lies_face_up(position: Position) -> None:
    for cards, hidden in zip(position.columns, position.face_down, strict=True):
        assert 0 <= hidden <= max(len(cards) - 1, 0)


def test_face_down_cards_that_cannot_be() -> None:
    with pytest.raises(NotationError, match=r"^column 1, card 2: '<7H>'"):
        Setup(RUSSIAN, ["9C <7H> 8D"])
    with pytest.raises(NotationError, match=r"^column 2, card 1: '7X'"):
        Setup(RUSSIAN, ["", "<7X>"])
    with pytest.raises(SetupError, match="column 2, 8D"):
        Setup(RUSSIAN, ["", "<7H> <8D>"]).position()
    with pytest.raises(SetupError, match=r"2 .*FreeCell"):
        Setup(game("freecell"), ["<7H> <8D> 9C"]).position()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("6C AH\n5D <7H>", "line 2, column 4"),
        ("1: 6C\n2: 5D <7H>", "line 2, column 7"),
        (": 6C <7H>", "line 1, column 6"),
    ],
)
def test_a_face_down_card_on_a_face_up_one_is_found(text: str, place: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_board(text, RUSSIAN)
    assert (caught.value.place, caught.value.text) == (place, "<7H>")
    assert caught.value.expected == "a face-up card, as only the first cards of a column lie face down"


def test_a_face_down_card_in_a_game_without_such_cards_is_an_error() -> None:
    with pytest.raises(NotationError, match=r"expected a face-up card, as FreeCell deals no others; is it the board"):
        parse_board("6C <7H> AH", game("freecell"))
    with pytest.raises(NotationError, match=r"^line 1, column 5: '7X'"):
        parse_board("6C <7X> AH", game("freecell"))


def test_faults_of_face_down_cards_in_json_are_found() -> None:
    text = format_board(deal(1, "russian"), "json")
    first = '"<' + text.split('"<', 1)[1].split('>"', 1)[0] + '>"'
    for wrong, message in (('"<XX>"', r"^columns\[1\]\[0\]: 'XX' cannot be read"), ("7", "a card such as 'TS'")):
        with pytest.raises(NotationError, match=message):
            parse_board(text.replace(first, wrong), RUSSIAN)
    with pytest.raises(NotationError, match=r"^columns\[1\]\[1\]: '<.*>'"):
        parse_board(text.replace(first, f'"{first[2:4]}", {first}'), RUSSIAN)


def test_cells_and_foundations_hold_no_face_down_cards() -> None:
    for heading in ("Home: <AS>", "Stock: <AS>"):
        with pytest.raises(NotationError, match="line 1, column "):
            parse_board(f"{heading}\n6C", RUSSIAN)


# Refusals


@pytest.mark.parametrize(
    ("name", "columns", "home", "move", "reason"),
    [
        ("russian", ["<5H> 9C", "6H"], "", (0, 1, 2), "the 5 of hearts lies face down"),
        ("russian", ["<5H> <2C> 9C", "6H"], "", (0, 1, 2), "the 2 of clubs lies face down"),
        ("russian", ["5S 9C", "6H"], "", (0, 1, 2), "5 of spades on 6 of hearts: suits must match"),
        ("russian", ["4H 9C", "6H"], "", (0, 1, 2), "4 of hearts on 6 of hearts: only the 5 of hearts goes there"),
        ("russian", ["QH 9C", "", "6H"], "", (0, 1, 2), "queen of hearts into an empty column: only kings may go there"),  # noqa: E501
        ("russian", ["5H 9C", "6H AS"], "", (0, 1, 2), "the ace of spades must go home first"),
        ("russian", ["2S", "AS"], "", (0, 51, 1), "2 of spades on the spades foundation: the ace of spades must go there first"),  # noqa: E501
        ("russian", ["5H 9C", "6H"], "", (0, 1, 3), "3 cards from column 1, which holds 2"),
        ("yukon", ["<5H> 9C", "6S"], "", (0, 1, 2), "the 5 of hearts lies face down"),
        ("yukon", ["5H 9C", "6D"], "", (0, 1, 2), "red 5 on red 6: colours must alternate"),
        ("yukon", ["5H 9C", "6S"], "", (0, 1, 1), "black 9 on black 6: only a red 5 goes there"),
    ],
)  # fmt: skip
def test_refusals(name: str, columns: list[str], home: str, move: tuple[int, int, int], reason: str) -> None:
    position = rest_of(name, *columns, home=home)
    source, target, count = move
    onto = foundation(Suit(target - 48)) if target >= 48 else column(target)
    assert refusal(position, Move(column(source), onto, count)) == reason
    with pytest.raises(IllegalMoveError, match=re.escape(reason)):
        apply(position, Move(column(source), onto, count))


def test_any_face_up_card_moves_with_all_that_lies_on_it() -> None:
    position = rest_of("russian", "<3C> 5H 9C 2D", "6H", "KD 4S")
    moved = apply(position, Move(column(0), column(1), 3))
    assert [list(map(str, cards)) for cards in moved.columns[:2]] == [["3C"], ["6H", "5H", "9C", "2D"]]
    assert (position.face_down[:2], moved.face_down[:2]) == ((1, 0), (0, 0))
    kings = apply(moved, Move(column(2), column(3), 2))
    assert [list(map(str, cards)) for cards in kings.columns[2:4]] == [[], ["KD", "4S"]]


def test_home_moves_are_free_in_yukon_and_forced_in_russian_solitaire() -> None:
    columns = ["5H 9C", "6H AS", "6C"]
    assert [str(move) for move in legal_moves(rest_of("russian", *columns))] == ["2h"]
    free = {str(move) for move in legal_moves(rest_of("yukon", *columns))}
    assert {"2h", "13"} <= free


def test_autoplay_takes_forced_moves_off_the_players_hands() -> None:
    table = Table(rest_of("russian", "<2S> <AS> 5H 9C", "6H"), Autoplay.SAFE)
    assert [str(move) for move in table.push(Move(column(0), column(1), 2))] == ["1h", "1h"]
    assert table.position.face_down == (0,) * 7
    table.pop()
    assert table.position.face_down == (2, 0, 0, 0, 0, 0, 0)


# Notation


def test_the_implied_count_is_the_most_that_may_move() -> None:
    position = rest_of("yukon", "<2C> 5H 9C 5D 3S", "6S", "<AD> 4H KD 8C KS 7H", "")
    assert implied_count(position, column(0), column(1)) == 4
    assert implied_count(position, column(2), column(3)) == 4
    assert implied_count(position, column(1), column(0)) == 1  # no number fits, and the referee gives the reason
    two = [Move(column(0), column(1), 2), Move(column(2), column(3), 2)]
    assert format_moves(position, two) == ["12v2", "34v2"]
    assert format_moves(position, [Move(column(0), column(1), 4)]) == ["12"]
    text = format_solution(position, two, score=sum(position.foundations))
    again = parse_solution(text, position)
    assert again.moves == tuple(two)
    assert (again.header.score, again.header.supermoves) == (0, Supermoves.ANY)
    verify(position, again.moves, score=0)
    with pytest.raises(WrongScoreError, match=r"2 .* 0.* 5$"):
        verify(position, again.moves, score=5)
    with pytest.raises(NotWonError):
        verify(position, again.moves)


def test_changed_home_moves_travel_with_a_solution() -> None:
    rules = YUKON.with_(home_moves="forced")
    position = deal(2, rules)
    text = format_solution(position, [next(iter(legal_moves(position)))], deal="microsoft 2")
    assert "# home_moves: forced\n" in text
    assert parse_header(text).rules() == rules
    assert parse_solution(text, position).position == position


# Solving


@pytest.mark.parametrize("autoplay", Autoplay)
@pytest.mark.parametrize(("name", "number"), [("russian", 16), ("yukon", 2), ("yukon", 5)])
def test_won_deals_are_won_under_every_rule(name: str, number: int, autoplay: Autoplay) -> None:
    for ask in (solve, prove):
        result = ask(deal(number, name), Limit(states=200_000), autoplay)
        if ask is prove and result.verdict is Verdict.UNDECIDED:
            continue
        assert result.verdict is Verdict.SOLVED
        verify(result.position, result.moves, result.autoplay)
        assert result.autoplay is autoplay or autoplay is Autoplay.MAX


def test_hints_follow_a_line_to_its_end() -> None:
    table = Table(deal(16, "russian"), Autoplay.SAFE)
    while (move := hint(table.position)) is not None:
        table.push(move)
    assert table.is_won


@pytest.mark.parametrize("name", NAMES)
def test_ranges_are_answered_deal_by_deal(name: str) -> None:
    results = solve_range(game(name), 11, 20, Limit(states=3_000), keep_lines=True)
    for number in range(11, 21):
        alone = solve(deal(number, name), Limit(states=3_000))
        assert results.verdict(number) is alone.verdict
        moves, rule = results.solution(number)
        if alone.verdict is Verdict.SOLVED:
            verify(alone.position, moves, rule)
        else:
            assert not moves
        if moves:
            verify(alone.position, moves, rule)


@given(positions(GAMES))
@settings(max_examples=40, deadline=None)
def test_positions_under_way_are_solved_too(position: Position) -> None:
    result = solve(position, Limit(states=2_000))
    if result.verdict is Verdict.SOLVED:
        verify(position, result.moves, result.autoplay)
    if position.rules is RUSSIAN:
        best = best_score(position)
        assert best.exact
        assert sum(position.foundations) <= best.score
        assert (best.score == 52) == (result.verdict is Verdict.SOLVED) or result.verdict is Verdict.UNDECIDED
        verify(position, best.moves, best.autoplay, best.score)


# A table of plain lists, compared with the referee


class Plain:
    """Yukon or Russian Solitaire with lists of texts, face-down cards in lower case."""

    def __init__(self, columns: list[list[str]], home: dict[str, int], by_suit: bool) -> None:
        self.columns, self.home, self.by_suit = columns, home, by_suit

    @staticmethod
    def rank(card: str) -> int:
        return "a23456789tjqk".index(card[0].lower())

    def fits(self, card: str, onto: str) -> bool:
        if self.rank(onto) - self.rank(card) != 1:
            return False
        return card[1] == onto[1] if self.by_suit else (card[1] in "DH") != (onto[1] in "DH")

    def moves(self) -> Iterator[tuple[int, int, int]]:
        """Yield source, index of the lowest card that moves, target; -1 is home."""
        going_home = [
            (source, len(cards) - 1, -1)
            for source, cards in enumerate(self.columns)
            if cards and self.rank(cards[-1]) == self.home[cards[-1][1]]
        ]
        yield from going_home
        if going_home and self.by_suit:
            return
        emptied = [target for target, cards in enumerate(self.columns) if not cards][:1]
        for source, cards in enumerate(self.columns):
            for place, card in enumerate(cards):
                if card.islower():
                    continue
                for target, onto in enumerate(self.columns):
                    if target != source and onto and self.fits(card, onto[-1]):
                        yield source, place, target
                if card[0] == "K":
                    for target in emptied:
                        yield source, place, target

    def after(self, move: tuple[int, int, int]) -> Plain:
        source, place, target = move
        columns, home = [list(cards) for cards in self.columns], dict(self.home)
        moved = columns[source][place:]
        del columns[source][place:]
        if target < 0:
            home[moved[0][1]] += 1
        else:
            columns[target] += moved
        if columns[source]:
            columns[source][-1] = columns[source][-1].upper()
        return Plain(columns, home, self.by_suit)

    def count(self, depth: int) -> int:
        return sum(self.after(move).count(depth - 1) for move in self.moves()) if depth else 1


def plain(position: Position) -> Plain:
    columns = [
        [(str(card).lower() if place < hidden else str(card)) for place, card in enumerate(cards)]
        for cards, hidden in zip(position.columns, position.face_down, strict=True)
    ]
    home = {suit.letter: position.foundations[suit] for suit in Suit}
    return Plain(columns, home, position.rules.game == "russian")


@given(positions(GAMES), st.integers(0, 2**32))
@settings(max_examples=60)
def test_the_referee_plays_like_a_table_of_lists(position: Position, seed: int) -> None:
    chance = Random(seed)
    table = plain(position)
    for _ in range(40):
        moves = list(legal_moves(position, distinct=True))
        theirs = {
            (move.source.index, len(position.columns[move.source.index]) - move.count,
             -1 if move.target.kind is PileKind.FOUNDATION else move.target.index): move
            for move in moves
        }  # fmt: skip
        assert set(table.moves()) == set(theirs)
        if not moves:
            break
        chosen = chance.choice(sorted(theirs))
        position, table = unchecked(position, theirs[chosen]), table.after(chosen)
        assert plain(position).columns == table.columns
        assert plain(position).home == table.home


@pytest.mark.parametrize("name", NAMES)
def test_perft_counts_like_a_table_of_lists(name: str) -> None:
    for seed in range(20):
        for position in walk(game(name), seed, 40)[::8]:
            for depth in (1, 2, 3):
                assert perft(position, depth) == plain(position).count(depth)


RECORDS = [record for record in records() if record.position.rules.game in NAMES]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_the_records_are_what_a_table_of_lists_counts(record: Record) -> None:
    for depth, count in enumerate(record.counts, 1):
        if count <= 20_000:
            assert plain(record.position).count(depth) == count


def test_there_are_records_of_both() -> None:
    assert {record.position.rules.game for record in RECORDS} == set(NAMES)
