"""Every reader of external input as a fuzzing target: any bytes must give a value or an error.

An error is a `KiebitzError` with one printable line; a value must survive writing and reading again. The first byte
selects a form, so that each input is read once. `bench/damage.py` makes damaged Parquet files.
"""

from __future__ import annotations

import argparse
import io
import re
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote_plus
from zlib import crc32

import msgspec

from kiebitz import check_certificate
from kiebitz.analysis.certificates import certify, header
from kiebitz.analysis.skat.counting import Counting, counted
from kiebitz.cards import Card
from kiebitz.cards.spelling import SPELLINGS
from kiebitz.cards.text import parse_cards
from kiebitz.cli import deal_argument, parser
from kiebitz.cli.saved_games import Saved
from kiebitz.deals import numbering
from kiebitz.errors import IllegalMoveError, KiebitzError, RecordError
from kiebitz.kernel import host
from kiebitz.kernel.text import read_hands
from kiebitz.patience import game
from kiebitz.patience.dealing import deal
from kiebitz.patience.game_text import read_game as read_any
from kiebitz.patience.links import read_link, write_link
from kiebitz.patience.notation import (
    BOARD_FORMATS,
    SOLUTION_FORMATS,
    format_board,
    format_solution,
    parse_board,
    parse_header,
    parse_solution,
)
from kiebitz.patience.notation.moves import FC_SOLVE_COLUMNS
from kiebitz.read_seeds import CHECKSUM_SIZE, Seed
from kiebitz.read_seeds import read as read_seeds
from kiebitz.skat.contract import Contract, contracts
from kiebitz.skat.deal_text import read_deal
from kiebitz.skat.game_list import EXTRAS, read_list
from kiebitz.skat.game_text import each_recorded
from kiebitz.skat.hand import read_hand
from kiebitz.skat.iss import read_game, write_game
from kiebitz.skat.valuation import Matadors
from kiebitz.studies.seeds import SeedPlan, encode
from kiebitz.studies.study import Deals, Study
from kiebitz.studies.study.filters import Filter
from kiebitz.studies.study.plan import VERSION, Plan
from kiebitz.web.api_errors import RefusedError
from kiebitz.web.endpoints import ENDPOINTS
from kiebitz.web.request_reader import decode, read_query

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_DATA = Path(__file__).parent.parent / "tests" / "data"
_GAMES = ("freecell", "solitaire_6x6_down", "marseille", "solitaire_one_suit", "russian")


@dataclass(frozen=True, slots=True)
class Reader:
    """A target, valid seeds, and words for its inputs."""

    read: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]
    words: tuple[bytes, ...] = ()


def check(condition: bool, message: str) -> None:
    """Raise an error that fuzzers report as a crash; an `assert` would vanish under -O."""
    if not condition:
        raise RuntimeError(message)


def check_error(error: Exception) -> None:
    """Check that an error is one line without control characters."""
    text = str(error)
    check(bool(text) and text.isprintable(), f"not printable: {error!r}")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


# Cards


def cards(data: bytes) -> None:
    """Read one card or several in a spelling."""
    spelling = tuple(SPELLINGS)[data[0] % len(SPELLINGS)] if data else "english"
    text = _text(data[1:])
    try:
        card = Card.parse(text, spelling)
        check(Card.parse(card.text(spelling), spelling) is card, f"{card} does not come back")
    except KiebitzError as error:
        check_error(error)
    try:
        hand = parse_cards(text, spelling)
        check(parse_cards(" ".join(card.text(spelling) for card in hand), spelling) == hand, "cards do not come back")
    except KiebitzError as error:
        check_error(error)


def _card_seeds() -> Iterable[bytes]:
    for number, spelling in enumerate(SPELLINGS):
        for text in ("AS", "10H", "7C JD"):
            words = [card.text(spelling) for card in parse_cards(text)]
            yield bytes([number]) + " ".join(words).encode()


# Boards, links, solutions

_RULES = tuple(map(game, _GAMES))
_FORMS = ("auto", *BOARD_FORMATS)


