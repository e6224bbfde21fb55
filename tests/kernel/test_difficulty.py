"""Moves judged along a line against the referee and a full search; games without a plan."""

from __future__ import annotations

from random import Random

import pytest

import kernel_functions as kernel
import oracle
from canonical import canonical
from kiebitz.analysis.encoding import encode_play
from kiebitz.kernel.answers import Limits, Play
from kiebitz.patience import Autoplay, EmptyColumn, Position, Rules, Supermoves, game, referee
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import decode_moves, encode_moves, encode_position, encode_rules
from tables import deals

SMALL = game("freecell").with_(cells=1, columns=2)
PLAY = encode_play(SMALL, Autoplay.SAFE)


def small(chance: Random) -> Position:
    """Return the last six cards of two suits, in two columns beside one cell."""
    cards = [card for card in SMALL.pack if card.suit in (2, 3) and SMALL.steps[card] >= 10]
    chance.shuffle(cards)
    cut = chance.randrange(1, 6)
    return Position(SMALL, (13, 13, 10, 10), (None,), (tuple(cards[:cut]), tuple(cards[cut:])))


def followers(position: Position, autoplay: Autoplay) -> set[Position]:
    """Return the successors of a position in common form, by the referee."""
    successors = {canonical(referee.replay(position, [move], autoplay))[0] for move in referee.legal_moves(position)}
    return successors - {canonical(position)[0]}


def test_moves_are_judged_as_a_look_at_every_position_says() -> None:
    chance, judged, lost = Random(3), 0, 0
    while judged < 12:
        start = small(chance)
        line = kernel.short_line(encode_rules(SMALL), encode_position(start), PLAY, width=50).moves
        if not line:
            continue
        judged += 1
        moves = b"".join(line[at : at + 3] for at in range(0, len(line), 4))
        answer = kernel.judge_moves(encode_rules(SMALL), encode_position(start), moves, PLAY)
        table = referee.Table(start, Autoplay.SAFE)
        for index, move in enumerate(decode_moves(moves)):
            after = [bool(oracle.can_be_won(there)) for there in followers(table.position, Autoplay.SAFE)]
            assert (answer.kept[index], answer.lost[index]) == (sum(after), len(after) - sum(after))
            lost += len(after) - sum(after)
            table.push(move)
        assert not any(answer.open)
    assert lost > 0


@pytest.mark.parametrize(
    "rules",
    [
        game("freecell"),
        game("bakers_game").with_(empty_column=EmptyColumn.KINGS),
        game("freecell").with_(supermoves=Supermoves.SINGLE),
        game("eight_off"),
    ],
    ids=lambda rules: rules.title,
)
def test_each_different_move_counts_once(rules: Rules) -> None:
    for position in deals(rules, 3):
        for autoplay in (Autoplay.NONE, Autoplay.SAFE):
            play = encode_play(rules, autoplay)
            table, moves, chance = referee.Table(position, autoplay), [], Random(5)
            for _ in range(12):  # does not count a winning line
                legal = [move for move in referee.legal_moves(table.position, distinct=True) if move.count == 1]
                if not legal:
                    break
                move = chance.choice(legal)
                if canonical(referee.replay(table.position, [move]))[0] == canonical(table.position)[0]:
                    continue
                moves.append((table.position, move))
                table.push(move)
            line = encode_moves(move for _, move in moves)
            answer = kernel.judge_moves(encode_rules(rules), encode_position(position), line, play, Limits(states=1))
            assert [sum(counts) for counts in zip(*answer[:3], strict=True)] == [
                len(followers(there, autoplay)) for there, _ in moves
            ]


#: Games won of seven, and moves made, by the moves that the player looks ahead; an independent player in Python agreed.
GREEDY = {
    1: [(7, 14), (2, 19), (7, 28), (7, 14), (7, 7), (7, 7), (7, 21), (7, 14), (7, 14), (7, 37), (0, 7), (7, 7)],
    2: [(7, 7), (0, 28), (7, 32), (7, 35), (7, 7), (7, 21), (7, 14), (7, 21), (7, 33), (7, 28), (7, 14), (7, 14)],
}


@pytest.mark.parametrize("ahead", GREEDY)
def test_games_without_a_plan(ahead: int) -> None:
    chance = Random(ahead)
    for expected in GREEDY[ahead]:
        position = small(chance)
        question = encode_rules(SMALL), encode_position(position), PLAY
        games = kernel.greedy_games(*question, ahead=ahead, games=7, seed=9)
        assert (games.won, games.moves) == expected
        assert not expected[0] or oracle.can_be_won(position)
        assert kernel.check_player_line(*question[:2], games.line, PLAY) == -1 or games.won < 7
    question = encode_rules(game("freecell")), encode_position(deal(617)), PLAY
    games = kernel.greedy_games(*question, ahead=1, games=1)
    assert (games.won, 4 * games.moves) == (0, len(games.line))


def test_what_can_not_be_judged_is_refused() -> None:
    question = encode_rules(SMALL), encode_position(small(Random(1)))
    for line in (b"\0", bytes((7, 0, 1)), bytes((40, 0, 1)), bytes((0, 1, 9)), bytes((0, 0, 1)), bytes((0, 33, 1))):
        with pytest.raises(ValueError, match="line: "):
            kernel.judge_moves(*question, line, PLAY)
    for ahead in (0, 4):
        with pytest.raises(ValueError, match="ahead: 1 to 3 moves expected"):
            kernel.greedy_games(*question, PLAY, ahead=ahead, games=1)
    yukon = next(deals(game("yukon"), 1))
    with pytest.raises(ValueError, match="rules: "):
        kernel.greedy_games(encode_rules(yukon.rules), encode_position(yukon), Play(1, 0), ahead=1, games=1)


def test_who_asks_may_end_it() -> None:
    class Ended(Exception):
        pass

    def ask() -> None:
        raise Ended

    question = encode_rules(game("freecell")), encode_position(deal(617)), PLAY
    with pytest.raises(Ended):
        kernel.greedy_games(*question, ahead=3, games=1000, ask=ask)
