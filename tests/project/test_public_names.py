"""The public names: each is there, and nothing is imported before it is needed."""

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
    with pytest.raises(AttributeError, match="has no attribute 'bridge'"):
        _ = kiebitz.bridge


def test_version_is_the_distribution_s() -> None:
    assert kiebitz.__version__ == version("kiebitz")


def test_import_is_light() -> None:
    code = "import sys; before = set(sys.modules); import kiebitz; print(*(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert {name for name in loaded if name.startswith("kiebitz")} == {"kiebitz"}
    assert not loaded & {"argparse", "dataclasses", "enum", "inspect", "json", "re", "tomllib", "typing"}
