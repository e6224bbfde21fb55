"""The kernel's game of Skat for the page, against referee, session and score in Python."""

from __future__ import annotations

from collections import Counter
from copy import copy
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.analysis.skat.advice import Cover, cover
from kiebitz.analysis.skat.double_dummy import solve
from kiebitz.analysis.skat.fair_view import fair_light, fair_steps
from kiebitz.analysis.skat.levels import LEVELS
from kiebitz.analysis.skat.players import Engine, step
from kiebitz.analysis.skat.review import review, tournament_at
from kiebitz.cards import PACKS, Card
from kiebitz.errors import KiebitzError
from kiebitz.kernel.host import call
from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import TRUMP_GAMES, Contract, Game, contracts
from kiebitz.skat.dealing import deal
from kiebitz.skat.encoding import (
    CARD_CODES,
    CARDS,
    cards_of,
    decode_contract,
    encode_contract,
    encode_game,
    encode_view,
    mask,
)
from kiebitz.skat.hand import read_hand
from kiebitz.skat.score import needed
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session, Stage
from kiebitz.skat.trick import follows, in_order, is_trump
from oracle.skat_score import Result, matadors, value
from oracle.skat_score import score as scored
from skat_tables import CALLS_ABOUT_GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.skat.records import RecordedGame

_FIRST = 2_000_501
_OTHER_STAGES = "words: a game that is being played expected", "words: an announced game expected"
_GAMES = {encode_game(game): game for game in Game}
_STAGES = (Stage.BIDDING, Stage.SKAT, Stage.ANNOUNCEMENT, Stage.PLAY, Stage.OVER)
_NAMES = (
    *("count", "stage", "turn", "said", "bid", "at_stake", "asked", "declarer", "contract", "taken", "hands"),
    *("picked", "discard", "played", "players", "takers", "legal", "gave_up", "wanted", "score"),
)


def dealt(number: int) -> Session:
    return Session(deal(number), number=str(number))


def table(number: int, words: Iterable[str]) -> dict[str, Any]:
    return dict(zip(_NAMES, call("skat_table", number, " ".join(words).encode()), strict=True))


def names(codes: bytes) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in codes)


def refusals(session: Session, chance: Random) -> list[str]:
    """Yield actions that are illegal now."""
    if session.stage is Stage.BIDDING:
        allowed = {"p"} | (
            {"y"} if session.auction.is_asked else {str(one) for one in BIDS if one > session.auction.bid}
        )
        return [word for word in ("y", "17", "19", "18", "0", "", "s", "JC", "G") if word not in allowed]
    if session.stage is Stage.SKAT:
        return ["G", "N", "C.7H.8H", "GH.7H.8H", "p", "18", "JC", "GS", "GHQ", "NS", "GHH", "GSH"]
    if session.stage is Stage.ANNOUNCEMENT:
        twelve = list(map(str, session.view(session.turn or Seat.FOREHAND).hand))
        other = next(str(card) for card in PACKS["32"] if str(card) not in twelve)
        one, two = twelve[:2]
        return ["s", "G", f"GH.{one}.{two}", f"G.{one}", f"G.{one}.{one}", f"G.{one}.{other}", f"G.{one}.{two}.{one}"]
    play = session.play
    assert play is not None
    return chance.sample([str(card) for card in PACKS["32"] if card not in play.legal_cards], 4)


def check_table(session: Session, words: list[str]) -> None:
    """Compare the kernel's view of a game with the session's."""
    answer = table(int(session.number), words)
    turn, declarer = session.turn, session.declarer
    assert answer["count"] == len(words)
    assert _STAGES[answer["stage"]] is session.stage
    assert answer["turn"] == (-1 if turn is None else turn)
    assert answer["declarer"] == (-1 if declarer is None else declarer)
    assert answer["bid"] == session.auction.bid
    if session.stage is Stage.BIDDING:
        assert (answer["at_stake"], answer["asked"]) == (session.auction.at_stake or 0, session.auction.is_asked)
    action = [
        (Seat(seat), {0: "p", 1: "y"}.get(word, str(word)))
        for seat, word in zip(answer["said"][::2], answer["said"][1::2], strict=True)
    ]
    assert tuple(action) == session.auction.words
    contract, play = session.contract, session.play
    assert answer["contract"] == (None if contract is None else list(encode_contract(contract)))
    game = Game.GRAND if contract is None else contract.game
    for seat in Seat:
        view = session.view(seat)
        assert call("skat_view", int(session.number), " ".join(words).encode(), seat) == [encode_view(view)]
        assert names(answer["hands"][seat]) == in_order(game, view.hand)
    assert names(answer["played"]) == session.played
    if play is None or contract is None or declarer is None:
        return
    assert set(names(answer["legal"])) == set(play.legal_cards)
    if play.trick:
        led = play.trick[0]
        assert answer["wanted"] == (4 if is_trump(game, led) else int(led.suit))
    else:
        assert answer["wanted"] == -1
    tricks = [list(answer["takers"]).count(seat) for seat in Seat]
    assert tuple(tricks) == play.tricks
    if session.stage is Stage.PLAY:
        lit = call("skat_light", int(session.number), " ".join(words).encode())
        assert lit == [solve(play, needed(contract)).reached]


