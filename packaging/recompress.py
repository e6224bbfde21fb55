"""Writes wheels anew, smaller: the page as one archive, all as small as Deflate allows, by a longer search (Zopfli).

    pip install zopflipy
    python packaging/recompress.py dist/*.whl

In a wheel with a native module the files of the page are packed into one (xz), the modules of its scripts without
comments, as they are sent: that takes a third fewer bytes, and `kiebitz.web.site` reads it as it reads the folder. A
wheel of Python alone keeps them as they are, for it is small anyway, and there `kiebitz.kernel` takes the module from
them, in Pythons that have no lzma, too. All other files are the same, bytes and times.

A wheel is replaced once the new one has been read and compared; what is written follows from the wheel alone. Exit
code 1 if one is larger than it should be then.
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

from kiebitz.web.bundle import bare

#: Bytes of a wheel whose module was compiled after a profile, and of another; more is looked at before it is published.
PROFILED, LARGEST = 1_700_000, 1_700_000

NATIVE = "kiebitz/kernel/_native."
PAGE = "kiebitz/web/static/"
ARCHIVE = "kiebitz/web/static.zip.xz"
_MODE = 0o100644 << 16
_FILTER = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0}  # text and WebAssembly: no alignment

Part: TypeAlias = tuple[ZipInfo, bytes]


def main() -> int:
    """Write the wheels of the command line anew, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheels", nargs="+", type=Path, metavar="WHEEL")
    too_large = 0
    for wheel in parser.parse_args().wheels:
        before = wheel.stat().st_size
        recompress(wheel)
        after = wheel.stat().st_size
        print(f"{wheel.name}: {before:,} bytes before, {after:,} now", flush=True)
        most = PROFILED if "manylinux" in wheel.name else LARGEST
        if after > most:
            print(f"at most {most:,} bytes expected")
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
    """Return the files of a wheel in their order; folders, which auditwheel adds, need no place of their own."""
    with ZipFile(wheel) as archive:
        return [(info, archive.read(info)) for info in archive.infolist() if not info.is_dir()]


def with_page_packed(parts: list[Part]) -> list[Part]:
    """Return the files of a wheel with those of the page in one, and its record of them."""
    page = [_page_file(info.filename, content) for info, content in parts if info.filename.startswith(PAGE)]
    if not page:
        return parts  # packed before
    packed = archive_of(page)
    info = ZipInfo(ARCHIVE)
    info.external_attr = _MODE
    anew = [(info, packed)]
    for other, content in parts:
        if other.filename.endswith(".dist-info/RECORD"):
            anew.append((other, _record(content, packed)))
        elif not other.filename.startswith(PAGE):
            anew.append((other, content))
    return anew


def _page_file(name: str, content: bytes) -> tuple[str, bytes]:
    """Return a file of the page as it is packed: its name within the page, and what it holds."""
    own = name.removeprefix(PAGE)
    return own, bare(content.decode()).encode() if own.startswith("app/") else content


def archive_of(files: list[tuple[str, bytes]]) -> bytes:
    """Return files as one: a ZIP file that does not compress, so that xz finds what they have in common."""
    plain = BytesIO()
    with ZipFile(plain, "w") as archive:
        for name, content in sorted(files):
            info = ZipInfo(name)
            info.external_attr = _MODE
            archive.writestr(info, content)
    return lzma.compress(plain.getvalue(), format=lzma.FORMAT_XZ, filters=[_FILTER])


def _record(before: bytes, packed: bytes) -> bytes:
    """Return a wheel's list of its files with the archive in the place of the page's."""
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
