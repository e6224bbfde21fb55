"""Solutions as text: reading them with the referee at hand, writing them, and turning one autoplay rule into another.

A number of cards that the text leaves open is found here, by replaying; whether a line wins is for
`referee.verify` to say.

| format         | how it looks |
|----------------|--------------|
| `standard`     | ten moves a line, `26 5a ah 3h`; a count (`26v3`) only where the implied one would be wrong |
| `strict`       | the same, with a count on every move into an empty column that moves, or could move, several cards |
| `fc-solve`     | fc-solve's sentences, `Move 2 cards from stack 1 to stack 5` |
| `fc-solve-snx` | what fc-solve prints with `-m -snx`: as `standard`, but no count means one card, see `steps` too |

The implied count of a move between columns is the number that fits, if the target has a card, and otherwise as many
as the rules allow; where any card moves with all that lies on it, it is as many as may move so in either case. All text
forms may carry the header lines of `header`. The standard notation itself is that of fc-solve's manual (USAGE, version
5.0.0: two characters a move, ten moves a line; extended by `v` and a hexadecimal count). That fc-solve leaves out `v1`
where more cards could move was seen in its output for Microsoft deals 1 to 399.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kiebitz.cards import Suit
from kiebitz.errors import ChoiceError, IllegalMoveError, NotationError, RulesError, SuperfluousMoveError
from kiebitz.patience import piles
from kiebitz.patience.moves import Move
from kiebitz.patience.notation.header import Header, header_of, is_header, read_header
from kiebitz.patience.notation.lines import Line, read_lines
from kiebitz.patience.notation.steps import (
    EXPECTED,
    FC_SOLVE_COLUMNS,
    Step,
    format_sentence,
    format_step,
    parse_sentence,
    parse_step,
)
from kiebitz.patience.piles import Pile, PileKind
from kiebitz.patience.referee import Table, is_home, legal_moves, run_length, unchecked
from kiebitz.patience.rules import Autoplay, Foundations, Supermoves

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kiebitz.cards import Card
    from kiebitz.patience.position import Position

#: The formats that `parse_solution` reads and `format_solution` writes.
SOLUTION_FORMATS = ("standard", "strict", "fc-solve", "fc-solve-snx")

_MOVES_A_LINE = 10
_RULER = "-=-=-=-=-=-=-=-=-=-=-=-"
_RULERS = (_RULER[:4], "====")
_SENTENCE = "Move "
_LABEL = "Move:"
_STATE = (":", "Foundations:", "Freecells:")
# The first line of a board in fc-solve's form for human readers, which has no headings; it ends at a ruler.
_BOARD = re.compile(r".*\bH-[^\s-]+ C-[^\s-]+ D-[^\s-]+ S-[^\s-]+\s*")
_STATISTICS = ("This game is solveable", "Total number of states checked is", "This scan generated")
_FAILURES = ("I could not solve this game", "Iterations count exceeded", "The game is intractable")


@dataclass(frozen=True, slots=True)
class Solution:
    """A line of play as it was read: the header, the position it starts from and the player's moves.

    The position is the one given to `parse_solution` under the header's rule for supermoves; the moves that autoplay
    adds after each move are not listed.
    """

    header: Header
    position: Position
    moves: tuple[Move, ...]

    @property
    def autoplay(self) -> Autoplay:
        """The rule to replay the moves under; none where the text names none."""
        return self.header.autoplay or Autoplay.NONE


def parse_header(text: str | bytes) -> Header:
    """Read only what a solution says of itself, for finding out which position it starts from."""
    return read_header(line for line in read_lines(text) if is_header(line))


def is_solution(text: str | bytes) -> bool:
    """Tell whether a text has the form of a solution, in any format and whatever its header says or leaves out.

    No board has it: the suits and ranks of some of its cards are no letters of piles (`KS`).
    """
    body = _body(read_lines(text))
    try:
        return bool(list(_steps(body, _recognised(body))))
    except NotationError:
        return False


def parse_solution(
    text: str | bytes,
    position: Position,
    autoplay: Autoplay | None = None,
    supermoves: Supermoves | None = None,
    format: str = "auto",  # noqa: A002
) -> Solution:
    """Read a solution of *position*, replaying it to find the counts that the text leaves open.

    *autoplay* and *supermoves* overrule the header. `auto` takes sentences and what stands under fc-solve's ruler for
    fc-solve's, everything else for standard notation. Raises `NotationError` with line and column for what cannot be
    read or contradicts the position's game, and `IllegalMoveError` with the number of the first illegal move.
    """
    if format not in ("auto", *SOLUTION_FORMATS):
        raise ChoiceError("solution format", format, SOLUTION_FORMATS)
    lines = read_lines(text)
    header = _header(lines, position)
    header = replace(
        header,
        autoplay=autoplay if autoplay is not None else header.autoplay,
        supermoves=supermoves if supermoves is not None else header.supermoves,
    )
    if header.supermoves is not None and header.supermoves is not position.rules.supermoves:
        position = position.under(position.rules.with_(supermoves=header.supermoves))
    body = _body(lines)
    if format == "auto":
        format = _recognised(body)  # noqa: A001
    solution = Solution(header, position, ())
    one = format == "fc-solve-snx"
    try:
        moves = tuple(_resolve(_steps(body, format), position, solution.autoplay, one_by_default=one))
    except IllegalMoveError as error:
        if header.autoplay is not None or isinstance(error, SuperfluousMoveError):
            raise
        hint = f"{error.reason} (no autoplay rule is named, so none was applied)"
        raise IllegalMoveError(hint, error.move, error.ply, error.line) from None
    return replace(solution, moves=moves)


def parse_move(text: str, position: Position) -> Move:
    """Read one move of standard notation, legal or not, as it is meant in *position*; a `NotationError` otherwise.

    >>> from kiebitz.patience.dealing import deal
    >>> parse_move("58", deal(617))
    Move(column(4), column(7))
    """
    words = [word for line in read_lines(text) for word in line.words()]
    if len(words) != 1:
        raise NotationError(text, "", EXPECTED)
    return _move_of(parse_step(words[0]), position)


def format_solution(
    position: Position,
    moves: Iterable[Move],
    autoplay: Autoplay = Autoplay.NONE,
    deal: str | None = None,
    format: str = "standard",  # noqa: A002
    score: int | None = None,
) -> str:
    """Write the player's moves from *position* under the named autoplay rule, with header lines.

    *score* is the number of cards home after a line that claims no win. Raises `IllegalMoveError` for a move that the
    referee refuses.
    """
    header = str(header_of(position.rules, autoplay, deal, score))
    if format == "fc-solve":
        sentences = [format_sentence(move) for move, _ in _played(position, moves, autoplay)]
        return header + "\n" + "\n\n".join(sentences) + "\n"
    words = format_moves(position, moves, autoplay, format)
    rows = [" ".join(words[at : at + _MOVES_A_LINE]) for at in range(0, len(words), _MOVES_A_LINE)]
    if format == "fc-solve-snx":
        rows.insert(0, _RULER + "\n")  # by which the reader knows that no count means one card
    return header + "\n" + "\n".join(rows) + "\n"


def format_moves(
    position: Position,
    moves: Iterable[Move],
    autoplay: Autoplay = Autoplay.NONE,
    format: str = "standard",  # noqa: A002
) -> list[str]:
    """Return the words of standard notation for the player's moves, counts where *format* asks for them."""
    if format not in ("standard", "strict", "fc-solve-snx"):
        raise ChoiceError("solution format", format, ("standard", "strict", "fc-solve-snx"))
    if format == "fc-solve-snx" and position.rules.columns > FC_SOLVE_COLUMNS:
        fault = f"{position.rules.columns} columns, for which fc-solve-snx has no signs"
        raise RulesError(position.rules.title, fault, f"at most {FC_SOLVE_COLUMNS}")
    words = []
    for move, before in _played(position, moves, autoplay):
        implied = implied_count(before, move.source, move.target)
        counted = move.count != implied
        if _is_empty(before, move.target):
            if format == "strict":
                counted = max(move.count, implied) > 1
            elif format == "fc-solve-snx":
                counted = move.count > 1
        words.append(format_step(move, counted, fc_solve=format == "fc-solve-snx"))
    return words


