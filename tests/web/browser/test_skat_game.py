"""A game of Skat in the page: by mouse, touch and keyboard, spoken, linked, scored, reviewed, added up."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from accessibility import check
from kiebitz.analysis.skat.advice import advice
from kiebitz.analysis.skat.fair_view import fair_light
from kiebitz.analysis.skat.levels import LEVELS
from kiebitz.analysis.skat.players import Engine, play_out, step
from kiebitz.analysis.skat.problems import problem
from kiebitz.analysis.skat.review import review
from kiebitz.cards import PACKS
from kiebitz.deals.shuffles import fisher_yates
from kiebitz.skat.dealing import deal
from kiebitz.skat.encoding import encode_view
from kiebitz.skat.game_list import read_list
from kiebitz.skat.seats import Seat
from kiebitz.skat.session import Session, Stage
from web.browser.conftest import DESKTOP, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from web.browser.conftest import Visits


_READY = "html[data-turn=you], html[data-turn=over]"
_DEAL = "#deal=3&seat=forehand&level=beginner"
#: A game of deal 3 up to its last trick, as played by the engine's level "club".
_BY_CLUB = "p p 18 s D.9D.7D AD JS QD 7S QS 8S 7C TC AC JD 8D TD 9H 7H TH 8C QC 9C KC 8H QH"
_PLAYED = "p p 18 s D.9D.7D AD JD QD JS 8D TD QC 7C TC KD AC JH JC 8C 7S 9C AS KC TS QS KS 9S 7H 8S 9H 8H TH"
#: A game of deal 56 in which the declarer's claim of all tricks is agreed to.
_CLAIMED = "p+18+y+20+y+p+s+N.AD.KD"


def opened(visit: Visits, hash_: str = _DEAL, **options: object) -> Page:
    """Open a game, and wait for the person's turn."""
    page = visit("/icon.svg", **options)  # type: ignore[arg-type]  # options of a context
    page.evaluate("localStorage['kiebitz.skat'] = JSON.stringify({ pace: 'fast' })")
    visit.go(page, f"/skat-game{hash_}")
    page.locator(_READY).wait_for(state="attached")
    return page


#: Whether the address holds more words than some number.
_LONGER = "than => new URLSearchParams(location.hash.slice(1)).get('game')?.split(' ').length > than"


def test_where_nothing_can_be_kept_it_is_said(visit: Visits) -> None:
    page = visit("/icon.svg")
    page.evaluate("localStorage['kiebitz.skat'] = JSON.stringify({ pace: 'fast' })")
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
    visit.go(page, f"/skat-game{_DEAL}&game={_PLAYED.replace(' ', '+')}")
    page.locator(_READY).wait_for(state="attached")
    play_on(page, "click")
    expect(page.get_by_role("alert")).to_contain_text("This browser cannot save anything")


def words(page: Page) -> list[str]:
    fragment: str = page.evaluate("location.hash.slice(1)")  # page.url may lag behind
    return parse_qs(fragment).get("game", [""])[0].split()


def set_length(page: Page, games: int) -> None:
    """Set the number of games of the list."""
    page.locator("#list-games").fill(str(games))
    page.locator("#list-games").press("Enter")


def pressed(page: Page, target: Locator, press: str) -> None:
    """Press a button or card by mouse (`click`), touch (`tap`) or keyboard (`key`)."""
    if press == "key":
        target.focus()
        page.keyboard.press("Enter")
    else:
        target.tap() if press == "tap" else target.click()


def play_on(page: Page, press: str) -> None:
    """Play the game to its end: bid, discard two cards, then play the first legal card each time."""
    while True:
        page.locator(_READY).wait_for(state="attached")
        if page.locator("html[data-turn=over]").count():
            return
        before = len(words(page))
        for name in ("#say", "#take", "#announce", "#hand [aria-disabled=false]"):
            if page.locator(name).count():
                break
        if name == "#announce":
            for place in (10, 11):
                page.locator("#hand .card").nth(place).focus()
                page.keyboard.press("Space")
            page.locator("#game-diamonds").click()
        pressed(page, page.locator(name).first, press)
        page.wait_for_function(_LONGER, arg=before)


