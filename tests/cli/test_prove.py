"""Tests of `kiebitz prove` and `check`: answers, exit codes, and one line for a bad certificate."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz


@pytest.fixture
def proof(kiebitz: Kiebitz, tmp_path: Path) -> Path:
    file = tmp_path / "proof.cert"
    ran = kiebitz("prove", 1, "--game", "solitaire_one_suit", "--certificate", file)
    assert ran.code == 0
    return file


def test_a_proof_is_written_and_checked(kiebitz: Kiebitz, tmp_path: Path) -> None:
    file = tmp_path / "a.cert"
    ran = kiebitz("prove", 781948, "--certificate", file)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("FreeCell deal 781948: impossible; 7,736 positions in ")
    ran = kiebitz("check", file)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("yes: Microsoft deal 781948 (cards 52, columns 8, cells 4, ")
    file.write_bytes(file.read_bytes().replace(b"start microsoft 781948\n", b"start microsoft 781949\n"))
    assert kiebitz("check", file) == (1, "no: the start is not listed with the bound that is claimed\n", "")


def test_json(kiebitz: Kiebitz, proof: Path, tmp_path: Path) -> None:
    answer = json.loads(kiebitz("check", proof, "--json").out)
    assert answer["proven"] is True
    ran = kiebitz("prove", 1, "--game", "solitaire_one_suit", "--certificate", tmp_path / "b", "--json")
    output = json.loads(ran.out)
    assert (output["claim"], output["shortest"], output["bytes"]) == ("moves", True, len(proof.read_bytes()))
    more = ("--moves", output["moves"] + 1)
    ran = kiebitz("prove", 1, "--game", "solitaire_one_suit", "--certificate", tmp_path / "c", "--json", *more)
    assert (ran.code, json.loads(ran.out)["refuted"]) == (1, output["moves"])
    assert not (tmp_path / "c").exists()


def test_a_board_is_proven(kiebitz: Kiebitz, tmp_path: Path) -> None:
    board, file = tmp_path / "board.txt", tmp_path / "board.cert"
    board.write_text(kiebitz("deal", 781948).out)
    assert kiebitz("prove", board, "--certificate", file).code == 0
    assert b"\nstart board " in file.read_bytes()
    assert kiebitz("check", file).out.startswith("yes: board ")


def test_limits_and_unknown_rules(kiebitz: Kiebitz, tmp_path: Path) -> None:
    file = tmp_path / "no.cert"
    ran = kiebitz("prove", 982, "--cells", 2, "--limit-states", 2000, "--certificate", file)
    assert ran.code == 3
    assert "nothing is proven, stopped by the limit on states" in ran.out
    ran = kiebitz("prove", 1, "--game", "yukon", "--certificate", file)
    assert (ran.code, ran.out) == (2, "")
    assert "Yukon has no certificates: supermoves any" in ran.err
    assert kiebitz("prove", 1, "--moves", 255, "--certificate", file).code == 2
    assert not file.exists()


BAD = {
    "empty": (b"", "the first line is ''; expected 'kiebitz certificate 2'"),
    "noise": (bytes(range(256)) * 40, "the first line is"),
    "an older form": (b"kiebitz certificate 1\n", "the first line is 'kiebitz certificate 1'; expected"),
    "a newer form": (b"kiebitz certificate 5\n", "the first line is 'kiebitz certificate 5'; expected"),
    "a header cut short": (b"kiebitz certificate 2\nsuits CDHS\n", "the header "),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_no_certificate_gets_one_line(kiebitz: Kiebitz, tmp_path: Path, case: str) -> None:
    file = tmp_path / "bad.cert"
    file.write_bytes(BAD[case][0])
    _refused(kiebitz, file, BAD[case][1])


CHANGES = {
    "unknown build": (b"build same_suit", b"build by_rank", "build 'by_rank' is unknown"),
    "unknown numbering": (b"start microsoft", b"start pysolfc", "start 'pysolfc' is unknown"),
    "unknown claim": (b"claim moves", b"claim score", "is unknown; expected impossible or moves N"),
    "no such deal": (b"start microsoft 1", b"start microsoft 8589934592", "expected a number from 0 to 8589934591"),
    "too many columns": (b"columns 5", b"columns 99", "expected a number from 1 to 52"),
    "a rank twice": (b"ranks A2", b"ranks AA", "each once"),
    "an escape": (b"suits S", b"suits \x1b[2J", "\\x1b[2J'; expected the line suits"),
    "too many positions": (b"positions ", b"positions 99999999", "expected a number from 1 to"),
}


@pytest.mark.parametrize("case", CHANGES)
def test_headers_that_make_no_sense_get_one_line(kiebitz: Kiebitz, proof: Path, case: str) -> None:
    before, after, message = CHANGES[case]
    data = proof.read_bytes()
    assert before in data
    proof.write_bytes(data.replace(before, after))
    _refused(kiebitz, proof, message)


def test_files_too_short_and_far_too_long(kiebitz: Kiebitz, proof: Path) -> None:
    data = proof.read_bytes()
    proof.write_bytes(data[:-1])
    _refused(kiebitz, proof, "is cut short")
    proof.write_bytes(data)
    os.truncate(proof, 10_000_000_000)  # a sparse file, which takes no space
    _refused(kiebitz, proof, "bytes are left over")
    with proof.open("wb") as file:
        file.truncate(10_000_000_000)
    _refused(kiebitz, proof, "the first line is")
    _refused(kiebitz, proof.parent, "Is a directory")
    _refused(kiebitz, proof.parent / "none", "No such file or directory")


def _refused(kiebitz: Kiebitz, file: Path, message: str) -> None:
    ran = kiebitz("check", file)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert ran.err.isprintable() or ran.err.rstrip("\n").isprintable()
    assert len(ran.err) < 500
