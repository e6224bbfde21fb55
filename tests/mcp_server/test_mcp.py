"""`kiebitz mcp` through the protocol's own client over standard input and output, compared with Python."""

from __future__ import annotations

import base64
import io
import json
import os
import sys
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from random import Random
from subprocess import PIPE, Popen
from typing import TYPE_CHECKING, Any

import pytest

from waiting import PATIENCE

pytest.importorskip("mcp.server", reason="wants the dependency group `outer`")

import anyio
from anyio.from_thread import start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import INVALID_REQUEST, PARSE_ERROR
from PIL import Image

import kiebitz
from kiebitz import Limit, Session, Verdict
from kiebitz.analysis.cancellation import Stop
from kiebitz.analysis.request_limits import LONGEST_TEXT
from kiebitz.analysis.skat.review import review
from kiebitz.mcp.results import ToolResult
from kiebitz.mcp.server import _wrap
from kiebitz.patience.game_text import read_game
from kiebitz.patience.notation import format_board
from kiebitz.render import png, svg
from kiebitz.skat.game_text import each_recorded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Ask = Callable[..., Any]

SERVER = StdioServerParameters(
    command=sys.executable, args=["-m", "kiebitz", "mcp"], env={"PYTHONPATH": str(Path(kiebitz.__file__).parents[1])}
)
TOOLS = ["deal", "solve", "check", "light", "losing_move", "hint", "best_score", "read_picture"]
TOOLS += ["skat_value", "skat_chances", "skat_review"]
HAND = "JC JS JD AC KC 9C AS 7H QD 8D"
RECORDS = Path(__file__).parents[1] / "data" / "iss"


@pytest.fixture(scope="module")
def call() -> Iterator[Ask]:
    """A conversation with the server; a call takes the name of a tool and its arguments."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(SERVER)) as client:
        yield lambda name, **arguments: portal.call(partial(client.call_tool, name, arguments))


@pytest.fixture
def ask(call: Ask) -> Ask:
    """Return the object in a tool's answer, which its text repeats."""

    def call_tool(name: str, **arguments: object) -> Any:
        result = call(name, **arguments)
        assert not result.is_error, result.content
        assert json.loads(result.content[0].text) == result.structured_content
        return result.structured_content

    return call_tool


def test_the_tools_describe_their_arguments() -> None:
    async def listed() -> Any:
        async with Client(SERVER) as client:
            return client.server_info, (await client.list_tools()).tools

    about, tools = anyio.run(listed)
    assert (about.name, about.version) == ("kiebitz", kiebitz.__version__)
    assert [tool.name for tool in tools] == TOOLS
    for tool in tools:
        assert tool.description
        assert tool.annotations.read_only_hint
        assert "stop" not in tool.input_schema["properties"]
        assert all("description" in field or "default" in field for field in tool.input_schema["properties"].values())


def test_a_deal_has_its_board_and_its_picture(call: Ask, ask: Ask) -> None:
    position = kiebitz.deal(617)
    answer = ask("deal", text="617")
    assert answer["board"] == format_board(position, "columns")
    assert answer["legal_moves"] == list(map(str, Session(position).legal_moves))
    assert read_game(answer["link"]).start == position
    picture = call("deal", text="617").content[1]
    assert (picture.type, picture.mime_type) == ("image", "image/png")
    data = base64.b64decode(picture.data)
    assert data == png.board(position, "FreeCell", scale=1)
    with Image.open(io.BytesIO(data)) as image:
        assert image.width > 600
    document = call("deal", text=617, picture="svg").content[1].resource
    assert (document.mime_type, document.text) == ("image/svg+xml", svg.board(position, "FreeCell"))
    assert len(call("deal", text="617", picture="none").content) == 1


