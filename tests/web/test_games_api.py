from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.cards.spelling import SPELLINGS, texts
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game, games
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.notation import BOARD_FORMATS, format_board
from kiebitz.patience.session import Session
from kiebitz.web.game_data import position_data
from kiebitz.web.schema import MoveData

if TYPE_CHECKING:
    import httpx


SOLUTIONS = Path(__file__).parents[1] / "data" / "solutions"


def ask(client: httpx.Client, path: str, **body: object) -> Any:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


def refused(client: httpx.Client, path: str, status: int = 422, **body: object) -> Any:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert set(error) == {"code", "message", "parameters"}
    assert "\n" not in error["message"]
    return error


def solution(name: str) -> str:
    return (SOLUTIONS / f"{name}.txt").read_text(encoding="utf-8")


def played(name: str, seed: int, moves: int) -> Session:
    session = Session.new(name, 1000 + seed)
    draw = random.Random(seed)
    while session.ply < moves and session.legal_moves:
        session.push(draw.choice(list(session.legal_moves)))
    return session


@pytest.mark.parametrize("name", games())
def test_a_game_is_shown_as_it_is(client: httpx.Client, name: str) -> None:
    session = played(name, 7, 12)
    session.undo()
    data = ask(client, "game", link=write_link(session))
    assert data["link"] == write_link(session)
    assert (data["game"], data["deal"]) == (name, {"numbering": "microsoft", "number": 1007})
    assert (data["ply"], data["total"]) == (session.ply, session.ply + 1)
    assert data["position"] == as_json(session.position)
    assert data["start"] == as_json(session.start)
    assert data["rules"] is None
    assert [move_of(each) for each in data["legal_moves"]] == [
        (move.source.code, move.target.code, move.count) for move in session.legal_moves
    ]
    assert [move_of(each) for each in data["moves"]][: session.ply] == [
        (move.source.code, move.target.code, move.count) for move in session.moves
    ]
    automatic = [len(turn.automatic) for turn in session.history]
    assert [len(each["automatic"]) for each in data["moves"]][: session.ply] == automatic


def as_json(position: Any) -> object:
    data = position_data(position)
    return {name: getattr(data, name) for name in data.__struct_fields__}


def move_of(data: dict[str, Any]) -> tuple[int, int, int]:
    return data["source"], data["target"], data["count"]


@pytest.mark.parametrize("name", ["freecell", "yukon", "marseille", "solitaire_6x6_down"])
def test_each_legal_move_can_be_made_by_its_text(client: httpx.Client, name: str) -> None:
    session = played(name, 3, 9)
    link = write_link(session)
    for each in ask(client, "game", link=link)["legal_moves"]:
        after = ask(client, "move", link=link, move=each["text"])
        assert move_of(after["moves"][-1]) == move_of(each)
        assert (after["ply"], after["total"]) == (session.ply + 1, session.ply + 1)
        assert after["moves"][-1]["automatic"] == after["automatic"]
        assert set(MoveData.__struct_fields__) == set(each)


def test_autoplay_is_reported(client: httpx.Client) -> None:
    whole = read_link(ask(client, "read", text=solution("freecell-617-safe"))["link"])
    turn = max(whole.history, key=lambda turn: len(turn.automatic))
    whole.goto(whole.history.index(turn))
    after = ask(client, "move", link=write_link(whole), move=str(turn.move))
    assert len(after["automatic"]) > 2
    assert [move_of(each) for each in after["automatic"]] == [
        (move.source.code, move.target.code, move.count) for move in turn.automatic
    ]


def test_moves_taken_back_are_kept_and_forgotten(client: httpx.Client) -> None:
    link = "game=freecell&deal=617&moves=58+7a+7b&at=1"
    data = ask(client, "game", link=link)
    assert (data["ply"], data["total"], data["link"]) == (1, 3, link)
    again = ask(client, "move", link=link, move="7a")
    assert (again["ply"], again["total"]) == (2, 3)
    other = ask(client, "move", link=link, move="6a")
    assert (other["ply"], other["total"]) == (2, 2)


