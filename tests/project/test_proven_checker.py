"""The proven checker of proof/: how much has to be believed, and its agreement with the other two checkers."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from certificate_files import compare_on_damaged, said
from kiebitz.analysis.certificates import certify
from kiebitz.patience.dealing import deal

ROOT = Path(__file__).parents[2]
PROOF = ROOT / "proof"
#: Leaves out tests of time, and of the formula apart from a checker.
CHOSEN = "not formula and not collide and not asks_how_long"
TOOLS = ("make", "coqc", "ocamlopt")
#: The checker on the page, and the version that compiled it: others may write other bytes.
PAGE, COMPILER = ROOT / "src" / "kiebitz" / "web" / "static" / "proven_checker.js", "4.0.0"


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


def test_the_pages_checker_matches_its_sources() -> None:
    names = re.findall(r"^PAGE_SOURCES = (.*)$", (PROOF / "Makefile").read_text("utf-8"), re.MULTILINE)[0].split()
    content = b"".join((PROOF / name).read_bytes().replace(b"\r\n", b"\n") for name in names)
    first = PAGE.read_text("utf-8").partition("\n")[0]
    assert first == f"// sources {hashlib.sha256(content).hexdigest()}", "built from other sources: make page in proof/"


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Prove everything and build the checker."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} missing: Coq and OCaml prove and build the checker")
    folder = tmp_path_factory.mktemp("built") / "proof"
    folder.mkdir()
    for path in PROOF.iterdir():
        if path.name in ("Makefile", "theorems.txt", "certificate.ml", "main.ml", "page.ml") or path.suffix == ".v":
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


@pytest.mark.long
def test_the_pages_checker_is_rebuilt_identically(checker: Path) -> None:
    tools = shutil.which("ocamlfind"), shutil.which("js_of_ocaml")
    if None in tools or subprocess.check_output(["js_of_ocaml", "--version"], text=True).strip() != COMPILER:
        pytest.skip(f"js_of_ocaml {COMPILER} or ocamlfind missing: they compile the checker for the page")
    page = checker.parents[1] / PAGE.relative_to(ROOT)
    page.parent.mkdir(parents=True)
    subprocess.run(["make", "page"], cwd=checker.parent, check=True, stdout=subprocess.DEVNULL)
    assert page.read_bytes() == PAGE.read_bytes()


@pytest.mark.slow
def test_a_hundred_thousand_damaged_certificates(checker: Path, tmp_path: Path) -> None:
    compare_on_damaged([checker], tmp_path, batches=200, size=500)
