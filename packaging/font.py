"""Write the page's font, Inter, cut down for the page: weights 400 to 700, figures of one width, kerning.

    python packaging/font.py FOLDER

FOLDER is the folder `files` of version 5.3.0 of the npm package `@fontsource-variable/inter`. Requires fonttools and
brotli. The font's licence, the SIL Open Font License 1.1, stands beside the files.
"""

from __future__ import annotations

import argparse
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

PLACE = Path(__file__).parents[1] / "src/kiebitz/web/static/font"
#: The files, each for the characters that `unicode-range` in `cards.css` gives it.
SCRIPTS = ("latin", "cyrillic", "vietnamese")
_FEATURES = ["kern", "tnum", "mark", "mkmk", "ccmp"]
_FIRST_SYMBOL = 0x2190  # arrows and symbols are left to the system's fonts


def cut(source: Path) -> TTFont:
    """Return the font of a file, cut down."""
    font = TTFont(source)
    subsetter = Subsetter(Options(layout_features=_FEATURES, hinting=False))
    subsetter.populate(unicodes=[code for code in font.getBestCmap() if code < _FIRST_SYMBOL])
    subsetter.subset(font)
    font.flavor = None
    buffer = BytesIO()
    font.save(buffer)  # the tables of variations fit the remaining glyphs only once they are written
    font = instantiateVariableFont(TTFont(buffer), {"wght": (400, 400, 700)})
    font.flavor = "woff2"
    return font


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    folder = parser.parse_args().folder
    for script in SCRIPTS:
        cut(folder / f"inter-{script}-wght-normal.woff2").save(PLACE / f"inter-{script}.woff2")


if __name__ == "__main__":
    main()
