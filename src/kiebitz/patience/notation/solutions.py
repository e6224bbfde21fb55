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

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kiebitz.cards import Card, Suit
from kiebitz.errors import ChoiceError, IllegalMoveError, NotationError, RulesError, SuperfluousMoveError
from kiebitz.kernel import text as text_kernel
from kiebitz.patience import piles
from kiebitz.patience.choices import MAX_CELLS, Autoplay, Foundations, Supermoves
from kiebitz.patience.moves import Move
from kiebitz.patience.notation.complaints import MOVE_EXPECTED, complaint
from kiebitz.patience.notation.fc_solve import carried, fc_solve_cells
from kiebitz.patience.notation.header import KEYS, Header, header_of, read_header
from kiebitz.patience.notation.steps import FC_SOLVE_COLUMNS, format_sentence, format_step
from kiebitz.patience.piles import Pile, PileKind, from_code
from kiebitz.patience.referee import Table, is_home, legal_moves, run_length, unchecked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kiebitz.kernel.answers import SolutionRead
    from kiebitz.patience.position import Position

#: The formats that `parse_solution` reads and `format_solution` writes.
SOLUTION_FORMATS = ("standard", "strict", "fc-solve", "fc-solve-snx")

_MOVES_A_LINE = 10
_RULER = "-=-=-=-=-=-=-=-=-=-=-=-"

# The kernel's codes of forms, of what a step has, and of where a named card goes.
_FORMS = {"auto": 0, "standard": 1, "strict": 1, "fc-solve": 2, "fc-solve-snx": 3}
_STEP_BYTES = 7
_HOME, _NOBODY = 48, 255
_ONTO_CARD, _TO_CELL, _TO_EMPTY_COLUMN = 1, 2, 3  # 0: onto the pile that is named
_HEADER_KEYS = tuple(key.encode() for key in KEYS)
#: The rules that are tried where a solution names none, the plainest first.
_UNNAMED = (Autoplay.NONE, Autoplay.SAFE, Autoplay.MAX)


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
    return read_header(_read(text))


def is_solution(text: str | bytes) -> bool:
    """Tell whether a text has the form of a solution, in any format and whatever its header says or leaves out.

    No board has it: the suits and ranks of some of its cards are no letters of piles (`KS`).
    """
    return bool(_read(text).steps)


def is_titled(text: str | bytes) -> bool:
    """Tell whether only a title, such as `FreeCell Game #617`, says which deal a text is about."""
    read = _read(text)
    return bool(read.deal) and not read.header


def parse_solution(
    text: str | bytes,
    position: Position,
    autoplay: Autoplay | None = None,
    supermoves: Supermoves | None = None,
    format: str = "auto",  # noqa: A002
) -> Solution:
    """Read a solution of *position*, replaying it to find the counts that the text leaves open.

    *autoplay* and *supermoves* overrule the header. Where neither names an autoplay rule, that is taken under which the
    line wins, or else under which it can be played. `auto` takes sentences and what stands under fc-solve's ruler
    for fc-solve's, everything else for standard notation. Raises `NotationError` with line and column for what cannot
    be read or contradicts the position's game, and `IllegalMoveError` with the number of the first illegal move.
    """
    if format not in ("auto", *SOLUTION_FORMATS):
        raise ChoiceError("solution format", format, SOLUTION_FORMATS)
    read = _read(text, format, position.rules.cells)
    header = _header(read, position)
    header = replace(
        header,
        autoplay=autoplay if autoplay is not None else header.autoplay,
        supermoves=supermoves if supermoves is not None else header.supermoves,
    )
    if header.supermoves is not None and header.supermoves is not position.rules.supermoves:
        position = position.under(position.rules.with_(supermoves=header.supermoves))
    if read.complaint:
        raise complaint(read.complaint)
    if header.autoplay is not None:
        return Solution(header, position, _resolved(read, position, header.autoplay))
    rule, moves = _by_unnamed_rule(read, position)
    return Solution(header if rule is Autoplay.NONE else replace(header, autoplay=rule), position, moves)


def parse_move(text: str, position: Position) -> Move:
    """Read one move of standard notation, legal or not, as it is meant in *position*; a `NotationError` otherwise.

    >>> from kiebitz.patience.dealing import deal
    >>> parse_move("58", deal(617))
    Move(column(4), column(7))
    """
    read = _read(text, "standard", position.rules.cells)
    if read.complaint:
        raise complaint(read.complaint)
    if len(read.steps) != _STEP_BYTES:
        raise NotationError(text, "", MOVE_EXPECTED)
    return _move_of(read.steps, position)


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


def _read(text: str | bytes, format: str = "auto", cells: int = MAX_CELLS) -> SolutionRead:  # noqa: A002
    written = text.encode("utf-8", "backslashreplace") if isinstance(text, str) else text
    return text_kernel.read_solution(written, _FORMS[format], cells, _HEADER_KEYS)


