"""Fixtures that run commands in this process."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest

from command_line import Ran
from kiebitz.cli import main

if TYPE_CHECKING:
    from command_line import Kiebitz


@pytest.fixture
def kiebitz(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Kiebitz:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("LANGUAGE", "en")

    def run(*arguments: object, stdin: str | bytes = "") -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run
