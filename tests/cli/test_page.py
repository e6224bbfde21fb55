"""Tests of `kiebitz page`: a complete site in a folder, and errors of writing."""

from __future__ import annotations

import json
import os
import re
import struct
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("msgspec", reason="the server's libraries are not installed: kiebitz[web]")

from kiebitz.web import site

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz


def test_the_folder_has_every_file_that_the_list_names(kiebitz: Kiebitz, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "site"
    ran = kiebitz("page", folder)
    assert ran.code == 0
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    (listed,) = re.findall(r"const FILES = (\[.*\]);", (folder / "sw.js").read_text("utf-8"))
    assert written == {*json.loads(listed), site.WORKER, site.SHARED}
    assert ran.out == f"{len(written)} files, {sum(len(site.content(name)) for name in written):,} bytes in {folder}\n"
    assert {game["id"] for game in json.loads((folder / "games.json").read_bytes())["games"]} >= {"freecell", "russian"}


def test_the_picture_beside_a_link_has_its_whole_address(kiebitz: Kiebitz, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    assert kiebitz("page", folder, "--address", "https://cards.example/games").code == 0
    image = '<meta property="og:image" content="https://cards.example/games/shared.png">'
    assert image in (folder / "index.html").read_text("utf-8")
    picture = (folder / "shared.png").read_bytes()
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    assert len(picture) < 60_000
    assert kiebitz("page", folder, "--address", "cards.example").code == 2


def test_no_address_in_it_begins_at_the_top_of_a_host() -> None:
    for name in site.names():
        if name.endswith((".html", ".webmanifest", ".css", ".js")):
            text = site.content(name).decode()
            assert not re.findall(r"""(?:href|src|url)["']?\s*[=:(]\s*["']?/(?!/)\S*""", text), name
            assert not re.findall(r"""(?:fetch|URL|register)\(["']/""", text), name


def test_written_again_it_is_the_same_and_other_files_stay(kiebitz: Kiebitz, tmp_path: Path) -> None:
    kiebitz("page", tmp_path)
    first = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    (tmp_path / "mine.txt").write_text("mine")
    assert kiebitz("page", tmp_path).code == 0
    assert {path: path.read_bytes() for path in first} == first
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_a_folder_that_cannot_be_made_is_told(kiebitz: Kiebitz, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = kiebitz("page", tmp_path / "file" / "site")
    assert (ran.code, ran.out) == (2, "")
    assert "cannot be made" in ran.err


def test_another_site_is_not_written_over(kiebitz: Kiebitz, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    ran = kiebitz("page", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert (
        ran.err == f"kiebitz: file '{tmp_path / 'index.html'}' belongs to another site; expected a folder without one\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]


def test_an_older_page_is_written_over_and_one_that_was_begun_is_gone_on_with(kiebitz: Kiebitz, tmp_path: Path) -> None:
    assert kiebitz("page", tmp_path).code == 0
    (tmp_path / "index.html").write_text("of an older version")
    assert kiebitz("page", tmp_path).code == 0
    (tmp_path / "sw.js").unlink()  # written last
    assert kiebitz("page", tmp_path).code == 0


@pytest.mark.parametrize("name", ["index.html", "app"])
def test_a_link_in_the_folder_is_not_followed(kiebitz: Kiebitz, tmp_path: Path, name: str) -> None:
    elsewhere, folder = tmp_path / "elsewhere", tmp_path / "site"
    folder.mkdir()
    if name == "app":
        elsewhere.mkdir()
    else:
        elsewhere.write_text("mine")
    (folder / name).symlink_to(elsewhere)
    ran = kiebitz("page", folder)
    assert ran.code == 2
    assert "a link leads elsewhere" in ran.err
    assert list(folder.iterdir()) == [folder / name]
    assert elsewhere.is_dir() or elsewhere.read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("name", ["sw.js", "index.html"])
def test_a_pipe_in_the_folder_is_not_waited_for(kiebitz: Kiebitz, tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    ran = kiebitz("page", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert f"{name}' is no regular file; expected a folder without one" in ran.err