@pytest.mark.parametrize(
    ("press", "begun"), [("key", 0), pytest.param("tap", 22, id="tap"), pytest.param("click", 25, id="click")]
)
def test_a_whole_game_is_played_scored_reviewed_and_written_down(visit: Visits, press: str, begun: int) -> None:
    size = {"tap": PHONE}.get(press, DESKTOP)
    level = "club" if begun else "beginner"
    link = _DEAL.replace("beginner", level) + (f"&game={'+'.join(_BY_CLUB.split()[:begun])}" if begun else "")
    page = opened(visit, link, viewport=size, has_touch=press == "tap")
    play_on(page, press)
    session = replayed(3, Seat.FOREHAND, words(page), LEVELS[level], with_bids=not begun)
    score = session.score()
    assert score is not None
    expect(page.locator("#end .verdict")).to_have_text(str(abs(score.score)))
    expect(page.locator("#end .tricks tbody tr")).to_have_count(10)
    row = page.get_by_role("table", name="Score sheet").get_by_role("row").nth(1)
    expect(row).to_contain_text(f"{score.score - 50:+d}")
    page.reload()
    expect(page.locator("#end .tricks tbody tr")).to_have_count(10)
    expect(page.locator("#end .list tbody tr")).to_have_count(1)
    page.get_by_role("button", name="Next deal").click()
    expect(page.locator("#game-title")).to_contain_text("Deal 4")
    expect(page).to_have_url(re.compile("seat=rearhand"))


def dealt(number: int) -> Session:
    return Session(deal(number))


def replayed(number: int, you: Seat, said: list[str], level: object, *, with_bids: bool) -> Session:
    """Return the game of a link, once each engine card, and bid on request, equals that of the engine in Python."""
    session = dealt(number)
    engine = Engine(level)  # type: ignore[arg-type]  # a level
    for word in said:
        if session.turn is you or not (with_bids or session.stage is Stage.PLAY):
            session.act(word)
            continue
        step(session, engine)
        last = (
            session.auction.words[-1][1] if session.stage is Stage.BIDDING or not session.played else session.played[-1]
        )
        assert session.contract is None or not session.played or str(last) == word
    assert session.stage is Stage.OVER
    return session


def test_a_link_holds_the_game_and_the_last_trick_plays_itself(visit: Visits) -> None:
    page = opened(visit, f"{_DEAL}&game={_PLAYED.replace(' ', '+')}")
    expect(page.locator("#end .verdict")).to_have_text("108")
    expect(page.locator("#trick .laid")).to_have_count(3)
    expect(page.locator("#end")).to_contain_text(
        "without 4, game 5, Schneider 6, × Diamonds 9 = 54; lost by the declarer, doubled: -108"
    )
    expect(page.locator(".turning")).to_contain_text("trick 6, You")
    expect(page.locator("#end .fair")).to_have_text(
        "Judged by what you could know, none of your cards cost a chance of winning."
    )
    page.get_by_role("button", name="Start a new sheet").click()
    expect(page.locator("#end")).to_contain_text("No finished games yet.")


@pytest.mark.long
def test_a_claim_is_refused_with_a_deal_and_the_game_given_up(visit: Visits) -> None:
    page = opened(visit, f"{_DEAL}&game={'+'.join(_PLAYED.split()[:18])}")
    page.get_by_role("button", name="The rest is mine").click()
    expect(page.locator("#message")).to_contain_text("in it the others can prevent it. Middlehand: ")
    page.get_by_role("button", name="Give up").click()
    page.locator("#give-up-now").click()
    expect(page.locator("#end .verdict")).to_have_text("90")
    expect(page.locator("#end")).to_contain_text("The declarer gave up.")
    assert words(page)[-1] == "RE"
    page.reload()
    expect(page.locator("#step-place")).to_have_text("13 of 13")
    expect(page.locator("#end .list tbody tr")).to_have_count(1)


