"""Damaged and foreign files in a study: each is detected, reported, set aside and recreated."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet
import pytest

import kiebitz
from kiebitz.cli.solution_list import Form
from kiebitz.errors import FileError, KiebitzError
from kiebitz.patience.games import game
from kiebitz.patience.rule_options import Autoplay
from kiebitz.studies.questions.solve import Solve
from kiebitz.studies.range_counts import Tally, request_of, run_spans
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.figures import as_object, figures
from kiebitz.studies.study.folder import Folder, program
from kiebitz.studies.study.plan import Plan
from kiebitz.studies.study.runner import run_study
from small_study import SMALL, names_in, rows_of
from study_work import deadly

if TYPE_CHECKING:
    from kiebitz.studies.columns import Rows
    from kiebitz.studies.questions import Request

STUDY = Study("freecell", Deals(1, 192), cells=(0, 4))  # three files in each cell of its grid
OLD = Path(__file__).parent.parent / "data" / "study-0.1"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "study"
    run_study(STUDY, path, 1)
    assert len(names_in(path / "rows")) == 6
    return path


@pytest.fixture
def study(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / "study"))


def report(path: Path, *, verify: bool = False) -> object:
    output = as_object(Folder.read(path), figures(Folder.read(path), verify=verify), [])
    for cell in output["cells"]:
        del cell["seconds"]
    return output


def copied_over_its_neighbour(rows: list[Path]) -> Path:
    shutil.copy(rows[0], rows[1])
    return rows[1]


def copied_over_another_cell(rows: list[Path]) -> Path:
    shutil.copy(rows[3], rows[0])
    return rows[0]


def swapped(rows: list[Path]) -> Path:
    data = rows[0].read_bytes()
    shutil.copy(rows[2], rows[0])
    rows[2].write_bytes(data)
    return rows[0]


def of_another_study(rows: list[Path]) -> Path:
    other = rows[0].parent.parent.parent / "other"
    run_study(Study("freecell", Deals(1, 192), cells=(0, 4), complete=True), other, 1)
    shutil.copy(other / "rows" / rows[1].name, rows[1])
    return rows[1]


def cut(rows: list[Path]) -> Path:
    rows[4].write_bytes(rows[4].read_bytes()[:-1])
    return rows[4]


def empty(rows: list[Path]) -> Path:
    rows[5].write_bytes(b"")
    return rows[5]


DAMAGE = [copied_over_its_neighbour, copied_over_another_cell, swapped, of_another_study, cut, empty]


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: damage.__name__)
def test_damage_is_named_and_mended(study: Path, sound: Path, damage: object) -> None:
    assert callable(damage)
    wrong = damage(sorted((study / "rows").iterdir()))
    with pytest.raises(FileError, match=f"{wrong.name}' is damaged, ") as caught:
        report(study)
    assert "\n" not in str(caught.value)
    state = run_study(None, study, 1)
    assert state.finished
    assert any(wrong.name in remark and "now lies in" in remark for remark in state.remarks)
    assert wrong.name in names_in(study / "damaged")
    assert report(study, verify=True) == report(sound)
    assert rows_of(study) == rows_of(sound)


def test_flipped_bits_are_found(study: Path) -> None:
    chance = random.Random(1)
    files = sorted((study / "rows").iterdir())
    for _ in range(100):
        file = chance.choice(files)
        data = file.read_bytes()
        place = chance.randrange(len(data))
        file.write_bytes(data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :])
        with pytest.raises(FileError, match=f"{file.name}' is damaged, "):
            report(study)
        file.write_bytes(data)
    report(study, verify=True)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ('"kernel": "', '"kernel": "x'),
        ('"states": null', '"states": 5'),
        ('"last": 192', '"last": 191'),
        ("    64\n", "    65\n"),
    ],
)
def test_an_edited_manifest_is_refused(study: Path, text: str, other: str) -> None:
    manifest = study / "study.json"
    assert text in manifest.read_text()
    manifest.write_text(manifest.read_text().replace(text, other))
    with pytest.raises(KiebitzError, match="does not fit its checksum"):
        report(study)
    with pytest.raises(KiebitzError, match="does not fit its checksum"):
        run_study(None, study, 1)


def test_checksums_are_those_of_sha256sum(study: Path) -> None:
    if shutil.which("sha256sum") is None:
        pytest.skip("needs sha256sum")
    min((study / "rows").iterdir()).unlink()
    run_study(None, study, 1)
    ran = subprocess.run(["sha256sum", "-c", "rows.sha256"], cwd=study, capture_output=True, text=True, check=True)
    assert ran.stdout.count(": OK\n") == 6


def test_without_the_list_of_checksums_the_rows_speak(study: Path) -> None:
    (study / "rows.sha256").unlink()
    assert run_study(None, study, 1).since.deals == 0
    assert not (study / "damaged").exists()
    report(study, verify=True)


# Deals whose processes died


@pytest.mark.parametrize("left", [0, 20, 64, 90])
def test_half_a_line_of_checksums_spoils_no_other(study: Path, sound: Path, left: int) -> None:
    """After a kill or a power failure the next checksum must not be appended to half a line."""
    lines = (study / "rows.sha256").read_text("ascii").splitlines(keepends=True)
    (study / "rows.sha256").write_text("".join([*lines[:2], lines[2][:left]]), "ascii")
    (study / "rows" / lines[2].split("rows/")[1].strip()).unlink()
    assert run_study(None, study, 1).finished
    assert report(study) == report(sound)
    assert report(study, verify=True) == report(sound)


def test_deals_given_up_are_asked_once_more_alone(tmp_path: Path) -> None:
    run_study(SMALL, tmp_path / "calm", 1)
    path = tmp_path / "study"
    assert run_study(SMALL, path, 2, work=deadly).lost == [77]
    state = run_study(None, path, 1)
    assert (state.finished, state.lost, state.remarks) == (True, [], [])
    assert rows_of(path) == rows_of(tmp_path / "calm")
    report(path, verify=True)


def test_deals_that_die_again_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "study"
    run_study(SMALL, path, 2, work=deadly)
    rows = rows_of(path)
    state = run_study(None, path, 1, work=deadly)
    assert (state.finished, state.lost, state.total.deals) == (True, [77], 300)
    assert state.remarks == ["deal 77 is undecided: every process that tried it died"]
    assert rows_of(path) == rows
    assert run_study(None, path, 1, work=deadly).remarks == []  # otherwise the deal would have killed this process


@pytest.fixture
def greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make deal 77 use more memory than available."""
    usual = Solve.answer

    def answer(self: Solve, request: Request, first: int, last: int) -> Rows:
        if first <= 77 <= last:
            raise MemoryError
        return usual(self, request, first, last)

    monkeypatch.setattr(Solve, "answer", answer)