def boards(data: bytes) -> None:
    """Read a board of a game in a form."""
    if not data:
        return
    rules = _RULES[data[0] % len(_RULES)]
    form = _FORMS[data[0] // len(_RULES) % len(_FORMS)]
    try:
        position = parse_board(data[1:], rules, form).position()
    except KiebitzError as error:
        check_error(error)
        return
    other = BOARD_FORMATS[len(data) % len(BOARD_FORMATS)]
    check(
        parse_board(format_board(position, other), rules, other).position() == position, f"{other} does not come back"
    )


def _board_seeds() -> Iterable[bytes]:
    for form_number, form in enumerate(_FORMS):
        for number, rules in enumerate(_RULES):
            text = format_board(deal(5 + number, rules), "text" if form == "auto" else form)
            yield bytes([number + len(_RULES) * form_number]) + text.encode()
    for path in sorted((_DATA / "wrong").glob("*.board")):
        yield b"\0" + path.read_bytes()


def links(data: bytes) -> None:
    """Read a link, or a board or moves within a link."""
    text = data[1:].decode("utf-8", "replace")
    link = (
        text,
        f"game=freecell&deal=1&moves={text}",
        f"game=russian&board={quote_plus(text)}",
        f"#game=freecell&board={quote_plus(text)}&autoplay=none",
    )[data[0] % 4 if data else 0]
    try:
        session = read_link(link)
    except KiebitzError as error:
        check_error(error)
        return
    written = write_link(session, "https://kiebitz.example/")
    again = read_link(written)
    check(again == session, "the game does not come back")
    check(write_link(again, "https://kiebitz.example/") == written, "there are two links for one game")


def _link_seeds() -> Iterable[bytes]:
    yield b"\0https://kiebitz.example/#game=freecell&deal=617&moves=58&autoplay=none"
    yield b"\0game=freecell&deal=1&cells=3&columns=7&build=same_suit&empty_column=kings&supermoves=any&at=0"
    yield b"\0game=marseille&deal=1&edition=2&numbering=pysolfc"
    for name in _GAMES:
        board = quote_plus(format_board(deal(3, game(name)), "columns"))
        yield f"\0game={name}&board={board}".encode()
    yield b"\1" + b"83 {why (so)} 8a ({another way} 5b (5c)) 83"
    yield b"\1" + b"26+76+72+72+5a+27+57+67+1b+61+41+4h+4h+41+45"
    yield b"\2" + format_board(deal(3, game("russian")), "columns").encode()
    yield b"\3" + format_board(deal(3), "columns").encode()


#: Most solutions share few deals; without a cache, dealing took a third of the time.
_dealt = lru_cache(maxsize=1024)(deal)


def solutions(data: bytes) -> None:
    """Read a solution in a form, for the deal in its header, if any."""
    forms = ("auto", *SOLUTION_FORMATS)
    form = forms[data[0] % len(forms)] if data else "auto"
    text = data[1:]
    try:
        header = parse_header(text)
        words = (header.deal or "").split()
        number = int(words[1]) if len(words) == 2 and words[1].isdecimal() and len(words[1]) < 6 else 1
        position = _dealt(number, header.rules())
        solution = parse_solution(text, position, format=form)
    except KiebitzError as error:
        check_error(error)
        return
    other = SOLUTION_FORMATS[len(data) % len(SOLUTION_FORMATS)]
    if other == "fc-solve-snx" and solution.position.rules.columns > FC_SOLVE_COLUMNS:
        return  # the form cannot express these columns
    written = format_solution(solution.position, solution.moves, solution.autoplay, solution.header.deal, other)
    check(parse_solution(written, solution.position).moves == solution.moves, f"{other} does not come back")


def _solution_seeds() -> Iterable[bytes]:
    """Return whole solutions and their beginnings, which take a tenth of the time."""
    for folder in ("solutions", "wrong"):
        for path in sorted((_DATA / folder).glob("*.txt")):
            text = path.read_bytes()
            yield b"\0" + text
            for lines in (5, 8):
                yield b"\0" + b"".join(text.splitlines(keepends=True)[:lines])[:300]


def texts(data: bytes) -> None:
    """Read a game in any form, pasted beside a table."""
    rules = _RULES[data[0] % len(_RULES)] if data else _RULES[0]
    table = f"game={rules.game}&deal=617" if data and data[0] // len(_RULES) % 2 else None
    spelling = tuple(SPELLINGS)[len(data) % len(SPELLINGS)]
    try:
        session = read_any(_text(data[1:]), rules.game, table, spelling)
        written = write_link(session)
    except IllegalMoveError as error:
        check_error(error)
        if error.link is not None:
            check_illegal_link(error.link)
        return
    except KiebitzError as error:
        check_error(error)
        return
    check(read_link(written) == session, "the game does not come back")


def check_illegal_link(link: str) -> None:
    """Check that a link with an illegal move is refused for that move."""
    try:
        read_link(link)
    except IllegalMoveError as error:
        check_error(error)
    else:
        check(False, f"{link} holds no illegal move")


def _text_seeds() -> Iterable[bytes]:
    yield from (b"\x00617", b"\x00#617", b"\x00-1,234", b"\x05# deal: microsoft 617\n58 1a", b"\x0558 1a 2b")
    for moves in (b"8r3r3", b"58", b"26a5ar1h", b"8h3r83c8"):  # links of macroxue's page
        yield from (b"\0https://example.org/?deal=617:" + moves, b"\0#1:" + moves)
    yield b"\0# deal: microsoft 617\n58 {why (so)} 1a ({another way} 2a (2b)) 3b\n"
    yield b"\x09# game: russian\n# deal: fisher-yates 7\n# autoplay: max\n12 13"
    for number, rules in enumerate(_RULES):
        board = format_board(deal(3, rules), "columns")
        yield bytes([number]) + board.encode()
        yield bytes([number + len(_RULES)]) + format_board(deal(4, rules), "json").encode()
        yield f"\0https://kiebitz.example/#game={rules.game}&board={quote_plus(board)}".encode()
    for text in _link_seeds():
        yield b"\0" + text[1:]
    for text in _solution_seeds():
        if len(text) < 300:
            yield b"\x05" + text[1:]


# Skat


def records(data: bytes) -> None:
    """Read recorded games of Skat in both forms, score and rewrite them."""
    for played in each_recorded(_text(data[1:])):
        if isinstance(played, RecordError):
            check_error(played)
            continue
        try:
            score = played.score()
        except KiebitzError as error:
            check_error(error)
            continue
        played.differences(score)
        check((score is None) == (played.declarer is None), "a score without a declarer")
        if played.play is not None:
            check(len(played.cards) + sum(map(len, played.play.hands)) == 30, "cards are lost")
        if played.bids:
            again = read_game(write_game(played))
            check(
                (again.cards, again.ending, again.score()) == (played.cards, played.ending, score), "not the same game"
            )


def _record_seeds() -> Iterable[bytes]:
    for path in sorted((_DATA / "iss").glob("*.sgf")):
        yield b"\0" + path.read_bytes()
    yield b"\0" + _LINES


def skat(data: bytes) -> None:
    """Read a hand, a deal, a contract in words or letters, matadors, a list of games, or one hand or three."""
    text = _text(data[1:])
    kind = data[0] % 7 if data else 0
    try:
        if kind == 6:
            read = read_hands(data[1:], 2, b"\2\0")
            sizes = list(map(len, read.piles))
            whole = not read.complaint and not read.misfit
            check(not whole or sizes == [10, 10, 10, 2] or len(sizes) == 1 <= sizes[0] <= 12, f"piles of {sizes}")
            check(not whole or len(set(b"".join(read.piles))) == sum(sizes), "a card is there twice")
        elif kind == 0:
            hand = read_hand(text)
            check(read_hand(" ".join(map(str, hand))) == hand, "a hand does not come back")
        elif kind == 1:
            read_deal(text)
        elif kind == 2:
            contract = Contract.parse(text)
            check(Contract.parse(contract.text()) == contract, "a contract does not come back")
        elif kind == 3:
            contract = Contract.parse_letters(text)
            check(Contract.parse_letters(contract.letters()) == contract, "letters do not come back")
        elif kind == 5:
            games = read_list(text, extras=EXTRAS)
            _, totals = counted(games, Counting.LEIPZIG)
            has_ramsch = any(game.is_ramsch for game in games.games)  # points without a declarer's score
            check(has_ramsch or all(total.score == total.points for total in totals), "scores and points differ")
        else:
            matadors = Matadors.parse(text)
            check(Matadors.parse(str(matadors)) == matadors, "matadors do not come back")
    except KiebitzError as error:
        check_error(error)


def _skat_seeds() -> Iterable[bytes]:
    yield b"\0JC JS JD AC KC 9C AS 7H QD 8D"
    for kind in (b"\1", b"\6"):
        yield kind + (
            b"skat: JH JD rearhand: 7H AD TD KD QD 9D 8D 7D JC JS forehand: AC TC KC QC 9C 8C 7C AS TS KS "
            b"middlehand: QS 9S 8S 7S AH TH KH QH 9H 8H"
        )
    yield "\6BKr BPi B♥ AKr 10Kr KKr 9Kr APi 7H DKa 8Ka".encode()
    for contract in contracts():
        yield b"\2" + contract.text().encode()
        yield b"\3" + contract.letters().encode()
    yield from (b"\4with 2", b"\4without 11", b"\4-3")
    yield b"\5Anna,Bernd,Clara\n48,,\nBernd: clubs hand with 2 lost\npassed\n,,null hand\nAnna hearts with 1 bid 30"
    yield b"\5Anna,Bernd,Clara\n48 kontra re,,\nBernd -96 bock\n,,ramsch 64 virgin"


# Studies, the command line, the server


def studies(data: bytes) -> None:
    """Read the manifest of a study, or a filter of its rows."""
    text = _text(data[1:])
    try:
        if data[:1] == b"\1":
            Filter.parse(text)
            return
        plan, program = Plan.from_json(text)
        if plan.version == VERSION:  # other versions are never written
            check(Plan.from_json(plan.to_json(program)) == (plan, program), "a plan does not come back")
        check(len(plan.pieces()) > 0, "a study without a file")
    except KiebitzError as error:
        check_error(error)


def _study_seeds() -> Iterable[bytes]:
    program = {"kiebitz": "1", "kernel": "native", "build": "gcc"}
    several = [
        Study("freecell", Deals(1, 192), cells=(0, 4)),
        Study("skat", Deals.random(100), "skat", contracts=("grand", "null")),
        Study("russian", Deals.random(100, 7), "score", paths=True),
    ]
    for study in several:
        chunks = (64,) * len(study.grid())
        yield b"\0" + Plan(study, chunks).to_json(program).encode()
        yield b"\0" + Plan(study, chunks, 1).to_json(program).replace('"version": 2', '"version": 1').encode()
    yield from (b"\1cells=4", b"\1states>=1000", b"\1verdict!=solved", b"\1seconds<0.25")


def seeds(data: bytes) -> None:
    """Read a file of seeds; the first byte decides whether a checksum that fits is appended."""
    content = data[1:]
    if data[:1] == b"\0":
        content += crc32(content).to_bytes(CHECKSUM_SIZE, "little")
    try:
        header, deals = read_seeds(content)
        names, first, after = (header.get("game", ""), header.get("numbering", "")), header["first"], header["next"]
        plan = SeedPlan(*names, first=int(first))
    except (KiebitzError, ValueError) as error:
        check_error(error)
        return
    check(read_seeds(encode(plan, deals, int(after)))[1] == deals, "the deals do not come back")


def _seed_seeds() -> Iterable[bytes]:
    deals = [Seed(1, "-", 7, 0), Seed(2, "easy", 255, 9), Seed(300, "medium", 40, 21), Seed(10**9, "expert", 41, 30)]
    for plan in (SeedPlan("freecell"), SeedPlan("bakers_game", "pysolfc", states=5)):
        data = encode(plan, deals, 10**9 + 1)
        yield b"\0" + data[:-CHECKSUM_SIZE]
        yield b"\1" + data


def arguments(data: bytes) -> None:
    """Read a number, an amount, a time, a deal's number or a range of deals from the command line."""
    text = _text(data[1:])
    kind = data[0] % 5 if data else 0
    deals = numbering(("microsoft", "pysolfc", "fisher-yates", "one-suit")[len(data) % 4])
    try:
        if kind == 0:
            parser.whole(text)
        elif kind == 1:
            check(parser.amount(text) > 0, "an amount of nothing")
        elif kind == 2:
            check(parser.seconds(text) > 0, "no time")
        elif kind == 3:
            deal_argument.number_in(text, deals)
        elif (limits := deal_argument.range_in(text, deals)) is not None:
            check(limits[0] <= limits[1], "a range that runs backwards")
    except (KiebitzError, argparse.ArgumentTypeError) as error:
        check_error(error)


def _argument_seeds() -> Iterable[bytes]:
    yield from (b"\x00617", b"\x01500k", b"\x011,000,000", b"\x012G", b"\x020.25", b"\x021e-3", b"\x03617", b"\x03-4")
    yield from (b"\x038589934591", b"\x041-32000", "\x04−4–−1".encode(), b"\x04-4--1")


def requests(data: bytes) -> None:
    """Read the query or JSON body of an endpoint."""
    endpoint = ENDPOINTS[data[0] % len(ENDPOINTS)] if data else ENDPOINTS[0]
    try:
        if endpoint.method == "GET":
            read_query(data[1:], endpoint.request_type)
        else:
            request = decode(data[1:], endpoint.request_type)
            check(
                decode(msgspec.json.encode(request), endpoint.request_type) == request, "a request does not come back"
            )
    except RefusedError as error:
        check(error.detail.isprintable(), f"not printable: {error.detail!r}")


def _request_seeds() -> Iterable[bytes]:
    bodies = {
        "/api/move": b'{"link": "game=freecell&deal=617", "move": "5a"}',
        "/api/read": b'{"text": "26 5a", "game": "freecell", "link": null, "cards": "unicode"}',
        "/api/deal": b"game=freecell&kind=winnable&difficulty=hard",
        "/api/skat/value": b'{"cards": ["JC","JS","JD","AC","KC","9C","AS","7H","QD","8D"], "skat": ["7S", "8S"]}',
    }
    bodies["/api/skat/chances"] = bodies["/api/skat/value"][:-1] + b', "seat": "rearhand", "bid": 18, "worlds": 5}'
    for number, endpoint in enumerate(ENDPOINTS):
        yield bytes([number]) + bodies.get(endpoint.path, b'{"link": "game=freecell&deal=617"}')


#: In memory if possible: writing a file to a disk takes longer than reading it.
_STATE = tempfile.TemporaryDirectory(prefix="kiebitz-fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None)

_FOLDER = Path(_STATE.name)
_LOOK, _LINK, _CERTIFICATE = (str(_FOLDER / name) for name in ("look", "game.link", "certificate"))


def saved(data: bytes) -> None:
    """Read a saved game or look as `kiebitz play` does."""
    saved_games = Saved(_FOLDER)
    is_look = data[:1] == b"\1"
    with open(_LOOK if is_look else _LINK, "wb", 0) as file:  # noqa: PTH123  with a path it takes twice as long
        file.write(data[1:])
    try:
        saved_games.look() if is_look else saved_games.game()
    except KiebitzError as error:
        check_error(error)


def _saved_seeds() -> Iterable[bytes]:
    yield b"\0game=freecell&deal=617&moves=58\n"
    yield b"\1dark four-colours\n"


def certificates(data: bytes) -> None:
    """Check that both checkers of certificates agree; without searches that a short file can make long."""
    if re.search(rb"\nmerged (?s:.*)\npositions \d{4}", data):
        return
    try:
        outcome, message = 0, check_certificate.check(io.BytesIO(data[1:]))
    except check_certificate.NotProven as fault:
        outcome, message = 1, str(fault)
    except (ValueError, check_certificate.Unreadable) as fault:
        outcome, message = 2, str(fault)
    with open(_CERTIFICATE, "wb", 0) as file:  # noqa: PTH123
        file.write(data[1:])
    native_outcome, statement = host.check_certificate(_CERTIFICATE)
    check(native_outcome == outcome, f"one checker says {message!r}, the other {statement!r}")
    check(message.isprintable() and statement.isprintable(), f"not printable: {message!r}, {statement!r}")


def _certificate_seeds() -> Iterable[bytes]:
    rules = game("solitaire_one_suit")
    yield b"\0" + certify(deal(123, rules), number=123).data
    yield b"\0" + certify(deal(195782220, rules.with_(supermoves="single"), "one-suit")).data
    board = b"Home: CT DT HT ST\n1: JH KH QS KS JS JC\n2: JD QC KC QH QD KD\n"
    tight = parse_board(board, game("freecell").with_(cells=1, columns=2)).position()
    yield b"\0" + certify(tight).data
    yield b"\0" + header(tight, "impossible", 999, merged_from=b"\x0b\x0b")


_LINK_WORDS = (
    b"&game=", b"&deal=", b"&board=", b"&moves=", b"&at=", b"&autoplay=", b"&edition=", b"&cells=", b"&suits=",
    b"&foundations=", b"#", b"?", b"%0A", b"%E2%99%A0", b"+", b"=", b"&&",
)  # fmt: skip
_BOARD_WORDS = (
    b"Home:", b"Foundations: H-0 C-0 D-0 S-0\n", b"Freecells:", b"Cells:", b"Stock:", b"1:", b": ", b"--", b"<7H>",
    b"10S", "♠10".encode(), b"JC ", b"\n", b"{", b'"columns":', b"# ", b"=====\n",
)  # fmt: skip
_MOVE_WORDS = (
    b"26 ", b"5a ", b"ah ", b"3h ", b"4sv", b"v2 ", b"vd ", b"# deal: microsoft ", b"# autoplay: max\n",
    b"# game: russian\n", b"# score: 17\n", b"# supermoves: any\n", b"Move a card from stack 0 to the foundations\n",
    b"Move 2 cards from stack 1 to stack 2\n", b"-=-=-=-=-\n", b"\n",
)  # fmt: skip
_LINES = b"""\
forehand: 7S TS AC TD QC 8S 8C 9D TH QS
middlehand: QH KD 9H JD KH JH 9C QD AH 8H
rearhand: AS JC KC AD 7H 7C 9S TC KS 7D
skat: JS 8D
bidding: 18 p 20 p
contract: clubs hand
played: QS 9H AS KS TS KH 9D QD AD 7D TD KD TH 8H 7H 8S QH 9S 7C AC JD 9C TC 8C KC QC JH AH JC 7S
"""
_RECORD_WORDS = (
    b"(;", b";)", b"MV[", b"R[", b"]", b"GM[Skat]", b" w ", b"18", b" y ", b" p ", b" s ", b"??.??", b"C.", b"GHO",
    b"d:win v:96", b"RE", b"SC", b"LE.0 ", b"TI.1 ", b"bidding: ", b"discard: ", b"ending: conceded", b"\n",
)  # fmt: skip
_SKAT_WORDS = (b"JC ", b"10H ", b"skat:", b"forehand:", b"hand ", b"ouvert ", b"schwarz", b"with ", b"GHZ", b"-")
_CERTIFICATE_WORDS = (
    b"claim impossible", b"claim moves 3", b"columns ", b"cells 0", b"start microsoft 7", b"/", b";",
    b"build same_suit", b"positions 1\n", b"\n\n", b"\xff", b"\x00", b" -1", b"9999999999",
)  # fmt: skip
_JSON_WORDS = (b'"', b"{", b"}", b"[", b"]", b":", b",", b"null", b"true", b"1e999", b"\\u0000", b"\\ud800", b"NaN")

#: The readers by name.
READERS = {
    "arguments": Reader(arguments, _argument_seeds, (b"k", b"M", b",", b"_", "−".encode(), b"-", b"e", b"inf", b"nan")),
    "boards": Reader(boards, _board_seeds, _BOARD_WORDS),
    "cards": Reader(cards, _card_seeds, ("♠".encode(), b"10", b"T", "Ð".encode(), "Д".encode(), b" ")),
    "certificates": Reader(certificates, _certificate_seeds, _CERTIFICATE_WORDS),
    "links": Reader(links, _link_seeds, (*_LINK_WORDS, *_MOVE_WORDS[:7])),
    "records": Reader(records, _record_seeds, _RECORD_WORDS),
    "requests": Reader(requests, _request_seeds, (*_JSON_WORDS, b'"link":', b'"cards":', b"&kind=", b"%ff")),
    "saved": Reader(saved, _saved_seeds, (*_LINK_WORDS, b"four-colours")),
    "seeds": Reader(seeds, _seed_seeds, (b"\n\n", b"count ", b"first ", b"next ", b"game ", b"\x80", b"\xff")),
    "skat": Reader(skat, _skat_seeds, _SKAT_WORDS),
    "solutions": Reader(solutions, _solution_seeds, _MOVE_WORDS),
    "studies": Reader(studies, _study_seeds, (*_JSON_WORDS, b'"cells": ', b"<=", b"!=", b"solved", b"  ")),
    "texts": Reader(
        texts,
        _text_seeds,
        (*_LINK_WORDS, *_BOARD_WORDS, *_MOVE_WORDS, b"(", b")", b"{", b"}", b"?deal=617:", b"8r", b"r1"),
    ),
}
