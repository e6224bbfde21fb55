"""Lists of games as players write them at the card table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from kiebitz.errors import InputError, KiebitzError, RecordError, shown
from kiebitz.kernel import skat as kernel
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import TRUMP_GAMES, Contract, Game
from kiebitz.skat.score import ALL_TRICKS, Finished, needed, score
from kiebitz.skat.trick import ALL_POINTS, OUT_OF_SCHNEIDER, TO_MAKE_SCHNEIDER, TO_WIN
from kiebitz.skat.valuation import Matadors

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

_TABLES = (3, 4)
_LONGEST_NAME = 40
_LEAST_IN_RAMSCH = 40  # a third of all card points
_DEALER = re.compile(r"(?P<word>[^\s:]+)\s*[:\s]\s*(?P<name>.+)")
_NAMES = "a line with the names of three or four players, separated by commas, semicolons or tabs"
#: Words of tables outside the Skat Order by the option that allows them, each with its factor of the score.
#: `docs/skat-list.md` names the sources.
EXTRAS = {"kontra": {"kontra": 2, "re": 2}, "bock": {"bock": 2}, "ramsch": {"ramsch": 1, "virgin": 2}}
_GAME = "a score such as 48 or -54, a game such as clubs hand with 2 lost, or passed"


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game of a list: its line, the dealer and the declarer by number, and the score written for the declarer.

    If all passed, `declarer` is None and `written` 0. In Ramsch the player with the most card points has the
    declarer's place.
    """

    line: int
    dealer: int
    declarer: int | None
    written: int
    is_ramsch: bool = False


@dataclass(frozen=True, slots=True)
class GameList:
    """The games of a table of three or four; at four the dealer sits out."""

    players: tuple[str, ...]
    games: tuple[ListedGame, ...]


@cache
def seats_at(table: int) -> list[tuple[int, int, int]]:
    """Return for each dealer at a table of three or four the players in the seats; forehand deals next.

    >>> seats_at(4)[0]
    (1, 2, 3)
    """
    return kernel.skat_list(0, table, [])[2]


