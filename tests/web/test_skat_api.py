from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from kiebitz.analysis.skat.chances import Chances, Comparison
from kiebitz.skat.contract import Contract
from kiebitz.skat.hand import read_hand, read_skat
from kiebitz.skat.textbook import appraise
from kiebitz.skat.valuation import valuation
from kiebitz.studies.skat_chances import run_chances
from kiebitz.web.app import create_app
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from starlette.types import ASGIApp

HAND = "JC JS JD AC KC 9C AS 7H QD 8D"
SKAT = "TC 7D"


@pytest.mark.parametrize("skat", [None, SKAT])
def test_values_are_those_of_the_rules(client: httpx.Client, skat: str | None) -> None:
    body = {"cards": HAND.split()} | ({"skat": skat.split()} if skat else {})
    answer = client.post("/api/skat/value", json=body).json()
    hand = read_hand(HAND)
    textbook = appraise(hand)
    assert (answer["textbook"]["value"], answer["textbook"]["suit"]) == (textbook.value, str(textbook.suit))
    assert answer["textbook"]["reason"] is None
    assert len(answer["contracts"]) == 14
    for each in answer["contracts"]:
        value = valuation(hand, Contract.parse(each["contract"]), read_skat(skat, hand) if skat else None)
        assert (each["value"], each["words"], each["highest_bid"]) == (value.value, value.words, value.highest_bid)


@pytest.mark.parametrize("path", ["value", "chances"])
@pytest.mark.parametrize(
    ("cards", "skat", "status", "code"),
    [
        (HAND.replace("8D", "QD"), None, 422, "bad_cards"),
        (HAND.replace("8D", "6D"), None, 422, "bad_cards"),
        (HAND.replace("8D", "X"), None, 422, "bad_cards"),
        (HAND.replace("8D", "-"), None, 422, "bad_cards"),
        (HAND, "8D TC", 422, "bad_cards"),
        (HAND, "8D", 400, "bad_request"),
        (HAND + " TC", None, 400, "bad_request"),
    ],
)
def test_bad_hands(client: httpx.Client, path: str, cards: str, skat: str | None, status: int, code: str) -> None:
    body = {"cards": cards.split()} | ({"skat": skat.split()} if skat else {})
    answer = client.post(f"/api/skat/{path}", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text


def test_an_invalid_bid(client: httpx.Client) -> None:
    answer = client.post("/api/skat/chances", json={"cards": HAND.split(), "bid": 19})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_number")


def test_refined_chances_end_at_the_same_figures(client: httpx.Client) -> None:
    body = {"cards": HAND.split(), "skat": SKAT.split(), "worlds": 6, "seed": 5, "seat": "rearhand"}
    lines: list[Any] = []
    with client.stream("POST", "/api/skat/chances", json=body) as answer:
        assert answer.headers["content-type"] == "application/x-ndjson"
        for line in answer.iter_lines():
            assert len(line) < 8_000
            lines.append(json.loads(line))
    assert [each["done"] for each in lines] == [False] * (len(lines) - 1) + [True]
    played = [each["played"] for each in lines]
    assert played == sorted(played)
    from kiebitz.skat.seats import REARHAND

    chances = Chances(Comparison(read_hand(HAND), read_skat(SKAT, ()), seat=REARHAND, worlds=6, seed=5))
    run_chances(chances)
    assert lines[-1]["complete"]
    assert [(each["contract"], each["won"], each["worlds"]) for each in lines[-1]["contracts"]] == [
        (str(row.contract), row.won.count, row.won.of) for row in chances.rows()
    ]


def test_the_stream_stops_when_its_client_disconnects(
    serving: Callable[[ASGIApp], AbstractContextManager[str]],
) -> None:
    with serving(create_app()) as url, httpx.Client(base_url=url, timeout=PATIENCE) as other:
        cards = ["JS", "JD", "KC", "9C", "TS", "QS", "8S", "AH", "9H", "TD"]  # its games take long
        body = {"cards": cards, "worlds": 1000}
        with httpx.stream("POST", f"{url}/api/skat/chances", json=body, timeout=PATIENCE) as answer:
            first = json.loads(next(answer.iter_lines()))
            assert not first["done"]
            assert other.get("/api/health").json()["busy"] == 1
        end = time.monotonic() + PATIENCE
        while other.get("/api/health").json()["busy"] and time.monotonic() < end:
            time.sleep(0.02)
        assert other.get("/api/health").json()["busy"] == 0
