"""Files in an untrusted folder: links are replaced, not followed, and no special file blocks."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path

import pytest

from kiebitz.errors import FileError
from kiebitz.files import File, locked, opened, opened_lock


def test_a_link_that_was_named_stays_one(tmp_path: Path) -> None:
    mine, link = tmp_path / "mine", tmp_path / "link"
    link.symlink_to(mine)
    for text in ("old", "new"):
        with File(str(link)) as file:
            file.write(text)
        assert (link.is_symlink(), mine.read_text()) == (True, text)


@pytest.mark.parametrize("is_there", [True, False])
def test_a_link_within_a_folder_is_replaced(tmp_path: Path, *, is_there: bool) -> None:
    mine, link = tmp_path / "mine", tmp_path / "link"
    if is_there:
        mine.write_text("mine")
    link.symlink_to(mine)
    with File(str(link), within=True) as file:
        file.write("new")
    assert (link.is_symlink(), link.read_text()) == (False, "new")
    assert mine.read_text() == "mine" if is_there else not mine.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_within_a_folder_is_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with File(str(tmp_path / "pipe"), binary=True, within=True) as file:
        file.write(b"new")
        file.sync()
    assert (tmp_path / "pipe").read_bytes() == b"new"


def test_a_folder_in_the_place_of_a_file_stays(tmp_path: Path) -> None:
    (tmp_path / "name").mkdir()
    with pytest.raises(FileError, match="name'"), File(str(tmp_path / "name"), within=True):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["name"]


def test_a_mode_that_is_more_than_permission_is_not_taken_over(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    file.chmod(0o4755)
    with File(str(file), within=True):
        pass
    assert stat.S_IMODE(file.stat().st_mode) == 0o755


def test_what_is_no_regular_file_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "mine")
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)  # if the name is short enough
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
        for name in ("folder", "link", "pipe", "socket"):
            what = "is a link" if name == "link" else "is no regular file"
            for open_it in (opened, opened_lock):
                with pytest.raises(FileError, match=f"'{name}' {what}; expected what Kiebitz wrote there"):
                    open_it(name)
    with pytest.raises(FileNotFoundError):
        opened(str(tmp_path / "mine"))


def test_one_lock_at_a_time_and_nothing_is_written(tmp_path: Path) -> None:
    name = str(tmp_path / "lock")
    Path(name).write_text("mine")
    with opened_lock(name) as one, opened_lock(name) as other, opened(name) as reader:
        assert locked(one)
        assert not locked(other)
        assert not locked(reader)
    with opened_lock(name) as again:
        assert locked(again)
    assert Path(name).read_text() == "mine"
