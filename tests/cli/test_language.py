"""Tests of German and Russian: no English in help, answers and errors of the players' commands."""

from __future__ import annotations

import argparse
import ast
import errno
import json
import os
import re
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from PIL import Image

from kiebitz import cli, deal
from kiebitz.cli import translations
from kiebitz.cli.commands import COMMANDS, FOR_PROGRAMS, module_of
from kiebitz.cli.language import LANGUAGES
from kiebitz.cli.parser import ENGLISH_ONLY, FIRST_STEPS, JSON_NOTE, Parser, command_parser, name_in, top_parser
from kiebitz.patience.games import games
from kiebitz.patience.session import Session
from kiebitz.render import png
from kiebitz.tui.app import PlayApp
from screens import drive, press, settled, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from babel.messages.catalog import Catalog
    from textual.pilot import Pilot

    from command_line import Kiebitz

INSTALLED = Path(cli.__file__).parent
TESTS = Path(__file__).parents[1]
SOURCE = TESTS.parent / "src" / "kiebitz" / "cli"  # an installed package has no .po files
TRANSLATED = [code for code in LANGUAGES if code != "en"]
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
FIELD = re.compile(r"\{(\w+)(?::[^}]*)?\}")


def catalogue(code: str) -> tuple[Catalog, bytes]:
    folder = Path("lang", code, "LC_MESSAGES")
    with (SOURCE / folder / "kiebitz.po").open("rb") as file:
        return read_po(file, locale=code), (INSTALLED / folder / "kiebitz.mo").read_bytes()


def forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ("",))


def help_texts() -> Iterator[str]:
    """Yield the texts of the help of the players' commands, with examples but without their remarks."""
    parsers = [top_parser()]
    for name in COMMANDS:
        if name not in FOR_PROGRAMS:
            module = module_of("kiebitz.cli", name)
            parsers.append(command_parser(name, module))
            subcommands: dict[str, str] = getattr(module, "SUBCOMMANDS", {})
            yield from subcommands.values()
            parsers += [command_parser(f"{name} {word}", module_of(module.__name__, word)) for word in subcommands]
    for parser in parsers:
        paragraphs = f"{parser.description}\n\n{parser.epilog}".strip("\n").split("\n\n")
        for paragraph in paragraphs:
            if not paragraph.startswith(("--json prints", "examples:", "commands:", "exit codes:")):
                yield paragraph if "\n  " in paragraph else " ".join(paragraph.split())
        for group in parser.complete()._action_groups:
            if group._group_actions:
                yield str(group.title)
        for action in parser._actions:
            if action.help not in (None, argparse.SUPPRESS):
                yield str(action.help)
            yield from forms(action.metavar or "N")


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_catalogue_has_all_help_and_all_messages_of_the_command_line(kiebitz: Kiebitz, code: str) -> None:
    assert kiebitz("--version").code == 0  # sets English for the help below
    messages, compiled = catalogue(code)
    extracted = {message for _, _, message, _, _ in extract_from_dir(SOURCE, keywords=KEYWORDS, comment_tags=())}
    written = {" ".join(text.split()) if "\n  " not in text else text for text in help_texts()}
    needed = extracted | written | {FIRST_STEPS, JSON_NOTE, ENGLISH_ONLY, *COMMANDS.values()}
    page = translations.Catalogue(code)
    assert not {
        text
        for text in map(str, needed - {message.id for message in messages})
        if page.gettext(text) == text and text.strip()
    }
    for message in messages:
        if message.id:
            fields = {tuple(sorted(set(FIELD.findall(form)))) for form in forms(message.id) + forms(message.string)}
            assert len(fields) == 1, message.id
            assert all(forms(message.string)), message.id
    anew = BytesIO()
    write_mo(anew, messages)
    assert anew.getvalue() == compiled, "pybabel compile -D kiebitz -d src/kiebitz/cli/lang"