def implied_count(position: Position, source: Pile, target: Pile) -> int:
    """Return how many cards a move without a count moves: the number that fits, or as many as may move.

    Home goes one card, or a whole suit where they go home so. Where no number would do the answer is 1, and the referee
    finds the reason.
    """
    rules = position.rules
    if target.kind is PileKind.FOUNDATION and rules.foundations is Foundations.WHOLE_RUNS:
        return len(rules.ranks)
    if source.kind is not PileKind.COLUMN or target.kind is not PileKind.COLUMN or source == target:
        return 1
    if rules.supermoves is Supermoves.ANY:
        alike = [move.count for move in legal_moves(position) if (move.source, move.target) == (source, target)]
        return max(alike, default=1)
    if max(source.index, target.index) >= rules.columns or not position.columns[source.index]:
        return 1
    run = run_length(position, source.index)
    heights = rules.heights
    column = position.columns[source.index]
    if position.columns[target.index]:
        fitting = heights[position.columns[target.index][-1]] - heights[column[-1]]
        return fitting if 1 <= fitting <= run else 1
    empty = sum(not other for other in position.columns)
    most = min(run, rules.capacity(position.cells.count(None), empty, target_is_empty=True))
    # Kings-only columns: among the cards of a run only the first can be a king.
    return next((count for count in range(most, 0, -1) if column[-count] in rules.openers), 1)


