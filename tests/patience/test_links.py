"""Games as links: round trips, every form of link, and errors that name the key or the move."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any
from urllib.parse import parse_qsl, quote_plus

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import kiebitz
from kiebitz.deals import NUMBERINGS
from kiebitz.errors import (
    IllegalMoveError,
    KiebitzError,
    LinkError,
    NumberRangeError,
    SetupError,
    UnknownGameError,
)
from kiebitz.patience import Autoplay, Position, Rules
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game, games
from kiebitz.patience.links import MOST_CHARACTERS, MOST_MOVES, read_link, write_link
from kiebitz.patience.notation import BOARD_FORMATS, format_board
from kiebitz.patience.session import Session
from tables import dealt, positions, rules, small_rules

BASE = "https://kiebitz.example/play"


def randomly_played(session: Session, seed: int) -> Session:
    """Return a session after a random number of random moves, some of them undone."""
    chance = Random(seed)
    for _ in range(chance.randrange(30)):
        moves = list(session.legal_moves)
        if not moves:
            break
        session.push(chance.choice(moves))
    session.goto(chance.choice([session.ply, chance.randrange(session.ply + 1)]))
    return session


def check_round_trip(session: Session) -> None:
    link = write_link(session)
    read = read_link(link)
    assert read == session
    assert read.position == session.position
    assert write_link(read, BASE) == f"{BASE}#{link}"


def is_dealt(rules: Rules, number: int, numbering: str) -> bool:
    """Return whether the deal exists: some numberings are for one pack only."""
    try:
        deal(number, rules, numbering)
    except KiebitzError:
        return False
    return True


@given(
    rules(),
    st.sampled_from([(name, number) for name in NUMBERINGS for number in (1, 617, 40_000)] + [("microsoft", -1)]),
    st.sampled_from(Autoplay),
    st.integers(0, 2**32),
)
def test_a_deal_comes_back(some_rules: Rules, name: tuple[str, int], autoplay: Autoplay, seed: int) -> None:
    assume(is_dealt(some_rules, name[1], name[0]))
    session = Session.new(rules=some_rules, number=name[1], numbering=name[0], autoplay=autoplay)
    check_round_trip(randomly_played(session, seed))


@given(positions(), st.sampled_from(Autoplay), st.integers(0, 2**32))
def test_a_board_comes_back(position: Position, autoplay: Autoplay, seed: int) -> None:
    check_round_trip(randomly_played(Session(position, autoplay=autoplay), seed))


@pytest.mark.parametrize("seeds", [range(4), pytest.param(range(4, 20), marks=pytest.mark.long)])
@pytest.mark.parametrize("name", games())
def test_every_game_comes_back(name: str, seeds: range) -> None:
    for seed in seeds:
        check_round_trip(randomly_played(Session.new(name, seed + 1), seed))
        check_round_trip(randomly_played(Session(dealt(game(name), Random(seed))), seed))


def test_links_are_read_with_any_address() -> None:
    session = randomly_played(Session.new("eight_off", 5), 5)
    for before in ("", " ", "#", "?", f"{BASE}#", f"{BASE}?", f"{BASE}?old=1#"):
        assert read_link(f"{before}{session.link()}\n") == session


@pytest.mark.parametrize("form", BOARD_FORMATS)
def test_boards_are_read_in_every_form(form: str) -> None:
    position = deal(617)
    link = "game=freecell&board=" + quote_plus(format_board(position, form))
    assert read_link(link) == Session(position)


def test_the_form_of_links() -> None:
    session = Session.new()
    assert session.link() == "game=freecell&deal=617"
    for word in ("5a", "4b"):
        session.play(word)
    session.undo()
    assert session.link(BASE) == BASE + "#game=freecell&deal=617&moves=5a+4b&at=1"
    other = Session.new(
        number=40_000,
        numbering="pysolfc",
        rules=game("freecell").with_(supermoves="microsoft", cells=3, build="alternate_colour"),
        autoplay=Autoplay.NONE,
    )
    assert other.link() == "game=freecell&deal=40000&numbering=pysolfc&cells=3&supermoves=microsoft&autoplay=none"
    fields = dict(parse_qsl(Session(deal(617, "solitaire_one_suit")).link(), keep_blank_values=True))
    assert list(fields) == ["game", "board"]
    assert fields["board"] == format_board(deal(617, "solitaire_one_suit"), "columns")


def test_names_of_games_are_those_of_the_catalogue() -> None:
    assert read_link("game=Baker's+Game&deal=5") == Session.new("bakers_game", 5)


def test_a_game_opens_at_the_front_door() -> None:
    session = kiebitz.open(f"{BASE}#game=freecell&deal=617&moves=5a")
    assert (session.ply, str(session.moves[0])) == (1, "5a")
    assert Session.from_link(session.link()) == session


@pytest.mark.parametrize(
    ("error", "link", "message"),
    [
        (LinkError, "", "link: '' cannot be read; expected a key and its value, such as game=freecell"),
        (LinkError, "https://kiebitz.example/", "expected a key and its value"),
        (LinkError, None, "expected a text such as game=freecell&deal=617"),
        (LinkError, b"game=freecell&deal=617", "expected a text"),
        (LinkError, "deal=617", "link: 'deal=617' cannot be read; expected the key game"),
        (LinkError, "game=freecell", "expected one of the keys deal and board"),
        (LinkError, "game=freecell&deal=1&board=AS", "expected one of the keys deal and board"),
        (LinkError, "game=freecell&deal=1&deal=2", "link, deal: 'deal=2' cannot be read; expected this key once"),
        (LinkError, "game=freecell&deal=1&speed=5", "link: 'speed' cannot be read; expected one of the keys game,"),
        (LinkError, "game=%ff&deal=1", "link, game: '%ff' cannot be read; expected text in UTF-8"),
        (LinkError, "game=freecell&board=AS&numbering=pysolfc", "link, numbering: 'pysolfc' cannot be read"),
        (LinkError, "game=freecell&deal=1&numbering=hoyle", "link, numbering: 'hoyle' .* one of: microsoft, pysolfc"),
        (LinkError, "game=freecell&deal=1&cells=x", "link, cells: 'x' cannot be read; expected 0 to 12 cells"),
        (LinkError, "game=freecell&deal=1&cells=13", "link, cells: '13' cannot be read; expected 0 to 12 cells"),
        (LinkError, "game=yukon&deal=1&columns=8", "link, columns: '8' cannot be read; expected 7 columns"),
        (LinkError, "game=freecell&deal=1&build=up", "link, build: 'up' .* one of: alternate_colour, same_suit"),
        (LinkError, "game=freecell&deal=1&autoplay=", "link, autoplay: '' .* expected one of: none, safe, max"),
        (LinkError, "game=freecell&deal=1&at=1", "link, at: '1' cannot be read; expected a number from 0 to 0"),
        (LinkError, "game=freecell&deal=1&at=²", "link, at: '²' cannot be read"),
        (LinkError, "game=freecell&deal=617&moves=5a+2o", "link, moves, move 2: '2o' cannot be read; expected a move"),
        (LinkError, "game=freecell&board=AS+1X", "link, board, line 1, column 4: '1X' cannot be read; expected a card"),
        (UnknownGameError, "game=bridge&deal=1", "unknown game 'bridge'"),
        (NumberRangeError, "game=freecell&deal=8589934592", "number '8589934592' is out of range; expected"),
        (NumberRangeError, "game=freecell&deal=", "number '' is out of range; expected"),
        (SetupError, "game=freecell&board=AS", "not a position of the game: missing AC"),
        (IllegalMoveError, "game=freecell&deal=617&moves=5a+26", "move 2 '26' is illegal: black king on black 6"),
    ],
)  # fmt: skip
def test_faults_are_named(error: type[Exception], link: Any, message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        read_link(link)
    assert type(caught.value) is error
    assert str(caught.value).isprintable()


def test_a_link_that_is_too_long() -> None:
    with pytest.raises(LinkError, match="100,000"):
        read_link("game=freecell&deal=1&moves=" + "5a+" * (MOST_CHARACTERS // 3))


def test_a_game_that_is_too_long() -> None:
    words = ["5a", *["ab", "ba"] * (MOST_MOVES // 2)]
    with pytest.raises(LinkError, match="link, moves: '5001 moves'"):
        read_link("game=freecell&deal=617&moves=" + "+".join(words))
    session = read_link("game=freecell&deal=617&moves=" + "+".join(words[:-1]))
    assert session.ply == MOST_MOVES
    assert read_link(session.link()) == session
    session.play("ba")
    with pytest.raises(LinkError, match="5,000"):
        session.link()


def test_rules_without_a_name_have_no_link() -> None:
    with pytest.raises(KiebitzError, match=r"^Small: "):
        Session(dealt(small_rules(3, "CS", columns=3, cells=1), Random(1))).link()
    rows = replace(game("freecell"), dealt_to_cells=(0,))
    with pytest.raises(KiebitzError, match=r"^FreeCell: "):
        Session(Position.deal(rows, rows.pack.cards)).link()


@given(st.text(max_size=60))
def test_any_text_is_a_game_or_a_complaint(text: str) -> None:
    for link in (text, f"game=freecell&deal=1&moves={text}", f"game=freecell&board={text}"):
        fault = complaint(link)
        assert fault is None or str(fault).isprintable()


def complaint(link: str) -> KiebitzError | None:
    try:
        read_link(link)
    except KiebitzError as error:
        return error
    return None
