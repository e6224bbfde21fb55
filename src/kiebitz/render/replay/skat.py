"""The review of a Skat game as one page: the table card by card, the value of each card, and better cards.

`html` makes the page, `kiebitz.analysis.skat.review_text` the words.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from kiebitz.analysis.skat.review_text import ReviewText, share
from kiebitz.cards import PACKS
from kiebitz.errors import counted, visible
from kiebitz.patience.piles import PileKind
from kiebitz.render.card_faces import HEIGHT, WIDTH, symbols
from kiebitz.render.layout import MARGIN, STEPS
from kiebitz.render.replay.html import player
from kiebitz.render.text import with_signs
from kiebitz.render.themes import variables
from kiebitz.skat.contract import Game
from kiebitz.skat.pack import HAND
from kiebitz.skat.seats import FOREHAND, Seat
from kiebitz.skat.trick import in_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kiebitz.analysis.skat.fair_view import FairStep
    from kiebitz.analysis.skat.review import Review, ReviewedCard
    from kiebitz.cards import Card
    from kiebitz.skat.referee import Deal, Play

_PACK = tuple(PACKS["32"])
_PLACES = len(Seat)
#: Codes of piles; those of hands, trick and taken tricks are for the seats below, left and right.
_HANDS, _TRICK, _TAKEN, _SKAT = 0, 3, 6, 9
_FACE, _BACK = 0, 2

# Places: hands are a row below and columns at both sides.
_ROW, _COLUMN = STEPS[PileKind.STOCK], STEPS[PileKind.COLUMN]
_LINE = 46  # height of two lines of a label
_ABOVE = MARGIN + _LINE
_WIDE = 2 * MARGIN + (HAND - 1) * _ROW[0] + WIDTH
_MIDDLE = _WIDE // 2
_BELOW = _ABOVE + (HAND - 1) * _COLUMN[1] + HEIGHT + _LINE + MARGIN // 2
_HIGH = _BELOW + HEIGHT + MARGIN
_RIGHT = _WIDE - MARGIN - WIDTH
_IN, _TRICK_AT = MARGIN + WIDTH + MARGIN, _ABOVE + HEIGHT + MARGIN
_PILES = {
    _HANDS: (MARGIN, _BELOW, *_ROW),
    _HANDS + 1: (MARGIN, _ABOVE, *_COLUMN),
    _HANDS + 2: (_RIGHT, _ABOVE, *_COLUMN),
    _TRICK: (_MIDDLE - WIDTH // 2, _TRICK_AT + HEIGHT // 2, 0, 0),
    _TRICK + 1: (_MIDDLE - WIDTH // 2 - WIDTH - MARGIN, _TRICK_AT, 0, 0),
    _TRICK + 2: (_MIDDLE + WIDTH // 2 + MARGIN, _TRICK_AT, 0, 0),
    _TAKEN: (_RIGHT - MARGIN - WIDTH, _BELOW - _LINE - MARGIN - HEIGHT, 0, 0),
    _TAKEN + 1: (_IN, _ABOVE, 0, 0),
    _TAKEN + 2: (_RIGHT - MARGIN - WIDTH, _ABOVE, 0, 0),
    _SKAT: (_MIDDLE - (_ROW[0] + WIDTH) // 2, _ABOVE, *_ROW),
}
_HALF = _WIDE // 2 - MARGIN - _ROW[0]
#: Labels of the seats, the skat and the value: x, y, width, alignment.
_LABELS = (
    (MARGIN, _BELOW - _LINE, _WIDE - 2 * MARGIN, "left"),
    (MARGIN, MARGIN, _HALF, "left"),
    (_WIDE - MARGIN - _HALF, MARGIN, _HALF, "right"),
    (_MIDDLE - _ROW[0], MARGIN, 2 * _ROW[0], "center"),
    (_MIDDLE - WIDTH * 2, _TRICK_AT + HEIGHT * 3 // 2 + MARGIN // 2, WIDTH * 4, "center"),
)
_SEEN = "with open cards"


def html(
    review: Review,
    fair: Sequence[FairStep] | None = None,
    look: str = "light",
    speed: float = 1.0,
    *,
    four_colours: bool = False,
    spelling: str = "english",
) -> str:
    """Return the page of a game; *fair*, the fair view of its cards, adds chances by what could be known.

    The declarer sits below. *look*, *speed* and *four_colours* are initial settings of the page; *spelling*, one of
    `kiebitz.cards`, determines the letters of the cards.
    """
    game = review.game
    page = _ReviewPage(review, fair, ReviewText(review, with_signs(spelling)))
    data: dict[str, object] = {
        "width": _WIDE,
        "height": _HIGH,
        "card": [WIDTH, HEIGHT],
        "piles": _PILES,
        "slots": [[*_PILES[pile][:2], ""] for pile in range(_TRICK, _TAKEN)],
        "labels": _LABELS,
        "cards": list(map(str, _PACK)),
        "frames": page.frames(),
    }
    title = visible(f"Skat{f' game {game.number}' if game.number else ''}: {game.title}")
    drawings = symbols(PACKS["32"], (), variables(), spelling)
    return player(title, drawings, data, page.listed(), look, speed, four_colours=four_colours)


def _note(lines: Sequence[str], heads: Sequence[str] = (), rows: Sequence[Sequence[object]] = ()) -> dict[str, object]:
    return {"lines": lines, "heads": heads, "rows": rows}


class _ReviewPage:
    """The page's data of a review."""

    def __init__(self, review: Review, fair: Sequence[FairStep] | None, words: ReviewText) -> None:
        self._review, self._game, self._words = review, review.game, words
        self._judged = None if fair is None else {step.number: step for step in fair}
        self._fair = fair
        self._below = self._game.declarer or FOREHAND
        self._plays = [] if self._game.declarer is None else [self._game.start()]
        for card in self._game.cards if self._plays else ():
            self._plays.append(self._plays[-1].after(card))

    def frames(self) -> list[dict[str, object]]:
        """Return the frames: the deal, the discard, if any, and each card."""
        game, review = self._game, self._review
        start: dict[str, object] = {"text": "deal", "sentence": "", "note": _note(self._head())}
        stages = [(start, self._dealt(game.deal))]
        if game.discard is not None and game.declarer is not None:
            sentence = "; ".join(self._words.discard())
            note = _note([f"{game.declarer} took up the skat", sentence])
            put: dict[str, object] = {"text": "discard", "sentence": sentence, "note": note}
            stages.append((put, self._dealt(game.deal.exchanged(game.declarer, game.discard))))
        stages += [(self._step(step), self._lies(step.number)) for step in review.steps]
        frames: list[dict[str, object]] = []
        before: dict[Card, list[int]] = {}
        for index, (frame, lies) in enumerate(stages):
            number = max(0, index - (len(stages) - len(review.steps)) + 1)
            counter = f"{frame['text']}  {number}/{len(review.steps)}"
            usual = {"counter": counter, "ply": index, "automatic": False, "moved": [], "labels": self._labels(number)}
            changes = [[_PACK.index(card), *place] for card, place in lies.items() if before.get(card) != place]
            frames.append({**usual, **frame, "changes": changes})
            before = lies
        return frames

    def _step(self, step: ReviewedCard) -> dict[str, object]:
        words, judged = self._words, None if self._judged is None else self._judged.get(step.number)
        name = step.card.text(words.spelling)
        change = f"{words.worth(step.before)} before"
        change += f", {words.short(step.after)} after; better {words.names(step.best)}" if step.lost else " and after"
        lines = [f"trick {step.trick}: {step.seat} plays {name}", f"{_SEEN} {change}"]
        lines += self._remarks(step, judged)
        heads = ["card", _SEEN]
        rows = [[card is step.card, card.text(words.spelling), words.short(value)] for card, value in step.values]
        if self._judged is not None:
            heads.append("the declarer's chance by what could be known")
            chances = {} if judged is None else {option.card: share(option) for option in judged.chances}
            rows = [[*row, chances.get(card, "–")] for row, (card, _) in zip(rows, step.values, strict=True)]
        if step.number == len(self._review.steps) and self._review.score is not None:
            lines.append(self._review.score.words)
        better = [_PACK.index(card) for card in step.best] if step.lost else []
        return {
            "text": name,
            "sentence": ". ".join(lines),
            "moved": [_PACK.index(step.card)],
            "lost": bool(step.lost),
            "better": better,
            "note": _note(lines, heads, rows),
        }

    def _remarks(self, step: ReviewedCard, judged: FairStep | None) -> Iterator[str]:
        words = self._words
        for point in self._review.turning_points:
            if point.step is step:
                yield f"{words.turned(point)}; {words.names(point.holding)} would have held it"
        if judged is None:
            return
        if judged.is_mistake:
            yield f"a mistake by what could be known: {words.chances(judged)}"
        elif step.lost:
            yield "by what could be known it was no mistake"
        if judged.gave_up_a_sure_win:
            yield words.sure(judged)

    def _head(self) -> list[str]:
        game, score = self._game, self._review.score
        words_of_bids = {"p": "passes", "y": "holds"}
        lines = [game.title if score is None else f"{game.title}: {score.words}"]
        lines += [", ".join(f"{seat} {words_of_bids.get(word, word)}" for seat, word in game.bids)] if game.bids else []
        return [visible(line) for line in [*lines, *self._words.ending(), *self._words.pars()]]

    def _dealt(self, deal: Deal) -> dict[Card, list[int]]:
        lies = {card: [_SKAT, row, _FACE] for row, card in enumerate(deal.skat)}
        for seat in Seat:
            lies |= self._pile(_HANDS, seat, in_order(self._game_kind, deal.hands[seat]))
        return lies

    def _lies(self, number: int) -> dict[Card, list[int]]:
        """Return where the cards lie after the card with this number; a complete trick still lies on the table."""
        play, steps = self._plays[number], self._review.steps
        lies = {card: [_SKAT, row, _FACE] for row, card in enumerate(play.skat)}
        for seat in Seat:
            lies |= self._pile(_HANDS, seat, in_order(play.game, play.hands[seat]))
        start = (number - 1) // _PLACES * _PLACES
        for step in steps[start:number]:
            lies |= self._pile(_TRICK, step.seat, (step.card,))
        for seat in Seat:
            won = [step.card for step in steps[:start] if self._taker(step.number) is seat]
            lies |= self._pile(_TAKEN, seat, won, _BACK)
        return lies

    def _taker(self, number: int) -> Seat:
        return self._plays[self._review.steps[number - 1].trick * _PLACES].turn

    def _pile(self, kind: int, seat: Seat, cards: Sequence[Card], side: int = _FACE) -> dict[Card, list[int]]:
        code = kind + (seat - self._below) % _PLACES
        return {card: [code, row, side] for row, card in enumerate(cards)}

    def _labels(self, number: int) -> list[str]:
        """Return the labels after the card with this number, 0 before the first card."""
        play: Play | None = self._plays[number] if self._plays else None
        names = []
        for place in range(_PLACES):
            seat = Seat((self._below + place) % _PLACES)
            player = self._game.players[seat]
            name = visible(f"{seat} {player}") if player and player != str(seat) else str(seat)
            score = ""
            if play is not None and number:
                points = f", {counted(play.points[seat], 'point')}" * (play.game is not Game.NULL)
                score = f"{counted(play.tricks[seat], 'trick')}{points}"
            names.append(f"{name}{', declarer' * (seat is self._game.declarer)}\n{score}")
        steps = self._review.steps
        value = steps[number - 1].after if number else self._review.start
        return [*names, "\nskat", "" if value is None else f"{_SEEN}\n{self._words.worth(value)}"]

    @property
    def _game_kind(self) -> Game:
        return Game.GRAND if self._game.contract is None else self._game.contract.game

    def listed(self) -> str:
        """Return the game as HTML to read without the script."""
        words = self._words
        lines = [*self._head(), *words.turning(), *(() if self._fair is None else words.fair(self._fair))]
        parts = ['<section class="list">', "<h2>The game in words</h2>", "<ul>"]
        parts += [f"<li>{escape(line.strip())}</li>" for line in lines]
        parts.append("</ul>")
        heads = ["trick", "seat", "card", "before", "after", "better"]
        heads += ["the declarer's chance", "after the best card"] * (self._judged is not None)
        if self._review.steps:
            title = f"Each card with its value before and after, {_SEEN}"
            parts.append(
                f'<p id="listed">{title}:</p><div class="wide" tabindex="0" role="region" aria-labelledby="listed">'
            )
            head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
            parts.append(f"<table><thead><tr>{head}</tr></thead><tbody>")
            parts += [self._row(step) for step in self._review.steps]
            parts.append("</tbody></table></div>")
        return "\n".join([*parts, "</section>"])

    def _row(self, step: ReviewedCard) -> str:
        words = self._words
        cells = [str(step.seat), step.card.text(words.spelling), words.short(step.before), words.short(step.after)]
        cells.append(words.names(step.best) if step.lost else "")
        if self._judged is not None:
            judged = self._judged.get(step.number)
            cells += ["", ""] if judged is None else [share(judged.played), share(judged.chances[0])]
        chosen = ' class="chosen"' if step.lost else ""
        row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        return f'<tr{chosen}><th scope="row">{step.trick}</th>{row}</tr>'
