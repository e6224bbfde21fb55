"""Boards read off pictures: those that Kiebitz draws, pictures without a board, broken and hostile files."""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib
from io import BytesIO
from random import Random
from time import process_time
from typing import TYPE_CHECKING

import pytest
from PIL import Image

import kiebitz
from kiebitz import deal
from kiebitz.analysis.picture import PictureStatus, read_pixels
from kiebitz.errors import DependencyError, FileError, InputError, SetupError
from kiebitz.patience.position import Setup
from kiebitz.render import picture_file, png
from kiebitz.render.picture_file import read_picture
from kiebitz.render.themes import theme

if TYPE_CHECKING:
    from pathlib import Path

    from kiebitz.patience.position import Position

pytestmark = pytest.mark.skipif(kiebitz.backend != "native", reason="only the native kernel reads pictures")


def test_other_kernels_refuse_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiebitz.analysis.picture.backend", lambda: "wasm")
    with pytest.raises(DependencyError, match="the native kernel"):
        read_pixels(1, 1, bytes(4))


def played(number: int, *moves: int) -> list[Position]:
    """Return a deal after these numbers of moves of its solution."""
    start = deal(number)
    line = kiebitz.solve(start)
    table = kiebitz.Table(start, line.autoplay)
    positions = []
    for move in line.moves[: max(moves)]:
        table.push(move)
        positions.append(table.position)
    return [positions[count - 1] for count in moves]


@pytest.mark.parametrize(
    ("name", "spelling"),
    [
        ("dark", "german"),
        *(pytest.param("light", spelling, marks=pytest.mark.long) for spelling in ("english", "russian")),
    ],
)
def test_fresh_boards_that_kiebitz_draws_are_read(name: str, spelling: str) -> None:
    position = deal(617)
    seen = read_picture(png.board(position, theme=theme(name), spelling=spelling))
    assert seen.position() == position
    assert all(card.box[2] > 0 and card.box[3] > 0 for _, card in seen.cards())


@pytest.mark.parametrize(
    ("name", "four_colours"), [pytest.param("light", False, marks=pytest.mark.long), ("dark", True)]
)
def test_half_played_boards_that_kiebitz_draws_are_read(name: str, *, four_colours: bool) -> None:
    for position in [*played(7, 24, 48), *played(164, 12, 36)]:  # with cells and empty columns
        seen = read_picture(png.board(position, theme=theme(name, four_colours=four_colours)))
        assert seen.status is PictureStatus.READ
        assert seen.position() == position


def test_a_game_that_is_won_is_read() -> None:
    start = deal(617)
    moves = len(kiebitz.solve(start).moves)
    [won] = played(617, moves)
    seen = read_picture(png.board(won))
    assert seen.status is PictureStatus.READ
    assert seen.position() == won


