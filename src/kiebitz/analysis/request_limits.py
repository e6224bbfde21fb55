"""Per-request limits for servers."""

from __future__ import annotations

from kiebitz.analysis.limits import Limit

#: Time limits for quick requests, such as a light, and for long ones, such as a solution.
QUICK_SECONDS, LONG_SECONDS = 3.0, 20.0
MEMORY = 192 << 20
#: The longest link, board, solution or record, in characters.
LONGEST_TEXT = 60_000
#: Limits of a search for a hint and for a solution.
HINT = Limit(500_000, QUICK_SECONDS, MEMORY)
SOLUTION = Limit(5_000_000, LONG_SECONDS, MEMORY)
