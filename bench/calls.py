"""The number of functions of the package that a command runs, and of their calls: a measure without noise.

`python bench/calls.py solve 617` prints one line; `--list` names the functions by falling number of calls. The
bodies of modules and classes, comprehensions and generator expressions do not count: some are frames in some versions.
"""

from __future__ import annotations

import inspect
import io
import sys
from collections import Counter
from contextlib import redirect_stdout, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import FrameType

EXPRESSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


def calls(arguments: list[str]) -> Counter[tuple[str, str]]:
    """Run a command and return the number of calls of each function by file and name."""
    counts: Counter[tuple[str, str]] = Counter()

    def count(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        _, package, file = code.co_filename.rpartition("/kiebitz/")
        is_function = code.co_flags & inspect.CO_OPTIMIZED and code.co_name not in EXPRESSIONS
        if event == "call" and package and is_function and "site-packages" not in code.co_filename:
            counts[file, code.co_qualname] += 1

    from kiebitz.cli import main

    sys.setprofile(count)
    try:
        with redirect_stdout(io.StringIO()), suppress(SystemExit):
            main(arguments)
    finally:
        sys.setprofile(None)
    return counts


if __name__ == "__main__":
    listed = "--list" in sys.argv
    counted = calls([word for word in sys.argv[1:] if word != "--list"])
    files = {file for file, _ in counted}
    print(f"{len(counted)} functions in {len(files)} files, {counted.total():,} calls")
    for (file, name), number in counted.most_common() if listed else ():
        print(f"{number:6,} {file} {name}")
