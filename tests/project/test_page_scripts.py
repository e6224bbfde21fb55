"""The page's scripts of Skat decide nothing: they contain no number of its rules, read no cards and count nothing."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from kiebitz.skat.bidding import BIDS
from kiebitz.skat.contract import Game
from kiebitz.skat.trick import ALL_POINTS, OUT_OF_SCHNEIDER, TO_MAKE_SCHNEIDER, TO_WIN

SCRIPTS = Path(__file__).parents[2] / "src" / "kiebitz" / "web" / "static" / "app"
#: Bids and values of games, base values, card points, and the points for games won and lost in a list; no round number.
RULES = {
    *BIDS, *(game.base for game in Game), ALL_POINTS, OUT_OF_SCHNEIDER, TO_MAKE_SCHNEIDER, TO_WIN, 30, 40, 50,
} - {0, 10, 100}  # fmt: skip
#: Other meanings of these numbers: characters shown, lists kept, games of a list, worlds; and the bid of the chances.
OTHERS = [
    ("skat.js", 60), ("skat_kept.js", 50), ("skat_kept.js", 36),
    ("skat_list.js", 99),
    ("skat_questions.js", 60), ("skat_questions.js", 60), ("skat_questions.js", 18),
]  # fmt: skip
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_TEXT = re.compile(r'"[^"\n]*"')
_NUMBER = re.compile(r"(?<![\w.#])\d+(?![\w.])")
#: Parts of a spelling of cards: the ten, letters made capitals, rank and suit exchanged.
_SPELLING = re.compile(r'"10"|toUpperCase\(\)|\w\.slice\(1\) \+ \w+\[0\]')

#: Counted by the kernel: the seats of a table, the numbers of tricks, the factors of a value.
_COUNTING = re.compile(r"[%/] (?:SEATS|table|kept\.table)\b|[+-] table\b|\bfactor\b|\bbase \* |\* base\b")


def code_of(name: str) -> str:
    return _COMMENT.sub("", (SCRIPTS / name).read_text("utf-8"))


def rules_in(code: str) -> list[int]:
    return [int(number) for number in _NUMBER.findall(_TEXT.sub("", code)) if int(number) in RULES]


def test_scripts_of_skat_contain_no_number_of_its_rules() -> None:
    names = sorted(path.name for path in SCRIPTS.glob("skat*.js"))
    assert len(names) > 10
    found = [(name, number) for name in names for number in rules_in(code_of(name))]
    assert sorted(found) == sorted(OTHERS)


def test_scripts_of_skat_read_no_cards_by_themselves() -> None:
    for path in SCRIPTS.glob("skat*.js"):
        assert _SPELLING.findall(code_of(path.name)) == [], path.name


def test_scripts_of_skat_count_no_seats_tricks_and_factors() -> None:
    found = Counter(path.name for path in SCRIPTS.glob("skat*.js") for _ in _COUNTING.findall(code_of(path.name)))
    assert found == {"skat_table.js": 3}  # where the seats are drawn around the person


def test_forbidden_parts_are_noticed() -> None:
    assert rules_in("const won = points > 60 ? 61 : 120; x[3] = 0.9; a40 = '#30' // 59") == [60, 61, 120, 59]
    assert _SPELLING.findall('text.toUpperCase().replaceAll("10", "T"); card.slice(1) + card[0]') != []
    counting = [
        "(declarer - you + table) % table",
        "Math.ceil(number / SEATS)",
        "++factor",
        "factor * base",
        "1 - table",
    ]
    assert all(map(_COUNTING.search, counting))
