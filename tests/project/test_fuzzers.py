"""The fuzzers of `fuzz/`: every reader accepts its seeds, all fixtures and some hundreds of random inputs."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kiebitz.errors import InputError
from web.page_modules import asker

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parents[2]
FIXTURES = sorted(path for folder in ("solutions", "wrong") for path in (ROOT / "tests" / "data" / folder).iterdir())
READERS = (
    "arguments",
    "boards",
    "cards",
    "certificates",
    "links",
    "records",
    "requests",
    "saved",
    "seeds",
    "skat",
    "solutions",
    "studies",
    "texts",
)


@pytest.fixture
def readers(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "fuzz"))
    return importlib.import_module("readers")


@pytest.mark.parametrize("name", READERS)
def test_readers_take_whatever_comes(readers: ModuleType, name: str) -> None:
    make = importlib.import_module("mutations").Inputs
    assert readers.READERS.keys() == set(READERS)
    reader = readers.READERS[name]
    seeds = tuple(reader.seeds())
    for data in (*seeds, *(b"\0" + path.read_bytes() for path in FIXTURES), b""):
        reader.read(data)
    inputs, again = (make(name, seeds, reader.words, 1) for _ in range(2))
    made = [inputs.next() for _ in range(80)]
    assert made == [again.next() for _ in made]
    assert len(set(made)) > 60
    for data in made:
        reader.read(data)


@pytest.mark.parametrize("kind", ["boards", "solutions", "links"])
def test_the_page_reads_what_python_reads(readers: ModuleType, tmp_path: Path, kind: str) -> None:
    assert kind in readers.READERS
    pasting = importlib.import_module("pasting")
    with asker(tmp_path) as ask:
        assert list(pasting.differences(ask, kind, 60, 0)) == []


def test_a_complaint_that_a_terminal_would_obey_is_a_finding(readers: ModuleType) -> None:
    readers.check_error(InputError("", "a\x1b[2J"))  # the error escapes the input
    with pytest.raises(RuntimeError, match="not printable"):
        readers.check_error(ValueError("a\x1b[2J"))


def test_a_run_counts_goes_on_and_keeps_findings(
    readers: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    result = importlib.util.spec_from_file_location("fuzz_run", ROOT / "fuzz" / "run.py")  # bench has a run.py, too
    assert result is not None
    assert result.loader is not None
    run = importlib.util.module_from_spec(result)
    result.loader.exec_module(run)

    def careless(data: bytes) -> None:
        if b"J" in data:
            raise IndexError(data)

    def main(count: str) -> int:
        monkeypatch.setattr(sys, "argv", ["run.py", "--inputs", count, str(tmp_path), "cards"])
        code: int = run.main()
        return code

    assert main("300") == 0
    monkeypatch.setitem(readers.READERS, "cards", readers.Reader(careless, lambda: [b"\0JD"]))
    assert main("300") == 0  # already done in the first run
    assert main("600") == 1
    assert "cards: 600 inputs" in capsys.readouterr().out
    assert any("IndexError" in path.read_text() for path in tmp_path.glob("cards-*.txt"))
