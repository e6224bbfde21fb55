"""Tests that every command accepts every name of a deal: numbers, lists, links, and files of Kiebitz."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz import solve
from kiebitz.cli.deal_argument import spans_in
from kiebitz.deals import NUMBERINGS
from kiebitz.errors import NumberRangeError
from kiebitz.patience.dealing import deal
from kiebitz.patience.notation import format_board
from kiebitz.patience.referee import apply

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz, Ran

LINK = "https://kiebitz.example/#game=freecell&deal=617"
LISTS = {
    "1-5": [(1, 5)], "1,2,5-9": [(1, 2), (5, 9)], "9,1": [(1, 1), (9, 9)], "1-10,20": [(1, 10), (20, 20)],
    "5-9,7-12,13": [(5, 13)], "1,000-1,010": [(1000, 1010)], "1,600-650": [(1, 1), (600, 650)],
    "-4--2,7": [(-4, -2), (7, 7)], "617": None, "1,617": None, "1,2,": None, "1;2": None, "a-b": None,
}  # fmt: skip


@pytest.mark.parametrize("text", LISTS)
def test_lists_of_deals(text: str) -> None:
    assert spans_in(text, NUMBERINGS["microsoft"]) == LISTS[text]


def test_lists_that_run_backwards_are_refused() -> None:
    with pytest.raises(NumberRangeError, match="not above its last"):
        spans_in("5,9-7", NUMBERINGS["microsoft"])


def answer(kiebitz: Kiebitz, *arguments: object) -> dict[str, Any]:
    output: dict[str, Any] = json.loads(kiebitz(*arguments, "--json").out)
    return output


def test_links_and_solutions_name_their_deal(kiebitz: Kiebitz, tmp_path: Path) -> None:
    files = {"solution": kiebitz("solve", 617, "--format", "notation").out, "link": LINK, "title": "Game #617\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    board = kiebitz("deal", 617).out
    bare = tmp_path / "bare"
    bare.write_text(answer(kiebitz, "solve", 617)["notation"])
    for named in (LINK, "#617", "ms617", "MS #617", *(tmp_path / name for name in files)):
        assert kiebitz("deal", named).out == board, named
        assert answer(kiebitz, "solve", named)["deal"] == 617, named
        assert kiebitz("verify", named, bare).out.startswith("correct: "), named
    ran = kiebitz("solve", bare)
    assert ran.code == 2
    assert "the solution does not name its deal" in ran.err
    wrong = kiebitz("deal", "-", stdin="7D AD 5O\n")  # an error about a board, not about a solution
    assert wrong.err.startswith("kiebitz: standard input: line 1, column 7: '5O' cannot be read; expected a card")
    assert kiebitz("solve", LINK, "--game", "eight_off").code == 2


@pytest.mark.parametrize("name", ["lines.txt", "lines.jsonl"])
def test_files_of_ranges_are_verified(kiebitz: Kiebitz, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    ranges = answer(kiebitz, "solve", "1,3,11981-11983", "--output", file)["ranges"]
    assert ranges == [[1, 1], [3, 3], [11981, 11983]]
    assert kiebitz("verify", file).out.startswith("correct: 4 lines of ")
    assert kiebitz("verify", 3, file).out.startswith("correct: 1 line of ")
    assert kiebitz("verify", 7, file).code == 2
    text, moves = file.read_text(), answer(kiebitz, "solve", 3)["notation"]
    file.write_text(text.replace(moves, "1h" + moves[2:]))
    output = answer(kiebitz, "verify", file)
    assert (output["deal"], output["verdict"], output["move"]) == (3, "illegal", "1h")
    file.write_text(text.replace(moves, moves.rpartition(" ")[0]))
    assert kiebitz("verify", file).out.startswith("deal 3: after ")
    file.write_text(text + ("x solved 1a\n" if name == "lines.txt" else '{"deal": "x"}\n'))
    assert kiebitz("verify", file).err.rstrip().endswith("expected number, verdict and solution")


def test_columns_of_ranges_are_verified(kiebitz: Kiebitz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "lines.parquet"
    kiebitz("solve", "1,3,11981-11983", "--cells", 3, "--output", file)
    whole = file.read_bytes()
    assert kiebitz("verify", file).out.startswith("correct: 4 lines of ")  # with the rules in its metadata: three cells
    assert kiebitz("verify", 3, file).out.startswith("correct: 1 line of ")
    assert kiebitz("verify", 7, file).code == 2
    table = parquet.read_table(file)

    def verified(**columns: list[object]) -> Ran:
        changed = table
        for name, values in columns.items():
            column = pa.array(values, table.schema.field(name).type if name != "deal" else None)
            changed = changed.set_column(table.column_names.index(name), name, column)
        parquet.write_table(changed, file)
        return kiebitz("verify", file)

    lines = table["notation"].to_pylist()
    assert verified(notation=[lines[0], "1h" + lines[1][2:], *lines[2:]]).out.startswith(
        "deal 3: move 1 '1h' is illegal: "
    )
    assert verified(notation=[lines[0].rpartition(" ")[0], *lines[1:]]).out.startswith("deal 1: after ")
    assert verified(deal=["x"] * 5).err.endswith("row 1: '' cannot be read; expected number, verdict and solution\n")
    assert verified(verdict=[None, *table["verdict"].to_pylist()[1:]]).code == 2
    bomb = pa.array(["1h " * 1_000_000] * 5)  # a kilobyte, unpacked 15 MB
    parquet.write_table(table.set_column(4, "notation", bomb), file, compression="zstd", use_dictionary=False)
    damaged = "'PAR1' cannot be read; expected a whole Parquet file as kiebitz solve A-B --output writes it\n"
    assert kiebitz("verify", file).err.endswith(damaged)
    parquet.write_table(table.drop_columns(["notation"]), file)
    assert kiebitz("verify", file).err.endswith(damaged)
    for cut in (4, 700, len(whole) - 1):
        file.write_bytes(whole[:cut])
        assert kiebitz("verify", file).err.endswith(damaged)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    missing = "kiebitz: Parquet files need pyarrow: pip install 'kiebitz[study]'\n"
    assert kiebitz("verify", file).err == missing


def test_the_header_of_a_long_list_is_read(kiebitz: Kiebitz, tmp_path: Path) -> None:
    numbers = ",".join(str(number) for number in range(1, 700, 2))
    kiebitz("solve", numbers, "--output", tmp_path / "lines.txt")
    assert kiebitz("verify", tmp_path / "lines.txt").out.startswith("correct: 350 lines of ")


def test_boards_without_moves_need_their_deal(kiebitz: Kiebitz, tmp_path: Path) -> None:
    position, boards = deal(1, "solitaire_one_suit"), []
    for move in [None, *solve(position, autoplay="none").moves]:
        position = apply(position, move) if move else position
        boards.append(format_board(position, "fc-solve"))
    file = tmp_path / "boards"
    file.write_text("\n====================\n\n".join(boards))
    alone = kiebitz("verify", file, "--game", "solitaire_one_suit")
    assert alone.code == 2
    assert "these are boards without moves" in alone.err
    assert kiebitz("verify", 1, file, "--game", "solitaire_one_suit").out.startswith("correct: ")
    same = kiebitz("deal", 1, "--game", "solitaire_one_suit").out
    assert kiebitz("deal", file, "--game", "solitaire_one_suit").out == same


def test_deals_are_found_in_lists(kiebitz: Kiebitz, tmp_path: Path) -> None:
    board = tmp_path / "board"
    board.write_text(kiebitz("deal", 617).out)
    assert answer(kiebitz, "find", board, "--range", "1-5,600-620")["deals"] == [617]
    assert kiebitz("find", board, "--range", "1,2,5-9").code == 1
