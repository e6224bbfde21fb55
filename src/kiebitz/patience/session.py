"""A game being played: where it began, the moves made and taken back, the position now; every front end holds one.

What is legal is asked of the referee, how moves are written of `notation`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.deals import numbering as numbering_named
from kiebitz.errors import DealError, IllegalMoveError, LinkError, NotationError, NumberRangeError
from kiebitz.patience.games import game as game_named
from kiebitz.patience.link_text import format_link, parse_link
from kiebitz.patience.notation import format_moves, format_solution, move_between, parse_move
from kiebitz.patience.position import Position
from kiebitz.patience.referee import Table
from kiebitz.patience.rules import Autoplay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiebitz.patience.moves import Move
    from kiebitz.patience.piles import Pile
    from kiebitz.patience.referee import LegalMoves, Turn
    from kiebitz.patience.rules import Rules


@dataclass(frozen=True, slots=True)
class DealName:
    """The name of a deal: its numbering and its number there.

    >>> str(DealName("microsoft", 617))
    'microsoft 617'
    """

    numbering: str
    number: int

    def __str__(self) -> str:
        return f"{self.numbering} {self.number}"

    def position(self, rules: Rules) -> Position:
        """Return this deal under the rules; a `KiebitzError` if there is no such numbering or number."""
        return Position.deal(rules, numbering_named(self.numbering).cards(self.number, rules.pack))


class Session:
    """One game being played: moves are made, taken back and made again, each with the autoplay that follows it.

    Autoplay acts after a move of the player, never before the first one. Making the move that was taken back last
    keeps the others that were taken back; any other move lets go of them.

    >>> session = Session.new("freecell", 617)
    >>> session.play("58"), session.ply, session.undo()
    ((), 1, Move(column(4), column(7)))
    >>> session.redo(), [str(move) for move in session.moves]
    (Move(column(4), column(7)), ['58'])
    """

    __slots__ = ("_table", "_undone", "deal", "start")

    def __init__(self, start: Position, *, autoplay: Autoplay = Autoplay.SAFE, deal: DealName | None = None) -> None:
        if deal is not None and deal.position(start.rules) != start:
            raise DealError("", f"the board is not the deal {deal} of {start.rules.title}")
        self.start = start
        self.deal = deal
        self._table = Table(start, autoplay)
        self._undone: list[Move] = []  # the one to make next is last

    def __getstate__(self) -> object:
        return object.__getstate__(self)  # else the oldest forms of pickles refuse a class with slots

    @classmethod
    def new(
        cls,
        name: str = "freecell",
        number: int = 617,
        *,
        numbering: str = "microsoft",
        rules: Rules | None = None,
        autoplay: Autoplay = Autoplay.SAFE,
    ) -> Session:
        """Begin a numbered deal of the game with this name, or by *rules* of one's own; errors as of `dealing.deal`."""
        deal = DealName(numbering, number)
        session = cls(deal.position(rules or game_named(name)), autoplay=autoplay)
        session.deal = deal
        return session

    @classmethod
    def from_link(cls, text: str) -> Session:
        """Read a link, or what stands behind its `#`; errors as of `links.read_link`."""
        link = parse_link(text)
        session = cls(link.start, autoplay=link.autoplay)
        if link.number is not None:
            session.deal = DealName(link.numbering, link.number)
        for word in link.words:
            try:
                session.play(word)
            except NotationError as error:
                raise LinkError(f"moves, move {session.ply + 1}", error.text, error.expected) from None
        session.goto(link.at)
        return session

    def link(self, base: str = "", words: Sequence[str] | None = None) -> str:
        """Return the game as a link, to be opened anywhere: *base* and a fragment; see `link_text.format_link`."""
        return format_link(self, base, words)

    # What there is

    @property
    def rules(self) -> Rules:
        """The rules that are played by."""
        return self.start.rules

    @property
    def autoplay(self) -> Autoplay:
        """Which cards the program sends home after a move."""
        return self._table.autoplay

    @property
    def position(self) -> Position:
        """The position now."""
        return self._table.position

    @property
    def history(self) -> tuple[Turn, ...]:
        """The turns made so far, first to last."""
        return self._table.history

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves taken back, the one that `redo` would make first."""
        return tuple(reversed(self._undone))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The player's moves so far, without what autoplay added."""
        return tuple(turn.move for turn in self.history)

    @property
    def ply(self) -> int:
        """How many moves the player has made."""
        return len(self.history)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves now, as a lazy view."""
        return self._table.legal_moves

    @property
    def is_won(self) -> bool:
        """Whether all cards are home."""
        return self._table.is_won

    @property
    def is_stuck(self) -> bool:
        """Whether the game has ended without a win: no move is legal."""
        return not self.is_won and not self.legal_moves

    def positions(self) -> tuple[Position, ...]:
        """Return the position at the start and after each turn, the one now last."""
        return (*(turn.before for turn in self.history), self.position)

    # Moves

    def move_between(self, source: Pile, target: Pile) -> Move:
        """Return the move from pile to pile, its count as standard notation implies it; it need not be legal.

        Any foundation stands for home, as the letter `h` does.
        """
        return move_between(self.position, source, target)

    def parse(self, text: str) -> Move:
        """Read one legal move of standard notation: `26`, `5a`, `4h`, `26v2`.

        A `NotationError` for what cannot be read, an `IllegalMoveError` with the reason for what the rules forbid.
        """
        move = parse_move(text, self.position)
        reason = self.refusal(move)
        if reason is not None:
            raise IllegalMoveError(reason, move, self.ply + 1, self.moves)
        return move

    def refusal(self, move: Move) -> str | None:
        """Return why *move* is illegal now, or `None`."""
        return self._table.refusal(move)

    def push(self, move: Move) -> tuple[Move, ...]:
        """Make *move* and return what autoplay added; an `IllegalMoveError` with its number leaves all as it was."""
        automatic = self._table.push(move)
        if self._undone and self._undone[-1] == move:
            self._undone.pop()
        else:
            self._undone.clear()
        return automatic

    def play(self, text: str) -> tuple[Move, ...]:
        """Make one move of standard notation and return what autoplay added; errors as of `parse`."""
        return self.push(parse_move(text, self.position))

    def undo(self) -> Move | None:
        """Take back the last move with its autoplay and return it; `None` if there is none."""
        try:
            move = self._table.pop()
        except IndexError:
            return None
        self._undone.append(move)
        return move

    def redo(self) -> Move | None:
        """Make the move again that was taken back last and return it; `None` if there is none."""
        if not self._undone:
            return None
        move = self._undone.pop()
        self._table.push(move)
        return move

    def goto(self, ply: int) -> None:
        """Take back moves or make them again until *ply* are made; a `NumberRangeError` if there are fewer."""
        now = self.ply
        last = now + len(self._undone)
        if not isinstance(ply, int) or not 0 <= ply <= last:
            raise NumberRangeError(ply, f"a number of moves from 0 to {last}")
        for _ in range(now - ply):
            self.undo()
        for _ in range(ply - now):
            self.redo()

    # As text

    def words(self) -> list[str]:
        """Return the moves so far in standard notation, a word each."""
        return format_moves(self.start, self.moves, self.autoplay)

    def notation(self) -> str:
        """Return the game so far as the text of a solution, with its header; the score where it is no win."""
        score = None if self.is_won else sum(self.position.foundations)
        deal = None if self.deal is None else str(self.deal)
        return format_solution(self.start, self.moves, self.autoplay, deal, score=score)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Session):
            return NotImplemented
        return (self.start, self.deal, self.autoplay, self.moves, self.undone) == (
            other.start,
            other.deal,
            other.autoplay,
            other.moves,
            other.undone,
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        what = "board" if self.deal is None else str(self.deal)
        return f"<Session {self.rules.game} {what}, {self.ply} move{'' if self.ply == 1 else 's'}>"
