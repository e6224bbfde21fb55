"""The page's module in wasmtime: equal answers to the native kernel; cancellation, threads, fork."""

from __future__ import annotations

import importlib
import os
import signal
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from kiebitz.kernel import wire
from kiebitz.kernel.answers import Dealing, Limits, Play, StoreOptions
from kiebitz.patience import game
from kiebitz.patience.dealing import deal
from kiebitz.patience.encoding import encode_layout, encode_position, encode_rules
from kiebitz.patience.games import games
from skat_tables import CALLS_ABOUT_GAMES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

try:
    native = importlib.import_module("kiebitz.kernel._native")
except ImportError:
    pytest.skip("nothing to compare with: the native kernel was not built", allow_module_level=True)
module: Any = importlib.import_module("kiebitz.kernel._wasmtime")

STATES = Limits(3000)
FREECELL = game("freecell")
ENDLESS = encode_rules(FREECELL.with_(cells=2)), encode_position(deal(982, FREECELL.with_(cells=2)))


def start(name: str, number: int = 617) -> tuple[bytes, bytes]:
    return encode_rules(game(name)), encode_position(deal(number, name))


def layout(name: str) -> tuple[bytes, bytes]:
    return encode_rules(game(name)), encode_layout(game(name))


def hands(seed: int, cards: int = 10) -> bytes:
    """Three hands of Skat as sets."""
    pack = list(range(32))
    Random(seed).shuffle(pack)
    parts = (pack[at * cards : (at + 1) * cards] for at in range(3))
    return b"".join(sum(1 << card for card in part).to_bytes(4, "little") for part in parts)


def answer(host: Any, name: str, *values: Any) -> list[Any]:
    return wire.unpack(host.call(wire.pack(name, values)))


#: The index of the memory in each answer; word sizes differ between the kernels.
MEMORY = {"solve": 5, "short_line": 3, "shortest_line": 6, "fewest_moves": 6, "certificate": 6, "shortest": 5}
QUESTIONS: list[tuple[str, tuple[Any, ...]]] = [
    *(("solve", (*start(name, number), mode, *STATES, number)) for number in (1, 2) for mode in (0, 1, 2)
      for name in games() if name not in ("russian", "scorpion", "simple_simon")),
    *(("solve_range", (*layout(name), 1, 40, 0, *STATES, True, *Dealing())) for name in ("freecell", "yukon")),
    ("solve_range", (*layout("freecell"), 5, 25, 1, *STATES, True, *Dealing(1, 2**64 - 7))),
    *(("perft", (*start(name), 3)) for name in games()),
    *(("short_line", (*start("freecell", number), *Play(1), *STATES, 30, 0)) for number in range(1, 6)),
    *(("fewest_moves", (*start("freecell", number), *Play(1), *STATES, 0)) for number in range(1, 4)),
    *(("shortest_line", (*start("freecell", number), *STATES, 20, True)) for number in range(1, 4)),
    *(("greedy_games", (*start("freecell", number), *Play(1), 2, 5, 9)) for number in range(1, 4)),
    *(("best_score", (*start("russian", number), *STATES, False, 0, *StoreOptions())) for number in range(1, 6)),
    ("best_scores", (*layout("russian"), 0, 60, *STATES, False, 0, *StoreOptions(1000), True, True, *Dealing(1, 7))),
    ("shortest", (*start("russian", 3), 5, *STATES)),
    ("certificate", (*start("freecell", 11982), 0, *Limits())),
    ("one_suit", (encode_rules(game("solitaire_one_suit")), 5000, 40)),
    ("numbered", (0, 617, 52)),
    ("find_microsoft", (bytes(range(52)), 0, 3000)),
    *(("skat_worlds", (kind, 0, 0, 61, b"".join(map(hands, range(8))), kind % 2)) for kind in range(6)),
    *(("skat_best", (kind, hands(5, 6), 1, 2, b"")) for kind in range(6)),
    *(("skat_moves", (kind, hands(6, 6), 1, 0, b"")) for kind in range(6)),
    *((name, (2_000_501, words, *values)) for name, values in CALLS_ABOUT_GAMES.items()
      for words in (b"18 p p s G.7H.QD", b"18 p p s N", b"18 p p NH", b"19 p p NH", b"18 p")),
    ("skat_values", (4, 1, 0, b"".join(hands(seed, 5) for seed in range(4)))),
]  # fmt: skip


@pytest.mark.parametrize("name", dict.fromkeys(name for name, _ in QUESTIONS))
def test_answers_are_the_native_ones(name: str) -> None:
    for _, values in (question for question in QUESTIONS if question[0] == name):
        outcomes = []
        for host in (native, module):
            try:
                replies = answer(host, name, *values)
            except ValueError as error:
                replies = [str(error)]
            if name in MEMORY and len(replies) > 1:
                del replies[MEMORY[name]]
            outcomes.append(replies)
        if name in ("best_score", "best_scores"):  # the store's bytes come last
            outcomes = [replies[:-1] for replies in outcomes]
        assert outcomes[0] == outcomes[1], values


def test_what_a_search_may_not_take_ends_it() -> None:
    # The module's own limit of a gigabyte is a limit, not an error.
    verdict, _, limit_hit, *_, memory = answer(module, "solve", *ENDLESS, 1, 0, 0.0, 30_000_000, 0)
    assert (verdict, limit_hit) == (2, 3)
    assert memory <= 30_000_000


