"""Solutions as text: reading, writing, and converting between autoplay rules.

| format | content |
|---|---|
| `standard` | ten moves a line, `26 5a ah 3h`; a count (`26v3`) only where the implied one would be wrong |
| `strict` | the same, with a count on every move into an empty column that moves, or could move, several cards |
| `fc-solve` | fc-solve's sentences, `Move 2 cards from stack 1 to stack 5` |
| `fc-solve-snx` | what fc-solve prints with `-m -snx`: as `standard`, but no count means one card |

`docs/notation.md` lists everything else that is read. All text forms may have the header lines of `header`.

The implied count of a move between columns is the number that fits onto the target's last card, or, into an empty
column, as many as the rules allow; if any card moves with all that lies on it, as many as may move there. Standard
notation is that of fc-solve's manual (USAGE, version 5.0.0), extended by `v` and a hexadecimal count. fc-solve's output
for Microsoft deals 1 to 399 shows that it leaves out `v1` where more cards could move.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kiebitz.cards import Suit
from kiebitz.errors import (
    ChoiceError,
    IllegalMoveError,
    InputError,
    KernelFaultError,
    NotationError,
    SuperfluousMoveError,
)
from kiebitz.kernel import text as text_kernel
from kiebitz.patience import piles
from kiebitz.patience.encoding import (
    AT_ONCE,
    AUTOPLAYS,
    decode_moves,
    encode_game,
    encode_layout,
    encode_rules,
    encode_table,
)
from kiebitz.patience.moves import Move
from kiebitz.patience.notation.header import KEYS, Header, header_of, read_header
from kiebitz.patience.notation.moves import FC_SOLVE_COLUMNS, format_sentence, format_step, rows_of
from kiebitz.patience.notation.reading_errors import MOVE_EXPECTED, complaint
from kiebitz.patience.piles import PileKind
from kiebitz.patience.referee import Table, is_home, replay, unchecked
from kiebitz.patience.rule_options import MAX_CELLS, Autoplay, Supermoves

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kiebitz.cards import Card
    from kiebitz.kernel.answers import SolutionRead
    from kiebitz.patience.piles import Pile
    from kiebitz.patience.position import Position

SOLUTION_FORMATS = ("standard", "strict", "fc-solve", "fc-solve-snx")

_RULER = "-=-=-=-=-=-=-=-=-=-=-=-"

# The kernel's codes of forms, and the bytes of a step.
_FORMS = {"auto": 0, "standard": 1, "strict": 1, "fc-solve": 2, "fc-solve-snx": 3}
_BOARDS = 6
_STEP_BYTES = 7
_HEADER_KEYS = tuple(key.encode() for key in KEYS)
#: The autoplay rules to try if a solution names none, the plainest first.
UNNAMED = ((Autoplay.NONE, Autoplay.SAFE, Autoplay.MAX),)


@dataclass(frozen=True, slots=True)
class Solution:
    """A line of play: its header, its start position under the header's supermoves, the player's moves."""

    header: Header
    position: Position
    moves: tuple[Move, ...]

    @property
    def autoplay(self) -> Autoplay:
        """The autoplay rule to replay the moves under; none if the text names none."""
        return self.header.autoplay or Autoplay.NONE


def parse_header(text: str | bytes) -> Header:
    """Return the header of a solution, which names its position."""
    return read_header(_read(text))


def is_solution(text: str | bytes) -> bool:
    """Return whether a text is a solution in any format, whatever its header.

    Boards never are: the suits and ranks of some of their cards are not letters of piles (`KS`).
    """
    return bool(_read(text).steps)


def has_slip(text: str | bytes) -> bool:
    """Return whether a solution has a word that is no move; it may be a faulty board."""
    return bool(_read(text).complaint)


def board_in(text: str | bytes) -> bytes:
    """Return the first fc-solve board beside the moves of a solution, or empty bytes."""
    return _read(text).board


def body_of(text: str | bytes) -> str:
    """Return the lines of moves of a solution, without header and title."""
    return _read(text).body.decode()


def is_tree(text: str | bytes) -> bool:
    """Return whether a text is a solution with variations or comments."""
    read = _read(text)
    return read.form == _FORMS["standard"] and bool(read.steps) and (b"(" in read.body or b"{" in read.body)


def is_of_boards(text: str | bytes) -> bool:
    """Return whether a text has no moves, but fc-solve's boards before and after them."""
    return _read(text).form == _BOARDS


