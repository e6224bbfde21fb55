"""A replay as one page with a player, which works offline.

`player.html` has the page's text and script; this module fills in data and cards.
"""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.render.card_faces import HEIGHT, WIDTH, symbols
from kiebitz.render.layout import STEPS, Layout, lying
from kiebitz.render.themes import declarations, theme, variables

if TYPE_CHECKING:
    from kiebitz.cards import Card
    from kiebitz.patience.position import Position
    from kiebitz.render.replay.frames import Replay

_GAP = re.compile(r"\{\{(\w+)\}\}")
_SPEEDS = {0.25: "¼", 0.5: "½", 1.0: "1", 2.0: "2", 4.0: "4", 8.0: "8"}


def html(replay: Replay, look: str = "light", speed: float = 1.0, *, four_colours: bool = False) -> str:
    """Return the page; *look*, *speed* and *four_colours* are initial settings of the page."""
    words = [frame.text for frame in replay.frames if frame.move is not None and not frame.automatic]
    start = replay.frames[0].position
    drawings = symbols(start.rules.pack, _hidden(start), variables(), replay.spelling)
    listed = f"<noscript><p>The moves: {escape(' '.join(words))}</p></noscript>"
    return player(replay.title, drawings, _data(replay), listed, look, speed, four_colours=four_colours)


def player(
    title: str,
    drawings: str,
    data: dict[str, object],
    listed: str,
    look: str = "light",
    speed: float = 1.0,
    *,
    four_colours: bool = False,
) -> str:
    """Return the page of any game: *drawings* are its symbols, *listed* is the HTML shown without script.

    *data* has these keys:

    - `width`, `height`: size of the table
    - `card`: size of a card
    - `piles`: by code: x, y, and the offset of the next card, right and down
    - `slots`: x, y, letter of a suit
    - `labels`: x, y, width, alignment
    - `cards`: names of the symbols
    - `frames`: objects with `text`, `counter`, `ply`, `automatic`, `sentence`, `moved` (cards), `changes` (card, pile,
      row, side: 0 face, 1 face down with label, 2 back); optional `labels` (texts), `lost` (whether the card gave
      something away), `better` (cards), `note` (`lines`; `heads` and `rows` of a table; each row begins with whether it
      is the chosen one)
    """
    with_four = {f"{name}_four": declarations(theme(name, four_colours=True)) for name in ("light", "dark")}
    parts = with_four | {name: declarations(theme(name)) for name in ("light", "dark")}
    parts |= {
        "title": escape(title),
        "look": " ".join([look] * (look != "light") + ["four"] * four_colours),
        "symbols": drawings,
        "speeds": _speeds(speed),
        "list": listed,
        # No data may end the script.
        "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    }
    page = Path(__file__).with_name("player.html").read_text(encoding="utf-8")
    return _GAP.sub(lambda match: parts[match[1]], page)


def _speeds(chosen: float) -> str:
    """Return the options for the speed, including the chosen one."""
    options = _SPEEDS | {chosen: _SPEEDS.get(chosen, f"{chosen:g}")}
    return "".join(
        f'<option value="{speed:g}"{" selected" * (speed == chosen)}>{text} ×</option>'
        for speed, text in sorted(options.items())
    )


def _hidden(position: Position) -> list[Card]:
    return [card for card, _, _, face_down in lying(position) if face_down]


def _data(replay: Replay) -> dict[str, object]:
    """Return the script's data: where piles lie, and which cards each frame moves."""
    start = replay.frames[0].position
    layout = Layout(frame.position for frame in replay.frames)
    cards = {card: index_of_card for index_of_card, card in enumerate(start.rules.pack)}
    frames = []
    before: dict[Card, list[int]] = {}
    for index, frame in enumerate(replay.frames):
        lies_of = _lying(frame.position)
        frames.append(
            {
                "text": frame.text,
                "counter": replay.counter(index),
                "ply": frame.ply,
                "automatic": frame.automatic,
                "sentence": frame.sentence,
                "moved": [cards[card] for card in frame.moved],
                "changes": [[cards[card], *lies] for card, lies in lies_of.items() if before.get(card) != lies],
            }
        )
        before = lies_of
    return {
        "width": layout.width,
        "height": layout.height,
        "card": [WIDTH, HEIGHT],
        "piles": {pile.code: [*layout.origin(pile), *STEPS[pile.kind]] for pile in layout.piles()},
        "slots": [[slot.x, slot.y, "" if slot.suit is None else slot.suit.letter] for slot in layout.slots()],
        "labels": [],
        "cards": [str(card) for card in cards],
        "frames": frames,
    }


def _lying(position: Position) -> dict[Card, list[int]]:
    return {card: [pile.code, row, int(face_down)] for card, pile, row, face_down in lying(position)}
