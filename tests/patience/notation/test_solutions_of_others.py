"""Solutions of other programs: fc-solve's output, if it is installed, and one line in many forms."""

from __future__ import annotations

import json
import shutil
import subprocess
from random import Random
from typing import TYPE_CHECKING

import pytest

from kiebitz import solve
from kiebitz.errors import KiebitzError, NotationError
from kiebitz.patience import Autoplay
from kiebitz.patience.dealing import deal
from kiebitz.patience.game_text import read_game
from kiebitz.patience.notation import format_board, format_moves, parse_solution
from kiebitz.patience.piles import PileKind
from kiebitz.patience.referee import Table, verify

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiebitz.patience import Move, Position

# fc-solve

#: Games that both programs have, by fc-solve's names.
PRESETS = {
    "bakers_game": "bakers_game", "beleaguered_castle": "beleaguered_castle", "eight_off": "eight_off",
    "forecell": "forecell", "freecell": "freecell", "kings_only_bakers_game": "ko_bakers_game",
    "relaxed_freecell": "relaxed_freecell", "relaxed_seahaven_towers": "relaxed_seahaven",
    "seahaven_towers": "seahaven", "simple_simon": "simple_simon", "streets_and_alleys": "streets_and_alleys",
}  # fmt: skip
WAYS = ("-m", "-m -snx", "-sam", "-p -t", "-sam -p -t", "-sam -snx -t")
of_fc_solve = pytest.mark.skipif(shutil.which("fc-solve") is None, reason="fc-solve is not installed")


def told(position: Position, name: str, how: str) -> str:
    """Return fc-solve's output for a position."""
    command = ["fc-solve", "--game", PRESETS[name], "--max-iters", "20000", *how.split()]
    text = format_board(position, "fc-solve")
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False).stdout


def verified(name: str, deals: int) -> int:
    """Verify fc-solve's solutions of random deals in every way, and return their number."""
    chance, solved = Random(name), 0
    while solved < deals:
        position = deal(chance.randint(1, 1_000_000), name)
        if "solveable" not in told(position, name, "-m"):
            continue
        for how in WAYS:
            text = told(position, name, how)
            solution = parse_solution(text, position)
            verify(solution.position, solution.moves, solution.autoplay)
            if how == "-sam -p -t":  # the deal is in the text
                assert read_game(text, name).start == position
        solved += 1
    return solved


@of_fc_solve
@pytest.mark.parametrize("name", PRESETS)
def test_solutions_of_fc_solve_are_verified(name: str) -> None:
    assert verified(name, 2) == 2


@pytest.mark.long
@of_fc_solve
@pytest.mark.parametrize("name", PRESETS)
def test_thirty_solutions_of_fc_solve_are_verified(name: str) -> None:
    assert verified(name, 30) == 30


@of_fc_solve
def test_fc_solve_tells_one_line_in_every_form() -> None:
    for number in range(1, 4):
        position = deal(number)
        lines = {parse_solution(told(position, "freecell", how), position).moves for how in WAYS if how != "-p -t"}
        assert len(lines) == 1


@of_fc_solve
def test_where_fc_solve_has_no_moves_it_is_said() -> None:
    position = deal(1)
    with pytest.raises(NotationError, match="here are only boards"):
        parse_solution(told(position, "freecell", "-p -t").split("====")[0], position)
    with pytest.raises(NotationError, match="here are only boards"):
        read_game(told(position, "freecell", "-p -t"))
    with pytest.raises(NotationError, match="expected a solution"):
        parse_solution(told(deal(11_982), "freecell", "-m"), position)


# One line in many writings


def writings(words: list[str], number: int) -> Iterator[str]:
    """Yield the words of a line in forms that people write."""
    plain = " ".join(words)
    yield from (
        plain,
        plain.upper(),
        "\n".join(words),
        ", ".join(words),
        ",".join(words),
        "; ".join(words),
        " | ".join(words),
    )
    for numbered in ("{}. {}", "{}.{}", "{}) {}", "{}: {}", "Move {}: {}"):
        for between in (" ", "\n"):
            yield between.join(numbered.format(count, word) for count, word in enumerate(words, 1))
    for arrow in ("->", "→", "=>", "-", " -> ", " → ", " to "):
        yield "\n".join(f"{word[0]}{arrow}{word[1:]}" for word in words)
    yield from (plain.replace("h", "F"), plain.replace("h", "f"))
    if not any("v" in word for word in words):
        yield "".join(words)
    pairs = [[word[0], word[1:]] for word in words]
    yield from (json.dumps(words), json.dumps(pairs), repr(words), repr(tuple(words)), repr(list(map(tuple, pairs))))
    yield json.dumps({"game": "freecell", "moves": words}, indent=1)
    yield json.dumps([{"from": source, "to": target} for source, target in pairs])
    yield from (
        f"{plain} (won)",
        f"{plain}\nWon!",
        f"```\n{plain}\n```",
        f"Here is how I did it:\n\n{plain}\n\nVery nice, thanks!",
    )
    yield from ("\n".join(f"- {word}" for word in words), "\n".join(f"> {word}" for word in words))
    for title in titles(number):
        yield f"{title}\n{plain}"
    for text in (f"{plain} (won)", json.dumps(words), repr(list(map(tuple, pairs)))):
        yield f"# deal: microsoft {number}\n{text}"


