"""The row about replays: time and size of the animated GIF of deal 617, for the whole command."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from measuring import processes
from measuring.processes import Spread
from measuring.rows import Row

if TYPE_CHECKING:
    from collections.abc import Callable

    from measuring.rows import Sizes

_MB = 1_000_000
_DEAL = 617


def replay_gif(sizes: Sizes) -> Row:
    """Measure the whole command from its start to the finished file."""
    rounds = 3 if sizes.quick else 11
    print(f"bench: a replay as GIF, {rounds} times", file=sys.stderr)
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"{_DEAL}.gif"
        command = [str(Path(sys.executable).with_name("kiebitz")), "replay", str(_DEAL), "--output", str(file)]
        runs = [processes.run(command) for _ in range(rounds)]
        size = file.stat().st_size
    wall, cpu = Spread.of([run.wall for run in runs]), Spread.of([run.cpu for run in runs])
    peak = max(run.peak for run in runs)
    return Row(
        f"`kiebitz replay {_DEAL} --output {_DEAL}.gif`",
        "< 3 MB, < 5 s",
        f"{size / _MB:.2f} MB, {wall.median:.2f} s",
        size < 3 * _MB and wall.median < 5,
        commands=[processes.shown(command)],
        notes=[
            f"wall time of the whole command, {rounds} runs: {wall}; CPU: {cpu}",
            f"at most {peak / _MB:.0f} MB of memory",
        ],
        values={"bytes": size, "wall": [run.wall for run in runs], "cpu": [run.cpu for run in runs], "peak": peak},
    )


#: The rows by name, in the order of the table.
ROWS: dict[str, Callable[[Sizes], Row]] = {"replay-gif": replay_gif}