def test_an_error_leaves_a_kernel_that_works() -> None:
    before = answer(module, "solve", *start("freecell"), 0, *STATES, 0)
    for _ in range(3):
        with pytest.raises(ValueError, match=r"^rules: "):
            answer(module, "solve", b"no rules", b"", 0, *STATES, 0)
        assert answer(module, "solve", *start("freecell"), 0, *STATES, 0) == before


def test_threads_get_what_one_alone_gets() -> None:
    questions = [("solve", (*start("freecell", number), 0, *STATES, 0)) for number in range(1, 25)]
    alone = [answer(module, name, *values) for name, values in questions]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda question: answer(module, question[0], *question[1]), questions)) == alone


ENDS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "solve": ("solve", (*ENDLESS, 1, *Limits(), 0)),
    "shortest line": ("shortest_line", (*start("freecell", 57148), *Limits(), 0, True)),
    "fewest moves": ("fewest_moves", (*start("freecell", 57148), *Play(0), *Limits(), 0)),
}


@pytest.mark.parametrize("kind", ENDS)
def test_whoever_asks_can_end_it(kind: str) -> None:
    name, values = ENDS[kind]
    looks = 0

    def complain() -> None:
        nonlocal looks
        looks += 1
        if looks == 3:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        module.call(wire.pack(name, values), complain)
    assert looks == 3


def test_an_end_that_is_wished_for_gives_what_is_known() -> None:
    reports: list[tuple[int, int]] = []
    name, values = ENDS["shortest line"]
    request = wire.pack(name, values)
    replies = wire.unpack(module.call(request, lambda: bool(reports), lambda *best: reports.append(best)))
    assert replies[3] == 4  # stopped
    assert replies[2] >= reports[0][0] > 0
    with pytest.raises(KeyboardInterrupt):
        module.call(wire.pack(*ENDS["solve"]), lambda: True)


def test_what_progress_raises_ends_the_search() -> None:
    def complain(*_: int) -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        module.call(wire.pack(*ENDS["shortest line"]), None, complain)


def python(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "XDG_CACHE_HOME": str(folder), "PYTHONWARNINGS": "ignore"}  # fork with running threads
    return subprocess.run([sys.executable, "-c", BEGIN + code], env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for compiled code: compiling takes seconds, and the tests that use it do not depend on it."""
    return tmp_path_factory.mktemp("compiled")


BEGIN = f"""
import os, signal, threading, time
from kiebitz.kernel import _wasmtime as module, wire
endless = wire.pack(*{ENDS["solve"]!r})
quick = wire.pack("numbered", (0, 617, 52))
right = module.call(quick)
"""
INTERRUPTED = """
lost = 0
signal.signal(signal.SIGALRM, signal.default_int_handler)  # a clock does as the keys do
for at in range({times}):
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.0005 + 0.005 * (at % 7))
        module.call(endless)
        lost += 1
    except KeyboardInterrupt:
        pass
    assert module.call(quick) == right
print(lost)
"""


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
@pytest.mark.parametrize("times", [12, pytest.param(600, marks=pytest.mark.long)])
def test_no_ctrl_c_is_lost_and_none_breaks_the_interpreter(times: int, cache: Path) -> None:
    run = python(INTERRUPTED.format(times=times), cache)
    assert (run.returncode, run.stdout) == (0, "0\n"), run.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_forked_child_has_a_kernel(cache: Path) -> None:
    run = python(
        "if (child := os.fork()) == 0:\n"
        "    signal.alarm(30)\n"
        "    os._exit(0 if module.call(quick) == right else 1)\n"
        "print(os.waitpid(child, 0)[1])\n",
        cache,
    )
    assert (run.returncode, run.stdout) == (0, "0\n"), run.stderr


def kept(folder: Path) -> Path:
    (file,) = (folder / "kiebitz").iterdir()
    return file


@pytest.mark.skipif(os.name == "nt", reason="asks for owners and modes")
def test_compiled_code_is_kept_for_the_user_alone_and_taken_only_from_there(tmp_path: Path) -> None:
    assert python("", tmp_path).returncode == 0
    file = kept(tmp_path)
    code = file.read_bytes()
    assert (stat.S_IMODE(file.stat().st_mode), stat.S_IMODE(file.parent.stat().st_mode)) == (0o600, 0o700)

    def linked() -> None:
        file.rename(tmp_path / "elsewhere")
        file.symlink_to(tmp_path / "elsewhere")

    changes: list[Callable[[], object]] = [
        lambda: file.write_bytes(code[:-1] + b"\0\1"),
        lambda: file.write_bytes(b""),
        lambda: file.chmod(0o622),
        linked,
    ]
    for change in changes:
        change()
        assert python("", tmp_path).returncode == 0
        assert kept(tmp_path).read_bytes() == code
        assert not kept(tmp_path).is_symlink()
        assert stat.S_IMODE(kept(tmp_path).stat().st_mode) == 0o600
    (tmp_path / "kiebitz" / "kernel-of-another-version.bin").write_bytes(b"")
    file.unlink()
    assert python("", tmp_path).returncode == 0
    assert kept(tmp_path) == file


def test_where_nothing_can_be_kept_it_works_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert python("", tmp_path / "file").returncode == 0


def test_the_thread_of_a_kernel_ends_no_program() -> None:
    answer(module, "numbered", 0, 617, 52)
    assert all(thread.daemon for thread in threading.enumerate() if thread.name == "kiebitz kernel")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
