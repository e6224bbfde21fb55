"""A line of play as frames: every single move, positions, moved cards, words; and their scenes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiebitz.analysis.scores import best_score
from kiebitz.analysis.solving import solve
from kiebitz.cards import Card
from kiebitz.errors import IllegalMoveError
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import games
from kiebitz.patience.moves import Move
from kiebitz.patience.piles import column
from kiebitz.patience.referee import Table, apply, is_won, legal_moves, replay
from kiebitz.patience.rule_options import Autoplay
from kiebitz.render.layout import Layout
from kiebitz.render.replay import Replay
from kiebitz.render.replay.scenes import FIRST, LAST, layout_of, number_of_scenes, scenes


@pytest.fixture(scope="module")
def solved() -> Replay:
    result = solve(deal(617))
    return Replay.of(result.position, result.moves, result.autoplay, "FreeCell deal 617")


def test_every_single_move_is_a_frame(solved: Replay) -> None:
    assert solved.frames[0].position == deal(617)
    assert is_won(solved.frames[-1].position)
    for before, after in zip(solved.frames, solved.frames[1:], strict=False):
        assert after.move is not None
        assert apply(before.position, after.move) == after.position
        assert len(after.moved) == after.move.count
        assert after.ply == before.ply + (not after.automatic)
    assert any(frame.automatic for frame in solved.frames)


def test_moved_cards_and_words(solved: Replay) -> None:
    first = solved.frames[1]
    assert (first.text, first.sentence) == ("83", "Q♥ from column 8 to column 3")
    assert first.moved == (Card.parse("QH"),)
    assert solved.counter(1) == f"83  1/{solved.plies}"
    home = next(frame for frame in solved.frames if frame.automatic)
    assert home.text.endswith("h")
    assert home.sentence.endswith("foundation (automatic)")


def test_words_in_the_requested_spelling(solved: Replay) -> None:
    line = [frame.move for frame in solved.frames if frame.move and not frame.automatic]
    for spelling, first in (("german", "D♥"), ("russian", "Д♥"), ("unicode", "Q♥")):
        shown = Replay.of(deal(617), line, spelling=spelling)
        assert shown.spelling == spelling
        assert shown.frames[1].sentence == f"{first} from column 8 to column 3"
        for frame in shown.frames[1:]:
            assert frame.sentence.startswith(" ".join(card.text(spelling) for card in frame.moved) + " from ")


def test_illegal_move_has_its_number() -> None:
    with pytest.raises(IllegalMoveError, match="move 1"):
        Replay.of(deal(617), [Move(column(0), column(7))])


@pytest.mark.parametrize("name", games())
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_any_game_ends_where_the_referee_says(name: str, data: st.DataObject) -> None:
    start, rule = deal(data.draw(st.integers(1, 1000)), name), data.draw(st.sampled_from(Autoplay))
    table = Table(start, rule)
    for _ in range(12):
        moves = list(legal_moves(table.position))
        if not moves:
            break
        table.push(data.draw(st.sampled_from(moves)))
    line = [turn.move for turn in table.history]
    shown = Replay.of(start, line, rule)
    assert shown.frames[-1].position == replay(start, line, rule)
    # All cards of each scene lie inside the picture.
    layout = layout_of(shown)
    for scene in scenes(shown, layout, glides=1):
        for place in scene.places:
            assert 0 <= place.x <= layout.width - 72
            assert 0 <= place.y <= layout.height - 102


def test_scenes_begin_and_end_with_the_positions(solved: Replay) -> None:
    layout = layout_of(solved)
    shown = list(scenes(solved, layout, speed=2))
    assert len(shown) == number_of_scenes(solved)
    assert shown[0].places == tuple(layout.places(deal(617)))
    assert shown[-1].places == tuple(layout.places(solved.frames[-1].position))
    assert (shown[0].seconds, shown[-1].seconds) == (FIRST / 2, LAST / 2)
    assert all(len({place.card for place in scene.places}) == len(scene.places) for scene in shown)


def test_a_card_glides_from_its_place_to_the_other(solved: Replay) -> None:
    layout = Layout(frame.position for frame in solved.frames)
    way = [
        place for scene in list(scenes(solved, layout))[:7] for place in scene.places if place.card == Card.parse("QH")
    ]
    assert way[0].x > way[-1].x
    assert [place.x for place in way] == sorted((place.x for place in way), reverse=True)
    assert len({place.x for place in way}) == 7


def test_best_line_of_russian_solitaire_turns_cards_up() -> None:
    best = best_score(deal(5, "russian"), shortest=True)
    shown = Replay.of(best.position, best.moves, best.autoplay)
    assert sum(shown.frames[-1].position.foundations) == best.score
    assert sum(shown.frames[-1].position.face_down) < 21
