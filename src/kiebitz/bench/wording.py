"""The words of questions and answers, plain or disguised: a seed exchanges names and symbols one to one."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

from kiebitz.bench.draws import Draws
from kiebitz.cards import Rank, Suit
from kiebitz.errors import UnsupportedRulesError
from kiebitz.patience.piles import CELL_LETTERS, COLUMN_LETTERS, HOME_LETTER
from kiebitz.patience.rule_options import Ace, Build, CellUse, EmptyColumn, Goal, HomeMoves, Sequences, Supermoves

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.cards import Card
    from kiebitz.patience.position import Position
    from kiebitz.patience.rules import Rules

#: The words that a disguise replaces.
_WORDS = (
    "card", "rank", "suit", "column", "cell", "foundation", "red", "black", "winnable", "lost", "seat", "declarer",
    "defender", "trick", "trump", "skat",
)  # fmt: skip
_RANKS = "".join(rank.letter for rank in Rank)
_SUITS = "".join(suit.letter for suit in Suit)
_PILES = COLUMN_LETTERS + CELL_LETTERS + HOME_LETTER
_CONSONANTS, _VOWELS = "bdfgklmnprstz", "aeiou"
#: Ends the moves of an answer, so that a cut answer is noticed.
END = "end"


class Wording:
    """Writes cards, moves and words, and reads the words of an answer; without a *seed*, plainly.

    >>> Wording(7).read("moves", [Wording(7).move("26v2"), "end"])
    ['26v2', 'end']
    """

    def __init__(self, seed: int | None = None) -> None:
        if seed is None:
            ranks, suits, piles, words = _RANKS, _SUITS, _PILES, list(_WORDS)
        else:
            draws = Draws("disguise", seed)
            ranks = _sample(draws, string.ascii_uppercase, len(_RANKS))
            suits = _sample(draws, string.ascii_lowercase, len(_SUITS))
            piles = _sample(draws, string.ascii_letters + string.digits, len(_PILES))
            words = _invented(draws, len(_WORDS))
        self.is_plain = seed is None
        self.names = dict(zip(_WORDS, words, strict=True))
        self._ranks = dict(zip(_RANKS, ranks, strict=True))
        self._suits = dict(zip(_SUITS, suits, strict=True))
        self._piles = dict(zip(_PILES, piles, strict=True))

    def card(self, card: Card) -> str:
        return self.rank(card.rank) + self.suit(card.suit)

    def cards(self, cards: Iterable[Card]) -> str:
        return " ".join(map(self.card, cards)) or "-"

    def rank(self, rank: Rank) -> str:
        return self._ranks[rank.letter]

    def suit(self, suit: Suit) -> str:
        return self._suits[suit.letter]

    def pile(self, letter: str) -> str:
        return self._piles[letter]

    def move(self, word: str) -> str:
        """Write a move of standard notation."""
        return word if word == END else "".join(map(self.pile, word[:2])) + word[2:]

    def word(self, kind: str, word: str) -> str:
        """Write a word of an answer; *kind* is `moves`, `card`, `word` or `number`."""
        if kind == "moves":
            return self.move(word)
        if kind == "card":
            return self._ranks[word[0]] + self._suits[word[1]]
        return self.names[word] if kind == "word" else word

    def read(self, kind: str, words: Iterable[str]) -> list[str]:
        """Return the plain words of an answer, those without a meaning as `?`."""
        plain: dict[str, dict[str, str]] = {
            "word": {name: word for word, name in self.names.items()},
            "card": {self.word("card", r + s): r + s for r in _RANKS for s in _SUITS},
        }
        if kind in plain:
            return [plain[kind].get(word, "?") for word in words]
        if kind == "number":
            return list(words)
        piles = {sign: letter for letter, sign in self._piles.items()}
        return [
            word if word == END else "".join(piles.get(sign, "?") for sign in word[:2]) + word[2:] for word in words
        ]


def _sample(draws: Draws, signs: str, count: int) -> str:
    pool = list(signs)
    return "".join(pool.pop(draws.below(len(pool))) for _ in range(count))


def _invented(draws: Draws, count: int) -> list[str]:
    words: dict[str, None] = {}
    while len(words) < count:
        words["".join(draws.choice(_CONSONANTS) + draws.choice(_VOWELS) for _ in range(3))] = None
    return list(words)


# --- patiences ---


def require(rules: Rules) -> None:
    """Raise an `UnsupportedRulesError` for rules without a description."""
    usual = (CellUse.FREE, Sequences.AS_BUILT, Ace.LOW)
    if (rules.cell_use, rules.sequences, rules.ace) != usual or rules.home_moves is HomeMoves.BOTH_WAYS:
        raise UnsupportedRulesError(rules.title, "has rules that the benchmark does not describe")


_BUILT = {
    Build.ALTERNATE_COLOUR: " and of the other colour",
    Build.SAME_SUIT: " and of the same {suit}",
    Build.ANY_SUIT: ", in any {suit}",
}
_EMPTY = {
    EmptyColumn.ANY: "any {card}",
    EmptyColumn.KINGS: "only a {card} of the highest {rank}",
    EmptyColumn.NONE: "no {card}",
}
_STANDARD = (
    "Several {card}s that move together come from the end of a {column}, and each may lie on the one before it. At "
    "most (free {cell}s + 1) {card}s move together, twice as many for each empty {column} that is not the target."
)
_TOGETHER = {
    Supermoves.SINGLE: "One {card} moves at a time.",
    Supermoves.STANDARD: _STANDARD,
    Supermoves.WHOLE: "Any number of {card}s at the end of a {column}, each of which may lie on the one before it, "
    "move together.",
    Supermoves.ANY: "Any face-up {card} of a {column} moves together with all {card}s after it; the moved {card} that "
    "comes first must fit.",
}


def rules_text(rules: Rules, wording: Wording) -> str:
    """Describe a game, its signs and how moves are written."""
    pack = rules.pack
    spell = wording.rank
    columns = " ".join(wording.pile(letter) for letter in COLUMN_LETTERS[: rules.columns])
    lines = [f"The game is {rules.title}, a patience." if wording.is_plain else "This is a game for one player."]
    lines.append(
        f"A {{card}} is written as its {{rank}} and its {{suit}}. Its {{rank}}s from low to high are "
        f"{' '.join(spell(rank) for rank in pack.rank_order)}; its {{suit}}s are "
        f"{' '.join(wording.suit(suit) for suit in pack.suits)}."
    )
    if rules.build is Build.ALTERNATE_COLOUR:
        by_colour = {name: [s for s in pack.suits if s.colour.value == name] for name in ("black", "red")}
        lines.append(
            "; ".join(
                f"{' and '.join(map(wording.suit, suits))} are {{{name}}}" for name, suits in by_colour.items() if suits
            )
            + "."
        )
    lines.append(f"The {{column}}s are named {columns}.")
    if rules.cells:
        cells = " ".join(wording.pile(letter) for letter in CELL_LETTERS[: rules.cells])
        lines.append(f"The {{cell}}s, each for one {{card}}, are named {cells}.")
    home = wording.pile(HOME_LETTER)
    order = " ".join(spell(card.rank) for card in next(filter(None, rules.ladders)))
    lines += [
        f"Each {{suit}} has a {{foundation}}, which takes its {{card}}s in the order {order}; {{card}}s there stay.",
        f"The target {home} is the {{foundation}} of the moved {{card}}.",
        "A {card} goes onto the last {card} of a {column} that is one {rank} higher"
        + _BUILT[rules.build]
        + f". An empty {{column}} takes {_EMPTY[rules.empty_column]}.",
        _TOGETHER[rules.supermoves if rules.supermoves in _TOGETHER else Supermoves.STANDARD],
    ]
    if any(rules.face_down):
        lines.append(
            "A {card} in brackets lies face down: it cannot move, and turns up when it is the last of its {column}."
        )
    if rules.home_moves is HomeMoves.FORCED:
        lines.append("While the last {card} of a {column} fits its {foundation}, only such moves are legal.")
    source, target, cell = COLUMN_LETTERS[0], COLUMN_LETTERS[1], CELL_LETTERS[0]
    lines.append(
        f"A move is written as the names of its source and its target, such as {wording.move(source + target)}"
        + (f" or {wording.move(source + cell)}" if rules.cells else "")
        + ". Into an empty {column} as many {card}s move as possible; v and a number in base 16 move fewer, such as "
        + f"{wording.move(source + target + 'v1')}. No {{card}} moves by itself."
    )
    goal = "as many {card}s as possible" if rules.goal is Goal.SCORE else "all {card}s"
    lines.append(f"The goal is to bring {goal} to the {{foundation}}s.")
    return "\n".join(lines).format_map(wording.names)


def board_text(position: Position, wording: Wording) -> str:
    """Write a board, a line for each pile; the last card of a column is the one to move."""
    rules = position.rules
    lines = []
    for letter, cards, hidden in zip(COLUMN_LETTERS, position.columns, position.face_down, strict=False):
        words = [f"[{wording.card(c)}]" if place < hidden else wording.card(c) for place, c in enumerate(cards)]
        lines.append(f"{{column}} {wording.pile(letter)}: {' '.join(words) or '-'}")
    for letter, held in zip(CELL_LETTERS, position.cells, strict=False):
        lines.append(f"{{cell}} {wording.pile(letter)}: {'-' if held is None else wording.card(held)}")
    home = [
        wording.card(rules.ladders[suit][position.foundations[suit] - 1])
        for suit in rules.pack.suits
        if position.foundations[suit]
    ]
    lines.append(f"last on the {{foundation}}s: {' '.join(home) or '-'}")
    return "\n".join(lines).format_map(wording.names)
