"""Open-card play: both kernels against a literal player and the referee."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.analysis.skat.double_dummy import solve, trace, worlds_values
from kiebitz.cards import Card
from kiebitz.errors import IllegalMoveError, KernelFaultError
from kiebitz.kernel import skat as kernel
from kiebitz.kernel.answers import Best
from kiebitz.skat.contract import Game
from kiebitz.skat.encoding import CARDS, encode_session, mask
from kiebitz.skat.referee import Play, replay
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session
from oracle.skat import Ending, values
from skat_tables import LITERAL, PACK, cards, deal_of, games, seats


@st.composite
def endings(draw: st.DrawFn) -> Play:
    """A position of up to four cards per hand, with or without an earlier trick and a skat, at any point of a trick."""
    order = draw(st.permutations(PACK))
    size = draw(st.integers(1, 4))
    taken = draw(st.sampled_from([(0, 0, 0), (30, 11, 0), (0, 14, 20)]))
    hands = (tuple(order[:size]), tuple(order[size : 2 * size]), tuple(order[2 * size : 3 * size]))
    play = Play(draw(games()), draw(seats()), hands, draw(seats()), (), tuple(order[-2:]), taken)
    for _ in range(draw(st.integers(0, 2))):
        play = play.after(draw(st.sampled_from(play.legal_cards)))
    return play


def literally(play: Play) -> dict[Card, int]:
    first, second, third = (frozenset(map(str, hand)) for hand in play.hands)
    ending = Ending((first, second, third), play.turn, tuple(map(str, play.trick)))
    return {Card.parse(card): value for card, value in values(LITERAL[play.game], play.declarer, ending).items()}


@given(endings())
@settings(deadline=None)
def test_each_card_is_worth_what_a_literal_player_makes_of_it(play: Play) -> None:
    expected = literally(play)
    taken = 0 if play.game is Game.NULL else play.result.declarer_points
    result = solve(play)
    assert dict(result.cards) == {card: taken + value for card, value in expected.items()}
    goal = max if play.turn is play.declarer else min
    assert set(result.best) == {card for card, value in expected.items() if value == goal(expected.values())}
    assert result.line[0] in result.best
    if play.game is Game.NULL:
        assert result.points is None
        assert result.reached == goal(expected.values())
    else:
        assert result.points == taken + goal(expected.values())


@given(endings(), st.integers(0, 130))
@settings(deadline=None)
def test_a_threshold_is_reached_exactly_where_the_value_is(play: Play, points: int) -> None:
    result = solve(play, points)
    if result.points is not None:
        assert result.reached == (result.points >= points)


@given(endings())
@settings(deadline=None)
def test_the_line_ends_as_it_says(play: Play) -> None:
    result = solve(play)
    assert replay(play, result.line) == result.end
    assert result.end.is_over
    again = solve(result.end)
    assert (again.points, again.reached, again.line, again.cards, again.best) == (
        result.points,
        result.reached,
        (),
        (),
        (),
    )


@pytest.mark.parametrize("game", list(Game))
def test_many_worlds_at_once(game: Game) -> None:
    chance = Random(7)
    worlds, plays = [], []
    for _ in range(8):
        order = chance.sample(PACK, 12)
        first, second, third = hands = (tuple(order[:4]), tuple(order[4:8]), tuple(order[8:]))
        worlds.append((mask(first), mask(second), mask(third)))
        plays.append(Play(game, Seat.MIDDLEHAND, hands, Seat.REARHAND))
    expected = [
        max(literally(play).values()) if play.turn is play.declarer else min(literally(play).values()) for play in plays
    ]
    assert worlds_values(game, Seat.MIDDLEHAND, Seat.REARHAND, worlds) == expected
    assert worlds_values(game, Seat.MIDDLEHAND, Seat.REARHAND, []) == []


@pytest.mark.parametrize(
    ("game", "answer", "complaint"),
    [
        (Game.CLUBS, (22, b"\x00\x01\x02\x0a\x08\x09"), "gives the declarer 0, not 22"),
        (Game.CLUBS, (0, b"\x00\x01\x02"), "does not lead to the end"),
        (Game.CLUBS, (0, b"\x00\x09\x02"), "is illegal: trumps must be followed"),
        (Game.NULL, (1, b"\x00\x01\x02"), "gives the declarer 0, not 1"),
    ],
)
def test_a_wrong_answer_is_refused(
    monkeypatch: pytest.MonkeyPatch, game: Game, answer: tuple[int, bytes], complaint: str
) -> None:
    hands = (cards("7C 7D"), cards("8C 8D"), cards("9C 9D"))
    play = Play(game, Seat.REARHAND, hands, Seat.FOREHAND)
    monkeypatch.setattr(kernel, "skat_best", lambda *_: Best(*answer))
    with pytest.raises(KernelFaultError, match=complaint):
        solve(play)


# --- lines, discards, levels ---


@given(endings(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_a_line_is_worth_card_by_card_what_each_state_is_worth(play: Play, chance: Random) -> None:
    line, expected = [], []
    state = play
    while not state.is_over:
        expected.append(dict(solve(state).cards))
        line.append(chance.choice(state.legal_cards))
        state = state.after(line[-1])
    assert trace(play, line) == expected
    assert trace(play, line[:1]) == expected[:1]


def test_no_line_with_a_card_that_may_not_be_played() -> None:
    play = Play(Game.CLUBS, Seat.FOREHAND, (cards("7C 8C"), cards("9C AH"), cards("KD QD")), Seat.FOREHAND)
    with pytest.raises(IllegalMoveError, match="trumps must be followed"):
        trace(play, cards("7C AH"))


def test_values_that_do_not_fit_together_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play(Game.CLUBS, Seat.FOREHAND, (cards("7C 8C"), cards("9C AH"), cards("KD QD")), Seat.FOREHAND)
    line = cards("7C 9C KD")
    right = kernel.skat_trace
    monkeypatch.setattr(
        kernel, "skat_trace", lambda *question: [[(c, v + 1) for c, v in one] for one in right(*question)]
    )
    with pytest.raises(KernelFaultError):
        trace(play, (*line, *cards("AH QD 8C")))


@pytest.mark.parametrize("game", [Game.GRAND, Game.NULL])
def test_no_discard_is_better_than_the_best(game: Game) -> None:
    order = list(PACK)
    Random("discards").shuffle(order)
    deal = deal_of(order)
    session = Session(deal)
    for word in ("18", "p", "p", "s", f"{game.letter}.{'.'.join(map(str, deal.skat))}"):
        session.act(word)

    def put(value: int) -> tuple[tuple[Card, ...], int]:
        """Return the best discard and its value, for a game with this value."""
        answer = kernel.skat_put(*encode_session(session), value)
        assert answer is not None
        return tuple(CARDS[code] for code in answer[1]), answer[0]

    pair, value = put(-1)
    assert put(value - 1) == (pair, value)
    assert put(value) == (deal.skat, value)  # as good as the best one

    def worth(two: tuple[Card, ...]) -> int:
        result = solve(deal.exchanged(Seat.MIDDLEHAND, two).play(game, Seat.MIDDLEHAND))
        return int(result.reached) if result.points is None else result.points

    others = combinations(sorted((*deal.hands[1], *deal.skat)), 2)
    assert worth(pair) == value == max(map(worth, others))
