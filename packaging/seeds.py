"""Write the files of seeds that accompany a release: `python packaging/seeds.py FOLDER [--count N] [GAME …]`.

For each game, numbering and level there is a file of 10,000 deals; games without levels have one file a numbering. The
same command resumes after an interruption. Exits with 1 if a file is larger than 60 KB or has fewer deals.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

#: Games that PySolFC deals as Kiebitz does, the ten that players know best.
GAMES = (
    "freecell", "bakers_game", "eight_off", "seahaven_towers", "forecell", "beleaguered_castle", "streets_and_alleys",
    "simple_simon", "yukon", "russian",
)  # fmt: skip
WITHOUT_LEVELS = {"simple_simon", "yukon", "russian"}
LEVELS = ("easy", "medium", "hard", "expert")
#: The numberings, with the first number: PySolFC's own deals begin at 32,000.
NUMBERINGS = {"microsoft": "1", "pysolfc": "32000"}
#: The limit on the search for each deal: a larger one adds few deals and doubles the time of the hardest files.
STATES = "50000"
LARGEST = 60_000  # bytes


def main() -> None:
    """Write the files one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--count", default="10000")
    parser.add_argument("--jobs", default="0")
    args = parser.parse_intermixed_args()
    args.folder.mkdir(exist_ok=True)
    failed = False
    for game in args.games:
        for numbering, first in NUMBERINGS.items():
            for level in ("",) if game in WITHOUT_LEVELS else LEVELS:
                file = args.folder / f"{'-'.join(filter(None, (game, numbering, level)))}.seeds"
                command = [sys.executable, "-m", "kiebitz", "seeds", "--game", game, "--numbering", numbering]
                options = ["--limit-states", STATES, "--first", first, "--count", args.count, "--jobs", args.jobs]
                options += ["--output", str(file), *(("--level", level) if level else ())]
                ran = subprocess.run([*command, *options], check=False)
                failed |= ran.returncode != 0 or file.stat().st_size > LARGEST
    sys.exit(failed)


if __name__ == "__main__":
    main()
