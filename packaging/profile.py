"""Build the kernel with counters and run it, so that the next wheel of this checkout is optimized for that work (GCC).

    python packaging/profile.py
    pip wheel --no-deps . -C cmake.define.KIEBITZ_PROFILE=use

Code that this work does not reach is compiled for size, so every search has a line below. Deals are above 2,000,000,
which no benchmark measures.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent

#: The commands to optimize for, in about equal parts.
WORK = """\
solve 2100001-2112000
solve 2100001-2103000 --output lines.txt
solve 2100001-2100150 --game bakers_game --prove
solve 2100001-2100020 --cells 2 --limit-states 100k
solve 2100001-2100300 --game seahaven_towers
solve 2100001-2100300 --game eight_off
solve 2100001-2100100 --game forecell --limit-states 20k
solve 2100001-2100040 --game yukon --limit-states 50k
solve 2100001-2100010 --game simple_simon --limit-states 50k
solve 2100001-2100040 --game fan --limit-states 50k
solve 2100001-2100040 --game beleaguered_castle --limit-states 50k
solve 2100001-2100100 --game spanish_patience --limit-states 50k
solve 2100001-2100040 --game somerset --limit-states 50k
solve 2100001-2100100 --game marseille --limit-states 20k
etude 40000 --seed 21
solve 2100001 --short
solve 2100002 --short
solve 2100003 --short --autoplay max
solve 2100004 --shortest --limit-states 1M
solve 2100005 --shortest --limit-states 1M
solve 2100006 --shortest --metric player --limit-states 300k
prove 2100004 --certificate length.cert --limit-states 200k
prove 2100008 --game bakers_game --certificate lost.cert
check lost.cert
difficulty 2100007
skat chances JC JS AC TC KC AS TS AH TH 7D --seed 1
skat chances JC JH AS TS KS QS 9S AC 7H 8D --seed 2
skat chances 7C 8C 9C 7S 8S TS 7H 9H JH 7D --seed 3
"""


#: Shortest lines of the 13-card game, for which no command works without the libraries of studies.
ONE_SUIT = """\
from kiebitz import game
from kiebitz.analysis.shortest import shortest_lines
shortest_lines(game("solitaire_one_suit").with_(supermoves="whole"), 2100001, 60_000)
"""


def main() -> int:
    """Build, install into a folder, run the work, and return the exit code."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    with tempfile.TemporaryDirectory() as folder:
        build = [*pip, "wheel", "--no-deps", str(ROOT), "-w", folder, "-C", "cmake.define.KIEBITZ_PROFILE=make"]
        subprocess.run(build, check=True)
        (wheel,) = Path(folder).glob("*.whl")
        subprocess.run([*pip, "install", str(wheel), "--target", f"{folder}/site"], check=True)
        for arguments in (["-c", ONE_SUIT], *(["-m", "kiebitz", *line.split()] for line in WORK.splitlines())):
            print(*arguments, flush=True)
            process = subprocess.run(
                [sys.executable, *arguments],
                check=False,
                cwd=folder,
                env={**os.environ, "PYTHONPATH": f"{folder}/site"},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
            if process.returncode not in (0, 1, 3):  # 1 and 3: impossible or undecided
                sys.stderr.write(process.stderr)
                return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
