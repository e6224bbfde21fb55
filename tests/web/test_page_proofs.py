"""The proven checker as the page runs it, in Node: its verdicts are those of the other checkers."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from certificate_files import agrees, compare_on_damaged, proven_verdicts, said
from kiebitz.analysis.certificates import certify
from kiebitz.patience.dealing import deal
from kiebitz.web import site

if TYPE_CHECKING:
    from collections.abc import Callable

LAST = 2**33 - 1  # the last deal number, beyond 32 bits


@pytest.fixture
def command(tmp_path: Path) -> list[str | Path]:
    """Give the command of the page's checker; skip the test without Node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    checker = tmp_path / "proven_checker.js"
    checker.write_bytes((site.FOLDER / "proven_checker.js").read_bytes())
    return [node, Path(__file__).with_name("proven_checker.mjs"), checker]


def test_true_damaged_and_forged_certificates(command: list[str | Path], tmp_path: Path) -> None:
    lost = certify(deal(781948), number=781948).data
    short = certify(deal(LAST, "solitaire_one_suit"), number=LAST).data
    changes: list[Callable[[bytes], bytes]] = [
        lambda data: data,
        lambda data: data[:-1],
        lambda data: data + b"\xff",
        lambda data: data[:0],
        lambda data: data.replace(b"cells", b"Cells", 1),
        lambda data: data.replace(b"\ncells ", b"\ncells 0", 1),
        lambda data: data.replace(b"microsoft ", b"microsoft 1", 1),
        lambda data: data.replace(b"positions ", b"positions 99999999", 1),
        lambda data: data.replace(b"claim ", b"claim 4294967297", 1),
        lambda data: data.replace(b"microsoft 8589934591", b"microsoft 4294967295", 1),
    ]
    cases = [change(data) for data in (lost, short) for change in changes]
    files = [tmp_path / f"{place}.cert" for place in range(len(cases))]
    for file, data in zip(files, cases, strict=True):
        file.write_bytes(data)
    answers = proven_verdicts(command, files)
    for answer, data in zip(answers, cases, strict=True):
        assert agrees(answer, said(data)), (answer, data[:300])
    assert answers[0] == ("yes", said(lost)[1])
    assert [verdict for verdict, _ in answers[:3]] == ["yes", "unreadable", "unreadable"]
    assert f"Microsoft deal {LAST} " in answers[len(changes)][1]


@pytest.mark.long
def test_damaged_certificates(command: list[str | Path], tmp_path: Path) -> None:
    compare_on_damaged(command, tmp_path, batches=1, size=400)


@pytest.mark.long
def test_too_many_positions_are_counted(command: list[str | Path], tmp_path: Path) -> None:
    file = tmp_path / "large.cert"
    file.write_bytes(certify(deal(517776), number=517776).data)
    (answer,) = proven_verdicts(command, [file])
    assert answer == ("unreadable", "94943")
