"""Moves judged along a line, and games without a plan: both kernels agree, and the moves are those of the referee."""

from __future__ import annotations

from random import Random

import pytest

from backends import NAMES, backend
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
    """The last six cards of two suits, in two columns beside one cell."""
    cards = [card for card in SMALL.pack if card.suit in (2, 3) and SMALL.steps[card] >= 10]
    chance.shuffle(cards)
    cut = chance.randrange(1, 6)
    return Position(SMALL, (13, 13, 10, 10), (None,), (tuple(cards[:cut]), tuple(cards[cut:])))


def followers(position: Position, autoplay: Autoplay) -> set[Position]:
    """What one move leads to, in common form, as the referee sees it."""
    found = {canonical(referee.replay(position, [move], autoplay))[0] for move in referee.legal_moves(position)}
    return found - {canonical(position)[0]}


def winnable(position: Position, known: dict[Position, bool]) -> bool:
    """Whether there is a win: every position is looked at."""
    start, _ = canonical(position)
    reached, waiting = {start}, [start]
    while waiting and not any(referee.is_won(one) for one in reached):
        fresh = followers(waiting.pop(), Autoplay.NONE) - reached
        reached |= fresh
        waiting += fresh
    return known.setdefault(start, any(map(referee.is_won, reached)))


def test_moves_are_judged_as_a_look_at_every_position_says() -> None:
    known: dict[Position, bool] = {}
    chance, judged = Random(3), 0
    while judged < 12:
        start = small(chance)
        line = backend(NAMES[0]).short_line(encode_rules(SMALL), encode_position(start), PLAY, width=50).moves
        if not line:
            continue
        judged += 1
        moves = b"".join(line[at : at + 3] for at in range(0, len(line), 4))
        question = encode_rules(SMALL), encode_position(start), moves, PLAY
        found = [backend(kernel).judge_moves(*question) for kernel in NAMES]
        assert len({answer[:3] for answer in found}) == 1
        table = referee.Table(start, Autoplay.SAFE)
        for index, move in enumerate(decode_moves(moves)):
            after = [winnable(one, known) for one in followers(table.position, Autoplay.SAFE)]
            assert (found[0].kept[index], found[0].lost[index]) == (sum(after), len(after) - sum(after))
            table.push(move)
        assert not any(found[0].open)
    assert not all(known.values())  # some moves lost the game


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
    native = backend(NAMES[0])
    for position in deals(rules, 3):
        for autoplay in (Autoplay.NONE, Autoplay.SAFE):
            play = encode_play(rules, autoplay)
            table, moves, chance = referee.Table(position, autoplay), [], Random(5)
            for _ in range(12):  # a line that wins is not asked for
                legal = [move for move in referee.legal_moves(table.position, distinct=True) if move.count == 1]
                if not legal:
                    break
                move = chance.choice(legal)
                if canonical(referee.replay(table.position, [move]))[0] == canonical(table.position)[0]:
                    continue
                moves.append((table.position, move))
                table.push(move)
            line = encode_moves(move for _, move in moves)
            found = native.judge_moves(encode_rules(rules), encode_position(position), line, play, Limits(states=1))
            assert [sum(counts) for counts in zip(*found[:3], strict=True)] == [
                len(followers(there, autoplay)) for there, _ in moves
            ]


@pytest.mark.parametrize("ahead", [1, 2])
def test_both_kernels_play_the_same_games(ahead: int) -> None:
    chance, won = Random(ahead), set()
    for _ in range(12):
        question = encode_rules(SMALL), encode_position(small(chance)), PLAY
        found = {backend(kernel).greedy_games(*question, ahead=ahead, games=7, seed=9) for kernel in NAMES}
        assert len(found) == 1
        won |= {answer.won for answer in found}
    assert {0, 7} <= won  # all games of some positions, none of others
    if ahead == 1:
        assert len(won) > 2
        question = encode_rules(game("freecell")), encode_position(deal(617)), PLAY
        assert len({backend(kernel).greedy_games(*question, ahead=1, games=2) for kernel in NAMES}) == 1


@pytest.mark.parametrize("kernel", NAMES)
def test_what_can_not_be_judged_is_refused(kernel: str) -> None:
    asked = backend(kernel)
    question = encode_rules(SMALL), encode_position(small(Random(1)))
    for line in (b"\0", bytes((7, 0, 1)), bytes((40, 0, 1)), bytes((0, 1, 9)), bytes((0, 0, 1)), bytes((0, 33, 1))):
        with pytest.raises(ValueError, match="line: "):
            asked.judge_moves(*question, line, PLAY)
    for ahead in (0, 4):
        with pytest.raises(ValueError, match="ahead: 1 to 3 moves expected"):
            asked.greedy_games(*question, PLAY, ahead=ahead, games=1)
    yukon = next(deals(game("yukon"), 1))
    with pytest.raises(ValueError, match="rules: "):
        asked.greedy_games(encode_rules(yukon.rules), encode_position(yukon), Play(1, 0), ahead=1, games=1)


@pytest.mark.parametrize("kernel", NAMES)
def test_who_asks_may_end_it(kernel: str) -> None:
    class Ended(Exception):
        pass

    def ask() -> None:
        raise Ended

    question = encode_rules(game("freecell")), encode_position(deal(617)), PLAY
    with pytest.raises(Ended):
        backend(kernel).greedy_games(*question, ahead=3, games=1000, ask=ask)