def test_solutions_win_and_impossible_deals_are_reported(ask: Ask) -> None:
    solved = ask("solve", text="617")
    assert solved["verdict"] == "solved"
    moves = "+".join(solved["moves"])
    assert ask("check", text=f"game=freecell&deal=617&moves={moves}")["verdict"] == "correct"
    assert ask("solve", text="2000006", game="bakers_game")["verdict"] == "impossible"
    text = f"# deal: microsoft 617\n# autoplay: safe\n{' '.join(solved['moves'])}\n"
    assert ask("check", text=text)["state"] == "won"
    assert ask("check", text="# deal: microsoft 617\n# autoplay: safe\n58 1a\n")["verdict"] == "not_won"
    assert ask("check", text="# deal: microsoft 617\n# score: 5\n58 1a\n")["verdict"] == "wrong_score"
    illegal = ask("check", text="# deal: microsoft 617\n# autoplay: safe\n58 26\n")
    assert illegal == {
        "verdict": "illegal",
        "ply": 2,
        "move": "26",
        "reason": "black king on black 6: only a red 5 goes there",
    }


@pytest.mark.parametrize(
    "link",
    [
        "game=freecell&deal=2000017&numbering=fisher-yates",
        "game=bakers_game&deal=2000006",
        "game=bakers_game&deal=17",
        "game=yukon&deal=3",
        "game=russian&deal=1",
    ],
)
def test_the_light_is_that_of_the_analyst(ask: Ask, link: str) -> None:
    expected = kiebitz.light(read_game(link))
    answer = ask("light", text=link)
    assert (answer["verdict"], answer.get("score"), answer.get("bound")) == (
        expected.verdict.value,
        expected.score,
        expected.bound,
    )


def test_hints_lead_to_the_end(ask: Ask) -> None:
    session = Session.new("freecell", 2_000_001)
    for _ in range(200):
        if session.is_won:
            break
        answer = ask("hint", text=session.link())
        assert answer["verdict"] == "solved"
        session.play(answer["move"])
    assert session.is_won
    assert ask("hint", text=session.link())["move"] is None


def test_the_losing_move_is_found(ask: Ask) -> None:
    session = Session.new("bakers_game", 17)
    chance = Random(1)
    while kiebitz.light(session).verdict is Verdict.SOLVED:
        session.push(chance.choice(list(session.legal_moves)))
    answer, expected = ask("losing_move", text=session.link()), kiebitz.losing_move(session)
    assert expected is not None
    assert (answer["ply"], answer["certain"], answer["move"]) == (
        expected.ply,
        expected.certain,
        session.words()[expected.ply - 1],
    )
    assert ask("losing_move", text="617")["ply"] is None
    assert ask("losing_move", text="2000006", game="bakers_game")["ply"] == 0


def test_best_scores_are_those_of_the_analyst(ask: Ask) -> None:
    for number in (1, 2, 3):
        expected, answer = kiebitz.best_score(kiebitz.deal(number, "russian")), ask("best_score", text=str(number))
        assert (answer["score"], answer["bound"], len(answer["moves"])) == (
            expected.score,
            expected.bound,
            len(expected.moves),
        )


