"""Read a file of `kiebitz seeds`: numbers of deals that can be won, with their levels.

    python3 read_seeds.py FILE

Prints a line for each deal: its number, its level, the moves of a known line, and the least number of moves that any
line can have. Needs only Python 3.9, and nothing of Kiebitz. docs/seeds.md specifies the file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple
from zlib import crc32

TITLE = b"kiebitz seeds 1\n"
#: The levels by their codes; the first is that of games without levels.
LEVELS = ("-", "easy", "medium", "hard", "expert")
CHECKSUM_SIZE = 4


class Seed(NamedTuple):
    """A deal that can be won: *moves* of a known line (255: that many or more); no line has fewer than *bound*."""

    number: int
    level: str
    moves: int
    bound: int


def read(data: bytes) -> tuple[dict[str, str], list[Seed]]:
    """Return the header's values by key, and the deals in ascending order; a `ValueError` for other bytes."""
    content, checksum = data[:-CHECKSUM_SIZE], data[-CHECKSUM_SIZE:]
    if not data.startswith(TITLE):
        raise ValueError("no file of kiebitz seeds, version 1")
    if len(content) < len(TITLE) or crc32(content).to_bytes(CHECKSUM_SIZE, "little") != checksum:
        raise ValueError("damaged or cut off: the checksum differs")
    head, end, records = content[len(TITLE) :].partition(b"\n\n")
    header = dict(line.partition(" ")[::2] for line in head.decode("ascii", "replace").split("\n"))
    if not end or not all(header.get(key, "").isdecimal() for key in ("first", "next", "count")):
        raise ValueError("no header with the numbers of first, next and count")
    seeds = list(_seeds(records, int(header["first"])))
    if len(seeds) != int(header["count"]):
        raise ValueError(f"{len(seeds)} deals; the header announces {header['count']}")
    return header, seeds


def _seeds(records: bytes, number: int) -> Iterator[Seed]:
    """Yield the deals; *number* is the first that the records can name."""
    place = 0
    while place < len(records):
        value = shift = 0
        while True:  # seven bits a byte, the lowest first; the highest bit marks that more follow
            if place + 2 >= len(records) or shift > 70:
                raise ValueError("a record that does not end")
            byte = records[place]
            value |= (byte & 127) << shift
            place, shift = place + 1, shift + 7
            if byte < 128:
                break
        if value % 8 >= len(LEVELS):
            raise ValueError(f"a level with the code {value % 8}")
        number += value // 8
        yield Seed(number, LEVELS[value % 8], records[place], records[place + 1])
        number, place = number + 1, place + 2


def main() -> int:
    """Print the deals of the file that the command line names."""
    if len(sys.argv) != 2:
        print("usage: python3 read_seeds.py FILE", file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], "rb") as file:
            _, seeds = read(file.read())
    except (OSError, ValueError) as error:
        print(f"{sys.argv[1]}: {error}", file=sys.stderr)
        return 2
    for seed in seeds:
        print(*seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
