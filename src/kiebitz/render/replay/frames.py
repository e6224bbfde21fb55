"""A line of play as frames: the position after each single move, autoplay included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.cards import Suit
from kiebitz.errors import visible
from kiebitz.patience.notation import format_moves
from kiebitz.patience.piles import PileKind
from kiebitz.patience.referee import Table, unchecked
from kiebitz.patience.rule_options import Autoplay
from kiebitz.render.text import with_signs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Card
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position


@dataclass(frozen=True, slots=True)
class Frame:
    """A position, and the move that led to it, which the first frame lacks.

    `text` is the move in standard notation, `moved` are its cards, `ply` is the number of the player's moves so far.
    `spelling` determines the letters of the cards.
    """

    position: Position
    move: Move | None = None
    text: str = ""
    moved: tuple[Card, ...] = ()
    automatic: bool = False
    ply: int = 0
    spelling: str = "english"

    @property
    def sentence(self) -> str:
        """The move in words, such as `9♥ 8♠ from column 2 to column 6`; empty in the first frame."""
        if self.move is None:
            return ""
        cards = " ".join(card.text(with_signs(self.spelling)) for card in self.moved)
        return f"{cards} from {self.move.source} to {self.move.target}{' (automatic)' * self.automatic}"


@dataclass(frozen=True, slots=True)
class Replay:
    """A line of play with a title; its first frame is the start position.

    `autoplay` is the rule by which the moves are replayed.
    """

    title: str
    frames: tuple[Frame, ...]
    autoplay: Autoplay = Autoplay.SAFE

    @property
    def plies(self) -> int:
        """The number of the player's moves."""
        return self.frames[-1].ply

    @property
    def spelling(self) -> str:
        """The spelling of the cards in pictures and words, one of `kiebitz.cards`."""
        return self.frames[0].spelling

    @staticmethod
    def of(
        start: Position,
        moves: Iterable[Move],
        autoplay: Autoplay = Autoplay.SAFE,
        title: str = "",
        spelling: str = "english",
    ) -> Replay:
        """Return the replay of *moves* from a position; an `IllegalMoveError` names the first illegal move.

        >>> from kiebitz.patience.dealing import deal
        >>> from kiebitz.analysis.solving import solve
        >>> result = solve(deal(617))
        >>> replay = Replay.of(result.position, result.moves, result.autoplay)
        >>> len(replay.frames) > replay.plies == len(result.moves)
        True
        """
        line = list(moves)
        words = format_moves(start, line, autoplay)
        table = Table(start, autoplay)
        frames = [Frame(start, spelling=spelling)]
        for ply, (move, word) in enumerate(zip(line, words, strict=True), 1):
            automatic = table.push(move)
            position = unchecked(frames[-1].position, move)
            frames.append(Frame(position, move, word, _moved(position, move), False, ply, spelling))
            for follower in automatic:
                position = unchecked(position, follower)
                moved = _moved(position, follower)
                frames.append(Frame(position, follower, str(follower), moved, True, ply, spelling))
        return Replay(visible(title or start.rules.title), tuple(frames), autoplay)

    def counter(self, index: int) -> str:
        """Return the text beside a frame: the move, its number and the number of all moves.

        >>> from kiebitz.patience.dealing import deal
        >>> Replay.of(deal(617), []).counter(0)
        '0/0'
        """
        frame = self.frames[index]
        return f"{frame.text}  {frame.ply}/{self.plies}".lstrip()


def _moved(after: Position, move: Move) -> tuple[Card, ...]:
    """Return the cards of a move as they lie after it."""
    target = move.target
    if target.kind is PileKind.COLUMN:
        return after.columns[target.index][-move.count :]
    if target.kind is PileKind.CELL:
        return tuple(card for card in (after.cells[target.index],) if card is not None)
    home = after.foundations[target.index]
    return after.rules.ladders[Suit(target.index)][home - move.count : home]
