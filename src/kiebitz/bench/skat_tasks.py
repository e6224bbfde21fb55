"""The tasks about Skat: the card that keeps the game, with open cards or by the knowledge of one seat.

Games are numbered deals of the fair shuffle, bid and played by the rule-of-thumb player up to the question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kiebitz.analysis.levels import Level
from kiebitz.analysis.skat.players import RuleOfThumb, step
from kiebitz.analysis.skat.problems import winning
from kiebitz.cards import PACKS, Card, Rank, Suit
from kiebitz.errors import InputError
from kiebitz.skat.contract import Game
from kiebitz.skat.dealing import deal
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session, Stage
from kiebitz.skat.trick import JACKS, POINTS, TO_WIN, in_order
from kiebitz.skat.view import tricks_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.bench.draws import Draws
    from kiebitz.bench.wording import Wording
    from kiebitz.skat.referee import Play

#: Cards in the hand of the seat to play, by level: with open cards, and by the knowledge of one seat, where sure cards
#: are sought among at most 1,000 distributions.
OPEN_LEFT = {Level.EASY: (3, 4), Level.MEDIUM: (5, 6), Level.HARD: (7, 8), Level.EXPERT: (9, 10)}
FAIR_LEFT = {Level.EASY: (2, 3), Level.MEDIUM: (4,), Level.HARD: (5,), Level.EXPERT: (6,)}


class CardItem(NamedTuple):
    """A question: the game before the card, the cards that keep it, and the other legal cards."""

    session: Session
    good: list[str]
    legal: list[str]


def make(number: int, level: Level, draws: Draws, *, is_open: bool) -> CardItem | None:
    """Ask for a card that keeps the game, in a game where some legal cards do and others do not."""
    session = _begun(number)
    if session is None:
        return None
    left = draws.choice((OPEN_LEFT if is_open else FAIR_LEFT)[level])
    turn = draws.below(len(Seat))
    player = RuleOfThumb()
    while session.play is not None and session.stage is Stage.PLAY:
        play = session.play
        if len(play.hands[play.turn]) == left and len(play.trick) == turn:
            good = sorted(map(str, winning(session, is_open=is_open).cards))
            legal = list(map(str, play.legal_cards))
            return CardItem(session, good, legal) if 0 < len(good) < len(legal) else None
        step(session, player)
    return None


def session_of(metadata: dict[str, Any]) -> Session:
    """Return the game at the card that a question asks for."""
    session = _begun(metadata["deal"])
    if session is None:
        raise InputError(str(metadata["deal"]), "a deal without a game", "the metadata of a question")
    for card in metadata["played"]:
        session.put(Card.parse(card))
    return session


def _begun(number: int) -> Session | None:
    """Return a numbered deal after the announcement; `None` if all passed."""
    session, player = Session(deal(number)), RuleOfThumb()
    while session.play is None:
        if session.turn is None:
            return None
        step(session, player)
    return session


# --- the question in words ---


def text(item: CardItem, wording: Wording, *, is_open: bool) -> str:
    """Describe the rules, the game so far and the cards of all seats or of the seat to play."""
    session, play = item.session, item.session.play
    if play is None or session.contract is None:
        return ""
    lines = [*_rules(play, wording), ""]
    names = {seat: f"{{seat}} {seat + 1}" for seat in Seat}
    lines.append(f"The {{declarer}} is {names[play.declarer]}. You are {names[play.turn]}.")
    lines += [
        f"{{trick}} {number}, led by {names[trick[0][0]]}: {wording.cards([card for _, card in trick])}"
        for number, trick in enumerate(tricks_of(play.game, session.played), 1)
        if trick
    ]
    lines += [
        f"{names[seat]} holds: {wording.cards(in_order(play.game, play.hands[seat]))}"
        for seat in Seat
        if is_open or seat is play.turn
    ]
    if is_open or play.turn is play.declarer:
        lines.append(f"the {{skat}}: {wording.cards(play.skat)}")
    elif session.contract.ouvert:
        lines.append(
            f"{names[play.declarer]} holds, open to all: "
            f"{wording.cards(in_order(play.game, play.hands[play.declarer]))}"
        )
    return "\n".join(lines).format_map(wording.names)


def _rules(play: Play, wording: Wording) -> Iterable[str]:
    game = play.game
    suits = " ".join(map(wording.suit, Suit))
    yield "The game is Skat." if wording.is_plain else "This is a game for three players."
    yield "The {declarer} plays against the two {defender}s. First {seat} 1 leads; {seat}s play in the order 1 2 3 1."
    yield f"A {{card}} is written as its {{rank}} and its {{suit}}. The {{suit}}s are {suits}."
    side = in_order(Game.NULL if game is Game.NULL else Game.GRAND, PACKS["32"])
    of_a_suit = [card.rank for card in side if card.suit is Suit.SPADES and (game is Game.NULL or card not in JACKS)]
    ranks = " ".join(map(wording.rank, of_a_suit))
    if game is Game.NULL:
        yield f"The {{rank}}s of a {{suit}} from high to low are {ranks}. There are no {{trump}}s."
    else:
        trumps = [*JACKS, *(Card(rank, game.suit) for rank in of_a_suit if game.suit is not None)]
        yield f"The {{trump}}s from high to low are {wording.cards(trumps)}; they count as a {{suit}} of their own."
        yield f"The {{rank}}s of every other {{suit}} from high to low are {ranks}."
    yield (
        "Each {seat} plays a {card} to a {trick}, of the {suit} of its first {card} if it holds one, else any {card}. "
        "The highest {trump} takes the {trick}, or without {trump}s the highest {card} of the first {card}'s {suit}; "
        "its {seat} leads to the next {trick}."
    )
    if game is Game.NULL:
        yield "The {declarer} wins by taking no {trick}."
    else:
        counts = ", ".join(f"{wording.rank(rank)} {POINTS[rank]}" for rank in reversed(Rank) if POINTS[rank])
        yield (
            f"The {{card}}s count points: {counts}, others 0. The {{declarer}} wins with {TO_WIN} points or more in "
            "{trick}s and {skat} (two {card}s that lie aside), else the {defender}s win."
        )
