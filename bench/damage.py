"""Damaged folders of studies: is each found and named, or harmless? Is it mended by the next run?

    python bench/damage.py FILE --folders 10000

Each folder is a copy of one of three small studies with one or two damages: bits flipped, files cut, emptied,
lengthened, swapped, copied over one another or over those of other studies, lost, replaced by folders or links; values
edited in rows, in what a file says of itself, in the manifest and in the list of checksums, with the manifest's own
checksum made to fit now and then. A report must name a file in one line, or be the same as of the folder before. Then
the study is gone on with, unless its manifest was refused: the rows must be the same afterwards. FILE gets a line of
JSON for each folder; the same command goes on after the last line that is there. Ends with 1 if a figure was wrong or
an exception came through.

Edits that make every checksum fit are forgeries; nothing finds those, and they are not among the damages.
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
from measuring.processes import resumed

if TYPE_CHECKING:
    from collections.abc import Callable

STUDIES = {
    "freecell": Plan(Study("freecell", Deals(1, 96), cells=(0, 4), limit=Limit(states=2000)), (32, 48)),
    "skat": Plan(Study("skat", Deals.random(12), "skat", contracts=("grand", "null")), (6, 6)),
    "score": Plan(Study("russian", Deals.random(300, 7), "score"), (100,)),
}
PLANS = tuple(STUDIES.values())
#: Another study of the same game and size, whose files have the same names.
OTHER = Plan(Study("freecell", Deals(1, 96), cells=(0, 4), limit=Limit(states=1999)), (32, 48))


class Damage:
    """One damage to a folder by chance; *other* is the folder of another study."""

    def __init__(self, folder: Path, other: Path, chance: random.Random) -> None:
        self.folder = folder
        self.other = other
        self.chance = chance

    @property
    def files(self) -> list[Path]:
        return sorted((self.folder / "rows").glob("*.parquet"))

    def file(self) -> Path:
        """Return any file of the study: one with rows mostly."""
        if self.chance.random() < 0.2:
            return self.folder / self.chance.choice(["study.json", "rows.sha256"])
        return self.chance.choice(self.files)

    def flip(self) -> None:
        path = self.file()
        data = bytearray(path.read_bytes())
        for _ in range(self.chance.choice([1, 1, 1, 8])):
            data[self.chance.randrange(len(data))] ^= 1 << self.chance.randrange(8)
        path.write_bytes(data)

    def flip_at_end(self) -> None:  # where a Parquet file says what is in it
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
        at = self.chance.randrange(len(data))
        size = self.chance.choice([1, 16, 512])
        data[at : at + size] = self.chance.randbytes(size) if self.chance.random() < 0.5 else bytes(size)
        path.write_bytes(data)

    def swap(self) -> None:
        one, other = self.chance.sample(self.files, 2)
        data = one.read_bytes()
        one.write_bytes(other.read_bytes())
        other.write_bytes(data)

    def copy(self) -> None:
        one, other = self.chance.sample(self.files, 2)
        shutil.copy(one, other)

    def foreign(self) -> None:
        theirs = sorted((self.other / "rows").glob("*.parquet"))
        shutil.copy(self.chance.choice(theirs), self.chance.choice(self.files))

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
        """Another value in a row; all that the file says of itself stays."""
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
        rest = [table.slice(0, place), table.slice(place + self.chance.choice([0, 1]))]
        pq.write_table(pa.concat_tables([*rest, table.slice(place, 1)]), path, compression="zstd")

    def edit_statement(self) -> None:
        """Other figures in what a file says of itself."""
        path = self.chance.choice(self.files)
        table = pq.read_table(path)
        about = dict(table.schema.metadata)
        key = self.chance.choice([key for key in about if key.startswith(b"kiebitz")])
        value = json.loads(about[key])
        name = self.chance.choice(list(value))
        value[name] = self.chance.choice([None, 0, -1, 1e308, "x", [], [1, 5], {}, "\x1b[31m", 2**70])
        about[key] = json.dumps(value).encode()
        if self.chance.random() < 0.2:
            del about[key]
        pq.write_table(table.replace_schema_metadata(about), path, compression="zstd")

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
        what = self.chance.randrange(4)
        if what == 0:
            lines.reverse()
        elif what == 1:
            lines.pop()
        elif what == 2:
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
    """Return all figures, without the time that they took; what is there of an unfinished study counts as such."""
    folder = Folder.read(path)
    found = as_object(folder, figures(folder), [])
    for cell in found["cells"]:
        del cell["seconds"]
    return found


def rows(path: Path) -> list[dict[str, list[Any]]]:
    """Return the columns of the study's files; other files that lie there are none of it."""
    plan = Folder.read(path).plan
    return [pq.read_table(path / "rows" / plan.file(piece)).to_pydict() for piece in plan.pieces()]


