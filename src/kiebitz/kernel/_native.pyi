# The native kernel as type checkers see it; tests compare it with the stub that nanobind generates from the module.
from kiebitz.kernel.answers import (
    Answer,
    Batch,
    Best,
    Deals,
    Games,
    Judged,
    Lengths,
    Limits,
    Path,
    Play,
    PlayerLines,
    Proof,
    Score,
    Scores,
    Short,
    Shortest,
    StoreOptions,
    Worlds,
)

def solve(
    rules: bytes, position: bytes, mode: int, limits: Limits = ..., seed: int = 0, ask: object | None = None
) -> Answer: ...
def solve_range(
    rules: bytes,
    layout: bytes,
    first: int,
    last: int,
    mode: int,
    limits: Limits = ...,
    lines: bool = True,
    deals: Deals = ...,
) -> Batch: ...
def check(rules: bytes, position: bytes, line: bytes) -> int: ...
def check_range(
    rules: bytes,
    layout: bytes,
    first: int,
    last: int,
    verdicts: bytes,
    lines: bytes,
    ends: bytes,
    deals: Deals = ...,
) -> int: ...
def player_line(rules: bytes, position: bytes, line: bytes, play: Play) -> bytes | None: ...
def player_lines(
    rules: bytes,
    layout: bytes,
    first: int,
    last: int,
    verdicts: bytes,
    lines: bytes,
    ends: bytes,
    play: Play,
    deals: Deals = ...,
) -> PlayerLines: ...
def short_line(
    rules: bytes,
    position: bytes,
    play: Play,
    limits: Limits = ...,
    *,
    width: int,
    below: int = 0,
    ask: object | None = None,
) -> Short: ...
def fewest_moves(
    rules: bytes,
    position: bytes,
    play: Play,
    limits: Limits = ...,
    *,
    known: int = 0,
    progress: object | None = None,
    ask: object | None = None,
) -> Shortest: ...
def judge_moves(
    rules: bytes, position: bytes, line: bytes, play: Play, limits: Limits = ..., *, ask: object | None = None
) -> Judged: ...
def greedy_games(
    rules: bytes, position: bytes, play: Play, *, ahead: int, games: int, seed: int = 0, ask: object | None = None
) -> Games: ...
def check_player_line(rules: bytes, position: bytes, line: bytes, play: Play) -> int: ...
def check_player_lines(
    rules: bytes,
    layout: bytes,
    first: int,
    last: int,
    made: bytes,
    lines: bytes,
    ends: bytes,
    play: Play,
    deals: Deals = ...,
) -> int: ...
def find_microsoft(cards: bytes, first: int, last: int) -> list[int]: ...
def perft(rules: bytes, position: bytes, depth: int) -> int: ...
def best_score(
    rules: bytes,
    position: bytes,
    limits: Limits = ...,
    *,
    exhaustive: bool = False,
    floor: int = 0,
    store: StoreOptions = ...,
    ask: object | None = None,
) -> Score: ...
def shortest(rules: bytes, position: bytes, score: int, limits: Limits = ..., ask: object | None = None) -> Path: ...
def certificate(
    rules: bytes, position: bytes, moves: int, limits: Limits = ..., ask: object | None = None
) -> Proof: ...
def shortest_line(
    rules: bytes,
    position: bytes,
    limits: Limits = ...,
    *,
    width: int = 0,
    prove: bool = True,
    progress: object | None = None,
    ask: object | None = None,
) -> Shortest: ...
def check_certificate(path: str) -> tuple[int, str]: ...
def check_score(rules: bytes, position: bytes, line: bytes) -> int: ...
def best_scores(
    rules: bytes,
    layout: bytes,
    first: int,
    count: int,
    limits: Limits = ...,
    *,
    exhaustive: bool = False,
    lines: bool = True,
    paths: bool = False,
    floor: int = 0,
    store: StoreOptions = ...,
    deals: Deals = ...,
) -> Scores: ...
def check_scores(
    rules: bytes, layout: bytes, first: int, scores: bytes, lines: bytes, ends: bytes, deals: Deals = ...
) -> int: ...
def numbered(numbering: int, number: int, cards: int = 52) -> bytes: ...
def one_suit(rules: bytes, first: int, count: int) -> Lengths: ...
def check_one_suit(rules: bytes, first: int, lengths: bytes, lines: bytes, ends: bytes) -> int: ...
def skat_best(game: int, hands: bytes, declarer: int, turn: int, trick: bytes) -> Best: ...
def skat_reaches(game: int, hands: bytes, declarer: int, turn: int, trick: bytes, points: int) -> bool: ...
def skat_moves(game: int, hands: bytes, declarer: int, turn: int, trick: bytes) -> list[tuple[int, int]]: ...
def skat_trace(
    game: int, hands: bytes, declarer: int, turn: int, trick: bytes, cards: bytes
) -> list[list[tuple[int, int]]]: ...
def skat_best_discard(
    game: int, hands: bytes, declarer: int, turn: int, pairs: bytes, least: int = 0
) -> tuple[int, int]: ...
def skat_levels(
    game: int, hands: bytes, declarer: int, turn: int, trick: bytes, had: bytes, levels: bytes
) -> Worlds: ...
def skat_worlds(game: int, declarer: int, turn: int, points: int, hands: bytes, alike: bool = False) -> Worlds: ...
def skat_values(game: int, declarer: int, turn: int, hands: bytes) -> Worlds: ...
def simd() -> str: ...
def build_info() -> str: ...
