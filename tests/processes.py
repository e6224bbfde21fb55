"""Processes that tests start and watch. What they run is the tests' own business."""

from __future__ import annotations

import subprocess
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import TracebackType


class Started(subprocess.Popen[Any]):
    """A process that ends with its `with` block: at once when the test fails, and after a minute anyway."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._watchdog = threading.Timer(60, self.kill)
        self._watchdog.daemon = True
        self._watchdog.start()

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._watchdog.cancel()
        if kind is not None:
            self.kill()
        super().__exit__(kind, value, trace)
