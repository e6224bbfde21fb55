"""The page's own modules in Node, for comparisons with Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.web import site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kiebitz.patience import Position

    #: The script that answers cases as the page does.
    Answers = Callable[[list[dict[str, Any]]], list[Any]]


def copy_modules(folder: Path) -> None:
    """Copy the page's modules beside a file that declares them as modules, which Node requires."""
    folder.mkdir()
    for module in (site.FOLDER / "app").iterdir():
        (folder / module.name).write_bytes(module.read_bytes())
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")


@contextmanager
def asker(folder: Path) -> Iterator[Answers]:
    """Yield a function that asks the modules, copied into *folder*, in one process; skip the test without Node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    copy_modules(folder / "app")
    for module in ("kernel.wasm", "table.wasm"):
        (folder / module).write_bytes((site.FOLDER / module).read_bytes())
    for name, make in site.GENERATED.items():
        (folder / name).write_bytes(make())
    script = Path(__file__).with_name("answers.mjs")

    with (
        (folder / "errors").open("w+", encoding="utf-8") as errors,
        subprocess.Popen(
            [node, str(script), (folder / "app").as_uri() + "/"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, encoding="utf-8",
        ) as process,
    ):  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        requests, replies = process.stdin, process.stdout

        def ask(cases: list[dict[str, Any]]) -> list[Any]:
            with suppress(BrokenPipeError):
                requests.write(json.dumps(cases) + "\n")
                requests.flush()
            lines = [replies.readline() for _ in cases]
            assert all(lines), (folder / "errors").read_text("utf-8")
            return [json.loads(line) for line in lines]

        yield ask


def data_of(position: Position) -> dict[str, Any]:
    """Return a position in the page's form."""
    return {
        "foundations": list(position.foundations),
        "cells": [None if card is None else str(card) for card in position.cells],
        "columns": [list(map(str, cards)) for cards in position.columns],
        "stock": list(map(str, position.stock)),
        "face_down": list(position.face_down),
    }
