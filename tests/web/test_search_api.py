from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.analysis.cancellation import Stop
from kiebitz.analysis.levels import Level, level
from kiebitz.analysis.limits import Limit, Verdict
from kiebitz.analysis.scores import best_score
from kiebitz.analysis.solving import solve
from kiebitz.patience import referee
from kiebitz.patience.dealing import deal
from kiebitz.patience.links import read_link
from kiebitz.patience.rule_options import Autoplay
from kiebitz.patience.session import Session
from kiebitz.web import search_api
from kiebitz.web.app import create_app
from kiebitz.web.schema import DealRequest, GameReference
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    import httpx
    from starlette.types import ASGIApp


def ask(client: httpx.Client, path: str, link: str) -> Any:
    answer = client.post(f"/api/{path}", json={"link": link})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(
    ("link", "verdict", "score", "bound"),
    [
        ("game=freecell&deal=1", "solved", None, None),
        ("game=freecell&deal=5&cells=0", "impossible", None, None),
        ("game=solitaire_6x6&deal=1", "solved", None, None),
        ("game=russian&deal=16", "solved", 52, 52),
        ("game=russian&deal=17", "impossible", 13, 13),
    ],
)
def test_the_light(client: httpx.Client, link: str, verdict: str, score: int | None, bound: int | None) -> None:
    if verdict == "impossible" and score is not None:
        score = bound = best_score(read_link(link).position).score
    answer = ask(client, "light", link)
    assert (answer["verdict"], answer["score"], answer["bound"], answer["limit_hit"]) == (verdict, score, bound, None)
    assert answer["states"] >= 0
    assert answer["seconds"] >= 0


@pytest.mark.parametrize("name", ["freecell", "bakers_game", "russian"])
def test_hints_lead_home(client: httpx.Client, name: str) -> None:
    number = 16 if name == "russian" else 1
    session = Session.new(name, number)
    for _ in range(250):
        if session.is_won:
            break
        move = ask(client, "hint", session.link())["move"]
        session.play(move["text"])
        moves = session.moves[-1]
        assert (moves.source.code, moves.target.code, moves.count) == (move["source"], move["target"], move["count"])
    assert session.is_won


def test_a_lost_position_has_no_hint(client: httpx.Client) -> None:
    answer = ask(client, "hint", "game=freecell&deal=5&cells=0")
    assert (answer["move"], answer["light"]["verdict"]) == (None, "impossible")


@pytest.mark.parametrize("autoplay", list(Autoplay))
def test_solutions_start_at_the_current_move(client: httpx.Client, autoplay: Autoplay) -> None:
    played = Session.new("relaxed_freecell", 5, autoplay=autoplay)
    played.push(solve(played.position, autoplay=autoplay).moves[0])
    answer = ask(client, "solve", played.link())
    assert (answer["verdict"], answer["limit_hit"], answer["score"]) == ("solved", None, None)
    session = read_link(answer["link"])
    assert (session.ply, session.autoplay.value) == (1, answer["autoplay"])
    assert [str(move) for move in session.undone] == [word.partition("v")[0] for word in answer["moves"]]
    session.goto(session.ply + len(session.undone))
    assert session.is_won


def test_a_line_names_its_autoplay_rule(client: httpx.Client) -> None:
    result = solve(deal(98714), None, read_link("game=freecell&deal=1&autoplay=max").autoplay)
    answer = ask(client, "solve", "game=freecell&deal=98714&autoplay=max")
    session = read_link(answer["link"])
    assert answer["autoplay"] == result.autoplay.value
    session.goto(len(session.undone))
    assert session.is_won


@pytest.mark.parametrize(("moves", "plies"), [("", 0), ("&moves=3a", 1), ("&moves=3a+1b+1c", 3)])
def test_a_line_for_another_rule_of_autoplay_keeps_the_deal(client: httpx.Client, moves: str, plies: int) -> None:
    """Deal 98714 cannot be won if every possible card must go home."""
    table = read_link(f"game=freecell&deal=98714&autoplay=max{moves}")
    answer = ask(client, "solve", table.link())
    session = read_link(answer["link"])
    assert (answer["autoplay"], session.deal, session.start) == ("safe", table.deal, table.start)
    assert (session.position, session.ply) == (table.position, plies)
    session.goto(session.ply + len(session.undone))
    assert session.is_won