#: Words that the program puts into sentences; entries of the catalogue may spell them out.
VALUES = """
clubs spades hearts diamonds trumps hand skat discard schneider schwarz free caught declarer defenders forehand
middlehand rearhand forehand's middlehand's rearhand's red black kings aces german russian played you no a an or 1 6
"""
GAP = re.compile(rf"\{{\w+\}}|[^\w\s'-]|(?<![\w'-])(?:{'|'.join(VALUES.split())})(?![\w'-])")
#: Neighbours in a sentence that the source joins from parts.
JOINED = {
    "to 12", "to 18", "default safe", "need textual", "need resvg-py", "need pillow", "expected --shortest", "stack of",
    "stock cards", "interval unknown", "bid such", "expected --fair", "cell use", "lost because", "freecell of",
    "cards it", "takes up", "home moves",
    "embedded", "embedded null", "null byte",  # from C code of Python
}  # fmt: skip


def words_and_neighbours(text: str) -> set[str]:
    words = re.findall(r"[\w'-]+", text.lower())
    return {*words, *map(" ".join, pairwise(words))}


def written_words() -> set[str]:
    """Return the words of the texts in the source, of Python's own messages, and each two neighbours among them."""
    modules = [*INSTALLED.parent.rglob("*.py"), Path(argparse.__file__), Path(json.decoder.__file__)]
    texts = [path.read_text("utf-8") for path in INSTALLED.parent.rglob("*.toml")]
    for module in modules:
        tree = ast.parse(module.read_text("utf-8"))
        docstrings = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, DOCUMENTED)}
        texts += [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in docstrings
        ]
    texts += map(os.strerror, errno.errorcode)
    return set().union(*map(words_and_neighbours, texts))


def test_every_entry_of_the_catalogues_is_used() -> None:
    written = written_words() | JOINED
    ids = [{forms(message.id)[-1] for message in catalogue(code)[0] if message.id} for code in TRANSLATED]
    assert all(ids[0] == other for other in ids)
    unused = [
        text for text in sorted(ids[0]) if any(words_and_neighbours(part) - written for part in GAP.split(text.lower()))
    ]
    assert unused == []