def one(sound: Path, right: Any, right_rows: list[dict[str, list[Any]]], number: int) -> dict[str, Any]:
    """Damage a copy of a sound study, look what is said about it, go on with it, and say how that went."""
    place = sound.parent
    chance = random.Random(number)
    path = place / "study"
    shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(sound, path)
    done = []
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
        ):  # the damage before left nothing to damage
            continue
        done.append(kind.__name__)
    outcome, wrong = _judged(path, right, right_rows)
    return {"number": number, "study": sound.name, "damages": done, "outcome": outcome, "wrong": wrong}


def _judged(path: Path, right: Any, right_rows: list[dict[str, list[Any]]]) -> tuple[str, str]:
    """Return what became of a damaged folder, and what was wrong about that."""
    outcome, wrong = "", ""
    try:
        found = report(path)
        outcome = "harmless" if found == right else "unfinished" if not found["finished"] else "another figure"
        if outcome == "unfinished" and not _part_of(found, right):
            outcome = "another figure"
    except KiebitzError as error:
        outcome = "named"
        if not str(error).isprintable() or str(path) not in str(error):
            wrong = f"no file is named: {error!r}"
    except Exception:  # noqa: BLE001  whatever comes through is a finding
        return "traceback", traceback.format_exc()
    if outcome == "another figure":
        return outcome, "a figure is wrong"
    try:
        state = run_study(None, path, 1)
    except KiebitzError as error:
        if "study.json" in str(error) or "holds no study" in str(error):
            return f"{outcome}, refused", wrong
        return outcome, f"cannot be gone on with: {error}"
    except Exception:  # noqa: BLE001
        return "traceback", traceback.format_exc()
    try:
        if Folder.read(path).plan not in PLANS:  # its manifest was forged: the files were told to be another study's
            return f"{outcome}, another study", wrong or ("" if state.finished else "not finished")
        if not state.finished or report(path) != right or rows(path) != right_rows:
            return outcome, wrong or "is not mended"
    except Exception:  # noqa: BLE001
        return outcome, f"is not mended: {traceback.format_exc()}"
    return f"{outcome}, {'mended' if state.since.deals else 'whole'}", wrong


def _part_of(found: Any, right: Any) -> bool:
    """Say whether the figures of an unfinished study are of some of its deals: no count is above the right one."""
    pairs = zip(found["cells"], right["cells"], strict=True)
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
    done = resumed(args.file)
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        place = Path(name)
        for kind, plan in [*STUDIES.items(), ("other", OTHER)]:
            path = place / kind
            path.mkdir()
            Folder(path, plan, program()).begin()
            run_study(None, path, 1)
        sound = [(place / kind, report(place / kind), rows(place / kind)) for kind in STUDIES]
        with args.file.open("a") as out:
            there = {line["number"] for line in done}
            for number in (number for number in range(args.folders) if number not in there):
                done.append(one(*sound[number % len(STUDIES)], number))
                out.write(json.dumps(done[-1]) + "\n")
                out.flush()
    print(f"{len(done):,} folders: {', '.join(f'{what} {count:,}' for what, count in _counts(done, 'outcome'))}")
    kinds = Counter(kind for line in done for kind in line["damages"])
    print(f"damages: {', '.join(f'{kind} {count:,}' for kind, count in kinds.most_common())}")
    wrong = [line for line in done if line["wrong"]]
    for line in wrong[:20]:
        print(f"{line['number']} ({line['study']}, {', '.join(line['damages'])}): {line['wrong']}")
    print(f"wrong: {len(wrong)}")
    return int(bool(wrong))


def _counts(done: list[dict[str, Any]], key: str) -> list[tuple[str, int]]:
    return Counter(line[key] for line in done).most_common()


if __name__ == "__main__":
    sys.exit(main())