def test_a_picture_is_read_and_the_board_goes_to_the_other_tools(call: Ask, ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "screen.png"
    file.write_bytes(png.board(kiebitz.deal(617)))
    seen = ask("read_picture", file=str(file))
    assert seen["status"] == "read"
    assert (seen["deal"], seen["doubtful"], seen["fault"]) == (617, [], None)
    assert ask("solve", text=seen["board"])["verdict"] == "solved"
    assert ask("read_picture", file=str(file), deal="617")["agrees"]
    other = ask("read_picture", file=str(file), deal=618)
    assert (other["status"], other["agrees"], other["deal"]) == ("doubtful", False, 617)
    screen = Image.open(file)
    screen.crop((0, 0, screen.width * 3 // 5, screen.height)).save(file)
    cut = ask("read_picture", file=str(file))
    assert (cut["status"], cut["board"]) == ("doubtful", None)
    assert "missing" in cut["fault"]
    assert call("read_picture", file=str(tmp_path / "none.png")).is_error


def test_skat(ask: Ask) -> None:
    value = ask("skat_value", hand=HAND)
    assert value["textbook"] == "36 Clubs"
    hand = next(one for one in value["contracts"] if one["contract"] == "clubs hand")
    assert (hand["value"], hand["words"]) == (48, "with 2, game 3, Hand 4, × clubs 12 = 48")
    with_skat = ask("skat_value", hand=HAND, skat="JH 7C")["contracts"]
    assert next(one for one in with_skat if one["contract"] == "clubs hand")["value"] == 84
    chances = ask("skat_chances", hand=HAND, worlds=2)
    assert chances["contracts"]
    for one in chances["contracts"]:
        low, high = one["interval_95"]
        assert low <= one["chance"] <= high
    record = (RECORDS / "lost.sgf").read_text(encoding="utf-8")
    (game,) = each_recorded(record)
    expected, answer = review(game), ask("skat_review", record=record)  # type: ignore[arg-type]  # a game, no error
    assert (answer["score"], answer["value_at_start"]) == (expected.score.score, expected.start)  # type: ignore[union-attr]
    assert [step["number"] for step in answer["below_best"]] == [step.number for step in expected.steps if step.lost]


@pytest.mark.parametrize(
    ("name", "arguments", "line"),
    [
        ("deal", {"text": "foo"}, "line 1, column 1: 'foo' cannot be read; expected a card such as AS, TS, 10S or ♠10"),
        ("deal", {}, "text '{}': Field required"),
        ("deal", {"text": "617", "picture": "gif"}, "picture 'gif': Input should be 'png', 'svg' or 'none'"),
        ("deal", {"text": "617", "game": "frecell"}, "unknown game 'frecell'"),
        ("solve", {"text": "99999999999999"}, "number '99999999999999' is out of range"),
        ("light", {"text": "game=freecell&deal=617&moves=26"}, "move 1 '26' is illegal: black king on black 6"),
        ("light", {"text": "x" * (LONGEST_TEXT + 1)}, "(60001 characters): String should have at most 60000"),
        ("best_score", {"text": "1", "game": "freecell"}, "FreeCell has no best score"),
        ("hint", {"text": None}, "text 'None': Input should be a valid string"),
        ("check", {"text": "58 1a"}, "expected a line '# deal: microsoft 617' above the moves"),
        ("skat_value", {"hand": "JC JC"}, "hand"),
        ("skat_value", {"hand": HAND, "skat": "JC 7C"}, "skat"),
        ("skat_chances", {"hand": HAND, "bid": 19}, "19"),
        ("skat_chances", {"hand": HAND, "worlds": 10**9}, "worlds '1000000000': Input should be less than or equal"),
        ("skat_review", {"record": ""}, "record"),
        ("skat_review", {"record": "(;GM[Skat]PC[x];)"}, "game 1"),
        ("nothing\nat all", {}, r"Unknown tool: nothing\nat all"),
    ],
)
def test_bad_input_gives_one_line(call: Ask, name: str, arguments: dict[str, object], line: str) -> None:
    result = call(name, **arguments)
    assert result.is_error
    assert result.structured_content is None
    (content,) = result.content
    assert line in content.text
    assert content.text.isprintable()
    assert len(content.text) < 600


_DIGITS = "9" * 5000
_CALL = '{"jsonrpc": "2.0", "id": %s, "method": "tools/call", "params": {"name": "deal", "arguments": {"text": %s}}}'


@pytest.mark.parametrize(
    ("line", "number", "code"),
    [
        ("no JSON", None, PARSE_ERROR),
        ("[" * 100_000, None, PARSE_ERROR),
        (_CALL % (7, "[" * 1000 + "]" * 1000), None, PARSE_ERROR),
        (_DIGITS, None, PARSE_ERROR),
        (_CALL % (7, _DIGITS), None, PARSE_ERROR),
        (_CALL % (f"-{_DIGITS}", "1"), None, PARSE_ERROR),
        (_CALL % (7, r'"\ud800"'), None, PARSE_ERROR),
        (_CALL % (7, r'"\udc00 617"'), None, PARSE_ERROR),
        (_CALL % (r'"\ud800"', "1"), None, PARSE_ERROR),
        (_CALL % (7, '"617'), None, PARSE_ERROR),
        ("null", None, INVALID_REQUEST),
        ("[]", None, INVALID_REQUEST),
        (f"[{_CALL % (7, '617')}]", None, INVALID_REQUEST),
        ('{"jsonrpc": "2.0", "id": 7, "method": 8}', 7, INVALID_REQUEST),
        ('{"jsonrpc": "2.0", "id": "x", "method": "ping", "params": []}', "x", INVALID_REQUEST),
        ('{"id": 7, "method": "ping"}', 7, INVALID_REQUEST),
        *((_CALL % (number, "617"), None, INVALID_REQUEST) for number in ("null", "true", "1.5", "{}", "[]")),
        (_CALL % (7, '"\udcff"'), 7, None),
        (_CALL % (7, "1e999"), 7, None),
        (_CALL % (7, "9" * 4000), 7, None),
        (_CALL % (7, '"%s"' % ("x" * 1_000_000)), 7, None),
    ],
    ids=lambda value: str(value)[:90],
)
def test_every_line_with_a_waiting_client_is_answered(
    conversation: Popen[str], line: str, number: object, code: int | None
) -> None:
    assert conversation.stdin is not None
    assert conversation.stdout is not None
    print(line, file=conversation.stdin, flush=True)
    answer = json.loads(conversation.stdout.readline())
    assert answer["id"] == number
    assert answer.get("error", {}).get("code") == code
    assert code is None or answer["error"]["message"].isprintable()


@pytest.fixture(scope="module")
def conversation() -> Iterator[Popen[str]]:
    """A server for raw lines, which still answers a valid request afterwards."""
    command = [SERVER.command, *SERVER.args]
    with Popen(
        command,
        stdin=PIPE,
        stdout=PIPE,
        env={**os.environ, **SERVER.env},
        encoding="utf-8",
        errors="surrogateescape",
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}
        print("no JSON", json.dumps(hello), sep="\n", file=process.stdin, flush=True)
        assert json.loads(process.stdout.readline())["error"]["code"] == PARSE_ERROR
        assert json.loads(process.stdout.readline())["id"] == 0
        print('{"jsonrpc": "2.0", "method": "notifications/initialized"}', file=process.stdin, flush=True)
        yield process
        print(_CALL % (1, "617"), file=process.stdin, flush=True)
        assert not json.loads(process.stdout.readline())["result"]["isError"]
        process.stdin.close()
        assert process.stdout.read() == ""
        assert process.wait(PATIENCE) == 0


def test_a_request_ends_at_its_limit_or_when_cancelled() -> None:
    ended: SimpleQueue[tuple[str, bool]] = SimpleQueue()

    def patient(text: str, stop: Stop) -> ToolResult:
        while not stop():
            pass
        ended.put((text, stop.is_cancelled))
        return ToolResult({})

    async def call_tool() -> None:
        slots = anyio.CapacityLimiter(1)
        await _wrap(patient, 0.01, slots)(text="its time is up")
        with anyio.move_on_after(0.01):
            await _wrap(patient, PATIENCE, slots)(text="nobody waits")

    anyio.run(call_tool)
    assert ended.get(timeout=PATIENCE) == ("its time is up", False)
    assert ended.get(timeout=PATIENCE) == ("nobody waits", True)


def test_too_many_requests_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiebitz.mcp.server._MAX_WAITING", 0)
    tool = _wrap(lambda stop: ToolResult({"asked": stop.is_cancelled}), PATIENCE, anyio.CapacityLimiter(1))
    with pytest.raises(ToolError, match="busy: "):
        anyio.run(tool)


def test_requests_have_the_limits_of_the_web_server(monkeypatch: pytest.MonkeyPatch) -> None:
    from kiebitz.mcp import games

    limits: list[Limit] = []
    solution = games._analyst.solution

    def noted(game: Session, limit: Limit, **more: Any) -> Any:
        limits.append(limit)
        return solution(game, limit, **more)

    monkeypatch.setattr(games._analyst, "solution", noted)
    for tool in (games.solve, games.hint):
        stop = Stop(games.TOOLS[tool])
        stop.begin()
        tool("617", stop)
    assert [(limit.states, limit.memory) for limit in limits] == [(5_000_000, 192 << 20), (500_000, 192 << 20)]
    assert [0 < limit.seconds <= most for limit, most in zip(limits, (20, 3), strict=True)] == [True, True]  # type: ignore[operator]