#: Words that are frequent in English and absent in German.
ENGLISH = """
and are at be been best board but by can cannot card cards column columns could deal deals declarer each
expected fewer for found from given has have he his is it its least line lines lost more most move moves must no
none not nothing number of on one only or other point points read said seen side than that the there they this
to too trick tricks unknown were what when where which who win wins with won words would you your
"""
#: Words in Latin letters that a Russian line may have: names, notation, input.
LATIN = """
autoplay cells dark deal fc fc-solve fisher-yates freecell game hint home kiebitz lfu light lru max microsoft
mono none one-suit play pysolfc python random safe single solve standard supermoves text unicode wetherell
any ascii beginner difficulty easy expert fan grand hard json medium player run russian strict study winnable
"""
UNREAD = re.compile(
    r"„[^“]*“|«[^»]*»|'[^']*'"  # quoted input
    r"|(?<!\w)--?[a-z][\w-]*|kiebitz \S+( --language en)?|\S*[_/.\d]\S*"  # options, commands, files, names of games
    r"|(Link|ссылка), \w+:"
    r"|(eines von|одно из|Schlüssel|ключей): .*|(eines von|одно из|Schlüssel|ключей) .*"  # lists of possible input
)
HAND = "JC JS JD AC KC 9C AS 7H QD 8D"
DEAL = "AC TC KC QC 9C 8C 7C AS TS KS QS 9S 8S 7S AH TH KH QH 9H 8H 7H AD TD KD QD 9D 8D 7D JC JS JH JD"
#: Commands of players, with answers and errors of every kind.
RUNS = [
    *(
        "deal",
        "solve",
        "prove",
        "hint",
        "light",
        "losing-move",
        "play",
        "replay",
        "verify",
        "difficulty",
        "etude",
        "skat",
    ),
    *("foo", "--foo"),
    *("deal foo", "deal -5", "deal 99999999999999", "deal 1 --game x", "deal 1 --game spider", "deal 1 --cards 9"),
    *("deal game=freecell&deal=617&moves=zz", "deal game=x&deal=1", "deal deal=1", "deal game=freecell&deal=1&deal=2"),
    *(
        "deal 1 --suits HX",
        "deal 1 --output /nonexistent/x",
        "deal 1 --foo",
        "deal 1 2",
        "deal 1 --format",
        "deal 1 --json=3",
    ),
    *("deal 1 --cells 99", "deal game=freecell&edition=9&deal=1", "hint game=freecell&deal=617 --cells 3"),
    *("solve 617", "solve 617 --short", "solve 11982", "solve 11982 --limit-states 10", "solve 5 --game russian"),
    *(
        "solve 46 --shortest --limit-states 500",
        "solve 617 --shortest",
        "solve 1-4",
        "solve 1,3",
        "solve 1-4 --shortest",
    ),
    *(
        "solve 1-9 --game russian",
        "solve 1-3 --output -",
        "solve 1-3 --format strict",
        "solve 617 --metric player",
        "solve 5-1",
    ),
    *(
        "solve 617 --limit-states 0",
        "solve 617 --limit-seconds x",
        "solve 617 --prove --short",
        "solve 617 --output x.parquet",
    ),
    *(
        "prove 617 -c z --limit-states 10",
        "prove 617 -c z --moves 99 --limit-states 30000",
        "prove 617 -c z --moves 9999",
    ),
    *("prove 617 -c z --moves 3 --limit-states 2000", "prove 1 --game russian -c z"),
    *(
        "difficulty 617",
        "difficulty 11982 --limit-states 9",
        "difficulty 1-3",
        "difficulty 1 --game bakers_game",
        "deal --game yukon --level easy",
    ),
    *(
        "losing-move game=freecell&deal=617&moves=58+1a",
        "losing-move 617",
        "losing-move 11982",
        "light 617",
        "light 11982",
    ),
    *("light 5 --game russian --numbering fisher-yates", "hint 617 --moves 3", "hint 11982", "hint 5 --game russian"),
    *(
        "replay 617 --output x.y",
        "replay 617 --limit-states 1",
        "replay 617 --speed 99",
        "replay - -",
        "play 617",
        "verify - -",
    ),
    *(
        "replay 16 --game russian",
        "verify nofile",
        "verify 1 nofile",
        "games",
        "games fan",
        "games spider",
        "games xyz",
    ),
    *("read screen.png", "read cut.png --game freecell", "read deal.txt", "read nofile", "solve cut.png"),
    *(
        "etude 20",
        "etude 1",
        "etude 9 --paths none --store-size 10",
        "etude 0",
        "etude 5 --precision x",
        "etude 5 --output x.y",
    ),
    *("etude 3 --store-size 900000000000000000", "etude 5 --seed x", "etude 5 --paths zz"),
    *(
        f"skat {HAND} --explain --advice",
        "skat 7C 8C 9C TC 7D 8D 7H 8H 7S 8S --explain",
        "skat JC JS",
        f"skat {HAND} KS",
    ),
    *(
        f"skat value {HAND}",
        f"skat value {HAND} --contract Kreuz Hand Schneider angesagt",
        f"skat value {HAND} --skat 7C 8C",
    ),
    *(
        f"skat value {HAND} --contract {words}"
        for words in ("null schneider", "foo", "clubs ouvert", "grand hand ouvert")
    ),
    *(f"skat value {HAND} --skat JC 7C", f"skat value {HAND} --contract трефы с руки", f"skat value {HAND} --skat 7C"),
    *(
        f"skat score --contract {words}"
        for words in (
            "Pik Hand --bid 44 --matadors mit 2 --points 61",
            "clubs hand --bid 20 --matadors ohne 1 --points 56",
            "null ouvert --bid 46 --tricks 0",
            "null --bid 24 --tricks 0 --null-overbid bid",
            "null --bid 24 --tricks 0",
            "clubs --bid 60 --matadors 1 --points 90",
            "clubs --bid 20 --matadors 1 --points 90 --given-up",
            "clubs --bid 20 --matadors 1 --conceded",
            "clubs hand schneider --bid 20 --matadors 1 --points 80",
            "clubs hand schwarz --bid 20 --matadors 1 --points 120 --tricks 9",
            "clubs hand --bid 20 --matadors 1 --points 20 --lost-hand single",
            "clubs --bid 20 --matadors 1",
            "clubs --bid 20 --matadors 1 --points 120",
            "clubs --bid 19 --matadors 1 --points 70",
            "clubs --bid 20 --matadors 99 --points 70",
            "clubs --bid 18 --matadors 1 --points 70 --tricks 10",
            "clubs --bid 18 --matadors 1 --points 70 --table 7",
            "clubs --bid 18 --matadors 1 --given-up --conceded",
            "clubs --bid 18 --hand JC",
            "clubs --bid 18 --skat JC",
            "null --bid 20",
            "clubs",
        )
    ),
    *("skat score games.sgf", "skat score games.sgf --bid 18", "skat score nofile", "skat score bad.txt"),
    *("skat list list.csv --games", "skat list nofile", "skat list bad.txt", "skat list list.csv --dealer Dora"),
    *(f"skat list wrong{number}.csv" for number in range(8)),
    *(
        "skat solve deal.txt --contract grand",
        "skat solve deal.txt --contract null",
        "skat solve deal.txt",
        "skat solve bad.txt",
    ),
    *("skat solve deal.txt --contract Herz --declarer rearhand --discard 7H 8H", "skat solve nofile --contract grand"),
    *("skat solve deal.txt --contract grand --played AC 7C", "skat solve deal.txt --contract grand --declarer x"),
    *(
        "skat solve deal.txt --contract clubs --played AC QS 7H TC 8S",
        "skat solve deal.txt --contract grand --discard QS 7C",
    ),
    *("skat review two.sgf --fair --worlds 9", "skat review two.sgf --game 1 --no-par", "skat review two.sgf --game 9"),
    *("skat review passed.sgf", "skat review timid.txt"),
    *("skat review two.sgf --worlds 3", "skat review two.sgf --output x.y", "skat review two.sgf --output x.html"),
    *(f"skat chances {HAND} --worlds 5", f"skat chances {HAND} --skat 7C 8C --worlds 5 --contract clubs"),
    *(
        f"skat chances {HAND} --contract grand hand --worlds 5 --table 2 --level beginner",
        f"skat chances {HAND} --exact",
    ),
    *(
        f"skat chances {HAND} --discard 7C 8C",
        f"skat chances {HAND} --skat 7C 8C --discard KH 9H",
        f"skat chances {HAND} --bid 19",
    ),
]
#: Games of Skat at the keyboard: options and input.
PLAYED = [
    ("18 --level beginner", ["p"]),
    ("42 --level beginner", ["p"]),
    ("617", ["foo", "tipp", "?", "hand", "ampel", "p"]),
    (
        "12 --level beginner",
        [
            "j",
            "?",
            "tipp",
            "foo",
            "прикуп",
            "?",
            "tipp",
            "Kreuz 2C 3C",
            "Kreuz KH 8H",
            "?",
            "tipp",
            "ampel",
            "светофор честно",
            "rest",
            "остальные",
            "2C",
            "aufgeben",
            "сдаюсь",
        ],
    ),
]


