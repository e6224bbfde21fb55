"""The time of each reader grows linearly with its input, however repetitive.

Inputs repeat a token, alone, behind a valid input and within one. CPU time of this process is measured, so that other
load makes little difference; the least of three measurements counts.
"""

from __future__ import annotations

import importlib
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

ROOT = Path(__file__).parents[2]
#: The number of forms that an input's first byte selects in each reader; see `fuzz/readers.py`.
FORMS = {
    "arguments": 5, "boards": 30, "cards": 4, "certificates": 1, "links": 4, "records": 1, "requests": 10, "saved": 2,
    "seeds": 2, "skat": 7, "solutions": 6, "studies": 2, "texts": 10,
}  # fmt: skip
SHORT, LONG = 12_000, 48_000
#: Seconds that a short input may always take, and the allowed ratio for a long one: 4 is linear, 16 quadratic.
QUICK, MOST = 0.05, 9


@pytest.fixture(scope="module")
def readers() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "fuzz"))
        yield importlib.import_module("readers")


def tokens(seeds: list[bytes], words: tuple[bytes, ...]) -> list[bytes]:
    """Return tokens to repeat: signs, spaces, the reader's words, and words of valid inputs with their separators."""
    signs = [*(bytes((code,)) for code in range(32, 127) if not chr(code).isalnum()), *map(str.encode, "09AaSh\u00a0♠")]
    spaces = [b"\t", b"\n", b"\r", b"\r\n", b"\0", b"\n\n", b" \n", b"a ", b"a\n", b"\xff"]
    pairs = [b"(;", b";)", b"[]", b"{}", b"()", b"a:b\n", b"a=b&", b"a[b]", b"%41", b"1:\n", b"#\n", b"# a: b\n", b"H-"]
    own = {word for seed in seeds[:40] for word in re.findall(rb"[^\s,;=&]+[\s,;=&]", seed[1:600])}
    return list(dict.fromkeys([*signs, *spaces, *pairs, *words, *sorted(own)[:80]]))


def work(read: Callable[[bytes], None], data: bytes) -> float:
    start = time.process_time()
    read(data)
    return time.process_time() - start


def is_slow(read: Callable[[bytes], None], form: int, begin: bytes, token: bytes, end: bytes) -> bool:
    """Return whether a four times longer input takes far more than four times as long."""

    def made(length: int) -> bytes:
        return bytes((form,)) + begin + token * (length // len(token)) + end

    if (short := work(read, made(SHORT))) < QUICK:
        return False
    short = min(short, *(work(read, made(SHORT)) for _ in range(2)))
    return all(work(read, made(LONG)) > MOST * short for _ in range(3))


def slow_ones(
    readers: ModuleType, name: str, *, all_forms: bool = False, every: int = 1
) -> list[tuple[int, bytes, bytes]]:
    """Return the form, the token and the text before it of each disproportionately slow input."""
    reader = readers.READERS[name]
    seeds = list(reader.seeds())
    values = []
    for number, token in list(enumerate(tokens(seeds, reader.words)))[::every]:
        forms = range(FORMS[name]) if all_forms else [number % FORMS[name]]
        for form in forms:
            seed = next((seed for seed in seeds if seed[:1] == bytes((form,))), seeds[0])[1:1000]
            middle = len(seed) // 2
            around = [(b"", b""), (seed, b""), (seed[:middle], seed[middle:])]
            for begin, end in around if all_forms else around[number // FORMS[name] % 3 :][:1]:
                if is_slow(reader.read, form, begin, token, end):
                    values.append((form, token, begin[:20]))
    return values


@pytest.mark.parametrize("every", [17, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", FORMS)
def test_no_reader_takes_out_of_all_proportion(readers: ModuleType, name: str, every: int) -> None:
    assert FORMS.keys() == readers.READERS.keys()
    assert slow_ones(readers, name, every=every) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMS)
def test_no_reader_takes_out_of_all_proportion_in_any_form(readers: ModuleType, name: str) -> None:
    assert slow_ones(readers, name, all_forms=True) == []


def test_what_takes_its_square_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 0.0
    monkeypatch.setattr(time, "process_time", lambda: clock)

    def read_for(seconds: Callable[[int], float]) -> Callable[[bytes], None]:
        def read(data: bytes) -> None:
            nonlocal clock
            clock += seconds(len(data))

        return read

    assert is_slow(read_for(lambda size: size**2 * 1e-9), 0, b"", b"x", b"")
    assert not is_slow(read_for(lambda size: size * 1e-5), 0, b"", b"x", b"")
    assert not is_slow(read_for(lambda size: size**2 * 1e-10), 0, b"", b"x", b"")  # too quick to matter
