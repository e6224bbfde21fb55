"""Damaged study folders: whether each damage is reported or harmless, and repaired by the next run.

    python bench/damage.py FILE --folders 10000

Each folder is a copy of one of three small studies with one or two damages: bits flipped; files cut, emptied,
lengthened, swapped, copied over others or over those of other studies, deleted, replaced by folders or links; values
edited in rows, metadata, the manifest and the list of checksums, sometimes with a matching checksum of the manifest. A
report must name a file in one line or equal that of the sound folder. Then the study is resumed, unless its manifest
was refused, and its rows must be the same afterwards. FILE gets a line of JSON per folder; the same command resumes
after the last line. Exits with 1 after a wrong figure or an unexpected exception.

Edits with all checksums matching are forgeries, which cannot be detected, and are left out.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from kiebitz.analysis.limits import Limit
from kiebitz.errors import KiebitzError
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.figures import as_object, figures
from kiebitz.studies.study.folder import Folder, program
from kiebitz.studies.study.plan import Plan, _checksum
from kiebitz.studies.study.runner import run_study
from measuring.resumable import rows_to_continue

if TYPE_CHECKING:
    from collections.abc import Callable

STUDIES = {
    "freecell": Plan(Study("freecell", Deals(1, 96), cells=(0, 4), limit=Limit(states=2000)), (32, 48)),
    "skat": Plan(Study("skat", Deals.random(12), "skat", contracts=("grand", "null")), (6, 6)),
    "score": Plan(Study("russian", Deals.random(300, 7), "score"), (100,)),
}
PLANS = tuple(STUDIES.values())
#: Another study of the same game and size, with the same file names.
OTHER = Plan(Study("freecell", Deals(1, 96), cells=(0, 4), limit=Limit(states=1999)), (32, 48))


class Damage:
    """A random damage to *folder*; *other* is the folder of another study."""

    def __init__(self, folder: Path, other: Path, chance: random.Random) -> None:
        self.folder = folder
        self.other = other
        self.chance = chance

    @property
    def files(self) -> list[Path]:
        return sorted((self.folder / "rows").glob("*.parquet"))

    def file(self) -> Path:
        """Return a random file of the study, mostly one with rows."""
        if self.chance.random() < 0.2:
            return self.folder / self.chance.choice(["study.json", "rows.sha256"])
        return self.chance.choice(self.files)

    def flip(self) -> None:
        path = self.file()
        data = bytearray(path.read_bytes())
        for _ in range(self.chance.choice([1, 1, 1, 8])):
            data[self.chance.randrange(len(data))] ^= 1 << self.chance.randrange(8)
        path.write_bytes(data)

    def flip_at_end(self) -> None:  # hits a Parquet file's metadata
        path = self.chance.choice(self.files)
        data = bytearray(path.read_bytes())
        data[-self.chance.randrange(1, min(len(data), 3000))] ^= 1 << self.chance.randrange(8)
        path.write_bytes(data)

    def cut(self) -> None:
        path = self.file()
        data = path.read_bytes()
        path.write_bytes(data[: self.chance.choice([0, len(data) - 1, self.chance.randrange(len(data))])])

    def lengthen(self) -> None:
        path = self.file()
        path.write_bytes(path.read_bytes() + self.chance.choice([b"\0", b"PAR1", b"\n", path.read_bytes()]))

    def overwrite(self) -> None:
        path = self.file()
        data = bytearray(path.read_bytes())
        start = self.chance.randrange(len(data))
        size = self.chance.choice([1, 16, 512])
        data[start : start + size] = self.chance.randbytes(size) if self.chance.random() < 0.5 else bytes(size)
        path.write_bytes(data)

    def swap(self) -> None:
        first, second = self.chance.sample(self.files, 2)
        data = first.read_bytes()
        first.write_bytes(second.read_bytes())
        second.write_bytes(data)

    def copy(self) -> None:
        source, target = self.chance.sample(self.files, 2)
        shutil.copy(source, target)

    def foreign(self) -> None:
        foreign_files = sorted((self.other / "rows").glob("*.parquet"))
        shutil.copy(self.chance.choice(foreign_files), self.chance.choice(self.files))

    def lose(self) -> None:
        self.file().unlink()

    def rename(self) -> None:
        path = self.chance.choice(self.files)
        path.rename(path.with_name(self.chance.choice(["x.parquet", f"{path.name}.bak", f".{path.name}.part"])))

    def no_file(self) -> None:
        path = self.file()
        path.unlink()
        if self.chance.random() < 0.5:
            path.mkdir()
        else:
            path.symlink_to(self.chance.choice(["/dev/null", "/nowhere", str(self.folder), path.name]))

    def edit_row(self) -> None:
        """Change a value in a row, but not the metadata."""
        path = self.chance.choice(self.files)
        table = pq.read_table(path)
        name = self.chance.choice([name for name in table.column_names if table[name].null_count < table.num_rows])
        values = table[name].to_pylist()
        place = self.chance.randrange(len(values))
        values[place] = self.chance.choice([None, *values]) if isinstance(values[place], str) else 1
        column = pa.array(values, table.schema.field(name).type)
        field = pa.field(name, table.schema.field(name).type)
        pq.write_table(table.set_column(table.column_names.index(name), field, column), path, compression="zstd")

    def lose_row(self) -> None:
        path = self.chance.choice(self.files)
        table = pq.read_table(path)
        place = self.chance.randrange(table.num_rows)
        parts = [table.slice(0, place), table.slice(place + self.chance.choice([0, 1]))]
        pq.write_table(pa.concat_tables([*parts, table.slice(place, 1)]), path, compression="zstd")

    def edit_statement(self) -> None:
        """Change figures in a file's metadata."""
        path = self.chance.choice(self.files)
        table = pq.read_table(path)
        metadata = dict(table.schema.metadata)
        key = self.chance.choice([key for key in metadata if key.startswith(b"kiebitz")])
        value = json.loads(metadata[key])
        name = self.chance.choice(list(value))
        value[name] = self.chance.choice([None, 0, -1, 1e308, "x", [], [1, 5], {}, "\x1b[31m", 2**70])
        metadata[key] = json.dumps(value).encode()
        if self.chance.random() < 0.2:
            del metadata[key]
        pq.write_table(table.replace_schema_metadata(metadata), path, compression="zstd")

    def edit_manifest(self) -> None:
        path = self.folder / "study.json"
        value = json.loads(path.read_text())
        place = self.chance.choice([value, value["study"], value["study"]["deals"], value["study"]["limit"]])
        key = self.chance.choice(list(place))
        place[key] = self.chance.choice(
            [None, 0, 1, -1, 97, 2**70, 1e308, "x", [], [1], [48, 32], {}, True, "\x1b[31m"]
        )
        if self.chance.random() < 0.7 and isinstance(value, dict):
            value.pop("checksum", None)
            value["checksum"] = _checksum(value)
        path.write_text(json.dumps(value, indent=2) + "\n")

    def edit_checksums(self) -> None:
        path = self.folder / "rows.sha256"
        lines = path.read_text().splitlines()
        kind = self.chance.randrange(4)
        if kind == 0:
            lines.reverse()
        elif kind == 1:
            lines.pop()
        elif kind == 2:
            lines.append(lines[0])
        else:
            lines.clear()
        if len(lines) > 1 and self.chance.random() < 0.5:
            lines[0] = lines[1][:64] + lines[0][64:]
        path.write_text("".join(line + "\n" for line in lines))


