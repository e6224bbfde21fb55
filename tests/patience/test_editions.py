"""Games with corrected rules: texts of an older edition are read by its rules, or refused in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kiebitz.cli.saved_games import Saved
from kiebitz.errors import EditionError, KiebitzError, LinkError, NotationError
from kiebitz.patience import Autoplay
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import games, page
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.notation import format_board, format_solution, parse_header, parse_solution
from kiebitz.patience.session import Session
from kiebitz.studies.study import Deals, Study

if TYPE_CHECKING:
    from pathlib import Path

CORRECTED = ("marseille", "solitaire_6x6_down")
#: Games whose first edition can be expressed by changed rules: cards stayed on the foundations.
STAYED = ("fan", "king_albert", "raglan", "somerset", "spanish_patience")
WHY = "whose rules have been corrected since; expected edition 2"


def test_which_games_have_been_corrected() -> None:
    corrected = {name: page(name).edition for name in games() if page(name).edition > 1}
    assert corrected == dict.fromkeys((*CORRECTED, *STAYED), 2)


@pytest.mark.parametrize("name", STAYED)
def test_texts_of_the_first_edition_are_read_by_its_rules(name: str) -> None:
    old = page(name).rules
    assert old is not None
    old = old.with_(home_moves="free")
    session = read_link(f"game={name}&deal=2")
    assert session == Session.new(name, 2, rules=old)
    assert write_link(session) == f"game={name}&deal=2&edition=2&home_moves=free"
    assert read_link(write_link(session)) == session
    assert parse_header(f"# game: {name}\n").rules() == old
    assert parse_header(f"# game: {name}\n# edition: 2\n").rules() == page(name).rules
    study = Study(name, Deals(1, 5))
    now = study.to_object()
    assert now["edition"] == 2
    first = Study.from_object({key: value for key, value in now.items() if key != "edition"})
    assert [cell.rules for cell in first.grid()] == [old]
    assert [cell.rules for cell in study.grid()] == [page(name).rules]
    assert "edition" not in first.to_object()
    with pytest.raises(EditionError):
        read_link(f"game={name}&deal=2&edition=3")


@pytest.mark.parametrize("name", CORRECTED)
def test_a_deal_without_moves_needs_no_edition(name: str) -> None:
    session = Session.new(name, 5)
    assert read_link(f"game={name}&deal=5") == read_link(f"game={name}&deal=5&moves=") == session
    assert read_link(f"game={name}&board={format_board(session.start, 'columns')}").start == session.start
    assert write_link(read_link(f"game={name}&deal=5")) == f"game={name}&deal=5&edition=2"
    with pytest.raises(EditionError, match="edition 1 of"):
        read_link(f"game={name}&deal=5&edition=1")


@pytest.mark.parametrize("name", CORRECTED)
def test_links_name_the_edition_and_old_ones_are_refused(name: str) -> None:
    session = Session.new(name, 1)
    session.push(next(iter(session.legal_moves)))
    link = write_link(session)
    assert link.startswith(f"game={name}&deal=1&edition=2&moves=")
    assert read_link(link) == session
    for old in (link.replace("&edition=2", ""), link.replace("edition=2", "edition=1")):
        with pytest.raises(EditionError) as caught:
            read_link(old)
        assert str(caught.value) == f"link: edition 1 of {page(name).title}, {WHY}"
    with pytest.raises(EditionError, match="edition 3 of"):
        read_link(link.replace("edition=2", "edition=3"))
    with pytest.raises(LinkError, match="link, edition: 'x'"):
        read_link(link.replace("edition=2", "edition=x"))


@pytest.mark.parametrize("name", CORRECTED)
def test_headers_name_the_edition_and_old_ones_are_refused(name: str) -> None:
    start = deal(1, name)
    text = format_solution(start, [], Autoplay.SAFE, "microsoft 1")
    assert text.startswith(f"# game: {name}\n# edition: 2\n# deal: microsoft 1\n")
    assert parse_header(text).rules() == start.rules
    for old in (text.replace("# edition: 2\n", ""), text.replace("edition: 2", "edition: 1")):
        with pytest.raises(EditionError) as caught:
            parse_solution(old, start)
        assert str(caught.value) == f"header: edition 1 of {page(name).title}, {WHY}"
    with pytest.raises(NotationError, match="line 2: "):
        parse_header(text.replace("edition: 2", "edition: two"))
    # A solution that names no game belongs to the requested game.
    assert parse_solution("# autoplay: safe\n", start).moves == ()


def test_games_that_were_never_corrected_name_no_edition() -> None:
    assert write_link(Session.new("freecell", 1)) == "game=freecell&deal=1"
    assert read_link("game=freecell&deal=1&edition=1") == Session.new("freecell", 1)
    with pytest.raises(EditionError, match="edition 2 of FreeCell"):
        read_link("game=freecell&deal=1&edition=2")


def test_a_saved_game_of_the_old_marseille_is_refused_in_one_line(tmp_path: Path) -> None:
    saved = Saved(tmp_path)
    saved.file.write_text("game=marseille&deal=1&moves=sa+sb\n", encoding="utf-8")
    with pytest.raises(KiebitzError) as caught:
        saved.game()
    message = str(caught.value)
    assert message.startswith("the saved game ")
    assert message.endswith(f"cannot be opened: link: edition 1 of Marseille, {WHY}")
    assert message.isprintable()


def test_a_study_of_the_old_marseille_is_refused() -> None:
    manifest = Study("marseille", Deals(1, 5)).to_object()
    assert manifest["edition"] == 2
    assert Study.from_object(manifest) == Study("marseille", Deals(1, 5))
    with pytest.raises(EditionError) as caught:
        Study.from_object({name: value for name, value in manifest.items() if name != "edition"})
    assert str(caught.value) == f"study: edition 1 of Marseille, {WHY}"
    assert "edition" not in Study("freecell", Deals(1, 5)).to_object()
