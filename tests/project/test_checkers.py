"""The checkers of certificates are independent: they share no code with the search, and work without Kiebitz."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kiebitz.analysis.certificates import certify
from kiebitz.patience.dealing import deal

ROOT = Path(__file__).parents[2]
SMALL_CHECKER = ROOT / "src" / "kiebitz" / "check_certificate.py"
NATIVE = ROOT / "native"
LARGE_CHECKER = NATIVE / "check_certificate"


def test_the_small_checker_is_short_and_needs_python_alone() -> None:
    text = SMALL_CHECKER.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 400
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {node.module or "" if isinstance(node, ast.ImportFrom) else node.names[0].name for node in imports}
    assert {name.partition(".")[0] for name in names} <= {*sys.stdlib_module_names, "__future__"}
    assert not any(isinstance(node, ast.ImportFrom) and node.level for node in imports)


def test_the_small_checker_runs_alone(tmp_path: Path) -> None:
    alone, proof = tmp_path / "check.py", tmp_path / "proof"
    alone.write_bytes(SMALL_CHECKER.read_bytes())
    proof.write_bytes(certify(deal(1, "solitaire_one_suit"), number=1).data)
    damaged = tmp_path / "damaged"
    damaged.write_bytes(proof.read_bytes()[:-1])
    for files, code, start in (([proof], 0, "yes: "), ([damaged], 2, ""), ([tmp_path / "none"], 2, ""), ([], 2, "")):
        ran = subprocess.run(  # isolated and without site packages: the standard library only
            [sys.executable, "-I", "-S", alone, *files], capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert ran.returncode == code
        assert ran.stdout.startswith(start)
        assert (ran.stderr.count("\n"), ran.stdout.count("\n")) == ((0, 1) if code == 0 else (1, 0))


def test_the_large_checker_includes_nothing_of_the_kernel() -> None:
    sources = sorted(LARGE_CHECKER.iterdir())
    both, headers_only = ("check_certificate", "easier_game"), ("formula", "game", "header")
    headers = {f'"{part}.hpp"' for part in both + headers_only}
    names = [f"{part}.cpp" for part in (*both, "main")] + [f"{part}.hpp" for part in both + headers_only]
    assert [path.name for path in sources] == sorted(names)
    for path in sources:
        for included in re.findall(r"^\s*#\s*include\s*(\S+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert included in headers or re.fullmatch(r"<[a-z_]+>", included), path
    for path in [*NATIVE.glob("src/**/*"), *NATIVE.glob("include/**/*")]:
        assert path.is_dir() or "check_certificate" not in path.read_text(encoding="utf-8"), path


@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no compiler")
def test_the_large_checker_is_compiled_alone(tmp_path: Path) -> None:
    for path in LARGE_CHECKER.iterdir():
        shutil.copy(path, tmp_path)
    sources = [path.name for path in LARGE_CHECKER.glob("*.cpp")]
    subprocess.run(["c++", "-std=c++20", *sources, "-o", "check"], cwd=tmp_path, check=True)
    proof = tmp_path / "proof"
    proof.write_bytes(certify(deal(1, "solitaire_one_suit"), number=1).data)
    ran = subprocess.run(["./check", "proof"], cwd=tmp_path, capture_output=True, text=True, check=False)
    small = subprocess.run([sys.executable, SMALL_CHECKER, proof], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (small.returncode, small.stdout) == (0, ran.stdout)
    proof.write_bytes(proof.read_bytes()[:-1])
    ran = subprocess.run(["./check", "proof"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
