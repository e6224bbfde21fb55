"""A replay as one page with a player: it asks nothing of any server, and plays from the file system.

The page's own text and script are `player.html` beside this file; only its data and its cards are filled in here.
"""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.patience import piles
from kiebitz.render import faces
from kiebitz.render.faces import HEIGHT, WIDTH
from kiebitz.render.layout import STEPS, Layout, lying
from kiebitz.render.themes import declarations, theme, variables

if TYPE_CHECKING:
    from kiebitz.cards import Card
    from kiebitz.patience.position import Position
    from kiebitz.render.replay.frames import Replay

_GAP = re.compile(r"\{\{(\w+)\}\}")
_SPEEDS = {0.25: "¼", 0.5: "½", 1.0: "1", 2.0: "2", 4.0: "4", 8.0: "8"}


def html(replay: Replay, look: str = "light", speed: float = 1.0, *, four_colours: bool = False) -> str:
    """Return the page; *look*, *speed* and *four_colours* say how it begins, since all three can be changed there."""
    with_four = {f"{name}_four": declarations(theme(name, four_colours=True)) for name in ("light", "dark")}
    parts = with_four | {name: declarations(theme(name)) for name in ("light", "dark")}
    words = [frame.text for frame in replay.frames if frame.move is not None and not frame.automatic]
    data = json.dumps(_data(replay), ensure_ascii=False, separators=(",", ":"))
    parts |= {
        "title": escape(replay.title),
        "look": " ".join([look] * (look != "light") + ["four"] * four_colours),
        "symbols": _symbols(replay),
        "speeds": _speeds(speed),
        "notation": escape(" ".join(words)),
        "data": data.replace("<", "\\u003c"),  # nothing in it may end the script
    }
    page = Path(__file__).with_name("player.html").read_text(encoding="utf-8")
    return _GAP.sub(lambda match: parts[match[1]], page)


def _speeds(chosen: float) -> str:
    """Return the options for the speed, the chosen one among them even where it is none of the usual ones."""
    options = _SPEEDS | {chosen: _SPEEDS.get(chosen, f"{chosen:g}")}
    return "".join(
        f'<option value="{speed:g}"{" selected" * (speed == chosen)}>{text} ×</option>'
        for speed, text in sorted(options.items())
    )


def _symbols(replay: Replay) -> str:
    """Return the drawings of the cards, their colours left to the page."""
    look, spelling = variables(), replay.spelling
    start = replay.frames[0].position
    pack = start.rules.pack
    hidden = [card for card, _, _, face_down in lying(start) if face_down]
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    return "\n".join(
        [
            faces.definitions(look, pack.cards, pack.suits, spelling),
            *(f'<symbol id="card-{card}" {box}>{faces.face(card, look, spelling)}</symbol>' for card in pack),
            *(f'<symbol id="down-{card}" {box}>{faces.hidden(card, look, spelling)}</symbol>' for card in hidden),
            f'<symbol id="card-slot" {box}>{faces.slot(look)}</symbol>',
            *(
                f'<symbol id="suit-{suit.letter}" viewBox="0 0 32 32" fill="currentColor">'
                f'<use href="#k-{suit}"/></symbol>'
                for suit in pack.suits
            ),
        ]
    )


def _data(replay: Replay) -> dict[str, object]:
    """Return what the script needs: where piles lie, and for each frame which cards lie elsewhere than before."""
    start = replay.frames[0].position
    layout = Layout(frame.position for frame in replay.frames)
    cards = {card: at for at, card in enumerate(start.rules.pack)}
    rules = start.rules
    used = [piles.cell(index) for index in range(rules.cells)]
    used += [piles.column(index) for index in range(rules.columns)]
    used += [piles.foundation(suit) for suit in rules.pack.suits]
    used += [piles.STOCK] if rules.stock else []
    frames = []
    before: dict[Card, list[int]] = {}
    for index, frame in enumerate(replay.frames):
        now = _lying(frame.position)
        frames.append(
            {
                "text": frame.text,
                "counter": replay.counter(index),
                "ply": frame.ply,
                "automatic": frame.automatic,
                "sentence": frame.sentence,
                "moved": [cards[card] for card in frame.moved],
                "changes": [[cards[card], *lies] for card, lies in now.items() if before.get(card) != lies],
            }
        )
        before = now
    return {
        "width": layout.width,
        "height": layout.height,
        "card": [WIDTH, HEIGHT],
        "piles": {pile.code: [*layout.origin(pile), *STEPS[pile.kind]] for pile in used},
        "slots": [[slot.x, slot.y, "" if slot.suit is None else slot.suit.letter] for slot in layout.slots()],
        "cards": [str(card) for card in cards],
        "frames": frames,
    }


def _lying(position: Position) -> dict[Card, list[int]]:
    return {card: [pile.code, row, int(face_down)] for card, pile, row, face_down in lying(position)}
