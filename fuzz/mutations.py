"""Reproducible random inputs for a reader, made from its seeds and words in some microseconds each."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_LONGEST = 4000
_COMMON = (
    b" ", b"\n", b"\r\n", b"\0", b"\x1b[31m", b"0", b"-1", b"9" * 20, b"1" * 400, b"\xff", b"\xed\xa0\x80",
    "\u202e".encode(), "\u00a0".encode(), "\ufeff".encode(), "\u0660".encode(), "\U0001f0a1".encode(), b"%", b"\\",
)  # fmt: skip


class Inputs:
    """The inputs of one reader; *block* selects some thousands of them, which one random generator yields."""

    def __init__(self, name: str, seeds: Sequence[bytes], words: Sequence[bytes], block: int) -> None:
        self._chance = Random(f"{name} {block}")
        self._seeds = seeds
        self._words = (*_COMMON, *words, *words, *words)

    def next(self) -> bytes:
        """Return the next input."""
        chance = self._chance.random
        seeds = self._seeds
        data = bytearray(seeds[int(chance() * len(seeds))])
        for _ in range(1 + int(chance() * chance() * 6)):
            _CHANGES[int(chance() * len(_CHANGES))](self, data, chance)
        if chance() < 0.05:  # switches to another form that the reader knows
            data[:1] = bytes([int(chance() * 64)])
        return bytes(data[:_LONGEST])

    def flip(self, data: bytearray, chance: Callable[[], float]) -> None:
        if len(data) > 1:
            data[1 + int(chance() * (len(data) - 1))] ^= 1 << int(chance() * 8)

    def replace(self, data: bytearray, chance: Callable[[], float]) -> None:
        if len(data) > 1:
            data[1 + int(chance() * (len(data) - 1))] = int(chance() * 256)

    def insert(self, data: bytearray, chance: Callable[[], float]) -> None:
        place = 1 + int(chance() * len(data))
        data[place:place] = self._words[int(chance() * len(self._words))]

    def overwrite(self, data: bytearray, chance: Callable[[], float]) -> None:
        word = self._words[int(chance() * len(self._words))]
        place = 1 + int(chance() * len(data))
        data[place : place + len(word)] = word

    def delete(self, data: bytearray, chance: Callable[[], float]) -> None:
        place = 1 + int(chance() * len(data))
        del data[place : place + 1 + int(chance() * chance() * 40)]

    def repeat(self, data: bytearray, chance: Callable[[], float]) -> None:
        first = 1 + int(chance() * len(data))
        part = data[first : first + 1 + int(chance() * 40)]
        place = 1 + int(chance() * len(data))
        data[place:place] = part * (1 + int(chance() * 3))

    def exchange(self, data: bytearray, chance: Callable[[], float]) -> None:
        if len(data) > 2:
            first, second = (1 + int(chance() * (len(data) - 1)) for _ in range(2))
            data[first], data[second] = data[second], data[first]

    def cut(self, data: bytearray, chance: Callable[[], float]) -> None:
        del data[1 + int(chance() * len(data)) :]

    def splice(self, data: bytearray, chance: Callable[[], float]) -> None:
        other = self._seeds[int(chance() * len(self._seeds))]
        place = 1 + int(chance() * min(len(data), len(other)))
        data[place:] = other[place:]

    def case(self, data: bytearray, chance: Callable[[], float]) -> None:
        place = 1 + int(chance() * len(data))
        data[place : place + 9] = data[place : place + 9].swapcase()


_CHANGES = (
    Inputs.flip, Inputs.replace, Inputs.insert, Inputs.insert, Inputs.overwrite, Inputs.overwrite,
    Inputs.delete, Inputs.repeat, Inputs.exchange, Inputs.splice, Inputs.case, Inputs.cut,
)  # fmt: skip
