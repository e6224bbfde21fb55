"""Replays as files: the GIF and the film show what they should, the recording of a terminal can be played."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops
from PIL.GifImagePlugin import GifImageFile

from kiebitz.analysis.solving import solve
from kiebitz.errors import KiebitzError
from kiebitz.patience.dealing import deal
from kiebitz.render import text
from kiebitz.render.replay import Replay
from kiebitz.render.replay.cast import cast
from kiebitz.render.replay.gif import gif
from kiebitz.render.replay.mp4 import mp4
from kiebitz.render.replay.scenes import number_of_scenes
from kiebitz.render.replay.stage import Stage
from kiebitz.render.themes import theme
from waiting import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def solved() -> Replay:
    result = solve(deal(617))
    return Replay.of(result.position, result.moves, result.autoplay, "FreeCell deal 617")


@pytest.fixture(scope="module")
def short(solved: Replay) -> Replay:
    return Replay(solved.title, solved.frames[:6])


def _far(one: Image.Image, other: Image.Image) -> int:
    """How far the worst pixel of two pictures is off in one of its three colours."""
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
        # A stage that shows this scene first has to draw everything.
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


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="no ffmpeg")
def test_film_has_its_length_and_its_last_picture(short: Replay, tmp_path: Path) -> None:
    film, last = tmp_path / "short.mp4", tmp_path / "last.png"
    film.write_bytes(b"".join(mp4(short, speed=4)))
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-sseof", "-0.1", "-i", film, "-update", "1", last],
        check=True,
        timeout=PATIENCE,
    )
    stage = Stage(short)
    scenes = [scene.seconds for scene, _ in stage.play(speed=4)]
    drawn = Image.open(last).crop((0, 0, *stage.size))
    small = [picture.convert("RGB").resize((50, 50), Image.Resampling.BOX) for picture in (drawn, stage.canvas)]
    assert _far(*small) < 30
    probe = ["ffprobe", "-loglevel", "error", "-show_entries", "format=duration", "-of", "csv=p=0", str(film)]
    if shutil.which("ffprobe"):
        length = float(subprocess.run(probe, capture_output=True, check=True, timeout=PATIENCE).stdout)
        assert abs(length - sum(scenes)) < 0.1


def test_without_ffmpeg_one_line(short: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(KiebitzError, match="films need ffmpeg, which is not there"):
        list(mp4(short))


@pytest.mark.skipif(sys.platform == "win32", reason="a script of the shell stands for ffmpeg")
@pytest.mark.parametrize(
    "script", ["echo first >&2; echo worse >&2; exit 1", "cat > /dev/null; echo worse >&2; exit 1"]
)
def test_ffmpeg_that_fails_says_why(
    short: Replay, script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ffmpeg").write_text(f"#!/bin/sh\n{script}\n")
    (tmp_path / "ffmpeg").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    with pytest.raises(KiebitzError, match="ffmpeg could not write the film: 'worse'"):
        list(mp4(short))


def test_recording_is_one_of_a_terminal(solved: Replay) -> None:
    head, *lines = "".join(cast(solved, four_colours=True)).splitlines()
    header = json.loads(head)
    events = [json.loads(line) for line in lines]
    assert (header["version"], header["title"]) == (2, "FreeCell deal 617")
    assert len(events) == len(solved.frames) + 1
    assert events[0][0] == 0
    assert all(later > earlier for (earlier, *_), (later, *_) in pairwise(events))
    for (_, kind, screen), frame in zip(events, solved.frames, strict=False):
        assert kind == "o"
        rows = screen.removeprefix("\x1b[H\x1b[2J").split("\r\n")
        assert len(rows) <= header["height"]
        assert rows[-1] in text.board(frame.position, True, True, frame.moved).splitlines()[-1:] or rows[-1] == "Cells:"
        assert all(len(text_only(row)) <= header["width"] for row in rows)
    assert "\x1b[4m" in events[1][2]


def test_recording_in_the_letters_of_the_replay(solved: Replay) -> None:
    moves = [frame.move for frame in solved.frames[1:2] if frame.move]
    screen = "".join(cast(Replay.of(solved.frames[0].position, moves, spelling="russian")))
    assert "Д♥" in screen
    assert not any(letter in screen for letter in ("Q♥", "K♥", "A♥", "J♥"))


def text_only(row: str) -> str:
    """Return what is seen of a line with colours."""
    return "".join(part.partition("m")[2] if at else part for at, part in enumerate(row.split("\x1b[")))