DAMAGES: tuple[Callable[[Damage], None], ...] = (
    Damage.flip, Damage.flip, Damage.flip, Damage.flip_at_end, Damage.cut, Damage.lengthen, Damage.overwrite,
    Damage.swap, Damage.copy, Damage.foreign, Damage.lose, Damage.rename, Damage.no_file, Damage.edit_row,
    Damage.lose_row, Damage.edit_statement, Damage.edit_manifest, Damage.edit_checksums,
)  # fmt: skip


def report(path: Path) -> Any:
    """Return all figures without times; an unfinished study counts too."""
    folder = Folder.read(path)
    figures_data = as_object(folder, figures(folder), [])
    for cell in figures_data["cells"]:
        del cell["seconds"]
    return figures_data


def rows(path: Path) -> list[dict[str, list[Any]]]:
    """Return the columns of the study's files and ignore other files."""
    plan = Folder.read(path).plan
    return [pq.read_table(path / "rows" / plan.file(piece)).to_pydict() for piece in plan.pieces()]


def run_case(sound: Path, expected: Any, expected_rows: list[dict[str, list[Any]]], number: int) -> dict[str, Any]:
    """Damage a copy of a sound study, report on it, resume it, and return the outcome."""
    place = sound.parent
    chance = random.Random(number)
    path = place / "study"
    shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(sound, path)
    damages = []
    damage = Damage(path, place / "other", chance)
    for _ in range(chance.choice([1, 1, 1, 2])):
        kind = chance.choice(DAMAGES)
        try:
            kind(damage)
        except (
            OSError,
            IndexError,
            ValueError,
            KeyError,
            pa.ArrowException,
        ):  # the previous damage left nothing to damage
            continue
        damages.append(kind.__name__)
    outcome, mistake = _judge(path, expected, expected_rows)
    return {"number": number, "study": sound.name, "damages": damages, "outcome": outcome, "wrong": mistake}


