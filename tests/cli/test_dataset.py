"""Tests of `kiebitz dataset`: labels agree with the light, moves with the referee, the card with the rows."""

from __future__ import annotations

import json
import signal
import sys
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("pyarrow", reason="the library of studies is not installed: kiebitz[study]")

import pyarrow.parquet

from kiebitz import Limit, Session, Verdict
from kiebitz import light as light_of
from kiebitz.patience import game, referee
from kiebitz.patience.notation import parse_board
from kiebitz.studies import dataset
from kiebitz.studies.chunks import Chunk

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Kiebitz

STATES = 3_000
LABEL = {Verdict.SOLVED: 1, Verdict.IMPOSSIBLE: 0, Verdict.UNDECIDED: -1}


def written(kiebitz: Kiebitz, file: Path, *arguments: object) -> list[dict[str, Any]]:
    ran = kiebitz("dataset", *arguments, "--limit-states", STATES, "--output", file)
    assert (ran.code, ran.err) == (0, "")
    rows: list[dict[str, Any]] = pyarrow.parquet.read_table(file).to_pylist()
    return rows


@pytest.mark.parametrize("game", ["freecell", "bakers_game", "russian", "marseille"])
def test_labels_are_what_the_light_says(kiebitz: Kiebitz, tmp_path: Path, game: str) -> None:
    rows = written(kiebitz, tmp_path / "a.parquet", "2000004-2000005", "--game", game, "--positions", 4)
    limit, session = Limit(states=STATES), Session.new(game)
    for row in rows:
        if row["ply"] == 0:
            session = Session.new(game, row["deal"])
        light = light_of(session, limit)
        assert parse_board(row["board"], session.rules, "columns").position() == session.position
        assert light.verdict is Verdict.UNDECIDED or row["verdict"] == light.verdict.value
        assert [session.parse(word) for word in row["moves"]] == list(
            referee.legal_moves(session.position, distinct=True)
        )
        for word, label in zip(row["moves"], row["keeps"], strict=True):
            session.play(word)
            after = light_of(session.position, limit)
            session.undo()
            if light.score is None:
                assert after.verdict is Verdict.UNDECIDED or label == LABEL[after.verdict]
            elif light.score == light.bound and after.score == after.bound:
                assert label == (after.score == light.score)
        assert (row["rest"] is None) == (row["verdict"] != "solved" and light.score is None)
        if row["played"] is not None:
            session.play(row["moves"][row["played"]])
    assert {row["ply"] for row in rows} == {0, 1, 2, 3}


def test_a_deals_rows_are_the_same_wherever_they_are_made(kiebitz: Kiebitz, tmp_path: Path) -> None:
    together = written(kiebitz, tmp_path / "a.parquet", "2000001-2000002", "--positions", 3)
    alone = written(kiebitz, tmp_path / "b.parquet", 2_000_002, "--positions", 3)
    assert [row for row in together if row["deal"] == 2_000_002] == alone
    other = written(kiebitz, tmp_path / "c.parquet", 2_000_002, "--positions", 3, "--seed", 2)
    assert other[0] == {**alone[0], "played": other[0]["played"]}


def test_a_list_of_deals_has_the_rows_of_its_deals(kiebitz: Kiebitz, tmp_path: Path) -> None:
    whole = written(kiebitz, tmp_path / "a.parquet", "2000001-2000006", "--positions", 2)
    deals = "2000006,2000001-2000002,2000004"
    for jobs in (1, 2):
        rows = written(kiebitz, tmp_path / f"{jobs}.parquet", deals, "--positions", 2, "--jobs", jobs)
        assert rows == [row for row in whole if row["deal"] not in (2_000_003, 2_000_005)]
    assert "deals 2000001 to 2000002, 2000004, 2000006," in (tmp_path / "1.md").read_text(encoding="utf-8")
    about = json.loads(pyarrow.parquet.read_metadata(tmp_path / "1.parquet").metadata[b"kiebitz"])
    assert about["deals"] == [2_000_001, 2_000_006]
    assert about["ranges"] == [[2_000_001, 2_000_002], [2_000_004] * 2, [2_000_006] * 2]


def test_several_processes_write_the_same_file(kiebitz: Kiebitz, tmp_path: Path) -> None:
    for jobs in (1, 2):
        written(kiebitz, tmp_path / f"{jobs}.parquet", "2000001-2000007", "--positions", 2, "--jobs", jobs)
    assert (tmp_path / "1.parquet").read_bytes() == (tmp_path / "2.parquet").read_bytes()