def check_score(session: Session, words: list[str]) -> None:
    (answer,), contract, play = (
        call("skat_table", int(session.number), " ".join(words).encode())[-1:],
        session.contract,
        session.play,
    )
    if contract is None or play is None or session.declarer is None:
        assert answer is None
        return
    won, value, written, overbid, _, _, _, taken, tricks, (game, _, signed, base, factors, counted) = answer
    cards = list(map(str, (*session.deal.hands[session.declarer], *session.deal.skat)))
    assert (taken, tricks) == (play.result.declarer_points, play.result.declarer_tricks)
    assert (won, value, written, overbid) == scored(str(contract), session.auction.bid, cards, taken, tricks)
    assert signed == matadors(_GAMES[game].value, cards)
    if game == encode_game(Game.NULL):
        assert (factors, counted) == ([], value)
    else:
        assert counted == factors[-1] * base
        assert factors[1::2] == list(range(abs(signed) + 1, factors[-1] + 1))
        assert value == counted or overbid


@pytest.mark.parametrize("part", [7, pytest.param(1, marks=pytest.mark.long)])
def test_games_by_chance(part: int) -> None:
    chance = Random(21)
    chosen = [Contract(Game.NULL), *contracts()][::part]
    played = 0
    for index, contract in enumerate(chosen):
        session = dealt(_FIRST + index)
        words: list[str] = []
        while (turn := session.turn) is not None:
            check_table(session, words)
            for word in refusals(session, chance):
                assert table(int(session.number), [*words, word])["count"] == len(words), word
            before, play = session.stage, session.play
            if before is Stage.BIDDING:
                bid = session.auction.at_stake or 0
                higher = [one for one in BIDS if bid <= one <= bid + 12]
                action = "y" if session.auction.is_asked else str(chance.choice(higher))
                session.say(action if chance.random() < 0.55 else "p")
            elif before is Stage.SKAT and not contract.hand:
                session.take_skat()
            elif play is not None:
                session.put(chance.choice(play.legal_cards))
            else:
                pair = () if contract.hand else chance.sample(session.view(turn).hand, 2)
                session.announce(contract, pair)
            words.append(session.words[-1])
        check_table(session, words)
        check_score(session, words)
        played += session.contract is not None
    assert 3 * played > len(chosen)


@pytest.mark.parametrize(("level", "numbers"), [("beginner", (2, 3)), ("club", range(5))])
def test_decisions_hints_and_what_is_said_of_a_game_that_is_over(level: str, numbers: Iterable[int]) -> None:
    contracts = set()
    for number in numbers:
        session = dealt(_FIRST + number)
        while session.turn is not None:
            if len(session.words) % 5 == number % 5:
                check_hint(session)
            step(session, Engine(LEVELS[level]))
        check_looking_back(session, " ".join(session.words).encode())
        contracts.add(session.contract)
    assert len(contracts) > 1


def check_hint(session: Session) -> None:
    assert session.turn is not None
    view = session.view(session.turn)
    word, won, chance = call("skat_hint", encode_view(view), 10, 60, 1)
    assert 0 <= won <= 1
    if session.stage is not Stage.PLAY:
        assert 0 <= chance <= 1
        return
    alike = copy(session)
    step(alike, Engine(LEVELS["strong"]))
    assert word.decode() == alike.words[-1]
    assert chance is None
    fair = fair_light(view)
    if fair.is_exact and fair.of <= 60:
        assert won <= fair.value + 1e-9 if view.seat is view.declarer else won >= fair.value - 1e-9


