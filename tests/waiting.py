"""How long a test waits for what should come at once. How soon something must come is for the test to say."""

from __future__ import annotations

#: Seconds. The machine may have much other work, and a test that waits in vain fails all the same.
PATIENCE = 60