def _judge(path: Path, expected: Any, expected_rows: list[dict[str, list[Any]]]) -> tuple[str, str]:
    """Return the outcome of a damaged folder, and the mistake, if any."""
    outcome, mistake = "", ""
    try:
        figures_data = report(path)
        outcome = (
            "harmless"
            if figures_data == expected
            else "unfinished"
            if not figures_data["finished"]
            else "another figure"
        )
        if outcome == "unfinished" and not _is_part_of(figures_data, expected):
            outcome = "another figure"
    except KiebitzError as error:
        outcome = "named"
        if not str(error).isprintable() or str(path) not in str(error):
            mistake = f"no file is named: {error!r}"
    except Exception:  # noqa: BLE001 any exception is a finding
        return "traceback", traceback.format_exc()
    if outcome == "another figure":
        return outcome, "a figure is wrong"
    try:
        state = run_study(None, path, 1)
    except KiebitzError as error:
        if "study.json" in str(error) or "holds no study" in str(error):
            return f"{outcome}, refused", mistake
        return outcome, f"cannot be resumed: {error}"
    except Exception:  # noqa: BLE001
        return "traceback", traceback.format_exc()
    try:
        if Folder.read(path).plan not in PLANS:  # a forged manifest can describe another study
            return f"{outcome}, another study", mistake or ("" if state.finished else "not finished")
        if not state.finished or report(path) != expected or rows(path) != expected_rows:
            return outcome, mistake or "is not mended"
    except Exception:  # noqa: BLE001
        return outcome, f"is not mended: {traceback.format_exc()}"
    return f"{outcome}, {'mended' if state.since.deals else 'whole'}", mistake


def _is_part_of(partial: Any, expected: Any) -> bool:
    """Return whether an unfinished study's figures cover part of its deals: no count exceeds the expected one."""
    pairs = zip(partial["cells"], expected["cells"], strict=True)
    return all(
        cell["deals"] <= other["deals"]
        and all(cell[name]["count"] <= other[name]["count"] for name in ("solved", "impossible", "undecided"))
        for cell, other in pairs
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--folders", type=int, default=10_000)
    args = parser.parse_args()
    results = rows_to_continue(args.file)
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        place = Path(name)
        for kind, plan in [*STUDIES.items(), ("other", OTHER)]:
            path = place / kind
            path.mkdir()
            Folder(path, plan, program()).begin()
            run_study(None, path, 1)
        sound = [(place / kind, report(place / kind), rows(place / kind)) for kind in STUDIES]
        with args.file.open("a") as out:
            finished = {line["number"] for line in results}
            for number in (number for number in range(args.folders) if number not in finished):
                results.append(run_case(*sound[number % len(STUDIES)], number))
                out.write(json.dumps(results[-1]) + "\n")
                out.flush()
    print(f"{len(results):,} folders: {', '.join(f'{what} {count:,}' for what, count in _counts(results, 'outcome'))}")
    kinds = Counter(kind for line in results for kind in line["damages"])
    print(f"damages: {', '.join(f'{kind} {count:,}' for kind, count in kinds.most_common())}")
    mistakes = [line for line in results if line["wrong"]]
    for line in mistakes[:20]:
        print(f"{line['number']} ({line['study']}, {', '.join(line['damages'])}): {line['wrong']}")
    print(f"wrong: {len(mistakes)}")
    return int(bool(mistakes))


def _counts(results: list[dict[str, Any]], key: str) -> list[tuple[str, int]]:
    return Counter(line[key] for line in results).most_common()


if __name__ == "__main__":
    sys.exit(main())