def move_between(position: Position, source: Pile, target: Pile) -> Move:
    """Return the move that standard notation means by these two piles alone; any foundation stands for home."""
    if target.kind is PileKind.FOUNDATION:
        target = _foundation(position, source)
    return Move(source, target, implied_count(position, source, target))


def under_autoplay(solution: Solution, autoplay: Autoplay) -> Solution:
    """Return the same line of play for another autoplay rule: moves that it makes by itself are left out.

    Raises `IllegalMoveError` where the new rule sends home a card that the line still needs.
    """
    table = Table(solution.position, autoplay)
    for move, cards in _card_by_card(solution):
        left = [card for card in cards if not is_home(table.position, card)]
        if left:
            try:
                table.push(Move(move.source, move.target, len(left)))
            except IllegalMoveError as error:
                reason = f"{error.reason} (autoplay {autoplay.value} has sent home what this line still needs)"
                raise IllegalMoveError(reason, error.move, error.ply, error.line) from None
    moves = tuple(turn.move for turn in table.history)
    return Solution(replace(solution.header, autoplay=autoplay), solution.position, moves)


# Reading


def _header(lines: Sequence[Line], position: Position) -> Header:
    """Read the header, which must stand above the moves and name the game that is played."""
    first_move = next((line.number for line in lines if line.text.strip() and not is_header(line)), len(lines) + 1)
    for line in lines:
        if is_header(line) and line.number > first_move:
            raise line.error("header lines and comments above the moves")
    header = read_header(line for line in lines if is_header(line))
    rules = position.rules
    if header.game is not None and header.game != rules.game:
        raise NotationError(header.game, "header line 'game'", f"{rules.game}, the game of the board")
    for name, value in header.changes:
        now = rules.written(name)
        if value != now:
            raise NotationError(str(value), f"header line '{name}'", f"{now}, as on the board")
    return header


def _body(lines: Iterable[Line]) -> list[Line]:
    return [line for line in lines if line.text.strip() and not is_header(line)]


def _recognised(body: Sequence[Line]) -> str:
    if any(line.text.lstrip().startswith(_SENTENCE) for line in body):
        return "fc-solve"
    marks = (_RULERS[0], _LABEL)
    return "fc-solve-snx" if any(line.text.lstrip().startswith(marks) for line in body) else "standard"


def _steps(body: Iterable[Line], form: str) -> Iterator[Step]:
    return _sentences(body) if form == "fc-solve" else _words(body, form == "fc-solve-snx")


def _words(body: Iterable[Line], fc_solve: bool) -> Iterator[Step]:
    lines = _without_chatter(body)
    for line in lines if fc_solve else _main_line(lines):
        text = line.text
        offset = text.index(_LABEL) + len(_LABEL) if text.lstrip().startswith(_LABEL) else 0
        for word in line.after(offset).words():
            yield parse_step(word, fc_solve)


