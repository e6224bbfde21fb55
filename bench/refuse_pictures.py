"""Read pictures without a board, or with a part of one: how many are refused, and the most time and memory.

    python bench/refuse_pictures.py [--pictures N] [--photographs FOLDER]

The pictures are made with fixed seeds, equally many of each kind: soft shapes, noise, text, tiles of another game,
boards whose ranks are painted over, boards of which the right side is cut off. N pictures (default 1,000) are the first
of a fixed series. With `--photographs` they are the pictures of a folder instead, at any depth, and then parts of them.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import Counter
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from kiebitz import deal, read_picture
from kiebitz.analysis.picture import PictureStatus
from kiebitz.render import png
from kiebitz.render.themes import theme

ENDINGS = {".png", ".jpg", ".jpeg", ".webp", ".avif"}
SIZES = [(640, 480), (390, 844), (1024, 768), (1280, 800)]


def shapes(random: Random, size: tuple[int, int]) -> Image.Image:
    """Return soft shapes in all colours."""
    image = Image.new("RGB", size, colour(random))
    pen = ImageDraw.Draw(image)
    for _ in range(60):
        x, y, width = random.randrange(size[0]), random.randrange(size[1]), random.randrange(20, 400)
        pen.ellipse((x, y, x + width, y + random.randrange(20, 300)), fill=colour(random))
    return image.filter(ImageFilter.GaussianBlur(random.uniform(1, 8)))


def noise(random: Random, size: tuple[int, int]) -> Image.Image:
    """Return squares of four pixels, each of its own colour."""
    width, height = size[0] // 4, size[1] // 4
    return Image.frombytes("RGB", (width, height), random.randbytes(width * height * 3)).resize(size)


def text(random: Random, size: tuple[int, int]) -> Image.Image:
    """Return lines of letters, or of the signs of cards."""
    image = Image.new("RGB", size, colour(random))
    pen, ink = ImageDraw.Draw(image), colour(random)
    signs = random.choice(["A23456789TJQK♣♦♥♠ ", "etaoin shrdlu ETAOIN "])
    for y in range(0, size[1], 24):
        pen.text((10, y), "".join(random.choices(signs, k=80)), fill=ink, font_size=random.choice([14, 18, 20]))
    return image


def tiles(random: Random, size: tuple[int, int]) -> Image.Image:
    """Return the tiles of another game, with a sign on each."""
    image = Image.new("RGB", size, colour(random))
    pen, ink, side = ImageDraw.Draw(image), colour(random), random.randrange(40, 120)
    for x in range(0, size[0], side):
        for y in range(0, size[1], side):
            pen.rounded_rectangle((x + 3, y + 3, x + side - 3, y + side - 3), 6, fill=colour(random))
            pen.text((x + side / 3, y + side / 4), random.choice("A248TJQK♠♥x"), fill=ink, font_size=side / 3)
    return image


def ranks_cut(random: Random, _: tuple[int, int]) -> Image.Image:
    """Return a board whose ranks are painted over."""
    position = deal(random.randrange(1, 32_001))
    drawn = png.board(position)
    image = Image.open(BytesIO(drawn)).convert("RGB")
    pen = ImageDraw.Draw(image)
    for _place, card in read_picture(drawn).cards():
        x, y, width, height = card.box
        pen.rectangle((x + 3, y + 3, x + width // 3, y + height - 3), fill=theme("light").face)
    return image


def side_cut(random: Random, _: tuple[int, int]) -> Image.Image:
    """Return a board without its last columns."""
    image = Image.open(BytesIO(png.board(deal(random.randrange(1, 32_001))))).convert("RGB")
    return image.crop((0, 0, int(image.width * random.uniform(0.3, 0.85)), image.height))


def colour(random: Random) -> tuple[int, int, int]:
    """Return a colour, all equally likely."""
    red, green, blue = random.randbytes(3)
    return red, green, blue


KINDS = (shapes, noise, text, tiles, ranks_cut, side_cut)


def picture(index: int) -> bytes:
    """Return a picture of the series as PNG."""
    random = Random(index)
    out = BytesIO()
    KINDS[index % len(KINDS)](random, random.choice(SIZES)).save(out, "PNG")
    return out.getvalue()


def photograph(index: int, files: list[Path]) -> bytes:
    """Return a file, or, after each has come once, a part of it with the size of a screen as PNG."""
    file = files[index % len(files)]
    if index < len(files):
        return file.read_bytes()
    random = Random(index)
    with Image.open(file) as image:
        width, height = (min(sides) for sides in zip(random.choice(SIZES), image.size, strict=True))
        x, y = random.randint(0, image.width - width), random.randint(0, image.height - height)
        part = image.convert("RGB").crop((x, y, x + width, y + height))
    out = BytesIO()
    part.save(out, "PNG")
    return out.getvalue()


def main() -> None:
    """Read the pictures and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=1000)
    parser.add_argument("--photographs", type=Path, metavar="FOLDER")
    args = parser.parse_args()
    files = sorted(args.photographs.rglob("*")) if args.photographs else []
    files = [file for file in files if file.suffix.lower() in ENDINGS]
    if args.photographs and not files:
        parser.error(f"no pictures in {args.photographs}")
    answers: dict[str, Counter[PictureStatus]] = {}
    slowest = 0.0
    for index in range(args.pictures):
        kind = "photographs" if files else KINDS[index % len(KINDS)].__name__
        data = photograph(index, files) if files else picture(index)
        before = time.process_time()
        status = read_picture(data).status
        slowest = max(slowest, time.process_time() - before)
        answers.setdefault(kind, Counter())[status] += 1
        if files and status is not PictureStatus.NO_BOARD:
            print(f"{files[index % len(files)]}, picture {index}: {status.value}")
    for kind, counts in {**answers, "all": sum(answers.values(), Counter())}.items():
        print(f"{kind}: {', '.join(f'{status.value} {counts[status]}' for status in PictureStatus)}")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"slowest: {slowest:.2f} s; memory of the whole process: {memory:.0f} MB")


if __name__ == "__main__":
    main()