@pytest.mark.usefixtures("greedy")
def test_a_deal_that_takes_too_much_memory_is_undecided(tmp_path: Path) -> None:
    one = Study("freecell", Deals(65, 128), cells=(4,))
    Folder(tmp_path, Plan(one, (64,)), program()).begin()  # otherwise the sample for chunk sizes takes it
    state = run_study(one, tmp_path, 1)
    assert (state.finished, state.total.undecided, state.total.solved) == (True, 1, 63)
    (row,) = [row for row in rows_of(tmp_path) if row["verdict"] == "undecided"]
    assert (row["deal"], row["limit_hit"]) == (77, "memory")


@pytest.mark.usefixtures("greedy")
def test_a_range_goes_on_without_such_a_deal() -> None:
    heard: list[str] = []
    form = Form(Autoplay.SAFE)
    tally = Tally(request_of(game("freecell"), lines=form.lines), lines=lambda *part: heard.extend(part[2]))
    run_spans([(70, 90)], 1, tally, lambda: None)
    assert (tally.counts, tally.undecided, tally.lost) == ((20, 0, 1), [77], [])
    lines = "".join(heard).splitlines()
    assert [line.split()[0] for line in lines] == list(map(str, range(70, 91)))
    assert lines[7] == "77 undecided"


# Folders of version 0.1


def test_a_study_of_version_0_1_is_reported(tmp_path: Path) -> None:
    path = Path(shutil.copytree(OLD, tmp_path / "old"))
    output = as_object(Folder.read(path), figures(Folder.read(path), verify=True), [])
    assert (output["question"], output["deals"], output["finished"]) == ("skat", 12, True)
    assert output["program"]["kiebitz"] == "0.1.0"
    rows = rows_of(path)
    for cell in output["cells"]:
        mine = [row for row in rows if row["contract"] == cell["contract"]]
        assert cell["solved"]["count"] == sum(row["verdict"] == "solved" for row in mine)
    (first, *others) = sorted((path / "rows").iterdir())
    shutil.copy(others[-1], first)
    with pytest.raises(FileError, match=f"{first.name}' is damaged"):
        figures(Folder.read(path), verify=True)


def test_a_study_of_another_version_says_which(tmp_path: Path) -> None:
    path = Path(shutil.copytree(OLD, tmp_path / "old"))
    manifest = path / "study.json"
    manifest.write_text(manifest.read_text().replace('"kiebitz": "0.1.0"', '"kiebitz": "0.0.9"'))
    min((path / "rows").iterdir()).unlink()
    with pytest.raises(KiebitzError, match=rf"was begun with kiebitz 0\.0\.9, this is {kiebitz.__version__}; expected"):
        run_study(None, path, 1)
    assert json.loads(manifest.read_text())["version"] == 1


