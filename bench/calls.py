"""How many functions of the package a command runs, and how often, in a process of its own: no clock, so no noise.

`python bench/calls.py solve 617` prints one line; `--list` names the functions, those called most often first.
Bodies of modules and classes count as functions, since a command pays for them as well.
"""

from __future__ import annotations

import io
import sys
from collections import Counter
from contextlib import redirect_stdout, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import FrameType


def calls(arguments: list[str]) -> Counter[tuple[str, str]]:
    """Run a command and return how often each function of the package was called, by its file and its name."""
    found: Counter[tuple[str, str]] = Counter()

    def count(frame: FrameType, event: str, _: Any) -> None:
        _, package, file = frame.f_code.co_filename.rpartition("/kiebitz/")
        if event == "call" and package and "site-packages" not in frame.f_code.co_filename:
            found[file, frame.f_code.co_qualname] += 1

    from kiebitz.cli import main

    sys.setprofile(count)
    try:
        with redirect_stdout(io.StringIO()), suppress(SystemExit):
            main(arguments)
    finally:
        sys.setprofile(None)
    return found


if __name__ == "__main__":
    listed = "--list" in sys.argv
    counted = calls([word for word in sys.argv[1:] if word != "--list"])
    files = {file for file, _ in counted}
    print(f"{len(counted)} functions in {len(files)} files, {counted.total():,} calls")
    for (file, name), number in counted.most_common() if listed else ():
        print(f"{number:6,} {file} {name}")
