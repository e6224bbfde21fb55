"""Deal and win seeds by PySolFC's own objects; none may be wrong.

    python bench/pysolfc.py FOLDER FILE.seeds …
    python bench/pysolfc.py FOLDER --first 100001 --deals 10000 --record FILE [--numbering pysolfc] GAME …

The first form checks files of seeds, the second winnable deals of each game, found by the same search as seeds; it
resumes after an interruption. PySolFC's own generator deals the numbers from 32,000 on.

FOLDER holds PySolFC's sources (github.com/shlomif/PySolFC; the package index has none), and the Python needs its
libraries: `pip install pysol_cards attrs configobj six`, in an environment of its own. No window opens: where PySolFC
reaches for one, `Nothing` answers. PySolFC's game shuffles and deals by each number; the board has to be Kiebitz's, and
each move of Kiebitz's line one that PySolFC's stacks allow, until PySolFC calls the game won. Deals of Microsoft's
numbering are checked as PySolFC's numbers `ms…`.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Self

from kiebitz.analysis.difficulty import short_line
from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.analysis.solving import solve
from kiebitz.deals import numbering
from kiebitz.errors import UnsupportedRulesError
from kiebitz.files import File
from kiebitz.patience import Autoplay, Position
from kiebitz.patience.games import game
from kiebitz.patience.piles import PileKind
from kiebitz.read_seeds import read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.patience.moves import Move

#: The limit on the search for each deal, the default of `kiebitz seeds`.
LIMIT = Limit(states=200_000)
#: Deals between two writings of the record.
SAVED = 200
#: PySolFC's numbers of games by the names of the catalogue.
GAMES = {
    "bakers_game": 45, "beleaguered_castle": 34, "challenge_freecell": 336, "eight_off": 258, "fan": 56, "forecell": 46,
    "freecell": 8, "king_albert": 233, "kings_only_bakers_game": 26, "raglan": 232, "relaxed_freecell": 5,
    "relaxed_seahaven_towers": 6, "russian": 20, "seahaven_towers": 9, "siegecraft": 831, "simple_simon": 50,
    "somerset": 215, "spanish_patience": 85, "streets_and_alleys": 146, "stronghold": 300, "yukon": 19,
}  # fmt: skip
MODULES = ("bakersdozen", "bakersgame", "beleagueredcastle", "fan", "freecell", "klondike", "spider", "yukon")
SUITS = "CSHD"  # by PySolFC's codes


class Nothing(int):
    """Anything of a window: all its attributes and calls are again nothing, and it counts as 0."""

    def __new__(cls, *_: object, **__: object) -> Self:
        return super().__new__(cls, 0)

    def __init__(self, *_: object, **attributes: object) -> None:
        self.__dict__.update(attributes)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()

    def __call__(self, *_: object, **__: object) -> Any:
        return Nothing()

    __getitem__ = __call__


class WindowModule(ModuleType):
    """A module of windows, whose names are classes of nothing."""

    __path__: list[str] = []  # noqa: RUF012

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing


def load(folder: str) -> Any:
    """Return PySolFC's database of games and its random numbers, without windows."""
    sys.path.insert(0, folder)
    for name in ("pysoltk", "help", "ui", "ui.tktile", "ui.tktile.solverdialog", "tile", "tile.solverdialog"):
        sys.modules[f"pysollib.{name}"] = WindowModule(f"pysollib.{name}")
    acard = importlib.import_module("pysollib.acard")

    class Card(acard.AbstractCard):  # type: ignore[misc, name-defined]
        """A card without a picture."""

        def __init__(self, *args: Any, **named: Any) -> None:
            super().__init__(*args, **named)
            self.item = Nothing()

        def showFace(self, unhide: int = 1) -> None:  # noqa: N802
            del unhide
            self.face_up = 1

        def showBack(self, unhide: int = 1) -> None:  # noqa: N802
            del unhide
            self.face_up = 0

    sys.modules["pysollib.pysoltk"].Card = Card  # type: ignore[attr-defined]
    stacks = importlib.import_module("pysollib.stack")
    for owner, view in (
        (stacks.Stack, "_position"),
        (stacks.Stack, "updatePositions"),
        (stacks.TalonStack, "updateText"),
    ):
        setattr(owner, view, lambda *_, **__: None)  # twice as fast without
    for name in MODULES:
        importlib.import_module(f"pysollib.games.{name}")
    return importlib.import_module("pysollib.gamedb").GAME_DB, importlib.import_module("pysollib.pysolrandom")


def opened(database: Any, number: int) -> Any:
    """Return a game of PySolFC without cards on its table."""
    info = database.get(number)
    game_ = info.gameclass(info)
    sizes = dict.fromkeys(("CARDW", "CARDH", "CARD_XOFFSET", "CARD_YOFFSET"), 50)
    app = Nothing(images=Nothing(**sizes), top=None, canvas=Nothing(preview=1))
    game_.createPreview(app)
    return game_


def deal(game_: Any, random: Any) -> None:
    """Shuffle and deal."""
    for stack in game_.allstacks:
        stack.resetGame()
        stack.cards = []
    game_.random = random
    game_.moves = Nothing(state=game_.S_INIT, history=[], current=[])
    game_.shuffle()
    game_.startGame()