def test_changed_rules_come_with_the_game(client: httpx.Client) -> None:
    rules_data = ask(client, "game", link="game=freecell&deal=3&cells=2")
    assert rules_data["rules"]["cells"] == 2
    assert len(rules_data["position"]["cells"]) == 2


def test_won_and_stuck_games(client: httpx.Client) -> None:
    won = ask(client, "game", link=ask(client, "read", text=solution("freecell-617-safe"))["link"])
    assert (won["won"], won["stuck"], won["legal_moves"]) == (True, False, [])
    session = played("freecell", 2, 1)
    while session.legal_moves:
        session.push(random.Random(session.ply).choice(list(session.legal_moves)))
        if session.ply > 400:
            session = played("freecell", session.ply, 1)
    stuck = ask(client, "game", link=write_link(session))
    assert (stuck["won"], stuck["stuck"]) == (False, True)


@pytest.mark.parametrize(
    ("link", "code", "parameters"),
    [
        ("game=freecell&deal=617&moves=58+26", "illegal_move", {"ply": 2, "move": "26"}),
        ("game=freecell&deal=8589934592", "bad_number", {"number": "8589934592", "least": -4, "most": 8589934591}),
        ("game=yukon&deal=-5", "bad_number", {"number": "-5", "least": -4, "most": 8589934591}),
        ("game=freecell&deal=1&numbering=foo", "bad_link", {"key": "numbering", "text": "foo"}),
        ("game=freecell&deal=x", "bad_number", {"number": "x"}),
        ("game=freecell&deal=617&moves=uu", "bad_link", {"text": "uu"}),
        ("game=freecell&deal=617&moves=58&at=2", "bad_link", {"key": "at"}),
        ("game=freecell&deal=617&colour=red", "bad_link", {"text": "colour"}),
        ("game=freecell&deal=617&cells=99", "bad_link", {"key": "cells"}),
        ("game=freecell", "bad_link", {}),
        ("game=freecell&board=KS+QS", "bad_board", {}),
        ("game=bridge&deal=1", "unknown_game", {"name": "bridge"}),
        ("game=double_freecell&deal=1", "unknown_game", {"name": "double_freecell"}),
        ("", "bad_link", {}),
        ("\x00\U0001f600", "bad_link", {}),
    ],
)
@pytest.mark.parametrize("path", ["game", "light", "solve", "hint", "losing-move"])
def test_bad_links(client: httpx.Client, path: str, link: str, code: str, parameters: dict[str, object]) -> None:
    error = refused(client, path, link=link)
    assert error["code"] == code, error
    assert parameters.items() <= error["parameters"].items()


def test_a_refused_move_gives_the_reason(client: httpx.Client) -> None:
    error = refused(client, "move", link="game=freecell&deal=617", move="26")
    assert error["code"] == "illegal_move"
    assert error["parameters"] == {
        "reason": "black king on black 6: only a red 5 goes there", "move": "26", "ply": 1,
    }  # fmt: skip
    assert refused(client, "move", link="game=freecell&deal=617", move="oo")["code"] == "bad_notation"


# Texts


@pytest.mark.parametrize("form", BOARD_FORMATS)
@pytest.mark.parametrize("name", ["freecell", "russian", "eight_off"])
def test_boards_in_every_form(client: httpx.Client, form: str, name: str) -> None:
    text = format_board(deal(77, name), form)
    link = ask(client, "read", text=text, game=name)["link"]
    assert read_link(link).position == deal(77, name)


def test_a_board_that_names_its_game_needs_no_other(client: httpx.Client) -> None:
    link = ask(client, "read", text=format_board(deal(5, "bakers_game"), "json"))["link"]
    assert read_link(link).rules == game("bakers_game")


@pytest.mark.parametrize("name", ["freecell-617-safe", "freecell-46-max", "russian-16", "freecell-1-three-cells"])
def test_solutions(client: httpx.Client, name: str) -> None:
    session = read_link(ask(client, "read", text=solution(name))["link"])
    assert session.is_won
    assert session.deal is not None