def titles(number: int) -> tuple[str, ...]:
    """Return titles that name a Microsoft deal."""
    return (
        f"Game #{number}", f"#{number}", f"#{number}:", f"ms{number}", f"Deal: {number}", f"FreeCell {number}",
        f"Microsoft #{number}", f"Solution for FreeCell deal {number}:", f"FreeCell Game #{number} - solution",
        f"Game #{number} (84 moves)",
    )  # fmt: skip


def moves_by_cards(position: Position, moves: tuple[Move, ...]) -> list[str]:
    """Return moves as KPat's solver prints them."""
    table, lines = Table(position, Autoplay.NONE), []
    for move in moves:
        now = table.position
        pile = now.columns[move.source.index] if move.source.kind is PileKind.COLUMN else [now.cells[move.source.index]]
        onto = now.columns[move.target.index][-1:] if move.target.kind is PileKind.COLUMN else ()
        where = {PileKind.FOUNDATION: "out", PileKind.CELL: "to temp"}.get(move.target.kind)
        lines.append(f"{pile[-move.count]} {where or (f'to {onto[0]}' if onto else 'to empty pile')}")
        table.push(move)
    return lines


@pytest.mark.parametrize("autoplay", [Autoplay.NONE, Autoplay.SAFE])
def test_one_line_in_every_writing(autoplay: Autoplay) -> None:
    for number in (1, 617, 27_531):
        position = deal(number)
        moves = tuple(solve(position, autoplay=autoplay).moves)
        for text in writings(format_moves(position, moves, autoplay), number):
            solution = parse_solution(text, position)
            verify(solution.position, solution.moves, solution.autoplay)
            assert solution.moves == moves, text
            assert solution.autoplay is autoplay, text


def test_a_title_names_the_deal() -> None:
    moves = solve(deal(617), autoplay=Autoplay.SAFE).moves
    words = " ".join(format_moves(deal(617), moves, Autoplay.SAFE))
    for title in titles(617):
        session = read_game(f"{title}\n{words}")
        assert session.is_won, title
        assert session.start == deal(617), title


def test_moves_of_named_cards_in_every_writing() -> None:
    for number in (1, 617):
        position = deal(number)
        moves = tuple(solve(position, autoplay=Autoplay.NONE).moves)
        lines = moves_by_cards(position, moves)
        text = "\n".join(lines)
        for other in (
            text, text.replace("T", "10"), ", ".join(lines), text.replace(" out", " home"),
            text.replace("to temp", "to a freecell"),
            text.replace(" out", " to the foundations"), text.replace(" to ", " -> "), text.replace("to ", "onto "),
            "\n".join(f"{count}. Move {line}" for count, line in enumerate(lines, 1)), f"{text}\nWon!",
            text.translate(str.maketrans("CDHS", "♣♦♥♠")),
        ):  # fmt: skip
            solution = parse_solution(other, position)
            verify(solution.position, solution.moves, solution.autoplay)


@pytest.mark.parametrize(
    "text",
    [
        "{x",
        "[[1",
        '{"moves": 3}',
        "[]",
        '{"game": "freecell"}',
        "(())",
        "[54, 99x]",
        "Move 1:",
        "5 to",
        "AC out of here",
    ],
)
def test_what_is_no_line_is_never_told_as_one_that_wins_not(text: str) -> None:
    with pytest.raises(KiebitzError):
        read_game(text)


@pytest.mark.parametrize("text", ["hello world", "(won)", "1. 2. 3.", "[]"])
def test_text_without_a_move_is_no_solution(text: str) -> None:
    with pytest.raises(NotationError, match="expected a move"):
        parse_solution(text, deal(617))


@pytest.mark.parametrize("title", ["#617", "# 617", "**#617**", "*# 617:*", "`#617`"])
def test_a_bare_number_names_the_deal(title: str) -> None:
    assert read_game(f"{title}\n83 8a").link() == read_game("#617: 83 8a").link()