@pytest.mark.long
@pytest.mark.parametrize(
    ("deal", "game", "answer"),
    [
        pytest.param(56, _CLAIMED.replace("+", " "), "The others agree: the rest is yours.", id="agreed"),
        pytest.param(
            17,
            "18 y 20 y 22 y 23 y p 24 y 27 y 30 y p s D.7S.8H 7D TD KD 7H 9H 8C JH 9D 8D QC AC 7C JD JS JC QH",
            "The rest is yours, in each of 126 deals that agree with what you know.",
            id="proven",
        ),
    ],
)
def test_a_claim_that_holds_is_played_to_the_end(visit: Visits, deal: int, game: str, answer: str) -> None:
    page = visit(f"/skat-game#deal={deal}&seat=forehand&level=beginner&game={game.replace(' ', '+')}")
    page.locator(_READY).wait_for(state="attached")
    page.get_by_role("button", name="The rest is mine").click()
    expect(page.locator("#message")).to_have_text(answer)
    expect(page.locator("#end .answer").first).to_contain_text("Won")
    assert len(words(page)) == len(game.split()) + (30 if deal == 56 else 14)


def test_an_overbid_game_is_warned_of_and_cards_from_the_skat_are_marked(visit: Visits) -> None:
    page = opened(visit, f"{_DEAL}&game=p+p+50+s")
    expect(page.locator(".from-skat")).to_have_count(2)
    expect(page.get_by_role("button", name="queen of hearts, from the skat")).to_be_visible()
    page.locator("#game-diamonds").click()
    warning = page.get_by_role("alert").filter(visible=True)
    expect(warning).to_have_text(
        "You bid 50, and this game is worth 45: it is overbid and lost unless you make Schneider."
    )
    page.locator("#game-clubs").click()
    expect(warning).to_have_count(0)


@pytest.mark.long
def test_a_small_desktop_shows_the_whole_table(visit: Visits) -> None:
    size = {"width": 1280, "height": 720}
    page = opened(visit, f"{_DEAL}&game=p+p+50+s", viewport=size, language="de-DE")
    page.locator("#game-diamonds").click()
    lowest = (
        "Math.max(...[...document.querySelectorAll('#table button')].map(one => one.getBoundingClientRect().bottom))"
    )
    for game in ("p+p+50+s", "p+p", "+".join(_PLAYED.split()[:18]), f"{_PLAYED.replace(' ', '+')}+QH+KH+AH"):
        page.evaluate("link => { location.hash = link; }", f"{_DEAL}&game={game}")
        page.wait_for_function("of => location.hash.includes(of)", arg=game.split("+")[-1])
        page.locator(_READY).wait_for(state="attached")
        assert page.evaluate(lowest) <= size["height"], game


@pytest.mark.long
def test_a_phone_on_its_side_shows_a_whole_announcement(visit: Visits) -> None:
    size = {"width": 844, "height": 390}
    page = opened(visit, f"{_DEAL}&game=p+p+50", viewport=size, language="ru-RU")
    page.locator("#play-hand").click()
    page.locator("#game-diamonds").click()
    expect(page.locator(".overbid")).to_be_visible()
    expect(page.locator("#announce-schwarz")).to_be_visible()
    assert page.evaluate("document.querySelector('#table').getBoundingClientRect().bottom") <= size["height"]