def check_looking_back(session: Session, words: bytes) -> None:
    """Compare the review with scores by the rules, and the mistakes for the page with those of the fair view."""
    number, game = int(session.number), session.record()
    answer, mistakes = review(game), [one for one in fair_steps(game) if one.is_mistake]
    for seat in Seat:
        bid = game.bid if seat is game.declarer else BIDS[0]
        won = {}
        for one in (one for one in answer.par if one.seat is seat):
            result = score_at(game, one.contract, bid, one.value, seat)
            assert one.score == result.written
            if result.won:
                won[one] = result.written
        best = answer.best_of(seat)
        assert best is None if not won else best is not None and best.score == max(won.values())
        assert call("skat_mistakes", number, words, seat, 100, 1)[0] == [
            [
                *(
                    one.number,
                    answer.steps[one.number - 1].trick,
                    CARD_CODES[one.card],
                    CARD_CODES[one.chances[0].card],
                ),
                *(one.played.value, one.chances[0].value),
            ]
            for one in mistakes
            if one.seat is seat
        ]
    assert [step.trick for step in answer.steps] == [1 + at // 3 for at in range(len(answer.steps))]
    if game.declarer is None or game.contract is None or answer.start is None:
        return
    result = score_at(game, game.contract, BIDS[0], answer.start, game.declarer)
    assert answer.highest_bid == (max(bid for bid in BIDS if bid <= result.value) if result.won else None)
    result = score_at(game, game.contract, game.bid, answer.start, game.declarer)
    brought = [
        result.written + (50 if result.won else -50) if seat is game.declarer else 40 * (not result.won)
        for seat in Seat
    ]
    assert list(tournament_at(game, answer.start)) == brought


def score_at(game: RecordedGame, contract: Contract, bid: int, value: int, seat: Seat) -> Result:
    """Return the score of a game that ends with this value, and without Schwarz unless it is announced."""
    cards = list(map(str, (*game.deal.hands[seat], *game.deal.skat)))
    tricks = 1 - value if contract.game is Game.NULL else 10 if contract.schwarz and value == 120 else 5
    return scored(str(contract), bid, cards, value, tricks)


def test_what_is_refused_is_an_error_of_the_session_too() -> None:
    session = dealt(_FIRST)
    for word in refusals(session, Random(1)):
        with pytest.raises(KiebitzError):
            session.say(word)


def by_chance(number: int, chance: Random) -> list[str]:
    """Return the words of a game of a number, played by chance up to one of the last cards."""
    session, last = dealt(number), chance.randint(20, 30)
    for word in chance.choice((("18", "p", "p", "s"), ("p", "20", "y", "p", "s"), ("p", "p", "18", "s"))):
        session.act(word)
    put = chance.sample(session.view(session.auction.holder).hand, 2)
    session.announce(Contract(chance.choice(list(Game))), put)
    while session.play is not None and session.stage is Stage.PLAY and len(session.played) < last:
        session.put(chance.choice(session.play.legal_cards))
    return list(session.words)


def garbled(words: list[str], chance: Random) -> list[str]:
    """Return words with one cut, changed, moved, left out or put in."""
    at, changed = chance.randrange(len(words)), words[:]
    others = ("", "y", "p", "s", "RE", "17", "0", "-18", "018", "19", "266", "99999999999999999999", "G", "GH", "N.7H")
    match chance.randrange(5):
        case 0:
            changed[at] = words[at][:-1]
        case 1:
            changed[at] = chance.choice((*others[1:], str(chance.choice(PACKS["32"].cards)), "\N{SNOWMAN}", "p.p"))
        case 2:
            changed.insert(at, chance.choice(others))
        case 3:
            del changed[at]
        case _:
            other = chance.randrange(len(words))
            changed[at], changed[other] = words[other], words[at]
    return changed


def is_followed(number: int, words: Iterable[str]) -> bool:
    """Return whether the session accepts all words, and writes them so."""
    session = dealt(number)
    try:
        for word in words:
            session.act(word)
    except KiebitzError:
        return False
    return session.words == tuple(words)


@pytest.mark.parametrize("name", CALLS_ABOUT_GAMES)
def test_words_that_cannot_be_followed_are_refused(name: str) -> None:
    chance, refused = Random(name), 0
    for number in range(_FIRST, _FIRST + 10):
        words = by_chance(number, chance)
        for some in (words, words[: chance.randrange(1, len(words))], *(garbled(words, chance) for _ in range(10))):
            try:
                call(name, number, " ".join(some).encode(), *CALLS_ABOUT_GAMES[name])
                is_whole = True
            except ValueError as error:
                is_whole = str(error) in _OTHER_STAGES
            assert is_whole is is_followed(number, some), some
            refused += not is_whole
    assert 50 < refused < 100


def test_a_bid_is_one_word_however_it_is_written() -> None:
    session = dealt(_FIRST)
    session.act("018")
    assert table(_FIRST, session.words)["count"] == len(session.words) == 1


def test_announcements_are_those_of_the_rules() -> None:
    names = ("hand", "schneider", "schwarz", "ouvert")
    for game in Game:
        for hand in (False, True):
            *_, flags = call("skat_cover", encode_game(game), int(hand), mask(read_hand(HANDS[0])), 18)
            for place, name in enumerate(names[1:], 1):
                try:
                    Contract(game, hand, **{name: True})
                    may = True
                except KiebitzError:
                    may = False
                assert bool(flags >> place & 1) is may
    for contract in contracts():
        assert call("skat_announced", *encode_contract(contract), 0) == [contract.letters().encode()]
    pair = mask([Card.parse("QD"), Card.parse("7H")])
    assert call("skat_announced", *encode_contract(Contract(Game.GRAND)), pair) == [b"G.7H.QD"]
    usual = [Contract(game, hand=hand) for hand in (False, True) for game in TRUMP_GAMES]
    assert [list(encode_contract(one)) for one in usual] == [
        one for one in call("skat_usual_contracts", True)[0] if one[0] != encode_game(Game.NULL)
    ]


HANDS = (
    "JC JS JD AC KC 9C AS 7H QD 8D", "JD AS TS KS QS 9S 8S AD 8C 9C", "JH JD TS KS 9C 8C QH KH AD 9D",
    "7C 8C 9C 7D 8D 9D 7H 8H TH 7S", "JC JS AC TC KC QC 9C AS AH AD", "JC JS JH JD AC TC KC QC 9C 8C",
)  # fmt: skip


@pytest.mark.parametrize("skat", ["", "KH 7C"])
@pytest.mark.parametrize("hand", HANDS)
def test_a_hand_has_its_value(hand: str, skat: str) -> None:
    cards = (*read_hand(hand), *map(Card.parse, skat.split()))
    if len({*cards}) < len(cards):
        return
    (held, rule, values), words = call("skat_hand_value", mask(cards)), list(map(str, cards))
    assert names(held) == in_order(Game.GRAND, cards)
    assert (rule is None) is bool(skat)
    assert len(values) == (7 if skat else 14)
    pack = [str(card) for card in PACKS["32"] if card not in cards]
    for game, flags, signed, worth, schneider, highest in values:
        contract, name = str(decode_contract(game, flags)), _GAMES[game].value
        assert signed == matadors(name, words)
        assert worth == value(contract, signed)
        assert schneider == value(contract, signed, schneider=True)
        every = [value(contract, matadors(name, [*words, *two])) for two in combinations(pack, 0 if skat else 2)]
        assert highest == max(bid for bid in BIDS if bid <= min(every))
        expected = [worth, schneider, value(contract, signed, schwarz=True), min(every), max(every), highest]
        total, *others = call("skat_value", game, flags, mask(cards))
        assert [total[-1], *others] == expected


def test_codes() -> None:
    assert all(cards_of(1 << code) == (card,) for card, code in CARD_CODES.items())
    assert follows(Game.GRAND, Card.parse("JC"), Card.parse("JD"))


@pytest.mark.parametrize("number", range(_FIRST, _FIRST + 4))
def test_games_given_up_score_as_in_the_record(number: int) -> None:
    """Give up at turns of the declarer and of the defenders."""
    for cards in (0, 1, 4, 9, 14):
        session, words = dealt(number), ["18", "p", "p", "s"]
        for word in words[:3]:
            session.say(word)
        session.take_skat()
        declarer = session.declarer
        assert declarer is not None
        put = session.view(declarer).hand[:2]
        session.announce(Contract.parse("null" if number % 2 else "hearts"), put)
        words.append(".".join(["N" if number % 2 else "H", *map(str, sorted(put))]))
        while session.play is not None and len(session.played) < cards and session.turn is not None:
            words.append(str(session.play.legal_cards[0]))
            session.put(session.play.legal_cards[0])
        if session.turn is None:
            continue
        side = 1 if session.turn is declarer else 2
        session.give_up()
        words.append("RE")
        answer, score = table(number, words), session.score()
        assert score is not None
        assert (answer["count"], answer["gave_up"], answer["turn"]) == (len(words), side, -1)
        assert bool(answer["score"][0]) is score.won
        assert answer["score"][2] == score.score
        assert session.record().ending.value == ("given up" if side == 1 else "conceded")


def test_a_game_covers_its_bid_as_its_score_says() -> None:
    chance = Random(35)
    counted: Counter[Cover] = Counter()
    for _ in range(150):
        pack = list(PACKS["32"])
        chance.shuffle(pack)
        contract, bid = chance.choice(contracts()), chance.choice(BIDS[:40])
        known = pack[: 10 if contract.hand else 12]
        twelves = [pack[:12]] if not contract.hand else [[*known, *skat] for skat in combinations(pack[10:], 2)]
        runs = [matadors(contract.game.value, list(map(str, twelve))) for twelve in twelves]
        simple, schneider, schwarz = (
            [value(str(contract), run, **made) for run in runs] for made in ({}, {"schneider": True}, {"schwarz": True})
        )
        way, worth = cover(contract, known, bid)
        counted[way] += 1
        assert worth == max(simple)
        ways = (min(simple), max(simple), max(schneider), max(schwarz), bid)
        assert way.value == next(place for place, most in enumerate(ways) if most >= bid)
    assert all(counted[way] > 0 for way in Cover)
