"""The page of Skat hands: cards are picked by mouse and keyboard, stored in the link, and valued after each change."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accessibility import check
from kiebitz.analysis.skat.advice import advice
from kiebitz.analysis.skat.chances import Chances, Comparison
from kiebitz.cards import Card
from kiebitz.skat.dealing import deal
from kiebitz.skat.hand import read_hand
from kiebitz.skat.seats import Seat
from kiebitz.studies.skat_chances import run_chances
from web.browser.conftest import DESKTOP, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web.browser.conftest import Visits

#: Pastes a text as the keyboard does.
PASTE = """text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", {bubbles: true, clipboardData}));
}"""
HAND = "JC AC KC 9C 8C JS AS TS JD 8D"
LINK = f"/skat#cards={HAND.replace(' ', '+')}"


def chosen(page: Page) -> str:
    cards: list[str] = page.locator(".pick[aria-pressed=true]").evaluate_all("all => all.map(one => one.dataset.card)")
    return " ".join(cards)


def chances(*contracts: tuple[str, float], done: bool) -> str:
    """Format figures as the worker does."""
    rows = [
        {"contract": name, "won": 1, "worlds": 40, "share": chance, "low": chance / 2, "high": (1 + chance) / 2}
        | {"atTable": 0.9, "stage": "survey", "score": 12.4, "highest_bid": 33}
        for name, chance in contracts
    ]
    figures = {"done": done, "complete": done, "played": 5, "total": 10, "bid": 33, "best": 0}
    return json.dumps({**figures, "contracts": rows})


def test_ten_cards_of_a_link_are_valued_on_three_levels(visit: Visits) -> None:
    page = visit(LINK)
    expect(page.locator(".verdict")).to_have_text("36 Clubs")
    official = page.get_by_role("table", name="Official values")
    expect(official.get_by_role("row", name="Grand Hand")).to_have_text(re.compile("with 2.*96"))
    expect(official.get_by_role("row")).to_have_count(15)
    odds = page.get_by_role("table", name="Chances")
    expect(page.get_by_text("Done: the figures are final.").first).to_be_attached(timeout=300_000)
    expect(odds.get_by_role("row")).to_have_count(15)
    best = odds.get_by_role("row").nth(1)
    expect(best).to_contain_text("Grand Hand")
    expect(best.locator(".bar-won")).to_have_attribute("width", "100")
    pays = max(int(bid) for bid in odds.locator("td:last-child").all_inner_texts() if bid.isdigit())
    expect(page.locator(".advice")).to_contain_text(f"Bid up to {pays}: at that bid, Grand Hand wins about")


def test_a_hand_gets_the_sentence_of_the_command(visit: Visits) -> None:
    page = visit(f"{LINK}&seat=middlehand")
    wanted = advice(read_hand(HAND), Seat.MIDDLEHAND).sentence()
    sentence = re.compile(re.escape(wanted.replace(" %", "%")), re.IGNORECASE)
    expect(page.locator(".advice")).to_have_text(sentence, timeout=300_000)


def test_cards_are_picked_by_the_mouse_and_put_back(visit: Visits) -> None:
    page = visit("/skat")
    expect(page.get_by_text("Pick ten cards to see")).to_be_visible()
    page.get_by_role("button", name="queen of hearts").click()
    assert chosen(page) == "QH"
    expect(page).to_have_url(re.compile("#cards=QH$"))
    expect(page.get_by_role("status")).to_have_text("queen of hearts: picked. 1 of 10 cards picked.")
    page.get_by_role("button", name="queen of hearts").click()
    assert chosen(page) == ""
    expect(page).to_have_url(re.compile("/skat$"))


def test_cards_are_picked_by_the_keyboard_alone(visit: Visits) -> None:
    page = visit("/skat")
    page.wait_for_selector("html[data-ready]")
    for _ in range(5):  # the way home, the game, the settings, what to set up, the cards
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.card") == "JC"
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    page.keyboard.press("Space")
    assert chosen(page) == "JC AC 7S"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "draw"


@pytest.mark.long
def test_a_hand_is_typed_and_pasted_and_changes_are_undone(visit: Visits) -> None:
    page = visit("/skat", language="de")
    page.wait_for_selector("html[data-ready]")
    page.keyboard.type("krb10pi2h")
    assert chosen(page) == "JC TS"
    expect(page.get_by_role("status")).to_contain_text("Nicht im Blatt dieses Spiels: Herz Zwei.")
    page.evaluate(PASTE, "ein Text")
    expect(page.get_by_role("status")).to_have_text(
        "Dieser Text ist weder ein Blatt noch eine ganze Verteilung beim Skat. ein"
    )
    page.evaluate(PASTE, HAND)
    assert chosen(page) == "JC AC KC 9C 8C JS AS TS JD 8D"
    expect(page.locator(".verdict")).to_have_text("36 Kreuz")
    page.keyboard.press("Control+z")
    assert chosen(page) == "JC TS"
    page.locator("#undo").click()
    assert chosen(page) == "JC"
    page.keyboard.type("dk")  # a king of diamonds in English letters, unless "a" or "r" follows
    assert chosen(page) == "JC"
    page.keyboard.press("Tab")
    assert chosen(page) == "JC KD"


@pytest.mark.long
def test_deals_are_pasted_by_their_names_or_in_order(visit: Visits) -> None:
    whole = deal(3)
    parts = [" ".join(map(str, cards)) for cards in (*whole.hands, whole.skat)]
    named = [
        f"{name}: {cards}" for name, cards in zip(("forehand", "middlehand", "rearhand", "skat"), parts, strict=True)
    ]
    page = visit("/skat")
    page.wait_for_selector("html[data-ready]")
    for text in (
        "\n".join(parts),
        " ".join(parts),
        " ".join(parts[:3]),
        "\n".join(reversed(named)),
        " ".join(named[:3]),
    ):
        page.evaluate(PASTE, text)
        for index, cards in enumerate(parts):
            pile = page.locator(f"[data-pile='{index + 1}']").evaluate_all("all => all.map(one => one.dataset.card)")
            assert sorted(pile) == sorted(cards.split()), text
        page.locator("#clear").click()
        expect(page.locator("[data-pile='1']")).to_have_count(0)
    for text, fault in (
        (" ".join(parts).replace("JC", "JS"), "JS"),
        (f"dealer: {parts[0]}", "dealer:"),
        ("\n".join([*named, named[0]]), "forehand:"),
        ("\n".join([*named[1:], named[0][:-3]]), "Forehand 9/10"),
        ("JC " * 10_000, "10000/32"),
    ):
        page.evaluate(PASTE, text)
        expect(page.locator("[data-pile='1']")).to_have_count(0)
        expect(page.get_by_role("status")).to_have_text(f"This text is neither a hand nor a deal of Skat. {fault}")


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "language", "dark"),
    [(DESKTOP, "en-GB", False), (PHONE, "ru", True), (PHONE, "vi", False), (PHONE, "de", True)],
)
def test_three_hands_are_set_up_solved_shared_and_played(
    visit: Visits, size: dict[str, int], language: str, *, dark: bool
) -> None:
    whole = deal(3)
    hands = [[str(card) for card in hand] for hand in whole.hands]
    page = visit("/skat", viewport=size, language=language, dark=dark)
    page.locator("#setup").select_option("deal")
    for hand in hands[:2]:
        for card in hand:
            page.locator(f"[data-card='{card}']").click()
    check(page, "two hands")
    page.keyboard.press("Control+z")
    page.locator("#piles button").nth(2).click()
    page.locator(f"[data-card='{hands[0][0]}']").click()  # moves to another hand
    page.keyboard.press("Control+z")
    page.locator("#piles button").nth(1).click()
    page.locator(f"[data-card='{hands[1][-1]}']").click()
    for card in hands[2]:
        page.locator(f"[data-card='{card}']").click()
    for index, seat in enumerate(("forehand", "middlehand", "rearhand")):
        held = page.locator(f"[data-pile='{index + 1}']").evaluate_all("all => all.map(one => one.dataset.card)")
        assert sorted(held) == sorted(hands[index]), seat
    page.locator("#answers tbody tr").nth(2).wait_for()
    check(page, "a whole deal")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    link = page.evaluate("location.href")
    page.locator("#seat").select_option("rearhand")
    page.locator("#answers a").click()
    own = page.locator("#hand [data-card]")
    expect(own).to_have_count(10)
    assert sorted(own.evaluate_all("all => all.map(one => one.dataset.card)")) == sorted(hands[2])
    page.goto(link)
    expect(page.locator("[data-pile='4']")).to_have_count(2)
    assert sorted(page.locator("[data-pile='4']").evaluate_all("all => all.map(one => one.dataset.card)")) == sorted(
        map(str, whole.skat)
    )


def test_a_thirteenth_card_is_refused_in_words(visit: Visits) -> None:
    page = visit(f"{LINK}+7H+8H")
    expect(page.locator("#picked")).to_have_text("12 of 12 cards picked.")
    expect(page.get_by_role("status")).to_have_text("Done: the figures are final.")  # else it replaces the refusal
    page.get_by_role("button", name="seven of diamonds").click()
    assert sorted(chosen(page).split()) == sorted([*HAND.split(), "7H", "8H"])
    expected = "You have picked ten cards and a skat of two. Put one back first."
    expect(page.get_by_role("status")).to_have_text(expected)


def test_with_the_skat_it_is_said_what_to_put_down(visit: Visits) -> None:
    page = visit(f"{LINK}+7H")
    expect(page.get_by_text("Pick one more card to complete the skat")).to_be_visible()
    expect(page.get_by_role("table")).to_have_count(0)
    page.get_by_role("button", name="eight of hearts").click()
    expect(page.get_by_role("table", name="Official values").get_by_role("row")).to_have_count(8)
    odds = page.get_by_role("table", name="Chances")
    expect(odds).to_be_visible()
    question = Comparison(read_hand(HAND), tuple(map(Card.parse, ("7H", "8H"))))
    run_chances(result := Chances(question))
    best = result.rows()[0]
    discards = page.get_by_role("table", name="What to discard").get_by_role("row")
    expect(discards).to_have_count(4, timeout=300_000)
    cards = [card_name(card) for card in best.discard]
    share, chance = (f"{100 * (one or 0):.0f}%" for one in (best.won.value, best.at_table))
    expect(page.locator(".advice")).to_have_text(
        f"Discard {cards[0]}, {cards[1]}: at a bid of 18, {str(best.contract).capitalize()} then wins about {chance} "
        f"at the table ({share} of {best.won.of} worlds with open cards), and pays up to a bid of "
        f"{best.tally.highest_paying_bid(tournament=True)}."
    )
    names = discards.nth(1).locator(".card-text").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert names == cards
    expect(odds.get_by_role("row").nth(1)).to_contain_text(share)


def card_name(card: Card) -> str:
    return f"{card.rank.name.lower()} of {card.suit.name.lower()}"


def test_a_skat_is_drawn_for_ten_cards(visit: Visits) -> None:
    page = visit("/skat")
    take = page.get_by_role("button", name="Draw a skat")
    expect(take).to_be_disabled()
    page.get_by_role("button", name="Draw ten cards").click()
    ten = chosen(page).split()
    take.click()
    assert len(chosen(page).split()) == 12
    assert set(ten) < set(chosen(page).split())
    expect(take).to_be_disabled()


def test_drawn_cards_are_ten_and_can_all_be_put_back(visit: Visits) -> None:
    page = visit("/skat")
    page.get_by_role("button", name="Draw ten cards").click()
    assert len(chosen(page).split()) == 10
    page.get_by_role("button", name="Put all back").click()
    assert chosen(page) == ""


@pytest.mark.parametrize(
    ("link", "cards", "told"),
    [
        ("#cards=JC+10S+as", "JC AS TS", False),
        ("#cards=CJ+s10+AS", "JC AS TS", False),
        ("#cards=JC+6S+nonsense", "JC", True),
        ("#cards=JC+JC", "JC", False),
        ("#cards=%FF%00", "", True),
        (f"#cards={HAND.replace(' ', '+')}+9D+7D+QH", f"{HAND.removesuffix(' 8D')} 9D 8D 7D", True),
        ("#foo", "", True),
        ("#cards=JC&colour=red", "JC", True),
        ("#cards=JC&seat=dealer", "JC", True),
    ],
)
def test_a_link_gives_the_cards_that_it_can(visit: Visits, link: str, cards: str, told: bool) -> None:
    page = visit(f"/skat{link}")
    expect(page.locator(".pick").nth(31)).to_be_visible()
    assert chosen(page) == cards
    message = page.get_by_role("status")
    if told:
        expect(message).to_contain_text("ignored")
    else:
        expect(message).to_have_text("")


def test_the_seat_is_asked_for_and_kept_in_the_link(visit: Visits) -> None:
    page = visit("/skat")
    page.get_by_label("Seat").select_option("rearhand")
    expect(page).to_have_url(re.compile("#seat=rearhand$"))
    think = """(question, asked) => new Promise(() => {
        document.body.dataset.asked = `${asked.cards.join(" ")}, ${asked.seat}`;
    })"""
    page = visit.with_thoughts(f"{LINK}&seat=rearhand", think)
    expect(page.get_by_label("Seat")).to_have_value("rearhand")
    expect(page.locator("body")).to_have_attribute("data-asked", f"{HAND}, rearhand")


def test_figures_change_as_they_sharpen_and_belong_to_the_cards_that_are_picked(visit: Visits) -> None:
    first, last = chances(("clubs", 0.5), done=False), chances(("grand", 0.75), ("clubs", 0.25), done=True)
    figures = f"progress({first}); return {last};"
    think = f"async (question, asked, {{ progress }}) => {{ if (question !== 'chances') return null; {figures} }}"
    page = visit.with_thoughts(LINK, think)
    odds = page.get_by_role("table", name="Chances")
    expect(odds.get_by_role("row").nth(1)).to_have_text(re.compile("Grand.*75%.*40 worlds.*90%.*\\+12.*33"))
    bars = odds.locator(".bar-interval")
    assert [float(bars.nth(row).get_attribute("x") or "nan") for row in (0, 1)] == [37.5, 12.5]
    page.get_by_role("button", name="jack of clubs").click()
    expect(odds).to_have_count(0)


def test_a_question_is_taken_back_when_the_cards_change(visit: Visits) -> None:
    think = """(question, asked, { signal }) => new Promise(() => {
        const { dataset } = document.body;
        dataset.asked = "yes";
        signal.addEventListener("abort", () => (dataset.asked = "taken back"));
    })"""
    page = visit.with_thoughts(LINK, think)
    body = page.locator("body")
    expect(body).to_have_attribute("data-asked", "yes")
    page.get_by_role("button", name="jack of clubs").click()
    expect(body).to_have_attribute("data-asked", "taken back")


def test_worlds_are_counted_anew_for_other_cards(visit: Visits) -> None:
    page = visit(LINK)
    odds = page.get_by_role("table", name="Chances")
    expect(odds).to_be_visible()
    page.get_by_role("button", name="jack of clubs").click()
    expect(odds).to_have_count(0)
    page.get_by_role("button", name="seven of hearts").click()
    expect(odds).to_be_visible()


def test_without_the_kernel_it_is_said_why_nothing_is(visit: Visits) -> None:
    page = visit.without_solver(LINK)
    expect(page.get_by_role("alert")).to_contain_text("This browser does not support WebAssembly")
    expect(page.locator(".verdict")).to_have_count(0)
    page.get_by_role("button", name="jack of clubs").click()
    assert len(chosen(page).split()) == 9


@pytest.mark.parametrize(("size", "large", "box"), [(PHONE, False, 36), (DESKTOP, True, 36), (DESKTOP, False, 72)])
def test_cards_have_large_signs_where_they_are_small_or_it_is_wanted(
    visit: Visits, size: dict[str, int], box: int, *, large: bool
) -> None:
    page = visit("/skat", dark=True, viewport=size)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Large card indices").set_checked(large)
    assert page.locator("[data-card=QH] svg").get_attribute("viewBox") == f"0 0 {box} {box * 51 // 36}"
    if box == 36:
        looks = "one => { const { fill, backgroundColor } = getComputedStyle(one); return [fill, backgroundColor]; }"
        drawn = [page.locator(f"[data-card={card}] svg").evaluate(looks) for card in ("QC", "QH")]
        assert drawn[0][0] != drawn[1][0] != drawn[1][1]
        assert "rgba(0, 0, 0, 0)" not in drawn[0] + drawn[1]


def test_a_hand_without_an_ace_beside_the_trumps_is_a_pass(visit: Visits) -> None:
    page = visit("/skat#cards=JD+AS+KS+QS+TS+9S+8D+7D+TC+QH")
    expect(page.locator(".verdict")).to_have_text("Pass")
    expect(page.locator(".verdict + p")).to_have_text("No ace outside trumps.")
