"""Decisions and chances are stable: equal to recorded ones for the same view, level and seed.

The engine's Python predecessor wrote the cards of the games and the fair views of
`tests/data/skat/decisions.jsonl`. The kernel wrote the auctions and the chances.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.analysis.skat.chances import Chances, Comparison
from kiebitz.analysis.skat.fair_view import fair_steps
from kiebitz.analysis.skat.levels import LEVELS
from kiebitz.analysis.skat.players import Engine, Player, RuleOfThumb, step
from kiebitz.skat.contract import Contract
from kiebitz.skat.dealing import deal
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session, Stage
from kiebitz.studies.skat_chances import run_chances

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.analysis.skat.chances import ChanceRow
    from kiebitz.cards import Card

_FILE = Path(__file__).parents[2] / "data/skat/decisions.jsonl"
RECORDED = [json.loads(line) for line in _FILE.read_text().splitlines()]


def recorded(kind: str) -> list[Any]:
    """Return the records of a kind, with their deal or hand as name; mark three in four of them as long."""
    records = [record for record in RECORDED if record["kind"].endswith(kind)]
    marks = [[pytest.mark.long] if place % 4 else [] for place in range(len(records))]
    return [
        pytest.param(record, id=str(record.get("deal") or record["hand"]), marks=marks[place])
        for place, record in enumerate(records)
    ]


def dealt(number: int) -> Session:
    return Session(deal(number))


def names(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def player(level: str, seed: int) -> Player:
    return RuleOfThumb() if level == "thumb" else Engine(LEVELS[level], seed)


@pytest.mark.parametrize("game", recorded("game"))
def test_cards_are_played_as_ever(game: dict[str, Any]) -> None:
    session = dealt(game["deal"])
    players = [player(level, game["seed"]) for level in game["levels"]]
    for word in game["game"].split():
        turn = session.turn
        assert turn is not None
        if session.stage is not Stage.PLAY:
            session.act(word)
            continue
        step(session, players[turn])
        assert session.words[-1] == word
    assert session.stage is Stage.OVER


@pytest.mark.parametrize("line", recorded("auction"))
def test_auctions_and_announcements_as_recorded(line: dict[str, Any]) -> None:
    session = dealt(line["deal"])
    players = [Engine(LEVELS[level], line["seed"]) for level in line["levels"]]
    for word in line["words"].split():
        turn = session.turn
        assert turn is not None
        step(session, players[turn])
        assert session.words[-1] == word
    assert session.stage in (Stage.PLAY, Stage.OVER)


@pytest.mark.parametrize("line", recorded("fair"))
def test_the_same_fair_view(line: dict[str, Any]) -> None:
    session = dealt(line["deal"])
    for word in line["game"].split():
        session.act(word)
    values = [
        {
            "number": one.number,
            "worlds": one.worlds,
            "chances": [[str(each.card), each.won, each.of, each.is_exact] for each in one.chances],
            "lost": [one.lost, *one.lost_interval],
            "sure": list(map(str, one.sure)),
        }
        for one in fair_steps(session.record(), line["worlds"], listens=line["listens"])
    ]
    assert values == line["steps"]


def figures(row: ChanceRow, bid: int) -> list[Any]:
    tally = row.tally
    return [
        *(row.contract.text(), row.stage, row.won.count, row.won.of, row.interval),
        *(row.schneider.count, row.schwarz.count, names(row.discard)),
        row.at_table,
        *(tally.expected(bid, tournament=tournament) for tournament in (False, True)),
        *(tally.break_even(bid, tournament=tournament) for tournament in (False, True)),
        *(tally.highest_paying_bid(tournament=tournament) for tournament in (False, True)),
    ]


@pytest.mark.parametrize("line", recorded("chances"))
def test_the_same_chances(line: dict[str, Any]) -> None:
    cards, seat = dealt(line["deal"]).deal, Seat(line["seat"])
    contracts = () if line["contract"] is None else (Contract.parse(line["contract"]),)
    skat = cards.skat if line["skat"] else ()
    numbers = {name: line[name] for name in ("bid", "worlds", "patient")}
    chances = Chances(Comparison(cards.hands[seat], skat, (), seat, contracts, **numbers))
    run_chances(chances)
    assert (chances.played, chances.total) == (line["played"], line["total"])
    rows = [
        [list(one) if isinstance(one, tuple) else one for one in figures(row, line["bid"])] for row in chances.rows()
    ]
    for row, wanted in zip(rows, line["rows"], strict=True):
        assert row[:4] + row[5:8] == wanted[:4] + wanted[5:8]
        assert row[4] == pytest.approx(wanted[4])
        assert row[8:] == pytest.approx(wanted[8:], nan_ok=True)
    for contract, discards in line["discards"].items():
        tried = [
            [names(one.cards), one.tried.count, one.tried.of, one.judged.count, one.judged.of]
            for one in chances.discards(Contract.parse(contract))
        ]
        assert tried[: len(discards)] == discards