@pytest.mark.long
def test_a_problem_is_tried_solved_and_kept(visit: Visits) -> None:
    page = opened(visit)
    page.get_by_role("button", name="Problems").click()
    expect(page).to_have_url(re.compile("#problem=1$"))
    expect(page.locator("#message")).to_have_text("Which card wins in every deal that you cannot exclude?")
    task = problem(1)
    wrong = next(card for card in task.session.play.legal_cards if card is not task.card)  # type: ignore[union-attr]
    deals = f"in each of {task.answer(wrong).worlds} deals that you cannot exclude"
    page.locator(f"#hand [data-card='{wrong}']").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".reason")).to_contain_text(f" does not win {deals}, for example not in this one.")
    expect(page.locator(".against li")).to_have_count(3)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#hand :focus")).to_have_count(1)  # not the button that shows the solution
    page.locator(f"#hand [data-card='{task.card}']").click()
    expect(page.locator("#spoken")).to_contain_text(f" is the only card that wins {deals}.")
    expect(page.locator("#end")).to_contain_text("1 of 72 solved.")
    check(page, "problem")
    page.get_by_role("button", name="Next problem").click()
    expect(page).to_have_url(re.compile("#problem=2$"))
    page.get_by_role("button", name="Hard").click()
    page.locator("#solve").click()
    expect(page.locator("#message")).to_contain_text(" is the only card that wins ")
    expect(page.locator("#end")).to_contain_text("0 of 71 solved.")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("#game-title")).to_contain_text("Deal 3")
    other = page.context.new_page()
    visit.go(other, "/skat-game#problem=2")
    page.evaluate("location.hash = 'problem=3'")
    for tab, number in (page, 3), (other, 2):
        expect(tab.locator("#problem")).to_have_text(f"Problem {number} of 200")
        tab.locator(f"#hand [data-card='{problem(number).card}']").click()
        expect(tab.locator(".reason.right")).to_be_visible()
    for tab in page, other:
        tab.reload()
        expect(tab.locator("#end")).to_contain_text("3 of 72 solved.")
    other.close()
    visit.go(page, "/skat-game#problem=40")
    page.reload()
    expect(page.locator(".backs.shown")).to_have_count(2)
    expect(page.locator("#end")).to_contain_text("3 of 72 solved.")
    page.evaluate("localStorage['kiebitz.skat'] = JSON.stringify({ link: 'problem=999', level: 'none' })")
    visit.go(page, "/skat-game")
    expect(page).to_have_url(re.compile("#deal="))
    visit.go(page, f"/skat-game{_DEAL}&game=p+p")
    page.locator(_READY).wait_for(state="attached")
    page.route("**/skat_problems.txt", lambda route: route.fulfill(body="<!doctype html>"))
    page.get_by_role("button", name="Problems").click()
    expect(page.locator("#message")).to_have_text("The problems could not be loaded.")


def test_a_list_is_counted_in_three_ways_and_a_full_one_makes_room(visit: Visits) -> None:
    page = visit("/icon.svg", viewport=PHONE)
    lost = {"deal": "2", "contract": "clubs hand", "score": -72}
    games = [
        {"deal": "1", "contract": "grand", "score": 48, "declarer": 0},
        {**lost, "points": [40, -122, 40]},  # as kept by earlier versions
        {"deal": "3", "contract": None, "score": None, "declarer": None},
    ]
    kept = {"pace": "fast", "list": games * 4, "games": 12}
    page.evaluate("kept => { localStorage['kiebitz.skat'] = JSON.stringify(kept); }", kept)
    visit.go(page, f"/skat-game{_DEAL}")
    totals, sheet = page.locator("#end .totals tbody tr"), page.locator("#end .list tbody tr")

    def shows(*rows: str) -> None:
        for row, text in zip(totals.all(), rows, strict=True):
            expect(row).to_have_text(text)

    expect(sheet).to_have_count(12)
    expect(page.locator(".so-far")).to_have_text(
        "12 of 12 games, 4 passed. The list is complete; the next game begins a new one."
    )
    shows("You404+552", "Left040-488", "Right004+160")
    page.locator("#list-counting").select_option("Bierlachs")
    shows("You4040", "Left040-480", "Right004-192")
    page.locator("#list-counting").select_option("Leipzig")
    page.reload()
    shows("You404+192", "Left040-288", "Right0040")
    set_length(page, 36)
    expect(page.locator(".so-far")).to_have_text("12 of 36 games, 4 passed.")
    set_length(page, 12)
    page.evaluate("link => { location.hash = link; }", f"{_DEAL}&game={_PLAYED.replace(' ', '+')}")
    expect(sheet).to_have_count(1)
    page.locator("#list-shown").select_option("1")
    shows("You404+192", "Left040-288", "Right0040")


