"""From the search's line to a player's: short, in moves the rules allow, with autoplay done by the program.

The kernel makes the lines that win; lines to a score are left as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz import kernel
from kiebitz.errors import KernelFaultError
from kiebitz.patience import referee
from kiebitz.patience.encoding import decode_player_moves, encode_moves, encode_play, encode_position, encode_rules
from kiebitz.patience.piles import PileKind
from kiebitz.patience.rules import Supermoves

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.analysis.budget import Budget
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Autoplay


def played(position: Position, line: Iterable[Move], autoplay: Autoplay) -> tuple[Move, ...] | None:
    """Return the player's moves of a line that wins, where the program plays by this autoplay rule after each of them.

    Moves of several cards in the line may be as long as single-card moves through cells and empty columns allow,
    whatever the rules say about them. `None` if autoplay takes home a card that the line still needs; with `none` that
    can't happen to a legal line that wins.
    """
    rules = position.rules
    found = kernel.player_line(
        encode_rules(rules), encode_position(position), encode_moves(line), encode_play(rules, autoplay)
    )
    return None if found is None else decode_player_moves(found)


def short(position: Position, autoplay: Autoplay, below: int, width: int, budget: Budget) -> tuple[Move, ...] | None:
    """Look for a player's line of fewer than *below* moves that wins, where the program plays by this autoplay rule.

    The search goes on move after move, and keeps the *width* best positions of each level; so that it finds no line, or
    none within the budget (`None`), proves nothing. The referee has not replayed the line.
    """
    rules = position.rules
    question = encode_rules(rules), encode_position(position), encode_play(rules, autoplay)
    found = budget.spend(lambda limits, poll: kernel.short_line(*question, limits, width=width, below=below, ask=poll))
    return None if found is None or found.moves is None else decode_player_moves(found.moves)


def relaxed(position: Position) -> Position:
    """Return the position under rules that let as many cards move as single-card moves could carry: the search's."""
    rules = position.rules
    if rules.supermoves in (Supermoves.STANDARD, Supermoves.WHOLE, Supermoves.ANY):
        return position
    return position.under(rules.with_(supermoves=Supermoves.STANDARD))


def played_to_score(position: Position, line: Iterable[Move], autoplay: Autoplay, score: int) -> tuple[Move, ...]:
    """Return the player's moves of a line to a score, when the program plays by this autoplay rule after each of them.

    A `KernelFaultError` unless they bring *score* cards home.
    """
    table = referee.Table(position, autoplay)
    moves = []
    along = position
    for move in line:
        goes_home = move.target.kind is PileKind.FOUNDATION
        done = goes_home and referee.is_home(table.position, along.columns[move.source.index][-1])
        along = referee.apply(along, move)
        if not done:
            table.push(move)
            moves.append(move)
    home = sum(table.position.foundations)
    if home != score:
        raise KernelFaultError(f"the line brings {home} cards home, not {score}")
    return tuple(moves)