def _main_line(lines: Iterable[Line]) -> Iterator[Line]:
    """Blank out variations and comments, of which `trees` says how they look; words keep their places."""
    depth, in_comment = 0, False
    for line in lines:
        kept = []
        for sign in line.text:
            if sign in "{(":
                depth, in_comment = depth + (sign == "(" and not in_comment), in_comment or sign == "{"
                kept.append(" ")
            elif in_comment or depth:
                depth, in_comment = depth - (sign == ")" and not in_comment), in_comment and sign != "}"
                kept.append(" ")
            else:
                kept.append(sign)
        yield Line("".join(kept), line.number, line.start)


def _sentences(body: Iterable[Line]) -> Iterator[Step]:
    for line in _without_chatter(body):
        yield parse_sentence(line)


def _without_chatter(body: Iterable[Line]) -> Iterator[Line]:
    """Leave out what fc-solve prints around its moves: rulers, boards, statistics; raise for its failures."""
    in_board = False
    for line in body:
        text = line.text.strip()
        if text.startswith(_FAILURES):
            raise line.error("a solution")
        if text.startswith((*_RULERS, _LABEL, _SENTENCE)):
            in_board = False
        elif not text.startswith(_STATE) and _BOARD.fullmatch(text):
            in_board = True
        if not in_board and not text.startswith((*_RULERS, *_STATE, *_STATISTICS)):
            yield line


def _resolve(steps: Iterable[Step], position: Position, autoplay: Autoplay, one_by_default: bool) -> Iterator[Move]:
    table = Table(position, autoplay)
    for step in steps:
        position = table.position
        move = _move_of(step, position, one_by_default=one_by_default)
        table.push(move)
        yield move


def _move_of(step: Step, position: Position, *, one_by_default: bool = False) -> Move:
    target = step.target if step.target is not None else _foundation(position, step.source)
    count = step.count
    if count is None:
        one = one_by_default and _is_empty(position, target)
        count = 1 if one else implied_count(position, step.source, target)
    return Move(step.source, target, count)


def _foundation(position: Position, source: Pile) -> Pile:
    """Return the foundation of the card that would go home; any one where there is none, for the referee to refuse."""
    card: Card | None = None
    if source.kind is PileKind.COLUMN and source.index < len(position.columns):
        card = position.columns[source.index][-1] if position.columns[source.index] else None
    elif source.kind is PileKind.CELL and source.index < len(position.cells):
        card = position.cells[source.index]
    elif source.kind is PileKind.STOCK and position.stock:
        card = position.stock[0]
    return piles.foundation(card.suit if card is not None else Suit.CLUBS)


def _is_empty(position: Position, target: Pile) -> bool:
    """Tell whether a pile is an empty column."""
    return (
        target.kind is PileKind.COLUMN and target.index < len(position.columns) and not position.columns[target.index]
    )


# Replaying


def _played(position: Position, moves: Iterable[Move], autoplay: Autoplay) -> Iterator[tuple[Move, Position]]:
    """Yield each move with the position before it; what the referee refuses is an error."""
    table = Table(position, autoplay)
    for move in moves:
        before = table.position
        table.push(move)
        yield move, before


def _card_by_card(solution: Solution) -> Iterator[tuple[Move, tuple[Card, ...]]]:
    """Yield every move of a line, those of its autoplay too, with the cards it moves."""
    table = Table(solution.position, solution.autoplay)
    for move in solution.moves:
        position = table.position
        automatic = table.push(move)
        yield move, _cards(position, move)
        position = unchecked(position, move)
        for follower in automatic:
            yield follower, _cards(position, follower)
            position = unchecked(position, follower)


def _cards(position: Position, move: Move) -> tuple[Card, ...]:
    """Return the cards that a legal move moves."""
    if move.source.kind is PileKind.COLUMN:
        return position.columns[move.source.index][-move.count :]
    if move.source.kind is PileKind.STOCK:
        return position.stock[:1]
    return tuple(card for card in (position.cells[move.source.index],) if card is not None)
