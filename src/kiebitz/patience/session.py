"""Games in progress, for every front end: the start, the tree of moves, the current position."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.deals import numbering as numbering_named
from kiebitz.errors import IllegalMoveError, InputError, LinkError, NotationError, NumberRangeError
from kiebitz.patience.games import game as game_named
from kiebitz.patience.link_text import (
    MOST_CHARACTERS,
    MOST_MOVES,
    check_number_of_moves,
    format_link,
    parse_link,
)
from kiebitz.patience.notation import format_solution, implied_count, move_between, parse_header, parse_move
from kiebitz.patience.notation.moves import format_step
from kiebitz.patience.notation.solutions import body_of
from kiebitz.patience.notation.trees import format_tree, parse_tree, tidy
from kiebitz.patience.position import Position
from kiebitz.patience.referee import Table
from kiebitz.patience.rule_options import Autoplay
from kiebitz.patience.tree import Node

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kiebitz.patience.moves import Move
    from kiebitz.patience.notation.trees import TreeWord
    from kiebitz.patience.piles import Pile
    from kiebitz.patience.referee import LegalMoves, Turn
    from kiebitz.patience.rules import Rules


@dataclass(frozen=True, slots=True)
class DealName:
    """A deal's numbering and number.

    >>> str(DealName("microsoft", 617))
    'microsoft 617'
    """

    numbering: str
    number: int

    def __str__(self) -> str:
        return f"{self.numbering} {self.number}"

    def position(self, rules: Rules) -> Position:
        """Return this deal under the rules; a `KiebitzError` for an unknown numbering or number."""
        return Position.deal(rules, numbering_named(self.numbering).cards(self.number, rules.pack))


class Session:
    """A game in progress, with undo, redo and variations; autoplay follows each of the player's moves.

    A move made after an undo begins a variation, which stays until it is removed. `redo` follows the line visited last.

    >>> session = Session.new("freecell", 617)
    >>> session.play("58"), session.ply, session.undo()
    ((), 1, Move(column(4), column(7)))
    >>> session.redo(), [str(move) for move in session.moves]
    (Move(column(4), column(7)), ['58'])
    """

    __slots__ = ("_here", "_table", "deal", "root", "start")

    def __init__(
        self, start: Position, *, autoplay: Autoplay | str = Autoplay.SAFE, deal: DealName | None = None
    ) -> None:
        if deal is not None and deal.position(start.rules) != start:
            raise InputError("", f"the board is not the deal {deal} of {start.rules.title}")
        self.start = start
        self.deal = deal
        self._table = Table(start, autoplay)
        self.root = Node()
        self._here = self.root

    def __reduce__(self) -> tuple[object, ...]:
        # Pickled as references, the nodes of a long game would nest too deeply.
        nodes = list(self.root.in_writing_order())
        number = {id(node): at for at, node in enumerate(nodes)}
        flat = [(number[id(node.parent)], node.move, node.name, node.comment) for node in nodes[1:]]
        onward = [number[id(node.onward)] for node in nodes if node.onward is not None]
        return _restored, (
            self.start,
            self.autoplay,
            self.deal,
            self.root.comment,
            flat,
            onward,
            number[id(self._here)],
        )

    @classmethod
    def new(
        cls,
        name: str = "freecell",
        number: int = 617,
        *,
        numbering: str = "microsoft",
        rules: Rules | None = None,
        autoplay: Autoplay | str = Autoplay.SAFE,
    ) -> Session:
        """Begin a numbered deal of the named game, or of *rules*; errors as in `dealing.deal`."""
        deal = DealName(numbering, number)
        session = cls(deal.position(rules or game_named(name)), autoplay=autoplay)
        session.deal = deal
        return session

    @classmethod
    def from_link(cls, text: str) -> Session:
        """Return the game in a link: a whole address, `#…`, `?…`, or only what follows these signs.

        Raises the errors of `link_text.parse_link`, and `IllegalMoveError` with the move's number.

        >>> Session.from_link("https://kiebitz.example/#game=freecell&deal=617&moves=58")
        <Session freecell microsoft 617, 1 move>
        """
        link = parse_link(text)
        session = cls(link.start, autoplay=link.autoplay)
        if link.number is not None:
            session.deal = DealName(link.numbering, link.number)
        session._grow(link.words, link.at)
        return session

    @classmethod
    def from_text(cls, text: str) -> Session:
        """Return the game that `notation` wrote, with its variations; errors as in `from_link`.

        A `NotationError` if the header names no deal.
        """
        header = parse_header(text)
        numbered = header.numbered_deal()
        if numbered is None:
            raise NotationError(header.deal or "", "header line 'deal'", "a deal such as microsoft 617")
        numbering, number = numbered
        deal = DealName(numbering.name, number)
        words, end = parse_tree(body_of(text))
        session = cls(deal.position(header.rules()), autoplay=header.autoplay or Autoplay.NONE)
        session.deal = deal
        session._grow(words, end)
        return session

    def link(self, base: str = "", words: Sequence[str] | None = None) -> str:
        """Return the game as a link: *base*, `#` and the fragment, or the fragment alone.

        *words* are moves to write instead. A tree that is too long is reduced to the current line. Raises `LinkError`
        if that is too long, too, and `KiebitzError` for rules without a name in the catalogue.
        """
        link = self._link_of_tree() if words is None else None
        if link is None:
            line = self.words() + [node.word for node in self._here.ahead()] if words is None else words
            check_number_of_moves(len(line))
            at = self.ply if words is None and self.undone else None
            link = format_link(self.start, self.deal, self.autoplay, " ".join(line), at)
        return f"{base}#{link}" if base else link

    def _link_of_tree(self) -> str | None:
        """Return the link with all moves, or `None` if it would be too long."""
        nodes = list(self.root.in_writing_order())
        if len(nodes) > MOST_MOVES + 1 or (text := self.tree()) is None:
            return None
        end = self.root
        while end.children:
            end = end.children[0]
        at = None if self._here is end else next(at for at, node in enumerate(nodes) if node is self._here)
        link = format_link(self.start, self.deal, self.autoplay, text, at)
        return link if len(link) <= MOST_CHARACTERS else None

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.start.rules

    @property
    def title(self) -> str:
        """Game and deal, such as `FreeCell deal 617`."""
        if self.deal is None:
            return self.rules.title
        return f"{self.rules.title} {numbering_named(self.deal.numbering).named(self.deal.number)}"

    @property
    def autoplay(self) -> Autoplay:
        """The autoplay rule."""
        return self._table.autoplay

    @property
    def position(self) -> Position:
        """The current position."""
        return self._table.position

    @property
    def history(self) -> tuple[Turn, ...]:
        """The turns so far, first to last."""
        return self._table.history

    @property
    def here(self) -> Node:
        """The current node of the tree of moves; `root` is the start."""
        return self._here

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that `redo` would make, in order."""
        return tuple(node.move for node in self._here.ahead() if node.move is not None)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The player's moves so far, without autoplay."""
        return tuple(turn.move for turn in self.history)

    @property
    def ply(self) -> int:
        """The number of moves that the player has made."""
        return len(self.history)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves in the current position, as a lazy view."""
        return self._table.legal_moves

    @property
    def is_won(self) -> bool:
        """Whether all cards are home."""
        return self._table.is_won

    @property
    def is_stuck(self) -> bool:
        """Whether no move is legal and the game is not won."""
        return not self.is_won and not self.legal_moves

    def positions(self) -> tuple[Position, ...]:
        """Return the positions from the start to the current one, one per turn."""
        return (*(turn.before for turn in self.history), self.position)

    def move_between(self, source: Pile, target: Pile) -> Move:
        """Return the move that standard notation implies for two piles; it need not be legal."""
        return move_between(self.position, source, target)

    def parse(self, text: str) -> Move:
        """Return a legal move of standard notation: `26`, `5a`, `4h`, `26v2`.

        Raises `NotationError`, or `IllegalMoveError` with the reason.
        """
        move = parse_move(text, self.position)
        reason = self.refusal(move)
        if reason is not None:
            raise IllegalMoveError(reason, move, self.ply + 1, self.moves)
        return move

    def refusal(self, move: Move) -> str | None:
        """Return why *move* is illegal in the current position, or `None`."""
        return self._table.refusal(move)

    def push(self, move: Move) -> tuple[Move, ...]:
        """Make *move* and return the moves of autoplay; an `IllegalMoveError` changes nothing."""
        before = self.position
        automatic = self._table.push(move)
        node = self._here
        child = next((child for child in node.children if child.move == move), None)
        if child is None:
            counted = move.count != implied_count(before, move.source, move.target)
            child = Node(node, move, format_step(move, counted))
            node.children.append(child)
        node.onward = self._here = child
        return automatic

    def play(self, text: str) -> tuple[Move, ...]:
        """Make a move of standard notation and return the moves of autoplay; errors as in `parse`."""
        return self.push(parse_move(text, self.position))

    def undo(self) -> Move | None:
        """Undo the last turn and return its move; `None` at the start."""
        move = self._here.move
        if self._here.parent is not None:
            self._table.pop()
            self._here = self._here.parent
        return move

    def redo(self) -> Move | None:
        """Redo the move undone last and return it; `None` if there is none."""
        node = self._here.next
        if node is None or node.move is None:
            return None
        self._table.push(node.move)
        self._here.onward = self._here = node
        return node.move

    def goto(self, ply: int) -> None:
        """Undo or redo moves up to *ply*; a `NumberRangeError` if there are fewer."""
        ply_before = self.ply
        last = ply_before + len(self.undone)
        if not isinstance(ply, int) or not 0 <= ply <= last:
            raise NumberRangeError(ply, f"a number of moves from 0 to {last}")
        for _ in range(ply_before - ply):
            self.undo()
        for _ in range(ply - ply_before):
            self.redo()

    def jump(self, node: Node) -> None:
        """Go to a node of this game's tree; from then on `redo` follows the path to it.

        Raises `ValueError` for a node of another game.
        """
        path: list[Node] = []
        while node is not self._here:  # only as far as the two lines differ
            if node.parent is not None and node.ply > self._here.ply:
                path.append(node)
                node = node.parent
            elif self._here.parent is None:
                raise ValueError("a node of another game")
            else:
                self.undo()
        for step in reversed(path):
            if step.move is not None:
                self._table.push(step.move)
            self._here.onward = self._here = step

    def remove(self, node: Node) -> None:
        """Delete a move and all after it; a game inside goes to the move before."""
        parent = node.parent
        if parent is None:
            raise ValueError("the start of a game cannot be removed")
        if node in self._here.path():
            self.jump(parent)
        parent.children.remove(node)
        if parent.onward is node:
            parent.onward = None

    def promote(self, node: Node) -> None:
        """Make the line to a node the main line."""
        for step in node.path():
            siblings = step.parent.children if step.parent else [step]
            siblings.remove(step)
            siblings.insert(0, step)

    def _grow(self, words: Sequence[TreeWord], at: int) -> None:
        """Make the moves of a tree, then go to the move with this number."""
        made = [self.root]
        self.root.comment = words[0].comment
        for word in words[1:]:
            self.jump(made[word.parent])
            try:
                self.play(word.word)
            except NotationError as error:
                raise LinkError(f"moves, move {self.ply + 1}", error.text, error.expected) from None
            made.append(self._here)
            self._here.name = word.name or self._here.name
            self._here.comment = word.comment or self._here.comment
        self.jump(made[at])
        for node in made:
            node.onward = None
        for node in self._here.path():
            if node.parent is not None:
                node.parent.onward = node

    def words(self) -> list[str]:
        """Return the moves so far in standard notation."""
        return [node.word for node in self._here.path()]

    def notation(self, *, variations: bool = False) -> str:
        """Return the game as the text of a solution, with its score unless won; with *variations*, the whole tree."""
        score = None if self.is_won else sum(self.position.foundations)
        deal = None if self.deal is None else str(self.deal)
        if not variations:
            return format_solution(self.start, self.moves, self.autoplay, deal, score=score)
        header = format_solution(self.start, (), self.autoplay, deal)
        return f"{header.rstrip()}\n\n{textwrap.fill(self.tree() or '', 100, break_long_words=False)}\n"

    def tree(self) -> str | None:
        """Return the tree of moves as text, see `notation.trees`; `None` if it nests too deeply to be read."""
        return format_tree(self.root)

    def _state(self) -> tuple[object, ...]:
        """Return the values that `__eq__` compares."""
        nodes = list(self.root.in_writing_order())
        number = {id(node): at for at, node in enumerate(nodes)}
        main = {id(node.children[0]) for node in nodes if node.children}  # their names are not written
        tree = [
            (number.get(id(node.parent)), node.move, "" if id(node) in main else tidy(node.name), tidy(node.comment))
            for node in nodes
        ]
        return self.start, self.deal, self.autoplay, tree, number[id(self._here)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Session):
            return NotImplemented
        return self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        """Return the current board."""
        return str(self.position)

    def __repr__(self) -> str:
        deal = "board" if self.deal is None else str(self.deal)
        return f"<Session {self.rules.game} {deal}, {self.ply} move{'' if self.ply == 1 else 's'}>"


def _restored(
    start: Position,
    autoplay: Autoplay,
    deal: DealName | None,
    comment: str,
    flat: Iterable[tuple[int, Move, str, str]],
    onward: Iterable[int],
    at: int,
) -> Session:
    session = Session(start, autoplay=autoplay)
    session.deal = deal
    made = [session.root]
    session.root.comment = comment
    for parent, move, name, comment_of_move in flat:
        session.jump(made[parent])
        session.push(move)
        made.append(session.here)
        session.here.name, session.here.comment = name, comment_of_move
    session.jump(made[at])
    for node in made:
        node.onward = None
    for node in map(made.__getitem__, onward):
        if node.parent is not None:
            node.parent.onward = node
    return session
