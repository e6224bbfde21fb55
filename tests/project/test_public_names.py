"""The public names: each exists, and modules are imported only when needed."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version

import pytest

import kiebitz


@pytest.mark.parametrize("name", kiebitz.__all__)
def test_every_name_opens(name: str) -> None:
    assert getattr(kiebitz, name) is not None
    assert name in dir(kiebitz)


def test_unknown_name() -> None:
    with pytest.raises(AttributeError, match="'bridge'"):
        _ = kiebitz.bridge


def test_version_is_the_distribution_s() -> None:
    assert kiebitz.__version__ == version("kiebitz")


def test_import_is_light() -> None:
    code = "import sys; before = set(sys.modules); import kiebitz; print(*(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert {name for name in loaded if name.startswith("kiebitz")} == {"kiebitz"}
    assert not loaded & {"argparse", "dataclasses", "enum", "inspect", "json", "re", "tomllib", "typing"}


@pytest.mark.parametrize(
    ("words", "spared"),
    [
        ("deal 1", {"dataclasses", "json", "typing", "kiebitz.patience.rule_options", "kiebitz.deals.shuffles"}),
        ("solve 1", {"json", "multiprocessing", "kiebitz.analysis.score_stores", "kiebitz.patience.notation.boards"}),
        ("solve 1-2", {"concurrent.futures.process", "multiprocessing", "kiebitz.patience.notation"}),
    ],
)
def test_a_command_imports_only_what_it_needs(words: str, spared: set[str]) -> None:
    code = f"import sys; from kiebitz.cli import main; main({words.split()}); print(*sys.modules, file=sys.stderr)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not spared & set(run.stderr.split())
