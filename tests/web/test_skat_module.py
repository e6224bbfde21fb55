"""Skat in the page against Python: the same deals, rules, views, decisions, lights, reviews and scores."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("msgspec", reason="the server's libraries are not installed: kiebitz[web]")

from kiebitz import kernel
from kiebitz.analysis.skat.advice import advice
from kiebitz.analysis.skat.double_dummy import reaches
from kiebitz.analysis.skat.fair import fair_light, fair_steps
from kiebitz.analysis.skat.parameters import LEVELS
from kiebitz.analysis.skat.players import Engine, RuleOfThumb, step
from kiebitz.analysis.skat.review import review
from kiebitz.cards import PACKS, Card
from kiebitz.deals.shuffles import fisher_yates
from kiebitz.errors import KiebitzError
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import Contract, Game, contracts
from kiebitz.skat.hand import read_hand
from kiebitz.skat.referee import Deal
from kiebitz.skat.score import needed, seeger_fabian
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session, Stage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.skat.view import View
    from web.page_modules import Answers

pytestmark = pytest.mark.skipif(kernel.backend == "plain", reason="compared with the native kernel")
_FIRST = 2_000_001


def dealt(number: int) -> Session:
    cards = fisher_yates(number, PACKS["32"])
    return Session(Deal((cards[:10], cards[10:20], cards[20:30]), cards[30:]), number=str(number))


def names(cards: Iterable[Card]) -> list[str]:
    return list(map(str, cards))


def contract_data(one: Contract | None) -> dict[str, Any] | None:
    """Return a contract as the page has it."""
    if one is None:
        return None
    flags = {name: getattr(one, name) for name in ("hand", "schneider", "schwarz", "ouvert")}
    return {"game": one.game.value, **flags}


def view_data(view: View) -> dict[str, Any]:
    """Return a view as the page has it."""
    return {
        "seat": int(view.seat),
        "hand": names(view.hand),
        "words": [[int(seat), word] for seat, word in view.words],
        "bid": view.bid,
        "declarer": None if view.declarer is None else int(view.declarer),
        "contract": contract_data(view.contract),
        "skat": names(view.skat),
        "shown": names(view.shown),
        "played": names(view.played),
    }


def word_of(session: Session, before: Stage) -> str:
    """Return what was just done as the page writes it; *before* is what the game waited for."""
    if before is Stage.BIDDING:
        return session.auction.words[-1][1]
    if before is Stage.PLAY:
        return str(session.played[-1])
    if session.contract is None:
        return "s"
    return ".".join([session.contract.letters(), *names(session.discard or ())])


def same_word(word: str) -> list[str]:
    """Return a word with its two discards in order, because their order means nothing."""
    first, *pair = word.split(".")
    return [first, *sorted(pair)]


def case_of(session: Session, level: str) -> dict[str, Any]:
    turn = session.turn
    assert turn is not None
    auction = session.auction
    about = {"stage": session.stage.value, "atStake": auction.at_stake, "asked": auction.is_asked, "level": level}
    return {"kind": "decided", "view": view_data(session.view(turn)), **about}


@pytest.mark.parametrize(
    ("level", "games"),
    [
        ("beginner", 1),
        pytest.param("club", 1, marks=pytest.mark.long),
        pytest.param("strong", 1, marks=pytest.mark.long),
        pytest.param("club", 40, marks=pytest.mark.slow),
    ],
)
def test_the_engine_of_the_page_decides_as_the_one_of_python(level: str, games: int, answers: Answers) -> None:
    cases, wanted = [], []
    engine = Engine(LEVELS[level])
    number, played = _FIRST, 0
    while played < games:
        session = dealt(number)
        number += 1
        while session.turn is not None:
            before = session.stage
            case = case_of(session, level)
            step(session, engine)
            cases.append(case)
            wanted.append(same_word(word_of(session, before)))
        played += session.contract is not None
    found = answers(cases)
    assert [same_word(word) for word in found] == wanted
    assert len(wanted) > 30 * games


def in_play(contract: str, number: int, declarer: Seat, bid: int = 18) -> Session:
    """Return a deal that one seat plays, with a discard and cards by rule of thumb."""
    session = dealt(number)
    words = {
        Seat.FOREHAND: ("p", "p", str(bid)),
        Seat.MIDDLEHAND: (str(bid), "p", "p"),
        Seat.REARHAND: ("p", str(bid), "p"),
    }
    for word in words[declarer]:
        session.say(word)
    announced = Contract.parse(contract)
    if announced.hand:
        session.announce(announced)
    else:
        session.take_skat()
        session.announce(announced, session.view(declarer).hand[:2])
    return session


def test_rare_contracts_are_decided_alike(answers: Answers) -> None:
    cases, wanted = [], []
    engine = Engine(LEVELS["club"])
    chance = Random(8)
    for index, contract in enumerate(
        ("null ouvert", "grand hand ouvert", "spades hand schneider", "null hand", "hearts")
    ):
        session = in_play(contract, _FIRST + 100 + index, Seat(index % 3), bid=(18, 33, 264)[index % 3])
        while session.turn is not None:
            if chance.random() < 0.5:
                cases.append(case_of(session, "club"))
                wanted.append(str(engine.plays(session.view(session.turn))))
            step(session, RuleOfThumb())
    assert answers(cases) == wanted
    assert len(wanted) > 30


def refusals(session: Session, chance: Random) -> list[str]:
    """Return words that may not be said or done now."""
    if session.stage is Stage.BIDDING:
        allowed = {"p"} | (
            {"y"} if session.auction.is_asked else {str(bid) for bid in BIDS if bid > session.auction.bid}
        )
        return [word for word in ("y", "17", "19", "18", "0", "", "s", "JC", "G") if word not in allowed]
    if session.stage is Stage.SKAT:
        return ["G", "N", "C.7H.8H", "GH.7H.8H", "p", "18", "JC", "GS", "GHQ", "NS"]
    if session.stage is Stage.ANNOUNCEMENT:
        twelve = names(session.view(session.turn or Seat.FOREHAND).hand)
        other = next(str(card) for card in PACKS["32"] if str(card) not in twelve)
        return [
            "s",
            "G",
            f"GH.{twelve[0]}.{twelve[1]}",
            f"G.{twelve[0]}",
            f"G.{twelve[0]}.{twelve[0]}",
            f"G.{twelve[0]}.{other}",
        ]
    play = session.play
    assert play is not None
    return chance.sample([str(card) for card in PACKS["32"] if card not in play.legal_cards], 4)


@pytest.mark.parametrize("part", [7, pytest.param(1, marks=pytest.mark.long)])
def test_the_rules_of_the_page_are_those_of_the_referee(part: int, answers: Answers) -> None:
    chance = Random(21)
    cases, sessions, expected = [], [], []
    chosen = [Contract(Game.NULL), *contracts()][::part]
    for index, contract in enumerate(chosen):
        session = dealt(_FIRST + 500 + index)
        steps, refused, words = [], [], []
        while (turn := session.turn) is not None:
            before = session.stage
            play = session.play
            legal = () if play is None else play.legal_cards
            steps.append((before.value, int(turn), names(legal), view_data(session.view(turn))))
            refused.append(refusals(session, chance))
            if before is Stage.BIDDING:
                bid = session.auction.at_stake or 0
                higher = [one for one in BIDS if bid <= one <= bid + 12]
                said = "y" if session.auction.is_asked else str(chance.choice(higher))
                session.say(said if chance.random() < 0.55 else "p")
            elif before is Stage.SKAT and not contract.hand:
                session.take_skat()
            elif before is Stage.PLAY:
                session.put(chance.choice(legal))
            else:
                pair = () if contract.hand else chance.sample(session.view(turn).hand, 2)
                session.announce(contract, pair)
            words.append(word_of(session, before))
        cases.append({"kind": "skatPlayed", "number": int(session.number), "words": words, "refused": refused})
        sessions.append(session)
        expected.append(steps)
    for found, session, steps in zip(answers(cases), sessions, expected, strict=True):
        assert [(one["stage"], one["turn"], one["legal"], one["view"]) for one in found["steps"]] == steps
        assert all(one["done"] and one["wrong"] == [] for one in found["steps"])
        assert (found["stage"], found["turn"]) == ("over", None)
        _scored(found, session)
        if session.contract is not None:
            _reviewed(found, session)
    assert 3 * sum(session.contract is not None for session in sessions) > len(chosen)


def _scored(found: dict[str, Any], session: Session) -> None:
    score = session.score()
    points = seeger_fabian(score)
    assert found["points"] == [points.declarer if seat is session.declarer else points.opponents for seat in Seat]
    if score is None:
        assert found["score"] is None
        return
    for name in ("won", "value", "score", "overbid", "schneider", "schwarz"):
        assert found["score"][name] == getattr(score, name), name
    counted = score.matadors
    signed = 0 if counted is None else counted.count if counted.held else -counted.count
    assert found["score"]["matadors"] == signed


def _reviewed(found: dict[str, Any], session: Session) -> None:
    wanted = review(session.record(), par=False)
    contract = wanted.game.contract
    assert contract is not None
    told = [{**one.told(), "seat": int(one.seat), "holding": [], "decides": None} for one in wanted.steps]
    for one, judged in zip(told, wanted.steps, strict=True):
        one["values"] = [{"card": str(card), "value": value} for card, value in judged.values]
        del one["trick"]
    for point in wanted.turning_points:
        told[point.step.number - 1] |= {"holding": names(point.holding), "decides": point.decides or None}
    assert found["review"] == told
    play = wanted.game.start()
    for card, light in zip(wanted.game.cards, found["lights"], strict=True):
        assert light is reaches(play, needed(contract))
        play = play.after(card)


def words_of(session: Session) -> list[str]:
    """Return a whole game as the page writes it."""
    said = [word for _, word in session.auction.words]
    if session.contract is None:
        return said
    announced = ".".join([session.contract.letters(), *names(session.discard or ())])
    return [*said, *([] if session.contract.hand else ["s"]), announced, *names(session.played)]


@pytest.mark.parametrize("games", [2, pytest.param(10, marks=pytest.mark.long)])
def test_the_worth_of_a_deal_is_that_of_python(games: int, answers: Answers) -> None:
    sessions = [dealt(_FIRST + 336)]
    for _ in Seat:
        sessions[0].say("p")
    contracts_played = ("grand", "null", "diamonds", "spades hand schwarz", "null hand ouvert", "hearts hand")
    for index in range(games * len(contracts_played)):
        contract = contracts_played[index % len(contracts_played)]
        seat = Seat((index + index // len(contracts_played)) % 3)
        sessions.append(in_play(contract, _FIRST + 336 + index, seat, bid=(18, 18, 24, 60)[index % 4]))
        while sessions[-1].turn is not None:
            step(sessions[-1], RuleOfThumb())
    cases = [{"kind": "skatPar", "number": session.number, "words": words_of(session)} for session in sessions]
    better, won = 0, 0
    for found, session in zip(answers(cases), sessions, strict=True):
        wanted = review(session.record())
        told = [
            {
                "seat": int(one.seat),
                "contract": contract_data(one.contract),
                "discard": names(one.discard),
                "value": one.value,
                "score": one.score.score,
            }
            for one in wanted.par
        ]
        assert [{**one, "score": one["score"]["score"]} for one in found["par"]] == told
        best = [wanted.best_of(seat) for seat in Seat]
        assert [one and (one["seat"], one["contract"]) for one in found["best"]] == [
            one and (int(one.seat), contract_data(one.contract)) for one in best
        ]
        put = wanted.discard
        assert found["discard"] == (put and {"value": put.value, "best": names(put.best), "bestValue": put.best_value})
        assert found["covers"] == wanted.highest_bid
        better += put is not None and put.best_value > put.value
        won += wanted.highest_bid is not None
    assert better > 0
    assert won > 0


def test_a_deal_has_the_same_cards(answers: Answers) -> None:
    numbers = [0, 1, 617, 2_000_001]
    for number, found in zip(numbers, answers([{"kind": "skatDealt", "number": one} for one in numbers]), strict=True):
        deal = dealt(number).deal
        assert found == {"hands": [names(hand) for hand in deal.hands], "skat": names(deal.skat)}


def test_the_fair_view_is_that_of_python(answers: Answers) -> None:
    session = in_play("clubs", _FIRST + 901, Seat.MIDDLEHAND)
    words = ["18", "p", "p", "s", "C." + ".".join(names(session.discard or ()))]
    chance = Random(4)
    while session.play is not None and session.turn is not None:
        session.put(chance.choice(session.play.legal_cards))
        words.append(str(session.played[-1]))
    (found,) = answers([{"kind": "fair", "number": session.number, "words": words, "worlds": 12}])
    wanted = list(fair_steps(session.record(), 12))
    assert len(found) == len(wanted) > 12
    for one, other in zip(found, wanted, strict=True):
        assert (one["number"], one["card"], one["best"]) == (other.number, str(other.card), str(other.chances[0].card))
        assert one["chance"] == pytest.approx(other.played.value)
        assert one["bestChance"] == pytest.approx(other.chances[0].value)
        assert [one["lost"], one["low"], one["high"]] == pytest.approx([other.lost, *other.lost_interval])


@pytest.mark.parametrize(("contract", "number"), [("spades", 337), ("null ouvert", 338)])
def test_the_fair_light_is_that_of_python(contract: str, number: int, answers: Answers) -> None:
    session = in_play(contract, _FIRST + number, Seat.REARHAND)
    cases, wanted = [], []
    while session.turn is not None:
        view = session.view(session.turn)
        cases.append({"kind": "fairLight", "view": view_data(view), "worlds": 12})
        wanted.append(fair_light(view, 12).value)
        step(session, RuleOfThumb())
    assert answers(cases) == pytest.approx(wanted)
    assert len(set(wanted)) > 2


HANDS = (
    "JC JS JD AC KC 9C AS 7H QD 8D", "JD AS TS KS QS 9S 8S AD 8C 9C", "JH JD TS KS 9C 8C QH KH AD 9D",
    "7C 8C 9C 7D 8D 9D 7H 8H TH 7S", "JC JS AC TC KC QC 9C AS AH AD",
)  # fmt: skip


def test_a_hand_gets_the_same_advice(answers: Answers) -> None:
    cases: list[dict[str, Any]] = []
    wanted: list[dict[str, Any]] = []
    for index, cards in enumerate(HANDS):
        seat = Seat(index % 3)
        found = advice(read_hand(cards), seat)
        plan = found.plan
        cases.append({"kind": "advised", "cards": cards.split(), "seat": str(seat)})
        told = {"bid": found.bid, "contract": plan and str(plan.contract), "won": plan and plan.won}
        wanted.append({**told, "worlds": found.worlds})
    assert answers(cases) == wanted
    assert {one["bid"] > 0 for one in wanted} == {False, True}


def test_a_view_of_the_page_holds_no_hidden_card(answers: Answers) -> None:
    """Two deals that differ in what forehand does not see lead to the same view, and so to the same decision."""
    session = in_play("grand", _FIRST + 900, Seat.FOREHAND)
    words = ["p", "p", "18", "s", "G." + ".".join(names(session.discard or ()))]
    (found,) = answers([{"kind": "skatPlayed", "number": _FIRST + 900, "words": words, "refused": [[]] * 5}])
    others = {str(card) for seat in (Seat.MIDDLEHAND, Seat.REARHAND) for card in session.deal.hands[seat]}
    for one in found["steps"]:
        view = one["view"]
        own = set(names(session.deal.hands[Seat(one["turn"])]))
        hidden = others - own if one["turn"] == 0 else {str(card) for card in PACKS["32"]} - own
        assert not hidden & {*view["hand"], *view["skat"], *view["shown"]}
        assert set(view) == set(view_data(session.view(Seat.FOREHAND)))


def test_what_cannot_be_done_is_an_error_in_python_too() -> None:
    session = dealt(_FIRST)
    for word in refusals(session, Random(1)):
        with pytest.raises(KiebitzError):
            session.say(word)
