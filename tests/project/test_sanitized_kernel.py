"""The kernel's own tests (native/tests), built without Python and run under ASan, UBSan and ThreadSanitizer."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(shutil.which(os.environ.get("CXX", "c++")) is None, reason="no C++ compiler")
@pytest.mark.timeout(1800)  # it compiles everything, and runs it at a tenth of the speed
@pytest.mark.parametrize("preset", ["sanitize", "threads"])
def test_kernel_under_sanitizers(preset: str) -> None:
    path = os.pathsep.join((sysconfig.get_path("scripts"), os.environ["PATH"]))  # cmake and ninja as pip installs them
    done = subprocess.run(
        ["cmake", "--workflow", "--preset", preset],
        cwd=ROOT / "native",
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-20000:]}{done.stderr[-20000:]}"
    assert "100% tests passed" in done.stdout
