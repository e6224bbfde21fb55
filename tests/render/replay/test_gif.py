"""Replays as GIFs: the right pictures, and only changed pixels in each scene."""

from __future__ import annotations

import io
import sys

import pytest
from PIL import Image, ImageChops
from PIL.GifImagePlugin import GifImageFile

from kiebitz.analysis.solving import solve
from kiebitz.errors import KiebitzError
from kiebitz.patience.dealing import deal
from kiebitz.render.replay import Replay
from kiebitz.render.replay.gif import gif
from kiebitz.render.replay.scene_drawing import Stage
from kiebitz.render.replay.scenes import number_of_scenes
from kiebitz.render.themes import theme


@pytest.fixture(scope="module")
def solved() -> Replay:
    result = solve(deal(617))
    return Replay.of(result.position, result.moves, result.autoplay, "FreeCell deal 617")


@pytest.fixture(scope="module")
def short(solved: Replay) -> Replay:
    return Replay(solved.title, solved.frames[:6])


def _far(one: Image.Image, other: Image.Image) -> int:
    """Return the largest difference of two pictures in one channel of a pixel."""
    return max(ImageChops.difference(one.convert("RGB"), other.convert("RGB")).tobytes())


def _opened(data: bytes) -> GifImageFile:
    image = Image.open(io.BytesIO(data))
    assert isinstance(image, GifImageFile)
    return image


def test_gif_shows_every_scene(short: Replay) -> None:
    image = _opened(b"".join(gif(short)))
    stage = Stage(short)
    assert image.size == stage.size
    assert image.n_frames == number_of_scenes(short)
    assert image.info["loop"] == 0
    total = 0.0
    for number, (scene, _) in enumerate(stage.play()):
        image.seek(number)
        total += image.info["duration"] / 1000 - scene.seconds
        assert _far(image, stage.canvas) < 40
    assert abs(total) < 0.02


def test_only_what_changes_is_drawn_and_that_is_enough(short: Replay) -> None:
    stage = Stage(short, theme("dark", four_colours=True), 0.7)
    for scene, _ in stage.play():
        # A stage that begins with this scene draws everything.
        fresh = Stage(short, theme("dark", four_colours=True), 0.7)
        fresh._show(scene)
        assert _far(stage.canvas, fresh.canvas) == 0


def test_gif_of_face_down_cards() -> None:
    short = Replay.of(deal(2, "russian"), [])
    image = _opened(b"".join(gif(short)))
    stage = Stage(short)
    next(stage.play())
    assert _far(image, stage.canvas) < 60


def test_cards_bear_the_letters_of_the_replay(short: Replay) -> None:
    start = short.frames[0].position
    english, russian = (Stage(Replay.of(start, [], spelling=spelling)) for spelling in ("english", "russian"))
    for stage in (english, russian):
        next(stage.play())
    assert _far(english.canvas, russian.canvas) > 100


def test_size_and_speed_can_be_chosen(short: Replay) -> None:
    usual = _opened(b"".join(gif(short)))
    small = _opened(b"".join(gif(short, scale=0.5, speed=2)))
    assert small.width == round(usual.width / 2)
    assert small.info["duration"] == usual.info["duration"] / 2


def test_deal_617_is_small(solved: Replay) -> None:
    heard: list[int] = []
    assert sum(map(len, gif(solved, tell=heard.append))) < 3_000_000
    assert heard == list(range(number_of_scenes(solved)))


@pytest.mark.parametrize(("missing", "library"), [("PIL", "pillow"), ("resvg_py", "resvg-py")])
def test_missing_extra(short: Replay, missing: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(KiebitzError, match=rf"need {library}: pip install 'kiebitz\[picture\]'"):
        list(gif(short))
