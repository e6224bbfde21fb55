"""Conversion of sessions, positions and moves to the API's types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.patience.games import game
from kiebitz.web.game_catalogue import rules_data
from kiebitz.web.schema import DealNumber, GameData, MoveData, PositionData, TurnData

if TYPE_CHECKING:
    from kiebitz.patience.moves import Move
    from kiebitz.patience.position import Position
    from kiebitz.patience.session import Session


def position_data(position: Position) -> PositionData:
    """Return a position as data."""
    return PositionData(
        foundations=list(position.foundations),
        cells=[None if card is None else str(card) for card in position.cells],
        columns=[list(map(str, cards)) for cards in position.columns],
        stock=list(map(str, position.stock)),
        face_down=list(position.face_down),
    )


def move_data(move: Move, text: str | None = None) -> MoveData:
    """Return a move as data; *text* is its notation where the move's count is not the implied one."""
    return MoveData(source=move.source.code, target=move.target.code, count=move.count, text=text or str(move))


def legal_move_data(session: Session) -> list[MoveData]:
    """Return the legal moves, each in notation that reads back as the same move."""
    moves = []
    for move in session.legal_moves:
        implied = session.move_between(move.source, move.target).count == move.count
        moves.append(move_data(move, None if implied else f"{move}v{move.count:x}"))
    return moves


def game_data(session: Session) -> GameData:
    """Return a game as data, at its current move."""
    ply = session.ply
    session.goto(ply + len(session.undone))
    words = session.words()
    turns = [
        TurnData(
            source=turn.move.source.code,
            target=turn.move.target.code,
            count=turn.move.count,
            text=word,
            automatic=list(map(move_data, turn.automatic)),
        )
        for turn, word in zip(session.history, words, strict=True)
    ]
    session.goto(ply)
    link = session.link()
    deal = session.deal
    return GameData(
        link=link,
        game=session.rules.game,
        deal=None if deal is None else DealNumber(numbering=deal.numbering, number=deal.number),
        autoplay=session.autoplay.value,
        start=position_data(session.start),
        position=position_data(session.position),
        moves=turns,
        ply=ply,
        total=len(turns),
        won=session.is_won,
        stuck=session.is_stuck,
        legal_moves=legal_move_data(session),
        rules=None if session.rules == game(session.rules.game) else rules_data(session.rules),
    )
