"""Made pictures of card glyphs: shapes of fonts and drawn ones as on screens, cut out as the picture reader does."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont
from suit_shapes import drawn_suit, in_pixels, outlined, thicker

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    Random = np.random.Generator
    Glyph = NDArray[np.float32]

CLASSES = ("A", *map(str, range(2, 11)), "J", "Q", "K", "♣", "♦", "♥", "♠", "other")
OTHER = CLASSES.index("other")
SIDE, MARGIN = 32, 2  # pixels of a glyph, and of its empty border
MASTER, MASTER_ROOM = 72, 44  # pixels of a large picture, and of the longer side of its glyph
_ROOM = SIDE - 2 * MARGIN

#: The signs of a class, with their shares. Т is the Russian ace and the English ten: the other cards must decide.
SIGNS = {
    **{rank: {rank: 1.0} for rank in "23456789"},
    "A": {"A": 0.89, "1": 0.04, "T": 0.07},
    "10": {"10": 0.84, "T": 0.09, "X": 0.07},
    "J": {"J": 0.82, "B": 0.09, "V": 0.09},
    "Q": {"Q": 0.82, "D": 0.09, "Д": 0.09},
    "K": {"K": 0.93, "R": 0.07},
    "♣": {"♣": 0.9, "♧": 0.1},
    "♦": {"♦": 0.9, "♢": 0.1},
    "♥": {"♥": 0.9, "♡": 0.1},
    "♠": {"♠": 0.9, "♤": 0.1},
}
_LETTERS = "CEFGHLMNOPSUWYZabdefghmnry&%#@?!*+=$0§ЖИФЩЯ"
_ORNAMENTS = "★☆●■▲▼◆○□✿❀♪☺✓✗→"
_ON_CARDS = frozenset("".join(sign for signs in SIGNS.values() for sign in signs) + "0")
_TALL = 64  # pixels of a capital in a font's large pictures
#: How often a class is made, in parts.
_SHARES = np.array([1.0] * 13 + [2.3] * 4 + [4.5])
_EDGES = np.array([0.55, 0.15, 0.15, 0.15])  # cut off: bottom, top, right, left
_SIDES = np.array([0.4, 0.15, 0.3, 0.15])  # of a neighbour: below, above, right, left
_CUTTING = np.array([0.1, 0.8, 0.1])  # filters with which glyphs are scaled, in the order of _FILTERS
_ICON = re.compile(
    r"(?:suit-|cards-|poker-)?(spade|club|heart|diamond)s?(?:-(?:fill|line|thin|light|bold|outline))?\.svg"
)
_SUIT_NAMES = {"club": "♣", "diamond": "♦", "heart": "♥", "spade": "♠"}
_FILTERS = (Image.Resampling.BOX, Image.Resampling.BILINEAR, Image.Resampling.BICUBIC, Image.Resampling.LANCZOS)


@dataclass(frozen=True)
class Source:
    """The signs of one font, or of one drawn or collected set of suits: pictures of ink, white on black."""

    name: str
    family: str
    signs: dict[str, list[Image.Image]]

    @property
    def held_out(self) -> bool:
        """Whether it is kept for validation, with all of its family."""
        return hashlib.sha256(self.family.encode()).digest()[0] < 31  # 12 %


def font_files(folder: Path, each: int = 2) -> Iterator[tuple[Path, str, str]]:
    """Yield the fonts below a folder that have all ranks or suits, with their family, at most `each` of a family.

    Their signs are kept in `folder/fonts.json`, as reading them takes a minute.
    """
    from fontTools.ttLib import TTCollection, TTFont

    kept = folder / "fonts.json"
    if not kept.exists():
        rows = []
        for path in sorted(
            path for path in folder.rglob("*") if path.suffix.lower() in {".ttf", ".otf", ".otb", ".ttc", ".woff"}
        ):
            try:
                font = (
                    TTCollection(path, lazy=True).fonts[0] if path.suffix.lower() == ".ttc" else TTFont(path, lazy=True)
                )
                signs = {chr(code) for code in font.getBestCmap() or {}}
                family = font["name"].getBestFamilyName() or path.stem
            except Exception as fault:  # noqa: BLE001 damaged fonts fail in many ways
                print(f"{path}: {fault}")
                continue
            if signs.issuperset("A0123456789JQK") or signs.intersection("♣♦♥♠"):
                used = sorted(signs.intersection(_LETTERS + _ORNAMENTS).union(signs & _ON_CARDS))
                rows.append({"path": str(path.relative_to(folder)), "family": family, "signs": "".join(used)})
        kept.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    taken: dict[str, int] = {}
    for row in json.loads(kept.read_text(encoding="utf-8")):
        taken[row["family"]] = taken.get(row["family"], 0) + 1
        if taken[row["family"]] <= each:
            yield folder / row["path"], row["family"], row["signs"]


def font_source(path: Path, family: str, signs: str, random: Random) -> Source | None:
    """Render the signs of a font, large and in a size of a few pixels as a screen does.

    Three fonts of four give no letters but those of cards.
    """
    if random.random() < 0.75:
        signs = "".join(sign for sign in signs if sign in _ON_CARDS)
    pictures: dict[str, list[Image.Image]] = {}
    sizes = [0, int(random.integers(8, 26))]
    for size in sizes:
        font = opened(path, size)
        if font is None:
            continue
        for sign in [*(sign for sign in signs if sign != "0"), "0", *(["10"] if {"1", "0"} <= set(signs) else [])]:
            left, top, right, bottom = font.getbbox(sign)
            if not 2 < right - left < 400 or not 2 < bottom - top < 300:
                continue
            ink = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4))
            ImageDraw.Draw(ink).text((2 - left, 2 - top), sign, font=font, fill=255)
            if box := ink.getbbox():
                pictures.setdefault(sign, []).append(ink.crop(box))
    return Source(str(path), family, pictures) if pictures else None


def opened(path: Path, size: int) -> ImageFont.FreeTypeFont | None:
    """Open a font in a size, 0 for a large one; bitmap fonts have few sizes."""
    for tried in [size] if size else [_TALL, *range(32, 5, -1)]:
        try:
            return ImageFont.truetype(path, tried, layout_engine=ImageFont.Layout.BASIC)
        except OSError:
            continue
    return None


def icon_sources(folder: Path) -> Iterator[Source]:
    """Yield the suits among the SVG icons below a folder, and those that Kiebitz draws itself."""
    from resvg_py import svg_to_bytes

    from kiebitz.render.card_faces import SUITS
    from kiebitz.render.lettering import SIGNS as PEN

    def rendered(svg: str) -> Image.Image:
        picture = Image.open(BytesIO(svg_to_bytes(svg_string=svg, width=128, background="white"))).convert("L")
        ink = ImageChops.invert(picture)
        return ink.crop(ink.getbbox())

    for path in sorted(folder.rglob("*.svg")):
        if match := _ICON.fullmatch(path.name):
            svg = path.read_text(encoding="utf-8")
            yield Source(
                str(path),
                str(path.parents[2]) + path.stem.removeprefix(match[1]),
                {_SUIT_NAMES[match[1]]: [rendered(svg)]},
            )
    box = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 40 40">'
    own = {str(suit): [rendered(f'{box}<path d="{outline}"/></svg>')] for suit, outline in SUITS.items()}
    pen = '<path fill="none" stroke="black" stroke-linecap="round" stroke-linejoin="round"'
    letters = {
        sign: [rendered(f'{box}{pen} stroke-width="{width}" d="{PEN[sign][0]}"/></svg>') for width in (2.2, 3.2, 4.1)]
        for sign in "A23456789JQKBDRTVX"
    }
    yield Source("Kiebitz", "Kiebitz", own | letters)


def drawn_sources(count: int, random: Random) -> Iterator[Source]:
    """Yield drawn sets of suits."""
    for index in range(count):
        yield Source(f"drawn {index}", f"drawn {index}", {suit: [drawn_suit(suit, random)] for suit in "♣♦♥♠"})


class Studio:
    """Makes pictures of glyphs from sources."""

    def __init__(self, sources: list[Source], random: Random) -> None:
        self.random = random
        by_family: dict[str, dict[str, list[tuple[Source, Image.Image]]]] = {}
        for source in sources:
            for sign, pictures in source.signs.items():
                by_family.setdefault(sign, {}).setdefault(source.family, []).extend(
                    (source, picture) for picture in pictures
                )
        self.signs = {sign: list(families.values()) for sign, families in by_family.items()}

    def any_of(self, sign: str) -> tuple[Source, Image.Image]:
        """Choose a family, then a picture of it."""
        families = self.signs[sign]
        family = families[int(self.random.integers(len(families)))]
        return family[int(self.random.integers(len(family)))]

    def shape(self) -> tuple[Image.Image, int, str]:
        """Make the ink of one glyph, its class, and its source."""
        number = chosen(_SHARES, self.random)
        if number == OTHER:
            return self.other(), OTHER, "other"
        name = CLASSES[number]
        sign = list(SIGNS[name])[chosen(np.array(list(SIGNS[name].values())), self.random)]
        source, ink = self.any_of(sign if sign in self.signs else name)
        return self.varied(ink, sign), number, source.name

    def sample(self) -> tuple[Glyph, int, int, str]:
        """Make one glyph as it is cut out: its picture, class, height in pixels on the screen, and source."""
        ink, number, source = self.shape()
        height = int(np.exp(self.random.uniform(np.log(6 if 13 <= number < OTHER else 7), np.log(60))))
        glyph = on_screen(ink, height, self.neighbour(ink), self.random)
        return (glyph, number, height, source) if number == OTHER or glyph.sum() > 12 else self.sample()

    def master(self) -> tuple[Glyph, int, int, str]:
        """Make one glyph before it is shown on a screen: large, with ink beside it; the height is of no meaning."""
        ink, number, source = self.shape()
        scale = MASTER_ROOM / max(ink.size)
        small = ink.resize(
            (max(2, round(ink.width * scale)), max(2, round(ink.height * scale))),
            Image.Resampling.BOX if scale < 1 else Image.Resampling.BICUBIC,
        )
        x, y = (MASTER - small.width) // 2, (MASTER - small.height) // 2
        table = surroundings(small, self.neighbour(small), (x, y), (MASTER, MASTER), self.random)
        return np.asarray(table, np.float32) / np.float32(255), number, 0, source

    def varied(self, ink: Image.Image, sign: str) -> Image.Image:
        """Return a sign wider, narrower, bolder, sheared, outlined, shaded, in coarse pixels, or cut at an edge."""
        random = self.random
        if sign == "10" and random.random() < 0.5 and {"1", "0"} <= set(self.signs):
            ink = self.closer_ten(ink)
        if random.random() < 0.5:
            width = max(2, round(ink.width * random.uniform(0.62, 1.3)))
            ink = ink.resize((width, ink.height), Image.Resampling.BILINEAR)
        if ink.height > 40:
            style = random.random()
            if style < 0.05:
                ink = outlined(ink, random)
            elif style < 0.1 and sign != "10":
                ink = in_pixels(ink, int(random.integers(5, 10)))
            elif style < 0.2:
                roomy = Image.new("L", (ink.width + 8, ink.height + 8))
                roomy.paste(ink, (4, 4))
                roomy = thicker(roomy, random.uniform(0.7, 2.5))
                ink = roomy.crop(roomy.getbbox())
            elif style < 0.24:
                thin = thicker(ink, -random.uniform(0.3, 1))
                ink = thin.crop(box) if (box := thin.getbbox()) else ink
        if random.random() < 0.15:
            ink = tilted(ink, random)
        if sign in "♣♦♥♠" and random.random() < 0.05:
            ink = ink.rotate(180)  # a lower pip
        elif sign in "♣♦♥♠" and random.random() < 0.2:
            ink = ink.crop(
                (0, 0, ink.width, max(2, round(ink.height * random.uniform(0.27, 0.9))))
            )  # the next card covers it
        elif random.random() < 0.12:
            ink = part(ink, random.uniform(0.8, 0.97), random)
        return ink

    def closer_ten(self, ink: Image.Image) -> Image.Image:
        """Return a ten as decks set it: its digits nearer to each other or farther apart than in text."""
        families = self.signs["10"]
        for family in (families[int(self.random.integers(len(families)))] for _ in range(4)):
            source = family[0][0]
            if {"1", "0"} <= set(source.signs):
                one, zero = source.signs["1"][0], source.signs["0"][0]
                if self.random.random() < 0.5:
                    zero = zero.resize((max(2, round(zero.width * self.random.uniform(0.6, 1))), zero.height))
                gap = round(zero.height * self.random.uniform(-0.02, 0.3))
                high = max(one.height, zero.height)
                ten = Image.new("L", (one.width + gap + zero.width, high))
                ten.paste(one, (0, high - one.height))
                ten.paste(
                    ImageChops.lighter(zero, ten.crop((one.width + gap, high - zero.height, ten.width, high))),
                    (one.width + gap, high - zero.height),
                )
                return ten
        return ink

    def neighbour(self, ink: Image.Image) -> Image.Image | None:
        """Return ink that may lie beside a glyph."""
        if self.random.random() < 0.5:
            return None
        beside = self.any_of(str(self.random.choice(list("A23456789JQK♣♦♥♠"))))[1]
        scale = ink.height / beside.height * self.random.uniform(0.6, 1.4)
        return beside.resize((max(2, round(beside.width * scale)), max(2, round(beside.height * scale))))

    def other(self) -> Image.Image:
        """Make something that is no glyph of a card."""
        random, kind = self.random, self.random.random()
        if kind < 0.04:
            return Image.fromarray((random.random((40, 40)) * random.uniform(10, 150)).astype(np.uint8))
        if kind < 0.1:
            ink = self.any_of("0")[1]  # of a ten
        elif kind < 0.16:
            ink = self.any_of(str(random.choice([*"A23457JQK"])))[1].rotate(180)  # of a lower corner
        elif kind < 0.32:
            ink = self.any_of(str(random.choice([sign for sign in _LETTERS + _ORNAMENTS if sign in self.signs])))[1]
        elif kind < 0.5:
            ink = self.half()
        elif kind < 0.62:
            ink = self.pair()
        else:
            ink = scribble(random)
        return ink if ink.getbbox() and min(ink.size) >= 2 else Image.new("L", (20, 20), 255)

    def half(self) -> Image.Image:
        """Return less than half of a rank or suit: a side, or the upper or lower part."""
        sign = str(self.random.choice(["10", *"A23456789JQK♣♦♥♠♣♦♥♠"]))
        ink, kept = self.any_of(sign)[1], self.random.uniform(0.2, 0.45)
        if sign != "10" and self.random.random() < 0.4:
            columns = max(2, int(kept * ink.width))
            return ink.crop(
                (0, 0, columns, ink.height) if self.random.random() < 0.5 else (ink.width - columns, 0, *ink.size)
            )
        rows = max(2, int(kept * ink.height))
        if sign not in "♣♦♥♠" and self.random.random() < 0.5:  # the upper part of a suit still shows which it is
            return ink.crop((0, 0, ink.width, rows))
        return ink.crop((0, ink.height - rows, *ink.size))

    def pair(self) -> Image.Image:
        """Return a rank and a suit in one picture, above or beside each other."""
        rank, suit = (self.any_of(str(self.random.choice(signs)))[1] for signs in (["10", *"A23456789JQK"], [*"♣♦♥♠"]))
        suit = suit.resize(
            (max(2, round(suit.width * rank.height / suit.height * 0.8)), max(2, round(0.8 * rank.height)))
        )
        gap = round(rank.height * self.random.uniform(0, 0.3))
        if self.random.random() < 0.5:
            ink = Image.new("L", (max(rank.width, suit.width), rank.height + gap + suit.height))
            ink.paste(suit, ((ink.width - suit.width) // 2, rank.height + gap))
            ink.paste(rank, ((ink.width - rank.width) // 2, 0))
        else:
            ink = Image.new("L", (rank.width + gap + suit.width, rank.height))
            ink.paste(suit, (rank.width + gap, rank.height - suit.height))
            ink.paste(rank, (0, 0))
        return ink


def scribble(random: Random) -> Image.Image:
    """Return a piece of a picture: lines, arcs, corners, patches and hatching."""
    ink = Image.new("L", (128, 128))
    pen = ImageDraw.Draw(ink)
    for _ in range(int(random.choice([1, 1, 2, 3, 5, 9, 14]))):
        points = [tuple(map(float, point)) for point in random.uniform(-10, 138, (int(random.integers(3, 6)), 2))]
        shade, wide = int(random.uniform(90, 256)), int(random.integers(1, 14))
        (x, y), size = points[0], random.uniform(8, 90)
        match int(random.integers(7)):
            case 0:
                pen.line(points, fill=shade, width=wide, joint="curve")
            case 1:
                pen.polygon(points, fill=shade)
            case 2:
                pen.arc((x, y, x + size, y + size), random.uniform(0, 360), random.uniform(0, 360), shade, wide)
            case 3:
                pen.ellipse((x, y, x + size, y + size), fill=int(random.choice([0, shade])), outline=shade, width=wide)
            case 4:
                pen.rounded_rectangle(
                    (x, y, x + size, y + 1.5 * size), size / 6, outline=shade, width=max(1, wide // 3)
                )
            case 5:
                step = random.uniform(4, 20)
                for index in range(int(size / step) + 2):
                    pen.line(
                        (x + index * step, y, x + index * step + random.uniform(-3, 3), y + size), shade, wide // 3 + 1
                    )
            case _:
                pen.line(
                    (x, -1, x + random.uniform(-4, 4), 129) if random.random() < 0.5 else (-1, y, 129, y), shade, wide
                )
    width, height = (int(value) for value in random.integers(20, 128, 2))
    left, top = int(random.integers(0, 129 - width)), int(random.integers(0, 129 - height))
    piece = ink.crop((left, top, left + width, top + height))
    return piece.crop(piece.getbbox()) if random.random() < 0.5 else piece


def chosen(shares: NDArray[np.float64], random: Random) -> int:
    """Choose an index with these shares."""
    return int(np.searchsorted(np.cumsum(shares), random.random() * shares.sum()))


def part(ink: Image.Image, kept: float, random: Random) -> Image.Image:
    """Return a picture without a strip at one edge, most often the lower one."""
    width, height = max(2, round(ink.width * kept)), max(2, round(ink.height * kept))
    match chosen(_EDGES, random):
        case 0:
            return ink.crop((0, 0, ink.width, height))
        case 1:
            return ink.crop((0, ink.height - height, ink.width, ink.height))
        case 2:
            return ink.crop((0, 0, width, ink.height))
        case _:
            return ink.crop((ink.width - width, 0, ink.width, ink.height))


def tilted(ink: Image.Image, random: Random) -> Image.Image:
    """Return a picture slanted like an italic, or turned by a few degrees."""
    roomy = Image.new("L", (ink.width + ink.height // 2, ink.height + ink.height // 4))
    roomy.paste(ink, (ink.height // 4, ink.height // 8))
    if random.random() < 0.6:
        slant = random.uniform(-0.18, 0.18)
        roomy = roomy.transform(
            roomy.size,
            Image.Transform.AFFINE,
            (1, slant, -slant * roomy.height / 2, 0, 1, 0),
            Image.Resampling.BILINEAR,
        )
    else:
        roomy = roomy.rotate(random.uniform(-7, 7), Image.Resampling.BILINEAR)
    return roomy.crop(box) if (box := roomy.getbbox()) else ink


def surroundings(
    ink: Image.Image, beside: Image.Image | None, place: tuple[int, int], size: tuple[int, int], random: Random
) -> Image.Image:
    """Return a picture of a glyph at a place, with other ink or an edge beside it."""
    x, y = place
    table = Image.new("L", size)
    if beside is not None:
        gap = round(ink.height * random.uniform(-0.02, 0.25))
        across, down = random.uniform(-0.3, 0.3) * ink.width, random.uniform(-0.3, 0.6) * ink.height
        where = (
            (x + across, y + ink.height + gap),
            (x + across, y - gap - beside.height),
            (x + ink.width + gap, y + down),
            (x - gap - beside.width, y + down),
        )[chosen(_SIDES, random)]
        table.paste(beside, (round(where[0]), round(where[1])))
    table.paste(ImageChops.lighter(ink, table.crop((x, y, x + ink.width, y + ink.height))), place)
    if random.random() < 0.15:
        edge = round(-ink.height * random.uniform(0.02, 0.3))
        line = (x + edge, 0, x + edge, size[1]) if random.random() < 0.6 else (0, y + edge, size[0], y + edge)
        ImageDraw.Draw(table).line(line, int(random.uniform(100, 256)), max(1, ink.height // 20))
    return table


def on_screen(ink: Image.Image, height: int, beside: Image.Image | None, random: Random) -> Glyph:
    """Show a glyph on a screen, `height` pixels high, with ink beside it, and cut it out again."""
    width = max(2.0, height * ink.width / ink.height)
    if width > 64:
        width, height = 64.0, max(3, round(height * 64 / width))
    room = max(3, height // 3)  # pixels around the glyph
    scale = ink.height / height
    around = round(room * scale)
    size = ink.width + 2 * around, ink.height + 2 * around
    table = surroundings(ink, beside, (around, around), size, random)

    # On the screen: a fraction of a pixel off, anti-aliased or not.
    off_x, off_y = random.uniform(-0.5, 0.5, 2) * scale if random.random() < 0.8 else (0, 0)
    high, wide = height + 2 * room, round(width) + 2 * room
    left, top = around - room * scale + off_x, around - room * scale + off_y
    box = (max(0.0, left), max(0.0, top), min(table.width, left + wide * scale), min(table.height, top + high * scale))
    if scale > 1.2 or random.random() < 0.8:
        screen = table.resize((wide, high), _FILTERS[int(random.integers(4))], box=box)
    else:
        screen = table.resize((wide, high), Image.Resampling.NEAREST, box=box)
    place = np.array((room, room, room + width, room + height), float)
    if random.random() < 0.08:
        screen = screen.point(lambda value: 255 * (value > 110))

    # The screenshot: scaled, blurred, compressed.
    if random.random() < 0.35:
        factor = float(np.exp(random.uniform(np.log(0.6 if height > 16 else 0.85), np.log(2.5))))
        size = max(6, round(screen.width * factor)), max(6, round(screen.height * factor))
        place *= np.array((size[0] / screen.width, size[1] / screen.height) * 2)
        screen = screen.resize(
            size, _FILTERS[int(random.integers(1, 4))] if random.random() < 0.85 else Image.Resampling.NEAREST
        )
    if random.random() < 0.2:
        screen = screen.filter(ImageFilter.BoxBlur((random.uniform(0, 0.7), 0)))  # colours of sub-pixels, turned grey
    if random.random() < 0.2:
        screen = screen.filter(ImageFilter.GaussianBlur(random.uniform(0.2, 0.03 * height + 0.6)))
    paper, strength = random.uniform(190, 255), random.uniform(0.35, 1) if random.random() < 0.4 else 1.0
    values = np.asarray(screen, np.float32)
    values = paper - values * (strength * paper / 255)
    if random.random() < 0.25:
        values += random.normal(0, random.uniform(1, 9), values.shape)
    if random.random() < 0.3:
        stream = BytesIO()
        Image.fromarray(np.clip(values, 0, 255).astype(np.uint8)).save(
            stream, "JPEG", quality=int(random.integers(35, 93))
        )
        values = np.asarray(Image.open(stream), np.float32)
    return cut_out(values, place, paper, random)


def cut_out(values: Glyph, place: NDArray[np.float64], paper: float, random: Random) -> Glyph:
    """Cut a glyph out of a grey picture as the reader does, or a little worse, as ink in a square."""
    ink = (paper - values) / 255
    left, top, right, bottom = (int(edge) for edge in (*np.floor(place[:2]), *np.ceil(place[2:])))
    left, top, right, bottom = (
        max(0, left - 1),
        max(0, top - 1),
        min(ink.shape[1], right + 1),
        min(ink.shape[0], bottom + 1),
    )
    seen = ink[top:bottom, left:right]
    strongest = max(0.02, float(seen[1:-1, 1:-1].max(initial=0)))
    strong = seen > strongest * random.uniform(0.28, 0.5)
    rows, columns = np.flatnonzero(strong.any(1)), np.flatnonzero(strong.any(0))
    if not len(rows):
        return np.zeros((SIDE, SIDE), np.float32)
    left, top, right, bottom = left + columns[0], top + rows[0], left + columns[-1] + 1, top + rows[-1] + 1
    if random.random() < 0.15:
        left, top, right, bottom = np.array((left, top, right, bottom)) + random.integers(-1, 2, 4)
        left, top, right, bottom = max(0, left), max(0, top), max(left + 2, right), max(top + 2, bottom)
    faint = random.choice((0.0, 0.12, 0.12))
    ink = np.clip((ink / strongest - faint) / (1 - faint), 0, 1)
    if random.random() < 0.8:  # all else is masked
        inside = np.zeros_like(ink)
        inside[top:bottom, left:right] = ink[top:bottom, left:right]
        ink = inside
    half = SIDE / 2 / _ROOM * max(right - left, bottom - top)
    pad = int(half) + 2
    middle = (left + right) / 2 + pad, (top + bottom) / 2 + pad
    picture = Image.fromarray(np.pad(ink.astype(np.float32), pad))
    box = (middle[0] - half, middle[1] - half, middle[0] + half, middle[1] + half)
    glyph: Glyph = np.asarray(picture.resize((SIDE, SIDE), _FILTERS[chosen(_CUTTING, random)], box=box), np.float32)
    return np.clip(glyph, 0, 1)
