"""Lines for players: legal under the rules and the autoplay, with the same outcome as the given line.

A greedy search in this module finds the lines, so that no search of the kernel is needed.
"""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush

import pytest

import kernel_functions as kernel
from kiebitz.analysis.encoding import encode_play
from kiebitz.cards import Card, Suit
from kiebitz.deals import numbering
from kiebitz.errors import KiebitzError
from kiebitz.patience import referee
from kiebitz.patience.encoding import decode_player_moves, encode_moves, encode_position, encode_rules
from kiebitz.patience.games import game
from kiebitz.patience.moves import Move
from kiebitz.patience.piles import cell, column, foundation
from kiebitz.patience.position import Position, Setup
from kiebitz.patience.rule_options import Autoplay, Supermoves

SMALL = ("solitaire_one_suit", "solitaire_two_suits", "solitaire_6x6_down", "solitaire_6x6")


def worth(position: Position) -> int:
    """Return a distance from the goal: cards not home, and cards above one that must go home earlier."""
    steps = position.rules.steps
    above = sum(
        any(steps[lower] < steps[card] for lower in cards[:at])
        for cards in position.columns
        for at, card in enumerate(cards)
    )
    return len(position.rules.pack) - sum(position.foundations) + 2 * above


@cache
def dealt_and_line(name: str, number: int) -> tuple[Position, list[Move] | None]:
    rules = game(name)
    dealt = Position.deal(rules, numbering("fisher-yates").cards(number, rules.pack))
    return dealt, line_of(dealt)


def line_of(position: Position, most: int = 3000) -> list[Move] | None:
    """Return a winning line by greedy search, with detours."""
    heap: list[tuple[int, int, Position, tuple[Move, ...]]] = [(worth(position), 0, position, ())]
    seen = {position}
    count = 0
    while heap and count < most:
        _, _, here, line = heappop(heap)
        if referee.is_won(here):
            return list(line)
        for move in referee.legal_moves(here, distinct=True):
            after = referee.unchecked(here, move)
            if after not in seen:
                seen.add(after)
                count += 1
                heappush(heap, (worth(after), count, after, (*line, move)))
    return None


def told(position: Position, line: list[Move], autoplay: Autoplay) -> list[Move] | None:
    """Return the kernel's player's line, once the checker and the referee have replayed it."""
    encoded = encode_rules(position.rules), encode_position(position)
    play = encode_play(position.rules, autoplay)
    moves = kernel.player_line(*encoded, encode_moves(line), play)
    if moves is None:
        return None
    assert kernel.check_player_line(*encoded, moves, play) == -1
    values = list(decode_player_moves(moves))
    referee.verify(position, values, autoplay)
    return values


def home_from(position: Position, *first: Move) -> list[Move]:
    """Return a line that begins with these moves, then moves card after card home."""
    line = list(first)
    for move in line:
        position = referee.apply(position, move)
    return line + referee.autoplay_moves(position, Autoplay.MAX)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("supermoves", [Supermoves.SINGLE, Supermoves.MICROSOFT, Supermoves.STANDARD])
def test_lines_win_under_every_rule(name: str, supermoves: Supermoves) -> None:
    rules = game(name)
    count = 0
    for number in range(1, 7):
        dealt, line = dealt_and_line(name, number)
        if line is None:
            continue
        count += 1
        position = dealt.under(rules.with_(supermoves=supermoves))
        unaided, helped = told(position, line, Autoplay.NONE), told(position, line, Autoplay.SAFE)
        assert unaided is not None
        assert helped is not None
        assert len(helped) < len(unaided)
        if supermoves is Supermoves.STANDARD:
            assert len(unaided) <= len(line)
        for at in range(len(unaided)):  # no move is superfluous
            with pytest.raises(KiebitzError):
                referee.verify(position, unaided[:at] + unaided[at + 1 :])
    assert count >= 2


def test_detours_are_cut_out() -> None:
    rules = game("solitaire_one_suit")
    position = Setup(rules, ["AS", "3S 2S", "5S 4S", "8S 7S 6S", "KS QS JS TS 9S"]).position()
    line = home_from(position, Move(column(0), cell(0)), Move(cell(0), column(0)))
    assert told(position, line, Autoplay.NONE) == line[2:]


def test_detours_through_other_columns_and_cells_are_cut_out() -> None:
    """The detours return to the same position up to the order of piles; the line's other moves follow the cards."""
    position = Setup(game("freecell"), ["KS", "QS"], foundations=[13, 13, 13, 11]).position()
    line = home_from(
        position,
        Move(column(1), column(5)),
        Move(column(5), cell(2)),
        Move(cell(2), column(6)),
    )
    home = foundation(Suit.SPADES)
    assert told(position, line, Autoplay.NONE) == [Move(column(1), home), Move(column(0), home)]


