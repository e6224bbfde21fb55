"""Answers of the installed kernel to questions about all games, printed as a line of JSON for comparison."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import kernel_functions as kernel
from kiebitz import deal, game
from kiebitz.analysis.encoding import encode_play
from kiebitz.cards import PACKS
from kiebitz.kernel.answers import Dealing, Limits
from kiebitz.patience.encoding import encode_layout, encode_position, encode_rules
from kiebitz.patience.games import games
from kiebitz.patience.rule_options import Autoplay, HomeMoves
from kiebitz.skat.contract import Game
from kiebitz.skat.encoding import encode_cards, encode_game, encode_hands, mask
from kiebitz.skat.trick import legal_among

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiebitz.cards import Card
    from kiebitz.kernel.answers import Answer

LIMITS = Limits(states=5_000)
SECOND = 2**63 + 5  # a seed beyond signed 64 bits


def patience(name: str) -> list[object]:
    """Return answers about a deal of a game."""
    position = deal(617, name)
    encoded = encode_rules(position.rules), encode_position(position)
    if position.rules.home_moves is HomeMoves.FORCED:
        best = kernel.best_score(*encoded, LIMITS)
        return [best.score, best.bound, best.line.hex(), best.limit_hit, best.states, list(best.store)]
    result = kernel.solve(*encoded, 0, LIMITS)
    values: list[object] = [result.verdict, result.line.hex(), result.limit_hit, result.states, result.stored]
    if not result.verdict:
        play = encode_play(position.rules, Autoplay.SAFE)
        line = kernel.player_line(*encoded, result.line, play)
        values += [line and line.hex()]
        short = kernel.short_line(*encoded, play, LIMITS, width=50, below=500)
        values += [short.moves and short.moves.hex(), short.limit_hit, short.states]
    return values


def freecell() -> list[object]:
    """Return answers about FreeCell alone: a range, and the difficulty of a deal."""
    position = deal(617)
    encoded = encode_rules(position.rules), encode_position(position)
    play = encode_play(position.rules, Autoplay.SAFE)
    numbered = kernel.solve_range(encoded[0], encode_layout(position.rules), 11_975, 11_985, 0, LIMITS)
    shuffled = kernel.solve_range(
        encoded[0], encode_layout(position.rules), 0, 9, 1, LIMITS, lines=False, deals=Dealing(1, SECOND)
    )
    moves = kernel.player_line(*encoded, kernel.solve(*encoded, 0).line, play) or b""
    three = b"".join(moves[at : at + 3] for at in range(0, len(moves), 4))
    judged = kernel.judge_moves(*encoded, three, play, Limits(states=300))
    games = kernel.greedy_games(*encoded, play, ahead=2, games=5, seed=SECOND)
    return [
        [part.hex() for part in [*numbered, *shuffled, *judged[:3]]],
        judged.states,
        games.won,
        games.moves,
        games.line.hex(),
    ]


def skat() -> list[object]:
    """Return answers about Skat hands with five cards each."""
    chance = Random(617)
    values: list[object] = []
    for played in (Game.CLUBS, Game.DIAMONDS, Game.GRAND, Game.NULL):
        cards = chance.sample(PACKS["32"].cards, 15)
        hands = [cards[:5], cards[5:10], cards[10:]]
        code, world = encode_game(played), encode_hands(map(mask, hands))
        levels = b"\1" if played is Game.NULL else b"\24\50"
        trick: list[Card] = []
        for hand in hands:
            trick.append(legal_among(played, hand, trick)[0])
        values += [
            kernel.skat_worlds(code, 1, 2, 40, world * 2).values.hex(),
            kernel.skat_levels(code, world * 2, 1, 2, b"", b"\0\7", levels).values.hex(),
            kernel.skat_trace(code, world, 0, 0, b"", encode_cards(trick)),
        ]
    return values


def errors() -> list[str]:
    """Return the kinds of errors of malformed questions and of a cancelled one."""

    def wanted() -> bool:
        raise LookupError

    position = deal(891, game("freecell").with_(cells=2))  # too hard to be solved before the first poll
    encoded = encode_rules(position.rules), encode_position(position)
    kinds = []
    questions: tuple[Callable[[], Answer], ...] = (
        lambda: kernel.solve(*encoded, 7),
        lambda: kernel.solve(b"", b"", 0),
        lambda: kernel.solve(encoded[0], encoded[1][:-1], 0),
        lambda: kernel.solve(*encoded, 1, ask=wanted),
    )
    for question in questions:
        try:
            question()
        except (ValueError, LookupError) as error:
            kinds.append(next(kind.__name__ for kind in (ValueError, LookupError) if isinstance(error, kind)))
    return kinds


answers = {**{name: patience(name) for name in games()}, "": [freecell(), skat(), errors()]}
print(json.dumps(answers))  # noqa: T201
