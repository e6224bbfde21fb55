"""Work for a lane of the server; importable by its processes."""

from __future__ import annotations

import os

from kiebitz.web.api_errors import RefusedError


def pid_of(_stop: object) -> int:
    """Return the process id."""
    return os.getpid()


def refuse(_stop: object) -> None:
    """Raise an error like those of text readers."""
    raise RefusedError(422, "bad_board", "no board", {"missing": ["AS"]})


def die(_stop: object) -> None:
    """Kill the process."""
    os._exit(9)
