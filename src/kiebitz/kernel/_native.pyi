# The native kernel as type checkers see it; tests compare it with the stub that nanobind generates from the module.

def solve(
    rules: bytes,
    position: bytes,
    mode: int,
    states: int,
    seconds: float,
    memory: int,
    seed: int = 0,
    ask: object | None = None,
) -> tuple[int, bytes, int, int, int, int]: ...
def solve_range(
    rules: bytes,
    destinations: bytes,
    first: int,
    last: int,
    mode: int,
    states: int,
    seconds: float,
    memory: int,
    lines: bool,
) -> tuple[bytes, bytes, bytes, bytes]: ...
def check(rules: bytes, position: bytes, line: bytes) -> int: ...
def check_range(
    rules: bytes, destinations: bytes, first: int, last: int, verdicts: bytes, lines: bytes, ends: bytes
) -> int: ...
def find_microsoft(cards: bytes, first: int, last: int) -> list[int]: ...
def perft(rules: bytes, position: bytes, depth: int) -> int: ...
def best_score(
    rules: bytes,
    position: bytes,
    plain: bool,
    states: int,
    seconds: float,
    memory: int,
    store: int,
    eviction: int,
) -> tuple[int, int, bytes, int, int, int, int, int, int, int]: ...
def shortest(
    rules: bytes, position: bytes, score: int, states: int, seconds: float, memory: int
) -> tuple[bytes, int, int, int, int, int]: ...
def check_score(rules: bytes, position: bytes, line: bytes) -> int: ...
def etude(
    rules: bytes,
    destinations: bytes,
    face_down: bytes,
    shuffle: int,
    seed: int,
    first: int,
    count: int,
    plain: bool,
    store: int,
    eviction: int,
    lines: bool,
    paths: bool,
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes, int, int, int, int, int, bytes]: ...
def check_etude(
    rules: bytes,
    destinations: bytes,
    face_down: bytes,
    shuffle: int,
    seed: int,
    first: int,
    scores: bytes,
    lines: bytes,
    ends: bytes,
) -> int: ...
def shuffled(shuffle: int, number: int) -> bytes: ...
def one_suit(rules: bytes, first: int, count: int) -> tuple[bytes, bytes, bytes, bytes]: ...
def check_one_suit(rules: bytes, first: int, lengths: bytes, lines: bytes, ends: bytes) -> int: ...
def skat_best(game: int, hands: bytes, declarer: int, turn: int, trick: bytes) -> tuple[int, bytes]: ...
def skat_reaches(game: int, hands: bytes, declarer: int, turn: int, trick: bytes, points: int) -> bool: ...
def skat_moves(game: int, hands: bytes, declarer: int, turn: int, trick: bytes) -> list[tuple[int, int]]: ...
def skat_worlds(game: int, declarer: int, turn: int, points: int, hands: bytes) -> tuple[bytes, int]: ...
def skat_values(game: int, declarer: int, turn: int, hands: bytes) -> tuple[bytes, int]: ...
def simd() -> str: ...
def build_info() -> str: ...