def test_numbers_and_links_and_moves(client: httpx.Client) -> None:
    assert ask(client, "read", text=" #617 ")["link"] == "game=freecell&deal=617"
    assert ask(client, "read", text="1,234", game="yukon")["link"] == "game=yukon&deal=1234"
    link = "https://example.org/#game=freecell&deal=617&moves=58"
    assert ask(client, "read", text=link)["link"] == "game=freecell&deal=617&moves=58"
    moves = ask(client, "read", text="58 7a\n7b", link="game=freecell&deal=617")["link"]
    assert read_link(moves).ply == 3


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("26 5a", "bad_notation"),
        ("", "bad_notation"),
        ("nonsense", "bad_notation"),
        ("{" + '"a":' * 500, "bad_notation"),
        ("# deal: microsoft x\n26", "bad_notation"),
        ("# deal: nobody 5\n26", "bad_notation"),
        ("# deal: microsoft 617\n26", "illegal_move"),
        ("99999999999999999", "bad_number"),
    ],
)
def test_bad_texts(client: httpx.Client, text: str, code: str) -> None:
    assert refused(client, "read", text=text)["code"] == code


def test_a_board_with_51_cards(client: httpx.Client) -> None:
    error = refused(client, "read", text=format_board(deal(617), "columns").replace("7D ", "", 1))
    assert error["code"] == "bad_board"
    assert error["parameters"]["missing"] == ["7D"]
    assert "missing 7D" in error["message"]


@pytest.mark.parametrize(
    ("name", "change", "parts"),
    [
        ("freecell", {"stock": ["KS"]}, {"fault": "stock", "count": 1, "allowed": 0}),
        ("solitaire_one_suit", {"columns": [["KD"], [], [], [], []]}, {"fault": "pack", "cards": ["KD"]}),
        ("yukon", {"columns": [["<KS>"]] + [[]] * 6}, {"fault": "last_face_down", "column": 1, "card": "KS"}),
        ("freecell", {"columns": [["KS", "KS"]] + [[]] * 7}, {"doubled": ["KS"]}),
    ],
)
def test_a_faulty_board_is_reported_in_parts(
    client: httpx.Client, name: str, change: dict[str, object], parts: dict[str, object]
) -> None:
    board = json.loads(format_board(deal(5, name), "json")) | change
    error = refused(client, "read", text=json.dumps(board))
    assert error["code"] == "bad_board", error
    assert {key: error["parameters"][key] for key in parts} == parts


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("# deal: microsoft 617\n26", "game=freecell&deal=617&autoplay=none&moves=26v1"),
        ("# deal: microsoft 617\n# autoplay: safe\n58 26", "game=freecell&deal=617&moves=58+26v1"),
    ],
)
def test_an_illegal_move_of_a_solution_gives_a_link(client: httpx.Client, text: str, link: str) -> None:
    error = refused(client, "read", text=text)
    assert error["parameters"]["link"] == link
    again = refused(client, "game", link=link)
    assert again["parameters"]["ply"] == error["parameters"]["ply"]


def bare(text: str, *keys: str) -> str:
    """Return the text of a solution without the header lines of these keys, or without any."""
    starts = tuple(f"# {key}:" for key in keys) or "#"
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(starts))


@pytest.mark.parametrize(
    ("name", "keys", "autoplay"),
    [
        ("freecell-617-safe", (), "safe"),
        ("freecell-617-safe", ("deal",), "max"),
        ("freecell-46-max", (), "max"),
        ("freecell-46-none", (), "none"),
        ("freecell-46-none", (), "safe"),
        ("freecell-46-fc-solve-sentences", (), "safe"),
        ("freecell-46-fc-solve-snx", (), "safe"),
        ("eight_off-18-fc-solve-snx", (), "none"),
    ],
)
def test_a_solution_without_a_deal_is_that_of_the_table(
    client: httpx.Client, name: str, keys: tuple[str, ...], autoplay: str
) -> None:
    game, number = name.split("-")[:2]
    text = bare(solution(name), *keys)
    table = f"game={game}&deal={number}&autoplay={autoplay}"
    session = read_link(ask(client, "read", text=text, game=game, link=table)["link"])
    assert session.is_won
    assert session.deal == Session.new(game, int(number)).deal
    error = refused(client, "read", text=text, game=game)
    assert error["code"] == "bad_notation"
    assert "# deal: microsoft 617" in error["parameters"]["expected"]


