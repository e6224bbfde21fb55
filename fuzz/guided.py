"""Fuzz the same readers with coverage guidance by atheris.

Needs `python -m pip install atheris`. Example: `python fuzz/guided.py boards -max_total_time=60 -max_len=2000
build/corpus`. Arguments after the reader are libFuzzer's; new inputs are written to the first folder.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["kiebitz"]):
    from readers import READERS


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in READERS:
        sys.exit(f"guided: one of {', '.join(READERS)} expected")
    name = sys.argv.pop(1)
    atheris.Setup(sys.argv, READERS[name].read)
    atheris.Fuzz()
