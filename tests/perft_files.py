"""Read tests/data/perft: positions with counts of move sequences.

Records are separated by blank lines; `tests/data/perft/README.md` explains their lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.deals import numbering
from kiebitz.patience import Position, Setup, game

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parent / "data" / "perft"


@dataclass(frozen=True)
class Record:
    """A position and its counts: `counts[n]` sequences of n + 1 single-card moves."""

    name: str
    position: Position
    counts: tuple[int, ...]


def records() -> Iterator[Record]:
    """Yield the records of all files."""
    for path in sorted(FOLDER.glob("*.txt")):
        for number, text in enumerate(path.read_text(encoding="utf-8").split("\n\n"), 1):
            yield _record(f"{path.stem}-{number}", text)


def _record(name: str, text: str) -> Record:
    lines = [line.split(": ", 1) for line in text.splitlines() if not line.startswith("#")]
    one = dict(lines)
    title, *changes = one["game"].split()
    rules = game(title)
    for change in changes:
        key, value = change.split("=")
        rules = rules.with_(**{key: int(value) if value.isdigit() else value})
    if "deal" in one:
        scheme, number = one["deal"].split()
        position = Position.deal(rules, numbering(scheme).cards(int(number), rules.pack))
    else:
        columns = ["" if rest == "-" else rest for key, rest in lines if key == "column"]
        cells = one.get("cells", "")
        home = [int(count) for count in one["home"].split()]
        position = Setup(rules, columns, cells, home, one.get("stock", "")).position()
    return Record(name, position, tuple(map(int, one["counts"].split())))