@pytest.mark.parametrize("after", [0, 2])
def test_ctrl_c_keeps_the_deals_that_are_done(
    kiebitz: Kiebitz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """The run finishes the current deals; without a finished deal it writes nothing."""
    walk, chunks = dataset.walk, []

    def walk_or_stop(plan: dataset.WalkPlan, first: int, last: int) -> dataset.Walked:
        chunks.append((first, last))
        if len(chunks) == after:
            signal.raise_signal(signal.SIGINT)
        return walk(plan, first, last)

    monkeypatch.setattr(dataset, "walk", walk_or_stop)
    if not after:
        monkeypatch.setattr(dataset, "run_source", lambda *_: signal.raise_signal(signal.SIGINT))
    file = tmp_path / "a.parquet"
    ran = kiebitz("dataset", "2000001-2009999", "--positions", 2, "--output", file, "--json")
    assert (ran.code, "finishing the deals in hand" in ran.err) == (130, True)
    if not after:
        assert not list(tmp_path.iterdir())
        return
    last = chunks[-1][1]
    output = json.loads(ran.out)
    assert (len(chunks), output["deals"], output["complete"]) == (2, [2_000_001, last], False)
    rows = pyarrow.parquet.read_table(file).to_pylist()
    assert {row["deal"] for row in rows} == set(range(2_000_001, last + 1))
    assert f"deals 2000001 to {last}," in (tmp_path / "a.md").read_text(encoding="utf-8")


def test_a_deal_that_kills_every_process_is_left_out_and_named(tmp_path: Path) -> None:
    with (tmp_path / "a.parquet").open("wb") as file:
        made = dataset.DatasetWriter(dataset.WalkPlan(game("freecell"), "microsoft", [(2_000_001, 2_000_003)], 1), file)
        made.lose(2_000_002)
        made.add(Chunk(2_000_003, 2_000_003), dataset.walk(made.plan, 2_000_003, 2_000_003))
        assert (made.deals, made.is_whole) == (0, False)
        made.add(Chunk(2_000_001, 2_000_001), dataset.walk(made.plan, 2_000_001, 2_000_001))
        made.stop()
        made.run(lambda: None)
    assert (made.deals, made.rows, made.is_whole) == (3, 2, True)
    assert made.remarks == ["deal 2000002 is left out: every process that tried it died"]
    assert "\n\nLeft out, because every process that tried them died: 2000002.\n" in dataset.card(made, "a.parquet")
    table = pyarrow.parquet.read_table(tmp_path / "a.parquet")
    assert table.column("deal").to_pylist() == [2_000_001, 2_000_003]


def test_the_card_and_the_file_say_what_they_are(
    kiebitz: Kiebitz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "_GROUP", 2)
    file = tmp_path / "a.parquet"
    ran = kiebitz("dataset", "2000001", "--positions", 5, "--limit-states", STATES, "--output", file, "--json")
    output = json.loads(ran.out)
    names = {"output": str(file), "card": str(tmp_path / "a.md")}
    assert output == names | {
        "rows": 5, "verdicts": output["verdicts"], "deals": [2_000_001, 2_000_001],
        "ranges": [[2_000_001, 2_000_001]], "complete": True
    }  # fmt: skip
    assert sum(output["verdicts"].values()) == 5
    with pyarrow.parquet.ParquetFile(file) as result:
        assert result.metadata.num_row_groups == 3
        about = json.loads(result.metadata.metadata[b"kiebitz"])
        assert result.schema_arrow.names == list(dataset.COLUMNS)
    assert about["deals"] == [2_000_001, 2_000_001]
    card = (tmp_path / "a.md").read_text(encoding="utf-8")
    assert "`a.parquet`: 5 positions of the microsoft deals 2000001, written" in card
    assert all(f"| `{name}` | {kind} | {meaning} |" in card for name, (kind, meaning) in dataset.COLUMNS.items())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.md", "a.parquet"]


@pytest.mark.parametrize("text", ["", f"# {dataset.CARD_TITLE}\n", None])
def test_a_card_that_is_a_link_is_not_written_over(kiebitz: Kiebitz, tmp_path: Path, text: str | None) -> None:
    """The user did not type its name, and the link may lead to any file."""
    mine, file = tmp_path / "mine", tmp_path / "a.parquet"
    if text is not None:
        mine.write_text(text)
    (tmp_path / "a.md").symlink_to(mine)
    ran = kiebitz("dataset", "2000001", "--positions", 1, "--output", file)
    assert (ran.code, ran.out) == (2, "")
    assert "a.md' is a link; expected another name for the data set" in ran.err
    assert (mine.read_text() if mine.exists() else None, file.exists()) == (text, False)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ("foo", "-o", "a.parquet"),
            "'foo' cannot be read; expected a deal number, a range such as 1-1000 or a list such",
        ),
        (("5-1", "-o", "a.parquet"), "number '5-1' is out of range"),
        (("1", "-o", "a.txt"), "'a.txt' is not a name for this file; expected NAME.parquet"),
        (("1", "-o", ".parquet"), "'.parquet' is not a name for this file; expected NAME.parquet"),
        (("1", "-o", "nowhere/a.parquet", "--positions", "1"), "'nowhere/a.parquet' cannot be written"),
        (("1", "-o", "a.parquet", "--positions", "0"), "argument --positions: '0' cannot be read"),
        (("1", "-o", "a.parquet", "--game", "frecell"), "unknown game 'frecell'"),
    ],
)
def test_bad_input(
    kiebitz: Kiebitz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], complaint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = kiebitz("dataset", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
    assert ran.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_without_its_library_it_names_the_extra(
    kiebitz: Kiebitz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    ran = kiebitz("dataset", 1, "-o", tmp_path / "a.parquet")
    assert (ran.code, ran.err) == (2, "kiebitz: Parquet files need pyarrow: pip install 'kiebitz[study]'\n")
    assert not list(tmp_path.iterdir())


def test_a_file_of_ones_own_is_not_taken_for_the_card(kiebitz: Kiebitz, tmp_path: Path) -> None:
    file, card = tmp_path / "a.parquet", tmp_path / "a.md"
    card.write_text("mine\n")
    ran = kiebitz("dataset", "1", "--positions", 1, "--output", file)
    expected = f"kiebitz: file '{card}' is not a card of a data set; expected another name for the data set\n"
    assert (ran.code, ran.err, card.read_text()) == (2, expected, "mine\n")
    assert not file.exists()
    card.unlink()
    assert [len(written(kiebitz, file, 1, "--positions", count)) for count in (1, 2)] == [1, 2]
    card.unlink()
    card.mkdir()
    assert kiebitz("dataset", "1", "--positions", 1, "--output", file).code == 2
