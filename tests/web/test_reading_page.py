"""Text pasted into the page: read as in Python, and refused for the same reasons."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("msgspec", reason="the server's libraries are not installed: kiebitz[web]")

from board_forms import forms
from kiebitz import solve
from kiebitz.deals import NUMBERINGS
from kiebitz.errors import KiebitzError
from kiebitz.patience import Autoplay, PileKind
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import game, games
from kiebitz.patience.links import read_link
from kiebitz.patience.notation import BOARD_FORMATS, SOLUTION_FORMATS, format_board, format_moves, format_solution
from kiebitz.patience.notation.text_limits import RARE_SPACES
from kiebitz.patience.referee import apply, legal_moves
from kiebitz.patience.session import Session
from kiebitz.web.api_errors import RefusedError, refusal_of
from kiebitz.web.games_api import read
from kiebitz.web.schema import TextRequest
from patience.notation.test_solutions_of_others import writings
from tables import in_order_of_arrival, walk
from web.page_modules import data_of

if TYPE_CHECKING:
    from web.page_modules import Answers

SOLUTIONS = Path(__file__).parents[1] / "data" / "solutions"


def in_python(case: dict[str, Any]) -> dict[str, Any]:
    """Return the game that Python reads, or the reason of its refusal."""
    spelling = next((one for one in case.get("spellings", ()) if one != "english"), "english")
    text = TextRequest(case["text"], case.get("game", "freecell"), case.get("table"), spelling)  # type: ignore[arg-type]
    try:
        session = read_link(read(text, None).link)  # type: ignore[arg-type]  # not asked to stop
    except RefusedError as error:
        return {"code": error.code, "parameters": error.parameters}
    except KiebitzError as error:
        answer = refusal_of(error)
        return {"code": answer.code, "parameters": answer.parameters}
    return {"link": session.link(), "start": data_of(session.start)}


def test_both_know_the_same_white_space(answers: Answers) -> None:
    [answer] = answers([{"kind": "spaces"}])
    signs = list(map(chr, range(0x110000)))
    page_spaces, python_spaces = set(answer["all"]), {sign for sign in signs if sign.isspace()}
    ends = {sign for sign in signs if len(f"a{sign}b".splitlines()) == 2} - {"\r", "\n"}
    assert answer["rare"] == RARE_SPACES
    assert set(RARE_SPACES) >= (page_spaces ^ python_spaces) | ends
    assert set(RARE_SPACES) <= page_spaces | python_spaces


def test_other_programs_output_is_read_alike(answers: Answers) -> None:
    texts = [
        "FreeCell Game #620",
        "Microsoft FreeCell Deal No. 617:\r\n58 1a",
        "freecell game 1\n\n",
        "Deal #620",
        "game 620:\n58 1a",
        "https://example.org/?deal=620",
        "https://example.org/page?lang=en&deal=620",
        "https://example.org/?deal=6200000000000",
        "#-1",
        "#617: 58 1a",
        "Game #617: 58 1a\n4a",
        "FreeCell deal 617: 5S 6H",
        "#1:",
        "x#1:8r8r8r8r8r",
    ]
    for autoplay in Autoplay:
        for number in (1, 2, 617):
            session = Session.new(number=number, autoplay=autoplay)
            for move in solve(session.start, autoplay=autoplay).moves:
                session.push(move)
            texts.append(f"https://example.org/?deal={number}:{in_order_of_arrival(session)}")
            texts.append(f"https://example.org/#{number}:{in_order_of_arrival(session)}")
            if all(move.count == session.move_between(move.source, move.target).count for move in session.moves):
                run_on = "".join(map(str, session.moves))
                texts += [
                    f"FreeCell Game #{number}\n{run_on}",
                    f"# deal: {number}\n# autoplay: {autoplay.value}\n{run_on}",
                ]
    moves = solve(deal(617), autoplay=Autoplay.SAFE).moves
    texts += [text for text in writings(format_moves(deal(617), moves, Autoplay.SAFE), 617) if "617" in text]
    cases = [{"kind": "read", "text": text} for text in texts]
    won = 0
    for case, answer in zip(cases, answers(cases), strict=True):
        expected = in_python(case)
        link = read_link(answer["link"]).link() if "link" in answer else None
        assert link == expected.get("link"), case
        assert ("code" in answer) == ("code" in expected), case
        won += link is not None and read_link(link).is_won
    assert won >= 22


@pytest.mark.parametrize(
    "text",
    [
        "# deal: microsoft 617{}58 1a",
        "# deal: microsoft 617\n58{}1a{}",
        "# deal: microsoft{}1,617\n58",
        "#{}deal{}: microsoft 617\n58",
        "# deal: microsoft 617\n{}Move a card from stack 0 to freecell 0{}",
        "game=freecell&deal=617&build=SAME_SUIT&moves=1a{}",
        "{}# deal: microsoft 617\n58 1a",
        "# deal: microsoft 617\n58 {{a{}b}} 1a (2a {{c}} {}3a)",
        "{}617",
        "61{}7",
        "{}game=freecell&deal=617&moves=58+1a",
        "game=freecell&deal=617&moves=58{}1a",
        "game=freecell&deal=617&moves=58%E2%80%A81a",
    ],
)
def test_rare_white_space_is_read_alike(answers: Answers, text: str) -> None:
    cases = [{"kind": "read", "text": text.format(sign, sign)} for sign in RARE_SPACES + "\xa0"]
    for case, answer in zip(cases, answers(cases), strict=True):
        link = read_link(answer["link"]).link() if "link" in answer else None  # kept as pasted
        assert link == in_python(case).get("link"), case


def test_deals_of_every_numbering_are_the_same(answers: Answers) -> None:
    chance = Random(7)
    cases, expected = [], []
    for name, numbering in NUMBERINGS.items():
        own = "solitaire_one_suit" if name == "one-suit" else "freecell"
        most = numbering.range.stop - 1
        numbers = [numbering.range.start, numbering.range.start + 1, 31_999, 32_000, 32_001, most]
        numbers += [chance.randint(0, most) for _ in range(30)]
        for number in numbers:
            cases.append({"kind": "dealt", "game": own, "numbering": name, "number": str(number)})
            expected.append(data_of(deal(number, own, name)))
    for case, answer, reference in zip(cases, answers(cases), expected, strict=True):
        assert answer == reference, case


def test_boards_of_every_form_and_game_are_the_same(answers: Answers) -> None:
    cases: list[dict[str, Any]] = []
    for name in games():
        for number, position in enumerate(walk(game(name), 2_000_017, 40)[::9]):
            form = BOARD_FORMATS[number % len(BOARD_FORMATS)]
            cases.append({"kind": "read", "game": name, "text": format_board(position, form)})
    cases += [
        {"kind": "read", "text": format_board(deal(617), "text", spelling), "spellings": [spelling]}
        for spelling in ("german", "russian")
    ]
    for case, answer in zip(cases, answers(cases), strict=True):
        assert answer == in_python(case), case


def test_boards_in_other_programs_forms_are_the_same(answers: Answers) -> None:
    cases = [
        {"kind": "read", "game": name, "text": text}
        for name in ("freecell", "eight_off", "simple_simon", "yukon")
        for _, text in forms(deal(7, name))
    ]
    for case, answer in zip(cases, answers(cases), strict=True):
        reference = in_python(case)
        assert "link" in reference, case
        assert answer == reference, case


def test_solutions_of_every_form_are_the_same(answers: Answers) -> None:
    cases: list[dict[str, Any]] = []
    for path in sorted(SOLUTIONS.glob("*.txt")):
        text = path.read_text("utf-8")
        if len(text) < 60_000:
            cases.append({"kind": "read", "text": text, "table": "game=freecell&deal=617"})
    chance = Random(4)
    for name in games():
        session = Session.new(name, 2_000_003, autoplay=Autoplay.SAFE)
        for _ in range(15):
            if (moves := list(session.legal_moves)) and not session.is_won:
                session.push(chance.choice(moves))
        returns = any(move.source.kind is PileKind.FOUNDATION for move in session.moves)  # fc-solve knows none of these
        for form in SOLUTION_FORMATS:
            if (form == "fc-solve-snx" and session.rules.columns > 10) or (returns and form.startswith("fc-solve")):
                continue
            text = format_solution(session.start, session.moves, session.autoplay, str(session.deal), form)
            cases.append({"kind": "read", "text": text})
        words = " ".join(session.words())
        cases.append({"kind": "read", "text": words, "game": name, "table": Session.new(name, 2_000_003).link()})
    for case, answer in zip(cases, answers(cases), strict=True):
        reference = in_python(case)
        assert answer.get("link") == reference.get("link"), (case, answer, reference)


MOVE = next(iter(legal_moves(deal(617))))
#: Unreadable texts, with the game of the page.
WRONG = (
    format_board(deal(617), "fc-solve") + "====\n" + format_board(apply(deal(617), MOVE), "fc-solve"),
    "9999999999",
    "KS QS\nKD 1X",
    "# deal: microsoft 617\n58 26",
    "# deal: canfield 1\n58",
    "# game: freecell\n# autoplay: often\n58",
    "58 26",
    "nonsense",
    "{",
    '{"format": "kiebitz-board"}',
    "Home: 2S 3S\n1: KS",
    "Cells: KS KS KS KS KS\n1: KS",
    "1: KS\n3: QS",
    "Foundations: H-0 CH JD QC 9H JS\n: TS 9S 8D KC 6H 8C\n: QD QH AH 9D 8H KD\n",
    format_board(deal(617), "columns").replace("7D ", "", 1),
    format_board(deal(617), "columns").replace("7D ", "QS ", 1),
    format_board(deal(617)).replace("7D", "<7D>", 1),
    format_board(deal(617), "columns").replace("8: ", "9: ", 1),
)


def test_the_page_refuses_the_same_texts_as_python(answers: Answers) -> None:
    cases = [{"kind": "read", "text": text, "table": "game=freecell&deal=617"} for text in WRONG]
    check_refusals(answers, cases)


def test_the_page_refuses_the_same_boards_of_every_game(answers: Answers) -> None:
    chance = Random(11)
    cases = []
    for name in games():
        for position in walk(game(name), 2_000_017, 40)[::13]:
            board = format_board(position, "columns")
            words = board.split()
            card = chance.choice([word for word in words if word[0] in "A23456789TJQK" and word[-1] in "CDHS"])
            others = ("", chance.choice(words[1:]), "KD")
            cases += [{"kind": "read", "game": name, "text": board.replace(card, other, 1)} for other in others]
    cases = [case for case in cases if "link" not in in_python(case)]
    assert len(cases) > 200
    check_refusals(answers, cases)


def check_refusals(answers: Answers, cases: list[dict[str, Any]]) -> None:
    for case, answer in zip(cases, answers(cases), strict=True):
        reference = in_python(case)
        assert "link" not in reference, case
        assert "link" not in answer, case
        if reference["code"] == "bad_board":
            assert answer["code"] == "bad_board"
            cards = {key: list(map(str, reference["parameters"][key])) for key in ("missing", "doubled", "home")}
            assert {key: answer.get(key, []) for key in cards} == cards, case
        elif str(reference["parameters"].get("place")).startswith("line") and not case["text"].startswith("{"):
            assert (answer["code"], answer["place"]) == ("bad_notation", reference["parameters"]["place"]), case
