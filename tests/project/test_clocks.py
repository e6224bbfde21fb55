"""Changes of the system clock have no effect, because no code reads the time of day."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TIME_OF_DAY = re.compile(
    r"\btime\.time|from time import [^\n]*\b(time|localtime|gmtime|time_ns)\b|\bdatetime\b|system_clock|gettimeofday"
    r"|high_resolution_clock"
)


def test_only_clocks_that_never_jump_are_asked() -> None:
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "native").rglob("*.[ch]pp")]
    assert len(sources) > 200
    values = [path.name for path in sources if TIME_OF_DAY.search(path.read_text(encoding="utf-8"))]
    assert values == []
