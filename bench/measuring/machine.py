"""The machine and programs of a benchmark run, to put its figures into context."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path

from kiebitz import __version__
from kiebitz.kernel import functions as kernel
from kiebitz.kernel import host

#: Above this load, the machine is busy with other work.
BUSY = 0.5


def describe() -> dict[str, str | int | float]:
    """Return facts about machine, Python and kernel by name; `load` is the current one-minute average."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": platform.python_version(),
        "kiebitz": __version__,
        "kernel": f"{host.backend}, {kernel.simd()}",
        "compiler": kernel.build_info(),
        "load": round(os.getloadavg()[0], 2),
    }


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    return processor_in(text) or platform.machine()


def processor_in(text: str) -> str:
    """Return the processor's name in the text of Linux's /proc/cpuinfo, or an empty text."""
    name = re.search(r"^(?:model name|Model|Hardware)\s*:\s*(.*)$", text, re.MULTILINE)
    return name.group(1).strip() if name else ""
