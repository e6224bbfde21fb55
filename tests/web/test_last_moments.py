"""The page's last moments: each can be won, by its line as the referee replays it; bands fall in the share of wins."""

from __future__ import annotations

import json
import re
import runpy
from collections import defaultdict
from pathlib import Path
from statistics import mean

import pytest

from kiebitz.patience import referee
from kiebitz.patience.links import read_link
from kiebitz.patience.session import Session

ROOT = Path(__file__).parents[2]
MOMENTS = json.loads((ROOT / "src/kiebitz/web/static/moments.json").read_text("utf-8"))


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment["link"].partition("&moves")[0])
def test_the_line_of_each_moment_wins(moment: dict[str, str]) -> None:
    start = read_link(moment["link"]).position
    session = Session(start)
    words = moment["line"].split()
    assert len(words) <= 16
    for word in words:
        session.play(word)
    referee.verify(start, session.moves, session.autoplay)


def test_each_band_has_moments_of_each_game() -> None:
    found = {(moment["band"], re.sub("&deal=[0-9]+|&moves=.*", "", moment["link"])) for moment in MOMENTS}
    games = ["game=freecell", "game=freecell&cells=3", "game=freecell&cells=2", "game=bakers_game"]
    assert found == {(band, name) for band in ("easy", "medium", "hard") for name in games}


def test_bands_fall_in_games_played_anew() -> None:
    share = runpy.run_path(str(ROOT / "research" / "last_moments.py"))["share"]
    shares = defaultdict(list)
    for moment in MOMENTS:
        shares[moment["band"]].append(share(read_link(moment["link"]).position, 2))
    assert list(shares) == ["easy", "medium", "hard"]
    assert mean(shares["easy"]) < 0.5  # most players lose, in every band
    assert mean(shares["easy"]) > 2 * mean(shares["medium"]) > 4 * mean(shares["hard"])
