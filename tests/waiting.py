"""The time limit of tests for work that should finish at once."""

from __future__ import annotations

#: Seconds; generous, since the machine may be busy.
PATIENCE = 60