@pytest.fixture
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = {path.stem: path.read_text("utf-8") for path in sorted((TESTS / "data" / "iss").glob("*.sgf"))}
    (tmp_path / "deal.txt").write_text(DEAL)
    (tmp_path / "bad.txt").write_text("forehand: AC\nfoo\n")
    (tmp_path / "list.csv").write_text("Anna,Bernd,Clara\n48,,\nBernd Kreuz Hand mit 2 verloren\n,,\n")
    wrong = ("47", "", "null foo", "clubs", "clubs with 1 foo", "clubs with 99", "null bid 30", "clubs with 1 bid 19")
    for number, game in enumerate(wrong):
        (tmp_path / f"wrong{number}.csv").write_text(f"Anna,Bernd,Clara\nAnna: {game}\n")
    (tmp_path / "games.sgf").write_text("".join(records.values()), "utf-8")
    (tmp_path / "two.sgf").write_text(records["lost"] + records["hand"], "utf-8")
    (tmp_path / "passed.sgf").write_text(records["passed"], "utf-8")
    (tmp_path / "timid.txt").write_bytes((TESTS / "data" / "skat" / "timid.txt").read_bytes())
    (tmp_path / "screen.png").write_bytes(png.board(deal(617)))
    screen = Image.open(tmp_path / "screen.png")
    screen.crop((0, 0, screen.width * 3 // 5, screen.height)).save(tmp_path / "cut.png")
    monkeypatch.chdir(tmp_path)


def left_in_english(text: str, code: str) -> list[str]:
    """Return the lines with an English word; for Russian, with a word in Latin letters that is no name."""
    lines = []
    for line in text.splitlines():
        if line.split(" ")[0] in games():
            continue  # the list of games
        words = re.findall(r"(?<![\w-])[a-z][a-z'-]+(?![\w-])", UNREAD.sub(" ", line))
        if any(
            word in ENGLISH.split() or (code == "ru" and len(word) > 2 and word not in LATIN.split()) for word in words
        ):
            lines.append(line)
    return lines


@pytest.mark.usefixtures("_files")
@pytest.mark.parametrize("code", TRANSLATED)
def test_no_line_is_left_in_english(kiebitz: Kiebitz, code: str) -> None:
    lines = []
    wrong = sorted((TESTS / "data" / "wrong").iterdir())
    runs = [run.split(" ") for run in RUNS]
    runs += [["deal" if path.suffix == ".board" else "verify", str(path)] for path in wrong]
    for words in runs:
        ran = kiebitz("--language", code, *words)
        lines += [(words, line) for line in left_in_english(ran.out + ran.err, code)]
    for options, typed in PLAYED:
        out = kiebitz("--language", code, "skat", "play", *options.split(), stdin="\n".join(typed)).out
        for answer in typed:  # output echoes piped input
            out = out.replace(f"? {answer}\n", "?\n")
        lines += [(["skat", "play"], line) for line in left_in_english(out, code)]
    assert not lines


@pytest.mark.usefixtures("_files")
def test_english_lines_are_found(kiebitz: Kiebitz) -> None:
    for words in ("solve 11982", "deal foo", f"skat value {HAND}", "difficulty 617", "skat review two.sgf"):
        ran = kiebitz(*words.split())
        assert left_in_english(ran.out + ran.err, "de")
        assert left_in_english(ran.out + ran.err, "ru")


@pytest.mark.usefixtures("_files")
def test_json_does_not_depend_on_the_language(kiebitz: Kiebitz) -> None:
    for words in (
        "solve 617 --limit-states 9",
        "replay 617 --json",
        f"skat {HAND} --advice",
        f"skat value {HAND}",
        "skat score games.sgf",
        "games fan",
        "read cut.png",
    ):
        answers = []
        for code in LANGUAGES:
            answer = json.loads(kiebitz("--language", code, *words.split(), "--json").out)
            answer.get("statistics", {}).pop("seconds", None)
            answers.append(answer)
        assert answers[0] == answers[1] == answers[2]


#: Options whose choices are names of things; the help of other options explains its choices instead.
NAMING = {"--seat", "--declarer", "--level", "--band", "--look", "--theme"}


def player_parsers() -> Iterator[Parser]:
    """Yield the parsers of the players' commands and subcommands, with all options."""
    for name in COMMANDS:
        if name not in FOR_PROGRAMS:
            module = module_of("kiebitz.cli", name)
            yield command_parser(name, module).complete()
            for word in getattr(module, "SUBCOMMANDS", {}):
                yield command_parser(f"{name} {word}", module_of(module.__name__, word)).complete()


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_translated_name_of_a_choice_is_accepted(code: str) -> None:
    page, accepted = translations.Catalogue(code), set()
    actions = [action for parser in player_parsers() for action in parser._actions]
    for action in actions:
        if isinstance(action.type, name_in) and NAMING & {*action.option_strings}:
            shown = page.gettext(str(action.help))
            for name in action.type.names:
                translated = page.gettext(name)
                if name != "light":  # the catalogue's word for it is the light of a game
                    assert action.type(translated.upper()) == name
                for word in re.findall(rf"\b{name} \(([^,)]+)", shown):
                    assert word.startswith(("по умолчанию", "sonst")) or action.type(word) == name
                    accepted.add(name)
    assert {"forehand", "middlehand", "rearhand", "beginner", "club", "strong", "easy", "hard", "dark"} <= accepted


def test_translated_choices_in_commands(kiebitz: Kiebitz) -> None:
    for language in LANGUAGES:
        options = ("--seat", "Hinterhand", "--level", "anfänger", "--language", language)
        ran = kiebitz("skat", "play", "3", *options, stdin="")
        english = kiebitz("skat", "play", "3", "--seat", "rearhand", "--level", "beginner", *options[4:], stdin="")
        assert (ran.code, ran.out, ran.err) == (english.code, english.out, "")
    assert kiebitz("skat", "problem", "--band", "schwer").code == 0


def test_a_suggestion_is_one_of_the_listed_choices(kiebitz: Kiebitz) -> None:
    ran = kiebitz("skat", "play", "--seat", "Forhand", "--language", "de")
    assert "(gemeint: forehand?); erwartet: eines von: forehand, middlehand, rearhand" in ran.err


@pytest.mark.parametrize("code", TRANSLATED)
def test_commands_for_programs_say_that_they_are_in_english(kiebitz: Kiebitz, code: str) -> None:
    for name in FOR_PROGRAMS:
        note, rest = kiebitz("help", name, "--language", code).out.partition("\n\n")[2].split("\n\n", 1)
        assert note != ENGLISH_ONLY
        assert not left_in_english(note, code)
        assert rest == kiebitz("help", name).out.partition("\n\n")[2]


def test_english_loads_no_catalogue(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(*_: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(translations.Catalogue, "__init__", load)
    assert kiebitz("deal", "617").code == 0
    assert kiebitz("deal", "x").err.startswith("kiebitz: 'x' cannot be read; expected a deal number")
    assert kiebitz("solve", "--help").code == 0


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_first_screen_fits_a_small_terminal(kiebitz: Kiebitz, code: str) -> None:
    lines = kiebitz("--language", code).out.splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    assert [line.split()[:2] for line in lines if "  kiebitz" in line] == [
        line.split()[:2] for line in FIRST_STEPS.splitlines() if "  kiebitz" in line
    ]


def test_the_language_is_that_of_the_option_or_of_the_locale(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    german = (
        r"FreeCell, Blatt 11982: unlösbar, durch vollständige Suche bewiesen \(\d+\.\d{3} Stellungen, \d+(,\d+)? s\)\n"
    )
    words = ("solve", "11982")
    for way in (("--language", "de", *words), ("--language=de", *words), (*words, "--language", "de")):
        assert re.fullmatch(german, kiebitz(*way).out)
    monkeypatch.setenv("LANGUAGE", "ru")
    assert kiebitz("1-3").out.startswith(
        "Свободная ячейка, расклады с 1 по 3: сходятся 3, не сходятся 0, не решено 0\n"
    )
    assert kiebitz("1-3", "--language", "en").out.startswith(
        "FreeCell deals 1 to 3: 3 solved, 0 impossible, 0 undecided\n"
    )
    monkeypatch.delenv("LANGUAGE")
    for value, first in (("de_DE.UTF-8", "Kiebitz gibt"), ("C", "Kiebitz deals"), ("fr_FR", "Kiebitz deals")):
        monkeypatch.setenv("LC_ALL", value)
        assert kiebitz().out.startswith(first)


@pytest.mark.parametrize("words", [["--language", "fr"], ["--language="], ["solve", "1", "--language"]])
def test_a_language_that_is_not_there(kiebitz: Kiebitz, words: list[str]) -> None:
    ran = kiebitz(*words)
    assert ran.code == 2
    assert re.fullmatch(r"kiebitz: unknown language '(fr)?'; expected one of: en, de, ru\n", ran.err)


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_screen_is_left_in_english(code: str) -> None:
    screens = []

    async def deeds(app: PlayApp, pilot: Pilot[None]) -> None:
        await press(app, "L", "t")
        for keys in (["question_mark"], ["n"], ["u"], ["r"], ["V"], ["o"], ["2", "6"], ["2", "a", "u"], ["F"]):
            await press(app, *keys)
            await settled(app)
            screens.append(text_of(app))
            await press(app, "escape")
            await settled(app)
        for keys in (["ctrl+p"], ["q", "q"]):
            await press(app, *keys)
            await pilot.pause(1)
            screens.append(text_of(app))

    drive(
        PlayApp(Session.new(number=1), look="dark", translate=translations.Catalogue(code).translated), deeds, (100, 40)
    )
    assert len(set(screens)) == len(screens)
    lines = [
        line for screen in screens for line in screen.splitlines() if "bakers_game" not in line and "_" not in line
    ]
    assert not [line for line in lines if left_in_english(line.strip(), code)]
