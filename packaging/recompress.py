"""Rewrite wheels smaller: the page as one archive, and Zopfli for all files.

    pip install zopflipy
    python packaging/recompress.py dist/*.whl

In a wheel with a native module, the page's files become one xz archive, its scripts without comments: a third fewer
bytes, and `kiebitz.web.site` reads it like the folder. A pure Python wheel is small and keeps the files, because there
`kiebitz.kernel` loads its module from them, even in a Python without lzma. All other files keep their bytes and times.

A wheel is replaced only after the new one has been read and compared; the output depends on the wheel alone. Exits with
1 if a new wheel is too large.
"""

from __future__ import annotations

import argparse
import csv
import lzma
import sys
from base64 import urlsafe_b64encode
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path
from typing import TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import zopfli

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from kiebitz.web.bundle import strip_comments

#: Largest wheels in bytes, with a profiled module and without; review a larger one before publishing it.
PROFILED, LARGEST = 2_240_000, 2_300_000

NATIVE = "kiebitz/kernel/_native."
PAGE = "kiebitz/web/static/"
ARCHIVE = "kiebitz/web/static.zip.xz"
_MODE = 0o100644 << 16
_FILTER = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0}  # text and WebAssembly: no alignment

Part: TypeAlias = tuple[ZipInfo, bytes]


def main() -> int:
    """Rewrite the wheels of the command line and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheels", nargs="+", type=Path, metavar="WHEEL")
    too_large = 0
    for wheel in parser.parse_args().wheels:
        before = wheel.stat().st_size
        recompress(wheel)
        after = wheel.stat().st_size
        print(f"{wheel.name}: {before:,} bytes before, {after:,} now", flush=True)
        limit = PROFILED if "manylinux" in wheel.name else LARGEST
        if after > limit:
            print(f"at most {limit:,} bytes expected")
            too_large = 1
    return too_large


def recompress(wheel: Path) -> None:
    """Replace a wheel by a smaller one."""
    parts = read(wheel)
    if any(info.filename.startswith(NATIVE) and not info.filename.endswith(".pyi") for info, _ in parts):
        parts = with_page_packed(parts)
    smaller = wheel.with_suffix(".part")
    with zopfli.ZipFile(smaller, "w") as new:
        for info, content in parts:
            info.compress_type = ZIP_DEFLATED
            new.writestr(info, content)
    if contents(read(smaller)) != contents(parts):
        raise SystemExit(f"{wheel.name}: what was written is not what was read")
    smaller.replace(wheel)


def read(wheel: Path) -> list[Part]:
    """Return the files of a wheel in order, without the folders that auditwheel adds."""
    with ZipFile(wheel) as archive:
        return [(info, archive.read(info)) for info in archive.infolist() if not info.is_dir()]


def with_page_packed(parts: list[Part]) -> list[Part]:
    """Return the files of a wheel with the page's in one archive, and an updated RECORD."""
    page = [_page_file(info.filename, content) for info, content in parts if info.filename.startswith(PAGE)]
    if not page:
        return parts  # already packed
    packed = archive_of(page)
    info = ZipInfo(ARCHIVE)
    info.external_attr = _MODE
    new_parts = [(info, packed)]
    for other, content in parts:
        if other.filename.endswith(".dist-info/RECORD"):
            new_parts.append((other, _record(content, packed)))
        elif not other.filename.startswith(PAGE):
            new_parts.append((other, content))
    return new_parts


def _page_file(name: str, content: bytes) -> tuple[str, bytes]:
    """Return the packed name and content of a file of the page."""
    page_name = name.removeprefix(PAGE)
    return page_name, strip_comments(content.decode()).encode() if page_name.startswith("app/") else content


def archive_of(files: list[tuple[str, bytes]]) -> bytes:
    """Return files as one uncompressed ZIP file, so that xz finds common parts."""
    plain = BytesIO()
    with ZipFile(plain, "w") as archive:
        for name, content in sorted(files):
            info = ZipInfo(name)
            info.external_attr = _MODE
            archive.writestr(info, content)
    return lzma.compress(plain.getvalue(), format=lzma.FORMAT_XZ, filters=[_FILTER])


def _record(before: bytes, packed: bytes) -> bytes:
    """Return a wheel's RECORD with the archive in place of the page's files."""
    rows = [row for row in csv.reader(StringIO(before.decode())) if not row[0].startswith(PAGE)]
    digest = urlsafe_b64encode(sha256(packed).digest()).decode().rstrip("=")
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([[ARCHIVE, f"sha256={digest}", str(len(packed))], *rows])
    return text.getvalue().encode()


def contents(parts: list[Part]) -> list[tuple[str, tuple[int, ...], int, bytes]]:
    """Return name, time, mode and bytes of each file."""
    return [(info.filename, info.date_time, info.external_attr, content) for info, content in parts]


if __name__ == "__main__":
    raise SystemExit(main())