def test_files_carry_checksums_of_their_pages(study: Path) -> None:
    file = min((study / "rows").iterdir())
    data = bytearray(file.read_bytes())
    column = pa.parquet.read_metadata(file).row_group(0).column(12)
    (study / "rows.sha256").unlink()
    data[column.data_page_offset + column.total_compressed_size // 2] ^= 255
    file.write_bytes(data)
    with pytest.raises(FileError, match="it cannot be read"):
        report(study)


def test_what_is_no_file_is_not_waited_for(study: Path, sound: Path) -> None:
    first = min((study / "rows").iterdir())
    for again in ("", ".2"):  # earlier files there stay
        first.unlink()
        os.mkfifo(first)
        with pytest.raises(FileError, match=f"{first.name}' is damaged, it is no regular file"):
            report(study)
        run_study(None, study, 1)
        assert (study / "damaged" / f"{first.name}{again}").is_fifo()
    assert report(study) == report(sound)
    for name in ("rows.sha256", "study.json"):
        (study / name).unlink()
        os.mkfifo(study / name)
        with pytest.raises(FileError, match=f"{name}' is no regular file"):
            report(study)
        if name == "rows.sha256":
            assert "rows.sha256' is no regular file; it now lies in" in "".join(run_study(None, study, 1).remarks)


def test_a_lock_that_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".lock")
    with pytest.raises(FileError, match="lock'"):
        run_study(SMALL, tmp_path, 1)


@pytest.mark.parametrize("value", [None, -1, "x", {}, 1e308])
@pytest.mark.parametrize("name", ["solved", "seconds"])
def test_nonsense_in_what_a_file_says_of_itself_is_named(study: Path, name: str, value: object) -> None:
    file = min((study / "rows").iterdir())
    (study / "rows.sha256").unlink()
    table = pa.parquet.read_table(file)
    about = json.loads(table.schema.metadata[b"kiebitz.summary"]) | {name: value}
    metadata = table.schema.metadata | {b"kiebitz.summary": json.dumps(about).encode()}
    pa.parquet.write_table(table.replace_schema_metadata(metadata), file)
    with pytest.raises(FileError, match=f"{file.name}' is damaged, it does not say what its rows come to"):
        report(study)


def test_without_checksums_a_report_looks_at_the_rows(study: Path) -> None:
    file = min((study / "rows").iterdir())
    (study / "rows.sha256").unlink()
    table = pa.parquet.read_table(file)
    place = table.column_names.index("verdict")
    verdicts = pa.array(["solved", *table["verdict"].to_pylist()[1:]])
    assert table["verdict"][0].as_py() != "solved"
    pa.parquet.write_table(table.set_column(place, "verdict", verdicts), file)
    with pytest.raises(FileError, match=f"{file.name}' is damaged, its rows are not what it says of them"):
        report(study)


def test_without_checksums_a_number_that_was_changed_is_found(study: Path) -> None:
    """The counts agree; only the checksum of the answers in the file does not."""
    file = min((study / "rows").iterdir())
    (study / "rows.sha256").unlink()
    table = pa.parquet.read_table(file)
    states = table["states"].to_pylist()
    changed = pa.array([states[0] + 1, *states[1:]], table.schema.field("states").type)
    pa.parquet.write_table(table.set_column(table.column_names.index("states"), "states", changed), file)
    with pytest.raises(FileError, match=f"{file.name}' is damaged, its rows are not what it says of them"):
        report(study)


def test_without_checksums_every_column_is_looked_at(study: Path) -> None:
    """Columns that no figure needs, too, because other programs read them."""
    file = sorted((study / "rows").iterdir())[2]
    (study / "rows.sha256").unlink()
    about = pa.parquet.ParquetFile(file)
    places = {about.schema_arrow.names[at]: about.metadata.row_group(0).column(at) for at in range(len(about.schema))}
    data = bytearray(file.read_bytes())
    place = places["decisions"].data_page_offset
    data[place : place + 8] = bytes(8)
    file.write_bytes(data)
    with pytest.raises(FileError, match=f"{file.name}' is damaged"):
        report(study)


def test_an_empty_folder_in_the_place_of_a_part_is_cleared_away(study: Path, sound: Path) -> None:
    file = sorted((study / "rows").iterdir())[2]
    file.unlink()
    part = file.with_name(f".{file.name}.part")
    part.mkdir()
    assert run_study(None, study, 1).finished
    assert report(study) == report(sound)
    file.unlink()
    part.mkdir()
    (part / "mine").touch()
    with pytest.raises(FileError, match=r"\.part'"):
        run_study(None, study, 1)


def test_without_checksums_places_are_looked_at(tmp_path: Path) -> None:
    run_study(Study("freecell", Deals.random(8, seed=3)), tmp_path, 1)
    (file,) = (tmp_path / "rows").iterdir()
    (tmp_path / "rows.sha256").unlink()
    report(tmp_path)
    table = pa.parquet.read_table(file)
    places = pa.array([1, 0, *range(2, 8)], pa.uint64())
    pa.parquet.write_table(table.set_column(table.column_names.index("index"), "index", places), file)
    with pytest.raises(FileError, match="its deals are not those of its name"):
        report(tmp_path)


@pytest.mark.parametrize("name", ["complete", "paths", "times"])
def test_a_manifest_whose_choices_are_none_is_refused(name: str) -> None:
    with pytest.raises(KiebitzError, match=rf"{name} is '\[\]'; expected true or false"):
        Study.from_object(SMALL.to_object() | {name: []})


def test_a_manifest_of_countless_files_is_refused() -> None:
    with pytest.raises(KiebitzError, match="a cell of its grid has more than 10,000 files"):
        Plan(Study("freecell", Deals(1, 8_000_000_000)), (1,))
