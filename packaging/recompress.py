"""Writes wheels anew, as small as Deflate allows: the same files, bytes and times, found by a longer search (Zopfli).

    pip install zopflipy
    python packaging/recompress.py dist/*.whl

A wheel is replaced once the new one has been read and compared; what is written follows from the wheel alone. Exit
code 1 if one is larger than `LARGEST` then.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from zipfile import ZIP_DEFLATED

import zopfli

#: Bytes of a wheel; more is looked at before it is published.
LARGEST = 1_400_000


def main() -> int:
    """Write the wheels of the command line anew, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheels", nargs="+", type=Path, metavar="WHEEL")
    largest = 0
    for wheel in parser.parse_args().wheels:
        before = wheel.stat().st_size
        recompress(wheel)
        after = wheel.stat().st_size
        largest = max(largest, after)
        print(f"{wheel.name}: {before:,} bytes before, {after:,} now", flush=True)
    if largest > LARGEST:
        print(f"at most {LARGEST:,} bytes expected")
    return int(largest > LARGEST)


def recompress(wheel: Path) -> None:
    """Replace a wheel by a smaller one with the same files in the same order."""
    smaller = wheel.with_suffix(".part")
    with zopfli.ZipFile(wheel) as old, zopfli.ZipFile(smaller, "w") as new:
        for file in old.infolist():
            content = old.read(file)
            file.compress_type = ZIP_DEFLATED
            new.writestr(file, content)
    with zopfli.ZipFile(wheel) as old, zopfli.ZipFile(smaller) as new:
        if contents(old) != contents(new):
            raise SystemExit(f"{wheel.name}: what was written is not what was read")
    smaller.replace(wheel)


def contents(archive: zopfli.ZipFile) -> list[tuple[str, tuple[int, ...], int, bytes]]:
    """Return name, time, mode and bytes of each file."""
    return [(one.filename, one.date_time, one.external_attr, archive.read(one)) for one in archive.infolist()]


if __name__ == "__main__":
    raise SystemExit(main())