def test_a_board_with_moves_is_their_deal(client: httpx.Client) -> None:
    text = bare(solution("freecell-46-fc-solve-boards"))
    for table in (None, "game=freecell&deal=617"):
        session = read_link(ask(client, "read", text=text, game="freecell", link=table)["link"])
        assert session.is_won
        assert session.start == deal(46)


def test_bare_moves_use_the_autoplay_of_the_table(client: httpx.Client) -> None:
    link = "game=freecell&deal=617&autoplay=max"
    assert ask(client, "read", text="58 7a", link=link)["link"] == f"{link}&moves=58+7a"
    error = refused(client, "read", text="58 7a 26", link=link)
    assert error["parameters"]["link"] == f"{link}&moves=58+7a+26v1"


def test_the_link_of_an_illegal_move_has_the_solutions_rules(client: httpx.Client) -> None:
    whole = Session.new("freecell", 1)
    text = "# supermoves: single\n# autoplay: none\n26"
    error = refused(client, "read", text=text, link=whole.link())
    assert error["parameters"]["link"] == "game=freecell&deal=1&supermoves=single&autoplay=none&moves=26v1"


@pytest.mark.parametrize("cards", ["german", "russian", "unicode"])
def test_boards_in_the_letters_of_the_page(client: httpx.Client, cards: str) -> None:
    for spelling in (cards, "english"):
        for form in ("text", "columns"):
            text = format_board(deal(617), form, spelling)
            link = ask(client, "read", text=text, cards=cards)["link"]
            assert read_link(link).position == deal(617)
    german = format_board(deal(617), "text", "german")
    assert read_link(ask(client, "read", text=german)["link"]).position == deal(617)  # no other reading is possible
    assert refused(client, "read", status=400, text=german, cards="french")["code"] == "bad_request"


def test_no_text_reads_as_two_cards() -> None:
    readings: dict[str, set[tuple[int, int]]] = {}
    for spelling in SPELLINGS:
        for text, card in texts(spelling).items():
            readings.setdefault(text, set()).add(card)
    assert all(len(cards) == 1 for cards in readings.values())


# Deals


def test_a_random_deal(client: httpx.Client) -> None:
    deals = [client.get("/api/deal", params={"game": "yukon"}).json() for _ in range(5)]
    assert len({each["number"] for each in deals}) > 1
    for each in deals:
        assert each["link"] == f"game=yukon&deal={each['number']}"
        assert each["states"] is None


@pytest.mark.parametrize(
    ("query", "code", "status"),
    [
        ({"game": "bridge"}, "unknown_game", 422),
        ({"kind": "lost"}, "bad_request", 400),
        ({"difficulty": "none"}, "bad_request", 400),
        ({"colour": "red"}, "bad_request", 400),
        ({"game": ["freecell", "yukon"]}, "bad_request", 400),
        ({"game": "x" * 3000}, "too_large", 413),
    ],
)
def test_bad_deal_requests(client: httpx.Client, query: dict[str, Any], code: str, status: int) -> None:
    answer = client.get("/api/deal", params=query)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


@pytest.mark.parametrize("query", ["game", "game=%ff", "game=%zz&&", "%"])
def test_malformed_queries(client: httpx.Client, query: str) -> None:
    answer = client.get(f"/api/deal?{query}")
    assert answer.status_code in (400, 422)
    assert json.loads(answer.content)["error"]["code"] in ("bad_request", "unknown_game")