def named(cards: Any) -> list[str]:
    return ["A23456789TJQK"[card.rank] + SUITS[card.suit] for card in cards]


def fault(game_: Any, position: Position, moves: Iterable[Move]) -> str:
    """Return the fault of a deal or of its line, or an empty text."""
    table = [named(row.cards) for row in game_.s.rows]
    if table != [list(map(str, column)) for column in position.columns]:
        return "another board"
    reserves = {named(stack.cards)[0]: stack for stack in game_.s.reserves if stack.cards}
    cells: dict[int, Any] = {
        index: reserves.get(str(card)) for index, card in enumerate(position.cells)
    }  # PySolFC may order them anew
    for move in moves:
        source = cells[move.source.index] if move.source.kind is PileKind.CELL else game_.s.rows[move.source.index]
        cards = source.cards[-move.count :]
        targets = {
            PileKind.COLUMN: game_.s.rows[move.target.index : move.target.index + 1],
            PileKind.CELL: [stack for stack in game_.s.reserves if not stack.cards],
            PileKind.FOUNDATION: game_.s.foundations,
        }[move.target.kind]
        target = next((each for each in targets if each.acceptsCards(source, cards)), None)
        if target is None or not source.canMoveCards(cards):
            return f"the move {move} is refused"
        if move.target.kind is PileKind.CELL:
            cells[move.target.index] = target
        game_.moveMove(move.count, source, target, frames=0)
        source.fillStack()
        if source.cards and not source.cards[-1].face_up:
            game_.flipMove(source)
    return "" if game_.isGameWon() else "not won"


class Judge:
    """PySolFC as the judge of the deals of one game and numbering."""

    def __init__(self, pysolfc: tuple[Any, Any], game_name: str, numbering_name: str, limit: Limit = LIMIT) -> None:
        database, self._randoms = pysolfc
        self._limit = limit
        self._rules, self._numbers = game(game_name), numbering(numbering_name)
        self._table = opened(database, GAMES[self._rules.game])

    def fault(self, number: int) -> str | None:
        """Return the fault of a deal or an empty text, and None for a deal that is not won within the limit."""
        position = Position.deal(self._rules, self._numbers.cards(number, self._rules.pack))
        line = solve(position, self._limit, Autoplay.NONE)
        moves = line.moves if line.verdict is Verdict.SOLVED else self._moves_of_the_level(position)
        if not moves:
            return None
        prefix = "ms" if self._numbers.name == "microsoft" else ""
        deal(self._table, self._randoms.construct_random(f"{prefix}{number}"))
        return fault(self._table, position, moves)

    def _moves_of_the_level(self, position: Position) -> tuple[Move, ...]:
        """Return the line that the level is based on: its search sorts the columns, so it may succeed alone."""
        try:
            return short_line(position, self._limit, Autoplay.NONE).moves
        except UnsupportedRulesError:
            return ()


def of_file(pysolfc: tuple[Any, Any], name: str) -> int:
    """Check a file of seeds; return the number of wrong deals."""
    header, seeds = read(Path(name).read_bytes())
    judge = Judge(pysolfc, header["game"], header["numbering"], Limit(states=int(header["states"])))
    wrong = 0
    for seed in seeds:
        reason = judge.fault(seed.number)
        if reason != "":
            wrong += 1
            print(f"{name}: deal {seed.number}: {reason or 'not won within the limit'}")
    print(f"{name}: {len(seeds)} deals, {wrong} wrong", flush=True)
    return wrong


def save(record: Path, counts: dict[str, dict[str, int]]) -> None:
    """Write the record as a whole, so that an interruption leaves the earlier one."""
    with File(str(record)) as file:
        file.write(json.dumps(counts))


def of_game(pysolfc: tuple[Any, Any], key: str, deals: int, record: Path) -> int:
    """Check winnable deals of a game, a numbering and a first number, *key*; return the number of wrong ones."""
    all_counts = json.loads(record.read_text()) if record.exists() else {}
    name, numbers, first = key.split()
    counts = all_counts.setdefault(key, {"next": int(first), "deals": 0, "wrong": 0})
    judge = Judge(pysolfc, name, numbers)
    for number in count(counts["next"]):
        if counts["deals"] >= deals:
            break
        reason = judge.fault(number)
        counts["next"] = number + 1
        counts["deals"] += reason is not None
        counts["wrong"] += bool(reason)
        if reason:
            print(f"{key}: deal {number}: {reason}")
        if number % SAVED == 0:
            save(record, all_counts)
    save(record, all_counts)
    last, wrong = counts["next"] - 1, int(counts["wrong"])
    print(f"{name}, {numbers}: {counts['deals']} winnable deals from {first} to {last}, {wrong} wrong", flush=True)
    return wrong


def main() -> None:
    """Print the count of each file or game; exit with 1 if a deal is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("names", nargs="+", metavar="FILE.seeds or GAME")
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--record", type=Path)
    parser.add_argument("--numbering", default="pysolfc")
    parser.add_argument("--first", type=int, default=1)
    args = parser.parse_args()
    pysolfc = load(args.folder)
    if args.record is None:
        wrong = sum(of_file(pysolfc, name) for name in args.names)
    else:
        keys = (f"{name} {args.numbering} {args.first}" for name in args.names)
        wrong = sum(of_game(pysolfc, key, args.deals, args.record) for key in keys)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
