"""Unpack, repack and judge certificates, true and forged ones."""

from __future__ import annotations

import io
import os
import subprocess
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from kiebitz import check_certificate
from kiebitz.analysis.certificates import certify, header, supports
from kiebitz.kernel import host
from kiebitz.patience import Build, EmptyColumn, Foundations, HomeMoves, game
from kiebitz.patience.dealing import deal
from kiebitz.patience.games import games
from kiebitz.patience.referee import legal_moves, unchecked
from tables import deals, small_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kiebitz.patience import Position

LOST = check_certificate.LOST
PROVABLE = [name for name in games() if supports(game(name)) is None]
SMALL = [
    small_rules(3, "CDHS", columns=3, cells=1),
    small_rules(4, "CDHS", columns=3, cells=1, empty_column=EmptyColumn.KINGS),
    small_rules(5, "CH", columns=3, cells=1, build=Build.SAME_SUIT),
    small_rules(4, "CHS", columns=2, cells=2, foundations=Foundations.DOWN),
    small_rules(4, "CDH", columns=3, cells=0, empty_column=EmptyColumn.NONE),
    small_rules(4, "CDH", columns=3, cells=1, empty_column=EmptyColumn.KINGS, home_moves=HomeMoves.BOTH_WAYS),
]
#: 13 cards that take 23 moves, and 13 that cannot be won.
HARD = deal(379948320, "solitaire_one_suit", "one-suit")
LOST_BOARD = deal(195782220, "solitaire_one_suit", "one-suit")


#: The proven checker, built of proof/; where it is set, it judges every certificate as well.
PROVEN = os.environ.get("KIEBITZ_PROVEN_CHECKER")


def judged(data: bytes) -> str:
    """Return the verdict of both checkers on these bytes: `yes`, `no` or `unreadable`."""
    return said(data)[0]


def said(data: bytes) -> tuple[str, str]:
    """Return the verdict of both checkers, and the proven statement or the error."""
    try:
        verdict, statement = "yes", check_certificate.check(io.BytesIO(data))
    except check_certificate.NotProven as fault:
        verdict, statement = "no", str(fault)
    except check_certificate.Unreadable as fault:
        verdict, statement = "unreadable", str(fault)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "certificate"
        file.write_bytes(data)
        outcome, other = host.check_certificate(str(file))
        is_merged = data.startswith(b"kiebitz certificate 4\n")  # a form that the proven checker refuses
        proven = proven_verdicts([PROVEN], [file])[0] if PROVEN and not is_merged else (verdict, statement)
    assert ("yes", "no", "unreadable")[outcome] == verdict, (other, statement)
    assert outcome or other == statement
    assert agrees(proven, (verdict, statement)), (proven, statement)
    return verdict, statement


