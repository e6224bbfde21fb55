"""The page's file of card symbols: current, complete, small and self-contained."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

from kiebitz.cards import PACKS, Suit
from kiebitz.render.card_symbols import symbols

FILE = Path(__file__).parents[2] / "src" / "kiebitz" / "web" / "static" / "cards.svg"
_SVG = "{http://www.w3.org/2000/svg}"


def test_file_is_up_to_date() -> None:
    how = f"run: python -m kiebitz.render.card_symbols {FILE}"
    assert FILE.read_text(encoding="utf-8") == symbols(), how


def test_every_card_the_back_and_every_suit() -> None:
    names = [symbol.get("id") for symbol in ET.fromstring(symbols()).iter(f"{_SVG}symbol")]
    assert len(names) == len(set(names))
    expected = {f"card-{card}" for card in PACKS["52"]} | {f"suit-{suit.letter}" for suit in Suit}
    german = {f"card-{card}-de" for card in PACKS["52"] if str(card)[0] in "JQ"}
    russian = {f"card-{card}-ru" for card in PACKS["52"] if str(card)[0] in "AJQK"}
    pips = {f"card-{card}-pips" for card in PACKS["52"] if str(card)[0] in "23456789T"}
    assert set(names) == expected | german | russian | pips | {"card-back", "card-slot"}


def test_every_used_id_is_defined_once() -> None:
    text = symbols()
    defined = re.findall(r'id="([^"]+)"', text)
    assert len(defined) == len(set(defined))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(defined)


def test_small_and_free_of_styles_that_a_strict_policy_would_refuse() -> None:
    text = symbols()
    assert len(text.encode()) < 60_000
    assert "style=" not in text
    assert "<style" not in text
    assert text.isascii()


def test_a_classic_card_has_as_many_pips_as_its_number() -> None:
    text = symbols()
    for number in range(2, 11):
        [drawn] = re.findall(rf'<symbol id="card-{"T" if number == 10 else number}H-pips".*?</symbol>', text)
        assert drawn.count('href="#k-hearts"') == number + 1  # one more in the index