def is_titled(text: str | bytes) -> bool:
    """Return whether only a title, such as `FreeCell Game #617`, names the deal of a text."""
    read = _read(text)
    return bool(read.deal) and not read.header


def parse_solution(
    text: str | bytes,
    position: Position,
    autoplay: Autoplay | None = None,
    supermoves: Supermoves | None = None,
    format: str = "auto",  # noqa: A002
    unnamed: Sequence[Sequence[Autoplay]] = UNNAMED,
) -> Solution:
    """Return the solution of *position* in a text; replaying it determines the counts that the text leaves open.

    *autoplay* and *supermoves* override the header. If no autoplay rule is named, the first group of *unnamed* with a
    rule by which the line is legal decides: its first rule by which the line wins, else its first legal one. The format
    `auto` reads sentences and everything below fc-solve's ruler as fc-solve's, everything else as standard notation.
    Raises `NotationError` with line and column, and `IllegalMoveError` with the number of the first illegal move.
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
    ways = unnamed if header.autoplay is None else ((header.autoplay,),)
    rule, legal, moves = _played_by(read, position, ways)
    if not legal:
        hint = " (no autoplay rule is named, and it is illegal under each)" if ways is UNNAMED else ""
        raise _illegal(position, moves, rule, hint)
    if header.autoplay is None and rule is not Autoplay.NONE:
        header = replace(header, autoplay=rule)
    return Solution(header, position, moves)


def parse_move(text: str, position: Position) -> Move:
    """Return one move of standard notation, legal or not, with its count in *position*.

    Raises `NotationError` for text that is no move.

    >>> from kiebitz.patience.dealing import deal
    >>> parse_move("58", deal(617))
    Move(column(4), column(7))
    """
    read = _read(text, "standard", position.rules.cells)
    if read.complaint:
        raise complaint(read.complaint)
    if len(read.steps) != _STEP_BYTES:
        raise NotationError(text, "", MOVE_EXPECTED)
    return _played_by(read, position, ((Autoplay.NONE,),))[2][0]


def format_solution(
    position: Position,
    moves: Iterable[Move],
    autoplay: Autoplay = Autoplay.NONE,
    deal: str | None = None,
    format: str = "standard",  # noqa: A002
    score: int | None = None,
) -> str:
    """Return the text of the player's moves from *position* under an autoplay rule, with header lines.

    *score* is the number of cards home after a line that does not win. Raises `IllegalMoveError` for an illegal move.
    """
    header = str(header_of(position.rules, autoplay, deal, score))
    if format == "fc-solve":
        sentences = [format_sentence(move) for move, _ in _played(position, moves, autoplay)]
        return header + "\n" + "\n\n".join(sentences) + "\n"
    rows = rows_of(format_moves(position, moves, autoplay, format))
    if format == "fc-solve-snx":
        rows.insert(0, _RULER + "\n")  # the reader's sign that no count means one card
    return header + "\n" + "\n".join(rows) + "\n"


def format_moves(
    position: Position,
    moves: Iterable[Move],
    autoplay: Autoplay = Autoplay.NONE,
    format: str = "standard",  # noqa: A002
) -> list[str]:
    """Return the player's moves in standard notation, with the counts of *format*."""
    if format not in ("standard", "strict", "fc-solve-snx"):
        raise ChoiceError("solution format", format, ("standard", "strict", "fc-solve-snx"))
    if format == "fc-solve-snx" and position.rules.columns > FC_SOLVE_COLUMNS:
        fault = f"{position.rules.columns} columns, for which fc-solve-snx has no signs"
        raise InputError(position.rules.title, fault, f"at most {FC_SOLVE_COLUMNS}")
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

    Home goes one card, or a whole suit. If no number is legal, it is 1.
    """
    rules, at_once = encode_rules(position.rules), AT_ONCE.get(position.rules.supermoves, 0)
    return text_kernel.implied_count(rules, at_once, encode_table(position), source.code, target.code)


def move_between(position: Position, source: Pile, target: Pile) -> Move:
    """Return the move that standard notation implies for two piles; any foundation stands for home."""
    if target.kind is PileKind.FOUNDATION:
        target = piles.foundation(_suit_at(position, source))
    return Move(source, target, implied_count(position, source, target))


def under_autoplay(solution: Solution, autoplay: Autoplay) -> Solution:
    """Return the same line of play for another autoplay rule, without the moves that the rule makes.

    Raises `IllegalMoveError` if the new rule sends home a card that the line still needs.
    """
    table = Table(solution.position, autoplay)
    for move, cards in _card_by_card(solution):
        back = move.source.kind is PileKind.FOUNDATION
        remaining = [card for card in cards if back or not is_home(table.position, card)]
        if remaining:
            try:
                table.push(Move(move.source, move.target, len(remaining)))
            except IllegalMoveError as error:
                reason = f"{error.reason} (autoplay {autoplay.value} has sent home what this line still needs)"
                raise IllegalMoveError(reason, error.move, error.ply, error.line) from None
    moves = tuple(turn.move for turn in table.history)
    return Solution(replace(solution.header, autoplay=autoplay), solution.position, moves)


def _read(text: str | bytes, format: str = "auto", cells: int = MAX_CELLS) -> SolutionRead:  # noqa: A002
    written = text.encode("utf-8", "backslashreplace") if isinstance(text, str) else text
    return text_kernel.read_solution(written, _FORMS[format], cells, _HEADER_KEYS)


def _header(read: SolutionRead, position: Position) -> Header:
    if read.late:
        raise complaint(read.late)
    header = read_header(read)
    rules = position.rules
    if header.game is not None and header.game != rules.game:
        raise NotationError(header.game, "header line 'game'", f"{rules.game}, the game of the board")
    for name, value in header.changes:
        written = rules.written(name)
        if value != written:
            raise NotationError(str(value), f"header line '{name}'", f"{written}, as on the board")
    return header


def _played_by(
    read: SolutionRead, position: Position, ways: Sequence[Sequence[Autoplay]]
) -> tuple[Autoplay, bool, tuple[Move, ...]]:
    """Return an autoplay rule, whether the steps are legal by it, and their moves up to the first illegal one."""
    codes = [bytes(map(AUTOPLAYS.index, beside)) for beside in ways]
    game, layout = encode_game(position.rules), encode_layout(position.rules)
    line = text_kernel.play_steps(game, layout, encode_table(position), read.steps, read.form, codes)
    return AUTOPLAYS[line.autoplay], bool(line.legal), decode_moves(line.moves)


def _illegal(position: Position, moves: Iterable[Move], rule: Autoplay, hint: str) -> IllegalMoveError:
    try:
        replay(position, moves, rule)
    except SuperfluousMoveError as error:
        return error
    except IllegalMoveError as error:
        return IllegalMoveError(error.reason + hint, error.move, error.ply, error.line)
    raise KernelFaultError("a move was called illegal that the referee allows")


def _suit_at(position: Position, source: Pile) -> Suit:
    """Return the suit of the card that a pile would move, any suit if empty."""
    cards: Sequence[Card | None] = ()
    if source.kind is PileKind.COLUMN:
        cards = position.columns[source.index] if source.index < len(position.columns) else ()
    elif source.kind is PileKind.CELL:
        cards = position.cells[source.index : source.index + 1]
    elif source.kind is PileKind.STOCK:
        cards = position.stock[:1]
    card = cards[-1] if cards else None
    return Suit.CLUBS if card is None else card.suit


def _is_empty(position: Position, target: Pile) -> bool:
    return (
        target.kind is PileKind.COLUMN and target.index < len(position.columns) and not position.columns[target.index]
    )


def _played(position: Position, moves: Iterable[Move], autoplay: Autoplay) -> Iterator[tuple[Move, Position]]:
    table = Table(position, autoplay)
    for move in moves:
        before = table.position
        table.push(move)
        yield move, before


def _card_by_card(solution: Solution) -> Iterator[tuple[Move, tuple[Card, ...]]]:
    """Yield every move of a line, including autoplay, with its cards."""
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
    if move.source.kind is PileKind.COLUMN:
        return position.columns[move.source.index][-move.count :]
    if move.source.kind is PileKind.STOCK:
        return position.stock[:1]
    if move.source.kind is PileKind.FOUNDATION:
        return position.rules.ladders[move.source.index][position.foundations[move.source.index] - 1 :][:1]
    return tuple(card for card in (position.cells[move.source.index],) if card is not None)