def proven_verdicts(checker: Sequence[str | Path], files: Sequence[Path]) -> list[tuple[str, str]]:
    """Return the verdict and statement or error for each file, of a command with the proven checker."""
    ran = subprocess.run([*checker, *files], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    answers = [line.partition(": ")[::2] for line in ran.stdout.splitlines()]
    assert len(answers) == len(files)
    return [(word if word in ("yes", "no") else "unreadable", text) for word, text in answers]


def agrees(proven: tuple[str, str], other: tuple[str, str]) -> bool:
    """Return whether two checkers agree on the verdict, and on a proven statement but for a board's punctuation."""
    words = [text.replace(";", " ").replace("/", " / ").split() for _, text in (proven, other)]
    return proven[0] == other[0] and (proven[0] != "yes" or words[0] == words[1])


def parts(data: bytes) -> tuple[bytes, dict[int, int]]:
    """Return the header, and the positions with their bounds."""
    file = io.BytesIO(data)
    head = check_certificate.read_header(file)
    game = check_certificate.Game(head)
    start = file.tell()
    positions, bounds = check_certificate.read_positions(file, int(head["positions"]), len(game.cards))
    return data[:start], dict(zip(positions, bounds, strict=True))


def packed(head: bytes, bounds: Iterable[tuple[int, int]], cards: int) -> bytes:
    """Return a certificate of these positions in their order, without shared prefixes."""
    listed = list(bounds)
    lines = head.decode("ascii").splitlines()
    lines = [f"positions {len(listed)}" if line.startswith("positions ") else line for line in lines]
    width = (3 * cards + 7) // 8
    body = b"".join(bytes((0, *number.to_bytes(width, "big"), bound)) for number, bound in listed)
    return "\n".join([*lines, ""]).encode("ascii") + body


def checker_of(position: Position) -> check_certificate.Game:
    """Return the checker's game with this position."""
    return check_certificate.Game(check_certificate.read_header(io.BytesIO(header(position, "impossible", 1))))


def single_moves(position: Position) -> list[Position]:
    """Return the positions after one single-card move, by the referee."""
    return [unchecked(position, move) for move in legal_moves(position, distinct=True) if move.count == 1]


def distances(start: Position) -> dict[Position, int]:
    """Return all positions reachable by single cards, with the moves to a win, −1 without one."""
    before: dict[Position, list[Position]] = {start: []}
    todo = [start]
    for position in todo:
        for after in single_moves(position):
            if after not in before:
                before[after] = []
                todo.append(after)
            before[after].append(position)
    verdicts = {position: 0 for position in before if sum(position.foundations) == len(position.rules.pack)}
    layer = list(verdicts)
    while layer:
        following = []
        for position in layer:
            for earlier in before[position]:
                if earlier not in verdicts:
                    verdicts[earlier] = verdicts[position] + 1
                    following.append(earlier)
        layer = following
    return {position: verdicts.get(position, -1) for position in before}


def lost_deals(count: int) -> list[Position]:
    """Return small impossible deals."""
    values = (start for start in deals(SMALL[1], 100, seed=5) if certify(start).moves is None)
    return list(islice(values, count))


def number_of(checker: check_certificate.Game, start: Position, position: Position) -> int:
    """Return a position's number in another one's certificates."""
    laid = {card: column[at - 1] for column in start.columns for at, card in enumerate(column) if at}
    number = 0
    for card in checker.cards:
        number = 8 * number + _digit(card, position, {str(a): str(b) for a, b in laid.items()})
    return number


def _digit(name: str, position: Position, laid: dict[str, str]) -> int:
    rules = position.rules
    for cards in position.columns:
        for at, card in enumerate(cards):
            if str(card) == name:
                if not at:
                    return 2
                if card in rules.builds[cards[at - 1]]:
                    return 3 + cards[at - 1].suit
                assert laid[name] == str(cards[at - 1])
                return 7
    return int(name in map(str, position.cells))


def claimed(position: Position, bounds: dict[int, int], claim: str = "impossible") -> str:
    """Return the checker's verdict on a certificate of these positions."""
    return judged(packed(header(position, claim, 1), sorted(bounds.items()), len(position.rules.pack)))


def mutated(data: bytes, chance: Random) -> bytes:
    """Return the certificate with one change: a position dropped, a bound raised, a byte, or the header."""
    head, bounds = parts(data)
    cards = len(data[data.index(b"suits ") + 6 :].split(b"\n", 1)[0]) * len(
        data[data.index(b"home ") + 5 :].split(b"\n", 1)[0]
    )
    kind = chance.randrange(5)
    if kind == 0:
        bounds.pop(chance.choice(list(bounds)))
    elif kind == 1:
        number = chance.choice(list(bounds))
        bounds[number] = chance.randint(bounds[number], LOST)
    elif kind == 2:
        at = chance.randrange(len(data))
        return data[:at] + bytes((chance.randrange(256),)) + data[at + 1 :]
    elif kind == 3:
        words = {b"cells": 3, b"columns": 6, b"start microsoft": 40, b"claim moves": 40, b"dealt_to_cells": 3}
        word = chance.choice([word for word in words if b"\n" + word + b" " in head])
        at = head.index(b"\n" + word + b" ") + len(word) + 2
        end = head.index(b"\n", at)
        head = head[:at] + str(chance.randrange(words[word])).encode() + head[end:]
    else:
        return data[: chance.randrange(len(data))]
    return packed(head, sorted(bounds.items()), cards)


def originals() -> Iterator[bytes]:
    """Yield true certificates of several games, small enough to be damaged by the thousand."""
    for number in range(1, 9):
        yield certify(deal(number, game("solitaire_one_suit").with_(cells=0)), number=number).data
        yield certify(deal(number, "solitaire_one_suit"), number=number).data
    for position in (HARD, LOST_BOARD, *(start for rules in SMALL for start in deals(rules, 4, seed=37))):
        data = certify(position).data
        if len(data) < 20_000:
            yield data


def compare_on_damaged(checker: Sequence[str | Path], folder: Path, *, batches: int, size: int) -> None:
    """Assert that a command with the proven checker agrees with the other two on damaged certificates."""
    chance = Random(37)
    whole = list(originals())
    assert {judged(data) for data in whole} == {"yes"}
    verdicts = set()
    for _ in range(batches):
        batch = [mutated(chance.choice(whole), chance) for _ in range(size)]
        files = [folder / f"{place}.cert" for place in range(len(batch))]
        for file, data in zip(files, batch, strict=True):
            file.write_bytes(data)
        for proven, data in zip(proven_verdicts(checker, files), batch, strict=True):
            other = said(data)
            assert agrees(proven, other), (proven, other, data)
            verdicts.add(proven[0])
    assert verdicts == {"yes", "no", "unreadable"}
