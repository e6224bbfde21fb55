"""Tests of `kiebitz mcp` when it cannot serve; `tests/mcp_server` tests the server."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from command_line import Kiebitz


def test_without_its_library_it_names_the_extra(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "kiebitz.mcp.server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "anyio", None)
    ran = kiebitz("mcp")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "kiebitz: the server for assistants needs mcp: pip install 'kiebitz[mcp]'\n"


def test_nobody_types_at_it(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiebitz.cli.mcp.sys", SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True)))
    ran = kiebitz("mcp")
    assert (ran.code, ran.out) == (2, "")
    assert (
        ran.err
        == "kiebitz: mcp is for programs, and standard input is a terminal; expected an assistant that starts it\n"
    )