def test_solutions_of_scored_games(client: httpx.Client) -> None:
    best = best_score(deal(17, "russian"))
    answer = ask(client, "solve", "game=russian&deal=17")
    assert (answer["verdict"], answer["score"]) == ("impossible", best.score)
    session = read_link(answer["link"])
    session.goto(len(session.undone))
    assert sum(session.position.foundations) == best.score


def test_impossible_deals_are_remembered(client: httpx.Client) -> None:
    answer = ask(client, "solve", "game=freecell&deal=11982")
    assert (answer["verdict"], answer["moves"], answer["link"]) == ("impossible", [], None)
    assert ask(client, "light", "game=freecell&deal=11982")["verdict"] == "impossible"
    assert ask(client, "losing-move", "game=freecell&deal=11982")["ply"] == 0


def test_the_losing_move(client: httpx.Client) -> None:
    session = Session.new("solitaire_6x6", 1)
    lost_by = None
    while session.legal_moves and lost_by is None:
        for move in session.legal_moves:
            after = referee.apply(session.position, move)
            if solve(after, Limit(states=20_000)).verdict is Verdict.IMPOSSIBLE:
                lost_by = move
                break
        session.push(lost_by or next(iter(session.legal_moves)))
    assert lost_by is not None
    ply = session.ply
    for move in list(session.legal_moves)[:1]:
        session.push(move)
    answer = ask(client, "losing-move", session.link())
    assert (answer["ply"], answer["last_winnable"], answer["certain"]) == (ply, ply - 1, True)
    session.goto(ply - 1)
    assert ask(client, "losing-move", session.link())["ply"] is None


@pytest.mark.parametrize("path", ["light", "hint", "solve", "losing-move"])
def test_rules_without_a_search(client: httpx.Client, path: str) -> None:
    answer = client.post(f"/api/{path}", json={"link": "game=freecell&deal=1&home_moves=forced"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "unsolvable")


# Deals


@pytest.mark.parametrize(
    ("name", "difficulty"),
    [("russian", "any"), ("solitaire_one_suit", "easy"), *(("freecell", level.value) for level in Level)],
)
def test_winnable_deals_are_of_their_level(client: httpx.Client, name: str, difficulty: str) -> None:
    query = {"game": name, "kind": "winnable", "difficulty": difficulty}
    answer = client.get("/api/deal", params=query).json()
    session = read_link(answer["link"])
    assert session.deal is not None
    assert (session.rules.game, session.deal.number) == (name, answer["number"])
    assert solve(session.position).verdict is Verdict.SOLVED
    assert difficulty == "any" or level(session).level is Level(difficulty)
    assert answer["states"] >= 0


def test_games_without_levels_refuse_them(client: httpx.Client) -> None:
    answer = client.get("/api/deal", params={"game": "yukon", "kind": "winnable", "difficulty": "hard"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "unsolvable")


def running_search(seconds: float) -> Stop:
    stop = Stop(seconds)
    stop.begin()
    return stop


def test_a_search_for_a_deal_ends_in_time(client: httpx.Client) -> None:
    stop = running_search(20)
    stop.cancel()
    with pytest.raises(Exception, match="Marseille"):
        search_api.deal(DealRequest(game="marseille", kind="winnable"), stop)
    assert client.get("/api/health").status_code == 200


# Disconnecting clients

HARD = "game=freecell&deal=982&cells=2"  # undecided after 15 million positions


def test_time_limits_end_a_search() -> None:
    start = time.monotonic()
    answer = search_api.solution(GameReference(link="game=freecell&deal=1582&cells=2"), running_search(0.2))
    assert (answer.verdict, answer.limit_hit) == ("undecided", "seconds")
    assert time.monotonic() - start < 20


def test_a_search_stops_when_its_client_disconnects(serving: Callable[[ASGIApp], AbstractContextManager[str]]) -> None:
    import httpx

    with serving(create_app()) as url, httpx.Client(base_url=url, timeout=PATIENCE) as other:
        gone = threading.Thread(target=_go_away, args=(url,))
        gone.start()
        assert _until(lambda: other.get("/api/health").json()["busy"] == 1)
        gone.join()
        assert _until(lambda: other.get("/api/health").json()["busy"] == 0)
        assert ask(other, "light", "game=freecell&deal=1")["verdict"] == "solved"


def _go_away(url: str) -> None:
    import httpx

    with pytest.raises(httpx.TimeoutException):
        httpx.post(f"{url}/api/solve", json={"link": HARD}, timeout=httpx.Timeout(10, read=0.5))


def _until(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False