def test_four_kings_under_a_row_of_cards_are_no_won_game() -> None:
    start = deal(617)
    [won] = played(617, len(kiebitz.solve(start).moves))
    data, dealt = png.board(won, scale=1.5), png.board(start, scale=1.5)
    left, upper, width, height = read_picture(data).foundations[0].box
    with Image.open(BytesIO(data)) as image, Image.open(BytesIO(dealt)) as cards:
        for number, column in enumerate(read_picture(dealt).columns):
            x, y, *size = column[-1].box
            card = cards.crop((x, y, x + size[0], y + size[1]))
            image.paste(card, (int(left + 0.35 * width * number), upper + height // 2))
        out = BytesIO()
        image.save(out, "PNG")
    assert read_picture(out.getvalue()).status is not PictureStatus.READ


def test_four_columns_that_begin_with_kings_are_no_won_game() -> None:
    columns = ("KS QH JS", "KH QS JH", "KD QC JD", "KC QD JC", "", "", "", "")
    board = Setup(deal(617).rules, columns, foundations=(10, 10, 10, 10)).position()
    with Image.open(BytesIO(png.board(board))) as picture:
        width, height = picture.size
        without_foundations = BytesIO()
        picture.crop((0, height // 3, width, height)).save(without_foundations, "PNG")
    assert read_picture(without_foundations.getvalue()).status is not PictureStatus.READ


@pytest.mark.parametrize("scale", [1, 1.5, 3])
def test_boards_of_several_sizes_are_read_and_fresh_ones_named(scale: float) -> None:
    seen = read_picture(png.board(deal(11982), scale=scale))
    assert seen.status is PictureStatus.READ
    assert seen.position() == deal(11982)
    assert seen.deal == 11982


@pytest.mark.parametrize("number", [5, pytest.param(617, marks=pytest.mark.long)])
def test_a_deal_whose_last_cards_lie_in_cells_is_sure(number: int) -> None:
    start = deal(number, "eight_off")
    seen = read_picture(png.board(start))
    assert seen.deal == number
    assert seen.status is PictureStatus.READ
    assert seen.position(start.rules) == start


def exchanged(start: Position, one: str, other: str) -> Position:
    """Return a board in which two cards lie at each other's place."""
    change = {one: other, other: one}
    columns, cells = (
        [" ".join(change.get(str(card), str(card)) for card in pile) for pile in piles]
        for piles in (start.columns, [[card] for card in start.cells if card])
    )
    return Setup(start.rules, columns, cells, foundations=start.foundations).position()


@pytest.mark.parametrize(
    ("game", "number"),
    [("freecell", 5_000_000_123), pytest.param("seahaven_towers", 2_000_004, marks=pytest.mark.long)],
)
def test_a_deal_that_is_named_settles_the_cards(game: str, number: int) -> None:
    start = deal(number, game)
    picture = png.board(start, scale=0.75)
    seen = read_picture(picture, dealt=start)
    assert (seen.status, seen.agrees, seen.deal) == (PictureStatus.READ, True, None)
    assert seen.position(start.rules).columns == start.columns
    assert read_picture(picture).status is not PictureStatus.READ


@pytest.mark.parametrize("moves", [0, pytest.param(16, marks=pytest.mark.long)])
def test_a_number_that_the_picture_shows_settles_the_cards(moves: int) -> None:
    number = 5_000_000_123
    board = played(number, moves)[0] if moves else deal(number)
    unnamed = read_picture(png.board(board, scale=0.85))
    assert (unnamed.status, unnamed.deal) == (PictureStatus.DOUBTFUL, None)
    seen = read_picture(png.board(board, title=f"FreeCell {number}", scale=0.85))
    assert (seen.status, seen.agrees, seen.deal) == (PictureStatus.READ, None, number)
    assert seen.position() == board


def test_a_board_is_not_bent_to_another_number_that_the_picture_shows() -> None:
    seen = read_picture(png.board(deal(5_000_000_123), title="FreeCell 5000000124"))
    assert (seen.status, seen.deal) == (PictureStatus.READ, None)
    assert seen.position() == deal(5_000_000_123)


@pytest.mark.parametrize("named", [deal(618), deal(617, "seahaven_towers")])
def test_a_board_is_not_bent_to_another_deal(named: Position) -> None:
    picture = png.board(deal(617))
    other = read_picture(picture, dealt=named)
    assert (other.status, other.agrees, other.deal) == (PictureStatus.DOUBTFUL, False, 617)
    assert other.position() == deal(617)


@pytest.mark.parametrize(("one", "other"), [("QH", "QD"), pytest.param("AS", "AC", marks=pytest.mark.long)])
def test_a_small_board_with_hidden_suits_exchanged_is_not_bent_to_its_deal(one: str, other: str) -> None:
    board = exchanged(deal(2_000_123), one, other)
    seen = read_picture(png.board(board, title="FreeCell 2000123", scale=1))
    assert seen.status is PictureStatus.DOUBTFUL or seen.position() == board


def test_words_do_not_hide_the_number_that_a_picture_shows() -> None:
    number = 5_000_000_123
    seen = read_picture(png.board(deal(number), title=f"SOLITAIRE COLLECTION FREECELL {number}", scale=1))
    assert seen.deal == number


@pytest.mark.parametrize("is_named", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_board_with_two_cards_exchanged_is_not_bent_to_its_deal(*, is_named: bool) -> None:
    start = deal(3002)
    board = exchanged(start, "8C", "8H")
    seen = read_picture(png.board(board), dealt=start if is_named else None)
    assert (bool(seen.agrees), seen.deal) == (False, None)
    assert seen.position() == board


def without_suits(position: Position, cards: str) -> bytes:
    """Return a picture in which these covered cards, or cards in cells, show no suit."""
    data = png.board(position)
    out = BytesIO()
    all_seen = [seen for _, seen in read_picture(data).cards()]
    strip = min(seen.box[3] for seen in all_seen)
    with Image.open(BytesIO(data)) as image:
        for seen in all_seen:
            if str(seen.card) in cards.split():
                left, top, width, height = seen.box
                paper = image.getpixel((left + width - 8, top + strip // 2))
                assert isinstance(paper, tuple)
                right, bottom = left + width - 6, top + height - (1 if height == strip else 6)
                image.paste(paper, (left + 3, top + strip * 55 // 100, right, bottom))
                image.paste(paper, (left + width // 5, top + 4, right, bottom))
        image.save(out, "PNG")
    return out.getvalue()


def test_where_suits_are_hidden_the_boards_that_fit_are_read() -> None:
    start = deal(5_000_000_123)
    picture = without_suits(start, "9C 9S TC TS")
    seen = read_picture(picture)
    assert [str(card.card) for _, card in seen.doubtful()] in (["TC", "TS", "9C", "9S"], ["TS", "TC", "9C", "9S"])
    pairs = [("9C", "9S"), ("TC", "TS")]
    fitting = [start, *(exchanged(start, *pair) for pair in pairs), exchanged(exchanged(start, *pairs[0]), *pairs[1])]
    positions = [reading.position() for reading in seen.readings]
    assert positions[0] == seen.position()
    assert len(positions) == 4
    assert set(positions) == set(fitting)


def test_a_cell_and_a_covered_card_that_hide_their_suits_change_places() -> None:
    board = played(5_000_000_123, 12)[0]
    cell, covered = "JC", "JS"
    seen = read_picture(without_suits(board, f"{cell} {covered}"))
    assert {reading.position() for reading in seen.readings} == {board, exchanged(board, cell, covered)}
    for shown in map(seen.showing, seen.readings):
        assert {str(card.card) for _, card in shown.doubtful()} == {cell, covered}
        assert {str(guess) for _, card in shown.doubtful() for guess in card.guesses[:1]} == {cell, covered}


@pytest.mark.long
def test_at_most_eight_boards_are_read_and_no_sure_card_differs() -> None:
    start = deal(5_000_000_123)
    seen = read_picture(without_suits(start, "9C 9S TC TS 8C 8S QC QS"))
    assert len({reading.position() for reading in seen.readings}) == 8
    for board in map(seen.showing, seen.readings):
        for (place, card), (_, other) in zip(seen.cards(), board.cards(), strict=True):
            assert card.card == other.card or not card.is_sure, place


def test_the_title_of_a_picture_is_no_row_of_cards() -> None:
    start = deal(5, "seahaven_towers")
    seen = read_picture(png.board(start, title="Seahaven Towers deal 5"))
    assert [card.card for card in seen.cells] == [card for card in start.cells if card]


@pytest.mark.parametrize(("cards", "status"), [(0, PictureStatus.READ), (1, PictureStatus.DOUBTFUL)])
def test_blank_piles_beside_a_whole_pack_are_empty_and_another_card_is_not_dropped(
    cards: int, status: PictureStatus
) -> None:
    data = png.board(deal(617))
    opens = [column[-1].box for column in read_picture(data).columns]
    out = BytesIO()
    with Image.open(BytesIO(data)) as image:
        ground = image.getpixel((opens[0][0], 0))
        top = next(y for y in range(opens[0][1]) if image.getpixel((opens[0][0] + 40, y)) != ground)
        for number, (left, upper, width, height) in enumerate(opens):
            card = image.crop((left, upper, left + width, upper + height))
            blank = Image.new("RGBA", (width, height), (253, 253, 248, 255))
            image.paste(card if number < cards else blank, (left, top))
        image.save(out, "PNG")
    seen = read_picture(out.getvalue())
    assert seen.status is status
    if not cards:
        assert seen.position() == deal(617)


@pytest.mark.parametrize("colour", [(150, 180, 160), (250, 250, 245)])
def test_piles_without_ink_are_empty_whatever_their_colour(colour: tuple[int, int, int]) -> None:
    [position] = played(617, 24)
    data = png.board(position)
    seen = read_picture(data)
    top = [card.box for card in (*seen.cells, *seen.foundations)]
    with Image.open(BytesIO(data)) as image:
        blank = Image.new("RGB", top[0][2:], colour)
        for column in seen.columns:
            if all(abs(column[0].box[0] - box[0]) > 9 for box in top):
                image.paste(blank, (column[0].box[0], top[0][1]))
        out = BytesIO()
        image.save(out, "PNG")
    seen = read_picture(out.getvalue())
    assert seen.status is PictureStatus.READ
    assert seen.position() == position


def picture(width: int, height: int, colour: object) -> bytes:
    """Return a picture as RGBA, its colours computed from the place."""
    return bytes(part for y in range(height) for x in range(width) for part in (*colour(x, y), 255))  # type: ignore[operator]


@pytest.mark.parametrize(
    "colour",
    [
        lambda x, y: (x * 255 // 320, y * 255 // 240, 90),  # a gradient
        lambda x, y: ((x * 7919 + y * 104729) % 251, (x * 31 + y * 17) ** 2 % 253, (x ^ y) % 256),  # noise
        lambda _x, _y: (255, 255, 255),
        lambda x, y: (240, 240, 240) if y % 12 < 8 else (20 * (x % 7), 0, 0),  # lines of text
        lambda x, _y: (0, 90, 0) if x % 40 < 8 else (250, 250, 250),  # columns without cards
    ],
)
def test_pictures_without_a_board_are_not_read(colour: object) -> None:
    seen = read_pixels(320, 240, picture(320, 240, colour))
    assert seen.status is not PictureStatus.READ
    if seen.status is PictureStatus.NO_BOARD:
        with pytest.raises(InputError, match="shows no board"):
            seen.position()


def test_a_board_cut_off_is_not_called_read() -> None:
    from PIL import Image

    image = Image.open(BytesIO(png.board(deal(1))))
    whole = image.crop((0, 0, image.width * 3 // 5, image.height))
    out = BytesIO()
    whole.save(out, "PNG")
    seen = read_picture(out.getvalue())
    assert seen.status is not PictureStatus.READ
    if seen.status is PictureStatus.DOUBTFUL:
        with pytest.raises(SetupError):
            seen.position()


def seconds_for_ranks(number: int) -> float:
    """Read a picture with scattered ranks and return the seconds of CPU time."""
    from PIL import Image, ImageDraw, ImageFont

    random = Random(5)
    image = Image.new("RGBA", (1600, 1000), "white")
    draw = ImageDraw.Draw(image)
    for _ in range(number):
        place = random.randrange(1580), random.randrange(980)
        draw.text(place, random.choice("A23456789JQK"), font=ImageFont.load_default(14), fill="black")
    start = process_time()
    assert read_pixels(1600, 1000, image.tobytes()).status is not PictureStatus.READ
    return process_time() - start


def test_many_ranks_take_no_more_time() -> None:
    assert seconds_for_ranks(1400) < 3 * seconds_for_ranks(350)


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_of_size(width: int, height: int) -> bytes:
    """Return a small file that claims a size."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a picture"),
        (b"a text", "not a picture"),
        (png_of_size(200_000, 200_000), "pixels"),
        (png_of_size(10_001, 10_000), "10001 × 10000 pixels"),
        (png.board(deal(1))[:2000], "cannot be decoded"),
    ],
)
def test_hostile_files_are_refused_in_one_line(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        read_picture(data)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "CMYK", "I;16"])
def test_odd_modes_are_read(mode: str) -> None:
    from PIL import Image

    out = BytesIO()
    Image.new("L", (60, 40), 200).convert(mode).save(out, "JPEG" if mode == "CMYK" else "PNG")
    assert read_picture(out.getvalue()).status is PictureStatus.NO_BOARD


def test_pictures_of_few_colours_are_reduced_like_others(monkeypatch: pytest.MonkeyPatch) -> None:
    from PIL import Image

    board = Image.open(BytesIO(png.board(deal(617)))).quantize(16)
    files = []
    for picture in (board, board.convert("RGBA")):
        picture.save(out := BytesIO(), "PNG")
        files.append(out.getvalue())
    monkeypatch.setattr(picture_file, "_ENOUGH_PIXELS", board.width * board.height // 20)  # a factor of 5
    few, many = map(picture_file._pixels, files)
    assert few == many
    assert few[3] == 5


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux names the peak of a process")
def test_large_pictures_of_two_colours_need_little_memory(tmp_path: Path) -> None:
    from PIL import Image

    Image.new("1", (10_000, 10_000)).save(tmp_path / "large.png")
    program = (
        "import sys; from kiebitz.render.picture_file import read_picture\n"
        "print(read_picture(sys.argv[1]).status.name)\n"
        "print(next(line for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "large.png")]
    status, _, kilobytes, _ = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert status == "NO_BOARD"
    assert int(kilobytes) < 300_000


def test_a_missing_file_is_named() -> None:
    with pytest.raises(FileError, match="no-such-file"):
        read_picture("no-such-file.png")
