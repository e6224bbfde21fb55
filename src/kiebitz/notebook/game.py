"""The game on a notebook's board: a session as numbers and texts for `board.js`, and the script's messages.

Rules, layout and texts are Python's; the script only draws and reports the chosen piles. No notebook library is needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from kiebitz.analysis import analyst
from kiebitz.analysis.answers import Result
from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.analysis.scores import BestScore
from kiebitz.analysis.shortest import ShortestLine
from kiebitz.errors import IllegalMoveError, KiebitzError, counted
from kiebitz.patience.game_text import read_game
from kiebitz.patience.moves import move_of_codes
from kiebitz.patience.notation.trees import tidy
from kiebitz.patience.piles import PileKind, from_code
from kiebitz.patience.position import Position
from kiebitz.patience.rule_options import Autoplay
from kiebitz.patience.session import Session
from kiebitz.render import card_faces
from kiebitz.render.layout import STEPS, Layout, lying
from kiebitz.render.replay.frames import Replay
from kiebitz.render.themes import declarations, theme, variables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kiebitz.analysis.answers import Answer
    from kiebitz.cards import Card
    from kiebitz.patience.moves import Move
    from kiebitz.patience.piles import Pile
    from kiebitz.patience.rules import Rules
    from kiebitz.patience.tree import Node
    from kiebitz.render.replay.frames import Frame

#: Sources of a board.
Playable = Session | Position | Result | BestScore | ShortestLine | str | int

#: The limit of a search for a solution on request; the light has the analyst's own limit.
PATIENCE = Limit(seconds=20)
#: The script's messages and the types of their values.
_FORMS: dict[str, type] = {
    "move": list,  # the codes of two piles, and the number of cards
    "write": str,  # a move in standard notation
    "go": int,  # the number of moves forward, or back
    "jump": int,  # the number of a node in the tree
    "main": int,  # the node whose line becomes the main one
    "remove": int,  # the node to delete with its line
    "light": bool,
    "hint": bool,
    "solve": bool,
}
_AT_A_NODE = ("jump", "main", "remove")
_SPARE = 3  # cards by which a column may grow before its cards move closer together


def session_of(shown: Playable, game: str | Rules = "freecell", numbering: str = "microsoft") -> Session:
    """Return the session for a board: a given session as it is, else a new one.

    A number is a deal of the *game*; a text is a link, a solution or a board, as for `read_game`; a result's line can
    be redone. Raises the errors of `Session.new` and `read_game`.
    """
    if isinstance(shown, Session):
        return shown
    if isinstance(shown, Position):
        return Session(shown)
    if isinstance(shown, str):
        return read_game(shown, game if isinstance(game, str) else game.game)
    if isinstance(shown, int):
        if isinstance(game, str):
            return Session.new(game, shown, numbering=numbering)
        return Session.new(number=shown, numbering=numbering, rules=game)
    session = Session(shown.position, autoplay=shown.autoplay)
    _add(session, shown.moves)
    return session


def _add(session: Session, moves: Iterable[Move], name: str = "") -> None:
    """Make moves in a game and undo them, so that `redo` steps through them."""
    here = session.here
    for move in moves:
        session.push(move)
    session.jump(here)
    if name and (first := here.next) is not None and first is not here.children[0]:
        first.name = first.name or name


class Game:
    """A session on a board: its display, and the actions on messages of the script.

    *lit* states whether the light is on; `message` is the sentence below the board and whether it is a refusal.
    """

    def __init__(self, session: Session, *, lit: bool = False, limit: Limit | None = None) -> None:
        self.session = session
        self.lit = lit
        self.limit = limit
        self.message = ("", False)
        self._hint: Move | None = None
        self._nodes: list[Node] = []
        self._actions: Mapping[str, Callable[[Any], object]] = {
            "move": self._move,
            "write": session.play,
            "go": lambda by: session.goto(min(max(0, session.ply + by), session.ply + len(session.undone))),
            "jump": lambda at: session.jump(self._nodes[at]),
            "main": lambda at: session.promote(self._nodes[at]),
            "remove": lambda at: session.remove(self._nodes[at]),
            "light": self._light,
            "hint": self._show_hint,
            "solve": self._solve,
        }

    def handle(self, message: object) -> None:
        """Handle a message of the script, one key of `_FORMS` with its value; show a refusal below the board."""
        self.message, self._hint = ("", False), None
        if not self._is_valid(message):
            self.message = ("the board sent an invalid message: run the cell again", True)
            return
        ((name, value),) = message.items()
        try:
            self._actions[name](value)
        except KiebitzError as error:
            self.message = (_reason(error), True)

    def _is_valid(self, message: object) -> TypeGuard[dict[str, Any]]:
        """Return whether a message is valid: a notebook may be older than the package, or forged."""
        if not isinstance(message, dict) or len(message) != 1:
            return False
        ((name, value),) = message.items()
        if name not in _FORMS or type(value) is not _FORMS[name]:
            return False
        if isinstance(value, list):
            return len(value) == 3 and all(type(part) is int for part in value)
        first = 0 if name == "jump" else 1  # the start can be visited, but neither promoted nor removed
        return name not in _AT_A_NODE or (isinstance(value, int) and first <= value < len(self._nodes))

    # Actions

    def _move(self, codes: Sequence[int]) -> None:
        source, target, count = codes
        move = move_of_codes(source, target, count)
        home = move.target.kind is PileKind.FOUNDATION  # a card has only one foundation, whichever was chosen
        self.session.push(self.session.move_between(move.source, move.target) if home else move)

    def _light(self, on: bool) -> None:
        self.lit = on

    def _show_hint(self, _: object) -> None:
        if self.session.is_won:
            self.message = ("The game is won.", False)
            return
        self._hint = analyst.hint(self.session, PATIENCE)
        if self._hint is None:
            self.message = (self._no_line_message(), True)
        else:
            self.message = (f"Hint: {self._hint}, {_frame(self.session.position, self._hint).sentence}", False)

    def _solve(self, _: object) -> None:
        solution = analyst.solution(self.session, PATIENCE)
        if not solution.moves:
            self.message = ("The game is won.", False) if self.session.is_won else (self._no_line_message(), True)
            return
        _add(self.session, solution.moves, "solution")
        goal = "" if solution.score is None else f" to {solution.score} cards"
        self.message = (f"{counted(len(solution.moves), 'move')}{goal}: step through them, or play on", False)

    def _no_line_message(self) -> str:
        answer = analyst.light(self.session, PATIENCE)
        if answer.verdict is Verdict.IMPOSSIBLE:
            return "No move from here wins: proven by complete search."
        return f"No line was found within {PATIENCE.seconds} seconds."

    # Display

    def drawing(self) -> dict[str, Any]:
        """Return the constant parts: style, cards as symbols, places of piles, in the picture's units."""
        start = self.session.start
        layout = Layout([start])
        down = [card for card, _, _, face_down in lying(start) if face_down]
        looks = {"light": theme("light"), "dark": theme("dark")}
        colours = "\n".join(f'.kiebitz[data-look="{name}"] {{ {declarations(look)} }}' for name, look in looks.items())
        return {
            "title": self.session.title,
            "style": f"{colours}\n{Path(__file__).with_name('board.css').read_text(encoding='utf-8')}",
            "symbols": card_faces.symbols(start.rules.pack, down, variables()),
            "size": [layout.width, layout.height + _SPARE * card_faces.STRIP],
            "card": [card_faces.WIDTH, card_faces.HEIGHT],
            "cards": [str(card) for card in start.rules.pack],
            "piles": [[pile.code, *layout.origin(pile), str(pile), _sign(pile)] for pile in layout.piles()],
        }

    def shown(self) -> dict[str, Any]:
        """Return the current state: cards, legal moves, tree of moves, light and message."""
        session, position = self.session, self.session.position
        numbers = {card: index for index, card in enumerate(position.rules.pack)}
        message, refused = self.message
        return {
            "lying": [[numbers[card], pile.code, row, int(down)] for card, pile, row, down in lying(position)],
            "steps": self._steps(),
            "legal": [_codes(move) for move in session.legal_moves],
            "hint": None if self._hint is None else _codes(self._hint),
            "moved": [numbers[card] for card in self._moved()],
            "ply": session.ply,
            "ahead": len(session.undone),
            "won": session.is_won,
            "light": self._lamp(),
            "said": message or self._status_message(),
            "refused": refused,
            "tree": self._tree(),
            "here": self._nodes.index(session.here),
        }

    def _steps(self) -> dict[int, list[int | float]]:
        """Return the offset right and down to the next card of each pile, smaller in a long column."""
        position = self.session.position
        layout = Layout([self.session.start])
        steps: dict[int, list[int | float]] = {pile.code: [*STEPS[pile.kind]] for pile in layout.piles()}
        for code, column in enumerate(position.columns):
            top = layout.origin(from_code(code))[1]
            room = layout.height + _SPARE * card_faces.STRIP - top - card_faces.HEIGHT - 8
            if len(column) > 1:
                steps[code][1] = min(card_faces.STRIP, round(room / (len(column) - 1), 2))
        return steps

    def _moved(self) -> Iterable[Card]:
        """Return the cards moved by the player's last move."""
        history = self.session.history
        return _frame(history[-1].before, history[-1].move).moved if history else ()

    def _tree(self) -> list[list[Any]]:
        """Return the nodes in writing order (parent, word, name, comment) and remember them by number."""
        self._nodes = list(self.session.root.in_writing_order())
        number = {id(node): index for index, node in enumerate(self._nodes)}
        return [
            [number.get(id(node.parent), -1), node.word, tidy(node.name), tidy(node.comment)] for node in self._nodes
        ]

    def _lamp(self) -> list[str] | None:
        """Return the kind and text of the light; `None` if it is off."""
        return lamp(analyst.light(self.session, self.limit), won=self.session.is_won) if self.lit else None

    def _status_message(self) -> str:
        session = self.session
        if session.is_won:
            return f"Won in {counted(session.ply, 'move')}."
        if session.is_stuck:
            return "No move is left: undo some moves, or try a variation."
        return ""


def lamp(answer: Answer, *, won: bool = False) -> list[str]:
    """Return the kind of an answer, which selects the light's colour, and its text."""
    if won:
        return ["solved", "Won"]
    if answer.score is not None and answer.verdict is not Verdict.SOLVED:
        best = answer.score if answer.score == answer.bound else f"{answer.score}–{answer.bound}"
        return ["score", f"Best: {best}"]
    words = {Verdict.SOLVED: "Can be won", Verdict.IMPOSSIBLE: "Lost", Verdict.UNDECIDED: "Unknown"}
    return [answer.verdict.value, words[answer.verdict]]


def _sign(pile: Pile) -> str:
    """Return a pile's letter in standard notation; for a foundation, the letter of its suit."""
    return "CDHS"[pile.index] if pile.kind is PileKind.FOUNDATION else pile.letter


def _codes(move: Move) -> list[int]:
    return [move.source.code, move.target.code, move.count]


def _frame(before: Position, move: Move) -> Frame:
    """Return a move as a frame of a replay: its cards and its sentence."""
    return Replay.of(before, [move], Autoplay.NONE).frames[1]


def _reason(error: KiebitzError) -> str:
    return error.reason if isinstance(error, IllegalMoveError) else str(error)