@pytest.mark.long
def test_a_german_list_of_36_games_by_mouse_touch_and_keyboard(visit: Visits) -> None:
    page = opened(visit, language="de", has_touch=True)
    set_length(page, 36)
    begun = {10: f"{_DEAL}&game={'+'.join(_PLAYED.split()[:18])}", 20: f"{_DEAL.replace('3', '56')}&game={_CLAIMED}"}
    for number in range(36):
        press = ("click", "tap", "key")[number % 3]
        if number in begun:
            page.evaluate("link => { location.hash = link; }", begun[number])
            page.locator("html[data-turn=you]").wait_for(state="attached")
        if number == 10:
            pressed(page, page.get_by_role("button", name="Aufgeben"), press)
            pressed(page, page.locator("#give-up-now"), press)
        elif number == 20:
            pressed(page, page.get_by_role("button", name="Der Rest ist mein"), press)
            expect(page.locator("#end .verdict")).to_have_text("23")
        else:
            play_on(page, press)
        expect(page.locator("#end .list tbody tr")).to_have_count(number + 1)
        expect(page.locator(".so-far")).to_contain_text(f"{number + 1} von 36 Spielen")
        pressed(page, page.locator("#next"), press)
        page.locator("html[data-turn=over]").wait_for(state="detached")