def _header(read: SolutionRead, position: Position) -> Header:
    """Read the header, which must stand above the moves and name the game that is played."""
    if read.late:
        raise complaint(read.late)
    header = read_header(read)
    rules = position.rules
    if header.game is not None and header.game != rules.game:
        raise NotationError(header.game, "header line 'game'", f"{rules.game}, the game of the board")
    for name, value in header.changes:
        now = rules.written(name)
        if value != now:
            raise NotationError(str(value), f"header line '{name}'", f"{now}, as on the board")
    return header


def _by_unnamed_rule(read: SolutionRead, position: Position) -> tuple[Autoplay, tuple[Move, ...]]:
    """Return the first rule under which the line wins, or else can be played, with its moves."""
    playable: tuple[Autoplay, tuple[Move, ...]] | None = None
    refusal: IllegalMoveError | None = None
    for rule in _UNNAMED:
        try:
            moves = _resolved(read, position, rule)
        except IllegalMoveError as error:
            refusal = refusal or error
            continue
        if _wins(position, moves, rule):
            return rule, moves
        playable = playable or (rule, moves)
    if playable is not None:
        return playable
    if refusal is None or isinstance(refusal, SuperfluousMoveError):
        raise refusal or AssertionError
    hint = f"{refusal.reason} (no autoplay rule is named, and it is illegal under each)"
    raise IllegalMoveError(hint, refusal.move, refusal.ply, refusal.line) from None


def _wins(position: Position, moves: Iterable[Move], autoplay: Autoplay) -> bool:
    table = Table(position, autoplay)
    for move in moves:
        table.push(move)
    return table.is_won


def _resolved(read: SolutionRead, position: Position, autoplay: Autoplay) -> tuple[Move, ...]:
    """Return the moves that the steps mean, each of which the referee has made."""
    steps = [read.steps[at : at + _STEP_BYTES] for at in range(0, len(read.steps), _STEP_BYTES)]
    carries = read.form == _FORMS["fc-solve"]
    try:
        return _played_steps(steps, position, autoplay, carries)
    except IllegalMoveError:
        cells = fc_solve_cells(position.rules)
        if not cells or read.form not in (_FORMS["fc-solve"], _FORMS["fc-solve-snx"]):
            raise
        renamed = [bytes((cells.get(step[0], step[0]), cells.get(step[1], step[1]), *step[2:])) for step in steps]
        try:
            return _played_steps(renamed, position, autoplay, carries)
        except IllegalMoveError:
            pass
        raise


def _played_steps(steps: Iterable[bytes], position: Position, autoplay: Autoplay, carries: bool) -> tuple[Move, ...]:
    table = Table(position, autoplay)
    for step in steps:
        before = table.position
        move = _move_of(step, before)
        try:
            table.push(move)
        except IllegalMoveError:
            singly = carried(before, move) if carries and autoplay is Autoplay.NONE else None
            if singly is None:
                raise
            for part in singly:
                table.push(part)
    return tuple(turn.move for turn in table.history)


def _move_of(step: bytes, position: Position) -> Move:
    """Return the move that a step means in a position."""
    code, to, count, one_by_default, card, onto, goes = step
    if card != _NOBODY:
        return _move_of_card(Card.from_index(card), onto, goes, to, position)
    source = from_code(code)
    target = _foundation(position, source) if to == _HOME else from_code(to)
    if not count:
        count = 1 if one_by_default and _is_empty(position, target) else implied_count(position, source, target)
    return Move(source, target, count)


def _move_of_card(card: Card, onto: int, goes: int, to: int, position: Position) -> Move:
    """Return the move of a named card, with what lies on it; of the first pile where it is in none, to be refused."""
    piles_of = {other: piles.column(index) for index, cards in enumerate(position.columns) for other in cards}
    piles_of |= {other: piles.cell(index) for index, other in enumerate(position.cells) if other is not None}
    source = piles_of.get(card, piles.column(0))
    count = 1
    if source.kind is PileKind.COLUMN and card in position.columns[source.index]:
        count = len(position.columns[source.index]) - position.columns[source.index].index(card)
    if goes == _ONTO_CARD:
        return Move(source, piles_of.get(Card.from_index(onto), source), count)
    if goes == _TO_CELL:
        free = next((index for index, other in enumerate(position.cells) if other is None), 0)
        return Move(source, piles.cell(free), count)
    if goes == _TO_EMPTY_COLUMN:
        empty = next((index for index, cards in enumerate(position.columns) if not cards), source.index)
        return Move(source, piles.column(empty), count)
    return move_between(position, source, piles.foundation(card.suit)) if to == _HOME else Move(source, source)


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
