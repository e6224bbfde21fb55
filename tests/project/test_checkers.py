"""The checkers of certificates stand alone: the small one is one short file that runs where Kiebitz is not."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from kiebitz.analysis.certificates import certify
from kiebitz.patience.dealing import deal

ROOT = Path(__file__).parents[2]
SMALL_CHECKER = ROOT / "src" / "kiebitz" / "check_certificate.py"


def test_the_small_checker_is_short_and_needs_python_alone() -> None:
    text = SMALL_CHECKER.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 300
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
        ran = subprocess.run(  # isolated, without site packages: nothing but the standard library
            [sys.executable, "-I", "-S", alone, *files], capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert ran.returncode == code
        assert ran.stdout.startswith(start)
        assert (ran.stderr.count("\n"), ran.stdout.count("\n")) == ((0, 1) if code == 0 else (1, 0))