@pytest.mark.long
def test_at_a_table_of_four_the_dealer_sits_out_and_finished_lists_are_kept(visit: Visits) -> None:
    page = opened(visit)
    page.locator("#list-table").select_option("4")
    page.evaluate("link => { location.hash = link; }", f"{_DEAL}&game={_PLAYED.replace(' ', '+')}")
    totals, sheet = page.locator("#end .totals tbody tr"), page.locator("#end .list tbody tr")
    expect(sheet).to_have_count(1)
    page.locator("#next").click()  # forehand becomes the dealer
    expect(page.locator("#game-title")).to_contain_text("Deal 5")
    expect(page.locator("#me")).to_contain_text("Rearhand")
    expect(sheet).to_have_count(2)
    fourth = play_out(Session(deal(4)), [Engine(LEVELS["beginner"])] * 3)
    score = fourth.score()
    assert score is not None
    expect(sheet.nth(1)).to_contain_text(f"4{fourth.contract} {score.score:+}", ignore_case=True)
    expect(totals).to_have_text([re.compile(name) for name in ("You", "Left", "Across", "Right")])
    sums = totals.locator("td:last-child").all_inner_texts()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as CSV").click()
    games = read_list(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert games.players == ("You", "Left", "Across", "Right")
    assert [game.written for game in games.games][1] == score.score
    assert [game.dealer for game in games.games] == [3, 0]
    page.get_by_role("button", name="Start a new sheet").click()
    expect(sheet).to_have_count(0)
    page.reload()
    page.locator("#list-shown").select_option(f"Finished 1: you {sums[0]}")
    expect(totals.locator("td:last-child")).to_have_text(sums)
    page.locator("#list-counting").select_option("Bierlachs")
    page.get_by_role("button", name="Delete this sheet").click()
    expect(page.locator("#list-shown")).to_have_count(0)
    expect(page.locator("#end")).to_contain_text("No finished games yet.")


def test_the_finished_game_is_gone_through_card_by_card(visit: Visits) -> None:
    page = opened(visit, f"{_DEAL}&game={_PLAYED.replace(' ', '+')}+QH+KH+AH", viewport=PHONE, has_touch=True)
    address = page.url
    place, text = page.locator("#step-place"), page.locator("#spoken[role=status]")
    expect(place).to_have_text("30 of 30")
    page.get_by_role("button", name="To the start").tap()
    expect(place).to_have_text("0 of 30")
    expect(text).to_have_text("Start of play. Value 14.")
    expect(page.locator("#hand .card")).to_have_count(10)
    expect(page.get_by_role("button", name="One card back")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="One card forward").tap()
    expect(text).to_have_text("Trick 1, You: ace of diamonds. Value 14 before, 10 after; better: ace of spades.")
    expect(page.locator("#hand .better")).to_have_count(1)
    expect(page.locator(".laid-gave")).to_have_count(1)
    expect(page.locator("#last")).to_have_text("trick 1")
    expect(page.locator("#step-values li")).to_have_count(10)
    expect(page.locator("#step-values .chosen")).to_have_text("A 10")
    for _ in range(15):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#trick .laid")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(text).to_contain_text("This card settled Schneider.")
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_text("16 of 30")
    page.keyboard.press("End")
    expect(page.locator("#trick .laid")).to_have_count(3)
    page.keyboard.press("Home")
    # Keys play no card while the person steps through the game.
    page.locator("#hand .card").first.focus()
    page.keyboard.press("Enter")
    expect(place).to_have_text("0 of 30")
    page.locator("#hand .card").first.press("End")
    expect(place).to_have_text("0 of 30")
    assert page.url == address
    page.get_by_role("button", name="Next deal").tap()
    expect(page.locator("#steps")).to_be_hidden()


def test_cards_that_were_mistakes_by_what_could_be_known_are_named(visit: Visits) -> None:
    mistake = {
        "number": 17,
        "trick": 6,
        "card": "AS",
        "best": "KS",
        "chance": 0.25,
        "bestChance": 0.5,
        "low": 0.1,
        "high": 0.4,
    }
    think = f"async (question) => ({{ skatReview: [], skatMistakes: [{json.dumps(mistake)}] }})[question] ?? null"
    page = visit.with_thoughts(f"/skat-game{_DEAL}&game={_PLAYED.replace(' ', '+')}+QH+KH+AH", think)
    line = "trick 6, A: the declarer then wins 25% of the worlds with open cards, after K 50%"
    expect(page.locator("ul.fair li")).to_have_text(line)


@pytest.mark.parametrize(("number", "game"), [(3, f"{_PLAYED} QH KH AH"), (1, "p p p")])
def test_what_the_deal_was_worth_is_said(visit: Visits, number: int, game: str) -> None:
    words = game.split()
    page = opened(visit, f"#deal={number}&seat=forehand&level=beginner&game={'+'.join(words)}", viewport=PHONE)
    rows = page.get_by_role("table", name="The deal with all cards open").locator("tbody tr")
    expect(rows).to_have_count(3)
    session = dealt(number)
    for word in words:
        session.act(word)
    wanted = review(session.record())
    assert bool(wanted.par) is (number == 1)
    for row, seat in zip(rows.all(), Seat, strict=True):
        best = wanted.best_of(seat)
        expect(row.locator("td").last).to_have_text("–" if best is None else f"{best.score:+d}")
        cards = () if best is None else best.discard
        assert marked(row) == list(map(str, cards))
    if wanted.discard is None:
        expect(page.locator(".put, .covers")).to_have_count(0)
        return
    put = page.locator(".put")
    expect(put).to_contain_text(f": {wanted.discard.value} card points; better:")
    expect(put).to_contain_text(f": {wanted.discard.best_value} card points")
    assert marked(put) == [*map(str, wanted.game.discard or ()), *map(str, wanted.discard.best)]
    expect(page.locator(".covers")).to_have_text("Bid 18: with open cards, the declarer loses this game.")
    assert wanted.highest_bid is None


@pytest.mark.parametrize("number", [18, 42])
def test_a_hand_that_was_passed_is_judged(visit: Visits, number: int) -> None:
    page = opened(visit, f"#deal={number}&seat=forehand&level=beginner")
    page.get_by_role("button", name="Pass").click()
    judged = advice(deal(number).hands[Seat.FOREHAND], Seat.FOREHAND)
    assert bool(judged.bid) is (number == 42)
    result = page.get_by_role("region", name="Everyone passed")
    expect(result.locator(".advice")).to_have_text(re.sub(r"(?<=\d) (?=%)", "", judged.sentence()), ignore_case=True)


def marked(place: Locator) -> list[str]:
    """Return the cards in a line of text by their spoken names."""
    ranks = dict(zip(("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"), "789TJQKA", strict=True))
    labels = place.locator("[role=img]").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    split = (label.split(" of ") for label in labels)
    return [f"{ranks[rank]}{suit[0].upper()}" for rank, suit in split]


def test_the_worth_of_a_deal_comes_last_and_another_deal_ends_it(visit: Visits) -> None:
    page = visit.with_thoughts(
        f"/skat-game{_DEAL}&game={_PLAYED.replace(' ', '+')}+QH+KH+AH",
        """(question, asked, { signal }) => {
        document.body.dataset.asked = `${document.body.dataset.asked ?? ""} ${question}`;
        if (question === "chances") return Promise.resolve(null);
        if (question !== "skatPar") return Promise.resolve([]);
        return new Promise((_, no) => signal.addEventListener("abort", () => no(signal.reason)));
    }""",
    )
    expect(page.locator("body")).to_have_attribute("data-asked", " skatReview skatMistakes skatPar")
    expect(page.get_by_role("region", name="The deal with all cards open")).to_contain_text("One moment …")
    page.evaluate("location.hash = '#deal=4&seat=forehand&game=p+p+p'")
    expect(page.locator("body")).to_have_attribute("data-asked", re.compile("skatPar chances skatPar$"))
    expect(page.locator("#end")).not_to_contain_text("Review with all cards open")


def test_a_card_that_may_not_be_played_is_refused_in_words(visit: Visits) -> None:
    led = "p p 18 s D.9D.7D AD JD QD JS"
    page = opened(visit, f"{_DEAL}&game={led.replace(' ', '+')}")
    message = page.locator("#spoken[role=status]")
    page.get_by_role("button", name="ace of spades").focus()
    page.keyboard.press("Enter")
    expect(message).to_have_text("You must follow trumps.")
    assert " ".join(words(page)).startswith(led)
    assert len(words(page)) == len(led.split()) + page.locator("#trick .laid").count() - 1
    page.get_by_role("button", name="Can it still be won?").click()
    expect(message).to_have_text("With all cards open, the defenders can still win.")
    page.get_by_role("button", name="Hint").click()
    expect(message).to_have_text(
        re.compile(r"The engine suggests: .* of .*\. The declarer then wins \d+% of the worlds with open cards\.")
    )


def test_the_fair_light_is_the_chance_by_what_can_be_known(visit: Visits) -> None:
    moves = ["p", "p", "18", "s", "G.9C.QC"]
    page = opened(visit, f"#deal=1&seat=forehand&level=beginner&game={'+'.join(moves)}")
    page.get_by_role("button", name="Fair chance").click()
    session = dealt(1)
    for word in moves:
        session.act(word)
    won = fair_light(session.view(Seat.FOREHAND)).value
    assert 0.1 < won < 0.95
    text = f"Judged by what you can know, the declarer wins {100 * won:.0f}% of the worlds with open cards."
    expect(page.locator("#spoken[role=status]")).to_have_text(text)


def test_cards_are_reached_by_the_arrow_keys_and_the_focus_stays_in_the_game(visit: Visits) -> None:
    page = opened(visit, f"{_DEAL}&game=p+p")
    page.locator("#say").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#take")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#game-clubs")).to_be_focused()
    page.locator("#hand [tabindex='0']").focus()
    page.keyboard.press("End")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    assert page.locator("#hand [aria-pressed=true]").count() == 2
    expect(page.locator("#spoken")).to_have_text("To discard: 2 of 2 cards chosen.")
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement === document.querySelector('#hand .card')")


def test_who_decides_for_another_seat_gets_that_seats_view_alone(visit: Visits) -> None:
    think = """(question, asked) => new Promise(() => {
        document.body.dataset.asked = JSON.stringify({ question, ...asked, view: [...asked.view] });
    })"""
    page = visit.with_thoughts(f"/skat-game{_DEAL}", think)
    expect(page.locator("body")).to_have_attribute("data-asked", re.compile("skatDecision"))
    request = json.loads(page.locator("body").get_attribute("data-asked") or "")
    assert set(request) == {"question", "view", "level"}
    assert bytes(request["view"]) == encode_view(dealt(3).view(Seat.MIDDLEHAND))


def test_a_link_is_followed_as_far_as_it_goes(visit: Visits) -> None:
    page = opened(visit, "#deal=x&seat=middlehand")
    expect(page.locator("#spoken")).to_have_text("The link could not be followed to its end.")
    for link, kept in (
        ("#deal=-1", ""), ("#deal=99999999999999999999", ""), ("#foo", ""), ("#%FF", ""),
        ("#deal=5&seat=dealer", "deal=5&seat=forehand"), ("#deal=5&level=none", "deal=5&seat=forehand"),
        ("#deal=00617", "deal=617&"), ("#deal=6&game=18+q", "deal=6&seat=forehand"),
    ):  # fmt: skip
        page.evaluate("link => { location.hash = link; }", link)
        expect(page).to_have_url(
            re.compile(rf"#deal=(?=.*{re.escape(kept.removeprefix('deal='))})\d+&seat=\w+&level=\w+")
        )
        expect(page.locator("#hand .card")).to_have_count(10)


def test_a_deal_is_chosen_by_number_seat_and_level(visit: Visits) -> None:
    page = opened(visit)
    page.get_by_role("button", name="New deal").click()
    page.get_by_label("Deal number").fill("six")
    page.locator("#deal").click()
    expect(page.get_by_label("Deal number")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Deal number").fill("617")
    page.get_by_label("Seat").select_option("rearhand")
    page.get_by_label("Engine level").select_option("beginner")
    page.locator("#deal").click()
    page.locator(_READY).wait_for(state="attached")
    expect(page).to_have_url(re.compile("deal=617&seat=rearhand&level=beginner"))
    cards = {str(card) for card in fisher_yates(617, PACKS["32"])[20:30]}
    assert set(page.locator("#hand .card").evaluate_all("all => all.map(one => one.dataset.card)")) == cards


def test_without_the_solver_it_is_said(visit: Visits) -> None:
    page = visit.without_solver("/skat-game#deal=3&seat=middlehand")
    expect(page.locator("#message")).to_have_text("This browser cannot run the engine.")


def test_a_question_that_a_new_deal_takes_back_is_forgotten(visit: Visits) -> None:
    page = visit.with_thoughts(
        "/skat-game#deal=3&seat=middlehand",
        """(question, asked, { signal }) => new Promise((_, no) => {
        document.body.dataset.asked = question;
        signal.addEventListener("abort", () => no(signal.reason));
    })""",
    )
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("body")).to_have_attribute("data-asked", "skatHint")
    page.evaluate("location.hash = '#deal=4&seat=middlehand'")
    expect(page.locator("#game-title")).to_contain_text("Deal 4")
    expect(page.locator("#message")).to_have_text("It is your turn.")


@pytest.mark.parametrize(
    ("dark", "size", "language"),
    [
        pytest.param(False, DESKTOP, "en", id="light"),
        pytest.param(True, PHONE, "de", id="dark phone"),
        pytest.param(False, PHONE, "ru", id="light phone"),
    ],
)
def test_everybody_can_play(visit: Visits, size: dict[str, int], language: str, *, dark: bool) -> None:
    page = opened(visit, f"{_DEAL}&game=p+p+18+s", dark=dark, viewport=size, language=language)
    page.locator("#game-null").click()
    page.locator("#hand .card").first.click()
    check(page, "announcement")
    page.evaluate("link => { location.hash = link; }", f"{_DEAL}&game={'+'.join(_PLAYED.split()[:18])}")
    page.locator("#hand [aria-disabled=false]").first.wait_for()
    check(page, "play")
    page.evaluate("link => { location.hash = link; }", f"{_DEAL}&game={_PLAYED.replace(' ', '+')}")
    page.locator("#end .par").wait_for()
    check(page, "the end")
    page.locator("#step-first").click()
    page.locator("#step-forward").click()
    check(page, "gone through")
    page.locator("#new").click()
    check(page, "new deal")