def read_list(
    text: str,
    dealer: str | None = None,
    *,
    extras: Collection[str] = (),
    english: Callable[[Iterable[str]], str] = " ".join,
) -> GameList:
    r"""Read a list: the players' names, then a line for each game. A `RecordError` names the line.

    A line has a cell for each player, with the declarer's game in his cell and all cells empty if all passed; or it is
    the declarer's name and his game. A game is the score written down, or its contract, matadors and levels.
    The first player deals first unless *dealer* is named; a line of the word dealer and a name sets the next one.
    *extras* are names of `EXTRAS` whose words are allowed; each word multiplies the score. *english* translates the
    words of a game.

    >>> games = read_list("Anna, Bernd, Clara\nAnna 48\nBernd clubs hand with 1 lost\npassed\n,,23")
    >>> [(game.declarer, game.written) for game in games.games]
    [(0, 48), (1, -72), (None, 0), (2, 23)]
    >>> read_list("Anna, Bernd, Clara\nAnna 48 kontra re", extras=("kontra",)).games[0].written
    192
    """
    lines = [(number, line.strip("\ufeff \r")) for number, line in enumerate(text.split("\n"), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines:
        raise RecordError("line 1", "no players", _NAMES)
    reader = _Reader(*lines[0], extras, english)
    turn = 0 if dealer is None else reader.player(dealer)
    games = []
    for number, line in lines[1:]:
        if (named := reader.dealer(number, line)) is not None:
            turn = named
        else:
            games.append(reader.game(number, line, turn))
            turn = seats_at(len(reader.players))[turn][0]
    return GameList(reader.players, tuple(games))


class _Reader:
    def __init__(
        self, number: int, line: str, extras: Collection[str], english: Callable[[Iterable[str]], str]
    ) -> None:
        self._english = english
        self._extras = extras
        self._separator = next((sign for sign in "\t;," if sign in line), ",")
        self.players = tuple(self._cells(line))
        if len(self.players) not in _TABLES or not all(self.players):
            raise RecordError(f"line {number}", f"{len(self.players)} names in {shown(line)}", _NAMES)
        if len({name.casefold() for name in self.players}) < len(self.players):
            raise RecordError(f"line {number}", f"a name occurs twice in {shown(line)}", "different names")
        for name in self.players:
            if len(name) > _LONGEST_NAME:
                raise RecordError(f"line {number}", f"the name {shown(name)}", f"{_LONGEST_NAME} letters at most")

    def _cells(self, line: str) -> list[str]:
        return [cell.strip().strip('"').strip() for cell in line.split(self._separator)]

    def player(self, name: str) -> int:
        """Return the number of a player; a `RecordError` if there is none of this name."""
        for number, player in enumerate(self.players):
            if player.casefold() == name.casefold():
                return number
        raise RecordError("", f"no player {shown(name)}", f"one of {', '.join(self.players)}")

    def dealer(self, number: int, line: str) -> int | None:
        """Return the dealer that a line or its only cell names; None for the line of a game."""
        filled = [cell for cell in self._cells(line) if cell]
        match = _DEALER.fullmatch(filled[0] if len(filled) == 1 else line.strip())
        if match is None or match["word"].casefold() in map(str.casefold, self.players):
            return None
        if self._english([match["word"]]).lower() != "dealer":
            return None
        try:
            return self.player(match["name"])
        except RecordError as error:
            raise RecordError(f"line {number}", error.fault, error.expected) from None

    def game(self, number: int, line: str, dealer: int) -> ListedGame:
        place = f"line {number}"
        declarer, words = self._declarer_and_words(place, line)
        if declarer is None:
            return ListedGame(number, dealer, None, 0)
        if declarer not in seats_at(len(self.players))[dealer]:
            raise RecordError(place, f"{self.players[dealer]} is the dealer and sits out", "another declarer")
        try:
            factor, is_ramsch, words = self._without_extras(words)
            written = _ramsch(words) if is_ramsch else _written(words)
            return ListedGame(number, dealer, declarer, factor * written, is_ramsch)
        except KiebitzError as error:
            raise RecordError(place, str(error), "") from None

    def _declarer_and_words(self, place: str, line: str) -> tuple[int | None, list[str]]:
        if self._separator in line:
            cells = self._cells(line)
            filled = [number for number, cell in enumerate(cells) if cell]
            if len(cells) > len(self.players) or len(filled) > 1:
                fault = f"{len(cells)} cells, {len(filled)} of them filled"
                raise RecordError(place, fault, f"{len(self.players)} cells, the declarer's filled")
            return (filled[0], self._words(cells[filled[0]])) if filled else (None, [])
        if self._words(line) in (["passed"], ["-"]):
            return None, []
        for number, name in enumerate(self.players):
            if (match := re.match(re.escape(name) + r"\s*(?:[:\s])", line, re.IGNORECASE)) is not None:
                return number, self._words(line[match.end() :])
        raise RecordError(place, f"no player's name at the start of {shown(line)}", f"{' or '.join(self.players)}")

    def _without_extras(self, words: Sequence[str]) -> tuple[int, bool, list[str]]:
        """Return the factor of a game's extras, whether it is Ramsch, and its other words."""
        factor, others, used = 1, [], set()
        for word in words:
            name = next((name for name, factors in EXTRAS.items() if word in factors), None)
            if name is None:
                others.append(word)
            elif name not in self._extras:
                raise InputError("", f"{shown(word)} is no word of the Skat Order", f"the option --with {name}")
            elif word in used:
                raise InputError("", f"{shown(word)} twice", "once")
            else:
                factor *= EXTRAS[name][word]
                used.add(word)
        if "re" in used and "kontra" not in used:
            raise InputError("", "re without kontra", "kontra re")
        if {"kontra", "ramsch"} <= used:
            raise InputError("", "kontra in Ramsch", "a game with a declarer")
        if "virgin" in used and "ramsch" not in used:
            raise InputError("", "virgin without ramsch", "ramsch virgin and the card points")
        return factor, "ramsch" in used, others

    def _words(self, text: str) -> list[str]:
        return self._english(text.split()).lower().split()


def _ramsch(words: Sequence[str]) -> int:
    """Return the score of Ramsch: minus the most card points, or with all tricks all of them."""
    points = " ".join(words)
    if not re.fullmatch(r"\d{1,3}", points) or not _LEAST_IN_RAMSCH <= int(points) <= ALL_POINTS:
        fault = shown(points) if words else "no card points in Ramsch"
        raise InputError("", fault, f"the loser's card points, {_LEAST_IN_RAMSCH} to {ALL_POINTS}")
    return ALL_POINTS if int(points) == ALL_POINTS else -int(points)


def _written(words: Sequence[str]) -> int:
    if not words:
        raise InputError("", "no game", _GAME)
    if len(words) > 1 or not re.fullmatch(r"[-+\u2212]?\d{1,4}", words[0]):
        return score(_finished(words)).score
    written = int(words[0].replace("\u2212", "-"))
    value = written if written > 0 else -written / 2
    if value not in BIDS and (written > 0 or not _is_overbid(value)):
        raise InputError("", f"no game scores {written}", "the value of a game won, as 48, or minus twice that, as -96")
    return written


def _is_overbid(value: float) -> bool:
    """Return whether a value is the least multiple of a game's base value that reaches a bid."""
    return any(value % game.base == 0 and value - game.base < BIDS[-1] for game in TRUMP_GAMES)


def _finished(words: Sequence[str]) -> Finished:
    """Return the game in words: contract, matadors, levels made, the bid, won or lost."""
    spoken = [word for word in words if word not in ("won", "lost")]
    bid = BIDS[0]
    if "bid" in spoken:
        at = spoken.index("bid")
        number = "".join(spoken[at + 1 : at + 2])
        if number not in map(str, BIDS):
            raise InputError("", f"no bid {shown(number)}", "a bid of Skat, such as 18 or 20")
        bid = int(number)
        del spoken[at : at + 2]
    at = next((at for at, word in enumerate(spoken) if word in ("with", "without")), len(spoken))
    contract = Contract.parse(" ".join(spoken[:at]))
    made = spoken[at + 2 :]
    for word in made:
        if word not in ("schneider", "schwarz"):
            raise InputError(
                "", f"{shown(word)} after the matadors", "schneider, schwarz, bid and a number, won or lost"
            )
    if contract.game is Game.NULL:
        return Finished(contract, bid, tricks=int("lost" in words))
    if at == len(spoken):
        raise InputError("", f"no matadors for {contract}", "with or without and a number, such as with 2")
    counted = Matadors.parse(" ".join(spoken[at : at + 2]))
    # Any card points of the level stand for those of the game.
    if "lost" in words:
        points = 0 if "schwarz" in made else OUT_OF_SCHNEIDER - 1 if "schneider" in made else TO_WIN - 1
    else:
        level = ALL_POINTS if "schwarz" in made else TO_MAKE_SCHNEIDER if "schneider" in made else TO_WIN
        points = max(level, needed(contract))
    tricks = {0: 0, ALL_POINTS: ALL_TRICKS}.get(points, ALL_TRICKS // 2)
    return Finished(contract, bid, points, tricks, matadors=counted)
