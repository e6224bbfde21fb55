"""Work for a lane of the server that is done in a process of its own.

It lies here and not in a test, because the process must be able to import it.
"""

from __future__ import annotations

import os

from kiebitz.web.api_errors import RefusedError


def pid_of(_stop: object) -> int:
    """Return the number of the process."""
    return os.getpid()


def refuse(_stop: object) -> None:
    """Refuse as the readers of texts do."""
    raise RefusedError(422, "bad_board", "no board", {"missing": ["AS"]})


def die(_stop: object) -> None:
    """End the process in the middle of its work."""
    os._exit(9)
