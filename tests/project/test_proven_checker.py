"""The proven checker of proof/: how much has to be believed, and its agreement with the other two checkers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from certificate_files import HARD, LOST_BOARD, SMALL, agrees, judged, mutated, proven_verdicts, said
from kiebitz.analysis.certificates import certify
from kiebitz.patience import game
from kiebitz.patience.dealing import deal
from tables import deals

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PROOF = ROOT / "proof"
#: Leaves out tests of time, and of the formula apart from a checker.
CHOSEN = "not formula and not collide and not asks_how_long"
TOOLS = ("make", "coqc", "ocamlopt")


def lines_of(names: list[str]) -> list[str]:
    return [line for name in names for line in (PROOF / name).read_text("utf-8").splitlines() if line.strip()]


def test_there_is_little_to_believe_and_little_to_prove() -> None:
    assert len(lines_of(["Rules.v", "Deal.v"])) <= 150
    assert len(lines_of([path.name for path in PROOF.glob("*.v")])) <= 1500


def test_no_theorem_rests_on_an_axiom() -> None:
    printed = lines_of(["theorems.txt"])
    assert "Axioms:" not in printed
    count = sum(line.count("Print Assumptions") for line in lines_of(["Theorems.v"])[1:])
    assert printed.count("Closed under the global context") == count > 5


@pytest.fixture
def checker(tmp_path: Path) -> Path:
    """Prove everything and build the checker."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} missing: Coq and OCaml prove and build the checker")
    folder = tmp_path / "proof"
    folder.mkdir()
    for path in PROOF.iterdir():
        if path.name in ("Makefile", "theorems.txt", "main.ml") or path.suffix == ".v":
            shutil.copy(path, folder)
    subprocess.run(["make"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder / "check"


def test_the_proven_checker_agrees(checker: Path, tmp_path: Path) -> None:
    """Prove, build, and run the tests of forged certificates with the proven checker as the third."""
    proof, damaged = tmp_path / "a proof", tmp_path / "damaged"
    proof.write_bytes(certify(deal(1, "solitaire_one_suit"), number=1).data)
    damaged.write_bytes(proof.read_bytes()[:-1])
    statement = f"yes: {said(proof.read_bytes())[1]}\n"
    for files, code, out in (([proof], 0, statement), ([damaged], 2, ""), ([tmp_path / "none"], 2, ""), ([], 2, "")):
        ran = subprocess.run([checker, *files], capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stdout, bool(ran.stderr)) == (code, out, code > 0)
    proof.write_bytes(proof.read_bytes().replace(b"moves 17", b"moves 18"))
    assert subprocess.run([checker, proof], stdout=subprocess.DEVNULL, check=False).returncode == 1
    tests = [f"tests/analysis/test_{name}.py" for name in ("forged_certificates", "certificates")]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", CHOSEN, *tests],
        cwd=ROOT,
        env={**os.environ, "KIEBITZ_PROVEN_CHECKER": str(checker)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout


def originals() -> Iterator[bytes]:
    """Yield true certificates of several games, small enough to be damaged by the thousand."""
    for number in range(1, 9):
        yield certify(deal(number, game("solitaire_one_suit").with_(cells=0)), number=number).data
        yield certify(deal(number, "solitaire_one_suit"), number=number).data
    for position in (HARD, LOST_BOARD, *(start for rules in SMALL for start in deals(rules, 4, seed=37))):
        data = certify(position).data
        if len(data) < 20_000:
            yield data


@pytest.mark.slow
def test_a_hundred_thousand_damaged_certificates(checker: Path, tmp_path: Path) -> None:
    chance = Random(37)
    whole = list(originals())
    assert {judged(data) for data in whole} == {"yes"}
    verdicts = set()
    for _ in range(200):
        batch = [mutated(chance.choice(whole), chance) for _ in range(500)]
        files = [tmp_path / f"{place}.cert" for place in range(len(batch))]
        for file, data in zip(files, batch, strict=True):
            file.write_bytes(data)
        for proven, data in zip(proven_verdicts(checker, files), batch, strict=True):
            other = said(data)
            assert agrees(proven, other), (proven, other, data)
            verdicts.add(proven[0])
    assert verdicts == {"yes", "no", "unreadable"}