def test_cards_moved_one_by_one_move_at_once() -> None:
    columns = ["KS QS JS TS 9H 8S", "6H KH QH JH TH 9S 8H 7S 7H 6S"]
    position = Setup(game("freecell"), columns, foundations=[13, 13, 5, 5]).position()
    run = [Move(column(1), cell(3)), Move(column(1), column(0)), Move(cell(3), column(0))]
    rest = [Move(column(1), column(at)) for at in (2, 3, 4, 5, 6)] + [Move(column(1), cell(at)) for at in (0, 1)]
    moves = told(position, home_from(position, *run, *rest), Autoplay.NONE)
    assert moves is not None
    assert moves[0] == Move(column(1), column(0), 2)


RUN = ["KS", "QH", "JS", "TH", "9S", "8H", "7S", "6H", "5S", "4H", "3S", "2H"]
OTHER = ["KH", "QS", "JH", "TS", "9H", "8S", "7H", "6S", "5H", "4S", "3H", "2S"]


@pytest.mark.parametrize(
    ("cells", "empty", "count"), [(1, 2, 8), (0, 2, 4), (2, 1, 6), (3, 0, 4), (1, 3, 9), (0, 3, 7)]
)
@pytest.mark.parametrize("supermoves", [Supermoves.SINGLE, Supermoves.MICROSOFT, Supermoves.STANDARD])
@pytest.mark.parametrize("to_empty", [False, True])
def test_long_moves_are_cut_into_allowed_ones(
    cells: int, empty: int, count: int, supermoves: Supermoves, to_empty: bool
) -> None:
    """The run lies on the aces and has to move whole."""
    rules = game("freecell").with_(cells=cells, columns=3 + empty + to_empty, supermoves=supermoves)
    piles = [RUN[:-count], ["AS", "AH", *RUN[-count:]], OTHER]
    if to_empty:
        piles[2], piles[0] = [*RUN[:-count], *OTHER], []  # leaves an empty column, and no target for the run
        piles[2].sort(key=lambda text: "A23456789TJQK".index(text[0]), reverse=True)
    position = Setup(rules, piles, foundations=[13, 13, 0, 0]).position()
    line = home_from(position.under(rules.with_(supermoves="standard")), Move(column(1), column(0), count))
    moves = told(position, line, Autoplay.NONE)
    assert moves is not None
    alone = supermoves is Supermoves.SINGLE or (supermoves is Supermoves.MICROSOFT and not cells)
    assert (max(move.count for move in moves) > 1) is not alone


def test_a_line_that_autoplay_spoils_is_none() -> None:
    """The four of spades needs the five of hearts, which `max` but not `safe` moves home."""
    columns = ["5H", "3S 4S", "KH QS JH TS 9H 8S 7H 6S", "KS QH JS TH 9S 8H 7S 6H 5S"]
    rules = game("freecell").with_(columns=4, cells=1)
    position = Setup(rules, columns, foundations=(13, 13, 4, 2)).position()
    line = home_from(position, Move(column(3), cell(0)), Move(column(1), column(0)))
    assert told(position, line, Autoplay.MAX) is None
    moves = told(position, line, Autoplay.SAFE)
    assert moves is not None
    assert moves[-1] == Move(column(1), column(0))  # everything else is safe once the three is free


def test_cards_follow_their_target_home() -> None:
    """Built down from the king, the queen goes home before the jack is put on it; then the jack goes home too."""
    rules = game("solitaire_6x6_down").with_(ace="low", foundations="down")
    columns = ["AS 6S 7S 8S 9S TS JS", "QS", "KS"]
    position = Setup(rules, columns, foundations=[9, 9, 9, 0]).position()
    king = Move(column(2), foundation(Suit.SPADES))
    line = home_from(position, king, Move(column(0), column(1)), Move(column(1), column(2)))
    for autoplay in Autoplay:
        assert told(position, line, autoplay) is not None


@pytest.mark.parametrize("line", [b"\0\1", b"\0\1\x20", b"\x12\0\1", b"\0\x34\1"])
def test_what_is_no_line_is_refused(line: bytes) -> None:
    position = Setup(game("freecell"), ["KS", "QS"], foundations=[13, 13, 13, 11]).position()
    play = encode_play(position.rules, Autoplay.SAFE)
    with pytest.raises(ValueError, match="line: "):
        kernel.player_line(encode_rules(position.rules), encode_position(position), line, play)


def test_a_card_home_early_is_no_line_of_its_own() -> None:
    """A line that ends before the win is rejected."""
    position = Setup(game("freecell"), ["KS", "QS"], foundations=[13, 13, 13, 11]).position()
    assert told(position, [Move(column(1), cell(0))], Autoplay.NONE) is None
    assert Card.parse("KS") in position.columns[0]
