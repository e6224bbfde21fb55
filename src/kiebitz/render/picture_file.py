"""Picture files, decoded by Pillow (in the extra `picture`) and read by `kiebitz.analysis.picture`."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.analysis.picture import MOST_PIXELS, read_pixels
from kiebitz.errors import DependencyError, FileError, InputError, reason_of
from kiebitz.render.png import HOW_TO_GET

if TYPE_CHECKING:
    from os import PathLike

    from PIL import Image

    from kiebitz.analysis.picture import PictureBoard
    from kiebitz.patience.position import Position

#: Larger pictures are decoded in a smaller size, where their format allows it, and reduced, to save memory.
_ENOUGH_PIXELS = 9_000_000
_FORMATS = ("PNG", "JPEG", "WEBP", "AVIF", "GIF", "BMP")


def read_picture(source: str | PathLike[str] | bytes, *, dealt: Position | None = None) -> PictureBoard:
    """Read the board off a picture, given by its file's name or as the file's bytes.

    If it may have begun as the deal *dealt*, each card that may still lie as dealt is compared with it: see
    `PictureBoard.agrees`.

    The picture may be a PNG, JPEG, WebP, AVIF, GIF or BMP of up to 100 million pixels. Reading is an experiment: see
    `PictureBoard.status`, and `PictureBoard.doubtful` for the cards to check. Raises `FileError` for a file that cannot
    be read, `InputError` for one that is no such picture, and `DependencyError` without the extra `picture`.
    """
    if isinstance(source, bytes):
        data = source
    else:
        try:
            data = Path(source).read_bytes()
        except (OSError, ValueError) as error:
            raise FileError(str(source), f"cannot be read: {reason_of(error)}") from None
    width, height, rgba, factor = _pixels(data)
    del data
    return read_pixels(width, height, rgba, factor, dealt)


def _pixels(data: bytes) -> tuple[int, int, bytes, int]:
    """Decode a picture into width, height, RGBA, and the factor by which it was reduced."""
    try:
        from PIL import Image, UnidentifiedImageError
    except ImportError:
        raise DependencyError("reading pictures needs", "Pillow", HOW_TO_GET) from None
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limit below is stricter than its error
        try:
            image = Image.open(BytesIO(data), formats=_FORMATS)
            if image.width * image.height > MOST_PIXELS:
                fault = f"the picture has {image.width} × {image.height} pixels"
                raise InputError("", fault, f"at most {MOST_PIXELS:,} in all")
            factor = 1
            while image.width * image.height > _ENOUGH_PIXELS * factor**2:
                factor += 1
            rgba = _reduced(image, factor) if factor > 1 else image.convert("RGBA")
        except UnidentifiedImageError:
            raise InputError("", "the file is not a picture", "a PNG, JPEG, WebP, AVIF, GIF or BMP") from None
        except Image.DecompressionBombError:
            raise InputError("", "the picture is too large", f"at most {MOST_PIXELS:,} pixels") from None
        except (OSError, ValueError, SyntaxError, EOFError, IndexError, OverflowError, TypeError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError("", f"the picture cannot be decoded: {error}", "a picture that is whole") from None
    return rgba.width, rgba.height, rgba.tobytes(), factor


def _reduced(image: Image.Image, factor: int) -> Image.Image:
    """Return a picture reduced in RGBA, in strips to save memory."""
    from PIL import Image

    small = Image.new("RGBA", (-(-image.width // factor), -(-image.height // factor)))
    rows = 64 * factor
    for top in range(0, image.height, rows):
        strip = image.crop((0, top, image.width, min(top + rows, image.height))).convert("RGBA")
        small.paste(strip.reduce(factor), (0, top // factor))
    return small
